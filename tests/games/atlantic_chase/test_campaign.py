"""The campaign (AC-CA): what an operation leaves to the next, who sails for whom, and who wins them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import flagplot
from flagplot.engine.errors import SaveError
from flagplot.engine.match import Match
from flagplot.engine.proof import verified
from flagplot.games.atlantic_chase import GAME
from flagplot.games.atlantic_chase.campaign import LINKED, stand_ins
from flagplot.games.atlantic_chase.rules.set_up import begun
from flagplot.games.atlantic_chase.rules.victory import verdict
from flagplot.games.atlantic_chase.state import Campaign, Fate, Leader, OperationOver, Ship, State
from flagplot.games.atlantic_chase.view.names import name_in
from tests.games.atlantic_chase.builder import asked, do, fight, offered, play, ship, told
from tests.rules import rule

GERMAN, BRITISH = "german", "british"
FIRST, SECOND, THIRD, FOURTH, FIFTH = LINKED.operations


def counted(key: str, winner: str, german: int, british: int) -> OperationOver:
    """An operation that is over: who won it, "" for a draw, and the points."""
    return OperationOver(key, winner, german, british)  # type: ignore[arg-type]


def results(*winners: str, points: Sequence[tuple[int, int]] = ()) -> tuple[OperationOver, ...]:
    """The first operations, won by these sides; without points the winner has 2."""
    scores = points or [(2 * (one == GERMAN), 2 * (one == BRITISH)) for one in winners]
    return tuple(
        counted(key, winner, *score) for key, winner, score in zip(LINKED.operations, winners, scores, strict=False)
    )


def operation(*winners: str, options: dict[str, Any] | None = None, **carried: Any) -> State:
    """The operation after those that these sides have won, as it is set up with what is carried over."""
    points = carried.pop("points", ())
    campaign = Campaign(over=results(*winners, points=points), **carried)
    return begun(LINKED.operations[len(winners)], GAME.read_options(options or {}), campaign)


def take_out(state: State, name: str) -> Ship:
    """Take a ship out of her task force or group."""
    units: list[dict[str, Any]] = [state.forces, state.groups]
    for held, key, unit in [(one, key, unit) for one in units for key, unit in one.items()]:
        for found in unit.ships:
            if found.id == name:
                left = tuple(one for one in unit.ships if one is not found)
                if left:
                    held[key] = replace(unit, ships=left)
                else:
                    del held[key]
                assert isinstance(found, Ship)
                return found
    raise AssertionError(name)


def over(state: State, *dice: int, sunk: str = "", damaged: str = "", home: str = "") -> Match[State]:
    """A match in which the operation of a state ends, with ships that were sunk, damaged, or completed damaged."""
    for name in sunk.split():
        state.fates.append(Fate(take_out(state, name), "sunk"))
        state.leaders = {one: leader for one, leader in state.leaders.items() if leader.at != name}
    for name in home.split():
        state.fates.append(Fate(replace(take_out(state, name), is_damaged=True), "completed", "kiel"))
        state.leaders = {one: leader for one, leader in state.leaders.items() if leader.at != name}
    for name in damaged.split():
        for key, force in state.forces.items():
            ships = tuple(replace(one, is_damaged=True) if one.id == name else one for one in force.ships)
            state.forces[key] = replace(force, ships=ships)
    state.phase = "operation_over"
    return play(state, *dice)


def carried(match: Match[State]) -> Campaign:
    """What the campaign has so far."""
    assert match.state.campaign
    return match.state.campaign


def crew(match: Match[State], key: str) -> str:
    """The ships of a task force or group; "hood*" is damaged, "hood=nelson" sails for Nelson."""
    unit = match.state.forces.get(key) or match.state.groups[key]
    return " ".join(
        one.id + "*" * one.is_damaged + (f"={one.stands_for}" if one.stands_for else "") for one in unit.ships
    )


def lines(match: Match[State], *keys: str) -> list[str]:
    """What the log says of these events."""
    return [entry.text for entry in match.log() if entry.key in keys]


# Operations, one after the other


@rule("AC-CA-01", "AC-CA-10")
def test_an_operation_that_ends_leads_to_the_next() -> None:
    match = flagplot.new("atlantic-chase", "campaign", dice=flagplot.dice.scripted())
    assert match.state.scenario == FIRST
    do(match, ("complete", "G1", "wilhelmshaven"), ("evade", "B1"))
    assert asked(match) == (GERMAN, "next_operation")
    assert match.state.scenario == SECOND
    assert carried(match) == Campaign(over=(counted(FIRST, BRITISH, 0, 4),))
    assert (match.state.turns, match.state.tally, match.state.fates, match.state.callers) == (0, 2, [], [])
    assert told(match)[-4:] == ["completed", "british_wins", "operation_over", "operation_set_up"]
    assert lines(match, "operation_over", "operation_set_up") == [
        "Rawalpindi is over: German 0, British 4.",
        "The next operation is set up: Weserübung, 7-13 April 1940.",
    ]
    assert match.decision
    assert match.decision.prompt == "Weserübung, operation 2 of 5: is everybody ready?"
    assert [match.describe(option).label for option in match.decision.options] == ["Begin the operation"]
    plain = GAME.setup(SECOND, GAME.default_options)
    assert (match.state.forces, match.state.groups, match.state.leaders) == (plain.forces, plain.groups, plain.leaders)
    assert asked(do(match, "ready")) == (GERMAN, "order")


@rule("AC-CA-01")
@pytest.mark.parametrize("side", [GERMAN, BRITISH])
def test_three_operations_won_win_the_campaign_at_once(side: str) -> None:
    state = operation(side, "", side)
    if side == GERMAN:
        for key in ("hx_126", "hx_127", "sl_74"):
            take_out(state, key)
    match = over(state, sunk="bismarck" if side == BRITISH else "hood")
    assert match.result
    assert (match.result.winner, match.result.rule) == (side, "AC-CA-01")
    assert match.result.score == {GERMAN: 3 * (side == GERMAN), BRITISH: 3 * (side == BRITISH)}
    assert told(match)[-1] == f"{side}_campaign"
    assert match.state.scenario == FOURTH
    assert GAME.defects(match.state) == []


@rule("AC-CA-01")
def test_a_drawn_operation_counts_for_nobody() -> None:
    state = operation(BRITISH, BRITISH)
    for key in ("hx_106", "hx_104", "sl_67"):
        take_out(state, key)
    match = over(state)
    assert told(match)[:2] == ["drawn", "operation_over"]
    assert carried(match).over[-1] == counted(THIRD, "", 0, 0)
    assert (match.state.scenario, match.result) == (FOURTH, None)


@rule("AC-CA-02")
@pytest.mark.parametrize(
    ("before", "winner", "key"),
    [
        # The last operation is a British victory by 4 points: two Convoys at sea.
        ([(9, 0), (0, 1), (2, 0), (1, 1)], GERMAN, "german_margin"),
        ([(1, 0), (0, 1), (2, 0), (1, 1)], BRITISH, "british_margin"),
        ([(4, 0), (0, 1), (1, 0), (1, 1)], BRITISH, "british_campaign_tie"),
    ],
)
def test_after_the_last_operation_the_sum_of_the_margins_decides_then_the_british(
    before: list[tuple[int, int]], winner: str, key: str
) -> None:
    match = over(operation(GERMAN, BRITISH, GERMAN, "", points=before))
    assert carried(match).over[-1] == counted(FIFTH, BRITISH, 0, 4)
    assert match.result
    assert (match.result.winner, match.result.rule) == (winner, "AC-CA-02")
    assert match.result.score == {GERMAN: 2, BRITISH: 2}
    assert told(match)[-1] == key


# Ships


@rule("AC-CA-03")
def test_sunk_ships_are_out_for_good_and_all_others_come_home() -> None:
    state = operation()
    state.forces["B3"] = replace(
        state.forces["B3"], ships=(ship("norfolk+1", has_fired_torpedoes=True), ship("suffolk"))
    )
    match = over(state, 6, 6, sunk="gneisenau rawalpindi", damaged="nelson", home="scharnhorst")
    assert carried(match).sunk == ("gneisenau", "rawalpindi")
    assert carried(match).repaired == ("scharnhorst", "nelson")
    do(match, "ready")
    assert crew(match, "G1") == "scharnhorst narvik_destroyers"
    assert "gneisenau" not in msgspec.json.encode(match.state.forces).decode()
    later = begun(THIRD, GAME.default_options, carried(match))
    assert [one.id for one in later.forces["G1"].ships] == ["scharnhorst"]
    norfolk = later.forces["B3"].ships[0]
    assert (norfolk.id, norfolk.hits, norfolk.has_fired_torpedoes) == ("norfolk", 0, False)


@rule("AC-CA-04")
@pytest.mark.parametrize(
    ("face", "told_as", "ships"),
    [
        (1, "stays_in_yards", "gneisenau narvik_destroyers"),
        (2, "still_damaged", "scharnhorst* gneisenau narvik_destroyers"),
        (3, "still_damaged", "scharnhorst* gneisenau narvik_destroyers"),
        (4, "whole_again", "scharnhorst gneisenau narvik_destroyers"),
        (6, "whole_again", "scharnhorst gneisenau narvik_destroyers"),
    ],
)
def test_a_damaged_ship_rolls_before_the_next_operation(face: int, told_as: str, ships: str) -> None:
    match = over(operation(), face, home="scharnhorst")
    assert [entry.faces for entry in match.log() if entry.key == "repair"] == [(face,)]
    assert told_as in told(match)
    assert crew(match, "G1") == ships
    assert carried(match).damaged == (("scharnhorst",) if face < 4 else ())
    assert carried(match).in_yards == (("scharnhorst",) if face == 1 else ())
    assert carried(match).repaired == (("scharnhorst",) if face > 3 else ())


@rule("AC-CA-04", "AC-CA-05")
def test_a_ship_that_the_next_operation_does_not_need_rolls_too_and_again_before_the_one_after_it() -> None:
    match = over(operation(), 2, 1, damaged="nelson norfolk")  # Weserübung uses neither
    assert [entry.text for entry in match.log() if entry.key == "repair"] == [
        "Repairs of Nelson: 2, damaged", "Repairs of Norfolk: 1, out",
    ]  # fmt: skip
    assert (carried(match).damaged, carried(match).in_yards) == (("nelson", "norfolk"), ("norfolk",))
    state = match.state
    match = over(GAME.copy(state), 3, 5)
    assert crew(match, "B1") == "nelson* rodney repulse nigeria aurora"
    assert crew(match, "B3") == "norfolk"
    assert (carried(match).damaged, carried(match).in_yards, carried(match).repaired) == (("nelson",), (), ("norfolk",))


@rule("AC-CA-05")
def test_a_group_that_entered_damaged_and_never_sailed_is_still_damaged() -> None:
    match = over(operation(BRITISH, damaged=("lutzow",)), 3)
    assert carried(match).damaged == ("lutzow",)


@rule("AC-CA-06")
def test_the_first_free_ship_of_class_and_side_in_the_file_sails_for_a_ship_that_is_out() -> None:
    """Berlin uses no other battleship of the file before Prince of Wales; King George V is in its group A."""
    state = operation(BRITISH, BRITISH, sunk=("nelson", "scheer"), damaged=("graf_spee",), in_yards=())
    assert [(one.id, one.stands_for, one.is_damaged) for one in state.forces["B1"].ships[:2]] == [
        ("prince_of_wales", "nelson", False), ("rodney", "", False),
    ]  # fmt: skip
    assert [(one.id, one.stands_for, one.is_damaged) for one in state.forces["G3"].ships] == [
        ("graf_spee", "scheer", True)
    ]
    assert name_in(state, "G3") == "Graf Spee"
    assert state.forces["G3"].ships[0].origin == "south_america"


@rule("AC-CA-06")
def test_each_ship_sails_for_one_other_and_none_that_is_out() -> None:
    out = frozenset(("nelson", "rodney", "prince_of_wales", "scheer", "graf_spee"))
    assert stand_ins(THIRD, out) == {"nelson": "duke_of_york", "rodney": "warspite", "scheer": "lutzow"}
    assert stand_ins(FIFTH, frozenset(("scheer", "graf_spee"))) == {"scheer": ""}, "Lützow is in the set-up"
    assert stand_ins(FIRST, frozenset(("rawalpindi",))) == {"rawalpindi": "jervis_bay"}


@rule("AC-CA-06", "AC-CA-09")
def test_a_missing_ship_leaves_her_place_empty_and_a_task_force_without_ships_is_not_set_up() -> None:
    match = over(operation(BRITISH), sunk="scharnhorst gneisenau")
    assert "G1" not in match.state.forces
    assert lines(match, "is_missing", "not_set_up", "leader_stays_away") == [
        "Scharnhorst is missing, and no ship can take her place.",
        "Gneisenau is missing, and no ship can take her place.",
        "TF G1 has no ships and is not set up.",
        "Lütjens does not take part.",
    ]
    assert crew(match, "B4") == "hx_106 ramillies"
    assert asked(do(match, "ready")) == (GERMAN, "order")


@rule("AC-CA-06")
def test_convoys_and_squadrons_are_always_there_and_give_their_task_force_its_name() -> None:
    match = over(operation(), sunk="scharnhorst gneisenau")
    assert crew(match, "G1") == "narvik_destroyers"
    assert name_in(match.state, "G1") == "Narvik destroyers"
    match = over(GAME.copy(match.state), sunk="narvik_destroyers")
    assert carried(match).sunk == ("scharnhorst", "gneisenau")


@rule("AC-CA-06")
def test_a_group_gets_a_stand_in_like_a_task_force() -> None:
    state = operation(BRITISH, BRITISH, "", sunk=("renown", "ark_royal"))
    assert [(one.id, one.stands_for) for one in state.groups["BA"].ships] == [
        ("dunkerque", "renown"), ("furious", "ark_royal"), ("sheffield", ""),
    ]  # fmt: skip
    assert state.leaders["somerville"] == Leader("dunkerque", 1)


# Leaders


@rule("AC-CA-08")
def test_a_leader_sails_in_the_ship_that_takes_the_place_of_his() -> None:
    match = over(operation(BRITISH, sunk=("nelson",)))
    assert match.state.leaders == {"lutjens": Leader("gneisenau", 1), "tovey": Leader("prince_of_wales", 1)}
    assert lines(match, "stands_in", "leader_sails_in") == [
        "Prince of Wales sails in place of Nelson.",
        "Tovey sails in Prince of Wales.",
    ]


@rule("AC-CA-08")
def test_a_leader_whose_ship_is_missing_sails_in_the_first_ship_of_his_task_force() -> None:
    match = over(operation(BRITISH, sunk=("gneisenau",)))
    assert match.state.leaders["lutjens"] == Leader("scharnhorst", 1)


@rule("AC-CA-08")
def test_a_leader_lost_with_his_ship_is_gone_for_good_and_one_used_up_is_back() -> None:
    state = operation(lost_leaders=("tovey",))
    state.leaders = {}  # all used up
    match = over(state)
    assert match.state.leaders == {"forbes": Leader("rodney", 1)}
    match = over(GAME.copy(match.state))
    assert match.state.leaders == {"lutjens": Leader("gneisenau", 1)}
    assert lines(match, "leader_stays_away") == ["Tovey does not take part."]


@rule("AC-CA-08")
def test_whoever_goes_down_with_his_ship_in_a_campaign_is_noted() -> None:
    match = fight(
        "bismarck", "hood*+1", *[6] * 6, zones="bismarck:near hood:near", leaders={"tovey": "hood"}, scenario=FOURTH,
        campaign=Campaign(over=results("", "", "")),
    )  # fmt: skip
    while match.state.battle and "hood" in match.state.battle.zones:
        match.choose(offered(match)[0])
    assert carried(match).lost_leaders == ("tovey",)
    assert told(match).count("leader_lost") == 1


# The part of a ship


def missing(name: str, *names: str) -> State:
    """A scenario from which ships are missing."""
    state = begun(name, GAME.default_options)
    for one in names:
        take_out(state, one)
        state.leaders = {key: leader for key, leader in state.leaders.items() if leader.at != one}
    return state


def recast(name: str, absent: str, other: str, **changes: Any) -> State:
    """A scenario in which a ship sails in place of another."""
    state = begun(name, GAME.default_options)
    for key, force in state.forces.items():
        ships = tuple(
            replace(one, id=other, type=other, stands_for=absent, **changes) if one.id == absent else one
            for one in force.ships
        )
        state.forces[key] = replace(force, ships=ships)
    state.leaders = {key: replace(one, at=other) if one.at == absent else one for key, one in state.leaders.items()}
    return state


def score(state: State) -> tuple[int, int]:
    points = GAME.metrics(state)
    return int(points["german_points"]), int(points["british_points"])


@rule("AC-CA-07")
def test_points_that_name_a_ship_are_given_for_the_one_in_her_place() -> None:
    state = recast("rheinubung", "bismarck", "tirpitz")
    before = score(state)
    state.fates = [Fate(take_out(state, "tirpitz"), "sunk")]
    assert score(state) == (before[0], before[1] + 5), "as much as for Bismarck"
    state.fates = [replace(state.fates[0], how="completed", port="brest")]
    assert score(state) == (before[0] + 4, before[1])


def goals_of_operation(state: State) -> dict[str, bool | None]:
    """What an operation of a campaign rewards, and whether it is met."""
    state.campaign = Campaign()
    goals = GAME.view(state, GERMAN).goals
    return {goal.name: goal.is_met for goal in goals if not goal.is_score and goal.name != "Won"}


@rule("AC-CA-07")
def test_the_goal_of_a_ship_bears_the_name_of_the_one_in_her_place_and_none_is_left_of_a_missing_one() -> None:
    state = recast("rheinubung", "bismarck", "tirpitz")
    state.fates = [Fate(take_out(state, "tirpitz"), "sunk")]
    assert goals_of_operation(state) == {
        "Convoys home": None, "Tirpitz home in France": False, "Tirpitz sunk": True, "Tirpitz damaged": False,
    }  # fmt: skip
    assert list(goals_of_operation(missing("rheinubung", "bismarck"))) == ["Convoys home"]


@rule("AC-CA-07")
def test_going_home_idle_asks_for_those_who_are_there() -> None:
    def british(state: State, *home: str, sunk: str = "") -> int:
        for name in home:
            state.fates.append(Fate(take_out(state, name), "completed", "wilhelmshaven", True))
        for name in sunk.split():
            state.fates.append(Fate(take_out(state, name), "sunk"))
        return score(state)[1]

    convoy = 3
    assert british(missing("rawalpindi", "gneisenau"), "scharnhorst") == convoy + 1
    assert british(missing("rawalpindi", "gneisenau")) == convoy
    assert british(missing("rawalpindi", "gneisenau", "scharnhorst")) == convoy
    assert british(recast("rawalpindi", "gneisenau", "bismarck"), "scharnhorst", "bismarck") == convoy + 1
    fought = recast("rawalpindi", "rawalpindi", "jervis_bay")
    assert british(fought, "scharnhorst", "gneisenau", sunk="jervis_bay") == convoy
    assert british(missing("rawalpindi", "rawalpindi"), "scharnhorst", "gneisenau") == convoy + 1


@rule("AC-CA-07")
def test_an_end_waits_for_those_who_are_there_and_does_not_come_for_missing_ships() -> None:
    state = missing("rawalpindi", "gneisenau")
    match = do(play(state), ("complete", "G1", "wilhelmshaven"), ("evade", "B1"))
    assert match.result, "Scharnhorst alone is home"
    state = recast("rawalpindi", "gneisenau", "bismarck")
    match = do(play(state), ("complete", "G1", "wilhelmshaven"), ("evade", "B1"))
    assert match.result
    state = missing("rawalpindi", "scharnhorst", "gneisenau")
    state.forces["G1"] = replace(begun("rheinubung", GAME.default_options).forces["G1"], box="wilhelmshaven")
    match = flagplot.new("atlantic-chase", state=state, seed=1)
    match.playout(dict.fromkeys((GERMAN, BRITISH), passing))
    assert match.result
    assert match.state.turns == 10, "it is over at the limit, not at once"


def passing(state: State, seat: str, ask: Any, options: Sequence[Any], about: Any) -> Any:
    """Passes with everybody."""
    passes = [option for option in options if isinstance(option, tuple) and option[0] == "pass"]
    return next(iter([*passes, *(word for word in ("decline", "none", "no") if word in options), options[-1]]))


@rule("AC-CA-07")
def test_goals_ask_for_those_who_are_there() -> None:
    """Regenbogen: Hipper or Lützow sunk is a British victory; Northern Patrol: Deutschland completed a German one."""
    sunk = recast("regenbogen", "hipper", "prinz_eugen")
    sunk.fates = [Fate(take_out(sunk, "prinz_eugen"), "sunk")]
    assert verdict_of(sunk) == ("british_goal", BRITISH)
    hit = missing("regenbogen", "hipper")
    convoy = take_out(hit, "jw_51b")
    hit.fates = [Fate(replace(convoy, hits=3), "completed", "murmansk", True)]
    assert verdict_of(hit) == ("german_goal", GERMAN), "a missing Hipper is not a sunk one"
    home = recast("northern_patrol", "deutschland", "scheer")
    home.fates = [Fate(take_out(home, "scheer"), "completed", "kiel", True)]
    assert verdict_of(home) == ("german_goal", GERMAN)
    hurt = recast("northern_patrol", "deutschland", "scheer", is_damaged=True)
    assert verdict_of(hurt) == ("british_goal", BRITISH)
    gone = missing("northern_patrol", "deutschland")
    assert verdict_of(gone) == ("british_goal", BRITISH), "the last goal always holds"


def verdict_of(state: State) -> tuple[str, str | None]:
    """How a scenario would be decided now: by which event, and for whom."""
    event, winner = verdict(state)
    return event.key, winner


@rule("AC-CA-07")
def test_ports_and_orders_that_name_a_ship_hold_for_the_one_in_her_place() -> None:
    state = recast("jervis_bay", "scheer", "lutzow")
    narvik = replace(state.forces["G1"], line=(), box="narvik")
    state.forces["G1"] = narvik
    assert ("complete", "G1", "narvik") not in offered(play(state))
    state.forces["G1"] = replace(narvik, box="brest")
    assert ("complete", "G1", "brest") in offered(play(state))
    for state, is_forbidden in (
        (recast("rosselsprung", "victorious", "furious"), True),
        (recast("rosselsprung", "victorious", "furious", is_damaged=True), False),
        (missing("rosselsprung", "victorious"), False),
    ):
        assert (("defy",) in offered(play(state))) is is_forbidden


# Nobody to sail against, and the pause


@rule("AC-CA-09")
def test_a_side_without_a_task_force_does_not_sail_and_the_operation_is_scored_as_it_is_set_up() -> None:
    state = operation(BRITISH, "", GERMAN)
    state.forces = {key: force for key, force in state.forces.items() if key.startswith("B")}
    state.leaders.pop("lutjens")
    state.phase = "next_operation"
    match = do(play(state), "ready")
    assert lines(match, "nobody_sails") == ["The German player has no task force: it is scored as it is set up."]
    assert carried(match).over[-1] == counted(FOURTH, BRITISH, 0, 3)
    assert match.state.scenario == FIFTH


@rule("AC-CA-10")
@pytest.mark.parametrize(("missing_player", "asked_player"), [("british_player", GERMAN), ("german_player", BRITISH)])
def test_one_player_alone_is_asked_when_the_next_operation_begins(missing_player: str, asked_player: str) -> None:
    match = over(operation(options={missing_player: False}))
    assert asked(match) == (asked_player, "next_operation")
    assert not match.can_undo
    assert match.hint().option == "ready"


# How it is seen, kept and counted


def test_the_standing_and_what_carries_over_are_seen() -> None:
    state = operation(
        GERMAN, "", points=[(7, 2), (3, 3)], sunk=("nelson", "scharnhorst"), damaged=("hood", "rodney", "norfolk"),
        in_yards=("norfolk",), repaired=("hipper", "kent"), lost_leaders=("forbes",),
    )  # fmt: skip
    view = GAME.view(state, GERMAN)
    carried_sheet, results_sheet = view.sheets
    assert results_sheet.rows == (
        ("Rawalpindi", "7", "2", "German"),
        ("Weserübung", "3", "3", "nobody"),
        ("Berlin", "-", "-", "-"),
        ("Rheinübung", "-", "-", "-"),
        ("Rösselsprung", "-", "-", "-"),
        ("All together", "10", "5", ""),
    )
    assert carried_sheet.rows == (
        ("Scharnhorst", "German", "missing: no ship of her class is left"),
        ("Prince of Wales", "British", "in place of Nelson"),
        ("Belfast", "British", "in place of Norfolk"),
        ("Norfolk", "British", "out: in the yards, damaged"),
        ("Hood", "British", "not needed, damaged"),
        ("Rodney", "British", "damaged"),
        ("Hipper", "German", "whole again"),
        ("Kent", "British", "not needed, whole again"),
        ("Nelson", "British", "sunk, out for good"),
        ("Scharnhorst", "German", "sunk, out for good"),
        ("Forbes", "British", "lost with his ship"),
    )
    goals = [(one.name, one.text, one.value, one.target, one.side) for one in view.goals if one.name == "Won"]
    assert goals == [
        ("Won", "operations; 5 points behind", 0, 3, BRITISH),
        ("Won", "operations; 5 points ahead", 1, 3, GERMAN),
    ]
    assert view.headline == "Berlin, turn 1 of 16: Orders"


def test_the_chart_is_that_of_the_present_operation() -> None:
    match = over(operation())
    owners = {space.id: space.side for space in match.board.spaces}
    assert (match.board_key, owners["brest"]) == (SECOND, BRITISH)
    match = over(GAME.copy(match.state))
    owners = {space.id: space.side for space in match.board.spaces}
    assert (match.board_key, owners["brest"], owners["bergen"]) == (THIRD, GERMAN, GERMAN)
    assert GAME.board("campaign") == GAME.board(FIRST)


def test_turns_and_battles_of_two_operations_have_names_of_their_own() -> None:
    names = {GAME.occasion(operation(*[""] * number)).turn for number in range(5)}
    assert len(names) == 5
    assert GAME.occasion(GAME.setup(FIRST, GAME.default_options)).turn == "0 german"


def test_no_ship_is_in_two_places_in_a_campaign() -> None:
    state = operation(BRITISH, sunk=("nelson",), damaged=("hood",), in_yards=("hood",))
    counted = GAME.inventory(state)
    assert set(counted.values()) == {0, 1}
    state.fates.append(Fate(ship("nelson"), "completed", "kiel"))
    assert GAME.inventory(state)["nelson"] == 2
    del state.forces["G3"]
    assert GAME.inventory(state)["convoys and squadrons astray"] == 1


def test_a_simulation_reports_operations_and_margins() -> None:
    found = GAME.metrics(operation(GERMAN, "", points=[(5, 1), (2, 3)]))
    names = ("operations", "german_operations", "british_operations", "german_margin")
    assert [found[name] for name in names] == [2, 1, 0, 3]
    assert not set(names) & set(GAME.metrics(GAME.setup(FIRST, GAME.default_options)))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"over": results(GERMAN, GERMAN)}, "The operations of the campaign are rawalpindi, weserubung"),
        ({"sunk": ("titanic",)}, "There is no ship 'titanic'"),
        ({"sunk": ("british_convoy",)}, "There is no ship 'british_convoy'"),
        ({"sunk": ("kent", "kent")}, "A ship is there more than once among 'sunk' of the campaign."),
        ({"lost_leaders": ("nelson",)}, "There is no leader 'nelson'"),
        ({"lost_leaders": ("forbes",)}, "A leader who was lost with his ship is not in play."),
        ({"in_yards": ("kent",)}, "only damaged ships are in the yards"),
        ({"sunk": ("kent",), "damaged": ("kent",)}, "none of them is sunk or repaired"),
        ({"sunk": ("rodney",)}, "rodney is out of this operation of the campaign."),
    ],
)
def test_an_impossible_campaign_is_refused_in_one_sentence(changes: dict[str, Any], sentence: str) -> None:
    state = operation(GERMAN)
    assert state.campaign
    state.campaign = replace(state.campaign, **changes)
    assert sentence in " ".join(GAME.defects(state))


def test_between_operations_there_must_be_a_campaign() -> None:
    state = begun(FIRST, GAME.default_options)
    state.phase = "next_operation"
    assert GAME.defects(state) == ["There is no campaign of which this is an operation."]


def test_a_save_with_a_campaign_out_of_bounds_is_refused() -> None:
    match = over(operation())
    plain = msgspec.json.decode(match.save())
    plain["content"]["state"]["campaign"]["sunk"] = ["kent"] * 201
    with pytest.raises(SaveError):
        flagplot.load(msgspec.json.encode(plain))


def test_a_campaign_of_captains_is_kept_and_played_again_to_the_same_bytes() -> None:
    match = flagplot.play("atlantic-chase", dict.fromkeys((GERMAN, BRITISH), "captain"), "campaign", seed=1)
    assert len(match.save()) < 40_000
    assert verified(match)
    seats = [entry.text for entry in match.log() if entry.rule.startswith("AC-CA")]
    assert sum("is over: German" in text for text in seats) == len(carried(match).over)
    assert set(GAME.inventory(match.state).values()) <= {0, 1}


@pytest.mark.parametrize("option", ["german_player", "british_player"])
def test_a_campaign_against_the_imaginary_player_comes_to_its_end(option: str) -> None:
    for seed in range(3):
        match = flagplot.play("atlantic-chase", {}, "campaign", seed=seed, options={option: False})
        assert match.result
        assert match.result.winner in (GERMAN, BRITISH)


@pytest.mark.long
def test_random_campaigns_come_to_their_ends_with_all_ships_in_one_place() -> None:
    for seed in range(40):
        match = flagplot.play("atlantic-chase", {}, "campaign", seed=seed)
        assert match.result
        assert set(GAME.inventory(match.state).values()) <= {0, 1}


@pytest.mark.long
def test_captains_win_campaigns_as_either_side() -> None:
    """Measured on 1,520 campaigns, 727 of them German; 120 are enough to see that neither side has lost its chance."""
    games = 120
    seats = dict.fromkeys((GERMAN, BRITISH), "captain")
    results = [flagplot.play("atlantic-chase", seats, "campaign", seed).result for seed in range(games)]
    german = sum(result.winner == GERMAN for result in results if result)
    assert 0.33 <= german / games <= 0.62

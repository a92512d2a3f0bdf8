"""The captains of Sea Control: they know what their seat knows, answer everything, and play well."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import flagplot
from flagplot import players
from flagplot.engine.match import Match
from flagplot.engine.table import Policy
from flagplot.engine.words import About, Ask
from flagplot.games.sea_control import words
from flagplot.games.sea_control.captain.captain import AlliedCaptain, AxisCaptain, Captain
from flagplot.games.sea_control.captain.odds import bodies, chance_to_hold, patrol, volley, weight
from flagplot.games.sea_control.captain.sight import Sight
from flagplot.games.sea_control.model.known import Known
from flagplot.games.sea_control.state import Battle, State
from flagplot.games.sea_control.tables import ALLIED, AXIS, LAST_TURN
from tests.games.sea_control.builder import place, places, play, position, start

SLUG = "sea-control"
CAPTAINS: dict[str, Callable[[], Captain]] = {AXIS: AxisCaptain, ALLIED: AlliedCaptain}
SWITCHES = {option.name: not option.default for option in flagplot.game(SLUG).options if option.kind is bool}
FIGURES: list[dict[str, Any]] = [
    {"uboat_return_delay": 1, "uboat_returns_a_turn": 7, "convoy_asw_dice": 2, "gibraltar_dice": 0, "vp_cap": 40},
    {"uboat_return_delay": 7, "uboat_returns_a_turn": 0, "gibraltar_dice": 6, "vp_cap": 1},
]
VARIANTS: list[dict[str, Any]] = [
    {},
    *[{name: value} for name, value in SWITCHES.items()],
    *FIGURES,
    SWITCHES,
]
SEATINGS = [{AXIS: "captain", ALLIED: "captain"}, {AXIS: "captain"}, {ALLIED: "captain"}]


def advice(match: Match[State]) -> Any:
    """What the captain would choose, asked once in the middle of the game."""
    return match.hint().option


def led(match: Match[State], phase: str) -> Match[State]:
    """The match after a captain has led it through the rest of a step."""
    policies: dict[str, Captain] = {seat: captain() for seat, captain in CAPTAINS.items()}
    while match.question and match.state.phase == phase:
        match.choose(players.answer(match, policies))
    return match


# They see what their seat sees


def decisions(seed: int, options: dict[str, Any], names: Sequence[str]) -> Iterator[Match[State]]:
    """A game as a match that stops at every decision, played by captains or midshipmen."""
    match: Match[State] = flagplot.new(SLUG, seed=seed, options=options)
    policies = players.seated(match, dict(zip((AXIS, ALLIED), names, strict=True)), str(seed))
    while match.question:
        yield match
        match.choose(players.answer(match, policies))


@pytest.mark.parametrize("names", [("captain", "captain"), ("midshipman", "midshipman")], ids=["captains", "chance"])
@pytest.mark.parametrize("options", [{}, SWITCHES], ids=["standard", "all options"])
def test_what_is_hidden_does_not_change_an_answer(names: Sequence[str], options: dict[str, Any]) -> None:
    which, compared = Random(1), 0
    for match in decisions(7, options, names):
        if which.random() > 0.2:
            continue
        question = match.question
        assert question
        assert isinstance(question.ask, Ask)
        asked = (question.seat, question.ask, question.options, question.about)
        answer = CAPTAINS[question.seat]()(Known(match.state, question.seat), *asked)
        used = CAPTAINS[question.seat]()
        for seed in range(3):
            world = match.fork(question.seat, seed).state
            assert CAPTAINS[question.seat]()(Known(world, question.seat), *asked) == answer
            used(Known(world, question.seat), *asked)
            compared += world != match.state
        assert used(Known(match.state, question.seat), *asked) == answer
    assert compared > 50


def test_a_captain_is_given_no_state() -> None:
    package = Path(flagplot.game(SLUG).package) / "captain"
    sources = {path.name: path.read_text(encoding="utf-8") for path in package.glob("*.py")}
    assert len(sources) > 8
    assert not [name for name, source in sources.items() if re.search(r"\bState\b|\._state\b", source)]


def test_the_strength_of_a_hidden_ship_is_not_told() -> None:
    state = position("axis_movement", at={"scapa_flow": ["hood"], "kiel_narvik": ["lutzow"]}, sp={"hood": 1})
    assert Known(state, AXIS).strength("lutzow") == 3
    with pytest.raises(AssertionError):
        Known(state, AXIS).strength("hood")


def test_blocks_are_counted_and_task_forces_count_once() -> None:
    at = {"north_sea": ["hood", "nelson", "convoy_1", "lutzow", "uboat_1"], "scapa_flow": ["rodney"]}
    state = position("axis_repair", at=at)
    assert [Known(state, AXIS).blocks(space) for space in ("north_sea", "scapa_flow")] == [3, 1]
    assert Known(state, ALLIED).blocks("north_sea") == 2
    match = start("allied_movement", {"scapa_flow": ["hood", "nelson", "rodney"]}, options={"task_force": True})
    for choice in ("hood", "nelson", ("north_sea", "task_force_1")):
        match.choose(choice)
    assert Known(match.state, AXIS).blocks("north_sea") == 1


def test_a_block_that_stayed_at_sea_is_known_as_a_convoy() -> None:
    state = position("axis_movement", at={"north_atlantic": ["convoy_1", "hood"], "norfolk": ["convoy_2"]})
    assert Known(state, AXIS).convoys("north_atlantic") == 1
    state.spent, state.voyages = ["convoy_1"], {"convoy_1": ("norfolk", "north_atlantic")}
    assert Known(state, AXIS).convoys("north_atlantic") == 0  # it has sailed in this turn, a block like any other


def test_the_average_block_is_that_of_the_whole_fleet() -> None:
    state = position("axis_movement", at={"north_sea": ["hood"], "scapa_flow": ["nelson"]}, sp={"hood": 1})
    assert Sight(Known(state, AXIS)).mean_block[:2] == ((bodies("hood", 3) + bodies("nelson", 4)) / 2, 4.5)
    assert Sight(Known(state, ALLIED)).mean_block == (0, 0, 0, 0)


# They answer everything


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: ", ".join(options) or "standard")
def test_every_answer_is_offered_under_every_option(options: dict[str, Any]) -> None:
    for seats in SEATINGS:
        assert flagplot.play(SLUG, seats, seed=11, options=options).result


def test_they_have_advice_in_positions_that_they_would_never_play_into_and_on_every_question() -> None:
    captains = {seat: captain() for seat, captain in CAPTAINS.items()}
    by_chance, heard = Random(1), set()

    def midshipman(known: Known, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        assert captains[seat](known, seat, ask, options, about) in options
        assert CAPTAINS[seat]()(known, seat, ask, options, about) in options
        heard.add(ask.key)
        return by_chance.choice(options)

    for seed in range(12):
        assert flagplot.play(
            SLUG, {AXIS: midshipman, ALLIED: midshipman}, seed=seed, options=VARIANTS[-seed % 2]
        ).result
    assert heard == {ask.key for ask in vars(words).values() if isinstance(ask, Ask)}


def test_a_plan_for_another_position_is_dropped() -> None:
    strong = start("axis_movement", {"kiel_narvik": ["lutzow"], "north_sea": ["hood", "nelson", "rodney"]})
    empty = start("axis_movement", {"kiel_narvik": ["lutzow"], "scapa_flow": ["hood", "nelson", "rodney"]})
    used = {AXIS: AxisCaptain()}
    for match in (strong, empty, strong):
        assert players.answer(match, used) == players.answer(match, {AXIS: AxisCaptain()}) == advice(match)


def test_the_same_orders_follow_after_an_undo() -> None:
    policies = {seat: captain() for seat, captain in CAPTAINS.items()}
    match: Match[State] = flagplot.new(SLUG, seed=3)
    while match.state.phase != "axis_movement":
        match.choose(players.answer(match, policies))
    given = []
    for _ in range(3):
        given.append(players.answer(match, policies))
        match.choose(given[-1])
    match.undo().undo().undo()
    for choice in given:
        assert players.answer(match, policies) == choice
        match.choose(choice)


# What they think of dice


def test_six_dice_at_a_damaged_battleship() -> None:
    sunk, gone, lost = volley(6, 1, 6)
    assert sunk == pytest.approx(1 - (5 / 6) ** 6)
    assert gone == pytest.approx(1 - (4 / 6) ** 6)
    assert lost == pytest.approx(sunk)


def test_dice_at_a_convoy_take_half_a_point_each_until_it_sinks() -> None:
    assert volley(4, 3, 2) == pytest.approx((0, 1 - (5 / 6) ** 2, 1))
    assert volley(4, 3, 3)[0] == pytest.approx(1 / 8)


def test_one_pack_is_left_by_two_dice_in_four_cases_of_nine() -> None:
    assert patrol(1, 2)[0] == pytest.approx(4 / 9)
    assert patrol(3, 2) == pytest.approx((1, 3 - 2 / 3, 1 / 3))


def test_equal_fleets_have_equal_chances_and_twice_the_weight_nearly_always_wins() -> None:
    assert chance_to_hold(100, 100) == 0.5
    assert chance_to_hold(200, 100) > 0.9
    assert (chance_to_hold(1, 0), chance_to_hold(0, 1)) == (1, 0)


def test_damage_makes_a_fleet_lighter_and_carriers_alone_weigh_nothing() -> None:
    sound = {"hood": 3, "nelson": 4, "ark_royal": 3}
    assert weight(sound, sound) > weight(sound, sound | {"hood": 1}) > 0
    assert weight(["ark_royal"], sound) == 0


# How they judge: orders


def test_british_ships_are_based_in_all_three_ports_and_most_at_scapa_flow() -> None:
    match = led(flagplot.new(SLUG, seed=1), "allied_bases")
    ships = {port: len(match.state.at[port]) for port in ("scapa_flow", "gibraltar", "alexandria")}
    assert ships["scapa_flow"] == max(ships.values())
    assert min(ships.values()) >= 3


def test_an_empty_sea_is_taken_and_a_fleet_is_not() -> None:
    match = start("axis_movement", {"kiel_narvik": ["lutzow", "blucher"], "north_sea": ["hood", "nelson", "rodney"]})
    led(match, "axis_movement")
    assert sorted(places(match, "lutzow", "blucher")) == ["baltic_sea", "barents_sea"]


def test_the_fleet_masses_against_a_weak_garrison() -> None:
    fleet = ["bismarck", "tirpitz", "scharnhorst", "gneisenau"]
    at = {
        "kiel_narvik": fleet, "north_sea": ["hood"], "barents_sea": ["nelson", "rodney", "howe", "anson"],
        "baltic_sea": ["marat", "gangut", "duke_of_york"],
    }  # fmt: skip
    match = led(start("axis_movement", at, options={"baltic": True}), "axis_movement")
    assert place(match, "bismarck") == "north_sea"


def test_italians_do_not_pass_gibraltar_for_nothing() -> None:
    at = {
        "taranto": ["littorio", "roma"], "western_med": ["kent"],
        "south_atlantic": ["hood", "nelson", "rodney", "warspite"],
    }  # fmt: skip
    match = led(start("axis_movement", at, control={"western_med": AXIS}), "axis_movement")
    assert "south_atlantic" not in places(match, "littorio", "roma")


def test_a_damaged_ship_stays_in_port_and_sails_when_there_is_no_turn_to_come() -> None:
    at = {"kiel_narvik": ["bismarck", "tirpitz", "scharnhorst"], "north_sea": ["hood"]}
    match = led(start("axis_movement", at, sp={"bismarck": 1}), "axis_movement")
    assert place(match, "bismarck") == "kiel_narvik"
    match = led(start("axis_movement", at, sp={"bismarck": 1}, turn=LAST_TURN), "axis_movement")
    assert place(match, "bismarck") != "kiel_narvik"


def test_nobody_is_left_in_brest_on_turn_7() -> None:
    at = {"brest": ["scharnhorst", "blucher"], "north_atlantic": ["hood"], "south_atlantic": ["nelson", "rodney"]}
    match = led(start("axis_movement", at, turn=7, sp={"scharnhorst": 1}), "axis_movement")
    assert {"brest", "lost"}.isdisjoint(places(match, "scharnhorst", "blucher"))


def test_no_ship_goes_home_to_brest_on_turn_6() -> None:
    at = {"north_atlantic": ["scharnhorst", "blucher"], "scapa_flow": ["hood"]}
    match = led(start("axis_return", at, turn=6, sp={"scharnhorst": 1}), "axis_return")
    assert places(match, "scharnhorst", "blucher") == ["kiel_narvik", "kiel_narvik"]


def test_a_damaged_ship_goes_home_to_a_yard() -> None:
    at = {"north_atlantic": ["hood", "nelson"], "kiel_narvik": ["lutzow"]}
    match = led(start("allied_return", at, turn=2, sp={"hood": 1}), "allied_return")
    assert place(match, "hood") == "scapa_flow"


def test_a_convoy_docks_at_archangel_when_it_can() -> None:
    match = start("allied_movement", {"barents_sea": ["convoy_1"], "scapa_flow": ["hood"], "kiel_narvik": ["lutzow"]})
    assert place(led(match, "allied_movement"), "convoy_1") == "docked"
    assert match.state.points[ALLIED] == 3


def test_a_convoy_goes_on_with_an_escort() -> None:
    at = {
        "north_atlantic": ["convoy_1"], "scapa_flow": ["nelson", "rodney", "howe", "anson", "hood"],
        "kiel_narvik": ["lutzow", "blucher"],
    }  # fmt: skip
    match = led(start("allied_movement", at, turn=5, control={"north_atlantic": ALLIED}), "allied_movement")
    assert place(match, "convoy_1") == "barents_sea"
    assert "barents_sea" in places(match, "nelson", "rodney", "howe", "anson", "hood")


@pytest.mark.parametrize(("turn", "escort"), [(5, ["kent"]), (LAST_TURN, ["nelson", "rodney", "howe", "anson"])])
def test_a_convoy_puts_in_at_scapa_flow_when_it_is_too_dangerous_or_too_late(turn: int, escort: list[str]) -> None:
    at = {
        "north_atlantic": ["convoy_1"], "scapa_flow": escort,
        "kiel_narvik": ["bismarck", "tirpitz", "scharnhorst", "gneisenau"],
    }  # fmt: skip
    match = led(start("allied_movement", at, turn=turn, control={"north_atlantic": ALLIED}), "allied_movement")
    assert (place(match, "convoy_1"), match.state.points[ALLIED]) == ("docked", 1)


def test_packs_spoil_control_where_few_hunt_them() -> None:
    at = {
        "off_board": ["uboat_1", "uboat_2"], "south_atlantic": ["kent"],
        "north_sea": ["hood", "nelson", "rodney", "ark_royal", "wasp", "warspite"],
    }  # fmt: skip
    match = start("submarine_placement", at)
    assert advice(match) == "south_atlantic"


def test_the_luftwaffe_flies_against_a_convoy() -> None:
    at = {"barents_sea": ["convoy_1", "hood"], "eastern_med": ["nelson", "rodney"], "taranto": ["zara"]}
    match = start("air_placement", at).choose("keep")
    assert advice(match) == "barents_sea"


def test_the_flagship_is_repaired_first_and_as_far_as_it_goes() -> None:
    at = {"kiel_narvik": ["lutzow", "bismarck"], "scapa_flow": ["hood"]}
    match = start("axis_repair", at, sp={"lutzow": 1, "bismarck": 1})
    assert advice(match) == ("bismarck", 3)
    assert advice(match.choose(("bismarck", 3))) == ("lutzow", 2)


# How they judge: battles


def fight(phase: str, area: str, units: Sequence[str], rounds: int = 1, **more: Any) -> Match[State]:
    """A match in the middle of a battle."""
    at = {area: list(units), **more.pop("elsewhere", {})}
    return play(position(phase, at=at, battle=Battle(area=area, rounds=rounds), **more))


def test_who_has_no_hope_withdraws_and_who_is_winning_stays() -> None:
    match = fight("surface_combat", "north_sea", ["lutzow", "hood", "nelson", "rodney"])
    assert advice(match) == "stay"
    assert advice(match.choose("stay")) == "withdraw"
    match = fight("surface_combat", "north_sea", ["kent", "bismarck", "tirpitz", "lutzow"])
    assert advice(match) == "withdraw"
    assert advice(match.choose("stay")) == "stay"


def test_on_the_last_turn_everybody_stays() -> None:
    match = fight("surface_combat", "north_sea", ["kent", "bismarck", "tirpitz", "lutzow"], turn=LAST_TURN)
    assert advice(match) == "stay"


def test_guns_are_laid_on_the_ship_that_can_be_sunk() -> None:
    match = fight("surface_combat", "north_sea", ["bismarck", "hood", "rodney"], rounds=0, sp={"hood": 1})
    assert advice(match) == "hood"


def test_the_strongest_ship_is_the_target_if_none_can_be_sunk() -> None:
    match = fight("surface_combat", "north_sea", ["bismarck", "rodney", "kent", "revenge"], rounds=0)
    assert advice(match) == "rodney"


def test_aircraft_and_torpedoes_are_for_convoys() -> None:
    units = ["convoy_1", "hood", "nelson", "lutzow", "uboat_1", "air_axis"]
    match = fight("air_combat", "barents_sea", units)
    assert advice(match) == "convoy_1"
    match = play(position("combat", at={"barents_sea": units}), *[3] * 5)
    assert (match.question and match.question.ask.key, advice(match)) == ("torpedo", "convoy_1")


def test_many_pursue_one_and_one_does_not_pursue_many() -> None:
    withdrawing = Battle(area="north_sea", rounds=1, withdrawing=ALLIED)
    match = play(position("pursuit", at={"north_sea": ["bismarck", "tirpitz", "hood"]}, battle=withdrawing))
    assert advice(match) == "hood"
    at = {"north_sea": ["scharnhorst", "hood", "nelson", "rodney"]}
    assert advice(play(position("pursuit", at=at, battle=withdrawing))) == "let_go"


def test_the_small_battles_are_fought_first() -> None:
    match = start("combat", {"north_sea": ["hood", "lutzow"], "eastern_med": ["kent", "zara"]})
    assert advice(match) == "eastern_med"


# They play well


def wins(seat: str, seats: dict[str, str], seeds: range) -> float:
    """The share of games that a seat wins."""
    results = [flagplot.play(SLUG, seats, seed=seed).result for seed in seeds]
    return sum(result.winner == seat for result in results if result) / len(results)


@pytest.mark.parametrize("seat", [AXIS, ALLIED])
def test_a_captain_beats_a_midshipman(seat: str) -> None:
    assert wins(seat, {seat: "captain"}, range(60)) >= 0.95


def test_between_captains_both_sides_have_their_chances() -> None:
    matches = [flagplot.play(SLUG, SEATINGS[0], seed=seed) for seed in range(80)]
    assert 0.35 < sum(match.result.winner == AXIS for match in matches if match.result) / len(matches) < 0.65


def test_a_turn_between_captains_takes_a_humane_number_of_gestures() -> None:
    """A gesture is an order, whoever goes, or the targets of all who fire: they are sent together."""
    gestures, games = 0, 10
    last: tuple[str, str] = ("", "")

    def counted(captain: Captain) -> Policy:
        def answer(state: Any, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
            nonlocal gestures, last
            is_more_of_an_order = ask in (words.WHO_GOES, words.WHERE_TO)
            is_more_of_a_round = ask in (words.AIR_TARGET, words.SURFACE_TARGET) and last == (seat, ask.key)
            gestures += not is_more_of_an_order and not is_more_of_a_round
            last = (seat, ask.key)
            return captain(state, seat, ask, options, about)

        return answer

    for seed in range(games):
        assert flagplot.play(SLUG, {seat: counted(make()) for seat, make in CAPTAINS.items()}, seed=seed).result
    assert gestures / games / LAST_TURN < 2 * 30


@pytest.mark.long
def test_between_captains_each_side_wins_two_games_in_five() -> None:
    assert 0.4 < wins(AXIS, SEATINGS[0], range(10_000, 12_000)) < 0.6


@pytest.mark.long
@pytest.mark.parametrize("seat", [AXIS, ALLIED])
def test_a_captain_beats_a_midshipman_practically_always(seat: str) -> None:
    assert wins(seat, {seat: "captain"}, range(10_000, 12_000)) >= 0.99

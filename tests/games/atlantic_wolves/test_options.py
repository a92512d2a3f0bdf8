"""Optional rules that change the battle (section 17), each on and off."""

from __future__ import annotations

from typing import Any

import pytest

import flagplot
from flagplot.engine.match import Match
from flagplot.games.atlantic_wolves.state import Boat, State
from tests.games.atlantic_wolves.builder import (
    QUIET,
    UNEVENTFUL,
    at_sea,
    keys,
    play,
    position,
    sums,
    told,
)
from tests.rules import rule

AT_HOME = range(11, 21)
ON_AND_OFF = pytest.mark.parametrize("on", [True, False])


def test_every_option_is_off_by_default_and_names_its_clause() -> None:
    game = flagplot.game("atlantic-wolves")
    assert {option.name: option.default for option in game.options if option.default} == {"starting_boats": 6}
    named = {option.rule for option in game.options}
    assert named == {clause.id for clause in game.rulebook.clauses.values() if clause.kind == "option"}


# Ultra Defense


@rule("AW-OPT-01")
@pytest.mark.parametrize(
    ("before", "on", "rise"), [(0, True, 1), (1, True, 1), (2, True, 0), (7, True, 0), (2, False, 1)]
)
@pytest.mark.parametrize("card", [5, 21])
def test_from_the_third_on_ultra_has_no_effect(before: int, on: bool, rise: int, card: int) -> None:
    state = position(phase="ata", ultras=before, doenitz="hq", options={"ultra_defense": on})
    match = play(state, card, 9)
    assert match.state.ata == rise
    assert [entry.rule for entry in told(match, "ultra_stale")] == ["AW-OPT-01"] * (1 - rise)


@rule("AW-OPT-01")
def test_ultra_defense_does_not_touch_other_technology() -> None:
    state = position(phase="ata", ultras=5, options={"ultra_defense": True})
    assert play(state, 15, 9).state.ata == 1


@rule("AW-AMB-24")
@pytest.mark.parametrize(
    ("card", "doenitz", "counted"), [(5, "hq", 1), (21, "hq", 1), (21, "pens", 1), (6, "hq", 0), (3, "hq", 0)]
)
def test_every_ultra_drawn_counts_also_one_that_doenitz_stopped(card: int, doenitz: str, counted: int) -> None:
    state = position(phase="ata", doenitz=doenitz, ultras=1, options={"ultra_defense": True})
    assert play(state, card, 9).state.ultras == 1 + counted


# Rudeltaktik

PACK = {"aggressive": [1], "normal": [2], "shadow": [3]}


@rule("AW-OPT-02")
@pytest.mark.parametrize("kept", [2, 5])
def test_a_pack_may_throw_one_attack_again_and_keep_either_throw(kept: int) -> None:
    state = position({"iceland": PACK}, packs=["iceland"], options={"rudeltaktik": True})
    match = play(state, 5, 2, 1).choose(2)
    assert match.decision.options == ("let_it_stand", "rudeltaktik")
    match.choose("rudeltaktik")
    assert (match.decision.key, match.decision.options) == ("keep_roll", (2, 5))
    match.choose(kept)
    assert match.state.tons == {2: 7_500, 5: 45_000}[kept]
    assert match.state.areas["iceland"].scatter == (kept == 2)
    match.choose(3)
    assert match.decision.key == "next_attack"


@rule("AW-OPT-02")
def test_a_pack_may_save_its_special_throw_for_a_later_boat() -> None:
    state = position({"iceland": PACK}, packs=["iceland"], options={"rudeltaktik": True})
    match = play(state, 5, 1).choose(2).choose("let_it_stand").choose(3)
    assert match.decision.options == ("let_it_stand", "rudeltaktik")


@rule("AW-OPT-02")
@pytest.mark.parametrize(
    ("squares", "on", "pack"),
    [
        (("aggressive", "normal", "shadow"), True, True),
        (("aggressive", "normal", "normal"), True, False),
        (("aggressive", "normal", "shadow"), False, False),
    ],
)
def test_a_pack_is_made_by_placing_boats_in_all_three_squares(squares: tuple[str, ...], on: bool, pack: bool) -> None:
    state = position(phase="allotment_and_placement", pens=[1, 2, 3], ata=6, options={"rudeltaktik": on})
    match = play(state, 9, 15, 1, 1, 1, 1, 1, 1, 1)
    for square in squares:
        match.choose(("african_coast", square))
    match.choose((0, 0))
    match.choose(1)
    assert (match.decision.key == "reroll") == pack


@rule("AW-OPT-02")
def test_a_pack_keeps_its_special_throw_when_asw_empties_a_square() -> None:
    squares = {"aggressive": [1, 2], "normal": [3], "shadow": [4]}
    options = {"rudeltaktik": True}
    state = position(
        {"iceland": squares}, pens=AT_HOME, ata=2, escorts={"iceland": 2}, packs=["iceland"], options=options
    )
    match = play(state, 5, 2, 6, 2, 1).choose(1)
    assert at_sea(match, "iceland") == {"normal": [3], "shadow": [4]}
    match.choose(4)
    assert match.decision.options == ("let_it_stand", "rudeltaktik")


@rule("AW-OPT-02")
def test_a_special_throw_that_was_not_used_is_gone_when_the_turn_ends() -> None:
    state = position(phase="clean_up", packs=["iceland"], options={"rudeltaktik": True})
    assert not play(state).state.areas["iceland"].pack


@rule("AW-OPT-02")
def test_without_a_pack_rudeltaktik_is_refused() -> None:
    state = position({"iceland": {"normal": [1, 2]}}, hand=["b_dienst"], options={"rudeltaktik": True})
    refusal = play(state, 1).choose(1).why_not("rudeltaktik")
    assert refusal.reason == "Rudeltaktik needs boats placed in all three squares of Iceland, once a month."
    assert refusal.rule == "AW-OPT-02"


# German Mines


@rule("AW-OPT-03")
@pytest.mark.parametrize(
    ("dice", "tons", "ships"), [((1, 1), 2_000, 1), ((3, 4), 7_000, 1), ((4, 4), 8_000, 2), ((6, 6), 12_000, 2)]
)
def test_mines_sink_two_dice_of_thousands_of_tons(dice: tuple[int, int], tons: int, ships: int) -> None:
    state = position(
        pens=[1], flying={"iceland": 1}, tons=325_000, ships=50, uboat_tons=325_000, sunk_in={"iceland": 100_000},
        options={"mines": True},
    )  # fmt: skip
    match = play(state, 6, *dice, *QUIET).choose("condor")
    assert (match.state.tons, match.state.ships) == (325_000 + tons, 50 + ships)
    (event,) = told(match, "mines_sink")
    assert (event.about["tons"], event.about["ships"], event.rule) == (tons, ships, "AW-OPT-03")
    assert match.state.uboat_tons == 325_000
    assert all(area.tons in (0, 100_000) for area in match.state.areas.values())


@rule("AW-OPT-03", "AW-TAL-01")
def test_tons_of_mines_are_in_the_tally() -> None:
    state = position(pens=[1], flying={"iceland": 1}, options={"mines": True})
    match = play(state, 6, 3, 4, 3, 26, *UNEVENTFUL).choose("condor")
    assert (match.state.tally[0].tons, match.state.tally[0].ships) == (37_000, 6)


@rule("AW-OPT-03")
@pytest.mark.parametrize("resolution", ["by_area", "by_side"])
@ON_AND_OFF
def test_mines_are_thrown_once_a_turn_after_all_attacks(resolution: str, on: bool) -> None:
    boats = {"iceland": {"normal": [1]}, "mid_atlantic": {"normal": [2]}}
    match = play(position(boats, options={"mines": on}), 1, 1, *[2, 2] * on, *QUIET).choose(resolution)
    while match.decision.key in ("next_area", "next_attack"):
        match.pick(0)
    assert keys(match, "uboat_attack", "mines_roll") == ["uboat_attack", "uboat_attack"] + ["mines_roll"] * on
    assert match.state.tons == 4_000 * on


# Variable strength


@rule("AW-OPT-04")
@pytest.mark.parametrize(("die", "lost"), [(1, 3), (2, 4), (3, 5), (4, 5), (5, 6), (6, 7)])
def test_a_sunk_counter_is_three_to_seven_boats(die: int, lost: int) -> None:
    boats = {"iceland": {"normal": [1], "shadow": [2]}}
    options = {"variable_strength": True}
    state = position(boats, pens=AT_HOME, ata=2, escorts={"iceland": 1}, options=options)
    match = play(state, 6, 4, die)
    assert (match.state.boats_lost, match.state.sunk, match.decision.key) == (lost, 1, "next_attack")


@rule("AW-OPT-04")
def test_each_sunk_counter_has_its_own_die() -> None:
    boats = {"iceland": {"normal": [1, 2], "shadow": [3]}}
    options = {"variable_strength": True}
    state = position(boats, pens=AT_HOME, ata=2, escorts={"iceland": 2}, options=options)
    match = play(state, 6, 4, 3, 6, 4, 5).choose(1)
    assert (match.state.boats_lost, match.state.sunk) == (11, 2)


# Set maximums


@rule("AW-OPT-05")
@pytest.mark.parametrize(
    ("area", "limit"),
    [
        ("african_coast", 105_000), ("bay_of_biscay", 120_000), ("mid_atlantic", 120_000),
        ("eastern_seaboard", 150_000), ("iceland", 150_000), ("newfoundland", 200_000), ("north_atlantic", 200_000),
    ],
)  # fmt: skip
@ON_AND_OFF
def test_set_maximums_do_not_depend_on_escorts_and_air(area: str, limit: int, on: bool) -> None:
    state = position(
        {area: {"aggressive": [1, 2]}}, escorts={area: 3}, air={area: 2}, sunk_in={area: 90_000},
        options={"set_maximums": on},
    )  # fmt: skip
    match = play(state, 6).choose(1)
    table = 150_000 if area in ("newfoundland", "north_atlantic") else 90_000
    assert match.state.tons == min(table, (limit if on else 150_000) - 90_000)


@rule("AW-OPT-05")
def test_with_set_maximums_the_convoy_bonus_still_comes_on_top() -> None:
    state = position(
        {"north_atlantic": {"aggressive": [1, 2]}}, convoys=1, sunk_in={"north_atlantic": 200_000},
        options={"set_maximums": True},
    )  # fmt: skip
    assert play(state, 5).choose(1).state.tons == 50_000


# Condor losses


def air_hunts(*dice: int, on: bool = True, **figures: Any) -> Match[State]:
    """One Air factor hunts a boat beside a Condor, in order C."""
    figures = {"air": {"iceland": 1}, "flying": {"iceland": 1}} | figures
    boats = {"iceland": {"normal": [1], "shadow": [2]}}
    return play(position(boats, pens=AT_HOME, ata=6, options={"condor_losses": on}, **figures), *dice)


@rule("AW-OPT-06", "AW-PLC-02")
@pytest.mark.parametrize(("die", "condors"), [(1, 1), (5, 1), (6, 0)])
def test_a_condor_may_be_shot_down_when_aircraft_sink_a_boat(die: int, condors: int) -> None:
    match = air_hunts(6, 3, die)
    assert match.state.sunk == 1
    assert match.state.areas["iceland"].condors == condors
    assert match.state.condor_reserve == 2 - condors
    assert ("condor" in match.decision.options) == bool(condors)
    assert len(told(match, "condor_lost")) == 1 - condors


@rule("AW-OPT-06")
def test_no_condor_is_in_danger_without_the_option() -> None:
    match = air_hunts(6, 3, on=False)
    assert (match.state.sunk, told(match, "condor_roll")) == (1, [])


@rule("AW-OPT-06")
@pytest.mark.parametrize(
    "figures",
    [
        {"air": {}, "escorts": {"iceland": 1}},
        {"flying": {"bay_of_biscay": 1}},
    ],
    ids=["escorts", "elsewhere"],
)
def test_a_condor_is_in_danger_only_from_air_and_only_where_it_flies(figures: dict[str, Any]) -> None:
    match = air_hunts(6, 3, **figures)
    if match.decision.key == "resolve_by":
        match.choose("by_area").choose("iceland")
    assert (match.state.sunk, told(match, "condor_roll")) == (1, [])


@rule("AW-OPT-06")
def test_two_boats_sunk_by_air_endanger_a_condor_twice() -> None:
    match = air_hunts(6, 6, 5, 6, *QUIET).choose(1)
    assert (match.state.sunk, [entry.faces for entry in told(match, "condor_roll")]) == (2, [(5,), (6,)])


# Green crews


@rule("AW-OPT-07")
@pytest.mark.parametrize(
    ("doenitz", "on", "total"), [("pens", True, 4), ("hq", True, 3), ("pens", False, 5), ("hq", False, 5)]
)
def test_a_green_crew_attacks_worse_and_worst_with_doenitz_in_hq(doenitz: str, on: bool, total: int) -> None:
    state = position(
        {"iceland": {"normal": [1, 2]}}, built={1: 2}, maiden={1: 3}, turn=3, doenitz=doenitz,
        options={"green_crews": on},
    )  # fmt: skip
    match = play(state, 5, 5, *QUIET).choose(1).choose(2)
    assert sums(match, "uboat_attack") == [total, 5]


@rule("AW-OPT-07")
def test_after_its_first_turn_in_action_a_boat_is_like_the_others() -> None:
    boats = {"iceland": {"normal": [1, 2]}}
    state = position(boats, built={1: 2}, maiden={1: 3}, turn=4, options={"green_crews": True})
    assert sums(play(state, 4).choose(1), "uboat_attack") == [4]


@rule("AW-OPT-07")
@pytest.mark.parametrize(("phase", "card"), [("uboat_production", 11), ("event", 6)])
def test_boats_that_were_produced_are_green_and_those_that_an_event_brought_are_not(phase: str, card: int) -> None:
    match = play(position(phase=phase, pens=[1], ata=6, turn=3, options={"green_crews": True}), card, *UNEVENTFUL, 4)
    if phase == "uboat_production":
        match.choose(0).choose("pens")
    match.choose("pens").choose(("iceland", "normal"))
    produced, gained = Boat(2, built=3, maiden=match.state.turn), Boat(2)
    assert match.state.areas["iceland"].boats["normal"] == [produced if phase == "uboat_production" else gained]


@rule("AW-AMB-36")
def test_a_boat_held_back_in_the_pens_remains_green() -> None:
    state = position(phase="allotment_and_placement", pens=[1, 2], built={1: 2, 2: 2}, turn=3, ata=6,
                     options={"green_crews": True})  # fmt: skip
    match = play(state).choose("pens").choose(("african_coast", "normal"))
    assert match.state.pens == [Boat(1, built=2, maiden=0)]
    assert match.state.areas["african_coast"].boats["normal"] == [Boat(2, built=2, maiden=3)]


@rule("AW-AMB-36")
def test_a_boat_that_sailed_but_never_attacked_has_seen_action() -> None:
    state = position(
        {"iceland": {"aggressive": [1, 2]}}, built={1: 2}, maiden={1: 3}, turn=3, ata=6, escorts={"iceland": 1},
        options={"green_crews": True},
    )  # fmt: skip
    match = play(state, 6, 3, 26, *UNEVENTFUL, 4, 9, 15, 5, 30, 10).choose(1).choose("done")
    match.choose("pens").choose(("african_coast", "normal")).choose("pens").choose((0, 0)).choose(1)
    assert sums(match, "uboat_attack") == [5]

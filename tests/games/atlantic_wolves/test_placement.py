"""Allotment and placement (section 8)."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.atlantic_wolves.state import State
from flagplot.games.atlantic_wolves.tables import AREAS, SQUARES
from tests.games.atlantic_wolves.builder import (
    QUIET,
    UNEVENTFUL,
    at_sea,
    in_pens,
    keys,
    play,
    position,
    sums,
    told,
)
from tests.rules import rule


def placing(*dice: int, **figures: Any) -> Match[State]:
    """The placement of the German counters, who come first of all in order C."""
    return play(position(phase="allotment_and_placement", ata=6, **figures), *dice)


# Allied allotment


@rule("AW-ALL-01")
@pytest.mark.parametrize(
    ("ata", "seen", "unseen"),
    [
        (0, ["escort_card", "air_card"], []),
        (1, ["escort_card", "air_card"], []),
        (2, ["escort_card"], ["air_card"]),
        (5, ["escort_card"], ["air_card"]),
        (6, [], ["escort_card", "air_card"]),
        (13, [], ["escort_card", "air_card"]),
    ],
)
def test_the_ata_decides_how_much_you_see_before_you_place(ata: int, seen: list[str], unseen: list[str]) -> None:
    match = play(position(phase="allotment_and_placement", pens=[1], ata=ata), 34, 39, *QUIET)
    assert match.decision.key == "place_boat"
    assert keys(match, "escort_card", "air_card") == seen
    match.choose("pens").choose((0, 0))
    order = [*seen, "condors_fly", *unseen]
    assert keys(match, "escort_card", "air_card", "condors_fly") == order


@rule("AW-ALL-02")
def test_one_card_gives_the_escorts_of_all_areas_and_another_the_air() -> None:
    match = play(position(phase="allotment_and_placement"), 34, 39)
    state = match.state
    assert {name: area.escorts for name, area in state.areas.items()} == {
        "african_coast": 0, "bay_of_biscay": 2, "eastern_seaboard": 0, "iceland": 1, "mid_atlantic": 0,
        "newfoundland": 3, "north_atlantic": 3,
    }  # fmt: skip
    assert {name: area.air for name, area in state.areas.items()} == {
        "african_coast": 0, "bay_of_biscay": 2, "eastern_seaboard": 1, "iceland": 5, "mid_atlantic": 0,
        "newfoundland": 4, "north_atlantic": 8,
    }  # fmt: skip
    assert state.discards == [34, 39]
    assert [entry.text for entry in told(match, "allotted")] == [
        "Escorts: Bay of Biscay 2, Iceland 1, Newfoundland 3, North Atlantic 3.",
        "Air Patrols: Bay of Biscay 2, Eastern Seaboard 1, Iceland 5, Newfoundland 4, North Atlantic 8.",
    ]


# U-boats


@rule("AW-PLC-01")
def test_a_uboat_may_go_to_any_square_of_any_area_or_stay_in_the_pens() -> None:
    options = placing(pens=[1]).decision.options
    assert len(options) == 7 * 3 + 1
    assert set(options) == {(area, square) for area in AREAS for square in SQUARES} | {"pens"}


@rule("AW-PLC-01")
def test_a_uboat_cannot_go_where_there_is_no_square() -> None:
    refusal = placing(pens=[1]).why_not(("iceland", "hq"))
    assert "seven areas" in refusal.reason
    assert refusal.rule == "AW-PLC-01"


@rule("AW-PLC-01")
def test_boats_may_be_massed_spread_or_kept_back_and_each_stands_in_one_place() -> None:
    match = placing()
    berths = [("iceland", "aggressive")] * 3 + [("african_coast", "shadow"), "pens", ("iceland", "normal")]
    for number, berth in enumerate(berths, 1):
        assert (match.decision.about["boat"], match.decision.left) == (number, 7 - number)
        assert in_pens(match) == ([5, 6] if number == 6 else list(range(number, 7)))
        match.choose(berth)
    assert at_sea(match, "iceland") == {"aggressive": [1, 2, 3], "normal": [6]}
    assert at_sea(match, "african_coast") == {"shadow": [4]}
    assert in_pens(match) == [5]
    assert match.decision.key == "place_condors"


@rule("AW-PLC-01", "AW-CLN-01")
def test_last_months_area_does_not_bind_a_boat() -> None:
    match = play(position({"iceland": {"shadow": [1]}}, phase="clean_up", ata=6), 4)
    match.choose("hq").choose(("african_coast", "aggressive"))
    assert at_sea(match, "african_coast") == {"aggressive": [1]}
    assert at_sea(match, "iceland") == {}


@rule("AW-AMB-33")
def test_boats_are_placed_one_at_a_time_then_the_condors_and_last_the_raider() -> None:
    match = placing(pens=[1, 2], raeder=True)
    asked = []
    for answer in ("pens", "pens", (1, 1), "stay"):
        asked.append(match.decision.key)
        if answer != "stay":
            match.choose(answer)
    assert asked == ["place_boat", "place_boat", "place_condors", "break_out"]


# Condors


@rule("AW-PLC-02", "AW-PLC-01")
def test_one_condor_may_fly_to_iceland_and_one_to_the_bay_of_biscay() -> None:
    match = placing(34, 39, pens=[1]).choose("pens")
    assert set(match.decision.options) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    match.choose((1, 1))
    assert {name: area.condors for name, area in match.state.areas.items() if area.condors} == {
        "bay_of_biscay": 1,
        "iceland": 1,
    }
    assert match.state.condors == {"iceland": 0, "bay_of_biscay": 0}


@rule("AW-PLC-01")
def test_a_condor_may_be_kept_in_its_box() -> None:
    match = placing(34, 39, pens=[1]).choose("pens").choose((0, 1))
    assert match.state.condors == {"iceland": 1, "bay_of_biscay": 0}
    assert match.state.areas["iceland"].condors == 0


@rule("AW-PLC-02")
def test_a_third_condor_reaches_iceland_alone() -> None:
    match = placing(34, 39, pens=[1], boxes={"iceland": 2}).choose("pens")
    assert set(match.decision.options) == {(n, s) for n in range(3) for s in range(2)}
    refusal = match.why_not((1, 2))
    assert refusal.reason == "At base: 2 Condors for Iceland and 1 Condor for the Bay of Biscay."
    assert refusal.rule == "AW-PLC-02"


@rule("AW-PLC-02")
def test_condors_stand_in_the_shadow_square_of_their_area() -> None:
    view = play(position({"iceland": {"normal": [1]}}, flying={"iceland": 1, "bay_of_biscay": 1})).view("german")
    spaces = {piece.space for piece in view.pieces if piece.kind == "condor"}
    assert spaces == {"iceland/shadow", "bay_of_biscay/shadow"}


@rule("AW-PLC-02")
@pytest.mark.parametrize(("die", "tons"), [(1, 0), (3, 0), (4, 7_500), (5, 15_000), (6, 30_000)])
def test_a_condor_attacks_at_minus_two(die: int, tons: int) -> None:
    match = play(position(flying={"iceland": 1}), die, *QUIET).choose("condor")
    assert match.state.tons == tons
    assert sums(match, "condor_attack") == [die - 2]


@rule("AW-PLC-02", "AW-ATK-01")
def test_two_condors_over_iceland_attack_once_each() -> None:
    match = play(position(flying={"iceland": 2}), 4, 5, *QUIET)
    assert match.decision.options == ("condor", "second_condor", "done")
    match.choose("second_condor").choose("condor")
    assert match.state.tons == 7_500 + 15_000


@rule("AW-OPT-06", "AW-CRD-09", "AW-EVT-05")
def test_a_condor_gained_after_another_was_lost_can_be_placed() -> None:
    options = {"condor_losses": True}
    boxes = {"iceland": 2, "bay_of_biscay": 0}
    match = play(position(phase="event", ata=6, pens=[1], boxes=boxes, options=options), 25)
    match.choose("pens")
    assert match.decision.options == ((3, 0), (2, 0), (1, 0), (0, 0))


@rule("AW-PLC-02")
def test_three_condors_over_iceland_attack_once_each() -> None:
    match = play(position(flying={"iceland": 3}, boxes={"bay_of_biscay": 0}), 4, 5, 6, *QUIET)
    match.choose("condor").choose("second_condor").choose("third_condor")
    assert match.state.tons == 7_500 + 15_000 + 30_000


# The Raider


@rule("AW-PLC-03")
@pytest.mark.parametrize(
    ("die", "raider", "event"),
    [
        (1, "iceland", "raider_out"),
        (2, "iceland", "raider_out"),
        (3, "iceland", "raider_out"),
        (4, "harbour", "raider_stays"),
        (5, "harbour", "raider_stays"),
        (6, "sunk", "raider_lost"),
    ],
)
def test_the_raider_breaks_out_stays_or_is_sunk(die: int, raider: str, event: str) -> None:
    match = play(position(phase="allotment_and_placement", pens=[1], raeder=True), 34, 39, die, *QUIET)
    match.choose("pens").choose((0, 0)).choose("attempt")
    assert match.state.raider == raider
    assert match.state.raeder == (raider != "sunk")
    assert len(told(match, event)) == 1


@rule("AW-PLC-03")
@pytest.mark.parametrize(
    ("raeder", "raider", "asked"), [(True, "harbour", True), (False, "harbour", False), (False, "sunk", False)]
)
def test_a_break_out_needs_raeder_at_hq(raeder: bool, raider: str, asked: bool) -> None:
    match = placing(34, 39, *QUIET, pens=[1], raeder=raeder, raider=raider)
    match.choose("pens").choose((0, 0))
    assert (match.decision.key == "break_out") == asked


@rule("AW-PLC-03")
def test_a_break_out_need_not_be_tried() -> None:
    match = placing(34, 39, *QUIET, pens=[1], raeder=True)
    match.choose("pens").choose((0, 0)).choose("stay")
    assert (match.state.raider, told(match, "breakout_roll")) == ("harbour", [])


@rule("AW-PLC-04")
def test_the_raider_at_sea_is_sent_to_any_area_and_needs_no_break_out() -> None:
    match = placing(34, 39, pens=[1], raeder=True, raider="at_sea").choose("pens").choose((0, 0))
    assert (match.decision.key, match.decision.options) == ("place_raider", (*AREAS, "at_sea"))


@rule("AW-PLC-04")
def test_the_raider_at_sea_need_not_be_placed() -> None:
    match = placing(34, 39, *QUIET, pens=[1], raeder=True, raider="at_sea").choose("pens").choose((0, 0))
    assert match.describe("at_sea").label == "keep out of all areas this month"
    match.choose("at_sea")
    assert told(match, "place_raider")[0].text == "The Raider hunts in no area."
    assert (match.state.raider, told(match, "raider_hunt"), told(match, "raider_attack")) == ("at_sea", [], [])


@rule("AW-PLC-04")
def test_the_raider_takes_the_normal_square() -> None:
    match = play(position({"newfoundland": {"shadow": [1]}}, raeder=True, raider="newfoundland"))
    (piece,) = [piece for piece in match.view("german").pieces if piece.kind == "raider"]
    assert piece.space == "newfoundland/normal"


@rule("AW-PLC-04", "AW-PLC-06")
def test_a_raider_that_survives_iceland_may_be_sent_elsewhere_next_month() -> None:
    dice = (2, 34, 39, 5, 6, 6, 6, 6, 6, 6)
    match = placing(*dice, 3, 26, *UNEVENTFUL, 4, pens=[1], raeder=True)
    match.choose("pens").choose((0, 0)).choose("attempt")
    assert (match.state.raider, match.decision.key) == ("iceland", "next_attack")
    match.choose("raider").choose("hq")
    assert match.state.raider == "at_sea"
    match.choose("pens").choose((0, 0))
    assert match.decision.key == "place_raider"


@rule("AW-PLC-05", "AW-AMB-18")
def test_with_the_raider_raeder_leaves_at_once_and_doenitz_has_his_extra_boat_again() -> None:
    match = placing(6, 34, 39, *QUIET, pens=[1], raeder=True, doenitz="hq")
    match.choose("pens").choose((0, 0)).choose("attempt")
    assert (match.state.raider, match.state.raeder) == ("sunk", False)
    assert told(match, "raider_lost")[0].rule == "AW-PLC-05"
    assert match.decision.about["built"] == 3


@rule("AW-PLC-06")
def test_a_raider_that_stayed_in_port_may_try_again_next_month() -> None:
    match = placing(4, 34, 39, 3, 26, *UNEVENTFUL, 4, pens=[1], raeder=True)
    match.choose("pens").choose((0, 0)).choose("attempt").choose("hq").choose("pens").choose((0, 0))
    assert (match.state.turn, match.decision.key) == (2, "break_out")

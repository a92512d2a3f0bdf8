"""The order of attacks and ASW, by area or by side (section 9)."""

from __future__ import annotations

import pytest

from flagplot.engine import Occasion
from flagplot.engine.match import Match
from flagplot.games.atlantic_wolves.state import State
from tests.games.atlantic_wolves.builder import QUIET, at_sea, in_pens, keys, play, position, told
from tests.rules import rule

BATTLE = ("uboat_attack", "escort_asw", "air_asw")
TWO_AREAS = {"iceland": {"normal": [1]}, "mid_atlantic": {"normal": [2]}}


def battle(match: Match[State]) -> list[tuple[str, str]]:
    """The attacks and hunts of the log, each with its area."""
    return [(entry.key, entry.about["area"]) for entry in match.log() if entry.key in BATTLE]


def two_areas(ata: int) -> Match[State]:
    """A boat, an Escort and an Air factor in each of two areas; every die is a 1."""
    factors = {"iceland": 1, "mid_atlantic": 1}
    return play(position(TWO_AREAS, ata=ata, escorts=factors, air=factors), 1, 1, 1, 1, 1, 1, *QUIET)


@rule("AW-ORD-01")
@pytest.mark.parametrize(
    ("ata", "order"),
    [
        (0, ["uboat_attack", "escort_asw", "air_asw"]),
        (1, ["uboat_attack", "escort_asw", "air_asw"]),
        (2, ["escort_asw", "uboat_attack", "air_asw"]),
        (5, ["escort_asw", "uboat_attack", "air_asw"]),
        (6, ["escort_asw", "air_asw", "uboat_attack"]),
        (13, ["escort_asw", "air_asw", "uboat_attack"]),
    ],
)
def test_the_ata_decides_who_strikes_first(ata: int, order: list[str]) -> None:
    state = position({"iceland": {"normal": [1]}}, ata=ata, escorts={"iceland": 1}, air={"iceland": 1})
    match = play(state, 1, 1, 1, *QUIET).choose(1)
    assert keys(match, *BATTLE) == order


@rule("AW-ORD-02")
def test_by_area_an_area_is_finished_before_the_next() -> None:
    match = two_areas(ata=0).choose("by_area").choose("mid_atlantic").choose(2).choose(1)
    assert battle(match) == [(key, area) for area in ("mid_atlantic", "iceland") for key in BATTLE]


@rule("AW-ORD-02")
@pytest.mark.parametrize(
    ("ata", "order"),
    [
        (0, ["uboat_attack", "escort_asw", "air_asw"]),
        (2, ["escort_asw", "uboat_attack", "air_asw"]),
        (6, ["escort_asw", "air_asw", "uboat_attack"]),
    ],
)
def test_by_side_all_areas_take_a_step_before_the_next_step(ata: int, order: list[str]) -> None:
    match = two_areas(ata).choose("by_side")
    areas: dict[str, list[str]] = {step: [] for step in order}
    while match.decision.key in ("next_area", "next_attack"):
        match.pick(0)
    for key, area in battle(match):
        areas[key].append(area)
    assert [key for key, _ in battle(match)] == [key for key in order for _ in range(2)]
    assert all(visited == ["iceland", "mid_atlantic"] for visited in areas.values())


@rule("AW-ORD-02")
def test_by_side_each_step_has_its_own_sequence_of_areas() -> None:
    match = two_areas(ata=0).choose("by_side").choose("mid_atlantic").choose(2).choose(1)
    assert (match.decision.key, match.decision.options) == ("next_area", ("iceland", "mid_atlantic"))
    match.choose("iceland").choose("mid_atlantic")
    assert battle(match) == [
        ("uboat_attack", "mid_atlantic"), ("uboat_attack", "iceland"),
        ("escort_asw", "iceland"), ("escort_asw", "mid_atlantic"),
        ("air_asw", "mid_atlantic"), ("air_asw", "iceland"),
    ]  # fmt: skip


@rule("AW-ORD-02")
def test_a_battle_is_all_that_is_resolved_in_an_area_in_a_month() -> None:
    match = two_areas(ata=0)
    month = match.occasion.turn
    assert match.occasion.battle == ""
    match.choose("by_area").choose("mid_atlantic")
    assert match.occasion == Occasion(month, f"{month} mid_atlantic")
    match = two_areas(ata=0).choose("by_side").choose("mid_atlantic")
    assert match.occasion == Occasion(month, f"{month} mid_atlantic")
    match.choose(2)
    assert match.occasion == Occasion(month, f"{month} iceland")
    assert match.choose(1).occasion == Occasion(month, "")


@rule("AW-ORD-02", "AW-ASW-01")
def test_by_side_a_step_passes_by_the_areas_where_it_has_nothing_to_do() -> None:
    boats = {**TWO_AREAS, "african_coast": {"normal": [3]}}
    escorts = {"iceland": 1, "mid_atlantic": 1, "newfoundland": 1}
    air = {"african_coast": 1, "iceland": 1, "north_atlantic": 1}
    match = play(position(boats, ata=2, escorts=escorts, air=air), *[1] * 7, *QUIET).choose("by_side")
    assert match.decision.options == ("iceland", "mid_atlantic")
    match.choose("iceland")
    assert match.decision.options == ("african_coast", "iceland", "mid_atlantic")
    match.choose("african_coast").choose(3).choose("iceland").choose(1).choose(2)
    assert match.decision.options == ("african_coast", "iceland")


@rule("AW-ORD-02")
def test_each_turn_you_choose_anew_whether_to_resolve_by_area_or_by_side() -> None:
    state = position(phase="clean_up", pens=[1, 2], ata=6)
    match = play(state, 4, 9, 15, 1, 1, *QUIET).choose("hq")
    match.choose(("african_coast", "normal")).choose(("mid_atlantic", "normal")).choose((0, 0))
    assert (match.decision.key, match.decision.options) == ("resolve_by", ("by_area", "by_side"))
    match.choose("by_area").choose("african_coast")
    assert (match.decision.key, match.decision.options) == ("next_attack", (1, "done"))


@rule("AW-ORD-02")
def test_an_area_cannot_be_resolved_twice_nor_one_without_your_counters() -> None:
    boats = {**TWO_AREAS, "african_coast": {"shadow": [3]}}
    match = play(position(boats, escorts={"newfoundland": 3}), 1).choose("by_area").choose("iceland").choose(1)
    assert match.decision.options == ("african_coast", "mid_atlantic")
    refusal = match.why_not("iceland")
    assert (refusal.reason, refusal.rule) == ("Iceland does not wait to be resolved now.", "AW-ORD-02")
    assert match.why_not("newfoundland").reason == "Newfoundland does not wait to be resolved now."


@rule("AW-ORD-03", "AW-ASW-04")
def test_a_boat_driven_home_before_its_attack_cannot_attack() -> None:
    state = position({"iceland": {"aggressive": [1, 2]}}, ata=2, escorts={"iceland": 1})
    match = play(state, 6).choose(1)
    assert match.decision.options == (2, "done")
    refusal = match.why_not(1)
    assert (refusal.reason, refusal.rule) == ("U-boat 1 is not in Iceland.", "AW-ATK-01")
    assert in_pens(match) == [1]


@rule("AW-ORD-03")
@pytest.mark.parametrize(("ata", "dice"), [(2, (6, 4)), (6, (6, 3))])
def test_a_boat_sunk_before_its_attack_cannot_attack(ata: int, dice: tuple[int, int]) -> None:
    state = position({"iceland": {"normal": [1, 2]}}, pens=range(3, 7), ata=ata, escorts={"iceland": 1})
    match = play(state, *dice).choose(1)
    assert match.decision.options == (2, "done")


@rule("AW-ORD-03", "AW-ORD-01")
def test_in_order_a_even_a_doomed_boat_attacks_first() -> None:
    state = position({"iceland": {"normal": [1]}}, pens=range(3, 7), escorts={"iceland": 1})
    match = play(state, 4, 6, 4, *QUIET).choose(1)
    assert (match.state.tons, match.state.sunk) == (30_000, 1)


# The Raider is hunted


@rule("AW-ARC-01")
@pytest.mark.parametrize(
    ("escorts", "air", "dice"), [(0, 0, 1), (1, 0, 1), (0, 1, 1), (2, 3, 5)], ids=["none", "escort", "air", "both"]
)
def test_the_raider_is_hunted_with_a_die_for_each_factor_and_at_least_one(escorts: int, air: int, dice: int) -> None:
    state = position(pens=[1], raeder=True, raider="iceland", escorts={"iceland": escorts}, air={"iceland": air})
    match = play(state, 6, *[2] * dice, *QUIET).choose("raider")
    assert len(told(match, "raider_hunt")) == dice
    assert (match.state.raider, match.state.raeder) == ("iceland", True)


@rule("AW-ARC-01", "AW-PLC-05")
@pytest.mark.parametrize("dice", [(1,), (6, 1), (2, 2, 1)])
def test_a_single_1_sinks_the_raider_for_good(dice: tuple[int, ...]) -> None:
    state = position(pens=[1], raeder=True, raider="iceland", air={"iceland": 3})
    match = play(state, 6, *dice, *QUIET).choose("raider")
    assert (match.state.raider, match.state.raeder) == ("sunk", False)
    assert match.state.tons == 60_000


@rule("AW-ARC-01")
def test_the_hunt_for_the_raider_takes_nothing_from_the_asw() -> None:
    state = position({"iceland": {"normal": [1]}}, raeder=True, raider="iceland", air={"iceland": 2})
    match = play(state, *[3] * 6, *QUIET).choose(1).choose("raider")
    assert keys(match, "air_asw", "raider_hunt") == ["air_asw", "air_asw", "raider_hunt", "raider_hunt"]


@rule("AW-ARC-01")
def test_the_raider_is_hunted_in_the_turn_of_its_break_out_too() -> None:
    state = position(phase="allotment_and_placement", pens=[1], raeder=True)
    match = play(state, 14, 39, 3, 5, 2, 2, 2, 2, 1, *QUIET)
    match.choose("pens").choose((0, 0)).choose("attempt").choose("raider")
    assert len(told(match, "raider_hunt")) == 5
    assert match.state.raider == "sunk"


@rule("AW-ARC-01")
def test_the_raider_is_not_hunted_while_it_is_in_port() -> None:
    state = position({"iceland": {"normal": [1]}}, raeder=True, air={"iceland": 1})
    match = play(state, 1, 1, *QUIET).choose(1)
    assert told(match, "raider_hunt") == []


@rule("AW-ARC-03")
@pytest.mark.parametrize("ata", [0, 2])
def test_in_orders_a_and_b_the_raider_attacks_before_it_is_hunted(ata: int) -> None:
    state = position(pens=[1], ata=ata, raeder=True, raider="mid_atlantic")
    match = play(state, 5, 1, *QUIET).choose("raider")
    assert keys(match, "raider_attack", "raider_hunt") == ["raider_attack", "raider_hunt"]
    assert match.state.tons == 45_000


@rule("AW-ARC-03", "AW-AMB-34")
def test_in_order_c_a_raider_that_is_sunk_never_attacks() -> None:
    state = position({"mid_atlantic": {"normal": [1]}}, ata=6, raeder=True, raider="mid_atlantic")
    match = play(state, 1)
    assert match.decision.options == (1, "done")
    refusal = match.why_not("raider")
    assert refusal.reason == "The Raider is not waiting to attack in Mid-Atlantic."
    assert refusal.rule == "AW-PLC-04"
    assert play(state, 2).decision.options == (1, "raider", "done")


@rule("AW-AMB-34")
@pytest.mark.parametrize("resolution", ["by_area", "by_side"])
def test_the_raider_is_hunted_as_soon_as_air_has_finished_in_its_own_area(resolution: str) -> None:
    factors = {"iceland": 1, "mid_atlantic": 1}
    state = position(TWO_AREAS, air=factors, raeder=True, raider="iceland")
    match = play(state, *[3] * 6, *QUIET).choose(resolution)
    while match.decision.key in ("next_area", "next_attack"):
        match.pick(0)
    hunts = [(entry.key, entry.about["area"]) for entry in match.log() if entry.key in ("air_asw", "raider_hunt")]
    assert hunts == [("air_asw", "iceland"), ("raider_hunt", "iceland"), ("air_asw", "mid_atlantic")]


@rule("AW-AMB-25")
def test_convoys_throw_no_die_against_the_raider() -> None:
    state = position(pens=[1], raeder=True, raider="north_atlantic", convoys=3)
    match = play(state, 4, 6, *QUIET).choose("raider")
    assert len(told(match, "raider_hunt")) == 1


@rule("AW-ARC-02", "AW-PLC-02")
def test_the_allies_have_no_attack_on_condors() -> None:
    state = position(pens=[1], flying={"iceland": 1}, escorts={"iceland": 4}, air={"iceland": 8})
    match = play(state, 6, *QUIET).choose("condor")
    assert keys(match, "escort_asw", "air_asw", "condor_roll") == []
    assert match.state.areas["iceland"].condors == 1


@rule("AW-ARC-02")
def test_a_condor_is_safe_when_aircraft_sink_the_boat_beside_it() -> None:
    state = position({"iceland": {"normal": [1]}}, pens=range(2, 6), ata=6, flying={"iceland": 1}, air={"iceland": 1})
    match = play(state, 6, 4)
    assert (at_sea(match, "iceland"), match.state.areas["iceland"].condors) == ({}, 1)
    assert match.decision.options == ("condor", "done")

"""Odds, counted exactly: of a shot before it is fired, and of a round as far as its targets are named."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

import pytest

from tests.games.sea_control.builder import answers, asked, battle, start, walk
from tests.games.sea_control.test_withdrawal import flight
from tests.rules import rule


def shares(dice: int, hit: int, sp: int) -> dict[tuple[int, bool], Fraction]:
    """(SP left, disabled) of a ship at which so many dice are thrown, each of them a hit, a 1 or neither."""
    hits_on, misses = 7 - hit, hit - 2
    found: dict[tuple[int, bool], Fraction] = {}
    for hits in range(dice + 1):
        for ones in range(dice - hits + 1):
            ways = comb(dice, hits) * comb(dice - hits, ones) * hits_on**hits * misses ** (dice - hits - ones)
            left = max(0, sp - hits)
            key = (left, ones > 0 and left > 0)
            found[key] = found.get(key, Fraction(0)) + Fraction(ways, 6**dice)
    assert sum(found.values()) == 1
    return found


def read(odds: Mapping[str, Fraction], name: str, sp: int) -> dict[tuple[int, bool], Fraction]:
    """The odds of one ship, by its SP left and whether it is disabled."""
    found: dict[tuple[int, bool], Fraction] = {}
    for outcome, share in odds.items():
        parts = outcome.split("; ")
        left = sp
        for hits in range(1, sp + 20):
            if f"{name}: {hits} hit{'s' * (hits > 1)}" in parts:
                left = max(0, sp - hits)
        if f"{name} sunk" in parts:
            left = 0
        key = (left, f"{name} disabled" in parts)
        found[key] = found.get(key, Fraction(0)) + share
    return found


@rule("SC-SUB-05", "SC-UNI-05", "SC-COM-03")
def test_the_odds_of_two_torpedo_dice_at_a_battleship() -> None:
    match = battle("north_sea", ["uboat_1", "hood", "nelson"], 3, 3, turn=1)
    odds = match.odds("hood")
    assert odds.exact
    assert odds == {
        "no effect": Fraction(16, 36),
        "Hood disabled": Fraction(9, 36),
        "Hood: 1 hit": Fraction(8, 36),
        "Hood disabled; Hood: 1 hit": Fraction(2, 36),
        "Hood: 2 hits": Fraction(1, 36),
    }


@rule("SC-SUB-05", "SC-UNI-05")
@pytest.mark.parametrize(
    ("ship", "hit", "miss"),
    [("hood", Fraction(1, 6), Fraction(4, 6)), ("kent", Fraction(2, 6), Fraction(3, 6)),
     ("ark_royal", Fraction(3, 6), Fraction(2, 6)), ("convoy_1", Fraction(3, 6), Fraction(2, 6))],
)  # fmt: skip
def test_one_die_hits_by_the_number_of_its_target_and_disables_in_one_case_of_six(
    ship: str, hit: Fraction, miss: Fraction
) -> None:
    units = ["uboat_1", "hood", "kent", "ark_royal", "convoy_1"]
    match = battle("north_sea", units, *[3] * 9, turn=5)
    name = {"hood": "Hood", "kent": "Kent", "ark_royal": "Ark Royal", "convoy_1": "Convoy 1"}[ship]
    assert match.odds(ship) == {f"{name}: 1 hit": hit, "no effect": miss, f"{name} disabled": Fraction(1, 6)}


@rule("SC-SUR-02", "SC-COM-03", "SC-AMB-31")
def test_the_odds_of_a_surface_target_are_those_of_all_who_aim_at_it() -> None:
    units = ["bismarck", "tirpitz", "lutzow", "hood", "nelson"]
    match = battle("north_sea", units, turn=4)
    assert match.outlook() == {}
    assert read(match.odds("hood"), "Hood", 3) == shares(6, 6, 3)
    match.choose("hood")
    outlook = match.outlook()
    assert set(outlook) == {"Hood"}
    assert read(outlook["Hood"], "Hood", 3) == shares(6, 6, 3)
    assert read(match.odds("nelson"), "Nelson", 4) == shares(6, 6, 4)
    assert read(match.odds("hood"), "Hood", 3) == shares(12, 6, 3)
    match.choose("nelson")
    outlook = match.outlook()
    assert (set(outlook), read(outlook["Nelson"], "Nelson", 4)) == ({"Hood", "Nelson"}, shares(6, 6, 4))
    assert read(match.odds("nelson"), "Nelson", 4) == shares(7, 6, 4)


@rule("SC-SUR-02", "SC-AMB-43")
def test_the_odds_of_an_even_spread_are_those_of_all_its_shots() -> None:
    match = battle("north_sea", ["lutzow", "blucher", "hood", "kent"])
    odds = match.odds_all(answers(match, "spread"))
    assert read(odds, "Hood", 3) == shares(1, 6, 3)
    assert read(odds, "Kent", 2) == shares(1, 5, 2)
    assert sum(odds.values()) == 1


@rule("SC-AMB-43", "SC-SUR-02")
def test_the_odds_of_the_same_again_are_those_of_the_round_before() -> None:
    match = battle("north_sea", ["lutzow", "blucher", "hood", "kent"], *[2] * 7)
    walk(match, "hood", "lutzow", "stay", "stay")
    assert asked(match) == ("axis", "surface_target")
    odds = match.odds_all(answers(match, "same_again"))
    assert (read(odds, "Hood", 3), read(odds, "Kent", 2)) == (shares(1, 6, 3), shares(1, 5, 2))


@rule("SC-SUR-02", "SC-UNI-03")
def test_the_odds_know_the_strength_that_is_left() -> None:
    match = battle("north_sea", ["lutzow", "blucher", "hood", "kent"], sp={"hood": 1, "kent": 1})
    assert match.odds("hood") == {
        "no effect": Fraction(4, 6),
        "Hood disabled": Fraction(1, 6),
        "Hood sunk": Fraction(1, 6),
    }


@rule("SC-AIR-02")
def test_the_odds_of_an_air_strike() -> None:
    units = ["ark_royal", "eagle", "bismarck", "lutzow"]
    match = battle("north_sea", units)
    assert read(match.odds("lutzow"), "Lutzow", 3) == shares(3, 5, 3)
    match.choose("lutzow")
    assert read(match.odds("lutzow"), "Lutzow", 3) == shares(4, 5, 3)
    assert read(match.odds("bismarck"), "Bismarck", 4) == shares(1, 6, 4)
    assert read(match.outlook()["Lutzow"], "Lutzow", 3) == shares(3, 5, 3)
    match = battle("north_sea", ["ark_royal", "courageous", *units[1:]]).choose("lutzow")
    assert read(match.odds_all(answers(match, "same_target")), "Lutzow", 3) == shares(6, 5, 3)


@rule("SC-AMB-05")
def test_fire_at_land_air_has_no_effect() -> None:
    units = ["ark_royal", "zara", "air_axis"]
    match = battle("western_med", units, options={"land_air_targetable": True})
    assert match.odds("air_axis") == {"no effect": Fraction(1)}


@rule("SC-WDR-01", "SC-WDR-06")
def test_the_odds_of_a_pursuit() -> None:
    match = flight("allied", "north_sea", ["bismarck", "tirpitz", "hood"], turn=4)
    assert read(match.odds("hood"), "Hood", 3) == shares(6, 6, 3)
    assert match.odds("let_go") == {"no effect": Fraction(1)}
    match.choose("hood")
    assert read(match.odds("hood"), "Hood", 3) == shares(12, 6, 3)
    assert match.odds("let_go") == {"no effect": Fraction(1)}


@rule("SC-WDR-04")
def test_the_odds_of_return_fire() -> None:
    match = flight("allied", "north_sea", ["bismarck", "tirpitz", "hood"], *[2] * 12, turn=4)
    walk(match, "hood", "hood")
    assert read(match.odds("tirpitz"), "Tirpitz", 4) == shares(4, 6, 4)


@rule("SC-GIB-01")
def test_the_odds_of_a_passage_under_the_guns() -> None:
    at = {"taranto": ["zara"]}
    match = start("axis_movement", at, control={"western_med": "axis"})
    assert match.odds("zara") == {"no effect": Fraction(1)}
    match.choose("zara")
    assert read(match.odds("south_atlantic"), "Zara", 2) == shares(3, 5, 2)
    assert match.odds("western_med") == {"no effect": Fraction(1)}


@rule("SC-OPT-01", "SC-OPT-03")
def test_the_odds_of_a_passage_in_a_task_force() -> None:
    options = {"baltic": True, "task_force": True}
    match = start("allied_movement", {"scapa_flow": ["hood", "kent"]}, control={"north_sea": "allied"}, options=options)
    match.choose("hood")
    assert match.odds(("baltic_sea", "task_force_1")) == match.odds("baltic_sea")
    assert read(match.odds("baltic_sea"), "Hood", 3) == shares(3, 6, 3)
    assert match.odds(("north_sea", "task_force_1")) == {"no effect": Fraction(1)}


@rule("SC-GIB-01")
def test_the_odds_of_a_passage_are_those_of_all_who_go() -> None:
    at = {"taranto": ["zara", "littorio", "pola"]}
    match = walk(start("axis_movement", at, control={"western_med": "axis"}), "zara", "littorio")
    odds = match.odds("south_atlantic")
    assert read(odds, "Zara", 2) == shares(3, 5, 2)
    assert read(odds, "Littorio", 4) == shares(3, 6, 4)
    assert "Pola" not in str(odds)
    assert match.odds("pola") == {"no effect": Fraction(1)}

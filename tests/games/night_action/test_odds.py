"""Odds of fire (NA-GUN-03, NA-GUN-04): exact, by volleys, and told before the order is given."""

from __future__ import annotations

from fractions import Fraction

import pytest

from flagplot.engine.start import new_match
from flagplot.games.night_action import GAME
from tests.games.night_action.builder import ALLIED, AXIS, position, unit
from tests.rules import rule


@rule("NA-GUN-03", "NA-GUN-04", "NA-GUN-05")
def test_the_odds_of_a_battery_are_exact() -> None:
    state = position(
        unit(ALLIED, "vw", x=50, y=60), unit(AXIS, "type23", x=90, y=60), phase="fire", args=("a1", "", False)
    )
    for ship in state.ships.values():
        ship.fired_in = 2
    match = new_match(GAME, None, 1, {}, None, state)
    odds = match.odds(("main", "x1"))  # three mounts of one die each, 7 or better
    assert odds.exact
    assert sum(odds.values()) == 1
    assert odds["no hit"] == Fraction(6, 10) ** 3
    one = sum((share for outcome, share in odds.items() if outcome.startswith("1 hit")), Fraction(0))
    assert one == 3 * Fraction(4, 10) * Fraction(6, 10) ** 2


@rule("NA-GUN-01", "NA-GUN-04")
def test_the_odds_tell_the_chance_to_sink() -> None:
    state = position(
        unit(ALLIED, "trawler", x=50, y=60), unit(AXIS, "s38", x=60, y=60), phase="fire", args=("a1", "", False)
    )
    state.ships["x1"].hull = 1
    state.ships["a1"].silent = [9, 9, 0, 9]  # one 20 mm to starboard: two dice at -1, and 4 or more costs a box
    match = new_match(GAME, None, 1, {}, None, state)
    odds = match.odds(("all", "x1"))
    sunk = sum((share for outcome, share in odds.items() if "sunk" in outcome), Fraction(0))
    assert sunk == 1 - (1 - Fraction(3, 10) * Fraction(1, 2)) ** 2


@rule("NA-GUN-03", "NA-GUN-04")
def test_the_odds_tell_the_boxes_lost_on_average_and_the_option_its_modifiers() -> None:
    state = position(
        unit(ALLIED, "trawler", x=50, y=60), unit(AXIS, "s38", x=60, y=60), phase="fire", args=("a1", "", False)
    )
    state.ships["a1"].silent = [9, 9, 0, 9]  # one 20 mm to starboard: two dice at -1, and 4 or more costs a box
    match = new_match(GAME, None, 1, {}, None, state)
    odds = match.odds(("all", "x1"))
    assert odds.mean
    mean, unit_of_mean = odds.mean
    assert unit_of_mean == "boxes"
    assert mean == pytest.approx(2 * 0.3 * 1)  # a hit costs a d6 less 3, so that hits of one outcome differ
    assert odds.tone("1 hit") == pytest.approx(1)
    assert odds.tone("no hit") == 0
    looks = match.describe(("all", "x1"))
    assert sum(one.value for one in looks.modifiers) == -1
    assert {one.label for one in looks.modifiers} >= {"Class 1 target", "target unlit"}

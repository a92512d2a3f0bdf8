"""What is foreseen of a way agrees with its odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import flagplot
from flagplot.engine.match import Match
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.forecasts import chance_of_carrier
from flagplot.games.graf_spee.model.royal_navy import cup_of
from tests.rules import rule

AMBUSH = "chance that the Allies meet you and fire first"
ENGINES = "chance of damage to the engines"


def sailing(seed: int) -> Match[Any]:
    """Where the ship sails for the first time."""
    match = flagplot.new("graf-spee", seed=seed)
    while match.decision and match.decision.key != say.SAIL.key:
        match.choose(match.hint().option)
    return match


def share(odds: Any, words: str) -> Fraction:
    return sum((chance for label, chance in odds.items() if words in label), Fraction(0))


@rule("GS-MOV-01")
@pytest.mark.parametrize("seed", [3, 5])
def test_oil_incidents_and_dangers_of_each_goal_are_those_of_its_odds(seed: int) -> None:
    match = sailing(seed)
    assert match.decision
    met = set()
    for option, figures in zip(match.decision.options, match.forecasts, strict=True):
        found = {figure.name: figure.value for figure in figures}
        odds = match.odds(option)
        met |= set(found)
        oil = int(found.get("burnt", 0))
        assert share(odds, f"oil -{oil}" if oil else "oil -") == (1 if oil else 0)
        if ENGINES in found:
            assert found[ENGINES] == pytest.approx(float(share(odds, "engines -")))
        if AMBUSH in found:
            assert found[AMBUSH] == pytest.approx(float(share(odds, "Allied First Salvo")))
        elif "drawn there" in found:
            assert share(odds, f"{int(found['drawn there'])} incident") == 1
    assert {"burnt", "drawn there", AMBUSH, ENGINES} <= met


def test_a_carrier_face_down_counts_by_the_chance_that_she_is_there() -> None:
    state = sailing(3).state
    space, count = next(iter(state.face_down.items()))
    hands = list(combinations(cup_of(state, space), count))
    with_carrier = [hand for hand in hands if not t.CARRIERS.isdisjoint(hand)]
    assert chance_of_carrier(state, space) == pytest.approx(len(with_carrier) / len(hands))

"""What is foreseen of a U-boat's month: the figures agree with months that are played by the rules."""

from __future__ import annotations

from statistics import fmean, stdev
from typing import Any

import pytest
from msgspec.structs import replace

import flagplot
from flagplot.engine.match import Match
from flagplot.engine.view import Figure
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.forecasts import berths_ahead
from flagplot.games.atlantic_wolves.rules.attacks import DONE
from tests.rules import rule

SLUG = "atlantic-wolves"
MONTHS = 500
SIGMAS = 4  # of the mean of so many months: a fair test fails once in 16,000 runs


def at_sailing(ata: int, *berths: tuple[str, str]) -> Match[Any]:
    """A fleet that asks where its next boat sails; those before it have sailed to these berths."""
    state = flagplot.new(SLUG, seed=5).state
    state.ata, state.condor_reserve = ata, state.condor_reserve + sum(state.condors.values())
    state.condors = dict.fromkeys(state.condors, 0)
    match = flagplot.new(SLUG, state=state, seed=5)
    while match.decision and match.decision.key != say.PLACE_BOAT.key:
        match.pick(0)
    for berth in berths:
        match.choose(berth)
    return match


def foreseen(match: Match[Any], berth: tuple[str, str]) -> tuple[Figure, Figure]:
    assert match.decision
    tons, lost = dict(zip(match.decision.options, match.forecasts, strict=True))[berth]
    return tons, lost


def a_month(match: Match[Any], berth: tuple[str, str] | str, seed: int) -> tuple[int, int]:
    """Tons and counters lost in a month whose other boats stay in the Pens."""
    world = match.fork(t.GERMAN, seed)
    world.choose(berth)
    turn = world.state.turn
    while (decision := world.decision) and world.state.turn == turn and not world.state.tally:
        if decision.key == say.PLACE_BOAT.key:
            world.choose(t.PENS)
        elif decision.key == say.NEXT_ATTACK.key:
            world.choose(next(option for option in decision.options if option != DONE))
        elif decision.key == say.PLACE_CONDORS.key:
            world.choose((0, 0))
        else:
            world.pick(0)
    month = world.state.tally[0]
    return month.tons, month.lost // t.BOATS_PER_COUNTER


def agrees(found: list[float], expected: float) -> bool:
    return bool(abs(fmean(found) - expected) <= SIGMAS * stdev(found) / len(found) ** 0.5 + expected / 500)


@rule("AW-PLC-01")
@pytest.mark.parametrize(
    ("ata", "berth"),
    [(0, (t.ICELAND, t.AGGRESSIVE)), (3, (t.NEWFOUNDLAND, t.SHADOW)), (6, (t.ICELAND, t.NORMAL))],
)
def test_a_boat_alone_sinks_and_is_lost_as_often_as_foreseen(ata: int, berth: tuple[str, str]) -> None:
    match = at_sailing(ata)
    tons, lost = foreseen(match, berth)
    months = [a_month(match, berth, seed) for seed in range(MONTHS)]
    assert agrees([float(sunk) for sunk, _ in months], tons.value)
    assert agrees([float(gone) for _, gone in months], lost.value)


def test_a_second_boat_is_told_what_it_adds() -> None:
    alone = at_sailing(0)
    joined = at_sailing(0, (t.AFRICAN_COAST, t.AGGRESSIVE))
    shadow = (t.AFRICAN_COAST, t.SHADOW)
    assert foreseen(joined, shadow)[0].value > foreseen(alone, shadow)[0].value, "the first may scatter the shipping"


def test_an_ace_sinks_more_and_is_lost_less_often() -> None:
    match = at_sailing(0)
    berth = (t.ICELAND, t.AGGRESSIVE)
    tons, lost = foreseen(match, berth)
    ace = replace(match.state.pens[0], ace=True)
    [(more, less)] = berths_ahead(match.state, {"what": ace}, [berth])
    assert more.value > tons.value
    assert less.value == pytest.approx(lost.value * t.ACE_SAVE.rows.count(t.SUNK) / len(t.ACE_SAVE.rows))


def test_nothing_is_foreseen_of_a_boat_that_stays() -> None:
    match = at_sailing(0)
    assert match.decision
    assert dict(zip(match.decision.options, match.forecasts, strict=True))[t.PENS] == ()


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        (Figure("sunk", 52_500, "t"), "52,500 t"),
        (Figure("lost", 0.142, "%", is_danger=True), "14 %"),
        (Figure("lost", 0.004, "%", is_danger=True), "under 1 %"),
        (Figure("lost", 0.998, "%", is_danger=True), "over 99 %"),
        (Figure("points", 2.46), "2.5"),
        (Figure("days", 3, "days"), "3 days"),
    ],
)
def test_figures_are_written_in_one_way(figure: Figure, words: str) -> None:
    assert figure.short == words

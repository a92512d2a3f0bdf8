"""What ships picked for a voyage are told of each area."""

from __future__ import annotations

from typing import Any

import flagplot
from flagplot.engine.match import Match
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from tests.rules import rule

LOSS = "chance to lose the fight for it, as the captain reckons"


def axis_sailing(ships: int) -> Match[Any]:
    """So many ships of the Axis from Kiel, which must be told where to."""
    match = flagplot.new("sea-control", seed=3)
    while match.decision and (match.decision.seat, match.decision.key) != (t.AXIS, say.SAIL.key):
        match.choose(match.hint().option)
    match.pick(0)
    while match.question and match.question.ask in (say.WHO_GOES, say.WHERE_TO) and ships:
        match.choose(next(option for option in match.question.options if option in t.UNITS))
        ships -= 1
    return match


def told(match: Match[Any]) -> dict[Any, dict[str, float]]:
    assert match.question
    found = zip(match.question.options, match.forecasts, strict=True)
    return {option: {figure.name: figure.value for figure in figures} for option, figures in found}


@rule("SC-MOV-02")
def test_areas_tell_their_points_and_the_enemies_in_sight() -> None:
    match = axis_sailing(1)
    figures = told(match)
    north_sea = figures[t.NORTH_SEA]
    blocks = [piece for piece in match.view(t.AXIS).pieces if piece.space == t.NORTH_SEA and piece.side == t.ALLIED]
    assert north_sea["if you control it"] == t.MAP.area[t.NORTH_SEA].vp[t.AXIS]
    assert north_sea["in sight there"] == sum(piece.count for piece in blocks)
    assert all(not found for option, found in figures.items() if option in t.UNITS)


def test_more_ships_are_less_likely_to_lose() -> None:
    few, many = told(axis_sailing(1))[t.NORTH_SEA][LOSS], told(axis_sailing(5))[t.NORTH_SEA][LOSS]
    assert 0 < many < few <= 1


def test_what_is_foreseen_is_the_same_in_every_world_that_the_seat_can_imagine() -> None:
    match = axis_sailing(3)
    assert all(told(match.fork(t.AXIS, seed)) == told(match) for seed in range(5))

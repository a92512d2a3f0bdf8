"""Looking ahead where real dice are thrown and typed in: it works at every decision and after every die."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import flagplot
from tests.contract.playing import SLUGS, some_options

every_game = pytest.mark.parametrize("slug", SLUGS)


def look_ahead(slug: str, seed: int, most: int | None = None) -> None:
    """Play a random game with typed-in dice; at every decision each seat looks ahead, and a captain gives a hint."""
    options = some_options(slug, seed)
    match: flagplot.Match[Any] = flagplot.new(slug, seed=seed, options=options, dice=flagplot.dice.asked())
    rng = Random(seed)
    while (question := match.question) and len(match.record.choices) != most:
        for seat in match.seats:
            fork = match.fork(seat, seed)
            assert question.seat != seat or fork.question == question
        if question.seat in match.game.captains:
            assert match.hint().option in question.options
        match.choose(rng.choice(question.options))


@every_game
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3))])
def test_every_seat_can_look_ahead_from_every_decision_between_real_dice(slug: str, seed: int) -> None:
    look_ahead(slug, seed, most=400)


@pytest.mark.long
@every_game
def test_every_seat_can_look_ahead_all_through_twenty_games_with_real_dice(slug: str) -> None:
    for seed in range(4, 24):
        look_ahead(slug, seed)

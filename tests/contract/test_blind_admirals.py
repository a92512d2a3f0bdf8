"""Admirals cannot see either: they answer alike in twin worlds, and whatever the dice of the match will show."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest

import flagplot
from flagplot.engine import Match
from flagplot.games import slugs
from flagplot.players.admiral import Admiral, Thought
from flagplot.players.search import Budget, Search
from tests.contract.test_secrecy import every_game_with_secrets
from tests.contract.twins import HIDDEN, played, twin_of

FEW = Budget(6)
LEAST = 3  # comparisons
MOST_GAMES = 6  # that are played for them where little is hidden for long


def thought(match: Match[Any]) -> Thought:
    return Admiral(FEW, "seed").think(match)


@pytest.mark.long
@every_game_with_secrets
def test_an_admiral_answers_alike_in_twin_worlds(slug: str) -> None:
    rng, compared = Random(5), 0
    for seed in range(5, 5 + MOST_GAMES):
        for story in played(slug, "captain", seed):
            match = story.match
            if compared == LEAST or len(match.record.choices) % min(HIDDEN[slug].stride, 29):
                continue
            assert match.decision
            twin = twin_of(story, match.decision.seat, rng)
            if twin and isinstance(Admiral(FEW, "seed").begin(match), Search):
                compared += 1
                assert thought(match) == thought(twin), match.decision
    assert compared == LEAST


@pytest.mark.parametrize("slug", slugs())
def test_an_admiral_answers_alike_whatever_the_dice_will_show(slug: str) -> None:
    """Of many matches two look the same up to a decision that he thinks about, and will throw other dice."""
    start = flagplot.new(slug, seed=1).start
    begun = (flagplot.new(slug, seed=seed, state=start) for seed in range(60))
    first, second = next(filter(None, itertools.starmap(alike_up_to_a_search, itertools.pairwise(begun))))
    assert first.record.seed != second.record.seed
    assert thought(first) == thought(second)


def alike_up_to_a_search(first: Match[Any], second: Match[Any]) -> tuple[Match[Any], Match[Any]] | None:
    """Two matches at a decision that an admiral thinks about, if they look the same to its seat until then."""
    while first.decision and first.decision == second.decision:
        seat = first.decision.seat
        if first.view(seat) != second.view(seat):
            return None
        advice = Admiral(FEW, "seed").begin(first)
        if isinstance(advice, Search):
            return first, second
        for match in (first, second):
            match.choose(advice.option)
    return None

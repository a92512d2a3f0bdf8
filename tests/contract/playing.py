"""Ways to walk through a match, for the tests that every game must pass."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

import flagplot

SLUGS = [game.slug for game in flagplot.games()]


def plain(value: Any) -> bytes:
    """A value as bytes, to compare."""
    return msgspec.json.encode(value)


def walk(slug: str, seed: int, **settings: Any) -> Iterator[tuple[flagplot.Match[Any], Any]]:
    """A random game: the match at each decision, with the option that is chosen next."""
    match = flagplot.new(slug, seed=seed, **settings)
    rng = Random(seed)
    while decision := match.decision:
        option = rng.choice(decision.options)
        yield match, option
        match.choose(option)


def at_decision(slug: str, seed: int, number: int) -> flagplot.Match[Any]:
    """A random game at its decision of that number, or at its last one."""
    match = flagplot.new(slug, seed=seed)
    for walked, _ in walk(slug, seed):
        if len(walked.record.choices) >= number:
            return walked
        match = walked
    return match.undo() if match.can_undo else at_decision(slug, seed, number // 2)

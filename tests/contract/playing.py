"""Ways to walk through a match, for the tests that every game must pass."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

import flagplot
from flagplot.engine.errors import BadOption

SLUGS = [game.slug for game in flagplot.games()]


def plain(value: Any) -> bytes:
    """A value as bytes, to compare."""
    return msgspec.json.encode(value)


def some_options(slug: str, seed: int) -> dict[str, bool]:
    """Optional rules for a seed: none for an even one, else a random half of those that can be switched."""
    game = flagplot.game(slug)
    rng = Random(seed)
    chosen = {
        option.name: not option.default
        for option in game.options
        if option.kind is bool and seed % 2 and rng.random() < 0.5
    }
    while True:
        try:
            game.read_options(chosen)
        except BadOption:  # two of them exclude each other
            chosen.pop(rng.choice(sorted(chosen)))
        else:
            return chosen


def walk(slug: str, seed: int, stride: int = 1) -> Iterator[tuple[flagplot.Match[Any], Any]]:
    """A random game: the match at each decision, or at the first and every so many, and the option chosen next."""
    match = flagplot.new(slug, seed=seed, options=some_options(slug, seed))
    rng = Random(seed)
    while decision := match.decision:
        option = rng.choice(decision.options)
        if not match.record.choices or (len(match.record.choices) + seed) % stride == 0:
            yield match, option
        match.choose(option)


def at_decision(slug: str, seed: int, number: int) -> flagplot.Match[Any]:
    """A random game at its decision of that number, or at its last one."""
    for match, _ in walk(slug, seed):
        if len(match.record.choices) >= number:
            return flagplot.load(match.save())
    return flagplot.load(match.at(len(match.record.choices) - 1).save())

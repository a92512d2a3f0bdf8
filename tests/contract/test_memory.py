"""Memory of every game: what a match no longer needs is freed at once, without the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest

import flagplot
from tests.contract.playing import SLUGS, walk

FEW = 30  # decisions that are looked at


def garbage_of(work: Callable[[], Any]) -> int:
    """How many objects only the garbage collector can free after some work, done for the second time."""
    work()  # what is loaded and cached at first is not counted
    gc.collect()
    gc.disable()
    try:
        work()
        return gc.collect()
    finally:
        gc.enable()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_match_leaves_no_cycles(slug: str) -> None:
    """A cycle that holds a state would wait for the collector at every move, at a tenth of a server's time."""

    def look_about() -> None:
        for number, (match, _) in enumerate(walk(slug, 1)):
            question = match.question
            assert question
            match.fork(question.seat, number)
            match.odds(question.options[0], limit=50, samples=5)
            match.view(question.seat)
            match.save()
            if number == FEW:
                break

    assert garbage_of(look_about) == 0


@pytest.mark.parametrize("slug", SLUGS)
def test_a_playout_leaves_no_cycles(slug: str) -> None:
    seats = dict.fromkeys(flagplot.new(slug).seats, "captain")
    assert garbage_of(lambda: flagplot.play(slug, seats, seed=2)) == 0

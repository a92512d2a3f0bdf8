"""The lieutenant: the captain of the game, who doubts himself now and then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flagplot.engine.table import AnyOption, Policy
from flagplot.engine.words import About, Ask

DOUBT = 1 / 6  # the share of questions that he answers by lot


class Lieutenant:
    """A policy that decides as the captain would, but for a share of the questions, which it answers by lot."""

    def __init__(self, captain: Policy, random: Callable[[], float]) -> None:
        self._captain = captain
        self._by_lot = AnyOption(random)
        self._random = random  # numbers from 0 up to 1

    def __call__(self, state: Any, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        decide = self._by_lot if self._random() < DOUBT else self._captain
        return decide(state, seat, ask, options, about)

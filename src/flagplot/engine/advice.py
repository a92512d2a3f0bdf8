"""Advice of a captain: an answer, the reason for it in one sentence, and the runner-up."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from flagplot.engine.words import About, Ask, Option


class Advice(NamedTuple):
    """What a captain answers, and why; the text is filled only when somebody reads it."""

    choice: Option
    reason: str  # one sentence with a full stop: a template for the figures that decided
    figures: Mapping[str, Any] = {}
    second: Option | None = None  # the runner-up; None only where a single option is offered


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice in words, for the seat that must decide."""

    option: Option
    reason: str
    second: Option | None


class Captain(Protocol):
    """A game's own policy for a seat, which can say why it answers as it does."""

    def __call__(self, state: Any, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        """The answer, at the speed of a playout."""

    def advise(self, state: Any, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Advice:
        """The same answer with its reason and the runner-up."""


def captain_from(module: str, name: str) -> Callable[[], Captain]:
    """The maker of a captain whose module is loaded when a captain is first wanted.

    A server that lets workers think never wants one itself, and starts faster.
    """

    def make() -> Captain:
        captain: Captain = getattr(importlib.import_module(module), name)()
        return captain

    return make


def tempers_from(module: str, name: str) -> Callable[[str, str], Mapping[str, Callable[[], Captain]]]:
    """A game's tempers of a seat in a phase; like `captain_from` it loads their module when they are first wanted."""

    def tempers(seat: str, phase: str) -> Mapping[str, Callable[[], Captain]]:
        found: Mapping[str, Callable[[], Captain]] = getattr(importlib.import_module(module), name)(seat, phase)
        return found

    return tempers

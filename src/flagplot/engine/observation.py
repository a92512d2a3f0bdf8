"""What a seat knows as a row of figures, for programs that learn to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flagplot.engine.words import About


@dataclass(frozen=True, slots=True)
class Observation:
    """The figures in which a game shows itself to a program: as many of them, in the same order, in every position.

    `read` gets what the seat knows (`Game.known_to`), the seat, and what its question is about; nothing when it is not
    asked. It returns a new list of the figures of all parts, each about -1 to 1.
    """

    parts: Mapping[str, tuple[str, ...]]  # the names of the figures of each part, in order
    read: Callable[[Any, str, About], list[float]]

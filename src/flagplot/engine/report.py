"""The vocabulary of the end sheet: totals, a curve by turn, best and worst moments, losses, the course of a ship."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal

from flagplot.engine.log import LogEntry
from flagplot.engine.table import S
from flagplot.engine.view import Spot


@dataclass(frozen=True, slots=True)
class Total:
    """A figure of the whole game: "3,615,000 t", "sunk in ten months"."""

    value: str
    name: str


@dataclass(frozen=True, slots=True)
class Series:
    """A figure of each turn; a column that reaches `good_from` is drawn as a success."""

    name: str
    values: tuple[float, ...]
    kind: Literal["columns", "line"] = "columns"
    side: str = ""
    good_from: float | None = None


@dataclass(frozen=True, slots=True)
class Aim:
    """A value that was to be reached, drawn as a line across the curve."""

    value: float
    text: str


@dataclass(frozen=True, slots=True)
class Curve:
    """One to three figures by turn, in one unit."""

    name: str
    unit: str
    turns: tuple[str, ...]
    series: tuple[Series, ...]
    aims: tuple[Aim, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """The way that a ship took, through spaces or spots of the board."""

    name: str
    side: str
    through: tuple[str | Spot, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a game has to say about itself when it is over."""

    headline: str = ""  # the end in one short sentence, the same for all sides
    totals: tuple[Total, ...] = ()  # three at most
    curve: Curve | None = None
    courses: tuple[Course, ...] = ()
    perspective: str = ""  # how the captain does in this game


@dataclass(frozen=True, slots=True)
class Highlight:
    """One of the best or worst moments; `good_for` is the side that it was good for."""

    moment: int  # how many choices had been made
    turn: str
    place: str
    title: str
    swing: str
    good_for: str


@dataclass(frozen=True, slots=True)
class Loss:
    """A ship, boat or aircraft that was lost; `turn_index` counts the turns of the curve from 0."""

    moment: int
    turn: str
    turn_index: int
    name: str
    figure: str
    side: str
    place: str
    how: str


@dataclass(frozen=True, slots=True)
class Report:
    """The end sheet: the game's own summary, the moments that decided it, and all losses."""

    summary: Summary
    highlights: tuple[Highlight, ...] = ()
    losses: tuple[Loss, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn(Generic[S]):
    """A turn of a finished game: its short name, the state as it ended, and the lines written until then."""

    name: str
    state: S
    lines: int


@dataclass(frozen=True, slots=True)
class Story(Generic[S]):
    """A finished game played again: its log, its turns, and how long the log was at each moment."""

    start: S
    state: S
    log: Sequence[LogEntry]
    turns: Sequence[Turn[S]]
    lengths: Sequence[int]

    def told(self, *keys: str) -> list[dict[str, Any]]:
        """What the lines with these keys were about."""
        return [entry.about for entry in self.log if entry.key in keys]

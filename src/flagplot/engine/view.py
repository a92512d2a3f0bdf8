"""The vocabulary in which games show themselves: a chart with spaces, pieces, tracks, cards, tables and facts.

A client draws these words and knows no game. The board never changes during a game and is sent once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SpaceKind = Literal["sea", "square", "box"]


@dataclass(frozen=True, slots=True)
class Space:
    """A place on the board where pieces lie; positions are fractions of the board's width and height."""

    id: str
    name: str
    kind: SpaceKind
    x: float
    y: float
    within: str | None = None  # the larger space that it is a part of


@dataclass(frozen=True, slots=True)
class Board:
    """The chart on which a game is played, `aspect` times as wide as high."""

    title: str
    aspect: float
    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """Counters of one kind in one space."""

    id: str
    kind: str
    side: str
    space: str
    name: str
    count: int = 1
    badges: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Track:
    """A row of numbered or named cells with a marker on one of them."""

    id: str
    name: str
    cells: tuple[str, ...]
    at: int
    zones: tuple[tuple[int, str], ...] = ()  # from this cell on, this holds


@dataclass(frozen=True, slots=True)
class Card:
    """A card in front of a seat."""

    id: str
    name: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of figures."""

    id: str
    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure worth seeing at a glance; `about` names the space that it belongs to."""

    name: str
    value: str
    about: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat may see of a position."""

    headline: str
    pieces: tuple[Piece, ...] = ()
    tracks: tuple[Track, ...] = ()
    cards: tuple[Card, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Description:
    """How an option looks: its label, and the spaces and pieces that it touches."""

    label: str
    spaces: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()

"""The vocabulary in which games show themselves: chart, pieces, line-ups, tracks, ship displays, cards, tables, facts.

A client draws these words and knows no game. The board never changes during a game and is sent once.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Literal

import msgspec

# A point is a plotting space on a chart: a small mark, joined to others by lines.
SpaceKind = Literal["sea", "port", "square", "box", "point"]

EVERYTHING = "*"  # the seat of one who sees the position as it is, with nothing hidden
ONLOOKER = "-"  # the seat of a spectator, who sees only what no seat hides


@dataclass(frozen=True, slots=True)
class Space:
    """A place on the board where pieces lie: its centre and its size, as fractions of the board's width and height.

    A point has no size, but a mark: sea, zone, haven, neutral, port, base or start.
    """

    id: str
    name: str
    kind: SpaceKind
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0
    within: str | None = None  # the larger space that it is a part of
    mark: str = ""  # how a point is drawn; an unknown mark looks like that of a sea
    sign: str = ""  # a letter or two inside the mark


@dataclass(frozen=True, slots=True)
class Side:
    """One of the powers to which pieces belong, whether or not a player leads it."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Link:
    """A line between two spaces along which pieces can move, and the points at which it bends, as fractions."""

    one: str
    other: str
    via: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """The chart on which a game is played, `aspect` times as wide as high."""

    title: str
    aspect: float
    sides: tuple[Side, ...]
    spaces: tuple[Space, ...]
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Counters of one kind in one space, or blocks of which only the backs are seen."""

    id: str
    kind: str
    side: str
    space: str
    name: str
    count: int = 1
    badges: tuple[str, ...] = ()  # "strength 3" is drawn on the piece as a figure
    pips: tuple[int, int] | None = None  # strength now and at most
    hidden: bool = False  # its face is turned away from this seat: only side and number are known


@dataclass(frozen=True, slots=True)
class Section:
    """Pieces of one side that stand together in a line-up."""

    side: str
    name: str
    pieces: tuple[Piece, ...]
    is_out: bool = False  # they take no part any more


@dataclass(frozen=True, slots=True)
class Lineup:
    """Pieces drawn up against each other, such as on a battle board, and who aims at whom."""

    id: str
    name: str
    sections: tuple[Section, ...]
    aims: tuple[tuple[str, str], ...] = ()  # ids of pieces: who fires, at whom


@dataclass(frozen=True, slots=True)
class Track:
    """A row of numbered or named cells with a marker on one of them."""

    id: str
    name: str
    cells: tuple[str, ...]
    at: int
    zones: tuple[tuple[int, str], ...] = ()  # from this cell on, this holds


@dataclass(frozen=True, slots=True)
class Slot:
    """A numbered part of a ship's hull, and what is carried in it: its name, empty if nothing, and what it does."""

    cell: str
    name: str
    text: str
    is_lost: bool


@dataclass(frozen=True, slots=True)
class Display:
    """The display of a ship: what it has left of everything, and its hull with what it carries."""

    id: str
    name: str
    side: str
    tracks: tuple[Track, ...]
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card in front of a seat, in its hand or in a pile that has a name."""

    id: str
    name: str
    text: str
    rule: str
    pile: str = ""


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
    lineups: tuple[Lineup, ...] = ()
    tracks: tuple[Track, ...] = ()
    displays: tuple[Display, ...] = ()
    cards: tuple[Card, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    facts: tuple[Fact, ...] = ()


class Description(msgspec.Struct, frozen=True):
    """How an option looks: its label, and the spaces and pieces that it touches.

    Several points are the way that it takes, in order: the last is where it leads, and where a click means it.
    """

    label: str
    spaces: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()


# Most of what a view shows was shown before; objects that are the same need not be compared.
piece = functools.lru_cache(maxsize=8192)(Piece)
fact = functools.lru_cache(maxsize=8192)(Fact)

"""The search plot: where what a seat does not see may be, as shares of worlds that it cannot tell from the true one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from flagplot.engine.odds import Z95
from flagplot.engine.view import Scale, Spot, View

WORLDS = 200
MOST_WORLDS = 2000
SECONDS = 4.0  # after which no further world is drawn
COARSEST = 10.0  # a measured board without a graticule has cells of a tenth of its width
DIGITS = 4  # of a margin
KINDS, NAMES = "Kinds", "By name"


class Sought(NamedTuple):
    """Something that a seat looks for: a ship by its name, all of a kind, or their strength."""

    id: str
    name: str
    group: str = KINDS  # under which heading it can be picked
    unit: str = ""  # in which amounts are told, such as "points"; empty: they are counted


class Unseen(NamedTuple):
    """How much of something lies at a place that a seat does not see into.

    A place is the id of a space, or of a piece that the seat sees, or a spot of a measured board.
    """

    what: Sought
    at: str | Spot
    amount: int = 1


class Share(msgspec.Struct, frozen=True):
    """How likely something is at a place, how much of it is there on average, and how far off both may be."""

    at: str  # the id of a space, of a piece, or of a cell of a measured board
    share: float  # of the worlds in which any of it is there
    margin: float
    mean: float
    mean_margin: float


class Spread(msgspec.Struct, frozen=True):
    """Over which places something may be spread: the likeliest first; their means add up to `amount`."""

    id: str
    name: str
    group: str
    unit: str
    amount: float  # how much of it there is on average over the worlds
    shares: tuple[Share, ...]


class Cell(msgspec.Struct, frozen=True):
    """A rectangle of a measured board: its corner in the north-west and its size, as fractions of the board."""

    id: str
    name: str
    x: float
    y: float
    width: float
    height: float


class Whereabouts(msgspec.Struct, frozen=True):
    """What a seat may suppose of all that it does not see; margins are those of 95 per cent."""

    seat: str
    worlds: int  # that were drawn; none when nothing is hidden any more
    spreads: tuple[Spread, ...] = ()
    cells: tuple[Cell, ...] = ()  # of a measured board, as far as something may lie in them


class Grid:
    """The cells of a measured board: the squares of its graticule."""

    def __init__(self, scale: Scale, aspect: float) -> None:
        self._unit = scale.unit
        self._step = scale.grid or scale.across / COARSEST
        self._across, self._down = scale.across, scale.across / aspect

    def cell(self, spot: Spot) -> str:
        """The id of the cell in which a spot lies; what lies beyond an edge counts as at the edge."""
        column = self._number(spot[0] * self._across, self._across)
        return f"{column}/{self._number(spot[1] * self._down, self._down)}"

    def _number(self, length: float, side: float) -> int:
        return min(max(0, int(length // self._step)), math.ceil(side / self._step) - 1)

    def drawn(self, cell: str) -> Cell:
        """A cell with its place on the board."""
        column, row = map(int, cell.split("/"))
        west, north = column * self._step, row * self._step
        east, south = min(west + self._step, self._across), min(north + self._step, self._down)
        name = f"{west:g} to {east:g} {self._unit} from the west, {north:g} to {south:g} from the north"
        return Cell(
            cell,
            name,
            west / self._across,
            north / self._down,
            (east - west) / self._across,
            (south - north) / self._down,
        )


@dataclass(slots=True)
class _Sum:
    """What was found at a place in all worlds so far."""

    worlds: int = 0  # in which any of it was there
    amount: int = 0
    squares: int = 0


@dataclass(slots=True)
class Tally:
    """Adds up what worlds hold."""

    grid: Grid | None = None  # of a measured board
    worlds: int = 0
    _sums: dict[Sought, dict[str, _Sum]] = field(default_factory=dict)
    _cells: set[str] = field(default_factory=set)

    def add(self, unseen: Iterable[Unseen]) -> None:
        """Count a world."""
        self.worlds += 1
        here: dict[tuple[Sought, str], int] = {}
        for one in unseen:
            at = one.at if isinstance(one.at, str) else self._cell_of(one.at)
            here[one.what, at] = here.get((one.what, at), 0) + one.amount
        for (what, at), amount in here.items():
            found = self._sums.setdefault(what, {}).setdefault(at, _Sum())
            found.worlds += amount > 0
            found.amount += amount
            found.squares += amount * amount

    def _cell_of(self, spot: Spot) -> str:
        assert self.grid, "a spot needs a measured board"
        cell = self.grid.cell(spot)
        self._cells.add(cell)
        return cell

    def whereabouts(self, seat: str) -> Whereabouts:
        """All that was counted; in an order that tells nothing of which world came first."""
        found = sorted(self._sums.items(), key=lambda item: _rank(item[0]))
        cells = tuple(self.grid.drawn(cell) for cell in sorted(self._cells)) if self.grid else ()
        return Whereabouts(seat, self.worlds, tuple(self._spread(*item) for item in found), cells)

    def _spread(self, what: Sought, places: dict[str, _Sum]) -> Spread:
        shares = [self._share(at, one) for at, one in places.items() if one.amount]
        shares.sort(key=lambda one: (-one.mean, -one.share, one.at))
        amount = sum(one.amount for one in places.values()) / self.worlds
        return Spread(what.id, what.name, what.group, what.unit, amount, tuple(shares))

    def _share(self, at: str, found: _Sum) -> Share:
        n = self.worlds
        share, mean = found.worlds / n, found.amount / n
        margin = Z95 * math.sqrt((share * (1 - share) + 1 / (4 * n)) / n)  # never nothing, however sure it looks
        mean_margin = Z95 * math.sqrt(max(0.0, found.squares / n - mean * mean) / n)
        return Share(at, share, round(min(1.0, margin), DIGITS), mean, round(mean_margin, DIGITS))


def _rank(what: Sought) -> tuple[bool, str, bool, str, str]:
    """Where something stands in the list: kinds before names, what is measured before what is counted."""
    return what.group != KINDS, what.group, not what.unit, what.name, what.id


def unseen_in_views(as_it_is: View, as_seen: View) -> Iterator[Unseen]:
    """The pieces of a world that a seat does not see, by kind and by name."""
    seen = {piece.id for piece in as_seen.pieces}
    for piece in as_it_is.pieces:
        if piece.id in seen:
            continue
        at: str | Spot = (piece.placed.pose.x, piece.placed.pose.y) if piece.placed else piece.space
        yield Unseen(Sought(piece.kind, piece.kind.capitalize()), at, piece.count)
        if piece.count == 1:
            yield Unseen(Sought(piece.id, piece.name, NAMES), at)

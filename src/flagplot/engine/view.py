"""The vocabulary in which games show themselves: chart, pieces, lines, line-ups, trays, tracks, displays, cards, facts.

A client draws these words and knows no game. Boards are sent apart from views, each once to a page;
`Match.board_key` says which of them lies on the table.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Literal

import msgspec

from flagplot.engine.words import Modifier

# A point is a plotting space on a chart: a small mark, joined to others by lines. A hex wider than high is flat-topped.
SpaceKind = Literal["sea", "port", "square", "box", "point", "hex"]

Spot = tuple[float, float]  # a place on the board, as fractions of its width and height

EVERYTHING = "*"  # the seat of one who sees the position as it is, with nothing hidden
ONLOOKER = "-"  # the seat of a spectator, who sees only what no seat hides


@dataclass(frozen=True, slots=True)
class Pose:
    """How something lies on a measured board: its middle, its heading in degrees clockwise from the top, its length.

    Middle and length are fractions of the board; a length is one of its width.
    """

    x: float
    y: float
    heading: float | None = None  # None: it has none that is known
    length: float = 0.0


@dataclass(frozen=True, slots=True)
class Scale:
    """What makes a board a measured board: pieces lie anywhere on it, and distances are measured."""

    unit: str  # in which distances are told: "cm"
    across: float  # of these units the board is wide
    grid: float = 0.0  # units between the lines of a graticule; 0: none
    rings: tuple[tuple[float, str], ...] = ()  # ranges round the piece in hand, in units, and what each means: "+3"
    bar: tuple[str, float] | None = None  # the unit of the bar of distances, and how many units it is long
    wind: float | None = None  # whence it blows, in degrees clockwise from the top


@dataclass(frozen=True, slots=True)
class Sector:
    """What bears from a piece, seen from its bow: from one angle clockwise to another, as far as it reaches.

    Kinds: gun, tube; unknown: an outline.
    """

    kind: str
    name: str
    start: float
    end: float
    reach: float  # in units of the scale


@dataclass(frozen=True, slots=True)
class Fitting:
    """Something on the deck of a piece.

    Kinds: gun (a disc), tube (a bar). States: empty for ready, or spent, silent, lost.
    """

    kind: str
    name: str
    along: float  # from the bow, 0, to the stern, 1
    across: float  # from the port side, -1, to starboard, 1
    sign: str = ""  # a figure or two on it: its calibre
    state: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """A piece seen from near: its type, what stands on its deck, and what is left of it and wrong with it."""

    text: str
    fittings: tuple[Fitting, ...] = ()
    steps: tuple[int, ...] = ()  # strengths at which the piece becomes worse
    stores: tuple[str, ...] = ()  # what it has left, each in a word or two
    troubles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """How a piece lies on a measured board, how it came there, what bears from it, and how it looks from near."""

    pose: Pose
    way: tuple[Spot, ...] = ()  # from where it began this turn to where it lies
    sectors: tuple[Sector, ...] = ()
    text: str = ""  # its state in a word or two, under its name
    deck: Deck | None = None


@dataclass(frozen=True, slots=True)
class Space:
    """A place on the board where pieces lie: its centre and its size, as fractions of the board's width and height.

    A point has no size, but a mark: sea, zone, haven, neutral, port, base, airfield or start.
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
    side: str = ""  # whose it is; a point of a side wears its colour and shape
    leads: tuple[Spot, ...] = ()  # where it really lies, if its card stands elsewhere; beyond the board: an arrow


@dataclass(frozen=True, slots=True)
class Side:
    """One of the powers to which pieces belong, whether or not a player leads it.

    Flags, by country: de, gb, us, it, su; unknown: none is drawn.
    """

    id: str
    name: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A line between two spaces along which pieces can move, and the points at which it bends, as fractions."""

    one: str
    other: str
    via: tuple[Spot, ...] = ()
    drawn: bool = True  # neighbouring hexes are joined without a line


@dataclass(frozen=True, slots=True)
class Knot:
    """Something that hangs from a line at one of its places, counted from 0.

    Kinds: intel, contact; on a track: arming (where it is armed), meeting (whom it may meet); unknown: a tag.
    """

    at: int
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line through spaces or spots of the board.

    Kinds: string, pin (in one space), bar (on the side between two hexes), arrow; on a measured board: track (of a
    torpedo, its head last), course (where it will run), fire (from a gun to its target), edge (of the board);
    unknown: a thin line. Strings and pins of a side are told apart by their pattern, from 1 on, and by their sign,
    such as a number.
    """

    id: str
    kind: str
    side: str
    name: str
    through: tuple[str | Spot, ...]
    pattern: int = 0
    knots: tuple[Knot, ...] = ()
    sign: str = ""  # a letter or two at its ends
    badges: tuple[str, ...] = ()  # "leader ..." and "evasive ..." are drawn as emblems; "hit" ends fire with a burst


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the board that has a meaning: some spaces, what lies between points, or what is near to them.

    Kinds: zone (hatched), ice (white), trays (the rectangle between two points where a side's trays find room), light
    (a circle), beam (from the first point to the last), smoke (along its points), mines, land; unknown: an outline.
    """

    id: str
    kind: str
    name: str
    side: str = ""
    spaces: tuple[str, ...] = ()
    points: tuple[Spot, ...] = ()
    sign: str = ""  # drawn in each space: snowflake, or a kind of piece
    radius: float = 0.0  # how far it reaches round its points, as a fraction of the board's width


@dataclass(frozen=True, slots=True)
class Board:
    """The chart on which a scenario is played, `aspect` times as wide as high."""

    title: str
    aspect: float
    sides: tuple[Side, ...]
    spaces: tuple[Space, ...]
    links: tuple[Link, ...] = ()
    lines: tuple[Line, ...] = ()  # closed sides, canals: what never changes
    areas: tuple[Area, ...] = ()
    scale: Scale | None = None  # of a measured board


@dataclass(frozen=True, slots=True)
class Piece:
    """Counters of one kind in one space, or blocks of which only the backs are seen.

    A piece that lies on a measured board is in no space.
    """

    id: str
    kind: str
    side: str
    space: str
    name: str
    count: int = 1
    badges: tuple[str, ...] = ()  # "strength 3" is drawn on the piece as a figure
    pips: tuple[int, int] | None = None  # strength now and at most
    hidden: bool = False  # its face is turned away from this seat: only side and number are known
    damage: tuple[int, int, int] | None = None  # hits taken, hits that damage it, hits that sink it
    placed: Placed | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Pieces that stand together in a line-up: of one side, or in a zone, where both may stand.

    Sections with a zone stand in a row of columns by its number; one with an id can be chosen like a space.
    """

    side: str
    name: str
    pieces: tuple[Piece, ...]
    is_out: bool = False  # they take no part any more
    id: str = ""
    zone: int | None = None
    text: str = ""  # at the head of a zone: the range to it


@dataclass(frozen=True, slots=True)
class Cover:
    """What covers pieces that stand in one section; kinds: smoke; unknown: a frame."""

    kind: str
    name: str
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shot:
    """What one piece did to another: the text on the line between them, and whether it hit."""

    by: str
    at: str
    text: str
    is_hit: bool = False


@dataclass(frozen=True, slots=True)
class Lineup:
    """Pieces drawn up against each other, such as on a battle board, who aims at whom, and what came of it."""

    id: str
    name: str
    sections: tuple[Section, ...]
    aims: tuple[tuple[str, str], ...] = ()  # ids of pieces: who fires, at whom
    shots: tuple[Shot, ...] = ()
    covers: tuple[Cover, ...] = ()
    tracks: tuple[Track, ...] = ()  # such as rounds and steps


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
    """A figure worth seeing at a glance; `about` names the space that it belongs to.

    A figure that has a limit is drawn as a bar: `level` is how much of it there is, and how much there can be.
    """

    name: str
    value: str
    about: str | None = None
    level: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Tray:
    """Pieces beside the chart: the ships of a task force, a group that waits.

    `of` names the line that stands for them on the chart; a tray of no line wears a sign of its own.
    """

    id: str
    name: str
    side: str
    pieces: tuple[Piece, ...]
    facts: tuple[Fact, ...] = ()
    of: str = ""
    sign: str = ""
    badges: tuple[str, ...] = ()  # as those of a line


@dataclass(frozen=True, slots=True)
class Goal:
    """What wins, and how far one is: `value` of `target`, if it is counted; a score is a side's if it ended now.

    With a sign, which is a kind of piece, `target` hulls are drawn, and those beyond `value` are struck out. A danger
    is what loses the game at once when it reaches its target.
    """

    name: str
    text: str = ""
    value: int | None = None
    target: int | None = None
    side: str = ""
    is_met: bool | None = None
    is_score: bool = False
    sign: str = ""
    unit: str = ""  # in which value and target are told: "t"
    is_danger: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat may see of a position.

    The headline says where the game stands, and after a colon what goes on; `brief` says the first in a word or two.
    """

    headline: str
    pieces: tuple[Piece, ...] = ()
    lineups: tuple[Lineup, ...] = ()
    tracks: tuple[Track, ...] = ()
    displays: tuple[Display, ...] = ()
    cards: tuple[Card, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    facts: tuple[Fact, ...] = ()
    lines: tuple[Line, ...] = ()
    areas: tuple[Area, ...] = ()
    trays: tuple[Tray, ...] = ()
    goals: tuple[Goal, ...] = ()
    light: str = ""  # by which a measured board is seen: night, dusk or day
    brief: str = ""


class Figure(msgspec.Struct, frozen=True):
    """What an option brings or costs on average, or how likely it is, as far as its seat can know.

    A chance lies between 0 and 1 and has the unit "%". A danger is shown in green, brown or red.
    """

    name: str  # what the figure counts: "sunk on average"
    value: float
    unit: str = ""  # after the figure: "t"; "%" makes it a chance
    is_danger: bool = False

    @property
    def short(self) -> str:
        """The figure with its unit: "52,500 t" or "14 %"."""
        if self.unit == "%":
            return percent(self.value)
        rounded = round(self.value)
        number = f"{rounded:,}" if abs(self.value) >= SMALL or rounded == self.value else f"{self.value:.1f}"
        return f"{number} {self.unit}".rstrip()


SMALL = 10  # smaller figures are told to a tenth


def percent(chance: float) -> str:
    """A chance as it is written everywhere: "14 %", "under 1 %", "over 99 %"."""
    rounded = round(chance * 100)
    if rounded == 0 and chance > 0:
        return "under 1 %"
    if rounded == 100 and chance < 1:
        return "over 99 %"
    return f"{rounded} %"


class Description(msgspec.Struct, frozen=True):
    """How an option looks: its label, and the spaces, pieces, lines, areas, trays and sections that it touches.

    Several points or hexes are the way that it takes, in order: the last is where it leads, and where a click means it.
    `text` stands on the line from whom the question is about to the piece that it touches: "hit 68 %". On a measured
    board `poses` are the ghosts at its end, of which the first is meant by a click near it, and `way` leads there.
    `modifiers` are added to the dice that it would throw.
    """

    label: str
    spaces: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    trays: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    text: str = ""
    cells: tuple[tuple[str, int], ...] = ()  # ids of tracks and numbers of their cells, counted from 0
    poses: tuple[Pose, ...] = ()
    way: tuple[Spot, ...] = ()
    kind: str = ""  # options of one kind stand together under it as their heading
    modifiers: tuple[Modifier, ...] = ()


# Most of what a view shows was shown before; objects that are the same need not be compared.
piece = functools.lru_cache(maxsize=8192)(Piece)
fact = functools.lru_cache(maxsize=8192)(Fact)
goal = functools.lru_cache(maxsize=8192)(Goal)

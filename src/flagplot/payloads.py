"""What goes over the wire between server and client: requests and answers, around the engine's own dataclasses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from flagplot.engine.game import Seat
from flagplot.engine.glance import Glance
from flagplot.engine.rulebook import Chapter, Clause, Term
from flagplot.engine.state import Result
from flagplot.engine.view import (
    Area,
    Card,
    Display,
    Fact,
    Figure,
    Goal,
    Line,
    Lineup,
    Piece,
    Pose,
    Sheet,
    Spot,
    Track,
    Tray,
    View,
)
from flagplot.engine.words import Modifier, Option
from flagplot.payloads_together import Access, OfferKind, Origin, TableState, TalkLine
from flagplot.players.newcomers import Difficulty, FirstGame
from flagplot.players.ranks import Computer

# The parts of a view that are sent whole when anything in them changed
WHOLE_PARTS = ("headline", "lineups", "tracks", "displays", "cards", "sheets", "facts", "goals", "light", "brief")

PlayerKind = Literal["you", "open", "person", "left"] | Computer
SeatWish = Literal["me", "open"] | Computer
Adviser = Literal["captain", "admiral"]


def as_option(value: Any) -> Option:
    """A JSON value as an option: arrays are tuples."""
    return tuple(as_option(item) for item in value) if isinstance(value, list) else value


# Games


class ScenarioInfo(Struct, frozen=True):
    """A scenario: its key, its title and its sentence."""

    name: str
    title: str
    text: str


class OptionInfo(Struct, frozen=True):
    """An optional rule; `least` and `most` bound a number."""

    name: str
    title: str
    kind: Literal["switch", "number"]
    default: bool | int
    text: str
    rule: str
    least: int | None
    most: int | None


class LessonInfo(Struct, frozen=True):
    """A lesson on the card of its game."""

    key: str
    title: str
    text: str
    minutes: int
    steps: int


class GameInfo(Struct, frozen=True):
    """What a newcomer wants to know of a game."""

    slug: str
    title: str
    summary: str
    length: str
    seats: tuple[Seat, ...]
    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[OptionInfo, ...]
    captains: tuple[str, ...]
    shares_everything: bool
    is_open: bool  # opponents who hide nothing: no cover comes between them at one screen
    owners_figures: bool  # whether it is played with the figures of an owner of the printed game
    lessons: tuple[LessonInfo, ...]
    level: int  # 1 is easy to learn, 2 takes some practice, 3 is demanding
    first_game: FirstGame | None  # the mild one with which newcomers begin
    difficulties: tuple[Difficulty, ...]  # the easiest first


class RuleBookInfo(Struct, frozen=True):
    """A rule book in our words."""

    title: str
    follows: str
    chapters: tuple[Chapter, ...]
    clauses: tuple[Clause, ...]
    terms: tuple[Term, ...] = ()  # what chips, gauges and figures mean


class Guide(Struct, frozen=True):
    """The five-minute guide of a game, and the screen with which it begins."""

    title: str
    html: str
    glance: Glance | None


# Guests and matches


class NewMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish for a match; seats that are not named get a computer player.

    But the first is yours, and so are the others where seats share everything.
    """

    game: str
    scenario: str | None = None
    options: dict[str, bool | int] = {}
    seats: dict[str, SeatWish] = {}
    typed_dice: bool = False
    seed: str | int | None = None
    access: Access = "private"
    pace: int | None = None  # seconds for a move
    rated: bool = False
    lesson: str | None = None  # by its key; it brings its own scenario, options, seats and seed


class SeatInfo(Struct, frozen=True):
    """Who sits where."""

    id: str
    name: str
    player: PlayerKind
    who: str
    side: str  # with which it wins or loses


class LessonMark(Struct, frozen=True):
    """How many steps of a lesson are done."""

    key: str
    title: str
    done: int
    steps: int


class MatchInfo(Struct, frozen=True):
    """A match in a list."""

    id: str
    game: str
    title: str
    headline: str
    seats: tuple[SeatInfo, ...]
    yours: tuple[str, ...]
    to_move: str | None
    your_turn: bool
    started: str
    changed: str
    over: bool
    result: Result | None
    access: Access
    rated: bool
    pace: int | None
    deadline: str | None  # of the move that is awaited
    asked: tuple[OfferKind, ...]  # offers that wait for your answer
    claimable: bool  # you may end the game: somebody takes too long
    said: int  # lines of talk, standing orders apart
    lesson: LessonMark | None


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to be taken."""

    seat: str


# A position, and what changes in it


class OptionView(Struct, frozen=True, omit_defaults=True):
    """An option as it looks, and what it touches."""

    value: Any
    label: str
    spaces: tuple[str, ...]
    pieces: tuple[str, ...]
    lines: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    trays: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    text: str = ""
    cells: tuple[tuple[str, int], ...] = ()
    poses: tuple[Pose, ...] = ()
    way: tuple[Spot, ...] = ()
    kind: str = ""
    forecast: tuple[Figure, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


class ShortcutView(Struct, frozen=True):
    """A shortcut: a label, and the answers that it gives, as `options` of a choice take them."""

    key: str
    label: str
    answers: tuple[Any, ...]


class DecisionView(Struct, frozen=True):
    """A decision as its seat sees it; `dice` says what is to be thrown where dice are typed in."""

    seat: str
    key: str
    prompt: str
    rule: str
    row: str
    completes_row: bool
    dice: str | None
    subjects: tuple[str, ...]
    options: tuple[OptionView, ...]
    shortcuts: tuple[ShortcutView, ...] = ()
    has_ways: bool = False  # whether a way may lead to a place that is not an option
    dial: Track | None = None  # whose cells are options
    has_outlook: bool = False  # whether odds are told of the orders given so far
    phase: str = ""  # that the captain can finish for the seat; empty: he cannot
    finish_name: str = ""  # what he does then, where the game has a name for it
    has_usual_answer: bool = False  # the captain can answer it in the usual order
    first_will_do: bool = False  # no option can be better than the first


class SceneView(Struct, frozen=True, omit_defaults=True):
    """How a line is shown that matters; without a title it has no card, and only its swing rises from its place."""

    picture: str
    title: str = ""
    label: str = ""
    text: str = ""
    outcome: str = ""
    means: str = ""
    at: tuple[str, ...] = ()
    good_for: str = ""
    weight: int = 0
    opens: bool = False
    swing: str = ""
    lost: str = ""


class LogLine(Struct, frozen=True):
    """A line of the log."""

    key: str
    kind: Literal["choice", "roll", "event"]
    text: str
    rule: str
    faces: tuple[int, ...]
    to: tuple[str, ...] | None = None  # the only seats that could read it before the end of the game
    dropped: tuple[int, ...] = ()  # the places among the faces, counted from 0, of dice that were not kept
    scene: SceneView | UnsetType = UNSET


class UndoInfo(Struct, frozen=True):
    """Whether the last choice can be taken back; why not, if it cannot."""

    can: bool
    why: str


class LessonView(Struct, frozen=True):
    """The present step of a lesson; when all are done, what is said then."""

    key: str
    title: str
    done: int  # steps
    steps: int
    said: str  # of the step before
    heading: str
    text: str
    do: str
    at: tuple[str, ...]  # ids of what it speaks of, or parts of the page
    is_asked: bool  # whether the present question is the one by which it is done
    options: tuple[Any, ...] | None  # the answers by which it is done; None: any


class Position(Struct, frozen=True, tag="position"):
    """All that a seat may know of a match as it stands."""

    id: str
    game: str
    seat: str
    seq: int
    seats: tuple[SeatInfo, ...]
    board: str  # the scenario whose board lies on the table, for /board
    view: View
    decision: DecisionView | None
    to_move: str | None
    thinking: bool
    log: list[LogLine]
    undo: UndoInfo
    result: Result | None
    moments: int
    by_order: bool  # a standing order of the seat led to the newest of them
    typed_dice: bool
    seed_hash: str
    table: TableState
    heard: int  # of the company at the table
    talk: list[TalkLine]
    lesson: LessonView | None
    origin: Origin | None  # of a branch, for its player


class LinesChanged(Struct, frozen=True):
    """The lines that came or changed, and the ids of those that are gone."""

    put: list[Line]
    gone: list[str]


class AreasChanged(Struct, frozen=True):
    """The same of areas."""

    put: list[Area]
    gone: list[str]


class TraysChanged(Struct, frozen=True):
    """The same of trays."""

    put: list[Tray]
    gone: list[str]


class Change(Struct, frozen=True, tag="change"):
    """What became different for a seat since `base`; parts of the view that are absent did not change."""

    base: int
    seq: int
    put: list[Piece]
    gone: list[str]
    decision: DecisionView | None
    to_move: str | None
    thinking: bool
    log_start: int
    log: list[LogLine]
    undo: UndoInfo
    result: Result | None
    moments: int
    by_order: bool
    lesson: LessonView | UnsetType = UNSET
    board: str | UnsetType = UNSET
    headline: str | UnsetType = UNSET
    lineups: tuple[Lineup, ...] | UnsetType = UNSET
    tracks: tuple[Track, ...] | UnsetType = UNSET
    displays: tuple[Display, ...] | UnsetType = UNSET
    cards: tuple[Card, ...] | UnsetType = UNSET
    sheets: tuple[Sheet, ...] | UnsetType = UNSET
    facts: tuple[Fact, ...] | UnsetType = UNSET
    goals: tuple[Goal, ...] | UnsetType = UNSET
    light: str | UnsetType = UNSET
    brief: str | UnsetType = UNSET
    lines: LinesChanged | UnsetType = UNSET
    areas: AreasChanged | UnsetType = UNSET
    trays: TraysChanged | UnsetType = UNSET


# The parts of a view besides its pieces of which only what came, changed or went is sent
KEYED_PARTS: Mapping[str, type[LinesChanged | AreasChanged | TraysChanged]] = {
    "lines": LinesChanged,
    "areas": AreasChanged,
    "trays": TraysChanged,
}


# Playing


class AtSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A request of a seat that has seen what it was shown up to `seq`."""

    seat: str
    seq: int


class FinishRequest(AtSeat, frozen=True, forbid_unknown_fields=True):
    """Let the captain answer until the phase ends, or only what asks for a sequence."""

    only_sequence: bool = False


class ChoiceRequest(AtSeat, frozen=True, forbid_unknown_fields=True):
    """A choice, or in `options` the answers of a row in their order: all of them are taken, or none."""

    option: Any | UnsetType = UNSET
    options: list[Any] | UnsetType = UNSET


class OddsRequest(AtSeat, frozen=True, forbid_unknown_fields=True):
    """Options whose odds are wanted, and shortcuts by their keys."""

    options: list[Any]
    shortcuts: list[str] = []


class WhyNotRequest(AtSeat, frozen=True, forbid_unknown_fields=True):
    """The id of what was clicked: a space, piece, line, tray or section."""

    target: str


class WhyNot(Struct, frozen=True):
    """Why something is not offered, and the clause that says so."""

    reason: str
    rule: str


class WayRequest(AtSeat, frozen=True, forbid_unknown_fields=True):
    """Spaces or pieces that were pointed at one after the other."""

    targets: list[str]


class WayView(Struct, frozen=True):
    """The answers that lead to the last target, as `options` of a choice take them; empty where none do."""

    answers: tuple[Any, ...]
    spaces: tuple[str, ...]  # through which they lead, in order
    completes_row: bool  # whether dice may follow the last answer


class Outcome(Struct, frozen=True):
    """One thing that may come of a choice."""

    label: str
    share: str
    chance: float
    tone: float = 0.0  # above 0 it is good for the seat, below 0 bad


class OddsView(Struct, frozen=True):
    """How likely each outcome is: exactly, or from a sample with its margin."""

    outcomes: tuple[Outcome, ...]
    exact: bool
    samples: int
    margin: float
    mean: Figure | None = None  # what is counted, on average


class NamedOdds(Struct, frozen=True):
    """The odds of a part of the orders given so far."""

    name: str
    odds: OddsView


class HintRequest(AtSeat, frozen=True, forbid_unknown_fields=True):
    """The player that is asked for a hint; an admiral takes his time."""

    player: Adviser = "captain"


class Hint(Struct, frozen=True):
    """What a captain or an admiral would do and why, what may come of it, and the runner-up."""

    option: Any
    label: str
    odds: OddsView
    reason: str
    second: str | None  # its label; None where only one option is offered
    by: Adviser = "captain"


class Trouble(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused; a stale one is told how things stand."""

    error: str
    position: Position | None = None

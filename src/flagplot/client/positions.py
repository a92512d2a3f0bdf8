"""What the server tells of a match, and how a change makes a new position of an old one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from flagplot.engine.state import Result
from flagplot.engine.view import Card, Fact, Lineup, Piece, Sheet, Track, View


class SeatInfo(Struct, frozen=True):
    """Who sits where: player is "you", "captain", "midshipman", "open" or "person"."""

    id: str
    name: str
    player: str
    who: str


class MatchInfo(Struct, frozen=True):
    """A match in a list; dates are ISO 8601, UTC."""

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


class Option(Struct, frozen=True):
    """An option: `value` is what is sent to choose it."""

    value: Any
    label: str
    spaces: tuple[str, ...]
    pieces: tuple[str, ...]


class Decision(Struct, frozen=True):
    """What a seat must decide; where dice are typed in, `dice` says what is to be thrown."""

    seat: str
    key: str
    prompt: str
    rule: str
    row: str
    completes_row: bool
    dice: str | None
    subjects: tuple[str, ...]
    options: tuple[Option, ...]


class LogLine(Struct, frozen=True):
    """A line of the log."""

    key: str
    kind: str
    text: str
    rule: str
    faces: tuple[int, ...]
    to: tuple[str, ...] | None = None


class Undo(Struct, frozen=True):
    """Whether the last choice can be taken back; why not, if it cannot."""

    can: bool
    why: str


class Position(Struct, frozen=True, tag="position"):
    """All that a seat may know of a match."""

    id: str
    game: str
    seat: str
    seq: int
    seats: tuple[SeatInfo, ...]
    view: View
    decision: Decision | None
    to_move: str | None
    thinking: bool
    log: tuple[LogLine, ...]
    undo: Undo
    result: Result | None
    moments: int
    typed_dice: bool
    seed_hash: str


class Change(Struct, frozen=True, tag="change"):
    """What became different for a seat since `base`; parts of the view that are unset did not change."""

    base: int
    seq: int
    put: tuple[Piece, ...]
    gone: tuple[str, ...]
    decision: Decision | None
    to_move: str | None
    thinking: bool
    log_start: int
    log: tuple[LogLine, ...]
    undo: Undo
    result: Result | None
    moments: int
    headline: str | UnsetType = UNSET
    lineups: tuple[Lineup, ...] | UnsetType = UNSET
    tracks: tuple[Track, ...] | UnsetType = UNSET
    cards: tuple[Card, ...] | UnsetType = UNSET
    sheets: tuple[Sheet, ...] | UnsetType = UNSET
    facts: tuple[Fact, ...] | UnsetType = UNSET


class Outcome(Struct, frozen=True):
    """One thing that may come of a choice."""

    label: str
    share: str
    chance: float


class Odds(Struct, frozen=True):
    """How likely each outcome is: exactly, or from a sample with its margin."""

    outcomes: tuple[Outcome, ...]
    exact: bool
    samples: int
    margin: float


class Hint(Struct, frozen=True):
    """What the captain would do."""

    option: Any
    label: str
    odds: Odds


class WhyNot(Struct, frozen=True):
    """Why something is not offered, and the clause that says so."""

    reason: str
    rule: str


class Moment(Struct, frozen=True):
    """A moment of the time line."""

    n: int
    headline: str
    log_length: int
    seat: str | None


class Sight(Struct, frozen=True):
    """What a seat saw at a moment."""

    n: int
    seat: str
    view: View
    log_length: int
    headline: str


read_news: Callable[[bytes | str], Position | Change] = msgspec.json.Decoder(Position | Change).decode


def changed(position: Position, change: Change) -> Position:
    """The position after a change that follows on it."""
    pieces = {piece.id: piece for piece in position.view.pieces if piece.id not in change.gone}
    pieces |= {piece.id: piece for piece in change.put}
    parts = {name: getattr(change, name) for name in ("headline", "lineups", "tracks", "cards", "sheets", "facts")}
    news = {name: part for name, part in parts.items() if part is not UNSET}
    return structs.replace(
        position,
        seq=change.seq,
        view=replace(position.view, pieces=tuple(pieces.values()), **news),
        decision=change.decision,
        to_move=change.to_move,
        thinking=change.thinking,
        log=position.log[: change.log_start] + change.log,
        undo=change.undo,
        result=change.result,
        moments=change.moments,
    )

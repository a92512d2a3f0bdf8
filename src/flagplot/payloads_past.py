"""What goes over the wire when a match is looked back on: its moments, its end sheet, and the proof of its dice."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from flagplot.engine.report import Report
from flagplot.engine.view import View
from flagplot.payloads import LogLine
from flagplot.players.analysis import Analysis


class Moment(Struct, frozen=True):
    """A moment of the time line; `seat` is who decided to get there."""

    n: int
    headline: str
    log_length: int
    seat: str | None
    by_order: bool = False  # a standing order decided


class Why(Struct, frozen=True):
    """Why an admiral made the choice that led to a moment, in his words."""

    seat: str
    prompt: str  # what he was asked
    choice: str
    reason: str


class Sight(Struct, frozen=True):
    """What a seat saw at a moment; when the game is over, also why an admiral went there, if he searched."""

    n: int
    seat: str
    board: str
    view: View
    log_length: int
    headline: str
    why: Why | None = None


class EndSheet(Struct, frozen=True):
    """The report of a finished game, and how to begin the same one again; without a seed its dice cannot come again."""

    report: Report
    scenario: str
    options: dict[str, Any]
    seed: str | None


class AnalysisState(Struct, frozen=True):
    """How far the analysis of a finished game is: the share of the work, and what was found when all is done."""

    share: float | None  # None: nobody has asked for it since the game was loaded
    analysis: Analysis | None
    trouble: str  # in one sentence, why it could not be worked out; it can be asked for again


class PastInfo(Struct, frozen=True):
    """What a seat had seen before its game branched off: the log up to there, and the moments to look at."""

    seat: str
    log: list[LogLine]
    moments: list[Moment]


class BranchRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A moment from which to play on as a new game."""

    seat: str
    moment: int


class ProvedRoll(Struct, frozen=True):
    """A roll or draw of the match."""

    n: int
    text: str
    faces: tuple[int, ...]
    rule: str
    dropped: tuple[int, ...] = ()


class Proof(Struct, frozen=True):
    """What proves the dice of a match; the seed is told when the game is over, of a game of the day some days later."""

    typed: bool
    over: bool
    seed_hash: str
    seed: str | None
    checks: list[str]
    rolls: list[ProvedRoll]
    error: str | None
    from_the_start: bool  # every throw is the seed's; else the game began in the middle, as its file says
    opens_on: str | None = None  # when the seed of a game of the day may be known; None: no day holds it back

"""A match in memory: who may do what, what each seat has been shown, and who is told of a change.

Whatever is chosen is written down before anybody sees what came of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from flagplot.engine.match import Match
from flagplot.engine.table import DICE
from flagplot.engine.view import EVERYTHING
from flagplot.engine.words import Option
from flagplot.payloads import Change, MatchInfo, Moment, OddsView, Position, SeatInfo, UndoInfo
from flagplot.server import deltas
from flagplot.server.audience import Audience
from flagplot.server.errors import Conflict, NotFound, NotOffered, NotYours
from flagplot.server.roster import COMPUTERS, Names, match_info, seats_info
from flagplot.server.showing import Shown, decision_view, log_lines, news_of, shown_to, to_move
from flagplot.server.storage import Holder, Listed, Move, now

SNAPSHOT_EVERY = 25  # moves that may have to be made again when a match is loaded

encode = msgspec.json.Encoder().encode

# Writes moves down: how the match stands, the moves, and a save now and then.
Keep = Callable[[Listed, Sequence[Move], bytes | None], Awaitable[None]]


class News(NamedTuple):
    """A change that a seat is told of, as JSON."""

    seat: str
    base: int
    change: bytes


class LiveMatch:
    """A match that somebody has opened. Whoever reads or moves holds its lock."""

    def __init__(self, match: Match[Any], listed: Listed, moves: Iterable[Move], keep: Keep, names: Names) -> None:
        self.match = match
        self.id = listed.id
        self.game = match.game
        self.holders = {seat: listed.holders[seat] for seat in self.game.seat_ids()}
        self.started = listed.started
        self.summary = listed.summary
        self.lock = asyncio.Lock()
        self.one_at_a_time = asyncio.Lock()  # for odds: a page that asks for many leaves the workers to others too
        self.is_discarded = False
        self.tasks = 0  # pieces of work that go on for it
        self.odds: dict[bytes, OddsView] = {}  # what was worked out for the present decision
        self._keep = keep
        self._names = names
        self.moves = 0
        self.seq = dict.fromkeys(self.people, 0)
        self._steps: list[Move] = []  # the start, and the choices that stand
        self._moments = dict.fromkeys(self.people, 0)
        for move in moves:
            self._count(move)
        self.shown = self._sights(self._steps[-1].seat)
        self.audiences = {seat: Audience() for seat in self.people}

    def _count(self, move: Move) -> None:
        """Take a move into account."""
        self.moves = move.n
        self.odds = {}
        if move.kind == "start":
            self._steps, self._moments = [], dict.fromkeys(self.people, 0)
        step, gained = (self._steps.pop(), -1) if move.kind == "undo" else (move, 1)
        if gained == 1:
            self._steps.append(move)
        for seat in self.seq:
            if seat in step.shown:
                self._moments[seat] += gained
            if move.kind != "start" and seat in move.shown:
                self.seq[seat] += 1

    # Who is who

    @property
    def people(self) -> list[str]:
        """The seats that are not a computer's."""
        return [seat for seat, holder in self.holders.items() if holder.player not in COMPUTERS]

    @property
    def computers(self) -> dict[str, str]:
        """The computer players by their seats."""
        return {seat: holder.player for seat, holder in self.holders.items() if holder.player in COMPUTERS}

    @property
    def to_move(self) -> str | None:
        """The seat that must decide, or the dice; None when the game is over."""
        return to_move(self.match)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, and nothing is secret any more."""
        return self.to_move is None

    @property
    def is_thinking(self) -> bool:
        """Whether a computer player must decide."""
        return self.to_move in self.computers

    @property
    def is_wanted(self) -> bool:
        """Whether somebody watches it or something is being done for it."""
        return bool(self.tasks) or self.lock.locked() or any(one.is_connected for one in self.audiences.values())

    @contextmanager
    def busy(self) -> Iterator[None]:
        """While something is done for it, it is not put away."""
        self.tasks += 1
        try:
            yield
        finally:
            self.tasks -= 1

    def held_by(self, guest: str | None) -> list[str]:
        """The seats of a guest; NotFound when there are none."""
        held = [seat for seat, holder in self.holders.items() if guest and holder.guest == guest]
        if not held:
            raise NotFound("There is no such game, or you have no seat in it.")
        return held

    def seat_of(self, guest: str | None, seat: str | None) -> str:
        """The seat that a guest means: the one that is named, or the one that must decide, or the first held."""
        held = self.held_by(guest)
        if seat is None:
            return next((name for name in held if name == self.to_move), held[0])
        self._check_known(seat)
        if seat not in held:
            raise NotYours(f"The seat '{seat}' is not yours; yours: {', '.join(held)}.")
        return seat

    def seat_in_replay(self, guest: str | None, seat: str | None) -> str:
        """The seat whose eyes a replay takes: when the game is over, anyone's, or everything as it was."""
        if seat is None or not self.is_over:
            if seat == EVERYTHING:
                raise NotYours("Everything can be seen when the game is over, and not before.")
            return self.seat_of(guest, seat)
        self.held_by(guest)
        if seat != EVERYTHING:
            self._check_known(seat)
        return seat

    def _check_known(self, seat: str) -> None:
        if seat not in self.holders:
            raise NotOffered(f"{self.game.title} has no seat '{seat}'; it has {', '.join(self.holders)}.")

    def take_seat(self, seat: str, guest: str) -> None:
        """A guest sits down; all pages get to know."""
        self.holders = {**self.holders, seat: Holder("guest", guest)}
        self.shown = self._sights(self._steps[-1].seat)
        for watched, audience in self.audiences.items():
            audience.announce(encode(self.position(watched)))

    def seats_for(self, guest: str | None) -> tuple[SeatInfo, ...]:
        """Who sits where, as a guest sees it."""
        return seats_info(self.game, self.holders, guest, self._names)

    # What is shown

    def position(self, seat: str) -> Position:
        """All that a seat may know."""
        shown = self.shown[seat]
        return Position(
            self.id,
            self.game.slug,
            seat,
            self.seq[seat],
            self.seats_for(self.holders[seat].guest),
            shown.view,
            decision_view(self.match) if shown.to_move in (seat, DICE) else None,
            shown.to_move,
            self.is_thinking,
            log_lines(self.match, seat),
            shown.undo,
            self.match.result,
            self.moment_count(seat),
            self.match.record.typed,
            self.match.seed_hash,
        )

    def _sights(self, chose_last: str | None) -> dict[str, Shown]:
        """What all people see, the last choice that stands being that seat's."""
        return {seat: shown_to(self.match, seat, self._undo_info(seat, chose_last)) for seat in self.people}

    def _undo_info(self, seat: str, chose_last: str | None) -> UndoInfo:
        """Whether a seat can take back the last choice; the answer must not tell what others do in secret."""
        decides, guest = self.to_move, self.holders[seat].guest
        if decides not in (None, DICE, seat):
            is_same_guest = guest is not None and self.holders[decides or ""].guest == guest
            if not (is_same_guest and chose_last == seat and self.match.can_undo):
                return UndoInfo(False, "It is the other side's turn to decide.")
        if not self.match.can_undo:
            return UndoInfo(False, self.match.why_no_undo)
        if chose_last != seat:
            return UndoInfo(False, "The last choice was not made at this seat.")
        return UndoInfo(True, "")

    def _change(self, seat: str, before: Shown, after: Shown, lines_before: int) -> Change:
        """What became different for a seat, in whose seq it is counted; so many lines had been written in all."""
        put, gone = deltas.pieces_changed(before.view, after.view)
        log_start = min(before.log_length, after.log_length)
        if after.to_move is None and before.log_length != lines_before:
            log_start = 0  # lines that were secret up to now stand between the others
        return Change(
            self.seq[seat] - 1,
            self.seq[seat],
            put,
            gone,
            decision_view(self.match) if after.to_move in (seat, DICE) else None,
            after.to_move,
            self.is_thinking,
            log_start,
            log_lines(self.match, seat, log_start),
            after.undo,
            self.match.result,
            self.moment_count(seat),
            **deltas.parts_changed(before.view, after.view),
        )

    def info(self, guest: str) -> MatchInfo:
        """The match in a guest's list."""
        return match_info(self.game, self.listed(), guest, self._names)

    def listed(self) -> Listed:
        """How the match stands, for lists."""
        return Listed(self.id, self.game.slug, self.summary, self.to_move, self.is_over, self.started, self.holders)

    # The time line

    def moment_count(self, seat: str) -> int:
        """How many moments a seat can go back to."""
        return len(self._steps) if self.is_over else self._moments[seat]

    def moments(self, seat: str) -> list[Moment]:
        """The moments of a seat: what it was shown; when the game is over, every choice."""
        found: list[Moment] = []
        headline = ""
        for _, step in self._visible_steps(seat):
            headline, lines = step.shown.get(seat) or next(iter(step.shown.values()), (headline, 0))
            found.append(Moment(len(found), headline, step.log_length if self.is_over else lines, step.seat))
        return found

    def choices_at(self, seat: str, n: int) -> tuple[int, int]:
        """How many choices had been made at a seat's moment n, and how long its log was."""
        steps = self._visible_steps(seat)
        if not 0 <= n < len(steps):
            raise NotFound(f"There is no moment {n}; there are 0 to {len(steps) - 1}.")
        choices, step = steps[n]
        return choices, step.log_length if self.is_over else step.shown[seat][1]

    def _visible_steps(self, seat: str) -> list[tuple[int, Move]]:
        return [(n, step) for n, step in enumerate(self._steps) if self.is_over or seat in step.shown]

    # Moves

    def check_seq(self, seat: str, seq: int) -> None:
        """Conflict, with the position, when a seat has been shown more than it answers to."""
        if seq != self.seq[seat]:
            raise Conflict("Something has changed since; this is how things stand now.", self.position(seat))

    def check_turn(self, seat: str) -> None:
        """Conflict when it is not for this seat to decide; anybody may type in what the dice show."""
        if self.to_move is None:
            raise Conflict("The game is over; nothing is to be decided.", self.position(seat))
        if self.to_move not in (seat, DICE):
            raise Conflict("It is not for this seat to decide now.", self.position(seat))

    async def choose(self, seat: str, seq: int, option: Option) -> bytes:
        """Decide; what it changed for the seat. A refused choice changes nothing."""
        self.check_seq(seat, seq)
        self.check_turn(seat)
        self.match.choose(option)
        return await self._moved("choice", seat, option)

    async def undo(self, seat: str, seq: int) -> bytes:
        """Take the last choice back; what it changed for the seat. Conflict, saying why, when that is barred."""
        self.check_seq(seat, seq)
        undo = self._undo_info(seat, self._steps[-1].seat)
        if not undo.can:
            raise Conflict(f"That cannot be taken back. {undo.why}")
        self.match.undo()
        return await self._moved("undo", seat, None)

    async def _moved(self, kind: str, seat: str, option: Option) -> bytes:
        with self._whole_or_discarded():
            move, told = self._made(kind, seat, option)
            await self._keep_and_tell([move], told)
        return next(news.change for news in told if news.seat == seat)

    async def choose_for_computers(self, options: Sequence[Option]) -> None:
        """Make the choices of computer players, one after the other."""
        moves: list[Move] = []
        told: list[News] = []
        with self._whole_or_discarded():
            for option in options:
                seat = self.to_move
                self.match.choose(option)
                move, news = self._made("choice", seat, option)
                moves.append(move)
                told += news
                await asyncio.sleep(0)  # others get their turn meanwhile
            await self._keep_and_tell(moves, told)

    def _made(self, kind: str, actor: str | None, option: Option) -> tuple[Move, list[News]]:
        """The row of the move that was just made, and the change for every seat that is watched."""
        lines_before = self._steps[-1].log_length
        chose_last = self._steps[-2].seat if kind == "undo" else actor
        news = news_of(actor, self.shown, self._sights(chose_last))
        shown = {seat: sight.noted for seat, sight in news.items()}
        move = Move(self.moves + 1, kind, actor, option, shown, self.match.log_length(), now())
        self._count(move)
        told = []
        for seat, after in news.items():
            before, self.shown[seat] = self.shown[seat], after
            self.summary.headlines[seat] = after.view.headline
            self.summary.changed[seat] = move.at
            if seat == actor or self.audiences[seat].is_there:
                change = self._change(seat, before, after, lines_before)
                told.append(News(seat, change.base, encode(change)))
        self.summary.result = self.match.result
        return move, told

    async def _keep_and_tell(self, moves: Sequence[Move], told: Iterable[News]) -> None:
        """Write moves down; then, and not before, let them be seen."""
        is_due = self.moves // SNAPSHOT_EVERY > (moves[0].n - 1) // SNAPSHOT_EVERY or self.is_over
        await self._keep(self.listed(), moves, self.match.save() if is_due else None)
        for news in told:
            self.audiences[news.seat].tell(news.base, news.change)

    @contextmanager
    def _whole_or_discarded(self) -> Iterator[None]:
        """A move that was not written down did not happen: the match is read anew from the database."""
        try:
            yield
        except BaseException:
            self.discard()
            raise

    def discard(self) -> None:
        """Use this object no more; its pages ask anew."""
        self.is_discarded = True
        for audience in self.audiences.values():
            audience.announce(None)

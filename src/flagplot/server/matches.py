"""A match in memory: who may do what, what each seat has been shown, and who is told of a change.

Whatever is chosen is written down before anybody sees what came of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

import flagplot
from flagplot.engine.match import Match
from flagplot.engine.state import Result
from flagplot.engine.table import DICE
from flagplot.engine.view import ONLOOKER
from flagplot.engine.words import Option
from flagplot.payloads import Change, DecisionView, MatchInfo, OddsView, Position, UndoInfo, as_option
from flagplot.payloads_together import Span, TableNews, TableState, TalkLine
from flagplot.server import deltas
from flagplot.server.audience import Audience
from flagplot.server.company import Company, Ending
from flagplot.server.course import Course
from flagplot.server.endings import possible_actions, result_of
from flagplot.server.errors import Conflict
from flagplot.server.gathering import Gathering
from flagplot.server.roster import Names, match_info
from flagplot.server.seating import Seating
from flagplot.server.showing import Shown, decision_view, log_lines, news_of, shown_to, to_move
from flagplot.server.storage import (
    Also,
    Listed,
    Move,
    MoveKind,
    News,
    Outdated,
    Stored,
    Tail,
    Talk,
    now,
    written,
)

SNAPSHOT_EVERY = 25  # moves that may have to be made again when a match is loaded

encode = msgspec.json.Encoder().encode

Keep = Callable[[News], Awaitable[None]]  # writes down what happened


class Told(NamedTuple):
    """A change that a seat is told of, as JSON."""

    seat: str
    base: int
    change: bytes


class LiveMatch(Seating):
    """A match that somebody has opened. Whoever reads or moves holds its lock."""

    def __init__(self, match: Match[Any], stored: Stored, keep: Keep, names: Names, patience: timedelta) -> None:
        listed = stored.listed
        super().__init__(match.game, listed.holders, names)
        self.match = match
        self.id = listed.id
        self.started = listed.started
        self.summary = listed.summary
        self.deadline = listed.deadline
        self.lock = asyncio.Lock()
        self.one_at_a_time = asyncio.Lock()  # for odds: a page that asks for many leaves the workers to others too
        self.is_discarded = False
        self.tasks = 0  # pieces of work that go on for it
        self.odds: dict[bytes, OddsView] = {}  # what was worked out for the present decision
        self.patience = patience  # how long people wait for each other where no pace was agreed
        self._keep = keep
        seat_names = {seat.id: seat.name for seat in self.game.seats}
        self.gathering = Gathering(listed.company, stored.talk, names, seat_names)
        self.course = Course(self.watched, stored.moves)
        self.shown = self._sights(self.course.chose_last)
        self.audiences = {seat: Audience() for seat in self.watched}
        self.elsewhere: dict[str, tuple[frozenset[str], float]] = {}  # by process: seats that are there, until when
        self._decided_last = self.to_move  # when it was last written down
        self._told_table: dict[str, tuple[TableState, int]] = {}

    # How it stands

    @property
    def company(self) -> Company:
        """What is agreed between the people."""
        return self.gathering.company

    @property
    def to_move(self) -> str | None:
        """The seat that must decide, or the dice; None when the game is over."""
        return None if self.course.end else to_move(self.match)

    @property
    def result(self) -> Result | None:
        """How the game ended, by its rules or by its people."""
        end, ending = self.course.end, self.course.ending
        return result_of(self.game, end.seat, ending) if end and ending else self.match.result

    @property
    def is_thinking(self) -> bool:
        """Whether a computer player must decide."""
        return self.to_move in self.computers

    @property
    def is_held(self) -> bool:
        """Whether it waits for its players to agree on newer rules, because its own are not played any more."""
        return self.company.rules < self.game.rules_version

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

    # What is shown

    def position(self, seat: str) -> Position:
        """All that a seat may know."""
        shown = self.shown[seat]
        holder = self.holders.get(seat)
        return Position(
            self.id,
            self.game.slug,
            seat,
            self.course.seq[seat],
            self.seats_for(holder.guest if holder else None),
            shown.view,
            self._decision_for(seat),
            shown.to_move,
            self.is_thinking,
            log_lines(self.match, self._reader(seat)),
            shown.undo,
            self.result,
            self.course.moment_count(seat, self.is_over),
            self.match.record.typed,
            self.match.seed_hash,
            self.table_state(seat),
            self.heard(seat),
            self._talk_for(seat),
        )

    def _decision_for(self, seat: str) -> DecisionView | None:
        return decision_view(self.match) if self.to_move in (seat, DICE) and not self.is_held else None

    def _reader(self, seat: str) -> str | None:
        """Who reads the log at a seat: when people have ended the game, one who may read everything."""
        return None if self.course.end else seat

    def _sights(self, chose_last: str | None) -> dict[str, Shown]:
        """What all see who may look on, the last choice that stands being that seat's."""
        is_ended = self.course.end is not None
        return {seat: shown_to(self.match, seat, self._undo_info(seat, chose_last), is_ended) for seat in self.watched}

    def _undo_info(self, seat: str, chose_last: str | None) -> UndoInfo:
        """Whether a seat can take back the last choice; the answer must not tell what others do in secret."""
        if seat == ONLOOKER:
            return UndoInfo(False, "You are looking on.")
        decides, guest = self.to_move, self.holders[seat].guest
        if self.course.end:
            return UndoInfo(False, "The game is over.")
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
            self.course.seq[seat] - 1,
            self.course.seq[seat],
            put,
            gone,
            self._decision_for(seat),
            after.to_move,
            self.is_thinking,
            log_start,
            log_lines(self.match, self._reader(seat), log_start),
            after.undo,
            self.result,
            self.course.moment_count(seat, self.is_over),
            **deltas.parts_changed(before.view, after.view),
        )

    def info(self, guest: str) -> MatchInfo:
        """The match in a guest's list."""
        return match_info(self.game, self.listed(), guest, self._names)

    def listed(self) -> Listed:
        """How the match stands, for lists."""
        return Listed(
            self.id,
            self.game.slug,
            self.summary,
            self.to_move,
            self.is_over,
            self.started,
            self.deadline,
            self.holders,
            self.company,
        )

    # The company

    def table_state(self, seat: str) -> TableState:
        """How things stand between the people, as a seat may know it."""
        holder = self.holders.get(seat)
        return self.gathering.state(
            seat,
            holder.guest if holder else None,
            possible_actions(self, seat),
            self._present(),
            self.audiences[ONLOOKER].listeners if ONLOOKER in self.audiences else 0,
            self.ties,
            self.deadline,
            "" if self.is_over else self.match.topic,
            self.has_open_seat,
            self.has_newer_rules,
            self.is_held,
        )

    def _present(self) -> tuple[str, ...]:
        """The seats whose players are there, at this process or another."""
        if self.elsewhere:
            moment = time.monotonic()
            self.elsewhere = {key: (seats, until) for key, (seats, until) in self.elsewhere.items() if until > moment}
        away = {seat for seats, _ in self.elsewhere.values() for seat in seats}
        return tuple(seat for seat in self.people if seat in away or self.audiences[seat].is_there)

    @property
    def has_newer_rules(self) -> bool:
        """Whether new games are played by newer rules."""
        return self.company.rules < flagplot.game(self.game.slug).rules_version

    @property
    def ties(self) -> dict[Span, str]:
        """To what a standing order of each span would be tied now."""
        if self.is_over:
            return {}
        occasion = self.match.occasion
        ties: dict[Span, str] = {"turn": occasion.turn, "game": ""}
        return {"battle": occasion.battle, **ties} if occasion.battle else ties

    def log_lengths(self) -> dict[str, int]:
        """How long the logs of all who may look on are."""
        return {seat: shown.log_length for seat, shown in self.shown.items()}

    async def gathered(self, talk: Sequence[Talk] = (), company: Company | None = None) -> None:
        """Write down what happened between the people; then tell them."""
        with self._whole_or_discarded():
            await self._keep(News(self.listed(), talk=talk, company=company))
            self._met(talk, company)
        self.tell_table()

    def _met(self, talk: Sequence[Talk], company: Company | None) -> None:
        """Take note of what was written down."""
        if company is not None:
            company.version += 1
            self.gathering.company = company
        self.gathering.talk += talk

    def greeting(self, seat: str) -> Position:
        """The position for a page that has just come, to which nothing of it is news any more."""
        position = self.position(seat)
        self._told_table[seat] = position.table, len(position.talk)
        return position

    def tell_table(self) -> None:
        """Tell everybody who is there how things stand between the people, if it is new to them."""
        for seat, audience in self.audiences.items():
            if not audience.is_there:
                continue
            state, talk = self.table_state(seat), self._talk_for(seat)
            known, told = self._told_table.get(seat, (None, 0))
            if known != state or told != len(talk):
                start = 0 if self.is_over else told  # at the end, lines come to light that stand between the others
                audience.announce(encode(TableNews(self.heard(seat), state, start, talk[start:])))
                self._told_table[seat] = state, len(talk)

    def table_news(self, seat: str) -> TableNews:
        """How things stand between the people, with all that was said."""
        return TableNews(self.heard(seat), self.table_state(seat), 0, self._talk_for(seat))

    def _talk_for(self, seat: str) -> list[TalkLine]:
        return self.gathering.talk_for(seat, seat in self.holders, self.is_over, self.course)

    def heard(self, seat: str) -> int:
        """A number that is another one when there is news between the people for a seat; who comes and goes is none."""
        state = msgspec.structs.replace(self.table_state(seat), present=(), watchers=0)
        return crc32(encode((state, len(self._talk_for(seat)))))

    async def welcome(self, line: Talk, take: Also) -> None:
        """Somebody has sat down: write it down, then all pages get to know."""
        company = self.company.copy()
        with self._whole_or_discarded():
            await self._keep(News(self.listed(), talk=[line], company=company, also=[take]))
            self._met([line], company)
        self.shown = self._sights(self.course.chose_last)
        for seat, audience in self.audiences.items():
            audience.announce(encode(self.position(seat)))

    # Moves

    def check_seq(self, seat: str, seq: int) -> None:
        """Conflict, with the position, when a seat has been shown more than it answers to."""
        if seq != self.course.seq[seat]:
            raise Conflict("Something has changed since; this is how things stand now.", self.position(seat))

    def check_turn(self, seat: str) -> None:
        """Conflict when it is not for this seat to decide; anybody may type in what the dice show."""
        if self.to_move is None:
            raise Conflict("The game is over; nothing is to be decided.", self.position(seat))
        if self.is_held:
            raise Conflict("The rules have changed since this game began; agree to go on by the present ones.")
        if self.to_move not in (seat, DICE):
            raise Conflict("It is not for this seat to decide now.", self.position(seat))

    async def choose(self, seat: str, seq: int, option: Option) -> bytes:
        """Decide; what it changed for the seat. A refused choice changes nothing."""
        self.check_seq(seat, seq)
        self.check_turn(seat)
        self.match.choose(option)
        with self._whole_or_discarded():
            move, told = self._made("choice", seat, option)
            await self._keep_and_tell([move], told)
        return next(one.change for one in told if one.seat == seat)

    async def undo(self, seat: str, seq: int) -> bytes:
        """Take the last choice back, and what standing orders did since.

        Returns what it changed for the seat. Conflict, saying why, when that is barred.
        """
        self.check_seq(seat, seq)
        undo = self._undo_info(seat, self.course.chose_last)
        if not undo.can:
            raise Conflict(f"That cannot be taken back. {undo.why}")
        moves: list[Move] = []
        told: list[Told] = []
        with self._whole_or_discarded():
            while undo.can:
                was_order = self.course.steps[-1].kind == "order"
                self.match.undo()
                move, news = self._made("undo", seat, None)
                moves.append(move)
                told += news
                undo = self._undo_info(seat, self.course.chose_last) if was_order else UndoInfo(False, "")
            await self._keep_and_tell(moves, told)
        return next(one.change for one in told if one.seat == seat) if len(moves) == 1 else encode(self.position(seat))

    async def answer_for(self, options: Sequence[Option]) -> None:
        """Make the choices of computer players, and those of people that standing orders decide."""
        moves: list[Move] = []
        told: list[Told] = []
        talk: list[Talk] = []
        with self._whole_or_discarded():
            for option in options:
                seat = self.to_move
                is_order = seat not in self.computers
                if is_order and (decision := self.match.decision):
                    text = f"{decision.prompt} {self.match.describe(option).label}"
                    talk.append(self.gathering.line("order", text, self.log_lengths(), seat, to=seat, after=len(talk)))
                self.match.choose(option)
                move, news = self._made("order" if is_order else "choice", seat, option)
                moves.append(move)
                told += news
                await asyncio.sleep(0)  # others get their turn meanwhile
            await self._keep_and_tell(moves, told, talk)

    async def turn_back(self, seat: str, choices: int, talk: Sequence[Talk], company: Company) -> None:
        """By consent: go on from where so many choices stand."""
        with self._whole_or_discarded():
            self.match = self.match.take_back(choices)
            move, told = self._made("back", seat, choices)
            await self._keep_and_tell([move], told, talk, company)

    async def end(self, seat: str, ending: Ending, talk: Sequence[Talk], company: Company) -> None:
        """People end the game; `seat` is the one that resigns, offers or is late."""
        with self._whole_or_discarded():
            move, told = self._made("end", seat, msgspec.to_builtins(ending))
            await self._keep_and_tell([move], told, talk, company)

    def _made(self, kind: MoveKind, actor: str | None, option: Option) -> tuple[Move, list[Told]]:
        """The row of the move that was just made, and the change for every seat that is watched."""
        blank = Move(self.course.last + 1, kind, actor, option, {}, self.match.log_length(), now())
        if kind == "end":
            self.course.end = blank
        news = news_of(actor, self.shown, self._sights(self._chose_last_after(blank)))
        move = msgspec.structs.replace(blank, shown={seat: sight.noted for seat, sight in news.items()})
        return move, self._entered(move, news)

    def _entered(self, move: Move, news: dict[str, Shown]) -> list[Told]:
        """Take a move that was made into account; what each seat that is watched must be told of it."""
        lines_before = self.course.steps[-1].log_length
        self.odds = {}
        self.course.add(move)
        told = []
        for seat, after in news.items():
            before, self.shown[seat] = self.shown[seat], after
            self.summary.headlines[seat] = after.view.headline
            self.summary.changed[seat] = move.at
            if seat == move.seat or self.audiences[seat].is_there:
                change = self._change(seat, before, after, lines_before)
                told.append(Told(seat, change.base, encode(change)))
        self.summary.result = self.result
        return told

    async def _keep_and_tell(
        self,
        moves: Sequence[Move],
        told: Iterable[Told],
        talk: Sequence[Talk] = (),
        company: Company | None = None,
    ) -> None:
        """Write moves down; then, and not before, let them be seen."""
        is_due = self.course.last // SNAPSHOT_EVERY > (moves[0].n - 1) // SNAPSHOT_EVERY or self.is_over
        before, self._decided_last = self._decided_last, self.to_move
        if before != self.to_move:
            self.set_clock(moves[-1].at)
        handed = (before, self.to_move) if before != self.to_move else None
        snapshot = self.match.save() if is_due else None
        await self._keep(News(self.listed(), moves, snapshot, talk, company, handed=handed))
        self._met(talk, company)
        self._tell(told)

    def _tell(self, told: Iterable[Told]) -> None:
        for one in told:
            self.audiences[one.seat].tell(one.base, one.change)
        self.tell_table()

    def set_clock(self, since: str) -> None:
        """Set the time by which the seat that must decide has to hand on the turn, where people agreed on a pace."""
        pace, decides = self.company.pace, self.holders.get(self.to_move or "")
        if pace and decides and decides.guest and len(self.guests) > 1:
            self.deadline = written(datetime.fromisoformat(since) + timedelta(seconds=pace))
        else:
            self.deadline = None

    def follow(self, tail: Tail) -> None:
        """Take over what another process has written down; when that cannot be followed, all is read anew."""
        with self._whole_or_discarded():
            for move in tail.moves:
                self._tell(self._followed(move))
            self.deadline, self._decided_last = tail.deadline, self.to_move
            self.gathering.talk += tail.talk
            self.gathering.company = tail.company
        if tail.holders != self.holders or set(self.watched) != set(self.audiences):
            self.discard()  # who may look on is another now; the pages ask anew
        self.tell_table()

    def _followed(self, move: Move) -> list[Told]:
        if move.kind == "undo":
            self.match.undo()
        elif move.kind == "back":
            self.match = self.match.take_back(move.option)
        elif move.kind == "end":
            self.course.end = move
        elif move.kind == "start":
            raise Outdated  # by newer rules
        else:
            self.match.choose(as_option(move.option))
        sights = self._sights(self._chose_last_after(move))
        return self._entered(move, {seat: sights[seat] for seat in move.shown if seat in sights})

    def _chose_last_after(self, move: Move) -> str | None:
        """The seat that made the last choice that stands when a move is taken into account."""
        steps = self.course.steps
        if move.kind == "end":
            return self.course.chose_last
        if move.kind in ("undo", "back"):
            last: Move = steps[-2] if move.kind == "undo" else steps[move.option]
            return last.seat
        return move.seat

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

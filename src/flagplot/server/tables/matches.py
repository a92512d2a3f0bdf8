"""A match in memory: who may do what, what each seat has been shown, and who is told of a change.

Whatever is chosen is written down before anybody sees what came of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

import msgspec

from flagplot.engine.match import Match
from flagplot.engine.state import shallow_copy
from flagplot.engine.table import DICE, Question
from flagplot.engine.view import ONLOOKER
from flagplot.engine.words import Option
from flagplot.payloads import OddsView, UndoInfo, as_option
from flagplot.payloads_together import Access
from flagplot.players.lessons import Progress
from flagplot.server.errors import Conflict
from flagplot.server.storage.match_queries import (
    Also,
    Move,
    MoveKind,
    News,
    Outdated,
    Stored,
    Summary,
    Tail,
    Talk,
    gestures,
    keep_public_face,
    now,
)
from flagplot.server.tables.audience import Audience
from flagplot.server.tables.company import Company, Ending, Lesson
from flagplot.server.tables.course import Course
from flagplot.server.tables.hosting import encode, taken_back_in_words
from flagplot.server.tables.plots import Plots
from flagplot.server.tables.roster import Names, deadline
from flagplot.server.tables.showing import Shown, news_of
from flagplot.server.tables.standing import Standing

# What all are told when the owner says who may look on
OPENED: Mapping[Access, str] = {
    "private": "The game is private now: nobody else may watch.",
    "link": "Anybody with the link may watch now.",
    "public": "The game is public now: it is listed, and everybody may watch.",
}

SNAPSHOT_EVERY = 25  # moves that may have to be made again when a match is loaded

# Bytes that a match takes in memory, a move of it, and a line of its log
EMPTY_WEIGHT, MOVE_WEIGHT, LINE_WEIGHT = 60_000, 650, 600

# What a draft has of its own
ADOPTED = (
    *("match", "course", "shown", "summary", "deadline", "odds", "_decided_last"),
    *("holders", "people", "computers", "guests"),
)

Keep = Callable[[News], Awaitable[None]]  # writes down what happened


class Told(NamedTuple):
    """A change that a seat is told of, as JSON."""

    seat: str
    base: int
    change: bytes


class LiveMatch(Standing):
    """A match that somebody has opened.

    Whoever changes it holds its lock and works on a draft, which takes its place when it has been written down. Whoever
    reads sees what was shown last, and waits for nobody: how long an answer takes must not tell what others do.
    """

    def __init__(self, match: Match[Any], stored: Stored, keep: Keep, names: Names, patience: timedelta) -> None:
        listed = stored.listed
        super().__init__(match.game, listed.holders, names, listed.company, stored.talk, patience)
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
        self.plots = Plots()
        self._keep = keep
        self.course = Course(self.watched, stored.moves)
        self.shown = self._sights(self.course.chose_last)
        self.audiences = {seat: Audience() for seat in self.watched}
        self._decided_last = self.to_move  # when it was last written down
        self._was_in_battle = False

    # How it stands

    @property
    def is_wanted(self) -> bool:
        """Whether somebody watches it or something is being done for it."""
        return bool(self.tasks) or self.lock.locked() or any(one.is_connected for one in self.audiences.values())

    @property
    def weight(self) -> int:
        """The bytes that it takes in memory, roughly: measured for games of every length."""
        lines = self.course.steps[-1].log_length + len(self.talk)
        told = sum(audience.weight for audience in self.audiences.values())
        return EMPTY_WEIGHT + MOVE_WEIGHT * len(self.course.steps) + LINE_WEIGHT * lines + told

    @contextmanager
    def busy(self) -> Iterator[None]:
        """While something is done for it, it is not put away."""
        self.tasks += 1
        try:
            yield
        finally:
            self.tasks -= 1

    def draft(self) -> LiveMatch:
        """A copy to work on, of which nobody sees anything before `_adopt`."""
        draft = shallow_copy(self)
        draft.match = self.match.twin()
        draft.course = self.course.copy()
        draft.shown = self.shown.copy()
        draft.summary = Summary(self.summary.headlines.copy(), self.summary.changed.copy(), self.summary.result)
        return draft

    def _adopt(self, draft: LiveMatch) -> None:
        """Stand as a draft does that has been written down."""
        theirs = vars(draft)
        vars(self).update({name: theirs[name] for name in ADOPTED})

    # The company

    async def save_and_broadcast(
        self, talk: Sequence[Talk] = (), company: Company | None = None, also: Sequence[Also] = ()
    ) -> None:
        """Write down what happened between the people; then tell them."""
        with self._whole_or_discarded():
            await self._keep(News(self.listed(), talk=talk, company=company, also=also))
            self._met(talk, company)
        self.tell_table()

    def _met(self, talk: Sequence[Talk], company: Company | None) -> None:
        """Take note of what was written down."""
        if company is not None:
            company.version += 1
            self.company = company
        self.talk += talk

    async def open_to(self, access: Access) -> None:
        """Other people may look on now, or nobody; all pages ask anew, because who looks on is another."""
        summary = self.draft().summary
        summary.headlines[ONLOOKER] = self.match.view(ONLOOKER).headline
        summary.changed[ONLOOKER] = now()
        also = [partial(keep_public_face, match_id=self.id, summary=summary)]
        line = self.line("event", OPENED[access], self._seat_of_owner())
        await self.save_and_broadcast([line], msgspec.structs.replace(self.company, access=access), also)
        self.discard()

    def _seat_of_owner(self) -> str | None:
        owner = self.company.owner
        return next((seat for seat, holder in self.holders.items() if owner and holder.guest == owner), None)

    async def welcome(self, draft: LiveMatch, line: Talk, take: Also) -> None:
        """Somebody has sat down, as a draft has it: write it down, then all pages get to know."""
        company = self.company.copy()
        draft.summary.changed = dict.fromkeys(self.summary.changed, line.at)  # from now on they wait for each other
        also: list[Also] = [take, partial(keep_public_face, match_id=self.id, summary=draft.summary)]
        with self._whole_or_discarded():
            news = News(draft.listed(), talk=[line], company=company, also=also, handed=(None, self.to_move))
            await self._keep(news)
            self._adopt(draft)
            self._met([line], company)
        self.shown = self._sights(self.course.chose_last)
        for seat, audience in self.audiences.items():
            audience.announce(encode(self.position(seat)))

    # Moves

    def check_seq(self, seat: str, seq: int) -> None:
        """Conflict, with the position, when a seat has been shown more than it answers to."""
        if seq != self.course.seq[seat]:
            raise Conflict("The game has changed. This is the position now.", self.position(seat))

    def check_turn(self, seat: str) -> None:
        """Conflict when it is not for this seat to decide; anybody may type in what the dice show."""
        if self.to_move is None:
            raise Conflict("The game is over.", self.position(seat))
        if self.is_held:
            raise Conflict(
                "The rules have changed since this game began. All players must agree to go on by the present rules."
            )
        if self.to_move not in (*self.decides_for(seat), DICE):
            raise Conflict("It is not this seat's turn.", self.position(seat))

    async def choose(self, seat: str, seq: int, options: Sequence[Option], is_captains: bool = False) -> bytes:
        """Decide, once or several times in a row; what it changed for the seat. A refused choice changes nothing.

        What the captain answers for the seat may go on beyond the row.
        """
        self.check_seq(seat, seq)
        self.check_turn(seat)
        decides = seat if self.to_move == DICE else self.to_move
        draft, lines = self.draft(), self.course.steps[-1].log_length
        moves: list[Move] = []
        asked = draft._checked_by_lesson(options)

        def after_each() -> None:
            nonlocal asked
            moves.append(draft._unshown(decides, options[len(moves)], len(moves)))
            asked = draft._learnt(asked)

        choose = draft.match.choose_in_turn if is_captains else draft.match.choose_all
        choose(options, after_each=after_each)
        for move in moves[:-1]:
            draft.course.add(move)
        moves[-1], told = draft._shown_now(moves[-1], lines)
        await self._keep_and_tell(draft, moves, told)
        return next(one.change for one in told if one.seat == seat)

    def _checked_by_lesson(self, options: Sequence[Option]) -> Question | None:
        """The question that is asked; IllegalChoice where a lesson takes other answers to it."""
        if progress := self.progress:
            for option in options:
                progress.check(self.match.question, option)
        return self.match.question

    def _learnt(self, asked: Question | None) -> Question | None:
        """Note in a draft that a question was answered, by which a step of a lesson may be done; the next question."""
        if progress := self.progress:
            self._teach(progress.after(asked, self.match.question, len(self.match.record.choices)))
        return self.match.question

    def _unlearnt(self) -> None:
        """Note in a draft that choices were taken back."""
        if progress := self.progress:
            self._teach(progress.back_to(len(self.match.record.choices)))

    def _teach(self, progress: Progress) -> None:
        lesson = Lesson(progress.lesson.key, progress.done)
        if lesson != self.company.sheet.lesson:
            self.company = self.company.copy()
            self.company.sheet.lesson = lesson

    def _unshown(self, actor: str | None, option: Option, before: int) -> Move:
        """The row of a choice of which nobody was shown anything yet; so many were made in its gesture before it."""
        kind: MoveKind = "along" if before else "choice"
        return Move(self.course.last + 1 + before, kind, actor, option, {}, self.match.log_length(), now())

    def check_undo(self, seat: str) -> UndoInfo:
        """Conflict, saying why, when a seat cannot take the last choice back."""
        undo = self._undo_info(seat, self.course.chose_last)
        if not undo.can:
            raise Conflict(f"That cannot be taken back. {undo.why}")
        return undo

    async def undo(self, seat: str, seq: int) -> bytes:
        """Take the last choice back, and what standing orders did since.

        Returns what it changed for the seat. Conflict, saying why, when that is barred.
        """
        self.check_seq(seat, seq)
        undo = self.check_undo(seat)
        moves: list[Move] = []
        told: list[Told] = []
        draft = self.draft()
        while undo.can:
            was_order = draft.course.steps[-1].kind == "order"
            made = len(draft.match.record.choices)
            undone = made - len(draft.match.undo().record.choices)
            draft._unlearnt()
            move, news = draft._made("undo", seat, undone if undone > 1 else None)
            moves.append(move)
            told += news
            undo = draft._undo_info(seat, draft.course.chose_last) if was_order else UndoInfo(False, "")
        await self._keep_and_tell(draft, moves, told, company=draft._asked_again(seat, draft.company))
        return next(one.change for one in told if one.seat == seat) if len(moves) == 1 else encode(self.position(seat))

    def _asked_again(self, seat: str, company: Company) -> Company:
        """The company when a seat has gone back.

        Standing orders for a turn or battle that is still to come lapse, and so does the one that would decide anew.
        """
        ties, question = self.ties, self.match.question
        own, orders = self.decides_for(seat), company.sheet.orders
        asked = question.ask.key if question and question.seat in own else None
        left = [one for one in orders if ties.get(one.span) == one.tied and not (one.seat in own and one.key == asked)]
        if len(left) == len(orders):
            return company
        company = company.copy()
        company.sheet.orders = left
        return company

    async def answer_for(self, options: Sequence[Option], reason: str | None = None) -> None:
        """Make the choices of computer players, and those of people that standing orders decide.

        A reason is that of an admiral for the first of them.
        """
        moves: list[Move] = []
        told: list[Told] = []
        talk: list[Talk] = []
        draft = self.draft()
        for option in options:
            seat = draft.to_move
            is_order = seat not in self.computers
            if is_order and (decision := draft.match.decision):
                text = f"{decision.prompt} → {draft.match.describe(option).label}"
                talk.append(draft.line("order", text, seat, to=seat, after=len(talk)))
            draft.match.choose(option)
            move, news = draft._made("order" if is_order else "choice", seat, option, None if moves else reason)
            moves.append(move)
            told += news
            await asyncio.sleep(0)  # others get their turn meanwhile
        await self._keep_and_tell(draft, moves, told, talk)

    async def turn_back(self, seat: str, choices: int, talk: Sequence[Talk], company: Company) -> None:
        """By consent: go on from where so many choices stand."""
        draft, known = self.draft(), self.match.log(ONLOOKER)
        draft.match = draft.match.take_back(choices)
        move, told = draft._made("back", seat, choices)
        undone = [line.text for line in known[draft.match.log_length(ONLOOKER) :]]
        if undone:
            talk = [*talk, draft.line("event", taken_back_in_words(undone), after=len(talk))]
        await self._keep_and_tell(draft, [move], told, talk, draft._asked_again(seat, company))

    async def end(self, seat: str, ending: Ending, talk: Sequence[Talk], company: Company) -> None:
        """People end the game; `seat` is the one that resigns, offers or is late."""
        draft = self.draft()
        move, told = draft._made("end", seat, msgspec.to_builtins(ending))
        await self._keep_and_tell(draft, [move], told, talk, company)

    def _made(
        self, kind: MoveKind, actor: str | None, option: Option, reason: str | None = None
    ) -> tuple[Move, list[Told]]:
        """The row of the move that was just made, and the change for every seat that is watched."""
        blank = Move(self.course.last + 1, kind, actor, option, {}, self.match.log_length(), now(), reason or None)
        if kind == "end":
            self.course.end = blank
        return self._shown_now(blank, self.course.steps[-1].log_length)

    def _shown_now(self, blank: Move, lines_before: int) -> tuple[Move, list[Told]]:
        """The row of a move with what it shows, and the change for every seat since the log had so many lines."""
        news = news_of(self.decides_for(blank.seat), self.shown, self._sights(self._chose_last_after(blank)))
        move = msgspec.structs.replace(blank, shown={seat: sight.noted for seat, sight in news.items()})
        return move, self._entered(move, news, lines_before)

    def _entered(self, move: Move, news: dict[str, Shown], lines_before: int) -> list[Told]:
        """Take a move that was made into account; what each seat that is watched must be told of it."""
        self.odds = {}
        self.course.add(move)
        told, actors = [], self.decides_for(move.seat)
        for seat, after in news.items():
            before, self.shown[seat] = self.shown[seat], after
            self.summary.headlines[seat] = after.view.headline
            self.summary.changed[seat] = move.at
            if seat in actors or self.audiences[seat].is_there:
                change = self._change(seat, before, after, lines_before)
                told.append(Told(seat, change.base, encode(change)))
        self.summary.result = self.result
        return told

    async def _keep_and_tell(
        self,
        draft: LiveMatch,
        moves: Sequence[Move],
        told: Sequence[Told],
        talk: Sequence[Talk] = (),
        company: Company | None = None,
    ) -> None:
        """Write down the moves that a draft has made; then, and not before, let them be seen."""
        if company is None and draft.company is not self.company:
            company = draft.company  # a step of a lesson is done
        before, decides = self._decided_last, draft.to_move
        is_over = decides is None
        is_due = draft.course.last // SNAPSHOT_EVERY > (moves[0].n - 1) // SNAPSHOT_EVERY or is_over
        if is_over and (self.company.sheet.offers or self.company.sheet.orders) and company is None:
            company = self.company.copy()
            company.settled()
        draft._decided_last = decides
        if (company or self.company).sheet.offers:
            company, lapsed = draft.without_lapsed(company or self.company, moves, before)
            talk = [*talk, *(draft.line("event", text, after=len(talk) + n) for n, text in enumerate(lapsed))]
        handed = (before, decides) if before != decides else None
        if handed:
            draft.set_clock(moves[-1].at)
        snapshot = draft.match.save() if is_due else None
        changed = None if company is self.company else company
        with self._whole_or_discarded():
            await self._keep(News(draft.listed(), moves, snapshot, talk, changed, handed=handed))
            self._adopt(draft)
            self._met(talk, changed)
        if any(move.kind == "back" for move in moves):
            self.tell_all_again()
        late = _not_told_all(moves, told)
        self._tell([one for one in told if one.seat not in late])
        self._tell_latecomers(late)

    def _tell_latecomers(self, seats: Iterable[str]) -> None:
        """Send the position to pages that came while moves were made or written, and saw what was before them."""
        for seat in seats:
            if seat in self.audiences and self.audiences[seat].is_connected:
                self.audiences[seat].announce(encode(self.position(seat)))

    def _tell(self, told: Iterable[Told]) -> None:
        for one in told:
            self.audiences[one.seat].tell(one.base, one.change)
        is_changed = self.is_over or self.is_in_battle != self._was_in_battle
        if len(self.audiences) > 1 or self.talk or self.company.version or is_changed:
            self._was_in_battle = self.is_in_battle
            self.tell_table()

    @property
    def is_in_battle(self) -> bool:
        """Whether a standing order could be given for a battle: all that changes between the people who play alone."""
        return self.course.end is None and bool(self.match.occasion.battle)

    def set_clock(self, since: str) -> None:
        """Set the time by which the seat that must decide has to hand on the turn, where people agreed on a pace."""
        self.deadline = deadline(self.company.pace, self.to_move, self.holders, since)

    def follow(self, tail: Tail) -> None:
        """Take over what another process has written down; when that cannot be followed, all is read anew."""
        with self._whole_or_discarded():
            for gesture in gestures(tail.moves):
                self._tell(self._followed(gesture))
            if any(move.kind == "back" for move in tail.moves):
                self.tell_all_again()
            self.deadline, self._decided_last = tail.deadline, self.to_move
            self.talk += tail.talk
            self.company = tail.company
        if tail.holders != self.holders or set(self.watched) != set(self.audiences):
            self.discard()  # who may look on is another now; the pages ask anew
        self.tell_table()

    def _followed(self, gesture: Sequence[Move]) -> list[Told]:
        lines_before, move = self.course.steps[-1].log_length, gesture[-1]
        if move.kind == "undo":
            self.match.undo()
        elif move.kind == "back":
            self.match = self.match.take_back(move.option)
        elif move.kind == "end":
            self.course.end = move
        elif move.kind == "start":
            raise Outdated  # by newer rules
        else:
            self.match.choose_in_turn([as_option(one.option) for one in gesture])
        for unshown in gesture[:-1]:
            self.course.add(unshown)
        sights = self._sights(self._chose_last_after(move))
        return self._entered(move, {seat: sights[seat] for seat in move.shown if seat in sights}, lines_before)

    def _chose_last_after(self, move: Move) -> str | None:
        """The seat that made the last choice that stands when a move is taken into account."""
        steps = self.course.steps
        if move.kind == "end":
            return self.course.chose_last
        if move.kind in ("undo", "back"):
            last: Move = steps[-1 - (move.option or 1)] if move.kind == "undo" else steps[move.option]
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


def _not_told_all(moves: Sequence[Move], told: Sequence[Told]) -> set[str]:
    """The seats that were shown more of these moves than changes were made for: their first page came meanwhile."""
    shown = [seat for move in moves for seat in move.shown]
    changes = [one.seat for one in told]
    return {seat for seat in shown if changes.count(seat) < shown.count(seat)}

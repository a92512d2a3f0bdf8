"""How a match stands: who must decide, how it ended, and what each seat is shown of it."""

from __future__ import annotations

from msgspec import UNSET

from flagplot.engine.state import Result
from flagplot.engine.table import DICE
from flagplot.engine.view import ONLOOKER
from flagplot.payloads import Change, DecisionView, LessonView, MatchInfo, Position, UndoInfo
from flagplot.players.lessons import Progress
from flagplot.server.storage.match_queries import Listed
from flagplot.server.tables import deltas
from flagplot.server.tables.endings import result_of
from flagplot.server.tables.hosting import Hosting
from flagplot.server.tables.roster import match_info
from flagplot.server.tables.showing import Shown, decision_view, log_lines, shown_to
from flagplot.server.tables.teaching import lesson_view, progress_of


class Standing(Hosting):
    """A match as it stands at a moment."""

    id: str
    started: str

    @property
    def to_move(self) -> str | None:
        """The seat that must decide, or the dice; None when the game is over."""
        question = None if self.course.end else self.match.question
        return question.seat if question else None

    @property
    def result(self) -> Result | None:
        """How the game ended, by its rules or by its people."""
        end, ending = self.course.end, self.course.ending
        return result_of(self.game, end.seat, ending) if end and ending else self.match.result

    @property
    def is_thinking(self) -> bool:
        """Whether a computer player must decide."""
        return self.to_move in self.computers and not self.is_held

    @property
    def progress(self) -> Progress | None:
        """How far the learner is; None where the match is not a lesson."""
        return progress_of(self.game, self.company)

    # What is shown

    def position(self, seat: str) -> Position:
        """All that a seat may know."""
        shown = self.shown[seat]
        holder = self.holders.get(seat)
        news = self.table_news(seat)
        return Position(
            self.id,
            self.game.slug,
            seat,
            self.course.seq[seat],
            self.seats_for(holder.guest if holder else None),
            shown.board,
            shown.view,
            self._decision_for(seat),
            shown.to_move,
            self.is_thinking,
            log_lines(self.match, self._reader(seat)),
            shown.undo,
            self.result,
            self.course.moment_count(seat, self.is_over),
            self.course.is_by_order(seat, self.is_over),
            self.match.record.typed,
            self.match.seed_hash,
            news.table,
            news.heard,
            news.talk,
            self._lesson_for(seat),
            self.company.sheet.origin if holder and holder.guest else None,
        )

    def _decision_for(self, seat: str) -> DecisionView | None:
        is_asked = self.shown[seat].to_move in (*self.decides_for(seat), DICE) and seat != ONLOOKER and not self.is_held
        if is_asked and (progress := self.progress) and progress.is_given(self.match.question):
            return None  # a learner is asked only what the lesson is about
        return decision_view(self.match) if is_asked else None

    def _lesson_for(self, seat: str) -> LessonView | None:
        progress = self.progress
        return lesson_view(progress, self.match.question) if progress and seat == progress.lesson.seat else None

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
            return UndoInfo(False, "You are watching.")
        decides, guest, own = self.to_move, self.holders[seat].guest, self.decides_for(seat)
        if self.course.end:
            return UndoInfo(False, "The game is over.")
        if decides is not None and decides not in (DICE, *own):
            is_same_guest = guest is not None and self.holders[decides].guest == guest
            if not (is_same_guest and chose_last == seat and self.match.can_undo):
                who = f"for {self.called(decides)}" if self.game.shares_everything else "the other side's turn"
                return UndoInfo(False, f"It is {who} to decide.")
        if not self.match.can_undo:
            return UndoInfo(False, self.match.why_no_undo)
        if chose_last not in own:
            return UndoInfo(False, "The last choice was not made at this seat.")
        return UndoInfo(True, "")

    def _change(self, seat: str, before: Shown, after: Shown, lines_before: int) -> Change:
        """The change to push to a seat: pieces, parts and log lines since what it was shown before."""
        put, gone = deltas.changed(before.view.pieces, after.view.pieces)
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
            after.to_move in self.computers and not self.is_held,
            log_start,
            log_lines(self.match, self._reader(seat), log_start),
            after.undo,
            self.result,
            self.course.moment_count(seat, after.to_move is None),
            self.course.is_by_order(seat, after.to_move is None),
            self._lesson_for(seat) or UNSET,
            UNSET if after.board == before.board else after.board,
            **deltas.parts_changed(before.view, after.view),
        )

    def info(self, guest: str) -> MatchInfo:
        """The match in a guest's list."""
        return match_info(self.game, self.listed(), guest, self._names, self._patience)

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
            sum(line.kind != "order" for line in self.talk),
        )

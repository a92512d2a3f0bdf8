"""A match: a position that can be decided, taken back, saved, forked and played out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from flagplot.engine import saves, ways
from flagplot.engine.appraisal import Appraisal
from flagplot.engine.decision import Decision, OfferedShortcut, OfferedWay, Refusal
from flagplot.engine.dice import TapeByRoll, next_read
from flagplot.engine.errors import IllegalChoice, NothingToUndo, SaveError
from flagplot.engine.game import Occasion
from flagplot.engine.journal import Line
from flagplot.engine.log import LogEntry, readable, written
from flagplot.engine.lookahead import LookingAhead
from flagplot.engine.record import finished
from flagplot.engine.state import OVER, shallow_copy
from flagplot.engine.table import DICE, Phase, Playout, Policy, Question, S, cut_off, play_out
from flagplot.engine.view import EVERYTHING, ONLOOKER, Board, Description, Figure, Track, View
from flagplot.engine.words import Ask, Bar, Option, is_plain, offered


class Match(LookingAhead[S]):
    """One game being played."""

    # What can be seen

    @property
    def decision(self) -> Decision | None:
        """What must be decided next; None when the game is over."""
        self._settle()
        question = self._question
        if question is None:
            return None
        return Decision(
            question.seat,
            question.ask.key,
            self.game.phrases_in(self._state).fill(question.ask.text, question.about),
            question.ask.rule,
            tuple(question.options),
            question.about,
            question.row,
            question.left,
            question.dice,
            self.game.subjects(question.about),
        )

    @property
    def occasion(self) -> Occasion:
        """Which turn is being played, and which battle is being fought."""
        return self.game.occasion(self.state)

    @property
    def topic(self) -> str:
        """What is being decided now, as far as everybody may know; empty when the game is over."""
        phase = self.state.phase
        return "" if phase == OVER else self.game.phase_name(phase)

    @property
    def seed_hash(self) -> str:
        """The hash of the seed, published before the first roll."""
        return self.start.seed_hash

    @property
    def board_key(self) -> str:
        """The scenario whose board lies on the table now; everybody may know it."""
        board_of = self.game.board_of
        return board_of(self.state) if board_of else self.record.scenario

    @property
    def board(self) -> Board:
        """The chart that lies on the table now."""
        return self.game.board(self.board_key)

    def view(self, seat: str) -> View:
        """What a seat or an ONLOOKER may see; EVERYTHING sees what no seat may before the end."""
        if seat not in (EVERYTHING, ONLOOKER):
            self._check_seat(seat)
        state = self.state
        if not self.game.is_open:
            return self.game.view(state, seat)
        if self._view_for_all is None or self._view_for_all[0] is not state:
            self._view_for_all = (state, self.game.view(state, ONLOOKER))
        return self._view_for_all[1]

    def log(self, seat: str | None = None, since: int = 0) -> list[LogEntry]:
        """What happened, as far as a seat or an ONLOOKER may know, from its line of that number on.

        Without a seat it is everything.
        """
        past, present = self._readable(seat)
        later = present[since - len(past) :] if since > len(past) else past[since:] + present
        return written(later, self.game.phrases, self.game.scenes)

    def log_length(self, seat: str | None = None) -> int:
        """How many lines a seat's log has."""
        past, present = self._readable(seat)
        return len(past) + len(present)

    def _readable(self, seat: str | None) -> tuple[list[Line], list[Line]]:
        """What a seat can read of the phases before the checkpoint, and of the present one."""
        if seat is not None and seat != ONLOOKER:
            self._check_seat(seat)
        self._settle()
        if self._log is None:
            self._log = self._log_from_record()
        if seat is None or self.game.is_open or self._state.phase == OVER:
            return self._log.lines, self._lines  # nothing is secret in an open game, or when the game is over
        return self._log.readable(seat), readable(self._lines, seat)

    @property
    def shortcuts(self) -> tuple[OfferedShortcut, ...]:
        """The shortcuts that mean something at this question; `choose_all` takes their answers."""
        question = self._open_question()
        if not isinstance(question.ask, Ask):
            return ()
        found = []
        for one in question.ask.shortcuts.values():
            if answers := tuple(one.answers(self._state, question.about, question.options)):
                label = self.game.phrases_in(self._state).fill(one.text, {**question.about, "count": len(answers)})
                found.append(OfferedShortcut(one.key, label, answers))
        return tuple(found)

    @property
    def dial(self) -> Track | None:
        """The track whose cells are options of this question; most questions have none."""
        question = self._open_question()
        dial_of = question.ask.dial_of if isinstance(question.ask, Ask) else None
        return dial_of(self._state, question.about) if dial_of else None

    @property
    def first_will_do(self) -> bool:
        """Whether it no longer matters what is answered: no option can be better than the first."""
        question = self._open_question()
        is_settled = question.ask.is_settled if isinstance(question.ask, Ask) else None
        if is_settled is None:
            return False
        return is_settled(self.game.known_to(self._state, question.seat), question.about, question.options)

    @property
    def has_ways(self) -> bool:
        """Whether several answers may lead to a place that this question does not offer."""
        ask = self._open_question().ask
        return isinstance(ask, Ask) and ask.leads is not None

    @property
    def has_outlook(self) -> bool:
        """Whether odds are told of the orders that were given before this question."""
        ask = self._open_question().ask
        return isinstance(ask, Ask) and ask.so_far is not None

    def way(self, *targets: str) -> OfferedWay | None:
        """The answers of this row that lead to a place or a piece, or through several; None where none do.

        `choose_all` takes them. They are found in a world that the seat cannot tell from the true one, so that a way
        tells nothing that the seat does not know.
        """
        seat = self._open_question().seat
        if not self.has_ways:
            return None
        on_board = {space.id for space in self.board.spaces} | {piece.id for piece in self.view(seat).pieces}
        for target in targets:
            if target not in on_board:
                raise IllegalChoice(f"There is no place or piece {target!r:.80} to which a way could lead.")
        return ways.tried_out(self.fork(seat, 0), targets)

    def describe(self, option: Option) -> Description:
        """How an option looks: its label and what it touches."""
        question = self._open_question()
        return self.game.describe(self._state, question.ask, question.about, option)

    @property
    def forecasts(self) -> Sequence[tuple[Figure, ...]]:
        """What each option may bring and cost, in the order of the options; empty where nothing is foreseen."""
        question = self._open_question()
        figures = question.ask.figures if isinstance(question.ask, Ask) else None
        if figures is None:
            return ()
        return figures(self.game.known_to(self._state, question.seat), question.about, question.options)

    def why_not(self, option: Option) -> Refusal | None:
        """Which rule keeps an option from being offered; None when it is offered."""
        question = self._open_question()
        if offered(option, question.options):
            return None
        bars = question.ask.bars if isinstance(question.ask, Ask) else None
        found = bars(self._state, question.about, option) if bars and is_plain(option) else None
        if found is None:
            return Refusal(self._what_to_do_first(question, option), question.ask.rule)
        bar, figures = found if isinstance(found, tuple) else (found, {})
        assert isinstance(bar, Bar)
        return Refusal(self.game.phrases_in(self._state).fill(bar.text, {**question.about, **figures}), bar.rule)

    def _what_to_do_first(self, question: Question, option: Option) -> str:
        """The answer to a click that means nothing at a question: that it cannot be chosen, and what can."""
        phrases = self.game.phrases_in(self._state)
        name = phrases.name(option) if isinstance(option, str) and option in self.game.names else None
        if question.seat == DICE:
            return f"{name or 'That'} cannot come up here. Type in one of the {len(question.options)} possible results."
        first = question.ask.first if isinstance(question.ask, Ask) else ""
        if first:
            return phrases.fill(first, question.about)
        return f"{name or 'That'} cannot be chosen here. Choose one of the {len(question.options)} options."

    def pointed_at(self, target: str) -> Option:
        """What a space, piece, line, tray or section would be as an answer to the present question, offered or not."""
        ask = self._open_question().ask
        return self.game.pointed_at(ask, target) if isinstance(ask, Ask) else target

    # What can be done

    def choose(self, option: Option, seat: str | None = None) -> Match[S]:
        """Decide. A refused choice raises IllegalChoice and changes nothing."""
        self._check_offered(option, seat)
        with self._all_or_none():
            self._make(option)
        return self

    def _check_offered(self, option: Option, seat: str | None) -> None:
        """IllegalChoice when a seat cannot decide so now."""
        question = self._open_question()
        if seat is not None and seat != question.seat:
            raise IllegalChoice(f"It is the turn of '{question.seat}', not of '{seat}'.")
        if not offered(option, question.options):
            raise IllegalChoice(
                f"{option!r:.80} is not offered here; '{question.ask.key}' has {len(question.options)} options."
            )

    def _make(self, option: Option) -> None:
        self.record.choices.append(option)
        self._run()

    def choose_all(
        self, options: Sequence[Option], seat: str | None = None, after_each: Callable[[], Any] | None = None
    ) -> Match[S]:
        """Answer several questions of one row in one gesture: all or none, and taken back together.

        A row may end before all its answers are given only where the last of them ends it.
        """
        question = self._open_question()
        if not options or (len(options) > 1 and not question.row):
            raise IllegalChoice(f"'{question.ask.key}' takes one answer at a time, not {len(options)}.")
        self._choose_together(options, seat, after_each, lambda now: now.row == question.row)
        return self

    def choose_in_turn(
        self, options: Sequence[Option], seat: str | None = None, after_each: Callable[[], Any] | None = None
    ) -> Match[S]:
        """Answer questions of one seat as they come, of whatever rows: all or none, and taken back together.

        What dice have decided between them cannot be taken back.
        """
        if not options:
            raise IllegalChoice("There is no answer to give.")
        self._choose_together(options, seat, after_each, lambda now: True)
        return self

    def _choose_together(
        self,
        options: Sequence[Option],
        seat: str | None,
        after_each: Callable[[], Any] | None,
        goes_on: Callable[[Question], bool],
    ) -> None:
        first, decider = len(self.record.choices), self._open_question().seat
        with self._all_or_none():
            for number, option in enumerate(options, 1):
                now = self._question
                if now is None or now.seat != decider or not goes_on(now):
                    raise IllegalChoice(f"The row ends after {number - 1} of its {len(options)} answers.")
                self._check_offered(option, seat)
                self._make(option)
                if after_each:
                    after_each()
        if len(options) > 1:
            self.record.gestures = [*self.record.gestures, (first, len(self.record.choices))]

    @contextmanager
    def _all_or_none(self) -> Iterator[None]:
        """Make choices; when one of them is refused or fails, none was made."""
        made, checkpoint, journal = len(self.record.choices), self.checkpoint, self._journal[:]
        log = self._log
        try:
            yield
        except Exception:
            del self.record.choices[made:]
            self.checkpoint, self._journal, self._log = checkpoint, journal, log
            self._run()
            raise

    def pick(self, index: int) -> Match[S]:
        """Decide for the option of this number, counted from 0."""
        options = self._open_question().options
        if type(index) is not int or not 0 <= index < len(options):
            raise IllegalChoice(f"There is no option number {index!r}; there are {len(options)}, counted from 0.")
        return self.choose(options[index])

    @property
    def can_undo(self) -> bool:
        """Whether the last choice can be taken back."""
        self._settle()
        return len(self.record.choices) > self._floor(self._seal)[0]

    @property
    def why_no_undo(self) -> str:
        """Why the last choice cannot be taken back; empty when it can."""
        return "" if self.can_undo else self._floor(self._seal)[1]

    def undo(self) -> Match[S]:
        """Take the last choice back, or all of the last gesture as far as they can be taken back."""
        if not self.can_undo:
            raise NothingToUndo(self.why_no_undo)
        made = len(self.record.choices)
        first = next((first for first, past in reversed(self.record.gestures) if past == made), made - 1)
        left = max(first, self._floor(self._seal)[0])
        self._shorten(left)
        if left < self.checkpoint.mark:
            self._begin_again()
        else:
            del self._journal[left - made :]
        self._run()
        return self

    def _shorten(self, choices: int) -> None:
        """Forget all but the first so many choices."""
        record = self.record
        record.choices = record.choices[:choices]
        record.gestures = [(first, past) for first, past in record.gestures if past <= choices]
        record.reasons = {number: reason for number, reason in record.reasons.items() if number <= choices}

    def take_back(self, choices: int) -> Match[S]:
        """Go back, as all have agreed, to where so many choices had been made; what was thrown since never comes again.

        Unlike undo this goes back beyond dice and other seats' decisions. The record keeps where dice are passed over.
        """
        self._settle()
        if self.looks_ahead:
            raise NothingToUndo(self.why_no_undo)
        if self._question is None:
            raise NothingToUndo("The game is over.")
        self._check_number(choices)
        next_die = self.next_die
        self._shorten(choices)
        self._begin_again()
        self.wind_on(next_die)
        return self

    @property
    def next_die(self) -> int:
        """The position from which the next die will be read; all dice that have ever fallen lie before it."""
        self._settle()
        return next_read(self._dice_read(), dict(self.record.wound))

    def wind_on(self, position: int) -> None:
        """Read the next die at that position or beyond, because players have seen what lies before."""
        if self.record.script is None and self.next_die < position:
            self.record.wound = [*self.record.wound, (self._dice_read(), position)]

    def at(self, choices: int) -> Match[S]:
        """The same match as it stood when so many choices had been made."""
        self._check_number(choices)
        match = Match(self.game, replace(self.record), self.start)
        match._shorten(choices)
        return match

    def twin(self) -> Match[S]:
        """The same match once more; what is chosen in the one does not happen in the other."""
        twin = shallow_copy(self)
        twin.record = shallow_copy(self.record)
        twin.record.choices = self.record.choices[:]
        twin._journal = self._journal[:]
        return twin

    def playout(self, policies: Mapping[str, Policy]) -> Match[S]:
        """Play on to the end of the game without suspension and without building any text."""
        self._check_dice_fall()
        played = self._played_on(policies, self.game.phases)
        self.record.choices += played.choices
        self.checkpoint = finished(played.state, len(self.record.choices))
        self._log = None
        self._begin_phase()
        return self

    def prospect(self, option: Option, policies: Mapping[str, Policy], appraisal: Appraisal | None = None) -> S:
        """The end to which an answer leads when policies play on, or a position that can be appraised before it.

        The match itself stays where it is.
        """
        self._check_dice_fall()
        self._check_offered(option, None)
        twin = self.twin()
        twin.record.choices.append(option)
        twin.common_dice = TapeByRoll(bytes.fromhex(self.record.seed))
        twin._finish_phase(policies)  # not up to the next question: that may lie beyond where others are cut off
        phases = self.game.phases
        if appraisal:
            phases = cut_off(phases, appraisal.phase, appraisal.limit(self.state.phase))
        return twin._played_on(policies, phases).state

    @property
    def appraisal(self) -> Appraisal | None:
        """How positions are judged; None where a game tells nothing of that, or with the owner's figures."""
        return self.game.appraisal() if self.game.appraisal and not self.record.data else None

    def _check_dice_fall(self) -> None:
        if self.record.typed:
            raise IllegalChoice("A match with typed-in dice cannot be played out by the computer.")

    def _played_on(self, policies: Mapping[str, Policy], phases: Mapping[str, Phase]) -> Playout[S]:
        """What policies play, and where they come to; the match itself goes on to the end of its present phase."""
        if len(self.record.choices) > self.checkpoint.mark:
            self._settle()  # what was chosen so far comes first
        if self._journal:
            self._finish_phase(policies)
        state = self.game.copy(self.checkpoint.state)
        players = {seat: (policy, self.game.known_to(state, seat)) for seat, policy in policies.items()}
        table = Playout(state, players, self._dice(state.tape))
        play_out(phases, table)
        return table

    def _finish_phase(self, policies: Mapping[str, Policy]) -> None:
        """Let the policies play the present phase to its end; when one of them errs, nothing has changed."""
        choices, journal = self.record.choices[:], self._journal[:]
        try:
            self._run_phase(policies)
        except Exception:
            self.record.choices[:], self._journal = choices, journal
            raise

    def save(self) -> bytes:
        """The match as JSON."""
        self._settle()
        if self.looks_ahead:
            raise SaveError("A fork is for looking ahead and cannot be saved.")
        return saves.packed(self.game, self.record, self.checkpoint)

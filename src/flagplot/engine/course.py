"""How a match goes on: the present phase runs again from its checkpoint, answered from the journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

from flagplot.engine.dice import Continued, Dice, Script, Tape, WoundOn
from flagplot.engine.errors import IllegalChoice
from flagplot.engine.frames import advance, end, leave_for
from flagplot.engine.game import Game
from flagplot.engine.journal import Journal, Line, Recorder, Seal, Thrown
from flagplot.engine.log import PastLog
from flagplot.engine.record import Checkpoint, Record, finished
from flagplot.engine.state import OVER, Result
from flagplot.engine.table import GameOver, LeftFor, Policy, Question, S, Suspend
from flagplot.engine.view import View
from flagplot.engine.words import Ask, Option, offered


class Course(Generic[S]):
    """The course of a game: its record, the checkpoint of the present phase, and the journal since then.

    After every choice the phase runs again from the checkpoint. `record.choices` holds all choices from the start.
    """

    def __init__(self, game: Game[S], record: Record, start: S, checkpoint: Checkpoint[S] | None = None) -> None:
        self.game = game
        self.record = record
        self.start = start
        self.seats = game.seats_of(start)  # those in play
        self.checkpoint = checkpoint or Checkpoint(start)
        self._view_for_all: tuple[S, View] | None = None  # of an open game, with the state that it shows
        self.common_dice: Dice | None = None  # of a twin that is compared with others
        self.looks_ahead = False  # a fork: its dice so far are not its seed's, so it cannot be saved
        self._inherited: Journal = []  # what a fork's first phase had seen before it was forked
        # The log of the phases before the checkpoint, which twins share; None: it must be recomputed from the record.
        self._log: PastLog | None = None if checkpoint else PastLog()
        self._begin_phase()

    def _begin_phase(self) -> None:
        self._journal: Journal = []
        self._lines: list[Line] = []
        self._seal = Seal()
        self._state = self.checkpoint.state
        self._question: Question | None = None
        self._settled = self._state.phase == OVER

    @property
    def question(self) -> Question | None:
        """The decision as the rules asked it, for policies."""
        self._settle()
        return self._question

    @property
    def state(self) -> S:
        """The state as it is at this moment; change nothing in it."""
        self._settle()
        return self._state

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        self._settle()
        return self._state.result

    # Going on

    def _settle(self) -> None:
        if not self._settled:
            self._run()

    def _begin_again(self) -> None:
        """Forget all but the record, from which everything is to be played again."""
        self.checkpoint = Checkpoint(self.start)
        self._log = PastLog()
        self._begin_phase()

    def _run(self) -> None:
        """Play from the checkpoint until a seat must decide what the record does not tell, or the game is over."""
        self._settled = False
        while not self._settled:
            self._run_phase(None)

    def _run_phase(self, policies: Mapping[str, Policy] | None) -> None:
        """Play the present phase from the checkpoint; when it comes to its end, that is the next checkpoint."""
        state = self.game.copy(self.checkpoint.state)
        table = self._recorder(state, policies)
        try:
            advance(state, self.game.phases[state.phase](table, *state.args))
        except Suspend as suspended:
            self._state, self._lines, self._seal = state, table.lines, table.seal
            self._question = suspended.question
            self._settled = True
            return
        except GameOver as over:
            state.result = over.result
            end(state)
        except LeftFor as left:
            leave_for(state, left.frame)
        state.tape = table.dice.position
        if self._log is not None:
            self._log = self._log.followed_by(table.lines)
        mark = self.checkpoint.mark + table.answers
        if state.phase == OVER:
            self.checkpoint = finished(state, mark)
        else:
            self.checkpoint = Checkpoint(state, mark, *self._floor(table.seal), table.last_seat)
        self._begin_phase()

    def _recorder(self, state: S, policies: Mapping[str, Policy] | None) -> Recorder[S]:
        choices = self.record.choices

        def answer(table: Recorder[Any], question: Question) -> Option:
            answered = self.checkpoint.mark + table.answers
            if answered == len(choices):
                if policies is None:
                    raise Suspend(question)
                assert isinstance(question.ask, Ask)
                policy = policies[question.seat]
                known = self.game.known_to(state, question.seat)
                choices.append(policy(known, question.seat, question.ask, question.options, question.about))
            option = choices[answered]
            if not offered(option, question.options):
                raise IllegalChoice(
                    f"Choice {answered + 1}, {option!r:.80}, is not allowed by the rules ({question.ask.rule})."
                )
            return option

        table = Recorder(state, self._journal, self._dice(state.tape), answer, self.record.typed)
        table.last_seat = self.checkpoint.last_seat
        table.name_in = self.game.name_in
        return table

    def _floor(self, seal: Seal) -> tuple[int, str]:
        """How many choices are beyond recall, and why."""
        if self.looks_ahead:
            return len(self.record.choices), "A fork only looks ahead."
        if seal.reason:
            return self.checkpoint.mark + seal.choices, seal.reason
        return self.checkpoint.floor, self.checkpoint.floor_reason

    def _log_from_record(self) -> PastLog:
        twin = type(self)(self.game, self.record, self.start)
        twin._journal = self._inherited[:]
        twin._settle()
        assert twin._log is not None
        return twin._log

    def _dice(self, position: int) -> Dice:
        if self.common_dice:
            return self.common_dice
        record, seed = self.record, bytes.fromhex(self.record.seed)
        if record.script is not None:
            return Script(record.script, position)
        dice = Continued(record.fallen, seed, position) if record.fallen else Tape(seed, position)
        return WoundOn(dice, record.wound) if record.wound else dice

    def _open_question(self) -> Question:
        self._settle()
        if self._question is None:
            raise IllegalChoice("The game is over.")
        return self._question

    def _check_number(self, choices: int) -> None:
        if not 0 <= choices <= len(self.record.choices):
            raise IllegalChoice(f"The match has {len(self.record.choices)} choices; it cannot stand at {choices}.")

    def _check_seat(self, seat: str) -> None:
        if seat not in self.seats:
            raise IllegalChoice(self.game.why_no_seat(seat, self.seats))

    def _dice_read(self) -> int:
        thrown = [entry.position for entry in self._journal if isinstance(entry, Thrown)]
        return thrown[-1] if thrown else self.checkpoint.state.tape

"""A match: a position that can be decided, taken back, saved, forked and played out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any, Generic

import msgspec

from flagplot.engine import dice as chance
from flagplot.engine import forks, saves
from flagplot.engine import odds as chances
from flagplot.engine.advice import Hint
from flagplot.engine.decision import Decision, Refusal, row_of
from flagplot.engine.dice import Continued, Dice, Script, Tape, WoundOn, next_read
from flagplot.engine.errors import IllegalChoice, NothingToUndo, RulesError, SaveError, UnknownGame
from flagplot.engine.frames import advance, end
from flagplot.engine.game import Game, Occasion
from flagplot.engine.journal import Chosen, Journal, Line, Recorder, Seal, Thrown
from flagplot.engine.log import LogEntry, PastLog, readable, written
from flagplot.engine.odds import Odds
from flagplot.engine.record import Checkpoint, Record, finished
from flagplot.engine.state import OVER, Result, shallow_copy
from flagplot.engine.table import DICE, GameOver, Playout, Policy, Question, S, Suspend, play_out
from flagplot.engine.view import EVERYTHING, ONLOOKER, Description, View
from flagplot.engine.words import Ask, Bar, Option, is_plain, offered

FORK_TRIES = 1000  # in rare positions only a few samples in a hundred fit


def _suspend(question: Question) -> Option:
    raise Suspend(question)


class Match(Generic[S]):
    """One game being played.

    It keeps a checkpoint, the state as the present phase began, and the journal of what was chosen and rolled since;
    after every choice the phase runs again from there. `record.choices` holds all choices from the start.
    """

    def __init__(self, game: Game[S], record: Record, start: S, checkpoint: Checkpoint[S] | None = None) -> None:
        self.game = game
        self.record = record
        self.start = start
        self.seats = game.seats_of(start)  # those in play
        self.checkpoint = checkpoint or Checkpoint(start)
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
            self.game.phrases.fill(question.ask.text, question.about),
            question.ask.rule,
            tuple(question.options),
            question.about,
            row_of(question),
            self.game.subjects(question.about),
        )

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

    @property
    def occasion(self) -> Occasion:
        """Which turn is being played, and which battle is being fought."""
        return self.game.occasion(self.state)

    @property
    def topic(self) -> str:
        """What is being decided now, as far as everybody may know; empty when the game is over."""
        phase = self.state.phase
        return "" if phase == OVER else self.game.phase_names[phase]

    @property
    def seed_hash(self) -> str:
        """The hash of the seed, published before the first roll."""
        return self.start.seed_hash

    def view(self, seat: str) -> View:
        """What a seat or an ONLOOKER may see; EVERYTHING sees what no seat may before the end."""
        if seat not in (EVERYTHING, ONLOOKER):
            self._check_seat(seat)
        return self.game.view(self.state, seat)

    def log(self, seat: str | None = None, since: int = 0) -> list[LogEntry]:
        """What happened, as far as a seat or an ONLOOKER may know, from its line of that number on.

        Without a seat it is everything.
        """
        past, present = self._readable(seat)
        later = present[since - len(past) :] if since > len(past) else past[since:] + present
        return written(later, self.game.phrases)

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
        if seat is None or self._state.phase == OVER:
            return self._log.lines, self._lines  # nothing is secret when the game is over
        return self._log.readable(seat), readable(self._lines, seat)

    def describe(self, option: Option) -> Description:
        """How an option looks: label, spaces and pieces."""
        question = self._open_question()
        return self.game.describe(self._state, question.ask, question.about, option)

    def why_not(self, option: Option) -> Refusal | None:
        """Which rule keeps an option from being offered; None when it is offered."""
        question = self._open_question()
        if offered(option, question.options):
            return None
        bars = question.ask.bars if isinstance(question.ask, Ask) else None
        found = bars(self._state, question.about, option) if bars and is_plain(option) else None
        if found is None:
            name = self.game.names.get(option) if isinstance(option, str) else None
            choices = "face" if question.seat == DICE else "choice"
            reason = f"{name} is no answer here." if name else f"That is no {choices} that this decision knows."
            return Refusal(reason, question.ask.rule)
        bar, figures = found if isinstance(found, tuple) else (found, {})
        assert isinstance(bar, Bar)
        return Refusal(self.game.phrases.fill(bar.text, {**question.about, **figures}), bar.rule)

    def pointed_at(self, target: str) -> Option:
        """What a space or a piece would be as an answer to the present question, offered or not."""
        ask = self._open_question().ask
        return self.game.pointed_at(ask, target) if isinstance(ask, Ask) else target

    # What can be done

    def choose(self, option: Option, seat: str | None = None) -> Match[S]:
        """Decide. A refused choice raises IllegalChoice and changes nothing."""
        question = self._open_question()
        if seat is not None and seat != question.seat:
            raise IllegalChoice(f"It is not for '{seat}' to decide now, but for '{question.seat}'.")
        if not offered(option, question.options):
            raise IllegalChoice(
                f"{option!r:.80} is not offered here; '{question.ask.key}' has {len(question.options)} options."
            )
        with self._all_or_none():
            self.record.choices.append(option)
            self._run()
        return self

    def choose_all(self, options: Sequence[Option], seat: str | None = None) -> Match[S]:
        """Answer several questions of one row in one gesture: all or none, and taken back together.

        A row may end before all its answers are given only where the last of them ends it.
        """
        first = len(self.record.choices)
        question = self._open_question()
        row = row_of(question)
        if not options or (len(options) > 1 and not row):
            raise IllegalChoice(f"'{question.ask.key}' takes one answer at a time, not {len(options)}.")
        with self._all_or_none():
            for number, option in enumerate(options, 1):
                now = self._question
                if now is None or (now.seat, row_of(now)) != (question.seat, row):
                    raise IllegalChoice(f"The row ends after {number - 1} of its {len(options)} answers.")
                self.choose(option, seat)
        if len(options) > 1:
            self.record.gestures = [*self.record.gestures, (first, len(self.record.choices))]
        return self

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

    def _dice_read(self) -> int:
        thrown = [entry.position for entry in self._journal if isinstance(entry, Thrown)]
        return thrown[-1] if thrown else self.checkpoint.state.tape

    def odds(self, option: Option, limit: int = chances.LEAF_LIMIT, samples: int = chances.SAMPLES) -> Odds:
        """How likely each outcome of an option is, as far as the seat can know.

        It is counted up to the next decision, a mark, or the end of the procedure with all that it calls or, where an
        option only prepares a throw that comes later, in that throw.
        """
        question = self._open_question()
        if not offered(option, question.options):
            raise IllegalChoice(f"{option!r:.80} is not offered here, so it has no odds.")
        ask = question.ask
        if not isinstance(ask, Ask):
            raise IllegalChoice("A throw that is typed in has no odds.")
        key = self._key(bytes(chance.SEED_BYTES), "odds", question.seat)
        start, now = self._world(question.seat, Random(key))
        if foreseen := ask.foreseen:
            return self._counted(
                lambda table: foreseen(table, question.about, option), now.state, [], key, limit, samples
            )
        journal = [*now.journal, Chosen(question.seat, ask, tuple(question.options), option)]
        procedure = chances.procedure_of(self.game.phases)
        return self._counted(procedure, start, journal, key, limit, samples, len(now.lines))

    def outlook(self) -> dict[str, Odds]:
        """How likely each outcome of the orders given so far is, part by part; most decisions have none."""
        question = self._open_question()
        so_far = question.ask.so_far if isinstance(question.ask, Ask) else None
        if so_far is None:
            return {}
        key = self._key(bytes(chance.SEED_BYTES), "odds", question.seat)
        _, now = self._world(question.seat, Random(key))
        return {
            name: self._counted(procedure, now.state, [], key, chances.LEAF_LIMIT, chances.SAMPLES)
            for name, procedure in so_far(now.state, question.about).items()
        }

    def _counted(
        self,
        procedure: Callable[[Any], Any],
        start: S,
        journal: Journal,
        key: bytes,
        limit: int,
        samples: int,
        told: int = 0,
    ) -> Odds:
        """The odds of a procedure that begins in a state, after `told` lines; `key` is the seed of sampled dice."""
        runs = 0

        def run(make: Any) -> Recorder[S]:
            nonlocal runs
            runs += 1
            table = make(self.game.copy(start), journal[:], Tape(chance.derived_seed(key, runs)), _suspend)
            return chances.to_leaf(procedure, table)

        def outcome(table: Recorder[S]) -> str:
            return chances.outcome_of(table.lines[told:], self.game.phrases)

        return chances.enumerated(run, outcome, limit) or chances.sampled(run, outcome, samples)

    def _key(self, seed: bytes, purpose: str, seat: str) -> bytes:
        """A key for dice that have nothing to do with those of the match, from what a seat can see of this moment.

        The number of choices would not do where others decide in secret: it counts what they have chosen.
        """
        if len(self.seats) == 1 or self.game.shares_everything:
            return chance.derived_seed(seed, purpose, len(self.record.choices))
        told = [line.source.key for line in readable(self._lines, seat)]
        if self._question and self._question.seat == seat:
            told += [self._question.ask.key, *map(str, self._question.options)]
        return chance.derived_seed(seed, purpose, self._dice_read(), *told)

    def hint(self) -> Hint:
        """What the captain would decide here and why, knowing what the seat knows and no more."""
        self._settle()
        seat = self._question.seat if self._question else ""
        if seat not in self.seats:
            raise IllegalChoice("There is nothing here for a computer player to decide.")
        if seat not in self.game.captains:
            raise UnknownGame(f"{self.game.title} has no captain for the seat '{seat}'.")
        world = self.fork(seat, 0)
        question = world._open_question()
        assert isinstance(question.ask, Ask)
        advice = self.game.captains[seat]().advise(world.state, seat, question.ask, question.options, question.about)
        return Hint(advice.choice, self.game.phrases.fill(advice.reason, advice.figures), advice.second)

    def fork(self, seat: str, seed: int | str | bytes) -> Match[S]:
        """A match for looking ahead: what the seat does not know is drawn anew, and so are all coming dice."""
        self._check_seat(seat)
        self._open_question()
        key = self._key(chance.seed_bytes(seed), "fork", seat)
        return self._in_world(key, *self._world(seat, Random(key)))

    def _world(self, seat: str, rng: Random) -> tuple[S, forks.Relived[S]]:
        """A world that a seat cannot tell from the true one: the beginning of the phase, and the phase up to now."""
        seen = forks.Seen.of(self.game, seat, self._question, self._state, self._journal, self._lines)
        for _ in range(FORK_TRIES):
            state = self.game.sample(self.game.copy(self.checkpoint.state), seat, rng)
            try:
                table, question = forks.lived_again(self.game, self.game.copy(state), seen, rng, self.record.typed)
            except RulesError:
                continue  # what the seat has seen in this phase does not fit this sample
            if forks.looks_alike(self.game, seen, table, question):
                return state, table
        raise RulesError(f"No sample of {self.game.title} fits what {seat} has seen in this phase.")

    def _in_world(self, key: bytes, state: S, table: Recorder[S]) -> Match[S]:
        twin = Match(self.game, self._record_in_world(key, table), state)
        twin.looks_ahead = True
        twin._journal = table.journal
        twin._inherited = table.journal[:]
        twin._run()
        return twin

    def _record_in_world(self, key: bytes, table: Recorder[S]) -> Record:
        choices = [entry.choice for entry in table.journal if isinstance(entry, Chosen)]
        game, record = self.game, self.record
        return Record(
            game.slug, game.rules_version, record.scenario, record.options, key.hex(), choices=choices, data=record.data
        )

    def branch(self, seat: str, seed: int | str | bytes | None = None) -> Match[S]:
        """A new match that goes on from here: what the seat does not know is drawn anew, and so are all coming dice."""
        self._check_seat(seat)
        self._open_question()
        key = chance.new_seed() if seed is None else chance.seed_bytes(seed)
        start, now = self._world(seat, Random(key))
        record = self._record_in_world(key, now)
        if self.record.typed:
            record.typed, record.choices = True, now.given
        else:
            record.fallen = [face for entry in now.journal if isinstance(entry, Thrown) for face in entry.faces]
            start.seed_hash = chance.commitment(key)
        start.tape = 0
        record.start = msgspec.to_builtins(start)
        return Match(self.game, record, start)

    def at(self, choices: int) -> Match[S]:
        """The same match as it stood when so many choices had been made."""
        self._check_number(choices)
        match = Match(self.game, replace(self.record), self.start)
        match._shorten(choices)
        return match

    def twin(self) -> Match[S]:
        """The same match once more; what is chosen in the one does not happen in the other."""
        twin = shallow_copy(self)
        twin.record = replace(self.record, choices=self.record.choices[:])
        twin._journal = self._journal[:]
        return twin

    def playout(self, policies: Mapping[str, Policy]) -> Match[S]:
        """Play on to the end of the game without suspension and without building any text."""
        if self.record.typed:
            raise IllegalChoice("A match with typed-in dice cannot be played out by the computer.")
        if self._journal:
            self._finish_phase(policies)
        state = self.game.copy(self.checkpoint.state)
        table = Playout(state, policies, self._dice(state.tape))
        play_out(self.game.phases, table)
        self.record.choices += table.choices
        self.checkpoint = finished(state, len(self.record.choices))
        self._log = None
        self._begin_phase()
        return self

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

        def answer(question: Question) -> Option:
            answered = self.checkpoint.mark + table.answers
            if answered == len(choices):
                if policies is None:
                    raise Suspend(question)
                assert isinstance(question.ask, Ask)
                policy = policies[question.seat]
                choices.append(policy(state, question.seat, question.ask, question.options, question.about))
            option = choices[answered]
            if not offered(option, question.options):
                raise IllegalChoice(
                    f"Choice {answered + 1}, {option!r:.80}, is not allowed by the rules ({question.ask.rule})."
                )
            return option

        table = Recorder(state, self._journal, self._dice(state.tape), answer, self.record.typed)
        table.last_seat = self.checkpoint.last_seat
        return table

    def _floor(self, seal: Seal) -> tuple[int, str]:
        """How many choices are beyond recall, and why."""
        if self.looks_ahead:
            return len(self.record.choices), "A fork only looks ahead."
        if seal.reason:
            return self.checkpoint.mark + seal.choices, seal.reason
        return self.checkpoint.floor, self.checkpoint.floor_reason

    def _log_from_record(self) -> PastLog:
        twin = Match(self.game, self.record, self.start)
        twin._journal = self._inherited[:]
        twin._settle()
        assert twin._log is not None
        return twin._log

    def _dice(self, position: int) -> Dice:
        record, seed = self.record, bytes.fromhex(self.record.seed)
        if record.script is not None:
            return Script(record.script, position)
        dice = Continued(record.fallen, seed, position) if record.fallen else Tape(seed, position)
        return WoundOn(dice, record.wound) if record.wound else dice

    def _open_question(self) -> Question:
        self._settle()
        if self._question is None:
            raise IllegalChoice("The game is over; nothing is to be decided.")
        return self._question

    def _check_number(self, choices: int) -> None:
        if not 0 <= choices <= len(self.record.choices):
            raise IllegalChoice(f"The match has {len(self.record.choices)} choices; it cannot stand at {choices}.")

    def _check_seat(self, seat: str) -> None:
        if seat not in self.seats:
            raise IllegalChoice(self.game.why_no_seat(seat, self.seats))

"""Looking ahead in a match: odds, hints, forks and branches, which know no more than the seat that asks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from hashlib import blake2b
from random import Random
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from flagplot.engine import dice as chance
from flagplot.engine import forks
from flagplot.engine import odds as chances
from flagplot.engine import whereabouts as plot
from flagplot.engine.advice import Hint
from flagplot.engine.course import Course
from flagplot.engine.dice import Tape
from flagplot.engine.errors import IllegalChoice, RulesError, UnknownGame
from flagplot.engine.journal import Chosen, Journal, Recorder, Thrown
from flagplot.engine.log import readable
from flagplot.engine.odds import Counting, Given, Hindsight, Odds
from flagplot.engine.record import Record
from flagplot.engine.table import Question, S
from flagplot.engine.view import EVERYTHING
from flagplot.engine.whereabouts import Whereabouts
from flagplot.engine.words import Ask, Option, offered

FORK_TRIES = 1000  # in rare positions only a few samples in a hundred fit


class LookingAhead(Course[S]):
    """A match that can be asked what may come."""

    def odds(self, option: Option, limit: int = chances.LEAF_LIMIT, samples: int = chances.SAMPLES) -> Odds:
        """How likely each outcome of an option is, as far as the seat can know.

        It is counted up to the next decision, a mark, or the end of the procedure with all that it calls or, where an
        option only prepares a throw that comes later, in that throw.
        """
        question = self._open_question()
        if not offered(option, question.options):
            raise IllegalChoice(f"{option!r:.80} is not offered here, so it has no odds.")
        foreseen = question.ask.foreseen if isinstance(question.ask, Ask) else None
        if not foreseen:
            return self.odds_all((option,), limit, samples)
        key, _, now = self._world_for_odds(question)
        return self._counted(lambda table: foreseen(table, question.about, option), now.state, key, limit, samples)

    def odds_all(
        self, options: Sequence[Option], limit: int = chances.LEAF_LIMIT, samples: int = chances.SAMPLES
    ) -> Odds:
        """How likely each outcome of several answers of a row is, given in one gesture; counted as `odds` counts."""
        question = self._open_question()
        if not isinstance(question.ask, Ask):
            raise IllegalChoice("A throw that is typed in has no odds.")
        if not options:
            raise IllegalChoice("Odds are told of one answer or more, not of none.")
        key, start, now = self._world_for_odds(question)
        procedure = chances.procedure_of(self.game.phases)
        given = partial(Given, options)
        return self._counted(procedure, start, key, limit, samples, now.journal, given, len(now.lines))

    def _world_for_odds(self, question: Question) -> tuple[bytes, S, forks.Relived[S]]:
        """The seed of sampled dice, and the world in which a question's odds are counted."""
        key = self._key(bytes(chance.SEED_BYTES), "odds", question.seat)
        return key, *self._world(question.seat, Random(key))

    def outlook(self) -> dict[str, Odds]:
        """How likely each outcome of the orders given so far is, part by part; most decisions have none."""
        question = self._open_question()
        so_far = question.ask.so_far if isinstance(question.ask, Ask) else None
        if so_far is None:
            return {}
        key, _, now = self._world_for_odds(question)
        return {
            name: self._counted(procedure, now.state, key, chances.LEAF_LIMIT, chances.SAMPLES)
            for name, procedure in so_far(now.state, question.about).items()
        }

    def _counted(
        self,
        procedure: Callable[[Any], Any],
        start: S,
        key: bytes,
        limit: int,
        samples: int,
        journal: Sequence[Chosen | Thrown] = (),
        given: Callable[[], Given] = Given,
        told: int = 0,
        sight: str = "",
    ) -> Odds:
        """The odds of a procedure that begins in a state, by what is told after the journal and `told` lines.

        `given` are the answers to its first questions, `key` is the seed of sampled dice, and `sight` tells whose
        pieces are known: those that the deciding seat sees, or EVERYTHING.
        """
        runs = 0

        def run(make: Any) -> Counting[S]:
            nonlocal runs
            runs += 1
            dice = Tape(chance.derived_seed(key, runs))
            return chances.to_leaf(procedure, make(self.game.copy(start), list(journal), dice, given()))

        phrases, foe = self.game.phrases_in(start), self._foe_in(start, sight)

        def told_at(table: Counting[S]) -> tuple[str, chances.Judgement]:
            lines = table.lines[told:]
            return chances.outcome_of(lines, phrases), chances.judgement_of(lines, foe)

        return chances.enumerated(run, told_at, limit) or chances.sampled(run, told_at, samples)

    def _foe_in(self, state: S, sight: str = "") -> chances.Foe:
        """Tells whose a piece is to the seat that must decide, as it sees it or with EVERYTHING in sight.

        The view is made only if somebody asks.
        """
        seat = self._open_question().seat

        @cache
        def sides() -> dict[str, str]:
            view = self.game.view(state, sight or seat)
            trays = [piece for tray in view.trays for piece in tray.pieces]
            sections = [piece for lineup in view.lineups for section in lineup.sections for piece in section.pieces]
            return {piece.id: piece.side for piece in (*view.pieces, *trays, *sections)}

        def foe(piece: Any) -> int:
            side = sides().get(piece, "") if isinstance(piece, str) else ""
            return 0 if not side else -1 if side == self.game.seat(seat).side else 1

        return foe

    def _key(self, seed: bytes, purpose: str, seat: str) -> bytes:
        """A key for dice that have nothing to do with those of the match, from what a seat can see of this moment.

        Neither the number of choices nor that of dice would do where others decide or throw in secret.
        """
        if self._hides_nothing:
            return chance.derived_seed(seed, purpose, len(self.record.choices))
        told = [line.source.key for line in readable(self._lines, seat)]
        if self._question and self._question.seat == seat:
            told += [self._question.ask.key, *map(str, self._question.options)]
        sight = blake2b(msgspec.json.encode(self.game.view(self._state, seat)), digest_size=chance.SEED_BYTES)
        return chance.derived_seed(seed, purpose, sight.hexdigest(), *told)

    @property
    def answers_in_phase(self) -> int:
        """How often the seat that must decide has done so in this phase."""
        seat = self._open_question().seat
        return sum(isinstance(entry, Chosen) and entry.seat == seat for entry in self._journal)

    @property
    def _hides_nothing(self) -> bool:
        """Whether no seat has a secret from another."""
        return len(self.seats) == 1 or self.game.hides_nothing

    def whereabouts(self, seat: str, worlds: int = plot.WORLDS, seconds: float = plot.SECONDS) -> Whereabouts:
        """The search plot of a seat: in which share of the worlds that it can imagine what it does not see is where.

        The same seat at the same moment gets the same worlds, so asking again tells nothing more. Where so many take
        longer than allowed, it is the first of them.
        """
        self._check_seat(seat)
        if not self.game.has_search_plot:
            raise IllegalChoice(f"Nobody hides anything in {self.game.title}, so there is no search plot.")
        if not 0 < worlds <= plot.MOST_WORLDS:
            raise IllegalChoice(f"A search plot is made of 1 to {plot.MOST_WORLDS:,} worlds, not of {worlds}.")
        self._settle()
        if self._question is None:
            return Whereabouts(seat, 0)
        board = self.game.board(self.game.board_of(self._state) if self.game.board_of else self.record.scenario)
        tally = plot.Tally(plot.Grid(board.scale, board.aspect) if board.scale else None)
        key = self._key(bytes(chance.SEED_BYTES), "whereabouts", seat)
        until = time.monotonic() + seconds
        for number in range(worlds):
            _, now = self._world(seat, Random(chance.derived_seed(key, number)))
            tally.add(self.game.unseen_by(now.state, seat))
            if time.monotonic() > until:
                break
        return tally.whereabouts(seat)

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
        known = self.game.known_to(world.state, seat)
        advice = self.game.captains[seat]().advise(known, seat, question.ask, question.options, question.about)
        return Hint(advice.choice, self.game.phrases_in(world.state).fill(advice.reason, advice.figures), advice.second)

    def fork(self, seat: str, seed: int | str | bytes) -> Self:
        """A match for looking ahead: what the seat does not know is drawn anew, and so are all coming dice."""
        self._check_seat(seat)
        self._open_question()
        key = self._key(chance.seed_bytes(seed), "fork", seat)
        return self._in_world(key, *self._world(seat, Random(key)))

    def afresh(self, seed: int | str | bytes) -> Self:
        """The true position with other coming dice, to look back on a game that is over: it knows what is hidden."""
        self._open_question()
        key = chance.seed_bytes(seed)
        return self._going_on(key, self.game.copy(self.checkpoint.state), self._journal[:])

    def hindsight(
        self, answers: Sequence[Option], limit: int = chances.LEAF_LIMIT, samples: int = chances.SAMPLES
    ) -> Hindsight:
        """What could have come of an option in the true position, and what came of it; only after the end of a game.

        `answers` are the option and the throws that were typed in after it, if any. It is counted as `odds_all` counts,
        but good and bad are told of all pieces, those that the seat did not see included. Where nothing is told up to
        there and no other side throws dice, it is counted up to the next decision.
        """
        self._open_question()
        found = self._looked_back(chances.procedure_of(self.game.phases), answers, limit, samples)
        if len(found.odds) > 1 or len(self.game.sides_of(self.seats)) > 1:
            return found
        return self._looked_back(chances.until_decision(self.game.phases), answers, limit, samples, ignores_marks=True)

    def _looked_back(
        self,
        procedure: Callable[[Counting[S]], None],
        answers: Sequence[Option],
        limit: int,
        samples: int,
        ignores_marks: bool = False,
    ) -> Hindsight:
        option, *typed = answers
        start, told = self.checkpoint.state, len(self._lines)
        key = chance.derived_seed(bytes(chance.SEED_BYTES), "hindsight", len(self.record.choices))
        given = partial(Given, (option,), ignores_marks=ignores_marks)
        odds = self._counted(procedure, start, key, limit, samples, self._journal, given, told, EVERYTHING)
        table = Counting(self.game.copy(start), self._journal[:], self._dice(start.tape), given(typed=typed))
        table.typed = self.record.typed
        lines = chances.to_leaf(procedure, table).lines[told:]
        outcome = chances.outcome_of(lines, self.game.phrases_in(start))
        return Hindsight(odds, outcome, chances.judgement_of(lines, self._foe_in(start, EVERYTHING)))

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

    def _in_world(self, key: bytes, state: S, table: Recorder[S]) -> Self:
        journal = table.journal
        if not self._hides_nothing:
            state.tape = 0  # from here on dice fall as the key has them, however many others have thrown in secret
            journal = [replace(one, position=0) if isinstance(one, Thrown) else one for one in journal]
        return self._going_on(key, state, journal)

    def _going_on(self, key: bytes, state: S, journal: Journal) -> Self:
        """A match that looks ahead from a journal, with the dice of a key."""
        twin = type(self)(self.game, self._record_in_world(key, journal), state)
        twin.looks_ahead = True
        twin._journal = journal
        twin._inherited = journal[:]
        twin._run()
        return twin

    def _record_in_world(self, key: bytes, journal: Journal) -> Record:
        choices = [entry.choice for entry in journal if isinstance(entry, Chosen)]
        game, record = self.game, self.record
        return Record(
            game.slug, game.rules_version, record.scenario, record.options, key.hex(), choices=choices, data=record.data
        )

    def branch(self, seat: str, seed: int | str | bytes | None = None) -> Self:
        """A new match that goes on from here: what the seat does not know is drawn anew, and so are all coming dice."""
        self._check_seat(seat)
        self._open_question()
        key = chance.new_seed() if seed is None else chance.seed_bytes(seed)
        start, now = self._world(seat, Random(key))
        record = self._record_in_world(key, now.journal)
        if self.record.typed:
            record.typed, record.choices = True, now.given
        else:
            record.fallen = [face for entry in now.journal if isinstance(entry, Thrown) for face in entry.faces]
            start.seed_hash = chance.commitment(key)
        start.tape = 0
        record.start = msgspec.to_builtins(start)
        return type(self)(self.game, record, start)

"""How an environment plays a game: the rules at a table without log and journal, which suspends at each question.

A `Match` can take back, save and tell what happened; an episode of training needs none of that. Its dice are the tape
of a seed, which falls the same way whenever it is read again from a position. So a phase that runs again from its
checkpoint needs no journal of throws, only the answers that were given in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from flagplot.engine.dice import BLOCK_BYTES, Tape
from flagplot.engine.errors import IllegalChoice
from flagplot.engine.frames import advance, end, leave_for
from flagplot.engine.game import Game
from flagplot.engine.state import OVER, Result
from flagplot.engine.table import GameOver, LeftFor, Playout, Policy, Question, S, T, nothing_offered
from flagplot.engine.words import Ask, Option


class SteadyTape(Tape):
    """A tape that keeps the block which it read last, because a phase that runs again reads it again."""

    _number = -1
    _block = b""

    def _read_on(self) -> None:
        number, start = divmod(self._end, BLOCK_BYTES)
        if number != self._number:
            self._number = number
            self._block = blake2b(number.to_bytes(8, "little"), digest_size=BLOCK_BYTES, key=self.seed).digest()
        self._unread = iter(self._block[start:])
        self._end += BLOCK_BYTES - start


class Asked(BaseException):
    """The phase needs an answer of an agent, who has not been asked yet; the table has the question."""


class Rehearsal(Playout[S]):
    """A table that answers from a list of answers, then from computer players, and else suspends the phase."""

    def __init__(self, game: Game[S], computers: Mapping[str, Policy], dice: Tape) -> None:
        self.game = game
        self.computers = computers
        self.dice = dice
        self.choices = []  # the answers since the checkpoint, of computers too
        self.used = 0  # of them in this run of the phase
        self.question: Question | None = None  # that nobody has answered

    def choose(self, seat: str, ask: Ask, options: Sequence[T], /, **about: Any) -> T:
        count = len(options)
        if count < 2:
            if not count:
                raise nothing_offered(ask)
            if not ask.always:
                return options[0]
        used = self.used
        self.used = used + 1
        if used < len(self.choices):
            answer: T = self.choices[used]
            return answer
        policy = self.computers.get(seat)
        about.pop("to", None)
        if policy is None:
            self.question = Question(seat, ask, options, about)
            raise Asked
        choice: T = policy(self.game.known_to(self.state, seat), seat, ask, options, about)
        if choice not in options:
            raise IllegalChoice(f"The player of seat {seat} answered '{ask.key}' with {choice!r}.")
        self.choices.append(choice)
        return choice


class Episode:
    """One game being played by agents, and by computer players in the seats that no agent has."""

    def __init__(
        self, game: Game[Any], start: Any, seed: bytes, computers: Mapping[str, Policy], asking: set[str]
    ) -> None:
        self.game = game
        self._asking = asking  # phases that have asked something in this episode or in another
        self.state = start  # as it is at the present question; change nothing in it
        self.question: Question | None = None  # None when the game is over
        self.decisions = 0  # of agents
        self.choices: list[Option] = []  # of all seats, in the phases before the present one
        self._checkpoint = start
        self._table: Rehearsal[Any] = Rehearsal(game, computers, SteadyTape(seed, start.tape))
        self._run()

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        result: Result | None = self.state.result
        return result

    @property
    def all_choices(self) -> list[Option]:
        """What all seats have chosen so far: with the seed, enough to reach the same position in a match."""
        return [*self.choices, *self._table.choices]

    def choose(self, option: Option) -> None:
        """Answer the present question with one of its options, and play on to the next one."""
        self.decisions += 1
        self._table.choices.append(option)
        self._run()

    def _run(self) -> None:
        """Play on from the checkpoint until an agent must decide what nobody has answered yet, or the game is over."""
        table, phases, copy = self._table, self.game.phases, self.game.copy
        table.state = state = copy(self._checkpoint)
        table.used = 0
        table.dice.position = state.tape
        while True:
            try:
                following = phases[state.phase](table, *state.args)
                if type(following) is str:  # most phases name the next one, at the price of no call
                    state.phase, state.args = following, ()
                else:
                    advance(state, following)
            except Asked:
                self.state, self.question = state, table.question
                self._asking.add(state.phase)
                return
            except GameOver as over:
                state.result = over.result
                end(state)
            except LeftFor as left:
                leave_for(state, left.frame)
            if state.phase == OVER:
                state.tape = table.dice.position
                self.state, self.question = state, None
                return
            # To run a phase again in which nobody is asked anything costs less than a copy of the state after it.
            if table.used and state.phase in self._asking:
                state.tape = table.dice.position
                self._checkpoint = copy(state)
                self.choices += table.choices[: table.used]
                del table.choices[: table.used]
                table.used = 0

"""The table at which rules are played: a seat chooses, chance decides, something is told.

A rules module sees only `Table`. In a playout the table answers at once; at a match it answers from the journal of
the phase, and suspends the phase when the journal has no more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from math import floor
from typing import Any, Generic, NoReturn, TypeVar, final

import msgspec

from flagplot.engine.charts import Chart
from flagplot.engine.dice import PLAIN_THROWS, ROLLED, Dice, Rolled, counted, rolled, sides_of, single_die
from flagplot.engine.errors import IllegalChoice, RulesError
from flagplot.engine.frames import Next, advance, end, leave_for
from flagplot.engine.state import OVER, Argument, Frame, Result, State
from flagplot.engine.words import About, Alike, Ask, Event, Modifier, Option, Roll

S = TypeVar("S", bound=State)
T = TypeVar("T")
R = TypeVar("R")

# Answers a question, from what its seat knows (Game.known_to), seat, ask, options, and what the question is about.
Policy = Callable[[Any, str, Ask, Sequence[Any], About], Any]


@final
class AnyOption:
    """A policy that takes any option, each as likely as the other, by numbers from 0 up to 1."""

    __slots__ = ("random",)

    def __init__(self, random: Callable[[], float]) -> None:
        self.random = random

    def __call__(self, state: Any, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        return options[floor(self.random() * len(options))]


# A phase plays itself at a table, with the arguments it is given, and says what follows (flagplot.engine.frames).
Phase = Callable[..., Next]

DICE = "dice"  # the seat that types in throws made with real dice


class Question(msgspec.Struct, frozen=True):
    """What a seat must decide, or which throw must be typed in."""

    seat: str
    ask: Ask | Roll
    options: Sequence[Option]
    about: About
    row: str = ""  # questions of one row can be answered together
    left: int = 0  # questions of the row that are to be answered, this one included; 0 where nobody counts them
    dice: str = ""  # what is thrown where dice are typed in, as "2d6"; empty for a draw
    to: tuple[str, ...] | None = None  # the only seats that may see the answer, where the rules say so


class Suspend(BaseException):
    """The phase needs an answer that nobody has given yet."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.ask.key)
        self.question = question


class GameOver(BaseException):
    """The game ends here and now, however deep in a procedure."""

    def __init__(self, result: Result) -> None:
        super().__init__(result.reason)
        self.result = result


class CutOff(BaseException):
    """A playout ends before a phase begins."""


class LeftFor(BaseException):
    """The rules leave whatever is under way, however deep in a procedure, and go on with a phase."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame.phase)
        self.frame = frame


class Table(ABC, Generic[S]):
    """All that a rules module may ask for.

    What is chosen, thrown, drawn or told `to` some seats is read by nobody else before the end of the game.
    """

    state: S

    @abstractmethod
    def choose(
        self,
        seat: str,
        ask: Ask,
        options: Sequence[T],
        /,
        *,
        left: int = 0,
        to: Sequence[str] | None = None,
        **about: Any,
    ) -> T:
        """A seat decides; no option at all is a defect of the rules.

        A single option is taken without asking, unless the question must always be asked. `left` counts the questions
        of the row that are to be answered, this one included: after the last of them dice may be thrown.
        """

    @abstractmethod
    def roll(
        self,
        dice: str,
        roll: Roll,
        modifiers: Sequence[Modifier] = (),
        /,
        *,
        to: Sequence[str] | None = None,
        **about: Any,
    ) -> Rolled:
        """Dice are thrown: "2d6", or "3d6l2" and "3d6h2", of which the lowest or highest two are kept.

        Modifiers are told with the throw; whoever asked for it adds them.
        """

    @abstractmethod
    def consult(
        self,
        chart: Chart[R],
        roll: Roll,
        modifiers: Sequence[Modifier] = (),
        /,
        *,
        to: Sequence[str] | None = None,
        **about: Any,
    ) -> R:
        """Dice are thrown, modified and read on a chart; only the row counts, not the faces."""

    @abstractmethod
    def volley(
        self, count: int, chart: Chart[R], roll: Roll, /, *, to: Sequence[str] | None = None, **about: Any
    ) -> list[R]:
        """So many dice are thrown and each is read on a chart by itself; the order of the rows is of no matter."""

    @abstractmethod
    def draw(
        self,
        pool: MutableSequence[T],
        roll: Roll,
        /,
        *,
        alike: Alike | None = None,
        to: Sequence[str] | None = None,
        **about: Any,
    ) -> T:
        """One of the pool is drawn at random and leaves it; the pool has no hidden order.

        What `alike` gives the same key makes the same difference up to the next mark, which keeps odds small: of these
        only one is counted, with the weight of all.
        """

    @abstractmethod
    def shuffle(self, pile: MutableSequence[T], roll: Roll) -> None:
        """A pile is brought into a random order that nobody knows."""

    @abstractmethod
    def tell(self, event: Event, /, *, to: Sequence[str] | None = None, **about: Any) -> None:
        """Something happened, seen by all or by the seats named."""

    def mark(self) -> None:
        """Up to here the odds of a choice are counted; otherwise up to the next decision or the procedure's end."""

    def end(self, event: Event, winner: str | None, score: dict[str, int], /, **about: Any) -> NoReturn:
        """The game is over."""
        self.tell(event, winner=winner, **about)
        raise GameOver(Result(winner, score, event.text, event.rule))

    def leave_for(self, phase: str, *args: Argument) -> NoReturn:
        """Leave all that is under way, with everything that called it, and go on with a phase."""
        raise LeftFor(Frame(phase, args))


def nothing_offered(ask: Ask) -> RulesError:
    """The error of a rules module that asks without offering anything."""
    return RulesError(f"The question '{ask.key}' ({ask.rule}) offers no option.")


class Playout(Table[S]):
    """A table at which policies answer at once and no text is built."""

    def __init__(self, state: S, players: Mapping[str, tuple[Policy, Any]], dice: Dice) -> None:
        self.state = state
        self.players = players  # the policy of each seat, and what it can know of the state as it goes on
        # The numbers of those who take any option: that is always one which is offered, and the quickest way to play
        self.numbers = {
            seat: policy.random if isinstance(policy, AnyOption) else None for seat, (policy, _) in players.items()
        }
        self.dice = dice
        self.choices: list[Option] = []

    def choose(self, seat: str, ask: Ask, options: Sequence[T], /, **about: Any) -> T:
        count = len(options)
        if count < 2:
            if not count:
                raise nothing_offered(ask)
            if not ask.always:
                return options[0]
        choice: T
        number = self.numbers[seat]
        if number is not None:
            choice = options[floor(number() * count)]  # `int` takes four times as long
        else:
            policy, known = self.players[seat]
            choice = policy(known, seat, ask, options, about)
            if choice not in options:
                raise IllegalChoice(f"The player of seat {seat} answered '{ask.key}' with {choice!r}.")
        self.choices.append(choice)
        return choice

    def roll(self, dice: str, roll: Roll, modifiers: Sequence[Modifier] = (), /, **about: Any) -> Rolled:
        count, sides = PLAIN_THROWS[dice]
        if count == 1:
            return ROLLED[self.dice.face(sides, roll)]
        face = self.dice.face
        if count == 2:
            return rolled(face(sides, roll), face(sides, roll))
        return counted(dice, *[face(sides, roll) for sides in sides_of(dice)])

    def consult(self, chart: Chart[R], roll: Roll, modifiers: Sequence[Modifier] = (), /, **about: Any) -> R:
        sides = chart.sides
        thrown = self.dice.face(sides, roll) if sides else self.roll(chart.dice, roll).sum
        if modifiers:
            for modifier in modifiers:
                thrown += modifier.value
        return chart[thrown]

    def volley(self, count: int, chart: Chart[R], roll: Roll, /, **about: Any) -> list[R]:
        return list(map(chart.__getitem__, self.dice.faces(count, chart.sides or single_die(chart.dice), roll)))

    def draw(self, pool: MutableSequence[T], roll: Roll, /, **about: Any) -> T:
        return pool.pop(self.dice.pick(pool, roll))

    def shuffle(self, pile: MutableSequence[T], roll: Roll) -> None:
        pile[:] = [self.draw(pile, roll) for _ in range(len(pile))]

    def tell(self, event: Event, /, **about: Any) -> None:
        pass


def cut_off(phases: Mapping[str, Phase], phase: str, is_enough: Callable[[Any], bool]) -> Mapping[str, Phase]:
    """The phases, of which one raises CutOff where it would begin and the state says that it is enough."""
    play = phases[phase]

    def play_or_stop(table: Table[Any], *args: Argument) -> Next:
        if is_enough(table.state):
            raise CutOff
        return play(table, *args)

    return {**phases, phase: play_or_stop}


def play_out(phases: Mapping[str, Phase], table: Playout[Any]) -> None:
    """Play from the beginning of a phase to the end of the game."""
    state, seated = table.state, (table,)
    phase, args = state.phase, state.args
    try:
        while phase != OVER:
            play = phases[phase]
            if not args:  # a call without a star costs half
                following = play(table)
            elif (count := len(args)) == 1:
                following = play(table, args[0])
            elif count == 2:
                following = play(table, args[0], args[1])
            elif count == 3:
                following = play(table, args[0], args[1], args[2])
            else:
                following = play(*(seated + args))
            if type(following) is Frame:  # these two are nearly all there are, at the price of no call
                phase, args = following.phase, following.args
            elif type(following) is str:
                phase, args = following, ()
            else:
                advance(state, following)
                phase, args = state.phase, state.args
                continue
            state.phase, state.args = phase, args
    except GameOver as over:
        state.result = over.result
        end(state)
    except LeftFor as left:
        leave_for(state, left.frame)
        return play_out(phases, table)
    except CutOff:
        pass  # the state stands where that phase begins
    state.tape = table.dice.position

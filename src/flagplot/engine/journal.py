"""The journal of a phase, and the table that plays a phase again from it.

Each entry keeps what was asked, so that rules which do not repeat themselves are found out at once. Entries and lines
are structs, made in a fifth of the time of a frozen dataclass: a phase makes its lines anew after every choice.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from typing import Any

import msgspec

from flagplot.engine.charts import Chart
from flagplot.engine.dice import Dice, Rolled, counted, in_words, sides_of, single_die
from flagplot.engine.errors import RulesError
from flagplot.engine.table import DICE, Question, R, S, T, Table, nothing_offered
from flagplot.engine.words import About, Alike, Ask, Event, Modifier, Option, Roll, total

Readers = tuple[str, ...] | None  # the seats that may read something before the end of the game; None: everybody


NOBODY = ()  # the readers of what no seat may know, such as the order of a pile


def may_read(seat: str, to: Readers) -> bool:
    """Whether a seat may read what is written for these readers."""
    return to is None or seat in to


class Chosen(msgspec.Struct, frozen=True):
    """A decision of a seat."""

    seat: str
    ask: Ask
    options: tuple[Option, ...]
    choice: Option
    to: Readers = None


class Thrown(msgspec.Struct, frozen=True):
    """The faces of a throw, or the index of a draw."""

    roll: Roll
    sides: tuple[int, ...]
    faces: tuple[int, ...]
    position: int  # how far the dice had been read after it
    to: Readers = None


Journal = list[Chosen | Thrown]
# Answers a question at a table. It is given the table: one that held it, too, would be freed by the garbage collector.
Answer = Callable[["Recorder[Any]", Question], Option]


class Throw(msgspec.Struct, frozen=True):
    """What chance decided: a throw with its modifiers and the row of the chart, the faces of a volley, or a draw."""

    rolled: Rolled | None = None
    modifiers: tuple[Modifier, ...] = ()
    row: Any = None
    volley: tuple[int, ...] | None = None
    drawn: Any = None


class Line(msgspec.Struct, frozen=True):
    """A line of the log before it is put into words."""

    source: Ask | Roll | Event
    about: About
    to: Readers = None
    throw: Throw | None = None  # of a Roll; None for a shuffle, of which nothing is seen
    names: Mapping[str, str] | None = None  # how ids read when it was written, where that changes


class Seal:
    """Up to which choice of the phase undo is barred, and by what."""

    __slots__ = ("choices", "reason")

    def __init__(self) -> None:
        self.choices = 0
        self.reason = ""

    def close(self, choices: int, reason: str) -> None:
        self.choices = choices
        self.reason = reason


class Recorder(Table[S]):
    """A table that answers from the journal, then from `dice` and `answer`, and writes down both."""

    def __init__(self, state: S, journal: Journal, dice: Dice, answer: Answer, typed: bool = False) -> None:
        self.state = state
        self.journal = journal
        self.dice = dice
        self.answer = answer
        self.typed = typed  # throws and draws are typed in by the players
        self.name_in: Callable[[S, str], str | None] | None = None  # how ids read in a state, where that changes
        self.lines: list[Line] = []
        self.cursor = 0
        self.answers = 0  # how many answers of the record this phase has used
        self.last_seat: str | None = None
        self.seal = Seal()

    # A seat decides

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
        if not options:
            raise nothing_offered(ask)
        if left:
            if not ask.row:
                raise RulesError(f"'{ask.key}' counts the questions that are left of a row, but belongs to none.")
            about["left"] = left
        to = None if to is None else tuple(to)
        is_asked = len(options) > 1 or ask.always
        choice = self._chosen(seat, ask, tuple(options), about, left, to) if is_asked else options[0]
        if ask.log:
            self._log(ask, {**about, "seat": seat, "choice": choice}, to)
        return choice

    def _chosen(self, seat: str, ask: Ask, options: tuple[T, ...], about: About, left: int, to: Readers) -> T:
        entry = self._next_entry()
        if entry is None:
            choice: T = self.answer(self, Question(seat, ask, options, about, ask.row, left, to=to))
            self._write(Chosen(seat, ask, options, choice, to))
        elif isinstance(entry, Chosen) and entry.ask is ask and entry.options == options:
            choice = entry.choice
        else:
            raise drifted(ask.key, entry)
        if self.last_seat not in (None, seat):
            self.seal.close(self.answers, "The other side has decided since.")
        self.last_seat = seat
        self.answers += 1
        return choice

    # Chance decides

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
        to = None if to is None else tuple(to)
        result = self._throw(dice, roll, about, None, 0, to)
        self._log(roll, about, to, Throw(result, tuple(modifiers)))
        return result

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
        to = None if to is None else tuple(to)
        modifier = total(modifiers)
        result = self._throw(chart.dice, roll, about, chart, modifier, to)
        row = chart[result.sum + modifier]
        self._log(roll, about, to, Throw(result, tuple(modifiers), row))
        return row

    def volley(
        self, count: int, chart: Chart[R], roll: Roll, /, *, to: Sequence[str] | None = None, **about: Any
    ) -> list[R]:
        to = None if to is None else tuple(to)
        sides = (single_die(chart.dice),) * count
        if to is None and (self.typed or self._was_typed(sides)):  # die by die: there are too many ways to fall
            faces = tuple(
                self._throw(chart.dice, roll, about, None, 0, None, f"die {number} of {count}").sum
                for number in range(1, count + 1)
            )
        else:
            faces = self._volley(sides, chart, roll, to)
        self._log(roll, about, to, Throw(volley=faces))
        return list(map(chart.__getitem__, faces))

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
        to = None if to is None else tuple(to)
        drawn = self._drawn(pool, roll, about, to, alike)
        self._log(roll, about, to, Throw(drawn=drawn))
        return drawn

    def shuffle(self, pile: MutableSequence[T], roll: Roll) -> None:
        pile[:] = [self._drawn(pile, roll, {}, NOBODY) for _ in range(len(pile))]
        self.lines.append(Line(roll, {}))

    def _was_typed(self, sides: tuple[int, ...]) -> bool:
        """Whether the journal does not hold this volley in one: a fork throws dice but inherits those typed in."""
        if self.cursor == len(self.journal):
            return False
        entry = self.journal[self.cursor]
        return not isinstance(entry, Thrown) or entry.sides != sides

    def _volley(self, sides: tuple[int, ...], chart: Chart[Any], roll: Roll, to: Readers) -> tuple[int, ...]:
        entry = self._next_entry()
        if entry is None:
            faces = self._fresh_volley(sides, chart, roll, to)
            self._write(Thrown(roll, sides, faces, self.dice.position, to))
        else:
            faces = self._thrown_before(entry, roll, sides)
        self._seal_chance(to)
        return faces

    def _throw(
        self,
        dice: str,
        roll: Roll,
        about: About,
        chart: Chart[Any] | None,
        modifier: int,
        to: Readers,
        of_volley: str = "",
    ) -> Rolled:
        sides = sides_of(dice)
        entry = self._next_entry()
        if entry is None:
            faces = self._fresh_faces(dice, roll, about, chart, modifier, to, of_volley)
            self._write(Thrown(roll, sides, faces, self.dice.position, to))
        else:
            faces = self._thrown_before(entry, roll, sides)
        self._seal_chance(to)
        return self._as_rolled(dice, roll, faces)

    def _drawn(self, pool: MutableSequence[T], roll: Roll, about: About, to: Readers, alike: Alike | None = None) -> T:
        sides = (len(pool),)
        entry = self._next_entry()
        if entry is None:
            index = self._fresh_index(pool, roll, about, to, alike)
            self._write(Thrown(roll, sides, (index,), self.dice.position, to))
        else:
            (index,) = self._thrown_before(entry, roll, sides)
        self._seal_chance(to)
        return pool.pop(index)

    def _fresh_faces(
        self,
        dice: str,
        roll: Roll,
        about: About,
        chart: Chart[Any] | None,
        modifier: int,
        to: Readers,
        of_volley: str,
    ) -> tuple[int, ...]:
        """The faces of a throw that is not in the journal; `of_volley` says which die of a volley is typed in."""
        sides = sides_of(dice)
        if not self._is_typed(to):
            return tuple(self.dice.face(n, roll) for n in sides)
        row, what = (roll.key, of_volley) if of_volley else ("", in_words(dice))
        if len(sides) == 1:
            return (self.answer(self, Question(DICE, roll, tuple(range(1, sides[0] + 1)), about, row, 0, what)),)
        together = tuple(itertools.product(*(range(1, n + 1) for n in sides)))
        faces: tuple[int, ...] = self.answer(self, Question(DICE, roll, together, about, row, 0, what))
        return faces

    def _fresh_volley(self, sides: tuple[int, ...], chart: Chart[Any], roll: Roll, to: Readers) -> tuple[int, ...]:
        return tuple(self.dice.faces(len(sides), sides[0], roll)) if sides else ()

    def _fresh_index(self, pool: Sequence[Any], roll: Roll, about: About, to: Readers, alike: Alike | None) -> int:
        if not self._is_typed(to):
            return self.dice.pick(pool, roll)
        return pool.index(self.answer(self, Question(DICE, roll, tuple(dict.fromkeys(pool)), about)))

    def _as_rolled(self, dice: str, roll: Roll, faces: tuple[int, ...]) -> Rolled:
        return counted(dice, *faces)

    def _thrown_before(self, entry: Chosen | Thrown, roll: Roll, sides: tuple[int, ...]) -> tuple[int, ...]:
        if isinstance(entry, Thrown) and entry.roll is roll and entry.sides == sides:
            self.dice.position = entry.position
            return entry.faces
        raise drifted(roll.key, entry)

    def _is_typed(self, to: Readers) -> bool:
        """Whether a throw is typed in: dice on a real table are seen by all, so nothing is thrown there in secret."""
        return self.typed and to is None

    def _seal_chance(self, to: Readers) -> None:
        if self._is_typed(to):
            self.answers += 1  # the players may take back what they typed
        else:
            self.seal.close(self.answers, "Dice or cards have been seen since.")

    # Something happened

    def tell(self, event: Event, /, *, to: Sequence[str] | None = None, **about: Any) -> None:
        self._log(event, about, None if to is None else tuple(to))
        if event.reveals:
            self.seal.close(self.answers, "Something hidden has been revealed since.")

    def _log(
        self,
        source: Ask | Roll | Event,
        about: About,
        to: Readers = None,
        throw: Throw | None = None,
    ) -> None:
        names = self._names(about.values()) if self.name_in else None
        self.lines.append(Line(source, about, to, throw, names))

    def _names(self, values: Iterable[Any]) -> dict[str, str]:
        """How the ids among these values read now, where that changes."""
        assert self.name_in
        found: dict[str, str] = {}
        for value in values:
            if isinstance(value, (list, tuple)):
                found |= self._names(value)
            elif isinstance(value, str) and (name := self.name_in(self.state, value)):
                found[value] = name
        return found

    # The journal

    def _next_entry(self) -> Chosen | Thrown | None:
        if self.cursor == len(self.journal):
            return None
        self.cursor += 1
        return self.journal[self.cursor - 1]

    def _write(self, entry: Chosen | Thrown) -> None:
        self.journal.append(entry)
        self.cursor += 1


def drifted(key: str, entry: Chosen | Thrown) -> RulesError:
    """The error of rules that went another way when they were run again."""
    before = entry.ask.key if isinstance(entry, Chosen) else entry.roll.key
    return RulesError(
        f"The rules did not repeat themselves: they ask '{key}' where they asked '{before}', or offer other options."
    )

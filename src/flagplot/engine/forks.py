"""Looking ahead without seeing what is hidden: a phase is lived again in a world that looks the same to a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from flagplot.engine.charts import Chart
from flagplot.engine.dice import sides_of
from flagplot.engine.errors import RulesError
from flagplot.engine.game import Game
from flagplot.engine.journal import Answer, Chosen, Journal, Line, Readers, Recorder, Thrown, drifted, may_read
from flagplot.engine.log import readable, written
from flagplot.engine.table import DICE, GameOver, LeftFor, Question, S, Suspend, T
from flagplot.engine.view import View
from flagplot.engine.words import About, Alike, Ask, Option, Roll, offered


class Echo:
    """Dice that fall again as they fell in a journal."""

    def __init__(self, journal: Journal, position: int) -> None:
        throws = [entry for entry in journal if isinstance(entry, Thrown)]
        self._falls = iter(
            [(entry, sides, face) for entry in throws for sides, face in zip(entry.sides, entry.faces, strict=True)]
        )
        self.position = throws[-1].position if throws else position
        self.left = sum(len(entry.faces) for entry in throws)

    def face(self, sides: int, roll: Roll) -> int:
        entry, sides_before, face = next(self._falls, (None, 0, 0))
        if entry is None or entry.roll is not roll or sides_before != sides:
            raise RulesError(f"'{roll.key}' is thrown where it was not thrown before.")
        self.left -= 1
        return face

    def faces(self, count: int, sides: int, roll: Roll) -> Sequence[int]:
        return [self.face(sides, roll) for _ in range(count)]

    def pick(self, pool: Sequence[Any], roll: Roll) -> int:
        return self.face(len(pool), roll)


class Relived(Recorder[S]):
    """A table at which dice fall again as a seat saw them fall; what others threw in secret is thrown anew.

    Dice are typed in only when they had not fallen yet.
    """

    def __init__(self, state: S, seat: str, echo: Echo, rng: Random, answer: Answer, typed: bool) -> None:
        super().__init__(state, [], echo, answer, typed)
        self.seat = seat
        self.echo = echo
        self.rng = rng
        self.given: list[Option] = []  # answers and, where dice are typed in, what was typed

    def _chosen(self, seat: str, ask: Ask, options: tuple[T, ...], about: About, left: int, to: Readers) -> T:
        choice = super()._chosen(seat, ask, options, about, left, to)
        self.given.append(choice)
        return choice

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
        if not may_read(self.seat, to):
            return tuple(self.rng.randint(1, sides) for sides in sides_of(dice))
        if not self.echo.left:
            return super()._fresh_faces(dice, roll, about, chart, modifier, to, of_volley)
        faces = tuple(self.echo.face(n, roll) for n in sides_of(dice))
        if self._is_typed(to):
            self.given.append(faces if len(faces) > 1 else faces[0])
        return faces

    def _fresh_volley(self, sides: tuple[int, ...], chart: Chart[Any], roll: Roll, to: Readers) -> tuple[int, ...]:
        if may_read(self.seat, to):
            return super()._fresh_volley(sides, chart, roll, to)
        return tuple(self.rng.randint(1, n) for n in sides)

    def _fresh_index(self, pool: Sequence[Any], roll: Roll, about: About, to: Readers, alike: Alike | None) -> int:
        if not may_read(self.seat, to):
            return self.rng.randrange(len(pool))
        if not self.echo.left:
            return super()._fresh_index(pool, roll, about, to, alike)
        index = self.echo.pick(pool, roll)
        if self._is_typed(to):
            self.given.append(pool[index])
        return index


@dataclass(frozen=True, slots=True)
class Seen:
    """What a seat has seen of a phase up to a question: its own decisions, public answers, dice, log, and the view."""

    seat: str
    question: Question | None  # the present one; of another's question the seat sees whose it is
    journal: Journal
    lines: list[Line]
    view: View

    @classmethod
    def of(
        cls, game: Game[S], seat: str, question: Question | None, state: S, journal: Journal, lines: Sequence[Line]
    ) -> Seen:
        """What a seat has seen when the phase has come to a question."""
        seen = [
            entry
            for entry in journal
            if (
                may_read(seat, entry.to)
                if isinstance(entry, Thrown)
                else is_seen(game, seat, entry.seat, entry.ask, entry.to)
            )
        ]
        return cls(seat, question, seen, readable(lines, seat), game.view(state, seat))

    @property
    def asked(self) -> str:
        """The seat that must decide now."""
        return self.question.seat if self.question else ""


def is_seen(game: Game[Any], seat: str, decider: str, ask: Ask | Roll, to: Readers) -> bool:
    """Whether a seat sees an answer of another, or its own."""
    if decider == seat or game.hides_nothing:
        return True
    return isinstance(ask, Ask) and ask.public and may_read(seat, to)


def lived_again(game: Game[S], state: S, seen: Seen, rng: Random, typed: bool) -> tuple[Relived[S], Question | None]:
    """The phase up to a decision at which it looks the same to a seat, in a world that the seat can imagine.

    The dice fall as the seat saw them fall, the seat decides as it decided, and so do others as far as it saw that.
    What they decided in secret is drawn anew where something that was seen came of it; else they have not decided yet.
    RulesError when the seat would have been asked something else.
    """
    decided = [entry for entry in seen.journal if isinstance(entry, Chosen)]
    own = max([number for number, entry in enumerate(decided, 1) if entry.seat == seen.seat], default=0)
    replayed = 0

    def answer(table: Recorder[Any], question: Question) -> Option:
        nonlocal replayed
        if question.seat == DICE:
            raise Suspend(question)
        if question.seat == seen.asked != seen.seat and replayed >= own and looks_like_now(table):
            raise Suspend(question)
        if not is_seen(game, seen.seat, question.seat, question.ask, question.to):
            return rng.choice(question.options)
        if replayed == len(decided):
            raise Suspend(question)
        entry = decided[replayed]
        if entry.ask is not question.ask or entry.seat != question.seat:
            raise drifted(question.ask.key, entry)
        if not offered(entry.choice, question.options):
            raise drifted(question.ask.key, entry)
        if question.seat == seen.seat and entry.options != question.options:
            raise drifted(question.ask.key, entry)
        replayed += 1
        return entry.choice

    def looks_like_now(table: Recorder[Any]) -> bool:
        if echo.left or len(readable(table.lines, seen.seat)) != len(seen.lines):
            return False
        return game.view(table.state, seen.seat) == seen.view

    echo = Echo(seen.journal, state.tape)
    table = Relived(state, seen.seat, echo, rng, answer, typed)
    table.name_in = game.name_in
    try:
        game.phases[state.phase](table, *state.args)
    except Suspend as suspended:
        return table, suspended.question
    except (GameOver, LeftFor):
        pass
    return table, None


def looks_alike(game: Game[S], seen: Seen, table: Recorder[S], question: Question | None) -> bool:
    """Whether a seat cannot tell the phase as lived at this table, up to a question, from what it has seen."""
    if (question.seat if question else "") != seen.asked:
        return False
    if seen.asked == seen.seat and question != seen.question:
        return False
    lines = readable(table.lines, seen.seat)
    if written(lines, game.phrases, {}) != written(seen.lines, game.phrases, {}):
        return False
    return game.view(table.state, seen.seat) == seen.view

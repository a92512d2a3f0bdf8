"""Looking ahead without seeing what is hidden: a phase is lived again in a world that looks the same to a seat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from flagplot.engine.charts import Chart
from flagplot.engine.errors import RulesError
from flagplot.engine.game import Game
from flagplot.engine.journal import Answer, Chosen, Journal, Recorder, Thrown, drifted
from flagplot.engine.log import readable, written
from flagplot.engine.table import DICE, GameOver, Question, S, Suspend, T
from flagplot.engine.words import About, Ask, Option, Roll, offered


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
    """A table at which dice fall as they fell, and are typed in only when they had not fallen yet."""

    def __init__(self, state: S, echo: Echo, answer: Answer, typed: bool) -> None:
        super().__init__(state, [], echo, answer, typed)
        self.echo = echo
        self.given: list[Option] = []  # answers and, where dice are typed in, what was typed

    def _chosen(self, seat: str, ask: Ask, options: tuple[T, ...], about: About) -> T:
        choice = super()._chosen(seat, ask, options, about)
        self.given.append(choice)
        return choice

    def _fresh_faces(
        self, sides: tuple[int, ...], roll: Roll, about: About, chart: Chart[Any] | None, modifier: int
    ) -> tuple[int, ...]:
        if not self.echo.left:
            return super()._fresh_faces(sides, roll, about, chart, modifier)
        faces = tuple(self.echo.face(n, roll) for n in sides)
        if self.typed:
            self.given.append(faces if len(faces) > 1 else faces[0])
        return faces

    def _fresh_index(self, pool: Sequence[Any], roll: Roll, about: About) -> int:
        if not self.echo.left:
            return super()._fresh_index(pool, roll, about)
        index = self.echo.pick(pool, roll)
        if self.typed:
            self.given.append(pool[index])
        return index


def lived_again(
    game: Game[S], state: S, journal: Journal, seat: str, rng: Random, others_wait: bool, typed: bool
) -> tuple[Relived[S], Question | None]:
    """The phase up to the same decision, in a world that differs from the true one in what the seat does not know.

    The dice fall as they fell and the seat decides as it decided; others do so as far as they still can, and then they
    take anything or wait. RulesError when the seat would have been asked something else.
    """
    decided = iter([entry for entry in journal if isinstance(entry, Chosen)])

    def answer(question: Question) -> Option:
        if question.seat == DICE:
            raise Suspend(question)
        entry = next(decided, None)
        if entry is None:
            raise Suspend(question)
        if entry.ask is not question.ask or (question.seat == seat and entry.options != question.options):
            raise drifted(question.ask.key, entry)
        if offered(entry.choice, question.options):
            return entry.choice
        if others_wait:
            raise Suspend(question)
        return rng.choice(question.options)

    table = Relived(state, Echo(journal, state.tape), answer, typed)
    try:
        game.phases[state.phase](table)
    except Suspend as suspended:
        return table, suspended.question
    except GameOver:
        pass
    return table, None


def same_to(seat: str, game: Game[S], one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether a seat would read the same log."""
    return written(readable(one, seat), game.phrases) == written(readable(other, seat), game.phrases)

"""Ways: the answers of a row that lead to places which were pointed at, tried out before anybody is shown them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from flagplot.engine.decision import OfferedWay
from flagplot.engine.table import Question
from flagplot.engine.words import Ask, Option, offered

if TYPE_CHECKING:
    from flagplot.engine.match import Match


def tried_out(world: Match[Any], targets: Sequence[str]) -> OfferedWay | None:
    """The way through these targets in a match to look ahead in, which goes along it; None where there is none."""
    first, last = world.question, world.question
    answers: list[Option] = []
    spaces: list[str] = []
    for target in targets:
        last = _following(world, answers[-1:], first)
        leading = _leading_to(world, last, target) if last else ()
        for number, option in enumerate(leading):
            last = _following(world, leading[number - 1 : number], first)
            if last is None or not offered(option, last.options):
                return None
            spaces += world.describe(option).spaces
            answers.append(option)
        if not leading:
            return None
    if last is None or not answers:
        return None
    return OfferedWay(tuple(answers), tuple(space for space, _ in groupby(spaces)), last.left == 1)


def _following(world: Match[Any], answer: Sequence[Option], first: Question | None) -> Question | None:
    """The question of the same row that follows an answer, or the present one where none is given yet."""
    for option in answer:
        world.choose(option)
    now = world.question
    return now if now and first and (now.seat, now.row) == (first.seat, first.row) else None


def _leading_to(world: Match[Any], question: Question, target: str) -> Sequence[Option]:
    """What to answer from here on to come to a target: the option that it is, or what the game names."""
    ask = question.ask
    if not isinstance(ask, Ask):
        return ()
    direct = world.pointed_at(target)
    if offered(direct, question.options):
        return (direct,)
    if ask.leads is None:
        return ()
    known = world.game.known_to(world.state, question.seat)
    return tuple(ask.leads(known, question.about, question.options, target))

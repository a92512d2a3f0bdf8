"""A saved game told from its start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from flagplot.engine import Match
from flagplot.engine.proof import from_the_start
from flagplot.engine.words import Option, offered
from flagplot.terminal import logbook


def story(match: Match[Any], seat: str) -> Iterator[RenderableType]:
    """The log of a match, under a heading for each stretch of it: as a seat knows it or, when it is over, all of it.

    When it is over, what an admiral thought of a choice stands before its lines.
    """
    twin = from_the_start(match)
    reader = None if match.result else seat
    heading, told = twin.view(seat).headline, 0
    yield Text(heading, "bold underline")
    for number, choice in enumerate(match.record.choices, 1):
        reason = match.record.reasons.get(number) if match.result else None
        if reason and (who := _decides(twin, choice)):
            if lines := twin.log(reader, told):
                yield logbook.lines(lines)
                told += len(lines)
            yield Text(f"{who}, the admiral: {twin.describe(choice).label.rstrip('.')}. {reason}", "italic")
        twin.choose(choice)
        now = twin.view(seat).headline
        if now != heading:
            yield logbook.lines(twin.log(reader, told))
            yield Text(f"\n{now}", "bold underline")
            heading, told = now, twin.log_length(reader)
    yield logbook.lines(twin.log(reader, told))
    if result := match.result:
        yield Text.assemble("\n", (result.reason, "bold"), (f"  {result.rule}", "dim"))


def _decides(match: Match[Any], choice: Option) -> str:
    """The name of the seat that can make a choice now; empty where none can."""
    question = match.question
    if question is None or question.seat not in match.seats or not offered(choice, question.options):
        return ""
    return match.game.seat(question.seat).name

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
        if reason and (made := _in_words(twin, choice)):
            if lines := twin.log(reader, told):
                yield logbook.lines(lines)
                told += len(lines)
            yield Text(f"{made}. {reason}", "italic")
        twin.choose(choice)
        now = twin.view(seat).headline
        if now != heading:
            yield logbook.lines(twin.log(reader, told))
            yield Text(f"\n{now}", "bold underline")
            heading, told = now, twin.log_length(reader)
    yield logbook.lines(twin.log(reader, told))
    if result := match.result:
        yield Text.assemble("\n", (result.reason, "bold"), (f"  {result.rule}", "dim"))


def _in_words(match: Match[Any], choice: Option) -> str:
    """What an admiral is asked now, and a choice of his; empty where no seat can make it."""
    decision = match.decision
    if decision is None or decision.seat not in match.seats or not offered(choice, decision.options):
        return ""
    label = match.describe(choice).label.rstrip(".")
    return f"{match.game.seat(decision.seat).name}, the admiral: {decision.prompt} → {label}"

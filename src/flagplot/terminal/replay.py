"""A saved game told from its start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from flagplot.engine import Match
from flagplot.engine.proof import from_the_start
from flagplot.terminal import logbook


def story(match: Match[Any], seat: str) -> Iterator[RenderableType]:
    """The log of a match, under a heading for each stretch of it: as a seat knows it or, when it is over, all of it."""
    twin = from_the_start(match)
    reader = None if match.result else seat
    heading, told = twin.view(seat).headline, 0
    yield Text(heading, "bold underline")
    for choice in match.record.choices:
        twin.choose(choice)
        now = twin.view(seat).headline
        if now != heading:
            yield logbook.lines(twin.log(reader, told))
            yield Text(f"\n{now}", "bold underline")
            heading, told = now, twin.log_length(reader)
    yield logbook.lines(twin.log(reader, told))
    if result := match.result:
        yield Text.assemble("\n", (result.reason, "bold"), (f"  {result.rule}", "dim"))

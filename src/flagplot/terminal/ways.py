"""Ways in the terminal: a place that is not an option is named, and its way is shown and taken."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from flagplot.engine import Match
from flagplot.engine.decision import OfferedWay
from flagplot.terminal.menu import Menu


def place_named(match: Match[Any], menu: Menu, words: str) -> str | None:
    """The one place that has these words as its name; None where the question knows no ways, or the name is another."""
    if not match.has_ways:
        return None
    wanted = words.casefold()
    found = [space.id for space in menu.board.spaces if wanted in (space.name.casefold(), space.id.casefold())]
    return found[0] if len(found) == 1 else None


def way_in_words(match: Match[Any], place: str, way: OfferedWay) -> Text:
    """A way with the spaces that it goes through, and how many answers it takes."""
    names = {space.id: space.name for space in match.board.spaces}
    steps = "1 step" if len(way.answers) == 1 else f"{len(way.answers)} steps"
    through = ", ".join(names[space] for space in way.spaces)
    return Text(
        f"The way to {names[place]}, {steps}: {through}." if through else f"The way to {names[place]}: {steps}."
    )

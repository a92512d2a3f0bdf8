"""An evening at the terminal without a terminal: lines are typed from a list, and the screen is a text."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

import flagplot
from flagplot import players
from flagplot.engine import Match
from flagplot.terminal.desk import Desk
from flagplot.terminal.menu import menu_of
from flagplot.terminal.play import Session

SLUG = "atlantic-wolves"
FINISHED = flagplot.play(SLUG, seed=3)
ALL_SAIL = "10 11 16 19 21 18"  # a square for each of the first six boats


CLEARED = "\f"  # what stands in the text where the screen was cleared


class Interrupt:
    """Ctrl-C instead of a line."""


@dataclass(frozen=True)
class Evening:
    """What was left when the player stood up."""

    code: int
    screen: str
    match: Match[Any]
    path: Path

    @property
    def last_screen(self) -> str:
        """What was printed since the screen was last drawn."""
        return self.screen.rpartition(CLEARED)[2]


class Typist:
    """A line reader that types from a list, and leaves with the end of file."""

    def __init__(self, lines: list[str | Interrupt], screen: io.StringIO) -> None:
        self.lines: Iterator[str | Interrupt] = iter(lines)
        self.screen = screen

    def __call__(self, prompt: str) -> str:
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        if isinstance(line, Interrupt):
            raise KeyboardInterrupt
        self.screen.write(f"{prompt}{line}\n")
        return line


class Follower:
    """A reader that follows the captain's advice, confirms rows and takes the desk when it is passed."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match

    def __call__(self, prompt: str) -> str:
        if not prompt.endswith("> "):
            return ""
        return str(menu_of(self.match).entry(self.match.hint().option).number)


class Paper(Console):
    """A console on which a cleared screen is a new page."""

    def clear(self, home: bool = True) -> None:
        self.file.write(CLEARED)


def plain_console(width: int = 100, height: int = 40) -> Console:
    """A console without colours that keeps what is printed."""
    return Paper(file=io.StringIO(), width=width, height=height, color_system=None, markup=False, highlight=False)


def desk(*lines: str | Interrupt, width: int = 100, height: int = 40) -> tuple[Desk, io.StringIO]:
    """A desk at which these lines are typed, and its screen."""
    console = plain_console(width, height)
    assert isinstance(console.file, io.StringIO)
    return Desk(console, Typist(list(lines), console.file)), console.file


def evening(
    folder: Path,
    *lines: str | Interrupt,
    match: Match[Any] | None = None,
    seats: Sequence[str] = (),
    width: int = 100,
    height: int = 40,
) -> Evening:
    """Play these lines and stand up."""
    match = match or flagplot.new(SLUG, seed=7)
    others = players.seated(match, {}, match.record.seed)
    table, screen = desk(*lines, width=width, height=height)
    path = folder / "kept.json"
    again = f"flagplot play {match.game.slug}"
    code = Session(match, seats or [match.seats[0]], table, path, others, again).play()
    return Evening(code, screen.getvalue(), match, path)


def attacking() -> Match[Any]:
    """A match in which Iceland is to be attacked with the boats 1 and 2 and a Condor."""
    match = flagplot.new(SLUG, seed=7).choose("hq")
    squares = ["aggressive", "normal", "aggressive", "aggressive", "shadow", "shadow"]
    areas = ["iceland", "iceland", "newfoundland", "north_atlantic", "north_atlantic", "newfoundland"]
    for area, square in zip(areas, squares, strict=True):
        match.choose((area, square))
    return match.choose((1, 1)).choose("by_area").choose("iceland")


def nearly_over() -> Match[Any]:
    """The finished match before its last choice."""
    match = flagplot.new(SLUG, seed=3)
    for choice in FINISHED.record.choices[:-1]:
        match.choose(choice)
    return match

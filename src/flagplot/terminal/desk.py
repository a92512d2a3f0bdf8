"""The player's desk: a console to print on and a line reader, so that tests can play without a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rich.console import Console, RenderableType

CLEAR_SCROLL_BACK = "\x1b[3J"

ReadLine = Callable[[str], str]  # shows a prompt and returns a line; EOFError when there are no more


def plain_console(stderr: bool = False) -> Console:
    """A console that prints texts as they are: no markup, no guessing what to colour."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


@dataclass(slots=True)
class Desk:
    """Where a player reads and types."""

    console: Console = field(default_factory=plain_console)
    read: ReadLine = input

    def say(self, *things: RenderableType) -> None:
        """Print below what is on the screen."""
        for thing in things:
            self.console.print(thing)

    def say_unbroken(self, line: str) -> None:
        """Print a line that may be copied: only the terminal itself breaks it."""
        self.console.print(line, soft_wrap=True)

    def show(self, things: Iterable[RenderableType]) -> None:
        """Print on a cleared screen."""
        self.console.clear()
        self.say(*things)

    def wipe(self) -> None:
        """Leave nothing to be read: clear the screen, what was scrolled off it, and the lines typed before."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write(CLEAR_SCROLL_BACK)
            self.console.file.flush()
        if "readline" in sys.modules:  # the command line loads it when a game is played
            sys.modules["readline"].clear_history()

    def page(self, lines: Iterable[RenderableType]) -> None:
        """Print line by line, with a stop at each full screen."""
        room = max(self.console.height - 2, 5)
        printed = 0
        for line in lines:
            height = len(self.console.render_lines(line, pad=False))
            if printed and printed + height > room:
                if self.read("-- Enter for more, q to stop -- ").strip():
                    return
                printed = 0
            self.say(line)
            printed += height

    def agrees(self, question: str) -> bool:
        """Whether the player says yes."""
        return self.read(f"{question} [y/N] ").strip().casefold() in ("y", "yes")

"""Draws docs/terminal.svg: a game of Atlantic Wolves in the terminal, in the attacks of its third month.

Run by hand: python tools/terminal_picture.py
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import flagplot
from flagplot.engine import Match
from flagplot.players import Midshipman
from flagplot.terminal.desk import Desk
from flagplot.terminal.frame import frame
from flagplot.terminal.likelihood import show_odds
from flagplot.terminal.menu import menu_of

PICTURE = Path(__file__).parent.parent / "docs" / "terminal.svg"
GAME, SEED, CHOICES = "atlantic-wolves", 47, 59
WIDTH, HEIGHT = 100, 41
FONTS = '"DejaVu Sans Mono", Menlo, Consolas, monospace'

NIGHT = TerminalTheme(
    background=(13, 27, 42),
    foreground=(214, 222, 229),
    normal=[
        (27, 45, 64), (226, 108, 92), (126, 186, 122), (226, 184, 88),
        (92, 141, 186), (190, 140, 200), (112, 190, 214), (214, 222, 229),
    ],
)  # fmt: skip


def position() -> tuple[Match[Any], int]:
    """The match, and how long its log was before the last choice: a midshipman has played so far."""
    match = flagplot.new(GAME, seed=SEED)
    player = Midshipman("picture")
    told = 0
    while len(match.record.choices) < CHOICES:
        question = match.question
        assert question
        told = len(match.log())
        match.choose(player(match.state, question.seat, question.ask, question.options, question.about))  # type: ignore[arg-type]
    return match, told


def picture() -> str:
    """The screen with the odds of one option below it, as SVG that needs nothing from elsewhere."""
    console = Console(
        record=True,
        file=io.StringIO(),
        width=WIDTH,
        height=HEIGHT,
        force_terminal=True,
        force_interactive=False,  # no progress while the odds are worked out
        color_system="truecolor",
        legacy_windows=False,
        highlight=False,
        markup=False,
    )
    match, told = position()
    menu = menu_of(match)
    desk = Desk(console, lambda _: "")
    desk.say(*frame(console, match, match.game.seats[0].id, menu, match.log()[told:]))
    desk.say("> o 2")
    show_odds(desk, match, menu.entries[1:2])
    desk.say("> ")
    svg = console.export_svg(title="flagplot play atlantic-wolves", theme=NIGHT, unique_id="flagplot")
    svg = re.sub(r"@font-face\s*{[^}]*}\s*", "", svg)
    return svg.replace("font-family: Fira Code, monospace;", f"font-family: {FONTS};")


def main() -> None:
    svg = picture()
    assert "url(http" not in svg
    PICTURE.write_text(svg, encoding="utf-8")
    print(f"{PICTURE}: {len(svg.encode()):,} bytes")


if __name__ == "__main__":
    main()

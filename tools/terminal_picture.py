"""Draws docs/*.svg: a game of Atlantic Wolves and a battle of Sea Control in the terminal.

Run by hand: python tools/terminal_picture.py
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import flagplot
from flagplot import players
from flagplot.engine import Match
from flagplot.terminal.desk import Desk
from flagplot.terminal.frame import frame
from flagplot.terminal.likelihood import show_odds
from flagplot.terminal.menu import menu_of

DOCS = Path(__file__).parent.parent / "docs"
WIDTH, HEIGHT = 100, 41
FONTS = '"DejaVu Sans Mono", Menlo, Consolas, monospace'


@dataclass(frozen=True)
class Picture:
    """A moment of a game, with the option whose odds are shown below it."""

    name: str
    game: str
    seed: int
    player: str
    choices: int
    option: int


PICTURES = (
    Picture("terminal.svg", "atlantic-wolves", seed=50, player="midshipman", choices=63, option=2),
    Picture("sea-control.svg", "sea-control", seed=2, player="captain", choices=363, option=3),
)

NIGHT = TerminalTheme(
    background=(13, 27, 42),
    foreground=(214, 222, 229),
    normal=[
        (27, 45, 64), (226, 108, 92), (126, 186, 122), (226, 184, 88),
        (92, 141, 186), (190, 140, 200), (112, 190, 214), (214, 222, 229),
    ],
)  # fmt: skip


def position(picture: Picture) -> tuple[Match[Any], int]:
    """The match, and how long the log of the seat was before the last choice."""
    match = flagplot.new(picture.game, seed=picture.seed)
    policies = players.seated(match, dict.fromkeys(match.seats, picture.player), "picture")
    told = 0
    while len(match.record.choices) < picture.choices:
        assert match.decision
        told = match.log_length(match.decision.seat)
        match.choose(players.answer(match, policies))
    return match, told


def drawn(picture: Picture) -> str:
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
    match, told = position(picture)
    assert match.decision
    seat, menu = match.decision.seat, menu_of(match)
    desk = Desk(console, lambda _: "")
    desk.say(*frame(console, match, seat, menu, match.log(seat, told)))
    desk.say(f"> o {picture.option}")
    show_odds(desk, match, menu.entries[picture.option - 1 : picture.option])
    desk.say("> ")
    svg = console.export_svg(title=f"flagplot play {picture.game}", theme=NIGHT, unique_id="flagplot")
    svg = re.sub(r"@font-face\s*{[^}]*}\s*", "", svg)
    return svg.replace("font-family: Fira Code, monospace;", f"font-family: {FONTS};")


def main() -> None:
    for picture in PICTURES:
        svg = drawn(picture)
        assert "url(http" not in svg
        (DOCS / picture.name).write_text(svg, encoding="utf-8")
        print(f"{DOCS / picture.name}: {len(svg.encode()):,} bytes")


if __name__ == "__main__":
    main()

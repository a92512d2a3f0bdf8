"""The page between two people at one desk: it says whose turn it is and gives nothing away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from flagplot.engine import Game


def page(game: Game[Any], following: str, can_undo: bool) -> list[RenderableType]:
    """The game, who comes next, and what else can be done here."""
    undo = "  u takes your last choice back" if can_undo else ""
    return [
        Text(f" {game.title} ", "bold reverse"),
        Text(),
        Text.assemble("Pass the desk to the ", (game.seat(following).name, "bold yellow"), " player."),
        Text(f"q quits, the game is saved{undo}", "dim"),
        Text(),
    ]


def prompt(game: Game[Any], following: str, people: Sequence[str]) -> str:
    """What must be so before the screen is shown."""
    others = [seat for seat in people if seat != following]
    who = f"the {game.seat(others[0]).name} player looks" if len(others) == 1 else "the others look"
    return f"Enter when {who} away: "

"""The list of games: what can be played, and with which optional rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from flagplot.engine import Game, RuleOption, Seat
from flagplot.terminal.sources import figures_note


def catalogue(games: Sequence[Game[Any]]) -> Iterator[RenderableType]:
    """Each game with its seats, scenarios and optional rules."""
    for game in games:
        yield Text.assemble((game.title, "bold"), "  ", (game.slug, "bold cyan"))
        yield Text(game.summary)
        if note := figures_note(game):
            yield Text(note)
        yield Text.assemble(("Seats      ", "dim"), ", ".join(_seat(game, seat) for seat in game.seats))
        for name, sentence in game.scenarios.items():
            yield Text.assemble(("Scenario   ", "dim"), (name, "cyan"), f"  {sentence}")
        if game.options:
            yield options_table(game.options)
        yield Text()


def _seat(game: Game[Any], seat: Seat) -> str:
    option = f", with the option {seat.option}" if seat.option else ""
    if seat.option and game.is_usually_in_play(seat):
        option = f", or the rules with {seat.option}=off"
    return f"{seat.id} ({seat.name}{option})"


def options_table(options: Sequence[RuleOption]) -> Table:
    """The optional rules with their clauses and what holds unless told otherwise."""
    table = Table("Option", "Default", "Clause", "What it does", box=box.SIMPLE_HEAD, header_style="dim")
    for option in options:
        default = ("on" if option.default else "off") if option.kind is bool else str(option.default)
        table.add_row(Text(option.name, "cyan"), default, Text(option.rule, "dim"), option.text)
    return table

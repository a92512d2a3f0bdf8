"""The list of games: what can be played, and with which optional rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from flagplot.engine import Game, RuleOption, Seat
from flagplot.players.newcomers import Difficulty, FirstGame, newcomers
from flagplot.terminal.sources import figures_note


def catalogue(games: Sequence[Game[Any]]) -> Iterator[RenderableType]:
    """Each game with its seats, scenarios and optional rules."""
    for game in games:
        yield Text.assemble((game.title, "bold"), "  ", (game.slug, "bold cyan"))
        yield Text(game.summary)
        if note := figures_note(game):
            yield Text(note)
        yield Text.assemble(("Seats      ", "dim"), ", ".join(_seat(game, seat) for seat in game.seats))
        for name, scenario in game.scenarios.items():
            yield Text.assemble(
                ("Scenario   ", "dim"), (scenario.title, "bold"), (f"  {name}", "cyan"), f"  {scenario.text}"
            )
        yield from _for_newcomers(game)
        if game.options:
            yield options_table(game.options)
        yield Text()


def _for_newcomers(game: Game[Any]) -> Iterator[RenderableType]:
    """The mild first game and the difficulties, each with what to type for it."""
    told = newcomers(game)
    if told.first_game:
        first = told.first_game
        typed = f"flagplot play {game.slug} --seat {first.seat} --seed {first.seed}{_typed(game, first)}"
        yield Text.assemble(("First game ", "dim"), first.text, (f"  {typed}", "cyan"))
    for one in told.difficulties:
        yield Text.assemble(
            ("Difficulty ", "dim"), (one.title, "bold"), f"  {one.text}", (f" {_typed(game, one)}", "cyan")
        )


def _typed(game: Game[Any], set_up: FirstGame | Difficulty) -> str:
    """The arguments of `flagplot play` for a set-up."""
    scenario = f" --scenario {set_up.scenario}" if set_up.scenario else ""
    options = "".join(f" --option {name}={_value(value)}" for name, value in set_up.options.items())
    has_opponent = len(game.sides_of(game.seat_ids())) > 1
    return f"{scenario}{options}{f' --against {set_up.opponent}' if has_opponent else ''}"


def _value(value: bool | int) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _seat(game: Game[Any], seat: Seat) -> str:
    option = f", with the option {seat.option}" if seat.option else ""
    if seat.option and game.is_usually_in_play(seat):
        option = f", or the rules with {seat.option}=off"
    return f"{seat.id} ({seat.name}{option})"


def options_table(options: Sequence[RuleOption]) -> Table:
    """The optional rules with their clauses and what holds unless told otherwise."""
    table = Table(box=box.SIMPLE_HEAD, header_style="dim")
    table.add_column("Option, and how to type it", no_wrap=True)
    for heading in ("Default", "Clause", "What it does"):
        table.add_column(heading)
    for option in options:
        table.add_row(
            Text.assemble(option.title, "\n", (option.name, "cyan")),
            _value(option.default),
            Text(option.rule, "dim"),
            option.text,
        )
    return table

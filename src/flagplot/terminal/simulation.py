"""The report of a simulation as a table or as JSON, and its progress on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from rich import box
from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

import flagplot
from flagplot.engine.game import Game
from flagplot.lab.simulate import Report
from flagplot.lab.wording import number


@contextmanager
def progress_bar(console: Console, games: int, what: str = "games") -> Iterator[Callable[[int, int], None] | None]:
    """A callback that moves a bar on a terminal; None where there is none."""
    if not console.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=games)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def as_json(report: Any) -> str:
    """A report of the laboratory as one JSON object."""
    return msgspec.json.encode(report).decode()


def summary(report: Report, seconds: float = 0.0) -> list[RenderableType]:
    """The report for a reader: who won, why, and what was counted, with 95 per cent intervals."""
    game = flagplot.game(report.game)
    players = ", ".join(f"{game.seat(seat).name}: {player}" for seat, player in report.players.items())
    wins = Table("Wins", "Share", "95 %", box=box.SIMPLE_HEAD, header_style="dim")
    for side, share in report.wins.items():
        wins.add_row(game.side_name(side), f"{share:.1%}", f"±{report.wins_ci95[side] * 100:.1f} points")
    metrics = Table("A game has on average", "Mean", "95 %", box=box.SIMPLE_HEAD, header_style="dim")
    for name, metric in report.metrics.items():
        metrics.add_row(name.replace("_", " "), number(metric.mean), f"±{number(metric.ci95)}")
    endings = Table("Share", "How it ended", box=box.SIMPLE_HEAD, header_style="dim")
    for reason, share in sorted(report.endings.items(), key=lambda item: -item[1]):
        endings.add_row(f"{share:.1%}", reason)
    for table in (wins, metrics):
        for column in table.columns[1:]:
            column.justify = "right"
    return [
        heading(game, report.scenario, f"{report.n:,} games, seed {report.seed}"),
        Text(f"Players: {players}"),
        *options_line(game, report.options),
        wins,
        endings,
        metrics,
        speed_line(report.decisions, seconds),
    ]


def heading(game: Game[Any], scenario: str, what: str) -> Text:
    """What was played, and how much of it."""
    return Text.assemble((f"{game.title}, {game.scenarios[scenario].title}", "bold"), f": {what}")


def options_line(game: Game[Any], options: dict[str, Any]) -> list[Text]:
    """The optional rules in play, if there are any."""
    titles = {option.name: option.title for option in game.options}
    said = [titles[name] if value is True else f"{titles[name]}: {_value(value)}" for name, value in options.items()]
    return [Text(f"Options: {', '.join(said)}")] if said else []


def speed_line(decisions: int, seconds: float) -> Text:
    """How fast the games were played."""
    speed = decisions / seconds if seconds else 0.0
    return Text(f"{decisions:,} decisions in {seconds:.1f} s, {speed:,.0f} a second", "dim")


def _value(value: bool | int) -> str:
    return "off" if value is False else f"{value:,}"

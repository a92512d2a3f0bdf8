"""Tournaments, comparisons and balance reports as tables and plots in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

import flagplot
from flagplot.engine.game import Game
from flagplot.lab.balance import BalanceRow
from flagplot.lab.compare import Comparison, Difference
from flagplot.lab.intervals import Interval
from flagplot.lab.tournament import TournamentReport
from flagplot.lab.wording import (
    difference_of,
    ending_of,
    figure,
    name_of,
    number,
    percent,
    players_of,
    share,
    value_of,
    variants_of,
    verdict_of,
)
from flagplot.terminal.simulation import heading, options_line

PLOT = 33  # columns; odd, so that zero has one


def _table(*heads: str, words: int = 1) -> Table:
    """A table whose first columns are words and whose others are figures."""
    table = Table(*heads, box=box.SIMPLE_HEAD, header_style="dim")
    for column in table.columns[words:]:
        column.justify = "right"
    return table


# Tournament


def tournament_summary(report: TournamentReport) -> list[RenderableType]:
    """Ratings, points and who beat whom."""
    game = flagplot.game(report.game)
    metrics = list(report.standings[0].metrics)
    points = "Points" if report.crosstable else "Won"
    table = _table("Player", "Rating", "95 %", points, "95 %", "Games", *(name.replace("_", " ") for name in metrics))
    for one in report.standings:
        table.add_row(
            one.player,
            f"{one.rating.estimate:.1f}",
            f"{one.rating.low:.1f} to {one.rating.high:.1f}",
            f"{one.points.estimate:.1%}",
            _range(one.points),
            f"{one.games:,}",
            *(f"{number(one.metrics[name].mean)} ±{number(one.metrics[name].ci95)}" for name in metrics),
        )
    beside = ", ".join(
        f"{who} {rating.estimate:.1f} ({rating.low:.1f} to {rating.high:.1f})" for who, rating in report.beside.items()
    )
    return [
        heading(game, report.scenario, f"tournament, {report.games:,} games, seed {report.seed}"),
        *options_line(game, report.options),
        table,
        *_crosstable(report),
        Text(f"Rated beside them: {beside}", "dim"),
    ]


def _crosstable(report: TournamentReport) -> list[RenderableType]:
    """The share of points that each player has of each other."""
    if not report.crosstable:
        return []
    names = [one.player for one in report.standings]
    found = {(one.player, one.opponent): one.points for one in report.crosstable}
    table = _table("Points against", *names)
    for player in names:
        cells = [found.get((player, opponent)) for opponent in names]
        table.add_row(player, *(share(cell) if cell else "" for cell in cells))
    return [table]


def _range(interval: Interval) -> str:
    return f"{interval.low * 100:.1f} to {interval.high * 100:.1f}"


# Comparison


def comparison_summary(report: Comparison) -> list[RenderableType]:
    """What differs between two variants, and a plot of it."""
    game = flagplot.game(report.game)
    first, second = variants_of(game, report)
    rows = [*report.shares, *report.means]
    table = _table("", "First", "Second", "First less second")
    plot = _table("", "First less second", "Verdict", words=3)
    for row in rows:
        name = name_of(game, row)
        table.add_row(name, value_of(row, row.first), value_of(row, row.second), difference_of(row))
        plot.add_row(name, plot_line(row.difference, _scale(row, report.shares)), verdict_of(row))
    return [
        heading(game, report.first.scenario, f"{report.pairs:,} pairs of games, seed {report.seed}"),
        Text(f"First: {first}. Second: {second}."),
        Text(f"Players: {players_of(game, report.first.players)}"),
        table,
        plot,
        Text(ending_of(report)),
        Text("Each line has a scale of its own, with zero in the middle; win shares have one together.", "dim"),
    ]


def _scale(row: Difference, shares: Sequence[Difference]) -> float:
    """The largest value that the line of a quantity shows."""
    together = shares if row.kind == "share" else [row]
    return max(max(abs(one.difference.low), abs(one.difference.high)) for one in together)


def plot_line(interval: Interval, most: float) -> Text:
    """An interval on a line from -most to most, as "   ──●── ┊     "; a stroke marks zero."""
    middle = PLOT // 2
    cells = [" "] * PLOT
    if 0 < most < float("inf"):
        low, at, high = (
            middle + round(value / most * middle) for value in (interval.low, interval.estimate, interval.high)
        )
        cells[low : high + 1] = "─" * (high + 1 - low)
        cells[middle] = "┼" if low <= middle <= high else "│"
        cells[at] = "●"
    else:
        cells[middle] = "│"
    return Text("".join(cells))


# Balance


def balance_summary(rows: Sequence[BalanceRow], seed: int) -> list[RenderableType]:
    """A table for each game."""
    said: list[RenderableType] = []
    for slug in dict.fromkeys(row.game for row in rows):
        game = flagplot.game(slug)
        said += _balance_of(game, [row for row in rows if row.game == slug], seed)
    return said


def _balance_of(game: Game[Any], rows: Sequence[BalanceRow], seed: int) -> list[RenderableType]:
    sides = list(dict.fromkeys(side for row in rows for side in row.wins))
    lengths = list(dict.fromkeys(name for row in rows for name in row.lengths))
    heads = ["Scenario", "Players", "Games", *(f"{game.side_name(side)} wins" for side in sides), "Drawn", "Decisions"]
    table = _table(*heads, *(name.capitalize() for name in lengths), words=2)
    for row in rows:
        table.add_row(
            game.scenarios[row.scenario].title,
            players_of(game, row.players),
            f"{row.n:,}",
            *(share(row.wins[side]) for side in sides),
            percent(row.draws),
            figure(row.decisions),
            *(figure(row.lengths[name]) if name in row.lengths else "" for name in lengths),
        )
    total = sum(row.n for row in rows)
    return [Text.assemble((game.title, "bold"), f": balance, {total:,} games, seed {seed}"), table]

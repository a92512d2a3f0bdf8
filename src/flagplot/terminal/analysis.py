"""The analysis of a game in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from flagplot.engine.game import Game
from flagplot.games import find
from flagplot.lab.analysed import against_odds, chance, change, effort, fell, fortune, parts_of, told, verdict, where
from flagplot.lab.wording import percent
from flagplot.players.analysis import Analysis, Decision, Point
from flagplot.players.estimates import Estimate
from flagplot.players.throws import Throw

PLOT = 41  # columns; odd, so that even chances have one


def analysis_summary(analysis: Analysis) -> list[RenderableType]:
    """The curve, what added up for each side, the worst and the best decisions, and the luck."""
    game = find(analysis.game)
    first = analysis.accounts[0]
    return [
        Text.assemble((f"{game.title}, {game.scenarios[analysis.scenario].title}", "bold"), f": {effort(analysis)}"),
        Text(f"\nChances of the {first.name} side", "bold underline"),
        *_curve(analysis),
        Text("\nWhat added up, in points of a hundred", "bold underline"),
        _sums(analysis),
        *_decisions(game, analysis, is_worst=True),
        *_decisions(game, analysis, is_worst=False),
        *_dice(game, analysis),
    ]


def _curve(analysis: Analysis) -> Iterator[Text]:
    width = max(len(point.turn) for point in analysis.curve)
    digits = len(str(analysis.curve[-1].moment))
    for point in analysis.curve:
        yield Text.assemble(
            (point.turn.ljust(width), "dim"), f" {point.moment:>{digits}} ", _dot(point), f" {chance(point.chance)}"
        )


def _dot(point: Point) -> Text:
    """The chances as a dot on a line, with a stroke for their margin."""

    def column(value: float) -> int:
        return round(min(max(value, 0.0), 1.0) * (PLOT - 1))

    value, margin = point.chance.value, point.chance.margin
    low, middle, high = column(value - margin), column(value), column(value + margin)
    line = ["─" if low <= at <= high else "┊" if at == PLOT // 2 else "·" for at in range(PLOT)]
    line[middle] = "●"
    return Text("".join(line), "green" if value >= 0.5 else "red")


def _sums(analysis: Analysis) -> Table:
    table = Table("", *(account.name for account in analysis.accounts), box=box.SIMPLE_HEAD, header_style="dim")
    for column in table.columns[1:]:
        column.justify = "right"
    columns = [list(parts_of(account, analysis)) for account in analysis.accounts]
    for number, parts in enumerate(zip(*columns, strict=True)):
        table.add_row(parts[0][0], *((change if number else chance)(one) for _, one in parts))
    table.add_row("Result", *(percent(account.result) for account in analysis.accounts), style="bold")
    return table


def _decisions(game: Game[Any], analysis: Analysis, is_worst: bool) -> Iterator[Text]:
    moments = analysis.worst if is_worst else analysis.best
    yield Text(f"\nThe {'worst' if is_worst else 'best'} decisions", "bold underline")
    if not moments:
        yield Text(f"No decision was clearly {'worse than another' if is_worst else 'better than the captain’s'}.")
    for moment in moments:
        yield _decision(game, analysis.decision(moment), is_worst)


def _decision(game: Game[Any], one: Decision, is_worst: bool) -> Text:
    mark, style = ("▼", "red") if is_worst else ("▲", "green")
    return Text.assemble(
        (f"{mark} {where(game, one.moment, one.turn, one.seat)}: ", style),
        one.prompt,
        "\n    chosen ",
        (told(one.chosen), "bold"),
        f"; {verdict(one, is_worst)}",
    )


def _dice(game: Game[Any], analysis: Analysis) -> Iterator[Text]:
    for number, one in enumerate(analysis.fortunes):
        sign = -1 if number else 1
        yield Text(f"\nWhat the dice gave the {one.name} side", "bold underline")
        yield Text(fortune(one))
        for moments, mark, style in ((one.luckiest, "▲", "green"), (one.unluckiest, "▼", "red")):
            for throw in map(analysis.throw, moments):
                yield _throw(game, throw, throw.worth.times(sign), mark, style)


def _throw(game: Game[Any], one: Throw, worth: Estimate, mark: str, style: str) -> Text:
    judged = against_odds(one)
    return Text.assemble(
        (f"{mark} {where(game, one.moment, one.turn)}: {change(worth)} points  ", style),
        (f"{one.cause}: " if one.cause else "", "bold"),
        fell(one),
        (f"; {judged}" if judged else "", "dim"),
    )

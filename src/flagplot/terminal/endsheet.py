"""The end sheet in text: totals, goals with their results, a curve by turn, moments and losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from flagplot.engine import Match
from flagplot.engine.report import Curve, Highlight, Loss, Report, Series
from flagplot.engine.story import report_of
from flagplot.engine.view import Goal

BAR = 26  # columns of the longest bar
BLOCKS = " ▏▎▍▌▋▊▉█"
MARKS = {True: ("✓", "green"), False: ("✗", "red")}


def end_sheet(match: Match[Any], seat: str) -> list[Text | Table]:
    """What the game came to, for a screen of 80 columns."""
    report = report_of(match)
    side = match.game.seat(seat).side
    lines: list[Text | Table] = [Text(), Text(report.summary.headline, "bold")] if report.summary.headline else []
    lines += [_totals(report)] if report.summary.totals else []
    lines += _under("Goals", [_goal(goal) for goal in match.view(seat).goals if not goal.is_score])
    if curve := report.summary.curve:
        lines += _under(curve.name, list(_bars(curve, report.losses, side)))
    lines += _under("Best and worst moments", [_moment(one, side) for one in report.highlights])
    lines += _under("Lost", [_losses(report.losses, match)] if report.losses else [])
    if perspective := report.summary.perspective:
        lines += _under("In perspective", [Text(perspective)])
    return lines


def _under(title: str, lines: Sequence[Text | Table]) -> list[Text | Table]:
    """Lines under a heading; nothing where there are none."""
    return [Text(), Text(title, "bold underline"), *lines] if lines else []


def _totals(report: Report) -> Text:
    parts = [Text.assemble((total.value, "bold"), f" {total.name}") for total in report.summary.totals]
    return Text("   ").join(parts)


def is_reached(goal: Goal) -> bool | None:
    """Whether a goal went well for its owner; None where that cannot be said."""
    if goal.is_danger:
        return None if goal.value is None or goal.target is None else goal.value < goal.target
    return goal.is_met


def _goal(goal: Goal) -> Text:
    """A goal with what became of it."""
    reached = is_reached(goal)
    mark, style = ("·", "dim") if reached is None else MARKS[reached]
    target = "" if goal.target is None else f" of {goal.target:,}"
    amount = "" if goal.value is None else f"  {goal.value:,}{target} {goal.unit}".rstrip()
    return Text.assemble((mark, style), f" {goal.name}", (amount, "bold"))


def _bars(curve: Curve, losses: Sequence[Loss], side: str) -> Iterator[Text]:
    """A row for each turn: the bar of the first figure, the others in numbers, and a cross for each own loss."""
    first, *others = curve.series
    width = max(map(len, curve.turns))
    most = max(*(abs(value) for value in first.values), *(aim.value for aim in curve.aims), 1)
    for at, turn in enumerate(curve.turns):
        value = first.values[at]
        is_good = first.good_from is not None and value >= first.good_from
        numbers = "".join(f"  {one.name} {one.values[at]:,.0f}" for one in others)
        lost = sum(loss.turn_index == at and loss.side == side for loss in losses)
        yield Text.assemble(
            (turn.ljust(width), "dim"), " ", (_bar(value / most), "green" if is_good else "blue"), f" {value:,.0f}",
            (numbers, "dim"), (f"  {'✗' * lost}", "red"),
        )  # fmt: skip
    yield Text(_legend(first, curve), "dim")


def _legend(first: Series, curve: Curve) -> str:
    aims = "".join(f"; {aim.text}: {aim.value:,.0f}" for aim in curve.aims)
    return f"Bars: {first.name}{aims}. ✗ is a loss of yours."


def _bar(share: float) -> str:
    """A bar in eighths of a column."""
    eighths = max(0, round(share * BAR * 8))
    return "█" * (eighths // 8) + BLOCKS[eighths % 8].strip()


def _moment(one: Highlight, side: str) -> Text:
    is_good = one.good_for == side
    where = ", ".join(filter(None, (one.turn, one.place)))
    style = "green" if is_good else "red"
    return Text.assemble(
        ("▲ " if is_good else "▼ ", style), f"{where}: ", (one.title, "bold"), (f"  {one.swing}", style)
    )


def _losses(losses: Sequence[Loss], match: Match[Any]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for loss in losses:
        how = ", ".join(filter(None, (loss.place, loss.how)))
        table.add_row(Text(loss.name, "bold"), match.game.side_name(loss.side), loss.turn, how)
    return table

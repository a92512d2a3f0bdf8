"""How reports of the laboratory read, in the terminal and on pages alike."""

from __future__ import annotations

import math
from typing import Any

from flagplot.engine.game import Game
from flagplot.lab.compare import Comparison, Difference, VariantReport
from flagplot.lab.intervals import Interval, Metric


def percent(value: float) -> str:
    """A share as whole per cent."""
    return f"{value * 100:.0f} %"


def points(value: float) -> str:
    """A difference of shares in points."""
    return f"{value * 100:+.0f}" if round(value * 100) else "0"


def plain(value: float) -> str:
    """A number, short; "?" where one game says nothing."""
    if math.isinf(value):
        return "?"
    return f"{value:,.0f}" if abs(value) >= 10 or value == round(value) else f"{value:.2g}"


def share(interval: Interval) -> str:
    """A share with its interval, as "43 % (38-48)"."""
    return f"{percent(interval.estimate)} ({interval.low * 100:.0f}–{interval.high * 100:.0f})"


def figure(metric: Metric) -> str:
    """A mean with the half width of its interval."""
    return f"{plain(metric.mean)} ±{plain(metric.ci95)}"


def players_of(game: Game[Any], seated: dict[str, str]) -> str:
    """Who plays which seat, in words."""
    if len(seated) == 1:
        return next(iter(seated.values()))
    return ", ".join(f"{game.seat(seat).name}: {player}" for seat, player in seated.items())


def _variant_in_words(game: Game[Any], one: VariantReport, other: VariantReport) -> str:
    """What is special about a variant, beside another."""
    titles = {option.name: option.title for option in game.options}
    said = []
    if one.scenario != other.scenario:
        said.append(game.scenarios[one.scenario].title)
    for name, value in one.options.items():
        said.append(f"{titles[name]}: {'on' if value is True else 'off' if value is False else value}")
    if one.figures != other.figures:
        said.append(f"figures of {one.figures}" if one.figures else "the game's own figures")
    return ", ".join(said) or "the game as it is"


def variants_of(game: Game[Any], report: Comparison) -> tuple[str, str]:
    """What is special about either variant of a comparison."""
    first, second = report.first, report.second
    return _variant_in_words(game, first, second), _variant_in_words(game, second, first)


def name_of(game: Game[Any], row: Difference) -> str:
    """How a quantity reads."""
    return f"wins of {game.side_name(row.name)}" if row.kind == "share" else row.name.replace("_", " ")


def value_of(row: Difference, value: float) -> str:
    """A value of a quantity."""
    return f"{value:.1%}" if row.kind == "share" else number(value)


def number(value: float) -> str:
    """A number with the decimals that matter; "?" where one game says nothing."""
    if math.isinf(value):
        return "?"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.2f}"


def difference_of(row: Difference) -> str:
    """A difference with its interval, in points for shares."""
    if row.kind == "share":
        one = row.difference
        return f"{100 * one.estimate:+.1f} ({100 * one.low:+.1f} to {100 * one.high:+.1f}) points"
    sign = "+" if row.difference.estimate > 0 else ""
    return f"{sign}{number(row.difference.estimate)} ({number(row.difference.low)} to {number(row.difference.high)})"


def verdict_of(row: Difference) -> str:
    """What is certain about a quantity, in a word or two."""
    if row.kind == "mean" and row.difference.low == row.difference.high == 0:
        return "no pair differs"
    return {"higher": "higher", "lower": "lower", "the same": "as good as the same", "open": "not certain"}[row.verdict]


def ending_of(report: Comparison) -> str:
    """Why the run ended, in a sentence."""
    pairs = f"{report.pairs:,} pair{'' if report.pairs == 1 else 's'} of games"
    margin = f"{100 * report.margin:g} points"
    return {
        "certain": f"After {pairs} the win shares are certain: they differ, or by less than {margin}.",
        "all games played": f"After {pairs}, all that were asked for, something is not certain yet.",
        "stopped": f"The run was stopped after {pairs}.",
    }[report.ending]

"""The analysis of a game as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from flagplot.engine.game import Game
from flagplot.games import find
from flagplot.lab.analysed import chance, change, effort, likelihood, parts_of, told, where
from flagplot.lab.intervals import Interval
from flagplot.lab.pages import page, paragraph, table
from flagplot.lab.svg import Dot, curve_plot, interval_plot
from flagplot.lab.wording import percent, points
from flagplot.players.analysis import Account, Analysis, Decision, Luck
from flagplot.players.estimates import Estimate

MEANING = (
    "Chances are the share of games that a side wins when captains play on from a position. A decision is judged "
    "against the captain's, in worlds that its seat could not tell from the true one. What was hidden is what the same "
    "decision was worth in truth, less that. All else is the dice's. Margins hold 95 per cent."
)


def analysis_page(analysis: Analysis) -> bytes:
    """The analysis as a page."""
    game = find(analysis.game)
    first, last = analysis.accounts[0], max(analysis.curve[-1].moment, 1)
    parts = [
        paragraph(f"{game.scenarios[analysis.scenario].title}. {effort(analysis)}"),
        paragraph(MEANING),
        curve_plot(
            f"Chances of the {first.name} side",
            "By decisions made; the band holds 95 per cent.",
            [point.moment / last for point in analysis.curve],
            [_interval(point.chance) for point in analysis.curve],
            percent,
        ),
        table("The curve", ["Turn", "Decisions made", "Chances"], _curve_rows(analysis), 1),
    ]
    for account in analysis.accounts:
        parts += _of_side(account, analysis)
    by_moment = {one.moment: one for one in analysis.decisions}
    parts += _decisions(game, "The worst decisions", [by_moment[moment] for moment in analysis.worst], True)
    parts += _decisions(game, "The best decisions", [by_moment[moment] for moment in analysis.best], False)
    parts += _luck(game, analysis.luck, first)
    return page(f"{game.title}: the game, understood", parts)


def _interval(one: Estimate) -> Interval:
    return Interval(one.value, one.value - one.margin, one.value + one.margin)


def _curve_rows(analysis: Analysis) -> Iterator[list[str]]:
    for point in analysis.curve:
        yield [point.turn, str(point.moment), chance(point.chance)]


def _of_side(account: Account, analysis: Analysis) -> list[str]:
    """The sum of a side, as a plot and a table."""
    start, *added = parts_of(account, analysis)
    rows = [[start[0], chance(start[1])], *([name, change(one)] for name, one in added)]
    top = max(0.1, *(abs(one.value) + one.margin for _, one in added))
    return [
        f"<h2>{escape(account.name)}</h2>",
        table("What added up to the result", ["Part", "Points"], [*rows, ["Result", percent(account.result)]], 1),
        interval_plot(
            "Skill and luck",
            "In points of a hundred, with 95 per cent intervals; the dashed line is nothing.",
            [Dot(name, _interval(one)) for name, one in added],
            points,
            -top,
            top,
            0,
        ),
    ]


def _decisions(game: Game[Any], title: str, found: Sequence[Decision], is_worst: bool) -> list[str]:
    if not found:
        return [f"<h2>{title}</h2>", paragraph("No decision was clearly of that kind.")]
    rows = [
        [
            where(game, one.moment, one.turn, one.seat),
            one.prompt,
            told(one.chosen),
            told(one.best if is_worst else one.captains),
            "; ".join(map(told, one.options)),
            change(one.loss.times(-1) if is_worst else one.gain),
        ]
        for one in found
    ]
    other = "Best found" if is_worst else "The captain's"
    return [
        f"<h2>{title}</h2>",
        table(title, ["When", "Asked", "Chosen", other, "All that were compared", "Points"], rows, 5),
    ]


def _luck(game: Game[Any], found: Sequence[Luck], account: Account) -> list[str]:
    rows = [
        [
            where(game, one.moment, one.turn),
            one.cause or f"{one.count} throws of several decisions",
            likelihood(one) or "; ".join(one.rolls),
            change(one.worth),
        ]
        for one in found
    ]
    title = f"What the dice gave the {account.name} side"
    if not rows:
        return [f"<h2>{escape(title)}</h2>", paragraph("No dice made a clear difference.")]
    return [f"<h2>{escape(title)}</h2>", table("Luck", ["When", "After", "What fell", "Points"], rows, 3)]

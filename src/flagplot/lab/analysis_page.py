"""The analysis of a game as a page."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from flagplot.engine.game import Game
from flagplot.games import find
from flagplot.lab.analysed import against_odds, chance, change, effort, fell, fortune, parts_of, told, where
from flagplot.lab.intervals import Interval
from flagplot.lab.pages import folded, page, paragraph, table
from flagplot.lab.svg import Dot, curve_plot, interval_plot
from flagplot.lab.wording import percent, points
from flagplot.players.analysis import Account, Analysis, Decision
from flagplot.players.estimates import Estimate
from flagplot.players.throws import Throw

MEANING = (
    "Chances are the share of games that a side wins when captains play on from a position. A decision is judged "
    "against the captain's, in worlds that its seat could not tell from the true one. What was hidden is what the same "
    "decision was worth in truth, less that. The rest is the dice. Figures that rest on few games are drawn towards "
    "zero. Margins are of 95 per cent."
)

ODDS = (
    "A throw is what fell between two decisions. Its odds are counted in the true position. Its luck is how often fair "
    "dice would have given its side worse, with equally good results counted as half: 50 of 100 is expected. Its "
    "points are its part of the change in the chances while it fell."
)
UNFOLDED = 20  # throws that are listed openly


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
        _course_of_luck(analysis, first.name, last),
        table("The curve", ["Turn", "Decisions made", "Chances"], _curve_rows(analysis), 1),
    ]
    for account in analysis.accounts:
        parts += _of_side(account, analysis)
    by_moment = {one.moment: one for one in analysis.decisions}
    parts += _decisions(game, "The worst decisions", [by_moment[moment] for moment in analysis.worst], True)
    parts += _decisions(game, "The best decisions", [by_moment[moment] for moment in analysis.best], False)
    parts += _dice(game, analysis)
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


def _course_of_luck(analysis: Analysis, name: str, last: int) -> str:
    """What the dice had given the first side by each moment, a step at each throw."""
    sums = [0.0, *itertools.accumulate(throw.worth.value for throw in analysis.throws)]
    places = [throw.until / last for throw in analysis.throws]
    top = max(0.1, *map(abs, sums))
    return curve_plot(
        f"What the dice had given the {name} side",
        "In points of a hundred, by decisions made; it ends at the luck of the whole game.",
        [0.0, *(place for place in places for _ in range(2)), 1.0],
        [Interval(one, one, one) for one in sums for _ in range(2)],
        points,
        -top,
        top,
    )


def _dice(game: Game[Any], analysis: Analysis) -> list[str]:
    """The luck of each side by its odds, its luckiest and unluckiest throws, and all throws."""
    parts = ["<h2>What the dice gave</h2>", paragraph(ODDS)]
    for number, one in enumerate(analysis.fortunes):
        sign = -1 if number else 1
        parts.append(paragraph(fortune(one)))
        for title, moments in (("Luckiest", one.luckiest), ("Unluckiest", one.unluckiest)):
            if moments:
                rows = [_row(game, throw, sign) for throw in map(analysis.throw, moments)]
                parts.append(table(f"{title} throws of the {one.name} side", HEADS, rows, WORDS))
    rows = [_row(game, throw, 1) for throw in analysis.throws]
    whole = table(f"All throws, in points of the {analysis.accounts[0].name} side", HEADS, rows, WORDS)
    return [*parts, folded(f"All {len(rows):,} throws", whole) if len(rows) > UNFOLDED else whole]


HEADS = ["When", "After", "What fell", "Against the odds", "Points"]
WORDS = 4  # columns of HEADS that are not figures


def _row(game: Game[Any], one: Throw, sign: int) -> list[str]:
    worth = change(one.worth.times(sign))
    return [where(game, one.moment, one.turn, one.seat), one.cause, fell(one), against_odds(one), worth]

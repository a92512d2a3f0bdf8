"""Reports as pages: one self-contained HTML file with tables and plots, light and dark, without scripts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from flagplot import __version__
from flagplot.engine.game import Game
from flagplot.games import find
from flagplot.lab.balance import BalanceRow
from flagplot.lab.compare import Comparison, Difference
from flagplot.lab.svg import Box, Dot, interval_plot, spread_plot
from flagplot.lab.wording import (
    difference_of,
    ending_of,
    figure,
    name_of,
    percent,
    plain,
    players_of,
    points,
    share,
    value_of,
    variants_of,
    verdict_of,
)

STYLE = """
:root { color-scheme: light dark; --ground: #fbfaf7; --ink: #1d2730; --dim: #56626c; --line: #d5d9d8;
  --s0: #1f5f8b; --s1: #a3481f; --s2: #3e6b2f; }
@media (prefers-color-scheme: dark) { :root { --ground: #12191f; --ink: #e6eaec; --dim: #a2adb5; --line: #33404a;
  --s0: #7fb8de; --s1: #e9a079; --s2: #9fcb8d; } }
* { box-sizing: border-box; }
body { background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto;
  max-width: 62rem; padding: 1.5rem; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
p { max-width: 46rem; } footer, figcaption, caption { color: var(--dim); font-size: 0.9rem; text-align: left; }
caption { padding-bottom: 0.4rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; padding: 0.3rem 0.7rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.figure, th.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
summary { cursor: pointer; }
figure { margin: 1.5rem 0; } svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .tick { fill: var(--dim); } .grid { stroke: var(--line); }
.mark { stroke: var(--dim); stroke-dasharray: 4 3; } .range { stroke-width: 2.5; } .median { stroke-width: 3; }
.s0 { stroke: var(--s0); fill: var(--s0); } .s1 { stroke: var(--s1); fill: var(--s1); }
.s2 { stroke: var(--s2); fill: var(--s2); } .box { fill-opacity: 0.35; } .band { fill-opacity: 0.18; stroke: none; }
.line { fill: none; stroke-width: 2.5; } svg g title { stroke: none; }
ul.key { list-style: none; padding: 0; display: flex; gap: 1.5rem; flex-wrap: wrap; margin: 0; }
ul.key svg { width: 1rem; height: 0.8rem; margin-right: 0.4rem; }
"""


def page(title: str, parts: Iterable[str]) -> bytes:
    """A page of these parts."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n"
        + "\n".join(parts)
        + f"\n</main>\n<footer><p>Flagplot {escape(__version__)}</p></footer>\n</body>\n</html>\n"
    ).encode()


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], words: int) -> str:
    """A table whose first columns, so many, are words and whose others are figures."""
    head = "".join(
        f'<th scope="col"{"" if index < words else _FIGURE}>{escape(name)}</th>' for index, name in enumerate(heads)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f'<th scope="row">{escape(cell)}</th>'
            if index == 0
            else f"<td{'' if index < words else _FIGURE}>{escape(cell)}</td>"
            for index, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll"><table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


_FIGURE = ' class="figure"'


def folded(summary: str, part: str) -> str:
    """A part of the page that is shown when its summary is clicked."""
    return f"<details><summary>{escape(summary)}</summary>{part}</details>"


def paragraph(text: str) -> str:
    """A paragraph of plain text."""
    return f"<p>{escape(text)}</p>"


def _key(names: Sequence[str]) -> str:
    """Which series of a plot is which."""
    items = "".join(
        f'<li><svg viewBox="0 0 16 12" aria-hidden="true"><circle cx="8" cy="6" r="5" class="s{index % 3}"/></svg>'
        f"{escape(name)}</li>"
        for index, name in enumerate(names)
    )
    return f'<ul class="key">{items}</ul>'


# Balance


def balance_page(rows: Sequence[BalanceRow], seed: int) -> bytes:
    """The balance report as a page."""
    games = list(dict.fromkeys(row.game for row in rows))
    total = sum(row.n for row in rows)
    parts = [
        paragraph(
            f"{total:,} games between computer players, seed {seed}. Shares and means have 95 per cent confidence "
            "intervals. Where captains meet captains, a share far from 50 per cent means that the scenario favours a "
            "side in their hands; the rows with midshipmen, who play at random, tell what skill is worth in each seat."
        )
    ]
    for slug in games:
        parts += _balance_of(find(slug), [row for row in rows if row.game == slug])
    return page("Balance of the scenarios", parts)


def _balance_of(game: Game[Any], rows: Sequence[BalanceRow]) -> list[str]:
    sides = list(dict.fromkeys(side for row in rows for side in row.wins))
    named = [game.side_name(side) for side in sides]
    lengths = list(dict.fromkeys(name for row in rows for name in row.lengths))
    even = [row for row in rows if row.is_even] if len(sides) > 1 else rows
    summary = table(
        f"{game.title}: who wins, how often nobody does, and how long a game is.",
        ["Scenario", "Players", "Games", *(f"{name} wins" for name in named), "Drawn", "Decisions"]
        + [name.capitalize() for name in lengths],
        (
            [
                game.scenarios[row.scenario].title,
                players_of(game, row.players),
                f"{row.n:,}",
                *(share(row.wins[side]) for side in sides),
                percent(row.draws),
                figure(row.decisions),
                *(figure(row.lengths[name]) if name in row.lengths else "" for name in lengths),
            ]
            for row in rows
        ),
        2,
    )
    plots = [f"<h2>{escape(game.title)}</h2>", summary]
    if len(sides) > 1:
        plots += [_key(named), _even_plot(game, even, sides), _skill_plot(game, rows, sides)]
    else:
        plots += [_key([name.capitalize() for name in dict.fromkeys(_strength(row) for row in rows)])]
        plots += [_alone_plot(game, rows, sides[0])]
    boxes = [Box(f"{_title(game, row)}{_by(row, sides)}", row.spread) for row in even]
    text = "Boxes hold half of all games, lines nine in ten; the stroke is the median."
    return [*plots, spread_plot(f"Decisions in a game of {game.title}", text, boxes)]


def _title(game: Game[Any], row: BalanceRow) -> str:
    return game.scenarios[row.scenario].title


def _strength(row: BalanceRow) -> str:
    return next(iter(row.players.values()))


def _by(row: BalanceRow, sides: Sequence[str]) -> str:
    return "" if len(sides) > 1 else f", {_strength(row)}"


def _even_plot(game: Game[Any], rows: Sequence[BalanceRow], sides: Sequence[str]) -> str:
    dots = [
        Dot(_title(game, row) if index == 0 else "", row.wins[side], index)
        for row in rows
        for index, side in enumerate(sides)
    ]
    text = "Captains against captains: the share of games that each side wins, with 95 per cent intervals."
    return interval_plot(f"Wins in {game.title} among equals", text, dots, percent, 0, 1, 1 / len(sides))


def _skill_plot(game: Game[Any], rows: Sequence[BalanceRow], sides: Sequence[str]) -> str:
    dots = []
    for row in rows:
        for index, side in enumerate(sides):
            if not row.is_even and _holder(game, row, side) == "captain":
                dots.append(Dot(f"{_title(game, row)}, {game.side_name(side)}", row.wins[side], index))
    text = "A captain on the side that is named against midshipmen: the share that the captain wins."
    return interval_plot(f"What skill is worth in {game.title}", text, dots, percent, 0, 1, None)


def _holder(game: Game[Any], row: BalanceRow, side: str) -> str:
    return next(player for seat, player in row.players.items() if game.seat(seat).side == side)


def _alone_plot(game: Game[Any], rows: Sequence[BalanceRow], side: str) -> str:
    strengths = list(dict.fromkeys(_strength(row) for row in rows))
    dots = [
        Dot(f"{_title(game, row)}, {_strength(row)}", row.wins[side], strengths.index(_strength(row))) for row in rows
    ]
    text = "The share of games that the player wins, with 95 per cent intervals."
    return interval_plot(f"Wins in {game.title}", text, dots, percent, 0, 1, None)


# Comparison


def comparison_page(report: Comparison) -> bytes:
    """A comparison as a page."""
    game = find(report.game)
    first, second = variants_of(game, report)
    rows = [
        [
            name_of(game, row),
            value_of(row, row.first),
            value_of(row, row.second),
            difference_of(row),
            verdict_of(row),
        ]
        for row in (*report.shares, *report.means)
    ]
    top = max([0.05, *(max(-row.difference.low, row.difference.high) for row in report.shares)])
    dots = [Dot(name_of(game, row), row.difference) for row in report.shares]
    parts = [
        paragraph(f"{first}, against {second}. {ending_of(report)}"),
        paragraph(
            f"Every pair of games has the same seed, seed {report.seed} of the run. Differences are the first less "
            "the second; their intervals cover the truth with at least 95 per cent each, however early the run stops."
        ),
        table("What differs", ["Quantity", "First", "Second", "Difference", "Verdict"], rows, 1),
        interval_plot(
            "Difference of win shares",
            "In points, the first less the second; the dashed line means no difference.",
            dots,
            points,
            -top,
            top,
            0,
        ),
        *(_mean_plot(game, row) for row in report.means),
    ]
    return page(f"{game.title}: what the change does", parts)


def _mean_plot(game: Game[Any], row: Difference) -> str:
    top = max(abs(row.difference.low), abs(row.difference.high))
    if math.isinf(top) or not top:
        what = "one pair says nothing" if top else "no pair differs"
        return paragraph(f"{name_of(game, row).capitalize()}: {what}.")
    text = "The first less the second; the dashed line means no difference."
    dot = Dot(name_of(game, row), row.difference, 1)
    return interval_plot(f"Difference of {name_of(game, row)}", text, [dot], plain, -top * 1.05, top * 1.05, 0)

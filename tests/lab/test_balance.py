"""Balance reports and pages: every scenario, honest shares, and pages that stand alone and can be read by anybody."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import flagplot
from flagplot.lab.balance import balance_plans, balance_rows
from flagplot.lab.compare import Comparing
from flagplot.lab.intervals import Interval
from flagplot.lab.pages import balance_page, comparison_page
from flagplot.lab.plans import in_blocks
from flagplot.lab.runs import Run
from flagplot.lab.svg import Dot, interval_plot, ticks
from flagplot.lab.wording import percent
from tests.lab import dealt


def test_every_scenario_is_played_by_captains_and_by_a_captain_in_each_seat() -> None:
    plans = balance_plans(["night-action"])
    assert list(dict.fromkeys(plan.scenario for plan in plans)) == list(flagplot.game("night-action").scenarios)
    assert [tuple(plan.players.values()) for plan in plans[:3]] == [
        ("captain", "captain"),
        ("captain", "midshipman"),
        ("midshipman", "captain"),
    ]
    assert len(plans) == 3 * len(flagplot.game("night-action").scenarios)


def test_alone_a_captain_plays_and_then_a_midshipman() -> None:
    plans = balance_plans(["atlantic-wolves"])
    assert [plan.players for plan in plans] == [{"german": "captain"}, {"german": "midshipman"}]


@pytest.fixture
def run() -> Run:
    """Twelve games of each plan of two games; the Axis or the German wins every third, and every fourth is drawn."""
    plans = balance_plans(["sea-control", "atlantic-wolves"])
    run = Run(plans)

    def winner(number: int, side: str) -> str | None:
        return None if number % 4 == 3 else side if number % 3 == 0 else "allied"

    sides = ["axis" if plan.game == "sea-control" else "german" for plan in plans]
    run.play(
        in_blocks(plans, 0, 12),
        dealt.Dealt(lambda task: dealt.outcome(winner(task.number, sides[task.plan]), 100 + task.number, turns=8.0)),
    )
    return run


def test_a_row_has_shares_draws_decisions_and_lengths(run: Run) -> None:
    row = balance_rows(run)[0]
    assert (row.game, row.scenario, row.n, row.is_even) == ("sea-control", "campaign", 12, True)
    assert row.wins["axis"].estimate == 3 / 12  # 0, 6 and 9
    assert row.draws == 3 / 12
    assert (row.decisions.mean, row.spread.p50) == (105.5, 106.0)
    assert row.lengths["turns"].mean == 8.0


class Page(HTMLParser):
    """What a page consists of; every tag that is opened must be closed."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page.decode())
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def count(self, tag: str) -> int:
        return sum(one == tag for one, _ in self.seen)


def check(page: bytes) -> Page:
    """Check that a page stands alone and can be read by anybody."""
    found, text = Page(page), page.decode()
    assert not re.search(r"<script|https?:|url\(|@import|<link|<img", text)
    pictures = [attributes for tag, attributes in found.seen if tag == "svg" and "aria-hidden" not in attributes]
    assert pictures
    assert all(one["role"] == "img" and one["aria-label"] for one in pictures)
    assert found.count("desc") == len(pictures) == found.count("figcaption")
    assert found.count("table") == found.count("caption")
    assert all(attributes["scope"] in ("row", "col") for tag, attributes in found.seen if tag == "th")
    assert "prefers-color-scheme: dark" in text
    assert text.count("<h1>") == 1
    return found


def test_the_page_of_a_balance_report_stands_alone(run: Run) -> None:
    page = balance_page(balance_rows(run), 0)
    found = check(page)
    assert found.count("table") == 2
    assert "Sea Control" in page.decode()
    assert "25 % (9–53)" in page.decode()
    assert page == balance_page(balance_rows(run), 0)


def test_the_page_of_a_comparison_stands_alone() -> None:
    comparing = Comparing(dealt.plan(options={"baltic": True}), dealt.plan(), 100)
    comparing.play_pairs(
        dealt.Dealt(lambda task: dealt.outcome("axis" if task.plan else "allied", turns=float(task.number % 7)))
    )
    page = comparison_page(comparing.report())
    check(page)
    text = page.decode()
    assert "against the game as it is. After 100 pairs of games the win shares are certain" in text
    assert "Turns: no pair differs." in text


def test_what_a_plot_says_is_no_markup() -> None:
    plot = interval_plot("<b>", '"&"', [Dot("<script>", Interval(0.5, 0.4, 0.6))], percent, 0, 1)
    assert "<b>" not in plot
    assert "<script>" not in plot
    assert '""' not in plot


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (-0.31, 0.31, [-0.2, 0, 0.2]),
        (0, 1234, [0, 250, 500, 750, 1000]),
        (5, 5, [5]),
    ],
)
def test_an_axis_has_round_numbers(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(expected)

"""No text lies over another, and no figure over a text: every game, at four sizes and two zooms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.web.conftest import DESK, PHONE, OpenPage
from tests.web.table import begun

SIZES: tuple[ViewportSize, ...] = ({"width": 1280, "height": 720}, DESK, {"width": 1920, "height": 1080}, PHONE)
MEASURE = (Path(__file__).parent / "measure_texts.js").read_text(encoding="utf-8")
TOUCH = 2.5  # pixels by which boxes of letters may reach into each other: they are larger than the letters
# A position of each game in which much lies on the chart.
POSITIONS = {
    "atlantic-wolves": "tankers",
    "graf-spee": "move_auxiliary",
    "sea-control": "sail",
    "atlantic-chase": "order",
    "night-action": "helm",
}


@dataclass(frozen=True)
class Box:
    """A row of text or a figure on the page; `sheet` numbers the opaque sheet on which it lies, from below."""

    words: str
    owner: int
    is_figure: bool
    sheet: int
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two cover each other by more than the margins of letters."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > TOUCH and down > TOUCH


def boxes_on(page: Page) -> Iterator[Box]:
    for box in page.evaluate(MEASURE):
        yield Box(**box)


def clashes(page: Page, with_chart: bool = True) -> list[tuple[str, str]]:
    """What lies over what. What an opaque sheet covers is out of sight; a piece and its own texts belong together."""
    pairs: Any = combinations([box for box in boxes_on(page) if box.sheet or with_chart], 2)
    return [
        (one.words, other.words)
        for one, other in pairs
        if one.sheet == other.sheet
        and one.owner != other.owner
        and not (one.is_figure and other.is_figure)
        and one.meets(other)
    ]


def sizes_of(game: str, is_long_run: bool) -> tuple[ViewportSize, ...]:
    """All sizes in a long run; else a phone, and the others in turn."""
    wide = SIZES[sorted(POSITIONS).index(game) % len(SIZES[:-1])]
    return SIZES if is_long_run else (wide, PHONE)


@pytest.mark.parametrize("game", sorted(POSITIONS))
def test_no_text_lies_over_another_nor_under_a_figure(open_page: OpenPage, game: str, is_long_run: bool) -> None:
    table = begun(open_page(), game, until=POSITIONS[game], seed=3)
    found = {}
    for size in sizes_of(game, is_long_run):
        table.page.set_viewport_size(size)
        table.page.reload()
        table.settled()
        for zoom in ("whole", "near"):
            if zoom == "near":
                table.page.keyboard.press("+")
                table.page.keyboard.press("+")
            table.page.wait_for_timeout(400)
            if over := clashes(table.page):
                found[f"{size['width']} {zoom}"] = over
    assert found == {}

"""A first game of each title, from the front page to its end sheet, by what the page shows alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import flagplot
from tests.web.conftest import DESK, PHONE, OpenPage
from tests.web.newcomer import Newcomer

TOUCH = {"has_touch": True, "is_mobile": True}
GAMES = {game.slug: game.title for game in flagplot.games()}


def a_newcomer(open_page: OpenPage, slug: str, size: str) -> Newcomer:
    """Somebody who has never been here, on the front page, with event cards."""
    page = open_page("/", DESK) if size == "desk" else open_page("/", PHONE, **TOUCH)
    page.evaluate("localStorage.setItem('flagplot.cards', 'on')")
    return Newcomer(page, f"{slug}-{size}")


@pytest.mark.long
@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_newcomer_plays_a_first_game_to_its_end_sheet(open_page: OpenPage, slug: str, size: str) -> None:
    newcomer = a_newcomer(open_page, slug, size)
    newcomer.begin(GAMES[slug])
    try:
        newcomer.play_to_the_end()
    finally:
        newcomer.record()
    sheet = newcomer.page.locator(".end-sheet")
    expect(sheet).to_be_visible()
    expect(sheet.locator("h2, h1").first).to_contain_text("You have")
    newcomer.look("end")
    assert newcomer.faults == []


def test_a_newcomer_is_asked_after_one_click_and_goes_on(open_page: OpenPage) -> None:
    newcomer = a_newcomer(open_page, "graf-spee", "desk")
    newcomer.begin(GAMES["graf-spee"])
    for _ in range(2):
        newcomer.answer_question()
        newcomer.is_over()
    assert newcomer.counts.clicks_to_question == 1
    assert newcomer.counts.clicks_to_answer <= 3
    assert newcomer.faults == []

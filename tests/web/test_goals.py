"""The goals above the chart, of a game with figures and dangers: bars, marks, and a strip that opens on a phone."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.web.conftest import DESK, PHONE, OpenPage, shot
from tests.web.table import begun

TOUCH = {"has_touch": True, "is_mobile": True}


def texts_of(goals: Locator) -> list[str]:
    return [" ".join(one.split()) for one in goals.locator(".goal:visible").all_inner_texts()]


def test_goals_and_dangers_are_told_in_figures_and_drawn_as_bars(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    begun(page, seed=7)
    goals = page.get_by_role("region", name="Goals")
    assert texts_of(goals) == [
        "Months over 600,000 t 0 of 3 not reached",
        "Average 0 of 400,000 t not reached",
        "Convoys 0 of 4",
        "Boats lost this month 0 of 3",
    ]
    expect(goals).to_contain_text("You lose at once")
    expect(goals.locator(".in-segments").first.locator("i")).to_have_count(3)
    expect(goals.locator(".goal-mark")).to_have_count(1)
    widths = goals.locator(".goal-name").evaluate_all("all => all.map(one => one.scrollWidth <= one.clientWidth)")
    assert all(widths), "a name is cut off"
    shot(page, "goals-desk")


def test_on_a_phone_two_goals_are_seen_and_the_rest_opens(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, **TOUCH)
    begun(page, seed=7)
    goals = page.get_by_role("region", name="Goals")
    assert texts_of(goals)[1] == "Average 0 of 400K t not reached"
    names = goals.locator(".goal-name > span:not(.visually-hidden):visible")
    assert all(names.evaluate_all("all => all.map(one => one.scrollWidth <= one.clientWidth)")), "a name is cut off"
    expect(goals.get_by_text("You lose at once")).to_be_hidden()
    page.get_by_role("button", name="Show all goals").tap()
    expect(goals.get_by_text("You lose at once")).to_be_visible()
    assert len(texts_of(goals)) == 4
    heights = goals.locator(".goal").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert max(heights) < 50, "the goals are drawn apart over the chart"
    shot(page, "goals-phone")

"""The admiral at the table: the page says that he thinks and how long, can hurry him, and can ask him for a hint."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.web.conftest import DESK, PHONE, OpenPage, shot
from tests.web.table import Table, begun


@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.long)], ids=["desk", "phone"])
def test_an_admiral_thinks_is_hurried_and_gives_hints(open_page: OpenPage, size: ViewportSize) -> None:
    page = open_page("/", size)
    seats = {"axis": "me", "allied": "admiral"}  # the Allies begin, and deploy for ten decisions and more
    made = page.request.post("/api/matches", data={"game": "sea-control", "seed": 3, "seats": seats})
    page.goto(f"/g/{made.json()['id']}")
    panel = page.locator("#decision")
    expect(panel.locator(".waits-for")).to_contain_text("Allied: the admiral is thinking ...")
    expect(panel.locator(".stopwatch")).to_have_text(re.compile(r"^\d+ s$"))
    hurry = panel.get_by_role("button", name="Hurry")
    expect(hurry).to_have_attribute("aria-keyshortcuts", "n")
    shot(page, f"admiral-thinks-{size['width']}")
    with page.expect_response("**/hurry") as hurried:
        page.keyboard.press("n")
    assert hurried.value.status in (204, 409)  # he may have answered just then
    expect(page.locator("#table")).to_have_attribute("data-state", "deciding")
    expect(hurry).to_have_count(0)
    expect(panel.locator(".decision-actions .captains")).to_be_visible()  # the buttons have come back below the options

    page.keyboard.press("h")
    expect(panel.locator(".hint")).to_contain_text("The captain would choose")
    panel.get_by_role("button", name="Ask the admiral").click()
    expect(panel.locator(".hint")).to_contain_text("The admiral would choose")
    shot(page, f"admiral-hint-{size['width']}")


def test_where_a_captain_decides_nobody_can_be_hurried(open_page: OpenPage) -> None:
    page = open_page("/", DESK)
    table: Table = begun(page, "sea-control", seats={"axis": "me", "allied": "captain"}, seed=3)
    page.keyboard.press("n")
    assert table.page.get_by_role("button", name="Hurry").count() == 0

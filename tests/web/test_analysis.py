"""The analysis on the end sheet: from the button to the curve, the sums, the decisions and the dice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

import flagplot
from tests.web.conftest import OpenPage, shot
from tests.web.test_accessible import findings
from tests.web.test_drama import SCREENS, uploaded
from tests.web.test_no_text_over_text import clashes


@pytest.mark.parametrize(("size", "scheme"), SCREENS)
def test_a_finished_game_is_analysed_on_its_end_sheet(open_page: OpenPage, size: ViewportSize, scheme: str) -> None:
    page = open_page(size=size, color_scheme=scheme)
    uploaded(page, flagplot.play("graf-spee", {"graf_spee": "lieutenant"}, seed=3))
    sheet = page.locator(".end-sheet")
    sheet.get_by_role("button", name="Analyse").click()
    expect(sheet.get_by_role("heading", name="Chances of the German side")).to_be_visible()
    expect(sheet.get_by_role("button", name="Show the report")).to_be_focused()
    sums = [re.sub("[−–]", "-", text) for text in sheet.locator(".sum .amount").all_inner_texts()]
    start, *added, result = [int(re.match(r"[+-]?\d+", text)[0]) for text in sums]  # type: ignore[index]
    assert abs(start + sum(added) - result) <= len(sums) / 2, "they add up, but for rounding"
    for heading in ("Worst decisions", "Best decisions", "What the dice gave the German side"):
        expect(sheet.get_by_role("heading", name=heading)).to_be_visible()
    assert findings(page) == []
    shot(page, f"analysis-{scheme}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    point = sheet.locator(".chance-point").nth(1)
    moment = page.evaluate(
        "async path => (await (await fetch(path)).json()).analysis.curve[1].moment",
        page.url.replace("/g/", "/api/matches/") + "/analysis",
    )
    point.focus()
    page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    expect(page.locator("#decision")).to_contain_text(f"Looking at moment {moment} ")
    page.get_by_role("button", name="Back to now").click()
    page.get_by_role("button", name="Report of the game").click()
    sheet.get_by_role("button", name="Analyse").click()
    expect(sheet.locator(".chances")).to_be_visible()
    sheet.get_by_role("button", name="Show the report").click()
    expect(sheet.locator(".chances")).to_have_count(0)
    expect(sheet.get_by_role("button", name="Analyse")).to_be_focused()


@pytest.mark.parametrize(("size", "scheme"), SCREENS)
def test_every_throw_stands_with_its_odds_and_leads_into_the_replay(
    open_page: OpenPage, size: ViewportSize, scheme: str
) -> None:
    page = open_page(size=size, color_scheme=scheme)
    seats = {"german": "captain", "british": "lieutenant"}
    uploaded(page, flagplot.play("atlantic-chase", seats, scenario="denmark_strait", seed=4))
    sheet = page.locator(".end-sheet")
    sheet.get_by_role("button", name="Analyse").click()
    for side in ("German", "British"):
        heading = sheet.get_by_role("heading", name=f"What the dice gave the {side} side")
        expect(heading).to_be_visible()
        expect(heading.locator("xpath=following-sibling::p[1]")).to_contain_text("throws judged, luck")
    expect(sheet.get_by_role("img", name="What the dice had given the German side")).to_be_visible()
    rows = sheet.locator(".throws tbody tr")
    expect(rows.first).to_be_hidden()
    sheet.locator("summary", has_text="throws, in points of the German side").click()
    path = page.url.replace("/g/", "/api/matches/") + "/analysis"
    throws = page.evaluate("async path => (await (await fetch(path)).json()).analysis.throws", path)
    expect(rows).to_have_count(len(throws))
    expect(rows.first).to_contain_text(re.compile(r": \d+ %.*luck \d+ of 100", re.DOTALL))
    sheet.locator("summary", has_text="Its luckiest and unluckiest throws").click()
    assert findings(page) == []
    assert clashes(page, with_chart=False) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shot(page, f"analysis-throws-{scheme}")
    rows.nth(1).get_by_role("button").press("Enter")
    expect(sheet).to_have_count(0)
    expect(page.locator("#decision")).to_contain_text(f"Looking at moment {throws[1]['moment']} ")


def test_an_analysis_that_fails_says_why_and_can_be_asked_for_again(open_page: OpenPage, provoked: list[str]) -> None:
    provoked.append("503")
    page = open_page()
    uploaded(page, flagplot.play("graf-spee", {"graf_spee": "captain"}, seed=3))
    sheet = page.locator(".end-sheet")
    route = "**/api/matches/*/analysis"
    page.route(route, lambda answer: answer.fulfill(status=503, json={"error": "Try again later.", "position": None}))
    sheet.get_by_role("button", name="Analyse").click()
    expect(sheet.get_by_role("alert")).to_have_text("Try again later.")
    page.unroute(route)
    sheet.get_by_role("button", name="Show the report").click()
    sheet.get_by_role("button", name="Analyse").click()
    expect(sheet.get_by_role("heading", name="Chances of the German side")).to_be_visible()

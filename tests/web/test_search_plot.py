"""The search plot on the page: a layer that shades where hidden pieces may be, at desk and phone, and in the replay."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import DESK, PHONE, OpenPage, shot
from tests.web.table import Table, begun
from tests.web.test_accessible import findings
from tests.web.test_no_text_over_text import clashes

ALONE = {"axis": "me", "allied": "captain"}


def toggle(page: Page) -> Locator:
    return page.get_by_role("button", name="Where may they be?")


def reading(page: Page) -> Locator:
    return page.locator(".search-plot-reading")


def plot_of(table: Table, thing: str, **query: Any) -> Any:
    """What the server tells of a thing."""
    plot = table.ask("/whereabouts", seat="axis", **query)
    return next(spread for spread in plot["spreads"] if spread["name"] == thing)


def uncovered(page: Page, contacts: list[str]) -> tuple[float, float]:
    """The middle of a contact on which no key of the chart lies."""
    for contact in contacts:
        box = page.locator(f'#plot .fleet [data-piece="{contact}"]').bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.is-measured'))", [x, y]):
            return x, y
    raise AssertionError("something lies on each of them")


def check_shaded(table: Table, spread: Any) -> None:
    """Exactly the spaces are shaded where the server says that it may be."""
    shaded = table.page.locator("#plot .space.is-shaded")
    expect(shaded).to_have_count(len(spread["shares"]))
    assert {shaded.nth(n).get_attribute("data-space") for n in range(shaded.count())} == {
        share["at"] for share in spread["shares"]
    }


def test_the_chart_is_shaded_by_what_is_looked_for(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    table = begun(page, "sea-control", until="sail", seed=3, seats=ALONE)
    expect(toggle(page)).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#plot .is-shaded")).to_have_count(0)
    assert not [url for url in asked if "/whereabouts" in url], "nothing is worked out that nobody wants to see"
    page.keyboard.press("w")
    expect(reading(page)).to_contain_text("points. Point at a place to read its share.")
    check_shaded(table, plot_of(table, "Strength of the fleet"))
    picker = page.get_by_label("What to look for")
    picker.select_option(label="Ark Royal")
    ship = plot_of(table, "Ark Royal")
    check_shaded(table, ship)
    likeliest = ship["shares"][0]
    page.locator(f'#plot [data-space="{likeliest["at"]}"]').first.hover(position={"x": 8, "y": 8})
    share, margin = (math.floor(100 * likeliest[key] + 0.5) for key in ("share", "margin"))
    words = f"Ark Royal: {share} %, give or take {margin} %"
    expect(reading(page)).to_have_text(re.compile(rf"^.+ · {words}$"))
    expect(page.locator(".chart-tip")).to_contain_text(re.compile(words))
    bars = page.locator("#plot .plot-bar").evaluate_all("bars => bars.map(bar => bar.getBoundingClientRect().width)")
    assert len(set(map(round, bars))) > 1, "a bar is as long as its share, for eyes that see no colour"
    assert findings(page) == []
    page.mouse.move(0, 0)  # a tip lies over what it tells of
    assert clashes(page) == []
    shot(page, "search-plot")
    page.reload()
    table.settled()
    expect(toggle(page)).to_have_attribute("aria-pressed", "true")
    expect(picker).to_have_value(ship["id"])
    check_shaded(table, ship)
    page.keyboard.press("w")
    expect(page.locator("#plot .is-shaded")).to_have_count(0)


def test_the_plot_goes_with_the_position_and_with_the_replay(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    table = begun(page, "sea-control", until="sail", seed=3, seats=ALONE)
    toggle(page).click()
    page.get_by_label("What to look for").select_option(label="Hood")
    check_shaded(table, plot_of(table, "Hood"))
    page.keyboard.press("Home")
    expect(page.locator("body.looking-back")).to_have_count(1)
    earlier = plot_of(table, "Hood", moment=0)
    assert earlier != plot_of(table, "Hood")
    check_shaded(table, earlier)
    page.keyboard.press("End")
    check_shaded(table, plot_of(table, "Hood"))
    seq = table.position["seq"]
    table.after(table.click_shortest)
    assert table.position["seq"] != seq
    check_shaded(table, plot_of(table, "Hood"))


def test_a_measured_board_has_rings_round_contacts_and_tinted_squares(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, has_touch=True, is_mobile=True)
    wish = {"scenario": "eboat_alley", "seed": 3, "seats": {"allied": "captain", "axis": "me"}}
    table = begun(page, "night-action", until="helm", **wish)
    toggle(page).tap()
    picker = page.get_by_label("What to look for")
    picker.select_option(label="Dummies")
    dummies = plot_of(table, "Dummies")
    expect(page.locator(".plot-ring.is-share")).to_have_count(len(dummies["shares"]))
    page.get_by_role("button", name="Show the whole chart").tap()
    page.wait_for_timeout(500)  # the camera glides
    page.touchscreen.tap(*uncovered(page, [share["at"] for share in dummies["shares"]]))
    expect(reading(page)).to_have_text(re.compile(r"^Contact \d · Dummies: \d+ %, give or take \d+ %$"))
    picker.select_option(label="Ships, wherever they lie")
    expect(page.locator(".plot-cell")).to_have_count(len(plot_of(table, "Ships, wherever they lie")["shares"]))
    expect(page.locator(".plot-ring")).to_have_count(0)
    assert clashes(page, with_chart=False) == []
    shot(page, "search-plot-night-phone")


@pytest.mark.long
def test_no_text_lies_over_the_plots_own(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    table = begun(page, "sea-control", until="sail", seed=3, seats=ALONE)
    found = {}
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        page.reload()
        table.settled()
        if toggle(page).get_attribute("aria-pressed") == "false":
            page.keyboard.press("w")
        expect(page.locator("#plot .is-shaded")).not_to_have_count(0)
        page.wait_for_timeout(400)
        if over := clashes(page):
            found[size["width"]] = over
    assert found == {}


@pytest.mark.long
def test_where_people_meet_the_plot_comes_by_consent(open_page: OpenPage) -> None:
    one, other = open_page(size=DESK), open_page(size=DESK)
    table = begun(one, "sea-control", seats={"axis": "open", "allied": "me"}, access="public")
    answer = other.request.post(f"/api/matches/{table.match_id}/join", data={"seat": "axis"})
    assert answer.ok, answer.text()
    other.goto(f"/g/{table.match_id}")
    one.reload()
    table.settled()
    expect(toggle(one)).to_be_hidden()
    one.keyboard.press("w")
    expect(one.locator("#plot .is-shaded")).to_have_count(0)
    one.locator("#menu").click()
    one.get_by_role("button", name="Propose search plots ...").click()
    one.get_by_role("button", name="Propose it").click()
    other.get_by_role("button", name="Let each see a search plot").click()
    for page in (one, other):
        expect(toggle(page)).to_be_visible()
    toggle(one).click()
    expect(reading(one)).not_to_have_text("Plotting ...")
    expect(toggle(other)).to_have_attribute("aria-pressed", "false")

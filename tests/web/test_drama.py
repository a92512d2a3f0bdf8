"""Event cards over the chart, and the end sheet over the table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import flagplot
from flagplot import players
from flagplot.engine import Match
from tests.web.conftest import DESK, PHONE, OpenPage, shot
from tests.web.table import Table
from tests.web.test_accessible import findings

SCREENS = [
    pytest.param(DESK, "light", id="desk"),
    pytest.param(PHONE, "dark", id="phone", marks=pytest.mark.long),
]


def uploaded(page: Page, match: Match[Any]) -> Table:
    """A match from a file, opened on the page."""
    answer = page.request.post("/api/matches/upload", data=match.save(), headers={"Content-Type": "application/json"})
    assert answer.ok, answer.text()
    page.goto(f"/g/{answer.json()['id']}")
    return Table(page).settled()


def finished(slug: str) -> Match[Any]:
    """A game between captains that is over."""
    return flagplot.play(slug, dict.fromkeys(flagplot.new(slug).seats, "captain"), seed=3)


def played_until(slug: str, key: str) -> Match[Any]:
    """A game between captains up to a kind of question."""
    match = flagplot.new(slug, seed=3)
    captains = players.seated(match, dict.fromkeys(match.seats, "captain"), "drama")
    while match.decision and (match.decision.key != key or match.first_will_do):
        match.choose(players.answer(match, captains))
    return match


@pytest.mark.parametrize(("size", "scheme"), SCREENS)
def test_a_card_tells_what_matters_and_goes_on_with_enter(open_page: OpenPage, size: ViewportSize, scheme: str) -> None:
    page = open_page("/", size, color_scheme=scheme)
    page.evaluate("localStorage.setItem('flagplot.cards', 'on')")
    table = uploaded(page, played_until("atlantic-wolves", "lose_boat"))
    before = table.seq
    table.click_listed(table.hinted())
    card = page.locator(".event-card")
    expect(card.locator(".event-band")).to_contain_text(re.compile(r"\d+ is sunk"))
    expect(card.get_by_role("button", name="Continue")).to_be_focused()
    expect(page.locator("#decision")).to_contain_text("Read the card")
    assert findings(page) == []
    shot(page, f"event-card-{scheme}")
    assert table.seq == before, "the next question waits for the player"
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    table.settled()
    expect(page.locator("#log")).to_contain_text("is sunk.")
    page.evaluate("localStorage.setItem('flagplot.cards', 'off')")
    assert table.seq > before


@pytest.mark.parametrize(("size", "scheme"), SCREENS)
def test_the_end_sheet_leads_into_the_replay_and_makes_a_picture(
    open_page: OpenPage, size: ViewportSize, scheme: str
) -> None:
    page = open_page(size=size, color_scheme=scheme)
    table = uploaded(page, finished("atlantic-wolves"))
    sheet = page.get_by_role("dialog", name="You have lost.")
    expect(sheet).to_contain_text("4,737,500 t")
    expect(sheet.locator(".end-goal").first).to_contain_text("✕ 2 of 3")
    expect(sheet.locator(".curve")).to_have_attribute("aria-label", re.compile("Aug 42 317.5K"))
    assert findings(page) == []
    shot(page, f"end-sheet-{scheme}")
    with page.expect_download() as download:
        sheet.get_by_role("button", name="As a picture").click()
    assert download.value.suggested_filename == "flagplot-atlantic-wolves.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    sheet.locator(".end-moment").first.click()
    expect(sheet).to_have_count(0)
    expect(page.locator("#decision")).to_contain_text("Looking at moment 355")
    assert page.url.endswith("#355")
    page.get_by_role("button", name="Back to now").click()
    page.get_by_role("button", name="Report of the game").click()
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert table.position["result"]
    thrown = table.position["seed_hash"]
    page.get_by_role("button", name="Report of the game").click()
    over = page.url
    sheet.get_by_role("button", name="Same dice again").click()
    page.wait_for_url(lambda url: url != over and "/g/" in url)
    again = Table(page).settled().position
    assert again["seed_hash"] == thrown
    assert again["result"] is None


def test_the_course_of_a_ship_is_on_the_chart_behind_the_sheet(open_page: OpenPage) -> None:
    page = open_page()
    uploaded(page, finished("graf-spee"))
    page.get_by_role("button", name="Close the report").click()
    expect(page.locator(".courses .course")).to_have_count(1)
    shot(page, "cruise-course")
    page.get_by_label("Speed of the replay").select_option("4")
    page.get_by_role("button", name="Play the game from here").click()
    expect(page.locator("#decision")).to_contain_text("Looking at moment 32 of 32")


# What each effect sounds like at full loudness: its highest sample, the highest of its last tenth of a second.
HEARD = """async () => {
    const { EFFECTS, noiseOf, schedule } = await import('/static/scripts/sound.js');
    const peak = (samples) => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    const heard = {};
    for (const name of [...Object.keys(EFFECTS), 'unheard of']) {
        const audio = new OfflineAudioContext(1, 4 * 44100, 44100);
        schedule(audio, noiseOf(audio), name, 1);
        const samples = (await audio.startRendering()).getChannelData(0);
        heard[name] = [peak(samples), peak(samples.subarray(-4410))];
    }
    return heard;
}"""


def test_every_sound_can_be_heard_is_not_distorted_and_ends(open_page: OpenPage) -> None:
    heard: dict[str, list[float]] = open_page("/").evaluate(HEARD)
    assert {"dice", "torpedo", "sinking", "storm", "unheard of"} <= heard.keys()
    for name, (loudest, at_the_end) in heard.items():
        assert 0.05 < loudest <= 1, name
        assert at_the_end == 0, name

"""The first minutes: cards, the mild first game, difficulty, settings; later: sharing, coming back, branches."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import flagplot
from tests.web.conftest import DESK, PHONE, OpenPage, shot
from tests.web.front import card_of, from_menu
from tests.web.table import Table, begun, play_unseen


def bottom_of(page: Page, selector: str) -> float:
    """How far down something ends."""
    box = page.locator(selector).bounding_box()
    assert box
    return box["y"] + box["height"]


def test_a_newcomer_finds_all_games_above_the_fold_and_begins_mildly(open_page: OpenPage) -> None:
    page = open_page("/", DESK)
    expect(page.locator(".game-chart svg")).to_have_count(len(flagplot.games()))
    expect(page.locator("#first-time")).to_contain_text("First time? Learn by playing.")
    assert bottom_of(page, "#yours") <= DESK["height"]
    tops = [round(box["y"]) for card in page.locator(".games > *").all() if (box := card.bounding_box())]
    assert [tops.count(top) for top in sorted(set(tops))] == [3, 3]
    for card in page.locator(".game").all():
        expect(card.get_by_role("button", name=re.compile("^Play .* now$"))).to_have_count(1)
        assert len(card.locator(".game-facts > li").all()) == 3
    shot(page, "front-newcomer")

    more = card_of(page, "Sea Control").get_by_role("button", name="More about")
    more.focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("menuitem", name="Ladder")).to_be_focused()
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    from_menu(page, "Sea Control", "Set up")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Standard.")).to_be_checked()
    dialog.get_by_label("Easier.").check()
    expect(dialog.locator('[name="seat:allied"]')).to_have_value("midshipman")
    dialog.get_by_label("Harder.").check()
    expect(dialog.locator('[name="seat:allied"]')).to_have_value("captain")
    offered = dialog.locator('[name="seat:allied"] option').evaluate_all("options => options.map(({ value }) => value)")
    assert offered == ["me", "open", "admiral", "captain", "lieutenant", "midshipman"]
    dialog.locator("summary").click()
    expect(dialog.get_by_label("U-boats return after.")).to_have_value("4")
    dialog.get_by_label("U-boats return after.").fill("3")
    dialog.get_by_label("Graf Zeppelin.").check()
    expect(dialog.get_by_label("Harder.")).not_to_be_checked()
    shot(page, "front-difficulty")
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Play Night Action now").click()
    page.wait_for_url("**/g/*")
    table = Table(page).settled()
    assert (table.position["board"], table.seat) == ("tutorial", "allied")
    page.goto("/")
    expect(page.locator("#first-time")).to_be_hidden()
    expect(page.locator(".your-game").first).to_contain_text("Night Action")
    for place in (".your-game", "#matches .match-title"):
        expect(page.locator(place).first.get_by_role("img", name="Flag of Britain")).to_be_visible()
    page.get_by_role("button", name="Play Night Action now").click()
    page.wait_for_url("**/g/*")
    assert Table(page).settled().position["board"] != "tutorial"


@pytest.mark.parametrize("size", [PHONE, {"width": 1024, "height": 768}], ids=["phone", "tablet"])
def test_no_width_scrolls_sideways(open_page: OpenPage, size: ViewportSize) -> None:
    page = open_page("/", size, color_scheme="dark")
    page.locator(".game-chart svg").last.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    shot(page, f"front-{size['width']}")


def test_settings_are_kept_and_hold_before_the_page_is_drawn(open_page: OpenPage) -> None:
    page = open_page("/", DESK)
    page.locator("#settings").click()
    page.get_by_label("Safe for colour-blind people").check()
    page.get_by_label("Larger").check()
    page.get_by_label("Never").check()
    table = begun(page, until="next_attack", seed=3)
    assert page.evaluate("({ ...document.documentElement.dataset })") == {"text": "larger", "palette": "safe"}
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
    option = table.hinted()
    table.take(option)
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
    shot(page, "settings-larger-safe")


def test_sharing_coming_back_and_branching(open_page: OpenPage) -> None:
    page = open_page("/", DESK)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = begun(page, seed=3)
    page.locator("#share").click()
    question = page.get_by_role("dialog", name="Let others watch?")
    shot(page, "share-asks")
    question.get_by_role("button", name="Let them watch").click()
    expect(page.locator(".notice")).to_contain_text("Whoever has it may watch.")
    address = page.evaluate("navigator.clipboard.readText()")
    stranger = open_page(address)
    expect(stranger.locator("#table")).to_have_attribute("data-state", re.compile("looking|waiting|deciding"))
    stranger.close()

    match = table.match_id
    page.goto("/")
    play_unseen(page, match, "next_attack")
    page.goto(f"/g/{match}")
    card = page.locator(".since")
    expect(card).to_contain_text("Since your last visit")
    shot(page, "since-last-visit")
    card.get_by_role("button", name="Show on the replay").click()
    expect(card).to_have_count(0)
    expect(page.locator("#decision")).to_contain_text("Looking at moment")
    page.get_by_role("button", name="Back to now").click()
    page.reload()
    Table(page).settled()
    expect(page.locator(".since")).to_have_count(0)

    page.keyboard.press(",")
    page.get_by_role("button", name="Play on from here as a new game").click()
    page.wait_for_url(lambda url: match not in url)
    Table(page).settled()
    branched = page.locator(".branched")
    expect(branched).to_contain_text("This game branched off from")
    branched.locator("summary").click()
    expect(branched.locator("li").first).to_be_visible()
    page.locator("#plot").click(position={"x": 5, "y": 5})
    page.keyboard.press("Home")
    expect(page.locator("#decision")).to_contain_text("before this game branched off")
    shot(page, "branch-past")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("#table")).to_have_attribute("data-state", "deciding")

"""Shortcuts on the page: a button answers a row at once, and undo takes all of it back; a new game plays there too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.server.running import RunningServer
from tests.web.conftest import DESK, PATIENCE_MS, PHONE, OpenPage, shot


def begin(page: Page, game: str, **seats: str) -> None:
    """Open a game whose dice are always the same."""
    answer = page.request.post("/api/matches", data={"game": game, "seats": seats, "seed": 3})
    page.goto(f"/g/{answer.json()['id']}")


def test_a_shortcut_is_confirmed_sent_as_one_row_and_taken_back_in_one(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "sea-control", axis="captain", allied="me")
    page.locator("[data-option]").filter(has_text="Several").first.click()
    button = page.get_by_role("button", name="All of them 27 answers")
    sent: list[object] = []

    def note(request: Request) -> None:
        if request.url.endswith("/choices"):
            sent.append(request.post_data_json)

    page.on("request", note)
    expect(button).to_be_visible()
    page.keyboard.press("s")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alertdialog")).to_contain_text("27 answers at once")
    shot(page, "shortcut")
    assert sent == []
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".prompt")).to_contain_text("where to?")
    assert [len(body["options"]) for body in sent if isinstance(body, dict)] == [27]
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".prompt")).to_contain_text("who goes?")
    expect(button).to_be_visible()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_skeleton_of_a_game_is_played_to_its_end(browser: Browser, toy_server: RunningServer, size: object) -> None:
    context = browser.new_context(viewport=size, base_url=toy_server.url, reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto("/")
    page.get_by_role("button", name="Play Arctic Run now").click()
    page.wait_for_url("**/g/*")
    for prompt in ("Where does the convoy sail?", "Where does an escort go?") * 2:
        expect(page.locator(".prompt")).to_contain_text(prompt)
        shot(page, f"skeleton-{'desk' if size == DESK else 'phone'}")
        if "escort" in prompt:
            page.get_by_role("button", name="All 2 to the rear").click()
            page.get_by_role("button", name="Confirm").click()
        else:
            page.locator("[data-option='0']").click()
    expect(page.locator("body")).to_contain_text("ships have arrived.")
    context.close()
    assert complaints == []

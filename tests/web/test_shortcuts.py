"""Shortcuts on the page: a button answers a row at once, and undo takes all of it back; a new game plays there too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request, ViewportSize, expect

from tests.web.conftest import DESK, PHONE, OpenPage, shot
from tests.web.table import begun


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
    expect(button).to_have_attribute("aria-keyshortcuts", "t")  # "a" is taken
    page.keyboard.press("t")
    expect(page.get_by_role("alertdialog")).to_contain_text("27 answers at once")
    shot(page, "shortcut")
    assert sent == []
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".prompt")).to_contain_text("where to?")
    assert [len(body["options"]) for body in sent if isinstance(body, dict)] == [27]
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".prompt")).to_contain_text("who goes?")
    expect(button).to_be_visible()


def test_a_month_is_played_with_forecasts_letters_and_the_captain(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page, until="place_boat", seed=3)
    options = table.position["decision"]["options"]
    tons, lost = (figure["value"] for figure in options[0]["forecast"])
    cell = page.locator('#decision [data-option="0"]')
    for words in (f"{tons:,.0f} t", f"{lost * 100:.0f} %"):
        expect(cell.locator(".forecast")).to_contain_text(words)
        expect(table.space(options[0]["spaces"][0]).locator(".square-forecast")).to_contain_text(words)
    cell.hover()
    expect(page.locator(".forecast-line")).to_contain_text("chance to lose a boat")
    page.keyboard.press("2")
    expect(page.locator(".typing")).to_contain_text("2_: type another digit for 20 to 22.")
    page.keyboard.press("Escape")
    expect(page.locator(".typing")).to_be_empty()
    assert table.position["decision"]["options"] == options, "nothing was chosen"
    shot(page, "forecasts")
    table.after(lambda: page.keyboard.press("s"))  # it stays in the Sub Pens
    table.after(lambda: page.keyboard.press("c"))
    assert table.position["decision"]["key"] == "resolve_by"
    expect(page.locator(".square-forecast")).to_have_count(0)
    table.after(lambda: page.keyboard.press("o"))
    assert table.position["decision"]["key"] not in ("resolve_by", "next_area"), "the sequence is seen to"
    chip = page.locator(".chip [data-term]", has_text="Order")
    chip.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("Allied technology sets it.")
    chip.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Order").get_by_role("link", name="Rule AW-ORD-01")).to_be_visible()
    shot(page, "term")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_skeleton_of_a_game_is_played_to_its_end(open_toy: OpenPage, size: ViewportSize) -> None:
    page = open_toy("/", size)
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

"""The cards of the front page, as a person uses them."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


def card_of(page: Page, title: str) -> Locator:
    """The card of a game."""
    return page.locator(".game", has_text=title)


def from_menu(page: Page, title: str, entry: str) -> None:
    """Chooses something from the small menu of a game's card."""
    card_of(page, title).get_by_role("button", name="More about").click()
    page.get_by_role("menuitem", name=entry).click()

"""The account page for those with many browsers, and on a server that takes no new accounts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import DESK, PHONE, OpenPage, shot

PASSWORD = "a long secret"
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["wide", "narrow"])


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways to."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def test_sessions_are_listed_and_ended_one_by_one_or_all_others_at_once(open_page: OpenPage) -> None:
    wish = {"name": "Helga", "password": PASSWORD}
    pages = [open_page() for _ in range(4)]
    here = pages[0]
    assert here.request.post("/api/account", data=wish).ok
    for page in pages[1:]:
        assert page.request.post("/api/session", data=wish).ok
    here.goto("/account")
    rows = here.locator(".session-list li")
    expect(rows).to_have_count(4)
    expect(rows.filter(has_text="this one")).to_have_count(1)
    expect(rows.filter(has_text="this one").get_by_role("button")).to_have_count(0)
    here.locator(".session-list").scroll_into_view_if_needed()
    shot(here, "account-sessions")
    here.set_viewport_size(PHONE)
    here.locator(".session-list").scroll_into_view_if_needed()
    shot(here, "account-sessions-phone")
    assert fits(here)
    rows.get_by_role("button", name="End the session").first.click()
    expect(rows).to_have_count(3)
    here.get_by_role("button", name="Sign out all others").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("this one")
    expect(here.get_by_role("button", name="Sign out all others")).to_be_hidden()
    assert here.request.get("/api/me").json()["account"]
    assert [page.request.get("/api/me").json()["account"] for page in pages[1:]] == [None, None, None]


@SIZES
def test_where_sign_up_is_closed_the_page_says_so(open_page: OpenPage, size: dict[str, int]) -> None:
    def closed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "sign_up": False, "guests_kept_days": 90})

    page = open_page(size=size)
    page.route("**/api/me", closed)
    page.goto("/account")
    part = page.locator(".account-part", has_text="Claim a name")
    expect(part).to_contain_text("This server does not accept new accounts right now. If you have an account, sign in.")
    expect(part.get_by_role("button")).to_have_count(0)
    expect(page.locator("#account")).to_contain_text(
        "Games without an account are deleted 90 days after their last move."
    )
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    assert fits(page)
    shot(page, f"account-closed-{size['width']}")

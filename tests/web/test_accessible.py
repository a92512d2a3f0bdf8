"""axe-core finds nothing serious on any page, light or dark, wide or narrow."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.conftest import DESK, PHONE, OpenPage
from tests.web.player import Player
from tests.web.table import begun

SERIOUS = ("serious", "critical")
ONLY_FAULTS = {"resultTypes": ["violations"]}  # it describes in detail what it found wrong, and nothing else

SCREENS = {
    "wide-light": (DESK, "light"),
    "narrow-dark": (PHONE, "dark"),
    "wide-dark": (DESK, "dark"),
    "narrow-light": (PHONE, "light"),
}


def on_every_screen(usual: str) -> pytest.MarkDecorator:
    """Every width with every scheme of colours in a long run, and the usual pair of them in a short one."""
    screens = [
        pytest.param(*screen, id=name, marks=() if name == usual else pytest.mark.long)
        for name, screen in SCREENS.items()
    ]
    return pytest.mark.parametrize(("size", "scheme"), screens)


def findings(page: Page) -> list[str]:
    """What axe-core objects to, each with where it is."""
    found = Axe().run(page, options=ONLY_FAULTS).response["violations"]
    return [
        f"{violation['id']}: {violation['help']} at {[node['target'] for node in violation['nodes']][:4]}"
        for violation in found
        if violation["impact"] in SERIOUS
    ]


@on_every_screen("narrow-dark")
def test_no_page_has_a_serious_fault(open_page: OpenPage, scheme: str, size: ViewportSize, is_long_run: bool) -> None:
    page = open_page("/", size=size, color_scheme=scheme)
    page.locator(".game-chart svg").first.wait_for()
    assert findings(page) == []
    for path in ("/rules/sea-control", "/guide/atlantic-wolves"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert findings(page) == []
    # Where long tests do not run, those of the event card and of the end sheet look at a table of Atlantic Wolves.
    for game in ("atlantic-wolves", "sea-control", "graf-spee") if is_long_run else ("sea-control", "graf-spee"):
        table = begun(page, game, seed=3)
        table.take(table.hinted())
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(500)
        expect(page.locator("#decision.sending")).to_have_count(0)  # a list is dimmed while an answer is on its way
        table.settled()
        assert findings(page) == []
    page.goto(f"{page.url}/dice")
    page.wait_for_load_state("networkidle")
    assert findings(page) == []


@on_every_screen("wide-light")
def test_no_page_about_people_has_a_serious_fault(open_page: OpenPage, scheme: str, size: ViewportSize) -> None:
    ann = Player(open_page(size=size, color_scheme=scheme)).name("Ann").begin(access="public", pace=86_400)
    assert findings(ann.page) == []
    bert = Player(open_page(size=size, color_scheme=scheme)).name("Bert")
    for path in ("/", f"/join/{ann.ask()['table']['invite']}", "/lobby", "/account", "/ladder/sea-control"):
        bert.page.goto(path)
        bert.page.wait_for_load_state("networkidle")
        assert findings(bert.page) == []
    for path in ("/confirm/nothing", "/reset/nothing"):
        bert.page.goto(path)
        assert findings(bert.page) == []
    bert.join(ann).state("deciding")
    ann.menu("Offer a draw")
    ann.sure("Offer a draw")
    bert.card().wait_for()
    assert findings(bert.page) == []
    for tab in ("talk", "notes", "orders"):
        ann.tab(tab)
        assert findings(ann.page) == []
    ann.page.get_by_role("button", name="Give an order in advance").click()
    ann.page.get_by_role("dialog").wait_for()
    assert findings(ann.page) == []
    bert.page.locator("#menu").click()
    assert findings(bert.page) == []

"""axe-core finds nothing serious on any page, light or dark, wide or narrow."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.conftest import DESK, PHONE, OpenPage
from tests.web.test_table import begun

SERIOUS = ("serious", "critical")


def findings(page: Page) -> list[str]:
    """What axe-core objects to, each with where it is."""
    found = Axe().run(page).response["violations"]
    return [
        f"{violation['id']}: {violation['help']} at {[node['target'] for node in violation['nodes']][:4]}"
        for violation in found
        if violation["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["wide", "narrow"])
def test_no_page_has_a_serious_fault(open_page: OpenPage, scheme: str, size: dict[str, int]) -> None:
    page = open_page("/", size=size, color_scheme=scheme)
    page.locator(".game-chart svg").first.wait_for()
    assert findings(page) == []
    for path in ("/rules/sea-control", "/guide/atlantic-wolves"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert findings(page) == []
    for game in ("atlantic-wolves", "sea-control"):
        table = begun(page, game, seed=3)
        table.take(table.hinted())
        page.wait_for_timeout(500)
        assert findings(page) == []
    page.goto(f"{page.url}/dice")
    page.wait_for_load_state("networkidle")
    assert findings(page) == []

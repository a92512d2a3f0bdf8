"""The replay of a finished game tells why an admiral made his choices, as text and nothing else."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

import flagplot
from tests.web.conftest import OpenPage, shot
from tests.web.test_accessible import findings
from tests.web.test_drama import SCREENS, uploaded


@pytest.mark.parametrize(("size", "scheme"), SCREENS)
def test_the_replay_tells_what_the_admiral_thought_of_his_choice(
    open_page: OpenPage, size: ViewportSize, scheme: str
) -> None:
    match = flagplot.play("graf-spee", {"graf_spee": "admiral:4"}, "cape", seed=1)
    first, *_, last = match.record.reasons
    match.record.reasons[last] += " <b>Not</b> &amp; markup, as long as it gets." * 9
    match.record.explain({last: match.record.reasons[last]})
    page = open_page(size=size, color_scheme=scheme)
    uploaded(page, match)
    page.goto(f"{page.url}#{last}")
    page.reload()
    why = page.locator("#decision .why")
    expect(why).to_contain_text(match.record.reasons[last])
    expect(why).to_contain_text("Graf Spee, the admiral: " + match.at(last - 1).decision.prompt)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shot(page, f"why-{size['width']}-{scheme}")

    page.keyboard.press("Home")
    expect(page.locator("#decision")).to_contain_text("Looking at moment 0 ")
    expect(why).to_have_count(0)
    for _ in range(first):
        page.keyboard.press(".")
    expect(why).to_contain_text(match.record.reasons[first])

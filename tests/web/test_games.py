"""Whole stretches of play in a real browser: a month of Atlantic Wolves, a turn of Sea Control, two at one screen."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page, expect

import flagplot
from tests.web.conftest import OpenPage, shot
from tests.web.front import from_menu
from tests.web.table import Table, seed_new_games


def started(page: Page, title: str) -> Table:
    """A game begun by one click on its chart."""
    seed_new_games(page)
    page.get_by_role("button", name=f"Play {title} now").click()
    page.wait_for_url("**/g/*")
    return Table(page).settled()


def test_a_month_of_atlantic_wolves_from_the_front_page_by_clicks_on_the_chart(open_page: OpenPage) -> None:
    page = open_page("/")
    expect(page.locator(".game-chart svg")).to_have_count(len(flagplot.games()))
    shot(page, "front")
    table = started(page, "Atlantic Wolves")
    assert table.prompt == "Where does Dönitz spend August 1942?"
    assert "Aug 42" in table.headline
    shot(page, "wolves-begins")
    kept = set()
    while "Aug 42" in table.headline:
        option = table.hinted()
        kind = table.position["decision"]["key"]
        if kind not in kept and kind in ("place_boat", "next_attack"):
            kept.add(kind)
            page.wait_for_timeout(600)  # the odds come after the options
            shot(page, f"wolves-{kind}")
        table.take(option)
    assert table.on_the_chart >= 10
    assert "Sep 42" in table.headline
    expect(page.locator("#log")).to_contain_text("August 1942 ends")
    expect(page.locator("#forms")).to_contain_text("September 1942")
    shot(page, "wolves-september")


@pytest.mark.long
def test_a_turn_of_sea_control_against_the_captain(open_page: OpenPage) -> None:
    page = open_page("/")
    table = started(page, "Sea Control")
    assert table.seat == "axis"
    kept = set()
    while "Turn 1/8" in table.headline:
        position = table.position
        assert not [
            piece
            for piece in position["view"]["pieces"]
            if piece["side"] == "allied" and piece["space"] == "scapa_flow" and not piece["hidden"]
        ]
        kind = position["decision"]["key"]
        if kind not in kept:
            kept.add(kind)
            page.wait_for_timeout(400)
            shot(page, f"control-{kind}")
        table.take(table.hinted())
    assert "Turn 2/8" in table.headline
    assert table.on_the_chart >= 5
    expect(page.locator("#log")).to_contain_text("Turn 1:")
    shot(page, "control-turn-2")


def test_two_at_one_screen_see_their_own_side_and_a_cover_between(open_page: OpenPage) -> None:
    page = open_page("/")
    from_menu(page, "Sea Control", "Set up")
    dialog = page.get_by_role("dialog")
    shot(page, "set-up")
    for seat in ("axis", "allied"):
        dialog.locator(f'[name="seat:{seat}"]').select_option("me")
    dialog.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/g/*")
    table = Table(page).settled()
    covered, seats = 0, []
    while covered < 4:
        if page.locator("#cover").is_visible():
            covered += 1
            expect(page.locator("#plot [data-piece]")).to_have_count(0)
            assert page.locator("#log").inner_text() == ""
            if covered == 1:
                shot(page, "cover")
            page.get_by_role("button", name="I am here").click()
            table.settled()
            seats.append(table.seat)
            own = table.seat
            hidden = [piece for piece in table.position["view"]["pieces"] if piece["hidden"]]
            assert {piece["side"] for piece in hidden} <= {"axis", "allied"} - {own}
            continue
        table.after(table.click_shortest)
    assert len(set(seats)) == 2
    assert all(one != other for one, other in itertools.pairwise(seats))
    shot(page, "hot-seat")

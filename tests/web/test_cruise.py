"""The Cruise of the Graf Spee in a real browser: a mission by clicks on the chart, two ships, the end of a campaign."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

import flagplot
from flagplot import players
from flagplot.engine import Match
from flagplot.engine.view import View
from flagplot.games.graf_spee.view.names import INCIDENT_ACCOUNTS
from tests.web.conftest import DESK, PHONE, OpenPage, open_empty, shot
from tests.web.front import from_menu
from tests.web.table import Table, begun, finish_unseen, seed_new_games
from tests.web.test_points import A_DESK, CHART

A_FEW = 16  # clicks
TITLE = "The Cruise of the Graf Spee"
PICTURED = (
    "fit_out", "outfit", "sail", "aim", "launch_torpedoes", "convoy_or_luck", "break_off_or_fight", "bombard_port",
)  # fmt: skip


def play_on(table: Table, name: str, most: int | None = None) -> None:
    """Follow the captain's hints by clicks to the end of the game, with a picture of each kind of question.

    After `most` clicks the rest is played unseen, and the page opened again.
    """
    kept = set()
    clicks = itertools.count()
    while not table.position["result"]:
        if next(clicks) == most:
            there, match = table.page.url, table.match_id
            table.page.goto("about:blank")
            finish_unseen(table.page, match)
            table.page.goto(there)
            table.settled()
            return
        kind = table.position["decision"]["key"]
        if kind in PICTURED and kind not in kept:
            kept.add(kind)
            table.page.wait_for_timeout(500)  # the odds come after the options
            shot(table.page, f"{name}-{kind}")
        table.take(table.hinted())


def set_up(page: Page, **choices: bool) -> Table:
    """A game begun in its dialog with these switches."""
    seed_new_games(page)
    from_menu(page, TITLE, "Set up")
    dialog = page.get_by_role("dialog")
    for name, is_on in choices.items():
        dialog.locator(f'[name="option:{name}"]').set_checked(is_on)
    expect(dialog).to_contain_text("Mission: Raid Merchant Shipping in the South Atlantic.")
    shot(page, "cruise-set-up")
    dialog.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/g/*")
    return Table(page).settled()


def last_mission(seed: int) -> Match[Any] | None:
    """A campaign on the second day of its last mission, as the captain plays it; None if he does not get so far."""
    match = flagplot.new("graf-spee", scenario="campaign", seed=seed)
    captains = players.seated(match, {"graf_spee": "captain"}, "campaign")
    while match.decision and (match.state.orders or match.state.day < 2):
        match.choose(players.answer(match, captains))
    return match if match.decision else None


@pytest.mark.parametrize("most", [A_FEW, pytest.param(None, marks=pytest.mark.long)], ids=["a-few", "all"])
def test_a_mission_is_played_to_its_end_by_clicks_on_the_chart(open_page: OpenPage, most: int | None) -> None:
    page = open_page("/")
    seed_new_games(page)
    page.get_by_role("button", name=f"Play {TITLE} now").click()
    page.wait_for_url("**/g/*")
    table = Table(page).settled()
    expect(page.locator("#forms")).to_contain_text("Torpedo mounts")
    play_on(table, "cruise", most)
    assert table.on_the_chart >= 3
    expect(page.locator("#forms")).to_contain_text(re.compile("prize crew|Graf Spee, sunk"))
    ending = page.locator("#decision")
    expect(ending).to_contain_text(re.compile(r"You have (won|lost)\..*\d+ victory points on day \d+", re.DOTALL))
    expect(ending).not_to_contain_text("Winner:")
    assert ending.locator("table").count() == 0, "nobody else has a score"
    expect(ending.get_by_role("button", name="Play it again")).to_be_visible()
    shot(page, "cruise-over")


def test_one_person_commands_both_ships_on_a_phone_without_a_cover(open_page: OpenPage, is_long_run: bool) -> None:
    table = set_up(open_page("/", PHONE), deutschland=True)
    title = table.page.get_by_role("heading", level=1)
    assert title.evaluate("one => one.scrollWidth <= one.clientWidth"), "the title is cut off"
    expect(table.page.locator("#decision .news")).to_contain_text("end a day here:")
    seats: set[str] = set()
    at_sea: set[str] = set()
    while "Day 2" not in table.headline and (is_long_run or len(at_sea) < 2):
        decision = table.position["decision"]
        seats.add(decision["seat"])
        if decision["key"] == "sail":
            at_sea.add(decision["seat"])
            shot(table.page, "cruise-phone-sail")
        table.take(table.hinted())
    assert seats == {"graf_spee", "deutschland"}
    table.page.get_by_role("tab", name="Tables").click()
    expect(table.page.locator("#forms")).to_contain_text("Deutschland")
    shot(table.page, "cruise-phone-displays")


def test_on_a_phone_the_decision_tells_what_came_of_the_last_one(open_page: OpenPage, provoked: list[str]) -> None:
    provoked.append(STALE_ODDS)
    page = open_page(size=PHONE, has_touch=True)
    table = begun(page, "graf-spee", until="sail", scenario="ceylon", seed=5)
    news = page.locator("#decision .news")
    while "Incident 1 of 1: " not in news.inner_text():
        table.take(table.hinted())
    told = news.inner_text()
    assert any(account in told for account in INCIDENT_ACCOUNTS.values())
    assert is_read_to_the_end(news)
    shot(page, "cruise-phone-news")
    page.get_by_role("tab", name="Log").tap()
    table.after(lambda: decide_unseen(table))
    page.get_by_role("tab", name="Decide").tap()
    page.wait_for_timeout(100)
    assert is_read_to_the_end(news), "also when it was filled out of sight"
    page.set_viewport_size(DESK)
    expect(news).to_be_hidden()
    expect(page.locator("#log")).to_contain_text("Incident 1 of 1: ")


def is_read_to_the_end(news: Locator) -> bool:
    """Whether the last line is in sight."""
    return bool(news.evaluate("one => one.scrollTop + one.clientHeight >= one.scrollHeight - 1"))


# What is decided past the page makes the odds stale that the page has just asked for.
STALE_ODDS = r"status of 409 .*/(odds|outlook\?[^/]*)\)"


def decide_unseen(table: Table) -> None:
    """Answer as the captain would, by the server's own interface."""
    wanted = table.hinted()["value"]
    choice = {"seat": table.seat, "seq": table.position["seq"], "option": wanted}
    assert table.page.request.post(f"/api/matches/{table.match_id}/choices", data=choice).ok


def test_on_a_phone_all_targets_of_a_battle_are_in_sight_under_its_title(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, has_touch=True, is_mobile=True)
    table = begun(page, "graf-spee", until="aim", scenario="ceylon", seed=11)
    board = box_of(page.locator(".lineup-body"))
    title = box_of(page.locator(".lineup-title"))
    targets = [box_of(target) for target in page.locator(".is-drawn-up.is-offered").all()]
    own = box_of(page.locator(".is-drawn-up.is-subject"))
    assert len(targets) == 2
    assert abs(title["y"] - board["y"]) < 3
    for target in targets:
        assert target["y"] >= title["y"] + title["height"] - 1
        assert target["y"] + target["height"] <= board["y"] + board["height"]
        assert target["x"] + target["width"] <= board["x"] + board["width"]
        assert target["y"] < own["y"], "who can be chosen comes first"
    shot(page, "cruise-phone-battle")
    page.locator(".lineup-body").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    assert abs(box_of(page.locator(".lineup-title"))["y"] - title["y"]) < 3, "the title stays"
    table.take(table.hinted())


def box_of(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box
    return box


def test_the_pennants_of_every_order_leave_all_names_in_sight(open_page: OpenPage) -> None:
    game = flagplot.game("graf-spee")
    views = [flagplot.new("graf-spee", scenario, seed=1).view("graf_spee") for scenario in game.scenarios]
    goals = {fact.about: fact for view in views for fact in view.facts if fact.about}
    assert {"altm", "pzg", "b3", "natl", "l1"} <= set(goals)
    page = open_empty(open_page, "chart", "points")
    view = msgspec.to_builtins(View("Now", facts=tuple(goals.values())))
    page.evaluate(CHART, {"board": msgspec.to_builtins(game.board("")), "view": view, "size": A_DESK})
    assert page.locator(".pennant").count() == len(goals)
    covered = page.evaluate(
        """() => {
            const boxes = (selector) => [...document.querySelectorAll(selector)]
                .filter((one) => one.checkVisibility())
                .map((one) => [one.closest(".space").dataset.space, one.getBoundingClientRect()]);
            const names = boxes(".space .title");
            return boxes(".pennant path").flatMap(([goal, a]) => names
                .filter(([, b]) => Math.min(a.right, b.right) > Math.max(a.left, b.left)
                    && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top))
                .map(([name]) => [goal, name]));
        }"""
    )
    assert covered == []


@pytest.mark.long
def test_the_last_mission_of_a_campaign_ends_it_with_a_verdict(open_page: OpenPage, tmp_path: Path) -> None:
    match = next(filter(None, map(last_mission, range(100))))
    save = tmp_path / "campaign.json"
    save.write_bytes(match.save())
    page = open_page("/")
    page.locator("#upload").set_input_files(save)
    page.wait_for_url("**/g/*")
    table = Table(page).settled()
    assert table.headline.startswith("Mission 8")
    expect(page.locator("#forms")).to_contain_text("Orders achieved")
    shot(page, "cruise-campaign")
    play_on(table, "cruise-campaign")
    expect(page.locator("#log")).to_contain_text("of 8 orders are achieved.")
    expect(page.locator("#decision")).to_contain_text(re.compile("Victory: |A draw: |Failure: "))
    shot(page, "cruise-campaign-over")

"""Night Action in a real browser: ghosts, dial, contacts, tracks and light on a measured board, at desk and phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import DESK, PHONE, OpenPage, shot
from tests.web.table import Table, begun, finish_unseen
from tests.web.test_accessible import findings

SLUG = "night-action"
A_FEW = 8  # decisions
BOTH = {"allied": "me", "axis": "me"}
TOUCH = {"has_touch": True, "is_mobile": True}


def at_helm(page: Page, scenario: str = "tutorial", **seats: str) -> Table:
    """A match that has come to the question how a unit steers."""
    return begun(page, SLUG, "helm", scenario=scenario, seed=3, seats=seats or {"allied": "me", "axis": "captain"})


def ghost(page: Page, number: int) -> tuple[float, float]:
    """The middle of a ghost on the screen, when the chart has come to rest."""
    page.wait_for_timeout(500)  # the camera glides
    box = page.locator(".ghosts .ghost").nth(number).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click_ghost(table: Table, option: Any) -> None:
    """Click on the ghost of an option, or in the list where it lies outside the chart or under a key.

    A finger confirms what the page then proposes.
    """
    page = table.page
    with_ghosts = [one for one in table.position["decision"]["options"] if one.get("poses")]
    x, y = ghost(page, with_ghosts.index(option))
    if not page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.measured'))", [x, y]):
        return table.click_listed(option)
    if page.viewport_size != PHONE:
        return page.mouse.click(x, y)
    page.touchscreen.tap(x, y)
    return page.get_by_role("button", name="Confirm").click()


def pose_of(table: Table, ship: str) -> Any:
    return next(piece for piece in table.position["view"]["pieces"] if piece["id"] == ship)["placed"]["pose"]


def subject_of(table: Table) -> str:
    return str(table.position["decision"]["subjects"][0])


def test_one_click_near_a_ghost_moves_a_ship_there(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    table = at_helm(page)
    ship, options = subject_of(table), table.position["decision"]["options"]
    expect(page.locator(".ghosts .ghost")).to_have_count(sum("poses" in option for option in options))
    expect(page.locator(".fan-degrees", has_text="45°")).not_to_have_count(0)
    expect(page.locator("#forces .force.is-concerned .deck-plan .fitting")).not_to_have_count(0)
    expect(page.locator(".goal.is-aim")).to_have_text(re.compile(r"Sink the S-boat, and keep the gunboat\s*$"))
    expect(page.locator(".goal.has-hulls .hull-sign")).to_have_count(2)
    page.mouse.move(*ghost(page, 4))
    expect(page.locator(".ghost-chosen .ghost.is-chosen")).to_have_count(1)
    expect(page.locator("#decision .option.pointed")).to_have_count(1)
    expect(page.locator("#decision .proposal")).to_contain_text(options[4]["label"])
    expect(page.locator("#decision .bearings li")).not_to_have_count(0)
    assert not [url for url in asked if re.search("/api/.*/(odds|outlook)", url)], "they tell nothing"
    shot(page, "night-helm")
    bottoms = set()
    for number in range(len(options)):
        page.locator(f'#decision [data-option="{number}"]').hover()
        bottoms.add(page.evaluate("document.querySelector('.decision-bottom').getBoundingClientRect().height"))
    assert len(bottoms) == 1, "what bears from a place must not grow over the option that is pointed at"
    table.after(lambda: page.mouse.click(*ghost(page, 4)))
    wanted = options[4]["poses"][0]
    assert pose_of(table, ship) == wanted


def test_a_ship_is_dragged_to_a_ghost(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    table = at_helm(page)
    ship, options = subject_of(table), table.position["decision"]["options"]
    x, y = ghost(page, 7)
    box = page.locator(f'.ship[data-piece="{ship}"] .hull').bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x - 20, y - 20)
    page.mouse.move(x, y)
    table.after(page.mouse.up)
    assert pose_of(table, ship) == options[7]["poses"][0]


def test_the_dial_sets_another_speed_and_says_why_one_is_out_of_reach(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    table = at_helm(page)
    cells = page.locator(".dial-cell")
    expect(cells).to_have_count(5)
    expect(page.locator(".dial-cell.is-present")).to_have_count(1)
    table.after(lambda: cells.nth(3).click())
    assert table.position["decision"]["key"] == "helm_at"
    expect(page.locator(".ghosts .ghost").first).to_be_attached()
    table.after(lambda: page.locator("#undo").click())
    barred = page.locator(".dial-cell.is-barred")
    if barred.count():
        barred.first.click()
        expect(page.locator(".notice")).to_contain_text("in this turn")


def test_what_lies_outside_the_frame_is_pointed_to_and_the_chart_stays_where_the_player_moved_it(
    open_page: OpenPage,
) -> None:
    page = open_page(size=DESK)
    table = at_helm(page)
    page.get_by_role("button", name="Legend").click()
    expect(page.get_by_role("dialog", name="Legend")).to_contain_text("a contact")
    page.keyboard.press("Escape")
    world = page.locator(".chart-world")
    where = "world => world.style.transform"
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".frame-pointer")).not_to_have_count(0)
    moved = world.evaluate(where)
    table.take(table.hinted())
    assert world.evaluate(where) == moved
    page.locator(".frame-pointer").first.click()
    assert world.evaluate(where) != moved


def test_every_course_can_be_reached_by_keys(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    table = at_helm(page)
    ship = subject_of(table)
    page.locator(".chart.is-measured").focus()
    page.keyboard.press("ArrowRight")
    straight = page.locator("#decision .option.pointed").inner_text()
    assert "Straight on" in straight
    page.keyboard.press("ArrowRight")
    expect(page.locator("#decision .option.pointed")).to_contain_text("15° to starboard")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#decision .option.pointed")).to_contain_text("15° to starboard")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#decision .option.pointed")).to_contain_text(
        "course" if "course" in straight else "Straight on"
    )
    before = pose_of(table, ship)
    table.after(lambda: page.keyboard.press("Enter"))
    assert pose_of(table, ship) != before


def test_a_contact_shows_its_place_and_number_and_nothing_else(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    seats = {"allied": "me", "axis": "captain"}
    table = begun(page, SLUG, "turn_over", scenario="coal_scuttle", seed=3, seats=seats)
    hidden = [piece for piece in table.position["view"]["pieces"] if piece["hidden"]]
    assert hidden, "the S-boats begin unseen"
    assert {piece["kind"] for piece in hidden} == {"contact"}
    for piece in hidden:
        assert piece["placed"]["pose"]["heading"] is None
        assert piece["placed"]["way"] == piece["placed"]["sectors"] == []
    expect(page.locator(".contact-face")).to_have_count(len(hidden))
    axis = [piece for piece in table.position["view"]["pieces"] if piece["side"] == "axis" and not piece["hidden"]]
    assert all(piece["id"] not in page.content() for piece in axis if piece["placed"] is None)
    shot(page, "night-contacts")


def test_guns_show_range_and_score_on_the_line_to_the_target(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    table = begun(page, SLUG, "fire_at", scenario="eboat_alley", seed=3, seats={"allied": "me", "axis": "captain"})
    option = next(one for one in table.position["decision"]["options"] if one["pieces"])
    page.locator(f'#decision [data-option="{table.position["decision"]["options"].index(option)}"]').hover()
    expect(page.locator(".aim-text")).to_have_text(option["text"])
    expect(page.locator("#decision .odds-line, #decision .odds-bar").first).to_be_visible()
    shot(page, "night-guns")


def test_a_finger_proposes_first_and_then_takes(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, **TOUCH)
    table = at_helm(page)
    ship = subject_of(table)
    card = page.locator("#decision .confirm")
    expect(card).to_contain_text("Straight on")
    page.get_by_role("button", name="Next place to starboard").click()
    expect(card).to_contain_text("15° to starboard")
    expect(page.locator("#decision .option").first).to_be_hidden()
    x, y = ghost(page, 3)
    page.touchscreen.tap(x, y)
    confirm = page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_in_viewport()
    shot(page, "night-phone")
    before = pose_of(table, ship)
    table.after(confirm.click)
    assert pose_of(table, ship) != before


@pytest.mark.parametrize("most", [A_FEW, pytest.param(200, marks=pytest.mark.long)], ids=["a-few", "all"])
def test_a_duel_is_played_to_its_end_by_hints(open_page: OpenPage, most: int) -> None:
    page = open_page(size=DESK)
    table = begun(page, SLUG, scenario="tutorial", seed=5, seats={"allied": "me", "axis": "captain"})
    for _ in range(most):
        if table.position["result"]:
            break
        table.take(table.hinted())
    if most == A_FEW:
        there, match = page.url, table.match_id
        page.goto("about:blank")
        finish_unseen(page, match)
        page.goto(there)
    expect(page.locator('#table[data-state="over"]')).to_be_attached()
    assert table.position["result"]
    shot(page, "night-end")


@pytest.mark.parametrize(
    "size", [pytest.param(DESK, id="desk", marks=pytest.mark.long), pytest.param(PHONE, id="phone")]
)
def test_the_measured_chart_is_accessible(open_page: OpenPage, size: Any) -> None:
    page = open_page(size=size)
    at_helm(page, "coal_scuttle")
    assert findings(page) == []


def labels_overlapping_hulls(labels: Locator) -> int:
    """How many names that are shown lie over each other."""
    return int(
        labels.evaluate_all(
            """(groups) => {
                const boxes = groups
                    .filter((group) => getComputedStyle(group).opacity !== "0")
                    .map((group) => group.getBoundingClientRect());
                let count = 0;
                boxes.forEach((one, at) => boxes.slice(at + 1).forEach((other) => {
                    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
                    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
                    if (wide > 2 && high > 2) count += 1;
                }));
                return count;
            }"""
        )
    )


@pytest.mark.parametrize("scenario", ["coal_scuttle", "pedestal"])
def test_names_of_ships_do_not_lie_over_each_other(open_page: OpenPage, scenario: str) -> None:
    page = open_page(size=DESK)
    begun(page, SLUG, "unit", scenario=scenario, seed=3, seats=BOTH)
    page.wait_for_timeout(500)
    assert labels_overlapping_hulls(page.locator(".labels .label")) == 0

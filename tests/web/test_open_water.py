"""The open chart in a real browser: hexes, strings, pins, trays, goals and zones of a toy that has them all."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, WebSocketRoute, expect

from tests.server.running import RunningServer
from tests.toys import open_water as toy
from tests.web.conftest import DESK, PHONE, OpenPage, shot
from tests.web.table import Table
from tests.web.test_accessible import findings

TOYS = Path(toy.__file__).parents[1]


@pytest.fixture(scope="module")
def address(toy_server: RunningServer) -> str:
    """The address of a server that knows the toy."""
    return toy_server.url


def opened(page: Page) -> Table:
    """A match of the toy at its first question, both seats being one's own."""
    seats = {seat.id: "me" for seat in toy.GAME.seats}
    answer = page.request.post("/api/matches", data={"game": "open-water", "seed": 3, "seats": seats})
    assert answer.ok, answer.text()
    page.goto(f"/g/{answer.json()['id']}")
    table = Table(page).settled()
    # Even a transition of no length takes until the next frame.
    page.wait_for_function("() => !document.querySelector('.plot').getAnimations({ subtree: true }).length")
    return table


def hex_of(page: Page, key: str) -> Locator:
    return page.locator(f'.space.is-hex[data-space="{key}"]')


def string_of(page: Page, key: str) -> Locator:
    return page.locator(f'.strings > [data-line="{key}"]')


def box_of(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box
    return box


def middle_of(element: Locator) -> tuple[float, float]:
    box = box_of(element)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click_middle(page: Page, element: Locator) -> None:
    """A click on what lies uppermost in the middle of something."""
    page.mouse.click(*middle_of(element))


def test_the_chart_has_hexes_without_titles_areas_with_signs_and_closed_sides(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    opened(page)
    expect(page.locator(".space.is-hex")).to_have_count(len(toy.HEXES))
    expect(page.locator(".space.is-hex .title")).to_have_count(0)
    expect(hex_of(page, "0302")).to_have_attribute("aria-label", "0302: empty")
    expect(page.locator(".area.is-ice .area-sign")).to_have_count(3)
    expect(page.get_by_role("img", name="Hunting ground")).to_have_count(1)
    expect(page.locator(".fixed-line.is-bar")).to_have_count(1)
    expect(page.locator(".fixed-line.is-arrow .head")).to_have_count(2)
    expect(page.locator('.mark[data-mark="port"][data-accent="0"]')).to_have_count(1)
    assert not page.evaluate("() => [...document.querySelectorAll('.links path')].length")
    shot(page, "open-water")


def test_strings_have_a_bead_in_each_hex_numbers_at_their_ends_and_knots(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    opened(page)
    expect(page.locator('.beads [data-line="s1"] circle')).to_have_count(5)
    expect(page.locator('.beads [data-line="n1"] rect')).to_have_count(4)
    expect(page.locator('.numbers > [data-line="s1"]')).to_have_count(2)
    expect(page.locator(".numbers > .pin")).to_have_count(1)
    expect(page.locator(".knot.is-intel")).to_have_count(1)
    expect(page.locator(".knot.is-contact")).to_have_count(1)
    name = "N1 Force N1, 4 long, from 0302 to 0603, Intel at 0402, Contact at 0402"
    expect(page.get_by_role("button", name=name).first).to_be_attached()


def test_strings_in_one_hex_lie_beside_each_other(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    opened(page)
    apart = page.evaluate(
        """() => {
            const middle = (selector, at) => {
                const box = document.querySelectorAll(selector)[at].getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            };
            const one = middle(".beads [data-line=n1] rect", 1);
            const other = middle(".beads [data-line=s1] circle", 3);
            return Math.hypot(one[0] - other[0], one[1] - other[1]);
        }"""
    )
    assert 6 < apart < 20


def test_pointing_at_a_tray_a_string_or_a_pin_does_the_same_to_all(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    opened(page)
    tray = page.locator('.trays [data-tray="tray/s1"]')
    tray.hover()
    expect(string_of(page, "s1")).to_have_class("string is-offered is-pointed is-previewed")
    expect(string_of(page, "n1")).to_have_css("opacity", "0.35")
    click_points = page.locator('.numbers > [data-line="s2"]')
    click_points.hover()
    expect(page.locator('.trays [data-tray="tray/s2"]')).to_have_class("tray is-offered is-pointed is-previewed")
    expect(page.locator(".chart-tip")).to_have_text("2 Force 2, at 0504")
    page.mouse.move(5, 5)
    expect(page.locator(".string.is-pointed")).to_have_count(0)


def test_a_turn_is_played_on_chart_and_battle_board(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    table = opened(page)
    table.after(lambda: page.locator('.numbers > [data-line="s2"]').click())
    assert table.prompt == "Where does Force 2 go?"
    expect(page.locator(".space.is-hex.is-offered")).to_have_count(6)
    expect(page.locator(".forces .force.is-concerned")).to_have_count(1)
    shot(page, "open-water-course")
    table.after(lambda: click_middle(page, hex_of(page, "0604")))
    table.after(lambda: page.locator("[data-option]", has_text="Done").click())
    assert table.prompt == "Where does Gamma go?"
    table.after(lambda: page.locator("[data-option]", has_text="close").click())
    assert table.prompt == "Where does Force 1 go?"
    table.after(lambda: page.locator("[data-option]", has_text="Done").click())
    zone = page.locator('[data-section="s_far"]')
    expect(zone).to_have_class("zone is-offered")
    expect(zone.get_by_role("button", name="South Far")).to_have_attribute("tabindex", "0")
    shot(page, "open-water-battle")
    table.after(lambda: zone.click(position={"x": 20, "y": 20}))
    assert table.prompt == "At whom does Raider fire?"
    expect(page.locator(".shot.is-hit")).to_have_count(1)
    expect(page.locator(".shot.is-open")).to_have_count(4)
    expect(page.locator(".zone-cover.is-smoke .puffs").first).to_be_attached()
    expect(page.locator('.zone [data-piece="beta"] .hit-box')).to_have_count(5)
    table.after(lambda: page.locator('.zone [data-piece="beta"]').click())
    assert table.headline.startswith("Turn 3")


def test_a_string_over_a_hex_that_can_be_chosen_leaves_the_hex_to_be_clicked(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    table = opened(page)
    table.after(lambda: page.locator('.numbers > [data-line="s2"]').click())
    before = table.position["view"]["lines"]
    bead = page.locator('.beads [data-line="s1"] circle').last
    assert "0503" in next(line["through"] for line in before if line["id"] == "s1")
    table.after(lambda: click_middle(page, bead))
    line = next(one for one in table.position["view"]["lines"] if one["id"] == "s2")
    assert line["through"] == ["0504", "0503"]


def test_the_keyboard_goes_from_hex_to_hex_and_reaches_lines_that_can_be_chosen(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    table = opened(page)
    first = page.locator('.numbers > [data-line="s1"][tabindex="0"]')
    expect(first).to_have_count(1)
    page.locator('.numbers > [data-line="s2"][tabindex="0"]').focus()
    table.after(lambda: page.keyboard.press("Enter"))
    assert table.prompt == "Where does Force 2 go?"
    page.keyboard.press("m")
    focused = "() => document.activeElement.dataset.space"
    start = page.evaluate(focused)
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) != start
    hex_of(page, "0503").focus()
    table.after(lambda: page.keyboard.press("Enter"))
    assert next(one for one in table.position["view"]["lines"] if one["id"] == "s2")["through"][-1] == "0503"


def test_goals_stand_above_the_chart(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    opened(page)
    goals = page.get_by_role("region", name="Goals")
    expect(goals).to_contain_text("Ships home1 of 3")
    expect(goals.get_by_label("reached")).to_have_count(1)
    expect(goals.locator(".goal-score b")).to_have_text(["3", "1"])
    strip, chart = box_of(goals), box_of(page.locator(".chart").first)
    assert abs(strip["y"] + strip["height"] - chart["y"]) < 2


def test_on_a_phone_trays_are_a_tab_and_goals_one_line_that_opens(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, has_touch=True, is_mobile=True)
    table = opened(page)
    expect(page.locator(".trays")).to_be_hidden()
    strip = page.locator(".goals")
    assert box_of(strip)["height"] < 45
    page.get_by_role("button", name="Show all goals").tap()
    assert box_of(strip)["height"] > 60
    page.get_by_role("button", name="Show less of the goals").tap()
    page.get_by_role("tab", name="Forces").tap()
    expect(page.locator("#forces .tray")).to_have_count(5)
    shot(page, "open-water-phone")
    page.locator('#forces [data-tray="tray/s2"]').tap()
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator("#decision .prompt")).to_have_text("Where does Force 2 go?")
    assert table.seat == "south"
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_open_chart_works_in_the_dark(open_page: OpenPage) -> None:
    page = open_page(size=DESK, color_scheme="dark")
    opened(page)
    expect(page.locator(".string")).to_have_count(2)
    shot(page, "open-water-dark")


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        pytest.param(DESK, "light", id="wide-light", marks=pytest.mark.long),
        pytest.param(PHONE, "dark", id="narrow-dark"),
    ],
)
def test_nothing_of_the_open_chart_is_hard_to_reach(open_page: OpenPage, size: ViewportSize, scheme: str) -> None:
    page = open_page(size=size, color_scheme=scheme)
    table = opened(page)
    assert findings(page) == []
    for choice in ("Force s2", "0604", "Done", "close", "Done"):
        option = page.locator("[data-option]", has_text=choice).first
        table.after(option.click)
    expect(page.locator(".zone.is-offered")).to_have_count(3)
    assert findings(page) == []
    if size is PHONE:
        page.get_by_role("tab", name="Forces").click()
        assert findings(page) == []


PORT_OF_NORTH = '.mark[data-mark="port"][data-accent="0"]'
AIRFIELD = '.mark[data-mark="airfield"]'


def lies(page: Page, scenario: str) -> None:
    """Wait until the board of a scenario lies on the page's table: by day the North has a port, the South a base."""
    by_day = int(scenario == toy.DAY)
    expect(page.locator(PORT_OF_NORTH)).to_have_count(by_day)
    expect(page.locator(AIRFIELD)).to_have_count(by_day)
    expect(page.locator(".space.is-hex")).to_have_count(len(toy.HEXES))


def answer_unseen(page: Page, match_id: str) -> bool:
    """Answer by the server's own interface; whether it is still day."""
    path = f"/api/matches/{match_id}"
    position = page.request.get(path).json()
    if position["board"] == toy.DAY:
        answer = {
            "seat": position["seat"],
            "seq": position["seq"],
            "option": position["decision"]["options"][-1]["value"],
        }
        assert page.request.post(f"{path}/choices", data=answer).ok
    return bool(position["board"] == toy.DAY)


# A page asked for odds of a decision that was answered elsewhere, or changed its seat again before it was connected.
STALE = "status of 409|closed before the connection is established"


def test_another_board_comes_to_lie_on_an_open_page_and_on_one_that_comes_back(
    open_page: OpenPage, provoked: list[str]
) -> None:
    provoked.append(STALE)
    page = open_page(size=DESK)
    table = opened(page)
    other = open_page(only_once=True, storage_state=page.context.storage_state())
    lines: list[WebSocketRoute] = []

    def note(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    other.route_web_socket("**/live**", note)
    other.goto(page.url)
    Table(other).settled()
    for one in (page, other):
        lies(one, toy.DAY)
    other.route_web_socket("**/live**", lambda line: line.close())  # nothing comes through any more
    lines[-1].close()
    while answer_unseen(page, table.match_id):
        pass
    lies(page, toy.EVENING)
    other.route_web_socket("**/live**", lambda line: line.connect_to_server())
    lies(other, toy.EVENING)
    table.settled()
    table.after(lambda: page.locator("[data-option]", has_text="Force s2").click())
    table.after(lambda: click_middle(page, hex_of(page, "0604")))
    expect(page.locator('.beads [data-line="s2"] circle')).to_have_count(2)


def test_each_moment_of_the_time_line_has_its_board(open_page: OpenPage, provoked: list[str]) -> None:
    provoked.append(STALE)
    page = open_page(size=DESK)
    table = opened(page)
    while answer_unseen(page, table.match_id):
        pass
    lies(page, toy.EVENING)
    page.keyboard.press("Home")
    expect(page.locator("#decision .prompt")).to_contain_text("Looking at moment 0")
    lies(page, toy.DAY)
    page.keyboard.press("End")
    lies(page, toy.EVENING)
    table.settled()
    expect(page.locator('.numbers > [data-line="s2"][tabindex="0"]')).to_have_count(1)
    page.goto(f"{page.url.partition('#')[0]}#1")
    page.reload()
    expect(page.locator("#decision .prompt")).to_contain_text("Looking at moment 1")
    lies(page, toy.DAY)

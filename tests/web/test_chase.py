"""Atlantic Chase in a real browser: an operation for two and for one, a course by one click, a battle."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, ViewportSize, expect

import flagplot
from tests.web.conftest import DESK, PHONE, OpenPage, shot
from tests.web.player import Player
from tests.web.table import Table, begun
from tests.web.test_cruise import STALE_ODDS, decide_unseen
from tests.web.test_open_water import box_of, click_middle, hex_of, middle_of

SLUG = "atlantic-chase"
SCENARIOS = tuple(flagplot.game(SLUG).scenarios)
BOTH = {"german": "me", "british": "me"}
CLICKED = 40  # decisions; most games have no more, and the rest of a longer one is played unseen
CLICKED_AT_LEAST = 12  # also where long tests do not run
ON_THE_CHART = 3
A_LONG_GAME = 150
VERDICT = re.compile("The (Germans|British) have done what they set out to do")
SUM = re.compile(r"^\d+ [+−] \d+ = \d+, (a hit|\d hits|splash)$")
TOUCH = {"has_touch": True, "is_mobile": True}
BUTTONS = ".legend-button, .zoom button, .goals button, .tray"  # over the chart
# Text that leaves the box around it and does not end in an ellipsis.
OVERFLOWING = """() => {
    const boxes = ".zone, .tray, .goal, .option, .chip, .button, .space.is-box, .space.is-port, .tray-group";
    const found = [];
    for (const box of document.querySelectorAll(boxes)) {
        const frame = box.getBoundingClientRect();
        const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const part = texts.currentNode.parentElement;
            if (!part.checkVisibility() || part.closest("svg, .visually-hidden")) continue;
            if ([part, part.parentElement].some((one) => getComputedStyle(one).textOverflow === "ellipsis")) continue;
            const range = document.createRange();
            range.selectNodeContents(texts.currentNode);
            const { left, right, top, bottom } = range.getBoundingClientRect();
            const isWithin = left >= frame.left - 1 && right <= frame.right + 1;
            const isBetween = top >= frame.top - 2 && bottom <= frame.bottom + 2;
            if (right > left && !(isWithin && isBetween)) found.push(`${box.className}: ${texts.currentNode.data}`);
        }
    }
    return found;
}"""


def test_two_people_play_northern_patrol_to_the_verdict_at_a_desk_and_on_a_phone(
    open_page: OpenPage, provoked: list[str], is_long_run: bool
) -> None:
    provoked.append(STALE_ODDS)
    ann = Player(open_page(size=DESK)).name("Ann")
    bert = Player(open_page(size=PHONE, **TOUCH)).name("Bert")
    seats = {"german": "me", "british": "open"}
    ann.begin("german", game=SLUG, scenario="northern_patrol", seats=seats)
    bert.join(ann, "british")
    play_to_the_end(ann, bert, CLICKED if is_long_run else CLICKED_AT_LEAST)
    assert ann.on_the_chart >= ON_THE_CHART
    for player, name in ((ann, "desk"), (bert, "phone")):
        player.state("over")
        expect(player.page.locator("#decision")).to_contain_text(VERDICT)
        shot(player.page, f"chase-over-{name}")
    winner = ann.position["result"]["winner"]
    expect((ann if winner == "german" else bert).page.locator("#decision .prompt")).to_contain_text("You have won.")
    expect((bert if winner == "german" else ann).page.locator("#decision .prompt")).to_contain_text("You have lost.")


def play_to_the_end(desk: Player, phone: Player, clicked: int) -> None:
    """Two people follow the captain's hints: by clicks on the chart at the desk, in the panel on the phone.

    The dice are the server's own, as in every game with an open seat, so nobody knows how long it takes. After so many
    clicks, some of them on the chart, the rest is played unseen.
    """
    seats = {desk.seat: desk, phone.seat: phone}
    for number in range(A_LONG_GAME):
        position = desk.position
        if position["result"]:
            return
        player = seats[position["to_move"]]
        if number < clicked or (number < CLICKED and desk.on_the_chart < ON_THE_CHART):
            player.state("deciding").heed(by_panel=player is phone)
        else:
            decide_unseen(player)
    pytest.fail("The game goes on and on.")


def test_one_person_plays_northern_patrol_against_the_rules_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(f"/?set-up={SLUG}", PHONE, **TOUCH)
    form = page.locator("form.setup")
    form.locator('[value="northern_patrol"]').check()
    form.get_by_role("checkbox", name="British").uncheck()
    expect(form.get_by_text("the rules play it").last).to_be_visible()
    expect(form.locator('[name="seat:german"]')).to_have_value("me")
    form.get_by_label("Seed").fill("1")
    shot(page, "chase-phone-set-up")
    form.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/g/*")
    player = Player(page)
    while player.settled().position["decision"]:
        assert player.seat == "german"
        player.heed(by_panel=True)
    expect(page.locator("#decision")).to_contain_text(VERDICT)
    expect(page.locator("#decision .prompt")).to_contain_text(re.compile(r"You have (won|lost)\."))
    shot(page, "chase-phone-over")


def chosen(page: Page) -> list[Any]:
    """The list of what is sent to the server as an answer from now on."""
    sent: list[Any] = []

    def note(request: Request) -> None:
        if request.url.endswith("/choices"):
            body = request.post_data_json
            sent.append(body.get("options", body.get("option")))

    page.on("request", note)
    return sent


def covered_by(note: Locator, kinds: str) -> list[str]:
    """Those controls of these kinds that a note covers."""
    controls = note.page.locator(kinds).locator("visible=true").all()
    return [control.inner_text() for control in controls if overlap(note, control)]


def overlap(one: Locator, other: Locator) -> bool:
    a, b = box_of(one), box_of(other)
    return (
        min(a["x"] + a["width"], b["x"] + b["width"]) > max(a["x"], b["x"])
        and min(a["y"] + a["height"], b["y"] + b["height"]) > max(a["y"], b["y"])
    )  # fmt: skip


def ask_for_a_course(table: Table) -> None:
    """Set a course for G1, by its number on the chart."""
    table.page.locator('.numbers > [data-line="G1"]').first.click()
    expect(table.page.locator("#decision .option.pointed")).to_have_count(1)
    table.after(table.option("set a course").click)
    assert table.prompt == "Course of Deutschland: where next?"
    expect(table.page.locator("#decision .prompt .sign")).to_have_attribute("data-sign", "G1")


def test_one_click_sets_a_course_of_six_hexes_and_one_undo_takes_it_back(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page, SLUG, scenario="northern_patrol", seed=9, seats=BOTH)
    before = through(table, "G1")
    ask_for_a_course(table)
    sent = chosen(page)
    page.mouse.move(*middle_of(hex_of(page, "1703")))
    note = page.locator(".way-note")
    expect(note).to_have_text(re.compile(r"To .*1703.*: 6 steps through "))
    expect(page.locator(".draft circle")).to_have_count(6)
    assert covered_by(note, f"{BUTTONS}, .space.is-box") == []
    shot(page, "chase-course")
    assert sent == []
    table.after(lambda: click_middle(page, hex_of(page, "1703")))
    assert [len(options) for options in sent] == [6]
    after = through(table, "G1")
    assert after[: len(before)] == before
    assert after[len(before) :] == ["1204", "1305", "1404", "1504", "1603", "1703"]
    expect(page.locator('.beads [data-line="G1"] rect')).to_have_count(len(before) + 6)
    table.after(page.get_by_role("button", name="Undo").click)
    assert table.prompt == "Course of Deutschland: where next?"
    assert through(table, "G1") == before
    expect(page.locator('.beads [data-line="G1"] rect')).to_have_count(len(before))


def through(table: Table, line: str) -> list[str]:
    """The hexes of a Trajectory."""
    found: list[str] = next(one["through"] for one in table.position["view"]["lines"] if one["id"] == line)
    return found


def test_on_a_phone_the_way_that_is_pointed_at_covers_no_control(
    open_page: OpenPage,
) -> None:
    page = open_page(size=PHONE)
    table = begun(page, SLUG, scenario="northern_patrol", seed=9, seats=BOTH)
    table.after(table.option("set a course").click)
    page.get_by_role("button", name="Show the whole chart").click()
    page.mouse.move(*middle_of(hex_of(page, "0609")))
    note = page.locator(".way-note")
    expect(note).to_have_text(re.compile(r"To .*0609.*: 6 steps through "))
    shot(page, "chase-phone-way")
    assert covered_by(note, BUTTONS) == []


@pytest.mark.long
def test_a_bead_carries_the_number_where_no_end_of_a_string_is_in_view(open_page: OpenPage) -> None:
    page = open_page(size=PHONE)
    begun(page, SLUG, scenario="northern_patrol", seed=9, seats=BOTH)
    page.get_by_role("button", name="Show the whole chart").click()
    carried = page.locator('.numbers > .is-carried[data-line="G1"]')
    expect(carried).to_have_count(0)
    page.mouse.move(*middle_of(hex_of(page, "1206")))
    page.mouse.wheel(0, -3000)
    page.mouse.down()
    page.mouse.move(*middle_of(page.locator("#plot")), steps=4)
    page.mouse.up()
    expect(carried).to_have_count(1)


def test_the_name_of_a_port_box_ends_before_the_numbers_in_it(open_page: OpenPage) -> None:
    page = open_page()
    begun(page, SLUG, scenario="weserubung", seed=3, seats=BOTH)
    scapa = page.locator('[data-space="box/scapa_flow_methil"]')
    name = box_of(scapa.locator(".title-text"))
    box = box_of(scapa)
    numbers = [box_of(one) for one in page.locator(".numbers > [data-line] .string-number").all()]
    inside = [one for one in numbers if box["x"] < one["x"] < box["x"] + box["width"] and abs(one["y"] - box["y"]) < 20]
    assert len(inside) == 3
    assert name["x"] + name["width"] <= min(one["x"] for one in inside)
    assert scapa.locator(".title-text").evaluate("one => one.scrollWidth > one.clientWidth"), "it ends in an ellipsis"
    shot(page, "chase-ports")


def ship(page: Page, key: str) -> Locator:
    return page.locator(f'.zone [data-piece="{key}"]')


def zone(page: Page, name: str) -> Locator:
    return page.locator(".zone", has_text=name)


def zone_with(page: Page, key: str) -> Locator:
    return page.locator(".zone", has=page.locator(f'[data-piece="{key}"]')).locator(".zone-name")


def test_a_battle_is_fought_by_clicks_on_ships_and_zones(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page, SLUG, until="fire_at", scenario="river_plate", seed=3, seats=BOTH)
    assert table.prompt == "At whom does Graf Spee fire?"
    expect(page.locator(".shot.is-open text")).to_have_text([re.compile(r"^hit \d+ %$")] * 3)
    shot(page, "chase-battle")
    table.after(ship(page, "exeter").click)
    expect(page.locator(".shot:is(.is-hit, .is-splash) text").first).to_have_text(SUM)
    expect(page.locator("#forms")).to_contain_text("Fire of round 1")
    assert table.prompt == "Which ship moves next, and where to?"
    zone(page, "German Near").click(position={"x": 20, "y": 60})
    expect(page.locator("#decision .option:visible")).to_have_count(2)
    table.after(table.option("Graf Spee to Near").click)
    expect(zone_with(page, "graf_spee")).to_have_text("German Near")
    ship(page, "ajax").click()
    expect(page.locator("#decision .option:visible")).to_have_count(4)
    zone(page, "British Near").click(position={"x": 20, "y": 60})
    expect(page.locator("#decision > .narrowing:first-child")).to_contain_text("British Near: 2 options")
    table.after(table.option("Ajax to Near").click)
    expect(zone_with(page, "ajax")).to_have_text("British Near")
    shot(page, "chase-battle-moved")


def test_a_battle_is_fought_by_touch(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, **TOUCH)
    table = begun(page, SLUG, until="fire_at", scenario="river_plate", seed=3, seats=BOTH)
    sent = chosen(page)
    ship(page, "exeter").tap()
    expect(page.get_by_role("alertdialog")).to_contain_text("Exeter")
    assert sent == [], "a finger sees first what it would do"
    shot(page, "chase-phone-battle")
    table.after(ship(page, "exeter").tap)
    assert sent == ["exeter"]
    assert table.prompt == "Which ship moves next, and where to?"
    zone(page, "German Near").tap(position={"x": 20, "y": 60})
    expect(page.locator("#decision .option:visible")).to_have_count(2)
    shot(page, "chase-phone-battle-moves")
    table.after(table.option("Graf Spee to Near").tap)
    expect(zone_with(page, "graf_spee")).to_have_text("German Near")


@pytest.mark.long
@pytest.mark.parametrize(("size", "name"), [(DESK, "desk"), (PHONE, "phone")], ids=["desk", "phone"])
def test_every_scenario_opens_and_its_text_stays_in_its_boxes(
    open_page: OpenPage, size: ViewportSize, name: str
) -> None:
    page = open_page(size=size)
    found = {}
    for scenario in SCENARIOS:
        begun(page, SLUG, scenario=scenario, seed=3, seats=BOTH)
        page.wait_for_timeout(400)  # the odds come after the options
        found[scenario] = page.evaluate(OVERFLOWING)
        shot(page, f"chase-{scenario}-{name}")
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert {scenario: texts for scenario, texts in found.items() if texts} == {}


def owner_of(page: Page, port: str) -> Locator:
    """The mark of a port on the chart, which wears the colour of its side."""
    return page.locator(f'#chart [data-space="{port}"] .mark').first


def test_the_next_operation_comes_to_both_open_seats_with_its_chart_and_what_carries_over(open_page: OpenPage) -> None:
    """Both battlecruisers go home at once, so Rawalpindi is over; in Weserübung Iceland is British."""
    ann = Player(open_page(size=DESK)).name("Ann")
    bert = Player(open_page(size=PHONE, **TOUCH)).name("Bert")
    ann.begin("german", game=SLUG, scenario="campaign", seats={"german": "me", "british": "open"})
    bert.join(ann, "british")
    loaded = [player.page.evaluate("performance.timeOrigin") for player in (ann, bert)]
    for player in (ann, bert):
        expect(owner_of(player.page, "hvalfjordur")).to_have_attribute("data-mark", "neutral")
    ann.state("deciding").click_listed(option_of(ann, ["complete", "G1", "wilhelmshaven"]))
    bert.state("deciding").click_listed(option_of(bert, ["evade", "B1"]))
    for player, name in ((ann, "desk"), (bert, "phone")):
        expect(owner_of(player.page, "hvalfjordur")).to_have_attribute("data-mark", "port")
        expect(owner_of(player.page, "hvalfjordur")).to_have_attribute("data-accent", "1")
        expect(player.page.locator("#chips")).to_contain_text("Turn 1/14")
        expect(player.page.locator(".goals")).to_contain_text("Won1 of 3")
        shot(player.page, f"chase-campaign-pause-{name}")
    expect(ann.state("deciding").page.locator("#decision .prompt")).to_have_text(
        "Weserübung, operation 2 of 5: is everybody ready?"
    )
    expect(ann.page.locator("#decision")).to_contain_text("Rawalpindi is over: German 0, British 4.")
    bert.state("waiting")
    sheet = bert.tab("forms").get_by_role("table", name="The campaign")
    expect(sheet.get_by_role("row").nth(1)).to_have_text(re.compile("Rawalpindi.*0.*4.*British"))
    shot(bert.page, "chase-campaign-sheet-phone")
    ann.click_listed(option_of(ann, "ready"))
    expect(ann.page.locator("#decision .prompt")).to_have_text("What do you do with the Initiative?")
    ann.page.keyboard.press("Home")
    expect(owner_of(ann.page, "hvalfjordur")).to_have_attribute("data-mark", "neutral")
    ann.page.keyboard.press("End")
    expect(owner_of(ann.page, "hvalfjordur")).to_have_attribute("data-mark", "port")
    assert [player.page.evaluate("performance.timeOrigin") for player in (ann, bert)] == loaded, "nobody has reloaded"


def option_of(player: Player, value: Any) -> Any:
    """The option of a value."""
    return next(one for one in player.position["decision"]["options"] if one["value"] == value)

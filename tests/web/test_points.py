"""A chart of plotting spaces in a real browser: marks, lanes, ways, piles; and the displays of ships."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from flagplot.engine.view import Description, Display, Fact, Piece, Slot, Track, View
from tests.terminal.test_plotting import BOARD
from tests.web.conftest import OpenPage, open_empty, shot

A_DESK = {"width": 1036, "height": 790}  # what a desk of 1440 by 900 leaves to the chart
A_HAND = {"width": 390, "height": 324}
OWN, OTHER = (side.id for side in BOARD.sides)
PIECES = (
    Piece("raider", "pocket_battleship", OWN, "c7", "Raider"),
    Piece("consort", "pocket_battleship", OWN, "pzk", "Consort"),
    *(Piece(f"k{number}", "block", OTHER, "pzk", "Ship", hidden=True) for number in range(8)),
    Piece("battery", "defence", OTHER, "pzk", "Battery", badges=("strength 4",)),
    Piece("exeter", "cruiser", OTHER, "pzg", "Exeter"),
    Piece("ajax", "cruiser", OTHER, "pzg", "Ajax"),
)
WAYS = (("c7", "f2", "f1", "pzg", "p5"), ("c7", "altm"), ("c7", "f3"))
GAUGES = {"Leadership": (3, 6), "Tertiary": (0, 1)}
RAIDER = Display(
    "raider",
    "Raider",
    OWN,
    tuple(Track(name, name, tuple(map(str, range(most + 1))), at) for name, (at, most) in GAUGES.items()),
    (Slot("0", "Radar", "Sees first.", False), Slot("1", "", "", False), Slot("2", "Mines", "Lays them.", True)),
)
CHART = """async ({ board, view, size }) => {
    const { Chart } = await import("/static/scripts/chart/chart.js");
    const { Motion } = await import("/static/scripts/chart/motion.js");
    const host = document.createElement("div");
    Object.assign(host.style, { position: "fixed", inset: "0", zIndex: 99 });
    Object.assign(host.style, { width: `${size.width}px`, height: `${size.height}px` });
    document.body.append(host);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1000"></svg>';
    globalThis.chart = new Chart(host, board, svg, { motion: Motion.fromSystem() });
    globalThis.picked = [];
    globalThis.targets = [];
    chart.addEventListener("pick", ({ detail }) => {
        picked.push(detail.id);
        targets.push(detail);
    });
    globalThis.show = async (view) => {
        await chart.show(view, { animate: false });
        // Even a transition of no length takes until the next frame.
        await Promise.all(host.getAnimations({ subtree: true }).map((animation) => animation.finished));
    };
    await show(view);
}"""


def charted(
    open_page: OpenPage,
    room: dict[str, int] = A_DESK,
    pieces: tuple[Piece, ...] = (),
    facts: tuple[Fact, ...] = (),
    displays: tuple[Display, ...] = (),
    **how: Any,
) -> Page:
    """A page with nothing but the chart."""
    page = open_empty(open_page, "chart", "points", **how)
    view = msgspec.to_builtins(View("Now", pieces, facts=facts, displays=displays))
    page.evaluate(CHART, {"board": msgspec.to_builtins(BOARD), "view": view, "size": room})
    return page


def offer(page: Page, *ways: tuple[str, ...]) -> None:
    """Offer these ways."""
    options = [{"value": way[-1], **msgspec.to_builtins(Description(way[-1], way))} for way in ways]
    page.evaluate("(options) => { globalThis.options = options; chart.offer(options); }", options)


def offer_pieces(page: Page, *pieces: str) -> None:
    """Offer these pieces, and preview what is pointed at, as the table does."""
    options = [{"value": piece, **msgspec.to_builtins(Description(piece, pieces=(piece,)))} for piece in pieces]
    page.evaluate(
        """(options) => {
            chart.addEventListener("point", ({ detail }) =>
                chart.preview(options.find((option) => option.pieces.includes(detail?.id)) ?? null));
            chart.offer(options);
        }""",
        options,
    )


def hit(page: Page, spaces: list[str]) -> list[str]:
    """Those of these spaces that a click on their middle reaches."""
    found: list[str] = page.evaluate(
        """(spaces) => spaces.filter((id) => {
            const { x, y, width, height } = document.querySelector(`[data-space="${id}"]`).getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".space")?.dataset.space === id;
        })""",
        spaces,
    )
    return found


def marked(page: Page, mark: str) -> list[str]:
    found: list[str] = page.locator(f".space.{mark}").evaluate_all("all => all.map((one) => one.dataset.space)")
    return found


@pytest.mark.parametrize("pieces", [(), PIECES], ids=["empty", "manned"])
def test_every_plotting_space_can_be_hit_at_rest_on_a_desk(open_page: OpenPage, pieces: tuple[Piece, ...]) -> None:
    page = charted(open_page, pieces=pieces)
    found = page.locator(".space.is-point").evaluate_all(
        """all => all.map((one) => {
            const { x, y, width, height } = one.getBoundingClientRect();
            const hit = document.elementFromPoint(x + width / 2, y + height / 2);
            return [one.dataset.space, Math.min(width, height), hit?.closest(".space")?.dataset.space];
        })"""
    )
    assert len(found) == 95
    assert [space for space, size, _ in found if size < 24] == []
    assert [space for space, _, hit in found if hit != space] == []


def test_names_of_ports_and_zones_are_shown_and_those_of_seas_when_pointed_at(open_page: OpenPage) -> None:
    page = charted(open_page)
    names = page.locator(".space .title:visible").all_inner_texts()
    assert len(names) == 32
    assert {"Montevideo", "Force G Patrol\nZone", "North Atlantic", "Altmark\nResupply Area"} <= set(names)
    expect(page.locator('[data-space="c7"] .title')).to_be_hidden()
    page.locator('[data-space="c7"]').hover()
    expect(page.locator('[data-space="c7"] .title')).to_be_visible()
    assert page.locator('[data-space="pzg"] .mark text').text_content() == "G"


def test_names_at_rest_lie_over_no_mark_and_hardly_over_each_other(open_page: OpenPage) -> None:
    page = charted(open_page)
    overlaps = page.evaluate(
        """() => {
            const boxes = (selector) => [...document.querySelectorAll(selector)]
                .filter((one) => one.checkVisibility())
                .map((one) => [one.closest(".space").dataset.space, one.getBoundingClientRect()]);
            const slack = 5;
            const meet = ([, a], [, b]) =>
                Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack &&
                Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;
            const names = boxes(".space .title");
            const all = [...names, ...boxes(".is-landmark .outline")];
            return names.flatMap((name, at) =>
                all.slice(at + 1).filter((other) => meet(name, other)).map((other) => [name[0], other[0]]));
        }"""
    )
    assert overlaps == []


def test_only_the_end_of_a_way_is_offered_and_the_way_is_drawn_along_the_lines(open_page: OpenPage) -> None:
    page = charted(open_page, pieces=PIECES)
    offer(page, *WAYS)
    assert sorted(marked(page, "is-offered")) == ["altm", "f3", "p5"]
    page.evaluate("chart.preview(options[0])")
    assert marked(page, "is-previewed") == ["p5"]
    shaft = page.locator(".arrows .shaft:not(.is-under)").get_attribute("d") or ""
    assert shaft.count("L") == 6  # four legs, of which the last bends twice
    shot(page, "points-way")
    page.locator('[data-space="p5"]').click()
    page.locator('[data-space="f2"]').click()
    assert page.evaluate("picked") == ["p5", "f2"]


def test_pieces_lie_in_piles_that_spread_under_the_pointer(open_page: OpenPage) -> None:
    page = charted(open_page, pieces=PIECES)
    piles = page.locator(".pile-count")
    assert sorted(piles.all_inner_texts()) == ["2", "8"]
    expect(page.locator('[data-piece="consort"]')).to_be_visible()
    expect(page.locator('[data-piece="battery"] .number')).to_have_text("4")
    expect(page.locator('[data-piece="k7"]')).to_be_hidden()
    page.locator('[data-space="pzk"]').hover()
    expect(page.locator(".fan .title")).to_have_text("Force K Patrol Zone")
    expect(page.locator('[data-piece="k7"]')).to_be_visible()
    expect(page.locator('[data-piece="battery"] .badges')).to_have_text("strength 4")
    expect(page.locator('[data-piece="battery"] .badges')).to_be_visible()
    page.locator('[data-space="pzk"]').click()
    assert page.evaluate("picked") == ["pzk"], "the mark itself stays in reach"
    page.mouse.move(900, 700)
    expect(page.locator(".fan")).to_be_hidden()
    expect(page.locator('[data-piece="k7"]')).to_be_hidden()


def test_a_piece_that_is_offered_can_be_clicked_in_a_spread_pile(open_page: OpenPage) -> None:
    page = charted(open_page, pieces=PIECES)
    offer_pieces(page, "exeter", "ajax")
    page.locator('[data-space="pzg"]').hover()
    expect(page.locator(".fan .title")).to_have_text("Force G Patrol Zone")
    for piece in ("ajax", "exeter"):
        box = page.locator(f'[data-piece="{piece}"]').bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(100)  # what is pointed at is drawn otherwise from the next frame on
        page.mouse.down()
        page.mouse.up()
    assert page.evaluate("picked") == ["ajax", "exeter"]


def test_a_finger_spreads_a_pile_and_takes_a_piece_of_it(open_page: OpenPage) -> None:
    page = charted(open_page, A_HAND, pieces=PIECES, has_touch=True, size={"width": 390, "height": 844})
    offer_pieces(page, "exeter", "ajax")
    page.wait_for_timeout(400)
    page.locator('[data-space="pzg"]').tap()
    page.locator('[data-piece="ajax"]').tap()
    assert page.evaluate("targets") == [{"kind": "piece", "id": "ajax", "isAlone": True, "isTouched": True}]


def test_a_finger_looks_into_a_pile_that_is_not_asked_about(open_page: OpenPage) -> None:
    page = charted(open_page, A_HAND, pieces=PIECES, has_touch=True, size={"width": 390, "height": 844})
    offer(page, ("pzk",))
    page.wait_for_timeout(400)
    page.locator('[data-piece="k0"]').tap()
    expect(page.locator(".fan .title")).to_have_text("Force K Patrol Zone")
    assert page.evaluate("picked") == []
    page.locator(".fan .title").tap()
    expect(page.locator(".fan")).to_be_hidden()
    page.locator('[data-space="pzk"]').tap()
    assert page.evaluate("picked") == ["pzk"], "the place itself is its mark"


def test_a_piece_in_a_spread_pile_does_not_answer_for_its_space(open_page: OpenPage) -> None:
    page = charted(open_page, pieces=PIECES)
    offer(page, ("pzk",))
    page.locator('[data-space="pzk"]').hover()
    page.locator('[data-piece="k3"]').click()
    page.locator('[data-space="pzk"]').click()
    answers = page.evaluate(
        """async ([board, pieces]) => {
            const { answering } = await import("/static/scripts/table/matching.js");
            return targets.map((target) => answering(options, board, { pieces }, target).map(({ value }) => value));
        }""",
        [msgspec.to_builtins(BOARD), msgspec.to_builtins(PIECES)],
    )
    assert page.evaluate("picked") == ["k3", "pzk"]
    assert answers == [[], ["pzk"]]


def test_a_pile_spreads_beside_the_spaces_that_are_offered_or_not_at_all(open_page: OpenPage) -> None:
    page = charted(open_page, pieces=PIECES)
    page.locator('[data-space="pzk"]').hover()
    expect(page.locator(".fan")).to_be_visible()
    points = [space.id for space in BOARD.spaces if space.kind == "point"]
    covered = sorted(set(points) - set(hit(page, points)))
    assert covered
    offer(page, *((space,) for space in covered))
    expect(page.locator(".fan")).to_be_hidden()
    page.locator('[data-space="c7"]').hover()
    page.locator('[data-space="pzk"]').hover()
    expect(page.locator(".fan")).to_be_visible()
    assert sorted(hit(page, covered)) == covered
    offer(page, *((space,) for space in points))
    page.locator('[data-space="c7"]').hover()
    page.locator('[data-space="pzk"]').hover()
    page.wait_for_timeout(600)
    expect(page.locator(".fan")).to_be_hidden()


COVERED = """() => {
    const boxOf = (one) => one.getBoundingClientRect();
    const marks = [...document.querySelectorAll(".space.is-point")]
        .map((one) => [one.dataset.space, boxOf(one.querySelector(".outline"))]);
    const meet = (a, b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
    const apart = (a, b) => {
        const [x, y] = [(b.left + b.right) / 2, (b.top + b.bottom) / 2];
        return Math.hypot(Math.max(a.left - x, 0, x - a.right), Math.max(a.top - y, 0, y - a.bottom)) - b.width / 2;
    };
    const covered = [];
    const strange = [];
    for (const piece of document.querySelectorAll(".piece:not(.is-under)")) {
        const { space } = chart.pieces.shown(piece.dataset.piece).piece;
        const parts = [piece, ...piece.querySelectorAll(".figure, .pips, .pile-count, .count, .number, .name")];
        const boxes = parts.filter((one) => one.checkVisibility()).map(boxOf);
        for (const [id, mark] of marks) if (boxes.some((box) => meet(box, mark))) covered.push([space, id]);
        const near = (mark) => Math.min(...boxes.map((box) => apart(box, mark)));
        const own = near(marks.find(([id]) => id === space)[1]);
        const isNearer = marks.some(([id, mark]) => id !== space && near(mark) < own - 2);
        if (isNearer && !document.querySelector(`.leaders [data-from="${space}"]`)) strange.push(space);
    }
    return { covered, strange };
}"""


def test_a_ship_at_every_space_covers_no_mark_and_belongs_to_its_own(open_page: OpenPage) -> None:
    pieces = tuple(
        Piece(f"ship {space.id}", "pocket_battleship", OWN, space.id, "Ship", pips=(5, 6)) for space in BOARD.spaces
    )
    page = charted(open_page, pieces=pieces)
    assert page.locator(".piece").count() == 95
    assert page.evaluate(COVERED) == {"covered": [], "strange": []}
    shot(page, "points-berths")


def test_all_piles_at_any_one_space_cover_no_mark_and_belong_to_it(open_page: OpenPage) -> None:
    page = charted(open_page, displays=(RAIDER,))
    found = {}
    for space in BOARD.spaces:
        there = (
            Piece("raider", "pocket_battleship", OWN, space.id, "Graf Raider", pips=(5, 6)),
            Piece("cruiser", "auxiliary", OWN, "c7" if space.id == "f3" else "f3", "Auxiliary cruiser 1"),
            Piece("unknown", "cruiser", OTHER, space.id, "Ships", 4, hidden=True),
            Piece("exeter", "cruiser", OTHER, space.id, "Exeter"),
            Piece("battery", "defence", OTHER, space.id, "Battery", badges=("strength 4",)),
        )
        view = msgspec.to_builtins(View("Now", there, displays=(RAIDER,)))
        page.evaluate("(view) => show(view)", view)
        found[space.id] = page.evaluate(COVERED)
    assert {space: all_of_it for space, all_of_it in found.items() if any(all_of_it.values())} == {}


def test_own_ships_that_lie_alone_bear_their_names_when_there_are_several(open_page: OpenPage) -> None:
    pieces = (
        Piece("raider", "pocket_battleship", OWN, "c7", "Raider"),
        Piece("consort", "pocket_battleship", OWN, "pzk", "Consort"),
        Piece("mines", "mines", OWN, "f3", "Mines"),
        Piece("exeter", "cruiser", OTHER, "pzk", "Exeter"),
    )
    page = charted(open_page, pieces=pieces, displays=(RAIDER,))
    assert page.locator(".piece .name:visible").all_inner_texts() == ["Raider", "Consort"]
    alone = msgspec.to_builtins(View("Now", pieces[1:], displays=(RAIDER,)))
    page.evaluate("(view) => show(view)", alone)
    expect(page.locator(".piece .name:visible")).to_have_count(0)


def test_a_space_tells_its_kind_and_its_pieces_under_the_pointer_and_in_focus(open_page: OpenPage) -> None:
    page = charted(open_page, pieces=PIECES)
    kinds = {"a8": "port", "p5": "neutral port", "natl": "start", "altm": "haven", "b6": "naval base", "c8": "sea"}
    for space, kind in kinds.items():
        told = page.locator(f'[data-space="{space}"] .kind')
        expect(told).to_be_hidden()
        page.locator(f'[data-space="{space}"]').hover()
        expect(told).to_be_visible()
        expect(told).to_have_text(kind)
    expect(page.locator('[data-space="altm"]')).to_have_attribute("aria-label", re.compile("Area, haven: empty"))
    page.mouse.move(900, 700)
    page.locator('[data-space="c8"]').focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator('[data-space="c7"] .kind')).to_have_text("sea, 1 piece")
    expect(page.locator('[data-space="c7"] .kind')).to_be_visible()
    page.locator('[data-space="pzk"]').hover()
    expect(page.locator(".fan .kind")).to_have_text("patrol zone, 10 pieces")


def test_a_legend_of_the_marks_is_a_click_and_a_key_away(open_page: OpenPage) -> None:
    page = open_empty(open_page)
    help_with_keys = "import('/static/scripts/keys.js').then(({ Keys }) => new Keys().help())"
    page.evaluate(help_with_keys)
    expect(page.get_by_role("dialog", name="Keys").locator(".legend")).to_have_count(0)
    page = charted(open_page, facts=(Fact("Order", "here", about="c7"),))
    page.get_by_role("button", name="Legend").click()
    legend = page.get_by_role("dialog", name="Legend")
    words = legend.locator("dd").all_inner_texts()
    assert words[:8] == ["sea", "patrol zone", "haven", "neutral port", "port", "naval base", "start", "Order: here"]
    expect(legend.locator("dt .mark")).to_have_count(7)
    page.keyboard.press("Escape")
    page.evaluate(help_with_keys)
    expect(page.get_by_role("dialog", name="Keys").locator(".legend dt .mark")).to_have_count(7)


def test_a_spread_pile_lies_over_all_names(open_page: OpenPage) -> None:
    page = charted(open_page, pieces=PIECES)
    # A name in the way is found only if it takes clicks.
    page.evaluate("document.querySelectorAll('.plate').forEach(({ style }) => style.pointerEvents = 'auto')")
    page.locator('[data-space="pzk"]').hover()
    expect(page.locator(".fan")).to_be_visible()
    page.evaluate("(points) => chart.light(points)", [space.id for space in BOARD.spaces])
    expect(page.locator('[data-space="pzk"] .plate')).to_be_hidden()
    in_the_way = page.locator(".fan").evaluate(
        """(fan) => {
            const { left, top, width, height } = fan.getBoundingClientRect();
            const steps = Array.from({ length: 20 }, (_, at) => (at + 0.5) / 20);
            const found = steps.flatMap((x) => steps.map((y) =>
                document.elementFromPoint(left + x * width, top + y * height)));
            return found.filter((one) => !one.closest(".fan, .piece")).map((one) => one.className);
        }"""
    )
    assert in_the_way == []


def test_names_on_a_whole_chart_in_the_hand_can_be_read_and_stay_within_it(open_page: OpenPage) -> None:
    page = charted(open_page, A_HAND, pieces=PIECES, has_touch=True, size={"width": 390, "height": 844})
    points = [space.id for space in BOARD.spaces]
    wrong = page.evaluate(
        """async (points) => {
            const frame = chart.window.getBoundingClientRect();
            const wrong = [];
            for (const id of points) {
                chart.light([id]);
                await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
                const card = document.querySelector(`[data-space="${id}"]`);
                const mark = card.getBoundingClientRect();
                const title = card.querySelector(".title");
                const { left, right, top, bottom, height } = title.getBoundingClientRect();
                const [x, y] = [(mark.left + mark.right) / 2, (mark.top + mark.bottom) / 2];
                const edges = [left - frame.left, frame.right - right, top - frame.top, frame.bottom - bottom];
                const isIn = Math.min(...edges) > -1;
                const isOnMark = left < x && x < right && top < y && y < bottom;
                const isSmall = height / title.textContent.split("\\n").length < 13;
                if (!isIn || isOnMark || isSmall) wrong.push([id, isIn, isOnMark, isSmall]);
            }
            return wrong;
        }""",
        points,
    )
    assert wrong == []


def test_a_finger_is_told_one_name_at_a_time(open_page: OpenPage) -> None:
    page = charted(open_page, A_HAND, has_touch=True, size={"width": 390, "height": 844})
    for space in ("p5", "natl", "c8"):
        box = page.locator(f'[data-space="{space}"]').bounding_box()
        assert box
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert marked(page, "is-pointed") == [space]
        expect(page.locator(".space .title:visible")).to_have_count(1)


def test_the_name_of_a_space_leaves_the_ship_in_sight_that_lies_there(open_page: OpenPage) -> None:
    points = [space.id for space in BOARD.spaces if space.kind == "point"]
    pieces = tuple(Piece(f"ship {space}", "pocket_battleship", OWN, space, "Ship") for space in points)
    page = charted(open_page, pieces=pieces)
    page.evaluate("(points) => chart.light(points)", points)
    page.wait_for_timeout(100)  # names are moved from the next frame on
    covered = page.locator(".space.is-point").evaluate_all(
        """all => all.filter((one) => {
            const a = one.querySelector(".title").getBoundingClientRect();
            const b = document.querySelector(`[data-piece="ship ${one.dataset.space}"]`).getBoundingClientRect();
            const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            return width > 0 && height > 0 && width * height > 0.2 * b.width * b.height;
        }).map((one) => one.dataset.space)"""
    )
    assert covered == []


def test_a_pennant_flies_where_there_is_something_to_know(open_page: OpenPage) -> None:
    facts = (Fact("Order", "here", about="c7"), Fact("Order", "here", about="pzg"), Fact("Fog", "thick", about="pzg"))
    page = charted(open_page, facts=facts)
    flown = page.locator(".space:has(.pennant)")
    assert flown.evaluate_all("all => all.map((one) => one.dataset.space)") == [
        space.id for space in BOARD.spaces if space.id in ("c7", "pzg")
    ]
    expect(page.locator('[data-space="pzg"] .pennant text')).to_have_text(["O", "F"])
    page.locator('[data-space="c7"]').hover()
    known = page.locator('[data-space="c7"] .facts')
    expect(known).to_have_text("Order here")
    assert known.evaluate("one => one.clientHeight >= one.scrollHeight && one.clientHeight > 10"), "all of it is seen"


def test_the_plot_is_sailed_by_keyboard(open_page: OpenPage) -> None:
    page = charted(open_page, pieces=PIECES)
    offer(page, *WAYS)
    page.locator('[data-space="c7"]').focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.space") == "c8"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.evaluate("picked") == ["f3"]


def test_a_finger_that_misses_a_space_by_a_little_means_it(open_page: OpenPage) -> None:
    page = charted(open_page, A_HAND, has_touch=True, size={"width": 390, "height": 844})
    offer(page, *WAYS)
    page.wait_for_timeout(400)
    box = page.locator('[data-space="f3"]').bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] + 4)
    assert page.evaluate("picked") == ["f3"]


def test_a_display_shows_gauges_and_the_hull_with_its_cargo(open_page: OpenPage) -> None:
    page = open_empty(open_page, "chart", "panel")
    page.evaluate(
        """async (view) => {
            const { showForms } = await import("/static/scripts/table/forms.js");
            const host = document.createElement("div");
            host.className = "forms";
            document.body.prepend(host);
            showForms(host, view, "none");
        }""",
        msgspec.to_builtins(View("Now", displays=(RAIDER,))),
    )
    display = page.get_by_role("region", name="Raider")
    expect(display.get_by_label("Leadership 3 of 6")).to_contain_text("3")
    assert display.locator(".gauge").first.locator(".is-full").count() == 3
    expect(display.locator(".gauge[data-empty]")).to_have_text("Tertiary0")
    expect(display.locator(".slot")).to_have_text(["0Radar", "1–", "2Mines"])
    expect(display.locator(".slot[data-lost] s")).to_have_text("Mines")
    assert display.locator(".slot").first.get_attribute("title") == "Radar: Sees first."


def test_many_outcomes_are_listed_in_four_groups_and_each_of_them_by_a_button(
    open_page: OpenPage,
) -> None:
    page = open_empty(open_page, "decision")
    chances = (3, 9, 1, 8, 6, 2, 7)
    outcomes = [{"label": f"case {n}", "share": f"{n}/36", "chance": n / 36} for n in chances]
    page.evaluate(
        """async (outcomes) => {
            const { oddsParts } = await import("/static/scripts/table/odds.js");
            const host = document.createElement("div");
            host.id = "many";
            host.append(...oddsParts({ outcomes, exact: true, samples: 0, margin: 0 }));
            document.body.prepend(host);
        }""",
        outcomes,
    )
    seen = page.locator("#many .odds-part:visible")
    more = page.locator("#many").get_by_role("button")
    expect(seen).to_have_text(["33 % case 6, or one of 3 others", "19 % case 7", "22 % case 8", "25 % case 9"])
    expect(more).to_have_text("all 7")
    expect(more).to_have_attribute("aria-expanded", "false")
    more.focus()
    page.keyboard.press("Enter")
    expect(seen).to_have_text([f"{round(100 * n / 36)} % case {n}" for n in sorted(chances)])
    expect(more).to_have_attribute("aria-expanded", "true")
    expect(more).to_be_focused()
    page.keyboard.press("Enter")
    expect(seen).to_have_count(4)


def test_a_notice_goes_at_the_next_touch_elsewhere(open_page: OpenPage) -> None:
    page = open_empty(open_page, has_touch=True, size={"width": 390, "height": 844})
    page.evaluate("import('/static/scripts/dialogs.js').then(({ notice }) => notice('It is too far.'))")
    page.locator(".notice p").tap()
    expect(page.locator(".notice")).to_have_text(re.compile("It is too far."))
    page.touchscreen.tap(3, 3)
    assert page.locator(".notice").count() == 0, "at once, not when its time is over"

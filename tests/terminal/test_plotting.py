"""A chart of plotting spaces in the terminal, and the displays of ships."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from rich.table import Table
from rich.text import Text

import flagplot
from flagplot.engine import Match
from flagplot.engine.view import (
    Board,
    Card,
    Description,
    Display,
    Fact,
    Link,
    Piece,
    Sheet,
    Side,
    Slot,
    Space,
    Track,
    View,
)
from flagplot.terminal import status
from flagplot.terminal.frame import frame, scene_of
from flagplot.terminal.menu import menu_of
from flagplot.terminal.plotting import ROOM, cells_of
from flagplot.terminal.roster import roster_of
from tests.engine.toy import BLUE, RED, toy_match
from tests.terminal.evening import plain_console

DATA = Path(flagplot.__file__).parent / "games" / "graf_spee" / "data"
OCEANS = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
PLACES = tomllib.loads((DATA / "places.toml").read_text(encoding="utf-8"))
BENDS = {tuple(bend["line"]): tuple(map(tuple, bend["points"])) for bend in PLACES["bend"]}


def spot(key: str) -> tuple[float, float]:
    """Where a space lies."""
    x, y = PLACES["space"][key]
    return x, y


BOARD = Board(
    "Two oceans",
    OCEANS["aspect"],
    (Side(RED, "Red"), Side(BLUE, "Blue")),
    tuple(
        Space(key, space["name"], "point", *spot(key), mark=space["kind"], sign=space.get("sign", ""))
        for key, space in OCEANS["space"].items()
    ),
    tuple(Link(one, other, BENDS.get((one, other), ())) for one, other in OCEANS["lines"]),
)
GAUGES = {"Leadership": (3, 6), "Primary": (3, 3), "Tertiary": (0, 1), "Oil": (4, 6)}
RAIDER = Display(
    "raider",
    "Raider",
    RED,
    tuple(Track(name, name, tuple(map(str, range(most + 1))), at) for name, (at, most) in GAUGES.items()),
    (Slot("0", "Radar", "Sees first.", False), Slot("1", "", "", False), Slot("2", "Mines", "Lays them.", True)),
)
SHIPS = (
    Piece("raider", "pocket_battleship", RED, "c7", "Raider"),
    *(Piece(f"k{number}", "block", BLUE, "pzk", "Ship", hidden=True) for number in range(8)),
    Piece("exeter", "cruiser", BLUE, "pzg", "Exeter"),
)
SECOND = Display("second", "Consort", RED, RAIDER.tracks, RAIDER.slots)
VIEW = View("Day 3: At sea", SHIPS, displays=(RAIDER, SECOND), facts=(Fact("Order", "Raid"),))
WAYS = {1: ("c7", "f2", "f1"), 2: ("c7", "d1", "w7", "p3"), 3: ("c7", "altm")}


def at_sea(view: View = VIEW) -> Match[Any]:
    """The toy on these oceans; its cards are ways."""

    def describe(state: Any, ask: Any, about: Any, option: Any) -> Description:
        way = WAYS.get(1 + state.hands[RED].index(option), ())
        return Description(f"to {way[-1]}", way)

    return toy_match(
        board=lambda scenario: BOARD, view=lambda state, seat: view, describe=describe, options={"cards": 3}
    )


def screen(width: int, height: int, view: View = VIEW) -> list[str]:
    """The whole screen, row by row."""
    match, console = at_sea(view), plain_console(width)
    console.height = height
    with console.capture() as capture:
        for thing in frame(console, match, RED, menu_of(match), ()):
            console.print(thing)
    return capture.get().splitlines()


@pytest.mark.parametrize(("width", "rows"), [(80, 12), (92, 25), (100, 30), (160, 45)])
def test_every_plotting_space_has_room_for_its_mark_and_a_number(width: int, rows: int) -> None:
    spots = cells_of(BOARD, width, rows)
    assert len(spots) == len(BOARD.spaces) == 95
    for (x1, y1), (x2, y2) in combinations(spots.values(), 2):
        assert y1 != y2 or abs(x1 - x2) > ROOM
    assert all(0 <= x <= width - ROOM and 0 <= y < rows for x, y in spots.values())


@pytest.mark.parametrize("width", [80, 100, 160])
def test_a_plot_keeps_north_above_south_and_west_left_of_east(width: int) -> None:
    spots = cells_of(BOARD, width, 25)
    assert spots["natl"][1] < spots["altm"][1] < spots["a1"][1]
    assert spots["p5"][0] < spots["altm"][0] < spots["b3"][0] < spots["b6"][0]


def test_options_are_numbered_at_the_ends_of_their_ways() -> None:
    match = at_sea()
    scene = scene_of(match, RED, menu_of(match))
    assert scene.numbers == {"f1": 1, "p3": 2, "altm": 3}
    assert scene.active == {"f1", "p3", "altm"}
    printed = "\n".join(screen(100, 40))
    assert "□2" in printed
    assert "◇3" in printed


def test_pieces_are_named_beside_their_marks_and_a_key_tells_the_marks() -> None:
    printed = screen(100, 40)
    assert any("○▲Raider" in row for row in printed)
    assert any("8 blocks" in row or "▮▮▮▮" in row for row in printed)
    assert any("G◆Exeter" in row for row in printed)
    assert any("Falklands Port" in row for row in printed)
    assert "◎ start  ○ sea  A G H K M S Y zone  ◇ haven  □ neutral  ▣ port  ▦ base" in "\n".join(printed)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 40), (120, 45), (160, 50)])
def test_pieces_hide_no_mark_and_none_of_them_is_left_out(width: int, height: int) -> None:
    crowd = [
        Piece(f"{space.id}{n}", "cruiser", BLUE, space.id, f"Ship {space.id}", hidden=n > 0)
        for space in BOARD.spaces
        if space.mark in ("zone", "port", "base")
        for n in range(3)
    ]
    rows = screen(width, height, View("Day 3", tuple(crowd)))
    last = next(number for number, row in enumerate(rows) if "◎ start" in row)
    drawn = "".join(rows[:last])
    for mark, sign in (("start", "◎"), ("haven", "◇"), ("neutral", "□"), ("port", "▣"), ("base", "▦")):
        assert drawn.count(sign) == sum(space.mark == mark for space in BOARD.spaces)
    assert drawn.count("◆") - rows[0].count("◆") == len(crowd) // 3


def test_a_plot_with_ships_and_question_fits_the_smallest_usual_screen() -> None:
    rows = screen(80, 24)
    assert len(rows) < 24
    assert max(map(len, rows)) <= 80
    assert "Raider  Leadership 3  Primary 3  Tertiary 0  Oil 4" in rows
    assert "Consort  Leadership 3  Primary 3  Tertiary 0  Oil 4" in rows
    assert any("□2" in row for row in rows)


def test_a_very_narrow_screen_lists_only_where_something_lies() -> None:
    printed = "\n".join(screen(50, 24))
    assert "Rio Grande Rise" in printed
    assert "Raider" in printed
    assert "Off Bahia" not in printed
    assert "empty" not in printed


def test_two_displays_stand_beside_each_other_where_there_is_room() -> None:
    console = plain_console(100)
    with console.capture() as capture:
        for thing in status.displays(VIEW, 100):
            console.print(thing)
    rows = capture.get().splitlines()
    assert rows[0].split() == ["Raider", "Consort"]
    assert rows[1].count("Leadership 3 ▮▮▮▯▯▯") == 2
    assert rows[1].count("Tertiary   0 ▯") == 2
    assert rows[4].count("0 Radar") == 2


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (80, "Raider  Leadership 3  Primary guns 3  Primary oil 4"),
        (45, "Raider  Lead 3  Primary g 3  Primary o 4"),
    ],
)
def test_the_tracks_of_a_ship_in_a_line_are_cut_only_as_far_as_they_can_be_told_apart(width: int, line: str) -> None:
    names = {"Leadership": 3, "Primary guns": 3, "Primary oil": 4}
    tracks = tuple(Track(name, name, tuple("0123456"), at) for name, at in names.items())
    (shown,) = status.displays_in_words(View("", displays=(Display("raider", "Raider", RED, tracks, ()),)), width)
    assert shown.plain == line


def test_a_narrow_display_has_a_gauge_on_each_row() -> None:
    console = plain_console(30)
    with console.capture() as capture:
        console.print(status.display_in_full(RAIDER, 30))
    rows = [row.rstrip() for row in capture.get().splitlines()]
    assert rows[1:5] == ["Leadership 3 ▮▮▮▯▯▯", "Primary    3 ▮▮▮", "Tertiary   0 ▯", "Oil        4 ▮▮▮▮▯▯"]
    assert rows[6].split() == ["0", "Radar", "2", "Mines"]


@pytest.mark.parametrize(
    ("height", "has_cards", "has_sheets"), [(60, True, True), (36, True, False), (30, False, True)]
)
def test_beside_a_plot_stands_what_its_height_has_room_for(height: int, has_cards: bool, has_sheets: bool) -> None:
    sheet = Sheet("hunters", "The hunters", ("Ship",), tuple((f"Hunter {number}",) for number in range(5)))
    cards = (Card("order", "Order", "Sink whatever sails. " * 24, "TY-GEN-01"),)
    rows = screen(140, height, replace(VIEW, displays=(RAIDER,), cards=cards, sheets=(sheet,)))
    printed = "\n".join(rows)
    assert len(rows) < height
    assert "Leadership 3 ▮▮▮▯▯▯" in printed
    assert ("Sink whatever" in printed) == has_cards
    assert ("Hunter 4" in printed) == has_sheets


def test_a_label_below_its_mark_keeps_away_from_other_marks() -> None:
    pieces = [Piece(f"a{number}", "cruiser", BLUE, "pza", f"Ascension {number}", hidden=True) for number in range(3)]
    printed = screen(80, 24, View("Day 3", tuple(pieces)))
    assert any("A◆3" in row for row in printed)
    assert not any("◆▮▮▮" in row for row in printed)


def test_a_lost_hull_space_is_struck_and_the_tables_tell_what_cargo_does() -> None:
    grids = [part for part in status.display_in_full(RAIDER, 100).renderables if isinstance(part, Table)]
    texts = [cell for grid in grids for column in grid.columns for cell in column.cells if isinstance(cell, Text)]
    assert [text.plain for text in texts if any("strike" in str(span.style) for span in text.spans)] == ["2 Mines"]
    console = plain_console(100)
    with console.capture() as capture:
        for thing in status.in_full(VIEW, 100):
            console.print(thing)
    assert "Radar: Sees first." in capture.get()


def test_the_roster_tells_where_the_lines_of_a_space_lead() -> None:
    match = at_sea()
    lines = [str(thing) for thing in roster_of(scene_of(match, RED, menu_of(match)), "Falklands")]
    assert lines == ["Falklands Port (Stanley)  ", "  to: Off Patagonia"]

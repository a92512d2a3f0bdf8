"""A chart of blocks: whose they are and how many is always told, and names as long as there is room."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from flagplot.engine.view import Piece, Track, View
from flagplot.terminal import status
from flagplot.terminal.chart import chart, laid_out, listing
from flagplot.terminal.pieces import block, cell, legend_of, short_kinds
from flagplot.terminal.scene import Scene
from tests.engine.toy import BLUE, RED
from tests.terminal.evening import evening, plain_console
from tests.terminal.fleets import AT_SEA, BATTLESHIPS, BOARD, CARRIERS, CRUISERS, POINTS, blocks, fleets, ship

GAME = fleets().game


def scene(view: View = AT_SEA) -> Scene:
    return Scene(BOARD, view, legend_of(GAME, view), ("North Sea",))


def printed(thing: object, width: int = 100) -> str:
    console = plain_console(width)
    with console.capture() as capture:
        console.print(thing)
    return capture.get()


def words(width: int, *pieces: Piece) -> str:
    return "".join(text for text, _ in cell(pieces, legend_of(GAME, View("", pieces)), width))


def rows(width: int, height: int, *pieces: Piece) -> list[str]:
    return [
        "".join(text for text, _ in line) for line in block(pieces, legend_of(GAME, View("", pieces)), width, height)
    ]


# The chart


@pytest.mark.parametrize("size", [(100, 20), (120, 25), (116, 30), (240, 30), (100, 18)])
def test_seven_seas_ten_ports_and_three_boxes_all_have_their_panels(size: tuple[int, int]) -> None:
    panels = laid_out(scene(), *size)
    assert panels is not None
    assert {panel.space for panel in panels} == set(BOARD.spaces)
    assert not any(one.overlaps(other) for one, other in combinations(panels, 2))


@pytest.mark.parametrize(("width", "height"), [(100, 40), (120, 45), (160, 50)])
def test_the_whole_screen_fits_with_chart_tracks_and_question(tmp_path: Path, width: int, height: int) -> None:
    screen = evening(tmp_path, match=fleets(), width=width, height=height).last_screen
    frame = screen[: screen.index("help\n")].splitlines()
    assert len(frame) < height
    assert max(map(len, frame)) <= width
    for words in ("╔ Kiel/Narvik", "◆8 blocks", "╔ Taranto", "┌ Reinforcements", "Nelson, Hood", "[2 Axis]"):
        assert words in screen


def test_a_harbour_has_a_frame_of_its_own_unless_it_can_be_chosen() -> None:
    picture = printed(chart(scene(), 100, 20))
    assert "╔ Taranto ═" in picture
    assert "╭ Baltic Sea ─" in picture
    assert "┏ North Sea ━" in picture
    assert "┌ Lost ─" in picture


def test_a_name_that_is_too_long_loses_what_is_in_brackets_first() -> None:
    assert "╔ Neutral port ═" in printed(chart(scene(), 100, 20))


def test_facts_for_which_there_is_little_room_are_their_values_alone() -> None:
    assert "none, 3/1 ╯" in printed(chart(scene(), 100, 20))


def test_the_list_names_each_port_that_holds_something_and_no_line_is_broken() -> None:
    text = printed(listing(scene(), 80), 80)
    assert "  Scapa Flow             ▲12 bat 6 cru 2 car" in text
    assert "> North Sea" in text
    assert "empty: Alexandria, Norfolk" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80


# Blocks seen from behind


@pytest.mark.parametrize(("number", "expected"), [(1, "◆▮"), (5, "◆▮▮▮▮▮"), (6, "◆▮▮▮▮▮▮"), (12, "◆12 blocks")])
def test_hidden_blocks_are_counted_and_never_named(number: int, expected: str) -> None:
    assert words(20, blocks(number, "Kiel/Narvik")) == expected
    named = Piece("x", "block", BLUE, "Kiel/Narvik", "Bismarck", number, hidden=True)
    assert words(20, named) == expected


def test_hidden_blocks_that_come_one_by_one_are_counted_together() -> None:
    assert words(20, *(blocks(1, "Brest") for _ in range(7))) == "◆7 blocks"
    assert words(4, blocks(12, "Brest")) == "◆12▮"


# Strength


def test_damage_is_shown_and_full_strength_is_not() -> None:
    assert (
        words(30, ship("Hood", "North Sea", RED, (2, 3)), ship("Nelson", "North Sea", RED, (4, 4)))
        == "▲Hood 2/3, Nelson"
    )


def test_badges_that_are_figures_are_left_to_the_lists() -> None:
    assert words(40, ship("Hood", "North Sea", RED, (3, 3), "4 dice", "hit on 6", "raid")) == "▲Hood (raid)"


# Many pieces in one space


FLEET = [ship(name, "Scapa Flow") for name in (*BATTLESHIPS[:9], *CRUISERS[:4], *CARRIERS[:2])]


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (40, "▲9 battleships 4 cruisers 2 carriers"),
        (20, "▲9 bat 4 cru 2 car"),
        (12, "▲9b 4cr 2ca"),
        (8, "▲9b 4cr…"),
    ],
)
def test_a_fleet_that_cannot_be_named_is_counted_by_kinds(width: int, expected: str) -> None:
    assert words(width, *FLEET) == expected


def test_names_of_several_words_have_commas_between_them_and_are_not_cut_in_two() -> None:
    fleet = [ship(name, "Scapa Flow") for name in ("Queen Elizabeth", "Royal Oak", "Hood")]
    assert rows(24, 2, *fleet) == ["▲Queen Elizabeth,", " Royal Oak, Hood"]


def test_each_side_begins_its_own_row_and_the_longer_gives_way_first() -> None:
    assert rows(20, 2, *FLEET, blocks(4, "Scapa Flow")) == ["▲9 bat 4 cru 2 car", "◆▮▮▮▮"]


def test_kinds_have_as_many_letters_as_tell_them_apart() -> None:
    kinds = {"carrier", "cargo ship", "cruiser", "BB"}
    assert short_kinds(kinds, 3) == {"carrier": "carr", "cargo ship": "carg", "cruiser": "cru", "BB": "BB"}
    assert short_kinds(kinds, 1) == {"carrier": "carr", "cargo ship": "carg", "cruiser": "cr", "BB": "B"}


def test_the_pieces_of_a_space_can_be_asked_for_in_full(tmp_path: Path) -> None:
    screen = evening(tmp_path, "t north sea", match=fleets()).screen.partition("> t north sea\n")[2]
    assert screen.startswith(
        "North Sea  control none  ·  points 3/1\n"
        "  ▲ Nelson     battleship  ●●●●\n"
        "  ▲ Hood       battleship  ●●○\n"
        "  ▲ Ark Royal  carrier     ●●●\n"
        "  ◆ ▮▮▮▮▮\n"
        "  to: Scapa Flow, North Atlantic\n"
    )


def test_a_ship_can_be_found_by_its_name(tmp_path: Path) -> None:
    screen = evening(tmp_path, "t hood", "t Bismarck", match=fleets()).screen.partition("> t hood\n")[2]
    assert screen.startswith("North Sea  control none  ·  points 3/1\n  ▲ Hood  battleship  ●●○\n")
    assert "No space or piece that you can see has 'Bismarck' in its name." in screen


def test_tables_in_full_list_all_pieces_on_the_board(tmp_path: Path) -> None:
    screen = evening(tmp_path, "t", *[""] * 5, match=fleets()).screen
    for name in (*BATTLESHIPS, *CRUISERS, *CARRIERS):
        assert f"▲ {name} " in screen


# Long tracks


@pytest.mark.parametrize("width", [43, 80, 100])
@pytest.mark.parametrize("at", [0, 3, 12, 24])
def test_a_long_track_shows_the_cells_around_its_marker(width: int, at: int) -> None:
    track = Track("p", "Points", POINTS.cells, at)
    lines = [line.plain.rstrip() for line in status.tracks(View("", tracks=(track,)), width)]
    assert len(lines) == 1
    assert len(lines[0]) <= width
    assert f"[{track.cells[at]}]" in lines[0]
    assert ("…" in lines[0].partition("[")[0]) == (at > 0 and track.cells[0] not in lines[0])
    assert lines[0].endswith("…") == (at < 24 and not lines[0].endswith(track.cells[-1]))


def test_a_long_track_has_its_marker_in_the_middle() -> None:
    (line,) = status.tracks(View("", tracks=(POINTS,)), 60)
    assert line.plain.rstrip() == "Points  … 1 Allied 0 1 Axis[2 Axis]3 Axis 4 Axis 5 Axis …"

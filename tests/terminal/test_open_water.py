"""The open chart in the terminal: hexes as characters, strings as lists of places, trays, goals, zones in columns."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from rich.console import Console

from flagplot.engine import Match
from flagplot.engine.start import new_match
from flagplot.terminal import hexes
from flagplot.terminal.frame import frame, scene_of
from flagplot.terminal.menu import menu_of
from tests.terminal.evening import evening
from tests.toys.open_water import GAME, HEXES


def at(*choices: str) -> Match[Any]:
    """The toy after these choices."""
    match = new_match(GAME, None, 1, {}, None, None)
    for choice in choices:
        match.choose(choice)
    return match


def screen(match: Match[Any], width: int = 80, height: int = 24) -> list[str]:
    """The lines of the screen with the present question."""
    console = Console(file=io.StringIO(), width=width, height=height, color_system=None)
    assert match.decision
    seat = match.decision.seat
    for thing in frame(console, match, seat, menu_of(match), match.log(seat)):
        console.print(thing)
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_every_hex_has_a_cell_of_its_own() -> None:
    cells = hexes.cells_of(GAME.board(""))
    assert set(cells) == set(HEXES)
    assert len(set(cells.values())) == len(HEXES)
    assert hexes.width_of(GAME.board("")) == 9 * hexes.CELL
    assert hexes.height_of(GAME.board(""), is_tall=True) == 10
    assert hexes.height_of(GAME.board(""), is_tall=False) == 5


def test_a_small_screen_has_score_and_goals_in_a_line_and_strings_as_lists_of_places() -> None:
    lines = screen(at())
    assert len(lines) <= 24
    assert lines[1].startswith("South 3  North 1  Ships home 1/3  Raider home ✓")
    assert any(line.startswith("N1 Force N1  0302 0402 0503 0603  Intel in 0402, Contact in 0402") for line in lines)
    assert any(line.startswith(" 1 Force 1  0103 0202 0302 0402 0503  evasive maneuvers") for line in lines)
    assert any(line.startswith(" 2 Force 2  at 0504") for line in lines)
    assert any(line.startswith(" 3 Force 3  at Harbour") for line in lines)


def test_who_is_in_a_hex_stands_in_it_and_too_many_are_cut() -> None:
    match = at()
    scene = scene_of(match, "south", menu_of(match))
    rows = hexes.hexed(scene, 80, 10).plain.splitlines()
    cells = hexes.cells_of(scene.board)
    column, row = cells["0302"]
    assert rows[row][column * hexes.CELL :].startswith("N11")
    column, row = cells["0101"]
    assert rows[row][column * hexes.CELL] == "*"
    column, row = cells["0802"]
    assert rows[row][column * hexes.CELL] == "p"


def test_hexes_on_offer_bear_the_numbers_of_their_options() -> None:
    match = at("s2")
    numbers = scene_of(match, "south", menu_of(match)).numbers
    assert {"0503", "0604", "0404"} <= set(numbers)
    lines = screen(match)
    assert any(line.split()[:1] == ["1"] for line in lines)
    assert match.decision
    assert match.decision.prompt == "Where does Force 2 go?"


def test_zones_stand_in_columns_with_ranges_numbers_smoke_and_shots() -> None:
    match = at("s2", "0503", "done", "close", "done", "close")
    lines = screen(match)
    assert len(lines) <= 24
    heads = next(line for line in lines if line.startswith("North Far"))
    assert heads.split("  ")[0] == "North Far"
    assert "Close" in heads
    assert "South Far" in heads
    assert any("Long, 2 dice" in line for line in lines)
    assert any("Gamma → Raider a hit" in line for line in lines)
    assert any(line.startswith("~ Alpha's smoke") for line in lines)
    assert any("round 2 of 3, Guns" in line for line in lines)


def test_the_tables_list_the_trays(tmp_path: Path) -> None:
    told = evening(tmp_path, "t", "", "q", match=at()).screen
    assert "Force N1" in told
    assert "Reserve" in told
    assert "Alpha 1/5, Beta 1/5" in told

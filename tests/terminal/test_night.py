"""Night Action in the terminal: a plot of a measured board, and what is seen with courses, bearings and distances."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import flagplot
from flagplot.engine.match import Match
from flagplot.engine.view import Piece, Placed, Pose
from flagplot.terminal.frame import frame, scene_of
from flagplot.terminal.measured import Plot, arrow, sightings
from flagplot.terminal.menu import menu_of
from tests.terminal.evening import evening


def at(key: str, scenario: str = "coal_scuttle", seed: int = 3) -> Match[Any]:
    """A match that has come to a kind of question by the captains' answers."""
    match = flagplot.new("night-action", scenario=scenario, seed=seed)
    while match.decision and match.decision.key != key:
        match.choose(match.hint().option)
    assert match.decision
    return match


def screen(match: Match[Any], width: int, height: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width, height=height, color_system=None)
    assert match.decision
    seat = match.decision.seat
    for thing in frame(console, match, seat, menu_of(match), match.log(seat)):
        console.print(thing)
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("heading", "sign"), [(0.0, "↑"), (45.0, "↗"), (100.0, "→"), (180.0, "↓"), (345.0, "↑"), (None, "○")]
)
def test_a_ship_is_an_arrow_the_way_she_heads(heading: float | None, sign: str) -> None:
    assert arrow(heading) == sign


def test_the_plot_keeps_the_shape_of_the_board() -> None:
    board = flagplot.game("night-action").board("coal_scuttle")
    plot = Plot(board, 100, 20)
    assert (plot.columns, plot.rows) == (60, 20)
    assert plot.cell((0.5, 0.5)) == (30, 10)
    assert not plot.holds(plot.cell((1.2, 0.5)))


def test_what_is_seen_is_listed_with_course_distance_and_bearing_from_the_ship_in_question() -> None:
    match = at("helm", "tutorial")
    assert match.decision
    ship = match.decision.subjects[0]
    scene = scene_of(match, match.decision.seat, menu_of(match))
    placed = {piece.id: piece.placed for piece in scene.view.pieces}
    console = Console(file=io.StringIO(), width=100, color_system=None)
    console.print(*sightings(scene, ship, 100))
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert lines[0].split() == ["ship", "course", "cm", "off", "bearing"]
    names = {piece.id: piece.name for piece in scene.view.pieces}
    (enemy,) = (key for key in placed if key != ship)
    own, other = (next(line for line in lines if names[key] in line) for key in (ship, enemy))
    assert len(other.split()) == len(own.split()) + 2, "no distance and bearing from herself"
    theirs = placed[enemy]
    assert isinstance(theirs, Placed)
    assert f"{theirs.pose.heading:03.0f}" in other


def test_a_wide_screen_has_plot_list_and_options() -> None:
    lines = screen(at("helm"), 140, 50)
    assert len(lines) <= 50
    assert any("cm off" in line for line in lines)
    assert any("Straight on" in line for line in lines)
    assert any("·" in line for line in lines)


def test_a_small_screen_keeps_the_options() -> None:
    lines = screen(at("helm"), 80, 24)
    assert len(lines) <= 24
    assert any("Straight on" in line for line in lines)


def test_an_enemy_contact_is_listed_by_its_number_and_place_alone() -> None:
    match = at("turn_over")
    assert match.decision
    seen = match.view(match.decision.seat).pieces
    contacts = [piece for piece in seen if piece.hidden]
    assert contacts
    for piece in contacts:
        assert isinstance(piece, Piece)
        assert piece.placed == Placed(Pose(piece.placed.pose.x, piece.placed.pose.y)) if piece.placed else False
    assert any(f"contact {contacts[0].name}" in line for line in screen(match, 140, 60))


def test_a_duel_is_played_to_its_end_in_the_terminal(tmp_path: Path) -> None:
    match = flagplot.new("night-action", scenario="tutorial", seed=3)
    played = evening(tmp_path, *["1"] * 400, "q", match=match)
    assert played.match.result

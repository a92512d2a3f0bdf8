"""The words of the open chart over the wire: boards with the match, and changes of lines and trays by their ids."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from flagplot.client import RemoteMatch
from flagplot.engine.view import Line, View
from flagplot.payloads import LinesChanged
from flagplot.server.tables.deltas import parts_changed
from tests.server.running import RunningServer
from tests.toys import open_water as toy

TOYS = Path(toy.__file__).parents[1]


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RemoteMatch]:
    """A match of the toy on a server that knows it; both seats are one's own."""
    server = RunningServer(tmp_path_factory.mktemp("open"), anew={"FLAGPLOT_GAMES": str(TOYS)})
    seats = {seat.id: "me" for seat in toy.GAME.seats}
    yield server.guest().create("open-water", seats=seats, seed=3)
    server.stop()


def test_the_board_comes_with_the_match(match: RemoteMatch) -> None:
    assert match.board == toy.board("game")


def test_a_client_that_is_told_changes_sees_what_one_sees_who_asks_anew(match: RemoteMatch) -> None:
    for choice in ("s2", "0604", "done", "close", "done", "s_far", "beta"):
        seat = match.position.to_move
        assert seat
        here = match if seat == match.seat else match.at_seat(seat)
        told = here.decide(choice).view
        assert told == here.refresh().view
        match.refresh()
    assert [line.through for line in match.position.view.lines if line.id == "s2"] == [("0504", "0604")]


def test_options_name_the_lines_and_zones_that_they_touch(match: RemoteMatch) -> None:
    match.refresh()
    decision = match.at_seat("south").decision
    assert decision
    assert {line for option in decision.options for line in option.lines} == {"s1", "s2", "s3"}


def test_a_change_tells_the_lines_that_came_or_changed_and_the_ids_of_those_that_are_gone() -> None:
    stays, moves, goes = (Line(key, "string", "", key, ("a",)) for key in ("stays", "moves", "goes"))
    moved, comes = Line("moves", "string", "", "moves", ("a", "b")), Line("comes", "pin", "", "comes", ("c",))
    before, after = View("Now", lines=(stays, moves, goes)), View("Now", lines=(stays, moved, comes))
    assert parts_changed(before, after) == {"lines": LinesChanged([moved, comes], ["goes"])}
    assert parts_changed(after, after) == {}

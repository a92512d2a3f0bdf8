"""The words of the open chart over the wire: boards with the match, and changes of lines and trays by their ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from flagplot.client import Position, Refused, RemoteMatch
from flagplot.engine.view import Line, View
from flagplot.payloads import LinesChanged
from flagplot.server.tables.deltas import parts_changed
from tests.server.running import RunningServer
from tests.toys import open_water as toy

TOYS = Path(toy.__file__).parents[1]


@pytest.fixture(scope="module")
def match(toy_server: RunningServer) -> RemoteMatch:
    """A match of the toy on a server that knows it; both seats are one's own."""
    seats = {seat.id: "me" for seat in toy.GAME.seats}
    return toy_server.guest().create("open-water", seats=seats, seed=3)


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


def a_day_later(match: RemoteMatch) -> list[Position]:
    """What the seats are told that play a new match up to its evening, choice by choice."""
    told = []
    while match.position.board == toy.DAY:
        seat = match.position.to_move
        assert seat
        here = match.at_seat(seat)
        assert here.decision
        told.append(here.decide(here.decision.options[-1].value))
        match.poll()
    return told


def test_a_change_names_the_board_that_comes_to_lie_on_the_table(match: RemoteMatch) -> None:
    day = match.client.create("open-water", seats={seat.id: "me" for seat in toy.GAME.seats}, seed=4)
    north = day.at_seat("north")
    told = a_day_later(day)
    assert [position.board for position in told] == [toy.DAY] * (len(told) - 1) + [toy.EVENING]
    assert day.board == toy.board(toy.EVENING) != toy.board(toy.DAY)
    assert day.board_of(toy.DAY) == toy.board(toy.DAY)
    north.poll()
    assert north.position.board == toy.EVENING
    assert north.board == day.board
    last = len(day.moments()) - 1
    assert [day.sight(n).board for n in range(last + 1)] == [toy.DAY] * last + [toy.EVENING]
    assert day.branch(last - 1).board == toy.board(toy.DAY)
    assert day.branch(last).board == toy.board(toy.EVENING)
    assert day.at_seat("south").position.board == toy.EVENING


def test_a_move_that_leaves_the_board_as_it_is_does_not_name_it(match: RemoteMatch) -> None:
    day = match.client.create("open-water", seats={seat.id: "me" for seat in toy.GAME.seats}, seed=5)
    body = {"seat": "south", "seq": day.position.seq, "option": "s2"}
    change = match.client.request("POST", f"/api/matches/{day.id}/choices", json=body).json()
    assert change["type"] == "change"
    assert "board" not in change


def test_a_board_that_the_game_has_not_is_not_found(match: RemoteMatch) -> None:
    with pytest.raises(Refused, match="Open Water has no board of a scenario 'night'") as refused:
        match.board_of("night")
    assert refused.value.status == 404


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

"""A race of opponents who hide nothing, whose boats can be left to the rules, through the server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from flagplot.engine.view import ONLOOKER, View
from tests.engine.test_seats_left_to_rules import BOTH_OFF, NOBODY, forged, race
from tests.server.in_process import application
from tests.server.test_one_crew import Guest, Json
from tests.toys import regatta
from tests.toys.regatta import BLUE, HEAVE_TO, RED, Race

looks: list[str] = []  # through whose eyes views were worked out


def noted_view(state: Race, seat: str) -> View:
    looks.append(seat)
    return regatta.view(state, seat)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[TestClient[Any]]:
    """A server on which the only game is the race, and whose workers do everything at once."""
    game = regatta.regatta(view=noted_view)
    monkeypatch.setattr(sys.modules["flagplot.games"], "find", lambda slug: game)
    with application(f"sqlite:///{tmp_path}/x.db", at_once=True) as client:
        yield client


@pytest.fixture
def ann(client: TestClient[Any]) -> Guest:
    return Guest(client)


@pytest.fixture
def bert(client: TestClient[Any]) -> Guest:
    return Guest(client)


def against(ann: Guest, bert: Guest, **more: Any) -> str:
    """A race of Ann, who is red, against Bert."""
    match: str = ann.begin(game="regatta", seats={RED: "me", BLUE: "open"}, **more)["id"]
    invite = ann.look(match, RED)["table"]["invite"]
    bert.ask("POST", f"/api/invites/{invite}/join", json={"seat": BLUE})
    return match


def test_opponents_see_the_same_and_it_is_worked_out_once(ann: Guest, bert: Guest) -> None:
    match = against(ann, bert, access="link")
    looks.clear()
    ann.choose(match, RED, "b2")
    assert looks == [ONLOOKER]
    assert ann.look(match, RED)["view"] == bert.look(match, BLUE)["view"]
    assert bert.look(match, BLUE)["log"] == ann.look(match, RED)["log"] != []


def test_opponents_stay_opponents(ann: Guest, bert: Guest) -> None:
    match = against(ann, bert)
    ann.choose(match, RED, HEAVE_TO)
    assert bert.look(match, BLUE)["decision"]["seat"] == BLUE
    assert ann.look(match, RED)["decision"] is None
    assert ann.undo(match, RED, 409)["error"] == "That cannot be taken back. It is the other side's turn to decide."
    assert ann.look(match, RED)["table"]["can"] == ["resign", "draw", "abandon", "undo"]
    bert.post(match, "resign", BLUE)
    assert ann.look(match, RED)["result"]["winner"] == RED


def test_whoever_begins_has_one_seat_against_a_captain(ann: Guest) -> None:
    assert [seat["player"] for seat in ann.begin(game="regatta")["seats"]] == ["you", "captain"]


def test_at_one_screen_each_seat_decides_for_itself(ann: Guest) -> None:
    match = ann.begin(game="regatta", seats={RED: "me", BLUE: "me"})["id"]
    assert ann.choose(match, RED, HEAVE_TO)["decision"] is None
    assert ann.look(match, BLUE)["decision"]["seat"] == BLUE


def test_a_seat_left_to_the_rules_is_not_at_the_table(ann: Guest) -> None:
    match = ann.begin(game="regatta", options={"red_sails": False})
    assert [(seat["id"], seat["player"]) for seat in match["seats"]] == [(BLUE, "you")]
    position = ann.look(match["id"], BLUE)
    assert position["decision"]["seat"] == BLUE
    assert position["log"][0]["text"].startswith("A gust for Red: ")
    faces, dropped = position["log"][0]["faces"], position["log"][0]["dropped"]
    assert [faces[place] for place in dropped] == [max(faces)]
    refusal = ann.ask("GET", f"/api/matches/{match['id']}", 422, params={"seat": RED})["error"]
    assert refusal == "The rules play the seat 'red' of Regatta, because the option 'red_sails' is off."
    wished = ann.begin(422, game="regatta", options={"red_sails": False}, seats={RED: "captain"})
    assert wished["error"] == refusal


def test_a_game_with_no_seat_left_is_refused(ann: Guest) -> None:
    assert ann.begin(422, game="regatta", options=BOTH_OFF)["error"] == NOBODY


@pytest.mark.parametrize("part", ["record", "state"])
def test_an_uploaded_game_with_no_seat_left_is_refused(ann: Guest, part: str) -> None:
    headers = {"Content-Type": "application/octet-stream"}
    save = forged(race().choose("b2").save(), **{part: BOTH_OFF})
    told: Json = ann.ask("POST", "/api/matches/upload", 422, content=save, headers=headers)
    assert NOBODY.rstrip(".") in told["error"]


def test_an_uploaded_open_game_goes_on_as_it_stands_with_other_dice(ann: Guest) -> None:
    match = ann.upload(race().choose("b2").save(), seat=RED)
    assert [seat["player"] for seat in match["seats"]] == ["you", "captain"]
    assert {piece["space"] for piece in ann.look(match["id"], RED)["view"]["pieces"]} == {"b2", "a3"}


def test_a_way_is_told_and_taken_in_one_request_and_one_undo(ann: Guest) -> None:
    match = ann.begin(game="regatta", seats={RED: "me", BLUE: "me"})["id"]
    assert ann.look(match, RED)["decision"]["has_ways"]
    way = ann.post(match, "way", RED, seq=0, targets=["c1"])
    assert way == {"answers": ["b2", "b1", "c1"], "spaces": ["b2", "b1", "c1"], "completes_row": False}
    change = ann.post(match, "choices", RED, seq=0, options=way["answers"])
    assert (change["seq"], change["decision"]["completes_row"]) == (1, True)
    assert ann.undo(match, RED)["log_start"] == 0
    assert {piece["space"] for piece in ann.look(match, RED)["view"]["pieces"]} == {"a2", "a3"}
    assert ann.post(match, "way", RED, seq=2, targets=["a1", "b1"])["answers"] == ["a1", "b1"]
    assert ann.post(match, "way", RED, seq=2, targets=["f4"]) == {"answers": [], "spaces": [], "completes_row": False}


@pytest.mark.parametrize(
    ("asked", "status", "sentence"),
    [
        ({"targets": []}, 422, "A way can lead through 1 to 60 places, not 0."),
        ({"targets": ["b2"] * 61}, 422, "A way can lead through 1 to 60 places, not 61."),
        ({"targets": ["the_moon"]}, 422, "There is no place or piece 'the_moon' to which a way could lead."),
        ({"targets": "b2"}, 400, ""),
        ({"targets": [1]}, 400, ""),
        ({}, 400, ""),
        ({"targets": ["b2"], "seq": 7}, 409, ""),
        ({"targets": ["b2"], "seat": BLUE}, 409, "It is not this seat's turn."),
    ],
)
def test_a_way_that_cannot_be_asked_for_is_refused_in_one_sentence(
    ann: Guest, asked: Json, status: int, sentence: str
) -> None:
    match = ann.begin(game="regatta", seats={RED: "me", BLUE: "me"})["id"]
    told = ann.ask("POST", f"/api/matches/{match}/way", status, json={"seat": RED, "seq": 0, **asked})
    assert sentence in told["error"]
    assert told["error"].endswith(".")


def test_nobody_else_is_told_a_way(ann: Guest, bert: Guest) -> None:
    match = against(ann, bert)
    asked = {"seat": RED, "seq": 0, "targets": ["c1"]}
    assert "not yours" in bert.ask("POST", f"/api/matches/{match}/way", 403, json=asked)["error"]


def test_where_dice_are_typed_in_no_way_leads_anywhere(ann: Guest) -> None:
    match = ann.begin(game="regatta", typed_dice=True)["id"]
    ann.choose(match, RED, HEAVE_TO)
    told = ann.post(match, "way", RED, 422, seq=ann.look(match, RED)["seq"], targets=["b2"])
    assert told["error"] == "This question does not ask for a way. Choose one of the options."

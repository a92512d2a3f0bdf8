"""Seats of one side that share everything: one person decides for all of theirs, people win and lose together."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import Connection, create_engine

from flagplot.server.operating.verifying import difference
from flagplot.server.routes.games import _info
from flagplot.server.storage import match_queries
from flagplot.server.storage.match_queries import Holder
from flagplot.server.storage.opening import opened
from flagplot.server.storage.schema import metadata
from flagplot.server.tables import ratings
from tests.engine.toy import AFT, CREW, FORE, SEA, crew_game
from tests.server.in_process import application

BOTH = {"aft_oar": True}
Json = dict[str, Any]


class Guest:
    """Somebody with a browser of their own."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.client = client
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, status: int = 200, **more: Any) -> Json:
        self.client.cookies.clear()
        self.client.cookies.update(self.cookies)
        response = self.client.request(method, path, **more)
        self.cookies |= dict(response.cookies)
        assert response.status_code == status, response.text
        answer: Json = response.json() if response.content else {}
        return answer

    def begin(self, status: int = 201, **wish: Any) -> Json:
        return self.ask("POST", "/api/matches", status, json={"game": "boat", **wish})

    def upload(self, save: bytes, **params: str) -> Json:
        headers = {"Content-Type": "application/octet-stream"}
        return self.ask("POST", "/api/matches/upload", 201, content=save, params=params, headers=headers)

    def look(self, match: str, seat: str) -> Json:
        return self.ask("GET", f"/api/matches/{match}", params={"seat": seat})

    def post(self, match: str, what: str, seat: str, status: int = 200, **more: Any) -> Json:
        return self.ask("POST", f"/api/matches/{match}/{what}", status, json={"seat": seat, **more})

    def choose(self, match: str, seat: str, option: str, status: int = 200) -> Json:
        seq = self.look(match, seat)["seq"]
        return self.post(match, "choices", seat, status, seq=seq, option=option)

    def undo(self, match: str, seat: str, status: int = 200) -> Json:
        return self.post(match, "undo", seat, status, seq=self.look(match, seat)["seq"])


@pytest.fixture
def boat(monkeypatch: pytest.MonkeyPatch) -> None:
    """A world in which the only game is the rowing boat."""
    game = crew_game()
    monkeypatch.setattr(sys.modules["flagplot.games"], "find", lambda slug: game)


@pytest.fixture
def client(boat: None, tmp_path: Path) -> Iterator[TestClient[Any]]:
    with application(f"sqlite:///{tmp_path}/x.db", at_once=True) as client:
        yield client


@pytest.fixture
def ann(client: TestClient[Any]) -> Guest:
    return Guest(client)


@pytest.fixture
def bert(client: TestClient[Any]) -> Guest:
    return Guest(client)


def shared(ann: Guest, bert: Guest, **more: Any) -> str:
    """A boat with Ann at the fore oar and Bert aft."""
    match: str = ann.begin(options=BOTH, seats={FORE: "me", AFT: "open"}, **more)["id"]
    invite = ann.look(match, FORE)["table"]["invite"]
    bert.ask("POST", f"/api/invites/{invite}/join", json={"seat": AFT})
    return match


def until(is_so: Callable[[], Any]) -> None:
    """Wait for what happens by itself."""
    deadline = time.monotonic() + 120
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


# Who sits where


def test_the_page_is_told_sides_options_and_that_everything_is_shared(boat: None) -> None:
    info = _info(crew_game())
    assert info.shares_everything
    assert [(seat.id, seat.side, seat.option) for seat in info.seats] == [(FORE, CREW, ""), (AFT, CREW, "aft_oar")]


def test_whoever_begins_has_all_seats_in_play_unless_they_want_it_otherwise(ann: Guest) -> None:
    def players(**wish: Any) -> list[tuple[str, str, str]]:
        return [(seat["id"], seat["player"], seat["side"]) for seat in ann.begin(**wish)["seats"]]

    assert players() == [(FORE, "you", CREW)]
    assert players(options=BOTH) == [(FORE, "you", CREW), (AFT, "you", CREW)]
    assert players(options=BOTH, seats={FORE: "captain"}) == [(FORE, "captain", CREW), (AFT, "you", CREW)]
    refusal = ann.begin(422, seats={AFT: "me"})["error"]
    assert refusal == "The seat 'aft' of Boat needs the option 'aft_oar'."
    alone = ann.begin()["id"]
    assert ann.ask("GET", f"/api/matches/{alone}", 422, params={"seat": AFT})["error"] == refusal
    assert len(ann.ask("GET", "/api/matches")) == 4


def test_a_file_gives_all_its_seats_back(ann: Guest) -> None:
    for options, seats in (({}, [FORE]), (BOTH, [FORE, AFT])):
        match = ann.begin(options=options)["id"]
        ann.choose(match, FORE, "row")
        save = ann.client.get(f"/api/matches/{match}/save").content
        again = ann.upload(save)
        assert again["yours"] == seats
        assert [seat["id"] for seat in again["seats"]] == seats
        assert ann.look(again["id"], FORE)["decision"]["seat"] == seats[-1]
    one = ann.upload(save, seat=AFT)
    assert [seat["player"] for seat in one["seats"]] == ["captain", "you"]


# One person for several seats


def test_one_person_decides_for_all_their_seats_at_any_of_them(ann: Guest) -> None:
    match = ann.begin(options=BOTH)["id"]
    change = ann.choose(match, FORE, "rest")
    assert change["decision"]["seat"] == change["to_move"] == AFT
    change = ann.choose(match, FORE, "row")
    assert change["decision"]["seat"] == FORE
    for seat in (FORE, AFT):
        position = ann.look(match, seat)
        assert position["decision"]["seat"] == FORE
        assert (position["seat"], position["seq"], position["moments"]) == (seat, 2, 3)
    moments: Any = ann.ask("GET", f"/api/matches/{match}/moments")
    assert [moment["seat"] for moment in moments] == [None, FORE, AFT]
    hint = ann.post(match, "hint", AFT, seq=2)
    assert hint["option"] == "row"
    ann.choose(match, AFT, "row")
    over = ann.choose(match, AFT, "row")
    assert (over["result"]["winner"], over["result"]["score"]) == (CREW, {CREW: 3})


@pytest.mark.parametrize(("options", "choices"), [({}, 2), (BOTH, 3)])
def test_a_game_is_kept_with_the_seats_in_play_and_goes_the_same_way_again(
    ann: Guest, tmp_path: Path, options: Json, choices: int
) -> None:
    match = ann.begin(options=options)["id"]
    for _ in range(choices):
        ann.choose(match, FORE, "rest")
    engine = opened(f"sqlite:///{tmp_path}/x.db")
    with engine.connect() as connection:
        stored = match_queries.match_stored(connection, match)
    engine.dispose()
    assert stored
    assert set(stored.listed.holders) == ({FORE, AFT} if options else {FORE})
    assert difference(stored) is None
    ann.client.app.state.services.matches._live.clear()  # it is read from the database again
    assert ann.look(match, FORE)["moments"] == choices + 1


def test_one_person_takes_back_what_they_chose_at_either_seat(ann: Guest) -> None:
    match = ann.begin(options=BOTH)["id"]
    ann.choose(match, FORE, "rest")
    for seat in (FORE, AFT):
        assert ann.look(match, seat)["undo"] == {"can": True, "why": ""}
    assert ann.undo(match, AFT)["decision"]["seat"] == FORE
    assert ann.look(match, FORE)["moments"] == 1


def test_a_standing_order_answers_for_all_seats_of_who_gave_it(ann: Guest) -> None:
    match = ann.begin(options=BOTH)["id"]
    told = ann.post(match, "orders", FORE, seq=0, captain=False, span="turn", option="rest")
    assert [order["label"] for order in told["table"]["orders"]] == ["rest"]
    until(lambda: ann.look(match, FORE)["moments"] == 3)
    position = ann.look(match, AFT)
    assert [line["text"] for line in position["log"] if line["kind"] == "choice"] == ["Fore: rest.", "Aft: rest."]
    assert [line["kind"] for line in position["talk"]] == ["order", "order"]
    ann.post(match, "orders", AFT, seq=position["seq"], captain=True, span="game")
    until(lambda: ann.look(match, FORE)["result"])
    assert ann.look(match, FORE)["result"]["winner"] == CREW


# Two people


def test_of_two_people_each_decides_for_their_own_seat(ann: Guest, bert: Guest) -> None:
    match = shared(ann, bert)
    position = bert.look(match, AFT)
    assert position["decision"] is None
    assert position["undo"]["why"] == "It is for Fore oar to decide."
    assert position["talk"][-1]["text"].endswith(" takes Aft oar.")
    assert bert.choose(match, AFT, "row", 409)["error"] == "It is not this seat's turn."
    assert ann.choose(match, FORE, "row")["decision"] is None
    assert bert.undo(match, AFT, 409)["error"].endswith("The last choice was not made at this seat.")
    assert bert.choose(match, AFT, "row")["decision"] is None
    assert ann.look(match, FORE)["decision"]["seat"] == FORE


def test_those_of_one_side_agree_on_no_draw_and_give_up_together(ann: Guest, bert: Guest) -> None:
    match = shared(ann, bert)
    assert ann.look(match, FORE)["table"]["can"] == ["resign"]
    ann.choose(match, FORE, "row")
    assert ann.look(match, FORE)["table"]["can"] == ["resign", "undo"]
    ann.post(match, "offers", FORE, 409, kind="draw")
    bert.post(match, "resign", AFT)
    position = ann.look(match, FORE)
    assert position["result"] == {"winner": None, "score": {}, "reason": "Aft oar resigned.", "rule": ""}
    ann.post(match, "offers", FORE, kind="rematch")
    offer = bert.look(match, AFT)["table"]["offers"][0]
    assert offer["text"] == "Fore oar asks to play it again."
    again = bert.post(match, "answers", AFT, kind="rematch", accept=True)["table"]["next"]
    assert [seat["player"] for seat in ann.look(again, FORE)["seats"]] == ["you", "person"]


def test_a_captain_at_the_other_seat_plays_along(ann: Guest) -> None:
    match = ann.begin(options=BOTH, seats={AFT: "captain"})["id"]
    ann.choose(match, FORE, "rest")
    until(lambda: ann.look(match, FORE)["to_move"] == FORE)
    position = ann.look(match, FORE)
    assert [line["text"] for line in position["log"] if line["kind"] == "choice"] == ["Fore: rest.", "Aft: row."]
    assert position["undo"]["can"] is False


# The ladder


@pytest.fixture
def connection(boat: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """A database with empty ladders."""
    monkeypatch.setattr(ratings, "beginnings", dict)
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        metadata.create_all(connection)
        yield connection
    engine.dispose()


def standings(connection: Connection) -> dict[str, tuple[int, int, int]]:
    ladder = ratings.ladder(crew_game(), ratings.standings(connection, "boat"), None, str)
    assert [seat.name for seat in ladder.seats] == ["Boat"]
    return {one.name: (one.won, one.drawn, one.lost) for one in ladder.standings}


@pytest.mark.parametrize(
    ("winner", "is_given_up", "won"), [(CREW, False, True), (SEA, False, False), (None, True, False)]
)
def test_people_of_one_side_are_each_rated_against_the_game(
    connection: Connection, winner: str | None, is_given_up: bool, won: bool
) -> None:
    holders = {FORE: Holder("guest", "ann"), AFT: Holder("guest", "bert")}
    ratings.rate(connection, "boat", "x", holders, winner, is_given_up)
    one = (1, 0, 0) if won else (0, 0, 1)
    assert standings(connection) == {"ann": one, "bert": one}
    rows = {row.who: row.mu for row in ratings.standings(connection, "boat")}
    assert all((rows[who] > 25) == won for who in ("ann", "bert"))
    assert (rows[ratings.THE_GAME] < 25) == won


def test_a_crew_whose_game_is_a_draw_by_the_rules_has_drawn(connection: Connection) -> None:
    ratings.rate(connection, "boat", "x", {FORE: Holder("guest", "ann"), AFT: Holder("guest", "bert")}, None)
    assert standings(connection) == {"ann": (0, 1, 0), "bert": (0, 1, 0)}


def test_one_person_at_both_oars_is_rated_once(connection: Connection) -> None:
    ratings.rate(connection, "boat", "x", {FORE: Holder("guest", "ann"), AFT: Holder("guest", "ann")}, CREW)
    assert standings(connection) == {"ann": (1, 0, 0)}


def test_a_game_with_all_seats_of_one_side_may_count(ann: Guest) -> None:
    ann.begin()
    ann.ask("POST", "/api/account", 201, json={"name": "Ann Oar", "password": "correct horse"})
    match = ann.begin(options=BOTH, rated=True)["id"]
    for _ in range(3):
        ann.choose(match, AFT, "row")
    ann.choose(match, FORE, "row")
    (mine,) = [one for one in ann.ask("GET", "/api/ladder/boat")["standings"] if one["you"]]
    assert (mine["won"], mine["lost"]) == (1, 0)

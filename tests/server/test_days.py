"""The game of the day: the same for everybody, one attempt each, and a ladder that orders the results."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import httpx
import pytest

import flagplot
from flagplot.server.tables import days
from tests.server.running import RunningServer
from tests.server.tables import database_of


@pytest.fixture
def ann(server: RunningServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url) as player:
        yield player


@pytest.fixture
def bert(server: RunningServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url) as player:
        yield player


def position(player: httpx.Client, match: str) -> Any:
    return player.get(f"/api/matches/{match}").json()


def _seed_hash(player: httpx.Client, match: str) -> Any:
    return player.get(f"/api/matches/{match}/proof").json()["seed_hash"]


def test_everybody_gets_the_same_game_once(server: RunningServer, ann: httpx.Client, bert: httpx.Client) -> None:
    daily = ann.get("/api/daily").json()
    assert (daily["match"], daily["is_over"]) == (None, False)
    first = ann.post("/api/daily")
    assert first.status_code == 201, first.text
    again = ann.post("/api/daily")
    assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
    assert ann.get("/api/daily").json()["match"] == first.json()["id"]
    other = bert.post("/api/daily").json()["id"]
    assert other != first.json()["id"]
    mine, theirs = position(ann, first.json()["id"]), position(bert, other)
    assert mine["view"] == theirs["view"]
    assert _seed_hash(ann, first.json()["id"]) == _seed_hash(bert, other)
    assert ann.get("/api/daily/ladder").json()["playing"] >= 2  # others may have begun it on this server


def test_an_attempt_that_was_deleted_still_counts(ann: httpx.Client) -> None:
    match = ann.post("/api/daily").json()["id"]
    assert ann.delete(f"/api/matches/{match}").status_code == 204
    refused = ann.post("/api/daily")
    assert refused.status_code == 409
    assert refused.json()["error"] == days.ALREADY


def test_whoever_gives_up_stands_last(server: RunningServer, ann: httpx.Client, bert: httpx.Client) -> None:
    match = ann.post("/api/daily").json()["id"]
    answer = ann.post(f"/api/matches/{match}/resign", json={"seat": position(ann, match)["seat"]})
    assert answer.status_code == 200, answer.text
    bert.post("/api/daily")
    with database_of(server) as connection:
        rows, playing = days.attempts(connection, days.today())
    assert [row.outcome for row in rows if row.match_id == match] == ["lost"]
    assert playing >= 1
    *_, last = ann.get("/api/daily/ladder").json()["standings"]
    assert (last["you"], last["outcome"]) == (True, "lost")
    assert ann.get("/api/daily").json()["is_over"]


@pytest.mark.parametrize("day", ["tomorrow", "2026-13-01", "1999-01-01", "9999-12-31", "\0"])
def test_a_day_that_is_none_is_refused_in_one_sentence(ann: httpx.Client, day: str) -> None:
    refused = ann.get("/api/daily/ladder", params={"day": day})
    assert refused.status_code == 422
    assert refused.json()["error"].endswith(".")


def test_the_titles_take_turns() -> None:
    first = date(2026, 5, 1)
    games = [days.game_of(first + timedelta(days=n)).game.slug for n in range(len(flagplot.games()))]
    assert sorted(games) == sorted(game.slug for game in flagplot.games())
    for n in range(len(games)):
        one = days.game_of(first + timedelta(days=n))
        match = one.begin(b"secret" * 8)
        assert "me" in one.seats(match).values()
        assert match.seed_hash == one.begin(b"secret" * 8).seed_hash != one.begin(b"another" * 8).seed_hash


class Row:
    """An attempt as the database keeps it."""

    def __init__(self, guest: str, outcome: str, score: int | None, moves: int) -> None:
        self.guest, self.outcome, self.score, self.moves, self.finished = guest, outcome, score, moves, guest


def test_victories_come_first_then_scores_then_fewer_moves() -> None:
    rows: list[Any] = [
        Row("lost", "lost", 90, 5),
        Row("slow", "won", 7, 30),
        Row("quick", "won", 7, 20),
        Row("best", "won", 8, 50),
        Row("same", "won", 7, 20),
        Row("drawn", "drawn", None, 1),
    ]
    ladder = days.ladder(days.game_of(date(2026, 5, 1)), rows, 0, "quick", str)
    assert [(one.rank, one.name) for one in ladder.standings] == [
        (1, "best"),
        (2, "quick"),
        (2, "same"),
        (4, "slow"),
        (5, "drawn"),
        (6, "lost"),
    ]
    assert [one.you for one in ladder.standings].index(True) == 1

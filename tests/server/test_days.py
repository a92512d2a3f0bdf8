"""The game of the day: the same for everybody, one attempt each, and a ladder that orders the results."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from litestar.testing import TestClient

import flagplot
from flagplot.payloads import SeatWish
from flagplot.server.storage.opening import POSTGRESQL, SQLITE, opened
from flagplot.server.tables import days, work
from tests.server.in_process import application
from tests.server.test_one_crew import Guest, Json, until

SOME_DAY = date(2026, 5, 1)
DAYS = {days.game_of(day).game.slug: day for day in (SOME_DAY + timedelta(n) for n in range(len(flagplot.games())))}
of_every_title = pytest.mark.parametrize("today", DAYS.values(), ids=DAYS.keys(), indirect=True)
DECISIONS = 12


@pytest.fixture(scope="module", params=[SQLITE, pytest.param(POSTGRESQL, marks=pytest.mark.long)])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    if request.param == SQLITE:
        return f"sqlite:///{tmp_path_factory.mktemp('days')}/x.db"
    db: str = request.getfixturevalue("postgres").new_database()
    return db


@pytest.fixture(scope="module")
def client(url: str) -> Iterator[TestClient[Any]]:
    """One server for all days."""
    with application(url, at_once=True) as client:
        yield client


@pytest.fixture(autouse=True)
def today(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> date:
    """The day that the server thinks it is, because the titles take turns."""
    day: date = getattr(request, "param", SOME_DAY)
    monkeypatch.setattr(days, "today", lambda: day)
    return day


@pytest.fixture
def ann(client: TestClient[Any]) -> Guest:
    return Guest(client)


@pytest.fixture
def bert(client: TestClient[Any]) -> Guest:
    return Guest(client)


def attempt(player: Guest, status: int = 201) -> str:
    match: str = player.ask("POST", "/api/daily", status)["id"]
    return match


def position(player: Guest, match: str) -> Json:
    """The position as soon as the match waits for its person."""
    found: list[Json] = []

    def is_asked() -> bool:
        found[:] = [player.ask("GET", f"/api/matches/{match}")]
        return bool(found[0]["decision"] or found[0]["result"])

    until(is_asked)
    return found[0]


def shown(position: Json) -> Json:
    """What is shown of a position that does not depend on who looks and when."""
    return {part: position[part] for part in ("view", "log", "decision", "to_move", "result", "moments", "seq")}


def choose_any(player: Guest, match: str, number: int) -> None:
    now = position(player, match)
    if now["decision"]:
        options = now["decision"]["options"]
        answer = {"seat": now["seat"], "seq": now["seq"], "option": options[number % len(options)]["value"]}
        player.ask("POST", f"/api/matches/{match}/choices", json=answer)


@of_every_title
def test_everybody_gets_the_same_game_once(ann: Guest, bert: Guest, today: date) -> None:
    daily = ann.ask("GET", "/api/daily")
    assert (daily["day"], daily["match"], daily["is_over"]) == (today.isoformat(), None, False)
    match = attempt(ann)
    assert attempt(ann, 200) == match
    assert ann.ask("GET", "/api/daily")["match"] == match
    other = attempt(bert)
    assert other != match
    assert shown(position(ann, match)) == shown(position(bert, other))
    proofs = [ann.ask("GET", f"/api/matches/{match}/proof"), bert.ask("GET", f"/api/matches/{other}/proof")]
    assert proofs[0]["seed_hash"] == proofs[1]["seed_hash"]
    assert ann.ask("GET", "/api/daily/ladder")["playing"] >= 2  # others may have begun it on this server


@pytest.mark.parametrize("opponent", [None, "midshipman"])
@of_every_title
def test_computers_answer_alike_to_people_who_choose_alike_also_on_a_busy_machine(
    ann: Guest, bert: Guest, opponent: SeatWish | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if opponent:  # who leaves everything to chance would show any difference
        monkeypatch.setattr(days.DayGame, "_computer", lambda one, seat: opponent)
    match, other = attempt(ann), attempt(bert)
    for number in range(DECISIONS):
        choose_any(ann, match, number)
        mine = shown(position(ann, match))
        with monkeypatch.context() as patch:
            patch.setattr(work, "SECONDS_AT_ONCE", 0)
            choose_any(bert, other, number)
            assert shown(position(bert, other)) == mine


def test_an_attempt_that_was_deleted_still_counts(ann: Guest) -> None:
    ann.ask("DELETE", f"/api/matches/{attempt(ann)}", 204)
    assert ann.ask("POST", "/api/daily", 409)["error"] == days.ALREADY


@of_every_title
def test_whoever_gives_up_stands_last(url: str, ann: Guest, bert: Guest, today: date) -> None:
    match = attempt(ann)
    ann.post(match, "resign", position(ann, match)["seat"])
    attempt(bert)
    engine = opened(url)
    with engine.connect() as connection:
        rows, playing = days.attempts(connection, today)
    engine.dispose()
    assert [row.outcome for row in rows if row.match_id == match] == ["lost"]
    assert playing >= 1
    *_, last = ann.ask("GET", "/api/daily/ladder")["standings"]
    assert (last["you"], last["outcome"]) == (True, "lost")
    assert ann.ask("GET", "/api/daily")["is_over"]


def test_the_dice_of_a_day_stay_secret_while_others_may_play(
    ann: Guest, today: date, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = attempt(ann)
    ann.ask("POST", f"/api/matches/{match}/resign", json={"seat": position(ann, match)["seat"]})
    opening = today + days.SEALED_FOR
    monkeypatch.setattr(days, "today", lambda: opening - timedelta(1))
    proof = ann.ask("GET", f"/api/matches/{match}/proof")
    assert (proof["seed"], proof["over"], proof["opens_on"]) == (None, False, opening.isoformat())
    assert ann.ask("GET", f"/api/matches/{match}/report")["seed"] is None
    refused = ann.ask("GET", f"/api/matches/{match}/save", 409)["error"]
    assert refused == f"The save of a game of the day holds its dice. You can download it from {opening} on."
    monkeypatch.setattr(days, "today", lambda: opening)
    proof = ann.ask("GET", f"/api/matches/{match}/proof")
    assert (len(proof["seed"]), proof["over"], proof["opens_on"]) == (64, True, None)
    assert ann.ask("GET", f"/api/matches/{match}/report")["seed"] == proof["seed"]
    assert ann.ask("GET", f"/api/matches/{match}/save")["game"] == days.game_of(today).game.slug


@pytest.mark.parametrize("day", ["tomorrow", "2026-13-01", "1999-01-01", "9999-12-31", "\0"])
def test_a_day_that_is_none_is_refused_in_one_sentence(ann: Guest, day: str) -> None:
    assert ann.ask("GET", "/api/daily/ladder", 422, params={"day": day})["error"].endswith(".")


def test_the_titles_take_turns() -> None:
    assert sorted(DAYS) == sorted(game.slug for game in flagplot.games())
    for day in DAYS.values():
        one = days.game_of(day)
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
    ladder = days.ladder(days.game_of(SOME_DAY), rows, 0, "quick", str)
    assert [(one.rank, one.name) for one in ladder.standings] == [
        (1, "best"),
        (2, "quick"),
        (2, "same"),
        (4, "slow"),
        (5, "drawn"),
        (6, "lost"),
    ]
    assert [one.you for one in ladder.standings].index(True) == 1

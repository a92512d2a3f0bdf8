"""Why admirals made their choices is kept on a server, and told when the game is over and not before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar.testing import TestClient
from sqlalchemy import update

import flagplot
from flagplot.engine.match import Match
from flagplot.engine.proof import verified
from flagplot.players.admiral import Thought
from flagplot.players.search import Answer, Budget, Candidate, Search
from flagplot.server.storage.match_queries import Move, Stored, match_stored
from flagplot.server.storage.schema import moves
from flagplot.server.tables import work
from flagplot.server.tables.course import Course
from flagplot.server.tables.saves import Saves, SealedFile
from tests.server.commands import Run
from tests.server.in_process import application
from tests.server.postgres import Cluster
from tests.server.running import RunningServer
from tests.server.tables import database_of
from tests.server.test_secrets import all_that_a_seat_can_ask, masked

REASON = "It wins 62 % of 40 games, for the Allies hide Hood in Scapa Flow."
THOUGHTS = 10  # that an admiral has before a person is asked


def thought(data: bytes, purpose: str | None, budget: Budget, begun: Search | None) -> Thought:
    """What the captain would do, found by a search that takes no time."""
    option = flagplot.load(data).hint().option
    return Thought(option, (Candidate(option, [1.0]),), REASON)


def without_a_word(data: bytes, purpose: str | None, budget: Budget, begun: Search | None) -> Thought:
    return Thought(flagplot.load(data).hint().option, (), "")


@pytest.fixture(autouse=True)
def quick_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "search", thought)


@contextmanager
def served(db: str, cookies: Mapping[str, str] | None = None) -> Iterator[TestClient[Any]]:
    with application(db, cookies=cookies, at_once=True) as client:
        yield client


def begun(client: TestClient[Any], **more: Any) -> str:
    """The id of a game in which an admiral has decided, and a person must."""
    body = {"game": "sea-control", "seats": {"axis": "me", "allied": "admiral"}, "seed": 3, **more}
    made = client.post("/api/matches", json=body)
    assert made.status_code == 201, made.text
    match_id = str(made.json()["id"])
    seq = 0
    while client.get(f"/api/matches/{match_id}").json()["to_move"] != "axis":
        answer = client.get(f"/api/matches/{match_id}/changes", params={"since": seq, "wait": 1})
        assert "It wins" not in answer.text
    return match_id


def kept(db: str, match_id: str) -> Stored:
    """A game as the database has it."""
    with database_of(db) as connection:
        stored = match_stored(connection, match_id)
    assert stored
    return stored


def reasons_in(stored: Stored) -> dict[int, str]:
    return Course((), stored.moves).reasons


def whys(client: TestClient[Any], match_id: str, seat: str = "axis") -> dict[int, dict[str, str]]:
    """What is told of the choices of a game, by the moments of a seat."""
    url = f"/api/matches/{match_id}"
    count = len(client.get(f"{url}/moments", params={"seat": seat}).json())
    sights = [client.get(f"{url}/moments/{n}", params={"seat": seat}).json() for n in range(count)]
    return {n: sight["why"] for n, sight in enumerate(sights) if sight["why"]}


def upload(client: TestClient[Any], data: bytes) -> httpx.Response:
    return client.post("/api/matches/upload", content=data, headers={"Content-Type": "application/json"})


def uploaded(client: TestClient[Any], match: Match[Any]) -> str:
    made = upload(client, match.save())
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


# Before the game is over


def everything(client: TestClient[Any], match_id: str) -> dict[str, Any]:
    """All that the person at a running game can get, and what strangers are shown of it."""
    url = f"/api/matches/{match_id}"
    assert client.put(f"{url}/access", json={"access": "public"}).status_code == 200
    found: dict[str, Any] = dict(all_that_a_seat_can_ask(client, match_id, "axis"))
    found["listed"] = [one for one in client.get("/api/matches").json() if one["id"] == match_id]
    found["exported"] = [one for one in client.get("/api/me/data").json()["games"] if one["id"] == match_id]
    for path in ("/api/lobby", f"{url}/analysis", f"{url}/report", f"{url}/past"):
        found[path] = masked(client.get(path))
    sealed = client.get(f"{url}/save").content
    token = msgspec.json.decode(sealed, type=SealedFile).token
    saves = Saves(client.app.state.services.database.secret)
    found["save"] = len(sealed), saves._fernet.decrypt(token), bytes(saves.opened(sealed).save)
    branch = client.post(f"{url}/branch", json={"seat": "axis", "moment": 1}).json()["id"]
    copy = upload(client, sealed)
    for name, other in (("branch", branch), ("copy", copy.json()["id"])):
        client.post(f"/api/matches/{other}/resign", json={"seat": "axis"})
        found[f"{name} when it is over"] = (
            whys(client, other),
            "It wins" in client.get(f"/api/matches/{other}/save").text,
        )
    cookies = dict(client.cookies)
    client.cookies.clear()
    for path in (url, f"{url}/moments", f"{url}/moments/0", f"{url}/save", f"{url}/proof"):
        found[f"stranger {path}"] = masked(client.get(path))
    client.cookies.update(cookies)
    return found


def test_nothing_of_a_running_game_differs_by_the_reasons_that_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = f"sqlite:///{tmp_path}/x.db"
    with served(db) as client:
        match_id = begun(client)
        cookies = dict(client.cookies)
    assert list(reasons_in(kept(db, match_id)).values()) == [REASON] * THOUGHTS
    told = []
    monkeypatch.setattr(work, "search", without_a_word)  # in a branch an admiral thinks for himself
    for _ in range(2):
        with served(db, cookies) as client:
            told.append(everything(client, match_id))
        with database_of(db) as connection:
            connection.execute(update(moves).values(reason=None))
    assert told[0].keys() == told[1].keys()
    for name, answer in told[0].items():
        assert told[1][name] == answer, name
    assert b"It wins" not in repr(told).encode()
    assert told[0]["branch when it is over"] == told[0]["copy when it is over"] == ({}, False)


def test_of_the_choices_of_a_plan_the_first_has_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def plan(data: bytes, purpose: str | None, budget: Budget, begun: Search | None) -> Thought:
        """The captain's deployment in one go, and from then on what he would do."""
        match, answers = flagplot.load(data), list[Answer]()
        while match.question and match.state.phase == "allied_bases":
            question, option = match.question, match.hint().option
            answers.append(Answer(question.ask.key, question.options, option))
            match.choose(option)
        if not answers:
            return without_a_word(data, purpose, budget, begun)
        option = answers[0].option
        return Thought(option, (Candidate(option, [1.0]),), REASON, answers[1:])

    monkeypatch.setattr(work, "search", plan)
    db = f"sqlite:///{tmp_path}/x.db"
    with served(db) as client:
        stored = kept(db, begun(client))
    assert reasons_in(stored) == {1: REASON}
    assert len(stored.moves) > THOUGHTS  # a plan is one thought


def test_a_game_that_hides_nothing_tells_no_reasons_before_its_end_either(tmp_path: Path) -> None:
    whole = flagplot.play("graf-spee", {"graf_spee": "admiral:4"}, "cape", seed=1)
    running = whole.at(12)
    assert list(running.record.reasons) == list(range(1, 13))
    with served(f"sqlite:///{tmp_path}/x.db") as client:
        match_id = uploaded(client, running)
        url = f"/api/matches/{match_id}"
        assert whys(client, match_id, "graf_spee") == {}
        assert flagplot.load(client.get(f"{url}/save").content).record.reasons == {}
        client.post(f"{url}/resign", json={"seat": "graf_spee"})
        assert whys(client, match_id, "graf_spee") == {}  # a copy that went on has none
        assert flagplot.load(client.get(f"{url}/save").content).record.reasons == {}


# When it is over


def test_when_the_game_is_over_all_is_told_also_after_a_restart_and_in_the_save(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/x.db"
    with served(db) as client:
        match_id = begun(client)
        cookies = dict(client.cookies)
        assert whys(client, match_id) == {}
    with served(db, cookies) as client:
        url = f"/api/matches/{match_id}"
        assert whys(client, match_id) == {}
        assert client.post(f"{url}/resign", json={"seat": "axis"}).status_code == 200
        reasons = reasons_in(kept(db, match_id))
        assert len(reasons) == THOUGHTS
        told = whys(client, match_id)
        thoughts = {n: (why["seat"], why["reason"]) for n, why in told.items()}
        assert thoughts == dict.fromkeys(reasons, ("allied", REASON))
        assert whys(client, match_id, "*") == whys(client, match_id, "allied") == told
        save = flagplot.load(client.get(f"{url}/save").content)
        assert save.record.reasons == reasons
        for number, why in told.items():
            before = save.at(number - 1)
            assert why["choice"] == before.describe(save.record.choices[number - 1]).label
            assert before.decision
            assert why["prompt"] == before.decision.prompt
        branch = client.post(f"{url}/branch", json={"seat": "axis", "moment": len(save.record.choices)}).json()["id"]
        assert reasons_in(kept(db, branch)) == {}
        assert whys(client, branch) == {}


def test_a_finished_game_keeps_its_reasons_when_it_is_uploaded_and_downloaded(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/x.db"
    match = flagplot.play("graf-spee", {"graf_spee": "admiral:4"}, "cape", seed=1)
    with served(db) as client:
        match_id = uploaded(client, match)
        assert {n: why["reason"] for n, why in whys(client, match_id, "graf_spee").items()} == match.record.reasons
        assert client.get(f"/api/matches/{match_id}/save").content == match.save()
    assert b"played out" not in kept(db, match_id).snapshot


def test_a_reason_for_dice_that_were_typed_in_is_dropped() -> None:
    typed = flagplot.new("graf-spee", "breakout", dice=flagplot.dice.asked())
    while typed.decision:
        typed.pick(0)
    typed.record.explain(dict.fromkeys(range(1, len(typed.record.choices) + 1), REASON))
    _, history = work.with_history(typed)
    assert {bool(move.reason) for move in history if move.seat} == {True}
    assert {move.reason for move in history if not move.seat} == {None}


def test_a_save_with_reasons_that_cannot_be_is_refused(tmp_path: Path) -> None:
    match = flagplot.play("graf-spee", {"graf_spee": "admiral:4"}, "cape", seed=1)
    with served(f"sqlite:///{tmp_path}/x.db") as client:
        for reasons in ({1000: "x"}, {1: "x" * 401}, {1: "\x1b[2J"}):
            match.record.reasons = reasons
            made = upload(client, match.save())
            assert (made.status_code, made.json()["error"].startswith("The save is damaged: ")) == (422, True)


# Taken back, moved on, and elsewhere


def test_what_is_taken_back_takes_its_reason_along() -> None:
    def move(n: int, kind: Any, option: Any, reason: str | None = None) -> Move:
        return Move(n, kind, "allied", option, {}, 0, "", reason)

    start = move(0, "start", None)
    made = [start, move(1, "choice", "x", "First."), move(2, "choice", "y"), move(3, "choice", "z", "Third.")]
    assert Course((), made).reasons == {1: "First.", 3: "Third."}
    assert Course((), [*made, move(4, "undo", None)]).reasons == {1: "First."}
    assert Course((), [*made, move(4, "back", 0), move(5, "choice", "w")]).reasons == {}


def test_a_game_that_moves_on_to_newer_rules_keeps_its_reasons_in_its_moves() -> None:
    match = flagplot.play("graf-spee", {"graf_spee": "admiral:4"}, "cape", seed=1).at(9)
    save, history, stands = work.moved_on(match.save())
    assert stands
    assert Course((), history).reasons == match.record.reasons
    assert flagplot.load(save).record.reasons == {}
    assert len(list(verified(flagplot.load(save)))) == 3


@pytest.mark.parametrize(("kind", "other"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_reasons_are_in_the_backup_of_each_kind_of_database(
    run: Run, postgres: Cluster, tmp_path: Path, kind: str, other: str
) -> None:
    urls = {"sqlite": f"sqlite:///{tmp_path}/games.db", "postgresql": postgres.new_database()}
    with served(urls[kind]) as client:
        match_id = begun(client)
    assert run(urls[kind], "backup", tmp_path / "evening.backup")[0] == 0
    assert run(urls[other], "restore", tmp_path / "evening.backup")[0] == 0
    assert len(reasons_in(kept(urls[other], match_id))) == THOUGHTS
    assert kept(urls[other], match_id).moves == kept(urls[kind], match_id).moves


def test_what_an_admiral_thought_at_one_process_is_told_at_the_other(postgres: Cluster, tmp_path: Path) -> None:
    db, brief = postgres.new_database(), "[admirals]\nmilliseconds = 1000\ndecisions = 2\n"
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    here, there = (RunningServer(tmp_path / name, db, brief) for name in ("here", "there"))
    match = here.guest().create("sea-control", {"axis": "me", "allied": "admiral"}, seed=3)
    elsewhere = there.guest(match.client.guest).match(match.id, "axis")  # loaded there, so that it follows
    while match.decision is None:
        match.poll(5)
    while elsewhere.refresh().decision is None:
        elsewhere.poll(5)
    elsewhere.resign()
    told = [(seen.why, match.sight(seen.n).why) for seen in map(elsewhere.sight, range(len(elsewhere.moments())))]
    assert all(one == other for one, other in told)
    reasons = [why.reason for why, _ in told if why]
    assert 0 < len(reasons) <= 2
    assert all("give or take" in reason for reason in reasons)
    assert (here.stop(), there.stop()) == (0, 0)

"""Admirals on a server: they think in workers, slice by slice, can be hurried, and hold up nobody."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import flagplot
from flagplot.engine.match import Match
from flagplot.players.admiral import Admiral, Thought
from flagplot.players.search import MOST_WEIGHT, Budget, Search
from flagplot.server.errors import NotNow
from flagplot.server.settings import Admirals, Settings, WorkerLimits
from flagplot.server.tables import answering, days, work
from flagplot.server.tables.searching import Searching
from flagplot.server.tables.thinking import TookTooLong
from tests.server.in_process import AtOnce, application

FOREVER = Settings(admirals=Admirals(milliseconds=60_000))  # a thought that only a hurry ends within the test
BRIEF = Settings(admirals=Admirals(milliseconds=50, decisions=1))
SEATS = {"axis": "me", "allied": "admiral"}  # the Allies decide first, about more than a sequence
LONGEST = 60.0  # seconds that a busy machine may need for what is done at once


class InThreads(AtOnce):
    """Workers who are threads of this process, which need no time to start."""

    async def do(self, function: Callable[..., Any], *args: Any, seconds: float | None = None) -> Any:
        return await asyncio.to_thread(function, *args)


@contextmanager
def served(db: str, cookies: Mapping[str, str] | None = None) -> Iterator[TestClient[Any]]:
    """A server whose workers are threads."""
    with application(db, FOREVER, cookies, at_once=True) as client:
        services = client.app.state.services
        services.workers = services.searching._workers = services.answering._workers = InThreads()
        yield client


@pytest.fixture
def thinking(tmp_path: Path) -> Iterator[TestClient[Any]]:
    """A server on which admirals think as good as for ever."""
    with served(f"sqlite:///{tmp_path}/x.db") as client:
        yield client


def begun(client: TestClient[Any], **more: Any) -> str:
    """The address of a game in which an admiral must decide."""
    body = {"game": "sea-control", "seats": SEATS, **more}
    made = client.post("/api/matches", json=body)
    assert made.status_code == 201, made.text
    return f"/api/matches/{made.json()['id']}"


def until(happened: Callable[[], Any]) -> None:
    deadline = time.monotonic() + LONGEST
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def goes_on(client: TestClient[Any], url: str) -> None:
    until(lambda: client.get(url).json()["to_move"] == "axis")


def searches(client: TestClient[Any]) -> int:
    number: int = client.app.state.services.searching.number
    return number


def choices(client: TestClient[Any], url: str) -> int:
    live = client.app.state.services.matches.opened(url.rpartition("/")[2])
    return len(live.match.record.choices)


def test_a_hurried_admiral_answers_at_once_and_captains_after_him(thinking: TestClient[Any]) -> None:
    url = begun(thinking)
    position = thinking.get(url).json()
    assert position["thinking"]
    assert {seat["id"]: seat["player"] for seat in position["seats"]} == {"axis": "you", "allied": "admiral"}
    until(lambda: searches(thinking))
    assert choices(thinking, url) == 0
    for _ in range(3):  # more than once does no harm
        hurried = thinking.post(f"{url}/hurry", json={"seat": "axis"})
        assert hurried.status_code in (204, 409)
    goes_on(thinking, url)
    late = thinking.post(f"{url}/hurry", json={"seat": "axis"})
    assert (late.status_code, late.json()["error"]) == (409, "No admiral is thinking here.")


def test_a_hurry_is_refused_to_strangers_to_other_seats_and_where_it_cannot_be_read(thinking: TestClient[Any]) -> None:
    url = begun(thinking)
    wrong: list[tuple[Any, int]] = [
        ({"seat": "allied"}, 403),
        ({"seat": "nobody"}, 422),
        ({"seat": 7}, 400),
        ({}, 400),
        ({"seat": "axis", "at": "once"}, 400),
    ]
    for body, status in wrong:
        assert thinking.post(f"{url}/hurry", json=body).status_code == status, body
    cookies = dict(thinking.cookies)
    thinking.cookies.clear()
    thinking.post("/api/matches", json={"game": "atlantic-wolves"})
    stranger = thinking.post(f"{url}/hurry", json={"seat": "axis"})
    assert (stranger.status_code, "no such game" in stranger.json()["error"]) == (404, True)
    thinking.cookies.clear()
    thinking.cookies.update(cookies)
    assert thinking.post("/api/matches/feedfeed/hurry", json={"seat": "axis"}).status_code == 404
    assert searches(thinking) == 1


def test_a_rated_game_gives_its_admiral_his_time_and_no_admirals_hints(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path}/x.db") as client:
        client.post("/api/account", json={"name": "Ann", "password": "a long password"})
        url = begun(client, rated=True)
        until(lambda: searches(client))
        hurried = client.post(f"{url}/hurry", json={"seat": "axis"})
        assert hurried.status_code == 409
        assert "takes the time that he has" in hurried.json()["error"]
        other = begun(client, rated=True, seats={"axis": "admiral", "allied": "me"})
        hint = client.post(f"{other}/hint", json={"seat": "allied", "seq": 0, "player": "admiral"})
        assert hint.status_code == 422
        assert "only the captain gives hints" in hint.json()["error"]


def test_long_thoughts_hold_up_no_hint_and_a_killed_worker_no_game(tmp_path: Path) -> None:
    with application(f"sqlite:///{tmp_path}/x.db", FOREVER) as client:  # with worker processes
        games = [begun(client) for _ in range(3)]
        until(lambda: searches(client) == 3)
        other = begun(client, game="atlantic-wolves", seats={})
        for _ in range(3):
            answer = client.post(f"{other}/hint", json={"seat": "german", "seq": 0})
            assert (answer.status_code, answer.json()["by"]) == (200, "captain")
        assert searches(client) == 3
        for url in games[1:]:
            assert client.post(f"{url}/resign", json={"seat": "axis"}).status_code == 200
        until(lambda: searches(client) == 1)

        workers = client.app.state.services.workers
        (busy,) = (worker._process.pid for worker in workers._all - set(workers._idle))
        os.kill(busy, signal.SIGKILL)
        until(lambda: all(worker._process.pid != busy for worker in workers._all))
        assert searches(client) == 1
        assert client.post(f"{games[0]}/hurry", json={"seat": "axis"}).status_code == 204
        goes_on(client, games[0])


def test_who_resigns_in_the_middle_of_a_thought_ends_it(thinking: TestClient[Any]) -> None:
    url = begun(thinking)
    until(lambda: searches(thinking))
    assert thinking.post(f"{url}/resign", json={"seat": "axis"}).status_code == 200
    until(lambda: searches(thinking) == 0)
    assert thinking.get(url).json()["result"]["winner"] == "allied"
    assert choices(thinking, url) == 0


def test_a_game_that_is_opened_to_others_in_the_middle_of_a_thought_is_thought_about_again(
    thinking: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "LEFT_ALONE", 10 * LONGEST)  # so that nobody takes it up by chance
    monkeypatch.setattr(work, "SECONDS_OF_SEARCH", 1.5)  # the old thought still goes on when the new one is due
    url = begun(thinking)
    until(lambda: searches(thinking))
    tasks = thinking.app.state.services.answering._tasks
    before = set(tasks.values())
    assert thinking.put(f"{url}/access", json={"access": "link"}).status_code == 200
    assert thinking.get(url).json()["thinking"]  # it is read anew
    until(lambda: tasks and before.isdisjoint(tasks.values()))
    until(lambda: thinking.post(f"{url}/hurry", json={"seat": "axis"}).status_code == 409)
    goes_on(thinking, url)


def test_after_a_restart_an_admiral_thinks_again(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/x.db"
    with served(db) as client:
        url = begun(client)
        until(lambda: searches(client))
        cookies = dict(client.cookies)
    with served(db, cookies=cookies) as client:
        until(lambda: searches(client))
        assert client.post(f"{url}/hurry", json={"seat": "axis"}).status_code == 204
        goes_on(client, url)


def test_after_so_many_decisions_a_captain_makes_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thought = 0
    searched = work.search

    def counted(data: bytes, purpose: str | None, budget: Budget, begun: Search | None) -> Search | Thought:
        nonlocal thought
        thought += begun is None
        return searched(data, purpose, budget, begun)

    monkeypatch.setattr(work, "search", counted)
    with application(f"sqlite:///{tmp_path}/x.db", BRIEF, at_once=True) as client:
        goes_on(client, begun(client))
    assert thought == 1


def test_an_admiral_whose_thoughts_run_into_limits_leaves_them_to_the_captain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_long(*_: Any) -> Any:
        raise TookTooLong("That took too long to compute.")

    monkeypatch.setattr(work, "search", too_long)
    with application(f"sqlite:///{tmp_path}/x.db", FOREVER, at_once=True) as client:
        goes_on(client, begun(client))


def test_an_admirals_hint_says_how_sure_he_is(tmp_path: Path) -> None:
    patient = Settings(admirals=Admirals(milliseconds=1500))
    with application(f"sqlite:///{tmp_path}/x.db", patient, at_once=True) as client:
        url = begun(client, game="graf-spee", seats={})
        position = client.get(url).json()
        asked = {"seat": "graf_spee", "seq": position["seq"]}
        while len(position["decision"]["options"]) < 3:
            option = position["decision"]["options"][0]["value"]
            client.post(f"{url}/choices", json={**asked, "option": option})
            position = client.get(url).json()
            asked["seq"] = position["seq"]
        hint = client.post(f"{url}/hint", json={**asked, "player": "admiral"}).json()
        assert hint["by"] == "admiral"
        assert "played out from here, give or take" in hint["reason"]
        assert hint["option"] in [option["value"] for option in position["decision"]["options"]]
        assert hint["second"]
        refused = client.post(f"{url}/hint", json={**asked, "player": "commodore"})
        assert refused.status_code == 400
        assert "it can be 'admiral' or 'captain'" in refused.json()["error"]


# Slices


def wolves() -> Match[Any]:
    match = flagplot.new("atlantic-wolves", seed=3).choose("pens")
    assert match.decision.key == "place_boat"
    return match


def test_slices_lead_to_the_same_thought_as_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "SECONDS_OF_SEARCH", 1e-9)
    data, found, slices = wolves().save(), None, 0
    while not isinstance(found, Thought):
        found = work.search(data, "x", Budget(12), found)
        slices += 1
    assert (MOST_WEIGHT - 1) * 12 < found.playouts <= MOST_WEIGHT * 12  # a plan costs as much as several decisions
    assert slices == found.playouts + 1  # one game each, and one to find that the budget is spent
    monkeypatch.setattr(work, "SECONDS_OF_SEARCH", 600)
    assert work.search(data, "x", Budget(12), None) == found
    other = work.search(data, "y", Budget(12), None)
    assert isinstance(other, Thought)
    assert [one.values for one in other.compared] != [one.values for one in found.compared]


def test_a_plan_goes_out_as_far_as_it_meets_the_questions_that_it_foresaw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "SECONDS_OF_SEARCH", 600)
    match = flagplot.new("sea-control", seed=3)
    phase = match.state.phase
    planned = work.search(match.save(), "x", Budget(2), None)
    assert isinstance(planned, Thought)
    assert planned.follow_up
    for option in (planned.option, *(answer.option for answer in planned.follow_up)):
        assert match.state.phase == phase
        match.choose(option)
    assert match.state.phase != phase


def test_a_hint_follows_from_what_the_seat_sees_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other dice to come, the same sight: the same hint, and not the same choice of a player in another game."""
    monkeypatch.setattr(work, "SECONDS_OF_SEARCH", 600)
    first, second = (flagplot.new("sea-control", seed=seed) for seed in (3, 4))
    assert first.decision
    assert first.view("allied") == second.view("allied")
    hints = [work.search(match.save(), None, Budget(8), None) for match in (first, second)]
    assert hints[0] == hints[1]
    assert hints[0] == Admiral(Budget(8), bytes(32).hex()).think(first.fork("allied", bytes(32)))
    choices = [work.search(match.save(), "x", Budget(8), None) for match in (first, second)]
    assert choices[0] != choices[1]


class Counting:
    """Workers that note the budgets they are given, and do nothing for them."""

    number = 3
    limits = WorkerLimits()
    is_closed = False

    def __init__(self, failures: int = 0) -> None:
        self.budgets: list[float | None] = []
        self.failures = failures
        self.busy = self.most = 0

    async def do(self, _: Any, data: bytes, purpose: str, budget: Budget, begun: Search | None) -> Any:
        if self.failures:
            self.failures -= 1
            raise NotNow("It died.")
        self.budgets.append(budget.seconds)
        self.busy += 1
        self.most = max(self.most, self.busy)
        await asyncio.sleep(0.001)
        self.busy -= 1
        return Thought("x", (), "") if begun else Search.of(["x", "y"], budget, "")


def test_searches_share_the_workers_and_their_time_and_leave_one_worker_to_others() -> None:
    async def several(number: int) -> Counting:
        workers = Counting()
        searching = Searching(workers, Admirals(milliseconds=1000))  # type: ignore[arg-type]
        await asyncio.gather(*(searching.thought(b"", "x") for _ in range(number)))
        assert searching.number == 0
        return workers

    few, many = asyncio.run(several(2)), asyncio.run(several(8))
    assert set(few.budgets) == {1.0}
    assert many.budgets[0] == 1.0  # it came first
    assert min(filter(None, many.budgets)) == 0.25
    assert (few.most, many.most) == (2, 2)


def test_a_slice_whose_worker_died_is_worked_out_again_but_not_for_ever() -> None:
    async def thought(failures: int) -> Thought | None:
        return await Searching(Counting(failures), Admirals()).thought(b"", "x")  # type: ignore[arg-type]

    assert asyncio.run(thought(2)) == Thought("x", (), "")
    with pytest.raises(NotNow):
        asyncio.run(thought(3))


def test_in_a_game_of_the_day_a_captain_stands_in_for_an_admiral() -> None:
    one = days.game_of(date(2026, 5, 24))._replace(opponent="admiral")
    match = flagplot.new(one.game.slug, one.scenario, 1, one.options)
    assert "admiral" not in one.seats(match).values()

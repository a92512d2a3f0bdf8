"""Computer players think in worker processes: within a limit, and whatever becomes of those."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot.engine import Game
from flagplot.engine.errors import IllegalChoice
from flagplot.server.errors import NotNow
from flagplot.server.settings import Settings, WorkerLimits
from flagplot.server.tables import thinking, work
from flagplot.server.tables.thinking import TookTooLong, TookTooMuch, Workers
from tests.server.in_process import application


def test_work_that_takes_too_long_is_stopped_and_a_worker_that_dies_is_replaced() -> None:
    async def trouble() -> None:
        workers = Workers(1, WorkerLimits(seconds=2))
        try:
            await workers.warm_up()
            began = time.monotonic()
            with pytest.raises(NotNow, match="too long"):
                await workers.do(time.sleep, 20)
            assert time.monotonic() - began < 15
            with pytest.raises(NotNow, match="had to restart"):
                await workers.do(os._exit, 1)
            assert await workers.do(abs, -1) == 1
        finally:
            workers.close()

    asyncio.run(trouble())


def test_work_that_takes_too_much_ends_its_own_worker_and_no_other() -> None:
    async def trouble() -> None:
        workers = Workers(2, WorkerLimits(seconds=20, memory_mb=300))
        try:
            await workers.warm_up()
            meanwhile = asyncio.create_task(workers.do(time.sleep, 2))
            await asyncio.sleep(0.1)
            with pytest.raises(TookTooMuch, match="too much memory"):
                await workers.do(bytes, 2**31)
            assert not meanwhile.done()
            with pytest.raises(TookTooLong):
                await workers.do(pow, 10**6, 10**8, seconds=0.3)  # no signal reaches it there
            await meanwhile
            assert await workers.do(abs, -1) == 1
        finally:
            workers.close()

    asyncio.run(trouble())


@pytest.mark.parametrize("is_ready", [False, True])
def test_a_worker_whose_server_dies_ends_without_a_complaint(is_ready: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "_leave_with_the_server", lambda: None)
    monkeypatch.setattr(thinking, "_limit_memory", lambda megabytes: None)
    of_server, of_worker = Pipe()
    if is_ready:
        of_server.send((time.sleep, (0.2,)))  # the server dies meanwhile
    else:
        of_server.close()
    with of_worker, ThreadPoolExecutor() as threads:
        worker = threads.submit(thinking._work, of_worker, 0)
        if is_ready:
            assert of_server.recv() is True
            of_server.close()
        assert worker.result(60) is None


def test_what_a_worker_refuses_is_told_as_it_is() -> None:
    async def refusal() -> None:
        workers = Workers(1)
        try:
            with pytest.raises(IllegalChoice, match="not offered"):
                await workers.do(work.odds, flagplot.new("atlantic-wolves", seed=1).save(), "nonsense")
        finally:
            workers.close()

    asyncio.run(refusal())


def test_computer_players_decide_until_a_person_must_or_it_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "SECONDS_AT_ONCE", 600)  # a busy machine would stop them before
    match = flagplot.new("sea-control", seed=3)
    chosen = work.decide(match.save(), {"allied": "captain"}, "x")
    for option in chosen:
        match.choose(option)
    assert match.decision
    assert match.decision.seat == "axis" or len(chosen) == work.DECISIONS_AT_ONCE
    both = work.decide(match.save(), {"axis": "midshipman", "allied": "midshipman"}, "x")
    assert len(both) == work.DECISIONS_AT_ONCE
    assert both != work.decide(match.save(), {"axis": "midshipman", "allied": "midshipman"}, "y")


class Failing(Workers):
    """Workers of whom nobody ever comes back."""

    def __init__(self) -> None:
        self.tries = 0

    async def do(self, function: Callable[..., Any], *args: Any, seconds: float | None = None) -> Any:
        self.tries += 1
        raise NotNow("They are all gone.")

    def close(self) -> None:
        pass


def test_a_midshipman_decides_when_a_captain_gives_no_answer(tmp_path: Path) -> None:
    with application(f"sqlite:///{tmp_path}/x.db") as client:
        services = client.app.state.services
        services.workers.close()
        services.answering._workers = failing = Failing()
        made = client.post("/api/matches", json={"game": "sea-control", "seed": 3}).json()
        deadline = time.monotonic() + 120
        while client.get(f"/api/matches/{made['id']}").json()["to_move"] != "axis":
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert failing.tries >= 3


def test_matches_that_nobody_watches_are_put_away_and_come_back(tmp_path: Path) -> None:
    with application(f"sqlite:///{tmp_path}/x.db", Settings(games_memory_mb=1)) as client:
        client.app.state.services.matches._most_memory = 200_000  # for three of them
        made = [client.post("/api/matches", json={"game": "atlantic-wolves"}).json()["id"] for _ in range(10)]
        live = client.app.state.services.matches._live
        assert list(live) == made[-3:]
        for match_id in made:
            choice = {"seat": "german", "seq": 0, "option": "hq"}
            assert client.post(f"/api/matches/{match_id}/choices", json=choice).status_code == 200
        with client.websocket_connect(f"/api/matches/{made[0]}/live?seat=german") as socket:
            position = socket.receive_json()
            assert position["seq"] == 1
            for match_id in made[1:]:
                client.get(f"/api/matches/{match_id}")
            assert made[0] in live
            assert len(live) <= 4
            choice = {"seat": "german", "seq": 1, "option": position["decision"]["options"][0]["value"]}
            assert client.post(f"/api/matches/{made[0]}/choices", json=choice).status_code == 200
            assert socket.receive_json()["seq"] == 2


def test_a_match_keeps_its_rules_until_its_players_agree_to_newer_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "can_go_on_from", lambda game, rules: True)  # else it would be refused
    path = tmp_path / "x.db"
    with application(f"sqlite:///{path}") as client:
        match_id = client.post("/api/matches", json={"game": "atlantic-wolves", "seed": 3}).json()["id"]
        for seq, option in enumerate(["pens", ["iceland", "normal"], ["iceland", "shadow"]]):
            choice = {"seat": "german", "seq": seq, "option": option}
            assert client.post(f"/api/matches/{match_id}/choices", json=choice).status_code == 200
        cookies = dict(client.cookies)
    older = flagplot.new("atlantic-wolves", seed=3)
    older.choose("pens")
    older.record.rules = 0
    present = flagplot.game("atlantic-wolves").rules_version
    data = older.save().replace(b'"rules":%d,"digest"' % present, b'"rules":0,"digest"')
    with sqlite3.connect(path) as database:
        database.execute("UPDATE matches SET snapshot = ?, rules = 0", (data,))
    database.close()
    url = f"/api/matches/{match_id}"
    with application(f"sqlite:///{path}", cookies=cookies) as client:
        held = client.get(url).json()
        assert held["decision"] is None
        assert held["table"]["newer_rules"]
        assert held["table"]["held"]
        assert "rules" in held["table"]["can"]
        barred = client.post(f"{url}/choices", json={"seat": "german", "seq": held["seq"], "option": "x"})
        assert barred.status_code == 409
        assert "agree to go on" in barred.json()["error"]
        moved = client.post(f"{url}/offers", json={"seat": "german", "kind": "rules"}).json()
        assert not moved["table"]["newer_rules"]
        text = f"goes on by version {present} of the rules, from the beginning of the phase."
        assert text in moved["talk"][-1]["text"]
    for moments in (1, 2):  # what is chosen by the newer rules is kept like everything
        with application(f"sqlite:///{path}", cookies=cookies) as client:
            position = client.get(url).json()
            assert position["moments"] == moments
            assert position["view"]["headline"] == "August 1942, month 1 of 10: Allotment and placement"
            option = position["decision"]["options"][0]["value"]
            choice = {"seat": "german", "seq": position["seq"], "option": option}
            assert client.post(f"{url}/choices", json=choice).status_code == 200

"""Uploaded saves: those that would take too much are refused, and none tells of the game that it comes from."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import select

import flagplot
from flagplot.client import Client, RemoteMatch
from flagplot.engine.saves import _digest
from flagplot.server.storage.schema import matches
from flagplot.server.tables.thinking import TookTooLong, TookTooMuch
from tests.contract.playing import at_decision
from tests.contract.test_extremes import changed
from tests.server.in_process import application
from tests.server.running import RunningServer, in_order
from tests.server.tables import database_of
from tests.server.test_input import refused


@pytest.fixture(scope="module")
def lone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("uploads"), in_earnest=True)
    while httpx.get(f"{running.url}/healthz", timeout=30).json()["workers"] != "ok":
        pass  # they are starting
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.told(), running.told()


@pytest.fixture
def ann(lone: RunningServer) -> Iterator[Client]:
    with lone.guest() as client:
        yield client


def sent(server: RunningServer, data: bytes) -> httpx.Response:
    kind = {"Content-Type": "application/octet-stream"}
    return httpx.post(f"{server.url}/api/matches/upload", content=data, headers=kind, timeout=30)


def memory_of(server: RunningServer) -> int:
    """The bytes that the server and its workers hold."""
    pids = [server.process.pid, *server.children()]
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 for pid in pids)


# Bombs


@pytest.mark.parametrize("number", [2**31, 10**9, 2**63 - 1, 10**40])
def test_a_small_save_that_asks_for_gigabytes_is_refused_at_once(lone: RunningServer, number: int) -> None:
    data = at_decision("graf-spee", 1, 5).save()
    before, began = memory_of(lone), time.monotonic()
    refused(sent(lone, changed(data, ("state", "quiet_aside"), number)), 422)
    assert time.monotonic() - began < 4
    assert memory_of(lone) - before < 50_000_000


def test_a_save_with_endless_lists_and_texts_is_refused(lone: RunningServer) -> None:
    envelope = msgspec.json.decode(at_decision("sea-control", 1, 5).save())
    for part, field, value in (
        ("record", "choices", [1] * 100_000),
        ("record", "fallen", [1] * 100_000),
        ("state", "waiting", ["x"] * 20_000),
        ("state", "resume", "x" * 200_000),
        ("state", "at", {str(n): [] for n in range(10_000)}),
    ):
        content = {**envelope["content"], part: {**envelope["content"][part], field: value}}
        raw = msgspec.json.encode(content)
        crafted = msgspec.json.encode({**envelope, "digest": _digest(raw), "content": msgspec.Raw(raw)})
        assert len(crafted) < 256_000
        refused(sent(lone, crafted), 422)
    answer = sent(lone, b'{"game":"sea-control","x":[' + b"1," * 2_400_000 + b"1]}")
    refused(answer, 413)
    assert answer.json()["error"] == "The request is too large: at most 256 kB can be sent here."


def test_uploads_do_not_hold_others_up(lone: RunningServer, ann: Client) -> None:
    envelope = msgspec.json.decode(at_decision("sea-control", 1, 5).save())
    raw = msgspec.json.encode({**envelope["content"], "junk": [[[]] * 20] * 2_500})
    crafted = msgspec.json.encode({**envelope, "digest": _digest(raw), "content": msgspec.Raw(raw)})
    match = ann.create("atlantic-wolves", seed=1)

    def flood() -> None:
        for _ in range(5):
            sent(lone, crafted)

    def waits(while_flooded: bool) -> float:
        floods = [Thread(target=flood) for _ in range(2)] if while_flooded else []
        for one in floods:
            one.start()
        taken = []
        for _ in range(40):
            began = time.perf_counter()
            match.refresh()
            taken.append(time.perf_counter() - began)
        for one in floods:
            one.join()
        return median(taken)

    assert waits(while_flooded=True) < 0.02 + 4 * waits(while_flooded=False)


@pytest.mark.parametrize("limit", [TookTooLong("That took too long."), TookTooMuch("That took too much memory.")])
def test_a_save_that_runs_into_a_limit_is_refused_as_the_fault_of_the_save(tmp_path: Path, limit: Exception) -> None:
    with application(f"sqlite:///{tmp_path}/x.db") as client:

        async def do(*_: object, **__: Any) -> None:
            raise limit

        client.app.state.services.workers.do = do
        kind = {"Content-Type": "application/octet-stream"}
        answer = client.post("/api/matches/upload", content=flagplot.new("sea-control").save(), headers=kind)
        assert answer.status_code == 422
        assert (
            answer.json()["error"]
            == "This save takes more time or memory than any game needs, so the server did not load it."
        )


# What a copy tells of the game that it comes from


def truth_of(server: RunningServer, match: RemoteMatch) -> flagplot.Match[Any]:
    """A match as the server has it; no seat can get at this."""
    with database_of(server) as connection:
        return flagplot.load(
            bytes(connection.scalar(select(matches.c.snapshot).where(matches.c.id == match.id)) or b"")
        )


def test_a_copy_that_is_resigned_tells_nothing_of_the_game_against_a_computer(lone: RunningServer, ann: Client) -> None:
    match = ann.create("sea-control", {"axis": "me", "allied": "captain"})
    while match.decision is None:
        match.poll(5)
    while len(truth_of(lone, match).record.choices) < 25:  # a snapshot that holds what the captain has done in secret
        match.decide(match.decision.options[0].value)
        while match.decision is None:
            match.poll(5)
    truth, told = truth_of(lone, match), []
    for _ in range(3):
        copy = ann.upload(match.save())
        assert in_order(copy.position.view) == in_order(match.position.view)
        copy.resign()
        over = flagplot.load(copy.save())
        told.append([sorted(over.state.at[port]) for port in ("scapa_flow", "norfolk", "gibraltar", "alexandria")])
        proof = ann.request("GET", f"/api/matches/{copy.id}/proof").json()
        assert proof["seed"] not in (None, truth.record.seed)
        assert truth.record.seed not in copy.save().decode()
    assert told[0] != told[1] or told[1] != told[2]


@pytest.mark.parametrize(("slug", "seats"), [("atlantic-wolves", {}), ("sea-control", {"axis": "me", "allied": "me"})])
def test_a_plain_save_does_not_tell_the_coming_dice(
    lone: RunningServer, ann: Client, slug: str, seats: dict[str, str]
) -> None:
    match = ann.create(slug, seats)
    truth = truth_of(lone, match)
    files = [flagplot.load(match.save()) for _ in range(2)]
    again = ann.upload(match.save(), "all")
    seeds = {truth.record.seed, truth_of(lone, again).record.seed, *(file.record.seed for file in files)}
    assert len(seeds) == 3  # the same save is the same file
    assert files[0].decision == truth.decision
    assert files[0].log() == truth.log()
    assert match.position.seed_hash == truth.seed_hash != files[0].seed_hash


def test_the_save_of_a_game_that_is_over_is_the_game_itself(lone: RunningServer, ann: Client) -> None:
    match = ann.create("atlantic-wolves")
    seed = truth_of(lone, match).record.seed
    match.resign()
    assert flagplot.load(match.save()).record.seed == seed

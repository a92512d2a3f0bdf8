"""What was acknowledged is not lost, however the server ends."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import flagplot
from flagplot.client import Client, NotReached, RemoteMatch
from tests.server.running import RunningServer

BOTH = {"axis": "me", "allied": "me"}
KILLED_AFTER = 30, 80, 130  # moves, however long these take


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path)
    yield running
    running.stop()


def restarted(server: RunningServer, client: Client) -> Client:
    """The same guest after the server was killed and started again."""
    known_as = client.guest
    server.kill()
    server.start()
    return server.guest(known_as)


def test_no_acknowledged_move_is_lost_when_the_server_is_killed_among_two_hundred(own_server: RunningServer) -> None:
    client = own_server.guest()
    match = client.create("sea-control", BOTH, seed=9)
    acknowledged: list[object] = []
    rng = Random(9)
    kills = 0
    killer: threading.Timer | None = None
    while len(acknowledged) < 200:
        if killer is None and kills < len(KILLED_AFTER) and len(acknowledged) >= KILLED_AFTER[kills]:
            killer = threading.Timer(0.005 * rng.random(), own_server.process.kill)  # in the middle of some move
            killer.start()
        try:
            match = client.match(match.id)
            assert match.decision
            option = rng.choice(match.decision.options).value
            match.decide(option)
        except NotReached:
            assert killer, own_server.told()
            killer = None
            kills += 1
            client = restarted(own_server, client)
            kept = flagplot.load(client.match(match.id).save()).record.choices
            # The last one may have been made without our knowing it.
            assert kept[: len(acknowledged)] == acknowledged
            assert len(kept) - len(acknowledged) <= 1
            acknowledged = list(kept)
        else:
            acknowledged.append(tuple(option) if isinstance(option, list) else option)
    assert kills == len(KILLED_AFTER)
    client = restarted(own_server, client)
    saved = flagplot.load(client.match(match.id).save())
    assert saved.record.choices == acknowledged


def test_workers_end_with_the_server_however_it_ends(tmp_path: Path) -> None:
    running = RunningServer(tmp_path, in_earnest=True)
    running.guest().create("atlantic-wolves").hint()
    children = running.children()
    assert children
    running.kill()
    deadline = time.monotonic() + 120
    while any(Path(f"/proc/{child}/status").exists() for child in children):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_match_goes_on_after_a_restart_as_if_nothing_had_been(own_server: RunningServer) -> None:
    client = own_server.guest()
    client.rename("Ann")
    match = client.create("atlantic-wolves", seed=3)
    match.decide("pens")
    for _ in range(3):
        assert match.decision
        match.decide(match.decision.options[0].value)
    match.undo()
    before, moments, infos = match.refresh(), match.moments(), client.matches()
    client = restarted(own_server, client)
    again = client.match(match.id)
    assert again.position == before
    assert again.moments() == moments
    assert client.matches() == infos
    again.undo()
    assert again.decision
    again.decide(again.decision.options[0].value)


def test_a_match_is_played_again_when_its_save_cannot_be_read(own_server: RunningServer) -> None:
    client = own_server.guest()
    match = client.create("sea-control", BOTH, seed=3)
    for _ in range(30):
        match = client.match(match.id)
        assert match.decision
        match.decide(match.decision.options[0].value)
    position = match.refresh()
    known_as = client.guest
    own_server.kill()
    with sqlite3.connect(own_server.database) as database:
        assert database.execute("SELECT snapshot_moves FROM matches").fetchone() == (25,)
        database.execute("UPDATE matches SET snapshot = ?", (b"{}",))
    database.close()
    own_server.start()
    assert own_server.guest(known_as).match(match.id, match.seat).position == position
    assert "Cannot read the save" in own_server.told()


def test_computer_players_go_on_after_a_restart(own_server: RunningServer) -> None:
    client = own_server.guest()
    match = client.create("sea-control", seed=5)
    client = restarted(own_server, client)
    deadline = time.monotonic() + 120
    while own_to_move(own_server) != "axis":  # nobody has opened the match
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert client.match(match.id).decision


def own_to_move(server: RunningServer) -> str:
    database = sqlite3.connect(server.database)
    try:
        ((seat,),) = database.execute("SELECT to_move FROM matches").fetchall()
        return str(seat)
    finally:
        database.close()


def test_a_move_that_cannot_be_written_is_not_made(own_server: RunningServer) -> None:
    client = own_server.guest()
    match = client.create("atlantic-wolves", seed=3)
    match.decide("pens")
    before = match.refresh()
    assert match.decision
    database = sqlite3.connect(own_server.database)
    database.execute("BEGIN IMMEDIATE")  # nobody else can write
    with pytest.raises(flagplot.FlagplotError, match="could not store"):
        match.decide(match.decision.options[0].value)
    assert match.refresh() == before
    database.close()
    match.decide(match.decision.options[0].value)
    assert match.position.seq == before.seq + 1


def test_a_server_that_is_asked_to_end_does_so_at_once(tmp_path: Path) -> None:
    running = RunningServer(tmp_path)
    client = Client(running.url)
    waiting = threading.Thread(target=_wait, args=(client.create("atlantic-wolves"),))
    waiting.start()
    time.sleep(0.3)
    began = time.monotonic()
    assert running.stop() == 0
    assert time.monotonic() - began < 5
    waiting.join()
    client.close()


def _wait(match: RemoteMatch) -> None:
    with suppress(flagplot.FlagplotError):
        match.poll(20)

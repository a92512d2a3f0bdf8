"""What an operator relies on: health, figures, a log without secrets, and an end in good order."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import flagplot
from flagplot.client import Client, NotReached, Refused, RemoteMatch
from flagplot.server.settings import Settings, read_settings
from flagplot.server.storage.database import Database
from tests.server.postgres import Cluster
from tests.server.running import RunningServer

TOKEN = "a token of sixteen or more letters"
THROUGH_A_PROXY = {"X-Forwarded-For": "198.51.100.7"}


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[RunningServer]:
    """A server with a log of requests and a token for its figures."""
    running = RunningServer(tmp_path, settings=f'[logs]\nformat = "json"\n[metrics]\ntoken = "{TOKEN}"\n')
    yield running
    running.stop()


def secret_of(client: Client) -> str:
    """What the server knows a guest by."""
    assert client.guest
    return client.guest


# Health


def test_a_server_that_is_well_says_so(server: RunningServer) -> None:
    answer = httpx.get(f"{server.url}/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "workers": "ok", "bulletin": "ok"}


def test_a_server_without_its_database_is_not_well_and_gets_well_again(tmp_path: Path) -> None:
    cluster = Cluster()
    running = RunningServer(tmp_path, cluster.new_database())
    try:
        with running.guest() as client:
            match = client.create("atlantic-wolves", seed=1)
            cluster.stop()
            answer = httpx.get(f"{running.url}/healthz", timeout=20)
            assert (answer.status_code, answer.json()["database"]) == (503, "failed")
            with pytest.raises(Refused) as refusal:
                match.decide("hq")
            assert refusal.value.status == 503
            cluster.start()
            until_it_is_well(running)
            match.refresh()
            match.decide("hq")
        assert running.stop() == 0
    finally:
        running.process.kill()
        cluster.close()


def until_it_is_well(server: RunningServer) -> None:
    deadline = time.monotonic() + 120
    while httpx.get(f"{server.url}/healthz", timeout=20).status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_server_whose_database_cannot_be_written_is_not_well(tmp_path: Path) -> None:
    running = RunningServer(tmp_path)
    database = sqlite3.connect(running.database)
    database.execute("BEGIN IMMEDIATE")  # nobody else can write
    answer = httpx.get(f"{running.url}/healthz", timeout=20)
    assert (answer.status_code, answer.json()["database"]) == (503, "failed")
    database.close()
    until_it_is_well(running)
    assert running.stop() == 0


def test_a_full_disk_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look() -> list[bool]:
        database = Database(f"sqlite:///{tmp_path}/x.db")
        found = [await database.answers()]
        monkeypatch.setattr("flagplot.server.storage.database.disk_usage", lambda path: SimpleNamespace(free=1000))
        found.append(await database.answers())
        database.close()
        return found

    assert asyncio.run(look()) == [True, False]


def test_a_database_that_only_reads_is_not_well(postgres: Cluster) -> None:
    async def look() -> list[bool]:
        url = postgres.new_database()
        database = Database(url)
        found = [await database.answers()]
        database.close()
        reading = Database(f"{url}?options=-cdefault_transaction_read_only%3Don")
        found.append(await reading.answers())
        reading.close()
        return found

    assert asyncio.run(look()) == [True, False]


# Figures


def test_figures_are_for_this_machine_and_for_whoever_knows_the_token(watched: RunningServer) -> None:
    url = f"{watched.url}/metrics"
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    assert httpx.get(url).status_code == 200
    assert httpx.get(url, headers=bearer | THROUGH_A_PROXY).status_code == 200
    for host in ("localhost", "LOCALHOST:8000", "127.0.0.1", "[::1]:80"):
        assert httpx.get(url, headers={"Host": host}).status_code == 200, host
    for headers in (
        {"Host": "rebound.example.org"},
        {"Host": "localhost.example.org:80"},
        {"Host": "127.0.0.1.example.org"},
        THROUGH_A_PROXY,
        {"Forwarded": "for=198.51.100.7"},
        {"X-Real-IP": "198.51.100.7"},
        {"Via": "1.1 proxy"},
        {"Authorization": "Bearer"} | THROUGH_A_PROXY,
        {"Authorization": f"Bearer {TOKEN}x"} | THROUGH_A_PROXY,
        {"Authorization": TOKEN} | THROUGH_A_PROXY,
    ):
        assert httpx.get(url, headers=headers).status_code == 404, headers


def test_without_a_token_in_the_settings_none_is_right(server: RunningServer) -> None:
    for given in ("", "Bearer", "Bearer None"):
        headers = {"Authorization": given} | THROUGH_A_PROXY
        assert httpx.get(f"{server.url}/metrics", headers=headers).status_code == 404


def test_figures_tell_what_was_done(watched: RunningServer) -> None:
    with watched.guest() as client:
        match = client.create("atlantic-wolves", seed=1)
        match.decide("hq")
        url = f"{watched.url}/api/matches/{match.id}/live?seat=german".replace("http", "ws")
        with connect(url, additional_headers={"Cookie": watched.cookie(client)}) as page:
            page.recv()
            figures = read_figures(httpx.get(f"{watched.url}/metrics").text)
    choices = 'route="/api/matches/{match_id}/choices"'
    assert figures[f'flagplot_requests_total{{method="POST",{choices},status="200"}}'] == 1
    assert figures[f'flagplot_request_seconds_bucket{{le="+Inf",{choices}}}'] == 1
    assert 0 < figures[f"flagplot_request_seconds_sum{{{choices}}}"] < 5
    assert figures['flagplot_moves_total{game="atlantic-wolves"}'] == 1
    assert figures["flagplot_matches_in_memory"] == 1
    assert figures["flagplot_pages_connected"] == 1
    assert figures["flagplot_work_queue"] >= 0
    assert figures["flagplot_hears_others"] == 1
    assert figures["flagplot_write_seconds_count"] >= 2
    assert figures["process_resident_memory_bytes"] > 1e6


def test_methods_that_nobody_uses_make_one_figure_and_invented_ones_none(watched: RunningServer) -> None:
    invented = [f"M{number}X`'|!#$" for number in range(20)]
    for method in ("PROPFIND", "LOCK", "MKCOL", *invented):
        with socket.create_connection(("127.0.0.1", watched.port)) as wire:
            wire.sendall(f"{method} /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            assert wire.recv(100).startswith(b"HTTP/1.1 400 " if method in invented else b"HTTP/1.1 404 ")
    figures = read_figures(httpx.get(f"{watched.url}/metrics").text)
    methods = {name: count for name, count in figures.items() if name.startswith("flagplot_requests_total")}
    assert {name: count for name, count in methods.items() if "GET" not in name} == {
        'flagplot_requests_total{method="other",route="(nothing there)",status="404"}': 3
    }
    assert watched.stop() == 0
    assert "M1X" not in watched.told()


def read_figures(told: str) -> dict[str, float]:
    """The figures by their names and labels."""
    lines = [line.rpartition(" ") for line in told.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


# The log


def busy_guest(server: RunningServer) -> list[str]:
    """Somebody who does this and that, rightly and wrongly; what must not stand in the log."""
    with server.guest() as client:
        client.rename("Ernestine")
        match = client.create("atlantic-wolves", seed=1)
        match.decide("hq")
        match.poll()
        match.moments()
        cookie = secret_of(client)
        for method, path in (("GET", "/g/secret-place"), ("POST", f"/api/matches/{match.id}/nothing"), ("GET", "/äöü")):
            httpx.request(method, server.url + path, headers={"Cookie": f"x={cookie}"})
        with pytest.raises(Refused):
            client.request("POST", f"/api/matches/{match.id}/choices", content=b"Ernestine")
        return ["Ernestine", match.id, cookie, "secret-place", "127.0.0.1", 'nothing"', "äöü"]


def test_the_log_has_a_line_for_each_request_and_no_secret(watched: RunningServer) -> None:
    secrets = busy_guest(watched)
    assert watched.stop() == 0
    first, *lines = watched.told().splitlines()
    assert first.startswith("Flagplot is at")
    entries = [json.loads(line) for line in lines]
    requests = [entry for entry in entries if "route" in entry]
    assert {"method": "POST", "route": "/api/matches/{match_id}/choices", "status": 200}.items() <= next(
        entry.items() for entry in requests if entry["route"].endswith("/choices")
    )
    assert {"/g/{match_id}", "(nothing there)", "/api/me"} <= {entry["route"] for entry in requests}
    assert all(entry["ms"] >= 0 and entry["at"].endswith("Z") for entry in requests)
    assert [entry["text"] for entry in entries if "text" in entry] == ["The server is shutting down."]
    for secret in secrets:
        assert secret not in "\n".join(lines)


def test_the_log_as_text_says_the_same(tmp_path: Path) -> None:
    running = RunningServer(tmp_path, settings='[logs]\nformat = "text"\n')
    secrets = busy_guest(running)
    assert running.stop() == 0
    told = running.told()
    assert " info POST /api/matches/{match_id}/choices 200 " in told
    for secret in secrets:
        assert secret not in told.partition("\n")[2]


def test_without_settings_only_trouble_is_noted(tmp_path: Path) -> None:
    running = RunningServer(tmp_path)
    busy_guest(running)
    assert running.stop() == 0
    assert running.told().count("\n") == 1


# The page about running a server


def test_the_settings_in_the_docs_are_settings_and_the_limits_are_those_that_hold(tmp_path: Path) -> None:
    page = Path(__file__).parent.parent.parent / "docs" / "server.md"
    examples = re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        (tmp_path / "settings.toml").write_text(example, encoding="utf-8")
        settings = read_settings(tmp_path / "settings.toml")
        assert settings.behind_proxy
        assert settings.limits == Settings().limits
        assert settings.abandon_after_days == Settings().abandon_after_days


# The end


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_a_server_under_load_ends_in_good_order_and_loses_nothing(tmp_path: Path, stack: ExitStack) -> None:
    running = RunningServer(tmp_path)
    players = [Player(running, seed) for seed in range(6)]
    waiting = Player(running, 99)
    url = f"{running.url}/api/matches/{waiting.match.id}/live?seat=german".replace("http", "ws")
    page = stack.enter_context(connect(url, additional_headers={"Cookie": running.cookie(waiting.client)}))
    page.recv()
    polled = threading.Thread(target=waiting.wait)
    polled.start()
    for player in players:
        player.start()
    while any(player.is_alive() and player.acknowledged <= 3 for player in players):
        time.sleep(0.1)
    began = time.monotonic()
    running.process.send_signal(signal.SIGTERM)
    assert running.process.wait(60) == 0
    assert time.monotonic() - began < 12
    with pytest.raises(ConnectionClosed) as closed:
        page.recv(timeout=5)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1012
    polled.join(5)
    assert waiting.was_answered
    for player in players:
        player.join(10)
        assert player.acknowledged > 3
        assert player.trouble in (None, 503)
    running.log.close()
    running.start()
    for player in players:
        with running.guest(secret_of(player.client)) as again:
            kept = flagplot.load(again.match(player.match.id).save()).record.choices
        assert player.acknowledged <= len(kept) <= player.acknowledged + 1
    assert running.stop() == 0
    assert "Traceback" not in running.told()


class Player(threading.Thread):
    """Somebody who decides one thing after the other for as long as there is a server."""

    def __init__(self, server: RunningServer, seed: int) -> None:
        super().__init__()
        self.client = Client(server.url)
        self.match: RemoteMatch = self.client.create("atlantic-wolves", seed=seed)
        self.acknowledged = 0
        self.trouble: int | None = None
        self.was_answered = False

    def run(self) -> None:
        try:
            while self.match.decision:
                self.match.decide(self.match.decision.options[0].value)
                self.acknowledged += 1
        except NotReached:
            pass
        except Refused as refusal:
            self.trouble = refusal.status
        finally:
            self.client.close()

    def wait(self) -> None:
        """Ask for news, of which there are none."""
        try:
            self.match.poll(20)
        except Refused as refusal:
            self.was_answered = refusal.status == 503
        finally:
            self.client.close()


def unfinished(server: RunningServer) -> socket.socket:
    """A request of which the end never comes."""
    wire = socket.create_connection(("127.0.0.1", server.port))
    wire.sendall(
        b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    )
    time.sleep(0.5)
    return wire


def test_a_terminal_that_is_gone_ends_the_server_in_good_order(tmp_path: Path, stack: ExitStack) -> None:
    running = RunningServer(tmp_path)
    waiting = Player(running, 1)
    url = f"{running.url}/api/matches/{waiting.match.id}/live?seat=german".replace("http", "ws")
    page = stack.enter_context(connect(url, additional_headers={"Cookie": running.cookie(waiting.client)}))
    page.recv()
    running.process.send_signal(signal.SIGHUP)
    running.process.send_signal(signal.SIGHUP)
    assert running.process.wait(60) == 0
    with pytest.raises(ConnectionClosed) as closed:
        page.recv(timeout=5)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1012
    waiting.client.close()
    running.log.close()


def test_who_asks_twice_is_obeyed_at_once(tmp_path: Path) -> None:
    running = RunningServer(tmp_path)
    with unfinished(running):
        running.process.send_signal(signal.SIGTERM)
        time.sleep(1)
        assert running.process.poll() is None
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(8) == 1  # without the 10 s for requests under way
    running.log.close()


@pytest.mark.long
def test_a_request_that_never_ends_is_cut_off_after_a_while(tmp_path: Path) -> None:
    running = RunningServer(tmp_path)
    with unfinished(running):
        assert running.stop() == 0
    assert "cut off" in running.told()

"""How long an answer takes does not tell what the other side does in secret: whoever reads waits for no write."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import Any

import httpx
import pytest

from flagplot.client import RemoteMatch
from tests.server.running import RunningServer
from tests.server.test_refusals import as_guest


@pytest.fixture(scope="module")
def lone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("timing"))
    yield running
    assert running.stop() == 0


def begun(server: RunningServer) -> tuple[RemoteMatch, RemoteMatch, httpx.Client]:
    """A game between two people in which the Allies decide in secret, and the connection of the Axis."""
    ann, bob = server.guest(), server.guest()
    axis = ann.create("sea-control", {"axis": "me", "allied": "open"})
    allied = bob.join(axis.invite, "allied")
    axis.refresh()
    return axis, allied, as_guest(server, ann)


@contextmanager
def stalled_writes(server: RunningServer) -> Iterator[None]:
    """Somebody else holds the database, so that no write of the server comes to its end."""
    with sqlite3.connect(server.database, isolation_level=None) as database:
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("ROLLBACK")
    database.close()


def test_reads_and_refusals_are_answered_while_a_secret_choice_is_being_written_down(lone: RunningServer) -> None:
    axis, allied, wire = begun(lone)
    url, asks = f"/api/matches/{axis.id}", {"seat": "axis", "seq": axis.position.seq}
    requests: dict[str, tuple[str, str, Any]] = {
        "position": ("GET", url, None),
        "changes": ("GET", f"{url}/changes?since={axis.position.seq}", None),
        "older changes": ("GET", f"{url}/changes?since=-1", None),
        "moments": ("GET", f"{url}/moments", None),
        "moment": ("GET", f"{url}/moments/0", None),
        "notes": ("GET", f"{url}/notes", None),
        "kinds": ("GET", f"{url}/kinds", None),
        "save": ("GET", f"{url}/save", None),
        "proof": ("GET", f"{url}/proof", None),
        "page": ("GET", f"/g/{axis.id}", None),
        "choice out of turn": ("POST", f"{url}/choices", {**asks, "option": "x"}),
        "stale choice": ("POST", f"{url}/choices", {**asks, "seq": -1, "option": "x"}),
        "undo": ("POST", f"{url}/undo", asks),
        "hint": ("POST", f"{url}/hint", asks),
        "why not": ("POST", f"{url}/why-not", {**asks, "target": "x"}),
    }

    def answers() -> dict[str, tuple[int, bytes]]:
        found = {name: wire.request(method, path, json=body) for name, (method, path, body) in requests.items()}
        same = {name: answer.content for name, answer in found.items() if name != "save"}
        return {name: (answer.status_code, same.get(name, b"")) for name, answer in found.items()}

    answers()  # from now on they are seen to be there
    before = answers()
    assert allied.decision
    option = allied.decision.options[-1].value
    with ThreadPoolExecutor(1) as other:
        with stalled_writes(lone):
            deciding = other.submit(allied.decide, option)
            time.sleep(0.3)
            began = time.monotonic()
            assert answers() == before
            assert time.monotonic() - began < 3
            assert not deciding.done()
        assert deciding.result().seq == 1
        assert answers() == before  # and afterwards nothing of it shows, either
    wire.close()


def area_under_curve(some: list[float], others: list[float]) -> float:
    """The probability that any of some is larger than any of others."""
    ranked = sorted([(value, 1) for value in some] + [(value, 0) for value in others])
    ranks = sum(rank for rank, (_, is_some) in enumerate(ranked, start=1) if is_some)
    return (ranks - len(some) * (len(some) + 1) / 2) / (len(some) * len(others))


@pytest.mark.long
def test_polling_does_not_tell_in_which_game_a_secret_choice_is_made(lone: RunningServer) -> None:
    axis, allied, wire = begun(lone)
    _, elsewhere, other_wire = begun(lone)
    other_wire.close()
    polled: list[tuple[float, float]] = []  # when, and how long it took
    made: dict[bool, list[float]] = {True: [], False: []}  # when choices were made: here, or in another game
    is_over = threading.Event()

    def poll() -> None:
        while not is_over.is_set():
            began = time.perf_counter()
            wire.get(f"/api/matches/{axis.id}/changes", params={"since": axis.position.seq})
            polled.append((began, time.perf_counter() - began))

    def slowest(moments: list[float]) -> list[float]:
        """The longest answer around each moment: what an eavesdropper would look for."""
        return [
            max(took for began, took in polled if at - 0.005 <= began + took and began <= at + 0.03) for at in moments
        ]

    poller = threading.Thread(target=poll)
    poller.start()
    rng = Random(1)
    for _ in range(240):
        here = rng.random() < 0.5
        match = allied if here else elsewhere
        if match.decision is None:
            break
        time.sleep(0.05 + 0.05 * rng.random())
        made[here].append(time.perf_counter())
        match.decide(rng.choice(match.decision.options).value)
    is_over.set()
    poller.join()
    wire.close()
    quiet = [at - 0.045 for at in made[True]]
    area = area_under_curve(slowest(made[True]), slowest(made[False]))
    against_silence = area_under_curve(slowest(made[True]), slowest(quiet))
    print(f"{area:.2f} against the other game, {against_silence:.2f} against silence")
    assert min(map(len, made.values())) >= 30
    assert abs(area - 0.5) < 0.15  # three standard deviations for forty of each

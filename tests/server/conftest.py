"""What the tests of the server share: a running server on each kind of database, and guests of it."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import httpx
import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG
from httpx._transports import default as transports

from flagplot import cli
from flagplot.client import Client
from flagplot.server.storage.opening import POSTGRESQL, SQLITE
from tests.server.commands import Run
from tests.server.postgres import Cluster
from tests.server.running import RunningServer

PATIENCE = 60.0  # seconds: on a busy machine an answer takes longer than the usual 5

for part in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, part, PATIENCE)

# Each connection would read all certificates of the world, although none is used here.
transports.create_ssl_context = functools.cache(httpx.create_ssl_context)  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def no_loop_of_the_browser() -> Iterator[None]:
    """Let a test run a loop of its own, although that of a browser, which an earlier test has started, runs on."""
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    cluster = Cluster()
    yield cluster
    cluster.close()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Keep for long runs what a short one does on the other kind of database, unless a mark asks for each."""
    case = getattr(item, "callspec", None)
    does_on_either = item.get_closest_marker("either_database")
    kind = case.params.get("kind" if does_on_either and "kind" in case.params else "server") if case else None
    if kind is None or item.get_closest_marker("each_database"):
        return
    usual = SQLITE
    if does_on_either:
        usual = (SQLITE, POSTGRESQL)[crc32(item.originalname.encode()) % 2]  # type: ignore[attr-defined]
    if kind != usual:
        item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session", params=[SQLITE, POSTGRESQL])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    db = request.getfixturevalue("postgres").new_database() if request.param == POSTGRESQL else None
    running = RunningServer(tmp_path_factory.mktemp("server"), db)
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.told()


@pytest.fixture
def guest(server: RunningServer) -> Iterator[Client]:
    with server.guest() as client:
        yield client


@pytest.fixture
def stranger(server: RunningServer) -> Iterator[Client]:
    with server.guest() as client:
        yield client


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `flagplot admin` on a database as the shell would."""

    def admin(db: str, *arguments: str | Path) -> tuple[int, str, str]:
        capsys.readouterr()
        code = cli.main(["admin", "--db", db, *map(str, arguments)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return admin

"""What the tests of the server share: one running server, and guests of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from flagplot.client import Client
from tests.server.running import RunningServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("server"))
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

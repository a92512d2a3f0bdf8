"""The application in the process of the tests, for what they must look into or change while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest import mock

from litestar.testing import TestClient

from flagplot.server.app import create_app
from flagplot.server.settings import Settings, WorkerLimits
from flagplot.server.tables.thinking import Workers
from tests.server.forks import share_routes, start_no_worker


class AtOnce:
    """Workers who do everything in the process of the tests."""

    number = 1
    limits = WorkerLimits()
    is_closed = False

    async def do(self, function: Callable[..., Any], *args: Any, seconds: float | None = None) -> Any:
        return function(*args)

    def close(self) -> None:
        pass


@contextmanager
def application(
    url: str,
    settings: Settings | None = None,
    cookies: Mapping[str, str] | None = None,
    at_once: bool = False,
) -> Iterator[TestClient[Any]]:
    """A client of the application on a database; there is one at a time, and its workers start when needed.

    With `at_once` there are no worker processes, each of which would load the program.
    """
    _share_routes_here()
    with (
        mock.patch.object(Workers, "warm_up", start_no_worker),
        TestClient(create_app(url, settings), cookies=dict(cookies or {})) as client,
    ):
        if at_once:
            services = client.app.state.services
            services.workers.close()
            services.workers = services.answering._workers = services.agreements._workers = AtOnce()
            services.searching._workers = services.workers
        yield client


@cache
def _share_routes_here() -> None:
    share_routes()

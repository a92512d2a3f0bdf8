"""Worker processes: they think, with a limit, while the server answers others."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from flagplot.server.errors import NotNow
from flagplot.server.tables import work

T = TypeVar("T")

SECONDS = 20.0  # the limit of a piece of work

logger = logging.getLogger(__name__)


class TookTooLong(Exception):
    """A piece of work ran into its limit."""


LEAST = 2  # so that a long piece of work does not hold up a hint


class Workers:
    """As many worker processes as the machine has cores to spare, and at least two."""

    def __init__(self, number: int | None = None, seconds: float = SECONDS) -> None:
        self._number = number or max(LEAST, (os.cpu_count() or 1) - 1)
        self._seconds = seconds
        self.queue = 0  # pieces of work that wait or are being done
        self._is_closed = False
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._number, multiprocessing.get_context("spawn"), initializer=_leave_with_the_server
        )

    async def do(self, function: Callable[..., T], *args: Any) -> T:
        """The result of a piece of work; NotNow when a worker died of it or it took too long."""
        pool = self._pool
        self.queue += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, _within, self._seconds, function, args)
        except TookTooLong:
            logger.warning("%s took more than %s seconds and was stopped.", function.__name__, self._seconds)
            raise NotNow("That took too long to work out; try again or go on without it.") from None
        except BrokenProcessPool:
            if not self._is_closed:
                self._replace(pool)
                logger.warning("A worker process died of %s; there are new ones.", function.__name__)
            raise NotNow("The part of the server that works this out had to start again; try once more.") from None
        finally:
            self.queue -= 1

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        if self._pool is broken:
            self._pool = self._new_pool()
        broken.shutdown(wait=False, cancel_futures=True)

    async def warm_up(self) -> None:
        """Start them before they are needed."""
        await asyncio.gather(*(self.do(work.warm_up) for _ in range(self._number)))

    def close(self) -> None:
        """End them, whatever they do: nobody waits for it any more."""
        self._is_closed = True
        for process in list((self._pool._processes or {}).values()):  # there is no other way to them yet
            process.terminate()
        self._pool.shutdown(cancel_futures=True)


def _within(seconds: float, function: Callable[..., T], args: tuple[Any, ...]) -> T:
    """In a worker: do it, or stop when it takes too long."""
    if not hasattr(signal, "setitimer"):
        return function(*args)
    signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return function(*args)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _too_long(*_: Any) -> None:
    raise TookTooLong


def _leave_with_the_server() -> None:
    """In a worker: end when the server is gone, however it ended; Ctrl-C is the server's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server

    def wait_for_its_end() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=wait_for_its_end, daemon=True).start()

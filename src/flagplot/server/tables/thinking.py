"""Worker processes: they think, within limits of time and memory, while the server answers others.

The pool of the standard library is not used: it cannot end one worker without failing what all others do.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from flagplot.engine.errors import FlagplotError
from flagplot.server.errors import NotNow
from flagplot.server.settings import WorkerLimits
from flagplot.server.tables import work

T = TypeVar("T")

SECONDS_TO_START = 60.0  # a worker, which loads the games first
LEAST = 2  # so that a long piece of work does not hold up a hint
DIED = "The server process that computes this had to restart. Try again."

logger = logging.getLogger(__name__)


class Exhausted(NotNow):
    """A piece of work ran into a limit."""


class TookTooLong(Exhausted):
    """A piece of work ran into its limit of time."""


class TookTooMuch(Exhausted):
    """A piece of work ran into its limit of memory."""


class Worker:
    """A process that does one piece of work after the other."""

    def __init__(self, megabytes: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, megabytes), daemon=True)
        self._process.start()
        self._is_ready = False
        theirs.close()

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.is_alive()

    def ask(self, function: Callable[..., T], args: tuple[Any, ...], seconds: float) -> tuple[T, BaseException | None]:
        """What a piece of work gives, and what it raised; EOFError or OSError when the process died of it."""
        if not self._is_ready and self._connection.poll(SECONDS_TO_START):
            self._is_ready = self._connection.recv()
        self._connection.send((function, args))
        if not self._connection.poll(seconds):
            raise TookTooLong("That took too long to compute. Try again, or go on without it.")
        result, error = self._connection.recv()
        if isinstance(error, MemoryError):
            raise TookTooMuch("That took too much memory to compute.")
        return result, error

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()


class Workers:
    """As many worker processes as the machine has cores to spare, and at least two."""

    def __init__(self, number: int | None = None, limits: WorkerLimits | None = None) -> None:
        self.number = number or max(LEAST, (os.cpu_count() or 1) - 1)
        self.limits = limits or WorkerLimits()
        self.queue = 0  # pieces of work that wait or are being done
        self.is_closed = False
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._changing = threading.Lock()  # of the two above
        self._threads = ThreadPoolExecutor(self.number, "workers")  # each waits for one worker

    async def do(self, function: Callable[..., T], *args: Any, seconds: float | None = None) -> T:
        """The result of a piece of work.

        Exhausted when it took too long or too much memory, NotNow when its worker died of it.
        """
        limit = self.limits.seconds if seconds is None else seconds
        self.queue += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._done, function, args, limit)
        except RuntimeError:
            if self.is_closed:
                raise NotNow(DIED) from None
            raise
        finally:
            self.queue -= 1

    def _done(self, function: Callable[..., T], args: tuple[Any, ...], seconds: float) -> T:
        """In a thread: have a worker do it; one that did not survive it is replaced when the next is needed."""
        worker = self._free_worker()
        try:
            result, error = worker.ask(function, args, seconds)
        except Exhausted as limit:
            logger.warning("%s was stopped: %s", function.__name__, type(limit).__name__)
            self._dismiss(worker)
            raise
        except (EOFError, OSError):
            self._dismiss(worker)
            if not self.is_closed:
                logger.warning("A worker process died (%s) and was replaced.", function.__name__)
            raise NotNow(DIED) from None
        self._idle.append(worker)
        if error is not None:
            raise error
        return result

    def _free_worker(self) -> Worker:
        """The one that worked last, because it may know the match, or a new one."""
        with self._changing:
            if self.is_closed:
                raise NotNow(DIED)
            while self._idle:
                worker = self._idle.pop()
                if worker.is_alive:
                    return worker
                self._all.discard(worker)
            worker = Worker(self.limits.memory_mb)
            self._all.add(worker)
            return worker

    def _dismiss(self, worker: Worker) -> None:
        with self._changing:
            self._all.discard(worker)
        worker.end()

    async def warm_up(self) -> None:
        """Start them before they are needed."""
        await asyncio.gather(*(self.do(work.warm_up) for _ in range(self.number)))

    def close(self) -> None:
        """End them, whatever they do: nobody waits for it any more."""
        with self._changing:
            self.is_closed = True
            for worker in self._all:
                worker.end()
        self._threads.shutdown(cancel_futures=True)


# In a worker


def _work(connection: Connection, megabytes: int) -> None:
    """Answer questions until the server is gone."""
    _leave_with_the_server()
    _limit_memory(megabytes)
    work.warm_up()
    with suppress(EOFError, OSError):  # the server is gone
        connection.send(True)
        while True:
            function, args = connection.recv()
            _send(connection, _answer(function, args), function.__name__)


def _send(connection: Connection, answer: tuple[Any, BaseException | None], asked: str) -> None:
    """Send an answer, or at least that it cannot be sent."""
    try:
        connection.send(answer)
    except OSError:
        raise
    except Exception as error:
        connection.send((None, RuntimeError(f"{asked} gave what cannot be sent: {error!r}")))


def _answer(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, BaseException | None]:
    try:
        return function(*args), None
    except MemoryError:
        return None, MemoryError()
    except FlagplotError as error:
        return None, error
    except BaseException as error:
        error.add_note(traceback.format_exc())  # the server's log tells where it went wrong
        return None, error


def _limit_memory(megabytes: int) -> None:
    """Let this process have so much memory of its own, where the system can see to that."""
    if sys.platform == "win32":
        return
    import resource

    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 2**20, megabytes * 2**20))


def _leave_with_the_server() -> None:
    """End when the server is gone, however it ended; Ctrl-C is the server's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server

    def wait_for_its_end() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=wait_for_its_end, daemon=True).start()

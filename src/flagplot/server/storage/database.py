"""Work in the database, done in threads so that the server answers others meanwhile."""

from __future__ import annotations

import asyncio
import functools
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from shutil import disk_usage
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, InterfaceError, InternalError, OperationalError

from flagplot.engine.errors import FlagplotError
from flagplot.server.errors import NotNow, Refused, ServerTrouble
from flagplot.server.operating.metrics import Durations
from flagplot.server.storage import frequent, match_queries
from flagplot.server.storage.migrations import hold_off_others, upgrade
from flagplot.server.storage.opening import SQLITE, opened

SECRET = "server"  # under which name the server's own secret is kept
WRITES_BEFORE_TIDYING = 250
WRITERS, READERS = 4, 2  # threads; SQLite has one writer at a time
ROOM = 4_000_000  # bytes that must be free on the disk of a SQLite database
IS_WRITABLE = text("SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'")
SIZE = text("SELECT pg_database_size(current_database())")
SECONDS_UNTRIED = 5.0  # a connection that lay idle longer is tried before it is trusted with a move

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

AT_THE_MOMENT = (OperationalError, InterfaceError, InternalError)  # what may be over when somebody tries again


class _Idle(NamedTuple):
    """A connection that nobody writes with now, and since when."""

    connection: Connection
    since: float


class WritingThreads:
    """Threads that do one piece of work after the other.

    Those of the standard library wrap a future in another, which costs a move more than its rules do.
    """

    def __init__(self, number: int) -> None:
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._threads = [threading.Thread(target=self._do_all, name=f"writes_{n}", daemon=True) for n in range(number)]
        for thread in self._threads:
            thread.start()

    def do(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """What a piece of work gives, or raises, when it is its turn."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def told() -> None:
            result, error = None, None
            try:
                result = work()
            except BaseException as raised:
                error = raised
            with suppress(RuntimeError):  # the loop is closed, so nobody waits any more
                loop.call_soon_threadsafe(_settle, done, result, error)

        self._work.put(told)
        return done

    def _do_all(self) -> None:
        while (work := self._work.get()) is not None:
            work()

    def finish(self) -> None:
        """Do what is left, and end."""
        for _ in self._threads:
            self._work.put(None)
        for thread in self._threads:
            thread.join()


class Database:
    """A database, with threads that write and threads that read."""

    def __init__(self, url: str) -> None:
        self.engine = opened(url)
        try:
            with self.engine.begin() as connection:
                hold_off_others(connection)
                upgrade(connection)
                self.secret = match_queries.secret(connection, SECRET, secrets.token_bytes(32))
        except ServerTrouble:
            self.engine.dispose()
            raise
        self.writing = Durations()  # how long writes took, with the time that they waited for their turn
        self._is_sqlite = self.engine.dialect.name == SQLITE
        self._writers = WritingThreads(1 if self._is_sqlite else WRITERS)
        self._readers = ThreadPoolExecutor(READERS, "reads")
        self._idle: deque[_Idle] = deque()
        self._writes = 0
        self._is_nearly_tidy = False  # most of the write-ahead log has been copied
        self._is_closed = False

    async def write(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns, when all that it did is safely on the disk; NotNow when that cannot be."""
        self._check_open()
        began = time.perf_counter()
        try:
            return await self._writers.do(functools.partial(self._written, function, *args, **kwargs))
        except AT_THE_MOMENT as error:
            logger.warning("Writing to the database failed: %s", _told(error))
            raise NotNow("The server cannot write to its database right now. Try again.") from None
        except DataError:
            raise Refused("The request contains characters or numbers that cannot be stored.") from None
        finally:
            self.writing.add(time.perf_counter() - began)

    async def read(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function finds; NotNow when the database does not answer."""
        self._check_open()
        work = functools.partial(self._read, function, *args, **kwargs)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, work)
        except AT_THE_MOMENT as error:
            logger.warning("Reading from the database failed: %s", _told(error))
            raise NotNow("The server cannot read its database right now. Try again.") from None
        except DataError:
            raise Refused("The request contains characters or numbers that are never stored.") from None

    async def answers(self) -> bool:
        """Whether it is there, and something could be written; nothing is."""
        if self._is_closed:
            return False
        try:
            return await self._writers.do(lambda: self._written(self._is_writable))
        except AT_THE_MOMENT as error:
            logger.warning("The database does not work: %s", _told(error))
            return False

    async def sizes(self) -> dict[str, int]:
        """The bytes of the database and, with SQLite, of its write-ahead log; empty when it does not answer."""
        if not self._is_sqlite:
            try:
                return {"database": await self.read(lambda connection: connection.scalar(SIZE))}
            except NotNow:
                return {}
        assert self.engine.url.database
        path = Path(self.engine.url.database)
        files = {"database": path, "write_ahead_log": path.with_name(f"{path.name}-wal")}
        return {part: file.stat().st_size if file.exists() else 0 for part, file in files.items()}

    def _is_writable(self, connection: Connection) -> bool:
        if not self._is_sqlite:
            return bool(connection.scalar(IS_WRITABLE))
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # refused when the file cannot be written, or others never let us
        assert self.engine.url.database
        return disk_usage(Path(self.engine.url.database).resolve().parent).free >= ROOM

    def _written(self, function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        connection = self._connection()
        try:
            result = function(connection, *args, **kwargs)
            frequent.commit(connection)
        except (FlagplotError, IntegrityError):
            frequent.roll_back(connection)
            self._idle.append(_Idle(connection, time.monotonic()))
            raise
        except BaseException as error:
            connection.close()
            if isinstance(error, DBAPIError) and error.connection_invalidated:
                self._close_idle()  # the server was restarted: the others are lost too
            raise
        self._writes += 1
        if self._is_sqlite:
            self._keep_log_short(connection)
        self._idle.append(_Idle(connection, time.monotonic()))
        return result

    def _keep_log_short(self, connection: Connection) -> None:
        """In the thread that writes: have SQLite's write-ahead log copied, and when nearly all is, copy the rest here.

        While others write, a log is never copied to its end, and only then does SQLite begin it anew.
        """
        if self._is_nearly_tidy:
            self._is_nearly_tidy = False
            _tidy_up(connection)
            connection.rollback()
        elif self._writes % WRITES_BEFORE_TIDYING == 0:
            self._readers.submit(self._tidy_up_meanwhile)

    def _tidy_up_meanwhile(self) -> None:
        self._read(_tidy_up)
        self._is_nearly_tidy = True

    def _connection(self) -> Connection:
        """A connection to write with: kept open, because opening one takes longer than a move."""
        try:
            connection, since = self._idle.pop()
        except IndexError:
            return self.engine.connect()
        if self._is_sqlite or time.monotonic() - since < SECONDS_UNTRIED:
            return connection
        try:
            with connection.begin():
                connection.execute(text("SELECT 1"))
            return connection
        except DBAPIError:
            connection.close()
            self._close_idle()
            return self.engine.connect()

    def _close_idle(self) -> None:
        while self._idle:
            self._idle.pop().connection.close()

    def _read(self, function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        with self.engine.connect() as connection:
            return function(connection, *args, **kwargs)

    def _check_open(self) -> None:
        if self._is_closed:
            raise NotNow("The server is shutting down. Come back when it is running again.")

    def close(self) -> None:
        """Finish what is being written and close."""
        self._is_closed = True
        self._writers.finish()
        self._readers.shutdown()
        self._close_idle()
        self.engine.dispose()


def _settle(done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    """What was written is told to who waits for it, if somebody still does."""
    if done.done():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)


def _tidy_up(connection: Connection) -> None:
    """Copy SQLite's write-ahead log into the database, while others read and write."""
    connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")


def _told(error: DBAPIError) -> str:
    """What the driver says, in one line."""
    return " ".join(str(error.orig).split())

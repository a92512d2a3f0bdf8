"""What server processes on one database tell each other, by PostgreSQL's own notifications.

With SQLite there is one server; what commands beside it have to tell stands in a table, which it reads all the time.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import selectors
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Connection, func, insert, select
from sqlalchemy import text as sql
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from flagplot.server.storage.match_queries import now
from flagplot.server.storage.opening import POSTGRESQL, SECONDS_TO_CONNECT
from flagplot.server.storage.schema import messages

if TYPE_CHECKING:
    import psycopg

CHANNEL = "flagplot"
LISTEN = f"LISTEN {CHANNEL}".encode()
PIN = sql(f"SELECT pg_notify('{CHANNEL}', :message)")
NEWER_MESSAGES = "SELECT id, topic, text FROM messages WHERE id > ? ORDER BY id"
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 2.0  # seconds before a lost connection is tried again
SECONDS_UNTRIED = 30.0  # when nothing was heard for so long, the connection is tried
SECONDS_BETWEEN_LOOKS = 0.5  # at the messages of commands, with SQLite
SECONDS_DEAF = 2 * SECONDS_UNTRIED  # when it could not even be tried for so long, it is taken for lost

logger = logging.getLogger(__name__)


class Bulletin:
    """Where a process pins what the others must know; a server on SQLite is silent, because there are no others.

    `from_outside`: the process is a command that works beside servers.
    """

    def __init__(self, engine: Engine, from_outside: bool = False) -> None:
        self.process = secrets.token_hex(4)
        self._from_outside = from_outside
        self.is_shared = engine.dialect.name == POSTGRESQL
        self._engine = engine
        self._readers: defaultdict[str, list[Callable[[str], None]]] = defaultdict(list)
        self._after_gaps: list[Callable[[], None]] = []
        self._listener: threading.Thread | None = None
        self._closing = threading.Event()
        self._heard_at: float | None = None  # when the connection was last known to be good

    @property
    def hears(self) -> bool:
        """Whether this process hears the others, or there are none."""
        heard_at = self._heard_at
        return not self.is_shared or (heard_at is not None and time.monotonic() - heard_at < SECONDS_DEAF)

    def pin(self, connection: Connection, topic: str, text: str) -> None:
        """Tell the other processes when the transaction of this connection is through, and only then."""
        if self.is_shared:
            connection.execute(PIN, {"message": f"{self.process} {topic} {text}"})
        elif self._from_outside:
            connection.execute(insert(messages), {"topic": topic, "text": text, "at": now()})

    def subscribe(self, topic: str, heard: Callable[[str], None]) -> None:
        """Have something called in the event loop with every message of other processes."""
        self._readers[topic].append(heard)

    def on_gap(self, missed: Callable[[], None]) -> None:
        """Have something called in the event loop whenever messages may have been missed."""
        self._after_gaps.append(missed)

    def listen(self) -> None:
        """Begin to hear the others: from within the event loop, before anything is read that they may change."""
        loop = asyncio.get_running_loop()
        if not self.is_shared:
            with self._engine.connect() as connection:
                last = connection.scalar(select(func.max(messages.c.id))) or 0
            self._listener = threading.Thread(target=self._keep_looking, args=(loop, last), daemon=True)
            self._listener.start()
            return
        self._waker, self._wake = os.pipe()
        begun = threading.Event()
        self._listener = threading.Thread(target=self._keep_listening, args=(loop, begun), daemon=True)
        self._listener.start()
        begun.wait(SECONDS_TO_CONNECT)
        begun.set()

    def close(self) -> None:
        """Hear nothing more."""
        self._closing.set()
        if self._listener:
            if self.is_shared:
                os.write(self._wake, b"!")
            self._listener.join(SECONDS_TO_CONNECT)
            self._listener = None

    # In the thread that listens

    def _keep_looking(self, loop: asyncio.AbstractEventLoop, last: int) -> None:
        """With SQLite: tell what commands have left since the message of that number."""
        while not self._closing.is_set():
            try:
                with self._engine.connect() as connection:
                    driver = connection.connection.cursor()  # without SQLAlchemy a look costs a tenth
                    while not self._closing.wait(SECONDS_BETWEEN_LOOKS):
                        for number, topic, text in driver.execute(NEWER_MESSAGES, (last,)).fetchall():
                            last = number
                            self._in_loop(loop, self._tell, topic, text)
            except (SQLAlchemyError, sqlite3.Error) as error:
                logger.warning("Cannot read messages from commands: %s", " ".join(str(error).split()))
                self._closing.wait(SECONDS_BETWEEN_LOOKS)

    def _keep_listening(self, loop: asyncio.AbstractEventLoop, begun: threading.Event) -> None:
        pause = FIRST_PAUSE
        while not self._closing.is_set():
            try:
                with self._own_connection() as connection:
                    connection.execute(LISTEN)
                    if begun.is_set():
                        self._in_loop(loop, self._tell_of_gap)
                    begun.set()
                    pause = FIRST_PAUSE
                    self._hear(loop, connection)
            except Exception as error:  # whatever it is: a process that hears nothing any more shows what is long past
                import psycopg  # a server on SQLite does without

                is_expected = isinstance(error, (SQLAlchemyError, psycopg.Error, OSError))
                reason = " ".join(str(error).split())
                logger.warning("Cannot listen to other processes: %s", reason, exc_info=None if is_expected else error)
                self._heard_at = None
                self._closing.wait(pause)
                pause = min(pause * 2, LONGEST_PAUSE)

    @contextmanager
    def _own_connection(self) -> Iterator[psycopg.Connection[Any]]:
        """A connection in which nothing is but listening, and that nobody uses afterwards."""
        with self._engine.connect() as pooled:
            connection = cast("psycopg.Connection[Any]", pooled.connection.driver_connection)
            connection.autocommit = True
            try:
                yield connection
            finally:
                pooled.invalidate()

    def _hear(self, loop: asyncio.AbstractEventLoop, connection: psycopg.Connection[Any]) -> None:
        while not self._closing.is_set():
            self._heard_at = time.monotonic()
            for notice in connection.notifies(timeout=0):
                process, topic, text = notice.payload.split(" ", 2)
                if process != self.process:
                    self._in_loop(loop, self._tell, topic, text)
            if not self._woken(SECONDS_UNTRIED, connection.fileno()):
                connection.execute("SELECT 1")

    def _woken(self, seconds: float, source: int) -> bool:
        """Wait until something comes in, or it is time to close."""
        with selectors.DefaultSelector() as waiting:  # unlike select() it copes with any number of open files
            for one in (self._waker, source):
                waiting.register(one, selectors.EVENT_READ)
            return bool(waiting.select(seconds))

    def _in_loop(self, loop: asyncio.AbstractEventLoop, call: Callable[..., None], *args: str) -> None:
        if not self._closing.is_set():
            loop.call_soon_threadsafe(call, *args)

    # In the event loop

    def _tell(self, topic: str, text: str) -> None:
        for heard in self._readers[topic]:
            heard(text)

    def _tell_of_gap(self) -> None:
        for missed in self._after_gaps:
            missed()

"""Work in the database, done in threads so that the server answers others meanwhile."""

from __future__ import annotations

import asyncio
import functools
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from flagplot.server import storage
from flagplot.server.errors import NotNow
from flagplot.server.migrations import migrate

WRITES_BEFORE_TIDYING = 250

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class Database:
    """A database, with one thread that writes and some that read."""

    def __init__(self, url: str) -> None:
        self._engine = storage.opened(url)
        migrate(self._engine)
        with self._engine.begin() as connection:
            self.secret = storage.secret(connection, "server", secrets.token_bytes(32))
        self._writer = ThreadPoolExecutor(1, "writes")
        self._readers = ThreadPoolExecutor(2, "reads")
        self._writing: Connection | None = None
        self._writes = 0

    async def write(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns, when all that it did is safely on the disk; NotNow when that cannot be."""
        work = functools.partial(self._written, function, *args, **kwargs)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._writer, work)
        except OperationalError as error:
            logger.warning("Nothing could be written: %s", error.orig)
            raise NotNow("The database cannot be written to at the moment; try again.") from None

    async def read(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function finds."""
        work = functools.partial(self._read, function, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    def _written(self, function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        if self._writing is None:
            self._writing = self._engine.connect()
        try:
            with self._writing.begin():
                result = function(self._writing, *args, **kwargs)
        except BaseException:
            self._writing.close()  # whatever is wrong with it, the next one begins with a new connection
            self._writing = None
            raise
        self._writes += 1
        if self._writes % WRITES_BEFORE_TIDYING == 0:
            self._readers.submit(self._read, storage.tidy_up)
        return result

    def _read(self, function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        with self._engine.connect() as connection:
            return function(connection, *args, **kwargs)

    def close(self) -> None:
        """Finish what is being written and close."""
        self._writer.shutdown()
        self._readers.shutdown()
        if self._writing is not None:
            self._writing.close()
        self._engine.dispose()

"""The database of a running server, looked at and changed from outside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, select

from flagplot.server.storage.opening import opened
from flagplot.server.storage.schema import metadata
from tests.server.running import RunningServer


@contextmanager
def database_of(server: RunningServer | str) -> Iterator[Connection]:
    """A connection, in a transaction, to the database of a server or with this URL."""
    engine = opened(server if isinstance(server, str) else server.db)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def rows_with(server: RunningServer | str, *words: str) -> list[tuple[str, dict[str, Any]]]:
    """All rows of all tables in which one of these words occurs anywhere."""
    found = []
    with database_of(server) as connection:
        for table in metadata.sorted_tables:
            for row in connection.execute(select(table)):
                values = dict(row._mapping)
                if any(word in _text(value) for word in words for value in values.values()):
                    found.append((table.name, values))
    return found


def _text(value: Any) -> str:
    return bytes(value).decode(errors="replace") if isinstance(value, bytes | memoryview) else str(value)

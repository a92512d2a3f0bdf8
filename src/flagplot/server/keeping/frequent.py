"""Statements that are executed at every move, handed to the driver as they are: that takes half the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Insert, Update


class Frequent:
    """A statement that is compiled once for each kind of database."""

    def __init__(self, statement: Insert | Update) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, Sequence[str] | None]] = {}

    def execute(self, connection: Connection, *rows: Mapping[str, Any]) -> None:
        """Execute it once for each row of values."""
        text, names = self._for(connection)
        values = rows if names is None else [tuple(row[name] for name in names) for row in rows]
        connection.exec_driver_sql(text, values[0] if len(rows) == 1 else list(values))

    def _for(self, connection: Connection) -> tuple[str, Sequence[str] | None]:
        """The text of the statement, and the names of its values where the driver counts them instead."""
        kind = connection.dialect.name
        if kind not in self._compiled:
            compiled = self._statement.compile(dialect=connection.dialect)
            self._compiled[kind] = str(compiled), getattr(compiled, "positiontup", None)
        return self._compiled[kind]

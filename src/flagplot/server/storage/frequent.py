"""What is executed at every move, handed to the driver as it is: that takes half the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Insert, Update
from sqlalchemy.exc import DBAPIError


class Frequent:
    """A statement that is compiled once for each kind of database."""

    def __init__(self, statement: Insert | Update) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, Sequence[str] | None]] = {}

    def execute(self, connection: Connection, *rows: Mapping[str, Any]) -> None:
        """Execute it once for each row of values."""
        text, names = self._for(connection)
        values = rows if names is None else [tuple([row[name] for name in names]) for row in rows]
        cursor = connection.connection.cursor()
        try:
            if len(values) == 1:
                cursor.execute(text, values[0])
            else:
                cursor.executemany(text, values)
        except connection.dialect.loaded_dbapi.Error as error:
            raise _wrapped(connection, text, error) from error
        finally:
            cursor.close()

    def _for(self, connection: Connection) -> tuple[str, Sequence[str] | None]:
        """The text of the statement, and the names of its values where the driver counts them instead."""
        kind = connection.dialect.name
        if kind not in self._compiled:
            compiled = self._statement.compile(dialect=connection.dialect)
            self._compiled[kind] = str(compiled), getattr(compiled, "positiontup", None)
        return self._compiled[kind]


def commit(connection: Connection) -> None:
    """Commit what was executed, whether SQLAlchemy knows of it or only the driver does."""
    if connection.in_transaction():
        connection.commit()
        return
    try:
        connection.connection.commit()
    except connection.dialect.loaded_dbapi.Error as error:
        raise _wrapped(connection, "COMMIT", error) from error


def roll_back(connection: Connection) -> None:
    """Undo what was executed since the last commit."""
    connection.rollback()
    connection.connection.rollback()


def _wrapped(connection: Connection, text: str, error: Exception) -> BaseException:
    """An error of the driver as SQLAlchemy raises it; a connection that is lost is not used again."""
    dialect = connection.dialect
    kinds = dialect.loaded_dbapi.Error
    is_lost = dialect.is_disconnect(error, connection.connection.dbapi_connection, None)  # type: ignore[arg-type]
    wrapped = DBAPIError.instance(text, None, error, kinds, True, is_lost, dialect)
    if is_lost:
        connection.invalidate(error)
    return wrapped

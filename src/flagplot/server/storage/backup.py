"""Backups: everything in the database as one file, which any kind of database takes back.

The file is gzip of lines of JSON: a header, then for each table a line with its columns and its rows, then a checksum.
"""

from __future__ import annotations

import gzip
import os
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp
from typing import Any, BinaryIO, NoReturn

import msgspec
from alembic.migration import MigrationContext
from sqlalchemy import Connection, LargeBinary, MetaData, Table, func, insert, select, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError

import flagplot
from flagplot.server.errors import ServerTrouble
from flagplot.server.storage.match_queries import now
from flagplot.server.storage.migrations import hold_off_others, revisions, upgrade
from flagplot.server.storage.opening import POSTGRESQL, file_of, opened
from flagplot.server.storage.sole_use import sole_use

FORMAT = 1
ROWS_AT_ONCE = 500
ALEMBIC = "alembic_version"
# The tables in which a server that nobody has used may have rows.
OF_EVERY_SERVER = (ALEMBIC, "server_secrets", "audit", "messages")

Progress = Callable[[int, int], None]  # rows done, rows in all

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Header(msgspec.Struct):
    """The first line."""

    flagplot_backup: int
    flagplot: str  # the version that wrote it
    schema: str  # the layout of the tables
    at: str
    rows: int


class Columns(msgspec.Struct):
    """The line before the rows of a table."""

    table: str
    columns: list[str]
    binary: list[str]  # those of them that are in base64


class End(msgspec.Struct):
    """The last line."""

    sha256: str  # of all lines before it


def revision_of(connection: Connection) -> str | None:
    """The layout of a database; None when it has none yet."""
    return MigrationContext.configure(connection).get_current_revision()


# Writing


def back_up(engine: Engine, path: Path, progress: Progress) -> int:
    """Write all rows, as they are at one moment, into a new file; how many there are."""
    if path.exists():
        raise ServerTrouble(f"{path} already exists. Name another file.")
    part = None
    try:
        descriptor, name = mkstemp(".part", f"{path.name}.", path.parent)  # for its owner alone, and for this backup
        part = Path(name)
        with open(descriptor, "wb") as file:
            rows = _written(engine, file, progress)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            raise ServerTrouble(f"{path} was just created by another process. Name another file.")
        part.rename(path)
    except OSError as error:
        raise ServerTrouble(f"Flagplot cannot write the backup to {path}: {error.strerror}.") from None
    finally:
        if part:
            part.unlink(missing_ok=True)
    return rows


def _written(engine: Engine, file: BinaryIO, progress: Progress) -> int:
    digest = sha256()
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed, engine.connect() as connection:

        def write(line: Any) -> None:
            data = _encode(line) + b"\n"
            digest.update(data)
            packed.write(data)

        _at_one_moment(connection)
        tables = _tables(connection)
        total = sum(connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables)
        write(Header(FORMAT, flagplot.__version__, revision_of(connection) or "", now(), total))
        done = 0
        for table in tables:
            binary = [str(column.name) for column in table.columns if isinstance(column.type, LargeBinary)]
            write(Columns(str(table.name), [str(column.name) for column in table.columns], binary))
            rows = select(table).order_by(*table.primary_key).execution_options(yield_per=ROWS_AT_ONCE)
            for row in connection.execute(rows):
                write([b64encode(value).decode() if isinstance(value, bytes) else value for value in row])
                done += 1
                if done % ROWS_AT_ONCE == 0:
                    progress(done, total)
        write(End(digest.hexdigest()))
    return done


def _at_one_moment(connection: Connection) -> None:
    """Whatever others write meanwhile, this connection sees the database as it is now."""
    if connection.dialect.name == POSTGRESQL:
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
        connection.execute(text("SET LOCAL statement_timeout = 0"))
    else:
        connection.exec_driver_sql("BEGIN")


def _tables(connection: Connection) -> list[Table]:
    """The tables that are there, each after those to which it refers."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != ALEMBIC]


# Reading


def restore(url: str, path: Path, progress: Progress) -> int:
    """Fill an empty database from a file, whole or not at all; how many rows there are.

    A SQLite database that was not there before is not there afterwards either when that fails.
    """
    header = _checked(path)
    with sole_use(url), _gone_if_it_fails(file_of(url)):
        engine = opened(url)
        try:
            return _restored(engine, path, header, progress)
        finally:
            engine.dispose()


@contextmanager
def _gone_if_it_fails(database: Path | None) -> Iterator[None]:
    """While a database is filled: its file is removed when that fails, unless it was there before."""
    if database is None or database.exists():
        yield
        return
    try:
        yield
    except BaseException:
        for name in (database.name, f"{database.name}-wal", f"{database.name}-shm"):
            database.with_name(name).unlink(missing_ok=True)
        raise


def _restored(engine: Engine, path: Path, header: Header, progress: Progress) -> int:
    try:
        with engine.begin() as connection:
            hold_off_others(connection)
            _clear_if_unused(connection)
            upgrade(connection, header.schema)
            _fill(connection, path, header, progress)
            upgrade(connection)
    except DBAPIError as error:
        reason = " ".join(str(error.orig).split())
        raise ServerTrouble(f"The backup {path} does not fit this database: {reason}.") from None
    return header.rows


def _checked(path: Path) -> Header:
    """The header of a backup that is whole; ServerTrouble, in one sentence, when it is not."""
    digest = sha256()
    header, last = None, b""
    with _lines(path) as lines:
        for line in lines:
            header = header or _header(path, line)
            digest.update(last)
            last = line
    try:
        end = msgspec.json.decode(last, type=End)
    except msgspec.DecodeError:
        _is_damaged(path)
    if header is None or end.sha256 != digest.hexdigest():
        _is_damaged(path)
    if header.schema not in revisions():
        raise ServerTrouble(f"The backup {path} was made by a newer Flagplot, {header.flagplot}; restore it with that.")
    return header


def _header(path: Path, line: bytes) -> Header:
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ServerTrouble(f"{path} is not a Flagplot backup.") from None
    if header.flagplot_backup > FORMAT:
        raise ServerTrouble(f"The backup {path} was made by a newer Flagplot, {header.flagplot}; restore it with that.")
    return header


@contextmanager
def _lines(path: Path) -> Iterator[Iterator[bytes]]:
    try:
        with gzip.open(path, "rb") as file:
            yield iter(file)
    except (EOFError, zlib.error):
        _is_damaged(path)
    except gzip.BadGzipFile as error:
        if "Not a gzipped file" in str(error):
            raise ServerTrouble(f"{path} is not a Flagplot backup.") from None
        _is_damaged(path)
    except OSError as error:
        raise ServerTrouble(f"{path} cannot be read: {error.strerror}.") from None


def _is_damaged(path: Path) -> NoReturn:
    raise ServerTrouble(f"The backup {path} is damaged or not complete, so nothing was restored.") from None


def _clear_if_unused(connection: Connection) -> None:
    """Remove the tables of a server that nobody has used yet; ServerTrouble when somebody has."""
    found = MetaData()
    found.reflect(connection)
    for table in found.sorted_tables:
        if table.name not in OF_EVERY_SERVER and connection.execute(select(table).limit(1)).first():
            raise ServerTrouble("This database is not empty. Restore a backup into an empty database.")
    found.drop_all(connection)


def _fill(connection: Connection, path: Path, header: Header, progress: Progress) -> None:
    tables = {table.name: table for table in _tables(connection)}
    done = 0
    with _lines(path) as lines:
        next(lines)
        columns = None
        batch: list[dict[str, Any]] = []
        for line in lines:
            if line.startswith(b"["):
                assert columns
                batch.append(_row(columns, _decode(line)))
            if batch and (len(batch) == ROWS_AT_ONCE or not line.startswith(b"[")):
                assert columns
                connection.execute(insert(tables[columns.table]), batch)
                done += len(batch)
                progress(done, header.rows)
                batch = []
            if line.startswith(b'{"table"'):
                columns = msgspec.json.decode(line, type=Columns)


def _row(columns: Columns, values: list[Any]) -> dict[str, Any]:
    row = dict(zip(columns.columns, values, strict=True))
    for name in columns.binary:
        row[name] = row[name] and b64decode(row[name])
    return row

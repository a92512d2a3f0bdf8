"""What is kept in the database: guests, matches, their seats, and every move as it was made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, create_engine, delete, event, insert, select, update
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from flagplot.engine.state import Result
from flagplot.places import data_directory
from flagplot.server.errors import ServerTrouble
from flagplot.server.schema import guests, matches, moves, seats, server_secrets

# The write-ahead log is copied into the database by `tidy_up`, so that no move waits for it.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "wal_autocheckpoint=0")

# Statements of every move, built once because building takes longer than executing.
ADD_MOVE = insert(moves)
UPDATE_MATCH = (
    update(matches)
    .where(matches.c.id == bindparam("of"))
    .values({name: bindparam(name) for name in ("summary", "to_move", "over", "changed")})
)
UPDATE_WITH_SNAPSHOT = UPDATE_MATCH.values({name: bindparam(name) for name in ("snapshot", "snapshot_moves")})


class Holder(msgspec.Struct, frozen=True):
    """Who plays a seat: a guest, a computer player, or nobody yet."""

    player: str  # "guest", "captain", "midshipman" or "open"
    guest: str | None = None


class Summary(msgspec.Struct):
    """What lists show of a match, by seat where seats may know different things."""

    headlines: dict[str, str]
    changed: dict[str, str]
    result: Result | None = None


class Move(msgspec.Struct, frozen=True):
    """A row of the log of moves. Number 0 is the start; an undo takes back the last choice that stands."""

    n: int
    kind: str  # "start", "choice" or "undo"
    seat: str | None
    option: Any
    shown: dict[str, tuple[str, int]]
    log_length: int
    at: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A match as lists need it."""

    id: str
    game: str
    summary: Summary
    to_move: str | None
    over: bool
    started: str
    holders: dict[str, Holder]


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it is kept."""

    listed: Listed
    record: bytes
    snapshot: bytes
    snapshot_moves: int
    moves: list[Move]


def now() -> str:
    """This moment as it is kept and sent."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


_encode = msgspec.json.Encoder().encode
_summary = msgspec.json.Decoder(Summary).decode
_shown = msgspec.json.Decoder(dict[str, tuple[str, int]]).decode
_option = msgspec.json.Decoder().decode


def default_url() -> str:
    """The database in the user's data directory."""
    return str(URL.create("sqlite", database=str(data_directory() / "server.db")))


def opened(url: str) -> Engine:
    """An engine for a database URL; ServerTrouble, in one sentence, when it is none or cannot be opened."""
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite" and parsed.database and parsed.database != ":memory:":
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            Path(parsed.database).touch(mode=0o600)  # it holds the server's secret and the seeds of all games
        engine = create_engine(parsed)
        if parsed.get_backend_name() == "sqlite":
            event.listen(engine, "connect", _prepare_sqlite)
        with engine.connect():
            return engine
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise ServerTrouble(f"The database of '{url}' needs a driver that is not installed: {error}.") from None
    except ArgumentError:
        raise ServerTrouble(f"'{url}' is no database URL; expected is for instance sqlite:////tmp/games.db.") from None
    except OSError as error:
        raise ServerTrouble(f"The directory of '{url}' cannot be made: {error.strerror}.") from None
    except DBAPIError as error:
        raise ServerTrouble(f"The database '{url}' cannot be opened: {error.orig}.") from None


def _prepare_sqlite(connection: Any, _: Any) -> None:
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def tidy_up(connection: Connection) -> None:
    """Copy SQLite's write-ahead log into the database, while others read and write."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")


# Reading and writing; each takes a connection in a transaction


def secret(connection: Connection, name: str, fresh: bytes) -> bytes:
    """A secret of this server; the fresh one is kept when there is none yet."""
    found = connection.scalar(select(server_secrets.c.value).where(server_secrets.c.name == name))
    if found is None:
        connection.execute(insert(server_secrets), {"name": name, "value": fresh})
        return fresh
    return bytes(found)


def guest_name(connection: Connection, guest: str) -> str | None:
    """The name that a guest has taken."""
    return connection.scalar(select(guests.c.name).where(guests.c.id == guest))


def name_guest(connection: Connection, guest: str, name: str) -> None:
    """Keep a guest, new or known, under a name."""
    if connection.execute(update(guests).where(guests.c.id == guest).values(name=name)).rowcount == 0:
        connection.execute(insert(guests), {"id": guest, "name": name})


def add_match(connection: Connection, stored: Stored) -> None:
    """Keep a new match with its seats and moves."""
    listed = stored.listed
    connection.execute(
        insert(matches),
        {
            "id": listed.id,
            "game": listed.game,
            "record": stored.record.decode(),
            "snapshot": stored.snapshot,
            "snapshot_moves": stored.snapshot_moves,
            "summary": _encode(listed.summary).decode(),
            "to_move": listed.to_move,
            "over": listed.over,
            "started": listed.started,
            "changed": max(listed.summary.changed.values(), default=listed.started),
        },
    )
    rows = [
        {"match_id": listed.id, "seat": seat, "player": holder.player, "guest": holder.guest}
        for seat, holder in listed.holders.items()
    ]
    connection.execute(insert(seats), rows)
    add_moves(connection, listed.id, stored.moves)


def add_moves(connection: Connection, match_id: str, made: Sequence[Move]) -> None:
    """Append moves to the log of a match; one whose number is taken fails."""
    rows = [
        {
            "match_id": match_id,
            "n": move.n,
            "kind": move.kind,
            "seat": move.seat,
            "option": _encode(move.option).decode(),
            "shown": _encode(move.shown).decode(),
            "log_length": move.log_length,
            "at": move.at,
        }
        for move in made
    ]
    connection.execute(ADD_MOVE, rows if len(rows) > 1 else rows[0])


def keep_moves(connection: Connection, listed: Listed, made: Sequence[Move], snapshot: bytes | None) -> None:
    """Append moves to the log of a match and keep how it stands after them."""
    add_moves(connection, listed.id, made)
    values: dict[str, Any] = {
        "of": listed.id,
        "summary": _encode(listed.summary).decode(),
        "to_move": listed.to_move,
        "over": listed.over,
        "changed": made[-1].at,
    }
    if snapshot is None:
        connection.execute(UPDATE_MATCH, values)
    else:
        connection.execute(UPDATE_WITH_SNAPSHOT, {**values, "snapshot": snapshot, "snapshot_moves": made[-1].n})


def take_seat(connection: Connection, match_id: str, seat: str, guest: str) -> bool:
    """Give an open seat to a guest; False when it is not open any more."""
    is_open = (seats.c.match_id == match_id) & (seats.c.seat == seat) & (seats.c.player == "open")
    return connection.execute(update(seats).where(is_open).values(player="guest", guest=guest)).rowcount == 1


def delete_match(connection: Connection, match_id: str) -> None:
    """Forget a match with all that belongs to it."""
    connection.execute(delete(matches).where(matches.c.id == match_id))


def match_stored(connection: Connection, match_id: str) -> Stored | None:
    """A match with all its moves."""
    row = connection.execute(select(matches).where(matches.c.id == match_id)).one_or_none()
    if row is None:
        return None
    holders = _holders(connection, [match_id])[match_id]
    made = connection.execute(select(moves).where(moves.c.match_id == match_id).order_by(moves.c.n))
    return Stored(
        _listed(row, holders),
        row.record.encode(),
        bytes(row.snapshot),
        row.snapshot_moves,
        [
            Move(move.n, move.kind, move.seat, _option(move.option), _shown(move.shown), move.log_length, move.at)
            for move in made
        ],
    )


LISTED = (
    matches.c.id,
    matches.c.game,
    matches.c.summary,
    matches.c.to_move,
    matches.c.over,
    matches.c.started,
)


def matches_of(connection: Connection, guest: str) -> list[Listed]:
    """The matches in which a guest has a seat."""
    theirs = select(seats.c.match_id).where(seats.c.guest == guest)
    rows = connection.execute(select(*LISTED).where(matches.c.id.in_(theirs))).all()
    holders = _holders(connection, [row.id for row in rows])
    return [_listed(row, holders[row.id]) for row in rows]


def waiting_for_computers(connection: Connection, since: str) -> list[str]:
    """The matches, changed since then, in which a computer player must decide."""
    thinking = (seats.c.match_id == matches.c.id) & (seats.c.seat == matches.c.to_move)
    is_computer = seats.c.player.in_(("captain", "midshipman"))
    query = select(matches.c.id).join(seats, thinking).where(is_computer, matches.c.changed >= since)
    return list(connection.scalars(query.order_by(matches.c.changed.desc())))


def _holders(connection: Connection, match_ids: Sequence[str]) -> dict[str, dict[str, Holder]]:
    found: dict[str, dict[str, Holder]] = {match_id: {} for match_id in match_ids}
    for row in connection.execute(select(seats).where(seats.c.match_id.in_(match_ids))):
        found[row.match_id][row.seat] = Holder(row.player, row.guest)
    return found


def _listed(row: Any, holders: dict[str, Holder]) -> Listed:
    return Listed(row.id, row.game, _summary(row.summary), row.to_move, row.over, row.started, holders)

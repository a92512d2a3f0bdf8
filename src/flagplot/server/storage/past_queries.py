"""The past of games that branched off from others: what their player had seen until then."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, insert, select

from flagplot.server.storage.schema import pasts


class PastMoment(msgspec.Struct, frozen=True):
    """A moment before a branch: how many choices had been made, and what the seat was shown."""

    choices: int
    headline: str
    log_length: int


class Past(msgspec.Struct, frozen=True):
    """The past of a branch as one seat had seen it, with a save of the game from which it came."""

    seat: str
    save: bytes
    moments: tuple[PastMoment, ...]


def keep_past(connection: Connection, match_id: str, past: Past) -> None:
    """Keep the past of a match."""
    moments = msgspec.json.encode(past.moments).decode()
    connection.execute(insert(pasts), {"match_id": match_id, "seat": past.seat, "save": past.save, "moments": moments})


def past_of(connection: Connection, match_id: str) -> Past | None:
    """The past of a match; None where it did not branch off."""
    row = connection.execute(select(pasts).where(pasts.c.match_id == match_id)).one_or_none()
    if row is None:
        return None
    return Past(row.seat, bytes(row.save), msgspec.json.decode(row.moments, type=tuple[PastMoment, ...]))

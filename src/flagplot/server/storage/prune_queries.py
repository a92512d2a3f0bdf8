"""Clearing what nobody comes back to: games without any account, and guests without one, after a stated time."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, and_, delete, func, select, update

from flagplot.server.storage.opening import SQLITE
from flagplot.server.storage.schema import accounts, audit, guests, matches, seats, sessions, talk

AT_ONCE = 50  # games or guests in one transaction, so that no move waits long for it


class Pruned(NamedTuple):
    """How many games and guests are cleared, or would be."""

    games: int
    guests: int


def prunable(connection: Connection, before: str) -> Pruned:
    """What would be cleared of all that was last touched before a moment."""
    games = select(func.count()).select_from(matches).where(_is_abandoned(before))
    people = select(func.count()).select_from(guests).where(_is_gone(before))
    return Pruned(connection.scalar(games) or 0, connection.scalar(people) or 0)


def prune_games(connection: Connection, before: str) -> list[str]:
    """Delete some games that nobody with an account sits in and that did not change since; which."""
    found = _held(connection, matches.c.id, _is_abandoned(before))
    connection.execute(delete(matches).where(matches.c.id.in_(found)))
    return found


def prune_guests(connection: Connection, before: str) -> list[str]:
    """Forget some guests without account who were not here since, and who sit in no game that stays; which."""
    found = _held(connection, guests.c.id, _is_gone(before))
    connection.execute(update(talk).where(talk.c.guest.in_(found), talk.c.kind == "chat").values(text=""))
    connection.execute(update(audit).where(audit.c.about.in_(found)).values(arguments="", outcome="", about=None))
    connection.execute(delete(guests).where(guests.c.id.in_(found)))
    return found


def _held(connection: Connection, ids: Column[str], wanted: ColumnElement[bool]) -> list[str]:
    """Some of the rows that are wanted, which nobody else changes until this transaction ends."""
    if connection.dialect.name == SQLITE:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    free = select(ids).where(wanted).limit(AT_ONCE).with_for_update(skip_locked=True)
    # What others did before the rows were held is seen by asking again.
    return list(connection.scalars(select(ids).where(ids.in_(list(connection.scalars(free))), wanted)))


def _is_abandoned(before: str) -> ColumnElement[bool]:
    """A game has not changed since, and nobody with an account has a seat in it or owns it."""
    account = accounts.c.guest == seats.c.guest
    with_account = select(seats.c.seat).join(accounts, account).where(seats.c.match_id == matches.c.id).exists()
    of_account = select(accounts.c.guest).where(accounts.c.guest == matches.c.owner).exists()
    return and_(matches.c.changed < before, ~with_account, ~of_account)


def _is_gone(before: str) -> ColumnElement[bool]:
    """A guest has no account, came and was seen before that moment, and sits only in games that go, too."""
    with_account = select(accounts.c.guest).where(accounts.c.guest == guests.c.id).exists()
    seen = select(sessions.c.id).where(sessions.c.guest == guests.c.id, sessions.c.seen >= before).exists()
    table = matches.c.id == seats.c.match_id
    stays = select(seats.c.seat).join(matches, table).where(seats.c.guest == guests.c.id, ~_is_abandoned(before))
    return and_(guests.c.created < before, ~with_account, ~seen, ~stays.correlate(guests).exists())

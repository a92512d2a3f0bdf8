"""All that is kept of one person: told in full, given to an account, or forgotten."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Table, delete, func, insert, select, update

from flagplot.server.storage.operator_queries import scrub_audit
from flagplot.server.storage.schema import (
    accounts,
    audit,
    day_games,
    guests,
    matches,
    moves,
    notes,
    notices,
    rated_games,
    ratings,
    seats,
    sessions,
    talk,
    tokens,
)

LEFT = "left"  # who holds the seat of somebody who has been forgotten
SOMEBODY_WAS_HERE = "Somebody who has left sat down here."

_decode = msgspec.json.Decoder().decode


# Everything


def everything(connection: Connection, guest: str) -> dict[str, Any] | None:
    """All that is kept of a guest, but for what others did; None when nothing is."""
    found = connection.execute(select(guests).where(guests.c.id == guest)).one_or_none()
    if found is None:
        return None
    account = connection.execute(select(accounts).where(accounts.c.guest == guest)).one_or_none()
    return {
        "guest": {"id": found.id, "name": found.name, "created": found.created},
        "account": None if account is None else _account(account),
        "sessions": _rows(connection, sessions, "guest", guest, "created", "seen", "agent"),
        "tokens": _rows(connection, tokens, "guest", guest, "kind", "value", "expires"),
        "games": [_game(connection, match_id, guest) for match_id in _with_seat_or_owned(connection, guest)],
        "talk": _rows(connection, talk, "guest", guest, "match_id", "kind", "seat", "text", "at"),
        "notes": _rows(connection, notes, "guest", guest, "match_id", "text"),
        "notices": _rows(connection, notices, "guest", guest, "match_id", "due"),
        "ratings": _rows(connection, ratings, "who", guest, "game", "mu", "sigma", "won", "drawn", "lost", "changed"),
        "games_of_days": _rows(
            connection, day_games, "guest", guest, "day", "match_id", "outcome", "score", "moves", "finished"
        ),
        "commands": _rows(connection, audit, "about", guest, "at", "command"),  # of the operator
        "rated_games": [_rated(row, guest) for row in _rated_games(connection, guest)],
    }


def _account(row: Row[Any]) -> dict[str, Any]:
    return {
        "email": row.email,
        "email_confirmed": row.email_confirmed,
        "wants_mail": row.wants_mail,
        "created": row.created,
        "password": "kept as an argon2id hash, from which it cannot be read",
    }


def _rated_games(connection: Connection, guest: str) -> list[Row[Any]]:
    return list(connection.execute(select(rated_games).where(rated_games.c.players.contains(guest, autoescape=True))))


def _rated(row: Row[Any], guest: str) -> dict[str, Any]:
    own = [seat for seat, player in _decode(row.players).items() if player == guest]
    return {"match_id": row.match_id, "game": row.game, "seats": own, "winner": row.winner, "at": row.at}


def _rows(connection: Connection, table: Table, column: str, guest: str, *wanted: str) -> list[dict[str, Any]]:
    query = select(*(table.c[name] for name in wanted)).where(table.c[column] == guest)
    return [dict(row._mapping) for row in connection.execute(query)]


def _game(connection: Connection, match_id: str, guest: str) -> dict[str, Any]:
    """A game as far as it is this guest's: the seats, and what was chosen and ordered at the guest's own."""
    row = connection.execute(select(matches).where(matches.c.id == match_id)).one()
    holders = connection.execute(select(seats).where(seats.c.match_id == match_id).order_by(seats.c.seat)).all()
    own = [holder.seat for holder in holders if holder.guest == guest]
    chosen = select(moves).where(moves.c.match_id == match_id, moves.c.seat.in_(own)).order_by(moves.c.n)
    sheet, summary = _decode(row.sheet), _decode(row.summary)
    return {
        "id": row.id,
        "game": row.game,
        "started": row.started,
        "changed": max((summary["changed"].get(seat, "") for seat in own), default=row.started),
        "over": row.over,
        "result": summary.get("result"),
        "owner": row.owner == guest,
        "access": row.access,
        "rated": row.rated,
        "pace": row.pace,
        "seats": [
            {"seat": holder.seat, "player": "you" if holder.guest == guest else holder.player} for holder in holders
        ],
        "choices": [
            {"kind": move.kind, "seat": move.seat, "option": _decode(move.option), "at": move.at}
            for move in connection.execute(chosen)
        ],
        "offers": [offer for offer in sheet.get("offers", []) if offer["seat"] in own],
        "orders": [order for order in sheet.get("orders", []) if order["seat"] in own],
    }


def _with_seat_or_owned(connection: Connection, guest: str) -> list[str]:
    sits = select(seats.c.match_id).where(seats.c.guest == guest)
    query = select(matches.c.id).where(matches.c.id.in_(sits) | (matches.c.owner == guest))
    return list(connection.scalars(query.order_by(matches.c.started, matches.c.id)))


# Given to an account


def bring_games(connection: Connection, guest: str, account: str) -> list[str]:
    """Give all that a guest without account has to an account, and forget the guest; the games that changed hands.

    Where both sit at one table it becomes a hot seat, for whoever could be both has seen both sides anyway. Who has
    no account has no ratings.
    """
    changed = _with_seat_or_owned(connection, guest)
    connection.execute(update(seats).where(seats.c.guest == guest).values(guest=account))
    connection.execute(update(matches).where(matches.c.owner == guest).values(owner=account))
    connection.execute(update(talk).where(talk.c.guest == guest).values(guest=account))
    connection.execute(update(audit).where(audit.c.about == guest).values(about=account))
    _bring_notes(connection, guest, account)
    _bring_notices(connection, guest, account)
    _bring_days(connection, guest, account)
    _changed(connection, changed)
    connection.execute(delete(guests).where(guests.c.id == guest))
    return changed


def _bring_notes(connection: Connection, guest: str, account: str) -> None:
    """The notes of both, one after the other."""
    brought = connection.execute(select(notes).where(notes.c.guest == guest)).all()
    for row in brought:
        own = (notes.c.match_id == row.match_id) & (notes.c.guest == account)
        if (text := connection.scalar(select(notes.c.text).where(own))) is None:
            connection.execute(insert(notes), {"match_id": row.match_id, "guest": account, "text": row.text})
        else:
            connection.execute(update(notes).where(own).values(text=f"{text}\n\n{row.text}".strip()))
    connection.execute(delete(notes).where(notes.c.guest == guest))


def _bring_notices(connection: Connection, guest: str, account: str) -> None:
    """What the account is to be told of anyway stands."""
    told = select(notices.c.match_id).where(notices.c.guest == account)
    connection.execute(delete(notices).where(notices.c.guest == guest, notices.c.match_id.in_(told)))
    connection.execute(update(notices).where(notices.c.guest == guest).values(guest=account))


def _bring_days(connection: Connection, guest: str, account: str) -> None:
    """The account's own attempt at a game of the day is the one that counts."""
    tried = select(day_games.c.day).where(day_games.c.guest == account)
    connection.execute(delete(day_games).where(day_games.c.guest == guest, day_games.c.day.in_(tried)))
    connection.execute(update(day_games).where(day_games.c.guest == guest).values(guest=account))


# Forgotten


def forget(connection: Connection, guest: str) -> list[str]:
    """Forget a guest: nothing in the database names them afterwards. The games that changed or are gone.

    Games with nobody else in them are deleted. In the others the seat is that of somebody who has left, what they
    said there is empty, and if the table was theirs it is now another player's.
    """
    touched = _with_seat_or_owned(connection, guest)
    somebody_else = (seats.c.match_id == matches.c.id) & seats.c.guest.is_not(None) & (seats.c.guest != guest)
    has_others = select(seats.c.seat).where(somebody_else).exists()
    connection.execute(delete(matches).where(matches.c.id.in_(touched), ~has_others))
    heir = select(func.min(seats.c.guest)).where(somebody_else).scalar_subquery()
    connection.execute(update(matches).where(matches.c.owner == guest).values(owner=heir))
    connection.execute(update(seats).where(seats.c.guest == guest).values(guest=None, player=LEFT))
    said = talk.c.guest == guest
    connection.execute(update(talk).where(said, talk.c.kind == "chat").values(text="", guest=None))
    connection.execute(update(talk).where(said).values(text=SOMEBODY_WAS_HERE, guest=None))
    connection.execute(delete(ratings).where(ratings.c.who == guest))
    connection.execute(delete(day_games).where(day_games.c.guest == guest))
    scrub_audit(connection, guest)
    _rename_in_rated_games(connection, guest, f"{LEFT}-{secrets.token_hex(5)}")
    _changed(connection, touched)
    connection.execute(delete(guests).where(guests.c.id == guest))
    return touched


def _rename_in_rated_games(connection: Connection, guest: str, name: str) -> None:
    """Who played a rated game, under a name that says nothing; the ratings of the others stay what they are."""
    for row in _rated_games(connection, guest):
        players = row.players.replace(guest, name)
        connection.execute(update(rated_games).where(rated_games.c.match_id == row.match_id).values(players=players))


def _changed(connection: Connection, match_ids: Iterable[str]) -> None:
    """What is kept of a company in memory is outdated."""
    wanted = matches.c.id.in_(list(match_ids))
    connection.execute(update(matches).where(wanted).values(version=matches.c.version + 1))

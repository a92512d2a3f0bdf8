"""People in the database: guests, their accounts and sessions, and what was sent to them by mail."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, text, update

from flagplot.engine.table import DICE
from flagplot.server.storage.match_queries import now, sheet_in
from flagplot.server.storage.schema import accounts, attempts, guests, matches, messages, seats, sessions, tokens
from flagplot.server.tables.company import Sheet

MESSAGES_KEPT = timedelta(hours=1)
# One statement, so that several processes count together.
COUNT = text(
    "INSERT INTO attempts (key, count, until) VALUES (:key, 1, :fresh) ON CONFLICT (key) DO UPDATE SET "
    "count = CASE WHEN attempts.until <= :now THEN 1 ELSE attempts.count + 1 END, "
    "until = CASE WHEN attempts.until <= :now THEN :fresh ELSE attempts.until END RETURNING count, until"
)


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session to be kept."""

    id: str
    created: str
    agent: str


@dataclass(frozen=True, slots=True)
class FoundSession:
    """A session as it is kept; `legacy`: its guest is still known by a cookie of the first releases, too."""

    guest: str
    seen: str
    legacy: bool


def ago(time: timedelta) -> str:
    """So long ago, as it is kept."""
    return _written(datetime.now(UTC) - time)


def ahead(time: timedelta) -> str:
    """So long from now, as it is kept."""
    return _written(datetime.now(UTC) + time)


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


# Guests


def guest_names(connection: Connection, wanted: Collection[str]) -> dict[str, str]:
    """The names of guests, as far as they are kept."""
    rows = connection.execute(select(guests.c.id, guests.c.name).where(guests.c.id.in_(wanted)))
    return {row.id: row.name for row in rows}


def add_guest(connection: Connection, guest: str, name: str, session: NewSession) -> None:
    """Keep a new guest."""
    connection.execute(insert(guests), {"id": guest, "name": name, "legacy": False, "created": now()})
    add_session(connection, guest, session)


def name_guest(connection: Connection, guest: str, name: str) -> None:
    """Give a guest another name."""
    connection.execute(update(guests).where(guests.c.id == guest).values(name=name))


def guests_perhaps_called(connection: Connection, key: str) -> list[Row[Any]]:
    """The guests without account of whom only a closer look tells whether their name has this key."""
    has_account = select(accounts.c.guest).where(accounts.c.guest == guests.c.id).exists()
    is_like_it = (func.lower(guests.c.name) == key) | guests.c.name.regexp_match("[^ -~]")
    return list(connection.execute(select(guests.c.id, guests.c.name).where(is_like_it, ~has_account)))


def is_legacy(connection: Connection, guest: str) -> bool:
    """Whether a guest may still come with a signed cookie of the first releases."""
    has_account = select(accounts.c.guest).where(accounts.c.guest == guest).exists()
    found = connection.scalar(select(guests.c.id).where(guests.c.id == guest, guests.c.legacy, ~has_account))
    return found is not None


def turns(connection: Connection, guest: str) -> int:
    """In how many games a guest must decide, or answer an offer."""
    is_theirs = or_(seats.c.seat == matches.c.to_move, matches.c.to_move == DICE) & ~matches.c.over
    is_offered = matches.c.sheet.contains('"offers":[{')
    query = select(matches.c.id, seats.c.seat, matches.c.sheet, is_theirs.label("is_theirs"))
    rows = connection.execute(
        query.join(seats, seats.c.match_id == matches.c.id).where(seats.c.guest == guest, is_theirs | is_offered)
    )
    return len({row.id for row in rows if row.is_theirs or _is_asked(row.seat, sheet_in(row.sheet))})


def _is_asked(seat: str, sheet: Sheet) -> bool:
    return any(seat in offer.asked for offer in sheet.offers)


# Sessions


def session_found(connection: Connection, session: str) -> FoundSession | None:
    """A session, if there is one."""
    query = select(sessions.c.guest, sessions.c.seen, guests.c.legacy).join(guests, guests.c.id == sessions.c.guest)
    row = connection.execute(query.where(sessions.c.id == session)).one_or_none()
    return None if row is None else FoundSession(row.guest, row.seen, row.legacy)


def session_seen(connection: Connection, session: str, guest: str, at: str) -> None:
    """A browser uses its session, so that its guest needs no older cookie any more."""
    connection.execute(update(sessions).where(sessions.c.id == session).values(seen=at))
    connection.execute(update(guests).where(guests.c.id == guest, guests.c.legacy).values(legacy=False))


def add_session(connection: Connection, guest: str, session: NewSession) -> None:
    """Keep a new session."""
    values = {"id": session.id, "guest": guest, "created": session.created, "seen": session.created}
    connection.execute(insert(sessions), {**values, "agent": session.agent})


def end_session(connection: Connection, session: str) -> None:
    """A browser is signed out."""
    connection.execute(delete(sessions).where(sessions.c.id == session))


def end_sessions(connection: Connection, guest: str) -> None:
    """All browsers of a guest are signed out."""
    connection.execute(delete(sessions).where(sessions.c.guest == guest))


def sessions_of(connection: Connection, guest: str) -> list[Row[Any]]:
    """The sessions of a guest, the one that was used last first."""
    query = select(sessions).where(sessions.c.guest == guest).order_by(sessions.c.seen.desc(), sessions.c.id)
    return list(connection.execute(query))


# Accounts


def account_of(connection: Connection, guest: str) -> Row[Any] | None:
    """The account of a guest, with its name."""
    query = select(accounts, guests.c.name).join(guests, guests.c.id == accounts.c.guest)
    return connection.execute(query.where(accounts.c.guest == guest)).one_or_none()


def account_named(connection: Connection, key: str) -> Row[Any] | None:
    """The account of a name, with the name as its holder writes it."""
    if not key.isprintable():
        return None  # PostgreSQL cannot even be asked for some of these
    query = select(accounts, guests.c.name).join(guests, guests.c.id == accounts.c.guest)
    return connection.execute(query.where(accounts.c.name_key == key)).one_or_none()


def add_account(connection: Connection, guest: str, key: str, password: str) -> None:
    """Keep a new account; IntegrityError when another has the name."""
    connection.execute(
        insert(accounts),
        {
            "guest": guest,
            "name_key": key,
            "password": password,
            "email_confirmed": False,
            "wants_mail": False,
            "created": now(),
        },
    )


def change_account(connection: Connection, guest: str, **values: Any) -> None:
    """Change what is kept of an account."""
    connection.execute(update(accounts).where(accounts.c.guest == guest).values(**values))


# What was sent by mail


def add_token(connection: Connection, token: str, kind: str, guest: str, value: str, expires: str) -> None:
    """Keep a token; another of the same kind that was sent before is worth nothing any more."""
    connection.execute(delete(tokens).where(tokens.c.guest == guest, tokens.c.kind == kind))
    connection.execute(insert(tokens), {"id": token, "kind": kind, "guest": guest, "value": value, "expires": expires})


def token_found(connection: Connection, token: str, kind: str) -> Row[Any] | None:
    """A token that can still be used."""
    wanted = (tokens.c.id == token) & (tokens.c.kind == kind) & (tokens.c.expires > now())
    return connection.execute(select(tokens).where(wanted)).one_or_none()


def use_token(connection: Connection, token: str) -> bool:
    """A token is used; False when somebody was faster."""
    return connection.execute(delete(tokens).where(tokens.c.id == token)).rowcount == 1


def drop_tokens(connection: Connection, guest: str, kind: str) -> None:
    """What was sent to a guest is worth nothing any more."""
    connection.execute(delete(tokens).where(tokens.c.guest == guest, tokens.c.kind == kind))


# Limits


def count_attempt(connection: Connection, key: str, period: timedelta) -> tuple[int, str]:
    """Count something that is limited: how often it was done in the present period, and when that ends."""
    values = {"key": key, "now": now(), "fresh": ahead(period)}
    count, until = connection.execute(COUNT, values).one()
    return count, until


def extend_attempts(connection: Connection, key: str, until: str) -> None:
    """Let the present period of something that is limited last longer."""
    connection.execute(update(attempts).where(attempts.c.key == key).values(until=until))


def uncount_attempt(connection: Connection, key: str) -> None:
    """Something that was counted shall not count."""
    connection.execute(update(attempts).where(attempts.c.key == key).values(count=attempts.c.count - 1))


def clear_attempts(connection: Connection, keys: Collection[str]) -> None:
    """Begin to count anew."""
    connection.execute(delete(attempts).where(attempts.c.key.in_(keys)))


def clear_attempts_beginning(connection: Connection, beginning: str) -> None:
    """Begin to count anew all whose keys begin so."""
    connection.execute(delete(attempts).where(attempts.c.key.startswith(beginning, autoescape=True)))


# Tidying


def tidy_people(connection: Connection, oldest_session: str) -> None:
    """Forget what is of no use any more: sessions not used since then, tokens and counts whose time is over.

    Messages of commands, too, which a server hears within a second.
    """
    connection.execute(delete(sessions).where(sessions.c.seen < oldest_session))
    connection.execute(delete(tokens).where(tokens.c.expires < now()))
    connection.execute(delete(attempts).where(attempts.c.until < now()))
    connection.execute(delete(messages).where(messages.c.at < ago(MESSAGES_KEPT)))

"""What an operator does with people and games, while the server runs or not."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.engine import Engine

import flagplot
from flagplot.server.errors import ServerTrouble
from flagplot.server.operating import verifying
from flagplot.server.people.accounts import RESET
from flagplot.server.people.limits import forgive
from flagplot.server.people.names import name_key
from flagplot.server.people.passwords import Passwords
from flagplot.server.people.sessions import SHOWN_OF_SESSION
from flagplot.server.storage import data_queries, match_queries, people_queries
from flagplot.server.storage.backup import Progress, revision_of
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.database import SECRET
from flagplot.server.storage.migrations import revisions
from flagplot.server.storage.opening import default_url, file_of, opened
from flagplot.server.storage.schema import accounts, guests, matches, seats, sessions

AT_ONCE = 100  # games that are read ahead of those being verified


class User(msgspec.Struct, frozen=True):
    """A person whom the server knows."""

    id: str
    name: str
    account: bool
    games: int
    open_games: int
    created: str
    seen: str | None


class Session(msgspec.Struct, frozen=True):
    """A browser by which somebody is known; the id is a part of a hash, and opens nothing."""

    id: str
    created: str
    seen: str
    agent: str


class StoredGame(msgspec.Struct, frozen=True):
    """A game as it is kept; `players` by seat."""

    id: str
    game: str
    players: dict[str, str]
    to_move: str | None
    over: bool
    access: str
    rules: int
    started: str
    changed: str


class Differing(msgspec.Struct, frozen=True):
    """A game that would go another way by the present rules."""

    id: str
    game: str
    choice: int
    rule: str
    what: str


@contextmanager
def at_work(url: str | None, of_any_layout: bool = False) -> Iterator[Engine]:
    """The database of a server that has been there; ServerTrouble when it is not there, or not of this version."""
    url = default_url() if url is None else url
    path = file_of(url)
    if path and not path.exists():  # a mistyped name shall not make a new one
        raise ServerTrouble(f"There is no database {path}.")
    engine = opened(url)
    try:
        _check_layout(engine, of_any_layout)
        yield engine
    finally:
        engine.dispose()


def _check_layout(engine: Engine, of_any_layout: bool) -> None:
    with engine.connect() as connection:
        revision = revision_of(connection)
    if revision is None:
        raise ServerTrouble("This database has no tables yet; no server has used it.")
    if revision != revisions()[-1] and not of_any_layout:
        raise ServerTrouble(
            "This database has the layout of another version of Flagplot; make a backup, then start the server, "
            "which brings it up to date."
        )


# People


def users(engine: Engine) -> list[User]:
    """Everybody, who was there last first."""
    with engine.connect() as connection:
        last = select(sessions.c.guest, func.max(sessions.c.seen).label("seen")).group_by(sessions.c.guest)
        seen = {row.guest: row.seen for row in connection.execute(last)}
        with_account = set(connection.scalars(select(accounts.c.guest)))
        every: Counter[str] = Counter()
        still: Counter[str] = Counter()
        sat = select(seats.c.guest, matches.c.id, matches.c.over).join(matches, matches.c.id == seats.c.match_id)
        for row in connection.execute(sat.where(seats.c.guest.is_not(None)).distinct()):
            every[row.guest] += 1
            still[row.guest] += not row.over
        found = [
            User(row.id, row.name, row.id in with_account, every[row.id], still[row.id], row.created, seen.get(row.id))
            for row in connection.execute(select(guests))
        ]
    return sorted(found, key=lambda user: (user.seen or user.created, user.name), reverse=True)


def reset_password(engine: Engine, name: str) -> tuple[str, str]:
    """Give an account a new password, by which it can be entered at once, and end all its sessions.

    The password, and the guest whose account it is.
    """
    password = secrets.token_urlsafe(12)
    hashed = asyncio.run(_hashed(password))
    bulletin = Bulletin(engine, from_outside=True)
    with engine.begin() as connection:
        account = people_queries.account_named(connection, name_key(name))
        if account is None:
            raise ServerTrouble(f"There is no account with the name '{name}'.")
        people_queries.change_account(connection, account.guest, password=hashed)
        people_queries.drop_tokens(connection, account.guest, RESET)  # a letter shall not replace it again
        forgive(connection, match_queries.secret(connection, SECRET, secrets.token_bytes(32)), account.name_key)
        people_queries.end_sessions(connection, account.guest)
        bulletin.pin(connection, "session", account.guest)
    return password, account.guest


async def _hashed(password: str) -> str:
    passwords = Passwords()
    try:
        return await passwords.hashed(password)
    finally:
        passwords.close()


def find_user(engine: Engine, name: str) -> User:
    """The one whom a name or an id means; ServerTrouble when that is nobody, or several."""
    known = users(engine)
    with_account = [user for user in known if user.account and name_key(user.name) == name_key(name)]
    found = with_account or [user for user in known if name in (user.id, user.name)]
    if not found:
        raise ServerTrouble(f"There is no player with the name '{name}'.")
    if len(found) > 1:
        raise ServerTrouble(
            f"{len(found)} guests are called '{name}'; name one by id: {_few(user.id for user in found)}."
        )
    return found[0]


def delete_user(engine: Engine, user: User) -> int:
    """Forget a person as if they had asked for it themselves; how many games that touched."""
    bulletin = Bulletin(engine, from_outside=True)
    with engine.begin() as connection:
        touched = data_queries.forget(connection, user.id)
        for topic in ("session", "guest"):
            bulletin.pin(connection, topic, user.id)
        for match_id in touched:
            bulletin.pin(connection, "match", match_id)
    return len(touched)


# Sessions


def sessions_of(engine: Engine, user: User) -> list[Session]:
    """The sessions of a person, the one that was used last first."""
    with engine.connect() as connection:
        rows = people_queries.sessions_of(connection, user.id)
        return [Session(row.id[:SHOWN_OF_SESSION], row.created, row.seen, row.agent) for row in rows]


def find_session(engine: Engine, session: str) -> tuple[str, User]:
    """The session that a short id means, and whose it is; ServerTrouble when that is none, or several."""
    if not re.fullmatch(r"[0-9a-f]{6,64}", session):
        raise ServerTrouble(
            f"'{session}' is not the id of a session. Expected {SHOWN_OF_SESSION} letters and digits, as listed by "
            "flagplot admin sessions."
        )
    with engine.connect() as connection:
        found = connection.execute(select(sessions).where(sessions.c.id.startswith(session)).limit(2)).all()
    if not found:
        raise ServerTrouble(f"There is no session {session}. Perhaps it has ended.")
    if len(found) > 1:
        raise ServerTrouble(f"Several sessions begin with {session}. Type more letters.")
    return found[0].id, next(user for user in users(engine) if user.id == found[0].guest)


def end_session(engine: Engine, session: str) -> None:
    """End a session, also in the servers that run."""
    with engine.begin() as connection:
        people_queries.end_session(connection, session)
        Bulletin(engine, from_outside=True).pin(connection, "session", session)


# Games


def games(engine: Engine, game: str | None, is_open: bool, ids: Sequence[str]) -> list[StoredGame]:
    """The games that are kept, latest change first; ServerTrouble when one that was named is not there."""
    query = select(
        *(matches.c[name] for name in ("id", "game", "to_move", "over", "access", "rules", "started", "changed"))
    )
    if game is not None:
        query = query.where(matches.c.game == flagplot.game(game).slug)
    if is_open:
        query = query.where(~matches.c.over)
    with engine.connect() as connection:
        rows = [row for row in connection.execute(query.order_by(matches.c.changed.desc())) if not ids or row.id in ids]
        players = _players(connection)
    if missing := [match_id for match_id in ids if match_id not in {row.id for row in rows}]:
        raise ServerTrouble(f"There is no such game: {_few(missing)}.")
    return [
        StoredGame(
            row.id, row.game, players[row.id], row.to_move, row.over, row.access, row.rules, row.started, row.changed
        )
        for row in rows
    ]


def _players(connection: Connection) -> defaultdict[str, dict[str, str]]:
    """Who plays which seat, by game."""
    query = select(seats, guests.c.name).join_from(seats, guests, guests.c.id == seats.c.guest, isouter=True)
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for row in connection.execute(query.order_by(seats.c.match_id, seats.c.seat)):
        found[row.match_id][row.seat] = row.name or row.player
    return found


def verify(engine: Engine, found: Sequence[StoredGame], jobs: int, progress: Progress) -> Iterator[Differing]:
    """Play games again by the present rules; those that go another way, as they are found."""
    with ProcessPoolExecutor(jobs or None, get_context("spawn")) as workers:
        for start in range(0, len(found), AT_ONCE):
            some = found[start : start + AT_ONCE]
            with engine.connect() as connection:
                kept = [stored for one in some if (stored := match_queries.match_stored(connection, one.id))]
            differences = (map if jobs == 1 else workers.map)(verifying.difference, kept)
            for number, (stored, difference) in enumerate(zip(kept, differences, strict=True), start=start + 1):
                progress(number, len(found))
                if difference:
                    listed = stored.listed
                    yield Differing(listed.id, listed.game, difference.choice, difference.rule, difference.what)


def _few(ids: Iterable[str]) -> str:
    """Some ids, and how many more there are."""
    first, *others = ids
    return ", ".join([first, *others[:4]]) + (f" and {len(others) - 4} more" if len(others) > 4 else "")

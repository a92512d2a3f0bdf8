"""Guests: people with or without an account, known by a session of their browser, and what they are called."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Iterable, MutableMapping
from hashlib import blake2b
from typing import Any, cast

from litestar.datastructures import Cookie
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from flagplot.server.errors import Blocked, Conflict, NotNow
from flagplot.server.people import sessions
from flagplot.server.people.names import check_own, checked_name, given_name, name_key
from flagplot.server.people.sessions import Sessions, Visitor
from flagplot.server.people.visitors import AnyConnection, header, is_secure
from flagplot.server.storage import operator_queries, people_queries
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.database import Database
from flagplot.server.storage.people_queries import NewSession

OLD_COOKIE = "flagplot_guest"  # of the first releases: the guest and a signature
NAMES_IN_MEMORY = 50_000
NAMES_AT_ONCE = 500
NEWCOMERS = 10_000  # who are being answered at the same time, at most
VISITOR, COOKIES = "flagplot visitor", "flagplot cookies"  # where a connection keeps what was found about it


class Guests:
    """The guests of this server."""

    def __init__(self, database: Database, sessions: Sessions, bulletin: Bulletin, behind_proxy: bool) -> None:
        self._database = database
        self._sessions = sessions
        self._bulletin = bulletin
        self._behind_proxy = behind_proxy
        self._old_key = hmac.digest(database.secret, b"guest cookies", "sha256")
        self._names: OrderedDict[str, str] = OrderedDict()
        self._newcomers: OrderedDict[str, NewSession] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        bulletin.subscribe("guest", self._renamed_elsewhere)
        bulletin.on_gap(lambda: self._renamed_elsewhere(*self._names))

    # Who is it?

    async def load_session(self, connection: AnyConnection) -> str | None:
        """The guest who sent a request; this looks the session up, and `of` tells it from then on."""
        found: Visitor | None = None
        session = sessions.session_in(header(connection, b"cookie"), is_secure(connection, self._behind_proxy))
        if session and (guest := await self._sessions.guest_of(session)):
            found = Visitor(guest, session)
        elif "method" in connection.scope and OLD_COOKIE in connection.cookies:
            found = await self._old_acquaintance(connection)
        _notes(connection)[VISITOR] = found
        return found.guest if found else None

    def of(self, connection: AnyConnection) -> str | None:
        """The guest who sent a request; None for a newcomer."""
        visitor = self.visitor(connection)
        return visitor.guest if visitor else None

    def visitor(self, connection: AnyConnection) -> Visitor | None:
        """The guest who sent a request, and the session."""
        found: Visitor | None = _notes(connection).get(VISITOR)
        return found

    async def _old_acquaintance(self, connection: AnyConnection) -> Visitor | None:
        """A guest who comes with the signed cookie of the first releases gets a session instead."""
        guest, _, signature = connection.cookies[OLD_COOKIE].partition(".")
        expected = blake2b(guest.encode(), key=self._old_key, digest_size=24).hexdigest()
        if not hmac.compare_digest(signature.encode(), expected.encode()):
            return None
        if not await self._database.read(people_queries.is_legacy, guest):
            return None
        session, cookie = self.new_session(connection)
        await self._database.write(people_queries.add_session, guest, session)
        secure = is_secure(connection, self._behind_proxy)
        _notes(connection)[COOKIES] = [cookie, sessions.no_cookie(OLD_COOKIE, secure)]
        return Visitor(guest, session.id)

    def new_session(self, connection: AnyConnection) -> tuple[NewSession, Cookie]:
        """A session for the browser that sent a request, still to be kept, and its cookie."""
        value, session = sessions.new_session(connection.headers.get("user-agent", ""))
        return session, sessions.cookie(value, is_secure(connection, self._behind_proxy))

    # Newcomers

    def newcomer(self, connection: AnyConnection) -> tuple[str, Cookie]:
        """A guest of whom nothing is kept until `keep` or `call`, and the cookie by which they come back."""
        guest = secrets.token_urlsafe(12)
        session, cookie = self.new_session(connection)
        self._newcomers[guest] = session
        if len(self._newcomers) > NEWCOMERS:
            self._newcomers.popitem(last=False)
        return guest, cookie

    async def keep(self, guest: str) -> None:
        """Write down a newcomer who does something lasting; others are kept already."""
        if session := self._newcomers.pop(guest, None):
            await self._database.write(people_queries.add_guest, guest, given_name(guest), session)
            self._remember(guest, given_name(guest))

    def hand_over(self, guest: str) -> bool:
        """Whether a guest is a newcomer, whom the caller writes down from now on."""
        return self._newcomers.pop(guest, None) is not None

    async def has_account(self, guest: str) -> bool:
        """Whether a guest has an account."""
        return await self._database.read(people_queries.account_of, guest) is not None

    # Names

    def name(self, guest: str) -> str:
        """The name of a guest who has been met, else the one that everybody begins with."""
        if found := self._names.get(guest):
            self._names.move_to_end(guest)
        return found or given_name(guest)

    async def meet(self, guests: Iterable[str]) -> None:
        """Look up the names of guests."""
        if unknown := [guest for guest in guests if guest not in self._names]:
            for guest, name in (await self._read_names(unknown)).items():
                if guest not in self._names:  # nobody has given them another one meanwhile
                    self._remember(guest, name)

    async def call(self, guest: str, name: str) -> None:
        """Give a guest a name; Conflict when it is the name of another's account."""
        name = checked_name(name)
        if name != given_name(guest):
            check_own(name)
        try:
            others = await self._database.write(self._called, guest, name, self._newcomers.pop(guest, None))
        except IntegrityError:  # another process was faster
            raise Conflict(_taken(name)) from None
        self.is_called(guest, name)
        self.are_guests_again(others)

    def _called(self, connection: Connection, guest: str, name: str, newcomer: NewSession | None) -> list[str]:
        key = name_key(name)
        holder = people_queries.account_named(connection, key)
        if holder is not None and holder.guest != guest:
            raise Conflict(_taken(name))
        check_not_blocked(connection, name)
        if newcomer:
            people_queries.add_guest(connection, guest, name, newcomer)
            return []
        people_queries.name_guest(connection, guest, name)
        self._bulletin.pin(connection, "guest", guest)
        if people_queries.account_of(connection, guest) is None:
            return []
        check_own(name)
        people_queries.change_account(connection, guest, name_key=key)
        return self.give_up_name(connection, key)

    def give_up_name(self, connection: Connection, key: str) -> list[str]:
        """A name belongs to an account now: guests without one who bear it are called as newcomers are; who they are.

        When that is written down, `are_guests_again` must be told.
        """
        namesakes = people_queries.guests_perhaps_called(connection, key)
        others = [row.id for row in namesakes if name_key(row.name) == key]
        for other in others:
            people_queries.name_guest(connection, other, given_name(other))
            self._bulletin.pin(connection, "guest", other)
        return others

    def are_guests_again(self, guests: Iterable[str]) -> None:
        """Guests have lost their names to an account."""
        for guest in guests:
            self._remember(guest, given_name(guest))

    def is_called(self, guest: str, name: str) -> None:
        """A guest has another name now, which somebody else has written down."""
        self._remember(guest, name)

    def forget(self, guest: str) -> None:
        """A guest was deleted."""
        self._names.pop(guest, None)

    async def _read_names(self, guests: list[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for first in range(0, len(guests), NAMES_AT_ONCE):
            part = guests[first : first + NAMES_AT_ONCE]
            found |= await self._database.read(people_queries.guest_names, part)
        return found

    def _remember(self, guest: str, name: str) -> None:
        self._names[guest] = name
        self._names.move_to_end(guest)
        if len(self._names) > NAMES_IN_MEMORY:
            self._names.popitem(last=False)

    def _renamed_elsewhere(self, *guests: str) -> None:
        """Other processes gave names; until they are read, those that are known go on being shown."""
        if known := [guest for guest in guests if guest in self._names]:
            task = asyncio.get_running_loop().create_task(self._read_again(known))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _read_again(self, guests: list[str]) -> None:
        try:
            found = await self._read_names(guests)
        except NotNow:
            return  # what is known goes on being shown
        for guest in guests:
            if guest in found:
                self._names[guest] = found[guest]
            else:
                self._names.pop(guest, None)


def _notes(connection: AnyConnection) -> MutableMapping[str, Any]:
    return cast("MutableMapping[str, Any]", connection.scope)


def guest_in(scope: Any) -> str | None:
    """The guest who was found to have sent a request, when that has been looked up."""
    visitor: Visitor | None = scope.get(VISITOR)
    return visitor.guest if visitor else None


def cookies_for(scope: Any) -> list[tuple[bytes, bytes]]:
    """The headers that tell the browser what to keep or forget although no route says so."""
    cookies: list[Cookie] = scope.get(COOKIES, ())
    return [(b"set-cookie", cookie.to_header(header="").encode()) for cookie in cookies]


def check_not_blocked(connection: Connection, name: str) -> None:
    """Blocked when nobody may have a name."""
    if operator_queries.is_name_blocked(connection, name_key(name)):
        raise Blocked(f"The name {name} is blocked on this server. Choose another.")


def _taken(name: str) -> str:
    return f"The name {name} belongs to an account. Sign in if it is yours, or choose another."

"""Sessions: which browser is which guest, kept on the server so that they can be ended there."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b
from typing import NamedTuple

from litestar.datastructures import Cookie

from flagplot.server.errors import Refused
from flagplot.server.storage import people_queries
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.database import Database
from flagplot.server.storage.match_queries import now
from flagplot.server.storage.people_queries import NewSession, ago

COOKIE = "flagplot_session"
SECURE_COOKIE = f"__Host-{COOKIE}"  # a browser takes it only by https, and from no neighbouring site
LIFETIME = timedelta(days=365)  # without use
NOTED_EVERY = timedelta(hours=1)
CHECKED_EVERY = 60.0  # seconds
IN_MEMORY = 20_000
SHOWN_OF_SESSION = 12  # letters by which sessions are told apart
VALUE = re.compile(r"[\w-]{43}", re.ASCII)
IN_HEADER = {name: re.compile(rf'(?:^|;) *{name}="?([^;"]*)') for name in (COOKIE, SECURE_COOKIE)}


class Visitor(NamedTuple):
    """Who sent a request, and by which session."""

    guest: str
    session: str


class Page(NamedTuple):
    """A page that listens: whose it is, if that is known, where from, and how to end it."""

    visitor: Visitor | None
    address: str
    hang_up: Callable[[], None]


@dataclass(slots=True)
class Known:
    """A session that was looked up."""

    guest: str
    seen: str  # as the database has it
    checked: float = 0.0  # when it was last looked whether it is too old


class Sessions:
    """The sessions, those in use in memory: a move costs no question to the database."""

    def __init__(self, database: Database, bulletin: Bulletin) -> None:
        self._database = database
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._ended = 0  # how often sessions ended, so that none is remembered that ended while it was looked up
        self._pages: dict[object, Page] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        bulletin.subscribe("session", self.drop)
        bulletin.on_gap(self._drop_all)

    # Who is it?

    async def guest_of(self, session: str) -> str | None:
        """The guest of a session; None when it has ended or there never was one."""
        known = self._known.get(session)
        if known is None:
            ended = self._ended
            found = await self._database.read(people_queries.session_found, session)
            if found is None:
                return None
            known = Known(found.guest, found.seen)
            if found.legacy:
                self._note(session, known)  # the browser has its session now, so the old cookie has had its day
            if ended == self._ended:
                self._known[session] = known
                if len(self._known) > IN_MEMORY:
                    self._known.popitem(last=False)
        else:
            self._known.move_to_end(session)
        if time.monotonic() - known.checked > CHECKED_EVERY:
            if known.seen < ago(LIFETIME):
                return None
            if known.seen < ago(NOTED_EVERY):
                self._note(session, known)
            known.checked = time.monotonic()
        return known.guest

    def _note(self, session: str, known: Known) -> None:
        """Write down that a session is in use, while its guest is answered."""
        known.seen = now()
        task = asyncio.get_running_loop().create_task(self._write_seen(session, known))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write_seen(self, session: str, known: Known) -> None:
        with suppress(Refused):  # the next one will do
            await self._database.write(people_queries.session_seen, session, known.guest, known.seen)

    # Ending

    def drop(self, who: str) -> None:
        """Sessions, or all those of guests, have ended: they are forgotten here, and their pages are hung up on.

        Several ids stand one after the other, with a space between them.
        """
        self._ended += 1
        gone = set(who.split())
        for session in [session for session, known in self._known.items() if session in gone or known.guest in gone]:
            del self._known[session]
        for page in list(self._pages.values()):
            if page.visitor and not gone.isdisjoint(page.visitor):
                page.hang_up()

    def _drop_all(self) -> None:
        """Something may have ended without our hearing of it: all are looked up anew."""
        self._ended += 1
        self._known.clear()
        for page in list(self._pages.values()):
            if page.visitor:
                page.hang_up()

    def hang_up_from(self, is_barred: Callable[[str], bool]) -> None:
        """Hang up on the pages at addresses that are barred now."""
        for page in list(self._pages.values()):
            if is_barred(page.address):
                page.hang_up()

    @contextmanager
    def watching(self, visitor: Visitor | None, hang_up: Callable[[], None], address: str) -> Iterator[None]:
        """While a page at an address listens: what is called when its session ends, or its address is blocked."""
        mark = object()
        self._pages[mark] = Page(visitor, address, hang_up)
        try:
            yield
        finally:
            self._pages.pop(mark, None)


def hashed(value: str) -> str:
    """The id of a session, or a token, that a browser or a letter holds as this value, which nobody can go back to."""
    return blake2b(value.encode(), digest_size=32).hexdigest()


def session_in(cookies: str | None, secure: bool) -> str | None:
    """The id of the session that a browser names in its header of cookies; of several it is the last."""
    values = IN_HEADER[SECURE_COOKIE if secure else COOKIE].findall(cookies or "")
    value = values[-1].rstrip() if values else ""
    return hashed(value) if VALUE.fullmatch(value) else None


def new_session(agent: str) -> tuple[str, NewSession]:
    """A fresh value for a browser, and the session that is kept for it."""
    value = secrets.token_urlsafe(32)
    readable = "".join(letter for letter in agent if letter.isprintable())[:200]
    return value, NewSession(hashed(value), now(), readable)


def cookie(value: str, secure: bool) -> Cookie:
    """What the browser keeps: not readable by scripts, not sent along by other sites."""
    return Cookie(
        SECURE_COOKIE if secure else COOKIE,
        value=value,
        httponly=True,
        samesite="lax",
        max_age=int(LIFETIME.total_seconds()),
        path="/",
        secure=secure,
    )


def no_cookie(name: str, secure: bool) -> Cookie:
    """Has the browser forget a cookie."""
    return Cookie(name, value="", httponly=True, samesite="lax", max_age=0, path="/", secure=secure)

"""Notices: who is away is told by mail, and the operator's program by a webhook, that it is somebody's turn.

The table `notices` is an outbox. A notice is put there together with the move that makes it somebody's turn, and is
taken by one process when it is due, if it still is that turn. What could not be sent is tried again, after longer and
longer pauses.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, exists, or_, select, text, update

import flagplot
from flagplot.engine.table import DICE
from flagplot.players.ranks import COMPUTERS
from flagplot.server.errors import Refused
from flagplot.server.people.mail import Letter, Post
from flagplot.server.people.names import SOMEBODY
from flagplot.server.settings import Settings, Webhook
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.database import Database
from flagplot.server.storage.match_queries import now
from flagplot.server.storage.people_queries import ago, ahead
from flagplot.server.storage.schema import accounts, guests, matches, notices, seats

LOOKS_EVERY = 5.0  # seconds
OTHERS_LOOK_FIRST = timedelta(seconds=12)  # so that a process where the guest is present can put the notice off
PUT_OFF_AT_LEAST = timedelta(minutes=1)
TAKEN_FOR = timedelta(minutes=15)  # if the process that has taken a notice dies, another one takes it after that
AT_ONCE = 20
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 720))  # after the first try, and so on
PATIENCE = 10.0  # seconds for the operator's program to answer
SIGNATURE = "X-Flagplot-Signature"
NO_PERSON: dict[str, str] = {"left": SOMEBODY} | {computer: f"the {computer}" for computer in COMPUTERS}

PUT_INTO = text(
    "INSERT INTO notices (match_id, guest, due, tries) VALUES (:match_id, :guest, :due, 0) "
    "ON CONFLICT (match_id, guest) DO UPDATE SET due = excluded.due, tries = 0"
)

logger = logging.getLogger(__name__)


# In the transaction of a move


def due_turn(connection: Connection, match_id: str, guest: str, due: str) -> None:
    """It is a guest's turn: they will be told of it at that time, unless they have decided by then."""
    connection.execute(PUT_INTO, {"match_id": match_id, "guest": guest, "due": due})


def no_longer(connection: Connection, match_id: str, guest: str) -> None:
    """It is not a guest's turn any more."""
    connection.execute(delete(notices).where(notices.c.match_id == match_id, notices.c.guest == guest))


# Taking what is due


class Progress(NamedTuple):
    """What has been tried, as one number in the database."""

    tries: int
    mailed: bool
    called: bool

    @classmethod
    def of(cls, number: int) -> Progress:
        return cls(number >> 2, bool(number & 1), bool(number & 2))

    @property
    def number(self) -> int:
        return self.tries << 2 | self.called << 1 | self.mailed


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice that this process has taken; others leave it alone until `due`."""

    match_id: str
    game: str
    guest: str
    name: str
    others: tuple[str, ...]  # who else plays
    email: str | None  # if mail is wanted, and to this address
    due: str
    progress: Progress


def due_now(connection: Connection) -> list[tuple[str, str]]:
    """The games and guests of the notices that are due."""
    query = select(notices.c.match_id, notices.c.guest).where(notices.c.due <= now())
    return [(match_id, guest) for match_id, guest in connection.execute(query)]


def put_off(connection: Connection, those: Collection[tuple[str, str]], until: str) -> None:
    """Whoever looks at the game now needs no notice; it comes later if they go away without deciding."""
    for match_id, guest in those:
        one = (notices.c.match_id == match_id) & (notices.c.guest == guest) & (notices.c.due <= now())
        connection.execute(update(notices).where(one).values(due=until))


def taken(connection: Connection, since: str) -> list[Notice]:
    """Take the notices that have been due since then, and drop those of turns that are over.

    Each is taken by a conditional update, so that of several processes one gets it.
    """
    found = connection.execute(select(notices).where(notices.c.due <= since).order_by(notices.c.due).limit(AT_ONCE))
    result = []
    for row in found.all():
        this = (notices.c.match_id == row.match_id) & (notices.c.guest == row.guest) & (notices.c.due == row.due)
        progress = Progress.of(row.tries)
        if progress.tries > len(PAUSES) or not _is_their_turn(connection, row.match_id, row.guest):
            connection.execute(delete(notices).where(this))
            continue
        tried = progress._replace(tries=progress.tries + 1)
        due = ahead(TAKEN_FOR)
        if connection.execute(update(notices).where(this).values(due=due, tries=tried.number)).rowcount == 1:
            result.append(_notice(connection, row.match_id, row.guest, due, tried))
    return result


def _is_their_turn(connection: Connection, match_id: str, guest: str) -> bool:
    is_theirs = or_(seats.c.seat == matches.c.to_move, matches.c.to_move == DICE)
    here = (seats.c.match_id == matches.c.id) & (seats.c.guest == guest) & is_theirs
    query = select(matches.c.id).where(matches.c.id == match_id, ~matches.c.over, exists().where(here))
    return connection.scalar(query) is not None


def _notice(connection: Connection, match_id: str, guest: str, due: str, progress: Progress) -> Notice:
    wanted = accounts.c.email_confirmed & accounts.c.wants_mail
    email = connection.scalar(select(accounts.c.email).where(accounts.c.guest == guest, wanted))
    name = connection.scalar(select(guests.c.name).where(guests.c.id == guest)) or ""
    game = connection.scalar(select(matches.c.game).where(matches.c.id == match_id)) or ""
    return Notice(match_id, game, guest, name, _others(connection, match_id, guest), email, due, progress)


def _others(connection: Connection, match_id: str, guest: str) -> tuple[str, ...]:
    """What the others in a game are called."""
    query = select(guests.c.name, seats.c.player).join_from(seats, guests, guests.c.id == seats.c.guest, isouter=True)
    theirs = (seats.c.match_id == match_id) & (seats.c.guest.is_(None) | (seats.c.guest != guest))
    rows = connection.execute(query.where(theirs).order_by(seats.c.seat))
    return tuple(dict.fromkeys(name for row in rows if (name := row.name or NO_PERSON.get(row.player))))


def gone_out(connection: Connection, notice: Notice, progress: Progress) -> None:
    """One way of telling is done, whatever becomes of the other."""
    connection.execute(update(notices).where(_this(notice)).values(tries=progress.number))


def settled(connection: Connection, notice: Notice, progress: Progress, again: timedelta | None) -> None:
    """A notice is done, or is tried again after a pause; what a later move has put in its place stays."""
    if again is None:
        connection.execute(delete(notices).where(_this(notice)))
    else:
        connection.execute(update(notices).where(_this(notice)).values(tries=progress.number, due=ahead(again)))


def _this(notice: Notice) -> ColumnElement[bool]:
    """A notice that this process has taken, as long as no later move has put another in its place."""
    return (notices.c.match_id == notice.match_id) & (notices.c.guest == notice.guest) & (notices.c.due == notice.due)


# Sending


class Notices:
    """Sends what is due, for as long as the server runs."""

    def __init__(
        self,
        database: Database,
        bulletin: Bulletin,
        post: Post,
        settings: Settings,
        is_present: Callable[[str, str], bool],
    ) -> None:
        self._database = database
        self._wait = OTHERS_LOOK_FIRST if bulletin.is_shared else timedelta(0)
        self._post = post
        self._settings = settings
        self._is_present = is_present

    async def run(self) -> None:
        """Look again and again; without mail and webhook there is nothing to look for."""
        if self._settings.notice_after is None:
            return
        while True:
            try:
                await self.send_due()
            except Refused as trouble:
                logger.warning("Looking for due notices failed: %s", trouble)
            except Exception:
                logger.exception("Sending notices failed.")
            await asyncio.sleep(LOOKS_EVERY)

    async def send_due(self) -> None:
        """Send what is due now."""
        due = await self._database.read(due_now)
        if not due:
            return
        if present := [(match_id, guest) for match_id, guest in due if self._is_present(match_id, guest)]:
            pause = max(self._settings.notice_after or timedelta(0), PUT_OFF_AT_LEAST)
            await self._database.write(put_off, present, ahead(pause))
        await asyncio.gather(*map(self._send, await self._database.write(taken, ago(self._wait))))

    async def _send(self, notice: Notice) -> None:
        progress = notice.progress
        troubles = []
        if notice.email and not progress.mailed and self._post.is_open:
            if trouble := await _trouble(self._post.send(self._letter(notice, notice.email))):
                troubles.append(f"by mail: {trouble}")
            else:
                progress = progress._replace(mailed=True)
                await self._database.write(gone_out, notice, progress)
        if self._settings.webhook and not progress.called:
            if trouble := await _trouble(_call(self._settings.webhook, self._body(notice))):
                troubles.append(f"by webhook: {trouble}")
            else:
                progress = progress._replace(called=True)
        again = PAUSES[progress.tries - 1] if troubles and progress.tries <= len(PAUSES) else None
        if troubles and again is None:
            logger.warning("Gave up on a notice about match %s (%s).", notice.match_id, "; ".join(troubles))
        await self._database.write(settled, notice, progress, again)

    def _letter(self, notice: Notice, email: str) -> Letter:
        game = flagplot.game(notice.game)
        title, relation = game.title, "with" if game.shares_everything else "against"
        others = f" {relation} {' and '.join(notice.others)}" if notice.others else ""
        switch = self._settings.link("/account")
        words = (
            f"{notice.name}, it is your turn in {title}{others}:\n\n"
            f"{self._settings.link(f'/g/{notice.match_id}')}\n\n"
            f"You get this mail because you asked for it. Here you can switch it off:\n{switch}\n"
        )
        return Letter(email, f"Your turn in {title}", words, switch)

    def _body(self, notice: Notice) -> bytes:
        told = {
            "event": "your turn",
            "player": notice.name,
            "game": notice.game,
            "title": flagplot.game(notice.game).title,
            "match": notice.match_id,
            "url": self._settings.link(f"/g/{notice.match_id}"),
            "at": now(),
        }
        return msgspec.json.encode(told)


async def _trouble(telling: Awaitable[None]) -> str:
    """Why somebody could not be told, whatever it was; empty when all went well."""
    try:
        await telling
    except Exception as trouble:
        return " ".join(str(trouble).split()) or type(trouble).__name__
    return ""


async def _call(webhook: Webhook, body: bytes) -> None:
    """Tell the operator's program; HTTPError when it does not say that it has understood."""
    import httpx  # a server without a webhook does without

    headers = {"Content-Type": "application/json", SIGNATURE: signature(webhook.secret, body)}
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        (await client.post(webhook.url, content=body, headers=headers)).raise_for_status()


def signature(secret: str, body: bytes) -> str:
    """What proves to the operator's program that this server sent it."""
    return f"sha256={hmac.digest(secret.encode(), body, 'sha256').hex()}"

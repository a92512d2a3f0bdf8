"""The doorbell: tells every open page of a guest, wherever on this server it is, in how many games it is their turn."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from flagplot.payloads import MatchInfo
from flagplot.server.errors import Refused
from flagplot.server.storage import people_queries
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.database import Database

BACKLOG = 50  # messages that a page may be behind before it is cut off

Queue = asyncio.Queue[bytes | None]  # JSON; None: nothing more comes

_encode = msgspec.json.Encoder().encode


class Turns(msgspec.Struct, frozen=True, tag="turns"):
    """In how many games it is a guest's turn, and the game that has just changed, if it is known."""

    turns: int
    match: MatchInfo | None


class Doorbell:
    """The pages that listen, by their guests."""

    def __init__(self, database: Database, bulletin: Bulletin) -> None:
        self._database = database
        self._bulletin = bulletin
        self._pages: dict[str, set[Queue]] = {}
        self._due: dict[str, list[MatchInfo | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        bulletin.subscribe("turns", self._rung_elsewhere)
        bulletin.on_gap(self._missed_something)

    def is_there(self, guest: str) -> bool:
        """Whether a page of a guest listens here."""
        return guest in self._pages

    def listen(self, guest: str) -> Queue:
        """A queue on which a page hears of its guest's games: first how many turns there are now."""
        queue: Queue = asyncio.Queue()
        self._pages.setdefault(guest, set()).add(queue)
        self._announce(guest, None)
        return queue

    def leave(self, guest: str, queue: Queue) -> None:
        """Listen no more."""
        pages = self._pages.get(guest, set())
        pages.discard(queue)
        if not pages:
            self._pages.pop(guest, None)
        queue.put_nowait(None)

    def ring(self, guest: str, info: MatchInfo | None) -> None:
        """A game of a guest has changed for them: their pages are told, here and at other processes."""
        self._announce(guest, info)
        if self._bulletin.is_shared:
            self._soon(self._tell_others(guest))

    def _rung_elsewhere(self, guest: str) -> None:
        self._announce(guest, None)

    def _missed_something(self) -> None:
        for guest in list(self._pages):
            self._announce(guest, None)

    def _announce(self, guest: str, info: MatchInfo | None) -> None:
        """Tell the pages of a guest soon, one thing after the other so that the last number is the present one."""
        if guest in self._due:
            self._due[guest].append(info)
        elif guest in self._pages:
            self._due[guest] = [info]
            self._soon(self._told(guest))

    async def _told(self, guest: str) -> None:
        try:
            while infos := self._due[guest]:
                self._due[guest] = []
                turns = await self._database.read(people_queries.turns, guest)
                for info in infos:
                    self._send(guest, _encode(Turns(turns, info)))
        except Refused:
            pass  # the next ring tells the number
        finally:
            del self._due[guest]

    def _send(self, guest: str, message: bytes) -> None:
        for queue in list(self._pages.get(guest, ())):
            if queue.qsize() < BACKLOG:
                queue.put_nowait(message)
            else:
                self.leave(guest, queue)

    async def _tell_others(self, guest: str) -> None:
        with suppress(Refused):
            await self._database.write(self._bulletin.pin, "turns", guest)

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Tell nobody any more; pages that listen are hung up on."""
        for guest, pages in list(self._pages.items()):
            for queue in list(pages):
                self.leave(guest, queue)

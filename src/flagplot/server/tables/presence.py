"""Who is there: server processes tell each other whose pages are open, so that players see each other everywhere."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from flagplot.server.errors import Refused
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.tables.matches import LiveMatch
from flagplot.server.tables.registry import Matches

TOLD_EVERY = 30.0  # seconds
BELIEVED_FOR = 75.0  # seconds; a process of which nothing was heard for longer is gone with its pages


class Presence:
    """Tells the others who is here, and hears from them who is there."""

    def __init__(self, matches: Matches, bulletin: Bulletin) -> None:
        self._matches = matches
        self._bulletin = bulletin
        self._tasks: set[asyncio.Task[None]] = set()
        bulletin.subscribe("here", self._heard)

    def changed(self, live: LiveMatch) -> None:
        """Somebody came to a match, or went."""
        if self._matches.is_closing:
            return
        self._soon(self._show(live))
        if self._bulletin.is_shared:
            self._soon(self._tell(live))

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _show(self, live: LiveMatch) -> None:
        """Tell those who are here; not while something is being done that may yet come to nothing."""
        async with live.lock:
            if not live.is_discarded:
                live.tell_table()

    async def run(self) -> None:
        """Say again and again who is here, as long as the server runs."""
        while self._bulletin.is_shared:
            await asyncio.sleep(TOLD_EVERY)
            for live in self._matches.in_memory:
                if any(audience.is_connected for audience in live.audiences.values()):
                    await self._tell(live)

    async def _tell(self, live: LiveMatch) -> None:
        here = ",".join(seat for seat, audience in live.audiences.items() if audience.is_connected)
        with suppress(Refused):  # it is said again
            await self._matches.database.write(self._bulletin.pin, "here", f"{self._bulletin.process} {live.id} {here}")

    def _heard(self, text: str) -> None:
        process, match_id, seats = text.split(" ")
        live = self._matches.opened(match_id)
        if live:
            live.elsewhere[process] = frozenset(filter(None, seats.split(","))), time.monotonic() + BELIEVED_FOR
            self._soon(self._show(live))

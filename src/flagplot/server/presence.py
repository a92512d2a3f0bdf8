"""Who is there: server processes tell each other whose pages are open, so that players see each other everywhere."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from flagplot.server.bulletin import Bulletin
from flagplot.server.errors import Refused
from flagplot.server.matches import LiveMatch
from flagplot.server.registry import Matches

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
        live.tell_table()
        if self._bulletin.is_shared and not self._matches.is_closing:
            task = asyncio.get_running_loop().create_task(self._tell(live))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

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
            live.tell_table()

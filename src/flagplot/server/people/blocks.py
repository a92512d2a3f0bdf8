"""Blocked addresses: from these nobody is let in; names that are blocked are looked up where somebody wants one."""

from __future__ import annotations

import asyncio
import ipaddress
from contextlib import suppress

from flagplot.server.errors import Refused
from flagplot.server.people.sessions import Sessions
from flagplot.server.storage import operator_queries
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.database import Database

TOPIC = "blocks"  # under which commands tell servers that something is blocked or not any more
VERDICTS = 10_000  # on addresses, in memory


class Blocks:
    """The networks from which nobody may come, in memory: while there are none, asking costs nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._networks: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []
        self._verdicts: dict[str, bool] = {}
        self._sessions: Sessions | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_empty(self) -> bool:
        """Whether no address is blocked."""
        return not self._networks

    def bars(self, address: str) -> bool:
        """Whether an address is blocked."""
        if not self._networks or not address:
            return False
        verdict = self._verdicts.get(address)
        if verdict is None:
            if len(self._verdicts) >= VERDICTS:
                self._verdicts.clear()
            found = ipaddress.ip_address(address)
            verdict = self._verdicts[address] = any(found in network for network in self._networks)
        return verdict

    def follow(self, bulletin: Bulletin, sessions: Sessions) -> None:
        """Read the blocks anew whenever a command has changed them, and hang up on pages from there."""
        self._sessions = sessions
        bulletin.subscribe(TOPIC, lambda _: self._changed())
        bulletin.on_gap(self._changed)

    def _changed(self) -> None:
        task = asyncio.get_running_loop().create_task(self.read())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def read(self) -> None:
        """Read the blocked networks."""
        with suppress(Refused):  # what is known goes on to hold
            found = await self._database.read(operator_queries.blocked_networks)
            self._networks = [ipaddress.ip_network(network) for network in found]
            self._verdicts.clear()
            if self._sessions:
                self._sessions.hang_up_from(self.bars)

"""The thoughts of admirals: searches that workers go on with slice by slice, so that other work comes between.

One worker at least is always left to others. The more searches there are, the shorter each of them becomes, so that
no game waits much longer than another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from flagplot.players.admiral import Thought
from flagplot.players.search import MOST_WEIGHT, Budget, Search
from flagplot.server.errors import NotNow
from flagplot.server.settings import Admirals
from flagplot.server.tables import work
from flagplot.server.tables.thinking import Exhausted, Workers

TRIES = 3  # a slice is worked out again when its worker died


class Searching:
    """Has admirals think, each for as long as the settings and the others allow."""

    def __init__(self, workers: Workers, settings: Admirals) -> None:
        self._workers = workers
        self._settings = settings
        self._most = max(1, workers.number - 1)  # workers that may search at the same time
        self._free = asyncio.Semaphore(self._most)
        self.number = 0  # of searches under way

    @property
    def decisions(self) -> int:
        """About how many decisions an admiral thinks before a person is asked again; a captain makes the others."""
        return self._settings.decisions

    @property
    def longest(self) -> float:
        """The seconds that a plan takes when many are thought about at the same time, roughly."""
        return 2 * MOST_WEIGHT * self._seconds + self._workers.limits.seconds

    @property
    def _seconds(self) -> float:
        return self._settings.milliseconds / 1000

    async def thought(
        self,
        data: bytes,
        purpose: str | None,
        is_hurried: Callable[[], bool] = lambda: False,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> Thought | None:
        """What an admiral answers to the present decision of a saved match; None when it is not wanted any more.

        Without a purpose it is a hint for people. Where somebody hurries him, it is the best that he has found so far.
        NotNow when workers fail again and again.
        """
        self.number += 1
        try:
            found: Search | Thought | None = None
            while not isinstance(found, Thought):
                if not is_wanted():
                    return None
                found = await self._gone_on(data, purpose, found, is_hurried)
            return found
        finally:
            self.number -= 1

    async def _gone_on(
        self, data: bytes, purpose: str | None, found: Search | None, is_hurried: Callable[[], bool]
    ) -> Search | Thought:
        """A search after another slice of it, or its end."""
        for tries in range(1, TRIES + 1):
            try:
                async with self._free:
                    seconds = self._seconds * min(1, self._most / self.number)
                    budget = Budget(seconds=0 if is_hurried() else seconds)
                    return await self._workers.do(work.search, data, purpose, budget, found)
            except Exhausted:
                raise
            except NotNow:
                if tries == TRIES or self._workers.is_closed:
                    raise
        raise AssertionError

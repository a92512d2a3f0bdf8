"""How late the event loop is: what was due is done so much later, and every answer with it."""

from __future__ import annotations

import asyncio
from time import perf_counter

from flagplot.server.operating.metrics import Durations

SECONDS_BETWEEN = 0.25


class LoopDelay:
    """Measures how late a sleeper wakes up, as long as the server runs."""

    def __init__(self) -> None:
        self.delays = Durations()

    async def run(self) -> None:
        """Sleep and look at the clock, again and again."""
        while True:
            due = perf_counter() + SECONDS_BETWEEN
            await asyncio.sleep(SECONDS_BETWEEN)
            self.delays.add(max(0.0, perf_counter() - due))

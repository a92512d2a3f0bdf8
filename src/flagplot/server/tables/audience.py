"""Who watches a seat: the pages that are pushed to, and those that ask again and again."""

from __future__ import annotations

import asyncio
import time
from collections import deque

RECENT = 40  # changes that are kept for pages that ask for them
ASKS_AGAIN_WITHIN = 60.0  # seconds; a page that asks is taken to be there for so long
BACKLOG = 200  # messages that a page may be behind before it is cut off

Queue = asyncio.Queue[str | None]  # JSON; None: nothing more comes, ask anew


class Audience:
    """The pages that show a seat, and what they were told lately."""

    def __init__(self) -> None:
        self._queues: set[Queue] = set()
        self._recent: deque[tuple[int, bytes]] = deque()
        self.weight = 0  # bytes of what is kept for pages that ask
        self._news: asyncio.Event | None = None  # for which somebody waits
        self._asked = -ASKS_AGAIN_WITHIN

    @property
    def is_connected(self) -> bool:
        """Whether any page is pushed to."""
        return bool(self._queues)

    @property
    def listeners(self) -> int:
        """How many pages are pushed to."""
        return len(self._queues)

    @property
    def is_there(self) -> bool:
        """Whether anybody watches."""
        return self.is_connected or time.monotonic() - self._asked < ASKS_AGAIN_WITHIN

    def listen(self) -> Queue:
        """A queue on which everything arrives that is told from now on."""
        queue: Queue = asyncio.Queue()
        self._queues.add(queue)
        return queue

    def leave(self, queue: Queue) -> None:
        """Listen no more."""
        self._queues.discard(queue)
        queue.put_nowait(None)

    def tell(self, base: int, change: bytes) -> None:
        """Tell everybody of a change on what had been shown up to `base`."""
        self._recent.append((base, change))
        self.weight += len(change)
        if len(self._recent) > RECENT:
            self.weight -= len(self._recent.popleft()[1])
        self.announce(change)

    def announce(self, message: bytes | None) -> None:
        """Send a message to all; a page that is too far behind is cut off and asks anew."""
        text = None if message is None else message.decode()
        for queue in list(self._queues):
            if queue.qsize() < BACKLOG:
                queue.put_nowait(text)
            else:
                self.leave(queue)
        if self._news:
            self._news.set()
            self._news = None

    def since(self, base: int) -> bytes | None:
        """The change on what had been shown up to `base`, if it is still known."""
        self._asked = time.monotonic()
        return next((change for before, change in self._recent if before == base), None)

    def coming_news(self) -> asyncio.Event:
        """What is set when the next thing is told."""
        self._asked = time.monotonic()
        if self._news is None:
            self._news = asyncio.Event()
        return self._news

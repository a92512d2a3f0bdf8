"""Analyses of finished games: workers work them out in slices, one at a time; the last of them are kept in memory."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import flagplot
from flagplot.engine.errors import FlagplotError
from flagplot.engine.match import Match
from flagplot.engine.state import Result
from flagplot.payloads_past import AnalysisState
from flagplot.players.analysis import COUNTING, Analysis, findings, playouts_in, playouts_more
from flagplot.players.analyst import Analyst, Ledger
from flagplot.players.throws import Counted, count_throws
from flagplot.server.tables.matches import LiveMatch
from flagplot.server.tables.thinking import Workers

T = TypeVar("T")

SLICE = 1.5  # seconds after which a worker is there for others again
MOST_KEPT = 200  # analyses, of 20 to 100 kB each
FAILED = "The analysis could not be worked out. Try again."

logger = logging.getLogger(__name__)


# In a worker


class Slice(NamedTuple):
    """What an analysis has come to: how many playouts it is to have, what those so far gave, and the throws counted."""

    playouts: int
    ledger: Ledger
    counted: Counted
    share: float = 0.0
    counting: float = 0.0  # seconds that counting throws has taken
    has_more_to_ask: bool = True  # more playouts would tell more


@functools.lru_cache(maxsize=1)
def _kept(data: bytes) -> Match[Any]:
    return flagplot.load(data)


def work_on(data: bytes, last: Slice | None, seconds: float, budget: float) -> Slice:
    """Go on with an analysis for some seconds; the first slice finds out how many playouts fit into the budget.

    Throws are counted first, in a part of the budget.
    """
    until = time.monotonic() + seconds
    match = _kept(data)
    last = last or Slice(playouts_in(match, budget * (1 - COUNTING)), {}, {})
    analyst = Analyst(match, last.playouts, ledger=last.ledger, counted=last.counted)
    last = last._replace(counting=last.counting + _count(analyst, until, COUNTING * budget - last.counting))
    for _ in analyst.go_on():
        if time.monotonic() > until:
            return last._replace(share=min(analyst.share, 0.99))
    return last._replace(share=1.0, has_more_to_ask=analyst.share >= 1)


def _count(analyst: Analyst, until: float, seconds: float) -> float:
    """Count throws until a time, and for so many seconds at most; returns how many it took."""
    began = time.monotonic()
    if seconds > 0:
        for _ in count_throws(analyst.past, analyst.counted):
            if time.monotonic() > min(until, began + seconds):
                break
    return time.monotonic() - began


def found_in(data: bytes, last: Slice, ended: Result | None) -> Analysis:
    """What the playouts of an analysis tell; `ended` is the result of a game that people ended."""
    analyst = Analyst(_kept(data), last.playouts, ledger=last.ledger, counted=last.counted)
    next(analyst.go_on(), None)  # it goes through what is known without a pause, up to the first new playout
    return findings(analyst, ended)


# In the server


@dataclass(slots=True)
class UnderWay:
    """An analysis that has been asked for."""

    share: float = 0.0
    analysis: Analysis | None = None
    trouble: str = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.analysis is not None or bool(self.trouble)


class Analyses:
    """The analyses that were asked for last; one is worked on at a time, so that workers are left for hints."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._found: OrderedDict[str, UnderWay] = OrderedDict()  # by match
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def state_of(self, live: LiveMatch) -> AnalysisState:
        """How far the analysis of a match is; nobody may have asked for it."""
        found = self._found.get(live.id)
        if found is None:
            return AnalysisState(None, None, "")
        return AnalysisState(found.share, found.analysis, found.trouble)

    def is_wanted(self, live: LiveMatch) -> bool:
        """Whether an analysis of a match is there or under way."""
        found = self._found.get(live.id)
        return found is not None and not found.trouble

    def begin(self, live: LiveMatch) -> None:
        """Analyse a match; after trouble, once more."""
        if self.is_wanted(live):
            return
        found = self._found[live.id] = UnderWay()
        self._make_room()
        task = asyncio.create_task(self._work(live, found))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _make_room(self) -> None:
        for match_id in [match_id for match_id, found in self._found.items() if found.is_over][: -MOST_KEPT or None]:
            del self._found[match_id]

    async def _work(self, live: LiveMatch, found: UnderWay) -> None:
        with live.busy():
            try:
                async with self._turn:
                    await self._work_in_turn(live, found)
            except FlagplotError as error:
                found.trouble = str(error)
            except Exception:
                logger.exception("The analysis of match %s failed.", live.id)
                found.trouble = FAILED

    async def _work_in_turn(self, live: LiveMatch, found: UnderWay) -> None:
        budget = float(self._workers.limits.analysis_seconds)
        data, ended = live.match.save(), live.result if live.match.result is None else None
        last = whole = await self._done(work_on, data, None, SLICE, budget)
        began = time.monotonic() - SLICE
        while (spent := time.monotonic() - began) < budget:
            found.share = min(0.99, spent / budget)
            if last.share == 1:
                more = playouts_more(last.playouts, spent, budget)
                if not (more and last.has_more_to_ask):
                    break
                last = last._replace(playouts=more, share=0.0)
            last = await self._done(work_on, data, last, SLICE, budget)
            if last.share == 1 or whole.share < 1:
                whole = last
        found.analysis = await self._done(found_in, data, whole, ended)
        found.share = 1.0

    async def _done(self, function: Callable[..., T], *args: Any) -> T:
        """The result of a slice, which may take that long besides what any piece of work may."""
        return await self._workers.do(function, *args, seconds=SLICE + self._workers.limits.seconds)

    def close(self) -> None:
        """End what is going on."""
        for task in self._tasks:
            task.cancel()

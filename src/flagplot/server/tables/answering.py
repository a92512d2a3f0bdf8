"""Answers that no person gives: those of computer players, and those that standing orders give for people."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from flagplot.engine.errors import FlagplotError
from flagplot.engine.words import Option
from flagplot.players.admiral import Thought
from flagplot.players.ranks import ADMIRAL
from flagplot.server.errors import Conflict, NotNow
from flagplot.server.storage import match_queries
from flagplot.server.tables import work
from flagplot.server.tables.company import Order
from flagplot.server.tables.matches import LiveMatch
from flagplot.server.tables.orders import order_for, withdraw_order
from flagplot.server.tables.registry import Matches
from flagplot.server.tables.searching import Searching
from flagplot.server.tables.thinking import Workers

TRIES = 3  # after so many failures of a computer player a midshipman decides for it
RECENT = timedelta(days=2)  # matches changed since then are taken up when the server starts
LOOKS_EVERY = 5.0  # seconds
READS_EVERY = 6  # looks: how often also the matches that are not loaded are looked after
LEFT_ALONE = 10.0  # seconds after which a match whose answerer may have died is taken over
HURRY = "hurry"  # the topic under which processes tell each other that somebody does not want to wait
NOT_THINKING = "No admiral is thinking here."
COUNTS = "In a game that counts for the ladder an admiral takes the time that he has."

logger = logging.getLogger(__name__)


class Answering:
    """Sees to it that matches go on where no person is asked."""

    def __init__(self, matches: Matches, workers: Workers, searching: Searching) -> None:
        self._matches = matches
        self._workers = workers
        self._searching = searching
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._hurried: set[str] = set()  # matches in which captains answer until a person is asked
        matches.when_opened(self._opened)
        matches.bulletin.subscribe(HURRY, self._hurry_here)

    def _opened(self, live: LiveMatch, is_new: bool) -> None:
        if is_new or not self._matches.bulletin.is_shared or self._is_left_alone(live):
            self.wake(live)

    def _is_left_alone(self, live: LiveMatch) -> bool:
        """Whether the process that should answer, the one where the last move was made, seems to be gone."""
        patience = LEFT_ALONE + (self._searching.longest if _is_admirals(live) else 0)
        return live.course.last_at < _before(timedelta(seconds=patience))

    def wake(self, live: LiveMatch) -> None:
        """Go on with a match if nobody needs to be asked."""
        if live.id not in self._tasks and self._needs_answer(live):
            live.tasks += 1  # from now on it is not put away
            task = asyncio.get_running_loop().create_task(self._answer(live))
            self._tasks[live.id] = task
            task.add_done_callback(lambda _: self._answered(live))

    def _answered(self, live: LiveMatch) -> None:
        live.tasks -= 1
        self._tasks.pop(live.id, None)
        self._hurried.discard(live.id)
        now = self._matches.opened(live.id)
        if live.is_discarded and now and not self._matches.is_closing:
            self.wake(now)  # it was read anew while somebody thought about it

    async def hurry(self, live: LiveMatch) -> None:
        """Have the admiral who thinks in a match answer at once, and captains after him until a person is asked.

        Conflict where no admiral thinks, or where it would spoil the ladder. To ask again changes nothing.
        """
        if not _is_admirals(live):
            raise Conflict(NOT_THINKING)
        if live.company.rated:
            raise Conflict(COUNTS)
        self._hurry_here(live.id)
        if self._matches.bulletin.is_shared:  # another process may be the one where he thinks
            await self._matches.database.write(self._matches.bulletin.pin, HURRY, live.id)

    def _hurry_here(self, match_id: str) -> None:
        if match_id in self._tasks:
            self._hurried.add(match_id)

    def _needs_answer(self, live: LiveMatch) -> bool:
        sheet = live.company.sheet
        if not live.computers and not sheet.orders and not sheet.lesson:
            return False
        return not live.is_held and (live.is_thinking or order_for(live) is not None)

    async def _answer(self, live: LiveMatch) -> None:
        """Answer until a person must be asked; after trouble, when somebody opens the match again."""
        failures = thoughts = 0
        while not self._matches.is_closing:
            async with live.lock:
                if live.is_discarded or not self._needs_answer(live):
                    return
                order = order_for(live)
                if order and not order.captain:
                    await self._make(live, [order.option])
                    continue
                last, data = live.course.last, live.match.save()
                may_search = order is None and self._may_search(live, thoughts)
                computers = _computers(live, may_search) if order is None else {live.to_move or "": "captain"}
            options: list[Option] = []
            reason = None
            try:
                options = await self._workers.do(work.decide, data, computers, *_manner(live, order))
                if not options and may_search:
                    thoughts += 1
                    thought = await self._searched(live, data, last)
                    if not thought:
                        continue
                    options, reason = [thought.option, *(one.option for one in thought.follow_up)], thought.found
                failures = 0
            except Exception as trouble:
                failures += 1
                logger.warning("A computer player of match %s did not answer: %s", live.id, trouble)
                if failures < TRIES:
                    continue
                if may_search:
                    self._hurried.add(live.id)  # a captain may still be able to
                    failures = 0
                    continue
            async with live.lock:
                if live.course.last != last or live.is_discarded:
                    continue
                if order is not None and order_for(live) != order:
                    continue
                if order in live.company.sheet.orders and not options:
                    await withdraw_order(live, order.seat, order.key)  # only a captain was to answer
                    return
                if not await self._make(live, options or [work.any_answer(live.match)], reason):
                    return

    def _may_search(self, live: LiveMatch, thoughts: int) -> bool:
        """Whether admirals, who have thought about so many decisions, may think about another."""
        return live.id not in self._hurried and thoughts < self._searching.decisions

    async def _searched(self, live: LiveMatch, data: bytes, last: int) -> Thought | None:
        """What an admiral answers when he has thought about it; None when the match has gone on meanwhile."""

        def is_wanted() -> bool:
            is_the_same = live.course.last == last and not live.is_discarded
            return is_the_same and _is_admirals(live) and not self._matches.is_closing

        return await self._searching.thought(data, live.id, lambda: live.id in self._hurried, is_wanted)

    async def _make(self, live: LiveMatch, options: list[Option], reason: str | None = None) -> bool:
        try:
            await live.answer_for(options, reason)
            return True
        except Exception:
            logger.exception("An answer in match %s could not be played.", live.id)
            return False

    async def take_up(self) -> None:
        """Go on with the matches that waited for an answer when the server ended; look after all from time to time."""
        looks = 0
        while not self._matches.is_closing:
            if looks == 0 or (self._matches.bulletin.is_shared and looks % READS_EVERY == 0):
                await self._take_up_recent()
            await asyncio.sleep(LOOKS_EVERY)
            looks += 1
            self._matches.put_away()  # what was loaded has grown
            for live in self._matches.in_memory:
                if self._is_left_alone(live):
                    self.wake(live)

    async def _take_up_recent(self) -> None:
        until = _before(timedelta(seconds=LEFT_ALONE if self._matches.bulletin.is_shared else 0))
        try:
            waiting = await self._matches.database.read(match_queries.waiting_for_answers, _before(RECENT), until)
        except NotNow:
            return  # the next time
        for match_id in waiting:
            try:
                live = await self._matches.open(match_id)
                if not self._matches.bulletin.is_shared or self._is_left_alone(live):
                    self.wake(live)
            except FlagplotError as error:
                logger.warning("Match %s cannot be taken up: %s", match_id, error)

    def close(self) -> None:
        """End what is going on."""
        for task in list(self._tasks.values()):
            task.cancel()


def _is_admirals(live: LiveMatch) -> bool:
    """Whether an admiral must decide."""
    return live.is_thinking and live.computers[live.to_move or ""] == ADMIRAL


def _computers(live: LiveMatch, may_search: bool) -> Mapping[str, str]:
    """The players of the computers' seats, with captains for admirals that may not search."""
    if may_search:
        return live.computers
    return {seat: "captain" if player == ADMIRAL else player for seat, player in live.computers.items()}


def _manner(live: LiveMatch, order: Order | None) -> tuple[str, int | None]:
    """The purpose and the number of choices with which `work.decide` answers: in a game of the day alike for all."""
    day = live.company.sheet.day
    at_once = 1 if order else work.DECISIONS_AT_ONCE_OF_A_DAY if day else None
    return f"game of the day {day}" if day else live.id, at_once


def _before(span: timedelta) -> str:
    return match_queries.written(datetime.now(UTC) - span)

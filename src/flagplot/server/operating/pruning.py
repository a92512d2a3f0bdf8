"""Clearing guests and games without account: by the server itself as often as is set, or by a command."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta

from sqlalchemy import Connection
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError

from flagplot.server.errors import Refused
from flagplot.server.settings import Prune
from flagplot.server.storage import prune_queries
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.database import Database
from flagplot.server.storage.people_queries import ago
from flagplot.server.storage.prune_queries import Pruned

PAUSE = 0.05  # seconds between two transactions, in which others write

Gone = Callable[[Sequence[str], Sequence[str]], None]  # told which games and guests were cleared

logger = logging.getLogger(__name__)


class Pruner:
    """Clears what the settings say, when the server starts and then as often as they say."""

    def __init__(self, database: Database, bulletin: Bulletin, chosen: Prune | None, gone: Gone) -> None:
        self._database = database
        self._bulletin = bulletin
        self._chosen = chosen
        self._gone = gone

    async def run(self) -> None:
        """Clear, again and again; nothing is done where it is not set."""
        while self._chosen:
            with suppress(Refused, IntegrityError):  # the next time will do
                done = await self._prune(ago(timedelta(days=self._chosen.after_days)))
                if any(done):
                    logger.info("Deleted %s games and %s guests without an account.", *done)
            await asyncio.sleep(3600 * self._chosen.every_hours)

    async def _prune(self, before: str) -> Pruned:
        games = people = 0
        while found := await self._database.write(_prune_games, before, self._bulletin):
            games += len(found)
            self._gone(found, ())
            await asyncio.sleep(PAUSE)
        while found := await self._database.write(_prune_guests, before, self._bulletin):
            people += len(found)
            self._gone((), found)
            await asyncio.sleep(PAUSE)
        return Pruned(games, people)


def count(engine: Engine, days: int) -> Pruned:
    """What a command would clear."""
    with engine.connect() as connection:
        return prune_queries.prunable(connection, ago(timedelta(days=days)))


def prune(engine: Engine, days: int) -> Pruned:
    """Clear by a command, beside servers that hear of it."""
    bulletin = Bulletin(engine, from_outside=True)
    before = ago(timedelta(days=days))
    totals = []
    for clear in (_prune_games, _prune_guests):
        total = 0
        while found := _in_one_go(engine, clear, before, bulletin):
            total += len(found)
            time.sleep(PAUSE)
        totals.append(total)
    return Pruned(*totals)


def _in_one_go(
    engine: Engine, clear: Callable[[Connection, str, Bulletin], list[str]], before: str, bulletin: Bulletin
) -> list[str]:
    with engine.begin() as connection:
        return clear(connection, before, bulletin)


def _prune_games(connection: Connection, before: str, bulletin: Bulletin) -> list[str]:
    found = prune_queries.prune_games(connection, before)
    for match_id in found:
        bulletin.pin(connection, "match", match_id)
    return found


def _prune_guests(connection: Connection, before: str, bulletin: Bulletin) -> list[str]:
    found = prune_queries.prune_guests(connection, before)
    if found:
        bulletin.pin(connection, "session", " ".join(found))
    for guest in found:
        bulletin.pin(connection, "guest", guest)
    return found

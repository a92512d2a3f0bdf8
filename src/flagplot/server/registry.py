"""All matches of the server: those in memory, those in the database, and the computer players who think."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

import flagplot
from flagplot.engine.errors import FlagplotError, SaveError
from flagplot.engine.match import Match
from flagplot.engine.record import Record
from flagplot.engine.start import starting_state
from flagplot.engine.words import Option
from flagplot.payloads import MatchInfo, as_option
from flagplot.server import storage, work
from flagplot.server.database import Database
from flagplot.server.errors import Conflict, NotFound, NotNow, NotOffered
from flagplot.server.guests import Guests
from flagplot.server.matches import LiveMatch
from flagplot.server.roster import match_info
from flagplot.server.showing import start_of, to_move
from flagplot.server.storage import Holder, Listed, Move, Stored, Summary
from flagplot.server.thinking import Workers

IN_MEMORY = 200  # matches; more only while they are watched
TRIES = 3  # after so many failures of a computer player a midshipman decides for it
RECENT = timedelta(days=2)  # matches changed since then are taken up when the server starts

logger = logging.getLogger(__name__)


class Matches:
    """The matches, each loaded when it is first wanted and put away when it is not."""

    def __init__(self, database: Database, workers: Workers, guests: Guests) -> None:
        self._database = database
        self.workers = workers
        self.guests = guests
        self._live: OrderedDict[str, LiveMatch] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._is_closing = False

    # Opening

    @asynccontextmanager
    async def at(self, match_id: str) -> AsyncIterator[LiveMatch]:
        """The match of that id, with its lock held."""
        while True:
            if self._is_closing:
                raise NotNow("The server is closing; come back when it is there again.")
            live = await self.open(match_id)
            with live.busy():  # also while it waits: nobody puts the match away meanwhile
                async with live.lock:
                    if not live.is_discarded:
                        yield live
                        return

    async def open(self, match_id: str) -> LiveMatch:
        """The match of that id."""
        live = self._live.get(match_id)
        if live is None or live.is_discarded:
            live = self._live.setdefault(match_id, await self._load_once(match_id))
        self._live.move_to_end(match_id)
        self._wake(live)
        return live

    async def _load_once(self, match_id: str) -> LiveMatch:
        try:
            async with self._loading.setdefault(match_id, asyncio.Lock()):
                live = self._live.get(match_id)
                return live if live and not live.is_discarded else await self._load(match_id)
        finally:
            self._loading.pop(match_id, None)

    async def _load(self, match_id: str) -> LiveMatch:
        stored = await self._database.read(storage.match_stored, match_id)
        if stored is None:
            raise NotFound("There is no such game, or you have no seat in it.")
        try:
            match = taken_up(stored)
            if is_of_older_rules(stored):
                await self._begin_anew(match, stored)
        except FlagplotError as error:
            raise NotOffered(f"This game was played by other rules and cannot go on: {error}") from None
        return await self._enter(match, stored.listed, stored.moves)

    async def _begin_anew(self, match: Match[Any], stored: Stored) -> None:
        """Keep a match that goes on by newer rules: what came before is not played again."""
        beginning = msgspec.structs.replace(start_of(match, storage.now()), n=stored.moves[-1].n + 1)
        await self._keep(stored.listed, [beginning], match.save())
        stored.moves.append(beginning)

    async def _enter(self, match: Match[Any], listed: Listed, moves: Sequence[Move]) -> LiveMatch:
        await self.guests.meet(holder.guest for holder in listed.holders.values() if holder.guest)
        live = LiveMatch(match, listed, moves, self._keep, self.guests.name)
        self._live[live.id] = live
        for match_id in list(self._live)[: max(0, len(self._live) - IN_MEMORY)]:
            if not self._live[match_id].is_wanted:
                del self._live[match_id]
        return live

    async def _keep(self, listed: Listed, moves: Sequence[Move], snapshot: bytes | None) -> None:
        try:
            await self._database.write(storage.keep_moves, listed, moves, snapshot)
        except Exception:
            logger.exception("Moves of match %s could not be kept.", listed.id)
            raise NotNow("The move could not be kept, so it was not made; try again.") from None

    # Making and ending

    async def add(self, match: Match[Any], history: Sequence[Move], holders: Mapping[str, Holder]) -> LiveMatch:
        """A new match, kept from its first moment on."""
        for guest in {holder.guest for holder in holders.values() if holder.guest}:
            await self.guests.keep(guest)
        at = history[-1].at
        headlines = {seat: match.view(seat).headline for seat in holders}
        summary = Summary(headlines, dict.fromkeys(holders, at), match.result)
        listed = Listed(
            secrets.token_hex(6), match.game.slug, summary, to_move(match), match.question is None, at, dict(holders)
        )
        record = msgspec.json.encode(replace(match.record, choices=[]))
        stored = Stored(listed, record, match.save(), history[-1].n, list(history))
        await self._database.write(storage.add_match, stored)
        live = await self._enter(match, listed, history)
        self._wake(live)
        return live

    async def join(self, live: LiveMatch, seat: str, guest: str) -> None:
        """Give an open seat to a guest."""
        await self.guests.keep(guest)
        if not await self._database.write(storage.take_seat, live.id, seat, guest):
            raise Conflict("That seat is not open any more.")
        live.take_seat(seat, guest)

    async def delete(self, live: LiveMatch) -> None:
        """Forget a match."""
        await self._database.write(storage.delete_match, live.id)
        live.discard()
        self._live.pop(live.id, None)

    async def of_guest(self, guest: str) -> list[MatchInfo]:
        """The matches of a guest, latest change first."""
        listed = await self._database.read(storage.matches_of, guest)
        await self.guests.meet({holder.guest for one in listed for holder in one.holders.values() if holder.guest})
        infos = [match_info(flagplot.game(one.game), one, guest, self.guests.name) for one in listed]
        return sorted(infos, key=lambda info: (info.changed, info.id), reverse=True)

    # Computer players

    async def take_up(self) -> None:
        """Let computer players go on in the matches where they were deciding when the server ended."""
        since = (datetime.now(UTC) - RECENT).isoformat()
        for match_id in await self._database.read(storage.waiting_for_computers, since):
            try:
                await self.open(match_id)
            except FlagplotError as error:
                logger.warning("Match %s cannot be taken up: %s", match_id, error)

    def _wake(self, live: LiveMatch) -> None:
        """See to it that computer players decide when it is their turn."""
        if live.is_thinking and live.id not in self._thinking:
            task = asyncio.get_running_loop().create_task(self._think(live))
            self._thinking[live.id] = task
            task.add_done_callback(lambda _: self._thinking.pop(live.id, None))

    async def choose(self, live: LiveMatch, seat: str, seq: int, option: Option) -> bytes:
        """A person decides; then, if it is their turn, the computer players."""
        change = await live.choose(seat, seq, option)
        self._wake(live)
        return change

    async def _think(self, live: LiveMatch) -> None:
        """Let the computer players decide until a person must; after trouble, when somebody opens the match again."""
        failures = 0
        with live.busy():
            while not self._is_closing:
                async with live.lock:
                    if live.is_discarded or not live.is_thinking:
                        return
                    moves, data = live.moves, live.match.save()
                options: list[Option] = []
                try:
                    options = await self.workers.do(work.decide, data, live.computers, live.id)
                    failures = 0
                except Exception as trouble:
                    failures += 1
                    logger.warning("A computer player of match %s gave no answer: %s", live.id, trouble)
                    if failures < TRIES:
                        continue
                async with live.lock:
                    if live.moves != moves or live.is_discarded:
                        continue
                    try:
                        await live.choose_for_computers(options or [work.any_answer(live.match)])
                    except Exception:
                        logger.exception("What computer players chose in match %s was not made.", live.id)
                        return

    def close(self) -> None:
        """End what is going on; whatever was acknowledged is in the database."""
        self._is_closing = True
        for task in list(self._thinking.values()):
            task.cancel()
        for live in self._live.values():
            live.discard()


def taken_up(stored: Stored) -> Match[Any]:
    """The match as it stood after its last move: from its latest save, or from its beginning if that is unreadable."""
    try:
        match, since = flagplot.load(stored.snapshot), stored.snapshot_moves
    except SaveError as error:
        logger.warning("The save of match %s cannot be read, so it is played again: %s", stored.listed.id, error)
        match, since = replayed_from(stored.record), 0
    if is_of_older_rules(stored):
        return match  # from the last checkpoint that the old rules had reached
    for move in stored.moves:
        if move.n > since and move.kind == "choice":
            match.choose(as_option(move.option))
        elif move.n > since and move.kind == "undo":
            match.undo()
    return match


def is_of_older_rules(stored: Stored) -> bool:
    """Whether the latest save of a match was made when its game had older rules."""
    try:
        return msgspec.json.decode(stored.snapshot, type=_Rules).rules < flagplot.game(stored.listed.game).rules_version
    except msgspec.DecodeError:
        return False


class _Rules(msgspec.Struct):
    """What the outside of a save says of its rules."""

    rules: int


def replayed_from(header: bytes) -> Match[Any]:
    """A match at its beginning, from its record without choices."""
    record = msgspec.json.decode(header, type=Record)
    game = flagplot.game(record.game)
    return Match(game, record, starting_state(game, record))

"""All matches of the server: those in memory, and those in the database."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection

import flagplot
from flagplot.engine.errors import FlagplotError, OtherFigures, TooOld
from flagplot.engine.match import Match
from flagplot.engine.table import DICE
from flagplot.engine.view import ONLOOKER
from flagplot.payloads import MatchInfo
from flagplot.server.errors import Conflict, NotFound, NotNow, NotOffered, Refused
from flagplot.server.people import notices
from flagplot.server.people.doorbell import Doorbell
from flagplot.server.people.guests import Guests
from flagplot.server.storage import match_queries
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.database import Database
from flagplot.server.storage.match_queries import Holder, Listed, Move, News, Outdated, Stored, Summary, Talk
from flagplot.server.storage.past_queries import Past, keep_past
from flagplot.server.tables import days, ratings
from flagplot.server.tables.company import Company, Ending
from flagplot.server.tables.matches import LiveMatch
from flagplot.server.tables.restore import restored
from flagplot.server.tables.roster import deadline, match_info
from flagplot.server.tables.seating import NO_SUCH_GAME
from flagplot.server.tables.showing import to_move

CLOSING = "The server is shutting down. Come back when it is running again."
NOT_KEPT = "The server could not store the move, so it was not made. Try again."
NOT_OPEN = "That seat is taken."
OUTDATED = "The game has changed. Look at the position again."

logger = logging.getLogger(__name__)


class Held:
    """A match while its lock is held; by hand, which spares every move a decorated generator."""

    def __init__(self, matches: Matches, match_id: str) -> None:
        self._matches = matches
        self._match_id = match_id

    async def __aenter__(self) -> LiveMatch:
        while True:
            live = self._live = await self._matches.look(self._match_id)
            live.tasks += 1  # also while it waits: nobody puts the match away meanwhile
            try:
                await live.lock.acquire()
            except BaseException:
                live.tasks -= 1
                raise
            if not live.is_discarded:
                return live
            await self.__aexit__()

    async def __aexit__(self, *_: object) -> None:
        self._live.lock.release()
        self._live.tasks -= 1


class Matches:
    """The matches, each loaded when it is first wanted and put away when it is not."""

    def __init__(
        self,
        database: Database,
        guests: Guests,
        bulletin: Bulletin,
        doorbell: Doorbell,
        notice_after: timedelta | None,
        patience: timedelta,
        most_memory: int,
    ) -> None:
        self.database = database
        self.guests = guests
        self.bulletin = bulletin
        self._doorbell = doorbell
        self._notice_after = notice_after
        self.kept: Counter[str] = Counter()  # moves that were written down, by game
        self.check_quotas: Callable[[Connection, Collection[str]], None] = lambda connection, people: None
        self.is_closing = False
        self._patience = patience
        self._most_memory = most_memory  # bytes; more only while all that is loaded is watched
        self._live: OrderedDict[str, LiveMatch] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._changed_meanwhile: set[str] = set()  # by other processes, while they were loaded here
        self._following: set[asyncio.Task[None]] = set()
        self._opened: Callable[[LiveMatch, bool], None] = lambda live, is_new: None
        bulletin.subscribe("match", self._changed_elsewhere)
        bulletin.on_gap(self._missed_something)

    def when_opened(self, call: Callable[[LiveMatch, bool], None]) -> None:
        """Whenever a match is opened, this is called, with whether it has just begun."""
        self._opened = call

    @property
    def in_memory(self) -> list[LiveMatch]:
        """The matches that are loaded."""
        return list(self._live.values())

    def opened(self, match_id: str) -> LiveMatch | None:
        """The match of that id, if it is loaded."""
        live = self._live.get(match_id)
        return None if live is None or live.is_discarded else live

    # Opening

    def at(self, match_id: str) -> Held:
        """The match of that id, with its lock held."""
        return Held(self, match_id)

    async def look(self, match_id: str) -> LiveMatch:
        """The match of that id as it was last shown, whatever is being done there; read it before anything is awaited.

        Whoever looks waits for no lock, so that nobody can tell by the time it takes what others do in secret.
        """
        if self.is_closing:
            raise NotNow(CLOSING)
        return await self.open(match_id)

    async def open(self, match_id: str) -> LiveMatch:
        """The match of that id."""
        live = self.opened(match_id) or self._live.setdefault(match_id, await self._load_once(match_id))
        self._live.move_to_end(match_id)
        self._opened(live, False)
        return live

    async def _load_once(self, match_id: str) -> LiveMatch:
        try:
            async with self._loading.setdefault(match_id, asyncio.Lock()):
                live = self.opened(match_id) or await self._load(match_id)
        finally:
            self._loading.pop(match_id, None)
        if match_id in self._changed_meanwhile:
            self._changed_meanwhile.discard(match_id)
            await self._catch_up(live)
        return live

    async def _load(self, match_id: str) -> LiveMatch:
        stored = await self.database.read(match_queries.match_stored, match_id)
        if stored is None:
            raise NotFound(NO_SUCH_GAME)
        try:
            match = restored(stored)
        except (OtherFigures, TooOld) as error:
            raise Conflict(str(error)) from None
        except FlagplotError as error:
            raise NotOffered(f"This game follows older rules and cannot go on: {error}") from None
        return await self._enter(match, stored)

    async def _enter(self, match: Match[Any], stored: Stored) -> LiveMatch:
        people = {holder.guest for holder in stored.listed.holders.values() if holder.guest}
        await self.guests.meet(people | {line.guest for line in stored.talk if line.guest})
        live = LiveMatch(match, stored, self._keep, self.guests.name, self._patience)
        self._live[live.id] = live
        self.put_away()
        return live

    @property
    def weight(self) -> int:
        """The bytes that the loaded matches take, roughly."""
        return sum(live.weight for live in self._live.values())

    def put_away(self) -> None:
        """While the matches weigh too much, put those away that nobody watches, the longest unwanted first."""
        too_much = self.weight - self._most_memory
        if too_much <= 0:
            return
        *older, _ = self._live.values()  # the one that was just wanted stays
        for live in older:
            if too_much > 0 and not live.is_wanted:
                too_much -= live.weight
                del self._live[live.id]

    # Keeping

    async def _keep(self, news: News) -> None:
        try:
            await self.database.write(self._kept, news)
        except Outdated:
            raise Conflict(OUTDATED) from None
        except NotNow:
            raise NotNow(NOT_KEPT) from None
        except Refused:
            raise
        except Exception:
            logger.exception("Storing an event of a match failed.")
            raise NotNow(NOT_KEPT) from None
        self.kept[news.listed.game] += len(news.moves)
        if news.handed:
            self.ring(news.listed)

    def _kept(self, connection: Connection, news: News) -> None:
        """Write down what happened, whom it must be told elsewhere, and what it means for the ladder."""
        match_queries.keep(connection, news)
        listed = news.listed
        if news.handed:
            self._give_notice(connection, listed)
        if listed.over and listed.company.rated and news.moves and not _is_void(news.moves[-1]):
            winner = listed.summary.result.winner if listed.summary.result else None
            is_given_up = news.moves[-1].kind == "end"
            ratings.rate(connection, listed.game, listed.id, listed.holders, winner, is_given_up)
        if listed.over and listed.company.sheet.day and news.moves:
            days.finish(connection, listed, news.moves[-1].n)
        self.bulletin.pin(connection, "match", listed.id)

    def _give_notice(self, connection: Connection, listed: Listed) -> None:
        """Whoever must decide now is told elsewhere when it takes long, if other people wait; the others are not."""
        people = {seat: holder.guest for seat, holder in listed.holders.items() if holder.guest}
        if self._notice_after is None or len(set(people.values())) < 2 or listed.to_move == DICE:
            return
        decides = people.get(listed.to_move or "")
        for guest in set(people.values()):
            if guest == decides:
                due = datetime.now(UTC) + self._notice_after
                notices.due_turn(connection, listed.id, guest, match_queries.written(due))
            else:
                notices.no_longer(connection, listed.id, guest)

    def ring(self, listed: Listed) -> None:
        """Tell the pages of all who play there that it has changed for them."""
        for guest in {holder.guest for holder in listed.holders.values() if holder.guest}:
            self._doorbell.ring(guest, self._info(listed, guest))

    async def add(
        self,
        match: Match[Any],
        history: Sequence[Move],
        holders: Mapping[str, Holder],
        company: Company,
        past: Past | None = None,
    ) -> LiveMatch:
        """A new match, kept from its first moment on; a branch with its past."""
        for guest in {holder.guest for holder in holders.values() if holder.guest}:
            await self.guests.keep(guest)
        stored = _stored(match, history, holders, company)
        await self.database.write(self._added, stored, past)
        live = await self._enter(match, stored)
        self._opened(live, True)
        self.ring(stored.listed)
        return live

    def _added(self, connection: Connection, stored: Stored, past: Past | None) -> None:
        if not stored.listed.over:
            self.check_quotas(connection, {holder.guest for holder in stored.listed.holders.values() if holder.guest})
        match_queries.add_match(connection, stored)
        if stored.listed.company.sheet.day:
            days.begin(connection, stored.listed)
        if past:
            keep_past(connection, stored.listed.id, past)
        self._give_notice(connection, stored.listed)

    async def join(self, live: LiveMatch, seat: str, guest: str) -> None:
        """Give an open seat to a guest."""
        await self.guests.keep(guest)
        await self.guests.meet([guest])
        line = live.line("event", f"{self.guests.name(guest)} takes {live.called(seat)}.", seat, guest)
        draft = live.draft()
        draft.seat({**live.holders, seat: Holder("guest", guest)})
        draft.set_clock(match_queries.now())

        def take(connection: Connection) -> None:
            if guest not in live.guests:
                self.check_quotas(connection, {guest})
            if not match_queries.take_seat(connection, live.id, seat, Holder("guest", guest), draft.deadline):
                raise Conflict(NOT_OPEN)

        await live.welcome(draft, line, take)

    async def give_to_computer(self, live: LiveMatch, seat: str, player: str) -> None:
        """Give an open seat to a computer player; the match is read anew then."""
        line = live.line("event", f"The {player} takes {live.called(seat)}.", seat)

        def take(connection: Connection) -> None:
            if not match_queries.take_seat(connection, live.id, seat, Holder(player), None):
                raise Conflict(NOT_OPEN)

        await live.save_and_broadcast([line], live.company.copy(), [take])
        live.discard()

    async def delete(self, live: LiveMatch) -> None:
        """Forget a match."""
        await self.database.write(self._deleted, live.id)
        live.discard()
        self._live.pop(live.id, None)

    def drop(self, match_ids: Iterable[str]) -> None:
        """Matches are not in the database any more: put them away."""
        for match_id in match_ids:
            if live := self._live.pop(match_id, None):
                live.discard()

    def _deleted(self, connection: Connection, match_id: str) -> None:
        match_queries.delete_match(connection, match_id)
        self.bulletin.pin(connection, "match", match_id)

    async def begin_anew(
        self, live: LiveMatch, match: Match[Any], history: Sequence[Move], talk: Sequence[Talk]
    ) -> None:
        """Go on with a match as it is under other rules, with what counts of its history."""
        first = live.course.last + 1
        moves = [msgspec.structs.replace(move, n=first + move.n) for move in history]
        company = live.company.copy()
        company.sheet.offers = []
        anew = _stored(match, moves, live.holders, company)
        listed = replace(anew.listed, id=live.id, started=live.started)
        company.rules = listed.company.rules

        def keep_beginning(connection: Connection) -> None:
            match_queries.begin_anew(connection, live.id, anew.record)

        handed = (live.to_move, listed.to_move)
        await self._keep(News(listed, moves, match.save(), talk, company, [keep_beginning], handed))
        live.discard()

    async def of_guest(self, guest: str) -> list[MatchInfo]:
        """The matches of a guest, latest change first."""
        listed = await self.database.read(match_queries.matches_of, guest)
        await self.guests.meet({holder.guest for one in listed for holder in one.holders.values() if holder.guest})
        infos = [self._info(one, guest) for one in listed]
        return sorted(infos, key=lambda info: (info.changed, info.id), reverse=True)

    def _info(self, listed: Listed, guest: str) -> MatchInfo:
        return match_info(flagplot.game(listed.game), listed, guest, self.guests.name, self._patience)

    async def reread(self, match_ids: Iterable[str]) -> None:
        """Who sits in these matches was changed in the database: all processes read them anew."""
        for match_id in match_ids:
            if live := self._live.get(match_id):
                async with live.lock:
                    live.discard()
            await self.database.write(self.bulletin.pin, "match", match_id)

    # Other processes

    def _changed_elsewhere(self, match_id: str) -> None:
        if match_id in self._loading:
            self._changed_meanwhile.add(match_id)
        elif live := self.opened(match_id):
            task = asyncio.get_running_loop().create_task(self._catch_up(live))
            self._following.add(task)
            task.add_done_callback(self._following.discard)

    def _missed_something(self) -> None:
        for match_id in [*self._live, *self._loading]:
            self._changed_elsewhere(match_id)

    async def _catch_up(self, live: LiveMatch) -> None:
        """Take over what another process wrote down."""
        with live.busy():
            async with live.lock:
                await self.follow(live)

    async def keep_up(self, live: LiveMatch, seat: str, seq: int) -> None:
        """Bring a match, whose lock is held, up to date if another process has shown a seat more than is known here."""
        if seq > live.course.seq[seat]:
            await self.follow(live)

    async def follow(self, live: LiveMatch) -> None:
        """Bring a match, whose lock is held, up to what the database has."""
        if live.is_discarded:
            return
        talk = live.talk
        try:
            tail = await self.database.read(
                match_queries.tail_of, live.id, live.course.last, talk[-1].n if talk else -1
            )
            if tail is None:
                live.discard()
                return
            await self.guests.meet(holder.guest for holder in tail.holders.values() if holder.guest)
            live.follow(tail)
        except Outdated:
            pass  # it has begun anew; it is discarded, and read when somebody wants it
        except NotNow:
            live.discard()
        except Exception:
            logger.exception("Following another process in match %s failed.", live.id)
            live.discard()

    def close(self) -> None:
        """End what is going on; whatever was acknowledged is in the database."""
        self.is_closing = True
        for live in self._live.values():
            live.discard()


def _stored(match: Match[Any], history: Sequence[Move], holders: Mapping[str, Holder], company: Company) -> Stored:
    """A match, as it stands after its history, as it is kept from now on."""
    at = history[-1].at
    seats = [*holders, ONLOOKER]
    headlines = {seat: match.view(seat).headline for seat in seats}
    decides = to_move(match)
    is_open = any(holder.player == "open" for holder in holders.values())
    invite = (company.invite or secrets.token_urlsafe(16)) if is_open else None
    listed = Listed(
        secrets.token_hex(6),
        match.game.slug,
        Summary(headlines, dict.fromkeys(seats, at), match.result),
        decides,
        decides is None,
        at,
        deadline(company.pace, decides, holders, at),
        dict(holders),
        msgspec.structs.replace(company, rules=match.game.rules_version, invite=invite),
    )
    record = msgspec.json.encode(replace(match.record, choices=[]))
    return Stored(listed, record, match.save(), history[-1].n, list(history), [])


def _is_void(last: Move) -> bool:
    """Whether a game ended without having been played: abandoned by consent."""
    return last.kind == "end" and msgspec.convert(last.option, Ending).kind == "abandoned"

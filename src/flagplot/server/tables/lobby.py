"""Looking for a game: those that wait for players or can be watched, and invitations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, exists, select

import flagplot
from flagplot.engine.view import ONLOOKER
from flagplot.payloads_together import LobbyEntry, LobbySeat
from flagplot.server.people.guests import Guests
from flagplot.server.storage import match_queries
from flagplot.server.storage.match_queries import LISTED, Listed
from flagplot.server.storage.schema import matches, seats
from flagplot.server.tables.roster import seats_info

LOOKED_AT = 500  # games, the newest first
SHOWN = 100


class Setup(msgspec.Struct):
    """What a record says of how its game was set up; nothing else of it is read here, the seed least of all."""

    scenario: str
    options: dict[str, bool | int]
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A game that was looked for."""

    listed: Listed
    setup: Setup

    @property
    def is_open(self) -> bool:
        """Whether somebody can still sit down."""
        return not self.listed.over and any(holder.player == "open" for holder in self.listed.holders.values())

    def is_seated(self, guest: str | None) -> bool:
        """Whether a guest has a seat."""
        return guest is not None and any(holder.guest == guest for holder in self.listed.holders.values())


def public_games(connection: Connection, game: str | None, running: bool) -> list[Found]:
    """Public games that are not over: those with an open seat, or those that are being played."""
    is_open = exists().where(seats.c.match_id == matches.c.id, seats.c.player == "open")
    wanted = [matches.c.access == "public", matches.c.over.is_(False), ~is_open if running else is_open]
    if game is not None:
        wanted.append(matches.c.game == game)
    query = select(*LISTED, matches.c.record).where(*wanted).order_by(matches.c.started.desc()).limit(LOOKED_AT)
    return _found(connection, connection.execute(query).all())


def game_of_invite(connection: Connection, invite: str) -> Found | None:
    """The game to which an invitation leads."""
    return _one(connection, matches.c.invite == invite)


def public_game(connection: Connection, match_id: str) -> Found | None:
    """The public game of that id."""
    return _one(connection, (matches.c.id == match_id) & (matches.c.access == "public"))


def _one(connection: Connection, which: ColumnElement[bool]) -> Found | None:
    query = select(*LISTED, matches.c.record).where(which)
    return next(iter(_found(connection, connection.execute(query).all())), None)


def _found(connection: Connection, rows: Sequence[Any]) -> list[Found]:
    decode = msgspec.json.Decoder(Setup).decode
    return [Found(listed, decode(row.record)) for row, listed in match_queries.listed_rows(connection, rows)]


async def in_words(found: list[Found], guest: str | None, guests: Guests) -> list[LobbyEntry]:
    """Games as somebody who looks for one sees them."""
    people = {holder.guest for one in found for holder in one.listed.holders.values() if holder.guest}
    await guests.meet(people | {one.listed.company.owner for one in found if one.listed.company.owner})
    return [_entry(one, guest, guests) for one in found]


def searched(entries: list[LobbyEntry], text: str) -> list[LobbyEntry]:
    """The games in which every word of a text is found: in the names of games, people, scenarios."""
    words = text.casefold().split()

    def where(entry: LobbyEntry) -> str:
        people = " ".join(f"{seat.name} {seat.who}" for seat in entry.seats)
        return f"{entry.title} {entry.scenario} {entry.owner} {entry.headline} {people}".casefold()

    return [entry for entry in entries if all(word in where(entry) for word in words)][:SHOWN]


def _entry(found: Found, guest: str | None, guests: Guests) -> LobbyEntry:
    listed, company = found.listed, found.listed.company
    game = flagplot.game(listed.game)
    people = seats_info(game, listed.holders, guest, guests.name)
    return LobbyEntry(
        listed.id,
        game.slug,
        game.title,
        found.setup.scenario,
        found.setup.options,
        guests.name(company.owner) if company.owner else "",
        tuple(LobbySeat(seat.id, seat.name, seat.who, seat.player == "open") for seat in people),
        listed.summary.headlines.get(ONLOOKER, ""),
        company.pace,
        company.rated,
        found.setup.typed,
        all(seat.player != "open" for seat in people),
        any(seat.player == "you" for seat in people),
        listed.started,
        listed.summary.changed.get(ONLOOKER, listed.started),
    )

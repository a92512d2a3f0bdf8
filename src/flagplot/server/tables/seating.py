"""Who sits where at a live match, and through whose eyes a guest may look."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from flagplot.engine.game import Game
from flagplot.engine.view import EVERYTHING, ONLOOKER
from flagplot.payloads import SeatInfo
from flagplot.players.ranks import COMPUTERS
from flagplot.server.errors import Conflict, NotFound, NotOffered, NotYours
from flagplot.server.storage.match_queries import Holder
from flagplot.server.tables.company import Company
from flagplot.server.tables.endings import called
from flagplot.server.tables.roster import Names, seats_info

NO_SUCH_GAME = "There is no such game, or you have no seat in it."


class Seating(ABC):
    """The seats of a match and those who have them."""

    def __init__(self, game: Game[Any], holders: Mapping[str, Holder], names: Names, company: Company) -> None:
        self.game = game
        self.seat(holders)
        self.company = company  # what is agreed between the people
        self._names = names

    def seat(self, holders: Mapping[str, Holder]) -> None:
        """These have the seats from now on."""
        self.holders = {seat: holders[seat] for seat in self.game.seat_ids() if seat in holders}
        self.people = [seat for seat, holder in self.holders.items() if holder.player not in COMPUTERS]
        self.computers = {seat: one.player for seat, one in self.holders.items() if one.player in COMPUTERS}
        self.guests = {holder.guest for holder in self.holders.values() if holder.guest}

    @property
    @abstractmethod
    def to_move(self) -> str | None:
        """The seat that must decide, or the dice; None when the game is over."""

    @property
    @abstractmethod
    def is_held(self) -> bool:
        """Whether it waits for its players to agree on newer rules, because its own are not played any more."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over, and nothing is secret any more."""
        return self.to_move is None

    @property
    def watched(self) -> list[str]:
        """The seats whose eyes somebody may look through, onlookers among them where they are allowed."""
        return [*self.people, *([] if self.company.access == "private" else [ONLOOKER])]

    def others(self, seat: str) -> list[str]:
        """The seats of other people than the one who has this seat."""
        guest = self.holders[seat].guest
        return [name for name, holder in self.holders.items() if holder.guest not in (None, guest)]

    def opponents(self, seat: str) -> list[str]:
        """The seats of other people on other sides."""
        side = self.game.seat(seat).side
        return [name for name in self.others(seat) if self.game.seat(name).side != side]

    def decides_for(self, seat: str | None) -> list[str]:
        """The seats for which is decided at this one: where seats share everything, all that the same person has."""
        if seat is None:
            return []
        holder = self.holders.get(seat)
        if holder is None or holder.guest is None or not self.game.shares_everything:
            return [seat]
        return [name for name, other in self.holders.items() if other.guest == holder.guest]

    def called(self, seat: str) -> str:
        """What a seat is called when people do something."""
        return called(self.game, seat)

    @property
    def has_open_seat(self) -> bool:
        """Whether somebody may still sit down."""
        return any(holder.player == "open" for holder in self.holders.values())

    def held_by(self, guest: str | None) -> list[str]:
        """The seats of a guest; NotFound when there are none."""
        held = [seat for seat, holder in self.holders.items() if guest and holder.guest == guest]
        if not held:
            raise NotFound(NO_SUCH_GAME)
        return held

    def seat_of(self, guest: str | None, seat: str | None) -> str:
        """The seat that a guest means: the one that is named, or the one that must decide, or the first held."""
        held = self.held_by(guest)
        if seat is None:
            return next((name for name in held if name == self.to_move), held[0])
        self.check_known(seat)
        if seat not in held:
            raise NotYours(f"The seat '{seat}' is not yours. Your seats: {', '.join(held)}.")
        return seat

    def view_of(self, guest: str | None, seat: str | None) -> str:
        """The seat through whose eyes a guest looks on: an own one, or the onlookers' where they are allowed."""
        if self.company.access != "private" and guest not in self.guests and seat in (None, ONLOOKER):
            return ONLOOKER
        return self.seat_of(guest, seat)

    def seat_in_replay(self, guest: str | None, seat: str | None) -> str:
        """The seat whose eyes a replay takes: when the game is over, anyone's, or everything as it was."""
        self.view_of(guest, None)
        if self.is_held:
            raise Conflict("The replay is available when the players have agreed to the present rules.")
        if seat is None or not self.is_over:
            if seat == EVERYTHING:
                raise NotYours("You can see everything only when the game is over.")
            return self.view_of(guest, seat)
        if seat not in (EVERYTHING, ONLOOKER):
            self.check_known(seat)
        return seat

    def check_known(self, seat: str) -> None:
        """NotOffered when the game has no such seat."""
        if seat not in self.holders:
            raise NotOffered(self.game.why_no_seat(seat, list(self.holders)))

    def seats_for(self, guest: str | None) -> tuple[SeatInfo, ...]:
        """Who sits where, as a guest sees it."""
        return seats_info(self.game, self.holders, guest, self._names)

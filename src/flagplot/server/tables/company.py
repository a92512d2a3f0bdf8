"""The company at a table: whose it is and who may watch, what is offered, what is ordered in advance."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

import msgspec

from flagplot.payloads_together import Access, OfferKind, Origin, Span

EndKind = Literal["resigned", "drawn", "abandoned", "late"]


class OpenOffer(msgspec.Struct, frozen=True):
    """An offer that waits for the seats in `asked`."""

    kind: OfferKind
    seat: str
    asked: tuple[str, ...]
    at: str


class Order(msgspec.Struct, frozen=True):
    """A standing order of a seat; `tied`: the turn or battle for which it holds."""

    seat: str
    key: str
    prompt: str
    captain: bool
    option: Any
    label: str
    span: Span
    tied: str


class Ending(msgspec.Struct, frozen=True):
    """How people ended a game before its rules did."""

    kind: EndKind
    winner: str | None


class Lesson(msgspec.Struct, frozen=True):
    """The lesson that is taught here, and how many choices had been made when each of its steps was done."""

    key: str
    done: tuple[int, ...] = ()


class Sheet(msgspec.Struct):
    """What is kept of the company beside the columns that are searched."""

    offers: list[OpenOffer] = []
    orders: list[Order] = []
    next: str | None = None  # the rematch
    lesson: Lesson | None = None
    day: str = ""  # whose game of the day it is
    origin: Origin | None = None  # from where it branched off
    plot: bool = False  # all have agreed that each may look at a search plot
    no_plot: bool = False  # it goes on from a running game that has none, which it must not tell of


class Company(msgspec.Struct):
    """The company at a table, as it is kept; `version` tells whether another process has changed it since."""

    owner: str | None
    access: Access = "private"
    rated: bool = False
    pace: int | None = None
    rules: int = 1
    invite: str | None = None
    sheet: Sheet = msgspec.field(default_factory=Sheet)
    version: int = 0

    def copy(self) -> Company:
        """One that can be changed while this one still holds."""
        return msgspec.structs.replace(self, sheet=msgspec.structs.replace(self.sheet))

    def offer(self, kind: OfferKind) -> OpenOffer | None:
        """The open offer of a kind."""
        return next((offer for offer in self.sheet.offers if offer.kind == kind), None)

    def without_offer(self, kind: OfferKind) -> None:
        """An offer is no longer open."""
        self.sheet.offers = [offer for offer in self.sheet.offers if offer.kind != kind]

    def order(self, seats: Collection[str], key: str, ties: dict[Span, str]) -> Order | None:
        """The standing order given at one of these seats about a kind of decision, if it holds now."""
        return next((one for one in self.orders_of(seats, ties) if one.key == key), None)

    def without_order(self, seats: Collection[str], key: str) -> None:
        """Whoever has these seats wants to be asked again."""
        self.sheet.orders = [one for one in self.sheet.orders if one.seat not in seats or one.key != key]

    def settled(self) -> None:
        """The game is over: whatever was offered or ordered is moot."""
        self.sheet.offers, self.sheet.orders = [], []

    def orders_of(self, seats: Collection[str], ties: dict[Span, str]) -> list[Order]:
        """The standing orders given at these seats that hold in this turn and battle."""
        return [one for one in self.sheet.orders if one.seat in seats and ties.get(one.span) == one.tied]

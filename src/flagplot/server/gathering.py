"""Those who are gathered at a live match: what they have said, what is between them, and what each is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from flagplot.payloads_together import Action, Offer, Span, StandingOrder, TableState, TalkLine
from flagplot.server.company import Company, OpenOffer
from flagplot.server.course import Course
from flagplot.server.roster import Names
from flagplot.server.storage import Talk, now

SOMEBODY = "somebody who has left"

OFFERED: Mapping[str, str] = {
    "draw": "The {} side offers a draw.",
    "undo": "The {} side asks to take back its last choice.",
    "abandon": "The {} side proposes to abandon the game, with no winner.",
    "rematch": "The {} side asks for a rematch with sides changed.",
    "rules": "The {} side proposes to go on by the present rules.",
}


class Gathering:
    """The company at a live match and its talk."""

    def __init__(self, company: Company, talk: Iterable[Talk], names: Names, seat_names: Mapping[str, str]) -> None:
        self.company = company
        self.talk = list(talk)
        self._names = names
        self._seat_names = seat_names

    def line(
        self,
        kind: Literal["chat", "event", "order"],
        text: str,
        lines: Mapping[str, int],
        seat: str | None = None,
        guest: str | None = None,
        to: str | None = None,
        after: int = 0,
    ) -> Talk:
        """A line of talk, after so many others that have not been written down yet."""
        n = (self.talk[-1].n + 1 if self.talk else 0) + after
        return Talk(n, kind, seat, guest, text, dict(lines), to, now())

    def talk_for(self, seat: str, is_player: bool, is_over: bool, course: Course) -> list[TalkLine]:
        """What a seat may read; onlookers do not hear what the players say to each other."""
        found = []
        for one in self.talk:
            if (one.to in (None, seat) or is_over) and (is_player or one.kind != "chat"):
                who = self._names(one.guest) if one.guest else SOMEBODY if one.kind == "chat" else ""
                line = course.line_now(seat, one.lines.get(seat, 0), one.at)
                found.append(TalkLine(one.kind, one.seat, who, one.text, one.at, line))
        return found

    def state(
        self,
        seat: str,
        guest: str | None,
        can: tuple[Action, ...],
        present: tuple[str, ...],
        watchers: int,
        ties: dict[Span, str],
        deadline: str | None,
        waiting_for: str,
        has_open_seat: bool,
        newer_rules: bool,
        held: bool,
    ) -> TableState:
        """How things stand between the people, as a seat may know it."""
        company = self.company
        return TableState(
            guest is not None and guest == company.owner,
            company.access,
            company.rated,
            company.pace,
            deadline,
            waiting_for,
            tuple(self._offer(offer) for offer in company.sheet.offers),
            can,
            present,
            watchers,
            company.invite if has_open_seat and guest is not None else None,
            tuple(
                StandingOrder(one.key, one.prompt, one.captain, one.option, one.label, one.span)
                for one in company.orders_of(seat, ties)
            ),
            tuple(ties) if guest is not None else (),
            company.sheet.next,
            newer_rules,
            held,
        )

    def _offer(self, offer: OpenOffer) -> Offer:
        return Offer(offer.kind, offer.seat, self.offered(offer.kind, offer.seat), offer.asked, offer.at)

    def offered(self, kind: str, seat: str) -> str:
        """An offer in words."""
        return OFFERED[kind].format(self._seat_names[seat])

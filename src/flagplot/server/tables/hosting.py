"""The company at a live match: what is agreed and said, who is there, and what each is told of it."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Literal
from zlib import crc32

import msgspec

import flagplot
from flagplot.engine.game import Game
from flagplot.engine.match import Match
from flagplot.engine.view import EVERYTHING, ONLOOKER
from flagplot.payloads import Position
from flagplot.payloads_together import Action, Offer, OfferKind, Span, StandingOrder, TableNews, TableState, TalkLine
from flagplot.server.people.names import SOMEBODY
from flagplot.server.storage.match_queries import Holder, Move, Summary, Talk, now
from flagplot.server.tables.audience import Audience
from flagplot.server.tables.company import Company, OpenOffer
from flagplot.server.tables.course import Course
from flagplot.server.tables.endings import sentence
from flagplot.server.tables.roster import Names, is_time_up
from flagplot.server.tables.seating import Seating
from flagplot.server.tables.showing import Shown

encode = msgspec.json.Encoder().encode

ABOUT: Mapping[OfferKind, str] = {
    "draw": "a draw",
    "undo": "taking back",
    "abandon": "abandoning the game",
    "rematch": "a rematch",
    "rules": "the present rules",
    "plot": "search plots",
}
LINES_TAKEN_BACK = 12  # that are told when something is taken back

OFFERED: Mapping[str, str] = {
    "draw": "{} offers a draw.",
    "undo": "{} asks to take back the last choice.",
    "abandon": "{} proposes to abandon the game, with no winner.",
    "rematch": "{} asks for a rematch with sides changed.",
    "rules": "{} proposes to go on by the present rules.",
    "plot": "{} proposes that each may look at a search plot of the other side.",
}
TOGETHER_AGAIN = "{} asks to play it again."  # among those who share everything no sides can be changed


class Hosting(Seating):
    """A match as the people at its table meet there."""

    match: Match[Any]
    course: Course
    shown: dict[str, Shown]
    audiences: dict[str, Audience]
    summary: Summary
    deadline: str | None

    def __init__(
        self,
        game: Game[Any],
        holders: Mapping[str, Holder],
        names: Names,
        company: Company,
        talk: Iterable[Talk],
        patience: timedelta,
    ) -> None:
        super().__init__(game, holders, names, company)
        self.talk = list(talk)
        self.elsewhere: dict[str, tuple[frozenset[str], float]] = {}  # by process: seats that are there, until when
        self._patience = patience  # how long people wait for each other where no pace was agreed
        self._told_table: dict[str, tuple[TableState, int]] = {}
        self._last_glance: tuple[Any, ...] = ()

    @abstractmethod
    def position(self, seat: str) -> Position:
        """All that a seat may know."""

    @property
    def has_newer_rules(self) -> bool:
        """Whether new games are played by newer rules."""
        return self.company.rules < flagplot.game(self.game.slug).rules_version

    @property
    def is_held(self) -> bool:
        """Whether it waits for its players to agree on newer rules, because its own are not played any more."""
        return self.company.rules < self.game.rules_version

    @property
    def ties(self) -> dict[Span, str]:
        """To what a standing order of each span would be tied now."""
        if self.is_over:
            return {}
        occasion = self.match.occasion
        ties: dict[Span, str] = {"turn": occasion.turn, "game": ""}
        return {"battle": occasion.battle, **ties} if occasion.battle else ties

    @property
    def is_alone(self) -> bool:
        """Whether one person plays, and nobody else may come or look on."""
        return len(self.guests) < 2 and not self.has_open_seat and self.company.access == "private"

    @property
    def waiting_for(self) -> str:
        """What is being decided, as far as everybody may know; who plays alone waits for nobody."""
        return "" if self.is_alone or self.is_over else self.match.topic

    # What people may do beside playing

    def possible_actions(self, seat: str) -> tuple[Action, ...]:
        """What a seat may do or offer now."""
        holder = self.holders.get(seat)
        if holder is None or holder.guest is None:
            return ()
        found: list[Action] = []
        if self.is_over:
            found = [] if self.company.sheet.next else ["rematch"]
        else:
            found = ["resign"]
            if self.opponents(seat):
                found += ["draw", "abandon"]
            if self.others(seat) and not self.is_held and self.course.choices_before_last_of(seat) is not None:
                found.append("undo")
            if self.is_waiting_too_long(seat):
                found.append("claim")
            if self.has_newer_rules:
                found.append("rules")
            if self.can_open_plots(seat):
                found.append("plot")
        offered = {offer.kind for offer in self.company.sheet.offers}
        return tuple(action for action in found if action not in offered)

    def why_no_plot(self, seat: str) -> str:
        """Why a seat may not look at its search plot now, in one sentence; empty when it may.

        It may when the game is over, alone against computers in a game that does not count, or by consent of all.
        """
        if not self.game.has_search_plot:
            return f"Nobody hides anything in {self.game.title}, so there is no search plot."
        if self.is_over:
            return ""
        if seat not in self.holders:
            return "There is no search plot for spectators before the game is over."
        if self.company.sheet.plot:
            return ""
        if self.people != [seat]:
            return "There is no search plot in this game unless all players agree to it."
        if self.company.sheet.no_plot:
            return "There is no search plot, because this game goes on from one that had none and was not over."
        if self.company.rated or self.company.sheet.day:
            return "There is no search plot in a game that counts, and computer players cannot agree to one."
        return ""

    def can_open_plots(self, seat: str) -> bool:
        """Whether a seat can propose search plots: other people play, and all of them are there to be asked."""
        is_alone = self.people == [seat] or self.has_open_seat
        return bool(self.why_no_plot(seat)) and self.game.has_search_plot and not is_alone

    def is_waiting_too_long(self, seat: str) -> bool:
        """Whether another person for whom this seat waits takes longer than was agreed, or than anybody must wait."""
        if self.to_move not in self.others(seat):
            return False
        return is_time_up(self.deadline, self.summary.changed[seat], self._patience)

    # What is told of it

    def table_state(self, seat: str) -> TableState:
        """How things stand between the people, as a seat may know it."""
        holder, company = self.holders.get(seat), self.company
        guest = holder.guest if holder else None
        ties = self.ties
        return TableState(
            guest is not None and guest == company.owner,
            company.access,
            company.rated,
            company.pace,
            self.deadline,
            seat == self.to_move and any(self.is_waiting_too_long(other) for other in self.others(seat)),
            self.waiting_for,
            tuple(self._offer(offer) for offer in company.sheet.offers),
            self.possible_actions(seat),
            self._present(),
            self.audiences[ONLOOKER].listeners if ONLOOKER in self.audiences else 0,
            company.invite if self.has_open_seat and guest is not None else None,
            tuple(
                StandingOrder(one.key, one.prompt, one.captain, one.option, one.label, one.span)
                for one in company.orders_of(self.decides_for(seat), ties)
            ),
            tuple(ties) if guest is not None else (),
            company.sheet.next,
            self.has_newer_rules,
            self.is_held,
            not self.why_no_plot(seat),
        )

    def _offer(self, offer: OpenOffer) -> Offer:
        return Offer(offer.kind, offer.seat, self.offered(offer.kind, offer.seat), offer.asked, offer.at)

    def offered(self, kind: str, seat: str) -> str:
        """An offer in words."""
        text = TOGETHER_AGAIN if kind == "rematch" and self.game.shares_everything else OFFERED[kind]
        return sentence(text.format(self.called(seat))) + (self._extent_of_undo(seat) if kind == "undo" else "")

    def _extent_of_undo(self, seat: str) -> str:
        """What goes with the last choice of a seat if it is taken back, as far as that seat was shown it."""
        choices = self.course.choices_before_last_of(seat)
        if choices is None:
            return ""
        others = sum(step.seat != seat and seat in step.shown for step in self.course.steps[choices + 1 :])
        if not others:
            return ""
        return f" {others} later choice{'s' if others > 1 else ''} of others would go with it."

    def without_lapsed(self, company: Company, moves: Iterable[Move], decided: str | None) -> tuple[Company, list[str]]:
        """The company without offers that nobody can mean any more, and what is said of those.

        To ask for a choice back lapses when its seat chooses again; other offers, when the asked one hands the turn on.
        """
        chose = {move.seat for move in moves if move.kind == "choice"}
        lapsed = [
            offer
            for offer in company.sheet.offers
            if (offer.seat in chose if offer.kind == "undo" else decided in offer.asked and decided != self.to_move)
        ]
        if not lapsed:
            return company, []
        company = company.copy()
        company.sheet.offers = [offer for offer in company.sheet.offers if offer not in lapsed]
        said = [f"An offer of {self.called(offer.seat)} lapses: {ABOUT[offer.kind]}." for offer in lapsed]
        return company, said

    def _present(self) -> tuple[str, ...]:
        """The seats whose players are there, at this process or another."""
        if self.elsewhere:
            moment = time.monotonic()
            self.elsewhere = {key: (seats, until) for key, (seats, until) in self.elsewhere.items() if until > moment}
        away = {seat for seats, _ in self.elsewhere.values() for seat in seats}
        here = {seat for seat in self.people if seat in away or self.audiences[seat].is_there}
        return tuple(seat for seat in self.people if not here.isdisjoint(self.decides_for(seat)))

    def greeting(self, seat: str) -> Position:
        """The position for a page that has just come, to which nothing of it is news any more."""
        position = self.position(seat)
        self._told_table[seat] = position.table, len(position.talk)
        return position

    def tell_table(self) -> None:
        """Tell everybody who is there how things stand between the people, if it is new to them."""
        at_a_glance = self._at_a_glance()
        if at_a_glance == self._last_glance:
            return  # most moves change nothing between the people, and to work it all out takes time
        self._last_glance = at_a_glance
        for seat, audience in self.audiences.items():
            if not audience.is_there:
                continue
            state, talk = self.table_state(seat), self.talk_for(seat)
            known, told = self._told_table.get(seat, (None, 0))
            if known != state or told != len(talk):
                start = 0 if self.is_over else told  # at the end, lines come to light that stand between the others
                audience.announce(encode(TableNews(self._mark(state, talk), state, start, talk[start:])))
                self._told_table[seat] = state, len(talk)

    def tell_all_again(self) -> None:
        """What was said is another thing now, so next time all of it is told."""
        self._told_table = {}
        self._last_glance = ()

    def _at_a_glance(self) -> tuple[Any, ...]:
        """What all that is told of the company follows from."""
        ties = self.ties
        spans = ties if self.company.sheet.orders else list(ties)
        listeners = [audience.listeners for audience in self.audiences.values()]
        glance = (self.company.version, len(self.talk), self.is_over, spans, listeners)
        if self.is_alone:
            return glance
        can = [self.possible_actions(seat) for seat in self.people]
        return (*glance, self.deadline, self.to_move, self.waiting_for, self._present(), can)

    def table_news(self, seat: str) -> TableNews:
        """How things stand between the people, with all that was said."""
        state, talk = self.table_state(seat), self.talk_for(seat)
        return TableNews(self._mark(state, talk), state, 0, talk)

    def heard(self, seat: str) -> int:
        """A number that is another one when there is news between the people for a seat; who comes and goes is none."""
        return self._mark(self.table_state(seat), self.talk_for(seat))

    def _mark(self, state: TableState, talk: Sequence[TalkLine]) -> int:
        """Two checksums in one number that JavaScript can hold: of who sits where, and of all else."""
        lasting = msgspec.structs.replace(state, present=(), watchers=0)
        seats = crc32(encode(self.seats_for(None))) & 0xFFFF
        return seats << 32 | crc32(encode((lasting, len(talk))))

    # What is said

    def line(
        self,
        kind: Literal["chat", "event", "order"],
        text: str,
        seat: str | None = None,
        guest: str | None = None,
        to: str | None = None,
        after: int = 0,
    ) -> Talk:
        """A line of talk, after so many others that have not been written down yet."""
        n = (self.talk[-1].n + 1 if self.talk else 0) + after
        lines = {seat: shown.log_length for seat, shown in self.shown.items()}
        return Talk(n, kind, seat, guest, text, {**lines, EVERYTHING: self.match.log_length()}, to, now())

    def talk_for(self, seat: str) -> list[TalkLine]:
        """What a seat may read; onlookers do not hear what the players say to each other."""
        found = []
        reader = EVERYTHING if self.is_over else seat  # when it is over, all read the whole log
        own = self.decides_for(seat)
        for one in self.talk:
            if one.kind == "order" and self.course.was_taken_back(one.at):
                continue
            if (one.to in (None, *own) or self.is_over) and (seat in self.holders or one.kind != "chat"):
                who = self._names(one.guest) if one.guest else SOMEBODY if one.kind == "chat" else ""
                line = self.course.line_now(reader, one.lines.get(reader, 0), one.at)
                found.append(TalkLine(one.kind, one.seat, who, one.text, one.at, line))
        return found


def same_seats(heard: int, now: int) -> bool:
    """Whether the same people sit at the table by what a page heard last and by what there is to hear now."""
    return heard >> 32 == now >> 32


def taken_back_in_words(lines: list[str]) -> str:
    """What the log had that does not stand any more."""
    more = len(lines) - LINES_TAKEN_BACK
    told = [*lines[:LINES_TAKEN_BACK], f"{more} more line{'s' if more > 1 else ''}"] if more > 0 else lines
    return f"Taken back: {' · '.join(told)}"

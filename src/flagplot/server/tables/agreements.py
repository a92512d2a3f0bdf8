"""What people agree on, or one does alone: resigning, draws, taking back, abandoning, rematches, newer rules, plots."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

import flagplot
from flagplot.engine.errors import FlagplotError
from flagplot.engine.match import Match
from flagplot.payloads_together import Action, OfferKind
from flagplot.server.errors import Conflict, Refused
from flagplot.server.storage.match_queries import Holder, Talk, now
from flagplot.server.tables import work
from flagplot.server.tables.company import Company, Ending, OpenOffer
from flagplot.server.tables.endings import sentence, winner_against
from flagplot.server.tables.hosting import ABOUT
from flagplot.server.tables.matches import LiveMatch
from flagplot.server.tables.registry import Matches
from flagplot.server.tables.saves import explained
from flagplot.server.tables.showing import start_of
from flagplot.server.tables.thinking import Workers

BARRED: dict[Action, str] = {
    "resign": "The game is over.",
    "draw": "You cannot offer a draw: you need another person in a running game, and no other offer of a draw.",
    "undo": "You cannot ask to take back a choice: you need another person, a choice of yours, and no open request. "
    "If you play alone, go back in the replay and play on from there.",
    "abandon": "You cannot propose to abandon this game: you need another person in a running game. "
    "If you play alone, resign or delete it.",
    "claim": "You cannot claim this game: no opponent has run out of time.",
    "rematch": "You cannot ask for a rematch: the game must be over, and each game has only one rematch.",
    "rules": "You cannot propose the present rules: the game follows them already, or that is proposed already.",
    "plot": "You cannot propose search plots: you need another person in a running game with hidden pieces, and no "
    "plots that are open or proposed already.",
}


class Agreements:
    """Carries out what people do with a game beside playing it."""

    def __init__(self, matches: Matches, workers: Workers) -> None:
        self._matches = matches
        self._workers = workers

    def _check(self, live: LiveMatch, seat: str, action: Action) -> None:
        if action not in live.possible_actions(seat):
            raise Conflict(BARRED[action])

    async def resign(self, live: LiveMatch, seat: str) -> None:
        """A seat gives up."""
        self._check(live, seat, "resign")
        line = live.line("event", sentence(f"{live.called(seat)} resigns."), seat)
        await self._end(live, seat, Ending("resigned", winner_against(live.game, seat)), live.company.copy(), [line])

    async def claim(self, live: LiveMatch, seat: str) -> None:
        """A seat ends the game because another one does not decide."""
        self._check(live, seat, "claim")
        late = live.to_move or ""
        text = sentence(f"{live.called(seat)} ends the game: {live.called(late)} did not decide in time.")
        ending = Ending("late", winner_against(live.game, late))
        await self._end(live, late, ending, live.company.copy(), [live.line("event", text, seat)])

    async def offer(self, live: LiveMatch, seat: str, kind: OfferKind) -> None:
        """A seat offers something; what needs nobody's consent, or what the other offers too, happens at once."""
        theirs = live.company.offer(kind)
        if theirs and kind != "undo" and seat in theirs.asked:
            return await self.answer(live, seat, kind, accept=True)
        self._check(live, seat, kind)
        offer = OpenOffer(kind, seat, tuple(live.others(seat)), now())
        company = live.company.copy()
        company.sheet.offers = [*live.company.sheet.offers, offer]
        line = live.line("event", live.offered(kind, seat), seat)
        if offer.asked:
            await live.save_and_broadcast([line], company)
            self._matches.ring(live.listed())
        else:
            await self._carry_out(live, offer, live.company.copy(), [])
        return None

    async def answer(self, live: LiveMatch, seat: str, kind: OfferKind, accept: bool) -> None:
        """A seat accepts or refuses an offer; the one that made it withdraws it."""
        offer = live.company.offer(kind)
        if offer is None or seat not in (offer.seat, *offer.asked) or live.is_over != (kind == "rematch"):
            raise Conflict("This offer is gone.")
        if seat == offer.seat and accept:
            raise Conflict("You cannot accept your own offer. You can withdraw it.")
        company = live.company.copy()
        company.without_offer(kind)
        if not accept:
            verb = "withdraws the offer" if seat == offer.seat else "does not agree"
            await live.save_and_broadcast([self._line(live, seat, verb, kind)], company)
            return
        left = tuple(name for name in offer.asked if live.holders[name].guest != live.holders[seat].guest)
        agreed = self._line(live, seat, "agrees", kind)
        if left:
            company.sheet.offers = [*company.sheet.offers, msgspec.structs.replace(offer, asked=left)]
            await live.save_and_broadcast([agreed], company)
        else:
            await self._carry_out(live, offer, company, [agreed])

    def _line(self, live: LiveMatch, seat: str, verb: str, kind: OfferKind) -> Talk:
        text = sentence(f"{live.called(seat)} {verb}: {ABOUT[kind]}.")
        return live.line("event", text, seat)

    async def _carry_out(self, live: LiveMatch, offer: OpenOffer, company: Company, talk: Sequence[Talk]) -> None:
        """What was offered happens."""
        if offer.kind == "draw":
            await self._end(live, offer.seat, Ending("drawn", None), company, talk)
        elif offer.kind == "abandon":
            await self._end(live, offer.seat, Ending("abandoned", None), company, talk)
        elif offer.kind == "undo":
            await self._take_back(live, offer.seat, company, talk)
        elif offer.kind == "rules":
            await self._go_on_by_present_rules(live, talk)
        elif offer.kind == "plot":
            await self._open_plots(live, company, talk)
        else:
            await self._begin_rematch(live, company, talk)

    async def _end(
        self, live: LiveMatch, seat: str, ending: Ending, company: Company, talk: Sequence[Talk] = ()
    ) -> None:
        """The game is over; whatever was offered or ordered is moot."""
        company.settled()
        await live.end(seat, ending, talk, company)

    async def _take_back(self, live: LiveMatch, seat: str, company: Company, talk: Sequence[Talk]) -> None:
        """The last choice of a seat is taken back, as it is now, with all that followed."""
        choices = live.course.choices_before_last_of(seat)
        if choices is None:
            await live.save_and_broadcast(talk, company)  # it has been taken back already
        else:
            await live.turn_back(seat, choices, talk, company)

    async def _open_plots(self, live: LiveMatch, company: Company, talk: Sequence[Talk]) -> None:
        """From now on each seat may look at its search plot."""
        company.sheet.plot = True
        line = live.line("event", "Each side may look at its search plot from now on.", after=len(talk))
        await live.save_and_broadcast([*talk, line], company)

    async def _go_on_by_present_rules(self, live: LiveMatch, talk: Sequence[Talk]) -> None:
        """Go on by the present rules: with all that was played if they lead there too, else from the checkpoint."""
        save, history, stands = await self._workers.do(work.moved_on, explained(live))
        match = flagplot.load(save)
        text = f"The game goes on by version {match.game.rules_version} of the rules"
        text += "." if stands and not live.is_held else ", from the beginning of the phase."
        line = live.line("event", text, after=len(talk))
        await self._matches.begin_anew(live, match, history, [*talk, line])

    async def _begin_rematch(self, live: LiveMatch, company: Company, talk: Sequence[Talk]) -> None:
        following = await self._rematch(live)
        company.sheet.next = following.id
        try:
            await live.save_and_broadcast(talk, company)
        except Refused:
            await self._matches.delete(following)  # of which nobody has heard
            raise

    async def _rematch(self, live: LiveMatch) -> LiveMatch:
        """The same game once more: each in the seat that the one before had, or in the same where all is shared."""
        match = self._fresh(live.match)
        seats, captains = list(live.holders), live.game.captains
        before = [_who_comes_back(holder) for holder in live.holders.values()]
        holders = dict(zip(seats, [before[-1], *before[:-1]], strict=True))
        lacks_captain = any(one.player == "captain" and seat not in captains for seat, one in holders.items())
        if lacks_captain or live.game.shares_everything:
            holders = dict(zip(seats, before, strict=True))
        company = Company(live.company.owner, live.company.access, live.company.rated, live.company.pace)
        return await self._matches.add(match, [start_of(match, now())], holders, company)

    def _fresh(self, match: Match[Any]) -> Match[Any]:
        record = match.record
        dice = flagplot.dice.asked() if record.typed else None
        return flagplot.new(record.game, record.scenario, None, record.options, dice)

    async def leave(self, guest: str) -> None:
        """Somebody wants to be forgotten: games against other people are given up."""
        for info in await self._matches.of_guest(guest):
            if info.over:
                continue
            with suppress(FlagplotError):  # a game that cannot be taken up is not played on anyway
                async with self._matches.at(info.id) as live:
                    if not live.is_over and len(live.guests) > 1:
                        await self.resign(live, live.held_by(guest)[0])


def _who_comes_back(holder: Holder) -> Holder:
    return Holder("open") if holder.player == "left" else holder

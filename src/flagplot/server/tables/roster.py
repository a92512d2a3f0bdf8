"""Who sits where, and matches as lists show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from flagplot import players
from flagplot.engine.game import Game
from flagplot.engine.match import Match
from flagplot.engine.table import DICE
from flagplot.payloads import MatchInfo, PlayerKind, SeatInfo, SeatWish
from flagplot.players.ranks import COMPUTERS
from flagplot.server.errors import NotOffered
from flagplot.server.people.names import NOBODY_YET, SOMEBODY
from flagplot.server.storage.match_queries import Holder, Listed, written
from flagplot.server.tables.teaching import lesson_mark

Names = Callable[[str], str]  # the name of a guest


def seats_info(game: Game[Any], holders: Mapping[str, Holder], guest: str | None, names: Names) -> tuple[SeatInfo, ...]:
    """Who sits where, as a guest sees it."""
    return tuple(
        SeatInfo(seat.id, seat.name, *_player(holders[seat.id], guest, names), seat.side)
        for seat in game.seats
        if seat.id in holders
    )


def _player(holder: Holder, guest: str | None, names: Names) -> tuple[PlayerKind, str]:
    if holder.guest is not None:
        return "you" if holder.guest == guest else "person", names(holder.guest)
    if holder.player in COMPUTERS:
        return holder.player, holder.player.capitalize()
    return ("left", SOMEBODY) if holder.player == "left" else ("open", NOBODY_YET)


def is_time_up(deadline: str | None, waiting_since: str, patience: timedelta) -> bool:
    """Whether somebody has had the time that was agreed, or where none was, the time that anybody must wait."""
    moment = datetime.now(UTC)
    if deadline is not None:
        return datetime.fromisoformat(deadline) < moment
    return datetime.fromisoformat(waiting_since) + patience < moment


def match_info(game: Game[Any], listed: Listed, guest: str, names: Names, patience: timedelta) -> MatchInfo:
    """A match in a guest's list."""
    seats = seats_info(game, listed.holders, guest, names)
    yours = tuple(seat.id for seat in seats if seat.player == "you")
    summary = listed.summary
    decides = listed.holders.get(listed.to_move or "")
    is_waiting = decides is not None and decides.guest not in (None, guest) and not listed.over
    return MatchInfo(
        listed.id,
        game.slug,
        game.title,
        summary.headlines[yours[0]],
        seats,
        yours,
        listed.to_move,
        listed.to_move in yours or listed.to_move == DICE,
        listed.started,
        max(summary.changed[seat] for seat in yours),
        listed.over,
        summary.result,
        listed.company.access,
        listed.company.rated,
        listed.company.pace,
        listed.deadline,
        tuple(offer.kind for offer in listed.company.sheet.offers if any(seat in offer.asked for seat in yours)),
        is_waiting and is_time_up(listed.deadline, summary.changed[yours[0]], patience),
        listed.said,
        lesson_mark(game, listed.company),
    )


def deadline(pace: int | None, decides: str | None, holders: Mapping[str, Holder], since: str) -> str | None:
    """By when the seat that must decide has to hand on the turn, where several people have agreed on a pace."""
    awaited = holders.get(decides or "")
    people = {holder.guest for holder in holders.values() if holder.guest}
    if pace is None or awaited is None or awaited.guest is None or len(people) < 2:
        return None
    return written(datetime.fromisoformat(since) + timedelta(seconds=pace))


def seated(match: Match[Any], wishes: Mapping[str, SeatWish], guest: str) -> dict[str, Holder]:
    """Who plays each seat: as wished, else the guest the first, or all where these share everything, and computers."""
    game = match.game
    for seat, wish in wishes.items():
        if seat not in match.seats:
            raise NotOffered(game.why_no_seat(seat, match.seats))
        check_computer(game, seat, wish)
    holders = {}
    for seat in match.seats:
        is_usual = game.shares_everything or seat == match.seats[0]
        usual: SeatWish = "me" if is_usual else players.best(game, seat)
        wish = wishes.get(seat, usual)
        holders[seat] = Holder("guest", guest) if wish == "me" else Holder(wish)
    if not any(holder.guest for holder in holders.values()):
        raise NotOffered("You have no seat. Take at least one.")
    return holders


def check_computer(game: Game[Any], seat: str, player: str) -> None:
    """NotOffered when a seat's player needs a captain, and the game has none."""
    if not players.can_sit(game, seat, player):
        raise NotOffered(f"{game.title} has no captain for the seat '{seat}'. Choose a midshipman.")

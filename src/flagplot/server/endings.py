"""What people may do with a game beside playing it: what each can do now, and how a game reads that they ended."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from flagplot.engine.game import Game
from flagplot.engine.state import Result
from flagplot.payloads_together import Action
from flagplot.server.company import Ending

if TYPE_CHECKING:
    from flagplot.server.matches import LiveMatch

REASONS = {
    "resigned": "The {} side resigned.",
    "drawn": "The players agreed on a draw.",
    "abandoned": "The game was abandoned.",
    "late": "The {} side did not decide in time.",
}


def result_of(game: Game[Any], seat: str | None, ending: Ending) -> Result:
    """The result of a game that people ended; `seat` is the one that resigned or was late."""
    names = {one.id: one.name for one in game.seats}
    return Result(ending.winner, {}, REASONS[ending.kind].format(names.get(seat or "", "")), "")


def winner_against(game: Game[Any], seat: str) -> str | None:
    """Who wins when a seat gives up: the other one, if there is just one."""
    others = [name for name in game.seat_ids() if name != seat]
    return others[0] if len(others) == 1 else None


def is_late(live: LiveMatch, seat: str) -> bool:
    """Whether another person whom this seat waits for has taken longer than was agreed, or than anybody must wait."""
    if live.to_move not in live.others(seat):
        return False
    moment = datetime.now(UTC)
    if live.deadline is not None:
        return datetime.fromisoformat(live.deadline) < moment
    return datetime.fromisoformat(live.summary.changed[seat]) + live.patience < moment


def possible_actions(live: LiveMatch, seat: str) -> tuple[Action, ...]:
    """What a seat may do or offer now."""
    holder = live.holders.get(seat)
    if holder is None or holder.guest is None:
        return ()
    found: list[Action] = []
    if live.is_over:
        found = [] if live.company.sheet.next else ["rematch"]
    else:
        found = ["resign"]
        if live.others(seat):
            found += ["draw", "abandon"]
            if live.course.choices_before_last_of(seat) is not None:
                found.append("undo")
        if is_late(live, seat):
            found.append("claim")
        if live.has_newer_rules:
            found.append("rules")
    offered = {offer.kind for offer in live.company.sheet.offers}
    return tuple(action for action in found if action not in offered)

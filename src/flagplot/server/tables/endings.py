"""How a game reads that people ended before its rules did."""

from __future__ import annotations

from typing import Any

from flagplot.engine.game import Game
from flagplot.engine.state import Result
from flagplot.server.tables.company import Ending

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

"""How a game reads that people ended before its rules did."""

from __future__ import annotations

from typing import Any

from flagplot.engine.game import Game
from flagplot.engine.state import Result
from flagplot.server.tables.company import Ending

REASONS = {
    "resigned": "{} resigned.",
    "drawn": "The players agreed on a draw.",
    "abandoned": "The game was abandoned.",
    "late": "{} did not decide in time.",
}


def result_of(game: Game[Any], seat: str | None, ending: Ending) -> Result:
    """The result of a game that people ended; `seat` is the one that resigned or was late."""
    who = called(game, seat) if seat else ""
    return Result(ending.winner, {}, sentence(REASONS[ending.kind].format(who)), "")


def sentence(words: str) -> str:
    """Words with which a sentence begins."""
    return words[0].upper() + words[1:]


def called(game: Game[Any], seat: str) -> str:
    """What a seat is called when people do something: the side that it is, or its name if it shares one."""
    one = game.seat(seat)
    is_alone = all(other is one or other.side != one.side for other in game.seats)
    return f"the {one.name} side" if is_alone else one.name


def winner_against(game: Game[Any], seat: str) -> str | None:
    """Which side wins when a seat gives up: the other one, if people or computers play just one other."""
    others = [side for side in game.sides_of(game.seat_ids()) if side != game.seat(seat).side]
    return others[0] if len(others) == 1 else None

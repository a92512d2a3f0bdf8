"""Victory (NA-VIC-01): the points of both sides."""

from __future__ import annotations

from typing import NoReturn

from flagplot.engine import Table
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model.scoring import scores
from flagplot.games.night_action.ships import ALLIED, AXIS
from flagplot.games.night_action.state import State


def finish(table: Table[State]) -> NoReturn:
    """More points win; equal is a draw (NA-VIC-01)."""
    points = scores(table.state)
    table.tell(say.POINTS, allied=points[ALLIED], axis=points[AXIS])
    if points[ALLIED] == points[AXIS]:
        table.end(say.DRAWN, None, points)
    winner = ALLIED if points[ALLIED] > points[AXIS] else AXIS
    table.end(say.WON[winner], winner, points)

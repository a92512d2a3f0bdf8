"""Rows of questions that can be answered at once in Night Action, from what a seat knows."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Option
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model.known import Known
from flagplot.games.night_action.programmes import STRAIGHT


@say.CONTACT.shortcut("steady", "All contacts straight on ({count})")
def steady(known: Known, about: About, options: Sequence[Option]) -> Sequence[Option]:
    """This contact and all that are still to move in this turn go straight on at their present settings."""
    units = known.units()
    waiting = [unit for unit in units.values() if unit.marker >= units[about["unit"]].marker]
    can = [STRAIGHT in known.codes(unit.ships[0], known.ship(unit.ships[0]).setting) for unit in waiting]
    return [STRAIGHT] * len(waiting) if len(waiting) > 1 and all(can) else []

"""Rows of questions that can be answered at once in Night Action."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Option
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model.helm import codes
from flagplot.games.night_action.programmes import STRAIGHT
from flagplot.games.night_action.state import State, Unit


@say.CONTACT.shortcut("steady", "All contacts straight on ({count})")
def steady(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    """This contact and all of its side that are still to move in this turn go straight on at their present settings."""
    first = state.units[about["unit"]]
    waiting = [unit for unit in state.units.values() if unit.side == first.side and unit.marker >= first.marker]
    if len(waiting) < 2 or not all(_can_go_straight(state, unit) for unit in waiting):
        return []
    return [STRAIGHT] * len(waiting)


def _can_go_straight(state: State, unit: Unit) -> bool:
    return STRAIGHT in codes(state, unit, state.ships[unit.ships[0]].setting)

"""Rows of questions that can be answered at once in Night Action, from what a seat knows."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Option
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model import helm
from flagplot.games.night_action.programmes import STRAIGHT
from flagplot.games.night_action.state import State


@say.CONTACT.shortcut("steady", "All contacts straight on ({count})")
def steady(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    """This contact and all of its side that are still to move in this turn go straight on at their present settings."""
    first = state.units[about["unit"]]
    waiting = [unit for unit in state.units.values() if unit.side == first.side and unit.marker >= first.marker]
    can = [STRAIGHT in helm.codes(state, unit, state.ships[unit.ships[0]].setting) for unit in waiting]
    return [STRAIGHT] * len(waiting) if len(waiting) > 1 and all(can) else []

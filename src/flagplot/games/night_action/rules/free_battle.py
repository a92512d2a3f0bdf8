"""Free battles (NA-FRE-01): both sides pick ships by points and deploy them, unseen by each other."""

from __future__ import annotations

from typing import Any

from flagplot.engine import Next, Table, go_to
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model.free_battle import (
    DUMMY,
    deployed_unit,
    dummies_of,
    free_places,
    is_of_side,
    may_pick,
    other_side,
)
from flagplot.games.night_action.model.shipyard import add_unit
from flagplot.games.night_action.rules.set_up import first_turn
from flagplot.games.night_action.scenarios import FREE, Side
from flagplot.games.night_action.ships import ALLIED, AXIS, KINDS, Kind
from flagplot.games.night_action.state import State


def muster(table: Table[State], side: Side) -> Next:
    """A side picks its units one after the other, then the other side; the enemy sees none of it (NA-FRE-01)."""
    state = table.state
    own = state.musters[side]
    options = muster_options(state, side)
    choice = table.choose(side, say.MUSTER, options, left_points=own.points, to=(side,))
    if choice != say.DONE:
        type_, number = choice
        own.points -= KINDS[type_].points * number
        own.units.append((type_, number))
        table.tell(say.MUSTERED, to=(side,), type=type_, number=number, left_points=own.points)
        return go_to("muster", side)
    own.to_deploy = own.units + [(own.units[0][0], DUMMY)] * dummies_of(len(own.units))
    return go_to("muster", AXIS) if side == ALLIED else go_to("deploy", ALLIED)


def muster_options(state: State, side: str) -> list[Any]:
    """The types and numbers that a side can still afford; it must pick one unit at least."""
    own = state.musters[side]
    room = FREE.most_ships - sum(number for _, number in own.units)
    options: list[Any] = [
        (key, number)
        for key, kind in KINDS.items()
        if may_pick(kind, side, state.options.year)
        for number in range(1, min(t.MOST_IN_COLUMN, room) + 1)
        if kind.points * number <= own.points
    ]
    return [*options, say.DONE] if own.units else options


def type_barred(state: State, side: str, kind: Kind) -> say.Barred:
    """Why a side cannot pick a type at all (NA-FRE-01)."""
    if not is_of_side(kind, side):
        return say.OTHER_NATION
    return (say.TOO_LATE_A_TYPE, {"year": state.options.year}) if kind.year > state.options.year else None


@say.MUSTER.why_not
def muster_barred(state: State, about: Any, option: Any) -> say.Barred:
    if not isinstance(option, tuple) or len(option) != 2 or option[0] not in KINDS:
        return None
    side = str(state.args[0])
    kind, own = KINDS[option[0]], state.musters[side]
    if barred := type_barred(state, side, kind):
        return barred
    if not isinstance(option[1], int) or not 1 <= option[1] <= t.MOST_IN_COLUMN:
        return None
    if kind.points * option[1] > own.points:
        return say.TOO_DEAR, {"cost": kind.points * option[1], "left": own.points}
    is_crowded = option[1] + sum(number for _, number in own.units) > FREE.most_ships
    return (say.TOO_MANY_SHIPS, {"most": FREE.most_ships}) if is_crowded else None


def deploy(table: Table[State], side: Side) -> Next:
    """The sides deploy a unit in turn, each in its own end of the table (NA-FRE-01)."""
    state = table.state
    if not state.musters[side].to_deploy:
        side = other_side(side)
        if not state.musters[side].to_deploy:
            return first_turn(table)
    own = state.musters[side]
    type_, number = own.to_deploy[0]
    places = free_places(state, side)
    place = table.choose(side, say.DEPLOY, places, unit=type_, to=(side,))
    add_unit(state, deployed_unit(side, type_, number, place))
    del own.to_deploy[0]
    table.tell(say.DEPLOYED, to=(side,), unit=type_)
    table.tell(say.SIDE_DEPLOYS, side=side)
    return go_to("deploy", other_side(side))

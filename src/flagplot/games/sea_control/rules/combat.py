"""Combat (section 8): which area next, and the battle board."""

from __future__ import annotations

from flagplot.engine import About, Next, Option, Table, call, go_to
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import (
    UNITS_OF,
    contested_areas,
    in_roster_order,
    mix,
    present,
    show,
    the_battle,
)
from flagplot.games.sea_control.state import Battle, State


def combat(table: Table[State]) -> Next:
    """(6) There is combat wherever both sides have units; decoys turn out to be nothing (SC-COM-01, SC-AMB-27)."""
    state = table.state
    for name, force in list(state.task_forces.items()):
        if not force.ships and present(state, force.area, UNITS_OF[t.AXIS]):
            del state.task_forces[name]
            table.tell(say.DECOY_FOUND, area=force.area)
    return go_to("battles", tuple(contested_areas(state)))


def battles(table: Table[State], areas: tuple[str, ...]) -> Next:
    """The Axis player chooses in which of the areas that are left the next battle is fought (SC-SEQ-01)."""
    if not areas:
        return "control"
    area = table.choose(t.AXIS, say.NEXT_BATTLE, areas)
    move_to_battle_board(table, area)
    return call("submarine_combat").then("battles", tuple(other for other in areas if other != area))


def move_to_battle_board(table: Table[State], area: str) -> None:
    """Both sides show their units in the area, those in task forces too (SC-COM-02, SC-UNI-02)."""
    state = table.state
    state.battle = Battle(area=area)
    for name, force in list(state.task_forces.items()):
        if force.area == area:
            del state.task_forces[name]
    state.at[area] = in_roster_order(state.at[area])
    show(state, list(filter(state.pools.__contains__, state.at[area])))
    axis, allied = [tuple(present(state, area, UNITS_OF[side])) for side in (t.AXIS, t.ALLIED)]
    table.tell(say.BATTLE_JOINED, area=area, axis=axis, allied=allied)
    table.mark()  # nobody could count odds of faces that were hidden


def end_battle(table: Table[State]) -> None:
    """The blocks that are left stand up again and hide their faces (SC-UNI-02, SC-AMB-38)."""
    state = table.state
    area = the_battle(state).area
    table.tell(say.BATTLE_OVER, area=area)
    state.battle = None
    for side in (t.AXIS, t.ALLIED):
        mix(state, area, side)


# Why not?


@say.NEXT_BATTLE.why_not
def battle_barred(state: State, about: About, option: Option) -> say.Barred:
    if option not in t.AREAS:
        return None
    is_contested = option in contested_areas(state)
    return (say.FOUGHT_ALREADY if is_contested else say.NO_BATTLE), {"area": option}


def not_in_battle(state: State, side: str, option: Option) -> say.Barred:
    """Why a unit is none of the enemy's surface ships in the battle; None if it is one."""
    if option not in t.UNITS:
        return None
    area = the_battle(state).area
    if t.UNITS[option].side == side or option not in state.at[area]:
        return say.NOT_IN_BATTLE, {"target": option}
    if t.UNITS[option].kind == t.AIR:
        return say.LAND_AIR_IS_SAFE, {"target": option}
    return (say.SUBMARINE_IS_SAFE, {"target": option}) if t.UNITS[option].kind == t.SUBMARINE else None

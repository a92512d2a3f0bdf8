"""Battles (section 8): which area next, the battle board, and when a battle is over."""

from __future__ import annotations

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.sea_control.fleet import (
    CONVOYS,
    STATION_SHIPS,
    SURFACE_SHIPS,
    UNITS_OF,
    contested_areas,
    in_roster_order,
    mix,
    present,
    show,
    station_ships,
)
from flagplot.games.sea_control.state import Battle, State
from flagplot.games.sea_control.tables import AIR, ALLIED, AREAS, AXIS, UNITS
from flagplot.games.sea_control.words import (
    BATTLE_JOINED,
    BATTLE_OVER,
    DECOY_FOUND,
    LAND_AIR_IS_SAFE,
    NEXT_BATTLE,
    NO_BATTLE,
    NOT_IN_BATTLE,
    STAY_OR_WITHDRAW,
    WITHDRAW,
    WITHDRAWS,
)

ARMED_SHIPS = STATION_SHIPS[AXIS] | STATION_SHIPS[ALLIED] | CONVOYS


def combat(table: Table[State]) -> str:
    """(6) There is combat wherever both sides have units; decoys turn out to be nothing (SC-COM-01, SC-AMB-27)."""
    state = table.state
    for name, force in list(state.task_forces.items()):
        if not force.ships and present(state, force.area, UNITS_OF[AXIS]):
            del state.task_forces[name]
            table.tell(DECOY_FOUND, area=force.area)
    state.waiting = contested_areas(state)
    return "battles"


def battles(table: Table[State]) -> str:
    """The Axis player chooses in which area the next battle is fought (SC-SEQ-01)."""
    state = table.state
    if not state.waiting:
        return "control"
    area = table.choose(AXIS, NEXT_BATTLE, state.waiting)
    state.waiting.remove(area)
    state.battle = Battle(area=area)
    for name, force in list(state.task_forces.items()):
        if force.area == area:
            del state.task_forces[name]  # its ships take its place on the battle board (SC-COM-02)
    state.at[area] = in_roster_order(state.at[area])
    show(state, list(filter(state.pools.__contains__, state.at[area])))
    axis, allied = [tuple(present(state, area, UNITS_OF[side])) for side in (AXIS, ALLIED)]
    table.tell(BATTLE_JOINED, area=area, axis=axis, allied=allied)
    return "submarine_combat"


def the_battle(state: State) -> Battle:
    """The battle that is being fought."""
    assert state.battle
    return state.battle


def guns_in(state: State, area: str, side: str) -> list[str]:
    """Who can fire in a surface round: the battle station or, when it is empty, convoys (SC-UNI-08, SC-AMB-10)."""
    return station_ships(state, area, side) or (present(state, area, CONVOYS) if side == ALLIED else [])


def goes_on(state: State, area: str) -> bool:
    """Whether both sides have surface ships left, and anyone can fire (SC-SUR-01, SC-AMB-13)."""
    units = state.at[area]
    if SURFACE_SHIPS[AXIS].isdisjoint(units) or SURFACE_SHIPS[ALLIED].isdisjoint(units):
        return False
    return not ARMED_SHIPS.isdisjoint(units)


def stay_or_withdraw(table: Table[State]) -> str:
    """Between surface rounds the Allied player decides first; who withdraws takes all his ships away (SC-SUR-03)."""
    state = table.state
    battle = the_battle(state)
    if not goes_on(state, battle.area):
        return "battle_over"
    for side in (ALLIED, AXIS):
        if (
            table.choose(side, STAY_OR_WITHDRAW, STAY_OR_WITHDRAW.answers, area=battle.area, round=battle.rounds)
            == WITHDRAW
        ):
            battle.withdrawing = side
            table.tell(WITHDRAWS, side=side, area=battle.area)
            return "pursuit"
    return "surface_combat"


def battle_over(table: Table[State]) -> str:
    """The blocks that are left stand up again and hide their faces (SC-UNI-02, SC-AMB-38)."""
    state = table.state
    area = the_battle(state).area
    table.tell(BATTLE_OVER, area=area)
    state.battle = None
    for side in (AXIS, ALLIED):
        mix(state, area, side)
    return "battles"


# Why not?


@NEXT_BATTLE.why_not
def battle_barred(state: State, about: About, option: Option) -> tuple[Bar, About] | None:
    return (NO_BATTLE, {"area": option}) if option in AREAS else None


def no_enemy_here(state: State, about: About, option: Option) -> tuple[Bar, About] | None:
    """Why a unit is no target where all enemy ships in the battle are."""
    if option not in state.sp:
        return None
    return (LAND_AIR_IS_SAFE if UNITS[option].kind == AIR else NOT_IN_BATTLE), {"target": option}

"""Air combat (section 8.2): one simultaneous round of carriers and land air."""

from __future__ import annotations

from flagplot.common.targets import counted_down
from flagplot.engine import About, Next, Option, Table
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import AIR_UNITS, SURFACE_SHIPS, air_units, shift, surface_ships, the_battle
from flagplot.games.sea_control.rules.combat import not_in_battle
from flagplot.games.sea_control.rules.gunnery import results_take_effect
from flagplot.games.sea_control.rules.targeting import (
    fire_as_aimed,
    firing_order,
    foresee,
    in_order_of_fire,
)
from flagplot.games.sea_control.state import Battle, State


def air_combat(table: Table[State]) -> Next:
    """Both sides choose all targets, then throw; then results take effect (SC-AIR-01 to SC-AIR-03, SC-AMB-02)."""
    state = table.state
    battle = the_battle(state)
    sides = [side for side in firing_order(state) if has_air_strike(state, battle.area, side)]
    for side in sides:
        choose_air_targets(table, battle, side)
    for side in sides:
        fire_as_aimed(table, battle, side, say.AIR_STRIKE)
    battle.aims = {}
    results_take_effect(table, battle)
    for unit in t.LAND_AIR.values():
        if unit in state.at[battle.area]:
            shift(state, unit, battle.area, t.OFF_BOARD)  # land air leaves when its round is over
    return "surface_combat"


def has_air_strike(state: State, area: str, side: str) -> bool:
    """Whether a side has air units, and enemy surface ships to aim at (SC-AIR-01)."""
    units = state.at[area]
    return not AIR_UNITS[side].isdisjoint(units) and not SURFACE_SHIPS[t.ENEMY[side]].isdisjoint(units)


def choose_air_targets(table: Table[State], battle: Battle, side: str) -> None:
    """Each air unit aims at one enemy ship of any kind, several at the same if they like (SC-AIR-02)."""
    targets = air_targets(table.state, battle.area, side)
    firers = in_order_of_fire(air_units(table.state, battle.area, side))
    for left, firer in counted_down(firers):
        battle.aims[firer] = table.choose(side, say.AIR_TARGET, targets, left=left, firer=firer, firers=firers)


def air_targets(state: State, area: str, side: str) -> list[str]:
    """The enemy's surface ships, and his land air unit where the option allows it (SC-AMB-05)."""
    targets = surface_ships(state, area, t.ENEMY[side])
    if state.options.land_air_targetable and t.LAND_AIR[t.ENEMY[side]] in state.at[area]:
        targets.append(t.LAND_AIR[t.ENEMY[side]])
    return targets


foresee(say.AIR_TARGET, say.AIR_STRIKE)


@say.AIR_TARGET.why_not
def air_target_barred(state: State, about: About, option: Option) -> say.Barred:
    return not_in_battle(state, t.UNITS[about["firer"]].side, option)

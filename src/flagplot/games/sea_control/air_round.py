"""Air combat (section 8.2): one simultaneous round of carriers and land air."""

from __future__ import annotations

from flagplot.engine import About, Option, Table
from flagplot.games.sea_control.battle import no_enemy_here, the_battle
from flagplot.games.sea_control.fleet import AIR_UNITS, SURFACE_SHIPS, air_units, shift, surface_ships
from flagplot.games.sea_control.gunnery import results_take_effect
from flagplot.games.sea_control.state import Battle, State
from flagplot.games.sea_control.tables import ENEMY, LAND_AIR, OFF_BOARD
from flagplot.games.sea_control.targeting import (
    SAME_TARGET,
    fire_as_aimed,
    firing_order,
    foresee,
    in_order_of_fire,
)
from flagplot.games.sea_control.words import AIR_STRIKE, AIR_TARGET


def air_combat(table: Table[State]) -> str:
    """Both sides choose all targets, then throw; then results take effect (SC-AIR-01 to SC-AIR-03, SC-AMB-02)."""
    state = table.state
    battle = the_battle(state)
    sides = [side for side in firing_order(state) if has_air_strike(state, battle.area, side)]
    for side in sides:
        choose_air_targets(table, battle, side)
    for side in sides:
        fire_as_aimed(table, battle, side, AIR_STRIKE)
    battle.aims = {}
    results_take_effect(table, battle)
    for unit in LAND_AIR.values():
        if unit in state.at[battle.area]:
            shift(state, unit, battle.area, OFF_BOARD)  # land air leaves when its round is over
    return "surface_combat"


def has_air_strike(state: State, area: str, side: str) -> bool:
    """Whether a side has air units, and enemy surface ships to aim at (SC-AIR-01)."""
    units = state.at[area]
    return not AIR_UNITS[side].isdisjoint(units) and not SURFACE_SHIPS[ENEMY[side]].isdisjoint(units)


def choose_air_targets(table: Table[State], battle: Battle, side: str) -> None:
    """Each air unit aims at one enemy ship of any kind, several at the same if they like (SC-AIR-02)."""
    targets = air_targets(table.state, battle.area, side)
    firers = in_order_of_fire(air_units(table.state, battle.area, side))
    last = ""
    while firers:
        firer, *rest = firers
        shortcut = [SAME_TARGET] if last and rest and len(targets) > 1 else []
        choice = table.choose(
            side, AIR_TARGET, [*targets, *shortcut], firer=firer, rest=tuple(rest), last=last, left=len(firers)
        )
        if choice == SAME_TARGET:
            battle.aims.update(dict.fromkeys(firers, last))
            break
        battle.aims[firer] = last = choice
        firers = rest


def air_targets(state: State, area: str, side: str) -> list[str]:
    """The enemy's surface ships, and his land air unit where the option allows it (SC-AMB-05)."""
    targets = surface_ships(state, area, ENEMY[side])
    if state.options.land_air_targetable and LAND_AIR[ENEMY[side]] in state.at[area]:
        targets.append(LAND_AIR[ENEMY[side]])
    return targets


def all_at_the_last(state: State, about: About, option: Option) -> None:
    """The same target for all the rest."""
    the_battle(state).aims.update(dict.fromkeys((about["firer"], *about["rest"]), about["last"]))


foresee(AIR_TARGET, AIR_STRIKE, all_at_the_last)
AIR_TARGET.why_not(no_enemy_here)

"""Surface combat (section 8.2): rounds in which battle stations fire at each other, until one side breaks off."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.common.targets import counted_down, coverable
from flagplot.engine import About, Next, Option, Table
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import (
    CONVOYS,
    STATION_SHIPS,
    SURFACE_SHIPS,
    present,
    station_ships,
    surface_ships,
    the_battle,
)
from flagplot.games.sea_control.rules.combat import end_battle, not_in_battle
from flagplot.games.sea_control.rules.gunnery import results_take_effect
from flagplot.games.sea_control.rules.targeting import fire_as_aimed, firing_order, foresee, in_order_of_fire
from flagplot.games.sea_control.state import Battle, State

ARMED_SHIPS = STATION_SHIPS[t.AXIS] | STATION_SHIPS[t.ALLIED] | CONVOYS


def surface_combat(table: Table[State]) -> Next:
    """One round after the other as long as both sides stay; the first must be fought (SC-SUR-01, SC-SUR-03)."""
    state = table.state
    battle = the_battle(state)
    if not goes_on(state, battle.area):
        end_battle(table)
        return None
    if battle.rounds:
        stay_or_withdraw(table, battle)
        if battle.withdrawing:
            return "pursuit"
    fight_round(table, battle)
    return "surface_combat"


def goes_on(state: State, area: str) -> bool:
    """Whether both sides have surface ships left, and anyone can fire (SC-SUR-01, SC-AMB-13)."""
    units = state.at[area]
    if SURFACE_SHIPS[t.AXIS].isdisjoint(units) or SURFACE_SHIPS[t.ALLIED].isdisjoint(units):
        return False
    return not ARMED_SHIPS.isdisjoint(units)


def stay_or_withdraw(table: Table[State], battle: Battle) -> None:
    """Between rounds the Allied player decides first; who withdraws takes all his ships away (SC-SUR-03)."""
    answers = say.STAY_OR_WITHDRAW.answers
    for side in (t.ALLIED, t.AXIS):
        choice = table.choose(side, say.STAY_OR_WITHDRAW, answers, area=battle.area, round=battle.rounds)
        if choice == say.WITHDRAW:
            battle.withdrawing = side
            table.tell(say.WITHDRAWS, side=side, area=battle.area)
            return


def fight_round(table: Table[State], battle: Battle) -> None:
    """One side aims and throws, then the other, and only then do ships sink or leave (SC-SUR-02)."""
    battle.rounds += 1
    table.tell(say.ROUND_BEGINS, area=battle.area, round=battle.rounds)
    for side in firing_order(table.state):
        choose_surface_targets(table, battle, side)
        fire_as_aimed(table, battle, side, say.GUNFIRE)
    battle.last_aims, battle.aims = battle.aims, {}
    results_take_effect(table, battle)


def choose_surface_targets(table: Table[State], battle: Battle, side: str) -> None:
    """Each ship that can fire must aim at one target (SC-AMB-33)."""
    state = table.state
    targets = surface_targets(state, battle.area, side)
    firers = in_order_of_fire(guns_in(state, battle.area, side))
    aimed_at: list[str] = []
    for left, firer in counted_down(firers):
        offered = open_targets(targets, aimed_at, left)
        target = table.choose(side, say.SURFACE_TARGET, offered, left=left, firer=firer, firers=firers)
        battle.aims[firer] = target
        aimed_at.append(target)


def guns_in(state: State, area: str, side: str) -> list[str]:
    """The ships that fire in a surface round: the battle station or, if it is empty, convoys (SC-UNI-08, SC-AMB-10)."""
    return station_ships(state, area, side) or (present(state, area, CONVOYS) if side == t.ALLIED else [])


def surface_targets(state: State, area: str, side: str) -> list[str]:
    """The enemy's battle station or, when that is empty, his carriers and convoys (SC-TGT-02)."""
    return station_ships(state, area, t.ENEMY[side]) or surface_ships(state, area, t.ENEMY[side])


def open_targets(targets: Sequence[str], aimed_at: Sequence[str], left: int) -> Sequence[str]:
    """The targets among which the next of so many firers chooses: a battle station is covered first.

    A second firer may join on a ship only if every other can get a first one (SC-TGT-01, SC-AMB-20, SC-AMB-42).
    What an empty battle station leaves open may be fired at by as many as like.
    """
    return coverable(targets, aimed_at, left) if t.UNITS[targets[0]].kind in t.STATION else targets


foresee(say.SURFACE_TARGET, say.GUNFIRE)


@say.SURFACE_TARGET.why_not
def target_barred(state: State, about: About, option: Option) -> say.Barred:
    battle, side = the_battle(state), t.UNITS[about["firer"]].side
    if option in surface_targets(state, battle.area, side):
        return (say.OTHERS_FIRST, {"target": option}) if option in battle.aims.values() else None
    if option in surface_ships(state, battle.area, t.ENEMY[side]):
        return say.IS_SHIELDED, {"target": option}
    return not_in_battle(state, side, option)

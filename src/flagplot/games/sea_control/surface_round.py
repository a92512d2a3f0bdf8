"""Surface combat (section 8.2): a round in which battle stations fire at each other."""

from __future__ import annotations

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.sea_control.battle import goes_on, guns_in, the_battle
from flagplot.games.sea_control.fleet import STATION_SHIPS, station_ships, surface_ships
from flagplot.games.sea_control.gunnery import results_take_effect
from flagplot.games.sea_control.state import Battle, State
from flagplot.games.sea_control.tables import ENEMY, UNITS
from flagplot.games.sea_control.targeting import (
    SAME_AGAIN,
    SPREAD,
    coverable,
    fire_as_aimed,
    firing_order,
    foresee,
    in_order_of_fire,
    is_covering,
    spread,
)
from flagplot.games.sea_control.words import (
    GUNFIRE,
    IS_SHIELDED,
    NOT_IN_BATTLE,
    OTHERS_FIRST,
    ROUND_BEGINS,
    SURFACE_TARGET,
)


def surface_combat(table: Table[State]) -> str:
    """One side aims and throws, then the other, and only then do ships sink or leave (SC-SUR-01, SC-SUR-02)."""
    state = table.state
    battle = the_battle(state)
    if not goes_on(state, battle.area):
        return "battle_over"
    battle.rounds += 1
    table.tell(ROUND_BEGINS, area=battle.area, round=battle.rounds)
    for side in firing_order(state):
        choose_surface_targets(table, battle, side)
        fire_as_aimed(table, battle, side, GUNFIRE)
    battle.last_aims, battle.aims = battle.aims, {}
    results_take_effect(table, battle)
    return "stay_or_withdraw"


def choose_surface_targets(table: Table[State], battle: Battle, side: str) -> None:
    """Each ship that can fire must aim at one target (SC-TGT-01, SC-TGT-02, SC-AMB-33)."""
    state = table.state
    targets = surface_targets(state, battle.area, side)
    # What an empty battle station leaves open may be fired at by as many as like (SC-TGT-01)
    is_station = targets[0] in STATION_SHIPS[ENEMY[side]]
    bare = targets[:] if is_station else []
    firers = in_order_of_fire(guns_in(state, battle.area, side))
    again = aims_again(battle, firers, targets, is_station) if battle.last_aims else {}
    for number, firer in enumerate(firers):
        left = len(firers) - number
        offered = coverable(targets, bare, left - 1)
        if left > 1 and len(targets) > 1:
            offered.append(SPREAD)
        if again:
            offered.append(SAME_AGAIN)
        choice = table.choose(side, SURFACE_TARGET, offered, firer=firer, firers=firers, left=left)
        if choice == SAME_AGAIN:
            battle.aims.update(again)
            break
        if choice == SPREAD:
            spread(targets, firers[number:], battle)
            break
        battle.aims[firer] = choice
        if choice in bare:
            bare.remove(choice)
        again = {}


def aims_again(battle: Battle, firers: list[str], targets: list[str], is_station: bool) -> dict[str, str]:
    """The aims of the round before, if all of them can be taken again (SC-AMB-43)."""
    again = {firer: battle.last_aims.get(firer, "") for firer in firers} if len(firers) > 1 else {}
    aims = list(again.values())
    is_legal = all(target in targets for target in aims) and (not is_station or is_covering(targets, aims))
    return again if is_legal else {}


def surface_targets(state: State, area: str, side: str) -> list[str]:
    """The enemy's battle station or, when that is empty, his carriers and convoys (SC-TGT-02)."""
    return station_ships(state, area, ENEMY[side]) or surface_ships(state, area, ENEMY[side])


def all_the_rest(state: State, about: About, option: Option) -> None:
    """The same targets as in the round before, or an even spread, for all that have none yet."""
    battle = the_battle(state)
    firers = about["firers"][about["firers"].index(about["firer"]) :]
    if option == SAME_AGAIN:
        battle.aims.update({firer: battle.last_aims[firer] for firer in firers})
    else:
        spread(surface_targets(state, battle.area, UNITS[about["firer"]].side), firers, battle)


foresee(SURFACE_TARGET, GUNFIRE, all_the_rest)


@SURFACE_TARGET.why_not
def target_barred(state: State, about: About, option: Option) -> Bar | tuple[Bar, About] | None:
    if option not in state.sp:
        return None
    battle = the_battle(state)
    side = UNITS[about["firer"]].side
    if option in surface_targets(state, battle.area, side):
        return OTHERS_FIRST, {"target": option}
    if option in surface_ships(state, battle.area, ENEMY[side]):
        return IS_SHIELDED, {"target": option}
    return NOT_IN_BATTLE, {"target": option, "area": battle.area}

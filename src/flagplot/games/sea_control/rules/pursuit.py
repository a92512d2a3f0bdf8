"""Withdrawal and pursuit (section 8.2, Combat Pursuit Fire)."""

from __future__ import annotations

from flagplot.common.targets import coverable
from flagplot.engine import About, Next, Option, Table
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import (
    CONVOYS,
    all_of,
    present,
    station_ships,
    surface_ships,
    the_battle,
)
from flagplot.games.sea_control.rules.combat import end_battle, not_in_battle
from flagplot.games.sea_control.rules.gunnery import results_take_effect, retire
from flagplot.games.sea_control.rules.homeward import return_ships
from flagplot.games.sea_control.rules.targeting import fire_as_aimed, foresee, in_order_of_fire
from flagplot.games.sea_control.state import Battle, State

LIKE_SHIPS = {(side, kind): all_of(side, kind) for side in (t.AXIS, t.ALLIED) for kind in t.SURFACE}


def pursuit(table: Table[State]) -> Next:
    """The side that stays may pursue: one exchange of fire between like ships (SC-WDR-01 to SC-WDR-06)."""
    battle = the_battle(table.state)
    fleeing, staying = battle.withdrawing, t.ENEMY[battle.withdrawing]
    choose_pursuers(table, battle, staying)
    fire_as_aimed(table, battle, staying, say.PURSUIT_FIRE)
    choose_return_fire(table, battle, fleeing)
    fire_as_aimed(table, battle, fleeing, say.RETURN_FIRE)
    battle.aims = {}
    results_take_effect(table, battle)
    for convoy in present(table.state, battle.area, CONVOYS) if fleeing == t.ALLIED else []:
        retire(table, convoy, battle.area, battle.area)  # (SC-AMB-09)
    return "withdrawal"


def quarry(state: State, area: str, fleeing: str, pursuer: str) -> list[str]:
    """The ships that a ship can pursue: like ships, and convoys that have no battle station before them (SC-WDR-03)."""
    kind = t.UNITS[pursuer].kind
    if kind in t.STATION and not station_ships(state, area, fleeing):
        return present(state, area, CONVOYS) if fleeing == t.ALLIED else []
    return present(state, area, LIKE_SHIPS[fleeing, kind]) if kind != t.CONVOY else []


def choose_pursuers(table: Table[State], battle: Battle, side: str) -> None:
    """Ship by ship the staying side pursues or lets go (SC-WDR-02, SC-WDR-06)."""
    state = table.state
    ships = in_order_of_fire(surface_ships(state, battle.area, side))
    quarries = {ship: quarry(state, battle.area, battle.withdrawing, ship) for ship in ships}
    for number, ship in enumerate(ships):
        targets = quarries[ship]
        if not targets:
            continue
        rest = [other for other in ships[number + 1 :] if quarries[other] == targets]
        aims = [target for target in battle.aims.values() if target in targets]
        bare = [target for target in targets if target not in aims]
        options = [*coverable(targets, aims, len(rest) + 1)]
        # Pursuit is optional, but once a target has a second pursuer each of them must get a first
        is_doubled = len(targets) - len(bare) < len(aims)
        if not is_doubled or len(bare) <= len(rest):
            options.append(say.LET_GO)
        choice = table.choose(side, say.PURSUE, options, firer=ship, rest=tuple(rest), area=battle.area)
        if choice != say.LET_GO:
            battle.aims[ship] = choice


def choose_return_fire(table: Table[State], battle: Battle, side: str) -> None:
    """Withdrawing ships fire back at like pursuers, those just sunk as well (SC-WDR-04, SC-AMB-12, SC-AMB-32)."""
    state = table.state
    for ship in in_order_of_fire(surface_ships(state, battle.area, side)):
        pursuers = pursuers_to_answer(battle, ship)
        if pursuers and (state.options.pursuit_simultaneous or ship not in battle.sunk):
            battle.aims[ship] = table.choose(side, say.RETURN_TARGET, pursuers, firer=ship, rest=())


def pursuers_to_answer(battle: Battle, ship: str) -> list[str]:
    """The pursuers at whom a withdrawing ship can return fire."""
    kind, side = t.UNITS[ship].kind, t.UNITS[ship].side
    pursuing = {firer: target for firer, target in battle.aims.items() if t.UNITS[firer].side != side}
    if kind == t.CONVOY:
        return [firer for firer, target in pursuing.items() if target == ship]
    return [firer for firer in pursuing if t.UNITS[firer].kind == kind]


def withdrawal(table: Table[State]) -> Next:
    """The ships that got away go to port, whoever controls the way; then the battle is over (SC-WDR-05)."""
    battle = the_battle(table.state)
    following = return_ships(table, battle.withdrawing, (battle.area,), say.WITHDRAW_TO)
    if not following:
        end_battle(table)
    return following


foresee(say.PURSUE, say.PURSUIT_FIRE)
foresee(say.RETURN_TARGET, say.RETURN_FIRE)


@say.PURSUE.why_not
def pursuit_barred(state: State, about: About, option: Option) -> say.Barred:
    battle, firer = the_battle(state), about["firer"]
    if option not in surface_ships(state, battle.area, battle.withdrawing):
        return not_in_battle(state, t.ENEMY[battle.withdrawing], option)
    if option in quarry(state, battle.area, battle.withdrawing, firer):
        return (say.OTHERS_FIRST, {"target": option}) if option in battle.aims.values() else None
    if t.UNITS[option].kind == t.CONVOY and station_ships(state, battle.area, battle.withdrawing):
        return say.CONVOY_IS_COVERED
    return (say.NOT_ALIKE, {"target": option}) if t.UNITS[option].kind != t.UNITS[firer].kind else None


@say.RETURN_TARGET.why_not
def return_fire_barred(state: State, about: About, option: Option) -> say.Barred:
    battle, firer = the_battle(state), about["firer"]
    if option not in surface_ships(state, battle.area, t.ENEMY[battle.withdrawing]):
        return not_in_battle(state, battle.withdrawing, option)
    if option not in battle.aims:
        return say.NOT_PURSUING, {"target": option}
    if t.UNITS[firer].kind == t.CONVOY:
        return (say.NOT_ITS_PURSUER, {"target": option}) if battle.aims[option] != firer else None
    return (say.NO_ANSWER, {"target": option}) if t.UNITS[option].kind != t.UNITS[firer].kind else None

"""Withdrawal and pursuit (section 8.2, Combat Pursuit Fire)."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.sea_control.battle import no_enemy_here, the_battle
from flagplot.games.sea_control.fleet import CONVOYS, all_of, present, station_ships, surface_ships
from flagplot.games.sea_control.gunnery import results_take_effect, retire
from flagplot.games.sea_control.homeward import (
    home_again,
    on_the_way_home,
    ports_for,
    return_by_the_only_way,
    return_home,
)
from flagplot.games.sea_control.orders import Orders, Voyage, give_order
from flagplot.games.sea_control.orders_barred import order_barred
from flagplot.games.sea_control.passage import after_passage
from flagplot.games.sea_control.state import Battle, State
from flagplot.games.sea_control.tables import ALLIED, AXIS, CONVOY, ENEMY, STATION, SURFACE, UNITS
from flagplot.games.sea_control.targeting import (
    coverable,
    fire_as_aimed,
    foresee,
    in_order_of_fire,
)
from flagplot.games.sea_control.words import (
    CONVOY_IS_COVERED,
    NOT_ALIKE,
    NOT_IN_BATTLE,
    OTHERS_FIRST,
    PURSUE,
    PURSUIT_FIRE,
    RETURN_FIRE,
    RETURN_TARGET,
    WITHDRAW_TO,
)

LET_GO = "let_go"
LIKE_SHIPS = {(side, kind): all_of(side, kind) for side in (AXIS, ALLIED) for kind in SURFACE}


def pursuit(table: Table[State]) -> str:
    """The side that stays may pursue: one exchange of fire between like ships (SC-WDR-01 to SC-WDR-06)."""
    battle = the_battle(table.state)
    fleeing, staying = battle.withdrawing, ENEMY[battle.withdrawing]
    choose_pursuers(table, battle, staying)
    fire_as_aimed(table, battle, staying, PURSUIT_FIRE)
    choose_return_fire(table, battle, fleeing)
    fire_as_aimed(table, battle, fleeing, RETURN_FIRE)
    battle.aims = {}
    results_take_effect(table, battle)
    table.state.opening = True
    return "withdrawal"


def quarry(state: State, area: str, fleeing: str, pursuer: str) -> list[str]:
    """The ships that a ship can pursue: like ships, and convoys that have no battle station before them (SC-WDR-03)."""
    kind = UNITS[pursuer].kind
    if kind in STATION and not station_ships(state, area, fleeing):
        return present(state, area, CONVOYS) if fleeing == ALLIED else []
    return present(state, area, LIKE_SHIPS[fleeing, kind]) if kind != CONVOY else []


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
        options = coverable(targets, bare, len(rest))
        # Pursuit is optional, but once a target has a second pursuer each of them must get a first
        is_doubled = len(targets) - len(bare) < len(aims)
        if not is_doubled or len(bare) <= len(rest):
            options.append(LET_GO)
        choice = table.choose(side, PURSUE, options, firer=ship, rest=tuple(rest), area=battle.area)
        if choice != LET_GO:
            battle.aims[ship] = choice


def choose_return_fire(table: Table[State], battle: Battle, side: str) -> None:
    """Withdrawing ships fire back at like pursuers, those just sunk as well (SC-WDR-04, SC-AMB-12, SC-AMB-32)."""
    state = table.state
    for ship in in_order_of_fire(surface_ships(state, battle.area, side)):
        pursuers = pursuers_to_answer(battle, ship)
        if pursuers and (state.options.pursuit_simultaneous or ship not in battle.sunk):
            battle.aims[ship] = table.choose(side, RETURN_TARGET, pursuers, firer=ship, rest=())


def pursuers_to_answer(battle: Battle, ship: str) -> list[str]:
    """The pursuers at whom a withdrawing ship can return fire."""
    kind, side = UNITS[ship].kind, UNITS[ship].side
    pursuing = {firer: target for firer, target in battle.aims.items() if UNITS[firer].side != side}
    if kind == CONVOY:
        return [firer for firer, target in pursuing.items() if target == ship]
    return [firer for firer in pursuing if UNITS[firer].kind == kind]


def withdrawal(table: Table[State]) -> str:
    """The ships that got away go to port, whoever controls the areas on the way; then the battle is over."""
    state = table.state
    battle = the_battle(state)
    for convoy in present(state, battle.area, CONVOYS) if battle.withdrawing == ALLIED else []:
        retire(table, convoy, battle.area, battle.area)  # (SC-AMB-09)
    if state.opening:
        return_by_the_only_way(table, [battle.area], battle.withdrawing)
        if state.passing:
            return after_passage(state, "withdrawal")
    if give_order(table, battle.withdrawing, WITHDRAWAL):
        return after_passage(state, "withdrawal")
    return "battle_over"


def withdrawing(state: State, side: str) -> dict[str, list[str]]:
    """The ships that are still to withdraw."""
    return on_the_way_home(state, [the_battle(state).area], side)


def ways_back(state: State, side: str) -> Iterator[tuple[str, Voyage]]:
    """The ships that can withdraw to the ports from which they came."""
    return home_again(state, [the_battle(state).area], side)


WITHDRAWAL = Orders(WITHDRAW_TO, withdrawing, ports_for, return_home, ways_back)
WITHDRAW_TO.why_not(order_barred)


def nobody_fires(state: State, about: About, option: Option) -> None:
    """A ship that lets the enemy go adds nothing to the odds."""
    the_battle(state).aims.clear()


foresee(PURSUE, PURSUIT_FIRE, nobody_fires)
foresee(RETURN_TARGET, RETURN_FIRE, nobody_fires)
RETURN_TARGET.why_not(no_enemy_here)


@PURSUE.why_not
def pursuit_barred(state: State, about: About, option: Option) -> Bar | tuple[Bar, About] | None:
    if option not in state.sp:
        return None
    battle = the_battle(state)
    if option not in surface_ships(state, battle.area, battle.withdrawing):
        return NOT_IN_BATTLE, {"target": option}
    if option in quarry(state, battle.area, battle.withdrawing, about["firer"]):
        return OTHERS_FIRST, {"target": option}
    if UNITS[option].kind == CONVOY and station_ships(state, battle.area, battle.withdrawing):
        return CONVOY_IS_COVERED
    return NOT_ALIKE, {"target": option}

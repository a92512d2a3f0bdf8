"""Withdrawal and pursuit (section 8.2, Combat Pursuit Fire)."""

from __future__ import annotations

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.sea_control.battle import the_battle
from flagplot.games.sea_control.fleet import of_kinds, station_ships, surface_ships
from flagplot.games.sea_control.gunnery import results_take_effect, retire
from flagplot.games.sea_control.homeward import home_again, ports_from, return_by_the_only_way, return_home, returning
from flagplot.games.sea_control.orders import Voyage, give_order
from flagplot.games.sea_control.state import Battle, Order, State
from flagplot.games.sea_control.tables import CARRIER, CONVOY, ENEMY, STATION, UNITS
from flagplot.games.sea_control.targeting import (
    coverable,
    fire_as_aimed,
    firers_by_target,
    foresee,
    strongest_first,
)
from flagplot.games.sea_control.words import (
    AIMS,
    CONVOY_IS_COVERED,
    NOT_ALIKE,
    OTHERS_FIRST,
    PURSUE,
    PURSUIT_FIRE,
    RETURN_FIRE,
    RETURN_TARGET,
    WITHDRAW_TO,
)

LET_GO = "let_go"


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
    """Whom a ship can pursue: like ships, and convoys that have no battle station before them (SC-WDR-03)."""
    kind = UNITS[pursuer].kind
    if kind in STATION and not station_ships(state, area, fleeing):
        return of_kinds(state, area, fleeing, (CONVOY,))
    return of_kinds(state, area, fleeing, (kind,)) if kind in (*STATION, CARRIER) else []


def choose_pursuers(table: Table[State], battle: Battle, side: str) -> None:
    """Ship by ship the staying side pursues or lets go; a second pursuer joins as SC-WDR-02 allows."""
    state = table.state
    ships = strongest_first(surface_ships(state, battle.area, side))
    for number, ship in enumerate(ships):
        targets = quarry(state, battle.area, battle.withdrawing, ship)
        if not targets:
            continue
        rest = [one for one in ships[number + 1 :] if quarry(state, battle.area, battle.withdrawing, one) == targets]
        options = coverable(targets, battle, len(rest))
        if may_let_go(targets, battle, len(rest)):
            options.append(LET_GO)
        choice = table.choose(side, PURSUE, options, firer=ship, rest=tuple(rest), area=battle.area)
        if choice != LET_GO:
            battle.aims[ship] = choice
    for target, aiming in firers_by_target(battle, side).items():
        table.tell(AIMS, firers=tuple(aiming), target=target)


def may_let_go(targets: list[str], battle: Battle, firers_left: int) -> bool:
    """Pursuit is optional, but once a target has a second pursuer each of them must get a first (SC-WDR-02)."""
    aims = [target for target in battle.aims.values() if target in targets]
    is_doubled = len(set(aims)) < len(aims)
    return not is_doubled or len(set(targets) - set(aims)) <= firers_left


def choose_return_fire(table: Table[State], battle: Battle, side: str) -> None:
    """Withdrawing ships fire back at like pursuers, those just sunk as well (SC-WDR-04, SC-AMB-12, SC-AMB-32)."""
    state = table.state
    for ship in strongest_first(surface_ships(state, battle.area, side)):
        pursuers = pursuers_to_answer(battle, ship)
        if pursuers and (state.options.pursuit_simultaneous or ship not in battle.sunk):
            battle.aims[ship] = table.choose(side, RETURN_TARGET, pursuers, firer=ship, rest=())
    for target, aiming in firers_by_target(battle, side).items():
        table.tell(AIMS, firers=tuple(aiming), target=target)


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
    for convoy in of_kinds(state, battle.area, battle.withdrawing, (CONVOY,)):
        retire(table, convoy, battle.area, battle.area)  # (SC-AMB-09)
    if state.opening:
        return_by_the_only_way(table, battle.area, battle.withdrawing)
    if give_order(table, battle.withdrawing, WITHDRAW_TO, ways_out, returning, return_home, ways_back, may_stop=False):
        return "withdrawal"
    return "battle_over"


def ways_out(state: State, side: str) -> list[Voyage]:
    """The ports to which ships can withdraw."""
    return ports_from(state, the_battle(state).area, side)


def ways_back(state: State, side: str) -> list[tuple[str, Order]]:
    """The ships that can withdraw to the ports from which they came."""
    return home_again(state, the_battle(state).area, side)


def nothing_more(state: State, about: About, option: Option) -> None:
    """A ship that lets the enemy go fires at nobody."""


foresee(PURSUE, PURSUIT_FIRE, nothing_more)
foresee(RETURN_TARGET, RETURN_FIRE, nothing_more)


@PURSUE.why_not
def pursuit_barred(state: State, about: About, option: Option) -> Bar | tuple[Bar, About] | None:
    if option not in state.sp:
        return None
    battle = the_battle(state)
    if option in quarry(state, battle.area, battle.withdrawing, about["firer"]):
        return OTHERS_FIRST, {"target": option}
    if UNITS[option].kind == CONVOY and station_ships(state, battle.area, battle.withdrawing):
        return CONVOY_IS_COVERED
    return NOT_ALIKE, {"target": option}

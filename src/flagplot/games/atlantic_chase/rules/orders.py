"""The Active player acts (section 1.15): one action after another, and the free acts between them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from flagplot.engine import About, Next, Option, Table, go_to
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import BIT, BOX_HEXES, BOX_MASK, GERMAN, HEXES, hexes_in
from flagplot.games.atlantic_chase.model.forces import (
    both_sides,
    boxed,
    change_ship,
    forces_of,
    put,
    scenario_of,
    side_of,
    stationed,
    waters_in,
    with_intel,
)
from flagplot.games.atlantic_chase.rules import leaders
from flagplot.games.atlantic_chase.rules.attacks import KINDS, Order, attack_orders, can_attack
from flagplot.games.atlantic_chase.rules.completion import completion_orders
from flagplot.games.atlantic_chase.rules.initiative import gain_evasive
from flagplot.games.atlantic_chase.rules.passing import pass_orders
from flagplot.games.atlantic_chase.rules.reorganize import reorganize_orders
from flagplot.games.atlantic_chase.rules.seats import choose, has_player
from flagplot.games.atlantic_chase.rules.stealth import recon_orders, signals_orders
from flagplot.games.atlantic_chase.rules.trajectories import forbidden, trajectory_orders
from flagplot.games.atlantic_chase.scenarios import LUTJENS
from flagplot.games.atlantic_chase.state import State, TaskForce


def order(table: Table[State]) -> Next:
    """The Active player performs an action, or a free act between two of them (AC-AC-01)."""
    state = table.state
    side = state.active
    if not has_player(state, side):
        return "imaginary_action"
    chosen = table.choose(side, say.ORDER, orders(state, side))
    return perform(table, chosen)


def orders(state: State, side: str) -> list[Order]:
    """Everything that the Active player can do now (AC-AC-02)."""
    own, enemies = both_sides(state, side)
    found: list[Order] = [
        *trajectory_orders(state, own),
        *completion_orders(state, side, own),
        *attack_orders(state, side, own, enemies),
        *signals_orders(enemies),
        *recon_orders(state, side),
        *reorganize_orders(state, side, own),
        *pass_orders(state, side, own),
    ]
    if leaders.is_bound(state):
        found = bound_orders(state, found) or found
    found += free_acts(state, side, own, enemies)
    return found


def bound_orders(state: State, found: Sequence[Order]) -> list[Order]:
    """The actions that a leader who was used leaves open (AC-AMB-38, AC-AMB-40)."""
    own = [one for one in found if len(one) > 1 and one[1] == state.bound]
    if state.bound_by != LUTJENS:
        return own
    return [one for one in own if one[0] in (say.COMPLETE, say.ENGAGE, say.SEARCH, say.TRAJECTORY)]


def perform(table: Table[State], chosen: Order) -> Next:
    """Do what was ordered."""
    state = table.state
    what = chosen[0]
    if what in say.FREE_ACTS:
        FREE[what](table, *chosen[1:])
        return "order"
    state.bound = state.bound_by = ""
    if what in KINDS:
        return go_to("attack", *chosen)
    if what == say.REORGANIZE:
        return go_to("reorganize", 0)
    if what == say.ALL_PASS:
        return "all_pass"
    return go_to(PROCEDURES[what], *chosen[1:])


PROCEDURES = {
    say.TRAJECTORY: "course",
    say.COMPLETE: "completion",
    say.SIGNALS: "signals",
    say.RECON: "recon",
    say.PASS: "passing",
}


# Free acts (AC-PT-02, AC-CV-03, AC-AMB-51, AC-AMB-53, AC-IN-07)


def free_acts(state: State, side: str, own: Sequence[TaskForce], enemies: Sequence[TaskForce]) -> list[Order]:
    """What costs no action."""
    found: list[Order] = []
    friendly, is_barred = waters_in(state).port_mask[side], bool(scenario_of(state).keep_clear_of)
    for force in own:
        if force.line or force.key in state.shifted:
            continue
        if force.box:
            hexes = BOX_HEXES[force.box]
            if len(hexes) > 1:
                found += shifts_out(force.key, force.box)
            elif not (is_barred and forbidden(state, force) & BIT[hexes[0]]):
                found.append((say.SHIFT, force.key))
        elif force.mask & friendly:
            found.append((say.SHIFT, force.key))
    for force in own:
        if force.can_disperse:
            found.append((say.DISPERSE, force.key))
    if side == GERMAN:
        for number in state.refuel:
            bit = BIT[number]
            found += [(say.REFUEL, force.key, number) for force in own if force.mask & bit and can_refuel(force)]
        if is_barred and not state.is_order_lifted and any(forbidden(state, one) for one in own):
            found.append((say.DEFY,))
    if side in state.free_intel:
        for enemy in enemies:
            found += [(say.DECRYPT, enemy.key, number) for number in hexes_in(mask_without_intel(enemy))]
    return found


@functools.cache
def shifts_out(key: str, box: str) -> tuple[Order, ...]:
    """The shifts of a Station out of a box with several hexes, one into each (AC-AMB-30)."""
    return tuple((say.SHIFT, key, number) for number in BOX_HEXES[box])


def mask_without_intel(force: TaskForce) -> int:
    """The segments that carry no Intel."""
    return force.mask & ~force.intel if force.line else 0


def can_refuel(force: TaskForce) -> bool:
    """Whether a supply ship is of any use."""
    return not force.is_evasive or any(ship.hits for ship in force.ships)


def shift(table: Table[State], key: str, to: int | None = None) -> None:
    """A Station moves between a friendly port hex and its box, once in a tenure (AC-PT-02, AC-AMB-25)."""
    state = table.state
    force = state.forces[key]
    state.shifted.append(key)
    if force.box:
        to = BOX_HEXES[force.box][0] if to is None else to
        put(state, stationed(force, to))
        table.tell(say.SHIFTED_OUT, force=key, hex=HEXES[to])
        return
    boxes = waters_in(state).boxes[state.active]
    box = next(box for box in boxes if BOX_MASK[box] & force.mask)
    put(state, boxed(force, box))
    table.tell(say.SHIFTED_IN, force=key, box=box)


def disperse(table: Table[State], key: str) -> None:
    """A Convoy scatters, for the rest of the scenario (AC-CV-03)."""
    force = table.state.forces[key]
    for ship in force.ships:
        if ship.can_disperse:
            force = change_ship(table.state, force, replace(ship, is_dispersed=True))
            table.tell(say.DISPERSED, ship=ship.id)


def refuel(table: Table[State], key: str, number: int) -> None:
    """A supply ship serves once: Evasive Maneuvers, or one Hit repaired (AC-AMB-51)."""
    state = table.state
    force = state.forces[key]
    state.refuel.remove(number)
    hurt = [ship.id for ship in force.ships if ship.hits]
    options = hurt if force.is_evasive else [say.EVADE, *hurt]
    answer = choose(table, state.active, say.REFUEL_FOR, options, force=key)
    if answer == say.EVADE:
        gain_evasive(table, key)
        table.tell(say.REFUELLED, force=key, hex=HEXES[number])
        return
    ship = next(ship for ship in force.ships if ship.id == answer)
    change_ship(state, force, replace(ship, hits=ship.hits - 1))
    table.tell(say.REPAIRED, force=key, ship=answer, hex=HEXES[number])


def defy(table: Table[State]) -> None:
    """The German gives up a point and is free of the order to keep clear (AC-AMB-53)."""
    table.state.is_order_lifted = True
    table.tell(say.ORDER_LIFTED)


def decrypt(table: Table[State], key: str, number: int) -> None:
    """One free Intel marker on any enemy segment, where the scenario gives it (AC-IN-07)."""
    state = table.state
    state.free_intel.remove(state.active)
    force = state.forces[key]
    put(state, with_intel(force, force.intel | BIT[number]))
    table.tell(say.DECRYPTED, target=key, hex=HEXES[number])


FREE: dict[str, Callable[..., None]] = {
    say.SHIFT: shift,
    say.DISPERSE: disperse,
    say.REFUEL: refuel,
    say.DEFY: defy,
    say.DECRYPT: decrypt,
}


# Why a task force that is pointed at can be given no course


@say.ORDER.why_not
def order_barred(state: State, about: About, option: Option) -> say.Barred:
    if not isinstance(option, tuple) or len(option) != 2 or option[0] != say.TRAJECTORY:
        return None
    force = state.forces.get(option[1])
    if force is None:
        return None
    if side_of(force.key) != state.active:
        return enemy_barred(state, force)
    if leaders.is_bound(state) and state.bound != force.key:
        return say.LEADER_BINDS, {"force": state.bound, "leader": state.bound_by}
    return (say.HAS_FIFTEEN, {"force": force.key}) if len(force.line) >= t.LONGEST else None


def enemy_barred(state: State, enemy: TaskForce) -> say.Barred:
    """Why nothing can be done about an enemy who is pointed at."""
    if enemy.box:
        return say.TARGET_IN_A_BOX, {"target": enemy.key}
    there = [force for force in forces_of(state, state.active) if force.mask & enemy.mask]
    if not any(can_attack(state, force) for force in there):
        if there and all(force.has_convoy for force in there):
            return say.HAS_A_CONVOY, {"force": there[0].key}
        return say.NOBODY_THERE, {"target": enemy.key}
    return say.NOT_YOURS, {"force": enemy.key}

"""Voyages from port to sea and home again, past the guns of the straits (sections 7, 7.3, 11 and 13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import filterfalse

from flagplot.engine import Next, Table, call, go_to
from flagplot.engine.frames import Call
from flagplot.engine.view import ONLOOKER
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import CONVOYS, is_in_task_force, mix, move, show
from flagplot.games.sea_control.model.routes import guarded, guns_on_the_way
from flagplot.games.sea_control.rules.gunnery import at_once, hits_and_disabling
from flagplot.games.sea_control.rules.orders import Order
from flagplot.games.sea_control.state import State


def make_voyage(table: Table[State], side: str, order: Order) -> Call | None:
    """Ships go from a port to an area, or home; those that pass a guarded strait come under its guns first.

    They are shown to both sides, which must know their hit numbers (SC-AMB-28). Returns the call of the guns, after
    which the present step goes on; None where none fire.
    """
    state = table.state
    ships, origin, destination, task_force = order.ships, order.origin, order.destination, order.task_force
    under_guns = guarded(state, ships, origin, destination)
    others = list(filterfalse(under_guns.__contains__, ships)) if under_guns else ships
    if others:
        if origin in t.MAP.area:
            mix(state, origin, side)
        arrive(table, others, origin, destination, task_force)
    tell_enemy(table, side, 1 if task_force else blocks_that_move(state, others), origin, destination)
    if not under_guns:
        return None
    show(state, under_guns)
    for ship in under_guns:
        table.tell(say.UNDER_GUNS, ship=ship)
    return call("fortress_fire", tuple(under_guns), origin, destination).then(state.phase)


def arrive(table: Table[State], ships: Sequence[str], origin: str, destination: str, task_force: str = "") -> None:
    """Ships enter an area, on their own or in a task force, or a port (SC-MOV-02, SC-END-01, SC-OPT-03)."""
    state = table.state
    move(state, ships, origin, destination)
    to = (t.UNITS[ships[0]].side,)
    if destination in t.MAP.port:
        table.tell(say.RETURNED, to=to, ships=tuple(ships), area=origin, port=destination)
        return
    voyages, voyage = state.voyages, (origin, destination)
    for ship in ships:
        voyages[ship] = voyage
    if not CONVOYS.isdisjoint(ships):
        state.spent += filter(CONVOYS.__contains__, ships)
    if task_force:
        force = state.task_forces[task_force]
        state.task_forces[task_force] = replace(force, ships=(*force.ships, *ships))
    table.tell(say.SAILED, to=to, ships=tuple(ships), origin=origin, destination=destination)


def tell_enemy(table: Table[State], side: str, blocks: int, origin: str, destination: str) -> None:
    """The enemy and whoever looks on see how many blocks move, and no more (SC-AMB-38)."""
    if blocks:
        to = (t.ENEMY[side], ONLOOKER)
        table.tell(say.BLOCKS_MOVE, to=to, side=side, blocks=blocks, origin=origin, destination=destination)


def blocks_that_move(state: State, ships: Sequence[str]) -> int:
    """How many of these ships the enemy sees move: not those that a task force hides (SC-AMB-35)."""
    blocks = len(ships)
    if state.task_forces:
        for ship in ships:
            blocks -= is_in_task_force(state, ship)
    return blocks


def fortress_fire(table: Table[State], ships: tuple[str, ...], origin: str, destination: str) -> Next:
    """The guns of a strait fire at each ship that passes, with results at once (SC-GIB-01, SC-OPT-01)."""
    state = table.state
    ship, *others = ships
    side = t.UNITS[ship].side
    dice, area = guns_on_the_way(state, ship, origin, destination)
    hits, is_disabled = hits_and_disabling(table, dice, ship, say.FORTRESS_FIRE, ())
    if at_once(table, ship, hits, is_disabled, origin, area):
        arrive(table, [ship], origin, destination)  # seen by all, it sails beside its task force (SC-AMB-35)
        tell_enemy(table, side, 1, origin, destination)
    else:
        state.spent.append(ship)  # who turns back has had his move (SC-AMB-11, SC-AMB-36)
    return go_to("fortress_fire", tuple(others), origin, destination) if others else None

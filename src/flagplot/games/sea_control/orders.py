"""Orders to ships: a voyage is chosen, then the ships that make it, singly or in groups (SC-AMB-43).

Every answer is a phase of its own, so that the enemy's knowledge never hangs on an order half given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from flagplot.engine import Ask, Table
from flagplot.games.sea_control.state import Order, State, TaskForce
from flagplot.games.sea_control.tables import ALLIED, BATTLESHIP, CARRIER, CONVOY, CRUISER, ENEMY, UNITS
from flagplot.games.sea_control.words import BLOCKS_MOVE, TASK_FORCE_FORMED, WHO_GOES

DONE, NO_MORE, SAME_AGAIN = "done", "no_more", "same_again"
ALL = "all"
GROUPS = {BATTLESHIP: "battleships", CRUISER: "cruisers", CARRIER: "carriers", CONVOY: "convoys"}

Voyage = tuple[str, ...]  # origin and destination, and the task force if one is formed
Voyages = Callable[[State, str], list[Voyage]]  # what a seat can order
Takers = Callable[[State, Order], list[str]]  # the ships that can make a voyage
Carry = Callable[[Table[State], str, Order], None]  # a ship makes it
Repeats = Callable[[State, str], list[tuple[str, Order]]]  # what "the same again" means for a seat


def give_order(
    table: Table[State],
    seat: str,
    ask: Ask,
    voyages: Voyages,
    takers: Takers,
    carry: Carry,
    repeats: Repeats,
    may_stop: bool,
) -> bool:
    """Take one order: a voyage with its first ships, or more ships for it; False when nothing more is ordered."""
    state = table.state
    if state.order is None:
        offered: list[Voyage | str] = [*voyages(state, seat)]
        if not offered:
            return False
        if state.opening and len(repeats(state, seat)) > 1:
            offered.append(SAME_AGAIN)
        if may_stop:
            offered.append(DONE)
        choice = table.choose(seat, ask, offered)
        state.opening = False
        if choice == DONE:
            return False
        if choice == SAME_AGAIN:
            repeat(table, seat, repeats(state, seat), carry)
            return True
        assert isinstance(choice, tuple)
        state.order = Order(choice[0], choice[1], task_force=choice[2] if len(choice) > 2 else "")
        if state.order.task_force:
            form_task_force(table, state.order)
    pick_ships(table, seat, takers, carry)
    return True


def pick_ships(table: Table[State], seat: str, takers: Takers, carry: Carry) -> None:
    """Take one ship or group for the voyage that is being ordered; a voyage that one ship alone can make is hers."""
    state = table.state
    order = state.order
    assert order
    able = takers(state, order)
    offered = [*able, *groups(able)]
    if order.ships or order.task_force:
        offered.append(NO_MORE)
    choice = table.choose(
        seat, WHO_GOES, offered, origin=order.origin, destination=order.destination, ships=order.ships
    )
    picked = members(choice, able)
    for ship in picked:
        carry(table, ship, order)
    order = replace(order, ships=order.ships + len(picked))
    state.order = order
    if choice == NO_MORE or not takers(state, order):
        state.order = None
        tell_enemy(table, seat, order.origin, order.destination, 1 if order.task_force else order.ships)


def form_task_force(table: Table[State], order: Order) -> None:
    """A task force block puts to sea; what ships are in its box, if any, is not seen (SC-OPT-03, SC-AMB-35)."""
    table.state.task_forces[order.task_force] = TaskForce(order.origin, order.destination)
    table.tell(TASK_FORCE_FORMED, to=[ALLIED], force=order.task_force, area=order.destination)


def repeat(table: Table[State], seat: str, repeated: Sequence[tuple[str, Order]], carry: Carry) -> None:
    """The same again: every ship makes the voyage that is named for it."""
    blocks: dict[Order, int] = {}
    for ship, order in repeated:
        carry(table, ship, order)
        blocks[order] = blocks.get(order, 0) + 1
    for order, count in blocks.items():
        tell_enemy(table, seat, order.origin, order.destination, count)


def tell_enemy(table: Table[State], seat: str, origin: str, destination: str, blocks: int) -> None:
    """The enemy sees how many blocks move, and no more (SC-AMB-38)."""
    table.tell(BLOCKS_MOVE, to=[ENEMY[seat]], side=seat, blocks=blocks, origin=origin, destination=destination)


def groups(ships: Sequence[str]) -> list[str]:
    """The groups that can be picked at once: all, or all of a kind."""
    if len(ships) < 2:
        return []
    found: dict[str, int] = {}
    for ship in ships:
        kind = UNITS[ship].kind
        found[kind] = found.get(kind, 0) + 1
    if len(found) == 1:
        return [ALL]
    return [ALL, *[GROUPS[kind] for kind, count in found.items() if count > 1]]


def members(choice: str, ships: Sequence[str]) -> list[str]:
    """The ships that a pick means."""
    if choice == NO_MORE:
        return []
    if choice == ALL:
        return list(ships)
    if choice in UNITS:
        return [choice]
    return [ship for ship in ships if GROUPS[UNITS[ship].kind] == choice]

"""Orders to ships: a voyage is chosen, then the ships that make it, singly or in groups (SC-AMB-43).

Every order is a phase of its own, so that little of what the enemy may not know hangs in the air at a time.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from flagplot.engine import Ask, Table
from flagplot.games.sea_control.state import State, TaskForce
from flagplot.games.sea_control.tables import ALLIED, BATTLESHIP, CARRIER, CONVOY, CRUISER, ENEMY, UNITS
from flagplot.games.sea_control.words import BLOCKS_MOVE, TASK_FORCE_FORMED, WHO_GOES

DONE, NO_MORE, SAME_AGAIN = "done", "no_more", "same_again"
ALL = "all"
GROUPS = {BATTLESHIP: "battleships", CRUISER: "cruisers", CARRIER: "carriers", CONVOY: "convoys"}
GROUP_OF = {unit.id: GROUPS[unit.kind] for unit in UNITS.values() if unit.is_surface}

Voyage = tuple[str, ...]  # origin and destination, and the task force if one is formed


@dataclass(slots=True)
class Order:
    """A voyage that is being ordered."""

    origin: str
    destination: str
    task_force: str = ""


Voyages = Callable[[State, str], list[Voyage]]  # what a seat can order
Takers = Callable[[State, Order], list[str]]  # the ships that can make a voyage
Carry = Callable[[Table[State], list[str], Order], None]  # ships make it
Repeats = Callable[[State, str], Iterator[tuple[str, Voyage]]]  # what "the same again" means for each ship of a seat


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
    """Take one order, a voyage and the ships that make it; False when nothing more is ordered."""
    state = table.state
    offered: list[Voyage | str] = [*voyages(state, seat)]
    if not offered:
        return False
    if state.opening and is_more_than_one(repeats(state, seat)):
        offered.append(SAME_AGAIN)
    if may_stop:
        offered.append(DONE)
    choice = table.choose(seat, ask, offered, side=seat)
    state.opening = False
    if choice == DONE:
        return False
    if choice == SAME_AGAIN:
        repeat(table, seat, list(repeats(state, seat)), carry)
        return True
    assert isinstance(choice, tuple)
    order = Order(*choice)
    if order.task_force:
        form_task_force(table, order)
    ships = pick_ships(table, seat, order, takers(state, order), carry)
    tell_enemy(table, seat, order, 1 if order.task_force else ships)
    return True


def pick_ships(table: Table[State], seat: str, order: Order, able: list[str], carry: Carry) -> int:
    """Ships or groups are picked for a voyage until nobody else is to go; returns how many go.

    A voyage that one ship alone can make is hers without a question.
    """
    kinds = list(map(GROUP_OF.__getitem__, able))
    in_group = {group: count for group in GROUPS.values() if (count := kinds.count(group))}
    groups = [ALL] if len(in_group) == 1 else [ALL, *[group for group, count in in_group.items() if count > 1]]
    ships = 0
    while able:
        offered = able + groups if len(able) > 1 else able[:]
        if ships or order.task_force:
            offered.append(NO_MORE)
        choice = table.choose(seat, WHO_GOES, offered, origin=order.origin, destination=order.destination, ships=ships)
        if choice in GROUP_OF:
            picked = [choice]
            able.remove(choice)
            group = GROUP_OF[choice]
            in_group[group] -= 1
            if in_group[group] == 1 and group in groups:
                groups.remove(group)
        elif choice == ALL:
            picked, able = able, []
        elif choice == NO_MORE:
            break
        else:
            picked = [ship for ship in able if GROUP_OF[ship] == choice]
            able = [ship for ship in able if GROUP_OF[ship] != choice]
            groups.remove(choice)
        ships += len(picked)
        carry(table, picked, order)
    return ships


def is_more_than_one(repeated: Iterator[tuple[str, Voyage]]) -> bool:
    """Whether there are at least two ships for which "the same again" means anything."""
    return len(list(itertools.islice(repeated, 2))) == 2


def form_task_force(table: Table[State], order: Order) -> None:
    """A task force block puts to sea; what ships are in its box, if any, is not seen (SC-OPT-03, SC-AMB-35)."""
    table.state.task_forces[order.task_force] = TaskForce(order.origin, order.destination)
    table.tell(TASK_FORCE_FORMED, to=(ALLIED,), force=order.task_force, area=order.destination)


def repeat(table: Table[State], seat: str, repeated: Sequence[tuple[str, Voyage]], carry: Carry) -> None:
    """The same again: every ship makes the voyage that is named for it."""
    ships_by_voyage: dict[Voyage, list[str]] = {}
    for ship, voyage in repeated:
        ships_by_voyage.setdefault(voyage, []).append(ship)
    for (origin, destination), ships in ships_by_voyage.items():
        order = Order(origin, destination)
        carry(table, ships, order)
        tell_enemy(table, seat, order, len(ships))


def tell_enemy(table: Table[State], seat: str, order: Order, blocks: int) -> None:
    """The enemy sees how many blocks move, and no more (SC-AMB-38)."""
    table.tell(
        BLOCKS_MOVE, to=(ENEMY[seat],), side=seat, blocks=blocks, origin=order.origin, destination=order.destination
    )

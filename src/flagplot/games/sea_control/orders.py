"""Orders to ships: first who goes from a place, one by one or all at once, then where to (SC-AMB-43).

Every order is a phase of its own, so that little of what the enemy may not know hangs in the air at a time.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from flagplot.engine import Ask, Table
from flagplot.engine.view import ONLOOKER
from flagplot.games.sea_control.fleet import SHIPS, counted_in_port, in_roster_order, is_in_task_force
from flagplot.games.sea_control.orders_barred import pick_barred
from flagplot.games.sea_control.routes import Reaches
from flagplot.games.sea_control.state import State, TaskForce
from flagplot.games.sea_control.tables import ALLIED, ENEMY, PORTS_OF, TASK_FORCES
from flagplot.games.sea_control.words import BLOCKS_MOVE, DONE, TASK_FORCE_FORMED, WHERE_TO, WHO_GOES

WHO_GOES.why_not(pick_barred)
WHERE_TO.why_not(pick_barred)

SAME_AGAIN = "same_again"
ALL = "all"
WITHOUT = {ship: ("without", ship) for ship in SHIPS}  # a ship that was picked is left behind
LEFT_BEHIND = {choice: ship for ship, choice in WITHOUT.items()}

Destination = str | tuple[str, str]  # an area or a port; or an area and the task force that is formed for it
Voyage = tuple[str, ...]  # origin and destination, and the task force if one is formed


class Orders(NamedTuple):
    """What a step asks its orders with: who waits for them, where they can go, and what then happens."""

    ask: Ask
    musters: Callable[[State, str], dict[str, list[str]]]  # the places of a seat with the ships that can be ordered
    reaches: Callable[[State, str, str], Reaches]  # where the ships of a seat can go from a place
    carry: Callable[[Table[State], list[str], Voyage], list[str]]  # ships make a voyage; some may not get through
    repeats: Callable[[State, str], Iterator[tuple[str, Voyage]]]  # what "the same again" means for each ship
    may_stop: bool = False


def give_order(table: Table[State], seat: str, orders: Orders) -> bool:
    """Take one order: who goes, and where to; False when nothing more is ordered."""
    state = table.state
    musters = orders.musters(state, seat)
    if not musters and not (orders.may_stop and is_order_conceivable(state, seat)):
        return False
    least = 1 if state.options.task_force else 2  # ships of a place for which it is offered beside them
    offered: list[str] = []
    for place, ships in musters.items():
        if len(ships) >= least:
            offered.append(place)
        offered += ships
    if state.opening:
        state.opening = False
        if state.voyages and is_more_than_one(orders.repeats(state, seat)):
            offered.append(SAME_AGAIN)
    if orders.may_stop:
        offered.append(DONE)
    choice = table.choose(seat, orders.ask, offered, side=seat)
    if choice == DONE:
        return False
    if choice == SAME_AGAIN:
        repeat(table, seat, orders)
    elif choice in musters:
        order_from(table, seat, orders, choice, musters[choice][:])
    else:
        for origin, ships in musters.items():
            if choice in ships:
                order_from(table, seat, orders, origin, ships[:], choice)
                break
    return True


def is_order_conceivable(state: State, seat: str) -> bool:
    """Whether task forces make the enemy count ships in port that have sailed (SC-AMB-35).

    Not to be asked for more orders would tell that they have.
    """
    return seat == ALLIED and bool(state.task_forces) and any(counted_in_port(state, port) for port in PORTS_OF[ALLIED])


def order_from(
    table: Table[State], seat: str, orders: Orders, origin: str, able: list[str], first: str | None = None
) -> None:
    """Ships of one place are picked until a destination is named; then they make the voyage together.

    Who was picked can be left behind again, if anybody else goes. All who can leave a place have some destination in
    common, so that a fleet can always go together.
    """
    state = table.state
    reaches = orders.reaches(state, seat, origin)
    task_force = free_task_force(state, origin) if state.options.task_force else ""
    going: list[str] = []
    reach: tuple[str, ...] = ()
    if first:
        able.remove(first)
        going.append(first)
        reach = reaches[first]
    while True:
        destinations: Sequence[Destination] = reach
        if task_force:
            destinations = [*reach, *[(area, task_force) for area in reach or anywhere(able, reaches)]]
        offered: list[Destination] = [*destinations, *able]
        if len(able) > 1:
            offered.append(ALL)
        if len(going) > 1:
            offered += map(WITHOUT.__getitem__, going)
        ask = WHERE_TO if going else WHO_GOES
        choice = table.choose(seat, ask, offered, side=seat, origin=origin, going=tuple(going))
        if choice in SHIPS:
            going.append(choice)
            able.remove(choice)
            if reach is not reaches[choice]:
                reach = reach_of(going, reaches)
        elif choice in LEFT_BEHIND:
            going.remove(LEFT_BEHIND[choice])
            if reach is not reaches[going[0]]:
                reach = reach_of(going, reaches)
        elif choice == ALL:
            going += in_roster_order(able)
            able = []
            reach = reach_of(going, reaches)
        else:
            break
    make_voyage(table, seat, orders, going, (origin, choice) if isinstance(choice, str) else (origin, *choice))


def make_voyage(table: Table[State], seat: str, orders: Orders, ships: list[str], voyage: Voyage) -> None:
    """The ships go, and the enemy sees blocks move; a task force may be without ships (SC-OPT-03)."""
    forms_task_force = len(voyage) > 2
    if forms_task_force:
        form_task_force(table, *voyage)
    if ships:
        ships = orders.carry(table, ships, voyage)
    tell_enemy(table, seat, voyage, 1 if forms_task_force else blocks_that_move(table.state, ships))


def reach_of(ships: list[str], reaches: Reaches) -> tuple[str, ...]:
    """The places that all of these ships can reach."""
    reach = reaches[ships[0]]
    for ship in ships:
        if reaches[ship] is not reach:
            reach = together(reach, reaches[ship])
    return reach


@functools.cache
def together(reach: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """The places that are among both."""
    return tuple(place for place in reach if place in other)


def anywhere(ships: list[str], reaches: Reaches) -> list[str]:
    """The places that any of these ships can reach."""
    return list(dict.fromkeys(place for ship in ships for place in reaches[ship]))


def free_task_force(state: State, origin: str) -> str:
    """The next task force that can leave a port, if there is one (SC-OPT-03)."""
    if origin not in PORTS_OF[ALLIED]:
        return ""
    return next((name for name in TASK_FORCES if name not in state.task_forces), "")


def is_more_than_one(repeated: Iterator[tuple[str, Voyage]]) -> bool:
    """Whether there are at least two ships for which "the same again" means anything."""
    return len(list(itertools.islice(repeated, 2))) == 2


def form_task_force(table: Table[State], origin: str, area: str, name: str) -> None:
    """A task force block puts to sea; what ships are in its box, if any, is not seen (SC-OPT-03, SC-AMB-35)."""
    table.state.task_forces[name] = TaskForce(origin, area)
    table.tell(TASK_FORCE_FORMED, to=(ALLIED,), force=name, area=area)


def repeat(table: Table[State], seat: str, orders: Orders) -> None:
    """The same again: every ship makes the voyage that is named for it."""
    ships_by_voyage: dict[Voyage, list[str]] = {}
    for ship, voyage in orders.repeats(table.state, seat):
        ships_by_voyage.setdefault(voyage, []).append(ship)
    for voyage, ships in ships_by_voyage.items():
        make_voyage(table, seat, orders, in_roster_order(ships), voyage)


def tell_enemy(table: Table[State], seat: str, voyage: Voyage, blocks: int) -> None:
    """The enemy and whoever looks on see how many blocks move, and no more (SC-AMB-38)."""
    if blocks:
        table.tell(
            BLOCKS_MOVE, to=(ENEMY[seat], ONLOOKER), side=seat, blocks=blocks, origin=voyage[0], destination=voyage[1]
        )


def blocks_that_move(state: State, ships: Sequence[str]) -> int:
    """How many of these ships the enemy sees move: not those that a task force hides (SC-AMB-35)."""
    return len(ships) - sum(is_in_task_force(state, ship) for ship in ships) if state.task_forces else len(ships)

"""Orders to ships: a voyage is chosen, then the ships that make it, singly or in groups (SC-AMB-43).

Every order is a phase of its own, so that little of what the enemy may not know hangs in the air at a time.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterator, Sequence

from flagplot.engine import Ask, Table
from flagplot.games.sea_control.state import State, TaskForce
from flagplot.games.sea_control.tables import ALLIED, BATTLESHIP, CARRIER, CONVOY, CRUISER, ENEMY, MAXIMUM_SP, UNITS
from flagplot.games.sea_control.words import BLOCKS_MOVE, TASK_FORCE_FORMED, WHO_ELSE, WHO_GOES

DONE, NO_MORE, SAME_AGAIN = "done", "no_more", "same_again"
ALL, UNDAMAGED = "all", "undamaged"
GROUPS = {BATTLESHIP: "battleships", CRUISER: "cruisers", CARRIER: "carriers", CONVOY: "convoys"}
LEAST_FOR_GROUPS = 5
MOST_AT_ONCE = 4  # of the strongest of a kind; more can be picked as all of them
GROUP_OF = {unit.id: GROUPS[unit.kind] for unit in UNITS.values() if unit.is_surface}

Group = str | tuple[str, int]  # all of a kind, or so many of the strongest of a kind
Voyage = tuple[str, ...]  # origin and destination, and the task force if one is formed
Voyages = Callable[[State, str], list[Voyage]]  # what a seat can order
Takers = Callable[[State, Voyage], list[str]]  # the ships that can make a voyage
Carry = Callable[[Table[State], list[str], Voyage], list[str]]  # ships make it; some may not get through
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
    if state.opening and state.voyages and is_more_than_one(repeats(state, seat)):
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
    forms_task_force = len(choice) > 2
    if forms_task_force:
        form_task_force(table, *choice)
    ships = pick_ships(table, seat, choice, takers(state, choice), forms_task_force)
    if ships:
        ships = carry(table, ships, choice)
    if ships or forms_task_force:
        tell_enemy(table, seat, choice, 1 if forms_task_force else len(ships))
    return True


def pick_ships(table: Table[State], seat: str, voyage: Voyage, able: list[str], forms_task_force: bool) -> list[str]:
    """The ships that make a voyage: they are picked singly or in groups until nobody else is to go.

    A voyage that one ship alone can make is hers without a question; a task force may go without any.
    """
    origin, destination = voyage[:2]
    groups = groups_in(table.state, able)
    going: list[str] = []
    while able:
        offered: list[Group] = [*able, ALL, *groups] if len(able) > 1 else [*able]
        if going or forms_task_force:
            offered.append(NO_MORE)
        ask = WHO_ELSE if going else WHO_GOES
        choice = table.choose(seat, ask, offered, origin=origin, destination=destination, going=tuple(going))
        if choice in GROUP_OF:
            going.append(choice)
            able.remove(choice)
        elif choice == NO_MORE:
            break
        else:
            picked = members(table.state, choice, able)
            going += picked
            able = [ship for ship in able if ship not in picked]
        if groups:
            groups = groups_in(table.state, able)
    return going


def groups_in(state: State, ships: list[str]) -> Sequence[Group]:
    """The groups that can be picked at once among many ships: the undamaged, all or some of the strongest of a kind."""
    if len(ships) < LEAST_FOR_GROUPS:
        return ()
    kinds = list(map(GROUP_OF.__getitem__, ships))
    damaged = sum(map(operator.ne, map(state.sp.__getitem__, ships), map(MAXIMUM_SP.__getitem__, ships)))
    return _groups(tuple([kinds.count(group) for group in GROUPS.values()]), 0 < damaged < len(ships) - 1)


@functools.cache
def _groups(counts: tuple[int, ...], some_are_damaged: bool) -> tuple[Group, ...]:
    groups: list[Group] = [UNDAMAGED] if some_are_damaged else []
    for group, count in zip(GROUPS.values(), counts, strict=True):
        if 1 < count < sum(counts):
            groups.append(group)
        groups += [(group, some) for some in range(2, min(count, MOST_AT_ONCE + 1))]
    return tuple(groups)


def undamaged(state: State, ships: list[str]) -> list[str]:
    """The ships that have all their strength points."""
    return [ship for ship in ships if state.sp[ship] == MAXIMUM_SP[ship]]


def members(state: State, choice: Group, ships: list[str]) -> list[str]:
    """The ships that a group means."""
    if choice == ALL:
        return ships
    if choice == UNDAMAGED:
        return undamaged(state, ships)
    if isinstance(choice, str):
        return [ship for ship in ships if GROUP_OF[ship] == choice]
    group, count = choice
    return strongest_first(state, [ship for ship in ships if GROUP_OF[ship] == group])[:count]


def strongest_first(state: State, ships: list[str]) -> list[str]:
    """Ships by their dice, then by the strength that they have left."""
    return sorted(ships, key=lambda ship: (-UNITS[ship].dice, -state.sp[ship], ship))


def is_more_than_one(repeated: Iterator[tuple[str, Voyage]]) -> bool:
    """Whether there are at least two ships for which "the same again" means anything."""
    return len(list(itertools.islice(repeated, 2))) == 2


def form_task_force(table: Table[State], origin: str, area: str, name: str) -> None:
    """A task force block puts to sea; what ships are in its box, if any, is not seen (SC-OPT-03, SC-AMB-35)."""
    table.state.task_forces[name] = TaskForce(origin, area)
    table.tell(TASK_FORCE_FORMED, to=(ALLIED,), force=name, area=area)


def repeat(table: Table[State], seat: str, repeated: Sequence[tuple[str, Voyage]], carry: Carry) -> None:
    """The same again: every ship makes the voyage that is named for it."""
    ships_by_voyage: dict[Voyage, list[str]] = {}
    for ship, voyage in repeated:
        ships_by_voyage.setdefault(voyage, []).append(ship)
    for voyage, ships in ships_by_voyage.items():
        if arrived := carry(table, ships, voyage):
            tell_enemy(table, seat, voyage, len(arrived))


def tell_enemy(table: Table[State], seat: str, voyage: Voyage, blocks: int) -> None:
    """The enemy sees how many blocks move, and no more (SC-AMB-38)."""
    table.tell(BLOCKS_MOVE, to=(ENEMY[seat],), side=seat, blocks=blocks, origin=voyage[0], destination=voyage[1])

"""Reorganize (section 1.21): task forces split and merge, and groups come into play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from flagplot.engine import Chart, Next, Option, Table
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import BOX_HEXES, PORTS, listed
from flagplot.games.atlantic_chase.model.forces import boxed, forces_of, free_set, manned, put, side_of
from flagplot.games.atlantic_chase.rules.initiative import initiative_changes
from flagplot.games.atlantic_chase.rules.seats import choose
from flagplot.games.atlantic_chase.rules.time_lapse import time_lapse
from flagplot.games.atlantic_chase.rules.victory import end_if_over
from flagplot.games.atlantic_chase.scenarios import side_of as side_of_group
from flagplot.games.atlantic_chase.state import Group, State, TaskForce

REINFORCEMENT = Chart("Reinforcement", (False, True), t.REINFORCED_ON - 1, "2d6")


def reorganize_orders(state: State, side: str, own: Sequence[TaskForce]) -> list[tuple[str]]:
    """Whether a side can reorganize; once between two tests of the Initiative (AC-AMB-25)."""
    return [(say.REORGANIZE,)] if not state.has_reorganized and next(changes(state, side, own), None) else []


def changes(state: State, side: str, own: Sequence[TaskForce]) -> Iterator[tuple[str, ...]]:
    """What can be reorganized: only Stations split and merge (AC-TF-03)."""
    stations = [force for force in own if not force.line]
    has_free_set = len(own) < len(t.SETS[side])  # AC-CO-05
    if has_free_set:
        for force in stations:
            if len(force.ships) > 1:
                yield say.SPLIT, force.key
    if share_a_hex(stations):
        for kept in stations:
            here = kept.next_hexes
            for other in stations:
                if here & other.next_hexes and other is not kept and can_merge(kept, other):
                    yield say.MERGE, kept.key, other.key
    for group in state.groups.values():
        if side_of_group(group.key) == side and (has_free_set or stations_at(group, stations)):
            yield say.REINFORCE, group.key


def share_a_hex(stations: Sequence[TaskForce]) -> bool:
    """Whether any two Stations are in one hex, or in the hexes of one box: the others cannot merge."""
    taken = 0
    for force in stations:
        if taken & force.next_hexes:
            return True
        taken |= force.next_hexes
    return False


def can_merge(kept: TaskForce, other: TaskForce) -> bool:
    """Whether two Stations are together: in one hex, in one box, or in a box and its hex (AC-RO-03, AC-AMB-19)."""
    if kept.box and other.box:
        return kept.box == other.box
    if kept.box or other.box:
        return (other.station if kept.box else kept.station) in BOX_HEXES[kept.box or other.box]
    return kept.station == other.station


def stations_at(group: Group, stations: Sequence[TaskForce]) -> list[str]:
    """The Stations that a group can join: in its box, or in its port's hexes (AC-RO-04, AC-AMB-50)."""
    box = PORTS[group.port].box
    return [force.key for force in stations if force.box == box or force.station in BOX_HEXES[box]]


def reorganize(table: Table[State], steps: int) -> Next:
    """Any number of splits, merges and reinforcements, in any order (AC-RO-01, AC-RO-06)."""
    state = table.state
    side = state.active
    state.has_reorganized = True
    options: list[Option] = list(changes(state, side, forces_of(state, side)))
    if steps:
        options.append(say.DONE)
    change = choose(table, side, say.REORGANIZING, options)
    if change == say.DONE:
        end_if_over(table)
        return "order"
    if change[0] == say.SPLIT:
        split(table, change[1])
    elif change[0] == say.MERGE:
        merge(table, change[1], change[2])
    elif not reinforce(table, change[1]):
        return "order"
    return "reorganize_on"


def reorganize_on(table: Table[State]) -> Next:
    """The action goes on."""
    return reorganize(table, 1)


# Split and merge


def split(table: Table[State], key: str) -> None:
    """A Station gives ships, not all, to a new task force at the same place, called after one (AC-RO-02, AC-AMB-57)."""
    state = table.state
    force, side = state.forces[key], side_of(key)
    new = free_set(state, side)
    leaving: list[str] = []
    staying = [ship.id for ship in force.ships]
    while len(staying) > 1:
        options = [*staying, say.DONE] if leaving else staying
        choice = choose(table, side, say.SPLIT_OFF, options, force=key)
        if choice == say.DONE:
            break
        staying.remove(choice)
        leaving.append(choice)
    ships = tuple(ship for ship in force.ships if ship.id in leaving)
    left = manned(force, tuple(ship for ship in force.ships if ship.id in staying))
    other = manned(replace(force, key=new, name=""), ships)
    if force.destination:
        left = replace(left, destination=force.destination if left.has_convoy else "")
        other = replace(other, destination=force.destination if other.has_convoy else "")
    put(state, left)
    put(state, other)
    table.tell(say.SPLIT_DONE, force=key, other=new, ships=leaving)
    for marker, field in (("Contact", "contact_at"), ("Evasive Maneuvers", "is_evasive")):
        if getattr(force, field):
            with_whom = choose(table, side, say.MARKER_STAYS, [key, new], marker=marker, force=key, other=new)
            nothing = type(getattr(force, field))()
            if with_whom == key:
                other = replace(other, **{field: nothing})
            else:
                left = replace(left, **{field: nothing})
    put(state, left)
    put(state, other)


def merge(table: Table[State], kept: str, given_up: str) -> None:
    """Two Stations become one; Contact and Evasive Maneuvers are kept, at most one of each (AC-RO-03)."""
    state = table.state
    table.tell(say.MERGED, force=kept, other=given_up)
    force, other = state.forces[kept], state.forces.pop(given_up)
    merged = manned(force, force.ships + other.ships)
    put(
        state,
        replace(
            merged,
            contact_at=listed((force.contact | other.contact) & force.mask),
            is_evasive=force.is_evasive or other.is_evasive,
            destination=force.destination or other.destination,
            must_lapse=force.must_lapse or other.must_lapse,
        ),
    )
    if state.bound == given_up:
        state.bound = kept


# Reinforcement


def reinforce(table: Table[State], key: str) -> bool:
    """7 or more brings a group into play; otherwise a Trajectory lapses and the Initiative is lost (AC-RO-04, 05)."""
    state = table.state
    side = state.active
    if table.consult(REINFORCEMENT, say.REINFORCE_ROLL, (), group=key):
        bring_in(table, state.groups[key])
        return True
    table.tell(say.NOT_REINFORCED, group=key)
    if lines := [force.key for force in forces_of(state, side) if force.line]:
        time_lapse(table, choose(table, side, say.LAPSE_WHO, lines))
    initiative_changes(table)
    return False


def bring_in(table: Table[State], group: Group) -> None:
    """A group becomes a Station in its box, or joins a Station there (AC-AMB-50)."""
    state = table.state
    side = side_of_group(group.key)
    stations = [force for force in forces_of(state, side) if not force.line]
    new = free_set(state, side)
    options = [*([say.NEW] if new else []), *stations_at(group, stations)]
    joined = choose(table, side, say.JOIN, options, group=group.key, port=group.port)
    table.tell(say.REINFORCED, group=group.key, port=group.port, ships=[ship.id for ship in group.ships])
    del state.groups[group.key]
    if joined == say.NEW:
        put(state, boxed(TaskForce(key=new, name=group.name, ships=group.ships), PORTS[group.port].box))
    else:
        force = state.forces[joined]
        put(state, manned(force, force.ships + group.ships))

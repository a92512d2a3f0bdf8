"""What a seat may imagine: worlds that it cannot tell from the true one (section 2, SC-AMB-38)."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import NamedTuple

from flagplot.engine.errors import RulesError
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.model import habits
from flagplot.games.sea_control.model.fleet import (
    CONVOYS,
    SURFACE_SHIPS,
    counted_in_port,
    in_roster_order,
    is_in_task_force,
    known_convoys,
    place_of,
    present,
)
from flagplot.games.sea_control.model.routes import may_enter, may_use
from flagplot.games.sea_control.state import State

# A convoy moves one area in a turn (SC-MOV-03).
ONE_MOVE_FROM_PORT = {area for port in t.MAP.port.values() if port.side == t.ALLIED for area in port.connects}
MANNED = 0.5  # how likely it is that a task force is not a decoy


def sample(state: State, seat: str, rng: Random) -> State:
    """A full state that agrees with what a seat knows: enemy ships that it cannot tell apart change places.

    Nothing in it follows from how the ships truly lie: neither who is where, nor which of the task forces are
    decoys.
    """
    enemy = t.ENEMY[seat]
    blocks = [*_blocks(state, enemy)]
    pools: dict[str, list[str]] = {}
    for ship in in_roster_order([block.ship for block in blocks]):
        pools.setdefault(state.pools[ship], []).append(ship)
    crowds = Counter(block.place for block in blocks)
    spots = {place: habits.spot(place, crowd) for place, crowd in crowds.items()}
    places: dict[str, list[Block]] = {pool: [] for pool in pools}
    for block in blocks:
        places[state.pools[block.ship]].append(block)
    stand_in: dict[str, str] = {}
    for pool, ships in pools.items():
        if len(ships) > 1:
            _share_out_repairs(state, ships, rng)
        stand_in |= _dealt(state, places[pool], spots, ships, rng)
    _change_places(state, enemy, blocks, stand_in, rng)
    return state


class Block(NamedTuple):
    """A block as the enemy sees it: where it is, or which port it left with a task force; whether it is a convoy."""

    ship: str  # the true one
    place: str
    is_convoy: bool  # it is known to be one


def _blocks(state: State, side: str) -> Iterator[Block]:
    """The surface ships of a side, in an order that tells nothing of who is who."""
    for area in t.AREAS:
        known = known_convoys(state, area) if side == t.ALLIED else []
        ships = [ship for ship in present(state, area, SURFACE_SHIPS[side]) if not is_in_task_force(state, ship)]
        for ship in sorted(ships, key=lambda ship: (state.pools[ship], ship in known)):
            yield Block(ship, area, ship in known)
    for port in (*t.PORTS, t.ARRIVALS):
        for ship in counted_in_port(state, port):
            if ship in SURFACE_SHIPS[side]:
                yield Block(ship, port, False)


def _share_out_repairs(state: State, ships: list[str], rng: Random) -> None:
    """Which ships of a pool were repaired is not known, only how much was."""
    seen = {ship: state.shown.get(ship, t.UNITS[ship].sp) for ship in ships}
    repaired = sum(state.sp[ship] - seen[ship] for ship in ships)
    for ship in ships:
        state.sp[ship] = seen[ship]
    for _ in range(repaired):
        ship = rng.choice([ship for ship in ships if state.sp[ship] < t.UNITS[ship].sp])
        state.sp[ship] += 1


def _dealt(
    state: State, blocks: list[Block], spots: Mapping[str, str], ships: list[str], rng: Random
) -> dict[str, str]:
    """The ships of a pool dealt to its blocks at random, so that each is where it may be: block -> ship.

    They are the likelier in a place, the more often captains keep such ships there. Ships that can be in few of the
    places come first.
    """
    fits = _fitting(state, ships, blocks)
    free = rng.sample(range(len(blocks)), len(blocks))
    holder: dict[int, str] = {}
    for ship in sorted(rng.sample(ships, len(ships)), key=lambda ship: len(fits[ship])):
        fitting = [n for n in free if n in fits[ship]]
        if fitting:
            likely = habits.shares(state.phase, habits.kind_of(ship, state.sp[ship]))
            (block,) = rng.choices(fitting, [likely.get(spots[blocks[n].place], habits.RARE) for n in fitting])
            free.remove(block)
            holder[block] = ship
        elif not _made_room(ship, fits, holder, free, rng):
            raise RulesError(f"{t.UNITS[ship].name} can be nowhere where its side has blocks of its pool.")
    return {blocks[n].ship: ship for n, ship in holder.items()}


def _made_room(
    ship: str, fits: Mapping[str, frozenset[int]], holder: dict[int, str], free: list[int], rng: Random
) -> bool:
    """Find a block for a ship that found none free: ships that have one move on, one for the other."""
    tried: set[int] = set()

    def find_block(ship: str) -> bool:
        for n in rng.sample(sorted(fits[ship]), len(fits[ship])):
            if n not in tried:
                tried.add(n)
                if n in free or find_block(holder[n]):
                    if n in free:
                        free.remove(n)
                    holder[n] = ship
                    return True
        return False

    return find_block(ship)


def _fitting(state: State, ships: list[str], blocks: list[Block]) -> dict[str, frozenset[int]]:
    """The numbers of the blocks that each ship can be: it matters only of which nation it is, and whether a convoy."""
    numbers: dict[tuple[str, bool], list[int]] = {}
    for n, block in enumerate(blocks):
        numbers.setdefault((block.place, block.is_convoy), []).append(n)
    by_passport: dict[tuple[str, bool], frozenset[int]] = {}
    fits = {}
    for ship in ships:
        passport = t.UNITS[ship].nation, ship in CONVOYS
        if passport not in by_passport:
            fitting = [found for look, found in numbers.items() if _may_be(state, ship, *look)]
            by_passport[passport] = frozenset(itertools.chain(*fitting))
        fits[ship] = by_passport[passport]
    return fits


def _may_be(state: State, ship: str, place: str, is_convoy: bool) -> bool:
    """Whether a block in a place can be a ship: not in waters closed to it, no convoy by a second move."""
    if place not in t.AREAS:
        return place not in t.PORTS or may_use(state.options, t.UNITS[ship], place)
    return ship in CONVOYS if is_convoy else _may_be_at_sea(state, ship, place)


def _change_places(state: State, side: str, blocks: list[Block], stand_in: dict[str, str], rng: Random) -> None:
    """Each block is the ship that was dealt to it; who left a port in a task force is drawn anew."""
    before = {block.ship: place_of(state, block.ship) for block in blocks}
    in_battle = state.at[state.battle.area][:] if state.battle else []
    for place in (*t.AREAS, *t.PORTS, t.ARRIVALS):
        state.at[place] = [unit for unit in state.at[place] if unit not in before]
    forces = {name: replace(force, ships=()) for name, force in state.task_forces.items()} if side == t.ALLIED else {}
    manned = [name for name in forces if rng.random() < MANNED]
    moved = {ship: voyage for ship, voyage in state.voyages.items() if t.UNITS[ship].side == side}
    state.voyages = {ship: voyage for ship, voyage in state.voyages.items() if t.UNITS[ship].side != side}
    spent = {unit for unit in state.spent if unit not in before}
    for block in blocks:
        ship, place = stand_in[block.ship], block.place
        left = [
            name for name in manned if forces[name].origin == place and _may_be_at_sea(state, ship, forces[name].area)
        ]
        if left and block.ship not in state.spent and (force := rng.choice(["", *left])):
            forces[force] = replace(forces[force], ships=(*forces[force].ships, ship))
            place = forces[force].area
        state.at[place].append(ship)
        if block.is_convoy and block.ship in state.spent:
            spent.add(ship)
            state.voyages[ship] = moved[block.ship]
        elif ship in CONVOYS and place in t.AREAS and not block.is_convoy:
            spent.add(ship)  # it has sailed from a port in this turn
        elif place in t.PORTS and block.ship in state.spent:
            spent.add(ship)  # it was seen to turn back
    state.spent = in_roster_order(spent)
    state.task_forces |= forces
    for place in (*t.AREAS, *t.PORTS, t.ARRIVALS):
        dealt = [unit for unit in state.at[place] if unit in before]
        others = [unit for unit in state.at[place] if unit not in before]
        state.at[place] = others + in_roster_order(dealt)
    if state.battle and set(in_battle) == set(state.at[state.battle.area]):
        state.at[state.battle.area] = in_battle  # all faces have been seen there, in this order


def _may_be_at_sea(state: State, ship: str, area: str) -> bool:
    """Whether a ship could have sailed from a port to an area in this turn."""
    return may_enter(state.options, t.UNITS[ship], area) and (ship not in CONVOYS or area in ONE_MOVE_FROM_PORT)

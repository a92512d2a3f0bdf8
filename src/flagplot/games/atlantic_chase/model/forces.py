"""Ships and task forces: what they are, where they are, and how one takes the place of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.hexes import (
    ARCTIC,
    BIT,
    ENEMY,
    NO_HEX,
    listed,
)
from flagplot.games.atlantic_chase.scenarios import SCENARIOS as _SCENARIOS
from flagplot.games.atlantic_chase.scenarios import Scenario, Waters, waters
from flagplot.games.atlantic_chase.ships import BB, BC, CA, CL, CONVOY, PB
from flagplot.games.atlantic_chase.state import Attack, Ship, State, StealthForce, TaskForce

# What ships are worth when forces are compared; a damaged one half (section 6.2 of our clauses)
WORTH = {BB: 8, BC: 6, PB: 4, CA: 2, CL: 2}


KEYS = {side: frozenset(keys) for side, keys in t.SETS.items()}  # of a side's task forces


# Ships


def is_convoy(ship: Ship) -> bool:
    """Whether she is a Convoy."""
    return ship.kind.kind == CONVOY


def can_fly(ship: Ship) -> bool:
    """Whether she is an undamaged carrier (AC-SH-07)."""
    return ship.face.air


def worth(ships: Sequence[Ship]) -> int:
    """What ships are worth together, in half points."""
    return sum(WORTH.get(ship.kind.kind, 0) // (1 + ship.is_damaged) for ship in ships)


# Task forces


def manned(force: TaskForce, ships: tuple[Ship, ...]) -> TaskForce:
    """A task force with these ships."""
    return replace(force, ships=ships)


def stationed(force: TaskForce, number: int) -> TaskForce:
    """A task force as a Station in a hex; Contact stays only if it was there, Intel never (AC-IN-04, AC-CT-03)."""
    contact_at = (number,) if number in force.contact_at else ()
    return replace(force, station=number, line=(), box="", intel_at=(), contact_at=contact_at)


def boxed(force: TaskForce, box: str) -> TaskForce:
    """A task force as a Station in a port box, without segments, Contact and Intel (AC-PT-06, AC-AMB-28)."""
    return replace(force, station=NO_HEX, line=(), box=box, intel_at=(), contact_at=())


def along(force: TaskForce, line: tuple[int, ...]) -> TaskForce:
    """A task force as a Trajectory; markers go with their segments (AC-IN-06, AC-CT-03)."""
    intel_at = tuple([number for number in force.intel_at if number in line]) if force.intel_at else ()
    contact_at = tuple([number for number in force.contact_at if number in line]) if force.contact_at else ()
    return replace(force, station=NO_HEX, line=line, box="", intel_at=intel_at, contact_at=contact_at)


def side_of(key: str) -> str:
    """The side of a task force."""
    return t.SIDE_OF[key]


def owner_of(state: State, key: str) -> str:
    """The side of a task force, a stealth force or an air base."""
    if key in t.SIDE_OF:
        return t.SIDE_OF[key]
    return state.stealth[key].side if key in state.stealth else waters_in(state).bases[key][0]


def forces_of(state: State, side: str) -> list[TaskForce]:
    """The task forces of a side, in the order in which they came."""
    keys, found = KEYS[side], []
    for key, force in state.forces.items():
        if key in keys:
            found.append(force)
    return found


def is_at_sea(state: State, side: str) -> bool:
    """Whether a side has a task force."""
    return not KEYS[side].isdisjoint(state.forces)


def enemies_of(state: State, side: str) -> list[TaskForce]:
    """The task forces of the other side."""
    return forces_of(state, ENEMY[side])


def both_sides(state: State, side: str) -> tuple[list[TaskForce], list[TaskForce]]:
    """The task forces of a side and those of the other, in the order in which they came."""
    keys = KEYS[side]
    own, enemies = [], []
    for key, force in state.forces.items():
        if key in keys:
            own.append(force)
        else:
            enemies.append(force)
    return own, enemies


def mask_of(forces: Sequence[TaskForce]) -> int:
    """The hexes in which any of these task forces is."""
    found = 0
    for force in forces:
        found |= force.mask
    return found


def with_intel(force: TaskForce, bits: int) -> TaskForce:
    """A task force that carries Intel in these hexes."""
    return replace(force, intel_at=listed(bits))


def with_contact(force: TaskForce, bits: int) -> TaskForce:
    """A task force with which there is Contact in these hexes."""
    return replace(force, contact_at=listed(bits))


def put(state: State, force: TaskForce) -> None:
    """Let a task force take the place of what it was before."""
    state.forces[force.key] = force


def free_set(state: State, side: str) -> str:
    """A task force set that nobody uses; empty if there is none (AC-CO-05)."""
    return next((key for key in t.SETS[side] if key not in state.forces), "")


def all_ships(state: State) -> Iterator[tuple[TaskForce, Ship]]:
    """All ships in play with their task forces."""
    for force in state.forces.values():
        for ship in force.ships:
            yield force, ship


def every_ship(state: State) -> list[Ship]:
    """All ships of a scenario: in play, waiting in a group, and out of play."""
    ships = [ship for force in state.forces.values() for ship in force.ships]
    ships += [ship for group in state.groups.values() for ship in group.ships]
    return ships + [fate.ship for fate in state.fates]


def find_ship(state: State, ship_id: str) -> tuple[TaskForce, Ship]:
    """A ship in play and her task force."""
    for force in state.forces.values():
        if ship_id in force.by_id:
            return force, force.by_id[ship_id]
    raise KeyError(ship_id)


def change_ship(state: State, force: TaskForce, ship: Ship) -> TaskForce:
    """Let a ship of a task force take the place of what she was before."""
    changed = manned(force, tuple(ship if one.id == ship.id else one for one in force.ships))
    put(state, changed)
    return changed


def length(state: State, key: str) -> int:
    """The segments of a task force; Stations, air bases and stealth forces have none (AC-TT-03)."""
    force = state.forces.get(key)
    return len(force.line) if force else 0


def stealth_of(state: State, side: str) -> list[StealthForce]:
    """The stealth forces of a side."""
    return [force for force in state.stealth.values() if force.side == side]


# Leaders


def leader_at(state: State, name: str, key: str) -> bool:
    """Whether a leader can be used and is in that task force."""
    leader, force = state.leaders.get(name), state.forces.get(key)
    return leader is not None and force is not None and leader.at in force.by_id


# The scenario, the weather, and who takes part in an attack


def scenario_of(state: State) -> Scenario:
    """The scenario that is played."""
    return _SCENARIOS[state.scenario]


def waters_in(state: State) -> Waters:
    """The ports, air bases and triggers of the scenario that is played."""
    return waters(state.scenario)


def weather_at(state: State, number: int) -> str:
    """The weather in a hex: always Bad on the Arctic Line (AC-MP-04, AC-AMB-01)."""
    return t.BAD if number != NO_HEX and ARCTIC & BIT[number] else state.weather


def own_participants(attack: Attack) -> tuple[str, ...]:
    """Whom the Active player has designated, each once (AC-IR-01)."""
    return tuple(dict.fromkeys([key for key in (attack.active, attack.coordinating, attack.support) if key]))


def enemy_participants(attack: Attack) -> tuple[str, ...]:
    """Whom the Inactive player has designated besides the target."""
    keys = (attack.enemy_coordinating, attack.enemy_support)
    return tuple(dict.fromkeys([key for key in keys if key and key != attack.target]))


def intel_on(state: State, keys: Sequence[str]) -> int:
    """How many Intel markers these task forces carry, who attack at their peril (AC-IN-05)."""
    return sum(state.forces[key].intel.bit_count() for key in keys if key in state.forces)

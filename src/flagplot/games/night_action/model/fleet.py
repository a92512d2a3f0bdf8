"""Ships, units and contact markers: who is where, and what a ship can still do."""

from __future__ import annotations

import functools

from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import CM, TOUCH, base_line, lines_touch
from flagplot.games.night_action.scenarios import SCENARIOS, SIDE_LETTER, Scenario
from flagplot.games.night_action.ships import CALM_ONLY, KINDS, Kind
from flagplot.games.night_action.state import AFLOAT, COMING, LEFT, SINKING, SUNK, Ship, State, Unit


def scenario_of(state: State) -> Scenario:
    """The scenario that is played."""
    return SCENARIOS[state.scenario]


# The width and the height of the table of each scenario
SIZE = {key: (scenario.table[0] * CM, scenario.table[1] * CM) for key, scenario in SCENARIOS.items()}


def kind_of(ship: Ship) -> Kind:
    """The data sheet of a ship."""
    return KINDS[ship.type]


def models(state: State, side: str) -> list[Ship]:
    """The ships of a side that both sides see on the table."""
    return [ship for ship in state.ships.values() if ship.side == side and ship.status == AFLOAT and not ship.marker]


def is_model(ship: Ship) -> bool:
    """Whether both sides see a ship on the table."""
    return ship.status == AFLOAT and not ship.marker


def on_table(state: State) -> list[Ship]:
    """The real ships on the table, under markers too, and those that sank in this turn."""
    return [ship for ship in state.ships.values() if (ship.status in (AFLOAT, SINKING)) and not ship.is_dummy]


def markers_of(state: State, side: str) -> list[str]:
    """The leaders of a side's hidden units on the table, by the numbers of their markers."""
    found = []
    for unit in state.units.values():
        if unit.marker and unit.side == side:
            found.append((unit.marker, unit.ships[0]))
    if not found:
        return []
    found.sort()
    return [key for _, key in found]


@functools.lru_cache(maxsize=1024)
def marker_id(side: str, number: int) -> str:
    """The id of a contact marker."""
    return f"{SIDE_LETTER[side]}m{number}"


def unit_with_marker(state: State, marker: str) -> str:
    """The leader of the unit under a marker; empty if there is no such marker any more."""
    for key, unit in state.units.items():
        if unit.marker and marker_id(unit.side, unit.marker) == marker:
            return key
    return ""


def unit_of(state: State, ship: str) -> Unit | None:
    """The unit that a ship sails in; batteries are in none."""
    if ship in state.units:
        return state.units[ship]
    return next((unit for unit in state.units.values() if ship in unit.ships), None)


def maximum_setting(state: State, ship: Ship) -> int:
    """The highest setting that damage and sea leave to a ship (NA-MOV-04, NA-MOV-06)."""
    kind = KINDS[ship.type]
    if kind.is_battery:
        return 0
    limit = MOST_IN_SEA[ship.type][state.sea]
    if not ship.engine and ship.hull * 2 > kind.hull:
        return limit
    most = t.FULL - ship.engine
    if ship.hull * 4 <= kind.hull:
        most -= 2
    elif ship.hull * 2 <= kind.hull:
        most -= 1
    if most > limit:
        most = limit
    return most if most > 0 else 0


def _most_in_sea(kind: Kind) -> tuple[int, ...]:
    """The highest setting that each sea state allows to a type (NA-MOV-04)."""
    less = CALM_ONLY in kind.traits
    limits = t.SEA_LIMIT[kind.class_]
    return tuple(max(0, limit - (less and sea >= t.CALM_ONLY_FROM)) for sea, limit in enumerate(limits))


MOST_IN_SEA = {key: _most_in_sea(kind) for key, kind in KINDS.items()}


def is_drifting(state: State, ship: Ship) -> bool:
    """Whether a ship has no way of moving left; one that lies stopped by choice does not drift (NA-MOV-05)."""
    return maximum_setting(state, ship) == 0 and not KINDS[ship.type].is_battery


def distance_at(ship: Ship, setting: int) -> int:
    """How far a ship goes in a turn at a setting (NA-MOV-01); less at periscope depth (NA-SUB-01)."""
    distance = KINDS[ship.type].distance[setting]
    return min(distance, t.PERISCOPE_SPEED) if ship.depth == t.PERISCOPE else distance


def has_radar(state: State, ship: Ship) -> bool:
    """Whether a ship has radar; some scenarios take it from both sides."""
    return KINDS[ship.type].radar and not SCENARIOS[state.scenario].no_radar


def _touch_within(base: int, other_base: int) -> int:
    """The distance beyond which two bases cannot touch."""
    return (base + other_base) // 2 + 2 * TOUCH


# The distance beyond which a ship of a type can touch no other
FARTHEST_TOUCH = {
    key: max(_touch_within(kind.base, other.base) for other in KINDS.values()) for key, kind in KINDS.items()
}


def touch(one: Ship, other: Ship) -> bool:
    """Whether the bases of two ships touch (NA-GEO-04)."""
    base, other_base = KINDS[one.type].base, KINDS[other.type].base
    reach = _touch_within(base, other_base)
    dx, dy = one.x - other.x, one.y - other.y
    if dx * dx + dy * dy > reach * reach:
        return False
    return lines_touch(
        *base_line(one.x, one.y, one.heading, base), *base_line(other.x, other.y, other.heading, other_base)
    )


def has_ships_left(state: State, side: str) -> bool:
    """Whether a side has a ship on the table or one to come (NA-END-01)."""
    for ship in state.ships.values():
        if ship.side == side and ship.status in (AFLOAT, COMING) and not ship.is_dummy:
            return True
    return False


def is_gone(ship: Ship) -> bool:
    """Whether a ship is out of the game."""
    return ship.status in (SINKING, SUNK, LEFT)


def enemies_of(state: State, side: str) -> list[Ship]:
    """The models and the leaders of markers that a side sees of its enemy."""
    return [
        ship
        for ship in state.ships.values()
        if ship.side != side and ship.status == AFLOAT and (not ship.marker or ship.id in state.units)
    ]


def is_within(ship: Ship, others: list[Ship], reach: int) -> bool:
    """Whether one of the others is within a distance of a ship, whose square is given."""
    x, y = ship.x, ship.y
    for other in others:
        dx, dy = other.x - x, other.y - y
        if dx * dx + dy * dy <= reach:
            return True
    return False


def is_heading_seen(state: State, unit: Unit) -> bool:
    """Whether the enemy sees the heading of a marker: of ships that were lost from sight, within 90 cm (NA-CON-06)."""
    if not unit.is_known:
        return False
    return is_within(state.ships[unit.ships[0]], enemies_of(state, unit.side), t.HEADING_SEEN)

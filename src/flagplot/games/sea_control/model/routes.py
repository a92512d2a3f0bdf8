"""Where ships can go: from port to sea, through the straits, and home again (sections 1.1, 7, 7.1, 7.3, 7.4 and 11)."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from flagplot.common import links
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.model.fleet import CONVOYS, SHIPS
from flagplot.games.sea_control.state import Options


class Sea(Protocol):
    """What decides where ships can go: the options, who controls what, and the turn."""

    @property
    def options(self) -> Options: ...
    @property
    def control(self) -> Mapping[str, str]: ...
    @property
    def turn(self) -> int: ...


# Where a voyage leads, and the area on the way; empty where there is none.
Ways = Mapping[str, str]

WARSHIP_MOVES, CONVOY_MOVES = 2, 1  # in a turn (SC-MOV-03)
MOVES = {ship: CONVOY_MOVES if ship in CONVOYS else WARSHIP_MOVES for ship in SHIPS}
CONNECTED = {port: frozenset(t.MAP.port[port].connects) for port in t.PORTS}
ONE_MOVE_AWAY = CONNECTED | {
    area: frozenset((*t.MAP.area[area].adjacent, *(port for port in t.PORTS if area in CONNECTED[port])))
    for area in t.AREAS
}


# Which waters and ports are open (sections 1.1 and 7.1)


def may_enter(options: Options, unit: t.Unit, area: str) -> bool:
    """Whether a ship is allowed in an area at all."""
    return area in open_waters(options, unit.nation)


def may_use(options: Options, unit: t.Unit, port: str) -> bool:
    """Whether a ship can leave a port at all, and so could have come there."""
    return not CONNECTED[port].isdisjoint(open_waters(options, unit.nation))


def open_waters(options: Options, nation: str) -> frozenset[str]:
    """The areas in which ships of a nation are allowed."""
    return _open_waters(options.baltic, options.russian_leave_baltic, nation)


@functools.cache
def _open_waters(baltic: bool, russian_leave_baltic: bool, nation: str) -> frozenset[str]:
    """The Baltic is for Russians and Germans, by option for the British too (SC-BAL-01, SC-OPT-01, SC-AMB-17)."""
    in_baltic = nation in (t.RUSSIAN, t.GERMAN) or (baltic and nation == t.BRITISH)
    elsewhere = nation != t.RUSSIAN or russian_leave_baltic
    return frozenset(area for area in t.AREAS if (in_baltic if area == t.BALTIC else elsewhere))


def is_open(port: str, turn: int) -> bool:
    """Some ports can be used in certain turns only (SC-MAP-05)."""
    first, last = t.MAP.port[port].turns
    return first <= turn <= last


@functools.cache
def open_ports(side: str, turn: int) -> tuple[str, ...]:
    """The ports that a side can use in a turn (SC-MAP-04)."""
    return tuple(port for port in t.PORTS if t.MAP.port[port].side == side and is_open(port, turn))


# From a port to a connected area, and on to a second one (section 7)


def transit(sea: Sea, side: str) -> frozenset[str]:
    """The areas through which a side may sail on to a second one (SC-MAP-03, SC-MOV-05, SC-MOV-07, SC-AMB-01)."""
    return _transit(tuple(sea.control.items()), side, sea.options.neutral_transit)


@functools.lru_cache(maxsize=10_000)
def _transit(control: tuple[tuple[str, str], ...], side: str, neutral_transit: bool) -> frozenset[str]:
    controlled = dict(control)
    if neutral_transit:
        return frozenset(area for area in t.AREAS if controlled.get(area) != t.ENEMY[side])
    return frozenset(area for area in t.AREAS if controlled.get(area) == side)


def outward(sea: Sea, ship: str, port: str, held: frozenset[str]) -> Ways:
    """The areas that a ship can reach from a port, given where its side may sail on (SC-MOV-02 to SC-MOV-06)."""
    return _outward(open_waters(sea.options, t.UNITS[ship].nation), MOVES[ship], port, held & CONNECTED[port])


@functools.cache
def _outward(waters: frozenset[str], moves: int, port: str, held: frozenset[str]) -> Ways:
    def onward(place: str) -> Iterable[str]:
        if place == port:  # the first area, whoever controls it (SC-MOV-04)
            return filter(waters.__contains__, t.MAP.port[port].connects)
        return _next_areas(place, waters) if place in held else ()

    return _ways(port, links.reach(port, onward, moves))


def _next_areas(area: str, waters: frozenset[str]) -> list[str]:
    """The areas beside an area, as far as they are open to a ship."""
    return [other for other in t.MAP.area[area].adjacent if other in waters]


def _ways(start: str, before: Mapping[str, str]) -> dict[str, str]:
    """What is reached with two moves from a start, and the area on the way."""
    return {place: last if last != start else "" for place, last in before.items() if place != start}


# Past the guns of the straits (section 7.3, and the Baltic in section 13)


def guns(options: Options, unit: t.Unit, leaving: str, entering: str) -> int:
    """With how many dice a ship is fired at on its way from one area to the next (SC-GIB-01, SC-OPT-01)."""
    if {leaving, entering} != guarded_strait(options, unit):
        return 0
    return options.gibraltar_dice if unit.side == t.AXIS else t.BALTIC_DICE


def guarded_strait(options: Options, unit: t.Unit) -> frozenset[str]:
    """The areas on both sides of the strait whose guns fire at a ship; none if it has none to fear."""
    if unit.side == t.AXIS:
        return t.STRAIT_OF_GIBRALTAR if options.gibraltar_dice else frozenset()
    return t.DANISH_STRAITS if unit.nation == t.BRITISH and options.baltic else frozenset()


def guns_on_the_way(sea: Sea, ship: str, origin: str, destination: str) -> tuple[int, str]:
    """With how many dice a ship is fired at on a voyage, and from which area it would turn back (SC-AMB-11)."""
    unit = t.UNITS[ship]
    if origin in CONNECTED:
        between = outward(sea, ship, origin, transit(sea, unit.side))[destination]
        return (guns(sea.options, unit, between, destination) if between else 0), between
    between = homeward(sea, ship, origin)[destination]
    return (guns(sea.options, unit, origin, between) if between else 0), origin


def guarded(sea: Sea, ships: Sequence[str], origin: str, destination: str) -> list[str]:
    """The ships that pass a guarded strait on a voyage, which takes them two moves (SC-GIB-01, SC-OPT-01)."""
    if destination in ONE_MOVE_AWAY[origin] or not ships:
        return []
    if t.UNITS[ships[0]].side == t.ALLIED and not sea.options.baltic:  # Gibraltar lets the Allies pass
        return []
    return under_guns(sea, ships, origin, destination)


def under_guns(sea: Sea, ships: Sequence[str], origin: str, destination: str) -> list[str]:
    """The ships that are fired at on a voyage."""
    return [ship for ship in ships if guns_on_the_way(sea, ship, origin, destination)[0]]


# The way to port (section 11, and of disabled ships section 8.1)


def homeward(sea: Sea, ship: str, area: str) -> Ways:
    """The ports to which a ship can return with two moves, entering the port being one (SC-END-01, SC-AMB-26)."""
    unit = t.UNITS[ship]
    return _homeward(open_waters(sea.options, unit.nation), open_ports(unit.side, sea.turn), area)


@functools.cache
def _homeward(waters: frozenset[str], ports: tuple[str, ...], area: str) -> Ways:
    ways = _ways(area, links.reach(area, lambda place: _towards(ports, place, waters), WARSHIP_MOVES))
    return {port: between for port, between in ways.items() if port in ports}


def _towards(ports: Sequence[str], place: str, waters: frozenset[str]) -> list[str]:
    """Where a ship that is bound for one of these ports can go on to: into a port, or to a next area."""
    if place in ports:
        return []
    return [*(port for port in ports if place in CONNECTED[port]), *_next_areas(place, waters)]


def nearest_ports(sea: Sea, ship: str, area: str) -> tuple[str, ...]:
    """The nearest ports of a disabled ship, by the number of areas to cross; neutral ones will do (SC-AMB-08).

    It does not pass a guarded strait if there is any other way (SC-AMB-11, SC-AMB-36).
    """
    unit, options = t.UNITS[ship], sea.options
    neutral = (t.SOUTH_AMERICA,) if unit.side == t.AXIS else ()
    ports = (*open_ports(unit.side, sea.turn), *neutral)
    return _nearest_ports(open_waters(options, unit.nation), guarded_strait(options, unit), ports, area)


@functools.cache
def _nearest_ports(
    waters: frozenset[str], strait: frozenset[str], ports: tuple[str, ...], area: str
) -> tuple[str, ...]:
    def any_way(place: str) -> list[str]:
        return _towards(ports, place, waters)

    def unguarded_way(place: str) -> list[str]:
        return [other for other in any_way(place) if {place, other} != strait]

    for way in (unguarded_way, any_way):
        if found := links.nearest(links.steps_in(links.reach(area, way)), ports):
            return found
    return ()


# What all ships of a side could reach, for orders


class Fleet(NamedTuple):
    """Surface ships of a side whose passage is alike: the waters that are open to them, and their moves in a turn."""

    ships: frozenset[str]
    waters: frozenset[str]
    moves: int


@functools.cache
def _fleets(baltic: bool, russian_leave_baltic: bool, side: str) -> tuple[Fleet, ...]:
    """The surface ships of a side, by their passage."""
    alike: dict[tuple[str, int], list[str]] = {}
    for ship, unit in t.UNITS.items():
        if unit.side == side and unit.is_surface:
            alike.setdefault((unit.nation, MOVES[ship]), []).append(ship)
    return tuple(
        Fleet(frozenset(ships), _open_waters(baltic, russian_leave_baltic, nation), moves)
        for (nation, moves), ships in alike.items()
    )


# The places that each ship of a side could reach from a place if it were there; who can reach none is not in it.
Reaches = Mapping[str, tuple[str, ...]]


def reaches_to_sea(sea: Sea, side: str) -> Mapping[str, Reaches]:
    """By port, the areas that ships of a side could reach; by area, where its convoys could go on to."""
    options = sea.options
    return _reaches_to_sea(options.baltic, options.russian_leave_baltic, side, transit(sea, side), sea.turn)


@functools.cache
def _reaches_to_sea(
    baltic: bool, russian_leave_baltic: bool, side: str, held: frozenset[str], turn: int
) -> Mapping[str, Reaches]:
    fleets = _fleets(baltic, russian_leave_baltic, side)
    reaches = {port: _reaches_from(fleets, port, held & CONNECTED[port]) for port in t.PORTS_OF[side]}
    if side == t.ALLIED:
        reaches |= {area: _convoy_reaches(area, turn) for area in t.AREAS}
    return reaches


@functools.cache
def _reaches_from(fleets: tuple[Fleet, ...], port: str, held: frozenset[str]) -> Reaches:
    return _reaches(t.AREAS, {fleet: _outward(fleet.waters, fleet.moves, port, held) for fleet in fleets})


def _reaches(places: tuple[str, ...], ways: Mapping[Fleet, Ways]) -> Reaches:
    """For each ship the places that its fleet reaches, in the order of the map."""
    found: dict[str, tuple[str, ...]] = {}
    for fleet, reached in ways.items():
        if reached:
            found |= dict.fromkeys(fleet.ships, tuple(place for place in places if place in reached))
    return found


@functools.cache
def _convoy_reaches(area: str, turn: int) -> Reaches:
    """Where convoys at sea can go: a next area, or a port where they dock (SC-CNV-01, SC-CNV-03)."""
    areas = [other for other in t.MAP.area[area].adjacent if other != t.BALTIC]
    docks = [port for port in t.DOCKING_VP if area in CONNECTED[port] and is_open(port, turn)]
    return dict.fromkeys(CONVOYS, (*areas, *docks))


def reaches_home(sea: Sea, side: str) -> Mapping[str, Reaches]:
    """By area, the ports that warships of a side could reach; convoys stay at sea."""
    return _reaches_home(sea.options.baltic, sea.options.russian_leave_baltic, side, sea.turn)


@functools.cache
def _reaches_home(baltic: bool, russian_leave_baltic: bool, side: str, turn: int) -> Mapping[str, Reaches]:
    fleets, ports = _fleets(baltic, russian_leave_baltic, side), open_ports(side, turn)
    return {area: _reaches(t.PORTS, _ways_home(fleets, ports, area)) for area in t.AREAS}


def _ways_home(fleets: tuple[Fleet, ...], ports: tuple[str, ...], area: str) -> dict[Fleet, Ways]:
    """The ways to port of each fleet of warships."""
    warships = [fleet for fleet in fleets if fleet.ships.isdisjoint(CONVOYS)]
    return {fleet: _homeward(fleet.waters, ports, area) for fleet in warships}


def only_ways_home(sea: Sea, side: str) -> Mapping[str, Mapping[str, str]]:
    """By area, the warships of a side that could return to one port alone, or to none, each with that port."""
    return _only_ways_home(sea.options.baltic, sea.options.russian_leave_baltic, side, sea.turn)


@functools.cache
def _only_ways_home(baltic: bool, russian_leave_baltic: bool, side: str, turn: int) -> Mapping[str, Mapping[str, str]]:
    fleets, ports = _fleets(baltic, russian_leave_baltic, side), open_ports(side, turn)
    found: dict[str, dict[str, str]] = {}
    for area in t.AREAS:
        for fleet, ways in _ways_home(fleets, ports, area).items():
            if len(ways) < 2:
                found.setdefault(area, {}).update(dict.fromkeys(fleet.ships, next(iter(ways), "")))
    return found

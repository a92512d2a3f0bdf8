"""Where units may go: connections, control, the Baltic, guarded straits, and the way to port (sections 1.1, 7, 11)."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Protocol

from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.model.fleet import CONVOYS
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


# The surface ships of each side by what matters for their passage: the nation, and whether they are convoys.
FLEETS: dict[str, dict[tuple[str, bool], frozenset[str]]] = {
    side: {
        passport: frozenset(
            key for key, unit in t.UNITS.items() if unit.is_surface and (unit.nation, unit.kind == t.CONVOY) == passport
        )
        for passport in dict.fromkeys(
            (unit.nation, unit.kind == t.CONVOY) for unit in t.UNITS.values() if unit.side == side and unit.is_surface
        )
    }
    for side in t.ENEMY
}
CONNECTED = {port: frozenset(t.MAP.port[port].connects) for port in t.PORTS}


def is_open(port: str, turn: int) -> bool:
    """Some ports can be used in certain turns only (SC-MAP-05)."""
    first, last = t.MAP.port[port].turns
    return first <= turn <= last


@functools.cache
def open_ports(side: str, turn: int) -> tuple[str, ...]:
    """The ports that a side can use in a turn (SC-MAP-04)."""
    return tuple(port for port in t.PORTS if t.MAP.port[port].side == side and is_open(port, turn))


def may_enter(options: Options, unit: t.Unit, area: str) -> bool:
    """Whether a ship is allowed in an area at all: the Baltic is for Russians and Germans (SC-BAL-01, SC-AMB-17)."""
    return _may_enter(options.baltic, options.russian_leave_baltic, unit.nation, area)


def may_use(options: Options, unit: t.Unit, port: str) -> bool:
    """Whether a ship can leave a port at all, and so could have come there."""
    return any(may_enter(options, unit, area) for area in t.MAP.port[port].connects)


def _may_enter(baltic: bool, russian_leave_baltic: bool, nation: str, area: str) -> bool:
    if area == t.BALTIC:
        return nation in (t.RUSSIAN, t.GERMAN) or (baltic and nation == t.BRITISH)
    return nation != t.RUSSIAN or russian_leave_baltic


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
    unit, options = t.UNITS[ship], sea.options
    held = held & CONNECTED[port]
    return _outward(options.baltic, options.russian_leave_baltic, unit.nation, unit.kind == t.CONVOY, port, held)


@functools.cache
def _outward(
    baltic: bool, russian_leave_baltic: bool, nation: str, is_convoy: bool, port: str, held: frozenset[str]
) -> Ways:
    def is_allowed(area: str) -> bool:
        return _may_enter(baltic, russian_leave_baltic, nation, area)

    ways = {first: "" for first in t.MAP.port[port].connects if is_allowed(first)}  # whoever controls it (SC-MOV-04)
    if is_convoy:  # it moves one area (SC-MOV-03)
        return ways
    for first in list(ways):
        if first in held:
            for second in t.MAP.area[first].adjacent:
                if is_allowed(second):
                    ways.setdefault(second, first)
    return ways


# The places that each ship of a side could reach from a place if it were there; who can reach none is not in it.
Reaches = Mapping[str, tuple[str, ...]]


def reaches_to_sea(sea: Sea, side: str) -> Mapping[str, Reaches]:
    """By port, the areas that ships of a side could reach; by area, where its convoys could go on to."""
    options = sea.options
    return _reaches_to_sea(
        options.baltic,
        options.russian_leave_baltic,
        options.neutral_transit,
        side,
        tuple(sea.control.items()),
        sea.turn,
    )


@functools.lru_cache(maxsize=10_000)
def _reaches_to_sea(
    baltic: bool,
    russian_leave_baltic: bool,
    neutral_transit: bool,
    side: str,
    control: tuple[tuple[str, str], ...],
    turn: int,
) -> Mapping[str, Reaches]:
    held = _transit(control, side, neutral_transit)
    reaches = {
        port: _reaches_from(baltic, russian_leave_baltic, side, port, held & CONNECTED[port])
        for port in t.PORTS_OF[side]
    }
    if side == t.ALLIED:
        reaches |= {area: _convoy_reaches(area, turn) for area in t.AREAS}
    return reaches


@functools.cache
def _reaches_from(baltic: bool, russian_leave_baltic: bool, side: str, port: str, held: frozenset[str]) -> Reaches:
    return _reaches(
        t.AREAS,
        [
            (fleet, _outward(baltic, russian_leave_baltic, nation, is_convoy, port, held))
            for (nation, is_convoy), fleet in FLEETS[side].items()
        ],
    )


def _reaches(destinations: tuple[str, ...], ways: list[tuple[frozenset[str], Ways]]) -> Reaches:
    """For each ship the places of its fleet, in the order of the map."""
    found: dict[str, tuple[str, ...]] = {}
    for fleet, reached in ways:
        if reached:
            found |= dict.fromkeys(fleet, tuple(place for place in destinations if place in reached))
    return found


@functools.cache
def _convoy_reaches(area: str, turn: int) -> Reaches:
    """Where convoys at sea can go: a next area, or a port where they dock (SC-CNV-01, SC-CNV-03)."""
    areas = [other for other in t.MAP.area[area].adjacent if other != t.BALTIC]
    docks = [port for port in t.DOCKING_VP if area in t.MAP.port[port].connects and is_open(port, turn)]
    return dict.fromkeys(CONVOYS, (*areas, *docks))


def homeward(sea: Sea, ship: str, area: str) -> Ways:
    """The ports to which a ship can return with two moves, entering the port being one (SC-END-01, SC-AMB-26)."""
    unit, options = t.UNITS[ship], sea.options
    return _homeward(options.baltic, options.russian_leave_baltic, unit.nation, unit.side, area, sea.turn)


@functools.cache
def _homeward(baltic: bool, russian_leave_baltic: bool, nation: str, side: str, area: str, turn: int) -> Ways:
    usable = open_ports(side, turn)
    ways = {port: "" for port in usable if area in t.MAP.port[port].connects}
    for between in t.MAP.area[area].adjacent:
        if _may_enter(baltic, russian_leave_baltic, nation, between):
            for port in usable:
                if between in t.MAP.port[port].connects:
                    ways.setdefault(port, between)
    return ways


def reaches_home(sea: Sea, side: str) -> Mapping[str, Reaches]:
    """By area, the ports that warships of a side could reach; convoys stay at sea."""
    options = sea.options
    return _reaches_home(options.baltic, options.russian_leave_baltic, side, sea.turn)


@functools.cache
def _reaches_home(baltic: bool, russian_leave_baltic: bool, side: str, turn: int) -> Mapping[str, Reaches]:
    return {
        area: _reaches(
            t.PORTS,
            [
                (fleet, _homeward(baltic, russian_leave_baltic, nation, side, area, turn))
                for (nation, is_convoy), fleet in FLEETS[side].items()
                if not is_convoy
            ],
        )
        for area in t.AREAS
    }


def only_ways_home(sea: Sea, side: str) -> Mapping[str, Mapping[str, str]]:
    """By area, the warships of a side that could return to one port alone, or to none, each with that port."""
    options = sea.options
    return _only_ways_home(options.baltic, options.russian_leave_baltic, side, sea.turn)


@functools.cache
def _only_ways_home(baltic: bool, russian_leave_baltic: bool, side: str, turn: int) -> Mapping[str, Mapping[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for area in t.AREAS:
        for (nation, is_convoy), fleet in FLEETS[side].items():
            ways = _homeward(baltic, russian_leave_baltic, nation, side, area, turn)
            if len(ways) < 2 and not is_convoy:
                found.setdefault(area, {}).update(dict.fromkeys(fleet, next(iter(ways), "")))
    return found


def guns(options: Options, unit: t.Unit, leaving: str, entering: str) -> int:
    """With how many dice a ship is fired at on its way from one area to the next (SC-GIB-01, SC-OPT-01)."""
    return _guns(options.gibraltar_dice, options.baltic, unit.nation, unit.side, leaving, entering)


def _guns(gibraltar_dice: int, baltic: bool, nation: str, side: str, leaving: str, entering: str) -> int:
    passage = {leaving, entering}
    if passage == t.STRAIT_OF_GIBRALTAR and side == t.AXIS:
        return gibraltar_dice
    if passage == t.DANISH_STRAITS and nation == t.BRITISH and baltic:
        return t.BALTIC_DICE
    return 0


def guns_on_the_way(sea: Sea, ship: str, origin: str, destination: str) -> tuple[int, str]:
    """With how many dice a ship is fired at on a voyage, and from which area it would turn back (SC-AMB-11)."""
    unit = t.UNITS[ship]
    if origin in CONNECTED:
        between = outward(sea, ship, origin, transit(sea, unit.side))[destination]
        return (guns(sea.options, unit, between, destination) if between else 0), between
    between = homeward(sea, ship, origin)[destination]
    return (guns(sea.options, unit, origin, between) if between else 0), origin


def guarded(sea: Sea, ships: Sequence[str], origin: str, destination: str) -> list[str]:
    """The ships that pass a guarded strait on a voyage between a port and an area (SC-GIB-01, SC-OPT-01)."""
    port, area = (origin, destination) if origin in CONNECTED else (destination, origin)
    if not ships or port not in CONNECTED or area in CONNECTED[port]:
        return []
    if t.UNITS[ships[0]].side == t.ALLIED and not sea.options.baltic:  # Gibraltar lets the Allies pass
        return []
    return [ship for ship in ships if guns_on_the_way(sea, ship, origin, destination)[0]]


def nearest_ports(sea: Sea, ship: str, area: str) -> tuple[str, ...]:
    """The nearest ports of a disabled ship, by the number of areas to cross (SC-AMB-08).

    It does not pass a guarded strait if there is any other way (SC-AMB-11, SC-AMB-36).
    """
    unit, options = t.UNITS[ship], sea.options
    return _nearest_ports(
        options.baltic, options.russian_leave_baltic, options.gibraltar_dice, unit.nation, unit.side, area, sea.turn
    )


@functools.cache
def _nearest_ports(
    baltic: bool, russian_leave_baltic: bool, gibraltar_dice: int, nation: str, side: str, area: str, turn: int
) -> tuple[str, ...]:
    usable = [*open_ports(side, turn), *([t.SOUTH_AMERICA] if side == t.AXIS else [])]
    for may_pass_guns in (False, True):
        reached, edge = [area], [area]
        while edge:
            found = tuple(port for port in usable if any(here in t.MAP.port[port].connects for here in edge))
            if found:
                return found
            edge = [
                there
                for there in t.AREAS
                if there not in reached
                and _may_enter(baltic, russian_leave_baltic, nation, there)
                and any(
                    there in t.MAP.area[here].adjacent
                    and (may_pass_guns or not _guns(gibraltar_dice, baltic, nation, side, here, there))
                    for here in edge
                )
            ]
            reached += edge
    return ()

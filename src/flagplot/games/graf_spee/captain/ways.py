"""The captain's ways: how far the place of the order is, or a port, and how many days that takes."""

from __future__ import annotations

import functools
from collections.abc import Container, Mapping, Sequence

from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee.model.fleet import KINDS, waters
from flagplot.games.graf_spee.model.routes import PORTS, allowance
from flagplot.games.graf_spee.spaces import (
    ALTMARK,
    CAPTURED,
    HAVEN,
    HIGH_SEAS,
    NEIGHBOURS,
    NEUTRAL,
    PORT,
    SOUTHERN,
    SPACES,
    ZONES,
)
from flagplot.games.graf_spee.state import Ship, State

HALT = 4  # what a patrol zone with ships in it is worth in spaces of a detour
FAR = 99
SHELTERS = (HAVEN, NEUTRAL, CAPTURED)


def distances(state: State) -> Mapping[str, int]:
    """From every space to a place of the order, in spaces; a zone with ships counts as a detour, ports are ends."""
    held = held_spaces(state)
    return distances_to(state, goals(state, held), held)


def distances_to(state: State, places: tuple[str, ...], held: Container[str]) -> Mapping[str, int]:
    """The same to any places; `held` are the spaces with Allied ships."""
    zones = tuple(filter(held.__contains__, ZONES))
    return _distances(places, zones, tuple(sorted(state.visited)) if state.visited else ())


def held_spaces(state: State) -> set[str]:
    """All spaces with Allied ships, face up or face down."""
    stations, face_down = state.stations, state.face_down
    return {*filter(stations.get, stations), *filter(face_down.get, face_down)}


def goals(state: State, held: Container[str]) -> tuple[str, ...]:
    """Where the present order leads to; a port to be seized is a goal before it is seized."""
    order = t.ORDERS[state.order]
    if order.crossed and not state.crossed:
        return SOUTHERN_SEAS
    if order.kind != CAPTURED:
        return PLACES_OF[state.order]
    return tuple(state.captured) or tuple([port for port in ALLIED_PORTS if port not in held])


def _places_of(order: t.Order) -> tuple[str, ...]:
    """The places of an order that are always the same."""
    if order.spaces:
        return order.spaces
    return tuple(
        space for space, place in SPACES.items() if place.kind == order.kind and order.region in ("", place.region)
    )


PLACES_OF = {key: _places_of(order) for key, order in t.ORDERS.items()}
SOUTHERN_SEAS = tuple(space for space in HIGH_SEAS if space in SOUTHERN)
ALLIED_PORTS = tuple(space for space, kind in KINDS.items() if kind == PORT)


@functools.lru_cache(maxsize=2**12)
def _distances(places: tuple[str, ...], held: tuple[str, ...], closed: tuple[str, ...]) -> Mapping[str, int]:
    found = dict.fromkeys(places, 0)
    waiting, distance = {0: list(places)}, 0  # the spaces from which to go on, by their distance
    while waiting:
        for space in waiting.pop(distance, ()):
            if distance > found[space] or (distance and space in PORTS):
                continue
            after = distance + (1 + HALT if space in held else 1)
            for other in NEIGHBOURS[space]:
                if after < found.get(other, FAR) and other not in closed:
                    found[other] = after
                    waiting.setdefault(after, []).append(other)
        distance += 1
    return found


def days_needed(ships: Sequence[Ship], distance: int) -> int:
    """How many days it takes to go so far."""
    return timetable(ships)[distance]


def timetable(ships: Sequence[Ship]) -> Sequence[int]:
    """How many days each distance takes; oil makes some of them faster."""
    sprints = FAR
    for ship in ships:
        sprints = min(sprints, ship.oil) if ship.engines > t.CRUISE else 0
    return _timetable(allowance(ships), sprints)


@functools.cache
def _timetable(spaces: int, sprints: int) -> Sequence[int]:
    pace = max(1, min(t.CRUISE, spaces))  # without oil, however fast the ships are
    reached, days = [0], 0
    while len(reached) <= FAR:
        days += 1
        reached += [days] * (pace + (1 if days <= sprints else 0))
    return tuple(reached)


def shelters_away(state: State, held: Container[str]) -> Mapping[str, int]:
    """From every space to the nearest port in which a ship can be outfitted, in spaces."""
    open_ports = [port for port in NEUTRAL_PORTS if port not in state.visited]
    havens = [space for space in (ALTMARK, *state.captured) if waters(state, space) in SHELTERS]
    return distances_to(state, (*open_ports, *havens), held)


NEUTRAL_PORTS = tuple(space for space, kind in KINDS.items() if kind == NEUTRAL)


def is_lost_cause(state: State, ships: Sequence[Ship]) -> bool:
    """Whether the place of the order is out of reach in a single mission: then only the ship is at stake."""
    return is_out_of_reach(state, days_needed(ships, distances(state).get(ships[0].space, FAR)))


def is_out_of_reach(state: State, days: int) -> bool:
    """The same if so many days are needed."""
    return days > t.ORDERS[state.order].days - state.day + 1 and not state.campaign

"""Ways over the map: where a group of ships can go, how far, and by which spaces."""

from __future__ import annotations

import functools
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flagplot.common import links
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.spaces import BASE, DISTANCE, HAVEN, NEIGHBOURS, NEUTRAL, PORT, SPACES, ZONE
from flagplot.games.graf_spee.state import Ship, State

FASTEST = {name: t.EMERGENCY if ship.emergency_speed else t.MAXIMUM for name, ship in t.GERMAN_SHIPS.items()}
THERE_AND_BACK = 2  # spaces
PORTS = frozenset(space for space, place in SPACES.items() if place.kind in (NEUTRAL, PORT, BASE))
# Where a ship can go on to from each space: nowhere from ports
PAST_PORTS: dict[str, tuple[str, ...]] = NEIGHBOURS | dict.fromkeys(PORTS, ())
# The zones and havens that a ship may pass in a day, by her start
PASSED = {
    start: [space for space, steps in away.items() if 0 < steps < t.EMERGENCY and SPACES[space].kind in (ZONE, HAVEN)]
    for start, away in DISTANCE.items()
}
# The neutral ports that a ship can reach, by her start and how far she goes
NEUTRAL_PORTS = {
    start: [
        [space for space, steps in away.items() if steps <= spaces and SPACES[space].kind == NEUTRAL]
        for spaces in range(t.EMERGENCY + 1)
    ]
    for start, away in DISTANCE.items()
}


def allowance(ships: Sequence[Ship], sailed: int = 0) -> int:
    """How many spaces ships that sail together can move in a day of which they have sailed so many (GS-MOV-01)."""
    by_oil = sailed if sailed > t.CRUISE else t.CRUISE
    spaces = t.EMERGENCY
    for ship in ships:
        if ship.engines < spaces:
            spaces = ship.engines
        if FASTEST[ship.id] < spaces:
            spaces = FASTEST[ship.id]
        if by_oil + ship.oil < spaces:
            spaces = by_oil + ship.oil
    return spaces


def is_closed(state: State, space: str) -> bool:
    """Whether a neutral port may not be entered any more (GS-NEU-01)."""
    return space in state.visited


@dataclass(frozen=True, slots=True)
class Reach:
    """Where ships can go without a halt on the way."""

    goals: tuple[str, ...]  # every space that can be reached, the start first, the nearest next
    before: Mapping[str, str]  # the space before each of them, and before some that are too far or closed
    steps: Mapping[str, int]  # how far each of all these is
    turn: str = ""  # where a ship turns that sails out and back


def reach(state: State, start: str, spaces: int) -> Reach:
    """Where ships can go in so many spaces; zones with Allied ships and suppliers halt them (GS-MOV-02, GS-AMB-35)."""
    stations, face_down, auxiliaries = state.stations, state.face_down, state.auxiliaries
    halting = []
    for space in PASSED[start]:
        if space in face_down or stations.get(space) or space in auxiliaries:
            halting.append(space)
    closed: list[str] = []
    if state.visited:
        for space in NEUTRAL_PORTS[start][spaces]:
            if space in state.visited:
                closed.append(space)
    find = _and_back if start in face_down or stations.get(start) else _reach
    return find(start, spaces, tuple(halting), tuple(closed))


@functools.lru_cache(maxsize=2**14)  # the same question comes again and again
def _reach(start: str, spaces: int, halting: tuple[str, ...], closed: tuple[str, ...]) -> Reach:
    before, steps = _ways(start, halting)
    goals = [*before][: bisect_right([*steps.values()], spaces)]  # the nearest come first
    for port in closed:  # nothing lies behind a port
        if port in goals and port != start:
            goals.remove(port)
    return Reach(tuple(goals), before, steps)


@functools.lru_cache(maxsize=2**12)
def _ways(start: str, halting: tuple[str, ...]) -> tuple[Mapping[str, str], Mapping[str, int]]:
    """As far as ships ever go in a day: the space before each, and how far it is."""
    onward = {**PAST_PORTS, **dict.fromkeys(halting, ()), start: NEIGHBOURS[start]}
    before = links.reach(start, onward.__getitem__, t.EMERGENCY)
    return before, links.steps_in(before)


@functools.lru_cache(maxsize=2**12)
def _and_back(start: str, spaces: int, halting: tuple[str, ...], closed: tuple[str, ...]) -> Reach:
    """The same, and a way out and back into the start, if a neighbour can be passed (GS-MOV-04)."""
    plain = _reach(start, spaces, halting, closed)
    beside = [other for other in NEIGHBOURS[start] if other not in (*halting, *closed, *PORTS)]
    if not beside or spaces < THERE_AND_BACK:
        return plain
    steps = {**plain.steps, say.OUT_AND_BACK: THERE_AND_BACK}
    return Reach((*plain.goals, say.OUT_AND_BACK), plain.before, steps, beside[0])

"""Ways over the chart: distances, and routes round what would give a task force away."""

from __future__ import annotations

import functools
import heapq
import operator
from collections import deque
from collections.abc import Iterable

from flagplot.games.atlantic_chase.hexes import ALL_HEXES, ARCTIC, BIT, NEIGHBOURS, hexes_in

UNREACHED = 255
SEEN, STEP = 1_000_000, 1_000  # what a trigger and a segment cost, beside 1 for a hex on the Arctic Line


@functools.cache
def distances(side: str) -> tuple[bytes, ...]:
    """How many steps each hex is from each other for a side, as DISTANCES[one][other]."""
    return tuple(_from(start, side) for start in ALL_HEXES)


def _from(start: int, side: str) -> bytes:
    found = bytearray([UNREACHED] * len(ALL_HEXES))
    found[start] = 0
    queue = deque([start])
    while queue:
        number = queue.popleft()
        for other in NEIGHBOURS[side][number]:
            if found[other] == UNREACHED:
                found[other] = found[number] + 1
                queue.append(other)
    return bytes(found)


@functools.lru_cache(maxsize=16384)
def apart(side: str, one: int, other: int) -> int:
    """The fewest steps between two sets of hexes; 0 where they share one, UNREACHED where either is empty."""
    if one & other:
        return 0
    table, goals = distances(side), hexes_in(other)
    if not one or not goals:
        return UNREACHED
    read_off = operator.itemgetter(*goals, goals[0])  # with one at least twice, so that it always gives several
    steps: list[int] = [min(read_off(table[start])) for start in hexes_in(one)]
    return min(steps)


@functools.lru_cache(maxsize=4096)
def steps_to(side: str, goals: int) -> bytes:
    """How many steps each hex is from the nearest of the goals, over open water; UNREACHED where there is none."""
    table = distances(side)
    found = [table[goal] for goal in hexes_in(goals)]
    if len(found) < 2:
        return found[0] if found else bytes([UNREACHED] * len(ALL_HEXES))
    return bytes(map(min, *found))


def route(side: str, starts: Iterable[int], goals: int, closed: int, seen: int) -> tuple[int, ...]:
    """The hexes after a start to the nearest of the goals; empty where there is no way, or where a start is a goal.

    Fewest triggers count first, then fewest segments, then fewest Arctic hexes, then the lowest hexes (AC-SO-05).
    The search is A*: ways are tried in the order of what they cost so far and must cost yet at the least.
    """
    steps, beside = steps_to(side, goals), NEIGHBOURS[side]
    last_is_seen = SEEN if goals and not goals & ~seen else 0
    best: dict[int, tuple[int, tuple[int, ...]]] = {start: (0, (start,)) for start in starts}
    queue = [(STEP * steps[start] + last_is_seen, way, cost) for start, (cost, way) in best.items()]
    heapq.heapify(queue)
    while queue:
        _, way, cost = heapq.heappop(queue)
        at = way[-1]
        if best[at] != (cost, way):
            continue
        if goals & BIT[at]:
            return way[1:]
        for other in beside[at]:
            bit = BIT[other]
            if closed & bit:
                continue
            further = cost + STEP
            if seen & bit:
                further += SEEN
            if ARCTIC & bit:
                further += 1
            longer = (*way, other)
            if other in best and best[other] <= (further, longer):
                continue
            best[other] = (further, longer)
            yet = STEP * steps[other] + last_is_seen if not goals & bit else 0
            heapq.heappush(queue, (further + yet, longer, further))
    return ()


def start_of(starts: Iterable[int], first: int, side: str) -> int:
    """From which of the starts a way sets out whose first hex this is."""
    return next(start for start in starts if first in NEIGHBOURS[side][start])

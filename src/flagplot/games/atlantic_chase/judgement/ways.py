"""Ways over the chart: distances, and routes round what would give a task force away."""

from __future__ import annotations

import functools
import heapq
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


def apart(side: str, one: int, other: int) -> int:
    """The fewest steps between two sets of hexes; 0 where they share one, UNREACHED where either is empty."""
    if one & other:
        return 0
    table, goals = distances(side), hexes_in(other)
    return min((table[start][goal] for start in hexes_in(one) for goal in goals), default=UNREACHED)


def route(side: str, starts: Iterable[int], goals: int, closed: int, seen: int) -> tuple[int, ...]:
    """The hexes after a start to the nearest of the goals; empty where there is no way, or where a start is a goal.

    Fewest triggers count first, then fewest segments, then fewest Arctic hexes, then the lowest hexes (AC-SO-05).
    """
    best: dict[int, tuple[int, tuple[int, ...]]] = {start: (0, (start,)) for start in starts}
    queue = [(cost, way) for cost, way in best.values()]
    heapq.heapify(queue)
    while queue:
        cost, way = heapq.heappop(queue)
        at = way[-1]
        if best[at] != (cost, way):
            continue
        if goals & BIT[at]:
            return way[1:]
        for other in NEIGHBOURS[side][at]:
            bit = BIT[other]
            if closed & bit:
                continue
            further = (cost + STEP + SEEN * bool(seen & bit) + bool(ARCTIC & bit), (*way, other))
            if other not in best or further < best[other]:
                best[other] = further
                heapq.heappush(queue, further)
    return ()


def start_of(starts: Iterable[int], first: int, side: str) -> int:
    """From which of the starts a way sets out whose first hex this is."""
    return next(start for start in starts if first in NEIGHBOURS[side][start])

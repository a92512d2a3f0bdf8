"""Ways along the links between places: who is beside whom, what can be reached, how far it is, and by which places.

A way is found from `onward`, which says where one can go on to from a place: nowhere where a ship must halt, and not
into waters that are closed to it. So the rules of a game stay with the game.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Mapping
from typing import TypeVar

P = TypeVar("P", bound=Hashable)  # a place: the key of an area, a port, a hex

AS_FAR_AS_IT_GOES = 10_000  # steps; more than any chart has places


def neighbours_along(lines: Iterable[tuple[P, P]]) -> dict[P, tuple[P, ...]]:
    """The places beside each place, in the order of the lines, along which one can go both ways."""
    found: dict[P, list[P]] = {}
    for one, other in lines:
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return {place: tuple(others) for place, others in found.items()}


def reach(
    start: P, onward: Callable[[P], Iterable[P]], steps: int = AS_FAR_AS_IT_GOES, closed: Container[P] = ()
) -> dict[P, P]:
    """Every place that can be reached in so many steps, the nearest first, with the place before it.

    The start is the first of them, and has itself before it. Of equally short ways the first that is found counts.
    Places that are closed cannot be entered.
    """
    before = {start: start}
    edge = [start]
    for _ in range(steps):
        following: list[P] = []
        for place in edge:
            for other in onward(place):
                if other not in before and other not in closed:
                    before[other] = place
                    following.append(other)
        if not following:
            break
        edge = following
    return before


def steps_in(before: Mapping[P, P]) -> dict[P, int]:
    """How many steps each place of a reach is away."""
    steps: dict[P, int] = {}
    for place, last in before.items():
        steps[place] = steps.get(last, -1) + 1  # the start has itself before it
    return steps


def way(before: Mapping[P, P], goal: P) -> tuple[P, ...]:
    """The places from the start of a reach to one of its places, both included."""
    places = [goal]
    while before[places[-1]] != places[-1]:
        places.append(before[places[-1]])
    return tuple(reversed(places))


def nearest(steps: Mapping[P, int], goals: Iterable[P]) -> tuple[P, ...]:
    """Those goals that the fewest steps lead to: one, several that are equally near, or none."""
    reached = [goal for goal in goals if goal in steps]
    least = min(map(steps.__getitem__, reached), default=0)
    return tuple(goal for goal in reached if steps[goal] == least)

"""What could be under a contact marker (NA-CON-08): the ways in which a unit can have gone from sighting to sighting.

Everything here is worked out from what both sides see: where the marker was turn by turn, how it lay when it became a
marker, and the data sheets of the ships that may be under it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import NamedTuple

from flagplot.games.night_action import programmes as prog
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.model.columns import extended

MOST_COURSES = 48  # that are followed at a time


class Build(NamedTuple):
    """What sets the moves of a unit: distances by setting, handling, and how far its last ship is behind."""

    distances: tuple[int, ...]
    stretch: int
    limit: int
    handling: str
    most: int  # the maximum setting
    behind: int


class Course(NamedTuple):
    """How a unit may lie after a sighting."""

    heading: int
    setting: int
    carried: int
    raised: bool
    trail: tuple[int, ...]
    moved: int = 0
    turned: int = 0


def courses(build: Build, start: Course, sighted: tuple[int, ...]) -> tuple[Course, ...]:
    """The ways in which a unit can lie at the last sighting; none if it cannot have moved so."""
    return _courses(build, start, sighted)


@functools.lru_cache(maxsize=4096)
def _courses(build: Build, start: Course, sighted: tuple[int, ...]) -> tuple[Course, ...]:
    if len(sighted) <= 2:
        return (start,)
    x, y = sighted[-4], sighted[-3]
    found = dict.fromkeys(
        after
        for before in _courses(build, start, sighted[:-2])
        for after in _steps(build, before, x, y, sighted[-2] - x, sighted[-1] - y)
    )
    return tuple(found)[:MOST_COURSES]


def _steps(build: Build, before: Course, x: int, y: int, dx: int, dy: int) -> Iterable[Course]:
    """The courses after one move by dx, dy."""
    for setting in _settings(build, before):
        far = build.distances[setting]
        if dx * dx + dy * dy > (far + 20) ** 2:
            continue
        for code in prog.programmes(far, build.stretch, before.carried, build.limit):
            run = prog.run(code, far, build.stretch, before.carried, before.heading)
            if (run.points[-1] if run.points else (0, 0)) != (dx, dy):
                continue
            trail = before.trail
            if build.behind:
                trail = extended(trail, x, y, run.legs, build.behind + far)
            yield Course(run.heading, setting, run.carried, setting > before.setting, trail, far, run.turned)


def _settings(build: Build, before: Course) -> range:
    """The settings that a unit can have taken (NA-MOV-02)."""
    how, now = build.handling, before.setting
    most = now + t.UP[how]
    if now == 0:
        most = max(most, t.CRASH_START[how])
    if before.raised and t.RESTS_AFTER_UP[how]:
        most = now
    return range(max(0, now - t.DOWN[how]), min(most, build.most) + 1)

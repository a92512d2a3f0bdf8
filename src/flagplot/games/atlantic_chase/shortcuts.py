"""Gestures that answer several questions at once: a course to a hex, and smoke for all or for nobody."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Option
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import BIT, HEX, NEIGHBOURS
from flagplot.games.atlantic_chase.judgement.ways import route
from flagplot.games.atlantic_chase.model.forces import (
    side_of,
)
from flagplot.games.atlantic_chase.rules.battle import can_smoke, ships_in
from flagplot.games.atlantic_chase.rules.trajectories import forbidden, triggers
from flagplot.games.atlantic_chase.state import State


@say.COURSE.way
def course_to(state: State, about: About, options: Sequence[Option], target: str) -> Sequence[Option]:
    """The segments by which a course leads to a hex, round what would give it away."""
    if target not in HEX:
        return ()
    force = state.forces[about["force"]]
    side, goal = side_of(force.key), BIT[HEX[target]]
    seen, barred = triggers(state, side), forbidden(state, force)
    steps = [option for option in options if isinstance(option, tuple)]
    if not force.line:  # out of a box with several hexes
        starts = [number for _, number in steps]
        way = route(side, starts, goal, barred, seen)
        start = next((one for one in starts if not way or way[0] in NEIGHBOURS[side][one]), starts[0])
        return [(say.LAST_END, number) for number in (start, *way)]
    ends = {force.line[0]: say.FIRST_END, force.line[-1]: say.LAST_END}
    way = route(side, list(ends), goal, force.mask | barred, seen)
    if not way or len(force.line) + len(way) > t.LONGEST:
        return ()
    end = next(end for number, end in ends.items() if way[0] in NEIGHBOURS[side][number])
    if len(force.line) == 1:
        end = say.LAST_END
    return [(end, number) for number in way]


def _all_makers(state: State, about: About, answer: str) -> list[Option]:
    """The same answer for the ship that is asked about and those of her side that follow."""
    side = next(side for side in ("german", "british") if any(one.id == about["ship"] for one in ships_in(state, side)))
    makers = [ship.id for ship in ships_in(state, side) if can_smoke(ship) and not ship.smokes_at_start]
    left = len(makers) - makers.index(about["ship"])
    return [answer] * left if left > 1 else []


@say.START_SMOKE.shortcut("no_smoke", "No smoke for these {count}")
def no_smoke(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    return _all_makers(state, about, say.NO)


@say.START_SMOKE.shortcut("all_smoke", "Smoke from these {count}")
def all_smoke(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    return _all_makers(state, about, say.YES)

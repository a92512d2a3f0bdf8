"""Where programmes lead, worked out fast and nearly: a captain weighs hundreds of them for a move."""

from __future__ import annotations

import functools
import math

from flagplot.games.night_action.geometry import MILLION, UNIT
from flagplot.games.night_action.programmes import SIDESTEP, STRAIGHT

STEP_ANGLE = math.radians(15)
MOST = 13  # steps of a programme and one more
COS = tuple(math.cos(STEP_ANGLE * n) for n in range(MOST))
SIN = tuple(math.sin(STEP_ANGLE * n) for n in range(MOST))
# How far ahead and aside the stretches between the first and the last of n steps lead, each of length 1
ARC_AHEAD = tuple(sum(COS[1:n], 0.0) for n in range(MOST))
ARC_ASIDE = tuple(sum(SIN[1:n], 0.0) for n in range(MOST))

UNITS = tuple((east / MILLION, south / MILLION) for east, south in UNIT)  # of each direction, east and south


# The end of a programme as its ship sees it from where it begins: the code, how far ahead and to the right it lies, by
# how many steps to starboard the heading has changed, and the steps that count as turned. A plain tuple is unpacked in
# half the time of a named one.
Pose = tuple[str, float, float, int, int]

# Programmes that are weighed: some turns at once and late for any purpose, and those after which boats may launch
ROUGHLY = frozenset((1, 2, 3, 4, 6, 8, 10, 12))
ROUGHLY_LATE = frozenset((3, 6))
FINELY = frozenset((1, 2, 3))
FINE_SIDESTEPS = frozenset((1, 2))


@functools.lru_cache(maxsize=16384)
def poses(codes: tuple[str, ...], distance: int, stretch: int, carried: int, is_fine: bool) -> tuple[Pose, ...]:
    """Where the programmes that are weighed lead a ship that goes a distance."""
    weighed = [code for code in codes if is_weighed(code, is_fine)] if len(codes) > 1 else codes
    return tuple([_pose(code, distance, stretch, stretch - carried) for code in weighed])


@functools.cache
def is_weighed(code: str, is_fine: bool) -> bool:
    """Whether a programme is weighed, roughly or finely."""
    if code == STRAIGHT:
        return True
    _, steps, is_sidestep = _read(code)
    if is_sidestep:
        return is_fine and steps in FINE_SIDESTEPS
    if code[0].islower():
        return steps in (FINELY if is_fine else ROUGHLY_LATE)
    return steps in (FINELY if is_fine else ROUGHLY)


def _pose(code: str, distance: int, stretch: int, to_first: int) -> Pose:
    if code == STRAIGHT:
        return code, float(distance), 0.0, 0, 0
    side, steps, is_sidestep = _read(code)
    if is_sidestep:
        rest = distance - to_first - (2 * steps - 1) * stretch
        ahead = to_first + stretch * (2 * ARC_AHEAD[steps] + COS[steps]) + rest
        return code, ahead, side * stretch * (2 * ARC_ASIDE[steps] + SIN[steps]), 0, steps
    if code[0].islower():
        ahead = distance - (steps - 1) * stretch + stretch * ARC_AHEAD[steps]
        return code, ahead, side * stretch * ARC_ASIDE[steps], side * steps, steps
    rest = distance - to_first - (steps - 1) * stretch
    ahead = to_first + stretch * ARC_AHEAD[steps] + rest * COS[steps]
    return code, ahead, side * (stretch * ARC_ASIDE[steps] + rest * SIN[steps]), side * steps, steps


@functools.cache
def _read(code: str) -> tuple[int, int, bool]:
    """The side of a programme, 1 for starboard, its steps, and whether it is a sidestep."""
    return (1 if code[0] in "Ss" else -1), int(code[1:].rstrip(SIDESTEP)), code.endswith(SIDESTEP)

"""The geometry of the table (NA-GEO): places, directions and distances in whole numbers, the same on every machine.

Lengths are tenths of a millimetre; x runs east and y south from the north-west corner. A direction is a number from 0
to 143, each 2.5 degrees, clockwise from north (NA-GEO-01).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

CM = 100  # tenths of a millimetre
DIRECTIONS = 144
STEP = 6  # directions between two headings of a ship: 15 degrees
RIGHT_ANGLE, HALF_TURN = 36, 72
TOUCH = 50  # lines that come as near as this touch each other (NA-GEO-04)

MILLION = 1_000_000
HALF = MILLION // 2
# The unit vector of each direction, east and south, in millionths (NA-GEO-02)
UNIT = tuple(
    (round(math.sin(math.radians(2.5 * i)) * MILLION), round(-math.cos(math.radians(2.5 * i)) * MILLION))
    for i in range(DIRECTIONS)
)
# The unit vector of each direction, its south component taken from its east component and added to it
DIAGONALS = tuple((east - south, east + south) for east, south in UNIT)
DIRECTIONS_A_RADIAN = DIRECTIONS / math.tau
NO_DOUBT = 0.49  # as near to a direction, rounded unit vectors cannot make its neighbour the nearest
TANGENT_OF_10_DEGREES = 176_327  # in millionths

# Sectors around a ship, a bit for each (NA-GEO-05)
AHEAD, ASTERN, PORT, STARBOARD = 1, 2, 4, 8
SECTOR_BITS = {"F": AHEAD, "A": ASTERN, "P": PORT, "S": STARBOARD}
ALL_ROUND = AHEAD | ASTERN | PORT | STARBOARD


def direction_of(degrees: float) -> int:
    """The direction of a course in degrees."""
    return round(degrees / 2.5) % DIRECTIONS


def degrees_of(direction: int) -> float:
    """A direction in degrees."""
    return direction * 2.5


@functools.lru_cache(maxsize=65536)
def displacement(direction: int, length: int) -> tuple[int, int]:
    """How far east and south a length in a direction leads, wherever it begins (NA-GEO-02)."""
    east, south = UNIT[direction]
    return (length * east + HALF) // MILLION, (length * south + HALF) // MILLION


def sectors(dx: int, dy: int, heading: int) -> int:
    """The sectors of a ship in which an offset lies; one on a diagonal is in two (NA-GEO-05)."""
    less, more = DIAGONALS[heading]
    one, other = dx * less + dy * more, dx * more - dy * less  # on which side of either diagonal it lies
    if one > 0:
        return AHEAD if other > 0 else STARBOARD if other < 0 else AHEAD | STARBOARD
    if one < 0:
        return PORT if other > 0 else ASTERN if other < 0 else PORT | ASTERN
    return AHEAD | PORT if other > 0 else ASTERN | STARBOARD if other < 0 else ALL_ROUND


def components(dx: int, dy: int, heading: int) -> tuple[int, int]:
    """The components of an offset ahead and to starboard of a heading, in millionths."""
    east, south = UNIT[heading]
    return dx * east + dy * south, dy * east - dx * south


def direction_to(dx: int, dy: int) -> int:
    """The direction nearest to an offset: that of the largest dot product, of equals the lower number (NA-TOR-14)."""
    exactly = math.atan2(dx, -dy) * DIRECTIONS_A_RADIAN
    near = round(exactly)
    if abs(exactly - near) < NO_DOUBT:
        return near % DIRECTIONS
    best, largest = 0, -1
    for direction in ((near - 1) % DIRECTIONS, near % DIRECTIONS, (near + 1) % DIRECTIONS):
        east, south = UNIT[direction]
        product = dx * east + dy * south
        if product > largest or (product == largest and direction < best):
            best, largest = direction, product
    return best


def turn_between(one: int, other: int) -> int:
    """How many directions lie between two, the shorter way round."""
    turn = (one - other) % DIRECTIONS
    return min(turn, DIRECTIONS - turn)


def square(x1: int, y1: int, x2: int, y2: int) -> int:
    """The square of the distance between two places (NA-GEO-03)."""
    return (x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2)


def point_near_line(px: int, py: int, x1: int, y1: int, x2: int, y2: int, limit: int) -> bool:
    """Whether a point comes as near as a limit to a line between two places."""
    dx, dy, x, y = x2 - x1, y2 - y1, px - x1, py - y1
    along = x * dx + y * dy
    if along <= 0:
        return x * x + y * y <= limit * limit
    length = dx * dx + dy * dy
    if along >= length:
        x, y = px - x2, py - y2
        return x * x + y * y <= limit * limit
    across = x * dy - y * dx
    return across * across <= limit * limit * length


def _side(ax: int, ay: int, bx: int, by: int, px: int, py: int) -> int:
    """On which side of a line a point lies: the sign of a cross product."""
    cross = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    return (cross > 0) - (cross < 0)


def lines_cross(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether the line from a to b crosses that from c to d, or one ends on the other at an angle."""
    one, other = _side(ax, ay, bx, by, cx, cy), _side(ax, ay, bx, by, dx, dy)
    if one == other:
        return False
    return _side(cx, cy, dx, dy, ax, ay) != _side(cx, cy, dx, dy, bx, by)


def lines_touch(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int, limit: int = TOUCH) -> bool:
    """Whether two lines come as near to each other as a limit; lines that cross do (NA-GEO-04)."""
    return (
        lines_cross(ax, ay, bx, by, cx, cy, dx, dy)
        or point_near_line(ax, ay, cx, cy, dx, dy, limit)
        or point_near_line(bx, by, cx, cy, dx, dy, limit)
        or point_near_line(cx, cy, ax, ay, bx, by, limit)
        or point_near_line(dx, dy, ax, ay, bx, by, limit)
    )


def base_line(x: int, y: int, heading: int, length: int) -> tuple[int, int, int, int]:
    """The ends of a ship's base: a line along its heading, centred (NA-GEO-04)."""
    dx, dy = displacement(heading, length // 2)
    return x - dx, y - dy, x + dx, y + dy


@functools.lru_cache(maxsize=8192)
def crosses_path(x1: int, y1: int, x2: int, y2: int, path: tuple[int, ...]) -> bool:
    """Whether a line of sight crosses a path, given as x, y, x, y, ... (NA-GEO-06).

    Nothing moves while guns are fired, so most lines of sight are asked for again.
    """
    dx, dy = x2 - x1, y2 - y1
    px, py = path[0] - x1, path[1] - y1  # all places of the path are counted from the first end of the line
    before = dx * py - dy * px  # its sign tells on which side of the line a place lies
    for i in range(2, len(path), 2):
        qx, qy = path[i] - x1, path[i + 1] - y1
        now = dx * qy - dy * qx
        if before * now <= 0 and before != now:  # this part of the path crosses the line or its prolongation
            one = px * qy - py * qx
            other = one + (qx - px) * dy - (qy - py) * dx
            if one * other <= 0 and one != other:
                return True
        px, py, before = qx, qy, now
    return False


def path_comes_near(path: Sequence[int], x: int, y: int, limit: int) -> bool:
    """Whether a path comes as near to a point as a limit."""
    for i in range(0, len(path) - 2, 2):
        if point_near_line(x, y, path[i], path[i + 1], path[i + 2], path[i + 3], limit):
            return True
    return False


def last_part(path: Sequence[int], length: int) -> tuple[int, ...]:
    """The last part of a path, of a length at most."""
    part: list[int] = [path[-2], path[-1]]
    left = length
    for i in range(len(path) - 4, -1, -2):
        x1, y1, x2, y2 = path[i], path[i + 1], path[i + 2], path[i + 3]
        leg = math.isqrt(square(x1, y1, x2, y2))
        if leg >= left:
            if leg:
                part[:0] = [x2 + (x1 - x2) * left // leg, y2 + (y1 - y2) * left // leg]
            break
        part[:0] = [x1, y1]
        left -= leg
    return tuple(part)


def length_inside(path: Sequence[int], west: int, north: int, east: int, south: int) -> int:
    """How much of a path lies inside a rectangle, edges included; parts are rounded down each by itself."""
    found = 0
    for i in range(0, len(path) - 2, 2):
        found += _inside(path[i], path[i + 1], path[i + 2], path[i + 3], west, north, east, south)
    return found


def _inside(x1: int, y1: int, x2: int, y2: int, west: int, north: int, east: int, south: int) -> int:
    """How much of a line lies inside a rectangle; it is cut at each edge in turn, by fractions of whole numbers."""
    dx, dy = x2 - x1, y2 - y1
    enter, leave = (0, 1), (1, 1)
    for change, room in ((-dx, x1 - west), (dx, east - x1), (-dy, y1 - north), (dy, south - y1)):
        if change == 0:
            if room < 0:
                return 0
        elif change < 0:  # the line comes in over this edge
            if -room * enter[1] > enter[0] * -change:
                enter = (-room, -change)
        elif room * leave[1] < leave[0] * change:
            leave = (room, change)
    part = leave[0] * enter[1] - enter[0] * leave[1]
    if part <= 0:
        return 0
    whole = math.isqrt(dx * dx + dy * dy)
    return whole * part // (leave[1] * enter[1])

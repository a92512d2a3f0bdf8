"""Programmes (NA-MOV-08): the ways in which a ship can use its move, as short codes in shared lists.

`=` is straight on; `P3` three steps to port at once, then straight; `p2` straight first, then two steps of which the
last falls at the very end; `P1|` a sidestep, one step to port and one back. `S` is starboard.
"""

from __future__ import annotations

import functools

import msgspec

from flagplot.games.night_action.geometry import DIRECTIONS, STEP, displacement

STRAIGHT = "="
PORT_SIDE, STARBOARD_SIDE = "P", "S"
SIDESTEP = "|"
SPEED = "speed"  # with which an option begins that orders another setting


class Run(msgspec.Struct, frozen=True, gc=False):
    """A programme run from a heading: where it leads from the place where it begins."""

    points: tuple[tuple[int, int], ...]  # x, y of each turning point and of the end, counted from the beginning
    legs: tuple[tuple[int, int], ...]  # direction and length of each straight part, none empty
    heading: int
    carried: int  # straight run since the last turn, one stretch at most
    turned: int  # steps


@functools.lru_cache(maxsize=4096)
def most_steps(distance: int, stretch: int, carried: int, limit: int) -> int:
    """The most steps that fit into a move, `limit` at most."""
    to_first = stretch - carried
    if distance == 0 or distance < to_first:
        return 0
    return min(limit, (distance - to_first) // stretch + 1)


@functools.lru_cache(maxsize=4096)
def programmes(distance: int, stretch: int, carried: int, limit: int) -> tuple[str, ...]:
    """All legal programmes, in the order of the rule; lists that are alike are one object."""
    to_first = stretch - carried
    most = most_steps(distance, stretch, carried, limit)
    codes = [STRAIGHT]
    for side in (PORT_SIDE, STARBOARD_SIDE):
        codes += [f"{side}{n}" for n in range(1, most + 1)]
        codes += [f"{side.lower()}{n}" for n in range(1, most + 1) if to_first + n * stretch <= distance]
        codes += [f"{side}{n}{SIDESTEP}" for n in range(1, most // 2 + 1)]
    return tuple(codes)


@functools.lru_cache(maxsize=16384)
def with_settings(
    distance: int, stretch: int, carried: int, limit: int, settings: tuple[tuple[str, int], ...]
) -> tuple[str | tuple[str, int], ...]:
    """All legal programmes, then the other settings that can be ordered; lists that are alike are one object."""
    return (*programmes(distance, stretch, carried, limit), *settings)


@functools.lru_cache(maxsize=4096)
def at_once(distance: int, stretch: int, carried: int, limit: int) -> tuple[str, ...]:
    """The programmes that turn at once and then go straight, which a column can run together (NA-FOR-03)."""
    most = most_steps(distance, stretch, carried, limit)
    return tuple(f"{side}{n}" for side in (PORT_SIDE, STARBOARD_SIDE) for n in range(1, most + 1))


def steps_of(code: str) -> int:
    """How many steps of 15 degrees count as turned."""
    return 0 if code == STRAIGHT else int(code[1:].rstrip(SIDESTEP))


@functools.lru_cache(maxsize=16384)
def turns_of(code: str, distance: int, stretch: int, carried: int) -> tuple[tuple[int, int], ...]:
    """After which distance a programme turns, and by how many steps, starboard counted as plus."""
    if code == STRAIGHT:
        return ()
    steps = steps_of(code)
    side = -1 if code[0] in "Pp" else 1
    if code[0].islower():
        return tuple([(distance - (steps - 1 - n) * stretch, side) for n in range(steps)])
    to_first = stretch - carried
    turns = [(to_first + n * stretch, side) for n in range(steps)]
    if code.endswith(SIDESTEP):
        turns += [(to_first + n * stretch, -side) for n in range(steps, 2 * steps)]
    return tuple(turns)


@functools.lru_cache(maxsize=65536)
def run(code: str, distance: int, stretch: int, carried: int, heading: int) -> Run:
    """Run a programme from a heading."""
    turns = turns_of(code, distance, stretch, carried)
    x = y = gone = 0
    points: list[tuple[int, int]] = []
    legs: list[tuple[int, int]] = []
    for at, side in (*turns, (distance, 0)):
        if at > gone:
            dx, dy = displacement(heading, at - gone)
            legs.append((heading, at - gone))
            x, y, gone = x + dx, y + dy, at
            points.append((x, y))
        heading = (heading + STEP * side) % DIRECTIONS
    since = distance - turns[-1][0] if turns else carried + distance
    return Run(tuple(points), tuple(legs), heading, min(stretch, since), steps_of(code))

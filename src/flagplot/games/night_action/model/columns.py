"""Columns (NA-FOR-02): the track that a leader leaves, and where his followers are on it.

A track is kept as x, y, direction, length of each straight part, the newest last.
"""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.games.night_action.geometry import displacement

PART = 4  # figures of a straight part


def straight_track(x: int, y: int, heading: int, length: int) -> tuple[int, ...]:
    """The track of a column that lies on one heading, its leader at x, y."""
    dx, dy = displacement(heading, length)
    return (x - dx, y - dy, heading, length) if length else ()


def extended(track: Sequence[int], x: int, y: int, legs: Sequence[tuple[int, int]], keep: int) -> tuple[int, ...]:
    """The track after its leader went on from x, y; what lies farther back than `keep` is dropped."""
    parts = list(track)
    for direction, length in legs:
        parts += (x, y, direction, length)
        dx, dy = displacement(direction, length)
        x, y = x + dx, y + dy
    first = len(parts)
    while first > 0 and keep > 0:
        keep -= parts[first - 1]
        first -= PART
    return tuple(parts[first:])


def place_on(track: Sequence[int], behind: int) -> tuple[int, int, int]:
    """Where the ship is that lies so far behind the end of a track: x, y and heading."""
    for i in range(len(track) - PART, -1, -PART):
        x, y, direction, length = track[i : i + PART]
        if behind <= length or i == 0:
            dx, dy = displacement(direction, length - behind)
            return x + dx, y + dy, direction
        behind -= length
    raise ValueError("A track without parts has no places.")


def shortened(track: Sequence[int], by: int) -> tuple[int, ...]:
    """A track without its newest part of a length: another ship leads."""
    parts = list(track)
    while parts and parts[-1] <= by:
        by -= parts[-1]
        del parts[-PART:]
    if parts:
        parts[-1] -= by
    return tuple(parts)


def path_along(track: Sequence[int], start: int, end: int) -> tuple[int, ...]:
    """The way along a track from `start` behind its end to `end` behind it: x, y, x, y, ..."""
    points = [*place_on(track, start)[:2]]
    left = 0
    corners: list[tuple[int, int]] = []
    for i in range(len(track) - PART, -1, -PART):
        left += track[i + PART - 1]
        if end < left < start:
            corners.append((track[i], track[i + 1]))
    for corner in reversed(corners):
        points += corner
    points += place_on(track, end)[:2]
    return tuple(points)

"""The chart: the seas, the ports with what they connect, and the boxes."""

from __future__ import annotations

import functools

from flagplot.engine.view import Board, Link, Side, Space, SpaceKind
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.view.names import NAMES


@functools.cache
def board() -> Board:
    """The seas, the ports with what they connect, and the boxes."""
    return Board(
        "The Atlantic and the Mediterranean",
        t.MAP.aspect,
        (Side(t.AXIS, NAMES[t.AXIS]), Side(t.ALLIED, NAMES[t.ALLIED])),
        (
            *(_space(key, "sea", area) for key, area in t.MAP.area.items()),
            *(_space(key, "port", port) for key, port in t.MAP.port.items()),
            *(_space(key, "box", box) for key, box in t.MAP.box.items()),
        ),
        tuple(
            [Link(port, area) for port in t.PORTS for area in t.MAP.port[port].connects]
            + [Link(one, other) for one in t.AREAS for other in t.MAP.area[one].adjacent if one < other]
        ),
    )


def _space(key: str, kind: SpaceKind, place: t.Place) -> Space:
    return Space(key, place.name, kind, place.x, place.y, place.width, place.height)

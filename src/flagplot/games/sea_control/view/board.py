"""The chart: the seas, the ports with what they connect, and the boxes."""

from __future__ import annotations

import functools

from flagplot.common.places import links_of, spaces_of
from flagplot.engine.view import Board, Side
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.view.names import NAMES


@functools.cache
def board(scenario: str) -> Board:
    """The seas, the ports with what they connect, and the boxes."""
    places = t.MAP
    sides = (
        Side(t.AXIS, NAMES[t.AXIS], ("de", "it")),
        Side(t.ALLIED, NAMES[t.ALLIED], ("gb", "us", "su")),
    )
    spaces = [
        *spaces_of("sea", places.area, t.LEADS),
        *spaces_of("port", places.port, t.LEADS),
        *spaces_of("box", places.box),
    ]
    links = links_of(
        {port: places.port[port].connects for port in t.PORTS} | {area: places.area[area].adjacent for area in t.AREAS}
    )
    return Board("The Atlantic and the Mediterranean", places.aspect, sides, tuple(spaces), tuple(links))

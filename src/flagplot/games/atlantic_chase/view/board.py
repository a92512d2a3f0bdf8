"""The chart of Atlantic Chase: hexes over real coasts, ports and air bases as a scenario has them, port boxes."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from flagplot.common.checks import check_known
from flagplot.common.figures import Fraction
from flagplot.engine import data
from flagplot.engine.view import Area, Board, Line, Link, Side, Space, Spot
from flagplot.games.atlantic_chase import hexes as h
from flagplot.games.atlantic_chase.campaign import CAMPAIGN, LINKED
from flagplot.games.atlantic_chase.scenarios import SCENARIOS, Scenario, Waters, base_key, waters, word
from flagplot.games.atlantic_chase.state import State

BOX_HEIGHT = 0.033  # of the chart's height
STEALTH_BOX = {side: f"boats_{side}" for side in h.SIDES}
PORT, AIRFIELD, NEUTRAL_PORT = "port", "airfield", "neutral"

At = tuple[Annotated[float, Meta(ge=-1, le=2)], Annotated[float, Meta(ge=-1, le=2)]]


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """Where a port box stands beside the chart."""

    x: Fraction
    y: Fraction
    width: Fraction
    name: str = ""


@dataclass(frozen=True, slots=True)
class Room:
    """Where the task-force displays of a side stand: from corner to corner."""

    name: str
    left: Fraction
    top: Fraction
    right: Fraction
    bottom: Fraction


@dataclass(frozen=True, slots=True)
class ChartFile:
    """chart.toml."""

    aspect: Annotated[float, Meta(gt=0, le=10)]
    breadth: Fraction  # of a hex from side to side, as a part of the chart's width
    first: At  # the centre of hex 0101
    space: dict[str, dict[str, float]]  # latitude and longitude of each port, for tools/coastlines.py
    box: dict[str, BoxPlace]
    stealth: dict[str, BoxPlace]
    trays: dict[str, Room]
    chart: dict[str, object]


@dataclass(frozen=True, slots=True)
class PlaceFile:
    """places.toml, which tools/coastlines.py writes."""

    space: dict[str, tuple[Fraction, Fraction]]


def _read() -> tuple[ChartFile, PlaceFile]:
    chart = data.load(h.PACKAGE, "chart.toml", ChartFile)
    places = data.load(h.PACKAGE, "places.toml", PlaceFile)
    check_known(h.PACKAGE, "chart.toml", "box", "box", h.BOXES, chart.box)
    check_known(h.PACKAGE, "places.toml", "space", "port", h.PORTS, places.space)
    for key in ("stealth", "trays"):
        check_known(h.PACKAGE, "chart.toml", key, "side", h.SIDES, getattr(chart, key))
    return chart, places


CHART, PLACES = _read()
WIDTH = CHART.breadth * 2 / math.sqrt(3)  # of a hex from corner to corner
HEIGHT = CHART.breadth * CHART.aspect


def centre_of(name: str) -> Spot:
    """Where a hex lies; even columns lie half a hex lower."""
    column, row = int(name[:2]), int(name[2:])
    x, y = CHART.first
    return x + (column - 1) * WIDTH * 3 / 4, y + (row - 1 + (column % 2 == 0) / 2) * HEIGHT


@functools.cache
def board(scenario: str) -> Board:
    """The chart of a scenario; that of the campaign is its first operation's."""
    key = LINKED.operations[0] if scenario == CAMPAIGN else scenario
    played, there = SCENARIOS[key], waters(key)
    spaces = [*_hexes(), *_marks(played, there), *_boxes(there, played)]
    return Board(
        "Atlantic Chase",
        CHART.aspect,
        (Side(h.GERMAN, "German", ("de",)), Side(h.BRITISH, "British", ("gb",))),
        tuple(spaces),
        tuple(_links()),
        tuple(_lines()),
        tuple(_areas()),
    )


def board_of(state: State) -> str:
    """The scenario whose chart lies on the table: in a campaign that of the present operation."""
    return state.scenario


def _hexes() -> Iterator[Space]:
    for number, name in enumerate(h.HEXES):
        yield Space(name, h.hex_name(number), "hex", *centre_of(name), WIDTH, HEIGHT)


def _marks(scenario: Scenario, there: Waters) -> Iterator[Space]:
    """Ports where they lie, air bases in a free part of their hexes."""
    taken = list(PLACES.space.values())
    for key, port in h.PORTS.items():
        side = there.control[key]
        is_used = side in h.SIDES
        x, y = PLACES.space[key]
        mark = PORT if is_used else NEUTRAL_PORT
        yield Space(key, port.name, "point", x, y, within=port.hexes[0], mark=mark, side=side if is_used else "")
    names = {base_key(key): base.name for key, base in h.MAP.base.items()}
    names |= {base_key(word(base.name)): base.name for base in scenario.airbase}
    for key, (side, number) in there.bases.items():
        name = h.HEXES[number]
        spot = _free(name, taken)
        taken.append(spot)
        yield Space(f"airbase/{key}", names[key], "point", *spot, within=name, mark=AIRFIELD, side=side)


def _free(name: str, taken: list[Spot]) -> Spot:
    """The corner of a hex that is farthest from all marks."""
    x, y = centre_of(name)
    corners = [(x + WIDTH * 0.3 * math.cos(turn), y + HEIGHT * 0.3 * math.sin(turn)) for turn in _turns()]
    return max(corners, key=lambda spot: min((_apart(spot, other) for other in taken), default=0.0))


def _turns() -> list[float]:
    return [math.radians(degrees) for degrees in range(-150, 210, 60)]


def _apart(one: Spot, other: Spot) -> float:
    return math.hypot(one[0] - other[0], (one[1] - other[1]) / CHART.aspect)


def _boxes(there: Waters, scenario: Scenario) -> Iterator[Space]:
    """The port boxes, and the boxes of boats that wait where a scenario has any."""
    for key, box in h.BOXES.items():
        at = CHART.box[key]
        side = next((side for side in h.SIDES if key in there.boxes[side]), "")
        mark = PORT if side else NEUTRAL_PORT
        yield Space(f"box/{key}", box.name, "box", at.x, at.y, at.width, BOX_HEIGHT, mark=mark, side=side)
    for side, at in CHART.stealth.items():
        if any(one.side == side for one in scenario.stealth):
            yield Space(STEALTH_BOX[side], at.name, "box", at.x, at.y, at.width, BOX_HEIGHT, side=side)


def _links() -> Iterator[Link]:
    for one, other in itertools.combinations(h.ALL_HEXES, 2):
        if other in h.NEIGHBOURS[h.GERMAN][one]:
            yield Link(h.HEXES[one], h.HEXES[other], drawn=False)


def _lines() -> Iterator[Line]:
    for one, other in h.MAP.closed:
        yield Line(f"closed/{one}/{other}", "bar", "", "Closed side", (one, other))
    for one, other in h.MAP.canal:
        yield Line(f"canal/{one}/{other}", "arrow", h.GERMAN, "Canal, open to the German alone", (one, other))


def _areas() -> Iterator[Area]:
    yield Area("arctic", "ice", "Arctic Line, always Bad Weather", spaces=h.MAP.arctic, sign="snowflake")
    yield Area("uboat_zone", "zone", "U-boat zone", h.GERMAN, spaces=h.MAP.uboat_zone, sign="uboat")
    for side, room in CHART.trays.items():
        corners = ((room.left, room.top), (room.right, room.bottom))
        yield Area(f"trays/{side}", "trays", room.name, side, points=corners)

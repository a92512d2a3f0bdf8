"""The sea on which a scenario of Night Action is fought: its scale, edges, shores and minefields."""

from __future__ import annotations

import functools

from flagplot.engine.view import Area, Board, Line, Scale, Side, Spot
from flagplot.games.night_action.scenarios import SCENARIOS, Scenario
from flagplot.games.night_action.ships import ALLIED, AXIS, GUNNERY

SIDE_NAMES = {AXIS: "Axis", ALLIED: "Allied"}
FLAGS = {AXIS: ("de",), ALLIED: ("gb",)}
GRID = 20.0  # cm
FARTHEST_RING = 100  # cm of the bands of range that are worth a ring
RINGS = tuple(
    (float(range_), f"{modifier:+}".replace("-", "−").replace("+0", "±0"))
    for range_, modifier in GUNNERY.bands
    if range_ <= FARTHEST_RING
)
CABLE = ("cables", 9.0)
SHORE = 0.04  # how wide land is drawn beyond an edge, as a fraction of the board
# Where each edge begins and ends
EDGES: dict[str, tuple[Spot, Spot]] = {
    "west": ((0.0, 1.0), (0.0, 0.0)),
    "north": ((0.0, 0.0), (1.0, 0.0)),
    "east": ((1.0, 0.0), (1.0, 1.0)),
    "south": ((0.0, 1.0), (1.0, 1.0)),
}
OUTWARD = {"west": (-1, 0), "north": (0, -1), "east": (1, 0), "south": (0, 1)}


@functools.cache
def board(scenario: str) -> Board:
    """The board of a scenario."""
    plan = SCENARIOS[scenario]
    width, height = plan.table
    return Board(
        plan.title,
        width / height,
        tuple(Side(side, name, FLAGS[side]) for side, name in SIDE_NAMES.items()),
        (),
        lines=_exits(plan),
        areas=(*_shores(plan), *_mines(plan)),
        scale=Scale("cm", float(width), GRID, RINGS, CABLE, float(plan.wind)),
    )


def _exits(plan: Scenario) -> tuple[Line, ...]:
    """The edges by which ships of a side are to leave."""
    lines = []
    for side, edges in plan.exits.items():
        for edge in edges:
            name = f"Exit of the {SIDE_NAMES[side]} side"
            lines.append(Line(f"exit/{side}/{edge}", "edge", side, name, EDGES[edge]))
    return tuple(lines)


def _shores(plan: Scenario) -> tuple[Area, ...]:
    areas = []
    for edge in plan.shore:
        (x1, y1), (x2, y2) = EDGES[edge]
        east, south = OUTWARD[edge]
        far = (SHORE * east, SHORE * south)
        corners = ((x1, y1), (x2, y2), (x2 + far[0], y2 + far[1]), (x1 + far[0], y1 + far[1]))
        areas.append(Area(f"shore/{edge}", "land", f"Shore in the {edge}", points=corners))
    return tuple(areas)


def _mines(plan: Scenario) -> tuple[Area, ...]:
    width, height = plan.table
    areas = []
    for number, field in enumerate(plan.mines, 1):
        west, north = field.x / width, field.y / height
        east, south = (field.x + field.width) / width, (field.y + field.height) / height
        corners = ((west, north), (east, north), (east, south), (west, south))
        areas.append(Area(f"mines/{number}", "mines", "Minefield", points=corners))
    return tuple(areas)

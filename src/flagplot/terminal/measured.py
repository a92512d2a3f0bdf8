"""A measured board in the terminal: a plot of characters, and a list of what is seen with bearings and distances."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from flagplot.engine.view import Board, Piece, Placed, Scale, Spot
from flagplot.terminal.canvas import Canvas
from flagplot.terminal.pieces import CUT, Legend
from flagplot.terminal.pieces import Line as Characters
from flagplot.terminal.scene import ACTIVE, Scene

ARROWS = "↑↗→↘↓↙←↖"
CHARACTER = 2  # times as high as wide
GRID = ("·", "dim blue")
AREAS = {"light": ("░", "yellow"), "smoke": ("▒", "dim"), "mines": ("x", "red"), "land": ("#", "green")}
LINES = {"track": ("•", "bold cyan"), "course": ("'", "cyan"), "fire": ("-", "yellow")}
CONTACT, NO_HEADING = "◇", "○"
NAME_ROOM = 14  # columns for a name on the plot
FEWEST_ROWS = 8

Cell = tuple[int, int]


class Plot:
    """Where a place of a measured board lies on a canvas."""

    def __init__(self, board: Board, width: int, height: int) -> None:
        self.columns = min(width, round(height * CHARACTER * board.aspect))
        self.rows = min(height, max(FEWEST_ROWS, round(self.columns / CHARACTER / board.aspect)))

    def cell(self, spot: Spot) -> Cell:
        return math.floor(spot[0] * self.columns), math.floor(spot[1] * self.rows)

    def holds(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def between(self, one: Spot, other: Spot) -> Iterator[Cell]:
        """The cells of a line that are on the canvas."""
        (x1, y1), (x2, y2) = self.cell(one), self.cell(other)
        steps = max(abs(x2 - x1), abs(y2 - y1), 1)
        for step in range(steps + 1):
            cell = round(x1 + (x2 - x1) * step / steps), round(y1 + (y2 - y1) * step / steps)
            if self.holds(cell):
                yield cell


def plot(scene: Scene, width: int, height: int) -> Text:
    """The board: what is near to lights, smoke and mines, tracks and fire, and ships by the way they head."""
    drawn = Plot(scene.board, width, height)
    canvas = Canvas(drawn.columns, drawn.rows)
    for cell in _grid(scene.board, drawn):
        canvas.put(*cell, [GRID])
    for area in (*scene.board.areas, *scene.view.areas):
        if sign := AREAS.get(area.kind):
            for cell in _covered(drawn, area.points, area.radius, scene.board.aspect):
                canvas.put(*cell, [sign])
    for line in scene.view.lines:
        spots = [place for place in line.through if not isinstance(place, str)]
        if line.kind in LINES:
            for one, other in itertools.pairwise(spots):
                for cell in drawn.between(one, other):
                    canvas.put(*cell, [LINES[line.kind]])
    taken: set[Cell] = set()
    for piece, placed in _placed(scene.view.pieces):
        cell = drawn.cell((placed.pose.x, placed.pose.y))
        if drawn.holds(cell):
            canvas.put(*cell, [_mark(scene, piece, placed)])
            taken.add(cell)
    for piece, placed in _placed(scene.view.pieces):
        _write_name(scene, canvas, drawn, taken, piece, placed)
    return canvas.text()


def _grid(board: Board, drawn: Plot) -> Iterator[Cell]:
    """Where the lines of the graticule cross."""
    scale = board.scale
    if scale is None or not scale.grid:
        return
    across, down = scale.across, scale.across / board.aspect
    for column in range(1, math.ceil(across / scale.grid)):
        for row in range(1, math.ceil(down / scale.grid)):
            cell = drawn.cell((column * scale.grid / across, row * scale.grid / down))
            if drawn.holds(cell):
                yield cell


def _covered(drawn: Plot, points: Sequence[Spot], radius: float, aspect: float) -> Iterator[Cell]:
    """The cells near to the points of an area, or inside a rectangle of points."""
    if not radius and len(points) > 2:
        west, east = min(x for x, _ in points), max(x for x, _ in points)
        north, south = min(y for _, y in points), max(y for _, y in points)
    else:
        west, east = min(x for x, _ in points) - radius, max(x for x, _ in points) + radius
        north = min(y for _, y in points) - radius * aspect
        south = max(y for _, y in points) + radius * aspect
    for row in range(math.floor(north * drawn.rows), math.ceil(south * drawn.rows)):
        for column in range(math.floor(west * drawn.columns), math.ceil(east * drawn.columns)):
            x, y = (column + 0.5) / drawn.columns, (row + 0.5) / drawn.rows
            near = not radius or any(math.hypot(x - px, (y - py) / aspect) <= radius for px, py in points)
            if near and drawn.holds((column, row)):
                yield column, row


def _placed(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Placed]]:
    return ((piece, piece.placed) for piece in pieces if piece.placed)


def _mark(scene: Scene, piece: Piece, placed: Placed) -> tuple[str, str]:
    """A ship as an arrow the way she heads; a contact as a diamond."""
    style = ACTIVE if piece.id in scene.active else _style(scene.legend, piece.side)
    return (CONTACT if piece.hidden else arrow(placed.pose.heading)), style


def arrow(heading: float | None) -> str:
    """The arrow that comes nearest to a heading."""
    return NO_HEADING if heading is None else ARROWS[round(heading / 45) % len(ARROWS)]


def _style(legend: Legend, side: str) -> str:
    return legend.sides[side].style if side in legend.sides else ""


def _write_name(scene: Scene, canvas: Canvas, drawn: Plot, taken: set[Cell], piece: Piece, placed: Placed) -> None:
    """A name beside its mark, where it covers no ship and no other name."""
    x, y = drawn.cell((placed.pose.x, placed.pose.y))
    name = piece.name if len(piece.name) <= NAME_ROOM else piece.name[: NAME_ROOM - 1] + CUT
    for start, row in ((x + 1, y), (x - len(name), y), (x - len(name) // 2, y + 1), (x - len(name) // 2, y - 1)):
        cells = {(start + column, row) for column in range(len(name))}
        if canvas.holds(start, row, len(name)) and not cells & taken:
            line: Characters = [(name, _style(scene.legend, piece.side))]
            canvas.put(start, row, line)
            taken |= cells
            return


def sightings(scene: Scene, origin: str, width: int) -> list[Table]:
    """What is seen, each with its course and, from the ship in question, its bearing and distance."""
    scale = scene.board.scale
    assert scale is not None
    found = list(_placed(scene.view.pieces))
    start = next((placed for piece, placed in found if piece.id == origin), None)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for name in ("", "ship", "course", f"{scale.unit} off" if start else "", "bearing" if start else "", ""):
        table.add_column(name, no_wrap=True)
    for piece, placed in found:
        style = _style(scene.legend, piece.side)
        heading = placed.pose.heading
        apart, bearing = _from(scene.board, scale, start, placed) if start and piece.id != origin else ("", "")
        table.add_row(
            Text(CONTACT if piece.hidden else arrow(heading), style),
            Text(f"contact {piece.name}" if piece.hidden else piece.name, style),
            "" if heading is None else f"{heading:03.0f}",
            apart,
            bearing,
            Text(placed.text, "dim"),
        )
    return [table]


def _from(board: Board, scale: Scale, start: Placed, placed: Placed) -> tuple[str, str]:
    """How far something is from a ship, and in which direction."""
    east = (placed.pose.x - start.pose.x) * scale.across
    south = (placed.pose.y - start.pose.y) * scale.across / board.aspect
    return f"{math.hypot(east, south):.1f}", f"{math.degrees(math.atan2(east, -south)) % 360:03.0f}"

"""A chart of hexes as a grid of characters, and what lies over it: strings as lists of places, trays, goals."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from flagplot.engine.view import Board, Goal, Knot, Line, Space, Tray, View
from flagplot.terminal.canvas import Canvas
from flagplot.terminal.pieces import CUT, Legend, pip_marks
from flagplot.terminal.pieces import Line as Characters
from flagplot.terminal.scene import ACTIVE, Scene

CELL = 4  # columns of a hex, with the blank after it
SIGNS = 3  # characters that tell who is in a hex
MARKS = {"port": "p", "neutral": "p", "airfield": "a"}
AREAS = {"ice": ("*", "bold white"), "zone": ("/", "blue")}
SEA = ("·", "dim blue")
LIST_ROOM = 46  # columns that a string's places may take beside its name

Cell = tuple[int, int]


def cells_of(board: Board) -> dict[str, Cell]:
    """The column and the half row of each hex; of hexes with a point on top, the half column and the row."""
    hexes = [space for space in board.spaces if space.kind == "hex"]
    left, top = min(space.x for space in hexes), min(space.y for space in hexes)
    is_flat = hexes[0].width * board.aspect >= hexes[0].height
    across, down = (0.75, 0.5) if is_flat else (0.5, 0.75)
    return {
        space.id: (round((space.x - left) / space.width / across), round((space.y - top) / space.height / down))
        for space in hexes
    }


def height_of(board: Board, is_tall: bool) -> int:
    """How many rows a chart takes: a row for each half hex, or for each hex where it must be low."""
    rows = max(row for _, row in cells_of(board).values()) + 1
    return rows if is_tall else -(-rows // 2)


def width_of(board: Board) -> int:
    """How many columns a chart takes."""
    return (max(column for column, _ in cells_of(board).values()) + 1) * CELL


def hexed(scene: Scene, width: int, height: int) -> Text:
    """The chart: in each hex the number of the option that leads there, or who is in it, or what the place is."""
    is_tall = height_of(scene.board, is_tall=True) <= height
    columns = max(width_of(scene.board), CELL)
    canvas = Canvas(columns, height_of(scene.board, is_tall))
    spaces = {space.id: space for space in scene.board.spaces}
    for key, (column, row) in cells_of(scene.board).items():
        canvas.put(column * CELL, row if is_tall else row // 2, _in_hex(scene, spaces[key]))
    chart = canvas.text()
    if columns > width:
        chart.truncate(width)
    return chart


def _in_hex(scene: Scene, space: Space) -> Characters:
    if (number := scene.numbers.get(space.id)) is not None:
        return [(str(number)[:SIGNS], ACTIVE)]
    style = ACTIVE if space.id in scene.active else ""
    signs = _signs(scene, space, style)
    if signs:
        return signs
    marks = [one for one in scene.board.spaces if one.within == space.id and one.mark in MARKS]
    if marks:
        best = max(marks, key=lambda one: one.mark != "airfield")
        side = scene.legend.sides.get(best.side)
        return [(MARKS[best.mark], style or (side.style if side else "dim"))]
    areas = [AREAS[area.kind] for area in scene.board.areas if area.kind in AREAS and space.id in area.spaces]
    sign, own = areas[0] if areas else SEA
    return [("o", style)] if style else [(sign, own)]


def _signs(scene: Scene, space: Space, style: str) -> Characters:
    """The signs of the lines in a hex and the marks of the pieces there; of too many, an ellipsis."""
    found: Characters = []
    for line in scene.view.lines:
        if space.id in line.through:
            found.append((line.sign or line.name[:1], style or _style(scene.legend, line.side)))
    for piece in scene.pieces_in(space):
        side = scene.legend.sides[piece.side]
        found.append((side.mark, style or side.style))
    room: Characters = []
    for text, own in found:
        if sum(len(one) for one, _ in room) + len(text) > SIGNS:
            return [*room[:-1], (CUT, "dim")] if len(room) > 1 else [*room, (CUT, "dim")]
        room.append((text, own))
    return room


def _style(legend: Legend, side: str) -> str:
    return legend.sides[side].style if side in legend.sides else "bold"


# In words


def strings(scene: Scene, width: int) -> Iterator[Text]:
    """Each string or pin with its places and what hangs from it, in one line."""
    names = {space.id: space.name for space in scene.board.spaces}
    for line in scene.view.lines:
        head = Text(f"{line.sign:>2} {line.name}", _style(scene.legend, line.side))
        places = _places(line, names)
        tail = ", ".join([*(_knot(knot, line) for knot in line.knots), *line.badges])
        text = Text.assemble(head, "  ", places, (f"  {tail}" if tail else "", "yellow"))
        text.truncate(width, overflow="ellipsis")
        yield text


def _places(line: Line, names: dict[str, str]) -> str:
    """The places of a line in order: hexes by their numbers, a place alone by its name."""
    ids = [place for place in line.through if isinstance(place, str)]
    if len(ids) == 1:
        return f"at {names.get(ids[0], ids[0])}"
    words = " ".join(ids)
    return words if len(words) <= LIST_ROOM else f"{' '.join(ids[:4])} … {' '.join(ids[-4:])} ({len(ids)})"


def _knot(knot: Knot, line: Line) -> str:
    place = line.through[knot.at]
    return f"{knot.name} in {place}" if isinstance(place, str) else knot.name


def trays(view: View, legend: Legend, width: int) -> list[Table]:
    """The trays as a table."""
    if not view.trays:
        return []
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for name in ("", "force", "", "ships"):
        table.add_column(name)
    for tray in view.trays:
        facts = ", ".join([*(fact.value for fact in tray.facts), *tray.badges])
        style = _style(legend, tray.side)
        table.add_row(Text(_sign(tray, view), style), Text(tray.name, style), Text(facts, "dim"), Text(_ships(tray)))
    return [table]


def _sign(tray: Tray, view: View) -> str:
    return tray.sign or next((line.sign for line in view.lines if line.id == tray.of), "")


def _ships(tray: Tray) -> str:
    """The pieces of a tray with their hits."""
    return ", ".join(f"{piece.name}{hits_in_words(piece.damage)}{pip_marks(piece)}" for piece in tray.pieces)


def hits_in_words(damage: tuple[int, int, int] | None) -> str:
    """The hits of a ship, and how many sink her; nothing where she is whole."""
    return f" {damage[0]}/{damage[2]}" if damage and damage[0] else ""


def goals(view: View, legend: Legend, width: int) -> list[Text]:
    """The score and the goals in one line."""
    if not view.goals:
        return []
    line = Text()
    for goal in sorted(view.goals, key=lambda one: not one.is_score):
        line.append("  " if line else "").append_text(_goal(goal, legend))
    line.truncate(width, overflow="ellipsis")
    return [line]


def _goal(goal: Goal, legend: Legend) -> Text:
    style = _style(legend, goal.side) if goal.side else ""
    if goal.is_score:
        side = legend.sides.get(goal.side)
        return Text(f"{side.name if side else goal.name} {goal.value}", style)
    amount = "" if goal.value is None else f" {goal.value:,}" + (f"/{goal.target:,}" if goal.target is not None else "")
    warning = "! " if goal.is_danger else ""
    unit = f" {goal.unit}" if goal.unit else ""
    return Text.assemble((warning, "red"), (goal.name, style), amount, unit, (" ✓" if goal.is_met else "", "green"))

"""A chart of plotting spaces: marks joined by lanes, the numbers of options at them, and who lies there."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from rich.text import Text

from flagplot.engine.view import Board, Space
from flagplot.terminal.canvas import Canvas
from flagplot.terminal.pieces import CUT, Line, are_individuals, by_side, cell, length, signs
from flagplot.terminal.scene import ACTIVE, Scene

MARKS = {"start": "◎", "sea": "○", "zone": "⬡", "haven": "◇", "neutral": "□", "port": "▣", "base": "▦"}
STYLES = {"zone": "bold red", "sea": "", "neutral": "green", "port": "magenta", "base": "bold magenta"}
LANE = ("·", "dim blue")
ROOM = 3  # columns of a point: its mark and a number of two figures
CHARACTER = 2  # times as high as wide
LABELS = (22, 16, 11, 8, 5)  # columns that the pieces in a space may take, from roomy to tight
CLEAR = 3  # columns between a label below or above its mark and others, or it would seem to be theirs
KEY_ROWS = 2
# How briefly pieces may be written: ships by their number of a kind, but no name by letters that tell nothing.
BY_KIND, BY_FIRST_WORD = 3, 2
NEAR = 6  # columns that a point may stand from its place; a row counts as two

Cell = tuple[int, int]


def plotted(scene: Scene, width: int, height: int) -> Text:
    """The chart at its natural height, or as low as leaves room for a key within that height."""
    rows = min(height - KEY_ROWS, round(width / scene.board.aspect / CHARACTER))
    spots = cells_of(scene.board, width, rows)
    canvas = Canvas(width, rows)
    for link in scene.board.links:
        bends = [_cell(scene.board, place, width, rows) for place in link.via]
        for x, y in _lane([spots[link.one], *bends, spots[link.other]]):
            canvas.put(x, y, [LANE])
    taken: set[Cell] = set()
    for space in scene.board.spaces:
        _write(canvas, taken, spots[space.id], _mark(scene, space))
    in_turn = sorted(scene.board.spaces, key=lambda one: (not scene.pieces_in(one), one.id not in scene.active))
    for space in in_turn:
        _label(scene, canvas, taken, spots[space.id], space)
    return canvas.text()


def _cell(board: Board, place: tuple[float, float], width: int, rows: int) -> Cell:
    """Where a place of the board lies on a canvas; no row is left to seas north or south of all spaces."""
    north, south = min(space.y for space in board.spaces), max(space.y for space in board.spaces)
    x, y = place
    row = round((y - north) / ((south - north) or 1) * (rows - 1))
    return round(x * (width - ROOM)), max(0, min(row, rows - 1))


@functools.cache
def cells_of(board: Board, width: int, rows: int) -> dict[str, Cell]:
    """A cell for each point as near to its place as the others allow."""
    spots: dict[str, Cell] = {}
    taken: set[Cell] = set()
    for space in board.spaces:
        x, y = _cell(board, (space.x, space.y), width, rows)
        near = sorted(
            (abs(dx) + 2 * abs(dy), dx, dy) for dx in range(-NEAR, NEAR + 1) for dy in range(-NEAR // 2, NEAR // 2 + 1)
        )
        places = ((x + dx, y + dy) for _, dx, dy in near if 0 <= x + dx <= width - ROOM and 0 <= y + dy < rows)
        spot = next((place for place in places if not taken & set(_cells(place, ROOM + 1))), (x, y))
        spots[space.id] = spot
        taken.update(_cells(spot, ROOM + 1))
    return spots


def _cells(start: Cell, wide: int) -> Iterator[Cell]:
    return ((start[0] + column, start[1]) for column in range(wide))


def _lane(line: list[Cell]) -> Iterator[Cell]:
    """The cells of a line between points, not quite up to them."""
    for (x1, y1), (x2, y2) in itertools.pairwise(line):
        steps = max(abs(x2 - x1) // 2, abs(y2 - y1), 1)
        for step in range(1, steps):
            yield round(x1 + (x2 - x1) * step / steps), round(y1 + (y2 - y1) * step / steps)


def _mark(scene: Scene, space: Space) -> Line:
    """A point by its sign or its mark, and the number of the option that leads there."""
    mark = (space.sign or MARKS.get(space.mark, MARKS["sea"]), STYLES.get(space.mark, "bold"))
    number = scene.numbers.get(space.id)
    if number is None:
        return [(mark[0], ACTIVE)] if space.id in scene.active else [mark]
    return [*([] if space.mark == "sea" else [mark]), (str(number), ACTIVE)]


def _write(canvas: Canvas, taken: set[Cell], start: Cell, line: Line) -> None:
    canvas.put(*start, line)
    taken.update(_cells(start, length(line)))


def _label(scene: Scene, canvas: Canvas, taken: set[Cell], spot: Cell, space: Space) -> None:
    """The pieces in a space beside its mark, or its name where it is on offer or one of the few, if there is room."""
    mark = _plain(_mark(scene, space))
    others = taken - set(_cells(spot, len(mark)))
    lines = list(_lines(scene, space))
    for clear, line in itertools.product((CLEAR, 1), lines):
        wide = length(line)
        for x, y in _around(spot, mark, _plain(line)):
            margin = 1 if y == spot[1] else clear
            if canvas.holds(x, y, wide) and others.isdisjoint(_cells((x - margin, y), wide + 2 * margin)):
                return _write(canvas, taken, (x, y), line)
    return None


def _lines(scene: Scene, space: Space) -> Iterator[Line]:
    """What may be written beside a mark, from roomy to tight: pieces, at last their numbers and whose they are."""
    if pieces := scene.pieces_in(space):
        shortest = BY_KIND if are_individuals(pieces) else BY_FIRST_WORD
        lines = (cell(pieces, scene.legend, room, shortest) for room in LABELS)
        yield from (line for line in lines if _plain(line)[-1] != CUT)
        sides = [(scene.legend.sides[side], sum(one.count for one in own)) for side, own in by_side(pieces).items()]
        yield [(f"{side.mark}{number}", side.style) for side, number in sides]
        yield [(side.mark, side.style) for side, _ in sides]
    elif space.mark != "sea":
        yield [(space.name.partition(" (")[0], ACTIVE if space.id in scene.active else "dim")]


def _plain(line: Line) -> str:
    return "".join(text for text, _ in line)


def _around(spot: Cell, mark: str, label: str) -> Iterator[Cell]:
    """Where a label may begin: right and left of a mark, below and above it."""
    (x, y), wide = spot, len(label)
    runs_on = label[-1].isalnum() and mark[0].isalnum()  # AC2 before option 3 would read as AC23
    yield x + len(mark), y
    yield x - wide - runs_on, y
    yield from ((x - shift, y + row) for row in (1, -1) for shift in (0, wide // 2, wide - 1))


def key(scene: Scene, width: int) -> list[Text]:
    """What the signs of a plot mean, as far as there is room on its rows."""
    rows: list[Text] = [Text()]
    for sign, meaning in marks_of(scene.board) + signs(scene.legend, scene.view.pieces):
        words = Text.assemble(*sign, (f" {meaning}", "dim"))
        if rows[-1].cell_len + 2 + words.cell_len > width:
            if len(rows) == KEY_ROWS:
                break
            rows.append(Text())
        rows[-1].append("  " if rows[-1] else "").append_text(words)
    return rows


def marks_of(board: Board) -> list[tuple[Line, str]]:
    """The marks of a board's points, each with what it means."""
    found: list[tuple[Line, str]] = []
    for mark, symbol in MARKS.items():
        if drawn := {space.sign or symbol for space in board.spaces if space.mark == mark}:
            found.append(([(" ".join(sorted(drawn)), STYLES.get(mark, "bold"))], mark))
    return found

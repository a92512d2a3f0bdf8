"""The chart: spaces as panels on the sea with the pieces inside, or as a list where that is too wide; or a plot."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from flagplot.engine.view import Fact, Space, SpaceKind
from flagplot.terminal import measured
from flagplot.terminal.canvas import Canvas
from flagplot.terminal.hexes import hexed, strings
from flagplot.terminal.layout import Panel, arranged
from flagplot.terminal.pieces import Line, block, cell, signs
from flagplot.terminal.plotting import key, marks_of, plotted
from flagplot.terminal.scene import ACTIVE, Scene

LEAST_WIDTH = 92
LEAST_HEIGHT, MOST_HEIGHT = 18, 30
PIECES_ROOM = 14  # columns that a square should leave to its pieces
LIST_ROOM = 20  # columns for the pieces of a square in a list
NAME_ROOM = 24  # columns for the name of a space in a list

# Panels of seas without squares and of ports: per cent of the chart's width, and rows; from roomy to tight.
Size = dict[SpaceKind, tuple[int, int]]
SIZES: tuple[Size, ...] = (
    {"sea": (24, 6), "port": (19, 5)},
    {"sea": (22, 5), "port": (19, 4)},
    {"sea": (20, 5), "port": (18, 4)},
    {"sea": (18, 5), "port": (17, 4)},
    {"sea": (18, 4), "port": (15, 3)},
)
SLACK = 2  # rows that roomier panels are worth
BOX_HEIGHT = 3
WIDEST = 36

FRAMES: dict[SpaceKind, str] = {"sea": "╭─╮│╰╯", "square": "╭─╮│╰╯", "port": "╔═╗║╚╝", "box": "┌─┐│└┘"}
ACTIVE_FRAME = "┏━┓┃┗┛"
QUIET = "dim"


def chart(scene: Scene, width: int, height: int) -> RenderableType | None:
    """The board as a picture of about that height; None when it does not fit."""
    if scene.is_measured:
        return Group(measured.plot(scene, width, height), *measured.sightings(scene, scene.subject, width))
    if scene.is_hexed:
        return Group(hexed(scene, width, height), *strings(scene, width))
    if scene.is_plotted:
        return Group(plotted(scene, width, height), *key(scene, width))
    if width < LEAST_WIDTH:
        return None
    panels = laid_out(scene, width, max(LEAST_HEIGHT, min(height, MOST_HEIGHT)))
    return _painted(scene, panels, width) if panels else None


def signs_in_words(scene: Scene) -> Text:
    """What the signs of a chart mean."""
    found = signs(scene.legend, scene.view.pieces)
    if scene.is_plotted:
        side = next(iter(scene.legend.sides.values()))
        found = [
            *marks_of(scene.board),
            *found,
            ([(f"{side.mark}3", side.style)], "three of that side"),
            ([("7", ACTIVE)], "option 7 leads here"),
        ]
    words = [Text.assemble(*sign, f" {meaning}") for sign, meaning in found]
    return Text.assemble("Signs of the chart: ", Text(", ").join(words), ".")


def laid_out(scene: Scene, width: int, height: int) -> tuple[Panel, ...] | None:
    """Panels as roomy as that height allows, or a little more, else as tight as the highest chart allows."""
    areas = tuple(scene.areas)
    for size in SIZES:
        for rows in range(height, MOST_HEIGHT + 1 if size is SIZES[-1] else min(height + SLACK, MOST_HEIGHT) + 1):
            panels = arranged(areas, tuple(_panel_size(scene, area, width, size) for area in areas), width, rows)
            if panels:
                return panels
    return None


def _panel_size(scene: Scene, area: Space, width: int, size: Size) -> tuple[int, int]:
    """Width and height of a space's panel, which depend on the board alone, so that nothing jumps about."""
    parts = scene.parts(area)
    if parts:
        return min(30, max(20, width * 2 // 9)), len(parts) + 3
    if area.kind == "box":
        return min(max(len(one.name) for one in scene.areas if one.kind == "box") + 4, WIDEST), BOX_HEIGHT
    share, rows = size["port" if area.kind == "port" else "sea"]
    return min(width * share // 100, WIDEST), rows


def _painted(scene: Scene, panels: Sequence[Panel], width: int) -> Text:
    canvas = Canvas(width, max(panel.y + panel.height for panel in panels), is_rough=True)
    for panel in panels:
        _paint(canvas, panel, scene)
    return canvas.text()


def _paint(canvas: Canvas, panel: Panel, scene: Scene) -> None:
    """Frame, name, contents and, in the lower edge, the facts of a space."""
    area, inner = panel.space, panel.width - 2
    active = scene.is_active(area)
    style = ACTIVE if active else QUIET
    corner_nw, bar, corner_ne, side, corner_sw, corner_se = tuple(ACTIVE_FRAME if active else FRAMES[area.kind])
    canvas.put(panel.x, panel.y, [(corner_nw + bar * inner + corner_ne, style)])
    canvas.put(panel.x + 1, panel.y, [(f" {_fitting(area.name, inner - 2)} ", ACTIVE if active else "bold")])
    lines = _contents(scene, area, inner - 2, panel.height - 2)
    for row in range(panel.height - 2):
        line = lines[row] if row < len(lines) else []
        canvas.put(panel.x, panel.y + 1 + row, [(side, style), (" " * inner, ""), (side, style)])
        canvas.put(panel.x + 2, panel.y + 1 + row, line)
    last = panel.y + panel.height - 1
    canvas.put(panel.x, last, [(corner_sw + bar * inner + corner_se, style)])
    if facts := _facts(scene.facts_about(area), inner - 2):
        canvas.put(panel.x + panel.width - 3 - len(facts), last, [(f" {facts} ", "")])


def _fitting(name: str, width: int) -> str:
    """A name, without what stands in brackets or with an ellipsis where it is too long."""
    if len(name) > width:
        name = name.partition(" (")[0]
    return name if len(name) <= width else name[: width - 1] + "…"


def _contents(scene: Scene, area: Space, width: int, rows: int) -> list[Line]:
    """The squares of a space with their pieces, and the pieces that lie in the space itself."""
    own = scene.pieces_in(area)
    parts = scene.parts(area)
    if not parts:
        return block(own, scene.legend, width, rows)
    names = part_names(parts, width)
    lines = [
        [(f"{name} ", "dim"), *(cell(scene.pieces_in(part), scene.legend, width - len(name) - 1) or [("·", "dim")])]
        for name, part in zip(names, parts, strict=True)
    ]
    return [*lines, cell(own, scene.legend, width)]


def part_names(parts: Sequence[Space], width: int) -> list[str]:
    """The names of squares, in full where pieces still find room beside them."""
    longest = max(len(part.name) for part in parts)
    if width - longest - 1 >= PIECES_ROOM:
        return [part.name.ljust(longest) for part in parts]
    return [(part.name if len(part.name) <= 5 else f"{part.name[:4]}.").ljust(5) for part in parts]


def _facts(facts: Sequence[Fact], width: int) -> str:
    """The facts about a space, abbreviated as far as needed."""
    full = ", ".join(f"{fact.name} {fact.value}" for fact in facts)
    if len(full) <= width:
        return full
    short = " ".join(f"{_abbreviation(fact.name)} {fact.value.replace(' of ', '/')}" for fact in facts)
    if len(short) <= width:
        return short
    values = ", ".join(fact.value for fact in facts)
    return values if len(values) <= width else values[: width - 1] + "…"


def _abbreviation(name: str) -> str:
    words = name.split()
    return "".join(word[0].upper() for word in words) if len(words) > 1 else name[:3]


def listing(scene: Scene, width: int) -> RenderableType:
    """The board as a list, for small screens: a row for each space, the empty ones together in the last.

    An empty port or box is not worth a row, whatever facts there are about it; nor is a plotting space a word.
    """
    facts = {area.id: _facts(scene.facts_about(area), width // 3) for area in scene.areas}
    names = {area.id: _fitting(area.name, NAME_ROOM) for area in scene.areas}
    room = width - max(map(len, facts.values())) - max(map(len, names.values())) - 8
    table = Table.grid(padding=(0, 2, 0, 0))
    empty = []
    for area in scene.areas:
        active, words = scene.is_active(area), _in_words(scene, area, max(room, LIST_ROOM))
        is_point = area.kind == "point"
        if words or (active and not is_point) or (facts[area.id] and area.kind == "sea"):
            name = Text(f"{'>' if active else ' '} {names[area.id]}", ACTIVE if active else "bold")
            table.add_row(name, Text.assemble(*words), Text(facts[area.id], "dim"))
        elif not is_point:
            empty.append(area.name)
    return Group(table, Text(f"  empty: {', '.join(empty)}", "dim")) if empty else table


def _in_words(scene: Scene, area: Space, room: int) -> Line:
    """The pieces in a space, those in its squares with the names of the squares."""
    words: Line = []
    for part in scene.parts(area):
        if pieces := scene.pieces_in(part):
            words += [(f"{part.name} ", "dim"), *cell(pieces, scene.legend, LIST_ROOM), ("  ", "")]
    return words + cell(scene.pieces_in(area), scene.legend, LIST_ROOM if words else room)

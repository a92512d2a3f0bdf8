"""Lines of the log: what was chosen, thrown and told, each with its clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from flagplot.engine.log import LogEntry

DICE = " ⚀⚁⚂⚃⚄⚅"
CHOSEN, DRAWN, TOLD, MATTERS = "›", "▯", "·", "◆"
GREAT = 2  # the weight of a scene from which on its line is marked, and what it means is said
DROPPED = "dim strike"
STYLES = {"choice": "dim", "roll": "", "event": "bold"}


def lines(entries: Iterable[LogEntry]) -> Table:
    """Lines of the log: mark, text and clause of each."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for entry in entries:
        means = f"  {entry.scene.means}" if entry.scene and entry.scene.weight >= GREAT and entry.scene.means else ""
        text = Text.assemble((entry.text, STYLES[entry.kind]), (f"  {entry.rule}", "dim"), (means, "italic"))
        table.add_row(_mark(entry), text)
    return table


def height(console: Console, entries: Sequence[LogEntry], width: int) -> int:
    """How many rows of the screen lines of the log take."""
    return len(console.render_lines(lines(entries), console.options.update_width(width))) if entries else 0


def latest(console: Console, entries: Sequence[LogEntry], width: int, rows: int) -> RenderableType:
    """The last lines of the log that fit on so many rows, and how many there are before them."""
    if len(entries) < 2 or height(console, entries, width) <= rows:
        return lines(entries)
    first, room = len(entries) - 1, rows - 1
    while first and height(console, entries[first - 1 :], width) <= room:
        first -= 1
    before = Text(f"… {first} {'line' if first == 1 else 'lines'} more, l shows all", "dim italic")
    return Group(before, lines(entries[first:]))


def _mark(entry: LogEntry) -> Text:
    """A die for each face thrown, struck out where it was dropped; other marks for draws, choices and events."""
    if entry.kind == "roll" and entry.faces and max(entry.faces) < len(DICE):
        styles = [DROPPED if place in entry.dropped else "yellow" for place in range(len(entry.faces))]
        return Text.assemble(*((DICE[face], style) for face, style in zip(entry.faces, styles, strict=True)))
    if entry.kind == "event" and entry.scene and entry.scene.weight >= GREAT:
        return Text(MATTERS, "bold yellow")
    return Text({"choice": CHOSEN, "event": TOLD, "roll": DRAWN}[entry.kind], "yellow")

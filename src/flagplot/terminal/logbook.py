"""Lines of the log: what was chosen, thrown and told, each with its clause."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from flagplot.engine.log import LogEntry

DICE = " ⚀⚁⚂⚃⚄⚅"
CHOSEN, DRAWN, TOLD = "›", "▯", "·"
STYLES = {"choice": "dim", "roll": "", "event": "bold"}


def lines(entries: Iterable[LogEntry]) -> Table:
    """Lines of the log: mark, text and clause of each."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for entry in entries:
        text = Text.assemble((entry.text, STYLES[entry.kind]), (f"  {entry.rule}", "dim"))
        table.add_row(Text(_mark(entry), "yellow"), text)
    return table


def _mark(entry: LogEntry) -> str:
    """A die for each face thrown; other marks for draws, choices and events."""
    if entry.kind == "choice":
        return CHOSEN
    if entry.kind == "event":
        return TOLD
    if entry.faces and max(entry.faces) < len(DICE):
        return "".join(DICE[face] for face in entry.faces)
    return DRAWN

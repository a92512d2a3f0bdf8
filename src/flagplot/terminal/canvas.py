"""A canvas of characters on which charts are drawn."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text

from flagplot.terminal.pieces import Line


class Canvas:
    """Rows of characters, each with a style; empty, it is a smooth sea or a rough one."""

    def __init__(self, width: int, height: int, is_rough: bool = False) -> None:
        self._width, self._height = width, height
        sea = _rough if is_rough else _smooth
        self._cells = [[sea(column, row) for column in range(width)] for row in range(height)]

    def holds(self, x: int, y: int, wide: int) -> bool:
        """Whether so many characters from a place on lie on it."""
        return x >= 0 and x + wide <= self._width and 0 <= y < self._height

    def put(self, x: int, y: int, line: Line) -> None:
        """Write a line from a place on."""
        for text, style in line:
            for character in text:
                self._cells[y][x] = (character, style)
                x += 1

    def text(self) -> Text:
        """All rows, as Rich prints them."""
        return Text("\n").join([_joined(row) for row in self._cells])


def _smooth(column: int, row: int) -> tuple[str, str]:
    return " ", ""


def _rough(column: int, row: int) -> tuple[str, str]:
    """A dot here and there."""
    return ("·", "dim blue") if row % 2 == 0 and (column + 3 * (row // 2 % 2)) % 6 == 0 else (" ", "")


def _joined(row: Line) -> Text:
    """A row with one span for each run of a style."""
    return Text.assemble(
        *(("".join(text for text, _ in run), style) for style, run in groupby(row, lambda cell: cell[1]))
    )

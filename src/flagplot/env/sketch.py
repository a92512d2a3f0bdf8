"""A sketch of the board as an array of pixels: spaces, links, lines and pieces, without names and pictures.

It is drawn with numpy alone, to watch training and to make films; the page and the terminal draw games to be played.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from flagplot.engine.view import Board, Piece, Spot, View

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

WIDTH = 640  # pixels
TALLEST = 1280
SEA, SPACE, EDGE, LINK, HIDDEN = (214, 228, 238), (236, 242, 246), (120, 140, 155), (170, 186, 198), (90, 90, 90)
SIDES = ((178, 45, 38), (28, 72, 128), (46, 110, 62), (130, 90, 20))  # by the order of the board's sides
PIECE = 5  # pixels from the middle to the edge
IN_A_ROW = 5  # pieces side by side in a space


def drawn(board: Board, view: View) -> Picture:
    """A board with what a seat sees on it."""
    height = min(TALLEST, max(1, round(WIDTH / board.aspect)))
    picture = np.empty((height, WIDTH, 3), np.uint8)
    picture[:] = SEA
    middles = {space.id: (space.x, space.y) for space in board.spaces}
    colours = {side.id: SIDES[number % len(SIDES)] for number, side in enumerate(board.sides)}
    for space in board.spaces:
        if space.width:
            _box(picture, (space.x, space.y), space.width / 2 * WIDTH, space.height / 2 * height)
    for link in board.links:
        if link.drawn and link.one in middles and link.other in middles:
            _path(picture, (middles[link.one], *link.via, middles[link.other]), LINK)
    for space in board.spaces:
        if not space.width:
            _box(picture, (space.x, space.y), 3, 3)
    for line in (*board.lines, *view.lines):
        spots = [
            middles[at] if isinstance(at, str) else at
            for at in line.through
            if not isinstance(at, str) or at in middles
        ]
        _path(picture, tuple(spots), colours.get(line.side, EDGE))
    for spot, piece in _pieces(view, middles):
        _piece(picture, spot, HIDDEN if piece.hidden else colours.get(piece.side, EDGE), piece.hidden)
    return picture


def _pieces(view: View, middles: dict[str, Spot]) -> Iterator[tuple[Spot, Piece]]:
    """The pieces on the board with their places; those of one space stand in rows."""
    here: dict[str, int] = {}
    for piece in view.pieces:
        if piece.placed:
            yield (piece.placed.pose.x, piece.placed.pose.y), piece
        elif piece.space in middles:
            number = here.get(piece.space, 0)
            here[piece.space] = number + 1
            x, y = middles[piece.space]
            step = (2 * PIECE + 1) / WIDTH
            yield (x + (number % IN_A_ROW) * step, y + (number // IN_A_ROW) * step), piece


def _pixel(picture: Picture, spot: Spot) -> tuple[int, int]:
    """The row and the column of a spot, which may lie beyond the picture."""
    return round(spot[1] * (picture.shape[0] - 1)), round(spot[0] * (picture.shape[1] - 1))


def _fill(picture: Picture, row: int, column: int, down: int, across: int, colour: Colour) -> None:
    top, left = max(0, row - down), max(0, column - across)
    picture[top : max(0, row + down + 1), left : max(0, column + across + 1)] = colour


def _box(picture: Picture, middle: Spot, across: float, down: float) -> None:
    row, column = _pixel(picture, middle)
    _fill(picture, row, column, round(down), round(across), EDGE)
    _fill(picture, row, column, round(down) - 1, round(across) - 1, SPACE)


def _piece(picture: Picture, spot: Spot, colour: Colour, is_hidden: bool) -> None:
    row, column = _pixel(picture, spot)
    _fill(picture, row, column, PIECE, PIECE, colour)
    if is_hidden:
        _fill(picture, row, column, PIECE - 2, PIECE - 2, SPACE)


def _path(picture: Picture, spots: tuple[Spot, ...], colour: Colour) -> None:
    """A line from spot to spot; what lies beyond the picture is left out."""
    height, width = picture.shape[:2]
    for one, other in itertools.pairwise(spots):
        (row, column), (to_row, to_column) = _pixel(picture, one), _pixel(picture, other)
        steps = min(4 * (width + height), max(abs(to_row - row), abs(to_column - column), 1))
        part = np.linspace(0, 1, math.ceil(steps) + 1)
        rows = np.rint(row + part * (to_row - row)).astype(np.intp)
        columns = np.rint(column + part * (to_column - column)).astype(np.intp)
        inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
        picture[rows[inside], columns[inside]] = colour

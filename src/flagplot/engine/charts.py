"""Charts and tables of a rule book: a die, its modifiers, and the row that they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from flagplot.engine.dice import sides_of

R = TypeVar("R")


class Chart(dict[int, R]):
    """A table read with a modified roll; a roll beyond its ends reads its first or last row.

    It is a dictionary for the sake of speed: playouts read charts more often than anything else.
    """

    __slots__ = ("dice", "first", "name", "rows", "sides")

    def __init__(self, name: str, rows: Sequence[R], first: int = 1, dice: str = "1d6") -> None:
        super().__init__(enumerate(rows, first))
        sides = sides_of(dice)  # a DiceError here and not in the middle of a game
        self.name = name
        self.rows = tuple(rows)
        self.first = first
        self.dice = dice
        self.sides = sides[0] if len(sides) == 1 else 0  # of the one die that it takes; 0 where it takes several

    def __missing__(self, roll: int) -> R:
        row = self.rows[0 if roll < self.first else -1]
        self[roll] = row
        return row

"""Line-ups: the pieces of each side drawn up against the others', in columns where the screen is wide enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from flagplot.engine.view import Lineup, Piece
from flagplot.terminal.pieces import Legend, Side, backs, pip_marks

GAP = 3  # columns between the sides
LEAST_COLUMN = 37  # columns that a side needs beside another
LEAST_TAIL = 16  # columns for badges and aim for which a long name gives way
LEAST_BADGES = 4
NUMBER = 2  # columns for the number that chooses a piece
AIM = "→ "


@dataclass(frozen=True, slots=True)
class Row:
    """A piece in a line-up: the number that chooses it, name, strength, badges, and whom it aims at."""

    number: str
    name: str
    pips: str
    badges: str
    aim: str

    @property
    def tail(self) -> str:
        return " ".join(part for part in (self.badges, self.aim) if part)


@dataclass(frozen=True, slots=True)
class Column:
    """One side of a line-up: the names of its sections, each with its rows."""

    side: Side
    sections: list[tuple[str, list[Row]]]

    @property
    def rows(self) -> list[Row]:
        return [row for _, rows in self.sections for row in rows]

    @property
    def width(self) -> int:
        """How wide it must be to show everything."""
        tail = max((len(row.tail) for row in self.rows), default=0)
        return self._lead(max((len(row.name) for row in self.rows), default=0)) + tail

    def _lead(self, name: int) -> int:
        """How wide number, name and strength are with the blanks between them and behind them."""
        pips = max((len(row.pips) for row in self.rows), default=0)
        return NUMBER + 1 + name + 1 + (pips + 1 if pips else 0)

    def lines(self, width: int) -> list[Text]:
        """The side within that width: long names give way a little, then badges, then aims."""
        name = max((len(row.name) for row in self.rows), default=0)
        tail = max((len(row.tail) for row in self.rows), default=0)
        name = max(min(name, width - min(tail, LEAST_TAIL) - self._lead(0)), 1)
        pips = max((len(row.pips) for row in self.rows), default=0)
        lines = [Text(f"{self.side.mark} {self.side.name}", self.side.style)]
        for heading, rows in self.sections:
            if heading:
                lines.append(Text(f"{' ' * NUMBER} {heading}", "dim italic"))
            for row in rows:
                line = Text.assemble(
                    (row.number.rjust(NUMBER), "bold yellow"),
                    (f" {_fitted(row.name, name).ljust(name)} ", self.side.style),
                    f"{row.pips.ljust(pips)} " if pips else "",
                )
                lines.append(line.append_text(_tail(row, width - line.cell_len)))
        return lines


def drawn_up(lineup: Lineup, legend: Legend, numbers: Mapping[str, int], width: int) -> list[RenderableType]:
    """A line-up; `numbers` are those of the options that choose one piece each."""
    sides = [side for side in legend.sides if any(section.side == side for section in lineup.sections)]
    columns = [_column(lineup, side, legend, numbers) for side in sides]
    heading = Text(lineup.name, "bold underline")
    room = width - GAP * (len(columns) - 1)
    if room < LEAST_COLUMN * len(columns):
        return [heading, *(line for column in columns for line in column.lines(width))]
    shares = _shared([column.width for column in columns], room)
    return [heading, _abreast([column.lines(share) for column, share in zip(columns, shares, strict=True)], shares)]


def _column(lineup: Lineup, side: str, legend: Legend, numbers: Mapping[str, int]) -> Column:
    names = {piece.id: piece.name for section in lineup.sections for piece in section.pieces}
    targets: dict[str, list[str]] = {}
    for firing, target in lineup.aims:
        targets.setdefault(firing, []).append(names.get(target, target))

    def row(piece: Piece) -> Row:
        if piece.hidden:
            return Row("", backs(piece.count), "", "", "")
        number = str(numbers.get(piece.id, ""))
        name = f"{piece.name or piece.kind}{f' {piece.count}' if piece.count > 1 else ''}"
        aim = f"{AIM}{', '.join(targets[piece.id])}" if piece.id in targets else ""
        return Row(number, name, pip_marks(piece), ", ".join(piece.badges), aim)

    own = [section for section in lineup.sections if section.side == side]
    return Column(legend.sides[side], [(section.name, list(map(row, section.pieces))) for section in own])


def _tail(row: Row, room: int) -> Text:
    """Badges and aim; where both do not fit, the aim comes first."""
    badges, aim = row.badges, row.aim
    if len(row.tail) > room:
        left = room - len(aim) - 1 if aim else room
        badges = _fitted(badges, left) if left >= LEAST_BADGES else ""
    parts = [Text(badges, "dim")] if badges else []
    return Text(" ").join([*parts, Text(_fitted(aim, room), "yellow")])


def _fitted(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"


def _shared(wanted: Sequence[int], room: int) -> list[int]:
    """The room parted among the columns: each gets what it wants, or the widest give way."""
    shares = list(wanted)
    while sum(shares) > room:
        shares[shares.index(max(shares))] -= 1
    spare = (room - sum(shares)) // len(shares)
    return [share + spare for share in shares]


def _abreast(columns: Sequence[list[Text]], widths: Sequence[int]) -> Text:
    """Columns side by side."""
    lines = []
    for row in range(max(map(len, columns))):
        line = Text()
        for column, width in zip(columns, widths, strict=True):
            part = column[row] if row < len(column) else Text()
            line.append_text(part).append(" " * (width - part.cell_len + GAP))
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)

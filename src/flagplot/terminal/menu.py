"""The options of a decision: numbered in a list or a grid, and what a typed answer means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from flagplot.engine import Match, Option
from flagplot.engine.decision import OfferedShortcut
from flagplot.engine.table import DICE
from flagplot.engine.view import Board, Description, Figure, Lineup, Space
from flagplot.terminal.pieces import ranges

LEAST_FOR_GRID = 6
LONG_LIST, SHORT_LIST = 9, 4  # longer lists are set in columns, on a full screen already shorter ones
LONGEST_LIST = 14  # rather than a longer one, labels are cut
MOST_DIGITS = 20
SHORTCUT = "+"  # stands before the number of a shortcut
LOW_DANGER, HIGH_DANGER = 0.15, 0.4  # below the first a danger is green, from the second on red
NUMBER = 5  # columns for the number of an option and the blanks behind it


def is_number(word: str) -> bool:
    """Whether a word is a number that somebody may have meant."""
    return word.isdecimal() and len(word) <= MOST_DIGITS


@dataclass(frozen=True, slots=True)
class Entry:
    """An option with its number, counted from 1, and how it looks."""

    number: int
    option: Option
    looks: Description
    forecast: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Menu:
    """What can be answered."""

    entries: tuple[Entry, ...]
    board: Board
    typed_dice: str = ""  # the throw that the player reads off the table, as "2d6", or "a card"
    shortcuts: tuple[OfferedShortcut, ...] = ()

    def entry(self, option: Option) -> Entry:
        return next(entry for entry in self.entries if entry.option == option)

    def numbered(self, number: int) -> Entry | None:
        return self.entries[number - 1] if 1 <= number <= len(self.entries) else None

    def containing(self, words: str) -> list[Entry]:
        """The options whose labels contain the words; one whose label is exactly that wins over all others."""
        wanted = words.casefold()
        labels = [(entry, entry.looks.label.casefold()) for entry in self.entries]
        exact = [entry for entry, label in labels if label == wanted]
        return exact or [entry for entry, label in labels if all(word in label for word in wanted.split())]

    def shortcut(self, number: str) -> OfferedShortcut | None:
        """The shortcut of a number, as "+1"."""
        digits = number.removeprefix(SHORTCUT)
        is_one = number.startswith(SHORTCUT) and is_number(digits) and 1 <= int(digits) <= len(self.shortcuts)
        return self.shortcuts[int(digits) - 1] if is_one else None

    def shortcuts_containing(self, words: str) -> list[OfferedShortcut]:
        """The shortcuts whose labels contain the words."""
        wanted = words.casefold().split()
        return [one for one in self.shortcuts if all(word in one.label.casefold() for word in wanted)]

    def several(self, words: str) -> dict[str, list[Entry]]:
        """What each part of an answer may mean; commas part them, or else every word is one."""
        parts = words.split(",") if "," in words else words.split()
        return {part.strip(): self.meant(part.strip()) for part in parts if part.strip()}

    def meant(self, part: str) -> list[Entry]:
        """The options that a number or a name may mean."""
        numbered = self.numbered(int(part)) if is_number(part) else None
        return [numbered] if numbered else self.containing(part)

    def spaces(self) -> set[str]:
        """The spaces that the options touch."""
        return {space for entry in self.entries for space in entry.looks.spaces}

    def numbers_in(self, lineups: Sequence[Lineup]) -> dict[str, int]:
        """The pieces of line-ups that are an option's only piece and no other option's, with its number."""
        touched = Counter(entry.looks.pieces[0] for entry in self.entries if len(entry.looks.pieces) == 1)
        lined_up = {piece.id for lineup in lineups for section in lineup.sections for piece in section.pieces}
        return {
            piece: entry.number
            for entry in self.entries
            for piece in entry.looks.pieces
            if len(entry.looks.pieces) == 1 and touched[piece] == 1 and piece in lined_up
        }


def menu_of(match: Match[Any]) -> Menu:
    """The options of the present decision."""
    decision = match.decision
    assert decision
    board = match.board
    if decision.seat == DICE:
        faces = tuple(Entry(n, o, Description(_read_off(o))) for n, o in enumerate(decision.options, 1))
        return Menu(faces, board, decision.dice or "a card")
    forecasts = match.forecasts or ((),) * len(decision.options)
    entries = tuple(
        Entry(number, option, match.describe(option), forecast)
        for number, (option, forecast) in enumerate(zip(decision.options, forecasts, strict=True), 1)
    )
    return Menu(entries, board, shortcuts=match.shortcuts)


def _read_off(option: Option) -> str:
    """A throw as the player would type it."""
    return " ".join(map(str, option)) if isinstance(option, tuple) else str(option)


def shown(menu: Menu, width: int, rows: int = LONG_LIST, drawn: Collection[int] = ()) -> RenderableType:
    """The options as narrow as they are still clear, on about so many rows: a grid of places, or a list.

    Of a long list those whose numbers are drawn elsewhere on the screen need not be named again.
    """
    if menu.typed_dice:
        return Text(f"Take {menu.typed_dice} from the table and type what it shows: {span(menu)}.")
    options = _options(menu, width, rows - len(menu.shortcuts), drawn)
    if not menu.shortcuts:
        return options
    lines = [
        Text.assemble((f" {SHORTCUT}{number}", "bold yellow"), f"  {one.label}")
        for number, one in enumerate(menu.shortcuts, 1)
    ]
    return Group(options, *lines)


def _options(menu: Menu, width: int, rows: int, drawn: Collection[int]) -> RenderableType:
    cells = grid_cells(menu)
    if cells:
        return _grid(menu, cells)
    high = max(SHORT_LIST, min(rows, LONG_LIST))
    if len(menu.entries) <= LONG_LIST or not drawn:
        return listed(menu.entries, width, high)
    numbers = ", ".join(ranges([str(number) for number in sorted(drawn)]))
    above = Text.assemble((f"  {numbers}", "bold yellow"), "  as numbered above")
    others = [entry for entry in menu.entries if entry.number not in drawn]
    return Group(above, listed(others, width, high)) if others else above


def span(menu: Menu) -> str:
    """Which faces or cards can be typed."""
    options = [entry.option for entry in menu.entries]
    first, last = options[0], options[-1]
    if isinstance(first, tuple):
        return f"{len(first)} faces from {first[0]} to {last[-1]}, for instance {menu.entries[1].looks.label}"
    labels = [entry.looks.label for entry in menu.entries]
    return ", ".join(ranges(labels) if isinstance(first, int) else labels)


def listed(entries: Sequence[Entry], width: int, high: int = LONG_LIST) -> RenderableType:
    """Options below each other, in columns when they are more than that high."""
    labels = [_label(entry, has_room=True) for entry in entries]
    if -(-len(labels) // high) > 1 and _width(labels, -(-len(labels) // high)) > width:
        labels = [_label(entry, has_room=False) for entry in entries]
    columns = next(n for n in range(-(-len(labels) // high), 0, -1) if n == 1 or _width(labels, n) <= width)
    if -(-len(labels) // columns) > LONGEST_LIST:
        columns += 1
        for label in labels:
            label.truncate(width // columns - NUMBER - 2, overflow="ellipsis")
    rows = -(-len(labels) // columns)
    cells = [(Text(f"{entry.number:3d}", "bold yellow"), label) for entry, label in zip(entries, labels, strict=True)]
    table = Table.grid(padding=(0, 2, 0, 0))
    for row in range(rows):
        table.add_row(*(part for cell in cells[row::rows] for part in cell))
    return table


def _label(entry: Entry, has_room: bool) -> Text:
    """A label with what stands on the line to what it touches and, if there is room, what it may bring and cost."""
    label = Text(entry.looks.label)
    if entry.looks.text:
        label.append(f"  {entry.looks.text}", "dim")
    for number, figure in enumerate(entry.forecast if has_room else ()):
        label.append(", " if number else "  ", "dim").append(figure.short, _colour(figure))
    return label


def _colour(figure: Figure) -> str:
    """Dangers are green, yellow or red as on the page; other figures are dim."""
    if not figure.is_danger:
        return "dim"
    return "green" if figure.value < LOW_DANGER else "yellow" if figure.value < HIGH_DANGER else "red"


def _cell(entry: Entry | None) -> Text:
    """The number of an option in a grid, with its figures."""
    cell = Text(str(entry.number) if entry else "", "bold yellow")
    for figure in entry.forecast if entry else ():
        cell.append(f" {figure.short}", Style.parse(f"not bold {_colour(figure)}"))
    return cell


def _width(labels: Sequence[Text], columns: int) -> int:
    """How wide numbered labels are in so many columns."""
    rows = -(-len(labels) // columns)
    starts = range(0, len(labels), rows)
    return sum(NUMBER + max(label.cell_len for label in labels[start : start + rows]) + 2 for start in starts)


# Options that are places within larger places


def grid_cells(menu: Menu) -> dict[tuple[str, str], Entry]:
    """The options that are one square each, by area and by the name of the square; empty where that is not a grid."""
    spaces = {space.id: space for space in menu.board.spaces}
    cells: dict[tuple[str, str], Entry] = {}
    for entry in menu.entries:
        square = spaces.get(entry.looks.spaces[0]) if len(entry.looks.spaces) == 1 else None
        if square and square.within and square.kind == "square":
            cell = (square.within, square.name)
            if cell in cells:
                return {}
            cells[cell] = entry
    is_grid = len(cells) >= LEAST_FOR_GRID and len({area for area, _ in cells}) > 1
    return cells if is_grid else {}


def _grid(menu: Menu, cells: dict[tuple[str, str], Entry]) -> RenderableType:
    """Areas as rows, squares as columns, numbers in the cells; the options that are not squares below."""
    areas = list(dict.fromkeys(area for area, _ in cells))
    squares = list(dict.fromkeys(square for _, square in cells))
    names: dict[str, Space] = {space.id: space for space in menu.board.spaces}
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    table.add_column("")
    for square in squares:
        table.add_column(square, justify="center")
    for area in areas:
        numbers = [cells.get((area, square)) for square in squares]
        table.add_row(
            Text(names[area].name, "bold"),
            *(_cell(entry) for entry in numbers),
        )
    for entry in menu.entries:
        if entry not in cells.values():
            table.add_row(entry.looks.label, Text(str(entry.number), "bold yellow"))
    return table

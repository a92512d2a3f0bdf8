"""Pieces as short words that fit into a cell of the chart: each side with its own mark and colour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flagplot.engine import Game
from flagplot.engine.view import Piece

# A line of the chart: pieces of text, each with its style.
Line = list[tuple[str, str]]

MARKS = "▲◆●■"
COLOURS = ("bold cyan", "bold red", "bold yellow", "bold magenta")
BADGE_MARKS = {"Ace": "★"}
BREVITIES = 5  # in full, by first words, without badges, by three letters and ranges of numbers, by initials
NUMBERED = re.compile(r"(\D+?)\s*(\d+)")


@dataclass(frozen=True, slots=True)
class Side:
    """How the pieces of a side are told from the others', on a screen with colours and without."""

    name: str
    mark: str
    style: str


def sides_of(game: Game[Any], pieces: Sequence[Piece]) -> dict[str, Side]:
    """Each side of the game: the seats first, then who else has pieces on the board."""
    names = {seat.id: seat.name for seat in game.seats}
    for side in sorted({piece.side for piece in pieces} - names.keys()):
        names[side] = game.names.get(side, side.capitalize())
    return {
        side: Side(name, MARKS[i % len(MARKS)], COLOURS[i % len(COLOURS)])
        for i, (side, name) in enumerate(names.items())
    }


def length(line: Line) -> int:
    """How many characters a line is wide."""
    return sum(len(text) for text, _ in line)


def cut(line: Line, width: int) -> Line:
    """The line, with an ellipsis where it is too long."""
    if length(line) <= width:
        return line
    short: Line = []
    room = width - 1
    for text, style in line:
        short.append((text[:room], style))
        room -= len(text)
        if room <= 0:
            break
    return [*short, ("…", "dim")]


def cell(pieces: Sequence[Piece], sides: Mapping[str, Side], width: int) -> Line:
    """The pieces in a row, as fully named as the width allows."""
    for brevity in range(BREVITIES):
        line = _row(pieces, sides, brevity)
        if length(line) <= width:
            return line
    return cut(line, width)


def badge_mark(badge: str) -> str:
    """The one character by which a numbered piece shows a badge."""
    return BADGE_MARKS.get(badge, badge[0].lower())


def badges_in_use(pieces: Sequence[Piece]) -> dict[str, str]:
    """The marks on the numbered pieces of a view, each with the badge it stands for."""
    badges = (badge for piece in pieces if NUMBERED.fullmatch(piece.name) for badge in piece.badges)
    return {badge_mark(badge): badge for badge in badges}


def _row(pieces: Sequence[Piece], sides: Mapping[str, Side], brevity: int) -> Line:
    line: Line = []
    for side, group in groupby(pieces, lambda piece: piece.side):
        labels = " ".join(_labels(list(group), brevity))
        line.append((f"{' ' if line else ''}{sides[side].mark}{labels}", sides[side].style))
    return line


def _labels(pieces: Sequence[Piece], brevity: int) -> Iterator[str]:
    """Labels of one side's pieces: numbered ones by initials and number, the others by name and count."""
    for prefix, group in groupby(pieces, _initials):
        if not prefix:
            yield from (_named(piece, brevity) for piece in group)
        elif brevity == 0:
            yield from (f"{prefix}{_number(piece)}" for piece in group)
        else:
            numbers = [_number(piece) for piece in group]
            yield prefix + " ".join(ranges(numbers) if brevity > 2 else numbers)


def _initials(piece: Piece) -> str:
    """U-boat 7 is a U, Task Force 3 a TF; empty for a piece without a number."""
    numbered = NUMBERED.fullmatch(piece.name)
    return "".join(word[0].upper() for word in numbered[1].split()) if numbered else ""


def _number(piece: Piece) -> str:
    numbered = NUMBERED.fullmatch(piece.name)
    assert numbered
    return numbered[2] + "".join(badge_mark(badge) for badge in piece.badges)


def ranges(numbers: Sequence[str]) -> Iterator[str]:
    """Three and more numbers in a row as one: 1-4 7★ 9."""
    for _, group in groupby(
        enumerate(numbers), lambda item: int(item[1]) - item[0] if item[1].isdecimal() else item[1]
    ):
        run = [number for _, number in group]
        yield from [f"{run[0]}-{run[-1]}"] if len(run) > 2 else run


def _named(piece: Piece, brevity: int) -> str:
    full = piece.name or piece.kind
    first_word = full.split()[0]
    name = (full, first_word, first_word, full[:3], full[:1])[brevity]
    is_plural = full.endswith("s") and full.casefold().startswith(piece.kind)
    if piece.count > 1 or is_plural:
        name += f"{' ' if brevity < 3 else ''}{piece.count}"
    if piece.badges and brevity < 2:
        name += f" ({', '.join(piece.badges)})"
    return name

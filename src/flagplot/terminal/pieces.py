"""Pieces as short words that fit into a cell of the chart: each side with its own mark and colour."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flagplot.engine import Game
from flagplot.engine.view import Piece, View

# A line of the chart: pieces of text, each with its style.
Line = list[tuple[str, str]]

MARKS = "▲◆■▼"
COLOURS = ("bold cyan", "bold red", "bold yellow", "bold magenta")
BADGE_MARKS = {"Ace": "★"}
BACK = "▮"  # a block seen from behind
MOST_BACKS = 6  # that are drawn one by one
CUT = "…"
SHORT_KIND = 3  # letters of the short word for a kind, or more
# Stacks: in full, by first words, without badges, by three letters and ranges of numbers, by initials.
# Individuals: in full, without badges, names alone, numbers by kind, by short words for the kinds, by still shorter.
BREVITIES = 6
NUMBERED = re.compile(r"(\D+?)\s*(\d+)")


@dataclass(frozen=True, slots=True)
class Side:
    """How the pieces of a side are told from the others', on a screen with colours and without."""

    name: str
    mark: str
    style: str


@dataclass(frozen=True, slots=True)
class Legend:
    """How the pieces of a view are written: the mark of each side, a short word for each kind, and the shortest."""

    sides: Mapping[str, Side]
    kinds: Mapping[str, str]
    initials: Mapping[str, str]


def legend_of(game: Game[Any], view: View) -> Legend:
    """The legend of all that lies on the board or stands in a line-up."""
    drawn_up = [piece for lineup in view.lineups for section in lineup.sections for piece in section.pieces]
    pieces = [*view.pieces, *drawn_up, *(piece for tray in view.trays for piece in tray.pieces)]
    kinds = {piece.kind for piece in pieces if not piece.hidden}
    return Legend(sides_of(game, pieces), short_kinds(kinds, SHORT_KIND), short_kinds(kinds, 1))


def sides_of(game: Game[Any], pieces: Sequence[Piece]) -> dict[str, Side]:
    """Each side of the game: those of the seats first, then who else has pieces on the board."""
    sides = game.sides_of(game.seat_ids())
    names = {side: game.side_name(side) for side in [*sides, *sorted({piece.side for piece in pieces} - {*sides})]}
    return {
        side: Side(name, MARKS[i % len(MARKS)], COLOURS[i % len(COLOURS)])
        for i, (side, name) in enumerate(names.items())
    }


def short_kinds(kinds: Collection[str], fewest: int) -> dict[str, str]:
    """Each kind by as many of its first letters as tell it from the others."""

    def short(kind: str) -> str:
        others = [other for other in kinds if other != kind]
        heads = (kind[:letters] for letters in range(fewest, len(kind)))
        return next((head for head in heads if not any(other.startswith(head) for other in others)), kind)

    return {kind: short(kind) for kind in kinds}


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
    return [*short, (CUT, "dim")]


def cell(pieces: Sequence[Piece], legend: Legend, width: int, shortest: int = BREVITIES - 1) -> Line:
    """The pieces in a row, as fully named as the width allows, or cut."""
    groups = by_side(pieces)
    for brevities in _from_full_to_short(groups, legend, shortest):
        line: Line = []
        for side, own in groups.items():
            labels = " ".join(_labels(own, legend, brevities[side]))
            line.append((f"{' ' if line else ''}{legend.sides[side].mark}{labels}", legend.sides[side].style))
        if length(line) <= width:
            return line
    return cut(line, width)


def block(pieces: Sequence[Piece], legend: Legend, width: int, rows: int) -> list[Line]:
    """The pieces on several rows, each side beginning its own, as fully named as the room allows."""
    groups = by_side(pieces)
    if len(groups) > rows:
        return [cell(pieces, legend, width)]
    for brevities in _from_full_to_short(groups, legend):
        lines = [line for side, own in groups.items() for line in _filled(own, legend, side, brevities[side], width)]
        if len(lines) <= rows and all(length(line) <= width for line in lines):
            return lines
    return [cell(own, legend, width) for own in groups.values()]


def _from_full_to_short(
    groups: Mapping[str, Sequence[Piece]], legend: Legend, shortest: int = BREVITIES - 1
) -> Iterator[dict[str, int]]:
    """How briefly to write each side: all in full at first, then always the longest one step shorter."""
    brevities = dict.fromkeys(groups, 0)
    yield brevities
    while longer := [side for side, brevity in brevities.items() if brevity < shortest]:
        sizes = {side: sum(map(len, _labels(groups[side], legend, brevities[side]))) for side in longer}
        brevities[max(longer, key=sizes.__getitem__)] += 1
        yield brevities


def by_side(pieces: Sequence[Piece]) -> dict[str, list[Piece]]:
    """The pieces of each side, the sides in the order in which they come."""
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(piece.side, []).append(piece)
    return groups


def badge_mark(badge: str) -> str:
    """The one character by which a numbered piece shows a badge; figures have none."""
    return BADGE_MARKS.get(badge, badge[0].lower()) if not _has_figures(badge) else ""


def _has_figures(badge: str) -> bool:
    return any(character.isdigit() for character in badge)


def badges_in_use(pieces: Sequence[Piece]) -> dict[str, str]:
    """The marks on the numbered pieces of a view, each with the badge it stands for."""
    badges = (badge for piece in pieces if NUMBERED.fullmatch(piece.name) for badge in piece.badges)
    return {badge_mark(badge): badge for badge in badges if badge_mark(badge)}


def signs(legend: Legend, pieces: Sequence[Piece]) -> list[tuple[Line, str]]:
    """How the pieces of a view are written, each sign with what it means."""
    found: list[tuple[Line, str]] = [([(side.mark, side.style)], side.name) for side in legend.sides.values()]
    numbered = {_initials(piece): piece.name.rstrip(" 0123456789") for piece in pieces if _initials(piece)}
    found += [([(initials, "bold")], name) for initials, name in numbered.items()]
    found += [([(mark, "bold")], badge) for mark, badge in badges_in_use(pieces).items()]
    return [*found, ([(BACK, "bold")], "face down")] if any(piece.hidden for piece in pieces) else found


def pip_marks(piece: Piece) -> str:
    """The strength of a piece: a full mark for what is left, an empty one for what is lost."""
    if piece.pips is None:
        return ""
    now, most = piece.pips
    return "●" * now + "○" * (most - now)


def backs(count: int) -> str:
    """Blocks seen from behind: one by one when they are few, else their number."""
    return BACK * count if count <= MOST_BACKS else f"{count} blocks"


def _filled(pieces: Sequence[Piece], legend: Legend, side: str, brevity: int, width: int) -> list[Line]:
    """One side's pieces on as many rows as they need; the rows after the first stand in by the mark's width."""
    rows = [legend.sides[side].mark]
    for label in _labels(pieces, legend, brevity):
        if len(rows[-1]) == 1:
            rows[-1] += label
        elif len(rows[-1]) + 1 + len(label) <= width:
            rows[-1] += f" {label}"
        else:
            rows.append(f" {label}")
    return [[(row, legend.sides[side].style)] for row in rows]


def _labels(pieces: Sequence[Piece], legend: Legend, brevity: int) -> Iterator[str]:
    """Labels of one side's pieces: numbered ones by initials and number, the others by name and count."""
    faces = [piece for piece in pieces if not piece.hidden]
    prefixes = list(dict.fromkeys(map(_initials, faces)))
    faces.sort(key=lambda piece: prefixes.index(_initials(piece)))
    for prefix, group in groupby(faces, _initials):
        alike = sorted(group, key=_place_in_row)
        if prefix and brevity == 0:
            yield from (f"{prefix}{_number(piece)}" for piece in alike)
        elif prefix:
            numbers = [_number(piece) for piece in alike]
            yield prefix + " ".join(ranges(numbers) if brevity > 2 else numbers)
        elif not are_individuals(alike):
            yield from (_named(piece, brevity) for piece in alike)
        elif brevity < 3:
            yield from _enumerated([_individual(piece, brevity) for piece in alike])
        else:
            yield from _counted(alike, legend, brevity)
    if blocks := sum(piece.count for piece in pieces if piece.hidden):
        yield backs(blocks) if brevity < 3 else f"{blocks}{BACK}"


def _initials(piece: Piece) -> str:
    """U-boat 7 is a U, Task Force 3 a TF; empty for a piece without a number."""
    numbered = NUMBERED.fullmatch(piece.name)
    return "".join(word[0].upper() for word in numbered[1].split()) if numbered else ""


def _place_in_row(piece: Piece) -> int:
    """Numbered pieces in the order of their numbers, the others as they come."""
    numbered = NUMBERED.fullmatch(piece.name)
    return int(numbered[2]) if numbered else 0


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
    """A stack of counters by name and count."""
    full = piece.name or piece.kind
    first_word = full.split()[0]
    name = (full, first_word, first_word, full[:3], full[:1], full[:1])[brevity]
    is_plural = full.endswith("s") and full.casefold().startswith(piece.kind)
    if piece.count > 1 or is_plural:
        name += f"{' ' if brevity < 3 else ''}{piece.count}"
    if brevity < 2:
        name += _badges(piece)
    return name


def _badges(piece: Piece) -> str:
    words = [badge for badge in piece.badges if not _has_figures(badge)]  # figures stand in the roster
    return f" ({', '.join(words)})" if words else ""


# Pieces that each have a name of their own


def are_individuals(pieces: Sequence[Piece]) -> bool:
    """Whether these are ships and the like, whose names cannot be cut short: they have strength, or kinds repeat."""
    kinds = Counter(piece.kind for piece in pieces)
    return any(piece.pips for piece in pieces) or any(number > 1 for number in kinds.values())


def _individual(piece: Piece, brevity: int) -> str:
    name = piece.name or piece.kind
    if piece.count > 1:
        name += f" {piece.count}"
    if piece.pips and piece.pips[0] < piece.pips[1] and brevity < 2:
        name += f" {piece.pips[0]}/{piece.pips[1]}"
    if brevity < 1:
        name += _badges(piece)
    return name


def _enumerated(names: Sequence[str]) -> Iterator[str]:
    """Names with commas between them, because a name may have several words."""
    yield from (f"{name}," for name in names[:-1])
    yield names[-1]


def _counted(pieces: Sequence[Piece], legend: Legend, brevity: int) -> Iterator[str]:
    """How many there are of each kind: 9 battleships 4 cruisers, in short 9 bat 4 cru, or 9b 4cr."""
    numbers: Counter[str] = Counter()
    for piece in pieces:
        numbers[piece.kind] += piece.count
    for kind, number in numbers.most_common():
        short, shortest = legend.kinds[kind], legend.initials[kind]
        yield (_of_a_kind(kind, number), f"{number} {short}", f"{number}{shortest}")[brevity - 3]


def _of_a_kind(kind: str, number: int) -> str:
    """So many of a kind; an abbreviation such as BB has no plural."""
    return f"{number} {kind.replace('_', ' ')}{'s' if number > 1 and len(kind) > SHORT_KIND else ''}"

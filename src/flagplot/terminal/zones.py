"""A battle board in zones: columns in a row, both sides facing, with smoke and what was fired."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from flagplot.engine.view import Lineup, Piece, Section
from flagplot.terminal.hexes import hits_in_words
from flagplot.terminal.pieces import Legend

LEAST_ZONE = 13  # columns of a zone; where there is less room, zones stand below each other


def has_zones(lineup: Lineup) -> bool:
    """Whether its sections stand in zones."""
    return any(section.zone is not None for section in lineup.sections)


def in_zones(lineup: Lineup, legend: Legend, numbers: Mapping[str, int], width: int) -> list[RenderableType]:
    """The zones beside each other; below them who covers whom, and what was fired."""
    sections = sorted(lineup.sections, key=lambda one: (one.zone is None, one.zone or 0))
    return [
        _heading(lineup),
        _columns(lineup, sections, legend, numbers, width),
        *_covers(lineup, width),
        *_shots(lineup, width),
    ]


def _heading(lineup: Lineup) -> Text:
    tracks = [f"{track.name.casefold()} {track.cells[track.at]} of {track.cells[-1]}" for track in lineup.tracks[:1]]
    tracks += [track.cells[track.at] for track in lineup.tracks[1:]]
    return Text.assemble((lineup.name, "bold underline"), (f"  {', '.join(tracks)}" if tracks else "", "dim"))


def _columns(
    lineup: Lineup, sections: list[Section], legend: Legend, numbers: Mapping[str, int], width: int
) -> RenderableType:
    covered = {one for cover in lineup.covers for one in cover.pieces}
    cells = [list(_zone(section, legend, numbers, covered)) for section in sections]
    room = width // len(sections)
    if room < LEAST_ZONE:
        return Text("\n").join([line for cell in cells for line in cell])
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, show_header=False, width=width)
    for _ in sections:
        table.add_column(width=room - 1, overflow="ellipsis", no_wrap=True)
    for row in range(max(map(len, cells))):
        table.add_row(*(cell[row] if row < len(cell) else Text() for cell in cells))
    return table


def _zone(section: Section, legend: Legend, numbers: Mapping[str, int], covered: set[str]) -> Iterator[Text]:
    """The name and the range of a zone, then its ships with two lines each."""
    side = legend.sides.get(section.side)
    yield Text(section.name, f"{side.style if side else ''} underline".strip())
    yield Text(section.text, "dim")
    for piece in section.pieces:
        yield from _ship(piece, legend, numbers, piece.id in covered)


def _ship(piece: Piece, legend: Legend, numbers: Mapping[str, int], is_covered: bool) -> Iterator[Text]:
    side = legend.sides[piece.side]
    number = f"{numbers[piece.id]} " if piece.id in numbers else ""
    yield Text.assemble((number, "bold yellow"), (f"{side.mark}{piece.name}", side.style))
    smoke = "~ " if is_covered else ""
    yield Text(f"  {smoke}{' '.join(piece.badges[:2])}{hits_in_words(piece.damage)}", "dim")


def _covers(lineup: Lineup, width: int) -> list[Text]:
    names = {piece.id: piece.name for section in lineup.sections for piece in section.pieces}
    told = [f"{cover.name}: {', '.join(names[one] for one in cover.pieces)}" for cover in lineup.covers]
    return _line("~ ", told, width)


def _shots(lineup: Lineup, width: int) -> list[Text]:
    names = {piece.id: piece.name for section in lineup.sections for piece in section.pieces}
    told = [f"{names[shot.by]} → {names[shot.at]} {shot.text}" for shot in lineup.shots]
    while len(told) > 1 and len("; ".join(told)) > width:
        told = told[1:]  # the last ones matter most; the tables list all
    return _line("", told, width)


def _line(head: str, parts: list[str], width: int) -> list[Text]:
    if not parts:
        return []
    text = Text(head + "; ".join(parts), "yellow")
    text.truncate(width, overflow="ellipsis")
    return [text]

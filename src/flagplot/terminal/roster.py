"""The roster: what lies in the spaces of the board, piece by piece, with strength and badges in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from flagplot.engine.view import Board, Piece, Space
from flagplot.terminal import status
from flagplot.terminal.pieces import Side, backs, by_side, pip_marks
from flagplot.terminal.scene import Scene


def roster(scene: Scene) -> Iterator[RenderableType]:
    """Every space in which something lies or about which there is something to know."""
    for space in scene.board.spaces:
        if scene.pieces_in(space) or scene.facts_about(space):
            yield from _entry(scene, space, scene.pieces_in(space))


def roster_of(scene: Scene, words: str) -> Iterator[RenderableType]:
    """The spaces whose names contain the words, and the pieces elsewhere whose names do."""
    wanted = words.casefold()
    for space in scene.board.spaces:
        pieces = scene.pieces_in(space)
        if wanted in space.name.casefold():
            yield from _entry(scene, space, pieces)
            yield from _ways(scene.board, space)
        elif named := [piece for piece in pieces if not piece.hidden and wanted in piece.name.casefold()]:
            yield from _entry(scene, space, named)


def _entry(scene: Scene, space: Space, pieces: Sequence[Piece]) -> Iterator[RenderableType]:
    """A space with its facts, and its pieces below."""
    facts = status.in_a_row([status.fact_in_words(fact) for fact in scene.facts_about(space)])
    yield Text.assemble((f"{_full_name(scene.board, space)}  ", "bold"), facts)
    for side, own in by_side(pieces).items():
        yield from pieces_in_full(own, scene.legend.sides[side])


def _full_name(board: Board, space: Space) -> str:
    """The name of a space, for a square with that of its area."""
    areas = [area.name for area in board.spaces if area.id == space.within]
    return ", ".join([*areas, space.name])


def pieces_in_full(pieces: Sequence[Piece], side: Side) -> Iterator[Text]:
    """A line for each piece of a side that is known, and one for all that are not."""
    known = [piece for piece in pieces if not piece.hidden]
    names = [f"{piece.name or piece.kind}{f' {piece.count}' if piece.count > 1 else ''}" for piece in known]
    kinds = [piece.kind.replace("_", " ") for piece in known]
    strengths = [pip_marks(piece) for piece in known]
    for piece, name, kind, strength in zip(known, names, kinds, strengths, strict=True):
        line = Text.assemble(
            (f"  {side.mark} {name.ljust(_longest(names))}", side.style),
            (f"  {kind.ljust(_longest(kinds))}", "dim"),
            f"  {strength.ljust(_longest(strengths))}",
            f"  {', '.join(piece.badges)}",
        )
        line.rstrip()
        yield line
    if blocks := sum(piece.count for piece in pieces if piece.hidden):
        yield Text(f"  {side.mark} {backs(blocks)}", side.style)


def _longest(texts: Sequence[str]) -> int:
    return max(map(len, texts))


def _ways(board: Board, space: Space) -> Iterator[Text]:
    """Where pieces can go from a space."""
    names = {one.id: one.name for one in board.spaces}
    pairs = [(link.one, link.other) for link in board.links if space.id in (link.one, link.other)]
    ends = [names[other if one == space.id else one] for one, other in pairs]
    if ends:
        yield Text(f"  to: {', '.join(ends)}", "dim")

"""What a chart shows: the board, what lies on it, and what can be chosen there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from flagplot.engine.view import Board, Fact, Piece, Space, View
from flagplot.terminal.pieces import Legend

ACTIVE = "bold yellow"


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be drawn: the board, what a seat sees of it, and the spaces that the present options touch."""

    board: Board
    view: View
    legend: Legend
    active: Collection[str]
    numbers: Mapping[str, int] = field(default_factory=dict)  # of the options that lead to plotting spaces
    subject: str = ""  # the piece that the question is about

    @property
    def is_hexed(self) -> bool:
        """Whether the board is one of hexes."""
        return any(space.kind == "hex" for space in self.board.spaces)

    @property
    def is_measured(self) -> bool:
        """Whether pieces lie anywhere on the board, and distances are measured."""
        return self.board.scale is not None

    @property
    def is_plotted(self) -> bool:
        """Whether the board is one of plotting spaces, not of areas or hexes."""
        return not self.is_hexed and any(space.kind == "point" for space in self.board.spaces)

    @property
    def areas(self) -> list[Space]:
        """The spaces that are not part of another."""
        return [space for space in self.board.spaces if space.within is None]

    def parts(self, area: Space) -> list[Space]:
        return [space for space in self.board.spaces if space.within == area.id]

    def pieces_in(self, space: Space) -> list[Piece]:
        return [piece for piece in self.view.pieces if piece.space == space.id]

    def facts_about(self, space: Space) -> list[Fact]:
        return [fact for fact in self.view.facts if fact.about == space.id]

    def is_active(self, area: Space) -> bool:
        return area.id in self.active or any(part.id in self.active for part in self.parts(area))

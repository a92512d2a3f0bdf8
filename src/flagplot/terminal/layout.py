"""Where the spaces of a board stand on a canvas of characters: near their places, and never over each other."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from flagplot.engine.view import Space

GAP = 1  # columns between neighbours
FARTHEST = 24  # columns that a panel may stand from its place; a row counts as two


@dataclass(frozen=True, slots=True)
class Panel:
    """A rectangle of the canvas that stands for a space."""

    space: Space
    x: int
    y: int
    width: int
    height: int

    def overlaps(self, other: Panel) -> bool:
        return (
            self.x < other.x + other.width + GAP
            and other.x < self.x + self.width + GAP
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )


@functools.cache
def arranged(
    spaces: tuple[Space, ...], sizes: tuple[tuple[int, int], ...], width: int, height: int
) -> tuple[Panel, ...] | None:
    """A panel for each space as near to its place as the others allow; None when they do not fit in good order.

    Those at the edge, which have the least room, come first.
    """
    panels: list[Panel] = []
    for space, size in sorted(zip(spaces, sizes, strict=True), key=lambda item: _distance_to_edge(item[0])):
        panel = _nearest_free(space, size, panels, width, height)
        if panel is None:
            return None
        panels.append(panel)
    return tuple(panels)


def _distance_to_edge(space: Space) -> tuple[float, str]:
    return min(space.x, 1 - space.x, space.y, 1 - space.y), space.id


def _nearest_free(
    space: Space, size: tuple[int, int], panels: Sequence[Panel], width: int, height: int
) -> Panel | None:
    """The panel of a space in the free place that is nearest to its own."""
    wide, high = size
    own_x, own_y = space.x * width - wide / 2, space.y * height - high / 2
    own_x, own_y = max(0, min(own_x, width - wide)), max(0, min(own_y, height - high))
    places = sorted(
        (distance, x, y)
        for x in range(width - wide + 1)
        for y in range(height - high + 1)
        if (distance := abs(x - own_x) + 2 * abs(y - own_y)) <= FARTHEST
    )
    for _, x, y in places:
        panel = Panel(space, x, y, wide, high)
        if not any(map(panel.overlaps, panels)):
            return panel
    return None

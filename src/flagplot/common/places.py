"""Places of a chart as data files give them, and how they become the spaces, links and names of a view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from flagplot.common.figures import Fraction
from flagplot.engine.view import Link, Space, SpaceKind, Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something lies on the chart or beside it, its centre and its size; a game adds what its rules need."""

    name: str
    x: Fraction
    y: Fraction
    width: Fraction
    height: Fraction


class Named(Protocol):
    """A row of a data file that has a name."""

    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Leads:
    """leads.toml: where the places of cards really lie, as tools/coastlines.py writes it."""

    lead: dict[str, tuple[Spot, ...]]


def spaces_of(
    kind: SpaceKind, places: Mapping[str, Place], leads: Mapping[str, tuple[Spot, ...]] | None = None
) -> list[Space]:
    """The spaces of a board for places of one kind; `leads` tells where they really lie if their cards do not."""
    found = leads or {}
    return [
        Space(key, at.name, kind, at.x, at.y, at.width, at.height, leads=found.get(key, ()))
        for key, at in places.items()
    ]


def links_of(neighbours: Mapping[str, Iterable[str]]) -> list[Link]:
    """The links of a board, one for each two places that are neighbours, in one direction or in both."""
    pairs = [(one, other) for one, others in neighbours.items() for other in others]
    return [Link(*pair) for number, pair in enumerate(pairs) if pair[::-1] not in pairs[:number]]


def names_of(*tables: Mapping[str, Named]) -> dict[str, str]:
    """How the keys of places, counters or cards read."""
    return {key: row.name for table in tables for key, row in table.items()}

"""Pieces by the places where they lie: all of them, and how many no play may change."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")


def everywhere(by_place: Mapping[str, Iterable[T]]) -> list[T]:
    """The pieces of all places, place by place."""
    return [piece for pieces in by_place.values() for piece in pieces]


def counted(what: str, pieces: Collection[Hashable]) -> dict[str, int]:
    """Lines of an inventory: how many pieces there are, and how many different ones."""
    return {what: len(pieces), f"different {what}": len(set(pieces))}

"""What became different between two views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from flagplot.engine.view import View
from flagplot.payloads import KEYED_PARTS, WHOLE_PARTS


class _Named(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_Named)


def changed(old: Sequence[T], new: Sequence[T]) -> tuple[list[T], list[str]]:
    """The things that came or changed, and the ids of those that are gone."""
    if old == new:
        return [], []
    before = {thing.id: thing for thing in old}
    put = [thing for thing in new if before.pop(thing.id, None) != thing]
    return put, list(before)


def parts_changed(old: View, new: View) -> dict[str, Any]:
    """The parts of the view besides its pieces that changed, by name: whole, or what came and went."""
    parts = {name: part for name in WHOLE_PARTS if (part := getattr(new, name)) != getattr(old, name)}
    for name, kind in KEYED_PARTS.items():
        put, gone = changed(getattr(old, name), getattr(new, name))
        if put or gone:
            parts[name] = kind(put, gone)
    return parts

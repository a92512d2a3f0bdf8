"""What became different between two views."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Protocol, TypeVar

from flagplot.engine.view import View
from flagplot.payloads import KEYED_PARTS, WHOLE_PARTS


class _Named(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_Named)

_whole_parts = attrgetter(*WHOLE_PARTS)


def changed(old: Sequence[T], new: Sequence[T]) -> tuple[list[T], list[str]]:
    """The things that came or changed, and the ids of those that are gone."""
    if old == new:
        return [], []
    before = {thing.id: thing for thing in old}
    put = [thing for thing in new if (known := before.pop(thing.id, None)) is not thing and known != thing]
    return put, list(before)


def parts_changed(old: View, new: View) -> dict[str, Any]:
    """The parts of the view besides its pieces that changed, by name: whole, or what came and went."""
    pairs = zip(WHOLE_PARTS, _whole_parts(old), _whole_parts(new), strict=True)
    parts = {name: after for name, before, after in pairs if after is not before and after != before}
    for name, kind in KEYED_PARTS.items():
        put, gone = changed(getattr(old, name), getattr(new, name))
        if put or gone:
            parts[name] = kind(put, gone)
    return parts

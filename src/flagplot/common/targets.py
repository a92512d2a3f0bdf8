"""Assigning one of several to each of a row: targets to firers, stations to escorts."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


def counted_down(row: Sequence[T]) -> Iterator[tuple[int, T]]:
    """Each of a row, with how many are still to be asked about: the `left` of `table.choose`."""
    return zip(range(len(row), 0, -1), row, strict=True)


def firers_by_target(aims: Mapping[str, str], firers: Container[str]) -> dict[str, list[str]]:
    """At whom any of these firers aim, and who does, in the order of their aims."""
    found: dict[str, list[str]] = {}
    for firer, target in aims.items():
        if firer in firers:
            found.setdefault(target, []).append(firer)
    return found


def coverable(targets: Sequence[str], aimed_at: Sequence[str], left: int) -> Sequence[str]:
    """The targets that the next of `left` firers may choose where every target must be covered first.

    A second firer may join on a target only if every target that is still bare can get a first one.
    """
    bare = [target for target in targets if target not in aimed_at]
    return targets if len(bare) < left else bare

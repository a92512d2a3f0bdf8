"""What became different between two views."""

from __future__ import annotations

from typing import Any

from flagplot.engine.view import Piece, View
from flagplot.payloads import WHOLE_PARTS


def pieces_changed(old: View, new: View) -> tuple[list[Piece], list[str]]:
    """The pieces that came or changed, and the ids of those that are gone."""
    if old.pieces == new.pieces:
        return [], []
    before = {piece.id: piece for piece in old.pieces}
    put = [piece for piece in new.pieces if before.pop(piece.id, None) != piece]
    return put, list(before)


def parts_changed(old: View, new: View) -> dict[str, Any]:
    """The other parts of the view that changed, by name."""
    return {name: part for name in WHOLE_PARTS if (part := getattr(new, name)) != getattr(old, name)}

"""How a change makes a new position of an old one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
from msgspec import UNSET, structs

from flagplot.payloads import WHOLE_PARTS, Change, Position

read_news: Callable[[bytes | str], Position | Change] = msgspec.json.Decoder(Position | Change).decode


def changed(position: Position, change: Change) -> Position:
    """The position after a change that follows on it."""
    pieces = {piece.id: piece for piece in position.view.pieces if piece.id not in change.gone}
    pieces |= {piece.id: piece for piece in change.put}
    parts = {name: getattr(change, name) for name in WHOLE_PARTS}
    news = {name: part for name, part in parts.items() if part is not UNSET}
    return structs.replace(
        position,
        seq=change.seq,
        view=replace(position.view, pieces=tuple(pieces.values()), **news),
        decision=change.decision,
        to_move=change.to_move,
        thinking=change.thinking,
        log=position.log[: change.log_start] + change.log,
        undo=change.undo,
        result=change.result,
        moments=change.moments,
    )

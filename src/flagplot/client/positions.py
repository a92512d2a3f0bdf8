"""How a change makes a new position of an old one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
from msgspec import UNSET, structs

from flagplot.payloads import WHOLE_PARTS, Change, Position
from flagplot.payloads_together import TableNews

News = Position | Change | TableNews

read_news: Callable[[bytes | str], News] = msgspec.json.Decoder(News).decode


def told(position: Position, news: TableNews) -> Position:
    """The position after news of the company at the table."""
    talk = position.talk[: news.talk_start] + news.talk
    return structs.replace(position, table=news.table, heard=news.heard, talk=talk)


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

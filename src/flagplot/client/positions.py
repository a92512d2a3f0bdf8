"""How a change makes a new position of an old one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import UNSET, structs

from flagplot.payloads import KEYED_PARTS, WHOLE_PARTS, Change, Position
from flagplot.payloads_together import TableNews

News = Position | Change | TableNews

read_news: Callable[[bytes | str], News] = msgspec.json.Decoder(News).decode


def told(position: Position, news: TableNews) -> Position:
    """The position after news of the company at the table."""
    talk = position.talk[: news.talk_start] + news.talk
    return structs.replace(position, table=news.table, heard=news.heard, talk=talk)


def changed(position: Position, change: Change) -> Position:
    """The position after a change that follows on it."""
    parts = {name: getattr(change, name) for name in WHOLE_PARTS}
    news = {name: part for name, part in parts.items() if part is not UNSET}
    for name in KEYED_PARTS:
        if (part := getattr(change, name)) is not UNSET:
            news[name] = _merged(getattr(position.view, name), part.put, part.gone)
    pieces = _merged(position.view.pieces, change.put, change.gone)
    return structs.replace(
        position,
        seq=change.seq,
        board=position.board if change.board is UNSET else change.board,
        view=replace(position.view, pieces=pieces, **news),
        decision=change.decision,
        to_move=change.to_move,
        thinking=change.thinking,
        log=position.log[: change.log_start] + change.log,
        undo=change.undo,
        result=change.result,
        moments=change.moments,
        by_order=change.by_order,
    )


def _merged(before: Sequence[Any], put: Sequence[Any], gone: Sequence[str]) -> tuple[Any, ...]:
    """Things with ids, after some came or changed and some went."""
    after = {thing.id: thing for thing in before if thing.id not in gone} | {thing.id: thing for thing in put}
    return tuple(after.values())

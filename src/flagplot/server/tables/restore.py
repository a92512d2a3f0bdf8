"""Restores a match from what the database keeps of it."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

import flagplot
from flagplot.engine.errors import OtherFigures, SaveError, TooOld
from flagplot.engine.match import Match
from flagplot.engine.record import Record
from flagplot.engine.start import starting_state
from flagplot.payloads import as_option
from flagplot.server.storage.match_queries import Stored, gestures

logger = logging.getLogger(__name__)


def restored(stored: Stored) -> Match[Any]:
    """The match as it stood after its last move: from its latest save, or from its beginning if that is unreadable.

    A match of older rules that are not played any more stands at the last checkpoint that they had reached; TooOld when
    the present ones cannot go on from there.
    """
    try:
        match, since = flagplot.load(stored.snapshot), stored.snapshot_moves
    except (OtherFigures, TooOld):
        raise
    except SaveError as error:
        logger.warning("Cannot read the save of match %s, so its moves are played again: %s", stored.listed.id, error)
        match = _at_its_beginning(stored.record)
        since = max(move.n for move in stored.moves if move.kind == "start")
    if match.game.rules_version > stored.listed.company.rules:
        return match
    for gesture in gestures(move for move in stored.moves if move.n > since):
        move = gesture[0]
        if move.kind in ("choice", "order"):
            match.choose_in_turn([as_option(one.option) for one in gesture])
        elif move.kind == "undo":
            match.undo()
        elif move.kind == "back":
            match = match.take_back(move.option)
    return match


def _at_its_beginning(header: bytes) -> Match[Any]:
    """A match at its beginning, from its record without choices."""
    record = msgspec.json.decode(header, type=Record)
    game = flagplot.game(record.game).edition(record.rules) or flagplot.game(record.game)
    return Match(game, record, starting_state(game, record))

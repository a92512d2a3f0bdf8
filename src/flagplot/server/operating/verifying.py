"""Whether the games that are kept would go the same way by the present rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

import msgspec

import flagplot
from flagplot.engine.errors import FlagplotError, SaveError
from flagplot.engine.match import Match
from flagplot.engine.proof import Difference, Story, first_difference, position, saved
from flagplot.engine.record import Record
from flagplot.engine.saves import Content
from flagplot.engine.words import Option
from flagplot.payloads import as_option
from flagplot.server.storage.match_queries import Stored
from flagplot.server.tables.course import Course
from flagplot.server.tables.restore import restored


def difference(stored: Stored) -> Difference | None:
    """Where a game, played again by the present rules, first goes another way than it went; None if it never does."""
    game = flagplot.game(stored.listed.game)
    course = Course(stored.listed.holders, stored.moves)
    chosen = [as_option(step.option) for step in course.steps[1:]]
    match = _as_it_stood(stored)
    save = _last_save(stored)
    record = match.record if match else _pieced_together(stored, save, chosen)
    if record is None:
        return Difference(0, "", "What came before its last save follows older rules that are no longer played.")
    # A game that began anew by newer rules may have choices from before, of which its moves do not tell.
    start = 0 if course.steps[0].n == 0 else max(0, len(record.choices) - len(chosen))
    if record.choices[start:] != chosen:
        other = _first_other(record.choices[start:], chosen)
        return Difference(start + other, "", "The save has other choices than the moves.")
    played_by = stored.listed.company.rules
    story = Story(
        seats={} if record.typed else {start + n: step.seat for n, step in enumerate(course.steps) if n and step.seat},
        lines={start + n: step.log_length for n, step in enumerate(course.steps)},
        sights={start + n: step.shown for n, step in enumerate(course.steps)},
        checkpoints=_checkpoints(save, record),
        decides=() if course.end else (stored.listed.to_move,),
        end=position(match) if match and played_by == game.rules_version else None,
    )
    before = game.edition(played_by) if played_by != game.rules_version else None
    return first_difference(game, replace(record, rules=played_by), story, before)


def _first_other(choices: Sequence[Option], chosen: Sequence[Option]) -> int:
    """The number, counted from 1, of the first choice that is not the same."""
    pairs = zip_longest(choices, chosen, fillvalue=...)
    return next(number for number, (one, other) in enumerate(pairs, start=1) if one != other)


def _as_it_stood(stored: Stored) -> Match[Any] | None:
    """The match after its last move; None when it cannot be taken up as it was."""
    try:
        match = restored(stored)
    except FlagplotError:
        return None
    return match if match.game.rules_version == stored.listed.company.rules else None


def _last_save(stored: Stored) -> Content | None:
    """What stands in the last save of a game by the rules by which it is played; None when there is none to be read."""
    try:
        save = saved(stored.snapshot)
    except SaveError:
        return None
    save.record.choices = [as_option(choice) for choice in save.record.choices]
    return save if save.record.rules == stored.listed.company.rules else None


def _pieced_together(stored: Stored, save: Content | None, chosen: list[Option]) -> Record | None:
    """The record of a game that cannot be taken up as it was; None when its choices are not all known."""
    turned_back = [move.n for move in stored.moves if move.kind == "back"]
    if save and all(n <= stored.snapshot_moves for n in turned_back):
        then = Course((), [move for move in stored.moves if move.n <= stored.snapshot_moves])
        untold = max(0, len(save.record.choices) - len(then.steps[1:]))
        return replace(save.record, choices=save.record.choices[:untold] + chosen)
    if turned_back or sum(move.kind == "start" for move in stored.moves) > 1:
        return None
    return replace(msgspec.json.decode(stored.record, type=Record), choices=chosen)


def _checkpoints(save: Content | None, record: Record) -> dict[int, Any]:
    """The state at the beginning of the phase that was last saved, unless the game went back behind it since."""
    if save is None or save.record.wound != record.wound:
        return {}
    if save.record.choices[: save.mark] != record.choices[: save.mark]:
        return {}
    return {save.mark: msgspec.json.decode(save.state)}

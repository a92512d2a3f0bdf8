"""Whether the games that are kept would go the same way by the present rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

import msgspec

import flagplot
from flagplot.engine.errors import FlagplotError
from flagplot.engine.match import Match
from flagplot.engine.proof import Difference, first_difference, position
from flagplot.engine.record import Record
from flagplot.engine.words import Option
from flagplot.payloads import as_option
from flagplot.server.keeping.storage import Stored
from flagplot.server.tables.course import Course
from flagplot.server.tables.taking_up import taken_up


def difference(stored: Stored) -> Difference | None:
    """Where a game, played again by the present rules, first goes another way than it went; None if it never does."""
    game = flagplot.game(stored.listed.game)
    steps = Course(game.seat_ids(), stored.moves).steps
    is_whole = steps[0].n == 0  # else it began anew by newer rules, and only its save tells what was before
    chosen = [as_option(step.option) for step in steps[1:]]
    match = _as_it_stood(stored)
    if match is not None:
        record = match.record
        if is_whole and record.choices != chosen:
            return Difference(_first_other(record.choices, chosen), "", "The save has other choices than the moves.")
    elif is_whole and all(move.kind != "back" for move in stored.moves):
        record = msgspec.json.decode(stored.record, type=Record)
        record.choices = chosen
    else:
        return Difference(0, "", "What came before its last save is of rules that are not played any more.")
    lengths = [step.log_length for step in steps] if is_whole else []
    seats = [step.seat for step in steps[1:]] if is_whole and not record.typed else []
    is_present = match is not None and match.game.rules_version == game.rules_version
    expected = position(match) if match is not None and is_present else None
    return first_difference(game, replace(record, rules=game.rules_version), lengths, expected, seats)


def _first_other(choices: Sequence[Option], chosen: Sequence[Option]) -> int:
    """The number, counted from 1, of the first choice that is not the same."""
    pairs = zip_longest(choices, chosen, fillvalue=...)
    return next(number for number, (one, other) in enumerate(pairs, start=1) if one != other)


def _as_it_stood(stored: Stored) -> Match[Any] | None:
    """The match after its last move; None when it cannot be taken up as it was."""
    try:
        match = taken_up(stored)
    except FlagplotError:
        return None
    return match if match.game.rules_version == stored.listed.company.rules else None

"""The proof that a match was played by its rules and its dice: all of it is done again from its record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec

from flagplot.engine.dice import commitment
from flagplot.engine.errors import FlagplotError
from flagplot.engine.match import Match
from flagplot.engine.start import starting_state


class Differs(FlagplotError):
    """A saved game is not what its record makes of it."""


def from_the_start(match: Match[Any]) -> Match[Any]:
    """The same match as it stood before its first choice."""
    return Match(match.game, replace(match.record, choices=[]), starting_state(match.game, match.record))


def verified(match: Match[Any]) -> Iterator[str]:
    """What was checked, sentence by sentence; Differs, in one sentence, at the first thing that is wrong."""
    record = match.record
    if record.typed:
        yield "The dice were typed in by the players, so no seed can prove them."
    elif record.script is not None:
        yield "The dice were scripted, so no seed can prove them."
    else:
        published = match.checkpoint.state.seed_hash
        if commitment(bytes.fromhex(record.seed)) != published:
            raise Differs(f"The seed in the save does not have the published hash {published}.")
        yield f"The seed has the hash that was published before the first roll, {published}."
    if record.start is not None:
        yield "The game starts from a position that stands in the save itself, not from the scenario."
    if record.fallen:
        yield f"It branched off from another game in mid-phase, so its first {len(record.fallen)} dice are that game's."
    twin = from_the_start(match)
    for number, choice in enumerate(record.choices, start=1):
        try:
            twin.choose(choice)
        except FlagplotError as error:
            raise Differs(f"Choice {number} of {len(record.choices)} breaks the rules: {error}") from None
    rolls = sum(entry.kind == "roll" for entry in twin.log())
    yield f"{len(record.choices)} choices were made again by the rules, and {rolls} rolls and draws came anew."
    if position(twin) != position(match):
        raise Differs("The position in the save is not the one to which its choices and dice lead.")
    yield f"The position is the same, byte for byte ({len(position(twin)):,} bytes)."


def position(match: Match[Any]) -> bytes:
    """Where a match stands, with the beginning of its phase."""
    return msgspec.json.encode([match.checkpoint.mark, match.checkpoint.state, match.state])

"""A saved game told from its start, and the proof that it was played by its rules and its dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
from rich.console import RenderableType
from rich.text import Text

from flagplot.engine import Match
from flagplot.engine.dice import commitment
from flagplot.engine.errors import FlagplotError
from flagplot.engine.start import starting_state
from flagplot.terminal import logbook


class Differs(FlagplotError):
    """A saved game is not what its record makes of it."""


def from_the_start(match: Match[Any]) -> Match[Any]:
    """The same match as it stood before its first choice."""
    return Match(match.game, replace(match.record, choices=[]), starting_state(match.game, match.record))


def story(match: Match[Any]) -> Iterator[RenderableType]:
    """The log of a match, under a heading for each stretch of it."""
    twin = from_the_start(match)
    seat = match.game.seats[0].id
    heading, told = twin.view(seat).headline, 0
    yield Text(heading, "bold underline")
    for choice in match.record.choices:
        twin.choose(choice)
        now = twin.view(seat).headline
        if now != heading:
            log = twin.log()
            yield logbook.lines(log[told:])
            yield Text(f"\n{now}", "bold underline")
            heading, told = now, len(log)
    yield logbook.lines(twin.log()[told:])
    if result := match.result:
        yield Text.assemble("\n", (result.reason, "bold"), (f"  {result.rule}", "dim"))


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

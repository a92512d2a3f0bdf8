"""A match played again from its record: the proof that it keeps to its rules and dice, and where other rules differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from flagplot.engine.dice import commitment
from flagplot.engine.errors import FlagplotError
from flagplot.engine.game import Game
from flagplot.engine.match import Match
from flagplot.engine.record import Record
from flagplot.engine.start import starting_state
from flagplot.engine.words import Option, offered


class Differs(FlagplotError):
    """A saved game is not what its record makes of it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a game goes another way than it went before."""

    choice: int  # its number, counted from 1; 0 is the beginning
    rule: str  # the clause of the decision there, or by which the game is over
    what: str


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
    if record.wound:
        times = f"{len(record.wound)} times" if len(record.wound) > 1 else "once"
        yield f"Dice that had fallen were passed over {times}, as the players had agreed."
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
    now = match.state  # first, because on the way there the checkpoint moves on
    return msgspec.json.encode([match.checkpoint.mark, match.checkpoint.state, now])


def first_difference(
    game: Game[Any],
    record: Record,
    lengths: Sequence[int],
    expected: bytes | None,
    seats: Sequence[str | None] = (),
) -> Difference | None:
    """Where a record that is played by these rules first goes another way than it went; None when it never does.

    `lengths` is how many lines the log had at the beginning and after each choice, `expected` the position at the end,
    `seats` who made each choice. What is not known is not compared.
    """
    number, rule = 0, ""
    try:
        match = Match(game, replace(record, choices=[]), starting_state(game, record))
        rule = _clause(match)
        if what := _other_lines(match, lengths[:1]):
            return Difference(number, rule, what)
        for number, choice in enumerate(record.choices, start=1):
            rule = _clause(match)
            what = _refusal(match, choice, seats[number - 1 : number])
            if what := what or _other_lines(match.choose(choice), lengths[number : number + 1]):
                return Difference(number, rule, what)
    except (FlagplotError, msgspec.ValidationError) as error:
        return Difference(number, rule, f"It cannot go on by these rules: {error}")
    if expected is not None and position(match) != expected:
        return Difference(number, rule, "The position is another one.")
    return None


def _clause(match: Match[Any]) -> str:
    """The clause by which somebody must decide, or by which the game is over."""
    if match.question:
        return match.question.ask.rule
    return match.result.rule if match.result else ""


def _refusal(match: Match[Any], choice: Option, seats: Sequence[str | None]) -> str:
    """Why a choice cannot be made as it was made; empty when it can."""
    if match.question is None:
        return "The game is over before this choice."
    seat = match.question.seat
    if any(before not in (None, seat) for before in seats):
        return f"It is for '{seat}' to decide here, not for '{seats[0]}'."
    return "" if offered(choice, match.question.options) else f"{choice!r:.80} is not offered any more."


def _other_lines(match: Match[Any], lengths: Sequence[int]) -> str:
    written = match.log_length()
    return "".join(f"The log has {written} lines here, not {length}." for length in lengths if length != written)

"""A match played again from its record: the proof that it keeps to its rules and dice, and where other rules differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

import msgspec

from flagplot.engine.dice import commitment
from flagplot.engine.errors import FlagplotError, SaveError
from flagplot.engine.game import Game
from flagplot.engine.match import Match
from flagplot.engine.record import Record
from flagplot.engine.saves import Content, Envelope
from flagplot.engine.start import starting_state
from flagplot.engine.words import Option, offered

Sights = Mapping[str, tuple[str, int]]  # by seat: the headline, and how long the seat's log was


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
        yield f"It branched off from another game, so its first {len(record.fallen)} dice are that game's."
    if record.wound:
        times = f"{len(record.wound)} times" if len(record.wound) > 1 else "once"
        yield f"Dice that had fallen were passed over {times}, as the players had agreed."
    if record.data:
        yield f"It was played with the figures of an owner of the printed game ({record.data[:8]}), which are in force."
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


# Where other rules lead elsewhere


@dataclass(frozen=True, slots=True)
class Story:
    """What is known of how a match went, by how many choices had been made; what is absent is not compared."""

    seats: Mapping[int, str] = field(default_factory=dict)  # who made the choice of that number
    lines: Mapping[int, int] = field(default_factory=dict)  # how long the whole log was
    sights: Mapping[int, Sights] = field(default_factory=dict)
    checkpoints: Mapping[int, Any] = field(default_factory=dict)  # the state where a phase began, as plain data
    decides: tuple[str | None, ...] = ()  # who must decide at the end; None when nobody must any more
    end: bytes | None = None  # the position there


def saved(data: bytes) -> Content:
    """What stands in a save, by whatever rules it was made; SaveError when it cannot be read."""
    try:
        return msgspec.json.decode(msgspec.json.decode(data, type=Envelope).content, type=Content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SaveError(f"The save is damaged: {error}.") from None


def first_difference(
    game: Game[Any], record: Record, story: Story, before: Game[Any] | None = None
) -> Difference | None:
    """Where a record that is played by these rules first goes another way than it went; None when it never does.

    The rules by which it was played before, where there still are any, are played along: they tell more than any story.
    """
    number, rule = 0, ""
    try:
        match = Match(game, replace(record, rules=game.rules_version, choices=[]), starting_state(game, record))
        twin = before and Match(before, replace(record, choices=[]), starting_state(before, record))
        for number, choice in enumerate([None, *record.choices]):
            rule, lines = _clause(match), match.log_length() if number else 0
            if number:
                if what := _refusal(match, choice, story.seats.get(number)):
                    return Difference(number, rule, what)
                match.choose(choice)
                twin = twin and twin.choose(choice)
            if what := (_unlike_twin(match, twin, lines) if twin else "") or _unlike_story(match, number, story):
                return Difference(number, rule, what)
            if what := _unlike_checkpoint(match, number, story, record.rules == game.rules_version):
                return Difference(number, "", what)  # whatever clause it was, it need not be the one that asks here
    except (FlagplotError, msgspec.ValidationError) as error:
        return Difference(number, rule, f"It cannot go on by these rules: {error}")
    what = _unlike_end(match, story)
    return Difference(number, rule, what) if what else None


def _clause(match: Match[Any]) -> str:
    """The clause by which somebody must decide, or by which the game is over."""
    if match.question:
        return match.question.ask.rule
    return match.result.rule if match.result else ""


def _refusal(match: Match[Any], choice: Option, seat: str | None) -> str:
    """Why a choice cannot be made as it was made; empty when it can."""
    if match.question is None:
        return "The game is over before this choice."
    asked = match.question.seat
    if seat not in (None, asked):
        return f"It is for '{asked}' to decide here, not for '{seat}'."
    return "" if offered(choice, match.question.options) else f"{choice!r:.80} is not offered any more."


def _unlike_twin(match: Match[Any], twin: Match[Any], since: int) -> str:
    """What is written, from that line of the log on, or asked otherwise than by the rules before."""
    lines, others = ([entry.text for entry in one.log(None, since)] for one in (match, twin))
    for line, other in zip_longest(lines, others, fillvalue=""):
        if line != other:
            return f"The log says '{line}' here, not '{other}'."
    asked, before = (f"{one.question.seat}: {one.question.ask.key}" if one.question else "" for one in (match, twin))
    return "" if asked == before else f"'{asked}' is asked here, not '{before}'."


def _unlike_story(match: Match[Any], number: int, story: Story) -> str:
    """What can be seen that could not be seen then."""
    written = match.log_length()
    if (lines := story.lines.get(number, written)) != written:
        return f"The log has {written} lines here, not {lines}."
    for seat, (headline, lines) in story.sights.get(number, {}).items():
        if (seen := match.view(seat).headline) != headline:
            return f"'{seat}' sees '{seen}' here, not '{headline}'."
        if (written := match.log_length(seat)) != lines:
            return f"The log of '{seat}' has {written} lines here, not {lines}."
    return ""


def _unlike_checkpoint(match: Match[Any], number: int, story: Story, exactly: bool) -> str:
    """In what the state where a phase begins is not the one that was kept; other rules may have other fields."""
    if number not in story.checkpoints:
        return ""
    if match.checkpoint.mark != number:  # what was looked at before has brought it up to date
        return "A phase began here, and begins here no more."
    now = msgspec.json.decode(msgspec.json.encode(match.checkpoint.state))
    unlike = _first_unlike(now, story.checkpoints[number], exactly)
    return f"By now the position is another one: {unlike}." if unlike else ""


def _first_unlike(now: Any, kept: Any, exactly: bool, where: str = "") -> str:
    """The first value in plain data that is another one."""
    if isinstance(now, dict) and isinstance(kept, dict):
        names = [name for name in {**kept, **now} if exactly or (name in now and name in kept)]
        pairs = [(name, now.get(name), kept.get(name)) for name in names]
    elif isinstance(now, list) and isinstance(kept, list) and len(now) == len(kept):
        pairs = [(str(place), *both) for place, both in enumerate(zip(now, kept, strict=True))]
    else:
        return "" if now == kept else f"{where} is {now!r:.60}, not {kept!r:.60}"
    found = (_first_unlike(one, other, exactly, f"{where}.{name}".lstrip(".")) for name, one, other in pairs)
    return next(filter(None, found), "")


def _unlike_end(match: Match[Any], story: Story) -> str:
    decides = match.question.seat if match.question else None
    for expected in story.decides:
        if decides != expected:
            return f"It is for '{decides or 'nobody'}' to decide then, not for '{expected or 'nobody'}'."
    return "The position is another one." if story.end not in (None, position(match)) else ""

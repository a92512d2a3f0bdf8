"""Saving a match as a few kilobytes of JSON, and loading it whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import msgspec

from flagplot.engine import data as figures
from flagplot.engine.bounds import LARGEST_SAVE, Text, check_state
from flagplot.engine.dice import SEED_BYTES
from flagplot.engine.errors import FlagplotError, OtherFigures, SaveError, TooOld, UnknownGame
from flagplot.engine.frames import defects_of
from flagplot.engine.game import Game
from flagplot.engine.record import NOT_IN_A_LINE, Checkpoint, Record
from flagplot.engine.state import OVER
from flagplot.engine.table import S
from flagplot.engine.words import Option

SCHEMA = 1


class Header(msgspec.Struct):
    """What is looked at first in any save."""

    flagplot: Any = None


@dataclass(slots=True)
class Envelope:
    """The outside of a save: what it is, and a digest that tells whether its content is whole."""

    flagplot: int  # the schema version
    game: Text
    rules: int
    digest: Text
    content: msgspec.Raw


@dataclass(slots=True)
class Content:
    """The inside of a save: the record, and the position at its last checkpoint."""

    record: Record
    mark: int
    floor: int
    floor_reason: Text
    last_seat: Text | None
    state: msgspec.Raw


HEADER = msgspec.json.Decoder(Header)
ENVELOPE = msgspec.json.Decoder(Envelope)
CONTENT = msgspec.json.Decoder(Content)


def packed(game: Game[S], record: Record, at: Checkpoint[S]) -> bytes:
    """A match as JSON."""
    state = msgspec.Raw(msgspec.json.encode(at.state))
    content = msgspec.json.encode(Content(record, at.mark, at.floor, at.floor_reason, at.last_seat, state))
    return msgspec.json.encode(Envelope(SCHEMA, game.slug, game.rules_version, _digest(content), msgspec.Raw(content)))


def unpacked(data: bytes, find_game: Callable[[str], Game[Any]]) -> tuple[Game[Any], Record, Checkpoint[Any]]:
    """The game, in the edition by which the save was made if there is one, its record and its checkpoint.

    SaveError, in one sentence, when it cannot be read.
    """
    envelope = _envelope(data)
    try:
        game = find_game(envelope.game)
    except UnknownGame as error:
        raise SaveError(f"The save is of an unknown game: {error}") from None
    if envelope.rules > game.rules_version:
        raise SaveError(
            f"The save was made with newer rules of {game.title} (version {envelope.rules}; "
            f"this program plays version {game.rules_version})."
        )
    game = game.edition(envelope.rules) or game
    if envelope.digest != _digest(bytes(envelope.content)):
        raise SaveError("The save was changed after it was written: its digest does not fit its content.")
    content, state = _decoded(envelope, game)
    if state.phase != OVER and not game.can_go_on_from(envelope.rules):
        raise TooOld(
            f"This game was begun by rules of {game.title} that are not played any more (version {envelope.rules}; "
            f"this program plays version {game.rules_version}), so it cannot go on."
        )
    if (envelope.game, envelope.rules) != (content.record.game, content.record.rules):
        raise SaveError("The save was changed after it was written: it names two different games or rules.")
    content.record.choices = [_as_option(choice) for choice in content.record.choices]
    at = Checkpoint(state, content.mark, content.floor, content.floor_reason, content.last_seat)
    return game, content.record, at


def check_figures(game: Game[Any], record: Record) -> None:
    """OtherFigures, in one sentence, when a record was not made with the figures in force: it would go another way."""
    now = figures.digest(game.package)
    if record.data == now:
        return
    made, in_force = (
        f"an owner's figures ({one[:8]})" if one else "the game's own figures" for one in (record.data, now)
    )
    how = "with --data and the directory that has them" if record.data else "without --data"
    raise OtherFigures(
        f"This game of {game.title} is played with {made}, but {in_force} are in force. Start Flagplot {how}."
    )


def rules_of(data: bytes) -> int:
    """The version of the rules by which a save was made."""
    return _envelope(data).rules


def _envelope(data: bytes) -> Envelope:
    if len(data) > LARGEST_SAVE:
        raise SaveError(f"The save is too large: it has {len(data):,} bytes, and no game takes {LARGEST_SAVE:,}.")
    try:
        header = HEADER.decode(data)
    except msgspec.ValidationError:
        raise SaveError("This is not a Flagplot save.") from None
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise SaveError("The save is damaged: it is not complete JSON.") from None
    if type(header.flagplot) is not int:
        raise SaveError("This is not a Flagplot save.")
    if header.flagplot > SCHEMA:
        raise SaveError(
            f"The save was made by a newer Flagplot (format {header.flagplot}; this one reads up to {SCHEMA})."
        )
    try:
        return ENVELOPE.decode(data)
    except (msgspec.DecodeError, ValueError) as error:
        raise SaveError(f"The save is damaged: {error}.") from None


def _decoded(envelope: Envelope, game: Game[Any]) -> tuple[Content, Any]:
    try:
        content = CONTENT.decode(envelope.content)
        check_figures(game, content.record)
        check_state(content.state)
        state = msgspec.json.decode(content.state, type=game.state_type)
        game.read_scenario(content.record.scenario)
        game.read_options(content.record.options)
        start = state if content.record.start is None else msgspec.convert(content.record.start, game.state_type)
        _check_seed(content.record.seed)
        without_seats = [defect for one in (start, state) for defect in game.defects_of_seats(game.seats_of(one))]
        defects = [*without_seats, *defects_of(state, game.phases), *game.defects(state)]
    except OtherFigures:
        raise
    except (msgspec.DecodeError, ValueError, FlagplotError) as error:
        reason = str(error).rstrip(".")
        raise SaveError(f"The save is damaged: {reason}.") from None
    if not (0 <= content.mark <= len(content.record.choices) and 0 <= content.floor <= len(content.record.choices)):
        raise SaveError("The save is damaged: its checkpoint lies beyond its last choice.")
    _check_reasons(content.record)
    reading = [(start.tape, state.tape + 1), *content.record.wound]
    if any(not 0 <= read < on for read, on in reading):
        raise SaveError("The save is damaged: its dice cannot be read in this order.")
    if defects:
        raise SaveError(f"The save holds an impossible position: {defects[0]}")
    return content, state


def _check_seed(seed: str) -> None:
    if len(bytes.fromhex(seed)) != SEED_BYTES:
        raise SaveError(f"a seed has {SEED_BYTES} bytes.")


def _check_reasons(record: Record) -> None:
    for number, reason in record.reasons.items():
        if number > len(record.choices):
            raise SaveError(f"The save is damaged: it tells why choice {number} was made, which was not made.")
        if NOT_IN_A_LINE.search(reason):
            raise SaveError(f"The save is damaged: the reason for choice {number} has signs that no text has.")


def _as_option(value: Any) -> Option:
    return tuple(_as_option(item) for item in value) if isinstance(value, list) else value


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()

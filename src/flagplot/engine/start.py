"""Starting a match: from a scenario, from a position made by hand, from a save, or from a match under other rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from flagplot.engine import data
from flagplot.engine import dice as chance
from flagplot.engine.errors import FlagplotError, PositionError, SaveError
from flagplot.engine.frames import defects_of
from flagplot.engine.game import Game
from flagplot.engine.match import Match
from flagplot.engine.record import Checkpoint, Record
from flagplot.engine.saves import check_figures, unpacked
from flagplot.engine.state import OVER


def new_match(
    game: Game[Any],
    scenario: str | None,
    seed: int | str | bytes | None,
    options: Mapping[str, Any],
    dice: chance.Script | chance.Asked | None,
    state: Any,
) -> Match[Any]:
    """A match that waits for its first decision."""
    key = chance.new_seed() if seed is None else chance.seed_bytes(seed)
    record = Record(
        game.slug,
        game.rules_version,
        game.read_scenario(scenario),
        dict(options),
        key.hex(),
        script=list(dice.values) if isinstance(dice, chance.Script) else None,
        typed=isinstance(dice, chance.Asked),
        data=data.digest(game.package),
    )
    if state is not None:
        record.start = _checked_position(game, options, state, record)
    return Match(game, record, _first_state(game, record))


def _checked_position(game: Game[Any], options: Mapping[str, Any], state: Any, record: Record) -> dict[str, Any]:
    """A position made by hand as plain data, or PositionError naming each of its defects."""
    if options:
        raise FlagplotError("A position made by hand has its options in its state. Do not give others.")
    if not isinstance(state, game.state_type):
        raise PositionError(
            f"A position of {game.title} is a {game.state_type.__name__}, not a {type(state).__name__}."
        )
    position = game.copy(state)
    position.tape = 0
    position.seed_hash = seed_hash(record)
    plain = msgspec.to_builtins(position)
    try:
        msgspec.convert(plain, game.state_type)
    except msgspec.ValidationError as error:
        raise PositionError(f"The position is not plain data of {game.title}: {error}.") from None
    defects = _defects(game, position)
    if position.phase == OVER:
        defects.append("The game is over in this position, so nothing can be played from it.")
    if defects:
        raise PositionError(" ".join(defects))
    assert isinstance(plain, dict)
    return plain


def _defects(game: Game[Any], state: Any) -> list[str]:
    """What is wrong with a position."""
    return [*game.defects_of_seats(game.seats_of(state)), *game.defects(state), *defects_of(state, game.phases)]


def load_match(data: bytes, find_game: Callable[[str], Game[Any]]) -> Match[Any]:
    """The match of a save, whole or not at all."""
    game, record, at = unpacked(data, find_game)
    if record.rules < game.rules_version:
        return _under_present_rules(game, record, at)
    match = Match(game, record, starting_state(game, record), at)
    try:
        match.decision  # noqa: B018  the choices since the checkpoint are played again
    except FlagplotError as error:
        raise SaveError(f"The save does not follow the rules: {error}") from None
    return match


def _under_present_rules(game: Game[Any], record: Record, at: Checkpoint[Any]) -> Match[Any]:
    """A save of older rules that are not played any more goes on from its last checkpoint."""
    record.rules = game.rules_version
    record.start = msgspec.to_builtins(at.state)
    record.choices, record.reasons = [], {}
    return Match(game, record, at.state)


def moved_on(match: Match[Any], to: Game[Any]) -> tuple[Match[Any], bool]:
    """The match under other rules of its game, and whether all that was chosen in it stands.

    It does when these rules put the same questions to the same seats and offer every choice that was made; otherwise
    the match goes on from its last checkpoint. In either case what was thrown after its present decision never comes
    again.
    """
    moved = _played_again(match, to)
    stands = moved is not None
    moved = moved or _from_checkpoint(match, to)
    moved.wind_on(match.next_die)
    return moved, stands


def _played_again(match: Match[Any], to: Game[Any]) -> Match[Any] | None:
    """All of a match under other rules; None when they lead elsewhere."""
    record, by_old_rules = match.record, match.at(0)
    try:
        moved = Match(to, replace(record, rules=to.rules_version, choices=[]), starting_state(to, record))
        for choice in record.choices:
            if not _asks_alike(by_old_rules, moved):
                return None
            moved.choose(choice)
            by_old_rules.choose(choice)
        return moved if _asks_alike(by_old_rules, moved) else None
    except (FlagplotError, msgspec.ValidationError):
        return None


def _asks_alike(one: Match[Any], other: Match[Any]) -> bool:
    """Whether the same seat is asked the same, or nobody is asked any more."""
    asked = [(match.question.seat, match.question.ask.key) if match.question else None for match in (one, other)]
    return asked[0] == asked[1]


def _from_checkpoint(match: Match[Any], to: Game[Any]) -> Match[Any]:
    """A match as its phase began, under other rules; a FlagplotError when they know no such position."""
    to.read_scenario(match.record.scenario)
    to.read_options(match.record.options)
    match.state  # noqa: B018  it comes to its last checkpoint
    try:
        state = msgspec.convert(msgspec.to_builtins(match.checkpoint.state), to.state_type)
    except msgspec.ValidationError as error:
        raise PositionError(f"The rules of version {to.rules_version} know no such position: {error}.") from None
    if defects := _defects(to, state):
        raise PositionError(f"The rules of version {to.rules_version} know no such position: {defects[0]}")
    return _under_present_rules(to, replace(match.record), Checkpoint(state))


def starting_state(game: Game[Any], record: Record) -> Any:
    """The state from which a record starts, if it was made with the figures in force."""
    check_figures(game, record)
    return _first_state(game, record)


def _first_state(game: Game[Any], record: Record) -> Any:
    if record.start is not None:
        return msgspec.convert(record.start, game.state_type)
    state = game.setup(game.read_scenario(record.scenario), game.read_options(record.options))
    state.seed_hash = seed_hash(record)
    return state


def seed_hash(record: Record) -> str:
    """What is published of the record's seed before the game; nothing where the seed does not decide."""
    return "" if record.script is not None or record.typed else chance.commitment(bytes.fromhex(record.seed))

"""Starting a match: from a scenario, from a position made by hand, or from a save."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from flagplot.engine import dice as chance
from flagplot.engine.errors import FlagplotError, PositionError, SaveError
from flagplot.engine.game import Game
from flagplot.engine.match import Match
from flagplot.engine.record import Checkpoint, Record
from flagplot.engine.saves import unpacked


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
    )
    if state is not None:
        record.start = _checked_position(game, options, state, record)
    return Match(game, record, starting_state(game, record))


def _checked_position(game: Game[Any], options: Mapping[str, Any], state: Any, record: Record) -> dict[str, Any]:
    """A position made by hand as plain data, or PositionError naming each of its defects."""
    if options:
        raise FlagplotError("A position made by hand has its options in its state; give no others.")
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
    defects = list(game.defects(position))
    if position.phase not in game.phases:
        defects.append(f"There is no phase '{position.phase}'; there are {', '.join(game.phases)}.")
    if defects:
        raise PositionError(" ".join(defects))
    assert isinstance(plain, dict)
    return plain


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
    """A save of older rules goes on from its last checkpoint."""
    record.rules = game.rules_version
    record.start = msgspec.to_builtins(at.state)
    record.choices = []
    return Match(game, record, at.state)


def starting_state(game: Game[Any], record: Record) -> Any:
    """The state from which a record starts."""
    if record.start is not None:
        return msgspec.convert(record.start, game.state_type)
    state = game.setup(record.scenario, game.read_options(record.options))
    state.seed_hash = seed_hash(record)
    return state


def seed_hash(record: Record) -> str:
    """What is published of the record's seed before the game; nothing where the seed does not decide."""
    return "" if record.script is not None or record.typed else chance.commitment(bytes.fromhex(record.seed))

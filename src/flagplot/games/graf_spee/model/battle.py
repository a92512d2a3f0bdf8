"""The battle board: who is in a combat, which step it has reached, and the numbers of Allied ships that count in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee.state import Battle, Ship, State

RATINGS = {step: {name: ship.ratings[i] for name, ship in t.ALLIED_SHIPS.items()} for i, step in enumerate(t.STEPS)}
ARMOR = {name: ship.armor for name, ship in t.ALLIED_SHIPS.items()}


def the_battle(state: State) -> Battle:
    """The combat that is being fought."""
    assert state.battle is not None
    return state.battle


def engaged(state: State, battle: Battle) -> list[Ship]:
    """The German ships that are in the combat and afloat."""
    found = []
    for name in battle.german:
        ship = state.ships[name]
        if ship.space:
            found.append(ship)
    return found


def step_of_battle(state: State) -> str:
    """Which guns fire now, or torpedoes."""
    step = state.args[0] if state.phase == "combat_step" else t.STEPS[0]
    assert isinstance(step, str)
    return step


def ratings(battle: Battle, step: str) -> Mapping[str, int]:
    """The printed numbers of all Allied ships, halved for those crippled (GS-DMG-01)."""
    return _halved(RATINGS[step], battle.crippled) if battle.crippled else RATINGS[step]


def armors(battle: Battle) -> Mapping[str, int]:
    """The armour of all Allied ships against German guns, halved for those crippled (GS-AMB-21)."""
    return _halved(ARMOR, battle.crippled) if battle.crippled else ARMOR


def _halved(numbers: Mapping[str, int], crippled: Sequence[str]) -> Mapping[str, int]:
    return {**numbers, **{name: numbers[name] // 2 for name in crippled}}


def rating(battle: Battle, name: str, step: str) -> int:
    """A printed number, halved for a crippled ship (GS-DMG-01)."""
    number = RATINGS[step][name]
    return number // 2 if number and name in battle.crippled else number


def armor(battle: Battle, name: str) -> int:
    """The armour that counts against German guns, halved for a crippled ship (GS-AMB-21)."""
    return ARMOR[name] // 2 if name in battle.crippled else ARMOR[name]

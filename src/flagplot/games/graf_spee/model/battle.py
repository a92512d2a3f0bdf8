"""The battle board: who is in a combat, which step it has reached, and the numbers of Allied ships that count in it."""

from __future__ import annotations

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


def rating(battle: Battle, name: str, step: str) -> int:
    """A printed number, halved for a crippled ship (GS-DMG-01)."""
    number = RATINGS[step][name]
    return number // 2 if number and name in battle.crippled else number


def armor(battle: Battle, name: str) -> int:
    """The armour that counts against German guns, halved for a crippled ship (GS-AMB-21)."""
    return ARMOR[name] // 2 if name in battle.crippled else ARMOR[name]

"""What a captain sees of the enemy: numbers of blocks, the public lists, and the faces in the battle at hand.

Every look of a captain at enemy blocks goes through here, so that it is easy to check that nothing hidden leaks.
"""

from __future__ import annotations

from functools import cached_property

from flagplot.games.sea_control.captain_odds import GUN_DICE, bodies
from flagplot.games.sea_control.fleet import backs, known_convoys
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import (
    AREAS,
    ASW_DICE_PER_SHIP,
    CARRIER,
    CONVOY,
    DOCKED,
    ENEMY,
    LOST,
    PORTS_OF,
    UNITS,
)

# The ships of each side's enemy
_SHIPS = {
    side: tuple(key for key, unit in UNITS.items() if unit.side == ENEMY[side] and unit.is_surface) for side in ENEMY
}


class Sight:
    """The enemy as a seat sees him: backs of blocks, and what an average one of them must be like."""

    def __init__(self, state: State, seat: str) -> None:
        self._state = state
        self._seat = seat

    def blocks(self, place: str) -> int:
        """How many enemy blocks stand in a place; a task force is one, whatever is in it. Land air is not a block."""
        return backs(self._state, place, ENEMY[self._seat])

    def blocks_at_sea_and_in_port(self) -> list[int]:
        """How many enemy blocks stand in each area and in each of his ports."""
        return [self.blocks(place) for place in (*AREAS, *PORTS_OF[ENEMY[self._seat]])]

    def convoys(self, area: str) -> int:
        """How many blocks must be convoys: those that stayed at sea when all others went home (SC-CNV-02)."""
        return len(known_convoys(self._state, area))

    @cached_property
    def fleet(self) -> tuple[str, ...]:
        """The enemy's ships that must be somewhere on the map: neither lost nor docked nor still to come."""
        state = self._state
        gone = {*state.at[LOST], *state.at[DOCKED], *state.due}
        return tuple([ship for ship in _SHIPS[self._seat] if ship in state.sp and ship not in gone])

    @cached_property
    def mean_block(self) -> tuple[float, float]:
        """The bodies and the dice that an enemy block brings to a battle, on the average of his fleet."""
        ships = self.fleet
        if not ships:
            return 0.0, 0.0
        body = sum([bodies(ship, UNITS[ship].sp) for ship in ships])
        return body / len(ships), sum([GUN_DICE[ship] for ship in ships]) / len(ships)

    @cached_property
    def mean_hunt(self) -> float:
        """The anti-submarine dice that an Allied block brings, on the average of the fleet."""
        ships = self.fleet
        if not ships:
            return 0.0
        dice = 0
        for ship in ships:
            unit = UNITS[ship]
            if unit.kind == CONVOY:
                dice += self._state.options.convoy_asw_dice
            else:
                dice += ASW_DICE_PER_SHIP + (unit.dice if unit.kind == CARRIER else 0)
        return dice / len(ships)


def in_battle(state: State, side: str) -> list[str]:
    """The units of a side in the battle that is being fought, where all faces are seen."""
    if state.battle is None:
        return []
    return [unit for unit in state.at[state.battle.area] if UNITS[unit].side == side]

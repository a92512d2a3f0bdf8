"""What a captain sees of the enemy: numbers of blocks, the public lists, and the faces in the battle at hand.

Every look of a captain at enemy blocks goes through here, so that it is easy to check that nothing hidden leaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from flagplot.games.sea_control.captain_odds import GUN_DICE, bodies
from flagplot.games.sea_control.fleet import (
    CONVOYS,
    HIDING,
    SURFACE_SHIPS,
    backs,
    counted_in_port,
    in_roster_order,
    is_in_task_force,
    known_convoys,
)
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import (
    AREAS,
    ASW_DICE_PER_SHIP,
    AXIS,
    CARRIER,
    CONVOY,
    DOCKED,
    ENEMY,
    LOST,
    PORTS_OF,
    UNITS,
)

# The ships of each side's enemy, in the order of the roster
_ENEMY_ROSTER = {side: tuple(in_roster_order(SURFACE_SHIPS[ENEMY[side]])) for side in ENEMY}


class Mean(NamedTuple):
    """What blocks bring to a battle: bodies and dice, dice against U-boats, and how many of them are convoys."""

    body: float
    dice: float
    hunt: float
    convoys: float


NOTHING = Mean(0.0, 0.0, 0.0, 0.0)

_FIGURES = {
    key: Mean(
        bodies(key, unit.sp),
        GUN_DICE[key],
        float(ASW_DICE_PER_SHIP + (unit.dice if unit.kind == CARRIER else 0)),
        float(unit.kind == CONVOY),
    )
    for key, unit in UNITS.items()
    if unit.is_surface
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
        state, enemy = self._state, ENEMY[self._seat]
        if state.task_forces:
            return [self.blocks(place) for place in (*AREAS, *PORTS_OF[enemy])]
        at, among = state.at, HIDING[enemy].intersection
        return [len(among(at[area])) if at[area] else 0 for area in AREAS] + [len(at[port]) for port in PORTS_OF[enemy]]

    def convoys(self, area: str) -> int:
        """How many blocks must be convoys: those that stayed at sea when all others went home (SC-CNV-02)."""
        return len(known_convoys(self._state, area))

    @cached_property
    def fleet(self) -> tuple[str, ...]:
        """The enemy's ships that must be somewhere on the map: neither lost nor docked nor still to come."""
        state = self._state
        gone = {*state.at[LOST], *state.at[DOCKED], *state.due}
        return tuple([ship for ship in _ENEMY_ROSTER[self._seat] if ship in state.sp and ship not in gone])

    @cached_property
    def _known(self) -> frozenset[str]:
        """The enemy blocks at sea that can only be convoys."""
        if self._seat != AXIS:
            return frozenset()
        at_sea = [area for area in AREAS if not CONVOYS.isdisjoint(self._state.at[area])]
        return frozenset([convoy for area in at_sea for convoy in known_convoys(self._state, area)])

    @cached_property
    def _pools(self) -> Mapping[str, Mean]:
        """The average block of each pool of enemy ships that this seat cannot tell apart."""
        state, known, ships = self._state, self._known, self.fleet
        if known:
            ships = tuple([ship for ship in ships if ship not in known])
        return pool_means(ships, tuple(map(state.pools.__getitem__, ships)), state.options.convoy_asw_dice)

    def fleet_in(self, place: str) -> Mean:
        """What the enemy blocks in a place can be expected to be together."""
        state = self._state
        if not state.at[place] and not state.task_forces:
            return NOTHING
        means, known = self._pools, self._known
        pools, ships = state.pools, SURFACE_SHIPS[ENEMY[self._seat]]
        body = dice = hunt = convoys = 0.0
        blocks = state.at[place]
        if state.task_forces and self._seat == AXIS:
            if place in AREAS:
                forces = sum([force.area == place for force in state.task_forces.values()])
                body, dice, hunt, _ = [forces * figure for figure in self.mean_block]
                blocks = [ship for ship in blocks if not is_in_task_force(state, ship)]
            else:
                blocks = counted_in_port(state, place)
        for ship in blocks:
            if ship in known:
                hunt += state.options.convoy_asw_dice
                convoys += 1
            elif ship in ships:
                mean_body, mean_dice, mean_hunt, mean_convoys = means[pools[ship]]
                body += mean_body
                dice += mean_dice
                hunt += mean_hunt
                convoys += mean_convoys
        return Mean(body, dice, hunt, convoys)

    @cached_property
    def mean_block(self) -> Mean:
        """What an enemy block brings to a battle, on the average of his fleet."""
        ships = self.fleet
        count = len(ships) or 1
        asw = self._state.options.convoy_asw_dice
        figures = [_FIGURES[ship] for ship in ships]
        return Mean(
            sum([one.body for one in figures]) / count,
            sum([one.dice for one in figures]) / count,
            sum([asw if one.convoys else one.hunt for one in figures]) / count,
            sum([one.convoys for one in figures]) / count,
        )


@lru_cache(maxsize=1_000)  # pools stay as they are through several steps of a turn
def pool_means(ships: tuple[str, ...], pools: tuple[str, ...], convoy_asw_dice: int) -> Mapping[str, Mean]:
    """The average ship of each pool, given the pool of each ship."""
    members: dict[str, list[str]] = {}
    for ship, pool in zip(ships, pools, strict=True):
        if pool in members:
            members[pool].append(ship)
        else:
            members[pool] = [ship]
    return {pool: mean_of(tuple(those), convoy_asw_dice) for pool, those in members.items()}


@lru_cache(maxsize=10_000)
def mean_of(ships: tuple[str, ...], convoy_asw_dice: int) -> Mean:
    """The average of some ships."""
    body = dice = hunt = convoys = 0.0
    for ship in ships:
        figures = _FIGURES[ship]
        body += figures.body
        dice += figures.dice
        hunt += convoy_asw_dice if figures.convoys else figures.hunt
        convoys += figures.convoys
    count = len(ships)
    return Mean(body / count, dice / count, hunt / count, convoys / count)


def in_battle(state: State, side: str) -> list[str]:
    """The units of a side in the battle that is being fought, where all faces are seen."""
    if state.battle is None:
        return []
    return [unit for unit in state.at[state.battle.area] if UNITS[unit].side == side]

"""What a seat knows (section 2, SC-AMB-38): its own units, the backs of the enemy's, and what both sides see.

Captains are given this and never the state, so that nothing hidden can tell them what to do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.model.fleet import (
    CONVOYS,
    HIDING,
    SURFACE_SHIPS,
    UNITS_OF,
    backs,
    counted_in_port,
    in_roster_order,
    is_in_task_force,
    known_convoys,
)
from flagplot.games.sea_control.state import Battle, Options, State

# The ships of each side's enemy, in the order of the roster
_ENEMY_ROSTER = {side: tuple(in_roster_order(SURFACE_SHIPS[t.ENEMY[side]])) for side in t.ENEMY}


class Stack(NamedTuple):
    """The enemy blocks in a place: task forces, blocks that can only be convoys, and the pools of the others."""

    task_forces: int
    convoys: int
    pools: Sequence[str]


NO_BLOCKS = Stack(0, 0, ())


class Known:
    """What a seat knows at every moment of a game; it follows the state as that goes on."""

    __slots__ = ("_enemy", "_own", "_state", "_units", "options", "seat")

    def __init__(self, state: State, seat: str) -> None:
        self._state = state
        self._own = UNITS_OF[seat]
        self._units = tuple(unit for unit in state.sp if unit in self._own)
        self._enemy = t.ENEMY[seat]
        self.seat = seat
        self.options: Options = state.options

    # What both sides see

    @property
    def turn(self) -> int:
        return self._state.turn

    @property
    def phase(self) -> str:
        return self._state.phase

    @property
    def marker(self) -> int:
        return self._state.marker

    @property
    def control(self) -> Mapping[str, str]:
        return self._state.control

    @property
    def due(self) -> Mapping[str, int]:
        return self._state.due

    @property
    def battle(self) -> Battle | None:
        return self._state.battle

    @property
    def battle_at_hand(self) -> Battle:
        """The battle that is being fought."""
        assert self._state.battle
        return self._state.battle

    def in_battle(self, side: str) -> list[str]:
        """The units of a side in the battle that is being fought, where all faces are seen."""
        return [unit for unit in self._state.at[self.battle_at_hand.area] if unit in UNITS_OF[side]]

    # Its own units

    @property
    def rp(self) -> int:
        """The resource points that are left to it."""
        return self._state.rp[self.seat]

    def capacity(self, port: str) -> int:
        """The repairs that a port can still do in this turn."""
        return self._state.capacity[port]

    def own(self, place: str) -> list[str]:
        """Its own units in a place."""
        return list(filter(self._own.__contains__, self._state.at[place]))

    @property
    def spent(self) -> list[str]:
        """Its own ships that have had their move in this turn."""
        return list(filter(self._own.__contains__, self._state.spent))

    @property
    def strengths(self) -> dict[str, int]:
        """The strength points of its own units."""
        sp = self._state.sp
        return {unit: sp[unit] for unit in self._units}

    def strength(self, unit: str) -> int:
        """The strength points of a unit of its own, or of one in the battle that is being fought."""
        state = self._state
        assert unit in self._own or unit in state.at[self.battle_at_hand.area], f"{unit} is hidden"
        return state.sp[unit]

    # The enemy's blocks

    def blocks(self, place: str) -> int:
        """How many enemy blocks stand in a place; a task force is one, whatever is in it. Land air is not a block."""
        return backs(self._state, place, self._enemy)

    def blocks_at_sea_and_in_port(self) -> list[int]:
        """How many enemy blocks stand in each area and in each of his ports."""
        enemy, ports = self._enemy, t.PORTS_OF[self._enemy]
        if self._state.task_forces:
            return [self.blocks(place) for place in (*t.AREAS, *ports)]
        at, among = self._state.at, HIDING[enemy].intersection
        return [len(among(at[area])) if at[area] else 0 for area in t.AREAS] + [len(at[port]) for port in ports]

    def enemy_fleet(self) -> list[str]:
        """The enemy's ships that must be somewhere on the map: neither lost nor docked nor still to come."""
        state = self._state
        gone = {*state.at[t.LOST], *state.at[t.DOCKED], *state.due}
        return [ship for ship in _ENEMY_ROSTER[self.seat] if ship in state.sp and ship not in gone]

    def hidden_fleet(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The enemy's ships behind the backs of blocks, and of each the pool from which it cannot be told apart.

        For each block that can only be a convoy one of its pool is left out, whichever it is.
        """
        ships, pools = self.enemy_fleet(), self._state.pools
        for area in t.AREAS:
            for convoy in self._convoys_in(area):
                ships.remove(next(ship for ship in ships if ship in CONVOYS and pools[ship] == pools[convoy]))
        return tuple(ships), tuple(map(pools.__getitem__, ships))

    def stack(self, place: str) -> Stack:
        """The enemy blocks in a place, as far as they can be told apart."""
        state = self._state
        blocks = state.at[place]
        if not blocks and not state.task_forces:
            return NO_BLOCKS
        forces, enemy, pools = 0, SURFACE_SHIPS[self._enemy], state.pools
        if state.task_forces and self._enemy == t.ALLIED:
            if place in t.AREAS:
                forces = sum([force.area == place for force in state.task_forces.values()])
                blocks = [ship for ship in blocks if not is_in_task_force(state, ship)]
            else:
                blocks = counted_in_port(state, place)
        convoys = self._convoys_in(place)
        others = sorted([pools[ship] for ship in blocks if ship in enemy and ship not in convoys])
        return Stack(forces, len(convoys), others)

    def convoys(self, area: str) -> int:
        """How many enemy blocks in an area must be convoys: those that stayed when all others went home (SC-CNV-02)."""
        return len(self._convoys_in(area))

    def _convoys_in(self, area: str) -> Sequence[str]:
        if self._enemy != t.ALLIED or area not in t.AREAS or CONVOYS.isdisjoint(self._state.at[area]):
            return ()
        return known_convoys(self._state, area)

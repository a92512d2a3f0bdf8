"""The seas as the Axis finds them when the Allies have moved: who is there, what is at stake, and the chances."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.captain.odds import BLIND_SHARPNESS, GUN_DICE, bodies, chance_to_hold
from flagplot.games.sea_control.captain.sight import Sight
from flagplot.games.sea_control.captain.tempers import USUAL, Temper
from flagplot.games.sea_control.model.fleet import WARSHIPS
from flagplot.games.sea_control.model.known import Known

# Points that an area is worth because others can be reached from there in the next turn
TRANSIT_PRIZE = {t.NORTH_SEA: 2.5, t.BARENTS: 1.2, t.WESTERN_MED: 1.5, t.EASTERN_MED: 1.0}
CONVOY_PRIZE = 3.0  # 2 for a convoy that is sunk, and what it does not bring in

# What it means to take an area from the Allies
PRIZES = {
    area: t.MAP.area[area].vp[t.AXIS] + t.MAP.area[area].vp[t.ALLIED] + TRANSIT_PRIZE.get(area, 0.0) for area in t.AREAS
}

# The points that change sides when the Axis takes an area from the Allies
SWING = {area: sum(t.MAP.area[area].vp.values()) for area in t.AREAS}


class Waters:
    """What the Axis sees in each area, and what it has there."""

    def __init__(self, known: Known, sight: Sight, areas: Sequence[str] = t.AREAS, temper: Temper = USUAL) -> None:
        self.turns_left = t.LAST_TURN - known.turn
        self.blocks = {area: sight.blocks(area) for area in areas}
        self.fleets = {area: sight.fleet_in(area) for area in areas}
        self.enemy = {area: temper.suspicion * fleet.body * fleet.dice for area, fleet in self.fleets.items()}
        self.prize = {
            area: (PRIZES[area] + CONVOY_PRIZE * temper.convoys * fleet.convoys) * temper.dear.get(area, 1.0)
            for area, fleet in self.fleets.items()
        }
        self.body = dict.fromkeys(areas, 0.0)
        self.dice = dict.fromkeys(areas, 0.0)
        self.ships = dict.fromkeys(areas, 0)
        for area in areas:
            for unit in known.own(area):
                if unit in WARSHIPS[t.AXIS]:
                    self.add(bodies(unit, known.strength(unit)), GUN_DICE[unit], area)

    def add(self, body: float, dice: float, area: str) -> None:
        """A ship sails to an area."""
        self.body[area] += body
        self.dice[area] += dice
        self.ships[area] += 1

    def chance(self, area: str) -> float:
        """The chance that the ships in an area take or keep it."""
        return chance_to_hold(self.body[area] * self.dice[area], self.enemy[area], BLIND_SHARPNESS)

    def promise(self, area: str, body: float, dice: float) -> float:
        """The points that a ship adds to what an area promises if it joins those who are there."""
        weight = (self.body[area] + body) * (self.dice[area] + dice)
        return self.prize[area] * (chance_to_hold(weight, self.enemy[area], BLIND_SHARPNESS) - self.chance(area))

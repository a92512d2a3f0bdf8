"""What things are worth to the captain, in victory points: a sound ship, cargo, a day's draw."""

from __future__ import annotations

import msgspec

from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee.model.fleet import level
from flagplot.games.graf_spee.spaces import CAPTURED
from flagplot.games.graf_spee.state import Ship, State

MOST_LEVEL = 12  # that a save may hold


def _losses(*losses: float) -> tuple[float, ...]:
    """What a ship has lost with a department at each number, from 0 up; nothing beyond the last."""
    return losses + (0.0,) * (MOST_LEVEL + 1 - len(losses))


LOSSES = {
    t.HULL: _losses(180.0, 52.0, 32.0, 18.0, 10.0, 4.0),
    t.ENGINES: _losses(110.0, 60.0, 34.0, 21.0, 13.8, 7.5),
    t.PRIMARY: _losses(12.0, 7.0, 3.0),
    t.SECONDARY: _losses(12.0, 7.0, 3.0),
    t.TERTIARY: _losses(3.0),
    t.TORPEDO: _losses(7.0, 4.5, 3.0, 1.5),
    t.LEADERSHIP: _losses(26.0, 19.0, 13.0, 8.0, 4.0, 1.5),
    t.AMMO: _losses(39.4, 25.3, 14.1, 8.4, 4.2, 1.4),
    t.OIL: _losses(5.0, 3.0, 1.5, 0.8, 0.4, 0.1),
}
# The usual cargo, the dearest first: to see before one is seen, to double what is caught, to stay afloat
USUAL_CARGO = (
    t.RADAR, t.DECODERS, t.FLOAT_PLANE, t.PRIZE_CREW, t.DUMMY_FUNNELS, t.RESERVE_CREW, t.RANGE_FINDER,
    t.DAMAGE_CONTROL, t.ANTI_AIRCRAFT, t.ENIGMA, t.MARINE_KOMPANIE,
)  # fmt: skip

BEATEN = 20.0  # a fight with those whom the order wants beaten
KEPT_FOR_BOMBARDMENT = 3  # ammunition

# What is at stake in a mission, and in a campaign, in points
SHIP, SHIP_IN_CAMPAIGN, SHIP_FOR_EACH_ORDER = 75.0, 60.0, 5.0
HARM, HARM_IN_CAMPAIGN = 0.6, 0.8  # of what damage costs in all
LAST_DAYS = 3.2  # in which damage counts less and less
REPUTE, REPUTE_IN_CAMPAIGN = 0.64, 2.0  # a point of leadership
SURPLUS = 0.5  # a point beyond those that the order asks for, in a campaign


class Stakes(msgspec.Struct, frozen=True, gc=False):  # which is read faster than a NamedTuple
    """What is at stake in a fight: points still missing, and what the ship and her health are worth, in points."""

    missing: int
    surplus: float  # what a point beyond those is worth
    ship: float
    harm: float  # of what damage usually costs
    leadership: float  # one point more by a battle fought
    reserve: int = 0  # ammunition that the order needs for its bombardment
    beaten: float = 0.0  # a fight with those whom the order wants beaten

    def of_points(self, points: float) -> float:
        """What points are worth."""
        if points <= self.missing:
            return points
        return self.missing + self.surplus * (points - self.missing)


def stakes_of(state: State) -> Stakes:
    """What is at stake now: in a campaign the ship has other orders before her."""
    order = t.ORDERS[state.order]
    missing = order.vp - state.vp if order.vp > state.vp else 0
    beaten = BEATEN if order.beaten and order.beaten not in state.beaten else 0.0
    if state.campaign:
        ship = SHIP_IN_CAMPAIGN + SHIP_FOR_EACH_ORDER * len(state.orders)
        return Stakes(missing, SURPLUS, ship, HARM_IN_CAMPAIGN, REPUTE_IN_CAMPAIGN, ammo_to_keep(state), beaten)
    left = order.days - state.day
    harm = HARM * (left / LAST_DAYS) if left < LAST_DAYS else HARM
    return Stakes(missing, 0.0, SHIP, harm, REPUTE if left else 0.0, ammo_to_keep(state), beaten)


def ammo_to_keep(state: State) -> int:
    """Ammunition for the bombardments that the order asks for."""
    order = t.ORDERS[state.order]
    if order.kind == CAPTURED:
        return 0 if state.captured else KEPT_FOR_BOMBARDMENT
    return KEPT_FOR_BOMBARDMENT if order.silenced and order.silenced not in state.silenced else 0


def loss_of(department: str, now: int, points: float) -> float:
    """What it costs to lose so many points of a department that stands at a number."""
    left = now - 1 if department == t.HULL else now  # a ship without hull is lost, which is counted by itself
    if left <= 0 or not points:
        return 0.0
    losses = LOSSES[department]
    whole = round(points) or 1
    if whole > left:
        whole = left
    return (losses[now - whole] - losses[now]) / whole * (points if points < left else left)


def cargo_by_worth(state: State) -> tuple[str, ...]:
    """Kinds of cargo, the dearest first; marines come before all where a port must be taken."""
    if t.ORDERS[state.order].kind != CAPTURED:
        return USUAL_CARGO
    return (t.MARINE_KOMPANIE, *(cargo for cargo in USUAL_CARGO if cargo != t.MARINE_KOMPANIE))


def lacks(ship: Ship) -> float:
    """What a ship is short of, in all departments together."""
    return sum(losses[level(ship, department)] for department, losses in LOSSES.items())


def gain(ship: Ship, department: str, points: int = 1) -> float:
    """What it would be worth to have so many points more in a department."""
    losses = LOSSES[department]
    now: int = getattr(ship, department)
    return losses[now] - losses[now + points]


def missing_points(state: State) -> int:
    """Victory points that the order still asks for."""
    return max(0, t.ORDERS[state.order].vp - state.vp)

"""What things are worth to the captain, in victory points: a sound ship, cargo, a day's draw."""

from __future__ import annotations

from flagplot.engine import Chart
from flagplot.games.graf_spee.fleet import level
from flagplot.games.graf_spee.spaces import CAPTURED
from flagplot.games.graf_spee.state import Ship, State
from flagplot.games.graf_spee.tables import (
    AMMO,
    ANTI_AIRCRAFT,
    DAMAGE_CONTROL,
    DECODERS,
    DUMMY_FUNNELS,
    ENGINES,
    ENIGMA,
    FLOAT_PLANE,
    HULL,
    LEADERSHIP,
    MARINE_KOMPANIE,
    OIL,
    ORDERS,
    PRIMARY,
    PRIZE_CREW,
    RADAR,
    RANGE_FINDER,
    RESERVE_CREW,
    SECONDARY,
    TERTIARY,
    TORPEDO,
)

# What a ship has lost with each department at a number, from 0 up
LOSSES = {
    HULL: Chart("hull", (90.0, 26.0, 16.0, 9.0, 5.0, 2.0, 0.0), first=0),
    ENGINES: Chart("engines", (40.0, 30.0, 22.0, 14.0, 6.0, 2.0, 0.0), first=0),
    PRIMARY: Chart("primary guns", (12.0, 7.0, 3.0, 0.0), first=0),
    SECONDARY: Chart("secondary guns", (12.0, 7.0, 3.0, 0.0), first=0),
    TERTIARY: Chart("tertiary guns", (3.0, 0.0), first=0),
    TORPEDO: Chart("torpedo mounts", (7.0, 4.5, 3.0, 1.5, 0.0), first=0),
    LEADERSHIP: Chart("leadership", (26.0, 19.0, 13.0, 8.0, 4.0, 1.5, 0.0), first=0),
    AMMO: Chart("ammunition", (14.0, 9.0, 5.0, 3.0, 1.5, 0.5, 0.0), first=0),
    OIL: Chart("oil", (5.0, 3.0, 1.5, 0.8, 0.4, 0.1, 0.0), first=0),
}
# The usual cargo, the dearest first: to see before one is seen, to double what is caught, to stay afloat
USUAL_CARGO = (
    RADAR, DECODERS, FLOAT_PLANE, PRIZE_CREW, DUMMY_FUNNELS, RESERVE_CREW, RANGE_FINDER,
    DAMAGE_CONTROL, ANTI_AIRCRAFT, ENIGMA, MARINE_KOMPANIE,
)  # fmt: skip
SHIP_IN_A_MISSION = 0.6  # of what she is worth in a campaign


def cargo_by_worth(state: State) -> tuple[str, ...]:
    """Kinds of cargo, the dearest first; marines come before all where a port must be taken."""
    if ORDERS[state.order].kind != CAPTURED:
        return USUAL_CARGO
    return (MARINE_KOMPANIE, *(cargo for cargo in USUAL_CARGO if cargo != MARINE_KOMPANIE))


def lacks(ship: Ship) -> float:
    """What a ship is short of, in all departments together."""
    return sum(losses[level(ship, department)] for department, losses in LOSSES.items())


def gain(ship: Ship, department: str, points: int = 1) -> float:
    """What it would be worth to have so many points more in a department."""
    losses = LOSSES[department]
    return losses[level(ship, department)] - losses[level(ship, department) + points]


def missing_points(state: State) -> int:
    """Victory points that the order still asks for."""
    return max(0, ORDERS[state.order].vp - state.vp)

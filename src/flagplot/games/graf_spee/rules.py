"""The rules of The Cruise of the Graf Spee: the set-up (section 3) and the sequence of play (section 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from flagplot.engine import Table
from flagplot.games.graf_spee.achievement import orders_achievement_phase
from flagplot.games.graf_spee.auxiliaries import auxiliary_cruiser_movement_phase
from flagplot.games.graf_spee.bombardment import shore_bombardment_phase
from flagplot.games.graf_spee.campaign import basing_phase
from flagplot.games.graf_spee.combat import battle_phase
from flagplot.games.graf_spee.fitting_out import deployment_phase, fitting_out_phase
from flagplot.games.graf_spee.incidents import incidents_phase
from flagplot.games.graf_spee.intelligence import intelligence_phase
from flagplot.games.graf_spee.movement import grouping_phase, sailing_phase
from flagplot.games.graf_spee.outfitting import outfitting_phase
from flagplot.games.graf_spee.spaces import ALTMARK, NORTH_ATLANTIC
from flagplot.games.graf_spee.state import Options, Ship, State
from flagplot.games.graf_spee.tables import (
    CAMPAIGN,
    CUPS,
    DEUTSCHLAND,
    GERMAN_SHIPS,
    GRAF_SPEE,
    HULL_SPACES,
    LEAST_ALERT,
    MARKERS,
    MISSION,
    ORDERS,
    QUIET_SEAS,
    STATIONS,
)

# The sequence of play (GS-SEQ-01); the Movement Phase has four parts, which each group of ships goes through
PHASES: dict[str, Callable[[Table[State]], str | None]] = {
    "deployment": deployment_phase,
    "fitting_out": fitting_out_phase,
    "outfitting": outfitting_phase,
    "intelligence": intelligence_phase,
    "grouping": grouping_phase,
    "sailing": sailing_phase,
    "battle": battle_phase,
    "incidents": incidents_phase,
    "bombardment": shore_bombardment_phase,
    "auxiliaries": auxiliary_cruiser_movement_phase,
    "achievement": orders_achievement_phase,
    "basing": basing_phase,
}

SCENARIOS = {
    MISSION: "One mission, its order drawn at random.",
    CAMPAIGN: f"All {len(ORDERS)} orders, one after the other, with what is left of the ship.",
    **{key: f"One mission: {order.name}, {order.days} days." for key, order in ORDERS.items()},
}


def set_up(scenario: str, options: Options) -> State:
    """The table before the draws of the set-up (GS-SET-01 to GS-SET-05, GS-SET-08)."""
    names = (GRAF_SPEE, DEUTSCHLAND) if options.deutschland else (GRAF_SPEE,)
    in_cups = sum(cup.quiet_seas for cup in CUPS.values())
    return State(
        phase="deployment",
        options=options,
        campaign=scenario == CAMPAIGN,
        orders=[scenario] if scenario in ORDERS else list(ORDERS),
        alert=LEAST_ALERT,
        ships={name: new_ship(name) for name in names},
        auxiliaries=[ALTMARK],
        auxiliary_starts=[ALTMARK],
        stations={space: list(ships) for space, ships in STATIONS.items()},
        face_down={},
        cups={space: list(cup.ships) for space, cup in CUPS.items()},
        incidents=[
            kind
            for kind, count in MARKERS.incident.items()
            for _ in range(count - in_cups if kind == QUIET_SEAS else count)
        ],
        quiet_aside=in_cups,
        damaged=[kind for kind, count in MARKERS.damaged.items() for _ in range(count)],
        defences=list(MARKERS.port_defences),
    )


def new_ship(name: str) -> Ship:
    """A German ship in the North Atlantic, her display at its starting values and her hull empty (GS-SET-05)."""
    return Ship(id=name, space=NORTH_ATLANTIC, **asdict(GERMAN_SHIPS[name].start), cargo=[""] * len(HULL_SPACES))

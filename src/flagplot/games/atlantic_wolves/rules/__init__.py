"""The rules of Atlantic Wolves: the sequence of play (section 5) and the set-up (section 3)."""

from __future__ import annotations

from flagplot.engine.table import Phase
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves.rules.combat import (
    attack_and_asw_phase,
    by_side,
    mines,
    resolve_area,
    resolve_areas,
)
from flagplot.games.atlantic_wolves.rules.events import event_phase, strategic_phase
from flagplot.games.atlantic_wolves.rules.month_end import (
    ace_determination_phase,
    ata_phase,
    clean_up,
    convoy_bonus_placement_phase,
    uboat_production_phase,
)
from flagplot.games.atlantic_wolves.rules.placement import allotment_and_placement_phase
from flagplot.games.atlantic_wolves.state import Area, Boat, Options, State

# The sequence of play (AW-SEQ-01)
SEQUENCE: dict[str, Phase] = {
    "strategic": strategic_phase,
    "event": event_phase,
    "allotment_and_placement": allotment_and_placement_phase,
    "attack_and_asw": attack_and_asw_phase,
    "ata": ata_phase,
    "uboat_production": uboat_production_phase,
    "ace_determination": ace_determination_phase,
    "convoy_bonus_placement": convoy_bonus_placement_phase,
    "clean_up": clean_up,
}

# What the Attack and ASW phase calls (AW-ORD-01, AW-ORD-02)
RESOLUTION: dict[str, Phase] = {
    "by_side": by_side,
    "areas": resolve_areas,
    "area": resolve_area,
    "mines": mines,
}

PHASES = SEQUENCE | RESOLUTION


def set_up(scenario: str, options: Options) -> State:
    """The table before the first month (AW-SET-01, AW-OPT-13)."""
    boats = options.starting_boats
    return State(
        phase="strategic",
        options=options,
        areas={name: Area(name, {square: [] for square in t.SQUARES}) for name in t.AREAS},
        pens=[Boat(number) for number in range(1, boats + 1)],
        reserve=list(range(boats + 1, t.COUNTERS.uboat + 1)),
        condors=t.CONDORS_AT_BASE.copy(),
        condor_reserve=t.COUNTERS.condor - sum(t.CONDORS_AT_BASE.values()),
        deck=list(t.CARDS),
    )

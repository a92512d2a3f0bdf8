"""The rules of Atlantic Wolves: the sequence of play (section 5) and the set-up (section 3)."""

from __future__ import annotations

from collections.abc import Callable

from flagplot.engine import Table
from flagplot.games.atlantic_wolves.combat import attack_and_asw_phase
from flagplot.games.atlantic_wolves.events import event_phase, strategic_phase
from flagplot.games.atlantic_wolves.month_end import (
    ace_determination_phase,
    ata_phase,
    clean_up,
    convoy_bonus_placement_phase,
    uboat_production_phase,
)
from flagplot.games.atlantic_wolves.placement import allotment_and_placement_phase
from flagplot.games.atlantic_wolves.state import Area, Boat, Options, State
from flagplot.games.atlantic_wolves.tables import (
    AREAS,
    CARDS,
    CONDORS_AT_BASE,
    COUNTERS,
    SQUARES,
)

# The sequence of play (AW-SEQ-01)
PHASES: dict[str, Callable[[Table[State]], str | None]] = {
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


def set_up(scenario: str, options: Options) -> State:
    """The table before the first month (AW-SET-01, AW-OPT-13)."""
    boats = options.starting_boats
    return State(
        phase="strategic",
        options=options,
        areas={name: Area(name, {square: [] for square in SQUARES}) for name in AREAS},
        pens=[Boat(number) for number in range(1, boats + 1)],
        reserve=list(range(boats + 1, COUNTERS.uboat + 1)),
        condors=CONDORS_AT_BASE.copy(),
        condor_reserve=COUNTERS.condor - sum(CONDORS_AT_BASE.values()),
        deck=list(CARDS),
    )

"""Counters that come into play, as far as the counter mix goes (AW-CMP-02, AW-AMB-37)."""

from __future__ import annotations

from flagplot.engine import Event, Table
from flagplot.games.atlantic_wolves.state import Boat, State
from flagplot.games.atlantic_wolves.tables import (
    COUNTERS,
    ICELAND,
)
from flagplot.games.atlantic_wolves.words import (
    CONDOR_ADDED,
    CONVOY_APPEARS,
    NONE_LEFT,
)


def add_boat(table: Table[State], event: Event, is_produced: bool = True) -> None:
    """A U-boat joins the Pens, on a new counter or on that of a sunk boat (AW-PRO-02).

    One that an event brings was not produced, so that it is neither green nor of a new type (AW-OPT-07, AW-OPT-09).
    """
    state = table.state
    if not state.reserve:
        table.tell(NONE_LEFT, counter="U-boat")
        return
    number = state.reserve.pop(0)
    state.pens.append(Boat(number, built=state.turn if is_produced else 0))
    table.tell(event, boat=number)


def add_tanker(table: Table[State], event: Event) -> None:
    if table.state.tankers == COUNTERS.tanker:
        table.tell(NONE_LEFT, counter="tanker")
        return
    table.state.tankers += 1
    table.tell(event)


def add_condor(table: Table[State]) -> None:
    state = table.state
    if not state.condor_reserve:
        table.tell(NONE_LEFT, counter="Condor")
        return
    state.condor_reserve -= 1
    state.condors[ICELAND] += 1
    table.tell(CONDOR_ADDED)


def add_convoy(table: Table[State]) -> None:
    """A Convoy marker goes to the North Atlantic (AW-CVY-01)."""
    if table.state.convoys == COUNTERS.convoy:
        table.tell(NONE_LEFT, counter="Convoy")
        return
    table.state.convoys += 1
    table.tell(CONVOY_APPEARS, convoys=table.state.convoys)

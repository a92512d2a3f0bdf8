"""Counters that come into play, as far as the counter mix goes (AW-CMP-02, AW-AMB-37)."""

from __future__ import annotations

from flagplot.engine import Event, Table
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.state import Boat, State


def add_boat(table: Table[State], event: Event, is_produced: bool = True) -> None:
    """A U-boat joins the Pens, on a new counter or on that of a sunk boat (AW-PRO-02).

    One that an event brings was not produced, so that it is neither green nor of a new type (AW-OPT-07, AW-OPT-09).
    """
    state = table.state
    if not state.reserve:
        table.tell(say.NONE_LEFT, counter="U-boat")
        return
    number = state.reserve.pop(0)
    state.pens.append(Boat(number, built=state.turn if is_produced else 0))
    table.tell(event, boat=number)


def add_tanker(table: Table[State], event: Event) -> None:
    if table.state.tankers == t.COUNTERS.tanker:
        table.tell(say.NONE_LEFT, counter="tanker")
        return
    table.state.tankers += 1
    table.tell(event)


def add_condor(table: Table[State]) -> None:
    state = table.state
    if not state.condor_reserve:
        table.tell(say.NONE_LEFT, counter="Condor")
        return
    state.condor_reserve -= 1
    state.condors[t.ICELAND] += 1
    table.tell(say.CONDOR_ADDED)


def add_convoy(table: Table[State]) -> None:
    """A Convoy marker goes to the North Atlantic (AW-CVY-01)."""
    if table.state.convoys == t.COUNTERS.convoy:
        table.tell(say.NONE_LEFT, counter="Convoy")
        return
    table.state.convoys += 1
    table.tell(say.CONVOY_APPEARS, convoys=table.state.convoys)

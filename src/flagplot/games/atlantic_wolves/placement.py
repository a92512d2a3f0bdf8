"""Allotment and placement (section 8): Escorts, Air Patrols, and the German counters, in the order of the ATA."""

from __future__ import annotations

from dataclasses import replace

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.atlantic_wolves.cards import draw_card
from flagplot.games.atlantic_wolves.fleet import lose_raider
from flagplot.games.atlantic_wolves.state import Boat, State
from flagplot.games.atlantic_wolves.tables import (
    AT_SEA,
    BAY_OF_BISCAY,
    BREAKOUT_TABLE,
    BREAKS_OUT,
    CARDS,
    CONDORS_AT_BASE,
    COUNTERS,
    ESCORTS,
    GERMAN,
    GERMANS,
    HARBOUR,
    ICELAND,
    ORDER_BY_ATA,
    PLACEMENT_ORDER,
    SUNK,
)
from flagplot.games.atlantic_wolves.words import (
    AIR_CARD,
    ALLOTTED,
    BERTHS,
    BOATS_IN_ORDER,
    BREAK_OUT,
    BREAKOUT_ROLL,
    CONDORS_FLY,
    ESCORT_CARD,
    NO_SUCH_BERTH,
    PLACE_BOAT,
    PLACE_CONDORS,
    PLACE_RAIDER,
    RAIDER_OUT,
    RAIDER_STAYS,
    STAY,
    TOO_FEW_CONDORS,
)

# How many Condors may fly to Iceland and to the Bay of Biscay, by how many there are in the two boxes (AW-PLC-02).
FLIGHTS = {
    (north, south): [(n, s) for n in range(north, -1, -1) for s in range(south, -1, -1)]
    for north in range(COUNTERS.condor + 1)
    for south in range(CONDORS_AT_BASE[BAY_OF_BISCAY] + 1)
}


def allotment_and_placement_phase(table: Table[State]) -> str:
    """Place both sides' forces in the order that the ATA sets (AW-ALL-01, AW-SEQ-02)."""
    for step in PLACEMENT_ORDER[ORDER_BY_ATA[table.state.ata]]:
        if step == GERMANS:
            place_boats(table)
            place_condors(table)
            place_raider(table)
        elif step == ESCORTS:
            allot_escorts(table)
        else:
            allot_air(table)
    return "attack_and_asw"


def allot_escorts(table: Table[State]) -> None:
    """One card says how many Escorts each area has this month (AW-ALL-02)."""
    card = CARDS[draw_card(table, ESCORT_CARD)]
    for name, factors in card.escorts.items():
        table.state.areas[name].escorts = factors
    table.tell(ALLOTTED, what="Escorts", factors=card.escorts)


def allot_air(table: Table[State]) -> None:
    """Another card says how many Air factors each area has (AW-ALL-02)."""
    card = CARDS[draw_card(table, AIR_CARD)]
    for name, factors in card.air.items():
        table.state.areas[name].air = factors
    table.tell(ALLOTTED, what="Air Patrols", factors=card.air)


def place_boats(table: Table[State]) -> None:
    """Each U-boat in turn, Aces first, sails to a square or stays in the Pens (AW-PLC-01, AW-AMB-33)."""
    state = table.state
    fleet = [boat for boat in state.pens if boat.ace] + [boat for boat in state.pens if not boat.ace]
    stay: list[Boat] = []
    for placed, boat in enumerate(fleet):
        berth = table.choose(GERMAN, PLACE_BOAT, BERTHS, what=boat, boat=boat.number, left=len(fleet) - placed)
        if isinstance(berth, str):
            stay.append(boat)
        else:
            area, square = berth
            state.areas[area].boats[square].append(on_patrol(state, boat))
        state.pens = stay + fleet[placed + 1 :]
    if state.options.rudeltaktik:
        for waters in state.areas.values():
            waters.pack = all(waters.boats.values())


@PLACE_BOAT.why_not
def berth_barred(state: State, about: About, option: Option) -> Bar:
    return BOATS_IN_ORDER if type(option) is int else NO_SUCH_BERTH


def on_patrol(state: State, boat: Boat) -> Boat:
    """A boat that sails for the first time since it was built is green this month (AW-OPT-07, AW-AMB-36)."""
    if state.options.green_crews and boat.built and not boat.maiden:
        return replace(boat, maiden=state.turn)
    return boat


def place_condors(table: Table[State]) -> None:
    """Condors fly to the area of their box, or stay (AW-PLC-02)."""
    state = table.state
    flights = FLIGHTS[state.condors[ICELAND], state.condors[BAY_OF_BISCAY]]
    north, south = table.choose(GERMAN, PLACE_CONDORS, flights)
    for name, condors in ((ICELAND, north), (BAY_OF_BISCAY, south)):
        state.areas[name].condors = condors
        state.condors[name] -= condors
    table.tell(CONDORS_FLY, iceland=north, bay_of_biscay=south)


@PLACE_CONDORS.why_not
def condors_barred(state: State, about: About, option: Option) -> tuple[Bar, About] | None:
    return (TOO_FEW_CONDORS, state.condors) if isinstance(option, tuple) else None


def place_raider(table: Table[State]) -> None:
    """The Raider tries to break out, or is sent where it shall hunt (AW-PLC-03, AW-PLC-04, AW-PLC-06)."""
    state = table.state
    if state.raider == AT_SEA:
        state.raider = table.choose(GERMAN, PLACE_RAIDER, PLACE_RAIDER.answers)
    elif state.raider == HARBOUR and state.raeder:
        if table.choose(GERMAN, BREAK_OUT, BREAK_OUT.answers) == STAY:
            return
        result = table.consult(BREAKOUT_TABLE, BREAKOUT_ROLL)
        if result == BREAKS_OUT:
            state.raider = ICELAND
            table.tell(RAIDER_OUT)
        elif result == SUNK:
            lose_raider(table)
        else:
            table.tell(RAIDER_STAYS)

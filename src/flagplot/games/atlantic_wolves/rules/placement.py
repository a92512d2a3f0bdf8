"""Allotment and placement (section 8): Escorts, Air Patrols, and the German counters, in the order of the ATA."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.model.fleet import lose_raider
from flagplot.games.atlantic_wolves.rules.cards import draw_card
from flagplot.games.atlantic_wolves.state import Boat, State

# How many Condors may fly to Iceland and to the Bay of Biscay, by how many there are in the two boxes (AW-PLC-02).
FLIGHTS = {
    (north, south): [(n, s) for n in range(north, -1, -1) for s in range(south, -1, -1)]
    for north in range(t.COUNTERS.condor + 1)
    for south in range(t.CONDORS_AT_BASE[t.BAY_OF_BISCAY] + 1)
}


def allotment_and_placement_phase(table: Table[State]) -> str:
    """Place both sides' forces in the order that the ATA sets (AW-ALL-01, AW-SEQ-02)."""
    for step in t.PLACEMENT_ORDER[t.ORDER_BY_ATA[table.state.ata]]:
        if step == t.GERMANS:
            place_boats(table)
            place_condors(table)
            place_raider(table)
        elif step == t.ESCORTS:
            allot_escorts(table)
        else:
            allot_air(table)
    return "attack_and_asw"


def allot_escorts(table: Table[State]) -> None:
    """One card says how many Escorts each area has this month (AW-ALL-02)."""
    card = t.CARDS[draw_card(table, say.ESCORT_CARD)]
    for name, factors in card.escorts.items():
        table.state.areas[name].escorts = factors
    table.tell(say.ALLOTTED, what="Escorts", factors=card.escorts)


def allot_air(table: Table[State]) -> None:
    """Another card says how many Air factors each area has (AW-ALL-02)."""
    card = t.CARDS[draw_card(table, say.AIR_CARD)]
    for name, factors in card.air.items():
        table.state.areas[name].air = factors
    table.tell(say.ALLOTTED, what="Air Patrols", factors=card.air)


def place_boats(table: Table[State]) -> None:
    """Each U-boat in turn, Aces first, sails to a square or stays in the Pens (AW-PLC-01, AW-AMB-33)."""
    state = table.state
    fleet = state.pens
    if state.aces:
        fleet = [boat for boat in fleet if boat.ace] + [boat for boat in fleet if not boat.ace]
    pens, staying = fleet[:], 0  # those who stay come first, then those who have not been asked
    for boat in fleet:
        left = len(pens) - staying
        berth = table.choose(t.GERMAN, say.PLACE_BOAT, say.BERTHS, what=boat, boat=boat.number, left=left)
        if isinstance(berth, str):
            staying += 1
        else:
            area, square = berth
            state.areas[area].boats[square].append(on_patrol(state, boat) if state.options.green_crews else boat)
            del pens[staying]
        state.pens = pens
    if state.options.rudeltaktik:
        for waters in state.areas.values():
            waters.pack = all(waters.boats.values())


@say.PLACE_BOAT.why_not
def berth_barred(state: State, about: About, option: Option) -> Bar:
    return say.BOATS_IN_ORDER if type(option) is int else say.NO_SUCH_BERTH


def on_patrol(state: State, boat: Boat) -> Boat:
    """A boat that sails for the first time since it was built is green this month (AW-OPT-07, AW-AMB-36)."""
    if state.options.green_crews and boat.built and not boat.maiden:
        return replace(boat, maiden=state.turn)
    return boat


def place_condors(table: Table[State]) -> None:
    """Condors fly to the area of their box, or stay (AW-PLC-02)."""
    state = table.state
    flights = FLIGHTS[state.condors[t.ICELAND], state.condors[t.BAY_OF_BISCAY]]
    north, south = table.choose(t.GERMAN, say.PLACE_CONDORS, flights)
    for name, condors in ((t.ICELAND, north), (t.BAY_OF_BISCAY, south)):
        state.areas[name].condors = condors
        state.condors[name] -= condors
    table.tell(say.CONDORS_FLY, iceland=north, bay_of_biscay=south)


@say.PLACE_CONDORS.why_not
def condors_barred(state: State, about: About, option: Option) -> tuple[Bar, About] | None:
    return (say.TOO_FEW_CONDORS, state.condors) if isinstance(option, tuple) else None


def place_raider(table: Table[State]) -> None:
    """The Raider tries to break out, or is sent where it shall hunt (AW-PLC-03, AW-PLC-04, AW-PLC-06)."""
    state = table.state
    if state.raider == t.AT_SEA:
        state.raider = table.choose(t.GERMAN, say.PLACE_RAIDER, say.PLACE_RAIDER.answers)
    elif state.raider == t.HARBOUR and state.raeder:
        if table.choose(t.GERMAN, say.BREAK_OUT, say.BREAK_OUT.answers) == say.STAY:
            return
        result = table.consult(t.BREAKOUT_TABLE, say.BREAKOUT_ROLL)
        if result == t.BREAKS_OUT:
            state.raider = t.ICELAND
            table.tell(say.RAIDER_OUT)
        elif result == t.SUNK:
            lose_raider(table)
        else:
            table.tell(say.RAIDER_STAYS)

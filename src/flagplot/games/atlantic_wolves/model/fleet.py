"""The German fleet: telling boats apart, finding them, losing the Raider."""

from __future__ import annotations

from flagplot.engine import Table
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.state import Area, Boat, State


def is_green(state: State, boat: Boat) -> bool:
    """A produced boat in its first month in action (AW-OPT-07)."""
    return state.options.green_crews and boat.maiden == state.turn


def will_be_green(state: State, boat: Boat) -> bool:
    """A produced boat that has not sailed yet (AW-OPT-07)."""
    return state.options.green_crews and boat.built > 0 and not boat.maiden


def is_type_xxi(state: State, boat: Boat) -> bool:
    """A boat produced in 1943 (AW-OPT-09)."""
    return state.options.type_xxi and boat.built >= t.FIRST_TURN_OF_1943


def kind_of(state: State, boat: Boat) -> tuple[bool, bool, bool]:
    """What sets a boat apart from others but for its number: an Ace, a green crew, a Type XXI."""
    return boat.ace, is_green(state, boat), is_type_xxi(state, boat)


def find(area: Area, number: int) -> tuple[str, Boat]:
    """The boat of that number in an area, with its square."""
    for square in t.SQUARES:
        for boat in area.boats[square]:
            if boat.number == number:
                return square, boat
    raise LookupError(f"U-boat {number} is not in {area.name}.")


def lose_raider(table: Table[State]) -> None:
    """With the Raider goes Raeder, for the rest of the game (AW-PLC-05)."""
    table.state.raider = t.SUNK
    table.state.raeder = False
    table.tell(say.RAIDER_LOST)


def is_1943(state: State) -> bool:
    """Whether the month is one of 1943 (AW-GEN-01)."""
    return state.turn >= t.FIRST_TURN_OF_1943


def all_boats(state: State) -> list[Boat]:
    """Every U-boat in play, by number."""
    boats = state.pens + [boat for area in state.areas.values() for at in area.boats.values() for boat in at]
    return sorted(boats, key=lambda boat: boat.number)


def total_tons(state: State) -> int:
    """The tonnage of all months on the tally sheet."""
    return sum(month.tons for month in state.tally)


def uboats_in_play(state: State) -> int:
    """U-boat counters in the Pens and at sea: all that are not in reserve."""
    return t.COUNTERS.uboat - len(state.reserve)

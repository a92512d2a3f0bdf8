"""Set-up and reinforcements (sections 4 and 6)."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.engine import Table
from flagplot.games.sea_control.fleet import mix_in_ports, move, shift
from flagplot.games.sea_control.orders import Voyage, give_order
from flagplot.games.sea_control.state import Options, State
from flagplot.games.sea_control.tables import (
    ALLIED,
    ARRIVALS,
    AXIS,
    CHOICE,
    MAP,
    PORTS,
    PORTS_TO_CHOOSE,
    REINFORCEMENTS,
    RP,
    SPACES,
    UNITS,
)
from flagplot.games.sea_control.words import ARRIVED, BASED, CHOOSE_PORT, TURN_BEGINS


def set_up(scenario: str, options: Options) -> State:
    """The table before the first turn: all units at full strength, those of turn 1 about to take their ports.

    No area is controlled and the VP marker stands at 0 (SC-SET-01, SC-SET-02).
    """
    units = [unit for unit in UNITS.values() if not unit.option or getattr(options, unit.option)]
    at: dict[str, list[str]] = {space: [] for space in SPACES}
    at[REINFORCEMENTS] = [unit.id for unit in units]
    return State(
        phase="reinforcements",
        options=options,
        at=at,
        sp={unit.id: unit.sp for unit in units},
        due={unit.id: unit.turn for unit in units},
        points={AXIS: 0, ALLIED: 0},
    )


def reinforcements(table: Table[State]) -> str:
    """(1) What is due in this turn arrives, ships in port and submarines off board (SC-SEQ-01)."""
    state = table.state
    state.rp = {side: RP[side][state.turn] for side in (ALLIED, AXIS)}  # none are saved (SC-RP-01, SC-RP-02)
    state.capacity = {port: MAP.port[port].repair for port in PORTS}
    table.tell(TURN_BEGINS, turn=state.turn, allied=state.rp[ALLIED], axis=state.rp[AXIS])
    for unit in [unit for unit, turn in state.due.items() if turn == state.turn]:
        label = UNITS[unit]
        del state.due[unit]
        state.sp[unit] = label.sp  # at maximum strength (SC-REI-01)
        port = ARRIVALS if label.port == CHOICE else label.port
        shift(state, unit, REINFORCEMENTS, port)
        if label.is_surface:
            state.pools[unit] = f"{port} {state.turn}"  # those that get their ports by choice are hidden together
        if state.turn > 1:
            table.tell(ARRIVED, unit=unit, port=port)
    state.opening = True
    return "allied_bases"


def allied_bases(table: Table[State]) -> str:
    """The Allied player chooses among three ports for his British ships, at the start and later (SC-REI-01).

    They can sail in the same turn, like all reinforcements (SC-REI-02).
    """
    if give_order(table, ALLIED, CHOOSE_PORT, bases, newcomers, base, nothing_to_repeat, may_stop=False):
        return "allied_bases"
    mix_in_ports(table.state)
    table.state.opening = True
    return "allied_movement"


def bases(state: State, seat: str) -> list[Voyage]:
    """The ports that newcomers can be given."""
    return [(ARRIVALS, port) for port in PORTS_TO_CHOOSE] if state.at[ARRIVALS] else []


def newcomers(state: State, voyage: Voyage) -> list[str]:
    """The ships that have no port yet."""
    return state.at[ARRIVALS][:]


def base(table: Table[State], ships: list[str], voyage: Voyage) -> list[str]:
    """Ships get their port."""
    origin, port = voyage
    move(table.state, ships, origin, port)
    table.tell(BASED, to=(ALLIED,), ships=tuple(ships), port=port)
    return ships


def nothing_to_repeat(state: State, seat: str) -> Iterator[tuple[str, Voyage]]:
    """Newcomers have made no voyage yet."""
    return iter(())

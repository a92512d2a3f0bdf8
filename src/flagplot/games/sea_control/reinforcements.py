"""Set-up and reinforcements (sections 4 and 6)."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.engine import Table
from flagplot.games.sea_control.fleet import SHIPS, mix, move
from flagplot.games.sea_control.orders import Orders, Voyage, give_order
from flagplot.games.sea_control.orders_barred import order_barred
from flagplot.games.sea_control.routes import Reaches
from flagplot.games.sea_control.state import Options, State
from flagplot.games.sea_control.tables import (
    ALLIED,
    ARRIVALS,
    AXIS,
    CHOICE,
    MAP,
    MAXIMUM_SP,
    PORTS,
    PORTS_TO_CHOOSE,
    REINFORCEMENTS,
    RP,
    SPACES,
    UNITS,
)
from flagplot.games.sea_control.words import ARRIVED, BASED, CHOOSE_PORT, TURN_BEGINS

# Where each unit arrives; those that get their port by choice wait for it.
ARRIVES_AT = {key: ARRIVALS if unit.port == CHOICE else unit.port for key, unit in UNITS.items()}
# A newcomer can be given any of the three ports.
PORTS_FOR_NEWCOMERS = dict.fromkeys(UNITS, PORTS_TO_CHOOSE)


def set_up(scenario: str, options: Options) -> State:
    """The table before the first turn: all units at full strength, those of turn 1 about to take their ports.

    No area is controlled and the VP marker stands at 0 (SC-SET-01, SC-SET-02).
    """
    units = {key: unit for key, unit in UNITS.items() if not unit.option or getattr(options, unit.option)}
    at: dict[str, list[str]] = {space: [] for space in SPACES}
    at[REINFORCEMENTS] = list(units)
    return State(
        phase="reinforcements",
        options=options,
        at=at,
        sp={key: unit.sp for key, unit in units.items()},
        due={key: unit.turn for key, unit in units.items()},
        points={AXIS: 0, ALLIED: 0},
    )


def reinforcements(table: Table[State]) -> str:
    """(1) What is due in this turn arrives, ships in port and submarines off board (SC-SEQ-01)."""
    state = table.state
    state.rp = {side: RP[side][state.turn] for side in (ALLIED, AXIS)}  # none are saved (SC-RP-01, SC-RP-02)
    state.capacity = {port: MAP.port[port].repair for port in PORTS}
    table.tell(TURN_BEGINS, turn=state.turn, allied=state.rp[ALLIED], axis=state.rp[AXIS])
    for unit in [unit for unit, turn in state.due.items() if turn == state.turn]:
        del state.due[unit]
        state.sp[unit] = MAXIMUM_SP[unit]  # whatever it had before (SC-REI-01)
        port = ARRIVES_AT[unit]
        state.at[port].append(unit)
        if unit in SHIPS:
            # Those that get their ports by choice are hidden together.
            state.pools[unit] = f"{UNITS[unit].side} {port} {state.turn}"
        if state.turn > 1:
            table.tell(ARRIVED, unit=unit, port=port)
    state.at[REINFORCEMENTS] = list(filter(state.due.__contains__, state.at[REINFORCEMENTS]))
    state.opening = True
    return "allied_bases"


def allied_bases(table: Table[State]) -> str:
    """The Allied player chooses among three ports for his British ships, at the start and later (SC-REI-01).

    They can sail in the same turn, like all reinforcements (SC-REI-02).
    """
    if give_order(table, ALLIED, BASING):
        return "allied_bases"
    for port in PORTS:
        mix(table.state, port, ALLIED if MAP.port[port].side == ALLIED else AXIS)
    table.state.opening = True
    return "allied_movement"


def newcomers(state: State, seat: str) -> dict[str, list[str]]:
    """The ships that have no port yet."""
    return {ARRIVALS: state.at[ARRIVALS]} if state.at[ARRIVALS] else {}


def ports_to_choose(state: State, seat: str, place: str) -> Reaches:
    """The ports that newcomers can be given."""
    return PORTS_FOR_NEWCOMERS


def base(table: Table[State], ships: list[str], voyage: Voyage) -> list[str]:
    """Ships get their port."""
    origin, port = voyage
    move(table.state, ships, origin, port)
    table.tell(BASED, to=(ALLIED,), ships=tuple(ships), port=port)
    return ships


def nothing_to_repeat(state: State, seat: str) -> Iterator[tuple[str, Voyage]]:
    """Newcomers have made no voyage yet."""
    return iter(())


BASING = Orders(CHOOSE_PORT, newcomers, ports_to_choose, base, nothing_to_repeat)
CHOOSE_PORT.why_not(order_barred)

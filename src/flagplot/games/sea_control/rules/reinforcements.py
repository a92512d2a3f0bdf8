"""Set-up and reinforcements (sections 4 and 6)."""

from __future__ import annotations

from flagplot.engine import Next, Table
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import SHIPS, mix, move
from flagplot.games.sea_control.rules.orders import take_order
from flagplot.games.sea_control.rules.voyages import tell_enemy
from flagplot.games.sea_control.state import Options, State

# Where each unit arrives; those that get their port by choice wait for it.
ARRIVES_AT = {key: t.ARRIVALS if unit.port == t.CHOICE else unit.port for key, unit in t.UNITS.items()}
# Any newcomer can be given any of the three ports.
PORTS_FOR_NEWCOMERS = {t.ARRIVALS: dict.fromkeys(t.UNITS, t.PORTS_TO_CHOOSE)}


def set_up(scenario: str, options: Options) -> State:
    """The table before the first turn: all units at full strength, those of turn 1 about to take their ports.

    No area is controlled and the VP marker stands at 0 (SC-SET-01, SC-SET-02).
    """
    units = {key: unit for key, unit in t.UNITS.items() if not unit.option or getattr(options, unit.option)}
    at: dict[str, list[str]] = {space: [] for space in t.SPACES}
    at[t.REINFORCEMENTS] = list(units)
    return State(
        phase="reinforcements",
        options=options,
        at=at,
        sp={key: unit.sp for key, unit in units.items()},
        due={key: unit.turn for key, unit in units.items()},
        points={t.AXIS: 0, t.ALLIED: 0},
    )


def reinforcements(table: Table[State]) -> Next:
    """(1) What is due in this turn arrives, ships in port and submarines off board (SC-SEQ-01)."""
    state = table.state
    state.rp = {side: t.RP[side][state.turn] for side in (t.ALLIED, t.AXIS)}  # none are saved (SC-RP-01, SC-RP-02)
    state.capacity = {port: t.MAP.port[port].repair for port in t.PORTS}
    table.tell(say.TURN_BEGINS, turn=state.turn, allied=state.rp[t.ALLIED], axis=state.rp[t.AXIS])
    for unit in [unit for unit, turn in state.due.items() if turn == state.turn]:
        del state.due[unit]
        state.sp[unit] = t.MAXIMUM_SP[unit]  # whatever it had before (SC-REI-01)
        port = ARRIVES_AT[unit]
        state.at[port].append(unit)
        if unit in SHIPS:
            # Those that get their ports by choice are hidden together.
            state.pools[unit] = f"{t.UNITS[unit].side} {port} {state.turn}"
        if state.turn > 1:
            table.tell(say.ARRIVED, unit=unit, port=port)
    state.at[t.REINFORCEMENTS] = list(filter(state.due.__contains__, state.at[t.REINFORCEMENTS]))
    return "allied_bases"


def allied_bases(table: Table[State]) -> Next:
    """The Allied player chooses among three ports for his British ships, at the start and later (SC-REI-01).

    They can sail in the same turn, like all reinforcements (SC-REI-02).
    """
    state = table.state
    newcomers = {t.ARRIVALS: ships} if (ships := state.at[t.ARRIVALS]) else {}
    order = take_order(table, t.ALLIED, say.CHOOSE_PORT, newcomers, PORTS_FOR_NEWCOMERS)
    if order:
        move(state, order.ships, t.ARRIVALS, order.destination)
        table.tell(say.BASED, to=(t.ALLIED,), ships=tuple(order.ships), port=order.destination)
        tell_enemy(table, t.ALLIED, len(order.ships), t.ARRIVALS, order.destination)
        return "allied_bases"
    for port in t.PORTS:
        mix(state, port, t.ALLIED if t.MAP.port[port].side == t.ALLIED else t.AXIS)
    return "allied_movement"

"""Fire and its effects (sections 7.3, 8.1): hits, sinking, disabling, and the way of a disabled ship to port."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Option, Roll, Table
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import shift
from flagplot.games.sea_control.model.routes import is_open, nearest_ports
from flagplot.games.sea_control.state import Battle, State


def hits_and_disabling(
    table: Table[State], dice: int, target: str, roll: Roll, firers: Sequence[str]
) -> tuple[int, bool]:
    """Dice are thrown at a target: each at or above its hit number is a hit, any 1 disables it (SC-COM-03)."""
    rows = table.volley(dice, t.FIRE_AT[target], roll, firers=firers, target=target)
    return rows.count(t.HIT), t.DISABLED in rows


def mark_hits(table: Table[State], target: str, hits: int) -> bool:
    """A target loses a strength point for each hit; True when it has none left (SC-UNI-03)."""
    state = table.state
    left = max(0, state.sp[target] - hits)
    state.sp[target] = left
    state.shown[target] = left
    table.tell(say.SHIP_HIT if left else say.LAST_HITS, ship=target, hits=hits, left=left)
    return left == 0


def volley_in_round(table: Table[State], battle: Battle, target: str, firers: Sequence[str], roll: Roll) -> None:
    """All who aim at one target throw together (SC-AMB-31); sinking and disabling wait for the end of the round."""
    hits, is_disabled = hits_and_disabling(table, sum(map(t.DICE.__getitem__, firers)), target, roll, firers)
    if hits and mark_hits(table, target, hits):
        if target not in battle.sunk:
            battle.sunk.append(target)
            table.tell(say.SHIP_SUNK, ship=target, area=battle.area)
    elif is_disabled and target not in battle.disabled:
        battle.disabled.append(target)
        table.tell(say.SHIP_DISABLED, ship=target)


def results_take_effect(table: Table[State], battle: Battle) -> None:
    """The round is over: sunk ships leave the game, disabled ships go to port (SC-COM-05)."""
    sunk, disabled = battle.sunk, battle.disabled
    battle.sunk, battle.disabled = [], []
    for ship in sunk:
        remove(table, ship, battle.area)
    for ship in disabled:
        if ship not in sunk:
            retire(table, ship, battle.area, battle.area)


def at_once(table: Table[State], target: str, hits: int, is_disabled: bool, place: str, area: str) -> bool:
    """Hits and disabling that do not wait; True when the ship is still there (SC-SUB-05, SC-GIB-01).

    `place` is where the block stands, `area` from where it would make for a port.
    """
    if hits and mark_hits(table, target, hits):
        table.tell(say.SHIP_SUNK, ship=target, area=area)
        remove(table, target, place)
        return False
    if is_disabled:
        table.tell(say.SHIP_DISABLED, ship=target)
        retire(table, target, place, area)
        return False
    return True


def remove(table: Table[State], ship: str, place: str) -> None:
    """A sunk ship leaves the game; a convoy gives the Axis points (SC-CNV-04)."""
    state = table.state
    shift(state, ship, place, t.LOST)
    if t.UNITS[ship].kind == t.CONVOY:
        state.points[t.AXIS] += t.CONVOY_SUNK_VP
        table.tell(say.CONVOY_SUNK, convoy=ship, vp=t.CONVOY_SUNK_VP, area=place)


def retire(table: Table[State], ship: str, place: str, area: str) -> None:
    """A ship goes to the nearest port that will have it; its owner chooses among equals (SC-AMB-08, SC-AMB-09).

    No fortress fires at it on the way (SC-AMB-37).
    """
    state = table.state
    ports = ports_of_retreat(state, ship, area)
    if not ports:
        table.tell(say.NO_PORT, ship=ship)
        shift(state, ship, place, t.LOST)
        return
    port = table.choose(t.UNITS[ship].side, say.RETIRE_TO, ports, ship=ship)
    shift(state, ship, place, port)
    table.tell(say.GONE_TO_PORT, ship=ship, port=port)


def ports_of_retreat(state: State, ship: str, area: str) -> Sequence[str]:
    """The ports among which the owner of a disabled ship can choose."""
    if t.UNITS[ship].kind == t.CONVOY and state.options.convoy_rearward and area in t.REARWARD_PORT:
        return [t.REARWARD_PORT[area]]
    return nearest_ports(state, ship, area)


@say.RETIRE_TO.why_not
def port_barred(state: State, about: About, option: Option) -> say.Barred:
    if option not in t.PORTS:
        return None
    side = t.UNITS[about["ship"]].side
    if option not in t.PORTS_OF[side]:
        return say.PORT_OF_OTHERS, {"port": option}
    return (say.NOT_NEAREST if is_open(option, state.turn) else say.PORT_CLOSED), {"port": option}

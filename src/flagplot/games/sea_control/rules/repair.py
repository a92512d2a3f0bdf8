"""Resource points and repair (sections 5 and 7.2)."""

from __future__ import annotations

from flagplot.engine import About, Next, Option, Table
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import SURFACE_SHIPS, counted_in_port, place_of
from flagplot.games.sea_control.model.routes import is_open, open_ports
from flagplot.games.sea_control.state import State


def allied_repair(table: Table[State]) -> Next:
    """(5) The Allied player repairs ships that stayed in port; either side could come first (SC-AMB-24)."""
    return "allied_repair" if repair_a_ship(table, t.ALLIED) else "axis_repair"


def axis_repair(table: Table[State]) -> Next:
    """(5) So does the Axis player, Germans and Italians from one pool (SC-AMB-15)."""
    return "axis_repair" if repair_a_ship(table, t.AXIS) else "combat"


def repair_a_ship(table: Table[State], side: str) -> bool:
    """One ship gets back strength points, at one RP each; False when there is nothing more to do."""
    state = table.state
    repairs = possible_repairs(state, side)  # what is possible is conceivable too
    if not repairs and not is_repair_conceivable(state, side):
        return False
    choice = table.choose(side, say.REPAIR, [*repairs, say.DONE], side=side, rp=state.rp[side])
    if choice == say.DONE:
        return False
    assert isinstance(choice, tuple)
    ship, points = choice
    port = place_of(state, ship)
    state.sp[ship] += points
    state.rp[side] -= points
    state.capacity[port] -= points
    table.tell(say.REPAIRED, to=(side,), ship=ship, port=port, points=points, strength=state.sp[ship])
    table.tell(say.RP_SPENT, to=(t.ENEMY[side],), side=side, port=port, points=points)
    return True


def possible_repairs(state: State, side: str) -> list[tuple[str, int]]:
    """Each damaged ship that stayed in a usable port, with the points that it can be given (SC-RP-03, SC-MAP-06).

    Repair comes before combat, so who is disabled in this turn waits for the next (SC-AMB-22).
    """
    sp = state.sp
    repairs: list[tuple[str, int]] = []
    for port in open_ports(side, state.turn):
        most = min(state.capacity[port], state.rp[side])
        if most:
            for ship in state.at[port]:
                missing = t.MAXIMUM_SP[ship] - sp[ship]
                if missing and ship not in state.spent:
                    repairs += [(ship, points) for points in range(min(missing, most), 0, -1)]
    return repairs


def is_repair_conceivable(state: State, side: str) -> bool:
    """Whether the enemy must reckon with a repair; only then is anybody asked, and always then (SC-AMB-38).

    Not to be asked would tell the enemy that the damaged ships have sailed.
    """
    if not state.rp[side]:
        return False
    sp, maximum, pools, ships = state.sp, t.MAXIMUM_SP, state.pools, SURFACE_SHIPS[side]
    damaged = {
        pools[ship]
        for place in (*t.AREAS, *t.PORTS_OF[side])
        for ship in state.at[place]
        if sp[ship] < maximum[ship]
        and ship in ships
        and not (ship in state.spent and pools[ship] == ship)  # seen to turn back
    }
    return bool(damaged) and any(
        state.capacity[port] and not damaged.isdisjoint([pools[ship] for ship in counted_in_port(state, port)])
        for port in open_ports(side, state.turn)
    )


@say.REPAIR.why_not
def repair_barred(state: State, about: About, option: Option) -> say.Barred:
    ship, points = option if isinstance(option, tuple) and len(option) == 2 else (option, 1)
    side = about["side"]
    if ship not in state.sp:
        return None
    if t.UNITS[ship].side != side:
        return say.NOT_YOURS, {"ship": ship}
    port = place_of(state, ship)
    if port not in t.PORTS:
        return say.NOT_IN_PORT, {"ship": ship}
    if ship in state.spent:
        return say.HAS_MOVED, {"ship": ship}
    missing = t.UNITS[ship].sp - state.sp[ship]
    if type(points) is not int or not 1 <= points <= missing:
        return say.FULL_STRENGTH, {"ship": ship, "missing": missing}
    if not is_open(port, state.turn):
        return say.PORT_CLOSED, {"port": port}
    if points > state.rp[side]:
        return say.NO_RP
    left = state.capacity[port]
    return (say.NO_CAPACITY, {"port": port, "left": left}) if points > left else None

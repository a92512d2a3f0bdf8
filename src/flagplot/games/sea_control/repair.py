"""Air raids and repair (sections 5, 7.2 and 13)."""

from __future__ import annotations

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.sea_control.fleet import SURFACE_SHIPS, counted_in_port, place_of
from flagplot.games.sea_control.routes import open_ports
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import (
    AIR_RAID,
    ALLIED,
    AREAS,
    AXIS,
    ENEMY,
    HIT,
    LAND_AIR,
    MAXIMUM_SP,
    PORTS,
    PORTS_OF,
    RAID_DAMAGE,
    UNITS,
)
from flagplot.games.sea_control.words import (
    DONE,
    FULL_STRENGTH,
    HAS_MOVED,
    NO_CAPACITY,
    NO_RP,
    NOT_IN_PORT,
    NOT_YOURS,
    RAID,
    RAID_EFFECT,
    REPAIR,
    REPAIRED,
    RP_SPENT,
)


def air_raids(table: Table[State]) -> str:
    """Before repairs, air units over ports attack their yards, the Allied one first (SC-OPT-02, SC-AMB-40)."""
    state = table.state
    for side in (ALLIED, AXIS):
        port = state.raids.pop(side, "")
        if port:
            hits = table.volley(UNITS[LAND_AIR[side]].dice, AIR_RAID, RAID, side=side, port=port).count(HIT)
            state.capacity[port] = max(0, state.capacity[port] - RAID_DAMAGE * hits)
            table.tell(RAID_EFFECT, port=port, hits=hits, left=state.capacity[port])
    return "allied_repair"


def allied_repair(table: Table[State]) -> str:
    """(5) The Allied player repairs ships that stayed in port; either side could come first (SC-AMB-24)."""
    return "allied_repair" if repair_a_ship(table, ALLIED) else "axis_repair"


def axis_repair(table: Table[State]) -> str:
    """(5) So does the Axis player, Germans and Italians from one pool (SC-AMB-15)."""
    return "axis_repair" if repair_a_ship(table, AXIS) else "combat"


def repair_a_ship(table: Table[State], side: str) -> bool:
    """One ship gets back strength points, at one RP each; False when there is nothing more to do."""
    state = table.state
    if not is_repair_conceivable(state, side):
        return False
    repairs = possible_repairs(state, side)
    choice = table.choose(side, REPAIR, [*repairs, DONE], side=side, rp=state.rp[side])
    if choice == DONE:
        return False
    assert isinstance(choice, tuple)
    ship, points = choice
    port = place_of(state, ship)
    state.sp[ship] += points
    state.rp[side] -= points
    state.capacity[port] -= points
    table.tell(REPAIRED, to=(side,), ship=ship, port=port, points=points, strength=state.sp[ship])
    table.tell(RP_SPENT, to=(ENEMY[side],), side=side, port=port, points=points)
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
                missing = MAXIMUM_SP[ship] - sp[ship]
                if missing and ship not in state.spent:
                    repairs += [(ship, points) for points in range(min(missing, most), 0, -1)]
    return repairs


def is_repair_conceivable(state: State, side: str) -> bool:
    """Whether the enemy must reckon with a repair; only then is anybody asked, and always then (SC-AMB-38).

    Not to be asked would tell the enemy that the damaged ships have sailed.
    """
    if not state.rp[side]:
        return False
    sp, pools = state.sp, state.pools
    damaged = {
        pools[ship]
        for place in (*AREAS, *PORTS_OF[side])
        if state.at[place]
        for ship in SURFACE_SHIPS[side].intersection(state.at[place])
        if sp[ship] < MAXIMUM_SP[ship] and not (ship in state.spent and pools[ship] == ship)  # seen to turn back
    }
    return bool(damaged) and any(
        state.capacity[port] and not damaged.isdisjoint([pools[ship] for ship in counted_in_port(state, port)])
        for port in open_ports(side, state.turn)
    )


@REPAIR.why_not
def repair_barred(state: State, about: About, option: Option) -> Bar | tuple[Bar, About] | None:
    ship, points = option if isinstance(option, tuple) and len(option) == 2 else (option, 1)
    side = about["side"]
    if ship not in state.sp:
        return None
    if UNITS[ship].side != side:
        return NOT_YOURS, {"ship": ship}
    port = place_of(state, ship)
    if port not in PORTS:
        return NOT_IN_PORT, {"ship": ship}
    if ship in state.spent:
        return HAS_MOVED, {"ship": ship}
    missing = UNITS[ship].sp - state.sp[ship]
    if type(points) is not int or not 1 <= points <= missing:
        return FULL_STRENGTH, {"ship": ship, "missing": missing}
    if port not in open_ports(side, state.turn):
        return NO_CAPACITY, {"port": port, "left": 0}
    if points > state.rp[side]:
        return NO_RP
    return NO_CAPACITY, {"port": port, "left": state.capacity[port]}

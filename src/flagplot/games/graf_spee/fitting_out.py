"""The set-up with its draws and choices (section 3): deployment, orders, torpedo reloads, cargo, auxiliary cruiser."""

from __future__ import annotations

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.graf_spee.fleet import begins_south, can_take, flag, improve, level, score
from flagplot.games.graf_spee.spaces import HIGH_SEAS, SPACES
from flagplot.games.graf_spee.state import Ship, State
from flagplot.games.graf_spee.tables import (
    AMMO_WITH_RELOADS,
    CARGO,
    CUPS,
    DEUTSCHLAND,
    GERMAN_SHIPS,
    HULL_SPACES,
    ORDERS,
    QUIET_SEAS,
    VARIABLE_DEPLOYMENT,
    VICTORY_POINTS,
)
from flagplot.games.graf_spee.words import (
    ALREADY_ABOARD,
    AUXILIARY_ONLY_AT_SEA,
    AUXILIARY_START,
    COUNTERS_PLACED,
    CUP_DRAW,
    DEPLOYED,
    DEPLOYMENT_ROLL,
    DEUTSCHLAND_SAILS,
    FIT_OUT,
    NONE_IN_BOX,
    ORDER_DRAW,
    ORDER_GIVEN,
    QUIET_COUNTER,
    RELOADS,
    RELOADS_ABOARD,
    SHIP_COUNTER,
    TAKE_RELOADS,
)


def deployment_phase(table: Table[State]) -> str:
    """The random draws of the set-up (GS-SET-03, GS-SET-04), and where the German ships begin."""
    state = table.state
    for zone in CUPS:
        draw_from_cup(table, zone)
    draw_order(table)
    if DEUTSCHLAND in state.ships:
        table.tell(DEUTSCHLAND_SAILS)
        score(table, VICTORY_POINTS.deutschland_joins)  # GS-OPT-19
    if state.options.variable_deployment:
        for ship in state.ships.values():
            ship.space = table.consult(VARIABLE_DEPLOYMENT, DEPLOYMENT_ROLL, ship=ship.id)  # GS-OPT-18
            table.tell(DEPLOYED, ship=ship.id, space=ship.space)
    state.crossed = begins_south(state)
    return "fitting_out"


def draw_from_cup(table: Table[State], zone: str) -> None:
    """Counters are drawn face down; Quiet Seas among them go into the Incident Pool (GS-SET-03)."""
    state = table.state
    cup = CUPS[zone]
    counters = [SHIP_COUNTER] * len(cup.ships) + [QUIET_COUNTER] * cup.quiet_seas
    drawn = [table.draw(counters, CUP_DRAW, space=zone) for _ in range(cup.draw)]
    quiet = drawn.count(QUIET_COUNTER)
    state.incidents += [QUIET_SEAS] * quiet
    state.quiet_aside -= quiet
    if cup.draw > quiet:
        state.face_down[zone] = cup.draw - quiet
    table.tell(COUNTERS_PLACED, space=zone, ships=cup.draw - quiet, quiet=quiet)


def draw_order(table: Table[State]) -> None:
    """The next order is drawn at random (GS-SET-04, GS-CAM-01)."""
    state = table.state
    state.order = table.draw(state.orders, ORDER_DRAW)
    order = ORDERS[state.order]
    table.tell(ORDER_GIVEN, order=order.name, vp=order.vp, place=order.place, days=order.days)


def fitting_out_phase(table: Table[State]) -> str:
    """Torpedo reloads and cargo for each ship, and a place for the second auxiliary cruiser (GS-SET-06 to -08)."""
    state = table.state
    for ship in state.ships.values():
        if table.choose(ship.id, TAKE_RELOADS, TAKE_RELOADS.answers, ship=ship.id) == RELOADS:
            ship.reloads = True
            ship.ammo = min(ship.ammo, AMMO_WITH_RELOADS)
            table.tell(RELOADS_ABOARD, ship=ship.id, ammo=ship.ammo)
        fill_hull(table, ship)
    free = [space for space in HIGH_SEAS if space not in state.auxiliaries]
    second = table.choose(flag(state), AUXILIARY_START, free)
    state.auxiliaries.append(second)
    state.auxiliary_starts.append(second)
    return "outfitting"


def fill_hull(table: Table[State], ship: Ship) -> None:
    """A different marker for each empty hull space; those in the highest are lost first (GS-SET-07)."""
    kinds = can_take(table.state, ship)
    for space in HULL_SPACES[: ship.hull + 1]:
        if not ship.cargo[space] and kinds:
            ship.cargo[space] = table.choose(ship.id, FIT_OUT, tuple(kinds), ship=ship.id, hull=space)
            kinds.remove(ship.cargo[space])


@FIT_OUT.why_not
def cargo_barred(state: State, about: About, option: Option) -> Bar | None:
    """Why a kind of cargo cannot be taken."""
    if option not in CARGO:
        return None
    return ALREADY_ABOARD if option in state.ships[about["ship"]].cargo else NONE_IN_BOX


@AUXILIARY_START.why_not
def start_barred(state: State, about: About, option: Option) -> Bar | None:
    return AUXILIARY_ONLY_AT_SEA if option in SPACES else None


def refit(table: Table[State], ship: Ship) -> None:
    """Every marker that stands lower than at the set-up goes back there, and the hull is filled (GS-ORD-04)."""
    start = GERMAN_SHIPS[ship.id].start
    for department in start.__slots__:
        usual: int = getattr(start, department)
        improve(table, ship, department, usual - level(ship, department))
    fill_hull(table, ship)

"""Why an order cannot be given: who cannot go, and where nobody can."""

from __future__ import annotations

from flagplot.engine import About, Bar, Option
from flagplot.games.sea_control.fleet import CONVOYS, SURFACE_SHIPS, place_of
from flagplot.games.sea_control.routes import is_open, may_enter, transit
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import AREAS, ARRIVALS, BALTIC, MAP, PORTS, SOUTH_AMERICA, UNITS
from flagplot.games.sea_control.words import (
    BALTIC_CLOSED,
    CONVOY_ONE_AREA,
    CONVOYS_STAY,
    GOES_ALREADY,
    LEFT_OUT,
    NO_CHOICE_OF_PORT,
    NO_SHIPS_THERE,
    NO_WAY,
    NOT_CONTROLLED,
    NOT_THERE,
    NOT_TO_ORDER,
    PORT_CLOSED,
    PORT_OF_OTHERS,
    PORT_TOO_FAR,
    RUSSIANS_STAY,
    SPENT,
)

Answer = Bar | tuple[Bar, About] | None


def order_barred(state: State, about: About, option: Option) -> Answer:
    """Why a ship, or a place, has no orders to wait for."""
    if option in AREAS or option in PORTS:
        return NO_SHIPS_THERE, {"port": option}
    if option not in state.sp:
        return None
    if option not in SURFACE_SHIPS[about["side"]]:
        return NOT_TO_ORDER, {"ship": option}
    if option in CONVOYS and state.phase == "allied_return":
        return CONVOYS_STAY
    has_moved = option in state.spent or place_of(state, option) in AREAS
    return (SPENT if has_moved else NOT_TO_ORDER), {"ship": option}


def pick_barred(state: State, about: About, option: Option) -> Answer:
    """Why a ship cannot join the others, or why they cannot go to a place."""
    if option in state.sp:
        return ship_barred(state, about, option)
    if option not in (*AREAS, *PORTS) or not about["going"]:
        return None
    return destination_barred(state, about["origin"], about["going"], option)


def ship_barred(state: State, about: About, ship: str) -> Answer:
    """Why a ship cannot join those who are picked."""
    if ship in about["going"]:
        return GOES_ALREADY, {"ship": ship}
    if ship not in SURFACE_SHIPS[about["side"]]:
        return NOT_TO_ORDER, {"ship": ship}
    if place_of(state, ship) != about["origin"]:
        return NOT_THERE, {"ship": ship}
    if ship in CONVOYS and state.phase == "allied_return":
        return CONVOYS_STAY
    if ship in state.spent:
        return SPENT, {"ship": ship}
    return LEFT_OUT, {"ship": ship}


def destination_barred(state: State, origin: str, going: tuple[str, ...], place: str) -> Answer:
    """Why ships that are picked cannot all go to a place."""
    if origin == ARRIVALS:
        return NO_CHOICE_OF_PORT
    if origin in PORTS:
        return sea_barred(state, origin, going, place) if place in AREAS else None
    if place in AREAS or CONVOYS.issuperset(going):
        return CONVOY_ONE_AREA
    return port_barred(state, origin, going[0], place)


def sea_barred(state: State, port: str, going: tuple[str, ...], area: str) -> Answer:
    """Why ships in a port cannot all reach an area (SC-MOV-02 to SC-MOV-07)."""
    reached = MAP.port[port].connects
    between = [first for first in reached if area in MAP.area[first].adjacent]
    if area not in reached and not between:
        return NO_WAY, {"port": port, "area": area}
    if any(not may_enter(state.options, UNITS[ship], area) for ship in going):
        return BALTIC_CLOSED if area == BALTIC else RUSSIANS_STAY
    if area not in reached and transit(state, UNITS[going[0]].side).isdisjoint(between):
        return NOT_CONTROLLED, {"area": area, "between": between}
    return CONVOY_ONE_AREA


def port_barred(state: State, area: str, ship: str, port: str) -> Answer:
    """Why a ship at sea cannot return to a port (SC-END-01)."""
    if MAP.port[port].side != UNITS[ship].side or port == SOUTH_AMERICA:
        return PORT_OF_OTHERS, {"port": port}
    if not is_open(port, state.turn):
        return PORT_CLOSED, {"port": port}
    return PORT_TOO_FAR, {"port": port, "area": area}

"""Why an order cannot be given: who cannot go, and where nobody can. Each answer is checked before it is given."""

from __future__ import annotations

from flagplot.engine import About, Option
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import CONVOYS, SURFACE_SHIPS, place_of
from flagplot.games.sea_control.model.routes import is_open, may_enter, transit
from flagplot.games.sea_control.rules.homeward import at_sea
from flagplot.games.sea_control.rules.movement import ready_to_sail
from flagplot.games.sea_control.rules.orders import ShipsByPlace
from flagplot.games.sea_control.state import State

# Who cannot be ordered


@say.SAIL.why_not
def sailing_barred(state: State, about: About, option: Option) -> say.Barred:
    """Why nobody sails from a place, or a ship does not."""
    ready = ready_to_sail(state, about["side"])
    if option in t.AREAS and option not in ready:
        return None  # it is where a ship could go
    return place_barred(ready, option) or cannot_sail(state, about["side"], option)


@say.RETURN_TO.why_not
@say.WITHDRAW_TO.why_not
def returning_barred(state: State, about: About, option: Option) -> say.Barred:
    """Why nobody goes home from an area, or a ship does not."""
    areas = (state.battle.area,) if state.battle else t.AREAS
    if option in t.PORTS:
        return None  # it is where a ship could go
    ready = at_sea(state, about["side"], areas)
    return place_barred(ready, option) or cannot_return(state, about["side"], option)


@say.CHOOSE_PORT.why_not
def basing_barred(state: State, about: About, option: Option) -> say.Barred:
    """Why a ship gets no port."""
    if option in SURFACE_SHIPS[t.ALLIED] and option not in state.at[t.ARRIVALS]:
        return say.NO_NEWCOMER, {"ship": option}
    return not_yours(about["side"], option)


def place_barred(ready: ShipsByPlace, place: Option) -> say.Barred:
    """Why the ships of a place cannot be picked from together."""
    if place not in t.AREAS and place not in t.PORTS:
        return None
    ships = ready.get(place, ())
    if not ships:
        return say.NO_SHIPS_THERE, {"place": place}
    return (say.ONE_SHIP_THERE, {"place": place, "ship": ships[0]}) if len(ships) == 1 else None


def cannot_sail(state: State, side: str, ship: Option) -> say.Barred:
    """Why a ship cannot sail (SC-MOV-02, SC-MOV-03)."""
    if ship not in SURFACE_SHIPS[side]:
        return not_yours(side, ship)
    place = place_of(state, ship)
    if ship in state.spent:
        return say.SPENT, {"ship": ship}
    if place in t.AREAS and ship not in CONVOYS:
        return say.AT_SEA, {"ship": ship}
    return (say.NOT_ON_MAP, {"ship": ship}) if place not in t.AREAS and place not in t.PORTS else None


def cannot_return(state: State, side: str, ship: Option) -> say.Barred:
    """Why a ship cannot go home (SC-END-01, SC-WDR-05)."""
    if ship not in SURFACE_SHIPS[side]:
        return not_yours(side, ship)
    place = place_of(state, ship)
    if place in t.PORTS:
        return say.IN_PORT, {"ship": ship}
    if place not in t.AREAS:
        return say.NOT_ON_MAP, {"ship": ship}
    if ship in CONVOYS:
        return say.CONVOYS_STAY
    return (say.STAYS_AT_SEA, {"ship": ship}) if state.battle and place != state.battle.area else None


def not_yours(side: str, unit: Option) -> say.Barred:
    """Why a unit is nothing that could be ordered."""
    if unit not in t.UNITS:
        return None
    if t.UNITS[unit].side != side:
        return say.NOT_YOURS, {"ship": unit}
    return (say.NO_SHIP, {"unit": unit}) if not t.UNITS[unit].is_surface else None


# Who cannot go along, and where those who are picked cannot go


@say.WHO_GOES.why_not
@say.WHERE_TO.why_not
def pick_barred(state: State, about: About, option: Option) -> say.Barred:
    """Why a ship cannot join the others, or why they cannot go to a place."""
    if option in t.UNITS:
        return ship_barred(state, about["side"], about["origin"], about["going"], option)
    if option not in t.MAP.area and option not in t.MAP.port:
        return None
    for ship in about["going"]:
        if found := voyage_barred(state, ship, about["origin"], option):
            return found
    return None


def ship_barred(state: State, side: str, origin: str, going: tuple[str, ...], ship: str) -> say.Barred:
    """Why a ship cannot join those who are picked."""
    if ship in going:
        return say.GOES_ALREADY, {"ship": ship}
    if ship not in SURFACE_SHIPS[side]:
        return not_yours(side, ship)
    if place_of(state, ship) != origin:
        return say.NOT_THERE, {"ship": ship, "origin": origin}
    is_sailing = origin in t.PORTS or (ship in CONVOYS and state.phase == "allied_movement")
    found = None if origin == t.ARRIVALS else (cannot_sail if is_sailing else cannot_return)(state, side, ship)
    return found or (say.LEFT_OUT, {"ship": ship})


def voyage_barred(state: State, ship: str, origin: str, place: str) -> say.Barred:
    """Why a ship cannot go from one place to another; None if it can."""
    if origin == t.ARRIVALS:
        return say.NO_CHOICE_OF_PORT if place not in t.PORTS_TO_CHOOSE else None
    if origin in t.PORTS:
        return outward_barred(state, ship, origin, place)
    if ship in CONVOYS:
        return convoy_barred(state, origin, place)
    return homeward_barred(state, ship, origin, place)


def outward_barred(state: State, ship: str, port: str, area: str) -> say.Barred:
    """Why a ship in a port cannot reach an area (SC-MOV-02 to SC-MOV-07)."""
    if area not in t.AREAS:
        return say.INTO_A_SEA_AREA, {"place": area}
    if closed := closed_waters(state, ship, area):
        return closed
    connects = t.MAP.port[port].connects
    if area in connects:
        return None
    if ship in CONVOYS:
        return say.CONVOY_ONE_AREA
    between = [first for first in connects if area in t.MAP.area[first].adjacent]
    if not between:
        return say.NO_WAY, {"port": port, "area": area}
    passable = [first for first in between if not closed_waters(state, ship, first)]
    if not passable:
        return closed_waters(state, ship, between[0])
    if transit(state, t.UNITS[ship].side).isdisjoint(passable):
        bar = say.ENEMY_BETWEEN if state.options.neutral_transit else say.NOT_CONTROLLED
        return bar, {"area": area, "between": passable}
    return None


def convoy_barred(state: State, area: str, place: str) -> say.Barred:
    """Why a convoy at sea cannot go on to a place (SC-CNV-01, SC-CNV-03)."""
    if place == area:
        return say.IS_THERE_ALREADY, {"area": area}
    if place == t.BALTIC:
        return say.BALTIC_CLOSED, {"nations": nations_in_the_baltic(state)}
    if place in t.AREAS:
        return say.CONVOY_ONE_AREA if place not in t.MAP.area[area].adjacent else None
    if place not in t.DOCKING_VP:
        return say.NO_DOCK, {"place": place}
    if area not in t.MAP.port[place].connects:
        return say.CONVOY_ONE_AREA
    return (say.PORT_CLOSED, {"port": place}) if not is_open(place, state.turn) else None


def homeward_barred(state: State, ship: str, area: str, port: str) -> say.Barred:
    """Why a ship at sea cannot return to a port (SC-END-01)."""
    if port not in t.PORTS:
        return say.INTO_A_PORT, {"place": port}
    if t.MAP.port[port].side != t.UNITS[ship].side:
        return say.PORT_OF_OTHERS, {"port": port}
    if not is_open(port, state.turn):
        return say.PORT_CLOSED, {"port": port}
    connects = t.MAP.port[port].connects
    if area in connects:
        return None
    between = [last for last in t.MAP.area[area].adjacent if last in connects]
    if not between:
        return say.PORT_TOO_FAR, {"port": port, "area": area}
    closed = [closed_waters(state, ship, last) for last in between]
    return closed[0] if all(closed) else None


def closed_waters(state: State, ship: str, area: str) -> say.Barred:
    """Why a ship may not be in an area at all (SC-BAL-01, SC-AMB-17)."""
    if may_enter(state.options, t.UNITS[ship], area):
        return None
    if area == t.BALTIC:
        return say.BALTIC_CLOSED, {"nations": nations_in_the_baltic(state)}
    return say.RUSSIANS_STAY


def nations_in_the_baltic(state: State) -> str:
    """Whose ships may be in the Baltic, in words (SC-BAL-01, SC-OPT-01)."""
    return "Russian, German and British" if state.options.baltic else "Russian and German"

"""How an option looks, and what a click means."""

from __future__ import annotations

from flagplot.engine import About, Ask, Option, Roll
from flagplot.engine.view import Description
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import place_of, surface_ships
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.view.names import NAMES

# The usual abbreviations, for lists of ships
IN_SHORT = {
    t.BATTLESHIP: "BB",
    t.CRUISER: "CA",
    t.CARRIER: "CV",
    t.CONVOY: "convoy",
    t.SUBMARINE: "U-boats",
    t.AIR: "air",
}


def subjects(about: About) -> tuple[str, ...]:
    """The ships that go, or the one that fires."""
    return (*about.get("going", ()), *([about["firer"]] if "firer" in about else []))


def pointed_at(ask: Ask, target: str) -> Option:
    """The option that a space or a piece means; a ship is repaired by a point at least."""
    return (target, 1) if ask is say.REPAIR and target in t.UNITS else target


def describe(state: State, ask: Ask | Roll, about: About, option: Option) -> Description:
    """Label, spaces and pieces of an option."""
    if isinstance(ask, Roll):
        return Description(str(option))
    if ask is say.REPAIR and isinstance(option, tuple):
        ship, points = option
        label = f"{NAMES[ship]}: +{points} to {state.sp[ship] + points} SP"
        return Description(label, pieces=(ship,))
    if ask is say.WHERE_TO or (ask is say.WHO_GOES and isinstance(option, tuple)):
        return _where_or_who_else(state, option)
    if option in t.UNITS:
        where = _lonely_place(state, option) if ask in (say.SAIL, say.RETURN_TO) else ""
        return Description(f"{_ship(state, option)}{where}", pieces=(option,))
    if ask in (say.SAIL, say.RETURN_TO, say.WITHDRAW_TO, say.CHOOSE_PORT) and option in state.at:
        return Description(f"several from {NAMES[option]}", (option,) if option != t.ARRIVALS else ())
    if option in t.AREAS or option in t.PORTS:
        return Description(NAMES[option], (option,))
    return Description(NAMES.get(option, str(option)))


def _where_or_who_else(state: State, option: str | tuple[str, str]) -> Description:
    if option in say.LEFT_BEHIND:
        ship = say.LEFT_BEHIND[option]
        return Description(f"without {NAMES[ship]}", pieces=(ship,))
    if option in t.UNITS:
        return Description(f"with {_ship(state, option)}", pieces=(option,))
    if isinstance(option, tuple):
        area, task_force = option
        return Description(f"to {NAMES[area]} as {NAMES[task_force].lower()}", (area,))
    is_docking = state.phase == "allied_movement" and option in t.PORTS
    return Description(f"{'dock at' if is_docking else 'to'} {NAMES[option]}", (option,))


def _lonely_place(state: State, ship: str) -> str:
    """Where a ship is, if no other is there with whom it would be listed."""
    place = place_of(state, ship)
    return "" if len(surface_ships(state, place, t.UNITS[ship].side)) > 1 else f", {NAMES[place]}"


def _ship(state: State, ship: str) -> str:
    """A ship in a list: its name, kind and dice, and its strength if that is not the full one."""
    label = t.UNITS[ship]
    strength = f", SP {state.sp[ship]}/{label.sp}" if state.sp[ship] < label.sp else ""
    return f"{label.name}, {IN_SHORT[label.kind]} {label.dice}{strength}"

"""Ships put to sea and enter port; those that pass a guarded strait come under its guns (sections 7.3, 13)."""

from __future__ import annotations

from dataclasses import replace

from flagplot.engine import About, Option, Table
from flagplot.games.sea_control.fleet import CONVOYS, UNITS_OF, mix, move, show
from flagplot.games.sea_control.gunnery import at_once, hits_and_disabling
from flagplot.games.sea_control.orders import Voyage, tell_enemy
from flagplot.games.sea_control.routes import CONNECTED, guns, homeward, outward, transit
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import ALLIED, AREAS, MAP, UNITS
from flagplot.games.sea_control.words import FORTRESS_FIRE, RETURNED, SAILED, UNDER_GUNS, WHERE_TO


def put_to_sea(table: Table[State], ships: list[str], voyage: Voyage) -> None:
    """Ships enter an area, on their own or in a task force (SC-MOV-02, SC-OPT-03)."""
    state = table.state
    origin, area = voyage[:2]
    if origin in AREAS:
        mix(state, origin, UNITS[ships[0]].side)
    move(state, ships, origin, area)
    state.voyages |= dict.fromkeys(ships, (origin, area))
    if not CONVOYS.isdisjoint(ships):
        state.spent += filter(CONVOYS.__contains__, ships)
    for name in voyage[2:]:
        force = state.task_forces[name]
        state.task_forces[name] = replace(force, ships=(*force.ships, *ships))
    table.tell(SAILED, to=(UNITS[ships[0]].side,), ships=tuple(ships), origin=origin, destination=area)


def enter_port(table: Table[State], ships: list[str], voyage: Voyage) -> None:
    """Ships come home (SC-END-01)."""
    area, port = voyage
    move(table.state, ships, area, port)
    table.tell(RETURNED, to=(MAP.port[port].side,), ships=tuple(ships), area=area, port=port)


# Guarded straits


def go_unless_guarded(state: State, ships: list[str], voyage: Voyage) -> list[str]:
    """The ships that meet no guns on a voyage; the others wait for their passage."""
    if not leads_through_another_area(voyage):
        return ships
    if ships[0] in UNITS_OF[ALLIED] and not state.options.baltic:  # Gibraltar lets the Allies pass
        return ships
    under_fire = [ship for ship in ships if guns_on_the_way(state, ship, voyage)[0]]
    state.passing += [(ship, *voyage) for ship in under_fire]
    return [ship for ship in ships if ship not in under_fire]


def leads_through_another_area(voyage: Voyage) -> bool:
    """Whether a voyage between a port and an area does not end, or begin, in an area on which the port lies."""
    origin, destination = voyage[:2]
    if origin in CONNECTED:
        return destination in AREAS and destination not in CONNECTED[origin]
    return origin in AREAS and destination in CONNECTED and origin not in CONNECTED[destination]


def guns_on_the_way(state: State, ship: str, voyage: Voyage) -> tuple[int, str]:
    """With how many dice a ship is fired at on a voyage, and from which area it would turn back (SC-AMB-11)."""
    label = UNITS[ship]
    origin, destination = voyage[:2]
    if origin in CONNECTED:
        between = outward(state, ship, origin, transit(state, label.side))[destination]
        return guns(state.options, label, between, destination), between
    between = homeward(state, ship, origin)[destination]
    return guns(state.options, label, origin, between), origin


def after_passage(state: State, phase: str) -> str:
    """The next phase, when the ships that wait for their passage have made it."""
    if not state.passing:
        return phase
    state.resume = phase
    return "passage"


def passage(table: Table[State]) -> str:
    """Ship by ship comes under the guns, and is shown for that moment (SC-GIB-01, SC-AMB-28)."""
    state = table.state
    if not state.passing:
        return state.resume
    ship = state.passing[0][0]
    show(state, [ship])
    table.tell(UNDER_GUNS, ship=ship)
    return "fortress_fire"


def fortress_fire(table: Table[State]) -> str:
    """The guns fire, with results at once; who turns back has had his move (SC-GIB-01, SC-AMB-11, SC-AMB-36)."""
    state = table.state
    ship, *rest = state.passing[0]
    voyage = tuple(rest)
    origin, destination = voyage[:2]
    dice, area = guns_on_the_way(state, ship, voyage)
    hits, is_disabled = hits_and_disabling(table, dice, ship, FORTRESS_FIRE, ())
    if not at_once(table, ship, hits, is_disabled, origin, area):
        state.spent.append(ship)
    elif destination in CONNECTED:
        enter_port(table, [ship], voyage)
        tell_enemy(table, UNITS[ship].side, voyage, 1)
    else:
        put_to_sea(table, [ship], (origin, destination))  # seen by all, it sails beside its task force (SC-AMB-35)
        tell_enemy(table, UNITS[ship].side, voyage, 1)
    del state.passing[0]
    return "passage"


# The odds of a passage


@WHERE_TO.preview
def make_passage(table: Table[State], about: About, option: Option) -> None:
    """What the guns on the way do to the ships that have been picked."""
    destination = option[0] if isinstance(option, tuple) else option  # with or without a task force
    go_unless_guarded(table.state, list(about["going"]), (about["origin"], destination))
    while table.state.passing:
        passage(table)
        fortress_fire(table)

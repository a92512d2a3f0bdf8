"""Contact and voluntary break-off (sections 14.1 and 14.2)."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import Modifier, Table
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import ships_in, waters
from flagplot.games.graf_spee.rules.redeployment import turn_up
from flagplot.games.graf_spee.state import Battle, Ship, State


def contact(table: Table[State], ships: Sequence[Ship], space: str, station: str) -> str:
    """Whether the ships of a station are met in a space, and who has the First Salvo (GS-CON-01)."""
    state = table.state
    allied = turn_up(table, station)
    is_carrier = not t.CARRIERS.isdisjoint(allied)
    first = table.consult(
        t.CONTACT_CHART, say.CONTACT_ROLL, contact_modifiers(state, ships, space, is_carrier), space=space
    )
    table.tell(say.CONTACT_OUTCOME[first], space=space)
    table.mark()
    return first


def contact_modifiers(state: State, ships: Sequence[Ship], space: str, is_carrier: bool) -> tuple[Modifier, ...]:
    """What is added to the contact roll of these ships in a space (GS-CON-01, GS-AMB-19, GS-AMB-36)."""
    modifiers = []
    for cargo, modifier in t.CONTACT_CARGO.items():
        for ship in ships:
            if cargo in ship.cargo:
                modifiers.append(modifier)
                break
    if space in state.mines:
        modifiers.append(t.MINES_HERE)
    for ship in ships:
        if ship.leadership > state.alert:
            modifiers.append(t.LEADERSHIP_ABOVE_ALERT)
            break
    if state.night:
        modifiers.append(t.AT_NIGHT)
    if in_place := t.CONTACT_IN.get(waters(state, space)):
        modifiers.append(in_place)
    if is_carrier:
        modifiers.append(t.CARRIER_PRESENT)
    return tuple(modifiers)


def meeting(table: Table[State], space: str, station: str) -> bool:
    """Whether a combat follows when the ships of a station meet all German ships in a space (GS-CON-01, GS-AMB-36)."""
    state = table.state
    ships = ships_in(state, space)
    state.met_in.append(space)
    return contact_follows(table, ships, space, station, contact(table, ships, space, station))


def contact_follows(table: Table[State], ships: Sequence[Ship], space: str, station: str, first: str) -> bool:
    """Whether a combat follows; ships that can and will break off take no part (GS-BRK-01, GS-AMB-53)."""
    state = table.state
    if first == t.NO_CONTACT:
        return False
    allied = state.stations[station]
    engaged = []
    for ship in ships:
        if not breaks_off(table, ship, space, allied, first):
            engaged.append(ship.id)
    if not engaged:
        return False
    air = [] if state.night else [name for name in allied if name in t.CARRIERS]  # GS-NAV-01, GS-OPT-21
    state.battle = Battle(space, station, engaged, first, allied[:], air)
    return True


def breaks_off(table: Table[State], ship: Ship, space: str, allied: Sequence[str], first: str) -> bool:
    """Whether a ship that may break off does; then no incidents are drawn, or no more (GS-BRK-01, GS-INC-02)."""
    state = table.state
    if not can_break_off(state, ship, space, allied, first):
        return False
    answer = table.choose(
        ship.id, say.BREAK_OFF_OR_FIGHT, say.BREAK_OFF_OR_FIGHT.answers, ship=ship.id, allied=tuple(allied)
    )
    if answer != say.BREAK_OFF:
        return False
    ship.broke_off = True
    if state.draw:
        state.draw.broken_off = True
    table.tell(say.BROKEN_OFF, ship=ship.id)
    return True


def can_break_off(state: State, ship: Ship, space: str, allied: Sequence[str], first: str) -> bool:
    """First Salvo, no aircraft about, and engines as fast as every Allied ship (GS-BRK-01, GS-AMB-11, GS-AMB-41)."""
    if first != t.GERMAN or ship.raided or space in state.raided_in:
        return False
    for name in allied:  # noqa: SIM110  a generator takes four times as long
        if ship.engines < t.ALLIED_SHIPS[name].move:
            return False
    return True

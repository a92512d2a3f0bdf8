"""Port defences, shore bombardment and the capture of ports (sections 9.2, 9.3 and 16)."""

from __future__ import annotations

from flagplot.engine import Table
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import afloat, level, ships_in, waters
from flagplot.games.graf_spee.model.royal_navy import is_held
from flagplot.games.graf_spee.rules.damage import gunnery_hit
from flagplot.games.graf_spee.rules.ending import check_fleet
from flagplot.games.graf_spee.rules.ships import in_turn, lower, score
from flagplot.games.graf_spee.spaces import BASE, PORT
from flagplot.games.graf_spee.state import Ship, State


def shore_bombardment_phase(table: Table[State]) -> str:
    """Each port or base fires at every German ship there, which may bombard it and land its marines (GS-PDF-01)."""
    state = table.state
    for space in dict.fromkeys([ship.space for ship in afloat(state)]):
        bombardment_of(table, space)
    return "auxiliaries"


def bombardment_of(table: Table[State], space: str) -> None:
    """What happens between a port and the German ships in it (GS-PDF-01, GS-BOM-01)."""
    state = table.state
    ships = ships_in(state, space)
    for ship in ships:
        if is_enemy(state, space) and space not in state.silenced:
            port_defence(table, ship)
            check_fleet(table)
    in_turn(table, ships_in(state, space), offer_bombardment, may_bombard)
    for ship in ships_in(state, space):
        offer_landing(table, ship)


def is_enemy(state: State, space: str) -> bool:
    """Whether a space is an Allied port or naval base that is not in German hands."""
    return waters(state, space) in (PORT, BASE)


def port_defence(table: Table[State], ship: Ship) -> None:
    """A defence marker, drawn once for each port, hits with a die at or below its number (GS-PDF-01, GS-AMB-39)."""
    state = table.state
    space = ship.space
    if space not in state.guns:
        drawn = table.draw(state.defences, say.DEFENCE_DRAW, space=space) if state.defences else None
        state.guns[space] = t.MARKERS.defence_when_none_is_left if drawn is None else drawn
    strength = state.guns[space]
    if table.roll("1d6", say.DEFENCE_ROLL, ship=ship.id, space=space, strength=strength).sum <= strength:
        table.tell(say.DEFENCES_HIT, ship=ship.id, space=space)
        gunnery_hit(table, ship)
    else:
        table.tell(say.DEFENCES_MISS, ship=ship.id, space=space)


def may_bombard(state: State, ship: Ship) -> bool:
    """Whether a ship has guns before her that are not silenced, and ammunition (GS-AMB-01, GS-AMB-37)."""
    return bool(ship.ammo) and is_enemy(state, ship.space) and ship.space not in state.silenced


def offer_bombardment(table: Table[State], ship: Ship, others: tuple[str, ...]) -> bool:
    """A ship may bombard, or let her sister do so first."""
    if not may_bombard(table.state, ship):
        return True
    answer: str = table.choose(
        ship.id, say.BOMBARD_PORT, say.BOMBARD_PORT.answers + others, ship=ship.id, space=ship.space
    )
    if answer == say.BOMBARD:
        bombard(table, ship)
    return answer != say.AFTER_SISTER


def bombard(table: Table[State], ship: Ship) -> None:
    """A die for each of the two turrets, at or below its number, destroys the defences for good (GS-BOM-01)."""
    state = table.state
    lower(table, ship, t.AMMO)
    dice = [
        table.roll("1d6", say.BOMBARDMENT_ROLL, ship=ship.id, step=turret).sum for turret in (t.PRIMARY, t.SECONDARY)
    ]
    if all(die > level(ship, turret) for die, turret in zip(dice, (t.PRIMARY, t.SECONDARY), strict=True)):
        table.tell(say.BOMBARDMENT_FAILS, space=ship.space)
        return
    state.silenced.append(ship.space)
    table.tell(say.DEFENCES_DESTROYED, space=ship.space)
    is_port = waters(state, ship.space) == PORT
    score(table, t.VICTORY_POINTS.port_defences if is_port else t.VICTORY_POINTS.base_defences)


def offer_landing(table: Table[State], ship: Ship) -> None:
    """Marines may occupy a port without defences and Allied ships; never a base (GS-CAP-01)."""
    state = table.state
    space = ship.space
    if t.MARINE_KOMPANIE not in ship.cargo or waters(state, space) != PORT:
        return
    if space not in state.silenced or is_held(state, space):
        return
    if table.choose(ship.id, say.LAND_MARINES, say.LAND_MARINES.answers, ship=ship.id, space=space) != say.LAND:
        return
    ship.cargo[ship.cargo.index(t.MARINE_KOMPANIE)] = ""
    state.captured.append(space)
    table.tell(say.PORT_CAPTURED, ship=ship.id, space=space)
    if space not in state.ever_captured:  # GS-AMB-47
        state.ever_captured.append(space)
        score(table, t.VICTORY_POINTS.port_captured)

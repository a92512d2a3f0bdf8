"""Maneuver (section 1.25): ships move and make smoke, the slowest first."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.engine import Next, Option, Table
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import ENEMY, SIDES
from flagplot.games.atlantic_chase.model.forces import change_ship, find_ship
from flagplot.games.atlantic_chase.rules.battle import can_smoke, cover_with_smoke, ships_in, the_battle
from flagplot.games.atlantic_chase.rules.seats import choose
from flagplot.games.atlantic_chase.state import Ship, State

# To which zones a ship can go; never to the enemy's side (AC-MV-01, AC-MV-03)
BESIDE = {t.FAR: (t.FAR, t.NEAR), t.NEAR: (t.NEAR, t.FAR, t.CLOSE), t.CLOSE: (t.CLOSE, t.NEAR)}


def maneuver(table: Table[State]) -> Next:
    """Slowest first, players in turn ship by ship, at equal speed the Inactive player first (AC-MV-01)."""
    state = table.state
    fight = the_battle(state)
    own = {side: ships_in(state, side) for side in SIDES}
    # After the last round only a Convoy that disperses makes a difference.
    is_worth_it = fight.round < fight.rounds or any(ship.can_disperse for ships in own.values() for ship in ships)
    if all(own.values()) and is_worth_it:
        for speed in range(t.VERY_SLOW, t.FAST + 1):
            move_all_of(table, speed)
        cover_with_smoke(table)
    return "break_away"


def move_all_of(table: Table[State], speed: int) -> None:
    """The ships of one speed move, players in turn; each picks which of his goes next (AC-AMB-45)."""
    state = table.state
    fight = the_battle(state)
    order = (ENEMY[fight.active], fight.active)
    waiting = {side: [ship.id for ship in ships_in(state, side) if ship.face.pace == speed] for side in order}
    while any(waiting.values()):
        for side in order:
            if waiting[side]:
                waiting[side].remove(move_one(table, side, waiting[side]))


def move_one(table: Table[State], side: str, waiting: list[str]) -> str:
    """One ship moves to a zone beside hers or stays, and starts or stops smoke; returns who it was."""
    options: list[Option] = []
    for ship_id in waiting:
        options += moves_of(table.state, find_ship(table.state, ship_id)[1])
    choice = choose(table, side, say.MANEUVER, options, side=side)
    if choice[0] == say.DISPERSE:
        force, ship = find_ship(table.state, choice[1])
        change_ship(table.state, force, replace(ship, is_dispersed=True))
        table.tell(say.DISPERSED, ship=ship.id)
        return ship.id
    ship_id, zone, smoke = choice
    fight = the_battle(table.state)
    if zone != fight.zones[ship_id]:
        fight.zones[ship_id] = zone
        table.tell(say.MOVED, ship=ship_id, zone=zone)
    if smoke and ship_id not in fight.smoke:
        fight.smoke.append(ship_id)
        table.tell(say.SMOKE_BEGINS, ship=ship_id)
    elif not smoke and ship_id in fight.smoke:
        fight.smoke.remove(ship_id)
        table.tell(say.SMOKE_ENDS, ship=ship_id)
    return str(ship_id)


def moves_of(state: State, ship: Ship) -> list[Option]:
    """The zones for a ship, each without and with smoke; a Convoy may disperse instead (AC-SM-01, AC-MV-02)."""
    smokes = (0, 1) if can_smoke(ship) else (0,)  # a damaged maker must stop (AC-SM-03)
    zones = BESIDE[the_battle(state).zones[ship.id]]
    found: list[Option] = [(ship.id, zone, smoke) for zone in zones for smoke in smokes]
    if ship.can_disperse:
        found.append((say.DISPERSE, ship.id))
    return found

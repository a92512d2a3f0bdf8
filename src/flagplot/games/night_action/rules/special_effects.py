"""Special effects (NA-SPE): what a hit does besides boxes, to weapons, bridge, machinery and steering."""

from __future__ import annotations

from collections.abc import Callable

from flagplot.engine import Table
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.rules.damage import catch_fire, flood, lose_boxes, lose_settings
from flagplot.games.night_action.ships import ARMOURED_BRIDGE, KINDS, PETROL, mounts
from flagplot.games.night_action.state import (
    AFLOAT,
    AMIDSHIPS,
    FROZEN,
    HARD_PORT,
    HARD_STARBOARD,
    NO_RAISING,
    RUDDER_LOST,
    SOUND,
    Ship,
    State,
)

RUDDER_BIT, ENGINE_BIT = 1, 2  # of what is beyond repair
REPAIRABLE = {t.EFFECTS[letter].rows[result - 1] for letter, results in t.REPAIRABLE.items() for result in results}


def special_effects(table: Table[State], ship: Ship, group: str, hits: int, from_sectors: int) -> None:
    """One throw for each hit of a group of guns, whatever the hull damage (NA-GUN-04).

    `from_sectors` are the sectors of the target in which the firer is; mounts that bear on it can be struck.
    """
    rows = table.volley(hits, t.SPECIAL[group, KINDS[ship.type].class_], say.SPECIAL, target=ship.id)
    for letter in sorted(rows):
        if letter != t.NO_EFFECT and ship.status == AFLOAT:
            special_effect(table, ship, letter, group, from_sectors)


def special_effect(table: Table[State], ship: Ship, letter: str, group: str, from_sectors: int) -> None:
    """What a letter of the table does; batteries suffer in their weapons only."""
    traits = KINDS[ship.type].traits
    if letter == t.SUPPRESSED_ONLY:
        weapons_hit(table, ship, t.EFFECTS[t.WEAPONS_HIT].rows[0], from_sectors)
        return
    if KINDS[ship.type].is_battery and letter != t.WEAPONS_HIT:
        return
    if letter == t.FIRE_LIT:
        catch_fire(table, ship)
    elif letter == t.PERHAPS_FIRE:
        if table.consult(t.FIRE_ON_4, say.PERHAPS_FIRE, target=ship.id) == t.LIT:
            catch_fire(table, ship)
    elif letter == t.BRIDGE and ARMOURED_BRIDGE in traits and group in t.BRIDGE_SPARED_BY:
        return
    else:
        effect = table.consult(t.EFFECTS[letter], say.SPECIAL_EFFECT, target=ship.id, letter=letter)
        if letter == t.WEAPONS_HIT:
            weapons_hit(table, ship, effect, from_sectors)
            return
        EFFECTS[effect](table, ship)
        table.tell(say.EFFECT, ship=ship.id, effect=effect)
        if letter == t.MACHINERY and PETROL in traits:
            _perhaps_petrol(table, ship)


def _perhaps_petrol(table: Table[State], ship: Ship) -> None:
    """Petrol boats may burn when their machinery is hit."""
    if table.consult(t.PETROL_FIRE, say.PETROL_ROLL, target=ship.id) == t.LIT:
        catch_fire(table, ship)


# Weapons


def weapons_hit(table: Table[State], ship: Ship, effect: str, from_sectors: int) -> None:
    """One mount or group of tubes at random suffers; none left, no effect (NA-SPE-01)."""
    pool = can_be_struck(ship, from_sectors)
    if not pool:
        return
    struck = table.draw(pool, say.STRUCK, target=ship.id)
    is_tubes, number = struck[0] == "t", int(struck[1:])
    silent = ship.tubes_silent if is_tubes else ship.silent
    turn = table.state.turn
    until = {"suppressed": turn + 1, "suppressed_2": turn + 2}.get(effect, t.OUT)
    silent[number] = max(silent[number], until)
    what = ship.torpedoes[number] if is_tubes else mounts(ship.guns)[number].weapon
    table.tell(say.MOUNT_EFFECT, ship=ship.id, mount=what, effect=effect)
    if effect == "out_fire":
        catch_fire(table, ship)
    elif effect == "destroyed":
        _destroyed(table, ship, number if is_tubes else -1)


def _destroyed(table: Table[State], ship: Ship, tubes: int) -> None:
    """A mount is destroyed with a box; loaded tubes may explode."""
    lose_boxes(table, ship, 1)
    if tubes < 0 or not ship.loaded[tubes] or ship.status != AFLOAT:
        return
    if table.consult(t.TUBES_EXPLODE, say.TUBES_ROLL, target=ship.id) == t.EXPLODES:
        lose_boxes(table, ship, table.roll("3d6", say.TUBES_DAMAGE, target=ship.id).sum)


def can_be_struck(ship: Ship, from_sectors: int) -> list[str]:
    """The mounts not yet out that bear on the firer, and the groups of tubes not yet out (NA-SPE-01)."""
    guns = [
        f"g{i}" for i, mount in enumerate(mounts(ship.guns)) if ship.silent[i] < t.OUT and mount.arcs & from_sectors
    ]
    return guns + [f"t{i}" for i, silent in enumerate(ship.tubes_silent) if silent < t.OUT]


# Bridge, machinery and steering: effects of one kind do not add up (NA-SPE-02)


def _lookouts(table: Table[State], ship: Ship) -> None:
    ship.lookouts_hit = True


def _straight(table: Table[State], ship: Ship) -> None:
    ship.straight = max(ship.straight, 1)


def _captain(table: Table[State], ship: Ship) -> None:
    ship.captain_hit = ship.keeps_setting = True


def _command(table: Table[State], ship: Ship) -> None:
    ship.straight = max(ship.straight, 2)
    ship.no_launch_to = max(ship.no_launch_to, table.state.turn + 2)


def _acceleration(table: Table[State], ship: Ship) -> None:
    ship.acceleration = max(ship.acceleration, NO_RAISING)
    _unless_repairable(ship, "acceleration", ENGINE_BIT)


def _frozen(table: Table[State], ship: Ship) -> None:
    ship.acceleration = FROZEN
    _unless_repairable(ship, "frozen", ENGINE_BIT)


def _unless_repairable(ship: Ship, effect: str, bit: int) -> None:
    if effect not in REPAIRABLE:
        ship.beyond_repair |= bit


def _engine_1(table: Table[State], ship: Ship) -> None:
    lose_settings(table, ship, 1)


def _engine_2(table: Table[State], ship: Ship) -> None:
    lose_settings(table, ship, 2)


def _engine_room(table: Table[State], ship: Ship) -> None:
    lose_settings(table, ship, max(0, 3 - ship.engine))
    catch_fire(table, ship)


def _slow_gear(table: Table[State], ship: Ship) -> None:
    ship.slow_gear = True


def _rudder_amidships(table: Table[State], ship: Ship) -> None:
    if ship.rudder == SOUND:
        ship.rudder = AMIDSHIPS
        _unless_repairable(ship, "rudder_amidships", RUDDER_BIT)


def _rudder_hard_over(table: Table[State], ship: Ship) -> None:
    side = table.consult(t.HARD_OVER, say.HARD_OVER_ROLL, target=ship.id)
    if ship.rudder == SOUND:
        ship.rudder = HARD_PORT if side == "port" else HARD_STARBOARD
        _unless_repairable(ship, "rudder_hard_over", RUDDER_BIT)


def _rudder_lost(table: Table[State], ship: Ship) -> None:
    ship.rudder = RUDDER_LOST


def _rudder_lost_flood(table: Table[State], ship: Ship) -> None:
    ship.rudder = RUDDER_LOST
    flood(table, ship)


EFFECTS: dict[str, Callable[[Table[State], Ship], None]] = {
    "lookouts": _lookouts,
    "helmsman": _straight,
    "captain": _captain,
    "command": _command,
    "acceleration": _acceleration,
    "frozen": _frozen,
    "engine_1": _engine_1,
    "engine_2": _engine_2,
    "engine_room": _engine_room,
    "straight_next": _straight,
    "slow_gear": _slow_gear,
    "rudder_amidships": _rudder_amidships,
    "rudder_hard_over": _rudder_hard_over,
    "rudder_lost": _rudder_lost,
    "rudder_lost_flood": _rudder_lost_flood,
}

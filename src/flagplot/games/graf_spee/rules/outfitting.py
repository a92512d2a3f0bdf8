"""Outfitting and repairing (sections 7, 8 and 10): the first phase of a day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import (
    MOST,
    has_bonus,
    level,
    most,
    room,
    terrain,
    terrain_kind,
    waters,
)
from flagplot.games.graf_spee.rules.cargo import load_cargo, may_change_cargo
from flagplot.games.graf_spee.rules.ships import all_in_turn, improve, mark_outfitted
from flagplot.games.graf_spee.spaces import BASE, PORT
from flagplot.games.graf_spee.state import Ship, State

ENEMY = (PORT, BASE)  # where nothing can be done (GS-OUT-01, GS-AMB-09)
ActionBar = Callable[[State, Ship, t.Terrain], Bar | None]
# Up to where each department can be repaired: mounts that were never filled are not damaged (GS-AMB-09)
SOUND = {name: replace(ship.most, torpedo=ship.start.torpedo) for name, ship in t.GERMAN_SHIPS.items()}


def outfitting_phase(table: Table[State]) -> str:
    """Each ship may be supplied, repaired and loaded, in any order; then it does not move today (GS-SEQ-02)."""
    all_in_turn(table, outfit, can_be_outfitted)
    return "intelligence"


def can_be_outfitted(state: State, ship: Ship) -> bool:
    """Whether there is anything to do for a ship where she is."""
    return bool(possible_actions(state, ship, ()))


def outfit(table: Table[State], ship: Ship, others: tuple[str, ...]) -> bool:
    """The actions of one ship, each once, cargo as often as wished (GS-OUT-01, GS-AMB-58); or her sister goes first."""
    state = table.state
    done: tuple[str, ...] = ()
    while options := possible_actions(state, ship, done):
        options.append(say.DONE)
        if not ship.outfitted:
            options += others
        action = table.choose(ship.id, say.OUTFIT, options, ship=ship.id, space=ship.space, done=done)
        if action == say.AFTER_SISTER:
            return False
        if action == say.DONE:
            return True
        if action == say.CARGO_ACTION:
            load_cargo(table, ship)
            continue
        mark_outfitted(table, ship)
        if action == say.REPAIR:
            repair(table, ship)
        elif action == say.REFUEL:
            refuel(table, ship)
        elif action == say.REARM:
            rearm(table, ship)
        else:
            reload_torpedoes(table, ship)
        done += (action,)
    return True


def possible_actions(state: State, ship: Ship, done: tuple[str, ...]) -> list[str]:
    """What a ship can do here that would be of use."""
    kind = terrain_kind(state, ship.space)
    row = t.TERRAIN[kind]
    found = []
    for action, bar in ACTIONS_IN[kind]:
        if action not in done and bar(state, ship, row) is None:
            found.append(action)
    return found


def repair_barred(state: State, ship: Ship, row: t.Terrain) -> Bar | None:
    if row.repair is None:
        return say.NO_REPAIR_HERE
    if is_sound(ship):
        return say.ALL_SOUND
    return None if ship.leadership + row.repair > 0 or repair_dice(state, ship, row) > 0 else say.TOO_FEW_DICE


def refuelling_barred(state: State, ship: Ship, row: t.Terrain) -> Bar | None:
    if row.refuel is None:
        return say.NO_REFUELLING_HERE
    return None if ship.oil < MOST[ship.id][t.OIL] else say.TANKS_FULL


def rearming_barred(state: State, ship: Ship, row: t.Terrain) -> Bar | None:
    if not row.rearm:
        return say.NO_REARMING_HERE
    return None if room(ship, t.AMMO) or room(ship, t.TORPEDO) else say.WELL_ARMED


def reloading_barred(state: State, ship: Ship, row: t.Terrain) -> Bar | None:
    return None if ship.reloads else say.NO_RELOADS


def cargo_barred(state: State, ship: Ship, row: t.Terrain) -> Bar | None:
    if not row.cargo:
        return say.NO_CARGO_HERE
    return None if may_change_cargo(state, ship) else say.NO_OTHER_CARGO


# Which rule keeps a ship from an action where it is
BARS: dict[str, ActionBar] = {
    say.REPAIR: repair_barred,
    say.REFUEL: refuelling_barred,
    say.REARM: rearming_barred,
    say.RELOAD: reloading_barred,
    say.CARGO_ACTION: cargo_barred,
}


def _actions_in(kind: str, row: t.Terrain) -> tuple[tuple[str, ActionBar], ...]:
    """What the Terrain Effects Chart allows at all, each with what may still bar it."""
    if kind in ENEMY:
        return ()
    allowed = {
        say.REPAIR: row.repair is not None,
        say.REFUEL: row.refuel is not None,
        say.REARM: row.rearm,
        say.CARGO_ACTION: row.cargo,
    }
    return tuple((action, bar) for action, bar in BARS.items() if allowed.get(action, True))


ACTIONS_IN = {kind: _actions_in(kind, row) for kind, row in t.TERRAIN.items()}


@say.OUTFIT.why_not
def outfit_barred(state: State, about: About, option: Option) -> Bar | None:
    if option not in BARS:
        return None
    if option in about["done"]:
        return say.USED_TODAY
    ship = state.ships[about["ship"]]
    if waters(state, ship.space) in ENEMY:
        return say.NOT_FRIENDLY
    return BARS[option](state, ship, terrain(state, ship.space))


# Repairs (section 10)


def damaged_departments(ship: Ship) -> list[str]:
    """What can be repaired and is damaged (GS-REP-01, GS-AMB-09)."""
    sound = SOUND[ship.id]
    return [department for department in t.REPAIRABLE if getattr(ship, department) < getattr(sound, department)]


def is_sound(ship: Ship) -> bool:
    """Whether there is nothing to repair."""
    sound = SOUND[ship.id]
    return (
        ship.hull >= sound.hull
        and ship.engines >= sound.engines
        and ship.torpedo >= sound.torpedo
        and ship.primary >= sound.primary
        and ship.secondary >= sound.secondary
        and ship.tertiary >= sound.tertiary
    )


def repair_dice(state: State, ship: Ship, row: t.Terrain) -> int:
    """Leadership, damage control, reserve crew, and the place (GS-REP-01)."""
    dice = ship.leadership + (row.repair or 0)
    for cargo in t.REPAIR_CARGO:
        if cargo in ship.cargo:
            dice += 1
    return dice + t.BONUS_DICE if state.achieved and has_bonus(state, t.WORKSHOPS) else dice


def repair(table: Table[State], ship: Ship) -> None:
    """Each 5 or 6 raises a department of your choice by one; the Royal Navy will redeploy (GS-REP-01)."""
    ship.repaired = True
    dice = repair_dice(table.state, ship, terrain(table.state, ship.space))
    successes = sum(table.volley(dice, t.REPAIRED_ON, say.REPAIR_ROLL, ship=ship.id))
    if not successes:
        table.tell(say.NOTHING_REPAIRED, ship=ship.id)
        return
    table.tell(say.REPAIRS_SUCCEED, ship=ship.id, successes=successes)
    for left in range(successes, 0, -1):
        if departments := damaged_departments(ship):
            improve(table, ship, table.choose(ship.id, say.REPAIR_DEPARTMENT, departments, ship=ship.id, left=left))


# Supplies (section 7)


def refuel(table: Table[State], ship: Ship) -> None:
    """A die of oil, less at sea (GS-OUT-02, GS-AMB-31)."""
    state = table.state
    gained = table.roll("1d6", say.REFUEL_ROLL, ship=ship.id).sum + (terrain(state, ship.space).refuel or 0)
    if not improve(table, ship, t.OIL, gained + supply_bonus(state)):
        table.tell(say.NO_OIL, ship=ship.id)


def rearm(table: Table[State], ship: Ship) -> None:
    """A die shared between ammunition and torpedo mounts (GS-OUT-02, GS-AMB-06)."""
    points = table.roll("1d6", say.REARM_ROLL, ship=ship.id).sum + supply_bonus(table.state)
    points = min(points, room(ship, t.AMMO) + room(ship, t.TORPEDO))
    table.tell(say.SUPPLIES, ship=ship.id, points=points)
    shares = range(min(points, room(ship, t.AMMO)), max(0, points - room(ship, t.TORPEDO)) - 1, -1)
    ammo = table.choose(ship.id, say.AMMO_SHARE, shares, ship=ship.id, points=points)
    improve(table, ship, t.AMMO, ammo)
    improve(table, ship, t.TORPEDO, points - ammo)


@say.AMMO_SHARE.why_not
def share_barred(state: State, about: About, option: Option) -> Bar | None:
    ship, points = state.ships[about["ship"]], about["points"]
    if type(option) is not int or option < 0:
        return None
    is_too_much = option > min(points, room(ship, t.AMMO)) or points - option > room(ship, t.TORPEDO)
    return say.AS_MOUNTS if is_too_much else None


def supply_bonus(state: State) -> int:
    return t.BONUS_DICE if has_bonus(state, t.SUPPLIERS) else 0


def reload_torpedoes(table: Table[State], ship: Ship) -> None:
    """The reloads fill the mounts and are gone for good (GS-RLD-01, GS-AMB-42)."""
    ship.reloads = False
    table.tell(say.RELOADS_USED, ship=ship.id)
    improve(table, ship, t.TORPEDO, most(ship, t.TORPEDO) - level(ship, t.TORPEDO))

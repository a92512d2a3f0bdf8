"""Outfitting and repairing (sections 7, 8 and 10): the first phase of a day."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.graf_spee.cargo import load_cargo, may_change_cargo
from flagplot.games.graf_spee.fleet import (
    MOST,
    afloat,
    has_bonus,
    improve,
    in_turn,
    level,
    mark_outfitted,
    most,
    room,
    terrain,
    terrain_kind,
    waters,
)
from flagplot.games.graf_spee.spaces import BASE, PORT
from flagplot.games.graf_spee.state import Ship, State
from flagplot.games.graf_spee.tables import (
    AMMO,
    BONUS_DICE,
    ENGINES,
    GERMAN_SHIPS,
    HULL,
    OIL,
    PRIMARY,
    REPAIR_CARGO,
    REPAIRABLE,
    REPAIRED_ON,
    SECONDARY,
    SUPPLIERS,
    TERRAIN,
    TERTIARY,
    TORPEDO,
    WORKSHOPS,
    Terrain,
)
from flagplot.games.graf_spee.words import (
    AFTER_SISTER,
    ALL_SOUND,
    AMMO_SHARE,
    AS_MOUNTS,
    CARGO_ACTION,
    DONE,
    NO_CARGO_HERE,
    NO_OIL,
    NO_REARMING_HERE,
    NO_REFUELLING_HERE,
    NO_RELOADS,
    NO_REPAIR_HERE,
    NOT_FRIENDLY,
    NOTHING_REPAIRED,
    OUTFIT,
    REARM,
    REARM_ROLL,
    REFUEL,
    REFUEL_ROLL,
    RELOAD,
    RELOADS_USED,
    REPAIR,
    REPAIR_DEPARTMENT,
    REPAIR_ROLL,
    REPAIRS_SUCCEED,
    SUPPLIES,
    TANKS_FULL,
    TOO_FEW_DICE,
    USED_TODAY,
    WELL_ARMED,
)

ENEMY = (PORT, BASE)  # where nothing can be done (GS-OUT-01, GS-AMB-09)
ActionBar = Callable[[State, Ship, Terrain], Bar | None]
# Up to where each department can be repaired: mounts that were never filled are not damaged (GS-AMB-09)
SOUND = {name: {**MOST[name], TORPEDO: ship.start.torpedo} for name, ship in GERMAN_SHIPS.items()}


def outfitting_phase(table: Table[State]) -> str:
    """Each ship may be supplied, repaired and loaded, in any order; then it does not move today (GS-SEQ-02)."""
    in_turn(table, afloat(table.state), outfit, can_be_outfitted)
    return "intelligence"


def can_be_outfitted(state: State, ship: Ship) -> bool:
    """Whether there is anything to do for a ship where she is."""
    return bool(possible_actions(state, ship, []))


def outfit(table: Table[State], ship: Ship, others: Sequence[str]) -> bool:
    """The actions of one ship, each once, cargo as often as wished (GS-OUT-01, GS-AMB-58); or her sister goes first."""
    state = table.state
    done: list[str] = []
    while actions := possible_actions(state, ship, done):
        options = (*actions, DONE, *(() if ship.outfitted else others))
        action = table.choose(ship.id, OUTFIT, options, ship=ship.id, space=ship.space, done=tuple(done))
        if action == AFTER_SISTER:
            return False
        if action == DONE:
            return True
        if action == CARGO_ACTION:
            load_cargo(table, ship)
            continue
        mark_outfitted(table, ship)
        if action == REPAIR:
            repair(table, ship)
        elif action == REFUEL:
            refuel(table, ship)
        elif action == REARM:
            rearm(table, ship)
        else:
            reload_torpedoes(table, ship)
        done.append(action)
    return True


def possible_actions(state: State, ship: Ship, done: list[str]) -> list[str]:
    """What a ship can do here that would be of use."""
    kind = terrain_kind(state, ship.space)
    row = TERRAIN[kind]
    return [action for action, bar in ACTIONS_IN[kind] if action not in done and bar(state, ship, row) is None]


def repair_barred(state: State, ship: Ship, row: Terrain) -> Bar | None:
    if row.repair is None:
        return NO_REPAIR_HERE
    if is_sound(ship):
        return ALL_SOUND
    return None if repair_dice(state, ship, row) > 0 else TOO_FEW_DICE


def refuelling_barred(state: State, ship: Ship, row: Terrain) -> Bar | None:
    if row.refuel is None:
        return NO_REFUELLING_HERE
    return None if ship.oil < MOST[ship.id][OIL] else TANKS_FULL


def rearming_barred(state: State, ship: Ship, row: Terrain) -> Bar | None:
    if not row.rearm:
        return NO_REARMING_HERE
    return None if room(ship, AMMO) or room(ship, TORPEDO) else WELL_ARMED


def reloading_barred(state: State, ship: Ship, row: Terrain) -> Bar | None:
    return None if ship.reloads else NO_RELOADS


def cargo_barred(state: State, ship: Ship, row: Terrain) -> Bar | None:
    return None if row.cargo and may_change_cargo(state, ship) else NO_CARGO_HERE


# Which rule keeps a ship from an action where it is
BARS: dict[str, ActionBar] = {
    REPAIR: repair_barred,
    REFUEL: refuelling_barred,
    REARM: rearming_barred,
    RELOAD: reloading_barred,
    CARGO_ACTION: cargo_barred,
}


def _actions_in(kind: str, row: Terrain) -> tuple[tuple[str, ActionBar], ...]:
    """What the Terrain Effects Chart allows at all, each with what may still bar it."""
    if kind in ENEMY:
        return ()
    allowed = {
        REPAIR: row.repair is not None,
        REFUEL: row.refuel is not None,
        REARM: row.rearm,
        CARGO_ACTION: row.cargo,
    }
    return tuple((action, bar) for action, bar in BARS.items() if allowed.get(action, True))


ACTIONS_IN = {kind: _actions_in(kind, row) for kind, row in TERRAIN.items()}


@OUTFIT.why_not
def outfit_barred(state: State, about: About, option: Option) -> Bar | None:
    if option not in BARS:
        return None
    if option in about["done"]:
        return USED_TODAY
    ship = state.ships[about["ship"]]
    if waters(state, ship.space) in ENEMY:
        return NOT_FRIENDLY
    return BARS[option](state, ship, terrain(state, ship.space))


# Repairs (section 10)


def damaged_departments(ship: Ship) -> list[str]:
    """What can be repaired and is damaged (GS-REP-01, GS-AMB-09)."""
    sound = SOUND[ship.id]
    return [department for department in REPAIRABLE if level(ship, department) < sound[department]]


def is_sound(ship: Ship) -> bool:
    """Whether there is nothing to repair."""
    sound = SOUND[ship.id]
    return (
        ship.hull >= sound[HULL]
        and ship.engines >= sound[ENGINES]
        and ship.torpedo >= sound[TORPEDO]
        and ship.primary >= sound[PRIMARY]
        and ship.secondary >= sound[SECONDARY]
        and ship.tertiary >= sound[TERTIARY]
    )


def repair_dice(state: State, ship: Ship, row: Terrain) -> int:
    """Leadership, damage control, reserve crew, and the place (GS-REP-01)."""
    dice = ship.leadership + (row.repair or 0)
    for cargo in REPAIR_CARGO:
        if cargo in ship.cargo:
            dice += 1
    return dice + BONUS_DICE if has_bonus(state, WORKSHOPS) else dice


def repair(table: Table[State], ship: Ship) -> None:
    """Each 5 or 6 raises a department of your choice by one; the Royal Navy will redeploy (GS-REP-01)."""
    ship.repaired = True
    dice = repair_dice(table.state, ship, terrain(table.state, ship.space))
    successes = sum(table.volley(dice, REPAIRED_ON, REPAIR_ROLL, ship=ship.id))
    if not successes:
        table.tell(NOTHING_REPAIRED, ship=ship.id)
        return
    table.tell(REPAIRS_SUCCEED, ship=ship.id, successes=successes)
    for left in range(successes, 0, -1):
        if departments := damaged_departments(ship):
            improve(table, ship, table.choose(ship.id, REPAIR_DEPARTMENT, departments, ship=ship.id, left=left))


# Supplies (section 7)


def refuel(table: Table[State], ship: Ship) -> None:
    """A die of oil, less at sea (GS-OUT-02, GS-AMB-31)."""
    state = table.state
    gained = table.roll("1d6", REFUEL_ROLL, ship=ship.id).sum + (terrain(state, ship.space).refuel or 0)
    if not improve(table, ship, OIL, gained + supply_bonus(state)):
        table.tell(NO_OIL, ship=ship.id)


def rearm(table: Table[State], ship: Ship) -> None:
    """A die shared between ammunition and torpedo mounts (GS-OUT-02, GS-AMB-06)."""
    points = table.roll("1d6", REARM_ROLL, ship=ship.id).sum + supply_bonus(table.state)
    points = min(points, room(ship, AMMO) + room(ship, TORPEDO))
    table.tell(SUPPLIES, ship=ship.id, points=points)
    shares = range(min(points, room(ship, AMMO)), max(0, points - room(ship, TORPEDO)) - 1, -1)
    ammo = table.choose(ship.id, AMMO_SHARE, tuple(shares), ship=ship.id, points=points)
    improve(table, ship, AMMO, ammo)
    improve(table, ship, TORPEDO, points - ammo)


@AMMO_SHARE.why_not
def share_barred(state: State, about: About, option: Option) -> Bar | None:
    return AS_MOUNTS if type(option) is int else None


def supply_bonus(state: State) -> int:
    return BONUS_DICE if has_bonus(state, SUPPLIERS) else 0


def reload_torpedoes(table: Table[State], ship: Ship) -> None:
    """The reloads fill the mounts and are gone for good (GS-RLD-01, GS-AMB-42)."""
    ship.reloads = False
    table.tell(RELOADS_USED, ship=ship.id)
    improve(table, ship, TORPEDO, most(ship, TORPEDO) - level(ship, TORPEDO))

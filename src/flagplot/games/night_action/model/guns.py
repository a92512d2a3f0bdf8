"""Guns: which mounts bear on whom, and what is added to their dice (NA-GUN)."""

from __future__ import annotations

import functools
from bisect import bisect_left

import msgspec

from flagplot.engine import Modifier
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import ALL_ROUND, SECTOR_BITS, sectors
from flagplot.games.night_action.model.sight import has_fired_lately, in_sight, is_lit, is_unlit_for
from flagplot.games.night_action.ships import ALL, DIRECTOR, KINDS, LIGHT, MAIN, STARSHELL, Mount, mounts
from flagplot.games.night_action.state import AFLOAT, Ship, State

BATTERIES = (ALL, MAIN, LIGHT)
DIVED_TOO_DEEP = 3  # for guns (NA-SUB-01)
# Among the bits of the mounts that have fired: a rocket flare, and that the ship has been picked in this turn
FLARE_FIRED, HAS_DONE = 1 << 22, 1 << 23
ANY_FIRED = HAS_DONE - 1
ALL_MOUNTS = tuple((1 << count) - 1 for count in range(25))  # the bits of so many mounts
BANDS_TO = [to for to, _ in t.BANDS]  # squares of distances
BY_BAND = (*t.BAND_MODIFIERS, t.BAND_MODIFIERS[-1])  # beyond the last band as in it


def may_fire(ship: Ship) -> bool:
    """Whether a ship's guns may be used at all; those of one that dives may not."""
    return ship.status == AFLOAT and not ship.marker and not ship.depth


def can_be_fired_at(ship: Ship) -> bool:
    """Whether a ship is seen and above water."""
    return ship.status == AFLOAT and not ship.marker and ship.depth < DIVED_TOO_DEEP


def firers_and_targets(state: State, side: str) -> tuple[list[Ship], list[Ship]]:
    """The ships of a side that may still be picked to fire in this turn, and the enemy ships that it could fire at."""
    firers, targets = [], []
    for ship in state.ships.values():
        if ship.marker or ship.status != AFLOAT:
            continue
        if ship.side != side:
            if ship.depth < DIVED_TOO_DEEP:
                targets.append(ship)
        elif not (ship.depth or ship.fired & HAS_DONE):
            firers.append(ship)
    return firers, targets


def targets_of(state: State, side: str) -> list[Ship]:
    """The enemy ships that a side could fire at."""
    return [
        ship
        for ship in state.ships.values()
        if ship.side != side and not ship.marker and ship.status == AFLOAT and ship.depth < DIVED_TOO_DEEP
    ]


# Mounts are told by the bits of a number: that of the first mount of a data sheet is 1, of the second 2, of the third 4


class Armament(msgspec.Struct, frozen=True, gc=False):
    """The mounts of a data sheet that are of a size."""

    main: int  # those of the main battery (NA-GUN-05)
    starshell: int  # those that can fire it (NA-ILL-01)


@functools.cache
def armament(guns: tuple[str, ...]) -> Armament:
    """What the mounts of a ship are good for, worked out once for a data sheet."""
    fitted = [(1 << i, mount) for i, mount in enumerate(mounts(guns))]
    main = sum([bit for bit, mount in fitted if mount.is_main])
    starshell = sum([bit for bit, mount in fitted if mount.mm >= t.STARSHELL_MM])
    return Armament(main, starshell)


# The square of a range, whether some mount bears on every sector, and the mounts that reach it by sectors
Ring = tuple[int, bool, tuple[int, ...]]


@functools.lru_cache(maxsize=4096)
def rings(guns: tuple[str, ...], ready: int) -> tuple[Ring, ...]:
    """Where the ready mounts of a data sheet can be used: the rings around the ship, the nearest first."""
    fitted = [(1 << i, mount) for i, mount in enumerate(mounts(guns)) if ready >> i & 1]
    found: list[Ring] = []
    for reach in sorted({mount.reach for _, mount in fitted}):
        bits = [(bit, mount.arcs) for bit, mount in fitted if mount.reach >= reach]
        by_sectors = tuple(sum([bit for bit, arcs in bits if arcs & sector]) for sector in range(ALL_ROUND + 1))
        found.append((reach, all(by_sectors[sector] for sector in SECTOR_BITS.values()), by_sectors))
    return tuple(found)


def ready_mounts(state: State, ship: Ship) -> int:
    """The mounts of a ship that have not fired in this turn and are neither silent nor out."""
    ready = ALL_MOUNTS[len(ship.guns)] & ~ship.fired
    if ready and any(ship.silent):
        for i, until in enumerate(ship.silent):
            if until >= state.turn:
                ready &= ~(1 << i)
    return ready


def borne_on(state: State, ship: Ship, ready: int, targets: list[Ship]) -> list[tuple[Ship, int]]:
    """The targets on which ready mounts bear that reach them and have them in sight, each with these mounts."""
    around, x, y, found = rings(ship.guns, ready), ship.x, ship.y, []
    for target in targets:
        dx, dy = target.x - x, target.y - y
        apart = dx * dx + dy * dy
        for reach, _, by_sectors in around:
            if apart <= reach:
                mounts = by_sectors[sectors(dx, dy, ship.heading)]
                if mounts and in_sight(state, x, y, target.x, target.y, apart):
                    found.append((target, mounts))
                break
    return found


def bearing(state: State, ship: Ship, ready: int, x: int, y: int) -> int:
    """Those of the ready mounts that bear on a place, reach it, and have it in sight (NA-GUN-02)."""
    dx, dy = x - ship.x, y - ship.y
    apart = dx * dx + dy * dy
    for reach, _, by_sectors in rings(ship.guns, ready):
        if apart <= reach:
            found = by_sectors[sectors(dx, dy, ship.heading)]
            return found if found and in_sight(state, ship.x, ship.y, x, y, apart) else 0
    return 0


def bears_on_any(state: State, ship: Ship, ready: int, targets: list[Ship]) -> bool:
    """Whether one of the ready mounts bears on one of the targets, reaches it, and has it in sight."""
    around, x, y = rings(ship.guns, ready), ship.x, ship.y
    farthest = around[-1][0]
    for target in targets:
        dx, dy = target.x - x, target.y - y
        apart = dx * dx + dy * dy
        if apart > farthest:
            continue
        for reach, is_all_round, by_sectors in around:
            if apart <= reach:
                if (is_all_round or by_sectors[sectors(dx, dy, ship.heading)]) and in_sight(
                    state, x, y, target.x, target.y, apart
                ):
                    return True
                break
    return False


def numbered(ship: Ship, which: int) -> list[tuple[int, Mount]]:
    """Some mounts of a ship with their numbers, in the order of the data sheet."""
    return [(i, mount) for i, mount in enumerate(mounts(ship.guns)) if which >> i & 1]


def of_battery(ship: Ship, which: int, battery: str) -> int:
    """Those of the mounts that belong to a battery (NA-GUN-05)."""
    if battery == ALL:
        return which
    main = armament(ship.guns).main
    return which & main if battery == MAIN else which & ~main


def batteries(ship: Ship, which: int) -> tuple[str, ...]:
    """The batteries by which fire with these mounts can be ordered; main and light only where there are both."""
    main = which & armament(ship.guns).main
    return (ALL,) if not main or main == which else BATTERIES


def starshell_mount(state: State, ship: Ship) -> int:
    """The mount that a ship would give up for starshell, her last of the size; -1 where she has none (NA-ILL-01)."""
    if STARSHELL not in KINDS[ship.type].traits or ship.fired & ANY_FIRED:
        return -1
    return (ready_mounts(state, ship) & armament(ship.guns).starshell).bit_length() - 1


def can_use_searchlight(state: State, ship: Ship) -> bool:
    """Whether a ship has a searchlight that she has not used in this turn (NA-ILL-03)."""
    kind = KINDS[ship.type]
    return (kind.class_ > 1 or kind.is_battery) and not kind.is_merchant and ship.lit_to <= state.turn


def range_modifier(apart: int) -> Modifier:
    """What the range adds; `apart` is the square of the distance."""
    return BY_BAND[bisect_left(BANDS_TO, apart)]


def gun_modifiers(
    state: State, ship: Ship, mount: Mount, target: Ship, place: tuple[int, int] | None = None
) -> list[Modifier]:
    """All that is added to the dice of a mount, each with its reason (NA-GUN-03).

    `place` is where the target comes under reaction fire (NA-INI-03).
    """
    x, y = place or (target.x, target.y)
    dx, dy = x - ship.x, y - ship.y
    apart = dx * dx + dy * dy
    found = _of_target(state, target, mount, BY_BAND[bisect_left(BANDS_TO, apart)])
    if place:
        found.append(t.REACTION)
    if ship.turned > t.TURNED_OVER:
        found.append(t.TURNED_HARD)
    if ship.lost_now:
        found.append(t.HURT_THIS_TURN)
    kind = KINDS[ship.type]
    if mount.mm >= t.DIRECTOR_MM and DIRECTOR in kind.traits:
        found.append(t.WITH_DIRECTOR)
    if state.light == t.NIGHT:
        if is_unlit_for(state, ship.x, ship.y, target):
            found.append(t.TARGET_UNLIT)
    elif is_far_in_mist(state, target, apart):
        found.append(t.FAR_IN_MIST)
    if state.sea >= 4 and not kind.is_battery:
        if kind.class_ == 1:
            found.append(t.ROUGH_6 if state.sea >= t.WORST_SEA else t.ROUGH_4)
        elif state.sea >= t.WORST_SEA:
            found.append(t.OTHERS_ROUGH_6)
    return found


def is_far_in_mist(state: State, target: Ship, apart: int) -> bool:
    """Whether a target at a distance, whose square is given, is hard to see in dusk or mist."""
    if state.light != t.DUSK or apart <= t.MIST_FAR:
        return False
    return not has_fired_lately(state, target) and not is_lit(state, target)


def _of_target(state: State, target: Ship, mount: Mount, by_range: Modifier) -> list[Modifier]:
    """What the range and the target's size, way and light add, for a gun of a speed."""
    class_ = KINDS[target.type].class_
    found = [by_range]
    if class_ < 3:
        found.append(t.GUN_CLASS[class_])
        if mount.slow:
            found.append(t.SLOW_GUN[class_])
    if mount.slow == 2:
        found.append(t.VERY_SLOW_GUN)
    if target.moved > t.FAST_OVER:
        found.append(t.TARGET_FAST)
    if not target.setting:
        found.append(t.TARGET_STATIONARY)
    if target.lit_to >= state.turn:
        found.append(t.USES_SEARCHLIGHT)
    return found


def strafing_modifiers(state: State, mount: Mount, target: Ship) -> list[Modifier]:
    """What is added to the dice of an aircraft that flies over its target (NA-AIR-03)."""
    found = _of_target(state, target, mount, t.BAND_MODIFIERS[0])
    if is_unlit_for(state, target.x, target.y, target):
        found.append(t.TARGET_UNLIT)
    return found

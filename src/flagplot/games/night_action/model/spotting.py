"""Spotting: who tests at which contact, with what chance (NA-SPO)."""

from __future__ import annotations

from bisect import bisect_left

import msgspec

from flagplot.engine import Modifier
from flagplot.engine.words import total
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import square
from flagplot.games.night_action.model.fleet import has_radar
from flagplot.games.night_action.model.sight import has_fired_lately, in_sight, is_lit
from flagplot.games.night_action.ships import AIRCRAFT, DEPTH_CHARGES, KINDS, LOUD
from flagplot.games.night_action.state import Aircraft, Ship, State, Unit

IMPOSSIBLE = 11  # no natural score spots


class Test(msgspec.Struct, frozen=True, gc=False):
    """A test: the natural score that it needs, and what is added to the die."""

    natural: int  # 1 or less: it cannot fail
    needed: int
    by_tester: list[Modifier]
    by_target: list[Modifier]


def tester_modifiers(state: State, ship: Ship) -> list[Modifier]:
    """What a ship that looks out adds to its die (NA-SPO-02, NA-SPO-03, NA-SPO-05, NA-SPO-06, NA-SPO-08).

    Quiet engines help at any setting (NA-AMB-12).
    """
    kind = KINDS[ship.type]
    found = [t.TESTER_CLASS[kind.class_]] if kind.class_ > 1 else []
    if has_radar(state, ship):
        found.append(t.TESTER_RADAR)
    if kind.quiet:
        found.append(t.TESTER_QUIET)
    if ship.lookouts_hit:
        found.append(t.TESTER_LOOKOUTS)
    if ship.depth == t.PERISCOPE:
        found.append(t.AT_PERISCOPE)
    return _with_sea(state, found)


def aircraft_modifiers(state: State, aircraft: Aircraft) -> list[Modifier]:
    """What an aircraft that looks out adds to its die (NA-AMB-03)."""
    kind = AIRCRAFT[aircraft.type]
    found = [t.TESTER_CLASS[kind.class_]] if kind.class_ > 1 else []
    if kind.radar:
        found.append(t.TESTER_RADAR)
    return _with_sea(state, found)


def _with_sea(state: State, found: list[Modifier]) -> list[Modifier]:
    sea = t.SPOTTING_SEA[state.sea]
    return [*found, sea] if sea.value else found


def target_modifiers(state: State, unit: Unit, is_target_lit: bool) -> list[Modifier]:
    """What the ships under a marker, or the type of a dummy, add to the die (NA-SPO-04, NA-SPO-08)."""
    class_, is_loud, has_fired = 0, False, False
    for key in unit.ships:
        ship = state.ships[key]
        kind = KINDS[ship.type]
        class_ = kind.class_ if kind.class_ > class_ else class_
        is_loud = is_loud or LOUD in kind.traits
        has_fired = has_fired or has_fired_lately(state, ship)
    leader = state.ships[unit.ships[0]]
    found = [t.TARGET_CLASS[class_]] if class_ != 2 else []
    if leader.setting == t.FULL:
        found.append(t.TARGET_FULL)
    if leader.setting == 0:
        found.append(t.TARGET_STOPPED)
    elif is_loud:
        found.append(t.TARGET_LOUD)
    if has_fired:
        found.append(t.TARGET_FIRED)
    if state.light == t.NIGHT and not is_target_lit:
        found.append(t.UNLIT_AT_NIGHT)
    return found


def needed(state: State, apart: int, radar: bool, is_target_lit: bool) -> int:
    """The score needed by distance, light and radar (NA-SPO-07)."""
    row = bisect_left(t.SPOTTING_TO, apart)
    if row == len(t.SPOTTING_TO):
        return t.NEVER
    score = t.SPOTTING[state.light][row]
    if state.light != t.DAY and radar:
        score = min(score, t.SPOTTING["radar"][row])
    if state.light == t.NIGHT and is_target_lit:
        score = min(score, t.SPOTTING["lit"][row])
    return score


def test_of(
    state: State, x: int, y: int, modifiers: list[Modifier], radar: bool, has_charges: bool, unit: Unit
) -> Test | None:
    """The test by a tester at x, y at a marker; None where it cannot succeed."""
    leader = state.ships[unit.ships[0]]
    apart = square(x, y, leader.x, leader.y)
    is_dived = leader.depth == t.PERISCOPE
    if apart > t.SPOTTING_TO[-1] or (is_dived and (not has_charges or apart > t.FOUND_WITHIN)):
        return None
    if not in_sight(state, x, y, leader.x, leader.y, apart):
        return None
    is_target_lit = not is_dived and _is_any_lit(state, unit)
    score = (
        t.SPOTTING[t.NIGHT][bisect_left(t.SPOTTING_TO, apart)]
        if is_dived
        else needed(state, apart, radar, is_target_lit)
    )
    if score == t.NEVER:
        return None
    by_target = target_modifiers(state, unit, is_target_lit)
    if score == t.AUTOMATIC:
        return Test(0, score, modifiers, by_target)
    natural = score - total(modifiers) - total(by_target)
    if natural > 10 and apart <= t.NATURAL_10_TO:
        natural = 10
    return Test(max(1, natural), score, modifiers, by_target) if natural < IMPOSSIBLE else None


def _is_any_lit(state: State, unit: Unit) -> bool:
    for key in unit.ships:
        ship = state.ships[key]
        if is_lit(state, ship):
            return True
    return False


def best_ship(state: State, unit: Unit) -> Ship:
    """The ship that looks out for a marker: of the highest class, then with radar (NA-SPO-07)."""
    if len(unit.ships) == 1:
        return state.ships[unit.ships[0]]
    return max(
        (state.ships[key] for key in unit.ships), key=lambda ship: (KINDS[ship.type].class_, has_radar(state, ship))
    )


def best_test(state: State, ship: Ship, markers: list[str]) -> tuple[Test, str] | None:
    """The test of a ship at the enemy marker where it has the best chance; of equals the nearer (NA-SPO-07)."""
    kind = KINDS[ship.type]
    return _best(
        state,
        ship.x,
        ship.y,
        tester_modifiers(state, ship),
        has_radar(state, ship),
        DEPTH_CHARGES in kind.traits,
        markers,
    )


def best_test_from_the_air(state: State, aircraft: Aircraft, markers: list[str]) -> tuple[Test, str] | None:
    """The test of an aircraft at the enemy marker where it has the best chance."""
    radar = AIRCRAFT[aircraft.type].radar
    return _best(state, aircraft.x, aircraft.y, aircraft_modifiers(state, aircraft), radar, False, markers)


def _best(
    state: State, x: int, y: int, modifiers: list[Modifier], radar: bool, has_charges: bool, markers: list[str]
) -> tuple[Test, str] | None:
    best: tuple[tuple[int, int, int], Test, str] | None = None
    for key in markers:
        unit = state.units[key]
        test = test_of(state, x, y, modifiers, radar, has_charges, unit)
        if test:
            leader = state.ships[key]
            rank = (max(1, test.natural), square(x, y, leader.x, leader.y), unit.marker)
            if best is None or rank < best[0]:
                best = rank, test, key
    return (best[1], best[2]) if best else None

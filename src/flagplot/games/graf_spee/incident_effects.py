"""The Incident Chart: what each kind of marker does (GS-MRK-01 to GS-MRK-21)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flagplot.engine import About, Ask, Bar, Option, Table
from flagplot.games.graf_spee.contact import meeting
from flagplot.games.graf_spee.damage import apply_hit, torpedo_hit
from flagplot.games.graf_spee.fleet import (
    flag_of,
    has,
    improve,
    lose_auxiliary,
    lose_cargo,
    lower,
    raise_alert,
    room,
    score,
    ships_in,
    waters,
)
from flagplot.games.graf_spee.merchants import (
    allied_convoy,
    good_luck,
    intel_berlin,
    limited_visibility,
    merchant,
    merchant_captured,
)
from flagplot.games.graf_spee.royal_navy import is_held
from flagplot.games.graf_spee.spaces import BASE, NEAREST_ZONES, NEIGHBOURS, PORT, SPACES, ZONE
from flagplot.games.graf_spee.state import Draw, Ship, State
from flagplot.games.graf_spee.tables import (
    AIR_PATROL,
    ALL_DEPARTMENTS,
    ALLIED_BOMBER,
    ALLIED_CONVOY,
    ALLIED_SUB,
    ANTI_AIRCRAFT,
    AUX_REPORTED,
    BAD_LUCK,
    BATTERED,
    BOMBER_CHART,
    DAMAGED_BY_STORM,
    DEPARTMENTS,
    ENGINE_BREAKDOWN,
    ENGINES,
    EVASION,
    FRIENDLY_SHIP,
    GOOD_LUCK,
    GRAF_SPEE,
    HALF_A_DIE,
    HULL,
    INTEL_BERLIN,
    LIMITED_VISIBILITY,
    MERCHANT,
    MERCHANT_CAPTURED,
    MINE_CHART,
    MINES_SIGHTED,
    MORALE,
    OIL,
    ON_A_SIX,
    QUIET_SEAS,
    RN_FLOTILLA,
    RN_INTEL_CONFLICT,
    RN_PURSUIT,
    STORM_CHART,
    STORMY,
    SUB_CHART,
    SWORDFISH,
    SWORDFISH_CHART,
    TORPEDO_ATTACK,
)
from flagplot.games.graf_spee.words import (
    AUXILIARY_REPORTED_ROLL,
    AUXILIARY_SAFE,
    BATTERED_SHIP,
    BOMBER_ROLL,
    BREAKDOWN_ROLL,
    EVASIVE_ACTION,
    FALSE_ALARM,
    FLOTILLA_COMES,
    FLOTILLA_ROLL,
    FRIENDLY_POINTS,
    FRIENDLY_ROLL,
    GUNS_KEEP_THEM_OFF,
    HALF_DIE_ROLL,
    LOSE_CARGO,
    LOSE_CARGO_TO_STORM,
    MINE_HIT_ROLL,
    MINE_ROLL,
    MORALE_FALLS,
    MORALE_RISES,
    MORALE_ROLL,
    NO_EFFECT,
    NO_MORE_POINTS,
    NO_SHIPS_COME,
    POINTS_LOST_ROLL,
    SEAS_TOO_HIGH,
    SPEND_POINT,
    STORM_BREAKS,
    STORM_HIT_ROLL,
    STORM_ROLL,
    SUB_ROLL,
    SWORDFISH_ROLL,
    TRACK_FULL,
)

ENEMIES_BESIDE = {
    space: frozenset(other for other in others if SPACES[other].kind in (PORT, BASE))
    for space, others in NEIGHBOURS.items()
}
Effect = Callable[[Table[State], Draw], None]


# Luck and news


def friendly_ship(table: Table[State], draw: Draw) -> None:
    """A die of points for each ship, to be spread over its tracks (GS-MRK-10, GS-AMB-26)."""
    for ship in ships_in(table.state, draw.space):
        points = table.roll("1d6", FRIENDLY_ROLL, ship=ship.id).sum
        table.tell(FRIENDLY_POINTS, ship=ship.id, points=points)
        for left in range(points, 0, -1):
            departments = [department for department in DEPARTMENTS if room(ship, department)]
            if not departments:
                break
            answer = table.choose(ship.id, SPEND_POINT, (*departments, NO_MORE_POINTS), ship=ship.id, left=left)
            if answer == NO_MORE_POINTS:
                break
            improve(table, ship, answer)


@SPEND_POINT.why_not
def point_barred(state: State, about: About, option: Option) -> Bar | None:
    return TRACK_FULL if option in DEPARTMENTS else None


def bad_luck(table: Table[State], draw: Draw) -> None:
    """The Graf Spee loses a cargo of her captain's choice, wherever she is (GS-MRK-07)."""
    ship = table.state.ships[GRAF_SPEE]
    if ship.space and any(ship.cargo):
        choose_lost_cargo(table, [ship], LOSE_CARGO)
    else:
        table.tell(NO_EFFECT)


def choose_lost_cargo(table: Table[State], ships: list[Ship], ask: Ask) -> None:
    """One cargo marker of one of the ships is lost."""
    options = [(ship.id, cargo) for ship in ships for cargo in ship.cargo if cargo]
    if not options:
        table.tell(NO_EFFECT)
        return
    name, cargo = table.choose(flag_of(ships), ask, options)
    ship = table.state.ships[name]
    lose_cargo(table, ship, ship.cargo.index(cargo))


def morale(table: Table[State], draw: Draw) -> None:
    """A die of points lost or won, by damage to the hulls and ships sunk in this mission (GS-MRK-16)."""
    state = table.state
    is_damaged = any(room(ship, HULL) for ship in state.ships.values())
    if is_damaged == bool(state.sunk_this_mission):
        table.tell(NO_EFFECT)
        return
    points = table.roll("1d6", MORALE_ROLL).sum
    table.tell(MORALE_FALLS if is_damaged else MORALE_RISES)
    score(table, -points if is_damaged else points)


# The alert level


def air_patrol(table: Table[State], draw: Draw) -> None:
    """Alert +1 in a patrol zone, an Allied port or a base (GS-MRK-01)."""
    if waters(table.state, draw.space) in (ZONE, PORT, BASE):
        raise_alert(table, +1)
    else:
        table.tell(NO_EFFECT)


def quiet_seas(table: Table[State], draw: Draw) -> None:
    """Half a die of points, and alert -1 (GS-MRK-17)."""
    score(table, table.consult(HALF_A_DIE, HALF_DIE_ROLL))
    raise_alert(table, -1)


def rn_intel_conflict(table: Table[State], draw: Draw) -> None:
    """Alert -2 (GS-MRK-19)."""
    raise_alert(table, -2)


def rn_pursuit(table: Table[State], draw: Draw) -> None:
    """Alert +1 (GS-MRK-20)."""
    raise_alert(table, +1)


# Attacks


def is_exposed(state: State, space: str) -> bool:
    """Whether a line leads to an Allied port or base (GS-MRK-02)."""
    return not ENEMIES_BESIDE[space].issubset(state.captured)


def air_raid(table: Table[State], draw: Draw) -> list[Ship]:
    """The ships that aircraft find: none where anti-aircraft guns keep them off (GS-AMB-16, GS-AMB-41)."""
    state = table.state
    ships = ships_in(state, draw.space)
    if has(ships, ANTI_AIRCRAFT):
        table.tell(GUNS_KEEP_THEM_OFF)
        return []
    if draw.space not in state.raided_in:
        state.raided_in.append(draw.space)
    if is_exposed(state, draw.space):
        return ships
    table.tell(NO_EFFECT)
    return []


def allied_bomber(table: Table[State], draw: Draw) -> None:
    """A die for each ship next to an Allied port or base (GS-MRK-02, GS-AMB-25)."""
    for ship in air_raid(table, draw):
        if ship.space:
            hit = table.consult(BOMBER_CHART, BOMBER_ROLL, ship=ship.id)
            everybody = ships_in(table.state, draw.space) if hit.department == ALL_DEPARTMENTS else [ship]
            if hit.department:
                apply_hit(table, everybody, hit)
            else:
                table.tell(FALSE_ALARM)


def swordfish(table: Table[State], draw: Draw) -> None:
    """The same for torpedo bombers; a hit strikes each ship here (GS-MRK-08)."""
    for ship in air_raid(table, draw):
        if ship.space:
            if table.consult(SWORDFISH_CHART, SWORDFISH_ROLL, ship=ship.id):
                torpedo_hit(table, ships_in(table.state, draw.space))
            else:
                table.tell(FALSE_ALARM)


def allied_sub(table: Table[State], draw: Draw) -> None:
    """Nothing, oil spent in evasion, or a torpedo hit (GS-MRK-05)."""
    ships = ships_in(table.state, draw.space)
    result = table.consult(SUB_CHART, SUB_ROLL)
    if result == EVASION:
        table.tell(EVASIVE_ACTION)
        for ship in ships:
            lower(table, ship, OIL)
    elif result == TORPEDO_ATTACK:
        torpedo_hit(table, ships)
    else:
        table.tell(FALSE_ALARM)


def mines_sighted(table: Table[State], draw: Draw) -> None:
    """Only in an Allied port or base: a torpedo hit on 5 or 6 (GS-MRK-15)."""
    state = table.state
    if waters(state, draw.space) not in (PORT, BASE):
        table.tell(NO_EFFECT)
    elif table.consult(MINE_CHART, MINE_ROLL):
        torpedo_hit(table, ships_in(state, draw.space), MINE_HIT_ROLL)
    else:
        table.tell(FALSE_ALARM)


def engine_breakdown(table: Table[State], draw: Draw) -> None:
    """Each ship loses an engine point on a 6 (GS-MRK-09)."""
    for ship in ships_in(table.state, draw.space):
        if table.consult(ON_A_SIX, BREAKDOWN_ROLL, ship=ship.id):
            lower(table, ship, ENGINES)
        else:
            table.tell(FALSE_ALARM)


def stormy(table: Table[State], draw: Draw) -> None:
    """No combat by later markers of this draw; cargo may be lost, or the ships damaged (GS-MRK-21)."""
    draw.stormy = True
    table.state.stormy_in.append(draw.space)
    table.tell(STORM_BREAKS)
    ships = ships_in(table.state, draw.space)
    result = table.consult(STORM_CHART, STORM_ROLL)
    if result == BATTERED:
        table.tell(BATTERED_SHIP)
        choose_lost_cargo(table, ships, LOSE_CARGO_TO_STORM)
    elif result == DAMAGED_BY_STORM:
        torpedo_hit(table, ships, STORM_HIT_ROLL)


def aux_reported(table: Table[State], draw: Draw) -> None:
    """Each auxiliary cruiser is lost on a 6, and costs a die of points (GS-MRK-06, GS-AMB-24)."""
    state = table.state
    for space in state.auxiliaries[:]:
        if not space:
            continue
        if table.consult(ON_A_SIX, AUXILIARY_REPORTED_ROLL, space=space):
            lose_auxiliary(table, space)
            score(table, -table.roll("1d6", POINTS_LOST_ROLL).sum)
        else:
            table.tell(AUXILIARY_SAFE, space=space)


# The Royal Navy (GS-AMB-27)


def rn_flotilla(table: Table[State], draw: Draw) -> None:
    """The ships of the nearest patrol zone come; two zones equally near roll for it (GS-MRK-18, GS-AMB-13)."""
    state = table.state
    zones: Sequence[str] = NEAREST_ZONES[draw.space]
    if len(zones) > 1:
        rolls = [table.roll("1d6", FLOTILLA_ROLL, space=zone).sum for zone in zones]
        zones = [zone for zone, roll in zip(zones, rolls, strict=True) if roll == max(rolls)]
    if len(zones) > 1:
        allied_convoy(table, draw)  # GS-INC-03: at no cost in alert
        return
    (zone,) = zones
    if draw.stormy:
        table.tell(SEAS_TOO_HIGH)
        return
    if not is_held(state, zone):
        table.tell(NO_SHIPS_COME, space=zone)
        return
    table.tell(FLOTILLA_COMES, space=zone)
    meeting(table, draw.space, zone)


EFFECTS: dict[str, Effect] = {
    AIR_PATROL: air_patrol,
    ALLIED_BOMBER: allied_bomber,
    ALLIED_CONVOY: allied_convoy,
    MERCHANT_CAPTURED: merchant_captured,
    ALLIED_SUB: allied_sub,
    AUX_REPORTED: aux_reported,
    BAD_LUCK: bad_luck,
    SWORDFISH: swordfish,
    ENGINE_BREAKDOWN: engine_breakdown,
    FRIENDLY_SHIP: friendly_ship,
    GOOD_LUCK: good_luck,
    INTEL_BERLIN: intel_berlin,
    LIMITED_VISIBILITY: limited_visibility,
    MERCHANT: merchant,
    MINES_SIGHTED: mines_sighted,
    MORALE: morale,
    QUIET_SEAS: quiet_seas,
    RN_FLOTILLA: rn_flotilla,
    RN_INTEL_CONFLICT: rn_intel_conflict,
    RN_PURSUIT: rn_pursuit,
    STORMY: stormy,
}

"""The Incident Chart: what each kind of marker does (GS-MRK-01 to GS-MRK-21)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flagplot.engine import About, Ask, Bar, Option, Table
from flagplot.games.graf_spee import incident_words as chart
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import flag_of, has, room, ships_in, waters
from flagplot.games.graf_spee.model.royal_navy import is_held
from flagplot.games.graf_spee.rules.contact import meeting
from flagplot.games.graf_spee.rules.damage import apply_hit, torpedo_hit
from flagplot.games.graf_spee.rules.merchants import (
    allied_convoy,
    good_luck,
    intel_berlin,
    limited_visibility,
    merchant,
    merchant_captured,
)
from flagplot.games.graf_spee.rules.ships import improve, lose_auxiliary, lose_cargo, lower, raise_alert, score
from flagplot.games.graf_spee.spaces import BASE, NEAREST_ZONES, NEIGHBOURS, PORT, SPACES, ZONE
from flagplot.games.graf_spee.state import Draw, Ship, State

ENEMIES_BESIDE = {
    space: frozenset(other for other in others if SPACES[other].kind in (PORT, BASE))
    for space, others in NEIGHBOURS.items()
}
Effect = Callable[[Table[State], Draw], None]


# Luck and news


def friendly_ship(table: Table[State], draw: Draw) -> None:
    """A die of points for each ship, to be spread over its tracks (GS-MRK-10, GS-AMB-26)."""
    for ship in ships_in(table.state, draw.space):
        points = table.roll("1d6", chart.FRIENDLY_ROLL, ship=ship.id).sum
        table.tell(chart.FRIENDLY_POINTS, ship=ship.id, points=points)
        departments = [department for department in t.DEPARTMENTS if room(ship, department)]
        for left in range(points, 0, -1):
            if not departments:
                break
            answer = table.choose(
                ship.id, chart.SPEND_POINT, (*departments, chart.NO_MORE_POINTS), ship=ship.id, left=left
            )
            if answer == chart.NO_MORE_POINTS:
                break
            improve(table, ship, answer)
            if not room(ship, answer):
                departments.remove(answer)


@chart.SPEND_POINT.why_not
def point_barred(state: State, about: About, option: Option) -> Bar | None:
    if option not in t.DEPARTMENTS or room(state.ships[about["ship"]], option):
        return None
    return chart.TRACK_FULL


def bad_luck(table: Table[State], draw: Draw) -> None:
    """The Graf Spee loses a cargo of her captain's choice, wherever she is (GS-MRK-07)."""
    ship = table.state.ships[t.GRAF_SPEE]
    if ship.space and any(ship.cargo):
        choose_lost_cargo(table, [ship], chart.LOSE_CARGO)
    else:
        table.tell(chart.NO_EFFECT)


def choose_lost_cargo(table: Table[State], ships: list[Ship], ask: Ask) -> None:
    """One cargo marker of one of the ships is lost."""
    options = [(ship.id, cargo) for ship in ships for cargo in ship.cargo if cargo]
    if not options:
        table.tell(chart.NO_EFFECT)
        return
    name, cargo = table.choose(flag_of(ships), ask, options)
    ship = table.state.ships[name]
    lose_cargo(table, ship, ship.cargo.index(cargo))


def morale(table: Table[State], draw: Draw) -> None:
    """A die of points lost or won, by damage to the hulls and ships sunk in this mission (GS-MRK-16)."""
    state = table.state
    is_damaged = any(room(ship, t.HULL) for ship in state.ships.values())
    if is_damaged == bool(state.sunk_this_mission):
        table.tell(chart.NO_EFFECT)
        return
    points = table.roll("1d6", chart.MORALE_ROLL).sum
    table.tell(chart.MORALE_FALLS if is_damaged else chart.MORALE_RISES)
    score(table, -points if is_damaged else points)


# The alert level


def air_patrol(table: Table[State], draw: Draw) -> None:
    """Alert +1 in a patrol zone, an Allied port or a base (GS-MRK-01)."""
    if waters(table.state, draw.space) in (ZONE, PORT, BASE):
        raise_alert(table, +1)
    else:
        table.tell(chart.NO_EFFECT)


def quiet_seas(table: Table[State], draw: Draw) -> None:
    """Half a die of points, and alert -1 (GS-MRK-17)."""
    score(table, table.consult(t.HALF_A_DIE, chart.HALF_DIE_ROLL))
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
    if has(ships, t.ANTI_AIRCRAFT):
        table.tell(chart.GUNS_KEEP_THEM_OFF)
        return []
    if draw.space not in state.raided_in:
        state.raided_in.append(draw.space)
    if is_exposed(state, draw.space):
        return ships
    table.tell(chart.NO_EFFECT)
    return []


def allied_bomber(table: Table[State], draw: Draw) -> None:
    """A die for each ship next to an Allied port or base (GS-MRK-02, GS-AMB-25)."""
    for ship in air_raid(table, draw):
        if ship.space:
            hit = table.consult(t.BOMBER_CHART, chart.BOMBER_ROLL, ship=ship.id)
            everybody = ships_in(table.state, draw.space) if hit.department == t.ALL_DEPARTMENTS else [ship]
            if hit.department:
                apply_hit(table, everybody, hit)
            else:
                table.tell(chart.FALSE_ALARM)


def swordfish(table: Table[State], draw: Draw) -> None:
    """The same for torpedo bombers; a hit strikes each ship here (GS-MRK-08)."""
    for ship in air_raid(table, draw):
        if ship.space:
            if table.consult(t.SWORDFISH_CHART, chart.SWORDFISH_ROLL, ship=ship.id):
                torpedo_hit(table, ships_in(table.state, draw.space))
            else:
                table.tell(chart.FALSE_ALARM)


def allied_sub(table: Table[State], draw: Draw) -> None:
    """Nothing, oil spent in evasion, or a torpedo hit (GS-MRK-05)."""
    ships = ships_in(table.state, draw.space)
    result = table.consult(t.SUB_CHART, chart.SUB_ROLL)
    if result == t.EVASION:
        table.tell(chart.EVASIVE_ACTION)
        for ship in ships:
            lower(table, ship, t.OIL)
    elif result == t.TORPEDO_ATTACK:
        torpedo_hit(table, ships)
    else:
        table.tell(chart.FALSE_ALARM)


def mines_sighted(table: Table[State], draw: Draw) -> None:
    """Only in an Allied port or base: a torpedo hit on 5 or 6 (GS-MRK-15)."""
    state = table.state
    if waters(state, draw.space) not in (PORT, BASE):
        table.tell(chart.NO_EFFECT)
    elif table.consult(t.MINE_CHART, chart.MINE_ROLL):
        torpedo_hit(table, ships_in(state, draw.space), say.MINE_HIT_ROLL)
    else:
        table.tell(chart.FALSE_ALARM)


def engine_breakdown(table: Table[State], draw: Draw) -> None:
    """Each ship loses an engine point on a 6 (GS-MRK-09)."""
    for ship in ships_in(table.state, draw.space):
        if table.consult(t.ON_A_SIX, chart.BREAKDOWN_ROLL, ship=ship.id):
            lower(table, ship, t.ENGINES)
        else:
            table.tell(chart.FALSE_ALARM)


def stormy(table: Table[State], draw: Draw) -> None:
    """No combat by later markers of this draw; cargo may be lost, or the ships damaged (GS-MRK-21)."""
    draw.stormy = True
    table.state.stormy_in.append(draw.space)
    table.tell(chart.STORM_BREAKS)
    ships = ships_in(table.state, draw.space)
    result = table.consult(t.STORM_CHART, chart.STORM_ROLL)
    if result == t.BATTERED:
        table.tell(chart.BATTERED_SHIP)
        choose_lost_cargo(table, ships, chart.LOSE_CARGO_TO_STORM)
    elif result == t.DAMAGED_BY_STORM:
        torpedo_hit(table, ships, say.STORM_HIT_ROLL)


def aux_reported(table: Table[State], draw: Draw) -> None:
    """Each auxiliary cruiser is lost on a 6, and costs a die of points (GS-MRK-06, GS-AMB-24)."""
    state = table.state
    for space in state.auxiliaries[:]:
        if not space:
            continue
        if table.consult(t.ON_A_SIX, chart.AUXILIARY_REPORTED_ROLL, space=space):
            lose_auxiliary(table, space)
            score(table, -table.roll("1d6", chart.POINTS_LOST_ROLL).sum)
        else:
            table.tell(chart.AUXILIARY_SAFE, space=space)


# The Royal Navy (GS-AMB-27)


def rn_flotilla(table: Table[State], draw: Draw) -> None:
    """The ships of the nearest patrol zone come; two zones equally near roll for it (GS-MRK-18, GS-AMB-13)."""
    state = table.state
    zones: Sequence[str] = NEAREST_ZONES[draw.space]
    if len(zones) > 1:
        rolls = [table.roll("1d6", chart.FLOTILLA_ROLL, space=zone).sum for zone in zones]
        zones = [zone for zone, roll in zip(zones, rolls, strict=True) if roll == max(rolls)]
    if len(zones) > 1:
        allied_convoy(table, draw)  # GS-INC-03: at no cost in alert
        return
    (zone,) = zones
    if draw.stormy:
        table.tell(chart.SEAS_TOO_HIGH)
        return
    if not is_held(state, zone):
        table.tell(chart.NO_SHIPS_COME, space=zone)
        return
    table.tell(chart.FLOTILLA_COMES, space=zone)
    meeting(table, draw.space, zone)


EFFECTS: dict[str, Effect] = {
    t.AIR_PATROL: air_patrol,
    t.ALLIED_BOMBER: allied_bomber,
    t.ALLIED_CONVOY: allied_convoy,
    t.MERCHANT_CAPTURED: merchant_captured,
    t.ALLIED_SUB: allied_sub,
    t.AUX_REPORTED: aux_reported,
    t.BAD_LUCK: bad_luck,
    t.SWORDFISH: swordfish,
    t.ENGINE_BREAKDOWN: engine_breakdown,
    t.FRIENDLY_SHIP: friendly_ship,
    t.GOOD_LUCK: good_luck,
    t.INTEL_BERLIN: intel_berlin,
    t.LIMITED_VISIBILITY: limited_visibility,
    t.MERCHANT: merchant,
    t.MINES_SIGHTED: mines_sighted,
    t.MORALE: morale,
    t.QUIET_SEAS: quiet_seas,
    t.RN_FLOTILLA: rn_flotilla,
    t.RN_INTEL_CONFLICT: rn_intel_conflict,
    t.RN_PURSUIT: rn_pursuit,
    t.STORMY: stormy,
}

"""The captain at the chart: how dangerous a space is, how far the place of the order, and where to end the day."""

from __future__ import annotations

import functools
import heapq
from collections.abc import Mapping, Sequence

from flagplot.games.graf_spee.captain_battle import DICE, worth_of_meeting
from flagplot.games.graf_spee.captain_worth import missing_points
from flagplot.games.graf_spee.fleet import KINDS, has, terrain, waters
from flagplot.games.graf_spee.incident_effects import is_exposed
from flagplot.games.graf_spee.routes import PORTS, allowance
from flagplot.games.graf_spee.royal_navy import is_held
from flagplot.games.graf_spee.spaces import (
    BASE,
    CAPTURED,
    DISTANCE,
    NEAREST_ZONES,
    NEIGHBOURS,
    NEUTRAL,
    PORT,
    SPACES,
    ZONES,
)
from flagplot.games.graf_spee.state import Ship, State
from flagplot.games.graf_spee.tables import (
    ANTI_AIRCRAFT,
    CRUISE,
    MARINE_KOMPANIE,
    MARKERS,
    ORDERS,
    RN_FLOTILLA,
    VICTORY_POINTS,
    Order,
)

WELCOME = 12.0  # Allied dice that are no danger, but a prize
DREADED = 30.0
HALT = 4  # what a patrol zone with ships in it is worth in spaces of a detour
LATE = 60.0
EXPOSURE = 1.5
MINED_WATERS = 2.0
HARBOUR_DAY = 5.0  # victory points that a day without a draw costs
HUNTING_DAY = 0.35  # a day nearer to the place of the order while points are missing
HASTE = 20.0  # the same when nothing else is missing
CLOSED_PORT = 8.0
OIL_PRICE = 0.7
ENGINE_RISK = 2.0
SUCCESS = 0.75  # of a bombardment with both turrets sound
UNDER_FIRE = 2.5
FAR = 99


# Dangers


def threats(state: State) -> dict[str, float]:
    """What the ships of each zone cost if they come, a few being welcome, and how likely a marker calls them."""
    average = mean_dice(state.unseen)
    likely = MARKERS.incident[RN_FLOTILLA] / max(1, len(state.incidents))
    return {zone: likely * max(0.0, min(dice_at(state, zone, average), DREADED) - WELCOME) for zone in ZONES}


def dice_at(state: State, zone: str, average: float) -> float:
    """The dice of the ships of a zone; those face down count as the average of those that they may be."""
    hidden = state.face_down.get(zone, 0)
    if hidden and zone in state.cups:
        average = mean_dice(state.cups[zone])
    return sum([DICE[name] for name in state.stations.get(zone, ())]) + hidden * average


def mean_dice(ships: Sequence[str]) -> float:
    return sum([DICE[name] for name in ships]) / len(ships) if ships else 0.0


def danger(state: State, space: str, by_zone: Mapping[str, float], has_guns: bool) -> float:
    """What a day's draw in a space may cost."""
    nearest = NEAREST_ZONES[space]
    cost = by_zone[nearest[0]] if len(nearest) == 1 else sum(by_zone[zone] for zone in nearest) / len(nearest)
    if not has_guns and is_exposed(state, space):
        cost += EXPOSURE
    if KINDS[space] in (PORT, BASE):
        cost += MINED_WATERS
    return cost * state.alert


# Distances


def distances(state: State) -> Mapping[str, int]:
    """From every space to a place of the order, in spaces; a zone with ships counts as a detour, ports are ends."""
    held = [zone for zone in ZONES if is_held(state, zone)]
    return _distances(goals(state), tuple(held), tuple(state.visited))


def goals(state: State) -> tuple[str, ...]:
    """Where the present order leads to; a port to be seized is a goal before it is seized."""
    if ORDERS[state.order].kind != CAPTURED:
        return PLACES_OF[state.order]
    return tuple(state.captured) or tuple([port for port in ALLIED_PORTS if not is_held(state, port)])


def _places_of(order: Order) -> tuple[str, ...]:
    """The places of an order that are always the same."""
    if order.spaces:
        return order.spaces
    return tuple(
        space for space, place in SPACES.items() if place.kind == order.kind and order.region in ("", place.region)
    )


PLACES_OF = {key: _places_of(order) for key, order in ORDERS.items()}
ALLIED_PORTS = tuple(space for space, kind in KINDS.items() if kind == PORT)


@functools.lru_cache(maxsize=2**12)
def _distances(places: tuple[str, ...], held: tuple[str, ...], closed: tuple[str, ...]) -> Mapping[str, int]:
    found = dict.fromkeys(places, 0)
    queue = [(0, space) for space in places]
    while queue:
        distance, space = heapq.heappop(queue)
        if distance > found[space] or (distance and space in PORTS):
            continue
        step = 1 + HALT if space in held else 1
        for other in NEIGHBOURS[space]:
            if distance + step < found.get(other, FAR) and other not in closed:
                found[other] = distance + step
                heapq.heappush(queue, (distance + step, other))
    return found


def days_needed(ships: Sequence[Ship], distance: int) -> int:
    """How many days it takes to go so far."""
    return timetable(ships)[distance]


def timetable(ships: Sequence[Ship]) -> Sequence[int]:
    """How many days each distance takes; oil makes some of them faster."""
    sprints = min(ship.oil for ship in ships) if min(ship.engines for ship in ships) > CRUISE else 0
    return _timetable(max(1, min(CRUISE, allowance(ships))), sprints)


@functools.cache
def _timetable(pace: int, sprints: int) -> Sequence[int]:
    reached, days = [0], 0
    while len(reached) <= FAR:
        days += 1
        reached += [days] * (pace + (1 if days <= sprints else 0))
    return tuple(reached)


# The day's goal


def best_goal(state: State, ships: Sequence[Ship], options: Sequence[str]) -> str:
    """Where to end this leg: near enough to the place of the order, and where it is good to hunt."""
    away = distances(state)
    left = ORDERS[state.order].days - state.day
    here = ships[0].space
    missing = missing_points(state)
    slack = (1 if missing and left > 1 else 0) + days_of_work(state)
    by_zone = threats(state)
    per_day = HUNTING_DAY if missing else HASTE
    from_here, days_for = DISTANCE[here], timetable(ships)
    has_guns = has(ships, ANTI_AIRCRAFT)

    def cost(space: str) -> float:
        days = days_for[away.get(space, FAR)]
        price = per_day * days + LATE * max(0, days - left + slack)
        kind = KINDS[space]
        if kind in PORTS_OF_ANY_KIND:
            price += harbour_cost(state, ships, space, bool(missing), danger(state, space, by_zone, has_guns))
        elif not terrain(state, space).incidents:
            price += HARBOUR_DAY if missing else 0.0
        else:
            price += danger(state, space, by_zone, has_guns)
        if space != here and is_held(state, space):
            price -= worth_of_meeting(state, ships, space)
        spent = from_here[space] + state.sailed - CRUISE
        if spent > 0:
            price += OIL_PRICE * spent + (ENGINE_RISK if spent > 1 else 0.0)
        return price

    return min(options, key=cost)


PORTS_OF_ANY_KIND = (NEUTRAL, PORT, BASE)


def harbour_cost(state: State, ships: Sequence[Ship], space: str, is_missing: bool, at_risk: float) -> float:
    """What it costs to enter a port: a day without a draw, or the dangers of an enemy port less its prize."""
    kind = waters(state, space)
    if kind == NEUTRAL:
        return CLOSED_PORT + (HARBOUR_DAY if is_missing else 0.0)
    if kind == CAPTURED:
        return HARBOUR_DAY if is_missing else 0.0
    return at_risk - prize(state, ships, space) if is_missing or space in goals(state) else at_risk


def days_of_work(state: State) -> int:
    """How many days a ship should have at the place of the order: guns to be silenced may need a second try."""
    silenced = ORDERS[state.order].silenced
    return 2 if silenced and silenced not in state.silenced else 0


def prize(state: State, ships: Sequence[Ship], space: str) -> float:
    """What a port or base promises whose defences still stand, or that marines could take."""
    kind = waters(state, space)
    if is_held(state, space):
        return 0.0
    promise = 0.0
    if space not in state.silenced and any(ship.ammo for ship in ships):
        points = VICTORY_POINTS.port_defences if kind == PORT else VICTORY_POINTS.base_defences
        promise += SUCCESS * points - UNDER_FIRE
    if kind == PORT and has(ships, MARINE_KOMPANIE) and space not in state.ever_captured:
        promise += SUCCESS * VICTORY_POINTS.port_captured
    return promise

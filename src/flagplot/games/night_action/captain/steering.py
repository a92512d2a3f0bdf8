"""Where a captain wants his units to be, and the programme that brings them nearest to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import (
    CM,
    DIRECTIONS,
    HALF_TURN,
    MILLION,
    UNIT,
    base_line,
    direction_to,
    displacement,
    lines_touch,
)
from flagplot.games.night_action.model.fleet import distance_at
from flagplot.games.night_action.model.known import Contact, Known, SeenTrack, Sighting
from flagplot.games.night_action.ships import KINDS, tubes
from flagplot.games.night_action.state import Ship

CONVOY, ESCORT, ATTACK, FIGHT, RETIRE, SEARCH = "convoy", "escort", "attack", "fight", "retire", "search"

LAUNCH_NEAREST, LAUNCH_FARTHEST = 26 * CM, 52 * CM  # from where the target will be: the armed track meets it at once
GUN_RANGE = {1: 22 * CM, 2: 28 * CM, 3: 45 * CM}
THREAT_WITHIN = 110 * CM  # of the convoy that an escort keeps to
STATION = 30 * CM  # how far an escort stays from those that it guards
UNSEEN_SPEED = 2  # the setting at which a hidden unit closes
LISTENING_WITHIN = 55 * CM  # nearer than this a hidden unit creeps
LOOKS_AHEAD = ((0, 1.0), (18 * CM, 0.1))  # how far ahead an edge is looked for, and what it weighs there
BEYOND = 20 * CM  # an edge
OFF_TABLE, SHORE_AHEAD = 400.0 * CM, 250.0 * CM  # in units of distance
TOO_FAST, TOO_SLOW = 40.0 * CM, 2.0 * CM
ABEAM = (DIRECTIONS // 4, DIRECTIONS * 3 // 4)


class Aim(NamedTuple):
    """What a unit wants of its move: to be in a band of distance from a place, with that place on a bearing."""

    role: str
    x: int
    y: int
    nearest: int
    farthest: int
    bearings: tuple[int, ...]  # directions from the bow on which the place should lie; empty: any
    bearing_worth: float  # units of distance that a direction off that bearing costs
    most: int  # the highest setting that is wanted
    exits: tuple[str, ...] = ()  # the edges by which it may leave
    target: str = ""


class Plan(NamedTuple):
    """A programme at a setting, with its cost, and the aim that it serves."""

    cost: float
    setting: int
    code: str
    aim: Aim


def plan(known: Known, key: str, settings: tuple[int, ...]) -> list[Plan]:
    """The programmes of a unit at these settings, the best first."""
    leader = known.ship(key)
    aim = aim_of(known, key)
    width, height = (side * CM for side in known.scenario.table)
    shore = known.scenario.shore
    found = []
    for setting in settings:
        slow = TOO_FAST if setting > aim.most else TOO_SLOW * (aim.most - setting)
        for code in known.codes(key, setting):
            run = known.run(key, code, setting)
            dx, dy = run.points[-2:] if run.points else (0, 0)
            x, y = leader.x + dx, leader.y + dy
            cost = slow + _cost(aim, x, y, run.heading) + _edge_cost(aim, shore, x, y, run.heading, width, height)
            found.append(Plan(cost, setting, code, aim))
    found.sort(key=lambda one: one.cost)
    return _clear_of_tracks(known, leader, found)


def _cost(aim: Aim, x: int, y: int, heading: int) -> float:
    """How far a pose is from what is wanted, in units of distance."""
    dx, dy = aim.x - x, aim.y - y
    apart = math.sqrt(dx * dx + dy * dy)
    cost = max(0.0, apart - aim.farthest, aim.nearest - apart)
    if aim.bearings:
        bearing = (direction_to(dx, dy) - heading) % DIRECTIONS
        off = min(min((bearing - one) % DIRECTIONS, (one - bearing) % DIRECTIONS) for one in aim.bearings)
        cost += off * aim.bearing_worth
    return cost


def _edge_cost(aim: Aim, shore: Sequence[str], x: int, y: int, heading: int, width: int, height: int) -> float:
    """What it costs to leave the table, to run ashore, or to head for an edge without room to turn."""
    cost = 0.0
    for far, weight in LOOKS_AHEAD:
        ex, ey = x + UNIT[heading][0] * far // MILLION, y + UNIT[heading][1] * far // MILLION
        edge = "west" if ex < 0 else "east" if ex > width else "north" if ey < 0 else "south" if ey > height else ""
        if edge in shore:
            cost += SHORE_AHEAD * weight
        elif edge and edge not in aim.exits:
            cost += OFF_TABLE * weight
    return cost


def _clear_of_tracks(known: Known, leader: Ship, plans: list[Plan]) -> list[Plan]:
    """The same plans, with those that end on the way of a torpedo moved back."""
    reach = 2 * t.ARMED + 40 * CM
    near = [track for track in known.tracks() if abs(track.x - leader.x) + abs(track.y - leader.y) < reach]
    if not near:
        return plans
    base = KINDS[leader.type].base
    safe: list[Plan] = []
    unsafe: list[Plan] = []
    for one in plans:
        if len(safe) >= 2:
            break
        run = known.run(leader.id, one.code, one.setting)
        dx, dy = run.points[-2:] if run.points else (0, 0)
        line = base_line(leader.x + dx, leader.y + dy, run.heading, base)
        (unsafe if any(_crosses(track, line) for track in near) else safe).append(one)
    return [*safe, *unsafe]


def _crosses(track: SeenTrack, line: tuple[int, int, int, int]) -> bool:
    """Whether a torpedo will touch a base in its next run."""
    dx, dy = displacement(track.direction, t.ARMED)
    return lines_touch(track.x, track.y, track.x + dx, track.y + dy, *line)


# What a unit wants


def aim_of(known: Known, key: str) -> Aim:
    """What a unit wants of its move, by what it is and by what its side sees."""
    leader = known.ship(key)
    kind = KINDS[leader.type]
    if kind.is_merchant:
        return _to_exit(known, leader, CONVOY)
    seen = known.in_sight()
    if is_beaten(leader) or _has_done_its_work(leader, seen):
        return _to_exit(known, leader, RETIRE)
    targets = [one for one in seen if not KINDS[one.type].is_battery]
    if has_torpedoes(leader) and kind.class_ < 3:
        target = _best_target(leader, targets)
        if target:
            return _launch_place(known, leader, target)
    guarded = [ship for ship in known.own() if KINDS[ship.type].is_merchant]
    if guarded:
        threat = _nearest_threat(known, guarded, targets)
        if threat is None:
            x, y = _middle(guarded)
            return Aim(ESCORT, x, y, 10 * CM, STATION, (), 0.0, _convoy_setting(leader, guarded))
        return _gun_place(known, leader, threat)
    target = _best_target(leader, seen)
    if target is None:
        return _towards_contact(known, leader)
    if has_torpedoes(leader) and KINDS[target.type].class_ == 3 and not KINDS[target.type].is_battery:
        return _launch_place(known, leader, target)
    return _gun_place(known, leader, target)


def is_beaten(ship: Ship) -> bool:
    """Whether a ship has had enough: a quarter of her boxes left, or half and burning."""
    boxes = KINDS[ship.type].hull
    return ship.hull * 4 <= boxes or (ship.hull * 2 <= boxes and ship.fires + ship.floods > 1)


def has_torpedoes(ship: Ship) -> bool:
    """Whether a ship has a loaded tube."""
    return any(loaded > 0 for loaded in ship.loaded)


def _has_done_its_work(leader: Ship, seen: Sequence[Sighting]) -> bool:
    """Whether a torpedo boat has nothing left to attack bigger ships with."""
    if KINDS[leader.type].class_ > 1 or not leader.torpedoes or has_torpedoes(leader) or leader.reloads:
        return False
    return any(KINDS[one.type].class_ > 1 for one in seen)


def _to_exit(known: Known, leader: Ship, role: str) -> Aim:
    """To the nearest exit of the side, or away from the enemy where there is none."""
    width, height = (side * CM for side in known.scenario.table)
    x, y = leader.x, leader.y
    edges = {"west": (-BEYOND, y), "east": (width + BEYOND, y), "north": (x, -BEYOND), "south": (x, height + BEYOND)}
    exits = known.scenario.exits.get(leader.side, ())
    if exits:
        ex, ey = min((edges[edge] for edge in exits), key=lambda one: abs(one[0] - x) + abs(one[1] - y))
        return Aim(role, ex, ey, 0, 0, (0,), 0.3 * CM, t.FULL, exits)
    seen = known.in_sight()
    if role == CONVOY or not seen:
        dx, dy = displacement(leader.heading, 100 * CM)
        return Aim(role, x + dx, y + dy, 0, 0, (), 0.0, t.FULL)
    near = min(seen, key=lambda one: (one.x - x) ** 2 + (one.y - y) ** 2)
    return Aim(role, near.x, near.y, 150 * CM, 400 * CM, (HALF_TURN,), 0.2 * CM, t.FULL)


def _best_target(ship: Ship, seen: Sequence[Sighting]) -> Sighting | None:
    """The enemy that is worth most for how far away it is."""

    def worth(enemy: Sighting) -> float:
        apart = math.hypot(enemy.x - ship.x, enemy.y - ship.y) / CM
        return max(KINDS[enemy.type].vp, 1) / (25 + apart) * (1.4 if enemy.quarters < 4 else 1.0)

    return max(seen, key=worth, default=None)


def expected_place(known: Known, target: Sighting, turns: int) -> tuple[int, int]:
    """Where a ship will be that runs straight on; the smaller classes move after the larger."""
    phase, _, class_ = known.phase.partition("_")
    has_to_move = phase == "class" and KINDS[target.type].class_ < int(class_)
    dx, dy = displacement(target.heading, target.distance * (turns + has_to_move))
    return target.x + dx, target.y + dy


def _launch_place(known: Known, leader: Ship, target: Sighting) -> Aim:
    """Where the tubes bear on the place at which the target will be in a turn."""
    x, y = expected_place(known, target, 1)
    group = next((n for n, loaded in enumerate(leader.loaded) if loaded > 0), 0)
    arcs = tubes(leader.torpedoes[group]).arcs
    bearings = {"F": (0,), "A": (HALF_TURN,)}.get(arcs, ABEAM)
    is_rough = known.sea >= t.CLASS_1_LAUNCH_SEA and KINDS[leader.type].class_ == 1
    most = t.FULL - 1 if is_rough else t.FULL
    if leader.marker:
        near = math.hypot(x - leader.x, y - leader.y) < LISTENING_WITHIN
        most = UNSEEN_SPEED if near else t.FULL - 1
    return Aim(ATTACK, x, y, LAUNCH_NEAREST, LAUNCH_FARTHEST, bearings, 0.9 * CM, most, (), target.id)


def _gun_place(known: Known, leader: Ship, target: Sighting | Contact) -> Aim:
    """In a good range of guns, with most of them bearing."""
    x, y = (target.x, target.y) if isinstance(target, Contact) else expected_place(known, target, 0)
    wanted = GUN_RANGE[KINDS[leader.type].class_]
    broadside = ABEAM if len(leader.guns) > 2 else ()
    return Aim(FIGHT, x, y, wanted // 2, wanted, broadside, 0.12 * CM, t.FULL, (), target.id)


def _towards_contact(known: Known, leader: Ship) -> Aim:
    """Towards the nearest contact, unseen if possible; without any, on to the middle of the table."""
    contacts = known.contacts()
    if contacts:
        near = min(contacts, key=lambda one: (one.x - leader.x) ** 2 + (one.y - leader.y) ** 2)
        apart = math.hypot(near.x - leader.x, near.y - leader.y)
        most = (1 if apart < LISTENING_WITHIN else UNSEEN_SPEED) if leader.marker else t.FULL - 1
        return Aim(SEARCH, near.x, near.y, 25 * CM, 35 * CM, (0,), 0.3 * CM, most, (), near.id)
    width, height = (side * CM for side in known.scenario.table)
    return Aim(SEARCH, width // 2, height // 2, 0, 20 * CM, (), 0.0, UNSEEN_SPEED)


# Escorts


def _middle(ships: Sequence[Ship]) -> tuple[int, int]:
    return sum(ship.x for ship in ships) // len(ships), sum(ship.y for ship in ships) // len(ships)


def _convoy_setting(leader: Ship, guarded: Sequence[Ship]) -> int:
    """The setting at which a ship keeps pace with those that she guards."""
    pace = max(distance_at(ship, ship.setting) for ship in guarded)
    return next((n for n in range(1, t.FULL + 1) if distance_at(leader, n) >= pace), t.FULL)


def _nearest_threat(known: Known, guarded: Sequence[Ship], seen: Sequence[Sighting]) -> Sighting | Contact | None:
    """The enemy nearest to the convoy, model or contact, if it is near enough to be met."""
    x, y = _middle(guarded)

    def apart(one: Sighting | Contact) -> int:
        return (one.x - x) ** 2 + (one.y - y) ** 2

    found: list[Sighting | Contact] = [*seen, *known.contacts()]
    return min((one for one in found if apart(one) <= THREAT_WITHIN**2), key=apart, default=None)

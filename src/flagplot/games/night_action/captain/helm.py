"""The programme that brings a unit nearest to what it wants."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from flagplot.games.night_action import tables as t
from flagplot.games.night_action.captain.aims import CONVOY, HOMEWARD, RETIRE, ZIGZAG, Aim, Shot
from flagplot.games.night_action.captain.poses import Pose, poses
from flagplot.games.night_action.captain.worth import BANDS, crossings
from flagplot.games.night_action.geometry import (
    CM,
    DIRECTIONS,
    HALF_TURN,
    MILLION,
    STEP,
    TOUCH,
    UNIT,
    direction_to,
    displacement,
    point_near_line,
    square,
)
from flagplot.games.night_action.model.known import Known, SeenTrack
from flagplot.games.night_action.ships import KINDS, tubes
from flagplot.games.night_action.state import Ship

# In units of distance
A_POINT = 30.0 * CM  # what a point is worth
FEAR = 0.5 * A_POINT  # what an own point is worth
OFF_TABLE, SHORE_AHEAD = 400.0 * CM, 250.0 * CM
HEADING_OFF, NO_ROOM = 0.05, 0.6  # of it, where the ship would leave if she went on, and where she must
LEASH_PULL = 0.6  # for each unit beyond the leash
TOO_FAST, TOO_SLOW = 30.0 * CM, 0.5 * CM  # for each setting above or below what is wanted
OFF_THE_BOW = 9.0 * CM  # where it should point, when it points abeam of that
TURNS_TOO_MUCH = 60.0 * CM
RADIUS = {"class1": 10 * CM, "class2": 16 * CM, "class3": 20 * CM, "merchant": 31 * CM}  # of the circle of a turn
ROOM_TO_TURN = 1.5  # times that radius
FRIENDS_CLEAR, FRIENDS_WITHIN = 3 * CM, 60 * CM
TRACKS_WITHIN = 2 * t.ARMED + 40 * CM
ONE_MOVE = 45 * CM  # at most
FAR = 60 * CM  # from where it is enough to head for a place
NEARLY = 2  # steps
MOST_PLANS = 2  # that are told: the best and the runner-up
HITS_WANTED, FEW_HITS = 0.3, 0.15  # of a salvo; what less is worth of its points
SPREAD = 5  # degrees between torpedoes
MOST_AT_ONCE, MOST_CROSSINGS = 4, 1.3  # more do not help
TANGENT_OF_10 = math.tan(math.radians(10))
INNER_BANDS = BANDS[:-1]
MANY_STEPS = 99
AT_ONE_SPEED = (CONVOY, HOMEWARD, RETIRE, ZIGZAG)  # as fast as can be
UNITS = tuple((east / MILLION, south / MILLION) for east, south in UNIT)


class Plan(NamedTuple):
    """A programme at a setting, with its cost and where it ends."""

    cost: float
    setting: int
    code: str
    x: int
    y: int
    heading: int


Raw = tuple[float, int, str, int, int, int]  # a plan, as it is weighed


def plan(known: Known, key: str, aim: Aim, settings: Sequence[int]) -> list[Raw]:
    """The programmes of a unit that are weighed at these settings, the best first."""
    leader = known.ship(key)
    radius = RADIUS[KINDS[leader.type].handling]
    width, height = known.scenario.table
    sea = Sea(width * CM, height * CM, known.scenario.shore, radius, ROOM_TO_TURN * radius)
    handling = known.handling(key)
    stretch, carried = handling.stretch, handling.carried
    launcher = _launcher(known, known.ship(aim.armed)) if aim.shots else None
    x, y, course = leader.x, leader.y, leader.heading
    is_far = sea.has_room(x, y) and (aim.x - x) ** 2 + (aim.y - y) ** 2 > (FAR + aim.farthest) ** 2
    wanted = settings_to_weigh(known, key, aim)[-1]
    found: list[Raw] = []
    for setting in settings:
        codes, distance = known.codes(key, setting), known.distance(key, setting)
        launches = launcher if launcher and setting <= launcher.most else None
        if launches and not _could_reach(aim.shots, x, y, distance):
            launches = None
        at_it: list[Raw] = []
        if launches and launches.is_fixed:
            fine = poses(codes, distance, stretch, carried, True)
            at_it = _weigh(aim, sea, leader, fine, setting, launches, only_launches=True)
        if not at_it or setting == wanted:
            roughly = poses(codes, distance, stretch, carried, False)
            if is_far:
                roughly = _towards(roughly, aim.x - x, aim.y - y, course)
            at_it += _weigh(aim, sea, leader, roughly, setting, launches, only_launches=False)
        found += at_it
    found.sort()
    return found


class Sea(NamedTuple):
    """The table, and the room that a ship needs on it."""

    width: int
    height: int
    shore: Sequence[str]
    radius: int  # of her circle
    room: float  # in which no edge should be

    def has_room(self, x: float, y: float) -> bool:
        """Whether no edge is near a place."""
        room = self.room
        return room < x < self.width - room and room < y < self.height - room


def _weigh(
    aim: Aim,
    sea: Sea,
    ship: Ship,
    weighed: Sequence[Pose],
    setting: int,
    launcher: Launcher | None,
    only_launches: bool,
) -> list[Raw]:
    """What poses cost, those alone from which a salvo promises something where that is asked."""
    order = TOO_FAST * (setting - aim.most) if setting > aim.most else TOO_SLOW * (aim.most - setting)
    lx, ly, course = ship.x, ship.y, ship.heading
    east, south = UNITS[course]
    width, height, _, _, room = sea
    east_room, south_room = width - room, height - room
    found = []
    for code, ahead, right, turn, steps in weighed:
        x, y = lx + ahead * east - right * south, ly + ahead * south + right * east
        heading = (course + STEP * turn) % DIRECTIONS
        cost = order
        if launcher and steps <= launcher.most_steps:
            points = _launch_points(aim.shots, launcher, x, y, heading)
            if points:
                cost -= A_POINT * points
            elif only_launches:
                continue
        elif only_launches:
            continue
        cost += _place_cost(aim, x, y, heading)
        if not (room < x < east_room and room < y < south_room):
            cost += _edge_cost(aim, sea, x, y, heading)
        if steps > aim.most_steps:
            cost += TURNS_TOO_MUCH
        found.append((cost, setting, code, int(x), int(y), heading))
    return found


def _towards(weighed: tuple[Pose, ...], dx: int, dy: int, course: int) -> tuple[Pose, ...]:
    """Of the poses those that point about at a place far off."""
    off = (direction_to(dx, dy) - course) % DIRECTIONS
    wanted = (off if off <= HALF_TURN else off - DIRECTIONS) / STEP
    most = max([pose.turn for pose in weighed])
    wanted = max(-most, min(most, wanted))
    return tuple([pose for pose in weighed if abs(pose.turn - wanted) <= NEARLY]) or weighed


def settings_to_weigh(known: Known, key: str, aim: Aim) -> Sequence[int]:
    """The settings that come into question: some where a salvo, a fight or the place is near, else one."""
    least, most = known.settings(key)
    leader = known.ship(key)
    if least > most:
        return (leader.setting,)
    wanted = max(least, min(most, aim.most))
    far = known.distance(key, most)
    if aim.shots and _could_reach(aim.shots, leader.x, leader.y, far):
        return range(least, most + 1)
    dx, dy = aim.x - leader.x, aim.y - leader.y
    reach = far + aim.farthest
    if dx * dx + dy * dy > reach * reach or aim.role in AT_ONE_SPEED:
        return (wanted,)
    return range(least, wanted + 1)


def _could_reach(shots: Sequence[Shot], x: int, y: int, distance: int) -> bool:
    """Whether one of the shots could be had after a move of a distance."""
    for shot in shots:
        reach = shot.farthest + distance
        if (shot.x - x) ** 2 + (shot.y - y) ** 2 <= reach * reach:
            return True
    return False


def _place_cost(aim: Aim, x: float, y: float, heading: int) -> float:
    """How far a place is from what is wanted, less what fire from there is worth."""
    dx, dy = aim.x - x, aim.y - y
    squared = dx * dx + dy * dy
    apart = math.sqrt(squared)
    cost = apart - aim.farthest if apart > aim.farthest else aim.nearest - apart if apart < aim.nearest else 0.0
    east, south = UNITS[heading]
    if aim.fire:
        ahead, right = dx * east + dy * south, dy * east - dx * south
        sector = (0 if ahead > 0 else 2) if abs(ahead) >= abs(right) else (1 if right > 0 else 3)
        cost -= A_POINT * aim.fire[bisect_left(INNER_BANDS, squared)][sector]
    elif aim.bow_to:
        dx, dy = aim.bow_to[0] - x, aim.bow_to[1] - y
        apart = math.sqrt(dx * dx + dy * dy)
        cost += OFF_THE_BOW * (1.0 - (dx * east + dy * south) / (apart + 1.0))
    for tx, ty, points in aim.threats:
        dx, dy = tx - x, ty - y
        cost += FEAR * points[bisect_left(INNER_BANDS, dx * dx + dy * dy)]
    if aim.leash:
        lx, ly, most = aim.leash
        away = math.sqrt((lx - x) ** 2 + (ly - y) ** 2)
        if away > most:
            cost += LEASH_PULL * (away - most)
    return cost


def _edge_cost(aim: Aim, sea: Sea, x: float, y: float, heading: int) -> float:
    """What it costs to leave the table, to run ashore, or to head for an edge without room to turn."""
    cost = _beyond(aim, sea, x, y)
    east, south = UNITS[heading]
    ahead = _beyond(aim, sea, x + sea.room * east, y + sea.room * south)
    if not ahead:
        return cost
    # Where quarter circles to port and starboard would end
    radius = sea.radius
    x, y, dx, dy = x + radius * east, y + radius * south, -radius * south, radius * east
    has_room = not _beyond(aim, sea, x - dx, y - dy) or not _beyond(aim, sea, x + dx, y + dy)
    return cost + (HEADING_OFF if has_room else NO_ROOM) * ahead


def _beyond(aim: Aim, sea: Sea, x: float, y: float) -> float:
    """What it costs to be at a place off the table; nothing on it."""
    edge = "west" if x < 0 else "east" if x > sea.width else "north" if y < 0 else "south" if y > sea.height else ""
    if not edge or edge in aim.exits:
        return 0.0
    return SHORE_AHEAD if edge in sea.shore else OFF_TABLE


# Torpedoes


class Launcher(NamedTuple):
    """What a ship can launch after a move: its tubes, and how she may have moved."""

    number: int
    is_fixed: bool  # ahead; else on either beam
    most: int  # setting
    most_steps: int


def _launcher(known: Known, ship: Ship) -> Launcher | None:
    groups = known.groups_ready(ship)
    if not groups or ship.no_launch_to >= known.turn:
        return None
    is_boat = KINDS[ship.type].class_ == 1
    is_rough = is_boat and known.sea >= t.CLASS_1_LAUNCH_SEA
    number = min(MOST_AT_ONCE, max(ship.loaded[group] for group in groups))
    is_fixed = tubes(ship.torpedoes[groups[0]]).arcs == "F"
    return Launcher(number, is_fixed, t.FULL - is_rough, t.CLASS_1_LAUNCH_STEPS if is_boat else MANY_STEPS)


def _launch_points(shots: Sequence[Shot], launcher: Launcher, x: float, y: float, heading: int) -> float:
    """The points that the best salvo from a place promises."""
    best = 0.0
    east, south = UNITS[heading]
    for shot in shots:
        dx, dy = shot.x - x, shot.y - y
        squared = dx * dx + dy * dy
        if not shot.nearest * shot.nearest <= squared <= shot.farthest * shot.farthest:
            continue
        ahead, right = dx * east + dy * south, dy * east - dx * south
        if (ahead <= 0 or abs(right) > ahead * TANGENT_OF_10) if launcher.is_fixed else abs(right) < abs(ahead):
            continue
        apart = math.sqrt(squared)
        shown = abs(dx * shot.south - dy * shot.east) / apart
        crossing = crossings(apart, shot.base / 2 * shown + TOUCH, launcher.number, SPREAD, shot.factor)
        crossing = min(MOST_CROSSINGS, crossing)
        points = shot.value * crossing
        best = max(best, points if shot.chance * crossing >= HITS_WANTED else points * FEW_HITS)
    return best


# What is in the way


def cleared(known: Known, key: str, found: Sequence[Raw]) -> list[Plan]:
    """The best of the plans, with those that end on the way of a torpedo or beside a friend moved back."""
    leader = known.ship(key)
    lx, ly, base = leader.x, leader.y, KINDS[leader.type].base
    runs = [(track.x, track.y, *_end_of_run(track)) for track in known.tracks_near(lx, ly, TRACKS_WITHIN)]
    runs = [run for run in runs if point_near_line(lx, ly, *run, ONE_MOVE + base)]
    friends: list[tuple[int, int, int]] = []
    if not leader.marker:
        unit = known.unit(leader.id).ships
        for ship in known.own():
            near = abs(ship.x - lx) < FRIENDS_WITHIN > abs(ship.y - ly)
            if near and not ship.marker and ship.id not in unit:
                friends.append((ship.x, ship.y, ((base + KINDS[ship.type].base) // 2 + FRIENDS_CLEAR) ** 2))
    if not runs and not friends:
        return [Plan(*one) for one in found[:MOST_PLANS]]
    safe: list[Plan] = []
    unsafe: list[Plan] = []
    for one in found:
        if len(safe) >= MOST_PLANS:
            break
        x, y = one[3], one[4]
        is_unsafe = any(square(x, y, fx, fy) < clear for fx, fy, clear in friends) or any(
            point_near_line(x, y, *run, base // 2 + CM) for run in runs
        )
        (unsafe if is_unsafe else safe).append(Plan(*one))
    return [*safe, *unsafe]


def _end_of_run(track: SeenTrack) -> tuple[int, int]:
    """Where a torpedo will be after its next run."""
    dx, dy = displacement(track.direction, t.ARMED)
    return track.x + dx, track.y + dy

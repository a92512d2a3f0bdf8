"""The programme that brings a unit nearest to what it wants."""

from __future__ import annotations

import functools
import math
from bisect import bisect_left
from collections.abc import Sequence

import msgspec

from flagplot.games.night_action import tables as t
from flagplot.games.night_action.captain.aims import CONVOY, HOMEWARD, RETIRE, ZIGZAG, Aim
from flagplot.games.night_action.captain.poses import UNITS, Pose, poses
from flagplot.games.night_action.captain.shots import Shot
from flagplot.games.night_action.captain.worth import A_POINT, BANDS, crossings
from flagplot.games.night_action.geometry import (
    CM,
    DIRECTIONS,
    HALF_TURN,
    STEP,
    TOUCH,
    direction_to,
    displacement,
    point_near_line,
)
from flagplot.games.night_action.model.fleet import SIZE
from flagplot.games.night_action.model.known import Known, SeenTrack
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.ships import KINDS, tubes
from flagplot.games.night_action.state import Ship

# In units of distance
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
INNER_BANDS = tuple(map(float, BANDS[:-1]))
MANY_STEPS = 99
AT_ONE_SPEED = (CONVOY, HOMEWARD, RETIRE, ZIGZAG)  # as fast as can be


class Plan(msgspec.Struct, frozen=True, gc=False):
    """A programme at a setting, with its cost and where it ends."""

    cost: float
    setting: int
    code: str
    x: float
    y: float


Raw = tuple[float, int, str, float, float]  # a plan, as it is weighed


def plan(known: Known, key: str, aim: Aim, settings: Sequence[int], wanted: int) -> list[Raw]:
    """The programmes of a unit that are weighed at these settings, the best first.

    `wanted` is the setting for which not only salvos count.
    """
    leader = known.ship(key)
    sea = sea_of(known.scenario_key, KINDS[leader.type].handling)
    handling = known.handling(key)
    stretch, carried = handling.stretch, handling.carried
    launcher = _launcher(known, known.ship(aim.armed)) if aim.shots else None
    x, y, course = leader.x, leader.y, leader.heading
    is_far = sea.has_room(x, y) and (aim.x - x) ** 2 + (aim.y - y) ** 2 > (FAR + aim.farthest) ** 2
    found: list[Raw] = []
    for setting in settings:
        distance = known.distance(key, setting)
        codes = known.codes(key, handling, distance)
        shots: list[Shot] = []
        if launcher and setting <= launcher.most:
            shots = [shot for shot in aim.shots if _could_be_had(shot, x, y, distance)]
        at_it: list[Raw] = []
        if launcher and shots and launcher.is_fixed:
            fine = poses(codes, distance, stretch, carried, True)
            at_it = _weigh(aim, sea, leader, fine, setting, launcher, shots, only_launches=True)
        if not at_it or setting == wanted:
            roughly = poses(codes, distance, stretch, carried, False)
            if is_far:
                roughly = _towards(roughly, aim.x - x, aim.y - y, course)
            at_it += _weigh(aim, sea, leader, roughly, setting, launcher, shots, only_launches=False)
        found += at_it
    found.sort()
    return found


class Sea(msgspec.Struct, frozen=True, gc=False):
    """The table, and the room that a ship needs on it."""

    width: float
    height: float
    shore: tuple[str, ...]
    radius: float  # of her circle
    room: float  # in which no edge should be

    def has_room(self, x: float, y: float) -> bool:
        """Whether no edge is near a place."""
        room = self.room
        return room < x < self.width - room and room < y < self.height - room


@functools.cache
def sea_of(scenario: str, handling: str) -> Sea:
    """The table of a scenario for a ship that is handled in a way."""
    width, height = SIZE[scenario]
    radius = RADIUS[handling]
    return Sea(float(width), float(height), tuple(SCENARIOS[scenario].shore), float(radius), ROOM_TO_TURN * radius)


def _weigh(
    aim: Aim,
    sea: Sea,
    ship: Ship,
    weighed: Sequence[Pose],
    setting: int,
    launcher: Launcher | None,
    shots: Sequence[Shot],
    only_launches: bool,
) -> list[Raw]:
    """What poses cost, those alone from which a salvo promises something where that is asked.

    All figures are floats: mixed with whole numbers, each sum takes thrice as long.
    """
    order = TOO_FAST * (setting - aim.most) if setting > aim.most else TOO_SLOW * (aim.most - setting)
    lx, ly, course = float(ship.x), float(ship.y), ship.heading
    east, south = UNITS[course]
    room = sea.room
    east_room, south_room = sea.width - room, sea.height - room
    aim_x, aim_y, nearest, farthest = float(aim.x), float(aim.y), float(aim.nearest), float(aim.farthest)
    fire, most_steps, threats, leash = aim.fire, aim.most_steps, aim.threats, aim.leash
    bow_to = (float(aim.bow_to[0]), float(aim.bow_to[1])) if aim.bow_to else None
    most_to_launch = launcher.most_steps if launcher and shots else -1
    found = []
    for code, ahead, right, turn, steps in weighed:
        x, y = lx + ahead * east - right * south, ly + ahead * south + right * east
        heading = (course + STEP * turn) % DIRECTIONS
        bow_east, bow_south = UNITS[heading]
        cost = order
        if launcher and steps <= most_to_launch:
            points = _launch_points(shots, launcher, x, y, bow_east, bow_south)
            if points:
                cost -= A_POINT * points
            elif only_launches:
                continue
        elif only_launches:
            continue
        # How far the place is from what is wanted, less what fire from there is worth
        dx, dy = aim_x - x, aim_y - y
        squared = dx * dx + dy * dy
        apart = math.sqrt(squared)
        place = apart - farthest if apart > farthest else nearest - apart if apart < nearest else 0.0
        if fire:
            before, aside = dx * bow_east + dy * bow_south, dy * bow_east - dx * bow_south
            sector = (0 if before > 0.0 else 2) if abs(before) >= abs(aside) else (1 if aside > 0.0 else 3)
            place -= fire[bisect_left(INNER_BANDS, squared)][sector]
        elif bow_to:
            dx, dy = bow_to[0] - x, bow_to[1] - y
            apart = math.sqrt(dx * dx + dy * dy)
            place += OFF_THE_BOW * (1.0 - (dx * bow_east + dy * bow_south) / (apart + 1.0))
        for tx, ty, feared in threats:
            dx, dy = tx - x, ty - y
            place += feared[bisect_left(INNER_BANDS, dx * dx + dy * dy)]
        if leash:
            away = math.sqrt((leash[0] - x) ** 2 + (leash[1] - y) ** 2)
            if away > leash[2]:
                place += LEASH_PULL * (away - leash[2])
        cost += place
        if not (room < x < east_room and room < y < south_room):
            cost += _edge_cost(aim, sea, x, y, bow_east, bow_south)
        if steps > most_steps:
            cost += TURNS_TOO_MUCH
        found.append((cost, setting, code, x, y))
    return found


def _towards(weighed: tuple[Pose, ...], dx: int, dy: int, course: int) -> tuple[Pose, ...]:
    """Of the poses those that point about at a place far off."""
    off = (direction_to(dx, dy) - course) % DIRECTIONS
    wanted = (off if off <= HALF_TURN else off - DIRECTIONS) / STEP
    most = max([turn for _, _, _, turn, _ in weighed])
    wanted = max(-most, min(most, wanted))
    return tuple([pose for pose in weighed if abs(pose[3] - wanted) <= NEARLY]) or weighed


def settings_to_weigh(known: Known, key: str, aim: Aim) -> Sequence[int]:
    """The settings that come into question: some where a salvo, a fight or the place is near, else one."""
    least, most = known.settings(key)
    leader = known.ship(key)
    if least > most:
        return (leader.setting,)
    wanted = most if aim.most > most else least if aim.most < least else aim.most
    far = known.distance(key, most)
    for shot in aim.shots:
        if _could_be_had(shot, leader.x, leader.y, far):
            return range(least, most + 1)
    dx, dy = aim.x - leader.x, aim.y - leader.y
    reach = far + aim.farthest
    if dx * dx + dy * dy > reach * reach or aim.role in AT_ONE_SPEED:
        return (wanted,)
    return range(least, wanted + 1)


def _could_be_had(shot: Shot, x: int, y: int, distance: int) -> bool:
    """Whether a shot could be had after a move of a distance."""
    reach, dx, dy = shot.reach + distance, shot.x - x, shot.y - y
    return dx * dx + dy * dy <= reach * reach


def _edge_cost(aim: Aim, sea: Sea, x: float, y: float, east: float, south: float) -> float:
    """What it costs to leave the table, to run ashore, or to head for an edge without room to turn."""
    cost = _beyond(aim, sea, x, y)
    room, radius = sea.room, sea.radius
    ahead = _beyond(aim, sea, x + room * east, y + room * south)
    if not ahead:
        return cost
    # Where quarter circles to port and starboard would end
    x, y, dx, dy = x + radius * east, y + radius * south, -radius * south, radius * east
    has_room = not _beyond(aim, sea, x - dx, y - dy) or not _beyond(aim, sea, x + dx, y + dy)
    return cost + (HEADING_OFF if has_room else NO_ROOM) * ahead


def _beyond(aim: Aim, sea: Sea, x: float, y: float) -> float:
    """What it costs to be at a place off the table; nothing on it."""
    if 0.0 <= x <= sea.width and 0.0 <= y <= sea.height:
        return 0.0
    edge = "west" if x < 0.0 else "east" if x > sea.width else "north" if y < 0.0 else "south"
    if edge in aim.exits:
        return 0.0
    return SHORE_AHEAD if edge in sea.shore else OFF_TABLE


# Torpedoes


class Launcher(msgspec.Struct, frozen=True, gc=False):
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


def _launch_points(shots: Sequence[Shot], launcher: Launcher, x: float, y: float, east: float, south: float) -> float:
    """The points that the best salvo from a place promises, where her bow points in a direction."""
    best = 0.0
    for shot in shots:
        dx, dy = shot.x - x, shot.y - y
        squared = dx * dx + dy * dy
        if not shot.nearest <= squared <= shot.farthest:
            continue
        ahead, right = dx * east + dy * south, dy * east - dx * south
        if (ahead <= 0.0 or abs(right) > ahead * TANGENT_OF_10) if launcher.is_fixed else abs(right) < abs(ahead):
            continue
        apart = math.sqrt(squared)
        shown = abs(dx * shot.south - dy * shot.east) / apart
        crossing = crossings(apart, shot.half_base * shown + TOUCH, launcher.number, SPREAD, shot.factor)
        if crossing > MOST_CROSSINGS:
            crossing = MOST_CROSSINGS
        points = shot.value * crossing
        if shot.chance * crossing < HITS_WANTED:
            points *= FEW_HITS
        if points > best:
            best = points
    return best


# What is in the way


class InTheWay(msgspec.Struct, frozen=True, gc=False):
    """What a unit must keep clear of: the runs of torpedoes, and friends with the squares of distances to them."""

    base: int  # of its leader
    runs: list[tuple[int, int, int, int]]
    friends: list[tuple[int, int, int]]

    def is_met(self, x: int, y: int) -> bool:
        """Whether any of it is met at a place."""
        for fx, fy, clear in self.friends:
            dx, dy = x - fx, y - fy
            if dx * dx + dy * dy < clear:
                return True
        for x1, y1, x2, y2 in self.runs:  # noqa: SIM110  a generator takes four times as long
            if point_near_line(x, y, x1, y1, x2, y2, self.base // 2 + CM):
                return True
        return False


def in_the_way(known: Known, key: str) -> InTheWay:
    """What is in the way of a unit."""
    leader = known.ship(key)
    lx, ly, base = leader.x, leader.y, KINDS[leader.type].base
    tracks = known.tracks_near(lx, ly, TRACKS_WITHIN)
    runs: list[tuple[int, int, int, int]] = []
    if tracks:
        runs = [(track.x, track.y, *_end_of_run(track)) for track in tracks]
        runs = [run for run in runs if point_near_line(lx, ly, *run, ONE_MOVE + base)]
    friends: list[tuple[int, int, int]] = []
    if not leader.marker:
        unit = known.unit(leader.id).ships
        for ship in known.models_near(lx, ly, FRIENDS_WITHIN):
            if ship.id not in unit:
                friends.append((ship.x, ship.y, ((base + KINDS[ship.type].base) // 2 + FRIENDS_CLEAR) ** 2))
    return InTheWay(base, runs, friends)


def cleared(obstacles: InTheWay, found: Sequence[Raw]) -> list[Plan]:
    """The best of the plans, with those that end on the way of a torpedo or beside a friend moved back."""
    if not obstacles.runs and not obstacles.friends:
        return [Plan(*one) for one in found[:MOST_PLANS]]
    safe: list[Plan] = []
    unsafe: list[Plan] = []
    for one in found:
        if len(safe) >= MOST_PLANS:
            break
        (unsafe if obstacles.is_met(int(one[3]), int(one[4])) else safe).append(Plan(*one))
    return [*safe, *unsafe]


def _end_of_run(track: SeenTrack) -> tuple[int, int]:
    """Where a torpedo will be after its next run."""
    dx, dy = displacement(track.direction, t.ARMED)
    return track.x + dx, track.y + dy

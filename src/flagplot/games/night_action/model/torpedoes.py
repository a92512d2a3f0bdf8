"""Torpedoes: solutions, arcs of tubes, tracks, and what is added to their dice (NA-TOR)."""

from __future__ import annotations

import functools
from typing import NamedTuple

from flagplot.engine import Modifier
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import (
    DIRECTIONS,
    HALF_TURN,
    MILLION,
    TANGENT_OF_10_DEGREES,
    TOUCH,
    UNIT,
    base_line,
    components,
    direction_to,
    displacement,
    lines_touch,
    square,
)
from flagplot.games.night_action.model.fleet import distance_at, on_table
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.ships import KINDS, SHALLOW, tubes
from flagplot.games.night_action.state import AFLOAT, Salvo, Ship, State, Track

EIGHTH = 18  # directions from the bow at which the sectors to port and starboard begin
QUARTER_SECTOR = 36
# The square of how far a torpedo has run after each turn, from none on
RUN_SQUARED = tuple((t.ARMING + t.ARMED * turns) ** 2 for turns in range(max(t.TRACKS.values()) + 1))


class Solution(NamedTuple):
    """The aim by which a torpedo meets a ship that runs straight on, and after how many turns."""

    direction: int
    turns: int


@functools.lru_cache(maxsize=4096)
def tube_arc(arcs: str, heading: int) -> tuple[int, ...]:
    """The directions in which a group of tubes can be aimed (NA-TOR-07)."""
    if arcs == "F":
        bearings = range(-t.FIXED_AIM, t.FIXED_AIM + 1)
    elif arcs == "A":
        bearings = range(HALF_TURN - t.FIXED_AIM, HALF_TURN + t.FIXED_AIM + 1)
    else:
        found: list[int] = []
        if "P" in arcs:
            found += range(-EIGHTH - QUARTER_SECTOR, -EIGHTH + 1)
        if "S" in arcs:
            found += range(EIGHTH, EIGHTH + QUARTER_SECTOR + 1)
        return tuple((heading + bearing) % DIRECTIONS for bearing in found)
    return tuple((heading + bearing) % DIRECTIONS for bearing in bearings)


@functools.lru_cache(maxsize=4096)
def aims_at_directions(group: int, arcs: str, heading: int) -> tuple[tuple[int, int], ...]:
    """The options by which a group of tubes is aimed at no ship."""
    return tuple((group, direction) for direction in tube_arc(arcs, heading))


def solution(x: int, y: int, target: Ship, tracks: int) -> Solution | None:
    """The aim at a ship that runs on at its present setting; None where no track meets it (NA-TOR-14)."""
    distance = distance_at(target, target.setting)
    heading, x, y = target.heading, target.x - x, target.y - y
    for turns in range(1, tracks + 1):
        dx, dy = displacement(heading, distance * turns)
        dx, dy = x + dx, y + dy
        if RUN_SQUARED[turns - 1] <= dx * dx + dy * dy <= RUN_SQUARED[turns]:
            return Solution(direction_to(dx, dy), turns)
    return None


def has_tubes_ready(state: State, ship: Ship) -> bool:
    """Whether a ship has a loaded tube that is neither silent nor out."""
    for n, loaded in enumerate(ship.loaded):
        if loaded <= 0:
            continue
        if ship.tubes_silent[n] < state.turn:
            return True
    return False


def groups_ready(state: State, ship: Ship) -> list[int]:
    """The groups of tubes of a ship that are loaded and neither silent nor out."""
    return [n for n, loaded in enumerate(ship.loaded) if loaded > 0 and ship.tubes_silent[n] < state.turn]


def salvos_of(loaded: int) -> tuple[tuple[int, int], ...]:
    """Numbers of torpedoes and degrees between them, the single shot last (NA-TOR-07)."""
    return _SALVOS[loaded]


def _salvos(loaded: int) -> tuple[tuple[int, int], ...]:
    several = [(number, spread) for number in range(2, loaded + 1) for spread, _ in t.SPREAD_STEPS]
    return (*several, (1, 0))


_SALVOS = tuple(_salvos(loaded) for loaded in range(13))


def spread_of(number: int, degrees: int) -> list[int]:
    """How many directions each track of a salvo lies off the aim, evenly about it."""
    between = dict(t.SPREAD_STEPS).get(degrees, 0)
    return [between * n - between * (number - 1) // 2 for n in range(number)]


def launch_factor(state: State, class_: int, is_aimed: bool, turns: int, is_air: bool) -> int:
    """By how much the launch error is multiplied (NA-TOR-13)."""
    return (
        1
        + (not is_aimed)
        + (turns >= t.LATE_SOLUTION)
        + is_air
        + ((class_ == 1 or is_air) and state.sea >= t.CLASS_1_LAUNCH_SEA)
    )


def launched_track(x: int, y: int, direction: int) -> Track:
    """A new track: the arming part lies before the tube (NA-TOR-07)."""
    dx, dy = displacement(direction, t.ARMING)
    return Track(direction, x, y, x + dx, y + dy)


def advanced(track: Track) -> Track:
    """A track with this turn's armed part (NA-SEQ-01, 6a)."""
    dx, dy = displacement(track.direction, t.ARMED)
    return Track(track.direction, track.x, track.y, track.x + dx, track.y + dy)


def enters_arc(track: Track, ship: Ship) -> Modifier | None:
    """The modifier of the bow or stern arc, if the track lies wholly inside one (NA-TOR-03, NA-TOR-15)."""
    ahead, right = components(track.from_x - ship.x, track.from_y - ship.y, ship.heading)
    if abs(right) * MILLION > abs(ahead) * TANGENT_OF_10_DEGREES:
        return None
    east, south = UNIT[track.direction]
    along, across = components(east, south, ship.heading)
    if abs(across) * MILLION > abs(along) * TANGENT_OF_10_DEGREES:
        return None
    return t.BOW_ARC if ahead > 0 else t.STERN_ARC


def torpedo_modifiers(state: State, track: Track, ship: Ship) -> list[Modifier]:
    """What is added to a torpedo's die (NA-TOR-02, NA-AMB-06); shallow draught only by the scenario (NA-AMB-13)."""
    kind = KINDS[ship.type]
    found = []
    if kind.class_ < 3:
        found.append(t.TORPEDO_CLASS[kind.class_])
    if SHALLOW in kind.traits and SCENARIOS[state.scenario].shallow_draught:
        found.append(t.SHALLOW_DRAUGHT)
    if arc := enters_arc(track, ship):
        found.append(arc)
    if not ship.setting:
        found.append(t.STATIONARY)
    return found


def dud_score(state: State, nation: str) -> int:
    """Up to which score a torpedo of a nation is a dud (NA-TOR-04, NA-AMB-05)."""
    date = f"{state.options.year}-01-01" if state.musters else SCENARIOS[state.scenario].date
    return t.DUDS.get(nation, t.DUDS["other"]) if date < t.FEWER_DUDS_FROM else t.DUDS["other"]


def tracks_near(state: State, x: int, y: int) -> bool:
    """Whether the head of a track that both sides see is within 60 cm of a place."""
    for salvo in state.salvos:
        if salvo.is_seen:
            for track in salvo.tracks:
                dx, dy = track.x - x, track.y - y
                if dx * dx + dy * dy <= t.THREATENED:
                    return True
    return False


def is_any_near(salvo: Salvo, ships: list[Ship], reach: int) -> bool:
    """Whether the head of a track is within a distance, whose square is given, of one of the ships."""
    for track in salvo.tracks:
        x, y = track.x, track.y
        for ship in ships:
            dx, dy = ship.x - x, ship.y - y
            if dx * dx + dy * dy <= reach:
                return True
    return False


def visible_salvos(state: State, side: str) -> list[Salvo]:
    """The salvos of which a side sees the tracks."""
    return [salvo for salvo in state.salvos if salvo.side == side or salvo.is_seen]


def capacity(ship: Ship) -> int:
    """The torpedoes that a ship set out with."""
    return sum(tubes(text).number for text in ship.torpedoes) + KINDS[ship.type].reloads


def could_launch(ship: Ship) -> bool:
    """Whether the enemy cannot rule out that a ship on the table has torpedoes to launch."""
    if ship.status != AFLOAT or (ship.marker and ship.depth != t.PERISCOPE) or not ship.torpedoes:
        return False
    return not ship.spent or ship.spent < capacity(ship)


LONGEST_HALF = max(kind.base for kind in KINDS.values()) // 2 + TOUCH + 1


def ships_touched(state: State, salvo: Salvo, track: Track) -> list[Ship]:
    """The ships whose bases an armed track touches, by their distance from where it begins (NA-TOR-09).

    The ship that launched it is not among them, though it may run on along the track (NA-AMB-33).
    """
    return touched_of(on_table(state), track, salvo.by)


def touched_of(ships: list[Ship], track: Track, by: str) -> list[Ship]:
    """Those of the ships but the launcher whose bases a track touches, by their distance from where it begins."""
    found = []
    from_x, from_y, x, y = track.from_x, track.from_y, track.x, track.y
    west, east = (from_x, x) if from_x < x else (x, from_x)
    north, south = (from_y, y) if from_y < y else (y, from_y)
    west, east, north, south = west - LONGEST_HALF, east + LONGEST_HALF, north - LONGEST_HALF, south + LONGEST_HALF
    for ship in ships:
        if ship.x <= west or ship.x >= east or ship.y <= north or ship.y >= south:
            continue
        kind = KINDS[ship.type]
        if kind.is_battery or ship.depth >= 3 or ship.id == by:
            continue
        if lines_touch(from_x, from_y, x, y, *base_line(ship.x, ship.y, ship.heading, kind.base)):
            found.append((square(from_x, from_y, ship.x, ship.y), ship))
    found.sort(key=lambda one: one[0])
    return [ship for _, ship in found]

"""What a unit wants of its move: where to go, whom to fire at, whom to torpedo, and whom to fear."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

import msgspec

from flagplot.games.night_action import tables as t
from flagplot.games.night_action.captain.shots import (
    Shot,
    appeal_of,
    first_tubes,
    moves_before_fire,
    shots_at,
    velocity,
)
from flagplot.games.night_action.captain.worth import fire_pull, threat_push, threat_table, worth, worth_of
from flagplot.games.night_action.geometry import CM, DIRECTIONS, direction_to, displacement
from flagplot.games.night_action.model.known import Contact, Known, Sighting
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.ships import ENEMY, KINDS
from flagplot.games.night_action.state import Ship

CONVOY, HOMEWARD, ESCORT, ATTACK, FIGHT = "convoy", "homeward", "escort", "attack", "fight"
RETIRE, RELOAD, SEARCH, WAIT, ZIGZAG = "retire", "reload", "search", "wait", "zigzag"

BEYOND = 25 * CM  # an edge
HUNT_WITHIN = 130 * CM  # of the convoy that an escort keeps to
STATION = (8 * CM, 28 * CM)  # how far an escort stays from those that it guards
LEASH = 45 * CM  # how far she follows an enemy
UNSEEN_SPEED = 2  # the setting at which a hidden unit closes
CREEPS_WITHIN, CREEPING_SPEED = 50 * CM, 1
AMBUSH_TURNS, AMBUSH_WITHIN = 3, 40 * CM  # turns in which a target should pass a hidden unit, and how near
SAFE_DISTANCE = 150 * CM
MOST_THREATS = 3
# From where a boat runs in to launch: on the beam of where the target will be, so that one more move brings her near
RUN_IN, RUN_IN_WITHIN = 46 * CM, 8 * CM
AHEAD_OF_BEAM = 8 * CM
LEAD, MOST_LEAD = 0.6, 6  # of the way that a target far off goes until it is reached, and for how many turns
GUN_RANGE = {1: (8 * CM, 14 * CM), 2: (10 * CM, 26 * CM), 3: (18 * CM, 40 * CM)}
OUTGUNNED = 2.0  # times the points of all own ships
BIG = 40  # points from which a ship does not go near boats
BIG_KEEPS = 100 * CM
ZIGZAG_WITHIN, ZIGZAG_BY = 80 * CM, 15  # directions to either side of her course

# An enemy whose fire is feared: where, and the distance that this is worth by band of range
Threat = tuple[float, float, tuple[float, ...]]


class Aim(msgspec.Struct, frozen=True, gc=False):
    """What a unit wants of its move."""

    role: str
    x: int  # a place
    y: int
    nearest: int  # between which distances from it she wants to be
    farthest: int
    target: str = ""
    most: int = t.FULL  # the highest setting that is wanted
    exits: tuple[str, ...] = ()  # the edges by which she may leave
    bow_to: tuple[float, float] | None = None  # where her bow should point
    most_steps: int = 99  # of a turn, so that she can reload
    fire: tuple[tuple[float, ...], ...] = ()  # what fire at the place is worth by band of range and sector
    armed: str = ""  # the first ship of the unit with a loaded tube
    shots: tuple[Shot, ...] = ()
    threats: tuple[Threat, ...] = ()
    leash: tuple[int, int, int] | None = None  # a place and how far from it she may go


def aim_of(known: Known, key: str) -> Aim:
    """What a unit wants of its move, by what it is and by what its side sees."""
    leader = known.ship(key)
    kind = KINDS[leader.type]
    if kind.is_merchant:
        return _to_exit(known, leader, CONVOY)
    if is_homeward(known.scenario_key, known.seat, leader.type):
        return _zigzag(known, leader) or _to_exit(known, leader, HOMEWARD)
    seen = known.in_sight()
    if is_beaten(leader):
        return _retire(known, leader)
    armed = _first_armed(known, key)
    if armed:
        shots = shots_at(known, leader, armed, seen)
        if shots:
            return _attack(known, leader, armed, seen, shots)
    elif leader.reloads and leader.torpedoes:
        return _reload(known, leader, seen)
    guarded = [ship for ship in known.own() if KINDS[ship.type].is_merchant]
    if guarded:
        return _escort(known, leader, guarded, seen)
    target = _best_target(known, leader, seen)
    if target is None:
        return _search(known, leader)
    if is_outgunned(known, seen) or (kind.class_ == 1 and leader.torpedoes and not _can_hurt(leader, target)):
        return _draw_off(known, leader, seen) if known.scenario.field_points else _retire(known, leader)
    if leader.marker:
        return _ambush(known, leader, target, seen) if is_prey(target) else _search(known, leader)
    return _fight(known, leader, target, seen)


def _first_armed(known: Known, key: str) -> Ship | None:
    """The first ship of a unit with a loaded tube."""
    for name in known.unit(key).ships:
        ship = known.ship(name)
        if has_torpedoes(ship):
            return ship
    return None


@functools.cache
def is_homeward(scenario: str, seat: str, type_: str) -> bool:
    """Whether a ship of a type is to get off the table: there she scores, or torpedoes cannot score on her."""
    score, of_enemy = SCENARIOS[scenario].score.get(seat), SCENARIOS[scenario].score.get(ENEMY[seat])
    return bool(score and type_ in score.exit) or bool(of_enemy and type_ in of_enemy.torpedo_hit)


def is_beaten(ship: Ship) -> bool:
    """Whether a ship has had enough: a quarter of her boxes left, or half and burning or flooding."""
    whole = KINDS[ship.type].hull
    return ship.hull * 4 <= whole or (ship.hull * 2 <= whole and ship.fires + ship.floods > 1)


def is_outgunned(known: Known, seen: Sequence[Sighting]) -> bool:
    """Whether the large ships in sight are so strong that guns alone can do nothing against them."""
    against = sum(KINDS[one.type].points for one in seen if KINDS[one.type].class_ == 3)
    return against > 0 and against > OUTGUNNED * sum(KINDS[ship.type].points for ship in known.own())


def has_torpedoes(ship: Ship) -> bool:
    """Whether a ship has a loaded tube."""
    for loaded in ship.loaded:  # noqa: SIM110  a generator takes four times as long
        if loaded > 0:
            return True
    return False


# To an edge


def _edges(known: Known, x: int, y: int) -> dict[str, tuple[int, int]]:
    width, height = known.scenario.table
    return {
        "west": (-BEYOND, y),
        "east": (width * CM + BEYOND, y),
        "north": (x, -BEYOND),
        "south": (x, height * CM + BEYOND),
    }


def _to_exit(known: Known, leader: Ship, role: str) -> Aim:
    """To the nearest exit of the side; where there is none, straight on."""
    exits = known.scenario.exits.get(leader.side, ())
    if not exits:
        dx, dy = displacement(leader.heading, SAFE_DISTANCE)
        return Aim(role, leader.x + dx, leader.y + dy, 0, 0)
    edges = _edges(known, leader.x, leader.y)
    x, y = min((edges[edge] for edge in exits), key=lambda one: abs(one[0] - leader.x) + abs(one[1] - leader.y))
    return Aim(role, x, y, 0, 0, exits=exits, bow_to=(x, y))


def _zigzag(known: Known, leader: Ship) -> Aim | None:
    """A large ship homeward changes course each turn while a torpedo may be on its way; None where none may be."""
    if KINDS[leader.type].vp < BIG:
        return None
    near = any(
        KINDS[one.type].torpedoes and (one.x - leader.x) ** 2 + (one.y - leader.y) ** 2 <= ZIGZAG_WITHIN**2
        for one in known.in_sight()
    )
    if not near:
        return None
    home = _to_exit(known, leader, ZIGZAG)
    course = direction_to(home.x - leader.x, home.y - leader.y)
    dx, dy = displacement((course + (ZIGZAG_BY if known.turn % 2 else -ZIGZAG_BY)) % DIRECTIONS, ZIGZAG_WITHIN)
    x, y = leader.x + dx, leader.y + dy
    return msgspec.structs.replace(home, x=x, y=y, bow_to=(x, y))


def _retire(known: Known, leader: Ship) -> Aim:
    """Off the table by the nearest edge that is not behind the enemy."""
    shore = known.scenario.shore
    edges = {edge: place for edge, place in _edges(known, leader.x, leader.y).items() if edge not in shore}
    foes = [(one.x, one.y) for one in known.in_sight()]

    def cost(place: tuple[int, int]) -> float:
        away = math.hypot(place[0] - leader.x, place[1] - leader.y)
        return away - 0.5 * min((math.hypot(place[0] - x, place[1] - y) for x, y in foes), default=0.0)

    x, y = min(edges.values(), key=cost)
    return Aim(RETIRE, x, y, 0, 0, exits=tuple(edges), bow_to=(x, y))


def _draw_off(known: Known, leader: Ship, seen: Sequence[Sighting]) -> Aim:
    """Away from the enemy, but not off the table: the field counts."""
    x, y = _nearest_foe(leader, seen) or (leader.x, leader.y)
    return Aim(RETIRE, x, y, SAFE_DISTANCE, 3 * SAFE_DISTANCE, threats=_threats(known, leader, seen))


# Torpedoes


def _attack(known: Known, leader: Ship, armed: Ship, seen: Sequence[Sighting], shots: tuple[Shot, ...]) -> Aim:
    """To where the tubes bear on the place at which the best target will be in a turn."""
    best = shots[0]
    kind = KINDS[leader.type]
    is_rough = known.sea >= t.CLASS_1_LAUNCH_SEA and kind.class_ == 1
    most = t.FULL - 1 if is_rough else t.FULL
    if leader.marker:
        near = math.hypot(best.x - leader.x, best.y - leader.y) < CREEPS_WITHIN
        most = CREEPING_SPEED if near else UNSEEN_SPEED
    x, y = _run_in_from(known, leader, best)
    return Aim(
        ATTACK,
        x,
        y,
        0,
        RUN_IN_WITHIN,
        _nearest_id(known, best, seen),
        most,
        bow_to=(best.x, best.y) if first_tubes(armed).arcs == "F" else None,
        armed=armed.id,
        shots=shots,
        threats=_threats(known, leader, seen),
    )


def _run_in_from(known: Known, leader: Ship, shot: Shot) -> tuple[int, int]:
    """The nearer of the two places on either beam of a target from which a run-in begins."""
    width, height = known.scenario.table
    found = []
    pace = KINDS[leader.type].distance[known.maximum_setting(leader)] + 1
    turns = max(0.0, math.hypot(shot.x - leader.x, shot.y - leader.y) - RUN_IN) / pace
    ahead = AHEAD_OF_BEAM + min(turns, MOST_LEAD) * LEAD * shot.speed
    for side in (-1, 1):
        x = shot.x + side * RUN_IN * -shot.south + ahead * shot.east
        y = shot.y + side * RUN_IN * shot.east + ahead * shot.south
        off = max(0.0, -x, x - width * CM, -y, y - height * CM)
        found.append((math.hypot(x - leader.x, y - leader.y) + 2 * off, int(x), int(y)))
    return min(found)[1:]


def _nearest_id(known: Known, shot: Shot, seen: Sequence[Sighting]) -> str:
    """The ship or contact that a shot is meant for."""
    found: list[Sighting | Contact] = [*seen, *known.contacts()]
    return min(found, key=lambda one: (one.x - shot.x) ** 2 + (one.y - shot.y) ** 2).id


def _reload(known: Known, leader: Ship, seen: Sequence[Sighting]) -> Aim:
    """Slowly and nearly straight, away from the enemy, until the tubes are loaded (NA-TOR-11)."""
    x, y = _nearest_foe(leader, seen) or (leader.x, leader.y)
    return Aim(RELOAD, x, y, 60 * CM, SAFE_DISTANCE, most=t.RELOAD_SETTING, most_steps=t.RELOAD_STEPS)


def _nearest_foe(leader: Ship, seen: Sequence[Sighting]) -> tuple[int, int] | None:
    return min(
        ((one.x, one.y) for one in seen),
        key=lambda place: (place[0] - leader.x) ** 2 + (place[1] - leader.y) ** 2,
        default=None,
    )


# Guns


def _threats(known: Known, leader: Ship, seen: Sequence[Sighting]) -> tuple[Threat, ...]:
    """The enemies whose fire is feared most."""
    kind = KINDS[leader.type]
    modifier = (t.GUN_CLASS[kind.class_].value if kind.class_ < 3 else 0) - (kind.class_ == 1)
    a_box = worth(known.scenario_key, known.enemy, leader.type) / kind.hull
    near = sorted(seen, key=lambda one: (one.x - leader.x) ** 2 + (one.y - leader.y) ** 2)[:MOST_THREATS]
    found: list[Threat] = []
    for one in near:
        moves = moves_before_fire(known, one)
        costs = threat_push(one.type, leader.type, modifier, a_box)
        found.append((float(one.x + one.dx * moves), float(one.y + one.dy * moves), costs))
    return tuple(found)


def _best_target(known: Known, ship: Ship, seen: Sequence[Sighting]) -> Sighting | None:
    """The enemy that is worth most for how far away it is and how much her guns can do to it."""

    def appeal(enemy: Sighting) -> float:
        value = worth_of(known, enemy) * (1.4 if enemy.quarters < 4 else 1.0) * (1.0 if is_prey(enemy) else 0.6)
        return appeal_of(ship, enemy.x, enemy.y, value * (1.0 if _can_hurt(ship, enemy) else 0.1))

    return max(seen, key=appeal, default=None)


def is_prey(target: Sighting) -> bool:
    """Whether boats can catch a ship and keep her under fire: not a sound boat that runs at speed."""
    return KINDS[target.type].class_ > 1 or target.setting <= UNSEEN_SPEED or target.quarters < 4


def _can_hurt(ship: Ship, target: Sighting) -> bool:
    """Whether a ship's guns cost a target any boxes to speak of."""
    kind = KINDS[ship.type]
    return max(threat_table(ship.type, target.type, 0)) * 12 > KINDS[target.type].hull if kind.guns else False


def _fight(
    known: Known,
    leader: Ship,
    target: Sighting,
    seen: Sequence[Sighting],
    leash: tuple[int, int, int] | None = None,
) -> Aim:
    """In a good range of guns, with as many of them bearing as can be."""
    kind, its = KINDS[leader.type], KINDS[target.type]
    moves = moves_before_fire(known, target)
    nearest, farthest = GUN_RANGE[kind.class_]
    if kind.vp >= BIG and its.torpedoes:
        nearest, farthest = BIG_KEEPS, SAFE_DISTANCE
    modifier = (t.GUN_CLASS[its.class_].value if its.class_ < 3 else 0) - (its.class_ == 1)
    ready = (1 << len(leader.guns)) - 1 if not any(leader.silent) else known.ready_mounts(leader)
    a_box = worth_of(known, target) / its.hull
    fire = fire_pull(leader.type, leader.guns, ready, target.type, modifier, a_box)
    most = t.FULL
    if leader.marker:
        most = UNSEEN_SPEED
    return Aim(
        FIGHT,
        target.x + target.dx * moves,
        target.y + target.dy * moves,
        nearest,
        farthest,
        target.id,
        most,
        fire=fire,
        threats=_threats(known, leader, seen),
        leash=leash,
    )


def _ambush(known: Known, leader: Ship, target: Sighting, seen: Sequence[Sighting]) -> Aim:
    """A hidden unit lies still while the enemy comes nearer, and else closes to where he will be."""
    x, y, dx, dy = target.x, target.y, target.dx, target.dy
    if will_pass(leader, x, y, dx, dy):
        return Aim(WAIT, x, y, 0, SAFE_DISTANCE, target.id, 0, bow_to=(x, y))
    fight = _fight(known, leader, target, seen)
    ahead = (x + dx * AMBUSH_TURNS, y + dy * AMBUSH_TURNS)
    return msgspec.structs.replace(fight, x=ahead[0], y=ahead[1], nearest=0, farthest=AMBUSH_WITHIN)


def will_pass(leader: Ship, x: int, y: int, dx: int, dy: int) -> bool:
    """Whether somebody under way comes near by himself in the next turns, if he runs straight on."""
    return (dx != 0 or dy != 0) and any(
        (x + dx * turns - leader.x) ** 2 + (y + dy * turns - leader.y) ** 2 <= AMBUSH_WITHIN**2
        for turns in range(1, AMBUSH_TURNS + 1)
    )


# Escorts


def _escort(known: Known, leader: Ship, guarded: Sequence[Ship], seen: Sequence[Sighting]) -> Aim:
    """At the nearest threat to the convoy, or on station beside it."""
    x, y = sum(ship.x for ship in guarded) // len(guarded), sum(ship.y for ship in guarded) // len(guarded)

    def apart(one: Sighting | Contact) -> float:
        return math.hypot(one.x - x, one.y - y) + 0.5 * math.hypot(one.x - leader.x, one.y - leader.y)

    near = [one for one in seen if math.hypot(one.x - x, one.y - y) <= HUNT_WITHIN]
    if near:
        return _fight(known, leader, min(near, key=apart), seen, (x, y, LEASH))
    contacts = [one for one in known.contacts() if math.hypot(one.x - x, one.y - y) <= HUNT_WITHIN]
    threat = min(contacts, key=apart, default=None)
    pace = max(KINDS[ship.type].distance[ship.setting] for ship in guarded)
    most = next((n for n in range(1, t.FULL + 1) if KINDS[leader.type].distance[n] >= pace), t.FULL)
    if threat is None:
        return Aim(ESCORT, x, y, *STATION, most=most)
    # Between the convoy and the contact
    away = max(1.0, math.hypot(threat.x - x, threat.y - y))
    part = min(1.0, STATION[1] / away)
    px, py = int(x + (threat.x - x) * part), int(y + (threat.y - y) * part)
    return Aim(ESCORT, px, py, 0, STATION[0], threat.id, most=min(t.FULL, most + 1))


# Nobody in sight


def _speed(contact: Contact) -> float:
    """How far a contact went in its last move."""
    return math.hypot(*velocity(contact))


def _search(known: Known, leader: Ship) -> Aim:
    """Towards the nearest contact, unseen if possible; a hidden unit to which it comes lies in wait for it."""
    contacts = known.contacts()
    if not contacts:
        width, height = known.scenario.table
        return Aim(SEARCH, width * CM // 2, height * CM // 2, 0, 20 * CM, most=UNSEEN_SPEED)
    near = min(contacts, key=lambda one: math.hypot(one.x - leader.x, one.y - leader.y) + 2 * _speed(one))
    apart = math.hypot(near.x - leader.x, near.y - leader.y)
    if not leader.marker:
        return Aim(SEARCH, near.x, near.y, 0, 12 * CM, near.id, t.FULL - 1)
    if will_pass(leader, near.x, near.y, *velocity(near)):
        return Aim(WAIT, near.x, near.y, 0, SAFE_DISTANCE, near.id, 0, bow_to=(near.x, near.y))
    most = CREEPING_SPEED if apart < CREEPS_WITHIN else UNSEEN_SPEED
    return Aim(SEARCH, near.x, near.y, 15 * CM, 30 * CM, near.id, most, bow_to=(near.x, near.y))

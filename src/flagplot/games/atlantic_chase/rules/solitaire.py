"""The imaginary player (sections 1.27 and 6.2 of our clauses): by dice, the rules lead a side that nobody plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from flagplot.engine import Next, Table
from flagplot.games.atlantic_chase import hexes as h
from flagplot.games.atlantic_chase import postures as p
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import ENEMY, GERMAN, hexes_in, mask
from flagplot.games.atlantic_chase.judgement.chances import Weighed, best_help
from flagplot.games.atlantic_chase.judgement.ways import apart, route
from flagplot.games.atlantic_chase.model.forces import (
    boxed,
    enemies_of,
    forces_of,
    mask_of,
    put,
    scenario_of,
    side_of,
    stealth_of,
    waters_in,
    worth,
)
from flagplot.games.atlantic_chase.rules.attacks import Order, launch_points, strike_hexes
from flagplot.games.atlantic_chase.rules.completion import landing_ports
from flagplot.games.atlantic_chase.rules.orders import orders, perform
from flagplot.games.atlantic_chase.rules.trajectories import Step, add_segment, can_set_course, forbidden, triggers
from flagplot.games.atlantic_chase.scenarios import box_of
from flagplot.games.atlantic_chase.state import Attack, State, TaskForce


class Course(NamedTuple):
    """A Trajectory action: who, and the segments that are added."""

    key: str
    steps: tuple[Step, ...]


Action = Order | Course


def imaginary_action(table: Table[State]) -> Next:
    """Damaged ships and runners go into port, then the imaginary player performs one action (AC-IP-01, AC-IP-02).

    While it keeps the Initiative it comes back here (AC-SO-04).
    """
    state = table.state
    side = state.active
    go_into_port(table, side)
    legal = orders(state, side)
    action = at_once(state, side, legal) or planned(table, side, legal)
    if isinstance(action, Course):
        return set_course(table, action)
    return perform(table, action)


def go_into_port(table: Table[State], side: str) -> None:
    """Its damaged or running Stations in a friendly port hex go into the box, unless an enemy is there (AC-IP-01)."""
    state = table.state
    waters = waters_in(state)
    enemies = mask_of(enemies_of(state, side))
    for force in forces_of(state, side):
        if force.line or force.box or force.mask & enemies or not force.mask & waters.port_mask[side]:
            continue
        if force.is_damaged or is_runner(state, force):
            box = next(box for box in waters.boxes[side] if force.station in h.BOX_HEXES[box])
            put(state, boxed(force, box))
            table.tell(say.SHIFTED_IN, force=force.key, box=box)


def set_course(table: Table[State], course: Course) -> Next:
    """Lay the segments of a Trajectory action."""
    state = table.state
    force = state.forces[course.key]
    seen = triggers(state, side_of(course.key))
    if not force.line:
        force = replace(force, station=h.NO_HEX, box="")
    for end, number in course.steps:
        force = add_segment(table, force, end, number, seen)
    state.plotted.append(course.key)
    state.bound = state.bound_by = ""
    table.tell(say.COURSE_SET, force=course.key, hex=h.HEXES[course.steps[-1][1]], segments=len(force.line))
    return "order"


# What it looks at


def is_fit(force: TaskForce, target: TaskForce) -> bool:
    """Whether a task force can take on another: no Convoy, nobody damaged, and not too weak (AC-IP-17).

    The German wants three quarters of the enemy's worth at least; half is enough for the British, who can call others.
    """
    own, enough = worth(force.ships), p.ENOUGH[side_of(force.key)]
    return not force.has_convoy and not force.is_damaged and own >= 2 and 4 * own >= enough * worth(target.ships)


def is_runner(state: State, force: TaskForce) -> bool:
    """Whether a German task force only wants to go home (AC-IP-18)."""
    if side_of(force.key) != GERMAN:
        return False
    scenario = scenario_of(state)
    homeward = {name for win in scenario.win if win.winner == GERMAN for name in win.completed}
    if force.is_damaged or any(ship.part in homeward for ship in force.ships):
        return True
    if 4 * state.turns >= 3 * scenario.limit:
        return True
    return not any(is_fit(force, enemy) for enemy in prey(state, GERMAN))


def prey(state: State, side: str) -> list[TaskForce]:
    """Whom a side hunts: the enemy at sea; the German, while there are Convoys, only those and carriers (AC-IP-06)."""
    enemies = [enemy for enemy in enemies_of(state, side) if enemy.mask]
    if side == GERMAN and any(enemy.has_convoy for enemy in enemies_of(state, side)):
        return [enemy for enemy in enemies if enemy.has_convoy or enemy.has_carrier]
    return enemies


def rank(force: TaskForce) -> int:
    """How tempting a target is, the first being the best."""
    return min(p.RANK[ship.kind.kind] for ship in force.ships)


def number_of(key: str) -> int:
    """The number of a task force."""
    return int(key[1:])


def posture(state: State, side: str) -> str:
    """On which row it rolls (AC-IP-03)."""
    if side == GERMAN:
        return p.RAIDER if any(not is_runner(state, force) for force in forces_of(state, side)) else p.RUNNER
    convoys = [force for force in forces_of(state, side) if force.has_convoy and force.mask]
    germans = [force.mask for force in forces_of(state, GERMAN) if force.mask]
    is_near = any(apart(side, force.mask, mask) <= p.ESCORTS_WITHIN for force in convoys for mask in germans)
    return p.ESCORT if is_near else p.HUNTER


def attacks(state: State, side: str, legal: Sequence[Order], kinds: Sequence[str]) -> Iterator[tuple[int, Order]]:
    """The attacks of these kinds with their chances, each in its best hex and with its best help."""
    for order in legal:
        if order[0] not in kinds:
            continue
        kind, active, target = order
        if kind in (say.ENGAGE, say.SEARCH) and not is_fit(state.forces[active], state.forces[target]):
            continue
        yield max(one.ways for one in attacks_of(state, side, order)), order


def attacks_of(state: State, side: str, order: Order) -> Iterator[Weighed]:
    """An attack in each hex in which it can be made, with the best help."""
    kind, active, target = order
    enemy = state.forces[target]
    if kind == say.STRIKE:
        for at in strike_hexes(state, active, enemy):
            for launch in launch_points(state, active, at):
                declared = Attack(kind, active, target, at, support=active, launch=launch)
                yield best_help(state, side, declared)
        return
    if kind == say.SEARCH:
        hexes = hexes_in(state.forces[active].mask & enemy.mask)
    else:
        hexes = [enemy.station if kind == say.ENGAGE else state.stealth[active].hex]
    for at in hexes:
        yield best_help(state, side, Attack(kind, active, target, at))


def best_attack(state: State, found: Sequence[tuple[int, Order]]) -> Order:
    """The attack with the best chance, then the best target (ties)."""

    def preference(one: tuple[int, Order]) -> tuple[int, int, int, int]:
        chance, (_, active, target) = one
        active_number = number_of(active) if active in state.forces else 0
        return -chance, rank(state.forces[target]), number_of(target), active_number

    return min(found, key=preference)[1]


# What it does at once (AC-IP-02)


def at_once(state: State, side: str, legal: Sequence[Order]) -> Action | None:
    """Who can come home or land does; else the best attack with more than an even chance is made."""
    for order in legal:
        if order[0] == say.COMPLETE and wants_to_complete(state, state.forces[order[1]], order[2]):
            return order
    good = [one for one in attacks(state, side, legal, (say.ENGAGE, say.STRIKE, say.ATTACK)) if one[0] > p.HALF]
    return best_attack(state, good) if good else None


def wants_to_complete(state: State, force: TaskForce, port: str) -> bool:
    """Whether it is time to come home at a port, or to land there."""
    if force.is_laden:
        return port in landing_ports(state, force)
    if force.has_convoy:
        return bool(force.destination) and box_of(force.destination) == box_of(port)
    if not is_runner(state, force):
        return False
    return force.is_damaged or any(ship.origin != box_of(port) for ship in force.ships)


# Plans (AC-IP-03 to 10)


def planned(table: Table[State], side: str, legal: Sequence[Order]) -> Action:
    """A die chooses a plan; one that yields nothing gives way to the others (AC-IP-03, AC-IP-04)."""
    state = table.state
    stance = posture(state, side)
    plan = table.consult(p.POSTURES[stance], say.POSTURE_ROLL, (), posture=stance)
    fallbacks = (p.CONVOYS, p.HOME) if stance == p.RUNNER else (p.HUNT, p.CONVOYS, p.HOME)
    for name in dict.fromkeys((plan, *fallbacks)):
        action = PLANS[name](state, side, legal)
        if action is not None and is_legal(action, legal):
            return action
    if (say.REORGANIZE,) in legal and any(key.startswith(side[0].upper()) for key in state.groups):
        return (say.REORGANIZE,)
    return pass_with(state, side, legal)


def is_legal(action: Action, legal: Sequence[Order]) -> bool:
    """Whether an action can be performed now."""
    return ((say.TRAJECTORY, action.key) if isinstance(action, Course) else action) in legal


def air(state: State, side: str, legal: Sequence[Order]) -> Action | None:
    """The best Air Strike of at least one in three, else a boat in its box goes to look (AC-IP-05)."""
    strikes = [one for one in attacks(state, side, legal, (say.STRIKE,)) if one[0] >= p.THIRD]
    if strikes:
        return best_attack(state, strikes)
    waiting = [boat for boat in stealth_of(state, side) if boat.hex == h.NO_HEX]
    if waiting and recon_hex(state, side) != h.NO_HEX:
        return say.RECON, waiting[0].key
    return None


def recon_hex(state: State, side: str) -> int:
    """The hex of an enemy Trajectory without Intel nearest to an own warship; the German looks for Convoys only."""
    own = [force.mask for force in forces_of(state, side) if force.mask and worth(force.ships)]
    found = []
    for enemy in enemies_of(state, side):
        if not enemy.line or enemy.intel or (side == GERMAN and not enemy.has_convoy):
            continue
        for number in enemy.line:
            if number in waters_in(state).recon[side]:
                found.append((min((apart(side, mask, h.BIT[number]) for mask in own), default=0), number))
    return min(found)[1] if found else h.NO_HEX


def hunt(state: State, side: str, legal: Sequence[Order]) -> Action | None:
    """The nearest pair of a fit task force and an enemy: read its signals, search, engage, or go there.

    AC-IP-06, AC-SO-07.
    """
    hunters = [force for force in forces_of(state, side) if not is_runner(state, force)]
    for hunter, target in hunting_pairs(state, side, hunters):
        if hunter.mask & target.mask:
            markers = sorted(hexes_in(target.intel), key=lambda number: (not hunter.mask & h.BIT[number], number))
            if markers:
                return say.SIGNALS, target.key, markers[0]
            order = (say.SEARCH if target.line else say.ENGAGE), hunter.key, target.key
            if order in legal:
                return order
            continue
        if course := course_to(state, hunter, target.mask, p.MOST_NEW_SEGMENTS):
            return course
    return None


def hunting_pairs(state: State, side: str, hunters: Sequence[TaskForce]) -> list[tuple[TaskForce, TaskForce]]:
    """Whom each of these can hunt, the nearest first (AC-IP-06)."""
    pairs = [(hunter, target) for target in prey(state, side) for hunter in hunters if is_fit(hunter, target)]

    def preference(pair: tuple[TaskForce, TaskForce]) -> tuple[int, ...]:
        hunter, target = pair
        away = apart(side, hunter.mask or mask_of_box(hunter), target.mask)
        return away, len(target.line), rank(target), -hunter.speed, number_of(target.key), number_of(hunter.key)

    return sorted(pairs, key=preference)


def mask_of_box(force: TaskForce) -> int:
    """The hexes to which a task force in port can go out."""
    found = 0
    for number in h.BOX_HEXES[force.box] if force.box else ():
        found |= h.BIT[number]
    return found


def course_to(state: State, force: TaskForce, goals: int, most: int) -> Course | None:
    """A Trajectory action towards hexes by the route (AC-IP-19), at most so many segments; None if there is no way."""
    side = side_of(force.key)
    if force.key in state.plotted or not can_set_course(state, force):
        return None
    seen, barred = triggers(state, side), forbidden(state, force)
    room = min(most, t.LONGEST - len(force.line))
    if not force.line:
        starts = list(h.BOX_HEXES[force.box]) if force.box else [force.station]
        starts = [number for number in starts if not barred & h.BIT[number]]
        way = route(side, starts, goals, barred, seen)
        start = next((one for one in starts if not way or way[0] in h.NEIGHBOURS[side][one]), starts[0])
        return Course(force.key, tuple((say.LAST_END, number) for number in (start, *way[: max(0, room - 1)])))
    ends = {force.line[0]: say.FIRST_END, force.line[-1]: say.LAST_END}
    way = route(side, list(ends), goals, barred | force.mask, seen)
    if not way:
        return None
    end = next(end for number, end in ends.items() if way[0] in h.NEIGHBOURS[side][number])
    if len(force.line) == 1:
        end = say.LAST_END
    return Course(force.key, tuple((end, number) for number in way[:room]))


def bring_convoys(state: State, side: str, legal: Sequence[Order]) -> Action | None:
    """A Convoy whose line does not reach its port is extended there; else the shortest passes (AC-IP-07)."""
    convoys = [force for force in forces_of(state, side) if force.has_convoy and force.destination and not force.box]
    for force in sorted(convoys, key=lambda one: number_of(one.key)):
        goals = h.PORT_MASK[force.destination]
        if not force.mask & goals and (course := course_to(state, force, goals, t.LONGEST)):
            return course
    lines = [force for force in convoys if force.line]
    return (say.PASS, min(lines, key=lambda one: (len(one.line), number_of(one.key))).key) if lines else None


def go_home(state: State, side: str, legal: Sequence[Order]) -> Action | None:
    """A runner or a laden task force goes on to its nearest port, or passes if its line holds one (AC-IP-08)."""
    for force in sorted(forces_of(state, side), key=lambda one: number_of(one.key)):
        if not (force.is_laden or is_runner(state, force)) or (force.box and not force.is_laden):
            continue
        goals = ports_wanted(state, force)
        if force.mask & goals:
            if force.line:
                return say.PASS, force.key
            continue
        if course := course_to(state, force, goals, t.LONGEST):
            return course
    return None


def ports_wanted(state: State, force: TaskForce) -> int:
    """The hexes of the ports at which a task force may complete, or where its troops may land."""
    side, scenario = side_of(force.key), scenario_of(state)
    if force.is_laden:
        ports = [port for port in scenario.landing_ports if port not in state.landed]
    else:
        ports = list(waters_in(state).ports[side])
        for ship in force.ships:
            if allowed := scenario.completion_ports.get(ship.part):
                ports = [port for port in ports if port in allowed]
        if not force.is_damaged:
            ports = [port for port in ports if any(ship.origin != box_of(port) for ship in force.ships)]
    found = 0
    for port in ports:
        found |= h.PORT_MASK[port]
    return found


def slip_out(state: State, side: str, legal: Sequence[Order]) -> Action | None:
    """Laden task forces go on; else a raider makes for a Convoy outside enemy air range (AC-IP-09)."""
    if any(force.is_laden for force in forces_of(state, side)):
        return go_home(state, side, legal)
    covered = air_covered(state, ENEMY[side])
    for force in sorted(forces_of(state, side), key=lambda one: number_of(one.key)):
        if is_runner(state, force):
            continue
        goals = 0
        for enemy in enemies_of(state, side):
            if enemy.has_convoy and is_fit(force, enemy):
                goals |= enemy.mask & ~covered
        if goals and not goals & force.mask and (course := course_to(state, force, goals, p.MOST_SLIP_SEGMENTS)):
            return course
    return None


def air_covered(state: State, side: str) -> int:
    """The hexes that the air bases of a side reach."""
    found = 0
    waters = waters_in(state)
    for base in waters.bases_of[side]:
        found |= h.NEAR[h.AIR_RANGE][waters.bases[base][1]]
    return found


def pass_with(state: State, side: str, legal: Sequence[Order]) -> Order:
    """Pass with the longest Convoy, else a runner, else the shortest; All Pass with three or more (AC-IP-10)."""
    lines = [force for force in forces_of(state, side) if force.line]
    if (say.ALL_PASS,) in legal and len(lines) >= 3:
        return (say.ALL_PASS,)
    passes = [order for order in legal if order[0] == say.PASS]
    if not passes:
        return legal[0]  # a leader who was used leaves nothing else
    if not lines:
        return passes[0]
    convoys = [force for force in lines if force.has_convoy]
    runners = [force for force in lines if is_runner(state, force)]
    if convoys:
        chosen = max(convoys, key=lambda one: len(one.line))
    else:
        chosen = min(runners or lines, key=lambda one: len(one.line))
    return (say.PASS, chosen.key) if (say.PASS, chosen.key) in passes else passes[0]


PLANS = {p.AIR: air, p.HUNT: hunt, p.CONVOYS: bring_convoys, p.HOME: go_home, p.SLIP_OUT: slip_out}


def aim_of(state: State, force: TaskForce) -> int:
    """Where a task force wants to be: its port, or where it meets what it hunts (AC-IP-13)."""
    if force.destination:
        return h.PORT_MASK[force.destination]
    if force.is_laden or is_runner(state, force):
        return ports_wanted(state, force)
    side = side_of(force.key)
    pairs = hunting_pairs(state, side, (force,))
    if not pairs:
        return force.mask
    target = pairs[0][1]
    return force.mask & target.mask or target.mask


def from_aim(side: str, aim: int, hexes: Sequence[int]) -> int:
    """How far hexes are from where a task force of a side wants to be; 0 where none are left."""
    return apart(side, mask(hexes), aim) if hexes and aim else 0

"""Which action a captain performs: every action that he thinks of gets a value in points, and the best is taken."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from typing import NamedTuple

from flagplot.engine import Option
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.captain.worth import battle_value, hit_value
from flagplot.games.atlantic_chase.hexes import BIT, BOX_HEXES, BRITISH, ENEMY, GERMAN, NO_HEX, PORT_MASK
from flagplot.games.atlantic_chase.judgement.chances import ALL_WAYS, HITS, Weighed, cells
from flagplot.games.atlantic_chase.judgement.ways import apart
from flagplot.games.atlantic_chase.model.forces import (
    enemies_of,
    forces_of,
    scenario_of,
    side_of,
    weather_at,
)
from flagplot.games.atlantic_chase.model.scoring import points, success_of
from flagplot.games.atlantic_chase.rules.attacks import Order
from flagplot.games.atlantic_chase.rules.completion import landing_ports
from flagplot.games.atlantic_chase.rules.solitaire import attacks_of
from flagplot.games.atlantic_chase.rules.trajectories import triggers
from flagplot.games.atlantic_chase.scenarios import SCENARIOS, box_of, waters
from flagplot.games.atlantic_chase.state import Fate, Ship, State, TaskForce

FOUND_IS_FOUGHT = 0.55  # how often a target that was found is brought to battle before it gets away
PROGRESS = {t.SIGHTED: FOUND_IS_FOUGHT, t.SKIRMISH: FOUND_IS_FOUGHT, t.CONTACT_MADE: 0.1}  # towards a battle
CUT_SHORT = {t.SHADOW: 0.3, t.EARLY_OR_LATE: 0.15}  # the same for a line that is cut
LONG_LINE = 4  # segments; shorter ones are hardly cut
MOST_HITS: dict[Option, int] = {say.STRIKE: t.HITS_OF_DAMAGE, say.ATTACK: 2 * t.HITS_OF_DAMAGE}  # by one throw
COST_OF_TEST = 0.12  # points that a test of the Initiative costs, for each point of the tally and one more
NERVE_OF_LOSER = 0.6  # points of a battle's cost that who is behind overlooks
LATE = 0.6  # of the limit: from then on raiders go home
LONG_WAY = 0.12  # points that each segment to a target takes off what it is worth


class Outlook(NamedTuple):
    """What a side reckons with, whatever it thinks of doing: how much it dares, and the enemy's task forces."""

    daring: float
    enemies: tuple[TaskForce, ...]


def outlook_of(state: State, side: str) -> Outlook:
    """The outlook of a side."""
    return Outlook(nerve(state, side), tuple(enemies_of(state, side)))


class Plan(NamedTuple):
    """An action with its value and the reason for it."""

    value: float
    order: Order
    reason: str
    figures: dict[str, object]


def plans(state: State, side: str, options: Sequence[Order]) -> list[Plan]:
    """All actions with what they are worth, the best first."""
    outlook = outlook_of(state, side)
    found = [PLANS.get(order[0], other_plan)(state, side, order, outlook) for order in options]
    return sorted(found, key=operator.itemgetter(0), reverse=True)


def best_plan(state: State, side: str, options: Sequence[Order]) -> Plan:
    """The first of `plans` alone: attacks are weighed last, and only while they may be worth more than all before."""
    outlook = outlook_of(state, side)
    best, place, attacks = None, 0, []  # places count backwards, so that the first of equals has the highest
    for number, order in enumerate(options):
        plan_of = PLANS.get(order[0], other_plan)
        if plan_of is attack_plan:
            attacks.append((most_of_attack(state, order, outlook.daring), -number))
        else:
            plan = plan_of(state, side, order, outlook)
            if best is None or plan.value > best.value:
                best, place = plan, -number
    for most, number in sorted(attacks, reverse=True):
        if best and most < best.value:
            break
        plan = attack_plan(state, side, options[-number], outlook)
        if best is None or (plan.value, number) > (best.value, place):
            best, place = plan, number
    assert best is not None, "there is always something to do"
    return best


# Attacks


def rounds_in(state: State, number: int) -> int:
    """How many rounds a battle there would have, as far as a captain reckons."""
    return t.ROUNDS[weather_at(state, number)]


def fight(state: State, force: TaskForce, target: TaskForce, number: int, daring: float) -> float:
    """What it is worth to bring a target to battle; who is behind must dare more."""
    return battle_value(state.scenario, force.ships, target.ships, rounds_in(state, number)) + daring


def dreads(state: State, force: TaskForce, target: TaskForce, daring: float) -> bool:
    """Whether a battle with a target is worth nothing in any weather."""
    return all(
        battle_value(state.scenario, force.ships, target.ships, rounds) + daring <= 0 for rounds in t.ROUNDS.values()
    )


def nerve(state: State, side: str) -> float:
    """How much a side dares: more where it is behind, if the scenario counts points."""
    if scenario_of(state).win:
        return 0.0
    score = points(state)
    return NERVE_OF_LOSER if score[side] < score[ENEMY[side]] else 0.0


def best_attack(state: State, side: str, order: Order) -> Weighed:
    """An attack in the best hex and with the best help."""
    return max(attacks_of(state, side, order), key=operator.attrgetter("ways"))


def attack_plan(state: State, side: str, order: Order, outlook: Outlook) -> Plan:
    """An attack is worth what it finds or hits, less what a lost Initiative costs."""
    kind, active, target_key = order
    target, daring = state.forces[target_key], outlook.daring
    cost = COST_OF_TEST * (state.tally + 1)
    figures: dict[str, object] = {"force": active, "target": target_key}
    if kind == say.SEARCH and dreads(state, state.forces[active], target, daring):
        return Plan(-cost, order, "A battle with {target} would cost more than it brings.", figures)
    best = best_attack(state, side, order)
    chance = best.ways / ALL_WAYS
    figures["chance"] = round(100 * chance)
    if kind in (say.STRIKE, say.ATTACK):
        value = hits_expected(state.scenario, best, target)
        figures["points"] = round(value, 1)
        return Plan(value - cost, order, "{chance} % for a hit on {target}, worth {points} points.", figures)
    prize = fight(state, state.forces[active], target, best.attack.hex, daring)
    figures["points"] = round(prize, 1)
    if kind == say.ENGAGE:
        return Plan(
            chance * prize - cost, order, "{chance} % for a battle with {target}, worth {points} points.", figures
        )
    value = max(0.0, prize) * progress(best.total, best.plus, len(target.line) > LONG_LINE) - cost
    return Plan(value, order, "{chance} % to sight {target}; a battle would be worth {points} points.", figures)


def most_of_attack(state: State, order: Order, daring: float) -> float:
    """The most that an attack can be worth, wherever it is made and whoever helps: that it succeeds for certain."""
    kind, active, target_key = order
    ships, cost = state.forces[target_key].ships, COST_OF_TEST * (state.tally + 1)
    if kind in MOST_HITS:
        return MOST_HITS[kind] * best_hit(state.scenario, ships, t.FAST) - cost
    prize = max(0.0, battle_value(state.scenario, state.forces[active].ships, ships, t.ROUNDS[t.GOOD])) + daring
    return prize * (FOUND_IS_FOUGHT if kind == say.SEARCH else 1.0) - cost


@functools.cache
def progress(total_of_lines: int, plus: int, is_long: bool) -> float:
    """How much nearer to a battle a search brings on average: found, or at least cut shorter where the line is long."""
    total = 0.0
    for cell, ways in cells(say.SEARCH, total_of_lines, plus):
        total += ways * max((PROGRESS[result] for result in cell if result in PROGRESS), default=0.0)
        if is_long and t.SIGHTED not in cell:
            total += ways * max((CUT_SHORT[result] for result in cell if result in CUT_SHORT), default=0.0)
    return total / ALL_WAYS


def hits_expected(scenario: str, weighed: Weighed, target: TaskForce) -> float:
    """What the Hits of an Air Strike or a Stealth Attack are worth on average."""
    total = 0.0
    for cell, ways in cells(weighed.attack.kind, weighed.total, weighed.plus):
        for result in cell:
            if result not in HITS or target.speed > HITS[result]:
                continue
            best = best_hit(scenario, target.ships, HITS[result])
            total += ways * best * (t.HITS_OF_DAMAGE if result == t.DAMAGE else 1)
    return total / ALL_WAYS


@functools.lru_cache(maxsize=4096)
def best_hit(scenario: str, ships: tuple[Ship, ...], fastest: int) -> float:
    """What a Hit is worth on the best of these ships up to a speed."""
    return max((hit_value(scenario, ship) for ship in ships if ship.face.pace <= fastest), default=0.0)


# Coming home


def completion_plan(state: State, side: str, order: Order, outlook: Outlook) -> Plan:
    """To come home is worth its points, and what is still to be done at sea is given up."""
    force, port = state.forces[order[1]], order[2]
    figures: dict[str, object] = {"force": force.key, "port": port}
    if force.is_laden:
        is_landing = port in landing_ports(state, force)
        return Plan(9.0 if is_landing else -5.0, order, "{force} can land its troops at {port}.", figures)
    is_destination = not force.destination or box_of(force.destination) == box_of(port)
    gain = sum(success_of(state.scenario, Fate(ship, "completed", port, is_destination)) for ship in force.ships)
    if force.has_convoy:
        return Plan(6.0 + gain if is_destination else -5.0, order, "{force} is home at {port}.", figures)
    wins = [win for win in scenario_of(state).win if win.winner == side]
    if any(ship.part in win.completed for win in wins for ship in force.ships):
        return Plan(20.0, order, "{force} at {port} wins the game.", figures)
    if side == BRITISH:
        return Plan(-2.0, order, "{force} is still needed at sea.", figures)
    if force.is_damaged or wants_home(state, force, outlook):
        return Plan(2.0 + gain, order, "{force} has done enough and is safe at {port}.", figures)
    return Plan(-1.0 + gain / 2, order, "{force} can still do something at sea.", figures)


def wants_home(state: State, force: TaskForce, outlook: Outlook) -> bool:
    """Whether a German task force should go home: hurt, late, or with nothing left that it can fight."""
    if side_of(force.key) != GERMAN:
        return False
    if force.is_damaged or state.turns >= LATE * scenario_of(state).limit:
        return True
    if _wins_at_home(state.scenario, force.ships):
        return True
    scenario, rounds = state.scenario, rounds_in(state, NO_HEX)
    for enemy in outlook.enemies:
        if battle_value(scenario, force.ships, enemy.ships, rounds) + outlook.daring > 0.5:
            return False
    return True


@functools.lru_cache(maxsize=4096)
def _wins_at_home(scenario: str, ships: tuple[Ship, ...]) -> bool:
    """Whether the Germans win when one of these ships comes home."""
    homeward = {name for win in SCENARIOS[scenario].win if win.winner == GERMAN for name in win.completed}
    return any(ship.part in homeward for ship in ships)


# Courses


def goal_of(state: State, force: TaskForce, outlook: Outlook) -> tuple[int, str, float]:
    """Where a task force should go: the hexes, whom it is after, and what that is worth."""
    if force.is_laden:
        return landing_goal(state)
    if force.has_convoy:
        return (PORT_MASK[force.destination], "", 0.5) if force.destination else (0, "", 0.0)
    if wants_home(state, force, outlook):
        return home_goal(state, force), "", 0.6
    return hunting_goal(state.scenario, rounds_in(state, NO_HEX), force, outlook.enemies, outlook.daring)


@functools.lru_cache(maxsize=1024)
def hunting_goal(
    scenario: str, rounds: int, force: TaskForce, enemies: tuple[TaskForce, ...], daring: float
) -> tuple[int, str, float]:
    """The same for a hunter: the enemy who is worth most for the way."""
    side, best = side_of(force.key), (0, "", 0.0)
    for enemy in enemies:
        if not enemy.mask:
            continue
        prize = battle_value(scenario, force.ships, enemy.ships, rounds) + daring
        away = apart(side, force.mask or _out_of(force), enemy.mask)
        value = prize * 0.4 - LONG_WAY * (away + len(enemy.line) / 3 + len(force.line))
        if prize > 0 and value > best[2]:
            best = (enemy.mask, enemy.key, value)
    return best


def _out_of(force: TaskForce) -> int:
    found = 0
    for number in BOX_HEXES[force.box] if force.box else ():
        found |= BIT[number]
    return found


def landing_goal(state: State) -> tuple[int, str, float]:
    """The ports where troops can still land."""
    ports = [port for port in scenario_of(state).landing_ports if port not in state.landed]
    return mask_of_ports(ports), "", 3.0


def home_goal(state: State, force: TaskForce) -> int:
    """The ports where a German task force scores most, or any if it is hurt."""
    return _home_goal(state.scenario, force.ships)


@functools.lru_cache(maxsize=4096)
def _home_goal(scenario: str, ships: tuple[Ship, ...]) -> int:
    ports = list(waters(scenario).ports[GERMAN])
    for ship in ships:
        if allowed := SCENARIOS[scenario].completion_ports.get(ship.part):
            ports = [port for port in ports if port in allowed]
    gains = {port: sum(success_of(scenario, Fate(ship, "completed", port)) for ship in ships) for port in ports}
    best = max(gains.values(), default=0)
    is_hurt = any(ship.is_damaged for ship in ships)
    return mask_of_ports([port for port, gain in gains.items() if is_hurt or gain >= best])


def mask_of_ports(ports: Sequence[str]) -> int:
    """The hexes of these ports."""
    found = 0
    for port in ports:
        found |= PORT_MASK[port]
    return found


def course_plan(state: State, side: str, order: Order, outlook: Outlook) -> Plan:
    """A course costs nothing, so it comes before what tests the Initiative, if it leads to something."""
    force = state.forces[order[1]]
    goals, target, value = goal_of(state, force, outlook)
    figures: dict[str, object] = {"force": force.key, "target": target}
    if not goals or goals & force.mask or len(force.line) > t.LONGEST - 2:
        return Plan(-0.5, order, "{force} is on its way already.", figures)
    if force.has_convoy and not force.line and not force.box and triggers(state, side) & force.mask:
        value = 0.05
    if target:
        return Plan(min(2.5, 0.3 + value), order, "{force} can look for {target} at no cost.", figures)
    return Plan(min(3.0, 0.3 + value), order, "{force} goes on towards its port.", figures)


# The rest


def signals_plan(state: State, side: str, order: Order, outlook: Outlook) -> Plan:
    """A target that is fixed can be engaged by who is there, or be struck from the air."""
    target, number = state.forces[order[1]], order[2]
    there = [force for force in forces_of(state, side) if force.mask & BIT[number] and not force.has_convoy]
    prize = max((fight(state, force, target, number, outlook.daring) for force in there), default=0.0)
    cost = COST_OF_TEST * (state.tally + 1)
    value = max(0.0, prize) * FOUND_IS_FOUGHT - cost
    figures: dict[str, object] = {"target": order[1], "points": round(prize, 1)}
    return Plan(value, order, "Signals fix {target}; a battle would be worth {points} points.", figures)


def recon_plan(state: State, side: str, order: Order, outlook: Outlook) -> Plan:
    """A boat that waits may as well look."""
    is_waiting = state.stealth[order[1]].hex == NO_HEX
    value = 0.1 - COST_OF_TEST * (state.tally + 1) / 2 if is_waiting else -1.0
    return Plan(value, order, "{force} can find out where they are.", {"force": order[1]})


def reorganize_plan(state: State, side: str, order: Order, outlook: Outlook) -> Plan:
    """A group that waits is called if its ships are worth the Initiative that may be lost."""
    prefix = "G" if side == GERMAN else "B"
    has_group = any(key.startswith(prefix) for key in state.groups)
    return Plan(0.08 if has_group else -1.0, order, "A group in port can be called out.", {})


def shift_plan(state: State, side: str, order: Order, outlook: Outlook) -> Plan:
    """Ships that are hurt are safer in the box."""
    force = state.forces[order[1]]
    is_worth_it = not force.box and (force.is_damaged or wants_home(state, force, outlook))
    return Plan(4.0 if is_worth_it else -1.0, order, "{force} is safer in port.", {"force": force.key})


def pass_plan(state: State, side: str, order: Order, outlook: Outlook) -> Plan:
    """To pass gives the Initiative away, and time goes by for one Trajectory."""
    if not order[1]:
        return Plan(0.0, order, "Nothing else is worth the risk.", {})
    force = state.forces[order[1]]
    goals, target, _ = goal_of(state, force, outlook)
    figures: dict[str, object] = {"force": force.key}
    if force.has_convoy or wants_home(state, force, outlook):
        if goals & force.mask:
            return Plan(
                0.3 - 0.01 * len(force.line), order, "{force} comes nearer to its port as time goes by.", figures
            )
        return Plan(0.01, order, "Time goes by for {force}.", figures)
    is_hunting = bool(target) and bool(goals & force.mask)
    return Plan(
        0.05 + 0.005 * len(force.line) if is_hunting else 0.02, order, "{force} closes up as time goes by.", figures
    )


def all_pass_plan(state: State, side: str, order: Order, outlook: Outlook) -> Plan:
    """The same for everybody."""
    return Plan(0.06, order, "Time goes by for everybody.", {})


def refuel_plan(state: State, side: str, order: Order, outlook: Outlook) -> Plan:
    """A supply ship that is met costs nothing."""
    return Plan(5.0, order, "{force} meets her supply ship at no cost.", {"force": order[1]})


def other_plan(state: State, side: str, order: Order, outlook: Outlook) -> Plan:
    """What he does not think of."""
    return Plan(-1.0, order, "It would change little.", {})


PLANS: dict[Option, Callable[[State, str, Order, Outlook], Plan]] = {
    say.SEARCH: attack_plan,
    say.ENGAGE: attack_plan,
    say.STRIKE: attack_plan,
    say.ATTACK: attack_plan,
    say.COMPLETE: completion_plan,
    say.TRAJECTORY: course_plan,
    say.SIGNALS: signals_plan,
    say.PASS: pass_plan,
    say.ALL_PASS: all_pass_plan,
    say.RECON: recon_plan,
    say.REORGANIZE: reorganize_plan,
    say.REFUEL: refuel_plan,
    say.SHIFT: shift_plan,
}

"""The four attacks: Air Strike, Engage, Naval Search (sections 1.16, 1.18, 1.19) and Stealth Attack (1.23).

They have one sequence: declare, designate, Interruption, Evasive Maneuvers, dice, result, Time Lapse, Initiative.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from flagplot.engine import About, Next, Option, Roll, Table, call, go_to
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import AIR_DISTANCE, AIR_REACH, BIT, ENEMY, HEXES, NO_HEX, hexes_in
from flagplot.games.atlantic_chase.model.forces import (
    enemy_participants,
    intel_on,
    is_at_sea,
    mask_of,
    own_participants,
    scenario_of,
    waters_in,
    weather_at,
)
from flagplot.games.atlantic_chase.rules import leaders, results
from flagplot.games.atlantic_chase.rules.initiative import initiative_changes, seize, spend_evasive, vie
from flagplot.games.atlantic_chase.rules.interruption import is_interrupted
from flagplot.games.atlantic_chase.rules.modifiers import can_launch, designate, keep, modifiers_of, the_attack
from flagplot.games.atlantic_chase.rules.seats import choose
from flagplot.games.atlantic_chase.rules.time_lapse import time_lapse
from flagplot.games.atlantic_chase.rules.trajectories import trajectory_total
from flagplot.games.atlantic_chase.rules.victory import end_if_over
from flagplot.games.atlantic_chase.state import Attack, State, TaskForce


class AttackKind(NamedTuple):
    """What differs between the four attacks."""

    table: t.ActionTable
    roll: Roll
    test: str


Order = tuple[Option, ...]
SEIZE, VIE, CHANGE = "seize", "vie", "change"  # how the Initiative is tested when the action is over (AC-AC-03)
KINDS = {
    say.STRIKE: AttackKind(t.AIR_STRIKE, say.STRIKE_ROLL, VIE),
    say.ENGAGE: AttackKind(t.ENGAGE, say.ENGAGE_ROLL, VIE),
    say.SEARCH: AttackKind(t.NAVAL_SEARCH, say.SEARCH_ROLL, SEIZE),
    say.ATTACK: AttackKind(t.STEALTH_ATTACK, say.ATTACK_ROLL, VIE),
}


# Who can attack whom


def attack_orders(state: State, side: str, own: Sequence[TaskForce], enemies: Sequence[TaskForce]) -> list[Order]:
    """All attacks that a side can declare; an air base is nobody's target (AC-AB-02)."""
    targets = mask_of(enemies)
    if not targets:
        return []
    hunters = [force for force in own if force.can_hunt]
    if state.options.damaged_stay_back:
        hunters = [force for force in hunters if can_attack(state, force)]
    found = air_strikes(state, side, hunters, enemies, targets) if state.weather != t.BAD else []
    for force in hunters:
        here = force.mask
        if here & targets:
            for enemy in enemies:
                if here & enemy.mask:  # AC-EN-01, AC-NS-01
                    found.append((say.SEARCH if enemy.line else say.ENGAGE, force.key, enemy.key))
    for boat in state.stealth.values():
        if boat.side == side and boat.hex != NO_HEX and targets & BIT[boat.hex]:
            found += [(say.ATTACK, boat.key, enemy.key) for enemy in enemies if can_be_torpedoed(enemy, boat.hex)]
    return found


def can_attack(state: State, force: TaskForce) -> bool:
    """Whether a task force can be the Active TF; with the option not with a damaged ship (AC-OP-01)."""
    return force.can_hunt and not (state.options.damaged_stay_back and force.is_damaged)


def can_be_torpedoed(enemy: TaskForce, number: int) -> bool:
    """Whether a stealth force can attack: a Station, or a segment with Contact or Intel (AC-SE-04, AC-CT-04)."""
    bit = BIT[number]
    return bool(enemy.mask & bit) and (not enemy.line or bool((enemy.contact | enemy.intel) & bit))


def air_strikes(
    state: State, side: str, hunters: Sequence[TaskForce], enemies: Sequence[TaskForce], targets: int
) -> list[Order]:
    """Who can strike whom from the air in Good Weather, off the Arctic Line (AC-AS-01 to 03).

    `targets` are the hexes in which the enemies are.
    """
    sources = () if scenario_of(state).no_base_strikes else waters_in(state).reach_of[side]
    carriers = [(force.key, force.air_reach) for force in hunters if force.has_carrier and can_launch(state, force)]
    there = [(enemy.key, enemy.mask) for enemy in enemies]
    found: list[Order] = []
    for source, reach in (*sources, *carriers):
        if targets & reach:
            for enemy, hexes in there:
                if hexes & reach:
                    found.append((say.STRIKE, source, enemy))
    return found


# The sequence of an attack


def attack(table: Table[State], kind: str, active: str, target: str) -> Next:
    """An attack from its declaration to its result."""
    declare(table, kind, active, target)
    designate(table)
    if kind != say.ATTACK:
        leaders.gensoul(table, the_attack(table.state))
    if is_interrupted(table):
        table.state.attack = None
        end_if_over(table)
        return "order"
    evade(table)
    is_known = intel_on(table.state, own_participants(the_attack(table.state))) > 0  # AC-AMB-33
    cell = throw(table)
    battle = results.apply(table, the_attack(table.state), cell)
    if battle:
        return call("battle", battle).then("after_attack", VIE)  # after a search too (AC-NS-04)
    test = KINDS[kind].test
    if t.MISS in cell and is_known:
        table.tell(say.MISS_COSTS)
        test = CHANGE  # after Time Lapse, instead of Vie or Seize (AC-AMB-06)
    return go_to("after_attack", test)


def declare(table: Table[State], kind: str, active: str, target: str) -> None:
    """The Active player names target hex and Launch Point."""
    state = table.state
    table.tell(say.ORDER_GIVEN[kind], active=active, target=target)
    enemy = state.forces[target]
    if kind == say.STRIKE:
        hexes = strike_hexes(state, active, enemy)
        at = choose(table, state.active, say.STRIKE_AT, hexes, active=active, target=target)
        points = launch_points(state, active, at)
        launch = choose(table, state.active, say.LAUNCH_FROM, points, active=active, hex=HEXES[at])
        state.attack = Attack("strike", active, target, at, support=active, launch=launch)
    elif kind == say.SEARCH:
        hexes = hexes_in(state.forces[active].mask & enemy.mask)
        at = choose(table, state.active, say.SEARCH_AT, hexes, active=active, target=target)
        state.attack = Attack("search", active, target, at)
    elif kind == say.ENGAGE:
        state.attack = Attack("engage", active, target, enemy.station)
    else:
        state.attack = Attack("attack", active, target, state.stealth[active].hex)


def strike_hexes(state: State, source: str, enemy: TaskForce) -> list[int]:
    """The hexes of the target that the source can reach."""
    force = state.forces.get(source)
    reach = force.air_reach if force else AIR_REACH[waters_in(state).bases[source][1]]
    return hexes_in(enemy.mask & reach)


def launch_points(state: State, source: str, number: int) -> list[int]:
    """From where the source can fly to a hex."""
    if source not in state.forces:
        return [waters_in(state).bases[source][1]]
    return hexes_in(state.forces[source].mask & AIR_REACH[number])


def evade(table: Table[State]) -> None:
    """The target may spend its Evasive Maneuvers against the roll (AC-CM-04)."""
    state = table.state
    declared = the_attack(state)
    if not state.forces[declared.target].is_evasive:
        return
    modifier = t.EVASIVE[weather_at(state, declared.hex)]
    side, answers = ENEMY[state.active], say.SPEND_EM.answers
    if choose(table, side, say.SPEND_EM, answers, target=declared.target, modifier=modifier) == say.YES:
        spend_evasive(table, declared.target)
        keep(state, replace(declared, is_evaded=True))


def throw(table: Table[State]) -> t.Cell:
    """Trajectory Total, leaders, two dice and their modifiers, read on the table of the action (AC-TT-01)."""
    state = table.state
    declared = the_attack(state)
    kind = KINDS[declared.kind]
    total = leaders.shift_total(table, declared, trajectory_total(state, declared))
    plus = leaders.somerville(table, own_participants(declared))
    modifiers = [*modifiers_of(state, declared), *plus]
    leader = leaders.six_with(state, (declared.active,))
    chart = kind.table.by_total[total]
    return leaders.read(table, state.active, chart, kind.roll, modifiers, leader, total=total)


def after_attack(table: Table[State], test: str) -> Next:
    """Everybody designated lapses but the target, then the Initiative is tested (AC-AS-06, AC-EN-03, AC-NS-03)."""
    state = table.state
    declared = the_attack(state)
    end_if_over(table)
    if declared.kind == say.ATTACK and declared.active in state.stealth:
        del state.stealth[declared.active]
        table.tell(say.STEALTH_SPENT, force=declared.active)
    # Helpers of both sides lapse (AC-CM-06, AC-AMB-31); boats and bases have nothing to lose (AC-AMB-11).
    for key in (*own_participants(declared), *enemy_participants(declared)):
        time_lapse(table, key, launch_of(declared, key))
    following = test_initiative(table, test)
    state.attack = None
    return following


def launch_of(declared: Attack, key: str) -> int:
    """From where the aircraft of a task force flew, which is the last to go (AC-CM-02); NO_HEX if none did."""
    if key == declared.support:
        return declared.launch
    return declared.enemy_launch if key == declared.enemy_support else NO_HEX


def test_initiative(table: Table[State], test: str) -> Next:
    """The Initiative is tested as the action says (AC-AC-03)."""
    alone = not is_at_sea(
        table.state, ENEMY[table.state.active]
    )  # nobody else can take it, and no tenure goes on for ever
    if alone or test == CHANGE or (seize(table) if test == SEIZE else vie(table)):
        initiative_changes(table)
    end_if_over(table)
    return "order"


# Odds before an attack is declared, and while help is chosen


def expected_attack(state: State, order: Order) -> Attack:
    """An attack as it would be if nobody else were designated, in the hex where it is best."""
    kind, active, target = order
    enemy = state.forces[target]
    if kind == say.STRIKE:
        at = best_hex(enemy, strike_hexes(state, active, enemy))
        launch = min(launch_points(state, active, at), key=lambda one: AIR_DISTANCE[one][at])
        return Attack(kind, active, target, at, support=active, launch=launch)
    if kind == say.SEARCH:
        return Attack(kind, active, target, best_hex(enemy, hexes_in(state.forces[active].mask & enemy.mask)))
    return Attack(kind, active, target, enemy.station if kind == say.ENGAGE else state.stealth[active].hex)


def helped_attack(state: State, side: str, option: Option) -> Attack:
    """The attack that has been declared with the help that is offered to a side: a coordinator, or aircraft."""
    declared = the_attack(state)
    is_own = side == state.active
    if isinstance(option, tuple):
        source, at = option
        if is_own:
            return replace(declared, support=source, launch=at)
        return replace(declared, enemy_support=source, enemy_launch=at)
    key = "" if option == say.NONE else option
    return replace(declared, coordinating=key) if is_own else replace(declared, enemy_coordinating=key)


@say.ORDER.preview
def foresee_attack(table: Table[State], about: About, option: Option) -> None:
    """The attack as if nobody else were designated."""
    if isinstance(option, tuple) and option[0] in KINDS:
        resolve(table, expected_attack(table.state, option))


@say.COORDINATE.preview
def foresee_coordination(table: Table[State], about: About, option: Option) -> None:
    """The attack with this help."""
    resolve(table, helped_attack(table.state, about["side"], option))


@say.AIR_SUPPORT.preview
def foresee_support(table: Table[State], about: About, option: Option) -> None:
    """The attack with this Air Support."""
    declared = the_attack(table.state)
    resolve(table, declared if option == say.NONE else helped_attack(table.state, about["side"], option))


def best_hex(enemy: TaskForce, hexes: Sequence[int]) -> int:
    """Where Contact helps, else the first."""
    return next((number for number in hexes if enemy.contact & BIT[number]), hexes[0])


def resolve(table: Table[State], declared: Attack) -> None:
    """The dice of an attack and what they do, leaders aside."""
    keep(table.state, declared)
    kind = KINDS[declared.kind]
    total = trajectory_total(table.state, declared)
    cell = table.consult(kind.table.by_total[total], kind.roll, modifiers_of(table.state, declared), total=total)
    results.apply(table, declared, cell)

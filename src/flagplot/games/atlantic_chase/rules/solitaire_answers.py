"""How the imaginary player answers the questions of the rules (AC-SO-01 to 03, AC-SO-09, AC-IP-11 to 16)."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Option, Table
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import AIR_DISTANCE, BRITISH, ENEMY, GERMAN, HEX, mask
from flagplot.games.atlantic_chase.judgement.chances import NO_SUPPORT, best_help, best_of
from flagplot.games.atlantic_chase.model.forces import enemies_of, find_ship, forces_of, is_convoy, side_of
from flagplot.games.atlantic_chase.postures import RANK
from flagplot.games.atlantic_chase.rules.battle import ships_in, the_battle
from flagplot.games.atlantic_chase.rules.gunnery import can_torpedo, gun_value
from flagplot.games.atlantic_chase.rules.modifiers import the_attack
from flagplot.games.atlantic_chase.rules.results import KEPT_BY_SHADOW
from flagplot.games.atlantic_chase.rules.seats import SystemAnswer, answers_for_system, thrown_for_system
from flagplot.games.atlantic_chase.rules.solitaire import aim_of, attacks_of, from_aim, is_fit, recon_hex
from flagplot.games.atlantic_chase.rules.trajectories import trajectory_total
from flagplot.games.atlantic_chase.scenarios import KRANCKE, TOVEY
from flagplot.games.atlantic_chase.ships import BB, BC, CL, DD
from flagplot.games.atlantic_chase.state import Ship, State

TOTAL_WORTH_A_LEADER = 5  # AC-IP-16


def always(answer: Option) -> SystemAnswer:
    """The same answer to every such question."""
    return lambda state, side, options, about: answer


def the_first(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """What is listed first."""
    return options[0]


# Evasive Maneuvers are spent at the first chance (AC-SO-03, AC-IP-12); small matters are settled as listed.
for _ask in (say.SPEND_EM, say.EM_TO_CHOOSE):
    answers_for_system(_ask)(always(say.YES))
for _ask in (say.EM_FOR_INITIATIVE, say.EM_LEAVE, say.GENSOUL_AT):
    answers_for_system(_ask)(lambda state, side, options, about: options[1])
for _ask in (say.JOIN, say.LEADER_MOVES, say.MARKER_STAYS, say.SPLIT_OFF, say.REFUEL_FOR, say.LAPSE_WHO):
    answers_for_system(_ask)(the_first)
answers_for_system(say.SIGNALS_LAPSE)(always(say.NONE))
answers_for_system(say.SET_UP_ENEMY)(always(t.NEAR))


# Seize and Slip (AC-SO-01, AC-SO-02)


@thrown_for_system(say.SEIZE)
def seizing(table: Table[State], side: str, options: Sequence[Option], about: About) -> Option:
    """Lütjens if a German Station at sea meets an enemy; else a die: attempt, or Evasive Maneuvers."""
    state = table.state
    if say.LUTJENS in options and any(
        force.mask & enemy.mask
        for force in forces_of(state, side)
        if not force.line
        for enemy in enemies_of(state, side)
    ):
        return say.LUTJENS
    evaders = [option for option in options if isinstance(option, tuple)]
    if not evaders or table.consult(t.SEIZE_OF_SYSTEM, say.SEIZE_OF_SYSTEM, ()) == t.ATTEMPT:
        return say.TRY

    def preference(option: tuple[str, str]) -> tuple[bool, bool]:
        force = state.forces[option[1]]
        return not force.has_convoy, not force.is_damaged

    return min(evaders, key=preference)


@thrown_for_system(say.SLIP)
def slipping(table: Table[State], side: str, options: Sequence[Option], about: About) -> Option:
    """1 to 4: Signals; 5 and 6: Evasive Maneuvers."""
    row = table.consult(t.SLIP_OF_SYSTEM, say.SLIP_OF_SYSTEM, ())
    return options[0] if row == t.SIGNALS else say.EVADE


# Attacks (AC-IP-11)


@answers_for_system(say.SEARCH_AT)
def search_where(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """Where the chance is best."""
    found = attacks_of(state, side, (say.SEARCH, about["active"], about["target"]))
    return max(found, key=lambda one: one.ways).attack.hex


@answers_for_system(say.STRIKE_AT)
def strike_where(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """Where the chance is best."""
    found = attacks_of(state, side, (say.STRIKE, about["active"], about["target"]))
    return max(found, key=lambda one: one.ways).attack.hex


@answers_for_system(say.LAUNCH_FROM)
def launch_nearest(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """As near as can be."""
    return min(options, key=lambda number: AIR_DISTANCE[number][HEX[about["hex"]]])


@answers_for_system(say.COORDINATE)
def coordinating(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """What is best together with Air Support."""
    best = best_help(state, side, the_attack(state)).attack
    return (best.coordinating if side == state.active else best.enemy_coordinating) or say.NONE


@answers_for_system(say.AIR_SUPPORT)
def supporting(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """What is best with the help that has been named."""
    attack = the_attack(state)
    is_own = side == state.active
    key = attack.coordinating if is_own else attack.enemy_coordinating
    known = [option for option in options if option == say.NONE or not _has_intel(state, option[0])]
    supports = [NO_SUPPORT if option == say.NONE else option for option in known]
    best = best_of(state, attack, is_own, (key,), supports).attack
    support = (best.support, best.launch) if is_own else (best.enemy_support, best.enemy_launch)
    return known[supports.index(support)]


def _has_intel(state: State, key: str) -> bool:
    force = state.forces.get(key)
    return bool(force and force.intel)


@answers_for_system(say.SKIRMISH)
def skirmishing(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """It fights where it is fit (AC-IP-15)."""
    forces = state.forces
    return say.YES if is_fit(forces[about["active"]], forces[about["target"]]) else say.NO


@answers_for_system(say.RECON_TO)
def going_to_look(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """Where an enemy Trajectory is (AC-IP-05)."""
    number = recon_hex(state, side)
    return number if number in options else options[0]


@answers_for_system(say.REORGANIZING)
def reorganizing(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """Only reinforcements are called for (AC-IP-04)."""
    return next((option for option in options if option[0] == say.REINFORCE), options[-1])


@answers_for_system(say.COURSE)
def setting_course(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """As short as can be, where a leader who was used leaves nothing but a course."""
    return say.DONE if say.DONE in options else options[0]


# Time Lapse and cutting (AC-SO-08, AC-IP-13, AC-IP-14)


@answers_for_system(say.LAPSE_BY)
def lapsing_by(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """The die, unless it is fast."""
    return say.TABLE if state.forces[about["force"]].speed == t.FAST else say.DIE


@answers_for_system(say.LAPSE)
def lapsing(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """By the Intel Limit if it can; what holds its aim, or is nearest to it, stays."""
    force = state.forces[about["force"]]
    limited = [option for option in options if option[2]]
    aim = aim_of(state, force)

    def preference(option: tuple[int, int, int]) -> tuple[int, int]:
        kept = force.line[option[0] : len(force.line) - option[1]]
        return from_aim(side, aim, kept), len(kept)

    return min(limited or options, key=preference)


@answers_for_system(say.STATION_AT)
def stationing(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """Nearest to its aim."""
    aim = aim_of(state, state.forces[about["force"]])
    return min(options, key=lambda number: (from_aim(side, aim, [number]), number))


@answers_for_system(say.HOLE)
def cutting_at_hole(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """The part with most of its own, or for itself the one nearest its aim; then the shorter."""
    line = state.forces[about["target"]].line
    at = line.index(the_attack(state).hex)
    return _best_part(state, side, about["target"], {0: line[:at], 1: line[at + 1 :]})


@answers_for_system(say.SHADOW)
def cutting_to_three(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """As at a hole."""
    line = state.forces[about["target"]].line
    return _best_part(state, side, about["target"], {one: line[one : one + KEPT_BY_SHADOW] for one in options})


def _best_part(state: State, side: str, key: str, parts: dict[int, tuple[int, ...]]) -> int:
    is_own = side_of(key) == side
    aim = aim_of(state, state.forces[key]) if is_own else 0
    others = [] if is_own else forces_of(state, side)

    def preference(one: int) -> tuple[int, int]:
        if is_own:
            return from_aim(side, aim, parts[one]), len(parts[one])
        bits = mask(parts[one])
        return -sum(bool(own.mask & bits) for own in others), len(parts[one])

    return min(parts, key=preference)


@answers_for_system(say.HIT_SHIP)
def hitting(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """Who sinks, else who is damaged, else the first by rank."""

    def preference(ship_id: str) -> tuple[int, int]:
        ship = find_ship(state, ship_id)[1]
        fate = _fate_of_damage(ship) if about["is_damage"] else _fate_of_hit(ship)
        return -fate, RANK[ship.kind.kind]

    return min(options, key=preference)


def _fate_of_hit(ship: Ship) -> int:
    """What one Hit does: 2 she sinks, 1 she is damaged, 0 she is marked."""
    kind = ship.kind
    if kind.is_many:
        return 2 if ship.limit and ship.hits + 1 >= ship.limit else 0
    if not kind.back:
        return 2
    if ship.is_damaged:
        return 2 if ship.hits + 1 >= (kind.back.hits or 0) else 0
    return 1 if ship.hits + 1 >= (kind.front.hits or 0) else 0


def _fate_of_damage(ship: Ship) -> int:
    """What a Damage result does, in the same figures."""
    kind = ship.kind
    if kind.is_many:
        return 2 if ship.limit and ship.hits + t.HITS_OF_DAMAGE >= ship.limit else 0
    return 2 if ship.is_damaged or not kind.back or ship.hits >= (kind.back.hits or 0) else 1


# Battle (AC-SO-09, AC-IP-15)


@answers_for_system(say.START_SMOKE)
def smoking(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """Escorts of a Convoy, and groups with a damaged ship."""
    force = find_ship(state, about["ship"])[0]
    return say.YES if force.has_convoy or force.is_damaged else say.NO


@answers_for_system(say.COVER)
def covering(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """Convoys and damaged ships first, as many as it can."""

    def worth_covering(ships: tuple[str, ...]) -> tuple[int, int]:
        found = [find_ship(state, one)[1] for one in ships]
        return sum(is_convoy(ship) or ship.is_damaged for ship in found), len(found)

    return max(options, key=worth_covering)


@answers_for_system(say.FIRE_AT)
def firing(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """At a Convoy, else at the best guns; several ships fire at different targets."""
    fight = the_battle(state)
    firer = find_ship(state, about["ship"])[1]
    aimed = [salvo.at for salvo in fight.fired[fight.marked :] if find_ship(state, salvo.by)[1].kind.side == side]

    def preference(target: str) -> tuple[int, bool, int]:
        ship = find_ship(state, target)[1]
        guns = gun_value(fight, ship, firer.id)
        return aimed.count(target), not is_convoy(ship), -(guns if guns is not None else -9)

    return min(options, key=preference)


@answers_for_system(say.TORPEDO_AT)
def torpedoing(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """Whenever it can, at the best target."""
    targets = [option for option in options if option != say.NONE]
    return min(targets, key=lambda one: RANK[find_ship(state, one)[1].kind.kind])


@answers_for_system(say.MANEUVER)
def maneuvering(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """The British close and their torpedo ships go to Close; the German stays far off; who is damaged draws away."""
    fight = the_battle(state)
    ship = find_ship(state, next(option for option in options if option[0] != say.DISPERSE)[0])[1]
    own = [option for option in options if option[0] == ship.id]
    wanted = zone_wanted(state, side, ship)
    smokes = int(ship.id in fight.smoke and not ship.is_damaged)

    def preference(option: tuple[str, str, int]) -> tuple[int, bool]:
        return abs(t.ZONES.index(option[1]) - t.ZONES.index(wanted)), option[2] != smokes

    return min(own, key=preference)


def zone_wanted(state: State, side: str, ship: Ship) -> str:
    """Where a ship of the imaginary player wants to be."""
    fight = the_battle(state)
    if ship.is_damaged or is_convoy(ship):
        return t.FAR
    if side == BRITISH:
        return t.CLOSE if ship.kind.torpedoes and not ship.has_fired_torpedoes else t.NEAR
    enemies = ships_in(state, ENEMY[side])
    if any(can_torpedo(fight, enemy) for enemy in enemies):
        return t.FAR
    is_weak = all(enemy.is_damaged or enemy.kind.kind in (DD, CL) or is_convoy(enemy) for enemy in enemies)
    return t.NEAR if is_weak else t.FAR


@answers_for_system(say.BREAK_AWAY)
def breaking_away(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """With a Convoy or a damaged ship, or where the enemy's heavy ships are too much."""
    own, enemies = ships_in(state, side), ships_in(state, ENEMY[side])
    if any(is_convoy(ship) or ship.is_damaged for ship in own):
        return say.YES
    has_heavy = any(ship.kind.kind in (BB, BC) for ship in own)
    enemy_heavy = any(ship.kind.kind in (BB, BC) for ship in enemies)
    if side == GERMAN:
        is_loaded = any(state.forces[key].is_laden for key in the_battle(state).forces[side] if key in state.forces)
        return say.YES if enemy_heavy or is_loaded else say.NO
    return say.YES if enemy_heavy and not has_heavy else say.NO


# Leaders (AC-IP-16)


@answers_for_system(say.USE_LEADER)
def using_leader(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """Krancke and Tovey where the total is high; Marschall and Forbes where they turn the scale; others at once."""
    attack = state.attack
    if not about["saves"]:
        return say.NO
    if about["leader"] in (KRANCKE, TOVEY) and attack:
        is_own = side == state.active
        if is_own and trajectory_total(state, attack) < TOTAL_WORTH_A_LEADER:
            return say.NO
    return say.YES


@answers_for_system(say.LEADER_TOTAL)
def shifting_total(state: State, side: str, options: Sequence[Option], about: About) -> Option:
    """Its own total falls, the enemy's rises."""
    return say.SUBTRACT if side == state.active else say.ADD

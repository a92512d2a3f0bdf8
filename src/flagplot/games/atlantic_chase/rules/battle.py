"""Battle (section 1.25): how it begins, its rounds, breaking away, and how it ends."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from msgspec.structs import replace

from flagplot.common.targets import counted_down
from flagplot.engine import Chart, Modifier, Next, Table
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import BRITISH, ENEMY, GERMAN, NO_HEX, SIDES
from flagplot.games.atlantic_chase.model.forces import is_convoy, put, scenario_of, stationed, weather_at
from flagplot.games.atlantic_chase.rules import leaders, results
from flagplot.games.atlantic_chase.rules.initiative import spend_evasive
from flagplot.games.atlantic_chase.rules.modifiers import the_attack
from flagplot.games.atlantic_chase.rules.seats import choose
from flagplot.games.atlantic_chase.rules.victory import end_if_over, finish
from flagplot.games.atlantic_chase.scenarios import BATTLE
from flagplot.games.atlantic_chase.state import Battle, Ship, State

AWAY = Chart("Break Away", (False, True), t.BREAK_AWAY_ON - 1, "2d6")


def the_battle(state: State) -> Battle:
    """The battle that is being fought."""
    assert state.battle is not None
    return state.battle


def ships_in(state: State, side: str) -> list[Ship]:
    """The ships of a side on the battle board, as listed."""
    battle, forces, found = the_battle(state), state.forces, []
    zones = battle.zones
    for key in battle.forces[side]:
        if key in forces:
            for ship in forces[key].ships:
                if ship.id in zones:
                    found.append(ship)
    return found


# Set-up (AC-BT-01 to 04)


def battle(table: Table[State], kind: str) -> Next:
    """The Active TF and the target meet, all in their own Far zones; nobody else does (AC-BT-03, AC-EN-04).

    A Limited Battle is set up like any other (AC-AMB-48).
    """
    state = table.state
    attack = the_attack(state)
    weather = weather_at(state, attack.hex)
    forces = {state.active: (attack.active,), ENEMY[state.active]: (attack.target,)}
    state.battle = Battle(
        hex=attack.hex,
        active=state.active,
        forces={side: forces[side] for side in SIDES},
        weather=weather,  # type: ignore[arg-type]
        rounds=t.LIMITED_ROUNDS if kind == results.LIMITED else t.ROUNDS[weather],
        is_surprise=kind == results.SURPRISE,
    )
    return begin(table)


def battle_alone(table: Table[State]) -> Next:
    """A scenario that is one battle (AC-EX-06)."""
    state = table.state
    scenario = scenario_of(state)
    early = [key for key, force in scenario.task_force.items() if force.enters_round == 1]
    state.battle = Battle(
        hex=NO_HEX,
        active=state.active,
        forces={side: tuple(key for key in early if key in t.SETS[side]) for side in SIDES},
        weather=state.weather,
        rounds=scenario.rounds,
    )
    return begin(table)


def begin(table: Table[State]) -> Next:
    """Ships come on the board, with smoke if they like (AC-BT-04)."""
    state = table.state
    fight = the_battle(state)
    for side in SIDES:
        for key in fight.forces[side]:
            for ship in state.forces[key].ships:
                fight.zones[ship.id] = "far"
    table.tell(say.BATTLE_BEGINS, german=fight.forces[GERMAN], british=fight.forces[BRITISH], rounds=fight.rounds)
    if fight.is_surprise:
        for ship in ships_in(state, ENEMY[fight.active]):
            zone = choose(table, fight.active, say.SET_UP_ENEMY, say.SET_UP_ENEMY.answers, ship=ship.id)
            fight.zones[ship.id] = zone
    else:
        for side in (ENEMY[fight.active], fight.active):
            start_smoke(table, side)
    cover_with_smoke(table)
    return "round"


def start_smoke(table: Table[State], side: str) -> None:
    """Each ship that can may begin in her own smoke."""
    fight = the_battle(table.state)
    makers = [ship for ship in ships_in(table.state, side) if can_smoke(ship)]
    fight.smoke += [ship.id for ship in makers if ship.smokes_at_start]
    for left, ship in counted_down([ship for ship in makers if not ship.smokes_at_start]):
        answer = choose(table, side, say.START_SMOKE, say.START_SMOKE.answers, left=left, ship=ship.id)
        if answer == say.YES:
            fight.smoke.append(ship.id)
            table.tell(say.SMOKE_BEGINS, ship=ship.id)


def can_smoke(ship: Ship) -> bool:
    """Whether a ship can make smoke: undamaged, no Convoy (AC-SM-01, AC-SH-06, AC-CV-02)."""
    return not ship.is_damaged and not is_convoy(ship) and ship.kind.smoke


def cover_with_smoke(table: Table[State]) -> None:
    """Each maker covers up to two other ships of her zone, the Inactive player first (AC-SM-02, AC-AMB-44)."""
    state = table.state
    fight = the_battle(state)
    fight.cover = {}
    for side in (ENEMY[fight.active], fight.active):
        own = [ship.id for ship in ships_in(state, side)]
        for maker in [one for one in own if one in fight.smoke]:
            zone = fight.zones[maker]
            open_to = [one for one in own if fight.zones[one] == zone and not is_obscured(fight, one)]
            sets = [
                chosen for size in range(t.COVERED_BY_ONE, -1, -1) for chosen in itertools.combinations(open_to, size)
            ]
            for one in choose(table, side, say.COVER, sets, ship=maker):
                fight.cover[one] = maker


def is_obscured(fight: Battle, ship: str) -> bool:
    """Whether a ship makes smoke or is covered by it."""
    return ship in fight.smoke or ship in fight.cover


# Rounds (AC-BT-05)


def next_round(table: Table[State]) -> Next:
    """A round begins, or the battle is over (AC-BE-01)."""
    state = table.state
    fight = the_battle(state)
    if fight.round >= fight.rounds or not all(ships_in(state, side) or awaited(state, side) for side in SIDES):
        return end_battle(table)
    fight.round += 1
    fight.fired, fight.marked = [], 0
    table.tell(say.ROUND_BEGINS, round=fight.round)
    for side in SIDES:
        for key in awaited(state, side):
            if scenario_of(state).task_force[key].enters_round == fight.round:
                come_up(table, side, key)
    return "gunnery"


def awaited(state: State, side: str) -> list[str]:
    """The task forces that enter a battle later, where the scenario says so."""
    if scenario_of(state).kind != BATTLE:
        return []
    here = the_battle(state).forces[side]
    return [key for key in state.forces if key in t.SETS[side] and key not in here]


def come_up(table: Table[State], side: str, key: str) -> None:
    """A task force enters in its Far zone."""
    fight = the_battle(table.state)
    fight.forces = {**fight.forces, side: (*fight.forces[side], key)}
    for ship in table.state.forces[key].ships:
        fight.zones[ship.id] = "far"
    table.tell(say.COMES_UP, force=key)


# Break Away (AC-BA)


def break_away(table: Table[State]) -> Next:
    """Who wants out may try, but not after the last round (AC-BA-01, AC-AMB-47)."""
    state = table.state
    fight = the_battle(state)
    is_early = scenario_of(state).kind == BATTLE and fight.round < scenario_of(state).break_away_from
    if is_early or fight.round >= fight.rounds or not all(ships_in(state, side) for side in SIDES):
        return "round"
    leaving = [
        side
        for side in (ENEMY[fight.active], fight.active)
        if choose(table, side, say.BREAK_AWAY, say.BREAK_AWAY.answers, side=side) == say.YES
    ]
    if len(leaving) == 2:
        table.tell(say.BOTH_LEAVE)
        return end_battle(table)
    if leaving and breaks_away(table, leaving[0]):
        return end_battle(table)
    return "round"


def breaks_away(table: Table[State], side: str) -> bool:
    """9 or more on two dice: all ships leave; otherwise Evasive Maneuvers may save one (AC-BA-01, AC-BA-03)."""
    state = table.state
    keys = the_battle(state).forces[side]
    modifiers = [*break_away_modifiers(state, side), *leaders.somerville(table, keys)]
    leader = leaders.six_with(state, keys)
    if leaders.read(table, side, AWAY, say.BREAK_AWAY_ROLL, modifiers, leader, side=side):
        table.tell(say.BROKE_AWAY, side=side)
        return True
    table.tell(say.HELD_FAST, side=side)
    leave_by_evasive(table, side)
    return False


def break_away_modifiers(state: State, side: str) -> list[Modifier]:
    """What helps and hinders who breaks away (AC-BA-02)."""
    fight = the_battle(state)
    own, enemies = ships_in(state, side), ships_in(state, ENEMY[side])
    found = []
    if any(fight.zones[ship.id] != t.FAR for ship in enemies):
        found.append(Modifier(t.ENEMY_IS_NEAR, "the enemy is Near or Close"))
    slowest = min(ship.face.pace for ship in own)
    paces = [ship.face.pace for ship in enemies]
    compared = max(paces) if state.options.break_away_from_faster else min(paces)  # AC-AMB-13
    if slowest < compared:
        found.append(Modifier(t.IS_SLOWEST, "slower than the enemy"))
    if all(fight.zones[ship.id] == t.FAR for ship in own):
        found.append(Modifier(t.ALL_IN_FAR, "all in Far"))
    return found


def leave_by_evasive(table: Table[State], side: str) -> None:
    """The task force may spend its marker: one ship in Far leaves, the rest stay (AC-BA-03)."""
    state = table.state
    fight = the_battle(state)
    for key in [key for key in fight.forces[side] if key in state.forces and state.forces[key].is_evasive]:
        far = [ship.id for ship in state.forces[key].ships if fight.zones.get(ship.id) == t.FAR]
        if not far:
            continue
        ship_id = choose(table, side, say.EM_LEAVE, [say.NONE, *far], force=key)
        if ship_id == say.NONE:
            continue
        spend_evasive(table, key)
        leave(table, ship_id)


def leave(table: Table[State], ship_id: str) -> None:
    """A ship is off the battle board; in a scenario that is one battle she is out of play."""
    state = table.state
    fight = the_battle(state)
    del fight.zones[ship_id]
    fight.smoke = [one for one in fight.smoke if one != ship_id]
    fight.cover = {one: by for one, by in fight.cover.items() if ship_id not in (one, by)}
    table.tell(say.SHIP_LEAVES, ship=ship_id)


# The end (AC-BE)


def end_battle(table: Table[State]) -> Next:
    """Both task forces are Stations in the hex, with Contact (AC-BE-02, AC-EN-04)."""
    state = table.state
    fight = the_battle(state)
    state.battle = None
    table.tell(say.BATTLE_ENDS)
    if scenario_of(state).kind == BATTLE:
        finish(table)
    for key in fighters(fight):
        if key in state.forces:
            force = stationed(state.forces[key], fight.hex)
            is_evasive = force.is_evasive and not state.options.evasive_lost_in_battle  # AC-OP-03
            put(state, replace(force, contact_at=(fight.hex,), is_evasive=is_evasive))
    end_if_over(table)
    return None


def fighters(fight: Battle) -> Iterator[str]:
    """The task forces of a battle."""
    for side in SIDES:
        yield from fight.forces[side]

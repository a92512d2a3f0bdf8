"""Gunnery and torpedoes (section 1.25): who fires at whom, at which range, and what it does."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from flagplot.engine import About, Chart, Modifier, Next, Option, Table
from flagplot.engine.words import total
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import ENEMY
from flagplot.games.atlantic_chase.model.forces import change_ship, find_ship
from flagplot.games.atlantic_chase.rules import leaders
from flagplot.games.atlantic_chase.rules.battle import is_obscured, ships_in, the_battle
from flagplot.games.atlantic_chase.rules.results import take_hits
from flagplot.games.atlantic_chase.rules.seats import choose
from flagplot.games.atlantic_chase.state import Battle, Salvo, Ship, State


def gunnery(table: Table[State]) -> Next:
    """Every ship fires once, the Active player's first; results come when all have fired (AC-GN-06, AC-AMB-46)."""
    state = table.state
    fight = the_battle(state)
    for side in (fight.active, ENEMY[fight.active]):
        fire(table, side)
        if fight.is_surprise and fight.round == 1 and side == fight.active:
            results_take_effect(table)  # before the enemy fires (AC-CR-18)
    results_take_effect(table)
    return "torpedoes"


def fire(table: Table[State], side: str) -> None:
    """The ships of a side choose targets and fire, one after the other (AC-GN-02)."""
    state = table.state
    fight, enemies = the_battle(state), ships_in(state, ENEMY[side])
    for ship in ships_in(state, side):
        if targets := targets_of(fight, ship, enemies):
            target = choose(table, side, say.FIRE_AT, targets, ship=ship.id)
            shoot(table, side, ship, target)


def targets_of(fight: Battle, ship: Ship, enemies: Sequence[Ship]) -> list[str]:
    """The enemy ships that her guns can reach (AC-GN-02, AC-SH-04)."""
    return [enemy.id for enemy in enemies if gun_value(fight, ship, enemy.id) is not None]


def range_to(fight: Battle, one: str, other: str) -> str:
    """The range between two ships, by their zones (AC-GN-01)."""
    return t.RANGE[fight.zones[one], fight.zones[other]]


def gun_value(fight: Battle, ship: Ship, target: str) -> int | None:
    """Her gunnery at that range; None where she cannot fire (AC-SH-04)."""
    face = ship.face
    return face.long if t.USES_LONG_GUNS[range_to(fight, ship.id, target)] else face.short


def gun_modifiers(state: State, ship: Ship, target: str) -> list[Modifier]:
    """Guns, the target's speed, and smoke (AC-GN-04, AC-SM-04)."""
    fight = the_battle(state)
    found = [Modifier(gun_value(fight, ship, target) or 0, "guns")]
    found += speed_modifier(state, target)
    if is_obscured(fight, ship.id):
        found.append(Modifier(t.SMOKE, "out of smoke"))
    if is_obscured(fight, target):
        found.append(Modifier(t.SMOKE, "into smoke"))
    return found


def speed_modifier(state: State, target: str) -> list[Modifier]:
    """A slow target is easier to hit."""
    plus = t.TARGET_SPEED[find_ship(state, target)[1].face.pace]
    return [Modifier(plus, "slow target")] if plus else []


def shoot(table: Table[State], side: str, ship: Ship, target: str) -> None:
    """Two dice, or three of which two count, and the gunnery table (AC-GN-03, AC-GN-05)."""
    state = table.state
    fight = the_battle(state)
    band = range_to(fight, ship.id, target)
    keys = fight.forces[side]
    modifiers = [*gun_modifiers(state, ship, target), *leaders.somerville(table, keys)]
    leader = leaders.six_with(state, keys)
    about = {"ship": ship.id, "target": target, "range": band}
    thrown = leaders.throw_for(table, t.GUNNERY[band], say.GUNFIRE, modifiers, leader, **about)
    salvo = fired(fight, ship.id, target, t.GUNNERY[band], thrown, modifiers)
    table.tell(say.SHOT if salvo.hits else say.SPLASH, ship=ship.id, target=target, hits=salvo.hits)


def fired(fight: Battle, by: str, at: str, chart: Chart[int], thrown: int, modifiers: Sequence[Modifier]) -> Salvo:
    """Note a salvo until the round ends; its Hits take effect when the step does (AC-GN-06)."""
    plus = total(modifiers)
    salvo = Salvo(by, at, chart[thrown + plus], thrown, plus)
    fight.fired.append(salvo)
    return salvo


def results_take_effect(table: Table[State]) -> None:
    """The Hits of the step are marked, shot by shot; who has sunk is not hit again."""
    fight = the_battle(table.state)
    unmarked, fight.marked = fight.fired[fight.marked :], len(fight.fired)
    for salvo in unmarked:
        if salvo.hits and salvo.at in fight.zones:
            take_hits(table, salvo.at, salvo.hits)


# Torpedoes (AC-TP)


def torpedoes(table: Table[State]) -> Next:
    """Ships in Close may attack once in a game; results come when all have (AC-TP-01, AC-TP-04)."""
    state = table.state
    fight = the_battle(state)
    for side in (fight.active, ENEMY[fight.active]):
        for ship in ships_in(state, side):
            if not can_torpedo(fight, ship):
                continue
            enemies = [enemy.id for enemy in ships_in(state, ENEMY[side]) if fight.zones[enemy.id] != t.FAR]
            target = choose(table, side, say.TORPEDO_AT, [say.NONE, *enemies], ship=ship.id)
            if target != say.NONE:
                launch_torpedoes(table, side, ship, target)
    results_take_effect(table)
    return "maneuver"


def can_torpedo(fight: Battle, ship: Ship) -> bool:
    """Whether a ship can make a torpedo attack: in Close, undamaged, clear of smoke, not yet (AC-TP-01, AC-TP-02)."""
    return (
        ship.kind.torpedoes
        and fight.zones[ship.id] == t.CLOSE
        and not ship.is_damaged
        and not ship.has_fired_torpedoes
        and not is_obscured(fight, ship.id)
    )


def launch_torpedoes(table: Table[State], side: str, ship: Ship, target: str) -> None:
    """11 or more is two Hits; smoke is of no matter (AC-TP-03, AC-SM-04)."""
    state = table.state
    fight = the_battle(state)
    force, _ = find_ship(state, ship.id)
    change_ship(state, force, replace(ship, has_fired_torpedoes=True))
    modifiers = [*speed_modifier(state, target), *leaders.somerville(table, fight.forces[side])]
    leader = leaders.six_with(state, fight.forces[side])
    thrown = leaders.throw_for(table, t.TORPEDO, say.TORPEDOES, modifiers, leader, ship=ship.id, target=target)
    hits = fired(fight, ship.id, target, t.TORPEDO, thrown, modifiers).hits
    told = say.TORPEDO_HITS if hits else say.TORPEDOES_MISS
    table.tell(told, ship=ship.id, target=target, hits=hits, side=side)


# The odds of a shot


@say.FIRE_AT.preview
def foresee_shot(table: Table[State], about: About, option: Option) -> None:
    """The shot and what it would do, by itself."""
    ship = find_ship(table.state, about["ship"])[1]
    fight = the_battle(table.state)
    band = range_to(fight, ship.id, option)
    modifiers = gun_modifiers(table.state, ship, option)
    hits = table.consult(t.GUNNERY[band], say.GUNFIRE, modifiers, ship=ship.id, target=option, range=band)
    if hits:
        take_hits(table, option, hits)
    else:
        table.tell(say.SPLASH, ship=ship.id, target=option, hits=hits)

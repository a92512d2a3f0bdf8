"""Common modifiers (section 1.24): Air Support, Contact, Evasive Maneuvers and Coordination, for both sides."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.engine import Modifier, Option, Table
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import AIR_DISTANCE, AIR_REACH, BIT, ENEMY, HEXES, NO_HEX, UBOAT_ZONE, hexes_in
from flagplot.games.atlantic_chase.model.forces import KEYS, is_convoy, owner_of, waters_in, weather_at
from flagplot.games.atlantic_chase.rules import leaders
from flagplot.games.atlantic_chase.rules.seats import choose
from flagplot.games.atlantic_chase.state import Attack, State, TaskForce

# Who helps


def coordinators(state: State, side: str, attack: Attack) -> list[str]:
    """Own task forces and stealth forces in the target hex, but the Active TF and the target (AC-CM-05, AC-AMB-12)."""
    bit, keys, found = BIT[attack.hex], KEYS[side], []
    for key, one in state.forces.items():
        if one.mask & bit and key in keys and key not in (attack.active, attack.target):
            found.append(key)
    for key, boat in state.stealth.items():
        if boat.hex == attack.hex and boat.side == side and key != attack.active:
            found.append(key)
    return found


def can_launch(state: State, force: TaskForce) -> bool:
    """Whether a task force has a carrier that can fly; with the option not from a long Trajectory (AC-OP-02)."""
    return force.has_carrier and (not state.options.carriers_keep_short or len(force.line) <= t.LONGEST_FOR_AIRCRAFT)


def air_sources(state: State, side: str, number: int) -> list[tuple[str, int]]:
    """Who of a side can give Air Support in a hex, and from where (AC-CM-01)."""
    if weather_at(state, number) == t.BAD:
        return []
    waters, bit = waters_in(state), BIT[number]
    found = [(base, waters.bases[base][1]) for base, reach in waters.reach_of[side] if reach & bit]
    for key, force in state.forces.items():
        if force.has_carrier and key in KEYS[side] and can_launch(state, force):
            found += [(key, at) for at in hexes_in(force.mask & AIR_REACH[number])]  # AC-AS-02
    return found


# Designations: the Active player first, then the other (AC-CM-05, AC-AMB-03)


def designate(table: Table[State]) -> None:
    """Both players say who coordinates and who gives Air Support (AC-AS-04, AC-EN-02, AC-NS-02, AC-SE-05)."""
    attack = the_attack(table.state)
    active = table.state.active
    name = choose_coordinator(table, active, attack)
    attack = keep(table.state, replace(attack, coordinating=name))
    if name and leaders.walker(table, name):
        attack = keep(table.state, replace(attack, walker=True))
    if attack.kind != say.STRIKE:  # who strikes is his own Air Support (AC-AS-01)
        source, at = choose_support(table, active, attack)
        attack = keep(table.state, replace(attack, support=source, launch=at))
    other = ENEMY[active]
    attack = keep(table.state, replace(attack, enemy_coordinating=choose_coordinator(table, other, attack)))
    source, at = choose_support(table, other, attack)
    keep(table.state, replace(attack, enemy_support=source, enemy_launch=at))


def choose_coordinator(table: Table[State], side: str, attack: Attack) -> str:
    """Who of a side coordinates, if anyone."""
    options = [say.NONE, *coordinators(table.state, side, attack)]
    choice = choose(table, side, say.COORDINATE, options, side=side, hex=HEXES[attack.hex], target=attack.target)
    if choice == say.NONE:
        return ""
    table.tell(say.HELPED, side=side, force=choice)
    return choice


def choose_support(table: Table[State], side: str, attack: Attack) -> tuple[str, int]:
    """Who of a side gives Air Support, if anyone, and from where."""
    options: list[Option] = [say.NONE, *air_sources(table.state, side, attack.hex)]
    choice = choose(table, side, say.AIR_SUPPORT, options, side=side, hex=HEXES[attack.hex], target=attack.target)
    if choice == say.NONE:
        return "", NO_HEX
    table.tell(say.SUPPORTED, side=side, force=choice[0], hex=HEXES[choice[1]])
    return choice[0], choice[1]


# What it adds up to


def modifiers_of(state: State, attack: Attack) -> list[Modifier]:
    """All that is added to the roll of an attack, each with its source (AC-CM-07)."""
    weather = weather_at(state, attack.hex)
    target = state.forces[attack.target]
    found = []
    if attack.support:
        found.append(Modifier(air_modifier(True, attack.launch, attack.hex), "Air Support"))
    if attack.enemy_support:
        found.append(Modifier(air_modifier(False, attack.enemy_launch, attack.hex), "enemy Air Support"))
    if target.contact & BIT[attack.hex]:
        found.append(Modifier(t.CONTACT[target.speed], "Contact"))
    if attack.is_evaded:
        found.append(Modifier(t.EVASIVE[weather], "Evasive Maneuvers"))
    if attack.coordinating:
        found.append(Modifier(coordination(True, weather, attack.walker), "Coordination"))
    if attack.enemy_coordinating:
        found.append(Modifier(coordination(False, weather, attack.walker), "enemy Coordination"))
    if attack.alert:
        found.append(Modifier(attack.alert, "Alert"))
    if attack.kind == say.ATTACK:
        found += stealth_modifiers(state, attack, target)
    return found


def air_modifier(is_active: bool, launch: int, number: int) -> int:
    """What aircraft from a launch hex add in another, for the Active player or for the target's (AC-CM-01)."""
    return (t.AIR_SUPPORT if is_active else t.AIR_COVER)[AIR_DISTANCE[launch][number]]


def coordination(is_active: bool, weather: str, walker: bool) -> int:
    """What a coordinator adds, for the Active player or for the target's (AC-CM-05, AC-LD-09)."""
    if not is_active:
        return t.ENEMY_COORDINATION
    return t.WALKER_COORDINATION if walker else t.COORDINATION[weather]


def stealth_modifiers(state: State, attack: Attack, target: TaskForce) -> list[Modifier]:
    """What a Stealth Attack has besides (AC-SE-06, AC-CV-04)."""
    found = []
    if UBOAT_ZONE & BIT[attack.hex]:
        found.append(Modifier(t.STEALTH_IN_UBOAT_ZONE, "U-boat zone"))
    dispersed = any(is_convoy(ship) and ship.is_dispersed for ship in target.ships)
    if dispersed and owner_of(state, attack.active) == "german":
        found.append(Modifier(t.STEALTH_AT_DISPERSED, "dispersed Convoy"))
    return found


# The attack that is being made


def the_attack(state: State) -> Attack:
    """The attack that has been declared."""
    assert state.attack is not None
    return state.attack


def keep(state: State, attack: Attack) -> Attack:
    """Remember an attack as it now is."""
    state.attack = attack
    return attack

"""Common results (section 1.24): what an attack finds, and what it does to the target."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from flagplot.engine import Table
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import BIT, ENEMY, HEXES
from flagplot.games.atlantic_chase.model.forces import (
    along,
    change_ship,
    find_ship,
    is_convoy,
    manned,
    put,
    side_of,
    stationed,
    with_contact,
    with_intel,
)
from flagplot.games.atlantic_chase.rules import leaders
from flagplot.games.atlantic_chase.rules.initiative import gain_evasive, spend_evasive
from flagplot.games.atlantic_chase.rules.seats import choose
from flagplot.games.atlantic_chase.rules.trajectories import become_station
from flagplot.games.atlantic_chase.state import Attack, Fate, Ship, State, TaskForce

# What a battle that follows is like
NO_BATTLE, LIMITED, FULL, SURPRISE = "", "limited", "full", "surprise"


def apply(table: Table[State], attack: Attack, cell: t.Cell) -> str:
    """What stands in a cell happens, left first (AC-AMB-34); returns which battle follows, if any."""
    battle = NO_BATTLE
    for result in cell:
        if attack.target not in table.state.forces:
            break  # the first Hit left nothing to be hit again
        battle = RESULTS[result](table, attack) or battle
    return battle


def is_faster(state: State, attack: Attack) -> bool:
    """Whether the Active TF is faster than the target at this moment (AC-AMB-14)."""
    return state.forces[attack.active].speed > state.forces[attack.target].speed


def miss(table: Table[State], attack: Attack) -> str:
    """Nothing (AC-CR-11); whether it costs the Initiative is seen when the action ends."""
    table.tell(say.MISSED)
    return NO_BATTLE


def contact(table: Table[State], attack: Attack) -> str:
    """A marker on the target in that hex (AC-CR-04, AC-CT-01, AC-CT-02)."""
    target = table.state.forces[attack.target]
    put(table.state, with_contact(target, target.contact | BIT[attack.hex]))
    table.tell(say.CONTACT_MADE, target=attack.target, hex=HEXES[attack.hex])
    return NO_BATTLE


def sighted(table: Table[State], attack: Attack) -> str:
    """The target becomes a Station in the target hex (AC-CR-14)."""
    put(table.state, stationed(table.state.forces[attack.target], attack.hex))
    table.tell(say.SIGHTED, target=attack.target, hex=HEXES[attack.hex])
    return NO_BATTLE


def lose_contact(table: Table[State], attack: Attack) -> str:
    """The target's Contact and Intel in that hex go (AC-CR-10, AC-CT-05)."""
    target, gone = table.state.forces[attack.target], ~BIT[attack.hex]
    put(table.state, with_intel(with_contact(target, target.contact & gone), target.intel & gone))
    table.tell(say.CONTACT_LOST, target=attack.target, hex=HEXES[attack.hex])
    return NO_BATTLE


# Segments of the target (AC-CR-06, AC-CR-13)


def early_or_late(table: Table[State], attack: Attack) -> str:
    """The segment in the target hex goes; where a hole appears, one side of it goes too (AC-CR-06)."""
    state = table.state
    target = state.forces[attack.target]
    at = target.line.index(attack.hex)
    before, after = target.line[:at], target.line[at + 1 :]
    table.tell(say.EARLY_OR_LATE, target=attack.target, hex=HEXES[attack.hex])
    if before and after:
        parts = [before, after]
        kept = parts[choose(table, who_cuts(table, target), say.HOLE, [0, 1], target=target.key)]
        cut_to(table, state.forces[target.key], kept)
        return NO_BATTLE
    if before or after:
        cut_to(table, target, before or after)
    else:
        become_station(table, target, [attack.hex], attack.hex)
    gain_evasive(table, target.key)
    return NO_BATTLE


def shadow(table: Table[State], attack: Attack) -> str:
    """All but three segments go, which are one line with the target hex in it (AC-CR-13).

    The Seize that belongs to it is the one that ends the search (AC-AMB-16).
    """
    state = table.state
    target = state.forces[attack.target]
    table.tell(say.SHADOWED, target=attack.target)
    if len(target.line) <= KEPT_BY_SHADOW:
        gain_evasive(table, target.key)
        return NO_BATTLE
    firsts = shadow_parts(len(target.line), target.line.index(attack.hex))
    side = who_cuts(table, target) if len(firsts) > 1 else state.active
    first = choose(table, side, say.SHADOW, firsts, target=target.key)
    cut_to(table, state.forces[target.key], target.line[first : first + KEPT_BY_SHADOW])
    return NO_BATTLE


KEPT_BY_SHADOW = 3


def shadow_parts(size: int, at: int) -> list[int]:
    """Where the three segments that stay can begin."""
    return list(range(max(0, at - KEPT_BY_SHADOW + 1), min(at, size - KEPT_BY_SHADOW) + 1))


def who_cuts(table: Table[State], target: TaskForce) -> str:
    """The Active player chooses, unless the target spends Evasive Maneuvers to choose itself (AC-EM-04)."""
    side = side_of(target.key)
    if target.is_evasive:
        answer = choose(table, side, say.EM_TO_CHOOSE, say.EM_TO_CHOOSE.answers, target=target.key)
        if answer == say.YES:
            spend_evasive(table, target.key)
            return side
    return ENEMY[side]


def cut_to(table: Table[State], target: TaskForce, line: tuple[int, ...]) -> None:
    """These segments stay."""
    put(table.state, along(target, line))
    table.tell(say.CUT, target=target.key, segments=len(line))


# Battles that follow


def skirmish(table: Table[State], attack: Attack) -> str:
    """Who is faster may fight a Limited Battle; else there is Contact (AC-CR-15)."""
    state = table.state
    if not is_faster(state, attack):
        return contact(table, attack)
    table.tell(say.SKIRMISH_OFFERED, active=attack.active)
    answers = say.SKIRMISH.answers
    answer = choose(table, state.active, say.SKIRMISH, answers, active=attack.active, target=attack.target)
    if answer == say.NO:
        return contact(table, attack)
    table.tell(say.SKIRMISH_COMES, active=attack.active)
    return LIMITED


def closing_in(table: Table[State], attack: Attack) -> str:
    """Who is faster brings the target to battle; else there is Contact (AC-CR-03)."""
    if not is_faster(table.state, attack):
        return contact(table, attack)
    table.tell(say.CLOSED_IN, active=attack.active)
    return FULL


def battle(table: Table[State], attack: Attack) -> str:
    """A battle, all ships in their Far zones (AC-CR-02)."""
    table.tell(say.BATTLE_COMES, active=attack.active, target=attack.target)
    return FULL


def surprise(table: Table[State], attack: Attack) -> str:
    """A battle; who is faster also has the first fire and places the enemy (AC-CR-18)."""
    table.tell(say.SURPRISED, active=attack.active, target=attack.target)
    return SURPRISE if is_faster(table.state, attack) else FULL


# Hits on the map (AC-CR-05, AC-CR-07, AC-CR-08)


def hit_if(fastest: int) -> Callable[[Table[State], Attack], str]:
    """A Hit that only ships up to a speed can take, in a task force that is as slow (AC-CR-08)."""

    def hit(table: Table[State], attack: Attack) -> str:
        target = table.state.forces[attack.target]
        if target.speed > fastest:
            table.tell(say.NO_EFFECT)
            return NO_BATTLE
        ship = choose_ship(table, attack, fastest, is_damage=False)
        take_hits(table, ship, 1)
        return NO_BATTLE

    return hit


def damage(table: Table[State], attack: Attack) -> str:
    """One ship flips, or sinks if she was damaged (AC-CR-05)."""
    take_damage(table, choose_ship(table, attack, t.FAST, is_damage=True))
    return NO_BATTLE


def choose_ship(table: Table[State], attack: Attack, fastest: int, is_damage: bool) -> str:
    """The Active player chooses who is hit, of two Hits or Damages each time anew (AC-AMB-09)."""
    ships = [ship.id for ship in table.state.forces[attack.target].ships if ship.face.pace <= fastest]
    if len(ships) > 1:
        table.tell(say.DAMAGE_DONE if is_damage else say.HIT_SCORED, target=attack.target)
    return choose(table, table.state.active, say.HIT_SHIP, ships, target=attack.target, is_damage=is_damage)


RESULTS: dict[str, Callable[[Table[State], Attack], str]] = {
    t.MISS: miss,
    t.CONTACT_MADE: contact,
    t.SKIRMISH: skirmish,
    t.CLOSING_IN: closing_in,
    t.BATTLE: battle,
    t.SURPRISE: surprise,
    t.EARLY_OR_LATE: early_or_late,
    t.SHADOW: shadow,
    t.SIGHTED: sighted,
    t.LOSE_CONTACT: lose_contact,
    t.HIT_IF_VERY_SLOW: hit_if(t.VERY_SLOW),
    t.HIT_IF_SLOW: hit_if(t.SLOW),
    t.HIT: hit_if(t.FAST),
    t.DAMAGE: damage,
}


# What Hits do to a ship (AC-CR-07, AC-GN-07)


def take_hits(table: Table[State], ship_id: str, hits: int) -> None:
    """A ship takes Hits from one attack: she is marked, flips, or sinks; excess Hits carry over."""
    force, ship = find_ship(table.state, ship_id)
    kind = ship.kind
    if is_convoy(ship) and ship.is_dispersed:
        hits = min(hits, 1)  # AC-CV-04
    if kind.is_many:
        take_hits_as_many(table, force, ship, hits)
        return
    table.tell(say.SHIP_HIT, ship=ship_id, hits=hits)
    if not kind.back:
        sink(table, force, ship)  # AC-SH-08
        return
    total, was_damaged = ship.hits + hits, ship.is_damaged
    needed = kind.front.hits or 0
    if not was_damaged and total >= needed:
        total -= needed
        ship = replace(ship, is_damaged=True)
    settle(table, force, replace(ship, hits=total), was_damaged)


def take_damage(table: Table[State], ship_id: str) -> None:
    """A ship flips and keeps the Hits that she had; a damaged one sinks (AC-CR-05, AC-AMB-35)."""
    force, ship = find_ship(table.state, ship_id)
    kind = ship.kind
    if kind.is_many:
        take_hits(table, ship_id, t.HITS_OF_DAMAGE)
    elif ship.is_damaged or not kind.back:  # AC-AMB-20
        sink(table, force, ship)
    else:
        settle(table, force, replace(ship, is_damaged=True), False)


def settle(table: Table[State], force: TaskForce, ship: Ship, was_damaged: bool) -> None:
    """A ship that was hit is marked, is damaged, or has had enough."""
    back = ship.kind.back
    if ship.is_damaged and back and ship.hits >= (back.hits or 0):
        sink(table, force, ship)
        return
    changed = change_ship(table.state, force, ship)
    if ship.is_damaged and not was_damaged:
        table.tell(say.SHIP_DAMAGED, ship=ship.id, type=ship.type, hex=battle_hex(table.state))
        leaders.leave_ship(table, ship.id, others_of(table.state, changed, ship.id), is_sunk=False)


def take_hits_as_many(table: Table[State], force: TaskForce, ship: Ship, hits: int) -> None:
    """A Convoy or a Squadron is never damaged; at its limit it is destroyed (AC-CV-01, AC-DD-01)."""
    table.tell(say.CONVOY_HIT, ship=ship.id, hits=hits, type=ship.type, hex=battle_hex(table.state))
    hurt = replace(ship, hits=ship.hits + hits)
    if hurt.limit and hurt.hits >= hurt.limit:
        sink(table, force, hurt)
    else:
        change_ship(table.state, force, hurt)


def sink(table: Table[State], force: TaskForce, ship: Ship) -> None:
    """A ship is gone; a task force without ships leaves the map (AC-GN-07, AC-TF-05)."""
    state = table.state
    state.fates.append(Fate(ship, "sunk"))
    table.tell(say.SHIP_SUNK, ship=ship.id, type=ship.type, hex=battle_hex(table.state))
    left = tuple(one for one in force.ships if one.id != ship.id)
    if state.battle:
        state.battle.zones.pop(ship.id, None)
        state.battle.smoke = [one for one in state.battle.smoke if one != ship.id]
        state.battle.cover = {one: by for one, by in state.battle.cover.items() if ship.id not in (one, by)}
    leaders.leave_ship(table, ship.id, others_of(state, replace(force, ships=left), ship.id), is_sunk=True)
    if left:
        put(state, manned(force, left))
    else:
        table.tell(say.FORCE_GONE, force=force.key)
        del state.forces[force.key]


def battle_hex(state: State) -> str:
    """The hex in which a battle is being fought; empty where there is none."""
    return HEXES[state.battle.hex] if state.battle else ""


def others_of(state: State, force: TaskForce, ship_id: str) -> list[str]:
    """The other ships of a task force; in battle those that are still on the board (AC-LD-03)."""
    found = [ship.id for ship in force.ships if ship.id != ship_id]
    return [one for one in found if one in state.battle.zones] if state.battle else found

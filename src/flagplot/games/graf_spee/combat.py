"""Naval combat (section 14): four steps, in each of which the side with the First Salvo fires before the other."""

from __future__ import annotations

from flagplot.engine import Roll, Table
from flagplot.games.graf_spee.damage import gunnery_hit, lose_allied, rating, torpedo_hit
from flagplot.games.graf_spee.ending import check_fleet
from flagplot.games.graf_spee.fleet import flag_of, has, improve, lose_auxiliary, score
from flagplot.games.graf_spee.gunnery import engaged, german_fire, step_of
from flagplot.games.graf_spee.movement import end_of_leg
from flagplot.games.graf_spee.royal_navy import redeploy
from flagplot.games.graf_spee.state import Battle, Ship, State
from flagplot.games.graf_spee.tables import (
    ALLIED_SHIPS,
    ANTI_AIRCRAFT,
    ANTI_AIRCRAFT_CHART,
    GERMAN,
    GETS_THROUGH,
    HIT_ON,
    LEADERSHIP,
    PRIMARY,
    SHOT_AFTER,
    SHOT_BEFORE,
    STEPS,
    TORPEDO,
    VICTORY_POINTS,
)
from flagplot.games.graf_spee.words import (
    AIR_ATTACK,
    AIRCRAFT_SHOT_DOWN,
    ALLIED_FIRE,
    ALLIED_MISS,
    ANTI_AIRCRAFT_ROLL,
    ASSIGN_FIRE,
    COMBAT_BEGINS,
    COMBAT_ENDS,
    SHIPS_DAMAGED,
)


def battle_phase(table: Table[State]) -> str:
    """Half a step of the combat; the phase repeats itself until all have fired (GS-COM-01)."""
    state = table.state
    battle = state.battle
    assert battle is not None
    if not battle.turn:
        table.tell(COMBAT_BEGINS, space=battle.space, allied=tuple(battle.allied), first=battle.first)
        state.fought_in.append(battle.space)
    step = step_of(battle)
    is_german = (battle.first == GERMAN) == (battle.turn % 2 == 0)
    if not (step == PRIMARY and battle.space in state.limited_in):  # GS-MRK-13
        if is_german:
            german_fire(table, battle)
        else:
            allied_fire(table, battle, step)
    battle.turn += 1
    if battle.turn < 2 * len(STEPS) and engaged(state, battle) and (battle.allied or battle.air):
        return "battle"
    end_combat(table, battle)
    return "incidents" if state.draw else end_of_leg(state)


# Allied fire (sections 14.4, 14.6, 14.9, 14.12)


def allied_fire(table: Table[State], battle: Battle, step: str) -> None:
    """Every Allied ship must fire with its printed number of dice, and aircraft with the torpedoes (GS-ALG-01)."""
    number = STEPS.index(step)
    for name in battle.allied:
        dice = rating(battle, name, number)
        if dice and (target := target_of(table, battle, name)):
            fire_at(table, target, name, dice, step)
    if step == TORPEDO:
        for name in battle.air[:]:
            if target := target_of(table, battle, name):
                air_attack(table, battle, name, target)


def target_of(table: Table[State], battle: Battle, name: str) -> Ship | None:
    """At which German ship an Allied one fires; you decide while there are two (GS-ALG-01)."""
    if len(battle.german) == 1:
        ship = table.state.ships[battle.german[0]]
        return ship if ship.space else None
    ships = engaged(table.state, battle)
    if not ships:
        return None
    names = [ship.id for ship in ships]
    return table.state.ships[table.choose(flag_of(ships), ASSIGN_FIRE, names, allied=name)]


def fire_at(table: Table[State], target: Ship, name: str, dice: int, step: str, roll: Roll = ALLIED_FIRE) -> None:
    """Each 6 is a hit, and each hit a roll on the hit table of guns or torpedoes (GS-ALG-01)."""
    hits = sum(table.volley(dice, HIT_ON, roll, allied=name, ship=target.id, step=step))
    if not hits:
        table.tell(ALLIED_MISS, allied=name, ship=target.id)
    for _ in range(hits):
        if not target.space:
            return
        if step == TORPEDO:
            torpedo_hit(table, [target])
        else:
            gunnery_hit(table, target)


def air_attack(table: Table[State], battle: Battle, name: str, target: Ship) -> None:
    """A naval air unit attacks, if anti-aircraft guns do not shoot it down before (GS-NAV-01, GS-OPT-20)."""
    state = table.state
    fate = GETS_THROUGH
    if state.options.anti_aircraft and has([target], ANTI_AIRCRAFT):
        fate = table.consult(ANTI_AIRCRAFT_CHART, ANTI_AIRCRAFT_ROLL, allied=name, ship=target.id)
    if fate != SHOT_BEFORE:
        fire_at(table, target, name, ALLIED_SHIPS[name].air, TORPEDO, AIR_ATTACK)
    if fate in (SHOT_BEFORE, SHOT_AFTER):
        table.tell(AIRCRAFT_SHOT_DOWN, allied=name)
        lose_allied(state, battle, name)


# The end of a combat (section 14.13)


def end_combat(table: Table[State], battle: Battle) -> None:
    """Victory points, the fate of an auxiliary cruiser, redeployment, and experience (GS-END-01, GS-SHP-02)."""
    state = table.state
    table.tell(COMBAT_ENDS, space=battle.space)
    score_combat(table, battle)
    survivors = engaged(state, battle)
    if battle.allied or battle.retreated or battle.air:
        lose_auxiliary(table, battle.space)  # GS-AUX-01, GS-AMB-18
    state.damaged += battle.drawn
    state.battle = None
    redeploy(table)
    for ship in survivors:
        ship.fought = True
        improve(table, ship, LEADERSHIP)
    check_fleet(table)


def score_combat(table: Table[State], battle: Battle) -> None:
    """Points for ships sunk, and for those crippled that got away (GS-END-01)."""
    for name in battle.sunk:
        score(table, VICTORY_POINTS.ship[ALLIED_SHIPS[name].type].sunk)
    for name in battle.crippled:
        score(table, VICTORY_POINTS.ship[ALLIED_SHIPS[name].type].crippled)
    state = table.state
    state.sunk_this_mission += len(battle.sunk)
    if battle.sunk or battle.crippled:
        if battle.station not in state.beaten:
            state.beaten.append(battle.station)  # GS-ORD-05
        table.tell(SHIPS_DAMAGED, sunk=len(battle.sunk), crippled=len(battle.crippled))

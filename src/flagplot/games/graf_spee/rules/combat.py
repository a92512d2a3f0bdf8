"""Naval combat (section 14): four steps, in each of which the side with the First Salvo fires before the other."""

from __future__ import annotations

import itertools

from flagplot.engine import Next, Roll, Table, go_to
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.battle import engaged, ratings, the_battle
from flagplot.games.graf_spee.model.fleet import flag_of, has
from flagplot.games.graf_spee.rules.damage import gunnery_hit, lose_allied, torpedo_hit
from flagplot.games.graf_spee.rules.ending import check_fleet
from flagplot.games.graf_spee.rules.gunnery import german_fire
from flagplot.games.graf_spee.rules.redeployment import redeploy
from flagplot.games.graf_spee.rules.ships import improve, lose_auxiliary, score
from flagplot.games.graf_spee.state import Battle, Ship, State

NEXT_STEP = {step: go_to("combat_step", following) for step, following in itertools.pairwise(t.STEPS)}


def battle_phase(table: Table[State]) -> Next:
    """A combat is joined, and its first step is fought (GS-COM-01)."""
    state = table.state
    battle = the_battle(state)
    table.tell(say.COMBAT_BEGINS, space=battle.space, allied=tuple(battle.allied), first=battle.first)
    state.fought_in.append(battle.space)
    table.mark()
    return combat_step(table, t.STEPS[0])


def combat_step(table: Table[State], step: str) -> Next:
    """The side with the First Salvo fires its guns of this step, or its torpedoes, before the other (GS-COM-01)."""
    state = table.state
    battle = the_battle(state)
    if not (step == t.PRIMARY and battle.space in state.limited_in):  # GS-MRK-13
        first, second = (german_fire, allied_fire) if battle.first == t.GERMAN else (allied_fire, german_fire)
        first(table, battle, step)
        if goes_on(state, battle):
            second(table, battle, step)
    if step in NEXT_STEP and goes_on(state, battle):
        return NEXT_STEP[step]
    end_combat(table, battle)
    return None


def goes_on(state: State, battle: Battle) -> bool:
    """Whether there is anybody left on both sides (GS-COM-01)."""
    if battle.allied or battle.air:
        for name in battle.german:
            if state.ships[name].space:
                return True
    return False


# Allied fire (sections 14.4, 14.6, 14.9, 14.12)


def allied_fire(table: Table[State], battle: Battle, step: str) -> None:
    """Every Allied ship must fire with its printed number of dice, and aircraft with the torpedoes (GS-ALG-01)."""
    dice_of = ratings(battle, step)
    for name in battle.allied:
        if (dice := dice_of[name]) and (target := target_of(table, battle, name)):
            fire_at(table, target, name, dice, step)
    if step == t.TORPEDO:
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
    return table.state.ships[table.choose(flag_of(ships), say.ASSIGN_FIRE, names, allied=name)]


def fire_at(table: Table[State], target: Ship, name: str, dice: int, step: str, roll: Roll = say.ALLIED_FIRE) -> None:
    """Each 6 is a hit, and each hit a roll on the hit table of guns or torpedoes (GS-ALG-01)."""
    hits = sum(table.volley(dice, t.HIT_ON, roll, allied=name, ship=target.id, step=step))
    if not hits:
        table.tell(say.ALLIED_MISS, allied=name, ship=target.id)
    for _ in range(hits):
        if not target.space:
            return
        if step == t.TORPEDO:
            torpedo_hit(table, [target])
        else:
            gunnery_hit(table, target)


def air_attack(table: Table[State], battle: Battle, name: str, target: Ship) -> None:
    """A naval air unit attacks, if anti-aircraft guns do not shoot it down before (GS-NAV-01, GS-OPT-20)."""
    state = table.state
    fate = t.GETS_THROUGH
    if state.options.anti_aircraft and has([target], t.ANTI_AIRCRAFT):
        fate = table.consult(t.ANTI_AIRCRAFT_CHART, say.ANTI_AIRCRAFT_ROLL, allied=name, ship=target.id)
    if fate != t.SHOT_BEFORE:
        fire_at(table, target, name, t.ALLIED_SHIPS[name].air, t.TORPEDO, say.AIR_ATTACK)
    if fate in (t.SHOT_BEFORE, t.SHOT_AFTER):
        table.tell(say.AIRCRAFT_SHOT_DOWN, allied=name)
        lose_allied(state, battle, name)


# The end of a combat (section 14.13)


def end_combat(table: Table[State], battle: Battle) -> None:
    """Victory points, the fate of an auxiliary cruiser, redeployment, and experience (GS-END-01, GS-SHP-02)."""
    state = table.state
    table.tell(say.COMBAT_ENDS, space=battle.space)
    score_combat(table, battle)
    survivors = engaged(state, battle)
    if battle.allied or battle.retreated or battle.air:
        lose_auxiliary(table, battle.space)  # GS-AUX-01, GS-AMB-18
    state.damaged += battle.drawn
    state.battle = None
    redeploy(table)
    for ship in survivors:
        ship.fought = True
        improve(table, ship, t.LEADERSHIP)
    check_fleet(table)


def score_combat(table: Table[State], battle: Battle) -> None:
    """Points for ships sunk, and for those crippled that got away (GS-END-01)."""
    for name in battle.sunk:
        score(table, t.VICTORY_POINTS.ship[t.ALLIED_SHIPS[name].type].sunk)
    for name in battle.crippled:
        score(table, t.VICTORY_POINTS.ship[t.ALLIED_SHIPS[name].type].crippled)
    state = table.state
    state.sunk_this_mission += len(battle.sunk)
    if battle.sunk or battle.crippled:
        if battle.station not in state.beaten:
            state.beaten.append(battle.station)  # GS-ORD-05
        table.tell(say.SHIPS_DAMAGED, sunk=len(battle.sunk), crippled=len(battle.crippled))

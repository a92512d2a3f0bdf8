"""How a captain fights: every zone is weighed by what it brings in fire and what it costs."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from flagplot.engine.odds import sums_of
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.captain.worth import hit_value
from flagplot.games.atlantic_chase.hexes import ENEMY
from flagplot.games.atlantic_chase.model.scoring import points
from flagplot.games.atlantic_chase.rules.battle import is_obscured, ships_in, the_battle
from flagplot.games.atlantic_chase.scenarios import BATTLE, SCENARIOS
from flagplot.games.atlantic_chase.state import Battle, Ship, State

SHARED_OUT = 1.6  # how much more often a ship is fired at than her share, because the best target is chosen


@functools.cache
def mean_hits(band: str, modifier: int) -> float:
    """The mean number of Hits of a shot."""
    sums = sums_of(t.RANGE_DICE[band])
    ways = sum(count for count, _ in sums.values())
    return sum(count * t.GUNNERY[band][thrown + modifier] for thrown, (count, _) in sums.items()) / ways


@functools.cache
def torpedo_hits(modifier: int) -> float:
    """The mean number of Hits of a torpedo attack."""
    sums = sums_of(t.TORPEDO.dice)
    ways = sum(count for count, _ in sums.values())
    return sum(count * t.TORPEDO[thrown + modifier] for thrown, (count, _) in sums.items()) / ways


@functools.lru_cache(maxsize=16384)
def shot(scenario: str, firer: Ship, zone: str, target: Ship, target_zone: str, smoke: int) -> float:
    """What a shot is worth, in points; `smoke` counts who of the two is in it."""
    band = t.RANGE[zone, target_zone]
    guns = firer.face.long if t.USES_LONG_GUNS[band] else firer.face.short
    if guns is None:
        return 0.0
    modifier = guns + t.TARGET_SPEED[target.face.pace] + t.SMOKE * smoke
    return mean_hits(band, modifier) * hit_value(scenario, target)


def zone_values(state: State, ship: Ship, moves: Iterable[tuple[str, bool]]) -> list[float]:
    """What it is worth for a ship to be in each of these zones, with smoke or without.

    That is her best shot and torpedoes, less what the enemy does to her.
    """
    fight, scenario = the_battle(state), state.scenario
    side = ship.kind.side
    enemies = ships_in(state, ENEMY[side])
    there = [(enemy, fight.zones[enemy.id], is_obscured(fight, enemy.id)) for enemy in enemies]
    share = min(1.0, SHARED_OUT / len(ships_in(state, side)))
    values = []
    for zone, smokes in moves:
        gain = max([shot(scenario, ship, zone, enemy, at, smokes + covered) for enemy, at, covered in there])
        loss = sum([shot(scenario, enemy, at, ship, zone, smokes + covered) for enemy, at, covered in there])
        values.append(gain + torpedo_value(state, ship, zone, enemies, smokes) - share * loss)
    return values


def torpedo_value(state: State, ship: Ship, zone: str, enemies: Sequence[Ship], makes_smoke: bool) -> float:
    """What torpedoes from there may do."""
    if zone != t.CLOSE or makes_smoke or not ship.kind.torpedoes or ship.is_damaged or ship.has_fired_torpedoes:
        return 0.0
    zones = the_battle(state).zones
    near = [enemy for enemy in enemies if zones[enemy.id] != t.FAR]
    values = [torpedo_hits(t.TARGET_SPEED[enemy.face.pace]) * hit_value(state.scenario, enemy) for enemy in near]
    return max(values, default=0.0)


def exchange(state: State, side: str) -> tuple[float, float]:
    """What a round of fire would bring a side as ships now lie, and what it would cost."""
    return _fire(state, side), _fire(state, ENEMY[side])


def _fire(state: State, side: str) -> float:
    fight = the_battle(state)
    enemies = ships_in(state, ENEMY[side])
    return sum(
        max(
            shot(state.scenario, ship, fight.zones[ship.id], enemy, fight.zones[enemy.id], _smoke(fight, ship, enemy))
            for enemy in enemies
        )
        for ship in ships_in(state, side)
    )


def _smoke(fight: Battle, ship: Ship, enemy: Ship) -> int:
    return is_obscured(fight, ship.id) + is_obscured(fight, enemy.id)


def lead(state: State, side: str) -> int:
    """By how many points a side leads, where the battle is the whole scenario; 0 elsewhere."""
    if SCENARIOS[state.scenario].kind != BATTLE:
        return 0
    score = points(state)
    return score[side] - score[ENEMY[side]]


def wants_away(state: State, side: str, gain: float, loss: float) -> bool:
    """Whether a side has more to lose than to win by fighting on; who leads a battle takes his lead home.

    `gain` and `loss` are those of a round of fire.
    """
    return loss > gain + (0.15 if lead(state, side) <= 0 else -0.3)

"""What a captain reckons with: what a Hit on a ship is worth, and what a battle would bring and cost."""

from __future__ import annotations

import functools

from msgspec.structs import replace

from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.judgement.chances import ALL_WAYS, WAYS
from flagplot.games.atlantic_chase.model.forces import (
    is_convoy,
)
from flagplot.games.atlantic_chase.model.scoring import harm_to
from flagplot.games.atlantic_chase.scenarios import SCENARIOS
from flagplot.games.atlantic_chase.state import Fate, Ship

DECIDES_GAME = 6.0  # points that the fate of a ship is worth which decides a scenario
NUISANCE = 0.25  # points for a Hit that scores nothing, but takes a ship out of the hunt
SHARE_OF_SINKING = 0.7  # of the points for sinking her, that are reckoned with from the first Hit on
LEAST_MODIFIER, MOST_MODIFIER = -12, 24


def _mean_hits(modifier: int) -> float:
    return sum(ways * t.GUNNERY[t.LONG][thrown + modifier] for thrown, ways in WAYS) / ALL_WAYS


MEAN_HITS = {modifier: _mean_hits(modifier) for modifier in range(LEAST_MODIFIER, MOST_MODIFIER + 1)}


@functools.lru_cache(maxsize=65536)
def hit_value(scenario: str, ship: Ship) -> float:
    """What a Hit on a ship is worth to her enemy, in points."""
    wins = SCENARIOS[scenario].win
    kind = ship.kind
    if is_convoy(ship):
        needed = max((win.hits_on_convoys for win in wins), default=0)
        return DECIDES_GAME / needed if needed else float(harm_to(scenario, Fate(replace(ship, hits=1), "in_play")))
    sunk = float(harm_to(scenario, Fate(ship, "sunk")))
    if kind.is_many:
        return sunk / max(1, ship.limit - ship.hits) + NUISANCE
    damaged = float(harm_to(scenario, Fate(replace(ship, is_damaged=True), "in_play")))
    if any(ship.part in win.damaged for win in wins):
        damaged = DECIDES_GAME
    if any(ship.part in win.sunk for win in wins):
        sunk = DECIDES_GAME
    if not kind.back:
        return sunk + NUISANCE
    to_damage, to_sink = kind.front.hits or 1, kind.back.hits or 1
    if ship.is_damaged:
        return max(0.0, sunk - damaged) / max(1, to_sink - ship.hits) + NUISANCE / 2
    return max(damaged / to_damage, SHARE_OF_SINKING * sunk / (to_damage + to_sink)) + NUISANCE


@functools.lru_cache(maxsize=65536)
def barrage(scenario: str, firers: tuple[Ship, ...], targets: tuple[Ship, ...]) -> float:
    """What one round of fire at Long range is worth, each ship firing where it pays best."""
    total = 0.0
    for firer in firers:
        guns = firer.face.long
        if guns is None:
            guns = -2 if firer.face.short is not None else None
        if guns is None:
            continue
        total += max(
            MEAN_HITS[guns + t.TARGET_SPEED[target.face.pace]] * hit_value(scenario, target) for target in targets
        )
    return total


@functools.lru_cache(maxsize=65536)
def battle_value(scenario: str, own: tuple[Ship, ...], enemies: tuple[Ship, ...], rounds: int) -> float:
    """What a battle brings, less what it costs, in points."""
    return rounds * (barrage(scenario, own, enemies) - 0.9 * barrage(scenario, enemies, own))

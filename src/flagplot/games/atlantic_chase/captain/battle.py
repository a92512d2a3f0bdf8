"""How a captain fights: every zone is weighed by what it brings in fire and what it costs."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence

from flagplot.engine.odds import sums_of
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.captain.worth import hit_value
from flagplot.games.atlantic_chase.hexes import ENEMY
from flagplot.games.atlantic_chase.rules.battle import ships_in, the_battle
from flagplot.games.atlantic_chase.rules.victory import verdict
from flagplot.games.atlantic_chase.scenarios import BATTLE, SCENARIOS
from flagplot.games.atlantic_chase.state import Battle, Ship, State

WEIGHT_WHEN_AHEAD, WEIGHT_WHEN_BEHIND = 4.0, 0.2  # of a loss against a gain, where the battle is the whole scenario


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
    """What a round brings her side, less what it costs, with a ship in each of these zones, with smoke or without."""
    fight, scenario = the_battle(state), state.scenario
    side = ship.kind.side
    enemies = ships_in(state, ENEMY[side])
    others = [one for one in ships_in(state, side) if one.id != ship.id]
    weight = caution(state, side)
    in_smoke = {*fight.smoke, *(one for one, by in fight.cover.items() if by != ship.id)} - {ship.id}
    known: dict[frozenset[str], tuple[float, list[float]]] = {}  # the fire of and at the others, by who is in smoke
    values = []
    for zone, smokes in moves:
        hidden = _hidden(fight, in_smoke, others, zone if smokes else "")
        if hidden not in known:
            gain = sum(_best_shots(scenario, others, enemies, fight.zones, hidden))
            known[hidden] = gain, _best_shots(scenario, enemies, others, fight.zones, hidden)
        gain, at_others = known[hidden]
        aimed = [(enemy, fight.zones[enemy.id], smokes + (enemy.id in hidden)) for enemy in enemies]
        gain += max([shot(scenario, ship, zone, enemy, at, smoke) for enemy, at, smoke in aimed])
        at_her = [shot(scenario, enemy, at, ship, zone, smoke) for enemy, at, smoke in aimed]
        loss = sum(map(max, at_others, at_her))
        values.append(gain + torpedo_value(state, ship, zone, enemies, smokes) - weight * loss)
    return values


def _hidden(fight: Battle, in_smoke: set[str], others: Sequence[Ship], screened: str) -> frozenset[str]:
    """The ships in smoke now, and those that a ship would cover by screening a zone, empty for none (AC-SM-02)."""
    if not screened:
        return frozenset(in_smoke)
    beside = [one.id for one in others if fight.zones[one.id] == screened and one.id not in in_smoke]
    return frozenset(in_smoke.union(beside[: t.COVERED_BY_ONE]))


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
    fight, scenario = the_battle(state), state.scenario
    own, enemies = ships_in(state, side), ships_in(state, ENEMY[side])
    hidden = frozenset((*fight.smoke, *fight.cover))
    gain = _best_shots(scenario, own, enemies, fight.zones, hidden)
    return sum(gain), sum(_best_shots(scenario, enemies, own, fight.zones, hidden))


def _best_shots(
    scenario: str, firers: Sequence[Ship], targets: Sequence[Ship], zones: Mapping[str, str], hidden: frozenset[str]
) -> list[float]:
    """What the best shot of each ship is worth; nothing where there is nobody to fire at."""
    aimed = [(target, zones[target.id], target.id in hidden) for target in targets]
    found = []
    for ship in firers:
        zone, smoke = zones[ship.id], ship.id in hidden
        values = [shot(scenario, ship, zone, target, at, smoke + covered) for target, at, covered in aimed]
        found.append(max(values, default=0.0))
    return found


def would_win(state: State) -> str | None:
    """The side that would win if it ended now, where the battle is the whole scenario; None elsewhere, or a draw."""
    return verdict(state)[1] if SCENARIOS[state.scenario].kind == BATTLE else None


def caution(state: State, side: str) -> float:
    """How much a loss weighs against a gain: more for the side that would win a battle now, less for the other."""
    winner = would_win(state)
    return 1.0 if winner is None else WEIGHT_WHEN_AHEAD if winner == side else WEIGHT_WHEN_BEHIND

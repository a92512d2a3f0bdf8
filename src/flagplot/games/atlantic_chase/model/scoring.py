"""What a scenario is worth as it stands: the points of both sides, ship by ship (section 6.3 of our clauses)."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.hexes import BRITISH, ENEMY, GERMAN, PORTS, SIDES
from flagplot.games.atlantic_chase.model.forces import (
    all_ships,
    is_convoy,
    scenario_of,
)
from flagplot.games.atlantic_chase.scenarios import Score, scores_of
from flagplot.games.atlantic_chase.state import Fate, Ship, State

SUNK, COMPLETED = "sunk", "completed"


def points(state: State) -> dict[str, int]:
    """The points of both sides if the scenario ended now; each ship scores once for a side (AC-EX-01)."""
    found = _sums_in_play(state.scenario, _ships_in_play(state)).copy()
    for side, _, vp in _scored_besides(state):
        found[side] += vp
    return found


def scored(state: State) -> Iterator[tuple[str, str, int]]:
    """What scores if the scenario ended now: for whom, for what, and how much."""
    yield from _points_in_play(state.scenario, _ships_in_play(state))
    yield from _scored_besides(state)


def _ships_in_play(state: State) -> tuple[tuple[Ship, ...], ...]:
    return tuple([force.ships for force in state.forces.values()])


def _scored_besides(state: State) -> Iterator[tuple[str, str, int]]:
    """What scores besides the ships that are in play."""
    for fate in state.fates:
        yield from _points_for(state.scenario, fate)
    for score in _scores_beyond_a_ship(state.scenario):
        if score.event == "landed" and score.port in state.landed:
            yield score.side, score.port, score.vp
        elif score.event == "laden_sunk":
            for fate in state.fates:
                if fate.how == SUNK and fate.ship.is_laden:
                    yield score.side, fate.ship.id, score.vp
        elif score.event == "went_home_idle" and _is_idle(state, score):
            yield score.side, score.names[0], score.vp
    if state.is_order_lifted:
        yield GERMAN, scenario_of(state).keep_clear_of, t.ORDER_LIFTED_VP


@functools.cache
def _scores_beyond_a_ship(scenario: str) -> tuple[Score, ...]:
    """What scores by more than the fate of one ship."""
    return tuple(score for score in scores_of(scenario) if score.event in ("landed", "laden_sunk", "went_home_idle"))


@functools.lru_cache(maxsize=65536)
def _points_for(scenario: str, fate: Fate) -> tuple[tuple[str, str, int], ...]:
    """What one ship scores for either side."""
    scores = scores_of(scenario)
    return (*_harm_of(fate, scores), *_success_of(fate, scores))


@functools.lru_cache(maxsize=4096)
def _points_in_play(scenario: str, forces: tuple[tuple[Ship, ...], ...]) -> tuple[tuple[str, str, int], ...]:
    """What the ships of task forces score for either side that are in play."""
    return tuple(entry for ships in forces for ship in ships for entry in _points_for(scenario, ship.in_play))


@functools.lru_cache(maxsize=4096)
def _sums_in_play(scenario: str, forces: tuple[tuple[Ship, ...], ...]) -> dict[str, int]:
    """The points of both sides for the same."""
    found = dict.fromkeys(SIDES, 0)
    for side, _, vp in _points_in_play(scenario, forces):
        found[side] += vp
    return found


def fates(state: State) -> Iterator[Fate]:
    """What has become of every ship: those in play, and those that are out of it."""
    for _, ship in all_ships(state):
        yield ship.in_play
    yield from state.fates


def parts(state: State) -> dict[str, Fate]:
    """What has become of each ship of the set-up, by the part that she plays; a group that waits is in play."""
    waiting = {ship.part: Fate(ship, "in_play") for group in state.groups.values() for ship in group.ships}
    return waiting | {fate.ship.part: fate for fate in fates(state)}


def _harm_of(fate: Fate, scores: Iterable[Score]) -> Iterator[tuple[str, str, int]]:
    """What the enemy gets for the worst that happened to a ship; for a Convoy, for each Hit."""
    ship = fate.ship
    enemy = ENEMY[ship.kind.side]
    entries = [score for score in scores if score.side in (enemy, "both") and _fits(score, fate)]
    hits = [score for score in entries if score.event == "hit"]
    if is_convoy(ship) and hits and ship.hits:
        yield enemy, ship.id, ship.hits * _narrowest(hits).vp
    worst = SUNK if fate.how == SUNK else "damaged" if ship.is_damaged else ""
    harm = [score for score in entries if score.event == worst]
    if harm:
        yield enemy, ship.id, _narrowest(harm).vp
    elif not worst and hits and not is_convoy(ship) and ship.hits:
        yield enemy, ship.id, ship.hits * _narrowest(hits).vp


def _success_of(fate: Fate, scores: Iterable[Score]) -> Iterator[tuple[str, str, int]]:
    """What a ship brings to her own side: home, or still on her way."""
    side = fate.ship.kind.side
    event = COMPLETED if fate.how == COMPLETED else "in_play_at_end" if fate.how == "in_play" else ""
    entries = [score for score in scores if score.side == side and score.event == event and _fits(score, fate)]
    if event == COMPLETED:
        entries = [score for score in entries if _counts_as_home(score, fate)]
    if entries:
        yield side, fate.ship.id, _narrowest(entries).vp


def _fits(score: Score, fate: Fate) -> bool:
    ship = fate.ship
    if score.names and ship.part not in score.names:  # AC-CA-07
        return False
    if score.kinds and ship.kind.kind not in score.kinds:
        return False
    return score.dispersed is None or score.dispersed == ship.is_dispersed


def _counts_as_home(score: Score, fate: Fate) -> bool:
    """Whether a completed ship came where the entry wants her (AC-CP-04, AC-AMB-56)."""
    port = PORTS[fate.port]
    if is_convoy(fate.ship) and not fate.is_destination:
        return False
    if (score.port and score.port != fate.port) or (score.nation and score.nation != port.nation):
        return False
    if score.undamaged and fate.ship.is_damaged:
        return False
    return not (score.another_box and port.box == fate.ship.origin)


def _narrowest(entries: Iterable[Score]) -> Score:
    return max(entries, key=lambda score: (score.conditions, score.vp))


def hits_on_convoys(state: State) -> int:
    """The Hits on British Convoys so far."""
    return sum(fate.ship.hits for fate in fates(state) if is_convoy(fate.ship) and fate.ship.kind.side == BRITISH)


def _is_idle(state: State, score: Score) -> bool:
    """Whether ships went home without having done anything; whoever is missing is not asked for (AC-CA-07)."""
    ships = parts(state)
    there = [ships[name] for name in score.names if name in ships]
    is_home = bool(there) and all(fate.how == COMPLETED for fate in there)
    is_done = any(ships[name].how == SUNK for name in score.targets if name in ships)
    return is_home and not is_done and not hits_on_convoys(state)


# What a fate is worth, for those who look ahead


def harm_to(scenario: str, fate: Fate) -> int:
    """The points that the enemy would get for what happened to a ship."""
    laden = sum(score.vp for score in scores_of(scenario) if score.event == "laden_sunk" and fate.ship.is_laden)
    harm = sum(vp for _, _, vp in _harm_of(fate, scores_of(scenario)))
    return harm + (laden if fate.how == SUNK else 0)


@functools.lru_cache(maxsize=65536)
def success_of(scenario: str, fate: Fate) -> int:
    """The points that a ship would bring to her own side."""
    return sum(vp for _, _, vp in _success_of(fate, scores_of(scenario)))

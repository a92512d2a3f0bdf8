"""Points (NA-VIC-01): what each side would score if the game ended now."""

from __future__ import annotations

from flagplot.games.night_action.model.fleet import has_ships_left, maximum_setting, scenario_of
from flagplot.games.night_action.scenarios import Score
from flagplot.games.night_action.ships import ENEMY, KINDS, SIDES
from flagplot.games.night_action.state import AFLOAT, LEFT, SINKING, SUNK, Ship, State

NO_SCORE = Score()
ENDINGS = ("end", "over")  # phases


def scores(state: State) -> dict[str, int]:
    """The points of both sides as the position stands."""
    return {side: sum(parts_of(state, side).values()) for side in SIDES}


def parts_of(state: State, side: str) -> dict[str, int]:
    """The points of a side, by what they are for."""
    scenario = scenario_of(state)
    score = scenario.score.get(side, NO_SCORE)
    parts = {"sunk": 0, "damaged": 0, "safe": 0, "exit": 0}
    for ship in state.ships.values():
        if ship.is_dummy:
            continue
        if ship.side == side:
            if (safe := score.safe.get(ship.type)) and is_safe(state, ship):
                parts["safe"] += safe
            if (gone := score.exit.get(ship.type)) and has_reached_exit(state, ship):
                parts["exit"] += gone
        else:
            sunk, damaged = _for_enemy(state, ship, score)
            parts["sunk"] += sunk
            parts["damaged"] += damaged
    parts["field"] = scenario.field_points if holds_field(state, side) else 0
    parts["torpedoes"] = state.torpedo_points.get(side, 0)
    parts["bonus"] = scenario.bonus.get(side, 0)
    return parts


def _for_enemy(state: State, ship: Ship, score: Score) -> tuple[int, int]:
    """What an enemy ship is worth: sunk, or damaged."""
    is_sunk = ship.status in (SINKING, SUNK)
    kind = KINDS[ship.type]
    if kind.is_battery:
        return (score.battery if is_sunk else 0), 0
    if score.sunk_or_stopped:
        is_stopped = ship.status == AFLOAT and maximum_setting(state, ship) == 0
        return (score.sunk_or_stopped if is_sunk or is_stopped else 0), 0
    if is_sunk:
        return kind.vp, 0
    is_damaged = ship.hull * 2 <= kind.hull and not ship.began_damaged
    return 0, kind.vp // 2 if is_damaged else 0


def is_safe(state: State, ship: Ship) -> bool:
    """Whether a merchantman is safe: gone by an exit of its side, or afloat and able to move."""
    if ship.status == LEFT:
        return has_reached_exit(state, ship)
    return _can_move(state, ship)


def is_alone(state: State, side: str) -> bool:
    """Whether a side is left alone on the table (NA-VIC-02); asked as the game ends.

    Before, points would tell whether what is left of the enemy are dummies.
    """
    return state.phase in ENDINGS and not has_ships_left(state, ENEMY[side])


def holds_field(state: State, side: str) -> bool:
    """Whether a side is left alone on the table with a warship that can move (NA-VIC-02)."""
    return is_alone(state, side) and any(
        ship.side == side and not ship.is_dummy and not KINDS[ship.type].is_merchant and _can_move(state, ship)
        for ship in state.ships.values()
    )


def _can_move(state: State, ship: Ship) -> bool:
    return ship.status == AFLOAT and maximum_setting(state, ship) > 0


def has_reached_exit(state: State, ship: Ship) -> bool:
    """Whether a ship has left by an exit edge of its side, or nobody is left to keep her from it (NA-VIC-02)."""
    exits = scenario_of(state).exits.get(ship.side, ())
    if ship.status == LEFT:
        return ship.exit in exits
    return bool(exits) and _can_move(state, ship) and is_alone(state, ship.side)


def leader_on_points(state: State) -> str:
    """The side that would win now; empty for a draw."""
    points = scores(state)
    best = max(SIDES, key=lambda side: points[side])
    return best if points[best] > points[ENEMY[best]] else ""

"""What a seat sees of Night Action: the sea and what it knows to be on it, goals, and the state of its ships."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from flagplot.engine.state import OVER
from flagplot.engine.view import EVERYTHING, Fact, Goal, Sheet, View, fact
from flagplot.games.night_action.model.fleet import is_gone, maximum_setting, scenario_of
from flagplot.games.night_action.model.scoring import NO_SCORE, is_safe, scores
from flagplot.games.night_action.ships import ENEMY, KINDS, SIDES, tubes
from flagplot.games.night_action.state import AFLOAT, Ship, State
from flagplot.games.night_action.view.board import SIDE_NAMES
from flagplot.games.night_action.view.names import PHASE_NAMES, SPEEDS
from flagplot.games.night_action.view.pieces import REMEMBERED, pieces
from flagplot.games.night_action.view.sea import areas, lines

LIGHTS = {"night": "Night", "dusk": "Dusk or mist", "day": "Day"}
COLUMNS = ("ship", "speed", "hull", "guns", "tubes", "trouble")


def view(state: State, seat: str) -> View:
    """What a seat may see of a position; at the end of the game everything."""
    seat = EVERYTHING if state.phase == OVER else seat
    own = [side for side in SIDES if seat in (side, EVERYTHING)]
    return View(
        headline=headline(state),
        pieces=tuple(pieces(state, seat)),
        lines=tuple(lines(state, seat)),
        areas=tuple(areas(state)),
        facts=tuple(_facts(state)),
        goals=tuple(_goals(state)),
        sheets=tuple(_roster(state, side) for side in own),
        light=state.light,
    )


def headline(state: State) -> str:
    """Where the game stands, in a line."""
    plan = scenario_of(state)
    title = plan.title.partition(":")[0].partition(",")[0]
    return f"Turn {min(state.turn, plan.turns)} of {plan.turns}, {title}"


def _facts(state: State) -> Iterator[Fact]:
    plan = scenario_of(state)
    radar = ", no radar" if plan.no_radar else ""
    yield fact("Phase", PHASE_NAMES.get(state.phase, "The end"))
    yield fact("Sea", f"{LIGHTS[state.light]}, sea state {state.sea}{radar}")
    if state.winner:
        yield fact("Initiative", SIDE_NAMES[state.winner])


def _goals(state: State) -> Iterator[Goal]:
    """The points if it ended now, ships sunk, and merchantmen that are safe (NA-VIC-01)."""
    plan = scenario_of(state)
    points = scores(state)
    for side in SIDES:
        yield Goal("Points now", value=points[side], side=side, is_score=True)
        enemies = [ship for ship in state.ships.values() if ship.side == ENEMY[side] and _counts(ship)]
        sunk = [ship for ship in enemies if is_gone(ship) and ship.status != "left"]
        if enemies:
            yield Goal("Sunk", "Enemy ships that were sunk", len(sunk), len(enemies), side)
        score = plan.score.get(side, NO_SCORE)
        guarded = [ship for ship in state.ships.values() if ship.side == side and ship.type in score.safe]
        if guarded:
            safe = sum(is_safe(state, ship) for ship in guarded)
            yield Goal("Safe", "Merchantmen afloat and able to move, or gone by the exit", safe, len(guarded), side)


def _counts(ship: Ship) -> bool:
    """Whether a ship is counted among those that can be sunk: a real one that the enemy has seen."""
    return not ship.is_dummy and not ship.marker and ship.status != "coming"


def _roster(state: State, side: str) -> Sheet:
    """The ships of a side with what they have left."""
    ships = [ship for ship in state.ships.values() if ship.side == side and not ship.is_dummy and ship.status == AFLOAT]
    rows = tuple(_row(state, one) for one in ships)
    return Sheet(f"roster/{side}", f"Ships of the {SIDE_NAMES[side]} side", COLUMNS, rows)


def _row(state: State, ship: Ship) -> tuple[str, ...]:
    ready = len([silent for silent in ship.silent if silent < state.turn])
    most = maximum_setting(state, ship)
    left = _left(ship.type, ship.setting, most, ship.hull, ready, ship.guns, sum(ship.loaded), ship.torpedoes)
    return (ship.name, *left, ", ".join(_troubles(ship)) or "none")


@functools.lru_cache(maxsize=REMEMBERED)
def _left(
    type_: str,
    setting: int,
    most: int,
    hull: int,
    ready: int,
    guns: tuple[str, ...],
    loaded: int,
    torpedoes: tuple[str, ...],
) -> tuple[str, ...]:
    """What a ship has left of speed, hull, guns and torpedoes, in words."""
    kind = KINDS[type_]
    fitted = sum(tubes(text).number for text in torpedoes)
    speed = SPEEDS[setting] + (f", at most {SPEEDS[most]}" if most < 4 and not kind.is_battery else "")
    return (
        "–" if kind.is_battery else speed,
        f"{hull}/{kind.hull}",
        f"{ready}/{len(guns)}" if guns else "–",
        f"{loaded}/{fitted}" if fitted else "–",
    )


def _troubles(ship: Ship) -> Iterator[str]:
    """What is wrong with a ship, in words."""
    if ship.fires:
        yield f"{ship.fires} fire{'' if ship.fires == 1 else 's'}"
    if ship.floods:
        yield f"{ship.floods} flood{'' if ship.floods == 1 else 's'}"
    if ship.rudder:
        yield ("", "rudder amidships", "rudder hard to port", "rudder hard to starboard", "rudder lost")[ship.rudder]
    if ship.acceleration:
        yield ("", "cannot speed up", "speed frozen")[ship.acceleration]
    if ship.slow_gear:
        yield "steering slow"
    if ship.engine:
        yield f"engines {-ship.engine}"
    if ship.lookouts_hit:
        yield "lookouts hit"
    if ship.captain_hit:
        yield "captain hit"

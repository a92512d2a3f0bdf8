"""What a seat sees of Night Action: the sea and what it knows to be on it, goals, and the state of its ships."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from flagplot.engine.state import OVER
from flagplot.engine.view import EVERYTHING, Fact, Goal, Sheet, View, fact, goal
from flagplot.games.night_action.model.fleet import scenario_of
from flagplot.games.night_action.model.scoring import scores
from flagplot.games.night_action.ships import ENEMY, KINDS, SIDES
from flagplot.games.night_action.state import AFLOAT, COMING, SINKING, SUNK, Ship, State
from flagplot.games.night_action.view.board import SIDE_NAMES
from flagplot.games.night_action.view.names import PHASE_NAMES
from flagplot.games.night_action.view.pieces import REMEMBERED, Looks, form_of, other_pieces, ships_seen
from flagplot.games.night_action.view.sea import areas, lines

LIGHTS = {"night": "Night", "dusk": "Dusk or mist", "day": "Day"}
CATEGORIES = {1: "Boats", 2: "Escorts", 3: "Warships"}  # by class
COLUMNS = ("ship", "speed", "hull", "guns", "tubes", "trouble")


def view(state: State, seat: str) -> View:
    """What a seat may see of a position; at the end of the game everything."""
    seat = EVERYTHING if state.phase == OVER else seat
    own = [side for side in SIDES if seat in (side, EVERYTHING)]
    ships = ships_seen(state, seat)
    return View(
        headline=headline(state),
        pieces=(*[looks.piece for _, looks in ships], *other_pieces(state, seat)),
        lines=tuple(lines(state, seat)),
        areas=tuple(areas(state)),
        facts=tuple(_facts(state)),
        goals=tuple(_goals(state, seat)),
        sheets=tuple(_roster(ships, side) for side in own),
        light=state.light,
        brief=brief(state),
    )


def headline(state: State) -> str:
    """Where the game stands, in a line."""
    plan = scenario_of(state)
    title = plan.title.partition(":")[0].partition(",")[0]
    return f"Turn {min(state.turn, plan.turns)} of {plan.turns}, {title}"


def brief(state: State) -> str:
    """The turn."""
    turns = scenario_of(state).turns
    return f"Turn {min(state.turn, turns)}/{turns}"


def _facts(state: State) -> Iterator[Fact]:
    plan = scenario_of(state)
    radar = ", no radar" if plan.no_radar else ""
    yield fact("Phase", PHASE_NAMES.get(state.phase, "The end"))
    yield fact("Sea", f"{LIGHTS[state.light]}, sea state {state.sea}{radar}")
    if state.winner:
        yield fact("Initiative", SIDE_NAMES[state.winner])


def _goals(state: State, seat: str) -> Iterator[Goal]:
    """What a seat is there for, the points if it ended now, and the ships that both sides have left (NA-VIC-01)."""
    plan = scenario_of(state)
    points = scores(state)
    for side in SIDES:
        if seat not in ENEMY or seat == side:
            yield goal(plan.aim[side], side=side)
        yield goal("Points now", value=points[side], side=side, is_score=True)
        for name, ships in _fleet(state, side, seat).items():
            left = len([ship for ship in ships if ship.status not in (SINKING, SUNK)])
            yield _not_sunk(name, left, len(ships), side, ships[0].type)


@functools.lru_cache(maxsize=REMEMBERED)
def _not_sunk(name: str, left: int, number: int, side: str, type_: str) -> Goal:
    return Goal(name, f"{left} of {number} not sunk", left, number, side, sign=form_of(KINDS[type_]))


def _fleet(state: State, side: str, seat: str) -> dict[str, list[Ship]]:
    """The real ships of a side by what they are: all to their owner, to others those that can be seen or are gone."""
    found: dict[str, list[Ship]] = {}
    is_own = seat in (side, EVERYTHING)
    for ship in state.ships.values():
        if ship.side == side and not ship.is_dummy and (is_own or (not ship.marker and ship.status != COMING)):
            found.setdefault(_category(ship.type), []).append(ship)
    return found


@functools.cache
def _category(type_: str) -> str:
    kind = KINDS[type_]
    if kind.is_battery:
        return "Batteries"
    return "Merchantmen" if kind.is_merchant else CATEGORIES[kind.class_]


def _roster(ships: list[tuple[Ship, Looks]], side: str) -> Sheet:
    """The ships of a side with what they have left."""
    rows = [looks.row for ship, looks in ships if ship.side == side and not ship.is_dummy and ship.status == AFLOAT]
    return Sheet(f"roster/{side}", f"Ships of the {SIDE_NAMES[side]} side", COLUMNS, tuple(rows))

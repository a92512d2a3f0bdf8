"""What a seat sees of Night Action, as a first plain view: headline, pieces and facts."""

from __future__ import annotations

import functools

from flagplot.engine.view import EVERYTHING, Board, Fact, Piece, Side, Space, View, fact, piece
from flagplot.games.night_action.model.fleet import marker_id, scenario_of
from flagplot.games.night_action.model.scoring import scores
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.ships import ALLIED, AXIS, KINDS, SIDES
from flagplot.games.night_action.state import AFLOAT, SINKING, Ship, State
from flagplot.games.night_action.view.names import PHASE_NAMES

SEA = "sea"


@functools.cache
def board(scenario: str) -> Board:
    """The sheet of a scenario."""
    plan = SCENARIOS[scenario]
    width, height = plan.table
    return Board(
        plan.title,
        width / height,
        (Side(ALLIED, "Allied"), Side(AXIS, "Axis")),
        (Space(SEA, "The sea", "sea", 0.5, 0.5, 1.0, 1.0),),
    )


def view(state: State, seat: str) -> View:
    """What a seat may see of a position."""
    return View(
        headline=f"{scenario_of(state).title}, turn {state.turn}: {PHASE_NAMES.get(state.phase, 'the end')}",
        pieces=tuple(_pieces(state, seat)),
        facts=tuple(_facts(state)),
    )


def _pieces(state: State, seat: str) -> list[Piece]:
    found = []
    sees_all = seat == EVERYTHING or state.result is not None
    for ship in state.ships.values():
        if ship.status not in (AFLOAT, SINKING):
            continue
        if not ship.marker or sees_all or seat == ship.side:
            found.append(_ship(ship))
    for unit in sorted(
        (unit for unit in state.units.values() if unit.marker), key=lambda unit: (unit.side, unit.marker)
    ):
        name = marker_id(unit.side, unit.marker)
        leader = state.ships[unit.ships[0]]
        found.append(
            piece(name, "marker", unit.side, SEA, f"{leader.x}, {leader.y}", hidden=not sees_all and unit.side != seat)
        )
    return found


def _ship(ship: Ship) -> Piece:
    place = f"{ship.name} at {ship.x}, {ship.y} on {ship.heading * 2.5:g}, setting {ship.setting}"
    pips = (-(-4 * ship.hull // KINDS[ship.type].hull), 4)
    badges = (f"fires {ship.fires}",) if ship.fires else ()
    return piece(ship.id, ship.type, ship.side, SEA, place, 1, badges, pips)


def _facts(state: State) -> list[Fact]:
    points = scores(state)
    return [fact("Turn", str(state.turn)), *(fact(f"{side.capitalize()} points", str(points[side])) for side in SIDES)]

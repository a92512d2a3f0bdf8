"""Spotting (NA-SPO): every ship, aircraft and marker looks once for the enemy contact that it can find most easily."""

from __future__ import annotations

from flagplot.engine import Next, Table
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model import spotting as model
from flagplot.games.night_action.model.fleet import marker_id, markers_of, models
from flagplot.games.night_action.rules.contacts import proximity, reveal
from flagplot.games.night_action.ships import ENEMY
from flagplot.games.night_action.state import State


def spotting(table: Table[State]) -> Next:
    """The initiative winner's side tests first; nobody is asked (NA-SPO-07)."""
    state = table.state
    proximity(table)
    for side in (state.winner, ENEMY[state.winner]):
        look_out(table, side)
    proximity(table)
    return "repairs_begin"


def look_out(table: Table[State], side: str) -> None:
    """All testers of a side: ships, aircraft, then markers for their best ships; a dummy sees nothing."""
    state = table.state
    enemy = ENEMY[side]
    markers = markers_of(state, enemy)
    if not markers:
        return
    for ship in models(state, side):
        if markers and (found := model.best_test(state, ship, markers)) and _test(table, ship.id, found, None):
            markers = markers_of(state, enemy)
    for one in state.aircraft:
        is_here = one.side == side and one.status == "here"
        if markers and is_here and (found := model.best_test_from_the_air(state, one, markers)):
            _test(table, one.id, found, None)
            markers = markers_of(state, enemy)
    for key in markers_of(state, side):
        ship = model.best_ship(state, state.units[key])
        if markers and not ship.is_dummy and (found := model.best_test(state, ship, markers)):
            _test(table, ship.id, found, (side,))
            markers = markers_of(state, enemy)


def _test(table: Table[State], tester: str, found: tuple[model.Test, str], to: tuple[str, ...] | None) -> bool:
    """One test, True if it succeeds; what a marker throws, and that it failed, is for its own side (NA-SPO-09)."""
    state = table.state
    test, key = found
    unit = state.units[key]
    marker = marker_id(unit.side, unit.marker)
    if test.natural > 1:
        thrown = table.roll("1d10", say.SPOT, test.by_tester, tester=tester, marker=marker, to=to).sum
        if thrown < test.natural:
            table.tell(say.NOT_SPOTTED, to=to, tester=tester, marker=marker)
            return False
    leader = state.ships[key]
    if leader.depth == t.PERISCOPE:
        leader.found_in = state.turn
        table.tell(say.FOUND, marker=marker)
        return True
    table.tell(say.SPOTTED, marker=marker)
    reveal(table, key)
    return True

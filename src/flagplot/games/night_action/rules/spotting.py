"""Spotting (NA-SPO): every ship, aircraft and marker looks once for the enemy contact that it can find most easily."""

from __future__ import annotations

from flagplot.engine import Next, Table, go_to
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model import spotting as model
from flagplot.games.night_action.model.fleet import marker_id, markers_of, models
from flagplot.games.night_action.rules.contacts import proximity, reveal
from flagplot.games.night_action.ships import ENEMY
from flagplot.games.night_action.state import State


def spotting(table: Table[State]) -> Next:
    """The initiative winner's side tests first; nobody is asked (NA-SPO-07)."""
    proximity(table)
    return go_to("look_out", table.state.winner, 0)


def look_out(table: Table[State], side: str, number: int = 0) -> Next:
    """Testers of a side look out, one after the other, until one of them has found something.

    What was found is seen by all before the next one looks, so this phase comes back to itself.
    """
    state = table.state
    enemy = ENEMY[side]
    markers = markers_of(state, enemy)
    testers = testers_of(state, side) if markers else []
    for following, (tester, to) in enumerate(testers[number:], number + 1):
        found = best_test(state, tester, markers)
        if found and _test(table, tester, found, to):
            return go_to("look_out", side, following)
    if side == state.winner:
        return go_to("look_out", enemy, 0)
    proximity(table)
    return "repairs_begin"


def testers_of(state: State, side: str) -> list[tuple[str, tuple[str, ...] | None]]:
    """Ships, aircraft, then markers by their best ships, and who may read their throws; a dummy sees nothing."""
    testers: list[tuple[str, tuple[str, ...] | None]] = [(ship.id, None) for ship in models(state, side)]
    for one in state.aircraft:
        if one.side == side and one.status == "here":
            testers.append((one.id, None))
    for key in markers_of(state, side):
        ship = model.best_ship(state, state.units[key])
        if not ship.is_dummy:
            testers.append((ship.id, (side,)))
    return testers


def best_test(state: State, tester: str, markers: list[str]) -> tuple[model.Test, str] | None:
    """The test of a ship or an aircraft at the marker where it has the best chance."""
    if tester in state.ships:
        return model.best_test(state, state.ships[tester], markers)
    return model.best_test_from_the_air(state, next(one for one in state.aircraft if one.id == tester), markers)


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

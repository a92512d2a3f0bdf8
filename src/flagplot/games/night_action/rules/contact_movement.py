"""Contact markers move in phase 7 (NA-CON-02), unseen but for their places."""

from __future__ import annotations

from typing import Any

from flagplot.engine import Next, Table, go_to
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model import helm
from flagplot.games.night_action.model.fleet import marker_id, markers_of
from flagplot.games.night_action.rules.contacts import marker_options, proximity, reveal
from flagplot.games.night_action.rules.movement import after_move, edge_beyond, run_programme
from flagplot.games.night_action.rules.submarines import surface
from flagplot.games.night_action.state import State


def contacts(table: Table[State], side: str, number: int) -> Next:
    """A side moves its next marker; the initiative loser's are moved first (NA-CON-02)."""
    state = table.state
    key = next((key for key in markers_of(state, side) if state.units[key].marker > number), "")
    if not key:
        if side != state.winner:
            return go_to("contacts", state.winner, 0)
        proximity(table)
        return "end"
    following = state.units[key].marker
    move_marker(table, key)
    return go_to("contacts", side, following)


def move_marker(table: Table[State], key: str) -> None:
    """A marker is moved by its owner, unseen but for its place (NA-CON-02)."""
    state = table.state
    unit = state.units[key]
    leader = state.ships[key]
    side, own, marker = unit.side, (unit.side,), marker_id(unit.side, unit.marker)
    choice: Any = table.choose(side, say.CONTACT, marker_options(state, unit), marker=marker, unit=key, to=own)
    if choice == say.SURFACE:
        surface(table, key)
        return
    setting, code = leader.setting, choice
    if isinstance(choice, tuple):
        setting = choice[1]
        offered = helm.codes(state, unit, setting)
        code = table.choose(
            side, say.CONTACT_AT, offered, marker=marker, unit=key, setting=setting, speed=say.SPEEDS[setting], to=own
        )
    run_programme(state, unit, code, setting)
    table.tell(say.CONTACT_MOVES, to=own, marker=marker, code=code, speed=say.SPEEDS[setting])
    table.tell(say.CONTACT_MOVED, marker=marker)
    unit.sighted = (*unit.sighted, leader.x, leader.y)
    if edge_beyond(state, leader):
        reveal(table, key)
    after_move(table, [state.ships[one] for one in unit.ships if one in state.ships])

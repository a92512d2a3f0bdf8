"""Initiative (NA-INI): who has it, and who moves first. Units that are due come onto the table."""

from __future__ import annotations

from flagplot.engine import Modifier, Next, Table, go_to
from flagplot.engine.words import total
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model.fleet import marker_id, scenario_of
from flagplot.games.night_action.rules.contacts import become_marker
from flagplot.games.night_action.ships import ALLIED, AXIS, ENEMY
from flagplot.games.night_action.state import AFLOAT, COMING, State


def initiative(table: Table[State]) -> Next:
    """Both sides throw; the winner says who moves first (NA-INI-01, NA-INI-02)."""
    state = table.state
    seen = sides_of_models(state)
    allied, axis = _score(table, ALLIED, seen), _score(table, AXIS, seen)
    while allied == axis and not state.winner:
        allied, axis = _score(table, ALLIED, seen), _score(table, AXIS, seen)
    if allied != axis:
        state.winner = "allied" if allied > axis else "axis"
    winner = state.winner
    table.tell(say.INITIATIVE_WON, side=winner, turn=state.turn)
    _arrivals(table)
    choice = table.choose(winner, say.WHO_FIRST, (say.WE, say.THEY))
    first = winner if choice == say.WE else ENEMY[winner]
    state.first = "allied" if first == ALLIED else "axis"
    table.tell(say.MOVES_FIRST, side=first)
    state.held, state.has_held = "", False
    return go_to("turn_over_to_move", winner)


def sides_of_models(state: State) -> list[str]:
    """The side of each ship that both sides see on the table."""
    return [ship.side for ship in state.ships.values() if ship.status == AFLOAT and not ship.marker]


def _score(table: Table[State], side: str, seen: list[str]) -> int:
    modifiers = initiative_modifiers(table.state, side, seen)
    return table.roll("1d10", say.INITIATIVE, modifiers, side=side).sum + total(modifiers)


def initiative_modifiers(state: State, side: str, seen: list[str]) -> list[Modifier]:
    """What a side adds to its throw (NA-INI-01); `seen` are the sides of the models on the table."""
    found = []
    if seen.count(ENEMY[side]) > seen.count(side):
        found.append(t.SEES_MORE)
    if side in scenario_of(state).veteran:
        found.append(t.VETERAN)
    for ship in state.ships.values():
        if ship.side == side and ship.status == AFLOAT and not ship.is_dummy:
            if ship.captain_hit:  # the first of a side is its flagship
                found.append(t.CAPTAIN_HIT)
            break
    return found


def _arrivals(table: Table[State]) -> None:
    """Units that are due in this turn come onto the table, hidden ones as markers (NA-AMB-18)."""
    state = table.state
    for key, unit in state.units.items():
        leader = state.ships[key]
        if leader.status != COMING or leader.arrives > state.turn:
            continue
        for one in unit.ships:
            state.ships[one].status = AFLOAT
        if leader.began_hidden:
            become_marker(state, unit)
            table.tell(say.CONTACT_COMES, marker=marker_id(unit.side, unit.marker))
        else:
            table.tell(say.COMES, unit=key)

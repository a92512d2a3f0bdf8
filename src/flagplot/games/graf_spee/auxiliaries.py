"""Auxiliary cruiser movement (section 4.1) and mines (section 22): the fifth phase of a day."""

from __future__ import annotations

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.graf_spee.fleet import flag
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.tables import ALTMARK, HIGH_SEAS, MARKERS, SPACES
from flagplot.games.graf_spee.words import (
    AUXILIARY_MOVES,
    AUXILIARY_ONLY_AT_SEA,
    AUXILIARY_THERE,
    LAY,
    LAY_MINES,
    MINES_LAID,
    MOVE_AUXILIARY,
    SEND_AUXILIARY,
    STAY,
)

WATERS = (ALTMARK, *HIGH_SEAS)  # where auxiliary cruisers may be
PLACE_IN_WATERS = {space: place for place, space in enumerate(WATERS)}


def auxiliary_cruiser_movement_phase(table: Table[State]) -> str:
    """Auxiliary cruisers go anywhere on the high seas, each once (GS-SEQ-03)."""
    state = table.state
    ready = [space for space in state.auxiliaries if space]
    while ready:
        space = table.choose(flag(state), MOVE_AUXILIARY, (STAY, *ready))
        if space == STAY:
            break
        ready.remove(space)
        send(table, space)
    return "achievement"


def destinations(state: State) -> tuple[str, ...]:
    """High seas and the Altmark area, where no auxiliary cruiser is (GS-SEQ-03)."""
    spaces = WATERS
    for place in sorted([PLACE_IN_WATERS[space] for space in state.auxiliaries if space], reverse=True):
        spaces = spaces[:place] + spaces[place + 1 :]
    return spaces


def send(table: Table[State], space: str) -> None:
    """An auxiliary cruiser is placed elsewhere, and may lay mines there (GS-SEQ-03, GS-OPT-22)."""
    state = table.state
    goal = table.choose(flag(state), SEND_AUXILIARY, destinations(state), space=space)
    state.auxiliaries[state.auxiliaries.index(space)] = goal
    table.tell(AUXILIARY_MOVES, space=space, goal=goal)
    may_lay = state.options.mines and goal not in state.mines and len(state.mines) < MARKERS.mines
    if may_lay and table.choose(flag(state), LAY_MINES, LAY_MINES.answers, space=goal) == LAY:
        state.mines.append(goal)
        table.tell(MINES_LAID, space=goal)


@SEND_AUXILIARY.why_not
def destination_barred(state: State, about: About, option: Option) -> Bar | None:
    if option not in SPACES:
        return None
    return AUXILIARY_THERE if option in state.auxiliaries else AUXILIARY_ONLY_AT_SEA

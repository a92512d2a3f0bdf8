"""Auxiliary cruiser movement (section 4.1) and mines (section 22): the fifth phase of a day."""

from __future__ import annotations

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import flag
from flagplot.games.graf_spee.spaces import ALTMARK, HIGH_SEAS, SPACES
from flagplot.games.graf_spee.state import State

WATERS = (ALTMARK, *HIGH_SEAS)  # where auxiliary cruisers may be
# The waters that one auxiliary cruiser leaves to the other, by where she is, empty when sunk; and their places there
WATERS_WITHOUT = {one: tuple(space for space in WATERS if space != one) for one in ("", *WATERS)}
PLACE_WITHOUT = {one: {space: number for number, space in enumerate(spaces)} for one, spaces in WATERS_WITHOUT.items()}


def auxiliary_cruiser_movement_phase(table: Table[State]) -> str:
    """Auxiliary cruisers go anywhere on the high seas, each once (GS-SEQ-03)."""
    state = table.state
    seat = flag(state)
    answers = [say.STAY]
    for space in state.auxiliaries:
        if space:
            answers.append(space)
    while len(answers) > 1:
        space = table.choose(seat, say.MOVE_AUXILIARY, answers)
        if space == say.STAY:
            break
        answers.remove(space)
        send(table, seat, space)
    return "achievement"


def destinations(state: State) -> list[str]:
    """High seas and the Altmark area, where no auxiliary cruiser is (GS-SEQ-03)."""
    one, other = state.auxiliaries
    spaces = [*WATERS_WITHOUT[one]]
    if other:
        del spaces[PLACE_WITHOUT[one][other]]  # to look for it among all waters takes five times as long
    return spaces


def send(table: Table[State], seat: str, space: str) -> None:
    """An auxiliary cruiser is placed elsewhere, and may lay mines there (GS-SEQ-03, GS-OPT-22)."""
    state = table.state
    goal = table.choose(seat, say.SEND_AUXILIARY, destinations(state), space=space)
    state.auxiliaries[state.auxiliaries.index(space)] = goal
    table.tell(say.AUXILIARY_MOVES, space=space, goal=goal)
    may_lay = state.options.mines and goal not in state.mines and len(state.mines) < t.MARKERS.mines
    if may_lay and table.choose(seat, say.LAY_MINES, say.LAY_MINES.answers, space=goal) == say.LAY:
        state.mines.append(goal)
        table.tell(say.MINES_LAID, space=goal)


@say.SEND_AUXILIARY.why_not
def destination_barred(state: State, about: About, option: Option) -> Bar | None:
    if option not in SPACES:
        return None
    return say.AUXILIARY_THERE if option in state.auxiliaries else say.AUXILIARY_ONLY_AT_SEA

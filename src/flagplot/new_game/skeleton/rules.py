"""The rules of Skeleton, in the order of its book: the convoy sails, its escorts take station, the wolves attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.engine import About, Bar, Modifier, Next, Option, Table, call
from flagplot.new_game.skeleton import tables as t
from flagplot.new_game.skeleton import words as say
from flagplot.new_game.skeleton.state import Options, State


def set_up(scenario: str, options: Options) -> State:
    """The convoy lies in its first port."""
    return State(phase="sailing", options=options, at=t.MAP.start, ships=t.MAP.ships)


def sailing(table: Table[State]) -> Next:
    """The convoy sails to a place that a line joins to it (SK-SEA-01); in its last port the game ends (SK-END-01)."""
    state = table.state
    state.at = table.choose(t.COMMODORE, say.SAIL, t.TO[state.at])
    state.day += 1
    state.guards = []
    if state.at == t.MAP.goal:
        arrive(table)
    return call("night", state.at).then("sailing")


def night(table: Table[State], area: str) -> None:
    """Escorts take station, then the wolves come (SK-SEA-02, SK-SEA-03)."""
    state = table.state
    escorts = 0 if state.options.no_escorts else t.MAP.escorts
    for left in range(escorts, 0, -1):
        state.guards.append(table.choose(t.COMMODORE, say.GUARD, t.QUARTERS, left=left))
    quarter = table.consult(t.QUARTER_TABLE, say.QUARTER)
    row = table.consult(t.ATTACK_TABLE, say.ATTACK, modifiers(state, area, quarter), quarter=quarter, area=area)
    sunk = min(state.ships, row)
    state.ships -= sunk
    state.sunk += sunk
    if sunk:
        table.tell(say.SUNK, ships=sunk)
    else:
        table.tell(say.BEATEN_OFF)


def modifiers(state: State, area: str, quarter: str) -> list[Modifier]:
    """What is added to the attack die: the danger of the area, less the escorts at that quarter (SK-SEA-03)."""
    guards = state.guards.count(quarter)
    return [Modifier(t.PLACES[area].danger, "danger"), Modifier(-guards, "escorts")]


def arrive(table: Table[State]) -> None:
    """The commodore wins if enough ships arrive (SK-END-01)."""
    ships = table.state.ships
    score = {t.CONVOY: ships}
    if ships >= t.MAP.needed:
        table.end(say.ARRIVED, t.CONVOY, score)
    table.end(say.SCATTERED, t.WOLVES, score)


PHASES: dict[str, Any] = {"sailing": sailing, "night": night}


@say.SAIL.why_not
def place_barred(state: State, about: About, option: Option) -> Bar | tuple[Bar, About] | None:
    """Why the convoy cannot sail to a place."""
    if option == state.at:
        return say.ALREADY_THERE, {"here": state.at}
    if option in t.PLACES and option not in t.TO[state.at]:
        return say.NOT_JOINED, {"here": state.at, "there": option}
    return None


@say.GUARD.shortcut("all_astern", "All {count} to the rear")
def all_astern(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    """Every escort that is to be placed guards the rear."""
    return [t.THE_REAR] * about["left"] if about["left"] > 1 else ()

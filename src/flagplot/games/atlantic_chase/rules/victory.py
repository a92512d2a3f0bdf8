"""How a scenario ends, and who has won it (section 6.3 of our clauses)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from flagplot.engine import Event, Table
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import BRITISH, GERMAN
from flagplot.games.atlantic_chase.model.forces import KEYS, all_ships, is_at_sea, scenario_of, waters_in
from flagplot.games.atlantic_chase.model.scoring import COMPLETED, SUNK, fates, hits_on_convoys, parts, points
from flagplot.games.atlantic_chase.scenarios import End, Win
from flagplot.games.atlantic_chase.state import Fate, State


def end_if_over(table: Table[State]) -> None:
    """The scenario ends where one of its conditions holds (AC-AMB-55)."""
    state = table.state
    for end in scenario_of(state).end:
        if _has_come(state, end):
            finish(table)


def end_at_limit(table: Table[State]) -> None:
    """The Initiative passes to the German for the last time: it is over at once (AC-AMB-26)."""
    table.tell(say.LIMIT_REACHED)
    finish(table)


def _has_come(state: State, end: End) -> bool:
    """Whether a condition holds that ends a scenario (AC-EX-04)."""
    if end.event == "no_task_force":
        return not is_at_sea(state, end.side)
    if end.event == "convoys_in_and_germans_in_port":
        return _are_in_port(state, GERMAN) and not _has_convoys(state, BRITISH)
    ships = {fate.ship.part: fate for fate in fates(state)}
    named = [ships[name] for name in end.names if name in ships]
    if end.event == "gone":
        return bool(named) and all(fate.how != "in_play" for fate in named)  # AC-CA-07
    if end.event == "damaged":
        return bool(named) and all(map(_is_hurt, named))
    return not any(ship.is_laden for _, ship in all_ships(state))  # all_landed


def _are_in_port(state: State, side: str) -> bool:
    """Whether all task forces of a side are Stations in its boxes and port hexes."""
    waters = waters_in(state)
    keys, boxes, ports = KEYS[side], waters.boxes[side], waters.port_mask[side]
    for key, force in state.forces.items():
        if key in keys and (force.line or not (force.box in boxes if force.box else force.mask & ports)):
            return False
    return True


def _has_convoys(state: State, side: str) -> bool:
    """Whether a Convoy of a side is in play."""
    for key, force in state.forces.items():  # noqa: SIM110  a generator takes four times as long
        if force.has_convoy and key in KEYS[side]:
            return True
    return False


def finish(table: Table[State]) -> NoReturn:
    """The scenario is over; an operation of a campaign leads to the next (AC-CA-01)."""
    if table.state.campaign:
        table.leave_for("operation_over")
    event, winner = verdict(table.state)
    table.end(event, winner, points(table.state))


def verdict(state: State) -> tuple[Event, str | None]:
    """Who has won, by the scenario's own conditions or by points, and how that is told."""
    scenario = scenario_of(state)
    for win in scenario.win:
        if holds(state, win):
            return say.WON_BY_GOAL[win.winner], win.winner
    score = points(state)
    if score[GERMAN] == score[BRITISH]:
        return (say.WON_BY_TIE[scenario.tie], scenario.tie) if scenario.tie else (say.DRAWN, None)
    winner = GERMAN if score[GERMAN] > score[BRITISH] else BRITISH
    is_decisive = winner == GERMAN and 0 < scenario.decisive_hits <= hits_on_convoys(state)
    return say.WON_DECISIVELY if is_decisive else say.WON[winner], winner


def holds(state: State, win: Win) -> bool:
    """Whether a condition holds that names the winner; a ship that is missing is not asked for (AC-CA-07)."""
    ships = parts(state)

    def all_are(names: Sequence[str], is_so: Callable[[Fate], bool]) -> bool:
        there = [ships[name] for name in names if name in ships]
        return not names or (bool(there) and all(map(is_so, there)))

    return (
        all_are(win.sunk, lambda fate: fate.how == SUNK)
        and all_are(win.damaged, _is_hurt)
        and all_are(win.completed, lambda fate: fate.how == COMPLETED)
        and hits_on_convoys(state) >= win.hits_on_convoys
    )


def _is_hurt(fate: Fate) -> bool:
    return fate.how == SUNK or fate.ship.is_damaged

"""How a scenario ends, and who has won it (section 6.3 of our clauses)."""

from __future__ import annotations

from flagplot.engine import Table
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import BRITISH, GERMAN
from flagplot.games.atlantic_chase.model.forces import (
    all_ships,
    forces_of,
    scenario_of,
    waters_in,
)
from flagplot.games.atlantic_chase.model.scoring import COMPLETED, SUNK, fates, hits_on_convoys, points
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
        return not forces_of(state, end.side)
    if end.event == "convoys_in_and_germans_in_port":
        if any(force.has_convoy for force in forces_of(state, BRITISH)):
            return False
        waters = waters_in(state)
        boxes, ports = waters.boxes[GERMAN], waters.port_mask[GERMAN]
        return all(
            force.box in boxes if force.box else not force.line and force.mask & ports
            for force in forces_of(state, GERMAN)
        )
    ships = {fate.ship.id: fate for fate in fates(state)}
    named = [ships[name] for name in end.names if name in ships]
    if end.event == "gone":
        return all(fate.how != "in_play" for fate in named)
    if end.event == "damaged":
        return bool(named) and all(map(_is_hurt, named))
    return not any(ship.is_laden for _, ship in all_ships(state))  # all_landed


def finish(table: Table[State]) -> None:
    """Say who has won, by the scenario's own conditions or by points."""
    state = table.state
    scenario = scenario_of(state)
    score = points(state)
    ships = {fate.ship.id: fate for fate in fates(state)}
    for win in scenario.win:
        if _holds(state, win, ships):
            table.end(say.WON_BY_GOAL[win.winner], win.winner, score)
    if score[GERMAN] == score[BRITISH]:
        if scenario.tie:
            table.end(say.WON_BY_TIE[scenario.tie], scenario.tie, score)
        table.end(say.DRAWN, None, score)
    winner = GERMAN if score[GERMAN] > score[BRITISH] else BRITISH
    table.end(say.WON[winner], winner, score)


def _holds(state: State, win: Win, ships: dict[str, Fate]) -> bool:
    return (
        all(name in ships and ships[name].how == SUNK for name in win.sunk)
        and all(name in ships and _is_hurt(ships[name]) for name in win.damaged)
        and all(name in ships and ships[name].how == COMPLETED for name in win.completed)
        and hits_on_convoys(state) >= win.hits_on_convoys
    )


def _is_hurt(fate: Fate) -> bool:
    return fate.how == SUNK or fate.ship.is_damaged

"""How the game ends (sections 17 and 23.5)."""

from __future__ import annotations

from typing import NoReturn

from flagplot.engine import Table
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import afloat
from flagplot.games.graf_spee.state import State


def check_fleet(table: Table[State]) -> None:
    """Without a German ship there is no mission, and no campaign (GS-WIN-01, GS-AMB-43)."""
    state = table.state
    for ship in state.ships.values():
        if ship.space:
            return
    if state.campaign:
        state.failed.append(state.order)
        table.tell(say.SHIPS_LOST)
        end_campaign(table)
    tell_points(table)
    table.end(say.SHIPS_LOST, t.ALLIED, {t.GERMAN: state.vp})


def end_mission(table: Table[State], is_achieved: bool) -> NoReturn:
    """A single mission is over (GS-WIN-01, GS-GEN-02)."""
    state = table.state
    (state.achieved if is_achieved else state.failed).append(state.order)
    tell_points(table)
    if is_achieved:
        table.end(say.MISSION_WON, t.GERMAN, {t.GERMAN: state.vp})
    table.end(say.MISSION_LOST, t.ALLIED, {t.GERMAN: state.vp})


def tell_points(table: Table[State]) -> None:
    """What a single mission has brought."""
    state = table.state
    tell_sunk(table)
    table.tell(say.MISSION_OVER, order=t.ORDERS[state.order].name, vp=state.vp, day=state.day)


def tell_sunk(table: Table[State]) -> None:
    """The Allied ships that will not come back."""
    if table.state.lost:
        table.tell(say.WARSHIPS_SUNK, ships=tuple(table.state.lost))


def end_campaign(table: Table[State]) -> NoReturn:
    """The verdict: by orders achieved, one level lower for each German ship sunk (GS-CAM-09)."""
    state = table.state
    level = verdict(state)
    score = {t.GERMAN: len(state.achieved)}
    tell_sunk(table)
    table.tell(say.CAMPAIGN_OVER, achieved=len(state.achieved), orders=len(t.ORDERS))
    if level == t.VICTORY:
        table.end(say.CAMPAIGN_WON, t.GERMAN, score)
    if level == t.DRAW:
        table.end(say.CAMPAIGN_DRAWN, None, score)
    table.end(say.CAMPAIGN_FAILED, t.ALLIED, score)


def verdict(state: State) -> str:
    """How the campaign would be judged now."""
    sunk = len(state.ships) - len(afloat(state))
    return t.LEVELS[max(0, t.LEVELS.index(t.VERDICT[len(state.achieved)]) - sunk)]

"""How the game ends (sections 17 and 23.5)."""

from __future__ import annotations

from typing import NoReturn

from flagplot.engine import Table
from flagplot.games.graf_spee.fleet import afloat
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.tables import (
    ALLIED,
    DRAW,
    GERMAN,
    LEVELS,
    ORDERS,
    VERDICT,
    VICTORY,
)
from flagplot.games.graf_spee.words import (
    CAMPAIGN_DRAWN,
    CAMPAIGN_FAILED,
    CAMPAIGN_OVER,
    CAMPAIGN_WON,
    MISSION_LOST,
    MISSION_OVER,
    MISSION_WON,
    SHIPS_LOST,
    WARSHIPS_SUNK,
)


def check_fleet(table: Table[State]) -> None:
    """Without a German ship there is no mission, and no campaign (GS-WIN-01, GS-AMB-43)."""
    state = table.state
    for ship in state.ships.values():
        if ship.space:
            return
    if state.campaign:
        state.failed.append(state.order)
        table.tell(SHIPS_LOST)
        end_campaign(table)
    tell_points(table)
    table.end(SHIPS_LOST, ALLIED, {GERMAN: state.vp})


def end_mission(table: Table[State], is_achieved: bool) -> NoReturn:
    """A single mission is over (GS-WIN-01, GS-GEN-02)."""
    state = table.state
    (state.achieved if is_achieved else state.failed).append(state.order)
    tell_points(table)
    if is_achieved:
        table.end(MISSION_WON, GERMAN, {GERMAN: state.vp})
    table.end(MISSION_LOST, ALLIED, {GERMAN: state.vp})


def tell_points(table: Table[State]) -> None:
    """What a single mission has brought."""
    state = table.state
    tell_sunk(table)
    table.tell(MISSION_OVER, order=ORDERS[state.order].name, vp=state.vp, day=state.day)


def tell_sunk(table: Table[State]) -> None:
    """The Allied ships that will not come back."""
    if table.state.lost:
        table.tell(WARSHIPS_SUNK, ships=tuple(table.state.lost))


def end_campaign(table: Table[State]) -> NoReturn:
    """The verdict: by orders achieved, one level lower for each German ship sunk (GS-CAM-09)."""
    state = table.state
    level = verdict(state)
    score = {GERMAN: len(state.achieved)}
    tell_sunk(table)
    table.tell(CAMPAIGN_OVER, achieved=len(state.achieved), orders=len(ORDERS))
    if level == VICTORY:
        table.end(CAMPAIGN_WON, GERMAN, score)
    if level == DRAW:
        table.end(CAMPAIGN_DRAWN, None, score)
    table.end(CAMPAIGN_FAILED, ALLIED, score)


def verdict(state: State) -> str:
    """How the campaign would be judged now."""
    sunk = len(state.ships) - len(afloat(state))
    return LEVELS[max(0, LEVELS.index(VERDICT[len(state.achieved)]) - sunk)]

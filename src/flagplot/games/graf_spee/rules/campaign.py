"""The campaign (section 23): what a mission leaves to the next (GS-CAM-04)."""

from __future__ import annotations

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import afloat, begins_south, has_bonus
from flagplot.games.graf_spee.rules.ending import end_campaign
from flagplot.games.graf_spee.rules.redeployment import redeploy
from flagplot.games.graf_spee.rules.set_up import draw_order, refit
from flagplot.games.graf_spee.rules.ships import improve, leave, lower, new_auxiliaries
from flagplot.games.graf_spee.spaces import ALTMARK, NORTH_ATLANTIC, SPACES
from flagplot.games.graf_spee.state import State


def end_of_mission(table: Table[State], is_achieved: bool) -> str:
    """Leadership, the bonus, and victory points carried over (GS-CAM-02, GS-CAM-03, GS-CAM-05, GS-AMB-34)."""
    state = table.state
    order = t.ORDERS[state.order]
    state.vp -= order.vp
    (state.achieved if is_achieved else state.failed).append(state.order)
    table.tell(say.ORDER_ACHIEVED if is_achieved else say.ORDER_FAILED, order=order.name, vp=state.vp)
    for ship in afloat(state):
        if is_achieved:
            improve(table, ship, t.LEADERSHIP)
        elif ship.leadership > t.LEAST_LEADERSHIP_AFTER_FAILURE:
            lower(table, ship, t.LEADERSHIP)
    if not state.orders:
        end_campaign(table)
    return "basing"


def basing_phase(table: Table[State]) -> str:
    """The next order is known, the ships may go back to where it is safe, and the hunt begins anew (GS-CAM-06)."""
    state = table.state
    state.day = 1
    is_refitted = state.order in state.achieved and t.ORDERS[state.order].bonus == t.REFIT
    draw_order(table)
    if is_refitted:
        for ship in afloat(state):
            refit(table, ship)
    for ship in afloat(state):
        choose_base(table, ship.id)
    new_auxiliaries(state)
    redeploy(table)  # GS-CAM-08
    state.sunk_this_mission, state.beaten = 0, []
    state.crossed = begins_south(state)
    state.night_before = False
    state.alert = new_alert(state)
    table.tell(say.NEW_MISSION, number=len(state.achieved) + len(state.failed) + 1, alert=state.alert)
    return "outfitting"


def choose_base(table: Table[State], name: str) -> None:
    """A ship stays, or goes to the North Atlantic or the Altmark area (GS-CAM-06)."""
    ship = table.state.ships[name]
    bases = dict.fromkeys((ship.space, NORTH_ATLANTIC, ALTMARK))
    space = table.choose(name, say.BASE_AT, list(bases), ship=name, space=ship.space)
    if space != ship.space:
        leave(table.state, ship, space)
        table.tell(say.BASED, ship=name, space=space)


def new_alert(state: State) -> int:
    """As many levels as orders have been achieved, one fewer by a bonus (GS-CAM-07)."""
    alert = len(state.achieved) - has_bonus(state, t.SURPRISE)
    return min(max(alert, t.LEAST_ALERT), t.MOST_ALERT)


@say.BASE_AT.why_not
def base_barred(state: State, about: About, option: Option) -> Bar | None:
    return say.NO_BASE if option in SPACES else None

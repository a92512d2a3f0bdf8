"""Orders achievement (section 4.1, 17): the last phase of a day, and the change to the next (GS-AMB-33)."""

from __future__ import annotations

import functools

from flagplot.engine import Table
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import afloat, flag, waters
from flagplot.games.graf_spee.rules.campaign import end_of_mission
from flagplot.games.graf_spee.rules.ending import end_mission
from flagplot.games.graf_spee.spaces import CAPTURED, PORT, SPACES
from flagplot.games.graf_spee.state import State


def orders_achievement_phase(table: Table[State]) -> str:
    """An order is achieved where a ship is in its place and the victory points suffice (GS-SEQ-04, GS-WIN-01)."""
    state = table.state
    is_achieved = achieves(state) and reports(table)
    clear_the_day(state)
    if not is_achieved and state.day < t.ORDERS[state.order].days:
        state.day += 1
        table.tell(say.DAY_BREAKS, day=state.day)
        return "outfitting"
    if not state.campaign:
        end_mission(table, is_achieved)
    return end_of_mission(table, is_achieved)


def achieves(state: State) -> bool:
    """Whether the present order is fulfilled this evening (GS-SEQ-04)."""
    order = t.ORDERS[state.order]
    if state.vp < order.vp or not meets_demand(state, order):
        return False
    return any(is_place_of_order(state, ship.space) for ship in afloat(state))


def meets_demand(state: State, order: t.Order) -> bool:
    """Whether what an order asks for besides points and a place has been done (GS-ORD-04 to GS-ORD-06)."""
    return not open_demand(state, order)


def open_demand(state: State, order: t.Order) -> str:
    """What an order asks for besides points and a place and has not been done, or nothing."""
    if order.silenced and order.silenced not in state.silenced:
        return t.SILENCED
    if order.beaten and order.beaten not in state.beaten:
        return t.BEATEN
    return t.CROSSED if order.crossed and not state.crossed else ""


def reports(table: Table[State]) -> bool:
    """Whether success is reported: in a campaign one may stay out for points that later orders need (GS-AMB-55)."""
    state = table.state
    order = t.ORDERS[state.order]
    if not (state.campaign and state.orders) or state.day >= order.days:
        return True
    surplus = state.vp - order.vp
    options, days = say.REPORT_SUCCESS.answers, order.days
    answer: str = table.choose(flag(state), say.REPORT_SUCCESS, options, order=order.name, surplus=surplus, days=days)
    return answer == say.REPORT


def is_place_of_order(state: State, space: str) -> bool:
    """Whether a ship must be here, or in another such space, for the present order (GS-SEQ-04)."""
    order = t.ORDERS[state.order]
    if order.spaces:
        return space in order.spaces
    kind = waters(state, space) if order.kind == CAPTURED else SPACES[space].kind
    return kind == order.kind and order.region in ("", SPACES[space].region)


@functools.cache
def possible_places(order: str) -> list[str]:
    """The spaces where a ship may have to be for an order, some of them only when they have been captured."""
    asked = t.ORDERS[order]
    if asked.spaces:
        return [space for space in SPACES if space in asked.spaces]
    kind = PORT if asked.kind == CAPTURED else asked.kind
    return [key for key, space in SPACES.items() if space.kind == kind and asked.region in ("", space.region)]


def clear_the_day(state: State) -> None:
    """What holds for a day is over; incidents that lasted go back into the pool (GS-INC-01)."""
    if state.held:
        state.incidents += state.held
        state.held = []
    state.night_before, state.night = state.night, False
    if state.met_in or state.fought_in or state.limited_in or state.raided_in or state.stormy_in:
        state.fought_in, state.limited_in, state.raided_in, state.stormy_in, state.met_in = [], [], [], [], []
    for ship in state.ships.values():
        ship.outfitted = ship.repaired = ship.fought = ship.broke_off = ship.raided = False
        if ship.unloaded or ship.given or ship.refused:
            ship.unloaded, ship.given, ship.refused = [], [], []

"""Submarine combat (section 8.2): one round, before everything else in an area."""

from __future__ import annotations

from flagplot.engine import About, Next, Option, Table
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import (
    CONVOYS,
    SUBMARINES,
    air_units,
    shift,
    submarines,
    surface_ships,
    the_battle,
)
from flagplot.games.sea_control.rules.combat import not_in_battle
from flagplot.games.sea_control.rules.gunnery import at_once, hits_and_disabling
from flagplot.games.sea_control.state import State


def submarine_combat(table: Table[State]) -> Next:
    """The Allies hunt first; the submarines that remain fire, and stay in the area (SC-SUB-01 to SC-SUB-06)."""
    state = table.state
    area = the_battle(state).area
    if not SUBMARINES.isdisjoint(state.at[area]):
        hunt_submarines(table, area)
        for packs in range(len(submarines(state, area)), 0, -1):
            ships = surface_ships(state, area, t.ALLIED)
            if ships:
                torpedo(table, area, table.choose(t.AXIS, say.TORPEDO, ships, area=area, packs=packs))
    return "air_combat"


def hunt_submarines(table: Table[State], area: str) -> None:
    """Each 6 sinks a submarine, each 1 drives one off; what is too much is lost (SC-SUB-03, SC-AMB-19)."""
    rows = table.volley(asw_dice(table.state, area), t.ANTI_SUBMARINE, say.ASW, area=area)
    packs = submarines(table.state, area)
    sunk = min(rows.count(t.SUNK), len(packs))
    driven_off = min(rows.count(t.DRIVEN_OFF), len(packs) - sunk)
    for pack in packs[:sunk]:
        sink_submarine(table, pack, area)
    for pack in packs[sunk : sunk + driven_off]:
        shift(table.state, pack, area, t.OFF_BOARD)
        table.tell(say.SUBMARINE_DRIVEN_OFF, area=area)


def asw_dice(state: State, area: str) -> int:
    """One die for each surface ship, more for a convoy, and one for each air value (SC-SUB-02, SC-AMB-06)."""
    ships = surface_ships(state, area, t.ALLIED)
    convoys = len(CONVOYS.intersection(ships))
    air = sum([t.UNITS[unit].dice for unit in air_units(state, area, t.ALLIED)])
    return (len(ships) - convoys) * t.ASW_DICE_PER_SHIP + convoys * state.options.convoy_asw_dice + air


def sink_submarine(table: Table[State], pack: str, area: str) -> None:
    """A sunk submarine takes the next free slot among the reinforcements, if there is one (SC-SUB-04)."""
    state = table.state
    turn = return_slot(state)
    if turn:
        state.due[pack] = turn
        shift(state, pack, area, t.REINFORCEMENTS)
        table.tell(say.SUBMARINE_SUNK, area=area, turn=turn)
    else:
        shift(state, pack, area, t.LOST)
        table.tell(say.SUBMARINE_LOST, area=area)


def return_slot(state: State) -> int:
    """The turn in which a submarine that is sunk now comes back; 0 when no slot is free (SC-AMB-03)."""
    taken = [turn for unit, turn in state.due.items() if t.UNITS[unit].kind == t.SUBMARINE]
    for turn in t.RETURN_SLOTS:
        is_free = taken.count(turn) < state.options.uboat_returns_a_turn
        if turn >= state.turn + state.options.uboat_return_delay and is_free:
            return turn
    return 0


def torpedo(table: Table[State], area: str, target: str) -> None:
    """A submarine fires at one ship, and what happens to it happens at once (SC-SUB-05)."""
    dice = t.SUBMARINE_DICE[table.state.turn]
    hits, is_disabled = hits_and_disabling(table, dice, target, say.TORPEDOES, ())
    at_once(table, target, hits, is_disabled, area, area)


@say.TORPEDO.why_not
def torpedo_barred(state: State, about: About, option: Option) -> say.Barred:
    return not_in_battle(state, t.AXIS, option)

"""Submarine combat (section 8.2): one round, before everything else in an area."""

from __future__ import annotations

from flagplot.engine import Table
from flagplot.games.sea_control.battle import no_enemy_here, the_battle
from flagplot.games.sea_control.fleet import CONVOYS, SUBMARINES, air_units, shift, submarines, surface_ships
from flagplot.games.sea_control.gunnery import at_once, hits_and_disabling
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import (
    ALLIED,
    ANTI_SUBMARINE,
    ASW_DICE_PER_SHIP,
    AXIS,
    DRIVEN_OFF,
    LOST,
    OFF_BOARD,
    REINFORCEMENTS,
    RETURN_SLOTS,
    SUBMARINE,
    SUBMARINE_DICE,
    SUNK,
    UNITS,
)
from flagplot.games.sea_control.words import (
    ASW,
    SUBMARINE_DRIVEN_OFF,
    SUBMARINE_LOST,
    SUBMARINE_SUNK,
    TORPEDO,
    TORPEDOES,
)


def submarine_combat(table: Table[State]) -> str:
    """The Allies hunt first; the submarines that remain fire, and stay in the area (SC-SUB-01 to SC-SUB-06)."""
    state = table.state
    area = the_battle(state).area
    if not SUBMARINES.isdisjoint(state.at[area]):
        hunt_submarines(table, area)
        for left in range(len(submarines(state, area)), 0, -1):
            ships = surface_ships(state, area, ALLIED)
            if ships:
                torpedo(table, area, table.choose(AXIS, TORPEDO, ships, area=area, left=left))
    return "air_combat"


def hunt_submarines(table: Table[State], area: str) -> None:
    """Each 6 sinks a submarine, each 1 drives one off; what is too much is lost (SC-SUB-03, SC-AMB-19)."""
    rows = table.volley(asw_dice(table.state, area), ANTI_SUBMARINE, ASW, area=area)
    packs = submarines(table.state, area)
    sunk = min(rows.count(SUNK), len(packs))
    driven_off = min(rows.count(DRIVEN_OFF), len(packs) - sunk)
    for pack in packs[:sunk]:
        sink_submarine(table, pack, area)
    for pack in packs[sunk : sunk + driven_off]:
        shift(table.state, pack, area, OFF_BOARD)
        table.tell(SUBMARINE_DRIVEN_OFF, area=area)


def asw_dice(state: State, area: str) -> int:
    """One die for each surface ship, more for a convoy, and one for each air value (SC-SUB-02, SC-AMB-06)."""
    ships = surface_ships(state, area, ALLIED)
    convoys = len(CONVOYS.intersection(ships))
    air = sum([UNITS[unit].dice for unit in air_units(state, area, ALLIED)])
    return (len(ships) - convoys) * ASW_DICE_PER_SHIP + convoys * state.options.convoy_asw_dice + air


def sink_submarine(table: Table[State], pack: str, area: str) -> None:
    """A sunk submarine takes the next free slot among the reinforcements, if there is one (SC-SUB-04)."""
    state = table.state
    turn = return_slot(state)
    if turn:
        state.due[pack] = turn
        shift(state, pack, area, REINFORCEMENTS)
        table.tell(SUBMARINE_SUNK, area=area, turn=turn)
    else:
        shift(state, pack, area, LOST)
        table.tell(SUBMARINE_LOST, area=area)


def return_slot(state: State) -> int:
    """The turn in which a submarine that is sunk now comes back; 0 when no slot is free (SC-AMB-03)."""
    taken = [turn for unit, turn in state.due.items() if UNITS[unit].kind == SUBMARINE]
    for turn in RETURN_SLOTS:
        is_free = taken.count(turn) < state.options.uboat_returns_a_turn
        if turn >= state.turn + state.options.uboat_return_delay and is_free:
            return turn
    return 0


def torpedo(table: Table[State], area: str, target: str) -> None:
    """A submarine fires at one ship, and what happens to it happens at once (SC-SUB-05)."""
    dice = SUBMARINE_DICE[table.state.turn]
    hits, is_disabled = hits_and_disabling(table, dice, target, TORPEDOES, ())
    at_once(table, target, hits, is_disabled, area, area)


TORPEDO.why_not(no_enemy_here)

"""The captain's repairs: which ships stay in port for them, and which come first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flagplot.engine import Advice
from flagplot.games.sea_control.captain_odds import GUN_DICE
from flagplot.games.sea_control.fleet import CONVOYS
from flagplot.games.sea_control.routes import is_open
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import ALLIED, AXIS, LAST_TURN, UNITS
from flagplot.games.sea_control.words import DONE

# A ship that has lost this many strength points stays in port; the Axis cannot do without the lightly damaged ones.
DOCK_FROM = {AXIS: 2, ALLIED: 1}
MADE_WHOLE = 0.5  # what it is worth beyond its points that a ship can sail again undamaged

MEND = "{ship} has {sp} of {most} SP and fights with {dice} dice: {points} RP do nowhere more."
NOTHING_TO_MEND = "There is no damaged ship in port that could be given RP."


def missing(state: State, ship: str) -> int:
    """The strength points that a ship has lost."""
    return UNITS[ship].sp - state.sp[ship]


def in_dock(state: State, side: str, ports: Iterable[str]) -> set[str]:
    """The ships that stay in port because they will be repaired there in this turn."""
    docked: set[str] = set()
    if state.turn == LAST_TURN:
        return docked
    rp = state.rp[side]
    for port in ports:
        yard = state.capacity[port] if is_open(port, state.turn) else 0
        if not yard:
            continue
        hurt = [ship for ship in state.at[port] if state.sp[ship] < UNITS[ship].sp and ship not in CONVOYS]
        hurt.sort(key=lambda ship: (-worth(state, ship), ship))
        for ship in hurt:
            lost = missing(state, ship)
            if yard > 0 and rp > 0 and (lost >= DOCK_FROM[side] or state.sp[ship] == 1):
                docked.add(ship)
                yard -= lost
                rp -= lost
    return docked


def worth(state: State, ship: str) -> float:
    """What a point of strength is worth to a ship: guns first, and the nearer it is to sinking."""
    return (GUN_DICE[ship] + 1) * (1 + missing(state, ship)) / UNITS[ship].sp


def next_repair(state: State, options: Sequence[Any]) -> Advice:
    """The best use of resource points that is left."""
    best = 0.0
    found: Any = DONE
    after: Any = DONE
    for option in options:
        if option != DONE:
            ship, points = option
            value = worth(state, ship) * (points + MADE_WHOLE * (points == missing(state, ship)))
            if value > best:
                best, found, after = value, option, found
            elif after == DONE:
                after = option
    if found == DONE:
        return Advice(DONE, NOTHING_TO_MEND, {}, None)
    ship, points = found
    figures = {"ship": ship, "sp": state.sp[ship], "most": UNITS[ship].sp, "dice": UNITS[ship].dice, "points": points}
    return Advice(found, MEND, figures, after)

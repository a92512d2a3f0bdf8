"""The captain's repairs: which ships stay in port for them, and which come first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flagplot.engine import Advice
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.captain.odds import GUN_DICE
from flagplot.games.sea_control.model.fleet import CONVOYS
from flagplot.games.sea_control.model.known import Known
from flagplot.games.sea_control.model.routes import is_open

# A ship that has lost this many strength points stays in port; the Axis cannot do without the lightly damaged ones.
DOCK_FROM = {t.AXIS: 2, t.ALLIED: 1}
MADE_WHOLE = 0.5  # what it is worth beyond its points that a ship can sail again undamaged

MEND = "{ship} has {sp} of {most} SP and fights with {dice} dice: {points} RP do nowhere more."
NOTHING_TO_MEND = "There is no damaged ship in port that could be given RP."


def missing(known: Known, ship: str) -> int:
    """The strength points that a ship has lost."""
    return t.UNITS[ship].sp - known.strength(ship)


def in_dock(known: Known, ports: Iterable[str], dock_from: int | None = None) -> set[str]:
    """The ships that stay in port because they will be repaired there in this turn."""
    docked: set[str] = set()
    if known.turn == t.LAST_TURN:
        return docked
    rp = known.rp
    least = DOCK_FROM[known.seat] if dock_from is None else dock_from
    for port in ports:
        yard = known.capacity(port) if is_open(port, known.turn) else 0
        if not yard:
            continue
        hurt = [ship for ship in known.own(port) if known.strength(ship) < t.UNITS[ship].sp and ship not in CONVOYS]
        hurt.sort(key=lambda ship: (-worth(known, ship), ship))
        for ship in hurt:
            lost = missing(known, ship)
            if yard > 0 and rp > 0 and (lost >= least or known.strength(ship) == 1):
                docked.add(ship)
                yard -= lost
                rp -= lost
    return docked


def worth(known: Known, ship: str) -> float:
    """What a point of strength is worth to a ship: guns first, and the nearer it is to sinking."""
    return (GUN_DICE[ship] + 1) * (1 + missing(known, ship)) / t.UNITS[ship].sp


def next_repair(known: Known, options: Sequence[Any]) -> Advice:
    """The best use of resource points that is left."""
    best = 0.0
    found: Any = say.DONE
    after: Any = say.DONE
    for option in options:
        if option != say.DONE:
            ship, points = option
            value = worth(known, ship) * (points + MADE_WHOLE * (points == missing(known, ship)))
            if value > best:
                best, found, after = value, option, found
            elif after == say.DONE:
                after = option
    if found == say.DONE:
        return Advice(say.DONE, NOTHING_TO_MEND, {}, None)
    ship, points = found
    figures = {
        "ship": ship,
        "sp": known.strength(ship),
        "most": t.UNITS[ship].sp,
        "dice": t.UNITS[ship].dice,
        "points": points,
    }
    return Advice(found, MEND, figures, after)

"""Guns and light: what fire at each target is worth, and when light pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.engine import Option
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.captain.worth import fire_value
from flagplot.games.night_action.model.guns import BATTERIES, of_battery
from flagplot.games.night_action.model.known import Known
from flagplot.games.night_action.state import Ship

FIRE_WORTH = 0.02  # points that fire must promise
LIGHT_LASTS = 1.6  # how much more light counts that burns for two turns
SHOWN_CONTACT = 0.25  # points that it is worth to show what a contact is
SHOWN_BY_SEARCHLIGHT = 0.3  # points that a searchlight costs its user


def is_worth_firing(known: Known, ship: Ship) -> bool:
    """Whether a ship has something to fire at that is worth it."""
    for one in known.targets(ship):  # noqa: SIM110  a generator takes four times as long
        if fire_value(known, ship, one, one.bearing, one.modifier) >= FIRE_WORTH:
            return True
    return False


def values(known: Known, ship: Ship, options: Sequence[Any]) -> dict[Option, float]:
    """What each order to fire or to light up is worth."""
    targets = {one.id: one for one in known.targets(ship)}
    found: dict[Option, float] = {}
    light: dict[str, float] = {}  # what it is worth to light up a target for two turns
    for option in options:
        if option == say.DONE:
            found[option] = FIRE_WORTH
            continue
        what, target = option[0], option[1]
        if what in BATTERIES:
            one = targets[target]
            found[option] = fire_value(known, ship, one, of_battery(ship, one.bearing, what), one.modifier)
            continue
        if target not in light:
            light[target] = _light_value(known, ship, target)
        if what == say.SEARCHLIGHT:
            found[option] = light[target] / LIGHT_LASTS - SHOWN_BY_SEARCHLIGHT
        else:
            found[option] = light[target] if option[-1] != say.BEYOND else -1.0
    return found


def _light_value(known: Known, ship: Ship, target: str) -> float:
    """The points that light on a target adds to the fire of all ships that have still to fire at it."""
    if known.light != t.NIGHT:
        return 0.0
    if known.is_marker(target):
        return SHOWN_CONTACT
    if not known.is_dark(ship, target):
        return 0.0
    gain = 0.0
    for friend in known.own():
        one = None if friend.marker else known.target(friend, target)
        if one:
            lit = fire_value(known, friend, one, one.bearing, one.modifier - t.TARGET_UNLIT.value)
            gain += lit - fire_value(known, friend, one, one.bearing, one.modifier)
    return gain * LIGHT_LASTS

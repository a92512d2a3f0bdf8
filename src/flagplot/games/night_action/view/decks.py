"""The ships of Night Action seen from near, by their owner: mounts and tubes on the deck, stores and troubles."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from flagplot.engine.view import Deck, Fitting
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import SECTOR_BITS
from flagplot.games.night_action.ships import KINDS, WEAPONS, Mount, Tubes, mounts, tubes
from flagplot.games.night_action.state import Ship, State

READY, SPENT, SILENT, LOST = "", "spent", "silent", "lost"
# Where on the deck mounts stand that bear ahead only, all round or abeam only, and astern only: from where to where
FORE, MIDSHIPS, AFT = (0.13, 0.33), (0.47, 0.57), (0.74, 0.97)
BESIDE = 0.62  # how far from the middle a mount stands that bears on one side only
PORT, STARBOARD = -1, 1
TUBES_FORE, TUBES_MIDSHIPS, TUBES_AFT = 0.3, 0.66, 0.8
RUDDERS = ("", "rudder amidships", "rudder hard to port", "rudder hard to starboard", "rudder lost")
ACCELERATION = ("", "cannot speed up", "speed frozen")


def deck_of(state: State, ship: Ship) -> Deck:
    """A ship seen from near."""
    turn, fired, kind = state.turn, ship.fired, KINDS[ship.type]
    gun_states = tuple([_state_of(until, turn, bool(fired >> i & 1)) for i, until in enumerate(ship.silent)])
    tube_states = tuple([_state_of(until, turn, False) for until in ship.tubes_silent])
    steps = () if kind.is_battery else (kind.hull // 2, kind.hull // 4)
    fittings = _fittings(ship.guns, gun_states, ship.torpedoes, tube_states, tuple(ship.loaded))
    return Deck(f"{kind.name}, Class {kind.class_}", fittings, steps, tuple(_stores(ship)), tuple(troubles(ship)))


def troubles(ship: Ship) -> Iterator[str]:
    """What is wrong with a ship, in words."""
    if ship.fires:
        yield f"{ship.fires} fire{'' if ship.fires == 1 else 's'}"
    if ship.floods:
        yield f"{ship.floods} flood{'' if ship.floods == 1 else 's'}"
    if ship.rudder:
        yield RUDDERS[ship.rudder]
    if ship.acceleration:
        yield ACCELERATION[ship.acceleration]
    if ship.slow_gear:
        yield "steering slow"
    if ship.engine:
        yield f"engines −{ship.engine}"
    if ship.lookouts_hit:
        yield "lookouts hit"
    if ship.captain_hit:
        yield "captain hit"


def _stores(ship: Ship) -> Iterator[str]:
    if ship.torpedoes:
        yield f"Tubes {sum(ship.loaded)}" + (f" + {ship.reloads}" if ship.reloads else "")
    if ship.smokes:
        yield f"Smoke {ship.smokes}"


def _state_of(silent_to: int, turn: int, has_fired: bool) -> str:
    if silent_to >= t.OUT:
        return LOST
    if silent_to >= turn:
        return SILENT
    return SPENT if has_fired else READY


@functools.lru_cache(maxsize=2048)
def _fittings(
    guns: tuple[str, ...],
    states: tuple[str, ...],
    torpedoes: tuple[str, ...],
    group_states: tuple[str, ...],
    loaded: tuple[int, ...],
) -> tuple[Fitting, ...]:
    """What stands on a deck, those of one part of it spread over that part."""
    places = [_part_of(mount) for mount in mounts(guns)]
    found = []
    for number, (mount, (part, across)) in enumerate(zip(mounts(guns), places, strict=True)):
        alike, before = places.count((part, across)), places[:number].count((part, across))
        along = part[0] + (part[1] - part[0]) * (before + 0.5) / alike
        name = WEAPONS[mount.weapon].name
        found.append(Fitting("gun", name, round(along, 3), across, str(mount.mm), states[number]))
    for group, text in enumerate(torpedoes):
        found += _tubes(tubes(text), group_states[group], loaded[group])
    return tuple(found)


def _part_of(mount: Mount) -> tuple[tuple[float, float], float]:
    """The part of the deck where a mount stands, and how far from its middle, as its arcs tell."""
    fore, aft, port, starboard = (bool(mount.arcs & SECTOR_BITS[sector]) for sector in "FAPS")
    part = MIDSHIPS if fore == aft else FORE if fore else AFT
    across = 0.0 if port == starboard else BESIDE * (PORT if port else STARBOARD)
    return part, across


def _tubes(fitted: Tubes, state: str, loaded: int) -> Iterator[Fitting]:
    """The tubes of a group: fixed ones and those of one side at the sides, others side by side in the middle."""
    along = {"F": TUBES_FORE, "A": TUBES_AFT}.get(fitted.arcs, TUBES_MIDSHIPS)
    for number in range(fitted.number):
        if fitted.arcs in ("P", "S"):
            across = 0.5 + 0.4 * number / fitted.number
            across *= PORT if fitted.arcs == "P" else STARBOARD
        elif fitted.arcs == "PS":
            across = 0.56 * (number - (fitted.number - 1) / 2) / max(1, fitted.number - 1)
        else:
            across = (0.85 - 0.3 * (number // 2)) * (STARBOARD if number % 2 else PORT)
        is_loaded = number < loaded
        words = state or (READY if is_loaded else SPENT)
        yield Fitting("tube", f"{fitted.size} tube", along, round(across, 3), state=words)

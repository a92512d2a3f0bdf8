"""The German ships (sections 5 and 6): how their markers go up and down, and how a ship is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flagplot.engine import Event, Table
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import KINDS, afloat, most
from flagplot.games.graf_spee.spaces import (
    ALTMARK,
    NEUTRAL,
)
from flagplot.games.graf_spee.state import Ship, State

Act = Callable[[Table[State], Ship, tuple[str, ...]], bool]  # whether a ship has acted; what else she may answer
IsAsked = Callable[[State, Ship], bool]


def all_in_turn(table: Table[State], act: Act, is_asked: IsAsked | None = None) -> None:
    """Each ship that is afloat acts (GS-SHP-01)."""
    ships = table.state.ships
    if len(ships) == 1:  # there is no play without her, so that nobody need look whether she is afloat
        act(table, ships[t.GRAF_SPEE], ())
    else:
        in_turn(table, afloat(table.state), act, is_asked)


def in_turn(table: Table[State], ships: Sequence[Ship], act: Act, is_asked: IsAsked | None = None) -> None:
    """Each ship acts; of two the first may let her sister act before her, if that one is asked at all (GS-SHP-01)."""
    if len(ships) < 2:
        if ships:
            act(table, ships[0], ())
        return
    first, second = ships
    may_wait = is_asked is None or is_asked(table.state, second)
    has_acted = act(table, first, (say.AFTER_SISTER,) if may_wait else ())
    act(table, second, ())
    if not has_acted:
        act(table, first, ())


# The displays


def improve(table: Table[State], ship: Ship, department: str, points: int = 1) -> bool:
    """Whether a marker goes up, at most to the end of its track (GS-TRK-03)."""
    before: int = getattr(ship, department)
    highest = most(ship, department)
    now = before + points if before + points < highest else highest
    if now <= before:
        return False
    setattr(ship, department, now)
    table.tell(say.RAISED, ship=ship.id, department=department, points=now - before, now=now)
    return True


def lower(table: Table[State], ship: Ship, department: str, points: int = 1) -> None:
    """A marker goes down, at least to 0; hull takes its cargo along, and at hull 0 the ship sinks (GS-DMG-02)."""
    if not (ship.space and points):
        return
    before: int = getattr(ship, department)
    if not before:
        table.tell(say.ALREADY_AT_ZERO, ship=ship.id, department=department)
        return
    now = before - points if points < before else 0
    setattr(ship, department, now)
    table.tell(say.LOWERED, ship=ship.id, department=department, points=before - now, now=now)
    if department == t.HULL:
        for space in range(before, now, -1):
            lose_cargo(table, ship, space)
        if not ship.hull:
            sink(table, ship)


def lose_cargo(table: Table[State], ship: Ship, space: int) -> None:
    """The marker in a hull space goes back into the box (GS-CGO-01)."""
    cargo = ship.cargo[space]
    if cargo:
        ship.cargo[space] = ""
        table.tell(say.CARGO_LOST, ship=ship.id, cargo=cargo)


def sink(table: Table[State], ship: Ship) -> None:
    """A German ship is lost, and an auxiliary cruiser beside her with her (GS-DMG-02, GS-AUX-01)."""
    space = ship.space
    ship.space = ""
    ship.cargo = [""] * len(ship.cargo)
    table.tell(say.SHIP_SUNK, ship=ship.id, space=space)
    score(table, t.VICTORY_POINTS.german_ship_lost)
    lose_auxiliary(table, space)


def lose_auxiliary(table: Table[State], space: str) -> None:
    """The auxiliary cruiser in a space is sunk, if there is one."""
    state = table.state
    if space in state.auxiliaries:
        state.auxiliaries[state.auxiliaries.index(space)] = ""
        table.tell(say.AUXILIARY_LOST, space=space)


def mark_outfitted(table: Table[State], ship: Ship) -> None:
    """A ship that has done something in the outfitting phase does not move today (GS-SEQ-02)."""
    if not ship.outfitted:
        ship.outfitted = True
        table.tell(say.OUTFITTED, ship=ship.id)


# Victory points and the alert level


def score(table: Table[State], points: int, event: Event = say.POINTS) -> None:
    """Victory points are gained or lost; the total may be below zero (GS-TRK-01)."""
    if points:
        state = table.state
        state.vp += points
        table.tell(event, points=points, vp=state.vp)


def raise_alert(table: Table[State], levels: int) -> None:
    """The alert level changes at once, between 1 and 6 (GS-ALR-01, GS-AMB-05)."""
    state = table.state
    before = state.alert
    now = before + levels
    if now > t.MOST_ALERT:
        now = t.MOST_ALERT
    elif now < t.LEAST_ALERT:
        now = t.LEAST_ALERT
    if now != before:
        state.alert = now
        table.tell(say.ALERT_RISES if now > before else say.ALERT_FALLS, alert=now)


# Where ships are


def leave(state: State, ship: Ship, space: str) -> None:
    """A ship goes to another space; a neutral port that she leaves is closed for good (GS-NEU-01)."""
    if KINDS[ship.space] == NEUTRAL and ship.space not in state.visited:
        state.visited.append(ship.space)
    ship.space = space


def new_auxiliaries(state: State) -> None:
    """Sunk auxiliary cruisers are back where they began (GS-CAM-06, GS-AMB-50)."""
    for number, space in enumerate(state.auxiliaries):
        if not space:
            free = [start for start in state.auxiliary_starts if start not in state.auxiliaries]
            own = state.auxiliary_starts[number]
            state.auxiliaries[number] = own if own in free else (free or [ALTMARK])[0]

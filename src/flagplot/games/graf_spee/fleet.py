"""The German ships: their displays, their cargo, where they are, and how they are lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict

from flagplot.engine import Table
from flagplot.games.graf_spee.spaces import (
    ALTMARK,
    CAPTURED,
    HAVEN,
    NEUTRAL,
    PORT,
    SEA,
    SEA_WITH_AUXILIARY,
    SOUTHERN,
    SPACES,
)
from flagplot.games.graf_spee.state import Ship, State
from flagplot.games.graf_spee.tables import (
    AMMO,
    AMMO_WITH_RELOADS,
    CARGO,
    DEUTSCHLAND,
    GERMAN_SHIPS,
    GRAF_SPEE,
    HULL,
    LEAST_ALERT,
    MARINE_KOMPANIE,
    MARKERS,
    MOST_ALERT,
    ORDERS,
    TERRAIN,
    VICTORY_POINTS,
    Terrain,
)
from flagplot.games.graf_spee.words import (
    AFTER_SISTER,
    ALERT_FALLS,
    ALERT_RISES,
    ALREADY_AT_ZERO,
    AUXILIARY_LOST,
    CARGO_LOST,
    LOWERED,
    OUTFITTED,
    POINTS,
    RAISED,
    SHIP_SUNK,
)

# Which ships there are


def afloat(state: State) -> list[Ship]:
    """The German ships that are not sunk."""
    return [ship for ship in state.ships.values() if ship.space]


def ships_in(state: State, space: str) -> list[Ship]:
    """The German ships in a space."""
    return [ship for ship in state.ships.values() if ship.space == space]


def begins_south(state: State) -> bool:
    """Whether a German ship is south of the equator as a mission begins, so that it need not be crossed (GS-ORD-04)."""
    return any(ship.space in SOUTHERN for ship in state.ships.values())


def sister(state: State, ship: Ship) -> Ship | None:
    """The other German ship, if it is in the same space."""
    return next((other for other in ships_in(state, ship.space) if other is not ship), None)


def may_sail(ship: Ship) -> bool:
    """Whether a ship can still move today: not outfitted, and in no contact (GS-SEQ-02, GS-END-01, GS-BRK-01)."""
    return not (ship.outfitted or ship.fought or ship.broke_off)


def in_turn(
    table: Table[State],
    ships: Sequence[Ship],
    act: Callable[[Table[State], Ship, Sequence[str]], bool],
    is_asked: Callable[[State, Ship], bool] | None = None,
) -> None:
    """Each ship acts; of two the first may let her sister act before her, if that one is asked at all (GS-SHP-01)."""
    if len(ships) < 2:
        for ship in ships:
            act(table, ship, ())
        return
    first, second = ships
    may_wait = is_asked is None or is_asked(table.state, second)
    has_acted = act(table, first, (AFTER_SISTER,) if may_wait else ())
    act(table, second, ())
    if not has_acted:
        act(table, first, ())


def flag(state: State) -> str:
    """The seat that decides what concerns both ships: the Graf Spee's as long as she is afloat (GS-AMB-46)."""
    return GRAF_SPEE if state.ships[GRAF_SPEE].space else DEUTSCHLAND


def flag_of(ships: Sequence[Ship]) -> str:
    """The seat that decides for a group of ships."""
    return ships[0].id


def has(ships: Sequence[Ship], cargo: str) -> bool:
    """Whether any of the ships carries this."""
    return any(cargo in ship.cargo for ship in ships)


def has_bonus(state: State, bonus: str) -> bool:
    """Whether an order achieved in this campaign gives this bonus (GS-CAM-02)."""
    return bool(state.achieved) and any(ORDERS[order].bonus == bonus for order in state.achieved)


# What kind of water it is

KINDS: dict[str, str] = {space: place.kind for space, place in SPACES.items()}
MOST: dict[str, dict[str, int]] = {name: asdict(ship.most) for name, ship in GERMAN_SHIPS.items()}


def waters(state: State, space: str) -> str:
    """The kind of a space as it is now: a captured port is German, a haven without a supplier is sea (GS-AMB-35)."""
    kind = KINDS[space]
    if kind == PORT:
        return CAPTURED if space in state.captured else PORT
    if kind == HAVEN:
        return HAVEN if space in state.auxiliaries else SEA
    return kind


def terrain_kind(state: State, space: str) -> str:
    """Which row of the Terrain Effects Chart holds in a space: an auxiliary cruiser softens the sea (GS-AUX-01)."""
    if KINDS[space] == SEA:
        return SEA_WITH_AUXILIARY if space in state.auxiliaries else SEA
    return waters(state, space)


def terrain(state: State, space: str) -> Terrain:
    """The row of the Terrain Effects Chart for a space."""
    return TERRAIN[terrain_kind(state, space)]


# The displays


def most(ship: Ship, department: str) -> int:
    """The highest number that a marker can reach; less ammunition with torpedo reloads (GS-TRK-03, GS-SET-06)."""
    if department == AMMO and ship.reloads:
        return AMMO_WITH_RELOADS
    return MOST[ship.id][department]


def level(ship: Ship, department: str) -> int:
    """The number at which a marker stands."""
    number: int = getattr(ship, department)
    return number


def room(ship: Ship, department: str) -> int:
    """How far a marker can still go up."""
    return most(ship, department) - level(ship, department)


def improve(table: Table[State], ship: Ship, department: str, points: int = 1) -> bool:
    """Whether a marker goes up, at most to the end of its track (GS-TRK-03)."""
    before = level(ship, department)
    now = min(before + points, most(ship, department))
    if now > before:
        setattr(ship, department, now)
        table.tell(RAISED, ship=ship.id, department=department, points=now - before, now=now)
    return now > before


def lower(table: Table[State], ship: Ship, department: str, points: int = 1) -> None:
    """A marker goes down, at least to 0; hull takes its cargo along, and at hull 0 the ship sinks (GS-DMG-02)."""
    if not (ship.space and points):
        return
    before = level(ship, department)
    now = max(0, before - points)
    if now == before:
        table.tell(ALREADY_AT_ZERO, ship=ship.id, department=department)
        return
    setattr(ship, department, now)
    table.tell(LOWERED, ship=ship.id, department=department, points=before - now, now=now)
    if department == HULL:
        for space in range(before, now, -1):
            lose_cargo(table, ship, space)
        if not ship.hull:
            sink(table, ship)


def lose_cargo(table: Table[State], ship: Ship, space: int) -> None:
    """The marker in a hull space goes back into the box (GS-CGO-01)."""
    cargo = ship.cargo[space]
    if cargo:
        ship.cargo[space] = ""
        table.tell(CARGO_LOST, ship=ship.id, cargo=cargo)


def sink(table: Table[State], ship: Ship) -> None:
    """A German ship is lost, and an auxiliary cruiser beside her with her (GS-DMG-02, GS-AUX-01)."""
    space = ship.space
    ship.space = ""
    ship.cargo = [""] * len(ship.cargo)
    table.tell(SHIP_SUNK, ship=ship.id, space=space)
    score(table, VICTORY_POINTS.german_ship_lost)
    lose_auxiliary(table, space)


def lose_auxiliary(table: Table[State], space: str) -> None:
    """The auxiliary cruiser in a space is sunk, if there is one."""
    state = table.state
    if space in state.auxiliaries:
        state.auxiliaries[state.auxiliaries.index(space)] = ""
        table.tell(AUXILIARY_LOST, space=space)


def mark_outfitted(table: Table[State], ship: Ship) -> None:
    """A ship that has done something in the outfitting phase does not move today (GS-SEQ-02)."""
    if not ship.outfitted:
        ship.outfitted = True
        table.tell(OUTFITTED, ship=ship.id)


# Cargo


def in_box(state: State, cargo: str) -> int:
    """How many markers of a kind are in the Cargo Available Box."""
    left = MARKERS.cargo_copies
    for ship in state.ships.values():
        if cargo in ship.cargo:
            left -= 1
    return left - len(state.captured) if cargo == MARINE_KOMPANIE else left


def can_take(state: State, ship: Ship) -> list[str]:
    """The kinds that a ship could take from the box: never two alike, nor one that it has just put ashore."""
    barred = {*ship.cargo, *ship.unloaded}
    barred.update(cargo for cargo in scarce(state) if not in_box(state, cargo))
    return [cargo for cargo in CARGO if cargo not in barred]


def scarce(state: State) -> Sequence[str]:
    """The kinds of which the box may be empty: with one ship at sea only marines, who may be ashore."""
    return CARGO if len(state.ships) >= MARKERS.cargo_copies else (MARINE_KOMPANIE,)


# Victory points and the alert level


def score(table: Table[State], points: int) -> None:
    """Victory points are gained or lost; the total may be below zero (GS-TRK-01)."""
    if points:
        table.state.vp += points
        table.tell(POINTS, points=points, vp=table.state.vp)


def raise_alert(table: Table[State], levels: int) -> None:
    """The alert level changes at once, between 1 and 6 (GS-ALR-01, GS-AMB-05)."""
    state = table.state
    before = state.alert
    now = min(before + levels, MOST_ALERT) if levels > 0 else max(before + levels, LEAST_ALERT)
    if now != before:
        state.alert = now
        table.tell(ALERT_RISES if now > before else ALERT_FALLS, alert=now)


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

"""The German ships: where they are, what waters they are in, how their displays stand, and what they carry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee.spaces import (
    CAPTURED,
    HAVEN,
    PORT,
    SEA,
    SEA_WITH_AUXILIARY,
    SOUTHERN,
    SPACES,
)
from flagplot.games.graf_spee.state import Ship, State

# Which ships there are


def afloat(state: State) -> list[Ship]:
    """The German ships that are not sunk."""
    found = []
    for ship in state.ships.values():
        if ship.space:
            found.append(ship)
    return found


def ships_in(state: State, space: str) -> list[Ship]:
    """The German ships in a space."""
    found = []
    for ship in state.ships.values():
        if ship.space == space:
            found.append(ship)
    return found


def begins_south(state: State) -> bool:
    """Whether a German ship is south of the equator as a mission begins, so that it need not be crossed (GS-ORD-04)."""
    return any(ship.space in SOUTHERN for ship in state.ships.values())


def sister(state: State, ship: Ship) -> Ship | None:
    """The other German ship, if it is in the same space."""
    return next((other for other in ships_in(state, ship.space) if other is not ship), None)


def may_sail(ship: Ship) -> bool:
    """Whether a ship can still move today: not outfitted, and in no contact (GS-SEQ-02, GS-END-01, GS-BRK-01)."""
    return not (ship.outfitted or ship.fought or ship.broke_off)


def may_sail_together(ships: Sequence[Ship]) -> bool:
    """Whether all of the ships can still move today."""
    for ship in ships:  # noqa: SIM110  a generator takes four times as long
        if ship.outfitted or ship.fought or ship.broke_off:
            return False
    return True


def flag(state: State) -> str:
    """The seat that decides what concerns both ships: the Graf Spee's as long as she is afloat (GS-AMB-46)."""
    return t.GRAF_SPEE if state.ships[t.GRAF_SPEE].space else t.DEUTSCHLAND


def flag_of(ships: Sequence[Ship]) -> str:
    """The seat that decides for a group of ships."""
    return ships[0].id


def has(ships: Sequence[Ship], cargo: str) -> bool:
    """Whether any of the ships carries this."""
    for ship in ships:  # noqa: SIM110  a generator takes four times as long
        if cargo in ship.cargo:
            return True
    return False


def has_bonus(state: State, bonus: str) -> bool:
    """Whether an order achieved in this campaign gives this bonus (GS-CAM-02)."""
    for order in state.achieved:  # noqa: SIM110  a generator takes four times as long
        if t.ORDERS[order].bonus == bonus:
            return True
    return False


# What kind of water it is

KINDS: dict[str, str] = {space: place.kind for space, place in SPACES.items()}
# The rows of the Terrain Effects Chart for spaces that nobody has captured, without an auxiliary cruiser and with one
ALONE = {space: SEA if kind == HAVEN else kind for space, kind in KINDS.items()}
SUPPLIED = ALONE | {
    space: SEA_WITH_AUXILIARY if kind == SEA else HAVEN for space, kind in KINDS.items() if kind in (SEA, HAVEN)
}
# Where there may be no incidents, some only with a supplier or when they are captured
HARBOURS = frozenset(
    space
    for space, kind in KINDS.items()
    if kind == PORT or not (t.TERRAIN[ALONE[space]].incidents and t.TERRAIN[SUPPLIED[space]].incidents)
)
MOST: dict[str, dict[str, int]] = {name: asdict(ship.most) for name, ship in t.GERMAN_SHIPS.items()}


def waters(state: State, space: str) -> str:
    """The kind of a space as it is now: a captured port is German, a haven without a supplier is sea (GS-AMB-35)."""
    kind = KINDS[space]
    if kind == PORT:
        return CAPTURED if space in state.captured else PORT
    if kind == HAVEN:
        return HAVEN if space in state.auxiliaries else SEA
    return kind


def terrain_kind(state: State, space: str) -> str:
    """Which row of the Terrain Effects Chart holds: an auxiliary cruiser softens the sea (GS-AUX-01, GS-AMB-35)."""
    if space in state.auxiliaries:
        return SUPPLIED[space]
    return CAPTURED if space in state.captured else ALONE[space]


def terrain(state: State, space: str) -> t.Terrain:
    """The row of the Terrain Effects Chart for a space."""
    return t.TERRAIN[terrain_kind(state, space)]


# The displays


def most(ship: Ship, department: str) -> int:
    """The highest number that a marker can reach; less ammunition with torpedo reloads (GS-TRK-03, GS-SET-06)."""
    if department == t.AMMO and ship.reloads:
        return t.AMMO_WITH_RELOADS
    return MOST[ship.id][department]


def level(ship: Ship, department: str) -> int:
    """The number at which a marker stands."""
    number: int = getattr(ship, department)
    return number


def room(ship: Ship, department: str) -> int:
    """How far a marker can still go up."""
    number: int = getattr(ship, department)
    return most(ship, department) - number


# Cargo


def in_box(state: State, cargo: str) -> int:
    """How many markers of a kind are in the Cargo Available Box."""
    left = t.MARKERS.cargo_copies
    for ship in state.ships.values():
        if cargo in ship.cargo:
            left -= 1
    return left - len(state.captured) if cargo == t.MARINE_KOMPANIE else left


def can_take(state: State, ship: Ship) -> list[str]:
    """The kinds that a ship could take from the box: never two alike, nor one that it has just put ashore."""
    barred = {*ship.cargo, *ship.unloaded}
    for cargo in scarce(state):
        if not in_box(state, cargo):
            barred.add(cargo)
    return [cargo for cargo in t.CARGO if cargo not in barred]


def scarce(state: State) -> Sequence[str]:
    """The kinds of which the box may be empty: with one ship at sea only marines, who may be ashore."""
    return t.CARGO if len(state.ships) >= t.MARKERS.cargo_copies else (t.MARINE_KOMPANIE,)

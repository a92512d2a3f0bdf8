"""The ships, aircraft and guns of Night Action as their files give them, in the units of the table."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from flagplot.common.checks import check_known
from flagplot.engine import data
from flagplot.games.night_action.geometry import ALL_ROUND, CM, SECTOR_BITS

PACKAGE = Path(__file__).parent
ALLIED, AXIS = "allied", "axis"
SIDES = (ALLIED, AXIS)
ENEMY = {ALLIED: AXIS, AXIS: ALLIED}

# Traits with a rule
PETROL, LOUD, ARMOURED_BRIDGE, RELOAD, CALM_ONLY = "petrol", "loud", "armoured_bridge", "reload2", "calm_only"
STARSHELL, DIRECTOR, DEPTH_CHARGES, SHALLOW = "starshell", "director", "depth_charges", "shallow"
MERCHANT, INFLAMMABLE, SUBMARINE, BATTERY = "merchant", "inflammable", "submarine", "battery"
Trait = Literal[
    "petrol", "diesel", "loud", "armoured_bridge", "reload2", "calm_only", "starshell", "director", "depth_charges",
    "shallow", "merchant", "inflammable", "submarine", "battery",
]  # fmt: skip
RELOADS = 2  # that a boat with reloads carries (NA-TOR-11)

Centimetres = Annotated[int, Meta(ge=0, le=2000)]
Boxes = Annotated[int, Meta(ge=0, le=300)]
Nation = Literal["british", "american", "german", "italian", "any"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A gun mount as the Gun Data Table has it."""

    name: str
    group: str
    dice: Annotated[int, Meta(ge=1, le=9)]
    range: Centimetres
    mm: Annotated[int, Meta(ge=1, le=500)]
    slow: Annotated[int, Meta(ge=0, le=2)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Weapons:
    """The shape of weapons.toml."""

    to_hit: Annotated[int, Meta(ge=2, le=10)]
    again: Annotated[int, Meta(ge=2, le=10)]
    main: Annotated[int, Meta(ge=1, le=500)]
    bands: tuple[tuple[int, int], ...]
    modifier: dict[str, int]
    weapon: dict[str, Weapon]
    hull: dict[str, tuple[str, str, str]]


GUNNERY = data.load(PACKAGE, "weapons.toml", _Weapons)
WEAPONS = GUNNERY.weapon
MAIN, LIGHT, ALL = "main", "light", "all"  # batteries (NA-GUN-05)


class Mount(msgspec.Struct, frozen=True, gc=False):
    """A gun mount of a ship."""

    weapon: str
    arcs: int  # sectors on which it bears
    reach: int  # the square of its range
    dice: int
    group: str
    mm: int
    slow: int
    is_main: bool


@functools.cache
def mount(text: str) -> Mount:
    """A mount as a data sheet writes it: "q120x1:APS"."""
    key, _, arcs = text.partition(":")
    weapon = WEAPONS[key]
    bits = ALL_ROUND if arcs == "ALL" else sum(SECTOR_BITS[arc] for arc in arcs)
    reach = weapon.range * CM
    return Mount(key, bits, reach * reach, weapon.dice, weapon.group, weapon.mm, weapon.slow, weapon.mm >= GUNNERY.main)


@functools.cache
def mounts(guns: tuple[str, ...]) -> tuple[Mount, ...]:
    """The mounts of a ship, in the order of its data sheet."""
    return tuple(map(mount, guns))


class Tubes(msgspec.Struct, frozen=True, gc=False):
    """A group of torpedo tubes."""

    size: str
    number: int
    arcs: str  # F, A, P, S or PS


@functools.cache
def tubes(text: str) -> Tubes:
    """A group of tubes as a data sheet writes it: "21in x2 F"."""
    size, number, arcs = text.split()
    return Tubes(size, int(number[1:]), arcs)


class ShipType(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A ship as its data sheet has it."""

    name: str
    nation: Nation
    year: Annotated[int, Meta(ge=1900, le=1960)]
    class_: Annotated[int, Meta(ge=1, le=3)] = msgspec.field(name="class")
    handling: Literal["class1", "class2", "class3", "merchant"]
    displacement: Annotated[int, Meta(ge=0, le=100_000)]
    hull: Boxes
    base: Annotated[int, Meta(ge=1, le=30)]
    speed: tuple[Centimetres, Centimetres, Centimetres, Centimetres]
    dc: Annotated[int, Meta(ge=0, le=9)]
    armour: Annotated[int, Meta(ge=0, le=20)] = 0
    guns: tuple[str, ...] = ()
    torpedoes: tuple[str, ...] = ()
    radar: bool = False
    quiet: bool = False
    traits: tuple[Trait, ...] = ()
    vp: Annotated[int, Meta(ge=0, le=200)]
    points: Annotated[int, Meta(ge=0, le=2000)]
    provenance: Annotated[str, Meta(pattern="^[WKR]{3}$")]


@dataclass(frozen=True, slots=True)
class Kind:
    """What the rules look up of a ship's type, worked out once."""

    key: str
    name: str
    nation: str
    year: int
    class_: int
    handling: str
    hull: int
    base: int  # its length
    distance: tuple[int, ...]  # by setting, from 0
    dc: int
    armour: int
    guns: tuple[str, ...]
    torpedoes: tuple[str, ...]
    radar: bool
    quiet: bool
    vp: int
    points: int
    traits: frozenset[str]
    is_merchant: bool
    is_battery: bool
    is_submarine: bool
    reloads: int


class AircraftType(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An aircraft, or a flight of one."""

    name: str
    nation: Nation
    class_: Annotated[int, Meta(ge=1, le=3)] = msgspec.field(name="class")
    speed: Annotated[int, Meta(ge=1, le=500)]
    load: Literal["torpedo", "cannon", "bomb250", "bomb500", "bomb1000", "flares"]
    dives: bool = False
    radar: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ships:
    """The shape of ships.toml."""

    ship: dict[str, ShipType]
    aircraft: dict[str, AircraftType] = field(default_factory=dict)


def _kind(key: str, row: ShipType) -> Kind:
    check_known(
        PACKAGE, "ships.toml", f"ship.{key}.guns", "weapon", [gun.partition(":")[0] for gun in row.guns], WEAPONS
    )
    return Kind(
        key,
        row.name,
        row.nation,
        row.year,
        row.class_,
        row.handling,
        row.hull,
        row.base * CM,
        (0, *(speed * CM for speed in row.speed)),
        row.dc,
        row.armour,
        row.guns,
        row.torpedoes,
        row.radar,
        row.quiet,
        row.vp,
        row.points,
        frozenset(row.traits),
        MERCHANT in row.traits,
        BATTERY in row.traits,
        SUBMARINE in row.traits,
        RELOADS if RELOAD in row.traits else 0,
    )


_FILE = data.load(PACKAGE, "ships.toml", _Ships)
KINDS = {key: _kind(key, row) for key, row in _FILE.ship.items()}
AIRCRAFT = _FILE.aircraft

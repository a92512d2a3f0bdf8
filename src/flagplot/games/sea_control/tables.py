"""The units, the map and the tables of Sea Control, named as the rule book names them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from flagplot.engine import Chart

DATA = Path(__file__).parent / "data"

AXIS, ALLIED = "axis", "allied"
ENEMY = {AXIS: ALLIED, ALLIED: AXIS}
NEUTRAL = "neutral"

# Under which flags the blocks of either side sail (SC-UNI-01)
BRITISH, AMERICAN, RUSSIAN, GERMAN, ITALIAN = "british", "american", "russian", "german", "italian"

BATTLESHIP, CRUISER, CARRIER, CONVOY, SUBMARINE, AIR = (
    "battleship", "cruiser", "carrier", "convoy", "submarine", "air",
)  # fmt: skip
KINDS = (BATTLESHIP, CRUISER, CARRIER, CONVOY, SUBMARINE, AIR)
SURFACE = (BATTLESHIP, CRUISER, CARRIER, CONVOY)  # a convoy is a surface ship too (SC-CNV-05)
STATION = (BATTLESHIP, CRUISER)  # who stands in the battle station in surface rounds (SC-UNI-07, SC-COM-02)
FLYING = (CARRIER, AIR)  # who fires in the air round (SC-UNI-06)


@dataclass(frozen=True, slots=True)
class Unit:
    """The label of a block."""

    id: str
    name: str
    side: str
    nation: str
    kind: str
    sp: int
    dice: int
    hit: int
    turn: int
    port: str
    source: str
    option: str = ""  # the option with which alone it plays

    @property
    def is_surface(self) -> bool:
        return self.kind in SURFACE


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something lies on the chart or beside it, and how large it is drawn."""

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Area(Place):
    """A sea area of the map."""

    vp: dict[str, int]  # what its control is worth to each side (SC-MAP-02)
    adjacent: tuple[str, ...]
    air: tuple[str, ...]  # whose land air unit may go there


@dataclass(frozen=True, slots=True, kw_only=True)
class Port(Place):
    """A port of the map."""

    side: str
    repair: int
    connects: tuple[str, ...]
    turns: tuple[int, int]
    air_raid: bool


@dataclass(frozen=True, slots=True)
class Map:
    """All places."""

    aspect: float
    area: dict[str, Area]
    port: dict[str, Port]
    box: dict[str, Place]


def _loaded(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


MAP = msgspec.convert(_loaded("map.toml"), Map)
UNITS = {unit.id: unit for unit in msgspec.convert(_loaded("units.toml")["unit"], list[Unit])}

MAXIMUM_SP = {unit.id: unit.sp for unit in UNITS.values()}
DICE = {unit.id: unit.dice for unit in UNITS.values()}
LAND_AIR = {unit.side: unit.id for unit in UNITS.values() if unit.kind == AIR}

NORTH_ATLANTIC, SOUTH_ATLANTIC, NORTH_SEA = "north_atlantic", "south_atlantic", "north_sea"
BALTIC, BARENTS = "baltic_sea", "barents_sea"
WESTERN_MED, EASTERN_MED = "western_med", "eastern_med"
AREAS = tuple(MAP.area)

SCAPA_FLOW, GIBRALTAR, ALEXANDRIA = "scapa_flow", "gibraltar", "alexandria"
NORFOLK, LENINGRAD, ARCHANGEL = "norfolk", "leningrad", "archangel"
KIEL_NARVIK, BREST, TARANTO, SOUTH_AMERICA = "kiel_narvik", "brest", "taranto", "south_america"
PORTS = tuple(MAP.port)

# The neutral port is for Axis ships, and only when they are disabled (SC-MAP-04).
PORTS_OF = {
    side: tuple(port for port in PORTS if MAP.port[port].side == side or (side, port) == (AXIS, SOUTH_AMERICA))
    for side in (AXIS, ALLIED)
}

OFF_BOARD, REINFORCEMENTS, LOST = "off_board", "reinforcements", "lost"
ARRIVALS, DOCKED = "arrivals", "docked"  # ships for which a port is still to be chosen; convoys that came through
SPACES = (*AREAS, *PORTS, OFF_BOARD, REINFORCEMENTS, ARRIVALS, LOST, DOCKED)

# Ships for which the owner chooses a port (SC-SET-01, SC-REI-01)
CHOICE = "choice"
PORTS_TO_CHOOSE = (SCAPA_FLOW, GIBRALTAR, ALEXANDRIA)

LAST_TURN = 8
MONTHS = (
    "September 1939 to May 1940", "June 1940 to February 1941", "March to November 1941",
    "December 1941 to May 1942", "June to November 1942", "December 1942 to February 1943",
    "March to July 1943", "August to December 1943",
)  # fmt: skip  # reconstructed: the published rules give no dates

# Resource points by turn (SC-RP-01)
RP = {
    ALLIED: Chart("Allied RP", (8, 8, 8, 15)),
    AXIS: Chart("Axis RP", (7, 9, 9, 9, 9, 9, 7)),
}

SUBMARINE_DICE = Chart("Submarine dice", (2, 2, 2, 2, 1))  # by turn (SC-UNI-10)
RETURN_SLOTS = (5, 6, 7, 8)  # turns on which sunk submarines may come back (SC-UNI-10, SC-AMB-03)

# What a die does to a target, by the target's hit number (SC-COM-03)
HIT, MISS, DISABLED = "hit", "miss", "disabled"
FIRE = {
    number: Chart(f"Fire at a target hit on {number}", (DISABLED, *(MISS,) * (number - 2), *(HIT,) * (7 - number)))
    for number in (4, 5, 6)
}
FIRE_AT_LAND_AIR = Chart("Fire at a land air unit", (MISS,) * 6)  # it cannot be hit (SC-UNI-09)
FIRE_AT = {
    unit.id: FIRE_AT_LAND_AIR if unit.kind == AIR else FIRE[unit.hit]
    for unit in UNITS.values()
    if unit.kind != SUBMARINE
}

SUNK, DRIVEN_OFF = "sunk", "driven_off"
ANTI_SUBMARINE = Chart("Anti-submarine dice", (DRIVEN_OFF, *(MISS,) * 4, SUNK))  # (SC-SUB-03)
ASW_DICE_PER_SHIP = 1

AIR_RAID = Chart("Air raid", (MISS, MISS, MISS, HIT, HIT, HIT))  # (SC-OPT-02)
RAID_DAMAGE = 2  # points of repair capacity that a hit takes

# Guns over a strait: between which areas, at whom they fire, and with how many dice (SC-GIB-01, SC-OPT-01)
STRAIT_OF_GIBRALTAR = frozenset((WESTERN_MED, SOUTH_ATLANTIC))
DANISH_STRAITS = frozenset((NORTH_SEA, BALTIC))
GIBRALTAR_DICE = 3
BALTIC_DICE = 3

# Convoys (SC-CNV-03, SC-CNV-04)
DOCKING_VP = {SCAPA_FLOW: 1, ARCHANGEL: 3}
CONVOY_SUNK_VP = 2
CONVOY_ASW_DICE = 3  # (SC-UNI-11, SC-AMB-06)
REARWARD_PORT = {
    NORTH_ATLANTIC: NORFOLK, SOUTH_ATLANTIC: NORFOLK, NORTH_SEA: SCAPA_FLOW, BARENTS: SCAPA_FLOW,
}  # fmt: skip  # where disabled convoys go with the option convoy_rearward (SC-AMB-09)

VP_CAP = 12
UBOAT_RETURN_DELAY = 2
UBOAT_RETURNS_A_TURN = 1
TASK_FORCES = ("task_force_1", "task_force_2", "task_force_3", "task_force_4")  # (SC-AMB-35)

"""The units, the map and the tables of Sea Control, named as the rule book names them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from flagplot.common.checks import check_known
from flagplot.common.figures import Aspect, Count, Rating
from flagplot.common.places import Leads, Place
from flagplot.engine import Chart, data

PACKAGE = Path(__file__).parent
LAST_TURN = 8

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

# What the data files may say
Turn = Annotated[int, Meta(ge=1, le=LAST_TURN)]
Side = Literal["axis", "allied"]


@dataclass(frozen=True, slots=True)
class Unit:
    """The label of a block."""

    name: str
    side: Side
    nation: Literal["british", "american", "russian", "convoy", "german", "italian"]
    kind: Literal["battleship", "cruiser", "carrier", "convoy", "submarine", "air"]
    sp: Rating
    dice: Rating
    hit: Literal[0, 4, 5, 6]
    turn: Turn
    port: str
    option: Literal["", "texas_and_new_york", "graf_zeppelin"] = ""  # the option with which alone it plays

    @property
    def is_surface(self) -> bool:
        return self.kind in SURFACE


@dataclass(frozen=True, slots=True, kw_only=True)
class Area(Place):
    """A sea area of the map."""

    vp: dict[str, Count]  # what its control is worth to each side (SC-MAP-02)
    adjacent: tuple[str, ...]
    air: tuple[Side, ...]  # whose land air unit may go there


@dataclass(frozen=True, slots=True, kw_only=True)
class Port(Place):
    """A port of the map."""

    side: Literal["axis", "allied", "neutral"]
    repair: Count
    connects: tuple[str, ...]
    turns: tuple[Turn, Turn]
    air_raid: bool


@dataclass(frozen=True, slots=True)
class Map:
    """All places."""

    aspect: Aspect
    chart: dict[str, object]  # how tools/coastlines.py draws board.svg
    area: dict[str, Area]
    port: dict[str, Port]
    box: dict[str, Place]


@dataclass(frozen=True, slots=True)
class UnitFile:
    """units.toml."""

    unit: dict[str, Unit]


@dataclass(frozen=True, slots=True)
class History:
    """history.toml: the ships that were based at each port."""

    base: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Calendar:
    """calendar.toml."""

    turn: dict[Turn, str]


NORTH_ATLANTIC, SOUTH_ATLANTIC, NORTH_SEA = "north_atlantic", "south_atlantic", "north_sea"
BALTIC, BARENTS = "baltic_sea", "barents_sea"
WESTERN_MED, EASTERN_MED = "western_med", "eastern_med"
AREAS = (NORTH_ATLANTIC, SOUTH_ATLANTIC, NORTH_SEA, BALTIC, BARENTS, WESTERN_MED, EASTERN_MED)

SCAPA_FLOW, GIBRALTAR, ALEXANDRIA = "scapa_flow", "gibraltar", "alexandria"
NORFOLK, LENINGRAD, ARCHANGEL = "norfolk", "leningrad", "archangel"
KIEL_NARVIK, BREST, TARANTO, SOUTH_AMERICA = "kiel_narvik", "brest", "taranto", "south_america"
PORTS = (
    SCAPA_FLOW, GIBRALTAR, ALEXANDRIA, NORFOLK, LENINGRAD, ARCHANGEL, KIEL_NARVIK, BREST, TARANTO, SOUTH_AMERICA,
)  # fmt: skip
OFF_BOARD, REINFORCEMENTS, LOST = "off_board", "reinforcements", "lost"
CHOICE = "choice"  # the owner chooses a port (SC-SET-01, SC-REI-01)


def _read_map() -> Map:
    found = data.load(PACKAGE, "map.toml", Map)
    data.check_keys(PACKAGE, "map.toml", "area", found.area, AREAS)
    data.check_keys(PACKAGE, "map.toml", "port", found.port, PORTS)
    for key, area in found.area.items():
        check_known(PACKAGE, "map.toml", f"area.{key}.adjacent", "area", area.adjacent, AREAS)
        data.check_keys(PACKAGE, "map.toml", f"area.{key}.vp", area.vp, (AXIS, ALLIED))
    for key, area in found.area.items():
        for other in area.adjacent:
            if key not in found.area[other].adjacent:
                raise data.defect(PACKAGE, "map.toml", f"area.{other}.adjacent", f"{key} is missing, which has {other}")
    for key, port in found.port.items():
        check_known(PACKAGE, "map.toml", f"port.{key}.connects", "area", port.connects, AREAS)
        if not port.connects:
            raise data.defect(PACKAGE, "map.toml", f"port.{key}.connects", "expected at least one area")
    return found


def _read_units() -> dict[str, Unit]:
    units = data.load(PACKAGE, "units.toml", UnitFile).unit
    data.check_rows(PACKAGE, "units.toml", "unit", units, _unit_defects)
    for side in (AXIS, ALLIED):
        if sum(unit.side == side and unit.kind == AIR for unit in units.values()) != 1:
            raise data.defect(PACKAGE, "units.toml", "unit", f"expected one air unit of the side {side}")
    for nation in (GERMAN, ITALIAN):
        if not any(unit.nation == nation and unit.is_surface for unit in units.values()):
            raise data.defect(PACKAGE, "units.toml", "unit", f"expected a surface ship of the nation {nation}")
    return units


def _unit_defects(unit: Unit) -> Iterator[tuple[str, str]]:
    at_sea = unit.kind != AIR
    if (unit.hit > 0) != at_sea:
        yield "hit", "expected 4, 5 or 6, and 0 for an air unit"
    if (unit.sp > 0) != at_sea:
        yield "sp", "expected a number above 0, and 0 for an air unit"
    places = (CHOICE, *PORTS) if unit.is_surface else (OFF_BOARD,)
    if unit.port not in places:
        yield "port", f"'{unit.port}' is not a place for it; there are {', '.join(places)}"
    elif unit.port in PORTS:
        first, last = MAP.port[unit.port].turns
        if not first <= unit.turn <= last:
            yield "turn", f"{unit.port} is open in the turns {first} to {last} only"


def _read_calendar() -> tuple[str, ...]:
    turns = data.load(PACKAGE, "calendar.toml", Calendar).turn
    if len(turns) != LAST_TURN:
        raise data.defect(PACKAGE, "calendar.toml", "turn", f"expected the turns 1 to {LAST_TURN}")
    return tuple(turns[number] for number in range(1, LAST_TURN + 1))


MAP = _read_map()
HISTORICAL_BASES = {
    ship: port for port, ships in data.load(PACKAGE, "history.toml", History).base.items() for ship in ships
}
LEADS = data.load(PACKAGE, "leads.toml", Leads).lead  # where places lie whose cards stand beside them
UNITS = _read_units()
MONTHS = _read_calendar()

MAXIMUM_SP = {key: unit.sp for key, unit in UNITS.items()}
DICE = {key: unit.dice for key, unit in UNITS.items()}
ROSTER = {key: number for number, key in enumerate(UNITS)}  # the order in which units are told
LAND_AIR: dict[str, str] = {unit.side: key for key, unit in UNITS.items() if unit.kind == AIR}

# The neutral port is for Axis ships, and only when they are disabled (SC-MAP-04).
PORTS_OF = {
    side: tuple(port for port in PORTS if MAP.port[port].side == side or (side, port) == (AXIS, SOUTH_AMERICA))
    for side in (AXIS, ALLIED)
}

ARRIVALS, DOCKED = "arrivals", "docked"  # ships for which a port is still to be chosen; convoys that came through
SPACES = (*AREAS, *PORTS, OFF_BOARD, REINFORCEMENTS, ARRIVALS, LOST, DOCKED)

PORTS_TO_CHOOSE = (SCAPA_FLOW, GIBRALTAR, ALEXANDRIA)

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
    key: FIRE_AT_LAND_AIR if unit.kind == AIR else FIRE[unit.hit]
    for key, unit in UNITS.items()
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

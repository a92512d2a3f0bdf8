"""The chart of Atlantic Chase: hexes as numbers, sets of hexes as bits of an integer, ports, port boxes and air bases.

A hex is a number from 0 on, in the order of map.toml; bit n of a set is hex n. So whether two task forces share a hex
is one `and`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from flagplot.common.checks import check_known
from flagplot.engine import data

PACKAGE = Path(__file__).parent

GERMAN, BRITISH, NEUTRAL = "german", "british", "neutral"
SIDES = (GERMAN, BRITISH)
ENEMY = {GERMAN: BRITISH, BRITISH: GERMAN}
AIR_RANGE = 2  # hexes (AC-AS-03)

Side = Literal["german", "british"]
HexId = Annotated[str, Meta(pattern="^[0-9]{4}$")]
Year = Annotated[int, Meta(ge=1939, le=1945)]


@dataclass(frozen=True, slots=True)
class Port:
    """A port, the box that it is connected to, and who uses it in which year (AC-PT-01)."""

    name: str
    box: str
    nation: str
    hexes: tuple[HexId, ...]
    strip: bool
    control: dict[Year, Literal["german", "british", "neutral", "scenario"]]


@dataclass(frozen=True, slots=True)
class Box:
    """A port box beside the chart (AC-PT-10)."""

    name: str


@dataclass(frozen=True, slots=True)
class Base:
    """An air base that is printed on the chart (AC-AB-01)."""

    name: str
    side: Side
    hex: HexId
    since: Year
    until: Year


@dataclass(frozen=True, slots=True)
class MapFile:
    """map.toml."""

    hexes: Annotated[tuple[HexId, ...], Meta(min_length=1, max_length=400)]
    arctic: tuple[HexId, ...]
    uboat_zone: tuple[HexId, ...]
    closed: tuple[tuple[HexId, HexId], ...]
    canal: tuple[tuple[HexId, HexId], ...]
    name: dict[HexId, str]
    box: dict[str, Box]
    port: dict[str, Port]
    base: dict[str, Base]
    chart: dict[str, object] = field(default_factory=dict)  # how tools/coastlines.py draws board.svg


def _read() -> MapFile:
    found = data.load(PACKAGE, "map.toml", MapFile)
    known = set(found.hexes)
    if len(known) != len(found.hexes):
        raise data.defect(PACKAGE, "map.toml", "hexes", "each hex can stand there once")
    pairs = {"closed": found.closed, "canal": found.canal}
    named = {
        "arctic": found.arctic,
        "uboat_zone": found.uboat_zone,
        "name": tuple(found.name),
        **{key: tuple(one for pair in sides for one in pair) for key, sides in pairs.items()},
        **{f"port.{key}.hexes": port.hexes for key, port in found.port.items()},
        **{f"base.{key}.hex": (base.hex,) for key, base in found.base.items()},
    }
    for key, hexes in named.items():
        check_known(PACKAGE, "map.toml", key, "hex", hexes, known)
    for key, port in found.port.items():
        check_known(PACKAGE, "map.toml", f"port.{key}.box", "box", (port.box,), found.box)
        if not port.hexes:
            raise data.defect(PACKAGE, "map.toml", f"port.{key}.hexes", "expected at least one hex")
    return found


MAP = _read()

HEXES = MAP.hexes
HEX = {name: number for number, name in enumerate(HEXES)}
ALL_HEXES = range(len(HEXES))
NO_HEX = -1  # where a task force is that lies in a port box, and a stealth force that waits in its own
BIT = tuple(1 << number for number in ALL_HEXES)


def mask(hexes: Iterable[int]) -> int:
    """The set of these hexes."""
    found = 0
    for number in hexes:
        found |= BIT[number]
    return found


def hexes_in(bits: int) -> list[int]:
    """The hexes of a set, lowest first."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


@functools.lru_cache(maxsize=65536)
def listed(bits: int) -> tuple[int, ...]:
    """The hexes of a set, lowest first, as a position keeps them."""
    return tuple(hexes_in(bits))


def _named(names: Iterable[str]) -> int:
    return mask(HEX[name] for name in names)


ARCTIC = _named(MAP.arctic)  # permanent Bad Weather (AC-MP-04)
UBOAT_ZONE = _named(MAP.uboat_zone)  # a bonus for Stealth Attacks (AC-MP-05)


# Who is beside whom. Even columns lie half a hex lower, so a row alone does not tell; axial coordinates do.


def _axial(name: str) -> tuple[int, int]:
    column, row = int(name[:2]), int(name[2:])
    return column, row - (column + 1) // 2


AXIAL = tuple(map(_axial, HEXES))
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def _distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    across, down = one[0] - other[0], one[1] - other[1]
    return max(abs(across), abs(down), abs(across + down))


# Steps on the whole grid, over land too; closed sides and the canal do not count (AC-AMB-22, AC-AMB-24)
AIR_DISTANCE = tuple(tuple(_distance(one, other) for other in AXIAL) for one in AXIAL)

# NEAR[n][hex]: the hexes at most n away by air
NEAR = tuple(
    tuple(mask(other for other in ALL_HEXES if AIR_DISTANCE[number][other] <= far) for number in ALL_HEXES)
    for far in range(AIR_RANGE + 1)
)

# The hexes that aircraft can reach from each hex; none on the Arctic Line, to it or from it (AC-AS-02)
AIR_REACH = tuple(0 if ARCTIC & BIT[number] else NEAR[AIR_RANGE][number] & ~ARCTIC for number in ALL_HEXES)


def _beside(number: int, side: str) -> Iterator[int]:
    """The hexes to which a trajectory of a side can go on (AC-MP-02, AC-MP-03)."""
    by_place = {place: other for other, place in enumerate(AXIAL)}
    column, row = AXIAL[number]
    barred = {frozenset((HEX[one], HEX[other])) for one, other in MAP.closed}
    if side != GERMAN:
        barred |= {frozenset((HEX[one], HEX[other])) for one, other in MAP.canal}
    for across, down in DIRECTIONS:
        other = by_place.get((column + across, row + down))
        if other is not None and frozenset((number, other)) not in barred:
            yield other


NEIGHBOURS = {side: tuple(tuple(_beside(number, side)) for number in ALL_HEXES) for side in SIDES}
BESIDE = {side: tuple(map(mask, hexes)) for side, hexes in NEIGHBOURS.items()}  # the same as sets


# Ports and boxes; those at the edge of the chart are ports as any other (AC-PT-11)

PORTS = MAP.port
BOXES = MAP.box
PORT_HEXES = {key: tuple(HEX[name] for name in port.hexes) for key, port in PORTS.items()}
PORT_MASK = {key: mask(hexes) for key, hexes in PORT_HEXES.items()}
PORTS_OF_BOX = {box: tuple(key for key, port in PORTS.items() if port.box == box) for box in BOXES}
BOX_HEXES = {
    box: tuple(dict.fromkeys(number for key in ports for number in PORT_HEXES[key]))
    for box, ports in PORTS_OF_BOX.items()
}
BOX_MASK = {box: mask(hexes) for box, hexes in BOX_HEXES.items()}


def hex_name(number: int) -> str:
    """How a hex reads in a text: its name if it has one, with its number."""
    name = HEXES[number]
    return f"{MAP.name[name]} ({name})" if name in MAP.name else name

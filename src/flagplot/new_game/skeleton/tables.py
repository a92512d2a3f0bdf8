"""The figures of Skeleton: the chart with its dangers, and the attack table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flagplot.engine import Chart
from flagplot.engine.data import defect, load

PACKAGE = Path(__file__).parent

CONVOY, WOLVES = "convoy", "wolves"
COMMODORE = "commodore"
THE_VAN, THE_REAR = QUARTERS = "the_van", "the_rear"


@dataclass(frozen=True, slots=True)
class Place:
    """A port or a sea area: where it is, how dangerous it is, and where lines lead from it."""

    name: str
    x: float
    y: float
    to: tuple[str, ...] = ()
    danger: int = 0  # added to the attack die; ports have no wolves
    is_port: bool = False


@dataclass(frozen=True, slots=True)
class Map:
    """What data/map.toml holds."""

    aspect: float
    start: str
    goal: str
    ships: int
    escorts: int
    needed: int  # ships that must arrive
    place: dict[str, Place]


MAP = load(PACKAGE, "map.toml", Map)
for key, place in MAP.place.items():
    for other in place.to:
        if other not in MAP.place:
            raise defect(PACKAGE, "map.toml", f"place.{key}.to", f"there is no place '{other}'")

QUARTER_TABLE = Chart("Quarter", (THE_VAN, THE_VAN, THE_REAR, THE_REAR, THE_REAR, THE_REAR))
ATTACK_TABLE = Chart("Attack", (0, 0, 0, 1, 1, 2))  # ships sunk

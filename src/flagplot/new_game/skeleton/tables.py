"""The figures of Skeleton: the chart with its dangers, and the attack table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flagplot.common.checks import check_known
from flagplot.common.figures import Aspect, Count, Rating
from flagplot.common.places import Place
from flagplot.engine import Chart
from flagplot.engine.data import load

PACKAGE = Path(__file__).parent

CONVOY, WOLVES = "convoy", "wolves"
COMMODORE = "commodore"
THE_VAN, THE_REAR = QUARTERS = "the_van", "the_rear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Waters(Place):
    """A port or a sea area: where it is, how dangerous it is, and where lines lead from it."""

    to: tuple[str, ...] = ()
    danger: Rating = 0  # added to the attack die


@dataclass(frozen=True, slots=True)
class Map:
    """What data/map.toml holds."""

    aspect: Aspect
    start: str
    goal: str
    ships: Count
    escorts: Count
    needed: Count  # ships that must arrive
    sea: dict[str, Waters]
    port: dict[str, Waters]


MAP = load(PACKAGE, "map.toml", Map)
PLACES = MAP.sea | MAP.port
TO = {key: place.to for key, place in PLACES.items()}  # where lines lead
for table, places in (("sea", MAP.sea), ("port", MAP.port)):
    for key, place in places.items():
        check_known(PACKAGE, "map.toml", f"{table}.{key}.to", "place", place.to, PLACES)

QUARTER_TABLE = Chart("Quarter", (THE_VAN, THE_VAN, THE_REAR, THE_REAR, THE_REAR, THE_REAR))
ATTACK_TABLE = Chart("Attack", (0, 0, 0, 1, 1, 2))  # ships sunk

"""The map of The Cruise of the Graf Spee: plotting spaces, the lines between them, and how far they are (GS-MAP-01)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from flagplot.common.checks import check_known
from flagplot.common.figures import Aspect, Fraction
from flagplot.common.links import nearest, neighbours_along, reach, steps_in
from flagplot.engine.data import defect, load

PACKAGE = Path(__file__).parent

# What the data files may say

Latitude = Annotated[float, Meta(ge=-90, le=90)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]

NORTH_ATLANTIC = "natl"
ALTMARK = "altm"
START, SEA, ZONE, HAVEN = "start", "sea", "zone", "haven"
NEUTRAL, PORT, BASE, CAPTURED = "neutral", "port", "base", "captured"
SEA_WITH_AUXILIARY = "sea_with_auxiliary"
Kind = Literal["start", "sea", "zone", "haven", "neutral", "port", "base"]


@dataclass(frozen=True, slots=True)
class Place:
    """A plotting space."""

    name: str
    kind: Kind
    region: str
    lat: Latitude
    lon: Longitude
    nation: str = ""
    force: str = ""
    sign: str = ""  # the letter in the mark of a zone


@dataclass(frozen=True, slots=True)
class Bend:
    """Points on the globe through which a line is drawn."""

    line: tuple[str, str]
    points: tuple[tuple[Latitude, Longitude], ...]


@dataclass(frozen=True, slots=True)
class BendOnChart:
    """The same on the chart."""

    line: tuple[str, str]
    points: tuple[tuple[Fraction, Fraction], ...]


@dataclass(frozen=True, slots=True)
class MapFile:
    """The shape of map.toml."""

    aspect: Aspect
    lines: tuple[tuple[str, str], ...]
    chart: dict[str, Any]
    space: dict[str, Place]
    bend: tuple[Bend, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacesFile:
    """The shape of places.toml: where spaces and bends lie on the chart."""

    space: dict[str, tuple[Fraction, Fraction]]
    bend: tuple[BendOnChart, ...] = ()


MAP = load(PACKAGE, "map.toml", MapFile)
PLACES = load(PACKAGE, "places.toml", PlacesFile)
SPACES = MAP.space
SOUTHERN = frozenset(space for space, place in SPACES.items() if place.lat < 0)  # of the equator
ZONES = tuple(space for space, place in SPACES.items() if place.kind == ZONE)
HIGH_SEAS = tuple(space for space, place in SPACES.items() if place.kind == SEA)
if not ZONES or not HIGH_SEAS:
    raise defect(PACKAGE, "map.toml", "space", f"expected at least one of the kind {SEA if ZONES else ZONE}")


def check_spaces(file: str, key: str, spaces: Iterable[str]) -> None:
    """Raise a defect if a data file names a space that is not on the map."""
    check_known(PACKAGE, file, key, "space", spaces, SPACES)


for _line in MAP.lines:
    check_spaces("map.toml", "lines", _line)
check_spaces("map.toml", "space", (NORTH_ATLANTIC, ALTMARK))
NEIGHBOURS = dict.fromkeys(SPACES, ()) | neighbours_along(MAP.lines)
DISTANCE = {space: steps_in(reach(space, NEIGHBOURS.__getitem__)) for space in SPACES}
NEAREST_ZONES = {space: nearest(away, ZONES) for space, away in DISTANCE.items()}  # one, or several equally near
for _space in SPACES:
    if _space not in PLACES.space:
        raise defect(PACKAGE, "places.toml", f"space.{_space}", "where it lies on the chart is missing")
    if len(DISTANCE[_space]) < len(SPACES):
        raise defect(PACKAGE, "map.toml", "lines", f"no line leads from {_space} to every other space")

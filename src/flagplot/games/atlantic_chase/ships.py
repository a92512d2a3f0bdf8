"""The ships of Atlantic Chase: what their counters say (AC-AMB-23)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from flagplot.engine import data
from flagplot.games.atlantic_chase.hexes import PACKAGE, Side
from flagplot.games.atlantic_chase.tables import SPEED

# Classes of ships (AC-SH-01)
BB, BC, PB, CA, CL, CV = "BB", "BC", "PB", "CA", "CL", "CV"
AC, AO, DD, CONVOY, LINER = "AC", "AO", "DD", "convoy", "liner"
RAIDERS = (BB, BC, PB, CA)
CAPITAL_SHIPS = (BB, BC, PB)

Kind = Literal["BB", "BC", "PB", "CA", "CL", "CV", "AC", "AO", "DD", "convoy", "liner"]
Guns = Annotated[int, Meta(ge=-9, le=9)]
Hits = Annotated[int, Meta(ge=1, le=20)]


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a counter."""

    speed: Literal["very slow", "slow", "medium", "fast"]
    hits: Hits | None = None  # to damage her, on the back to sink her; None: the scenario says
    short: Guns | None = None
    long: Guns | None = None
    air: bool = False

    @property
    def pace(self) -> int:
        """Her speed as a number, faster ships having a higher one."""
        return SPEED[self.speed]


@dataclass(frozen=True, slots=True)
class ShipType:
    """A counter: the front, and the back if it has one."""

    name: str
    side: Side
    nation: Literal["german", "british", "french", "us"]
    kind: Kind
    front: Face
    back: Face | None = None
    torpedoes: bool = False  # AC-SH-05
    smoke: bool = True  # whether she has the gear to make smoke

    @property
    def is_many(self) -> bool:
        """Whether she stands for several ships, which are never damaged as one (AC-CV-01, AC-DD-01)."""
        return self.kind in (CONVOY, DD)


@dataclass(frozen=True, slots=True)
class ShipFile:
    """ships.toml."""

    ship: dict[str, ShipType]


def _defects(ship: ShipType) -> Iterator[tuple[str, str]]:
    if ship.is_many:
        if ship.front.hits is not None:
            yield "front.hits", "the scenario says how many Hits a Convoy or a Squadron can take"
    elif ship.front.hits is None:
        yield "front", "hits are missing"
    elif ship.back and ship.back.hits is None:
        yield "back", "hits are missing"


def _read() -> dict[str, ShipType]:
    types = data.load(PACKAGE, "ships.toml", ShipFile).ship
    data.check_rows(PACKAGE, "ships.toml", "ship", types, _defects)
    return types


TYPES = _read()

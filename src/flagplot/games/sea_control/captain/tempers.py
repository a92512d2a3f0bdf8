"""Tempers: the figures by which a captain plans, and others with which he would plan otherwise.

The captain has the usual ones. A search that compares whole plans takes them from captains of all tempers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flagplot.games.sea_control import tables as t


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """What a captain dares, and which seas he holds dear."""

    # How many times as much as to others an area is worth to him; as much where it is not named
    dear: Mapping[str, float] = field(default_factory=dict)
    dock_from: int | None = None  # a ship that has lost so many strength points stays in port; None: as for its side

    # The Axis

    # A fleet with this many times the weight of the enemy needs no more ships: campaigns are planned with each figure
    enough: tuple[float, ...] = (2.4, 4.0)  # in rising order
    fair_chance: float = 0.4  # ships that are not needed elsewhere join a fleet with a better chance than this
    ship_at_risk: float = 0.5  # points that a ship is worth which a battle may cost, while there are turns to come
    foe_at_risk: float = 0.5  # what a ship of the enemy's weighs against one of ours
    suspicion: float = 1.6  # blocks that lie where they expect us weigh more than the average
    convoys: float = 1.0  # how many times as much as to others a convoy is worth
    pack_at_risk: float = 1.0  # how many times as much as to others a U-boat pack is worth
    # Turns after which sound battleships put in at Brest: turn 6 is its last, and the Atlantic lies open
    westward: tuple[int, ...] = (5,)

    # The Allies

    ready_share: float = 0.7  # of the enemy's ships that can be expected to sail against one area
    # How fast the fear of an attack goes as a garrison grows; with less, the strongest places get still more
    ease: float = 2.4
    squadron: float = 1.8  # a ship may do so much less good if it stays with others of its kind
    escort_ratio: float = 0.5  # an escort must weigh as much as this share of the threat
    sends_convoys: bool = True  # out of port


USUAL = Temper()

Figures = dict[str, Any]


def _each_area(name: str, times: float, **others: Any) -> dict[str, Temper]:
    """A temper for each area, to which it is worth so many times as much."""
    return {f"{name} {area}": Temper(dear={area: times}, **others) for area in t.AREAS}


BOLD: Figures = {"enough": (1.2, 2.0), "fair_chance": 0.25, "ship_at_risk": 0.2}
MASSED: Figures = {"enough": (6.0, 12.0), "fair_chance": 0.2}
CALM: Figures = {"ready_share": 0.4}
SPREAD: Figures = {"ease": 5.0}

# The tempers with which each side might play its phases otherwise
TEMPERS: Mapping[str, Mapping[str, Mapping[str, Temper]]] = {
    t.AXIS: {
        "axis_movement": {
            "bold": Temper(**BOLD),
            "careful": Temper(enough=(4.0, 7.0), fair_chance=0.7, ship_at_risk=1.0),
            "massed": Temper(**MASSED),
            "in one body": Temper(enough=(30.0,), fair_chance=0.0),
            "trusting": Temper(suspicion=0.9),
            "suspicious": Temper(suspicion=3.0),
            "hunter": Temper(foe_at_risk=1.2),
            "patient": Temper(ship_at_risk=2.0, fair_chance=0.8),
            "at home": Temper(dear=dict.fromkeys(t.AREAS, 0.0), fair_chance=2.0),
            "corsair": Temper(convoys=3.0),
            "tough": Temper(dock_from=9),
            "tender": Temper(dock_from=1),
            **_each_area("for", 2.5),
            **_each_area("against", 0.0),
            **_each_area("massed for", 2.5, **MASSED),
            **_each_area("bold for", 2.5, **BOLD),
        },
        "submarine_placement": {
            "bold": Temper(pack_at_risk=0.2),
            "careful": Temper(pack_at_risk=4.0),
            "corsair": Temper(convoys=3.0),
            **_each_area("for", 2.0),
            **_each_area("all for", 20.0),
            **_each_area("against", 0.0),
        },
        "axis_return": {"west": Temper(westward=(1, 2, 3, 4, 5))},
    },
    t.ALLIED: {
        "allied_bases": {
            "calm": Temper(**CALM),
            **_each_area("for", 2.5),
            **_each_area("against", 0.2),
        },
        "allied_movement": {
            "calm": Temper(**CALM),
            "spread": Temper(**SPREAD),
            "calm and spread": Temper(ready_share=0.4, ease=4.0),
            "wary": Temper(ready_share=1.1),
            "loose": Temper(squadron=1.0),
            "calm and loose": Temper(squadron=1.0, **CALM),
            "close": Temper(squadron=3.0),
            "tough": Temper(dock_from=9),
            "arctic": Temper(escort_ratio=0.1),
            "short way": Temper(escort_ratio=5.0),
            "in port": Temper(sends_convoys=False),
            **_each_area("for", 2.5),
            **_each_area("against", 0.2),
            **_each_area("calm for", 2.5, **CALM),
            **_each_area("calm against", 0.2, **CALM),
            **_each_area("spread for", 2.5, **SPREAD),
            **_each_area("spread against", 0.2, **SPREAD),
        },
        "allied_return": {
            "calm": Temper(**CALM),
            "spread": Temper(**SPREAD),
            **_each_area("for", 2.5),
        },
    },
}

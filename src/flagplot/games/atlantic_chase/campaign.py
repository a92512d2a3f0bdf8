"""The campaign of Atlantic Chase as its file gives it (docs/scenarios.md), and who sails for a ship that is out."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import Meta

from flagplot.engine import Chart, data
from flagplot.games.atlantic_chase.hexes import PACKAGE, Side
from flagplot.games.atlantic_chase.scenarios import OPERATION, SCENARIOS, ships_of, type_of
from flagplot.games.atlantic_chase.ships import TYPES

CAMPAIGN = "campaign"  # its key among the scenarios
FILE_NAME = "campaign.toml"
OUT, DAMAGED, WHOLE = "out", "damaged", "whole"  # what a damaged ship is in the next operation

Repair = Literal["out", "damaged", "whole"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedOperations:
    """The table [campaign]."""

    title: str
    text: str
    dates: str
    operations: Annotated[tuple[str, ...], Meta(min_length=2, max_length=9)]
    wins: Annotated[int, Meta(ge=1, le=9)]
    tie: Side
    repair: Annotated[tuple[Repair, ...], Meta(min_length=6, max_length=6)]  # by the face of a die


@dataclass(frozen=True, slots=True)
class CampaignFile:
    """campaign.toml."""

    campaign: LinkedOperations


def _defects(linked: LinkedOperations) -> Iterator[tuple[str, str]]:
    """What is wrong with a campaign: at which key, and what."""
    if CAMPAIGN in SCENARIOS:
        yield "title", f"a scenario of scenarios.toml is called '{CAMPAIGN}' too; give it another key"
    for number, key in enumerate(linked.operations):
        if key not in SCENARIOS:
            yield "operations", f"there is no scenario '{key}'"
        elif SCENARIOS[key].kind != OPERATION:
            yield "operations", f"'{key}' is a battle, and only operations can be linked"
        elif key in linked.operations[:number]:
            yield "operations", f"'{key}' is there more than once"
    if linked.wins > len(linked.operations):
        yield "wins", f"there are only {len(linked.operations)} operations to be won"


def _read() -> LinkedOperations:
    linked = data.load(PACKAGE, FILE_NAME, CampaignFile).campaign
    for key, what in _defects(linked):
        raise data.defect(PACKAGE, FILE_NAME, f"{CAMPAIGN}.{key}", what)
    return linked


LINKED = _read()
REPAIR: Chart[Repair] = Chart("Repair", LINKED.repair)


@functools.lru_cache(maxsize=1024)
def stand_ins(operation: str, out: frozenset[str]) -> Mapping[str, str]:
    """The ship that sails in place of each one of a set-up that is out; "" where her class has none left (AC-CA-06)."""
    given = ships_of(SCENARIOS[operation])
    used = {type_of(ship) for ship in given.values()}
    free = [key for key, kind in TYPES.items() if not kind.is_many and key not in used and key not in out]
    found: dict[str, str] = {}
    for ship_id, ship in given.items():
        if type_of(ship) not in out:
            continue
        absent = TYPES[type_of(ship)]
        fitting = [key for key in free if (TYPES[key].kind, TYPES[key].side) == (absent.kind, absent.side)]
        found[ship_id] = fitting[0] if fitting else ""
        free = [key for key in free if key != found[ship_id]]
    return MappingProxyType(found)

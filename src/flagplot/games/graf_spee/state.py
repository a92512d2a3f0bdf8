"""The state of The Cruise of the Graf Spee: displays, counters and markers as plain data.

Counters that lie face down have no names yet: they are drawn from their cup when they are turned up, which is the same
chance as to shuffle them first (GS-AMB-29, GS-AMB-51).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from flagplot.engine import State as EngineState
from flagplot.engine import rule_option
from flagplot.games.graf_spee.tables import VICTORY_POINTS

PRICE = -VICTORY_POINTS.deutschland_joins


@dataclass(frozen=True, slots=True)
class Options:
    """The optional rules (sections 18 to 22), each to be switched on by itself."""

    variable_deployment: Annotated[bool, rule_option("A die decides where each ship begins.", "GS-OPT-18")] = False
    deutschland: Annotated[bool, rule_option(f"The Deutschland sails too, for {PRICE} VP less.", "GS-OPT-19")] = False
    anti_aircraft: Annotated[bool, rule_option("Anti-aircraft guns may shoot down carrier aircraft.", "GS-OPT-20")] = (
        False
    )
    night: Annotated[bool, rule_option("Night may fall: contact is easier to avoid, no aircraft.", "GS-OPT-21")] = False
    mines: Annotated[bool, rule_option("Auxiliary cruisers may lay mines.", "GS-OPT-22")] = False


@dataclass(slots=True)
class Ship:
    """A German ship and its display; sunk when it is in no space."""

    id: str
    space: str
    leadership: int
    primary: int
    secondary: int
    tertiary: int
    torpedo: int
    engines: int
    hull: int
    ammo: int
    oil: int
    reloads: bool = False
    cargo: list[str] = field(default_factory=list)  # by hull space, empty where there is none

    # Today
    outfitted: bool = False
    repaired: bool = False
    fought: bool = False
    broke_off: bool = False
    raided: bool = False  # by aircraft, before good luck took her elsewhere
    unloaded: list[str] = field(default_factory=list)  # cargo put ashore, which does not come back today
    given: list[str] = field(default_factory=list)  # cargo given to the sister, which is not traded again today
    refused: list[tuple[str, str]] = field(default_factory=list)  # trades that the sister did not want: ours for hers


@dataclass(slots=True)
class Battle:
    """A naval combat that is being fought."""

    space: str
    station: str  # where the Allied ships came from
    german: list[str]  # who is engaged
    first: str  # the side with the First Salvo
    allied: list[str]  # who is still in it
    air: list[str] = field(default_factory=list)  # naval air units, by their carriers
    turn: int = 0  # which half of which step: two for each of the four
    crippled: list[str] = field(default_factory=list)
    retreated: list[str] = field(default_factory=list)
    sunk: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)  # damaged markers out of the pool


@dataclass(slots=True)
class Draw:
    """The incident markers of one draw (GS-INC-01)."""

    space: str
    size: int  # the alert level as it began (GS-ALR-02)
    drawn: list[str] = field(default_factory=list)
    stormy: bool = False  # later incidents cause no combat
    limited: bool = False  # limited visibility was taken as such, and lasts


@dataclass(slots=True, kw_only=True)
class State(EngineState):
    """Everything on the table (GS-CMP-01)."""

    options: Options
    campaign: bool
    orders: list[str]  # not yet drawn
    order: str = ""
    achieved: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    day: int = 1
    vp: int = 0
    alert: int = 1
    ships: dict[str, Ship] = field(default_factory=dict)
    auxiliaries: list[str] = field(default_factory=list)  # where each is; empty when sunk
    auxiliary_starts: list[str] = field(default_factory=list)

    # The Royal Navy
    stations: dict[str, list[str]]  # ships face up, by space
    face_down: dict[str, int]  # counters face down, by space
    cups: dict[str, list[str]]  # who may lie face down in a space, before the first redeployment
    unseen: list[str] = field(default_factory=list)  # who may lie face down anywhere since then
    lost: list[str] = field(default_factory=list)  # sunk or removed for good
    sunk_this_mission: int = 0

    # Markers
    incidents: list[str]
    quiet_aside: int = 0  # Quiet Seas not drawn at the set-up
    held: list[str] = field(default_factory=list)  # incidents that last until the end of the turn
    damaged: list[str]
    defences: list[int]
    guns: dict[str, int] = field(default_factory=dict)  # the defence marker of each port that has drawn one
    silenced: list[str] = field(default_factory=list)  # ports and bases without defences
    captured: list[str] = field(default_factory=list)
    ever_captured: list[str] = field(default_factory=list)
    visited: list[str] = field(default_factory=list)  # neutral ports that are closed
    mines: list[str] = field(default_factory=list)

    # Today
    night: bool = False
    night_rolled: bool = False
    night_before: bool = False
    waiting: list[str] = field(default_factory=list)  # ships that have not acted yet
    group: list[str] = field(default_factory=list)  # the ship or ships in hand
    sailed: int = 0  # spaces that the group has moved
    broke_off: bool = False  # the group draws no incidents
    draw: Draw | None = None
    battle: Battle | None = None
    fought_in: list[str] = field(default_factory=list)  # spaces with a combat today
    stormy_in: list[str] = field(default_factory=list)  # spaces with stormy seas today
    limited_in: list[str] = field(default_factory=list)  # spaces with limited visibility today
    raided_in: list[str] = field(default_factory=list)  # spaces where aircraft have found the ships today

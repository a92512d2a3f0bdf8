"""The state of The Cruise of the Graf Spee: displays, counters and markers as plain data.

Counters that lie face down have no names yet: they are drawn from their cup when they are turned up, which is the same
chance as to shuffle them first (GS-AMB-29, GS-AMB-51).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from flagplot.engine import State as EngineState
from flagplot.engine import rule_option
from flagplot.games.graf_spee.tables import LEAST_ALERT, VICTORY_POINTS

PRICE = -VICTORY_POINTS.deutschland_joins

MOST_POINTS = 100_000

# What a saved game may hold; whether it is sound besides, `position.defects` tells
Name = Annotated[str, Meta(max_length=40)]  # of a ship, a space, a marker, an order
Names = Annotated[list[Name], Meta(max_length=250)]
Level = Annotated[int, Meta(ge=0, le=12)]  # on a track
Count = Annotated[int, Meta(ge=0, le=250)]
Strength = Annotated[int, Meta(ge=0, le=12)]
Alert = Annotated[int, Meta(ge=0, le=12)]
Day = Annotated[int, Meta(ge=1, le=366)]
Points = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]


@dataclass(frozen=True, slots=True)
class Options:
    """The optional rules (sections 18 to 22), each to be switched on by itself."""

    variable_deployment: Annotated[
        bool, rule_option("Ships start by the dice", "A die decides where each ship begins.", "GS-OPT-18")
    ] = False
    deutschland: Annotated[
        bool, rule_option("The Deutschland sails too", f"The Deutschland sails too, for {PRICE} VP less.", "GS-OPT-19")
    ] = False
    anti_aircraft: Annotated[
        bool, rule_option("Anti-aircraft fire", "Anti-aircraft guns may shoot down carrier aircraft.", "GS-OPT-20")
    ] = False
    night: Annotated[
        bool, rule_option("Night", "Night may fall: contact is easier to avoid, no aircraft.", "GS-OPT-21")
    ] = False
    mines: Annotated[bool, rule_option("Mines", "Auxiliary cruisers may lay mines.", "GS-OPT-22")] = False


@dataclass(slots=True)
class Ship:
    """A German ship and its display; sunk when it is in no space."""

    id: Name
    space: Name
    leadership: Level
    primary: Level
    secondary: Level
    tertiary: Level
    torpedo: Level
    engines: Level
    hull: Level
    ammo: Level
    oil: Level
    reloads: bool = False
    cargo: Names = field(default_factory=list)  # by hull space, empty where there is none

    # Today
    outfitted: bool = False
    repaired: bool = False
    fought: bool = False
    broke_off: bool = False
    raided: bool = False  # by aircraft, before good luck took her elsewhere
    unloaded: Names = field(default_factory=list)  # cargo put ashore, which does not come back today
    given: Names = field(default_factory=list)  # cargo given to the sister, which is not traded again today
    refused: Annotated[list[tuple[Name, Name]], Meta(max_length=250)] = field(
        default_factory=list
    )  # trades that the sister did not want: ours for hers


@dataclass(slots=True)
class Battle:
    """A naval combat that is being fought."""

    space: Name
    station: Name  # where the Allied ships came from
    german: Names  # who is engaged
    first: Name  # the side with the First Salvo
    allied: Names  # who is still in it
    air: Names = field(default_factory=list)  # naval air units, by their carriers
    crippled: Names = field(default_factory=list)
    retreated: Names = field(default_factory=list)
    sunk: Names = field(default_factory=list)
    drawn: Names = field(default_factory=list)  # damaged markers out of the pool


@dataclass(slots=True)
class Draw:
    """The incident markers of one draw (GS-INC-01)."""

    space: Name
    size: Alert  # the alert level as it began (GS-ALR-02)
    drawn: Names = field(default_factory=list)
    stormy: bool = False  # later incidents cause no combat
    limited: bool = False  # limited visibility was taken as such, and lasts
    broken_off: bool = False  # no more markers are drawn (GS-INC-02)


@dataclass(slots=True, kw_only=True)
class State(EngineState):
    """Everything on the table (GS-CMP-01)."""

    options: Options
    campaign: bool
    orders: Names  # not yet drawn
    order: Name = ""
    achieved: Names = field(default_factory=list)
    failed: Names = field(default_factory=list)
    day: Day = 1
    crossed: bool = False  # a German ship has been south of the equator in this mission
    vp: Points = 0
    alert: Alert = LEAST_ALERT
    ships: Annotated[dict[Name, Ship], Meta(max_length=2)] = field(default_factory=dict)
    auxiliaries: Names = field(default_factory=list)  # where each is; empty when sunk
    auxiliary_starts: Names = field(default_factory=list)

    # The Royal Navy
    stations: Annotated[dict[Name, Names], Meta(max_length=250)]  # ships face up, by space
    face_down: Annotated[dict[Name, Count], Meta(max_length=250)]  # counters face down, by space
    cups: Annotated[
        dict[Name, Names], Meta(max_length=250)
    ]  # who may lie face down in a space, before the first redeployment
    unseen: Names = field(default_factory=list)  # who may lie face down anywhere since then
    lost: Names = field(default_factory=list)  # sunk or removed for good
    sunk_this_mission: Count = 0
    beaten: Names = field(default_factory=list)  # stations of which a ship was sunk or crippled in this mission

    # Markers
    incidents: Names
    quiet_aside: Count = 0  # Quiet Seas not drawn at the set-up
    held: Names = field(default_factory=list)  # incidents that last until the end of the turn
    damaged: Names
    defences: Annotated[list[Strength], Meta(max_length=50)]
    guns: Annotated[dict[Name, Strength], Meta(max_length=250)] = field(
        default_factory=dict
    )  # the defence marker of each port that has drawn one
    silenced: Names = field(default_factory=list)  # ports and bases without defences
    captured: Names = field(default_factory=list)
    ever_captured: Names = field(default_factory=list)
    visited: Names = field(default_factory=list)  # neutral ports that are closed
    mines: Names = field(default_factory=list)

    # Today
    night: bool = False
    night_before: bool = False
    draw: Draw | None = None
    battle: Battle | None = None
    met_in: Names = field(default_factory=list)  # spaces in which contact was rolled today
    fought_in: Names = field(default_factory=list)  # spaces with a combat today
    stormy_in: Names = field(default_factory=list)  # spaces with stormy seas today
    limited_in: Names = field(default_factory=list)  # spaces with limited visibility today
    raided_in: Names = field(default_factory=list)  # spaces where aircraft have found the ships today

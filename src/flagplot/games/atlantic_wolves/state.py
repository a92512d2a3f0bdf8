"""The state of Atlantic Wolves: counters, cards and tally as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta, Struct

from flagplot.engine import State as EngineState
from flagplot.engine import rule_option
from flagplot.engine.bounds import LARGEST_NUMBER, Small
from flagplot.games.atlantic_wolves import tables as t

Tons = Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]


@dataclass(frozen=True, slots=True)
class Options:
    """The optional rules (section 17), each to be switched on by itself."""

    ultra_defense: Annotated[
        bool, rule_option("Limit to Ultra", "After two Ultra results further ones do nothing.", "AW-OPT-01")
    ] = False
    rudeltaktik: Annotated[
        bool,
        rule_option("Wolf-pack tactics", "Boats in all three squares of an area may re-roll one attack.", "AW-OPT-02"),
    ] = False
    mines: Annotated[bool, rule_option("Mines", "Mines sink two dice of thousands of tons a month.", "AW-OPT-03")] = (
        False
    )
    variable_strength: Annotated[
        bool,
        rule_option("Variable strength of boats", "A lost counter is three to seven boats on the tally.", "AW-OPT-04"),
    ] = False
    set_maximums: Annotated[
        bool, rule_option("Fixed limits of tonnage", "Each area has a fixed tonnage limit.", "AW-OPT-05")
    ] = False
    condor_losses: Annotated[
        bool, rule_option("Condors can be shot down", "Aircraft that sink a boat may shoot down a Condor.", "AW-OPT-06")
    ] = False
    green_crews: Annotated[
        bool, rule_option("Green crews", "New boats attack badly in their first month.", "AW-OPT-07")
    ] = False
    aces_vs_convoys: Annotated[
        bool, rule_option("Aces against convoys", "Aces may sink Convoys beyond the first of a month.", "AW-OPT-08")
    ] = False
    type_xxi: Annotated[bool, rule_option("Type XXI boats", "Boats built in 1943 are hard to sink.", "AW-OPT-09")] = (
        False
    )
    tonnage_target: Annotated[
        int,
        rule_option(
            "Tons needed to win",
            "Win by sinking so many tons in all; 0 for the standard victory.",
            "AW-OPT-10",
            least=0,
            most=LARGEST_NUMBER,
        ),
    ] = 0
    zero_convoys: Annotated[
        bool, rule_option("No convoys left", "A map without Convoys at the end wins, any other loses.", "AW-OPT-12")
    ] = False
    allied_radar: Annotated[bool, rule_option("Better Allied radar", "-1 to all German attacks.", "AW-OPT-11")] = False
    german_torpedoes: Annotated[
        bool, rule_option("Better German torpedoes", "+1 to all U-boat attacks.", "AW-OPT-11")
    ] = False
    many_convoys: Annotated[
        bool, rule_option("Many convoys in a month", "More than one Convoy may be sunk in a month.", "AW-OPT-11")
    ] = False
    starting_boats: Annotated[
        int,
        rule_option(
            "U-boats at the start", "U-boat counters at the start.", "AW-OPT-13", least=1, most=t.COUNTERS.uboat
        ),
    ] = t.STARTING_BOATS
    three_month_sum: Annotated[
        bool, rule_option("Sum of three months", "600,000 tons may be the sum of three months in a row.", "AW-OPT-14")
    ] = False
    crowding_cap: Annotated[
        bool, rule_option("Limit to crowding", "The ASW modifier is at most +4 in all.", "AW-OPT-15")
    ] = False
    open_north_atlantic: Annotated[
        bool, rule_option("No limit in the North Atlantic", "No tonnage limit in the North Atlantic.", "AW-OPT-16")
    ] = False

    def __post_init__(self) -> None:
        if self.tonnage_target and self.zero_convoys:
            raise ValueError("tonnage_target and zero_convoys are two different victories; choose one")


class Boat(Struct, frozen=True, gc=False):
    """A U-boat counter; a new object takes its place when it changes."""

    number: Small
    ace: bool = False
    built: Small = 0  # the turn in which it was produced; 0: there from the start
    maiden: Small = 0  # the turn in which a produced boat first sailed

    def __str__(self) -> str:
        return f"U-boat {self.number}, an Ace" if self.ace else f"U-boat {self.number}"


class Held(Struct, frozen=True, gc=False):
    """A Red card in hand: its number, and which of its events was taken."""

    card: Small
    kind: str


class Month(Struct, frozen=True, gc=False):
    """A line of the tally sheet."""

    tons: Tons
    ships: Small
    operational: Small
    lost: Small


@dataclass(slots=True)
class Area:
    """A sea area with what is in it this month."""

    name: str
    boats: dict[str, list[Boat]]  # square -> boats
    escorts: Small = 0
    air: Small = 0
    condors: Small = 0
    tons: Tons = 0  # sunk here this month, against the limit
    scatter: bool = False
    attacked: bool = False  # the attacks of this month are over here
    wolfpacks: Small = 0  # Wolfpack cards played here this month
    pack: bool = False  # boats were placed in all three squares (Rudeltaktik), and the re-roll is unused


@dataclass(slots=True, kw_only=True)
class State(EngineState):
    """Everything on the table."""

    options: Options
    turn: Small = 1
    doenitz: str = "hq"
    raeder: bool = False
    raider: str = "harbour"  # harbour, at_sea, the area it is in, or sunk
    areas: dict[str, Area]
    pens: list[Boat]
    reserve: list[Small]  # numbers of the U-boat counters not in play
    condors: dict[str, Small]  # Condors in the box of the area that they may fly to
    condor_reserve: Small
    tankers: Small = 0
    convoys: Small = 0
    ata: Small = 0
    ultras: Small = 0  # Ultra results drawn so far
    lifeline_alarm: bool = False  # three Convoys have raised the ATA by 3
    aces: Small = 0  # created so far
    counters_lost: Small = 0  # U-boat counters sunk so far
    deck: list[Small]
    discards: list[Small] = field(default_factory=list)
    hand: list[Held] = field(default_factory=list)
    tally: list[Month] = field(default_factory=list)

    # This month
    fleet: Small = 0  # U-boats in play as the month began
    happy_hunting: list[str] = field(default_factory=list)  # areas with a +2 still to be used
    reduced_routes: list[str] = field(default_factory=list)
    convoy_sunk: bool = False
    tankers_used: Small = 0
    tons: Tons = 0
    ships: Small = 0
    uboat_tons: Tons = 0
    sunk: Small = 0  # U-boat counters
    boats_lost: Small = 0  # boats, for the tally

"""The state of Sea Control: blocks, control, points and the battle that is being fought, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from flagplot.engine import State as EngineState
from flagplot.engine import rule_option
from flagplot.engine.bounds import Small
from flagplot.games.sea_control import tables as t


@dataclass(frozen=True, slots=True)
class Options:
    """The optional rules (section 13) and our rulings where they can be decided otherwise."""

    baltic: Annotated[
        bool,
        rule_option("Fighting in the Baltic", "British ships may enter the Baltic, under German guns.", "SC-OPT-01"),
    ] = False
    air_raid: Annotated[
        bool, rule_option("Air raids on ports", "Land air may raid the repair yards of a port.", "SC-OPT-02")
    ] = False
    task_force: Annotated[
        bool,
        rule_option("Task forces and decoys", "Allied ships may sail in task forces; some are decoys.", "SC-OPT-03"),
    ] = False
    neutral_transit: Annotated[
        bool,
        rule_option(
            "Passage through open seas", "Ships may sail on through an area that nobody controls.", "SC-AMB-01"
        ),
    ] = False
    allies_fire_first: Annotated[
        bool,
        rule_option(
            "The Allies fire first", "The Allies choose targets and fire first in air and surface rounds.", "SC-AMB-02"
        ),
    ] = False
    uboat_return_delay: Annotated[
        int,
        rule_option(
            "U-boats return after",
            "Turns after which a sunk U-boat may return, from turn 5 on.",
            "SC-AMB-03",
            least=1,
            most=7,
        ),
    ] = t.UBOAT_RETURN_DELAY
    uboat_returns_a_turn: Annotated[
        int,
        rule_option(
            "U-boats returning each turn",
            "Sunk U-boats that may return on each turn from 5 to 8.",
            "SC-AMB-03",
            least=0,
            most=7,
        ),
    ] = t.UBOAT_RETURNS_A_TURN
    land_air_targetable: Annotated[
        bool,
        rule_option(
            "Land air can be aimed at", "Air units may aim at land air, which still cannot be hit.", "SC-AMB-05"
        ),
    ] = False
    convoy_asw_dice: Annotated[
        int, rule_option("Dice of a convoy's escort", "Anti-submarine dice of a convoy.", "SC-AMB-06", least=2, most=3)
    ] = t.CONVOY_ASW_DICE
    convoy_rearward: Annotated[
        bool,
        rule_option(
            "Beaten convoys sail home",
            "Beaten convoys fall back to Norfolk or Scapa Flow, not to the nearest port.",
            "SC-AMB-09",
        ),
    ] = False
    pursuit_simultaneous: Annotated[
        bool, rule_option("Sinking ships fire back in pursuit", "Ships sunk in pursuit still return fire.", "SC-AMB-12")
    ] = True
    gibraltar_dice: Annotated[
        int,
        rule_option(
            "Guns of Gibraltar", "Dice of Gibraltar's guns at each Axis ship that passes.", "SC-GIB-01", least=0, most=6
        ),
    ] = t.GIBRALTAR_DICE
    russian_leave_baltic: Annotated[
        bool, rule_option("Russians may leave the Baltic", "Russian ships may leave the Baltic.", "SC-AMB-17")
    ] = True
    vp_cap: Annotated[
        int,
        rule_option(
            "End of the points track", "Where the VP track ends on either side.", "SC-AMB-23", least=1, most=40
        ),
    ] = t.VP_CAP
    texas_and_new_york: Annotated[
        bool, rule_option("Texas and New York", "Texas and New York reinforce the Allies.", "SC-AMB-39")
    ] = False
    graf_zeppelin: Annotated[bool, rule_option("Graf Zeppelin", "Graf Zeppelin reinforces the Axis.", "SC-AMB-39")] = (
        False
    )


@dataclass(frozen=True, slots=True)
class TaskForce:
    """A task force block at sea and the ships in its box; without ships it is a decoy (SC-OPT-03)."""

    origin: str
    area: str
    ships: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnScore:
    """The points of a finished turn, and where the marker stood after it."""

    axis: Small
    allied: Small
    marker: Small


@dataclass(slots=True, kw_only=True)
class Battle:
    """The battle board."""

    area: str
    rounds: Small = 0  # surface rounds fought
    aims: dict[str, str] = field(default_factory=dict)  # who fires at whom in this round
    last_aims: dict[str, str] = field(default_factory=dict)  # who fired at whom in the surface round before
    sunk: list[str] = field(default_factory=list)  # out of the game when the round is over
    disabled: list[str] = field(default_factory=list)  # off to port when the round is over
    withdrawing: str = ""  # the side that breaks off


@dataclass(slots=True, kw_only=True)
class State(EngineState):
    """Everything that a game of Sea Control is made of at a moment."""

    options: Options
    turn: Small = 1
    at: dict[str, list[str]]  # the units in each place
    sp: dict[str, Small]  # strength points
    due: dict[str, Small] = field(default_factory=dict)  # the turn in which a unit arrives or comes back
    control: dict[str, str] = field(default_factory=dict)  # who controls an area; not in it: nobody
    marker: Small = 0  # on the VP track: the Axis lead, or below 0 the Allied one
    points: dict[str, Small]  # won with convoys in this turn, later with areas too
    scores: list[TurnScore] = field(default_factory=list)
    rp: dict[str, Small] = field(default_factory=dict)  # resource points left in this turn
    capacity: dict[str, Small] = field(default_factory=dict)  # repairs that each port can still do in this turn
    voyages: dict[str, tuple[str, str]] = field(default_factory=dict)  # the last voyage of each ship
    spent: list[str] = field(default_factory=list)  # convoys that have moved in this turn, ships driven back to port
    raids: dict[str, str] = field(default_factory=dict)  # the port over which a land air unit is (SC-OPT-02)
    task_forces: dict[str, TaskForce] = field(default_factory=dict)
    battle: Battle | None = None
    pools: dict[str, str] = field(default_factory=dict)  # ships of one pool cannot be told apart by the enemy
    shown: dict[str, Small] = field(default_factory=dict)  # the strength that the enemy saw last; maximum if not in it

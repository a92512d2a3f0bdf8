"""The state of Atlantic Chase: task forces, markers, Initiative and the battle that is fought, as plain data.

Ships, task forces and other forces never change; a new one takes the place of the old, so that copies share them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, Literal, TypedDict, TypeVar

import msgspec
from msgspec import Meta

from flagplot.engine import State as EngineState
from flagplot.engine import rule_option
from flagplot.engine.bounds import Small
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.hexes import AIR_REACH, BESIDE, BIT, BOX_MASK, HEXES, NO_HEX, hexes_in, mask
from flagplot.games.atlantic_chase.ships import CONVOY, TYPES, Face, ShipType

T = TypeVar("T")


class worked_out(Generic[T]):  # noqa: N801  it is written like the decorator that it replaces
    """A property that is worked out when it is first looked up; without the lock of the standard library's."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work = work
        self.name = work.__name__
        self.__doc__ = work.__doc__

    def __get__(self, thing: Any, kind: type | None = None) -> T:
        value = self.work(thing)
        thing.__dict__[self.name] = value
        return value


Hex = Annotated[int, Meta(ge=NO_HEX, le=len(HEXES) - 1)]
Key = Annotated[str, Meta(max_length=40)]
Line = Annotated[tuple[Hex, ...], Meta(max_length=t.LONGEST)]


@dataclass(frozen=True, slots=True)
class Options:
    """Who sits at the table, the optional rules, and what differs between printings."""

    german_player: Annotated[
        bool,
        rule_option(
            "A player leads the Germans", "A player leads the Germans; otherwise the imaginary player does.", "AC-IP-01"
        ),
    ] = True
    british_player: Annotated[
        bool,
        rule_option(
            "A player leads the British", "A player leads the British; otherwise the imaginary player does.", "AC-IP-01"
        ),
    ] = True
    damaged_stay_back: Annotated[
        bool, rule_option("Damaged forces stay back", "A force with a damaged ship does not attack.", "AC-OP-01")
    ] = False
    carriers_keep_short: Annotated[
        bool,
        rule_option("Carriers fly from short strings", "Carriers fly only from six segments or fewer.", "AC-OP-02"),
    ] = False
    evasive_lost_in_battle: Annotated[
        bool,
        rule_option("Battle ends evasive manoeuvres", "A battle costs both sides their Evasive Maneuvers.", "AC-OP-03"),
    ] = False
    interruption_as_on_board: Annotated[
        bool,
        rule_option(
            "Interruptions as on the printed board",
            "The rows of the Interruption Table are those of the printed board.",
            "AC-OP-05",
        ),
    ] = False
    interruption_vie_cancels: Annotated[
        bool,
        rule_option(
            "A contest cancels the action", "A Vie from Interruption cancels the action, whoever wins it.", "AC-AMB-05"
        ),
    ] = False
    break_away_from_faster: Annotated[
        bool,
        rule_option(
            "Faster ships are hard to leave", "Breaking away is harder where any enemy ship is faster.", "AC-OP-06"
        ),
    ] = False


class Ship(msgspec.Struct, frozen=True, dict=True, cache_hash=True):
    """A ship in play: her counter, and what has happened to it."""

    id: Key
    type: Key
    hits: Small = 0  # since she was damaged, or since the start
    is_damaged: bool = False
    is_dispersed: bool = False
    may_disperse: bool = False
    is_laden: bool = False
    has_fired_torpedoes: bool = False
    smokes_at_start: bool = False
    limit: Small = 0  # Hits that destroy a Convoy or a Squadron; 0: no number does
    origin: Key = ""  # the box that she set out from
    stands_for: Key = ""  # in a campaign, the ship of the set-up whose place she takes (AC-CA-06)

    # What follows from that and is looked up more than all else: no fields, so `__post_init__` keeps it beside them
    kind: ClassVar[ShipType]  # her counter
    face: ClassVar[Face]  # the side of it that lies up: the back once she is damaged or dispersed

    def __post_init__(self) -> None:
        kind = TYPES.get(self.type)
        if kind is None:
            return  # a save names what there is not; its defects are told before anybody looks
        self.__dict__["kind"] = kind
        self.__dict__["face"] = kind.back if kind.back and (self.is_damaged or self.is_dispersed) else kind.front

    @property
    def part(self) -> str:
        """The ship of the set-up that she is, or whose part she plays (AC-CA-07)."""
        return self.stands_for or self.id

    @worked_out
    def in_play(self) -> Fate:
        """What has become of her while she is in play."""
        return Fate(self, "in_play")

    @property
    def can_disperse(self) -> bool:
        """Whether she is a Convoy that may disperse, and has not (AC-CV-03)."""
        return self.may_disperse and not self.is_dispersed


class Company(TypedDict):
    """What follows from the ships of a task force, wherever it is, and places for what follows from where it is."""

    mask: int
    intel: int
    contact: int
    next_hexes: int
    can_hunt: bool
    speed: int
    has_convoy: bool
    has_carrier: bool
    can_disperse: bool
    is_laden: bool
    is_damaged: bool


@functools.lru_cache(maxsize=4096)
def company_of(ships: tuple[Ship, ...]) -> Company:
    """What follows from these ships."""
    has_convoy = any(ship.kind.kind == CONVOY for ship in ships)
    return Company(
        mask=0,
        intel=0,
        contact=0,
        next_hexes=0,
        can_hunt=False,
        speed=min((ship.face.pace for ship in ships), default=0),
        has_convoy=has_convoy,
        has_carrier=any(ship.face.air for ship in ships),
        can_disperse=has_convoy and any(ship.can_disperse for ship in ships),
        is_laden=any(ship.is_laden for ship in ships),
        is_damaged=any(ship.is_damaged for ship in ships),
    )


class TaskForce(msgspec.Struct, frozen=True, dict=True, cache_hash=True):
    """A task force: its ships, one at least (AC-TF-01), which stand in no hex themselves (AC-CO-03), and its markers.

    It is a Station in a hex or in a box, or else a Trajectory (AC-CO-04, AC-ST-01). Any number share a hex (AC-ST-02).
    """

    key: Key
    ships: Annotated[tuple[Ship, ...], Meta(max_length=40)]
    name: Key = ""  # that the scenario gives it; empty: it is called after a ship (AC-AMB-57)
    station: Hex = NO_HEX
    line: Line = ()
    box: Key = ""  # the port box in which its Station lies
    # Markers (AC-CO-08)
    intel_at: Line = ()  # the segments that carry Intel
    contact_at: Line = ()  # where there is Contact with it
    is_evasive: bool = False  # it has an Evasive Maneuvers marker
    destination: Key = ""
    must_lapse: bool = False  # before it can complete

    # What follows from that and is looked up more than all else: no fields, so `__post_init__` keeps it beside them
    mask: ClassVar[int]  # the hexes that it is in (AC-CO-06), as a set with a bit for each
    intel: ClassVar[int]  # the hexes in which it carries Intel
    contact: ClassVar[int]  # the hexes in which there is Contact with it
    next_hexes: ClassVar[int]  # in which a course can begin, or go on at either end; none once it is as long as can be
    speed: ClassVar[int]  # that of its slowest ship, damaged sides and squadrons included (AC-TF-02, AC-AMB-52)
    has_convoy: ClassVar[bool]  # a Convoy is among its ships (AC-SH-10)
    has_carrier: ClassVar[bool]  # an undamaged carrier is in it (AC-SH-07)
    can_disperse: ClassVar[bool]  # a Convoy of it can (AC-CV-03)
    is_laden: ClassVar[bool]  # it carries troops
    is_damaged: ClassVar[bool]  # it has a damaged ship
    can_hunt: ClassVar[bool]  # it can be the Active TF of an attack: at sea, without a Convoy (AC-PT-05, AC-CV-05)

    def __post_init__(self) -> None:
        known, line = self.__dict__, self.line
        hexes = mask(line) if line else 0 if self.station == NO_HEX else BIT[self.station]
        try:
            known.update(company_of(self.ships))  # an empty dictionary takes another over in one go, places and all
            if line:
                beside = BESIDE[t.SIDE_OF[self.key]]
                next_hexes = (beside[line[0]] | beside[line[-1]]) & ~hexes if len(line) < t.LONGEST else 0
            else:
                next_hexes = BOX_MASK[self.box] if self.box else hexes
        except (KeyError, AttributeError):
            return  # a save names what there is not; its defects are told before anybody looks
        known["mask"], known["next_hexes"] = hexes, next_hexes
        if self.intel_at:
            known["intel"] = mask(self.intel_at)
        if self.contact_at:
            known["contact"] = mask(self.contact_at)
        if hexes and not known["has_convoy"]:
            known["can_hunt"] = True

    # What is looked up less is worked out then

    @worked_out
    def air_reach(self) -> int:
        """The hexes that aircraft can reach from any of its own."""
        found = 0
        for number in hexes_in(self.mask):
            found |= AIR_REACH[number]
        return found

    @worked_out
    def by_id(self) -> dict[str, Ship]:
        """Its ships by their ids."""
        return {ship.id: ship for ship in self.ships}

    @worked_out
    def namesake(self) -> Ship | None:
        """The ship after which it is called: its Convoy, else its first ship (AC-AMB-57)."""
        return next((ship for ship in self.ships if ship.kind.kind == CONVOY), self.ships[0] if self.ships else None)


class Group(msgspec.Struct, frozen=True, cache_hash=True):
    """A Reinforcement group."""

    key: Key
    port: Key
    ships: Annotated[tuple[Ship, ...], Meta(max_length=12)]
    name: Key = ""  # as that of a task force


class StealthForce(msgspec.Struct, frozen=True, cache_hash=True):
    """U-boats, a submarine or mines."""

    key: Key
    kind: Literal["u-boat", "submarine", "mines"]
    side: Literal["german", "british"]
    hex: Hex = NO_HEX


class Leader(msgspec.Struct, frozen=True):
    """A leader: the ship, boat or box where he is, and how often he can still be used."""

    at: Key
    left: Annotated[int, Meta(ge=0, le=2)]


class Fate(msgspec.Struct, frozen=True, cache_hash=True):
    """How a ship went out of play."""

    ship: Ship
    how: Literal["in_play", "sunk", "completed", "left"]
    port: Key = ""
    is_destination: bool = False  # of her Convoy


class Attack(msgspec.Struct, frozen=True):
    """An Air Strike, Engage, Naval Search or Stealth Attack that has been declared, and who has a part in it."""

    kind: Literal["strike", "engage", "search", "attack"]
    active: Key  # a task force, an air base or a stealth force
    target: Key
    hex: Hex
    coordinating: Key = ""
    support: Key = ""  # the source of Air Support, and the hex from which its aircraft fly
    launch: Hex = NO_HEX
    enemy_coordinating: Key = ""
    enemy_support: Key = ""
    enemy_launch: Hex = NO_HEX
    alert: Annotated[int, Meta(ge=-2, le=0)] = 0
    is_evaded: bool = False
    walker: bool = False


class Salvo(msgspec.Struct, frozen=True):
    """Guns or torpedoes of a ship at another: the Hits, the sum of the dice, and what is added to it."""

    by: Key
    at: Key
    hits: Small
    thrown: Small
    plus: Annotated[int, Meta(ge=-99, le=99)]


@dataclass(slots=True, kw_only=True)
class Battle:
    """The battle board."""

    hex: Hex
    active: str  # the side that is the Active player's
    forces: dict[str, tuple[Key, ...]]  # the task forces of either side
    weather: Literal["good", "bad"]
    round: Small = 0
    rounds: Small
    zones: dict[str, Literal["far", "near", "close"]] = field(default_factory=dict)
    smoke: list[str] = field(default_factory=list)  # who makes it
    cover: dict[str, str] = field(default_factory=dict)  # whom it covers besides, and whose it is
    is_surprise: bool = False
    fired: list[Salvo] = field(default_factory=list)  # in this round
    marked: Small = 0  # how many of them have taken effect


class OperationOver(msgspec.Struct, frozen=True):
    """An operation of a campaign that is over, with the points of both sides."""

    key: Key
    winner: Literal["", "german", "british"]  # empty: drawn
    german: Small
    british: Small


Keys = Annotated[tuple[Key, ...], Meta(max_length=200)]


class Campaign(msgspec.Struct, frozen=True):
    """What a campaign carries from one operation to the next; ships are named by their types, in the file's order."""

    over: Annotated[tuple[OperationOver, ...], Meta(max_length=9)] = ()
    sunk: Keys = ()  # in operations that are over
    damaged: Keys = ()  # as the present operation began
    in_yards: Keys = ()  # those of the damaged that are out of the present operation
    repaired: Keys = ()  # made whole before the present operation
    lost_leaders: Keys = ()  # with their ships


@dataclass(slots=True, kw_only=True)
class State(EngineState):
    """Everything that a game of Atlantic Chase is made of at a moment."""

    options: Options
    scenario: Key
    active: Literal["german", "british"]
    weather: Literal["good", "bad"]
    tally: Small = 0
    turns: Small = 0  # how often the Initiative has come to the German
    forces: dict[str, TaskForce]
    groups: dict[str, Group] = field(default_factory=dict)
    stealth: dict[str, StealthForce] = field(default_factory=dict)
    leaders: dict[str, Leader] = field(default_factory=dict)
    refuel: list[Hex] = field(default_factory=list)
    fates: list[Fate] = field(default_factory=list)
    landed: list[str] = field(default_factory=list)
    free_intel: list[str] = field(default_factory=list)  # sides that can still read a signal (AC-IN-07)
    is_order_lifted: bool = False  # the German gave up a point to come near a carrier (AC-AMB-53)
    # This tenure of the Initiative (AC-AMB-25)
    shifted: list[str] = field(default_factory=list)
    has_reorganized: bool = False
    plotted: list[str] = field(default_factory=list)  # whom the imaginary player has given a course (AC-IP-04)
    bound: Key = ""  # the task force that must be designated in the next action (AC-AMB-38, AC-AMB-40)
    bound_by: Key = ""
    attack: Attack | None = None
    battle: Battle | None = None
    campaign: Campaign | None = None  # of which this is an operation

"""The state of Night Action: ships, units and contacts, tracks, lights and smoke, as plain data.

Lengths are tenths of a millimetre, headings direction numbers from 0 to 143 (NA-GEO-01).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from flagplot.engine import State as EngineState
from flagplot.engine import rule_option
from flagplot.engine.bounds import Small

Key = Annotated[str, Meta(max_length=40)]
Place = Annotated[int, Meta(ge=-200_000, le=400_000)]
Direction = Annotated[int, Meta(ge=0, le=143)]
Path = Annotated[tuple[Place, ...], Meta(max_length=120)]
Setting = Annotated[int, Meta(ge=0, le=4)]
Side = Literal["allied", "axis"]
Mask = Annotated[int, Meta(ge=0, le=2**24)]


@dataclass(frozen=True, slots=True)
class Options:
    """The optional rules, and what is agreed for a free battle."""

    reaction_fire: Annotated[
        bool,
        rule_option("Reaction fire", "A ship that has moved may be fired at by one enemy ship at once.", "NA-INI-03"),
    ] = False
    torpedo_sum: Annotated[
        bool,
        rule_option(
            "Torpedo hits added up",
            "Torpedo dice are added up as boxes, and the damage table is read once.",
            "NA-AMB-02",
        ),
    ] = False
    points: Annotated[
        int,
        rule_option(
            "Points for each side", "Free battle: points for the ships of each side.", "NA-FRE-01", least=40, most=600
        ),
    ] = 150
    year: Annotated[
        int,
        rule_option(
            "Ships up to the year",
            "Free battle: the year up to which ships can be picked.",
            "NA-FRE-01",
            least=1940,
            most=1945,
        ),
    ] = 1943
    light: Annotated[
        int, rule_option("Light", "Free battle: 0 night, 1 dusk or mist, 2 day.", "NA-FRE-01", least=0, most=2)
    ] = 0
    sea_state: Annotated[int, rule_option("Sea state", "Free battle: the sea state.", "NA-FRE-01", least=0, most=6)] = 1


# What has become of a ship
COMING: Final = "coming"
AFLOAT: Final = "afloat"
SINKING: Final = "sinking"  # in this turn; it is removed in the end phase
SUNK: Final = "sunk"
LEFT: Final = "left"
Status = Literal["coming", "afloat", "sinking", "sunk", "left"]

# Rudders and acceleration (the special effects of steering and machinery)
SOUND = 0
AMIDSHIPS, HARD_PORT, HARD_STARBOARD, RUDDER_LOST = 1, 2, 3, 4
NO_RAISING, FROZEN = 1, 2

IN_COLUMN = -1


@dataclass(slots=True, kw_only=True)
class Ship:
    """A ship, a battery, or what a dummy pretends to be."""

    id: Key
    type: Key
    side: Side
    name: Key
    nation: Key  # whose torpedoes it has
    is_dummy: bool = False
    status: Status = "afloat"
    exit: Key = ""  # the edge by which it left
    marker: Small = 0  # the number of the marker under which it is; 0: it is a model
    began_hidden: bool = False
    began_damaged: bool = False
    # Where it lies and how it came
    x: Place
    y: Place
    heading: Direction
    setting: Setting
    carried: Place  # straight run since the last turn, one stretch at most
    moved: Place = 0  # in its last move
    turned: Small = 0  # steps of its last move
    path: Path = ()  # of its last move: x, y, x, y, ...
    raised: bool = False  # its setting, in the last move
    # Hull and damage
    hull: Small
    lost_now: Small = 0  # boxes lost in this turn
    lost_last: Small = 0  # in the turn before
    fires: Small = 0
    floods: Small = 0
    engine: Small = 0  # settings lost by engine damage
    acceleration: Annotated[int, Meta(ge=0, le=2)] = SOUND
    rudder: Annotated[int, Meta(ge=0, le=4)] = SOUND
    beyond_repair: Annotated[int, Meta(ge=0, le=3)] = 0  # 1 the rudder, 2 acceleration
    slow_gear: bool = False
    straight: Small = 0  # moves that must be straight
    keeps_setting: bool = False  # in the next move
    lookouts_hit: bool = False
    captain_hit: bool = False
    no_launch_to: Small = 0  # the turn to whose end it may not launch
    # Weapons
    guns: Annotated[tuple[Key, ...], Meta(max_length=24)]
    torpedoes: Annotated[tuple[Key, ...], Meta(max_length=6)]
    silent: list[Small]  # the turn to whose end each mount is silent
    tubes_silent: list[Small]
    loaded: list[Small]  # torpedoes in each group of tubes
    reloads: Small = 0
    reloading: Small = 0  # turns of the present reload
    spent: Small = 0  # torpedoes that the enemy knows to be gone
    fired: Mask = 0  # mounts that have fired in this turn
    fired_in: Small = -9  # the last turn in which it fired
    reacted_in: Small = 0  # the last turn in which it came under reaction fire
    lit_to: Small = 0  # the turn to whose end it is lit by its own searchlight
    beam_in: Small = 0  # the turn in which a searchlight is on it
    smokes: Small = 0  # smoke screens left
    # Submarines
    depth: Annotated[int, Meta(ge=0, le=4)] = 0
    found_in: Small = -9  # the last turn in which it was found
    charges: Small = 0  # depth-charge attacks in this turn
    arrives: Small = 0  # the turn in which it comes
    # Where it lay as a model in phase 6 of the last turns: turn, x, y, heading, setting, steps; for guesses at tracks
    history: Path = ()


@dataclass(slots=True, kw_only=True)
class Unit:
    """A ship or a column that is moved in one go; its key is that of its leader (NA-FOR-01)."""

    side: Side
    ships: list[Key]
    behind: list[Place]  # how far along the track each ship is behind the leader
    trail: Path  # the track: x, y, direction, length of each straight part, the newest last
    together: Annotated[int, Meta(ge=-1, le=143)] = IN_COLUMN  # the course of the column before it turned together
    has_moved: bool = False
    # A contact marker (NA-CON)
    marker: Small = 0
    pool: Key = ""
    is_known: bool = False  # the enemy has seen what is under it
    sighted: Path = ()  # where the marker has been, turn by turn
    as_seen: Path = ()  # when it became a marker: heading, setting, carried run, whether the setting was raised
    trail_seen: Path = ()  # the track as it was then


class Track(msgspec.Struct, frozen=True, array_like=True):
    """A torpedo: its course, where this turn's track begins, and its head."""

    direction: Direction
    from_x: Place
    from_y: Place
    x: Place
    y: Place


@dataclass(slots=True, kw_only=True)
class Salvo:
    """Torpedoes launched together."""

    id: Key
    side: Side
    by: Key
    size: Key
    nation: Key
    turn: Small  # in which it was launched
    run: Small = 0  # armed tracks so far
    sighting: Small = 0  # the number by which the enemy knows it, once it is seen
    tracks: list[Track]

    @property
    def is_seen(self) -> bool:
        """Whether both sides see its tracks (NA-TOR-10)."""
        return self.sighting > 0


class Light(msgspec.Struct, frozen=True):
    """A light over the water."""

    kind: Literal["starshell", "rocket", "flare"]
    x: Place
    y: Place
    radius: Place
    until: Small


class Smoke(msgspec.Struct, frozen=True):
    """A smoke screen along a path, and the rectangle around it."""

    path: Path
    until: Small
    west: Place
    north: Place
    east: Place
    south: Place

    @classmethod
    def along(cls, path: tuple[int, ...], until: int) -> Smoke:
        """A screen along a path, up to the end of a turn."""
        return cls(path, until, min(path[::2]), min(path[1::2]), max(path[::2]), max(path[1::2]))


class Shot(msgspec.Struct, frozen=True):
    """Fire of this turn: who, at whom, and how many hits."""

    by: Key
    at: Key
    hits: Small


class Minefield(msgspec.Struct, frozen=True):
    """A rectangle of mines."""

    west: Place
    north: Place
    east: Place
    south: Place


@dataclass(slots=True, kw_only=True)
class Aircraft:
    """An aircraft that is to come, on the table, or gone."""

    id: Key
    type: Key
    side: Side
    turn: Small  # in which it comes
    status: Literal["coming", "here", "gone", "down"] = "coming"
    target: Key = ""  # a ship, or the marker over which it drops flares
    x: Place = 0
    y: Place = 0
    release: Annotated[int, Meta(ge=-1, le=5)] = -1
    is_spoiled: bool = False
    passes: Small = 0


@dataclass(slots=True, kw_only=True)
class Muster:
    """A side's choice for a free battle: its units, and those that are still to be deployed."""

    points: Small
    units: list[tuple[Key, Small]] = field(default_factory=list)  # type and number
    to_deploy: list[tuple[Key, Small]] = field(default_factory=list)  # no number: a dummy


@dataclass(slots=True, kw_only=True)
class State(EngineState):
    """Everything that a game of Night Action is made of at a moment."""

    options: Options
    scenario: Key
    light: Literal["night", "dusk", "day"]
    sea: Annotated[int, Meta(ge=0, le=6)]
    turn: Small = 1
    winner: Literal["", "allied", "axis"] = ""  # who has the initiative
    first: Literal["", "allied", "axis"] = ""  # who moves first
    held: Key = ""  # the unit that is held back
    has_held: bool = False
    ships: dict[str, Ship]
    units: dict[str, Unit]  # by their leaders
    markers: dict[str, Small] = field(default_factory=dict)  # markers so far, by side
    salvos: list[Salvo] = field(default_factory=list)
    launched: dict[str, Small] = field(default_factory=dict)  # salvos so far, by side
    sightings: Small = 0  # salvos that were seen so far
    lights: list[Light] = field(default_factory=list)
    smoke: list[Smoke] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)
    mines: list[Minefield] = field(default_factory=list)
    aircraft: list[Aircraft] = field(default_factory=list)
    torpedo_points: dict[str, Small] = field(default_factory=dict)
    musters: dict[str, Muster] = field(default_factory=dict)

"""The scenarios of Night Action as their file gives them, and the free battle (NA-FRE-01)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal

from msgspec import Meta

from flagplot.common.checks import check_known
from flagplot.engine import data
from flagplot.games.night_action.ships import AIRCRAFT, KINDS, PACKAGE, SIDES, WEAPONS, Nation
from flagplot.games.night_action.tables import Light

Side = Literal["allied", "axis"]
Edge = Literal["west", "east", "north", "south"]
Centimetres = Annotated[int, Meta(ge=0, le=2000)]
Degrees = Annotated[int, Meta(ge=0, le=359, multiple_of=15)]
Wind = Annotated[int, Meta(ge=0, le=359, multiple_of=5)]
Setting = Annotated[int, Meta(ge=0, le=4)]
Turn = Annotated[int, Meta(ge=1, le=60)]
Points = Annotated[int, Meta(ge=0, le=500)]
Sea = Annotated[int, Meta(ge=0, le=6)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refit:
    """What a ship of a unit has instead of her data sheet."""

    torpedoes: tuple[str, ...] | None = None
    add: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """What a ship of a unit has suffered before the game."""

    hull: Annotated[int, Meta(ge=1, le=300)]
    engine: Setting = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitAtStart:
    """A unit as a scenario sets it up, or a dummy that moves as a type."""

    side: Side
    ships: Annotated[tuple[str, ...], Meta(max_length=3)] = ()
    dummy: str = ""
    names: tuple[str, ...] = ()
    nation: Nation | None = None  # whose torpedoes it has, where not its own
    x: Centimetres
    y: Centimetres
    heading: Degrees
    setting: Setting
    interval: Centimetres = 0
    hidden: bool = False
    pool: str = ""
    enter: Annotated[int, Meta(ge=0, le=60)] = 0  # the turn in which it comes; 0: it is there
    enter_dice: bool = False  # a d6 is added to that turn
    refit: dict[int, Refit] = field(default_factory=dict)
    damage: dict[int, Damage] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Battery:
    """A pit of a shore battery (NA-SHO-01)."""

    side: Side
    name: str
    x: Centimetres
    y: Centimetres
    hull: Annotated[int, Meta(ge=1, le=300)]
    guns: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OffTable:
    """A ship that fires from off the table at batteries (NA-SHO-01)."""

    side: Side
    name: str
    ship: str
    mounts: tuple[str, ...]
    range: Centimetres


@dataclass(frozen=True, slots=True, kw_only=True)
class AirAtStart:
    """Aircraft that come in a turn (NA-AIR-01)."""

    side: Side
    type: str
    number: Annotated[int, Meta(ge=1, le=12)]
    turn: Turn
    edge: Edge


@dataclass(frozen=True, slots=True, kw_only=True)
class Minefield:
    """A rectangle of mines (NA-MIN-01)."""

    x: Centimetres
    y: Centimetres
    width: Centimetres
    height: Centimetres


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What a side scores besides the victory points of ships that it sinks (NA-VIC-01)."""

    safe: dict[str, Points] = field(default_factory=dict)
    exit: dict[str, Points] = field(default_factory=dict)
    battery: Points = 0
    torpedo_hit: dict[str, Points] = field(default_factory=dict)
    sunk_or_stopped: Points = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scenario: the sea, the forces of both sides, and what counts."""

    title: str
    text: str
    aim: dict[str, str]  # what each side is there for, in a sentence
    date: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    table: tuple[Centimetres, Centimetres]
    shore: tuple[Edge, ...] = ()
    light: Light
    sea: Sea
    wind: Wind
    visibility: Centimetres = 0  # beyond which nothing is seen; 0: as far as the tables go
    no_radar: bool = False
    shallow_draught: bool = False  # torpedoes run under ships of shallow draught (NA-TOR-16)
    rockets: tuple[Side, ...] = ()  # whose warships have rocket flares (NA-ILL-02)
    veteran: tuple[Side, ...] = ()
    turns: Turn
    exits: dict[str, tuple[Edge, ...]] = field(default_factory=dict)
    score: dict[str, Score] = field(default_factory=dict)
    bonus: dict[str, Points] = field(default_factory=dict)
    field_points: Points = 0  # for a side that is left alone on the table (NA-VIC-02)
    unit: tuple[UnitAtStart, ...] = ()
    battery: tuple[Battery, ...] = ()
    offtable: tuple[OffTable, ...] = ()
    air: tuple[AirAtStart, ...] = ()
    mines: tuple[Minefield, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeBattle:
    """The frame of a free battle (NA-FRE-01)."""

    title: str
    text: str
    aim: str
    table: tuple[Centimetres, Centimetres]
    wind: Wind
    turns: Turn
    field_points: Points
    most_ships: Annotated[int, Meta(ge=1, le=20)]
    setting: Setting
    interval: dict[str, Centimetres]
    columns: tuple[Centimetres, ...]
    rows: tuple[Centimetres, ...]
    nations: dict[str, tuple[Nation, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    """The shape of scenarios.toml."""

    scenario: dict[str, Scenario]
    free: FreeBattle


def _defects(one: Scenario) -> Iterator[tuple[str, str]]:
    if missing := set(SIDES) - set(one.aim):
        yield "aim", f"there is none for {', '.join(sorted(missing))}"
    for number, unit in enumerate(one.unit):
        if bool(unit.ships) == bool(unit.dummy):
            yield f"unit.{number}", "a unit has either ships or the type of a dummy"
        if unit.names and len(unit.names) != len(unit.ships):
            yield f"unit.{number}.names", "expected a name for each ship"
        if not {*one.exits, *one.score, *one.bonus, *one.aim} <= set(SIDES):
            yield "exits", f"sides are {', '.join(SIDES)}"
        if len({KINDS[ship].class_ for ship in unit.ships if ship in KINDS}) > 1:
            yield f"unit.{number}.ships", "the ships of a unit are of one class"


_LOADED = data.load(PACKAGE, "scenarios.toml", _File)
for _key, _one in _LOADED.scenario.items():
    for _number, _unit in enumerate(_one.unit):
        _named = [*_unit.ships, *([_unit.dummy] if _unit.dummy else [])]
        check_known(PACKAGE, "scenarios.toml", f"scenario.{_key}.unit.{_number}", "ship", _named, KINDS)
    for _gun in (gun for battery in _one.battery for gun in battery.guns):
        check_known(PACKAGE, "scenarios.toml", f"scenario.{_key}.battery", "weapon", [_gun.partition(":")[0]], WEAPONS)
    check_known(PACKAGE, "scenarios.toml", f"scenario.{_key}.air", "aircraft", [air.type for air in _one.air], AIRCRAFT)
data.check_rows(PACKAGE, "scenarios.toml", "scenario", _LOADED.scenario, _defects)

FREE_BATTLE = "free_battle"
FREE = _LOADED.free


def _free_as_scenario() -> Scenario:
    """The frame of a free battle as a scenario without forces; light and sea are options of the game."""
    return Scenario(
        title=FREE.title,
        text=FREE.text,
        aim=dict.fromkeys(SIDES, FREE.aim),
        date="1943-01-01",
        table=FREE.table,
        light="night",
        sea=1,
        wind=FREE.wind,
        turns=FREE.turns,
        field_points=FREE.field_points,
    )


SCENARIOS = {**_LOADED.scenario, FREE_BATTLE: _free_as_scenario()}
SIDE_LETTER = dict(zip(SIDES, "ax", strict=True))  # with which the ids of a side's pieces begin

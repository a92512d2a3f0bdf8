"""The scenarios of Atlantic Chase as their file gives them, checked against chart and ships (docs/scenarios.md)."""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from msgspec import Meta

from flagplot.engine import data
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.hexes import (
    AIR_REACH,
    BIT,
    BRITISH,
    GERMAN,
    HEX,
    MAP,
    NEIGHBOURS,
    NEUTRAL,
    PACKAGE,
    PORT_HEXES,
    PORT_MASK,
    PORTS,
    SIDES,
    HexId,
    Side,
    Year,
    mask,
)
from flagplot.games.atlantic_chase.ships import CONVOY, TYPES, Kind, ShipType

OPERATION, BATTLE = "operation", "battle"
UBOAT, SUBMARINE, MINES = "u-boat", "submarine", "mines"

# Leaders, the side of each, and how often he can be used (AC-LD-02)
LUTJENS, KRANCKE, RAEDER, MARSCHALL, PRIEN = "lutjens", "krancke", "raeder", "marschall", "prien"
TOVEY, POUND, FORBES, WALKER, SOMERVILLE, GENSOUL = "tovey", "pound", "forbes", "walker", "somerville", "gensoul"
LEADERS = {
    **dict.fromkeys((LUTJENS, KRANCKE, RAEDER, MARSCHALL, PRIEN), GERMAN),
    **dict.fromkeys((TOVEY, POUND, FORBES, WALKER, SOMERVILLE, GENSOUL), BRITISH),
}
ASHORE = {RAEDER: "kiel", POUND: "clyde_liverpool"}  # who leads from a port box (AC-LD-01)
USES = {RAEDER: 2, POUND: 2}

Hits = Annotated[int, Meta(ge=1, le=30)]
Points = Annotated[int, Meta(ge=-20, le=20)]
Control = Literal["german", "british", "neutral"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnShip:
    """A ship that is one of several of her type, or that has orders of her own."""

    type: str
    name: str = ""
    hits: Hits | None = None  # how many destroy a Convoy or a Squadron; none: no number does
    laden: bool = False
    dispersal: bool = False
    smoke: bool = False  # she starts a battle making smoke


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskForceAtStart:
    """A task force as a scenario sets it up: on a station, in a box, along a trajectory, or in a battle's Far zone."""

    name: str = ""
    ships: Annotated[tuple[str | OwnShip, ...], Meta(min_length=1, max_length=12)]
    station: HexId | None = None
    box: str | None = None
    trajectory: tuple[HexId, ...] = ()
    destination: str = ""
    enters_round: Annotated[int, Meta(ge=1, le=12)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupAtStart:
    """A Reinforcement group that waits in a port (AC-TF-04, AC-PT-09)."""

    name: str = ""
    ships: Annotated[tuple[str | OwnShip, ...], Meta(min_length=1, max_length=12)]
    port: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StealthAtStart:
    """Stealth forces of one kind, in a hex or waiting in their box (AC-CO-07)."""

    kind: Literal["u-boat", "submarine", "mines"]
    side: Side
    hex: HexId | None = None
    count: Annotated[int, Meta(ge=1, le=9)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class AirbaseMarker:
    """An air base that a scenario adds (AC-AB-01)."""

    name: str
    side: Side
    hex: HexId


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Points for what happened to a ship, and what narrows them; the entry with the most conditions counts."""

    side: Literal["german", "british", "both"]
    event: Literal["hit", "damaged", "sunk", "completed", "landed", "laden_sunk", "in_play_at_end", "went_home_idle"]
    vp: Points
    kinds: tuple[Kind, ...] = ()
    names: tuple[str, ...] = ()
    port: str = ""
    nation: str = ""
    undamaged: bool = False
    dispersed: bool | None = None
    another_box: bool = False
    targets: tuple[str, ...] = ()  # for going home idle: whom they should have sunk, unless they hit a Convoy

    @property
    def conditions(self) -> int:
        """How narrow it is: a name counts more than a kind."""
        narrow = (self.port, self.nation, self.undamaged, self.dispersed is not None, self.another_box, self.kinds)
        return sum(map(bool, narrow)) + 10 * bool(self.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """What ends a scenario, besides its limit (AC-AMB-55)."""

    event: Literal["no_task_force", "convoys_in_and_germans_in_port", "gone", "damaged", "all_landed"]
    side: Side = "german"
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """Who wins if all of this holds; the first of a list that does counts."""

    winner: Side
    sunk: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()  # or sunk
    completed: tuple[str, ...] = ()
    hits_on_convoys: Annotated[int, Meta(ge=0, le=99)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """The table [common]."""

    score: tuple[Score, ...]


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A scenario."""

    title: str
    text: str
    kind: Literal["operation", "battle"] = "operation"
    dates: str
    year: Year
    initiative: Side
    weather: Literal["good", "bad"]
    fixed_weather: bool = False
    tally: Annotated[int, Meta(ge=0, le=6)] = 0
    limit: Annotated[int, Meta(ge=1, le=60)] = 20
    rounds: Annotated[int, Meta(ge=1, le=12)] = 3
    break_away_from: Annotated[int, Meta(ge=1, le=12)] = 1
    tie: Literal["", "german", "british"] = ""
    decisive_hits: Annotated[int, Meta(ge=0, le=99)] = 0  # on Convoys, with which a German victory is decisive
    no_base_strikes: bool = False
    bases_out: tuple[str, ...] = ()
    closed_to_convoys: tuple[str, ...] = ()
    landing_ports: tuple[str, ...] = ()
    lapse_before_completion: tuple[str, ...] = ()
    refuel_points: tuple[HexId, ...] = ()
    keep_clear_of: str = ""
    free_intel: tuple[Side, ...] = ()
    common: bool = True
    score: tuple[Score, ...] = ()
    win: tuple[Win, ...] = ()
    end: tuple[End, ...] = ()
    control: dict[str, Control] = field(default_factory=dict)
    completion_ports: dict[str, tuple[str, ...]] = field(default_factory=dict)
    task_force: dict[str, TaskForceAtStart]
    group: dict[str, GroupAtStart] = field(default_factory=dict)
    stealth: tuple[StealthAtStart, ...] = ()
    airbase: tuple[AirbaseMarker, ...] = ()
    leader: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """scenarios.toml."""

    common: Scoring
    scenario: dict[str, Scenario]


def own_id(ship: str | OwnShip) -> str:
    """The id of a ship in a game: her type, or her own name as a word."""
    if isinstance(ship, str):
        return ship
    return word(ship.name) if ship.name else ship.type


def word(name: str) -> str:
    """A name as an id: small letters of the alphabet, without accents."""
    plain = unicodedata.normalize("NFKD", name.replace("'", "")).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "_", plain.lower()).strip("_")


def base_key(name: str) -> str:
    """The id of an air base, which is often called like the port beside it."""
    return f"air_{name}"


def type_of(ship: str | OwnShip) -> str:
    """The type of a ship that a scenario names."""
    return ship if isinstance(ship, str) else ship.type


def side_of(key: str) -> str:
    """The side of a task force or of a group."""
    return GERMAN if key.startswith("G") else BRITISH


# What follows from a scenario and does not change while it is played


@dataclass(frozen=True)
class Waters:
    """Ports, air bases and triggers as they are in a scenario, as sets of hexes."""

    control: dict[str, str]  # of each port
    ports: dict[str, tuple[str, ...]]  # the friendly ports of a side
    port_mask: dict[str, int]
    boxes: dict[str, tuple[str, ...]]  # the friendly boxes of a side
    bases: Mapping[str, tuple[str, int]]  # the side and the hex of each air base in play
    bases_of: dict[str, tuple[str, ...]]
    reach_of: dict[str, tuple[tuple[str, int], ...]]  # the air bases of a side, and the hexes that each can strike
    triggers: dict[str, int]  # where the ports and bases of the other side put Intel on a segment (AC-IN-01)
    recon: dict[str, tuple[int, ...]]  # where a stealth force of a side can go (AC-SE-02, AC-AMB-49)


def waters_of(scenario: Scenario) -> Waters:
    """Work out the ports, bases and triggers of a scenario; a neutral port is nobody's (AC-EX-05, AC-PT-07)."""
    control = {key: scenario.control.get(key, port.control.get(scenario.year, NEUTRAL)) for key, port in PORTS.items()}
    bases = {
        base_key(key): (base.side, HEX[base.hex])
        for key, base in MAP.base.items()
        if base.since <= scenario.year <= base.until and key not in scenario.bases_out
    }
    bases |= {base_key(word(base.name)): (base.side, HEX[base.hex]) for base in scenario.airbase}
    ports = {side: tuple(key for key in PORTS if control[key] == side) for side in SIDES}
    port_mask = {side: mask(number for key in ports[side] for number in PORT_HEXES[key]) for side in SIDES}
    base_mask = {side: mask(number for owner, number in bases.values() if owner == side) for side in SIDES}
    theirs = {GERMAN: BRITISH, BRITISH: GERMAN}
    triggers = {side: port_mask[theirs[side]] | base_mask[theirs[side]] for side in SIDES}
    bases_of = {side: tuple(key for key, (owner, _) in bases.items() if owner == side) for side in SIDES}
    return Waters(
        control=control,
        ports=ports,
        port_mask=port_mask,
        boxes={side: tuple(dict.fromkeys(PORTS[key].box for key in ports[side])) for side in SIDES},
        bases=bases,
        bases_of=bases_of,
        reach_of={side: tuple((key, AIR_REACH[bases[key][1]]) for key in keys) for side, keys in bases_of.items()},
        triggers=triggers,
        recon={side: tuple(number for number, bit in enumerate(BIT) if not triggers[side] & bit) for side in SIDES},
    )


# Checks


def _defects(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """What is wrong with a scenario: at which key, and what."""
    yield from _defects_of_ships(scenario)
    if unknown := [*_defects_of_hexes(scenario)]:
        yield from unknown
        return  # where a hex is unknown, nothing can be said of what lies there
    if scenario.kind == OPERATION:
        yield from _defects_of_places(scenario)
    yield from _defects_of_leaders(scenario)
    ids = set(ships_of(scenario))
    for key, names in (
        ("score", [name for one in scenario.score for name in (*one.names, *one.targets)]),
        ("win", [name for one in scenario.win for name in (*one.sunk, *one.damaged, *one.completed)]),
        ("end", [name for one in scenario.end for name in one.names]),
        ("completion_ports", list(scenario.completion_ports)),
        ("keep_clear_of", [scenario.keep_clear_of] if scenario.keep_clear_of else []),
    ):
        yield from ((key, f"there is no ship '{name}' in it") for name in names if name not in ids)
    for key, ports in (
        ("control", list(scenario.control)),
        ("closed_to_convoys", list(scenario.closed_to_convoys)),
        ("landing_ports", list(scenario.landing_ports)),
        ("completion_ports", [port for listed in scenario.completion_ports.values() for port in listed]),
        ("score", [one.port for one in scenario.score if one.port]),
    ):
        yield from ((key, f"there is no port '{port}'") for port in ports if port not in PORTS)
    for key in scenario.lapse_before_completion:
        if key not in scenario.task_force:
            yield "lapse_before_completion", f"there is no task force '{key}'"
    for base in scenario.bases_out:
        if base not in MAP.base:
            yield "bases_out", f"there is no air base '{base}'"


def ships_of(scenario: Scenario) -> dict[str, str | OwnShip]:
    """All ships of a scenario by their ids."""
    forces = [one.ships for one in scenario.task_force.values()] + [one.ships for one in scenario.group.values()]
    return {own_id(ship): ship for ships in forces for ship in ships}


def _defects_of_ships(scenario: Scenario) -> Iterator[tuple[str, str]]:
    forces = {f"task_force.{key}": (key, one.ships) for key, one in scenario.task_force.items()}
    forces |= {f"group.{key}": (key, one.ships) for key, one in scenario.group.items()}
    seen = Counter(own_id(ship) for _, ships in forces.values() for ship in ships)
    for where, (key, ships) in forces.items():
        for ship in ships:
            kind = TYPES.get(type_of(ship))
            if kind is None:
                yield f"{where}.ships", f"there is no ship '{type_of(ship)}'"
            elif kind.side != side_of(key):
                yield f"{where}.ships", f"{kind.name} is not of that side"
            elif seen[own_id(ship)] > 1:
                yield f"{where}.ships", f"'{own_id(ship)}' is there more than once; give each a name of her own"
            elif isinstance(ship, OwnShip):
                yield from ((f"{where}.ships", what) for what in _defects_of_own_ship(ship, kind))
    for key in scenario.task_force:
        if key not in t.SIDE_OF:
            yield f"task_force.{key}", "task forces are called G1 to G5 and B1 to B10"
    for key in scenario.group:
        if not re.fullmatch("[GB][A-J]", key):
            yield f"group.{key}", "groups are called GA to GJ and BA to BJ"
    for side in SIDES:
        if not any(side_of(key) == side for key in scenario.task_force):
            yield "task_force", f"there is no {side} task force"
        if sum(side_of(key) == side for key in (*scenario.task_force, *scenario.group)) > len(t.SETS[side]):
            yield "group", f"with the groups there are more than {len(t.SETS[side])} {side} task forces"  # AC-CO-05


def _defects_of_own_ship(ship: OwnShip, kind: ShipType) -> Iterator[str]:
    if ship.dispersal and (kind.kind != CONVOY or kind.side == GERMAN):
        yield f"'{own_id(ship)}' cannot disperse: only a British Convoy can"  # AC-SH-09
    if ship.hits and not kind.is_many:
        yield f"'{own_id(ship)}' has her Hits from her counter"


def _defects_of_hexes(scenario: Scenario) -> Iterator[tuple[str, str]]:
    for key, hexes in (
        ("refuel_points", scenario.refuel_points),
        ("airbase", [one.hex for one in scenario.airbase]),
        ("stealth", [one.hex for one in scenario.stealth if one.hex]),
    ):
        yield from ((key, f"there is no hex '{name}' in play") for name in hexes if name not in HEX)


def _defects_of_places(scenario: Scenario) -> Iterator[tuple[str, str]]:
    waters = waters_of(scenario)
    for key, force in scenario.task_force.items():
        where, side = f"task_force.{key}", side_of(key)
        if sum(map(bool, (force.station, force.box, force.trajectory))) != 1:
            yield where, "expected one of station, box and trajectory"
        named = [*force.trajectory, *([force.station] if force.station else [])]
        if unknown := [name for name in named if name not in HEX]:
            yield where, f"there is no hex '{unknown[0]}' in play"
        elif not is_line([HEX[name] for name in force.trajectory], side):
            yield f"{where}.trajectory", f"expected 1 to {t.LONGEST} hexes, each beside the one before, none twice"
        if force.box and force.box not in waters.boxes[side]:
            yield f"{where}.box", f"'{force.box}' is not a box of a friendly port"
        if force.destination and force.destination not in PORTS:
            yield f"{where}.destination", f"there is no port '{force.destination}'"
    for key, group in scenario.group.items():
        if group.port not in waters.ports[side_of(key)]:
            yield f"group.{key}.port", f"'{group.port}' is not a friendly port"
    for one in scenario.stealth:
        if one.kind == MINES and not one.hex:
            yield "stealth", "mines lie in a hex"


def is_line(line: list[int], side: str) -> bool:
    """Whether hexes are a trajectory for a side, or none at all (AC-ST-04, AC-ST-05, AC-AMB-10)."""
    if len(line) > t.LONGEST or len(set(line)) != len(line):
        return False
    return all(other in NEIGHBOURS[side][one] for one, other in itertools.pairwise(line))


def _defects_of_leaders(scenario: Scenario) -> Iterator[tuple[str, str]]:
    sides = {own_id(ship): TYPES[type_of(ship)].side for ship in ships_of(scenario).values() if type_of(ship) in TYPES}
    for leader, where in scenario.leader.items():
        key = f"leader.{leader}"
        if leader not in LEADERS:
            yield key, f"there is no leader of that name; there are {', '.join(LEADERS)}"
        elif leader in ASHORE:
            if where != ASHORE[leader]:
                yield key, f"he leads from '{ASHORE[leader]}'"
        elif leader == PRIEN:
            if where != UBOAT or not any(one.kind == UBOAT for one in scenario.stealth):
                yield key, f"he leads a U-boat: expected '{UBOAT}', and one must be there"
        elif sides.get(where) != LEADERS[leader]:
            yield key, f"'{where}' is not a ship of his side in it"


def _read() -> ScenarioFile:
    found = data.load(PACKAGE, "scenarios.toml", ScenarioFile)
    data.check_rows(PACKAGE, "scenarios.toml", "scenario", found.scenario, _defects)
    return found


FILE = _read()
SCENARIOS = FILE.scenario


@functools.cache
def waters(scenario: str) -> Waters:
    """The ports, bases and triggers of a scenario."""
    return waters_of(SCENARIOS[scenario])


@functools.cache
def scores_of(scenario: str) -> tuple[Score, ...]:
    """What scores in a scenario: the common list first, unless one of its own has the same event and conditions."""
    own = SCENARIOS[scenario].score
    if not SCENARIOS[scenario].common:
        return own

    def what(score: Score) -> tuple[object, ...]:
        return score.event, score.kinds, score.names, score.port, score.nation, score.undamaged, score.dispersed

    return (*(score for score in FILE.common.score if what(score) not in set(map(what, own))), *own)


def box_of(port: str) -> str:
    """The box that a port is connected to."""
    return PORTS[port].box


@functools.lru_cache(maxsize=4096)
def friendly_ports_at(scenario: str, side: str, hexes: int) -> tuple[str, ...]:
    """The friendly ports of a side among these hexes; of those in one box and one hex the first stands for all."""
    found: dict[tuple[str, tuple[int, ...]], str] = {}
    for port in waters(scenario).ports[side]:
        if PORT_MASK[port] & hexes:
            found.setdefault((PORTS[port].box, PORT_HEXES[port]), port)
    return tuple(found.values())

"""The charts, counters and markers of The Cruise of the Graf Spee, named as the rule book names them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta

from flagplot.engine import Chart, Modifier
from flagplot.engine.data import defect, load, meant

PACKAGE = Path(__file__).parent

# What the data files may say

Count = Annotated[int, Meta(ge=0, le=1000)]
Positive = Annotated[int, Meta(ge=1, le=1000)]
Rating = Annotated[int, Meta(ge=0, le=20)]
Shift = Annotated[int, Meta(ge=-20, le=20)]
Level = Annotated[int, Meta(ge=0, le=12)]  # on the track of a department
Strength = Annotated[int, Meta(ge=0, le=6)]
Markers = Annotated[int, Meta(ge=0, le=200)]
Points = Annotated[int, Meta(ge=-1000, le=1000)]
Latitude = Annotated[float, Meta(ge=-90, le=90)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]
Fraction = Annotated[float, Meta(ge=0, le=1)]  # of the chart's width or height

GRAF_SPEE = "graf_spee"
DEUTSCHLAND = "deutschland"
GERMAN = "german"
ALLIED = "allied"  # played by the system (GS-GEN-01)

# The ship display (GS-TRK-02, GS-AMB-08)

LEADERSHIP, PRIMARY, SECONDARY, TERTIARY = "leadership", "primary", "secondary", "tertiary"
TORPEDO, ENGINES, HULL, AMMO, OIL = "torpedo", "engines", "hull", "ammo", "oil"
DEPARTMENTS = (LEADERSHIP, PRIMARY, SECONDARY, TERTIARY, TORPEDO, ENGINES, HULL, AMMO, OIL)
REPAIRABLE = (PRIMARY, SECONDARY, TERTIARY, TORPEDO, ENGINES, HULL)  # GS-REP-01, GS-AMB-09
LEAST_LEADERSHIP_AFTER_FAILURE = 1  # GS-CAM-03

# Cargo (GS-DEF-01, GS-CGO-03)

ANTI_AIRCRAFT, DAMAGE_CONTROL, DECODERS = "anti_aircraft", "damage_control", "decoders"
DUMMY_FUNNELS, ENIGMA, FLOAT_PLANE, MARINE_KOMPANIE = "dummy_funnels", "enigma", "float_plane", "marine_kompanie"
PRIZE_CREW, RADAR, RANGE_FINDER, RESERVE_CREW = "prize_crew", "radar", "range_finder", "reserve_crew"
CARGO = (
    ANTI_AIRCRAFT, DAMAGE_CONTROL, DECODERS, DUMMY_FUNNELS, ENIGMA, FLOAT_PLANE,
    MARINE_KOMPANIE, PRIZE_CREW, RADAR, RANGE_FINDER, RESERVE_CREW,
)  # fmt: skip

# The map, from the data files (GS-MAP-01)

NORTH_ATLANTIC = "natl"
ALTMARK = "altm"
START, SEA, ZONE, HAVEN = "start", "sea", "zone", "haven"
NEUTRAL, PORT, BASE, CAPTURED = "neutral", "port", "base", "captured"
SEA_WITH_AUXILIARY = "sea_with_auxiliary"
Kind = Literal["start", "sea", "zone", "haven", "neutral", "port", "base"]


@dataclass(frozen=True, slots=True)
class Place:
    """A plotting space."""

    name: str
    kind: Kind
    region: str
    lat: Latitude
    lon: Longitude
    nation: str = ""
    force: str = ""
    sign: str = ""  # the letter in the mark of a zone


@dataclass(frozen=True, slots=True)
class Bend:
    """Points on the globe through which a line is drawn."""

    line: tuple[str, str]
    points: tuple[tuple[Latitude, Longitude], ...]


@dataclass(frozen=True, slots=True)
class BendOnChart:
    """The same on the chart."""

    line: tuple[str, str]
    points: tuple[tuple[Fraction, Fraction], ...]


@dataclass(frozen=True, slots=True)
class MapFile:
    """The shape of map.toml."""

    aspect: Annotated[float, Meta(gt=0, le=10)]
    lines: tuple[tuple[str, str], ...]
    chart: dict[str, Any]
    space: dict[str, Place]
    bend: tuple[Bend, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacesFile:
    """The shape of places.toml: where spaces and bends lie on the chart."""

    space: dict[str, tuple[Fraction, Fraction]]
    bend: tuple[BendOnChart, ...] = ()


MAP = load(PACKAGE, "map.toml", MapFile)
PLACES = load(PACKAGE, "places.toml", PlacesFile)
SPACES = MAP.space
ZONES = tuple(space for space, place in SPACES.items() if place.kind == ZONE)
HIGH_SEAS = tuple(space for space, place in SPACES.items() if place.kind == SEA)
if not ZONES or not HIGH_SEAS:
    raise defect(PACKAGE, "map.toml", "space", f"expected is at least one of the kind {SEA if ZONES else ZONE}")


def _known_space(file: str, key: str, space: str) -> None:
    if space not in SPACES:
        raise defect(PACKAGE, file, key, f"there is no space '{space}' on the map")


def _neighbours() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {space: [] for space in SPACES}
    for one, other in MAP.lines:
        for space in (one, other):
            _known_space("map.toml", "lines", space)
        found[one].append(other)
        found[other].append(one)
    return {space: tuple(others) for space, others in found.items()}


NEIGHBOURS = _neighbours()


def _distances(start: str) -> dict[str, int]:
    """How many spaces every other space is away along the lines."""
    distance = {start: 0}
    queue = [start]
    for space in queue:
        for other in NEIGHBOURS[space]:
            if other not in distance:
                distance[other] = distance[space] + 1
                queue.append(other)
    return distance


DISTANCE = {space: _distances(space) for space in SPACES}
NEAREST_ZONES = {  # one, or several equally near
    space: tuple(zone for zone in ZONES if away.get(zone) == min(away.get(zone, 0) for zone in ZONES))
    for space, away in DISTANCE.items()
    if ZONES
}
for _space in (NORTH_ATLANTIC, ALTMARK):
    _known_space("map.toml", "space", _space)
for _space in SPACES:
    if _space not in PLACES.space:
        raise defect(PACKAGE, "places.toml", f"space.{_space}", "where it lies on the chart is missing")
    if len(DISTANCE[_space]) < len(SPACES):
        raise defect(PACKAGE, "map.toml", "lines", f"no line leads from {_space} to every other space")

# Ships (GS-CMP-02, GS-SET-02 to GS-SET-05)


ShipType = Literal["BB", "CV", "CA", "CL", "DD", "SS"]


@dataclass(frozen=True, slots=True)
class Departments:
    """A figure for each department of a German ship."""

    leadership: Level
    primary: Level
    secondary: Level
    tertiary: Level
    torpedo: Level
    engines: Level
    hull: Annotated[int, Meta(ge=1, le=12)]
    ammo: Level
    oil: Level


@dataclass(frozen=True, slots=True)
class GermanShip:
    """A German display: where its markers start and how far its tracks go (GS-AMB-38)."""

    name: str
    emergency_speed: bool
    start: Departments
    most: Departments


@dataclass(frozen=True, slots=True)
class AlliedShip:
    """An Allied counter (GS-DEF-02)."""

    name: str
    type: ShipType
    ratings: tuple[Rating, Rating, Rating, Rating]  # primary, secondary, tertiary, torpedoes
    armor: Rating
    move: Rating
    air: Rating = 0  # dice of a carrier's naval air unit


@dataclass(frozen=True, slots=True)
class Cup:
    """A random draw of the set-up."""

    draw: Count
    ships: tuple[str, ...]
    quiet_seas: Count


@dataclass(frozen=True, slots=True)
class ShipsFile:
    """The shape of ships.toml."""

    ammo_with_reloads: Level
    redeployment: tuple[tuple[str, Count], ...]
    german: dict[str, GermanShip]
    allied: dict[str, AlliedShip]
    stations: dict[str, tuple[str, ...]]
    cup: dict[str, Cup]


_SHIPS = load(PACKAGE, "ships.toml", ShipsFile)
if set(_SHIPS.german) != {GRAF_SPEE, DEUTSCHLAND}:
    raise defect(PACKAGE, "ships.toml", "german", f"the German ships are {GRAF_SPEE} and {DEUTSCHLAND}")
if len({ship.most.hull for ship in _SHIPS.german.values()}) > 1:
    raise defect(PACKAGE, "ships.toml", f"german.{DEUTSCHLAND}.most.hull", "both ships have the same hull track")
GERMAN_SHIPS = _SHIPS.german
ALLIED_SHIPS = _SHIPS.allied
STATIONS = _SHIPS.stations
CUPS = _SHIPS.cup
REDEPLOYMENT = _SHIPS.redeployment
AMMO_WITH_RELOADS = _SHIPS.ammo_with_reloads
HULL_SPACES = tuple(range(GERMAN_SHIPS[GRAF_SPEE].most.hull + 1))
CARRIER, SUBMARINE = "CV", "SS"
CARRIERS = tuple(name for name, ship in ALLIED_SHIPS.items() if ship.type == CARRIER)


def _check_ships() -> None:
    placed = [name for ships in STATIONS.values() for name in ships]
    placed += [name for cup in CUPS.values() for name in cup.ships]
    if sorted(placed) != sorted(ALLIED_SHIPS):
        wrong = sorted(set(placed) ^ set(ALLIED_SHIPS)) or sorted(name for name in placed if placed.count(name) > 1)
        raise defect(PACKAGE, "ships.toml", "stations", f"each Allied ship has one place at the set-up; see {wrong[0]}")
    for table, spaces in (("stations", STATIONS), ("cup", CUPS)):
        for space in spaces:
            _known_space("ships.toml", f"{table}.{space}", space)
            if SPACES[space].kind not in (ZONE, PORT, BASE):
                raise defect(PACKAGE, "ships.toml", f"{table}.{space}", "this is no zone, port or base")
    if sorted(zone for zone, _ in REDEPLOYMENT) != sorted(ZONES):
        raise defect(PACKAGE, "ships.toml", "redeployment", f"expected are {', '.join(ZONES)}, each once")
    for zone, cup in CUPS.items():
        if cup.draw > len(cup.ships) + cup.quiet_seas:
            raise defect(PACKAGE, "ships.toml", f"cup.{zone}.draw", "there are fewer counters in the cup")
    for name, display in GERMAN_SHIPS.items():
        for department in DEPARTMENTS:
            if getattr(display.start, department) > getattr(display.most, department):
                raise defect(PACKAGE, "ships.toml", f"german.{name}.start.{department}", "its track ends lower")


_check_ships()

# Markers (GS-CMP-02, GS-AMB-23)

AIR_PATROL, ALLIED_BOMBER, ALLIED_CONVOY = "air_patrol", "allied_bomber", "allied_convoy"
MERCHANT_CAPTURED, ALLIED_SUB, AUX_REPORTED = "merchant_captured", "allied_sub", "aux_reported"
BAD_LUCK, SWORDFISH, ENGINE_BREAKDOWN = "bad_luck", "swordfish", "engine_breakdown"
FRIENDLY_SHIP, GOOD_LUCK, INTEL_BERLIN = "friendly_ship", "good_luck", "intel_berlin"
LIMITED_VISIBILITY, MERCHANT, MINES_SIGHTED = "limited_visibility", "merchant", "mines_sighted"
MORALE, QUIET_SEAS, RN_FLOTILLA = "morale", "quiet_seas", "rn_flotilla"
RN_INTEL_CONFLICT, RN_PURSUIT, STORMY = "rn_intel_conflict", "rn_pursuit", "stormy"
INCIDENTS = (
    AIR_PATROL, ALLIED_BOMBER, ALLIED_CONVOY, MERCHANT_CAPTURED, ALLIED_SUB, AUX_REPORTED, BAD_LUCK,
    SWORDFISH, ENGINE_BREAKDOWN, FRIENDLY_SHIP, GOOD_LUCK, INTEL_BERLIN, LIMITED_VISIBILITY, MERCHANT,
    MINES_SIGHTED, MORALE, QUIET_SEAS, RN_FLOTILLA, RN_INTEL_CONFLICT, RN_PURSUIT, STORMY,
)  # fmt: skip

SUNK, CRIPPLED, RETREATS = "sunk", "crippled", "retreats"
DAMAGE = (SUNK, CRIPPLED, RETREATS)


@dataclass(frozen=True, slots=True)
class MarkersFile:
    """The shape of markers.toml."""

    port_defences: Annotated[tuple[Strength, ...], Meta(max_length=50)]
    defence_when_none_is_left: Strength
    cargo_copies: Positive
    mines: Annotated[int, Meta(ge=0, le=95)]
    incident: dict[str, Markers]
    damaged: dict[str, Markers]


MARKERS = load(PACKAGE, "markers.toml", MarkersFile)
for _table, _kinds, _counts in (("incident", INCIDENTS, MARKERS.incident), ("damaged", DAMAGE, MARKERS.damaged)):
    if set(_counts) != set(_kinds):
        raise defect(PACKAGE, "markers.toml", _table, f"its kinds are {', '.join(_kinds)}")
if not sum(MARKERS.damaged.values()):
    raise defect(PACKAGE, "markers.toml", "damaged", "there is no marker")
if sum(cup.quiet_seas for cup in CUPS.values()) > MARKERS.incident[QUIET_SEAS]:
    raise defect(PACKAGE, "markers.toml", "incident.quiet_seas", "the cups of the set-up need more of them")

# Orders (GS-ORD-01 to GS-ORD-08) and their bonuses (GS-CAM-02)

MERCHANTS, ENGINEERS, SUPPLIERS, REFIT = "merchants", "engineers", "suppliers", "refit"
GUNNERS, SURPRISE, WORKSHOPS, LISTENERS = "gunners", "surprise", "workshops", "listeners"
ORDER_RULES = tuple(f"GS-ORD-{number:02}" for number in range(1, 9))
SCENARIOS_WITHOUT_ORDER = MISSION, CAMPAIGN = "mission", "campaign"  # every order is a scenario too
Bonus = Literal["merchants", "engineers", "suppliers", "refit", "gunners", "surprise", "workshops", "listeners"]


@dataclass(frozen=True, slots=True)
class Order:
    """A row of the Orders Chart."""

    name: str
    vp: Points
    days: Annotated[int, Meta(ge=1, le=366)]
    place: str  # in words
    bonus: Bonus
    rule: str
    spaces: tuple[str, ...] = ()
    kind: Literal["", "sea", "zone", "captured"] = ""
    region: str = ""
    silenced: str = ""  # a place whose defences must have been destroyed


@dataclass(frozen=True, slots=True)
class OrdersFile:
    """The shape of orders.toml."""

    order: dict[str, Order]


ORDERS = load(PACKAGE, "orders.toml", OrdersFile).order
if not ORDERS:
    raise defect(PACKAGE, "orders.toml", "order", "expected is at least one order")


def _order_defect(key: str, order: Order) -> str:
    regions = sorted({place.region for place in SPACES.values()})
    if key in SCENARIOS_WITHOUT_ORDER:
        return "this is the name of a scenario; expected is another one"
    if not order.spaces and not order.kind:
        return "expected are spaces or a kind"
    if order.region and order.region not in regions:
        return f"there is no region '{order.region}' on the map ({meant(order.region, regions)})"
    if order.rule not in ORDER_RULES:
        return f"'{order.rule}' is no rule of an order; there are {ORDER_RULES[0]} to {ORDER_RULES[-1]}"
    return ""


for _key, _order in ORDERS.items():
    for _space in (*_order.spaces, *filter(None, [_order.silenced])):
        _known_space("orders.toml", f"order.{_key}", _space)
    if _wrong := _order_defect(_key, _order):
        raise defect(PACKAGE, "orders.toml", f"order.{_key}", _wrong)

# The charts of the map: terrain, intelligence, victory points (GS-MAP-02, GS-INT-01, GS-END-01)


@dataclass(frozen=True, slots=True)
class Terrain:
    """A row of the Terrain Effects Chart."""

    repair: Shift | None = None  # dice more or fewer; None: no repair here
    refuel: Shift | None = None  # added to the die; None: no oil here
    rearm: bool = False
    cargo: bool = False
    incidents: bool = True
    alert: Count = 0  # when a ship enters


INTELLIGENCE_ROWS = 7


@dataclass(frozen=True, slots=True)
class Intelligence:
    """The Intelligence Table, and up to which leadership it has a penalty."""

    results: tuple[Literal["deceived", "nothing", "sighting", "quieter", "triumph"], ...]
    hard_up_to: Count


@dataclass(frozen=True, slots=True)
class ShipPoints:
    """What an Allied ship of a type is worth."""

    sunk: Points
    crippled: Points


@dataclass(frozen=True, slots=True)
class VictoryPoints:
    """The Victory Point Chart."""

    port_defences: Points
    base_defences: Points
    port_captured: Points
    german_ship_lost: Points
    deutschland_joins: Points
    ship: dict[str, ShipPoints] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChartsFile:
    """The shape of charts.toml."""

    variable_deployment: tuple[str, str, str, str, str, str]
    terrain: dict[str, Terrain]
    intelligence: Intelligence
    victory_points: VictoryPoints


_CHARTS = load(PACKAGE, "charts.toml", ChartsFile)
TERRAIN = _CHARTS.terrain
VICTORY_POINTS = _CHARTS.victory_points
_ROWS = (START, SEA, SEA_WITH_AUXILIARY, ZONE, HAVEN, NEUTRAL, PORT, BASE, CAPTURED)
for _kind in _ROWS:
    if _kind not in TERRAIN:
        raise defect(PACKAGE, "charts.toml", f"terrain.{_kind}", "this row is missing")
for _table, _given, _known in (
    ("terrain", list(TERRAIN), list(_ROWS)),
    ("victory_points.ship", list(VICTORY_POINTS.ship), list(get_args(ShipType))),
):
    for _row in _given:
        if _row not in _known:
            raise defect(PACKAGE, "charts.toml", f"{_table}.{_row}", f"there is no such row ({meant(_row, _known)})")
for _ship in ALLIED_SHIPS.values():
    if _ship.type not in VICTORY_POINTS.ship:
        raise defect(PACKAGE, "charts.toml", f"victory_points.ship.{_ship.type}", "this type of ship is missing")
for _space in _CHARTS.variable_deployment:
    _known_space("charts.toml", "variable_deployment", _space)

if len(_CHARTS.intelligence.results) != INTELLIGENCE_ROWS:
    raise defect(PACKAGE, "charts.toml", "intelligence.results", f"expected are {INTELLIGENCE_ROWS} rows, for 0 to 6")

VARIABLE_DEPLOYMENT = Chart("Variable Initial Deployment", _CHARTS.variable_deployment)
DECEIVED, NOTHING, SIGHTING, QUIETER, TRIUMPH = "deceived", "nothing", "sighting", "quieter", "triumph"
INTELLIGENCE_TABLE = Chart("Intelligence Table", _CHARTS.intelligence.results, first=0)
WITHOUT_CARGO = {
    DECODERS: Modifier(-1, "no decoders"),
    ENIGMA: Modifier(-1, "no Enigma"),
    FLOAT_PLANE: Modifier(-1, "no float plane"),
    RADAR: Modifier(-1, "no radar"),
}
HARD_UP_TO = _CHARTS.intelligence.hard_up_to
HARD_LEADERSHIP = Modifier(-1, f"leadership {HARD_UP_TO} or less")
LISTENERS_BONUS = Modifier(+1, "bonus of an order")

# The alert level (GS-ALR-01)

LEAST_ALERT, MOST_ALERT = 1, 6
CONVOY_ALERT = 2  # the price of the convoy option (GS-INC-03)

# Outfitting (GS-OUT-02, GS-REP-01)

REPAIRED_ON = Chart("Repair", (False,) * 4 + (True,) * 2)
REPAIR_CARGO = (DAMAGE_CONTROL, RESERVE_CREW)
BONUS_DICE = 1  # what the bonus of an order adds to repair dice or to a die

# Movement (GS-MOV-01)

CRUISE = 4
MAXIMUM = 5
EMERGENCY = 6
ENGINE_CHECK = Chart("Engines damage check", (1, 2, 0, 0, 0, 0))
ENGINE_CHECK_WITH_ENGINEERS = Chart("Engines damage check, with engineers", (1, 0, 0, 0, 0, 0))
GOOD_LUCK_SPACES = 2

# Contact (GS-CON-01)

NO_CONTACT = "none"
CONTACT_CHART = Chart("Contact Chart", (ALLIED, ALLIED, NO_CONTACT, NO_CONTACT, GERMAN, GERMAN))
CONTACT_CARGO = {
    RADAR: Modifier(+1, "radar"),
    FLOAT_PLANE: Modifier(+1, "float plane"),
    DECODERS: Modifier(+1, "decoders"),
    DUMMY_FUNNELS: Modifier(+1, "dummy funnels"),
}
CONTACT_IN = {
    PORT: Modifier(-1, "Allied port"),
    ZONE: Modifier(-2, "patrol zone"),
    BASE: Modifier(-3, "naval base"),
}
MINES_HERE = Modifier(+1, "mines here")
LEADERSHIP_ABOVE_ALERT = Modifier(+1, "leadership above the alert level")
AT_NIGHT = Modifier(+2, "night")
CARRIER_PRESENT = Modifier(-4, "a carrier is here")

# Combat (GS-COM-01, GS-GUN-01)

STEPS = (PRIMARY, SECONDARY, TERTIARY, TORPEDO)
HIT_ON = Chart("A hit", (False,) * 5 + (True,))
GUN_CARGO = (RESERVE_CREW, RANGE_FINDER)
MAXIMUM_FIRE_AMMO = 2
SHOT_BEFORE, SHOT_AFTER, GETS_THROUGH = "before", "after", "through"
ANTI_AIRCRAFT_CHART = Chart("Anti-aircraft", (SHOT_BEFORE, SHOT_AFTER) + (GETS_THROUGH,) * 4)


@dataclass(frozen=True, slots=True)
class Hit:
    """A row of an Allied hit table: which department it lowers, and by how much; a critical hit is split by a die."""

    department: str = ""
    points: int = 0
    critical: bool = False


DUD = Hit()
CRITICAL = Hit(critical=True)
GUNNERY_HITS = Chart(
    "Allied Gunnery Hit Table",
    (Hit(PRIMARY, 1), Hit(SECONDARY, 1), Hit(HULL, 1), Hit(ENGINES, 1), Hit(LEADERSHIP, 1), CRITICAL),
)
TORPEDO_HITS = Chart(
    "Allied Torpedo Hit Table", (DUD, Hit(HULL, 1), Hit(HULL, 2), Hit(ENGINES, 1), Hit(ENGINES, 2), CRITICAL)
)

# Incidents (the Incident Chart, GS-MRK-01 to GS-MRK-21)

ALL_DEPARTMENTS = "all"
BOMBER_CHART = Chart("Allied bomber attack", (DUD,) * 3 + (Hit(HULL, 1), Hit(HULL, 2), Hit(ALL_DEPARTMENTS, 1)))
TORPEDO_ATTACK, EVASION, FALSE_REPORT = "torpedo_attack", "evasion", "false_report"
SUB_CHART = Chart("Allied sub attack", (FALSE_REPORT,) * 2 + (EVASION,) * 2 + (TORPEDO_ATTACK,) * 2)
SWORDFISH_CHART = Chart("Swordfish attack", (False,) * 3 + (True,) * 3)
MINE_CHART = Chart("Mines sighted", (False,) * 4 + (True,) * 2)
BATTERED, DAMAGED_BY_STORM = "battered", "damaged"
STORM_CHART = Chart("Stormy seas", (NOTHING,) * 2 + (BATTERED,) * 3 + (DAMAGED_BY_STORM,))
ON_A_SIX = Chart("Only a six", (False,) * 5 + (True,))
HALF_A_DIE = Chart("Half a die, rounded up", (1, 1, 2, 2, 3, 3))
CONVOY_DICE = "3d6"
SIX = 6

# Shore bombardment (GS-BOM-01) and night (GS-OPT-21)

NIGHT_CHART = Chart("Night", (True,) * 2 + (False,) * 4)

# The campaign (GS-CAM-09)

FAILURE, DRAW, VICTORY = "failure", "draw", "victory"
LEVELS = (FAILURE, DRAW, VICTORY)
VERDICT = Chart("Verdict of the campaign, by orders achieved", (FAILURE,) * 4 + (DRAW, VICTORY), first=0)

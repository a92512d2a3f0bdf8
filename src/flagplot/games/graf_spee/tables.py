"""The charts, counters and markers of The Cruise of the Graf Spee, named as the rule book names them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal, get_args

from msgspec import Meta

from flagplot.common.figures import Count, Rating
from flagplot.engine import Chart, Modifier
from flagplot.engine.data import check_keys, check_rows, defect, load, meant
from flagplot.games.graf_spee.spaces import (
    BASE,
    CAPTURED,
    HAVEN,
    NEUTRAL,
    PACKAGE,
    PORT,
    SEA,
    SEA_WITH_AUXILIARY,
    SPACES,
    START,
    ZONE,
    ZONES,
    check_spaces,
)

# What the data files may say

Positive = Annotated[int, Meta(ge=1, le=1000)]
Shift = Annotated[int, Meta(ge=-20, le=20)]
Level = Annotated[int, Meta(ge=0, le=12)]  # on the track of a department
Strength = Annotated[int, Meta(ge=0, le=6)]
Markers = Annotated[int, Meta(ge=0, le=200)]
Points = Annotated[int, Meta(ge=-1000, le=1000)]

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
check_keys(PACKAGE, "ships.toml", "german", _SHIPS.german, (GRAF_SPEE, DEUTSCHLAND))
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
CARRIERS = frozenset(name for name, ship in ALLIED_SHIPS.items() if ship.type == CARRIER)


def _check_ships() -> None:
    placed = [name for ships in STATIONS.values() for name in ships]
    placed += [name for cup in CUPS.values() for name in cup.ships]
    if sorted(placed) != sorted(ALLIED_SHIPS):
        wrong = sorted(set(placed) ^ set(ALLIED_SHIPS)) or sorted(name for name in placed if placed.count(name) > 1)
        raise defect(PACKAGE, "ships.toml", "stations", f"each Allied ship has one place at the set-up; see {wrong[0]}")
    for table, spaces in (("stations", STATIONS), ("cup", CUPS)):
        for space in spaces:
            check_spaces("ships.toml", f"{table}.{space}", [space])
            if SPACES[space].kind not in (ZONE, PORT, BASE):
                raise defect(PACKAGE, "ships.toml", f"{table}.{space}", "this is not a zone, port or base")
    if sorted(zone for zone, _ in REDEPLOYMENT) != sorted(ZONES):
        raise defect(PACKAGE, "ships.toml", "redeployment", f"expected {', '.join(ZONES)}, each once")
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
check_keys(PACKAGE, "markers.toml", "incident", MARKERS.incident, INCIDENTS)
check_keys(PACKAGE, "markers.toml", "damaged", MARKERS.damaged, DAMAGE)
if not sum(MARKERS.damaged.values()):
    raise defect(PACKAGE, "markers.toml", "damaged", "there is no marker")
if sum(cup.quiet_seas for cup in CUPS.values()) > MARKERS.incident[QUIET_SEAS]:
    raise defect(PACKAGE, "markers.toml", "incident.quiet_seas", "the cups of the set-up need more of them")

# Orders (GS-ORD-01 to GS-ORD-08) and their bonuses (GS-CAM-02)

MERCHANTS, ENGINEERS, SUPPLIERS, REFIT = "merchants", "engineers", "suppliers", "refit"
GUNNERS, SURPRISE, WORKSHOPS, LISTENERS = "gunners", "surprise", "workshops", "listeners"
ORDER_RULES = tuple(f"GS-ORD-{number:02}" for number in range(1, 9))
SCENARIOS_WITHOUT_ORDER = MISSION, CAMPAIGN = "mission", "campaign"  # every order is a scenario too
SILENCED, BEATEN, CROSSED = "silenced", "beaten", "crossed"  # what an order may demand besides points and a place
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
    beaten: str = ""  # a patrol zone of whose ships one must have been sunk or crippled
    crossed: bool = False  # whether a ship must have been south of the equator


@dataclass(frozen=True, slots=True)
class OrdersFile:
    """The shape of orders.toml."""

    order: dict[str, Order]


ORDERS = load(PACKAGE, "orders.toml", OrdersFile).order
if not ORDERS:
    raise defect(PACKAGE, "orders.toml", "order", "expected at least one order")


for _key in SCENARIOS_WITHOUT_ORDER:
    if _key in ORDERS:
        raise defect(PACKAGE, "orders.toml", f"order.{_key}", "this is the name of a scenario; expected another one")


def _order_defects(order: Order) -> Iterator[tuple[str, str]]:
    if not order.spaces and not order.kind:
        yield "spaces", "expected spaces or a kind"
    regions = sorted({place.region for place in SPACES.values()})
    if order.region and order.region not in regions:
        yield "region", f"there is no region '{order.region}' on the map ({meant(order.region, regions)})"
    if order.rule not in ORDER_RULES:
        yield "rule", f"'{order.rule}' is not a rule of an order; there are {ORDER_RULES[0]} to {ORDER_RULES[-1]}"


check_rows(PACKAGE, "orders.toml", "order", ORDERS, _order_defects)
for _key, _order in ORDERS.items():
    check_spaces("orders.toml", f"order.{_key}.spaces", _order.spaces)
    check_spaces("orders.toml", f"order.{_key}.silenced", filter(None, [_order.silenced]))
    check_spaces("orders.toml", f"order.{_key}.beaten", filter(None, [_order.beaten]))

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
check_spaces("charts.toml", "variable_deployment", _CHARTS.variable_deployment)

if len(_CHARTS.intelligence.results) != INTELLIGENCE_ROWS:
    raise defect(PACKAGE, "charts.toml", "intelligence.results", f"expected {INTELLIGENCE_ROWS} rows, for 0 to 6")

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

"""The charts and tables of Atlantic Wolves, named as the rule book names them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from flagplot.common.figures import Aspect, Count
from flagplot.common.places import Place
from flagplot.engine import Chart, Modifier, data

PACKAGE = Path(__file__).parent

GERMAN = "german"
ALLIED = "allied"  # played by the system

AFRICAN_COAST = "african_coast"
BAY_OF_BISCAY = "bay_of_biscay"
EASTERN_SEABOARD = "eastern_seaboard"
ICELAND = "iceland"
MID_ATLANTIC = "mid_atlantic"
NEWFOUNDLAND = "newfoundland"
NORTH_ATLANTIC = "north_atlantic"
AREAS = (
    AFRICAN_COAST, BAY_OF_BISCAY, EASTERN_SEABOARD, ICELAND, MID_ATLANTIC, NEWFOUNDLAND, NORTH_ATLANTIC,
)  # fmt: skip

AGGRESSIVE = "aggressive"
NORMAL = "normal"
SHADOW = "shadow"
SQUARES = (AGGRESSIVE, NORMAL, SHADOW)

HQ = "hq"
PENS = "pens"

TURNS = 10
STARTING_BOATS = 6
CONDORS_AT_BASE = {ICELAND: 1, BAY_OF_BISCAY: 1}  # by the area that they may fly to; more join the first (AW-PLC-02)
FIRST_TURN_OF_1943 = 6
RESHUFFLE_EVERY = 2
MONTHS = (
    "August 1942", "September 1942", "October 1942", "November 1942", "December 1942",
    "January 1943", "February 1943", "March 1943", "April 1943", "May 1943",
)  # fmt: skip

# The order of placement and of resolution, by ATA index (AW-ALL-01, AW-ORD-01)

Step = Literal["escorts", "air", "germans"]
Steps = tuple[Step, ...]
ESCORTS: Step = "escorts"
AIR: Step = "air"
GERMANS: Step = "germans"
ORDER_BY_ATA = Chart("Order", ("A", "A", "B", "B", "B", "B", "C"), first=0)
PLACEMENT_ORDER: dict[str, Steps] = {
    "A": (ESCORTS, AIR, GERMANS),
    "B": (ESCORTS, GERMANS, AIR),
    "C": (GERMANS, ESCORTS, AIR),
}
RESOLUTION_ORDER: dict[str, Steps] = {
    "A": (GERMANS, ESCORTS, AIR),
    "B": (ESCORTS, GERMANS, AIR),
    "C": (ESCORTS, AIR, GERMANS),
}

# German attacks (AW-ATK-01). All modifiers are summed up before a roll below 1 reads the first row and one above 10
# the last (AW-ATK-03, AW-AMB-07); the printed example adds up to 450,000 tons by these rows (AW-AMB-12).


@dataclass(frozen=True, slots=True)
class Attack:
    """A row of the German Attack Table."""

    roll: int
    tons: int
    ships: int
    scatters_from: tuple[str, ...] = ()
    sinks_convoy: bool = False


SCATTERS_FROM = {2: (AGGRESSIVE, NORMAL), 4: (AGGRESSIVE,), 6: (AGGRESSIVE,)}
CONVOY_ROLL = 7
CONVOY_TONS, CONVOY_SHIPS = 50_000, 8


def _attack_column(name: str, *rows: tuple[int, int]) -> Chart[Attack]:
    return Chart(
        name,
        tuple(
            Attack(roll, tons, ships, SCATTERS_FROM.get(roll, ()), roll == CONVOY_ROLL)
            for roll, (tons, ships) in enumerate(rows, 1)
        ),
    )


LOW_COLUMN = _attack_column(
    "German Attack Table, low column",
    (0, 0), (7_500, 1), (15_000, 2), (30_000, 5), (45_000, 7),
    (60_000, 10), (75_000, 12), (90_000, 15), (105_000, 17), (120_000, 20),
)  # fmt: skip
HIGH_COLUMN = _attack_column(
    "German Attack Table, high column",
    (0, 0), (12_500, 2), (25_000, 4), (50_000, 8), (75_000, 12),
    (100_000, 16), (125_000, 21), (150_000, 25), (175_000, 29), (200_000, 33),
)  # fmt: skip
ATTACK_TABLE = {area: HIGH_COLUMN if area in (NEWFOUNDLAND, NORTH_ATLANTIC) else LOW_COLUMN for area in AREAS}

AVERAGE_SHIP = 6_000  # tons (AW-TAL-02)
BOATS_PER_COUNTER = 5  # on the tally (AW-CMP-01)

LIMIT_BASE, LIMIT_PER_FACTOR = 100_000, 10_000
NO_LIMIT = 10**9  # more than a month can bring (AW-OPT-16)
SET_MAXIMUMS = {
    AFRICAN_COAST: 105_000,
    BAY_OF_BISCAY: 120_000,
    MID_ATLANTIC: 120_000,
    EASTERN_SEABOARD: 150_000,
    ICELAND: 150_000,
    NEWFOUNDLAND: 200_000,
    NORTH_ATLANTIC: 200_000,
}

# Modifiers of attack rolls (AW-ATK-02)
IN_SQUARE = {
    AGGRESSIVE: (Modifier(+2, "aggressive square"),),
    NORMAL: (),
    SHADOW: (Modifier(-2, "shadow square"),),
}
IN_SQUARE_SCATTERED = {
    AGGRESSIVE: IN_SQUARE[AGGRESSIVE],
    NORMAL: (Modifier(+1, "scattered convoy"),),
    SHADOW: (Modifier(+3, "scattered convoy"),),
}
ACE_ATTACKS = Modifier(+1, "Ace")
WOLFPACK = Modifier(+1, "Wolfpack Tactics")
HAPPY_HUNTING_BONUS = Modifier(+2, "Happy Hunting")
ROUTES_REDUCED = Modifier(-1, "Reduced Routes")
GREEN_CREW = {PENS: Modifier(-1, "green crew"), HQ: Modifier(-2, "green crew")}
RADAR_BALANCE = Modifier(-1, "Allied radar")
TORPEDO_BALANCE = Modifier(+1, "German torpedoes")

# ASW (AW-ASW-02, AW-ASW-03)

HIT, DRIVEN_BACK, NOTHING = "hit", "driven_back", "nothing"
ASW_TABLE = Chart(
    "ASW Table", (NOTHING,) * 5 + (HIT, DRIVEN_BACK, HIT, DRIVEN_BACK, HIT)
)  # fmt: skip
MOST_CROWDING = 4
MOST_BOATS = 100  # counters that an owner may have
NORMAL_BOATS_PER_CROWDING = 3
CROWDED_AGGRESSIVE = tuple(Modifier(n, "boats crowd the aggressive square") for n in range(MOST_CROWDING + 1))
CROWDED_NORMAL = tuple(
    Modifier(n, "boats crowd the normal square") for n in range(MOST_BOATS // NORMAL_BOATS_PER_CROWDING + 1)
)


@dataclass(frozen=True, slots=True)
class Hit:
    """A row of the Hit Table: how many boats are sunk, from which squares; none sunk means one driven back."""

    sunk: int
    squares: tuple[str, ...] = SQUARES


ONE_AGGRESSIVE = Hit(1, (AGGRESSIVE,))
ONE_AGGRESSIVE_OR_NORMAL = Hit(1, (AGGRESSIVE, NORMAL))
HIT_TABLE = Chart(
    "Hit Table",
    (
        Hit(0), ONE_AGGRESSIVE, ONE_AGGRESSIVE, ONE_AGGRESSIVE_OR_NORMAL, ONE_AGGRESSIVE_OR_NORMAL, Hit(1), Hit(2),
    ),
)  # fmt: skip
ATA_OF_ORDER_C = 6
SUPERIOR_ASW = (Modifier(+1, "ATA 6 or more"),)

SUNK, TO_PENS, UNHARMED = "sunk", "to_pens", "unharmed"
ACE_SAVE = Chart("Ace's escape", (SUNK, SUNK, SUNK, SUNK, TO_PENS, TO_PENS))
TYPE_XXI_SAVE = Chart("Type XXI's escape", (SUNK, SUNK, SUNK, SUNK, TO_PENS, UNHARMED))
BOATS_IN_COUNTER = Chart("Variable U-boat strength", (3, 4, 5, 5, 6, 7))
CONDOR_SHOT_DOWN = Chart("Elimination of Condors", (False,) * 5 + (True,))

# The Raider (AW-PLC-03, AW-ARC-01), and where it is when it is in no area

HARBOUR, AT_SEA = "harbour", "at_sea"
BREAKS_OUT, STAYS = "breaks_out", "stays"
BREAKOUT_TABLE = Chart("Break-out", (BREAKS_OUT,) * 3 + (STAYS, STAYS, SUNK))
RAIDER_SUNK = Chart("Anti-raider combat", (True,) + (False,) * 5)

# After the attacks

MINE_TONS = 1_000  # for each pip
MINE_TONS_PER_SHIP = 7_000
ULTRA = "Ultra"
ULTRAS_THAT_COUNT = 2
ALARM_CONVOYS, ALARM_ATA = 3, 3
LIFELINE_CONVOYS = 4

ACE_TABLE = Chart("Ace Creation Table", (False,) * 6 + (True,))
TONS_PER_ACE_MODIFIER = 100_000
ACE_MODIFIERS = Chart("Ace modifier", tuple(Modifier(n, "tons sunk by U-boats") for n in range(5)), first=0)

POSSIBLE_CONVOY, CONVOY, NO_CONVOY = "possible", "convoy", "none"
CONVOY_BONUS_TABLE = Chart("Bonus Convoy Table", (NO_CONVOY,) * 3 + (POSSIBLE_CONVOY,) * 3 + (CONVOY,) * 2)
IN_1943 = (Modifier(+2, "in 1943"),)

# Victory (AW-VIC-03)

GOOD_MONTH = 600_000
GOOD_MONTHS_IN_A_ROW = 3
AVERAGE_NEEDED = Chart("Monthly average needed, by Convoys", (400_000, 450_000, 500_000), first=0)

# Kinds of event (AW-CRD-01)

WOLFPACK_TACTICS = "wolfpack_tactics"
HAPPY_HUNTING = "happy_hunting"
NA_CONVOY = "na_convoy"
NA_CONVOY_1943 = "na_convoy_1943"
REDUCED_ROUTES = "reduced_routes"
RAEDER_HQ = "raeder_hq"
B_DIENST = "b_dienst"
FEDER_APPARATE = "feder_apparate"
ADD_UBOAT = "add_uboat"
ADD_CONDOR = "add_condor"
ADD_TANKER = "add_tanker"
EVENTS_WITH_AREA = (HAPPY_HUNTING, REDUCED_ROUTES)
EVENTS = (
    WOLFPACK_TACTICS, NA_CONVOY, NA_CONVOY_1943, RAEDER_HQ, B_DIENST, FEDER_APPARATE, ADD_UBOAT, ADD_CONDOR,
    ADD_TANKER, *EVENTS_WITH_AREA,
)  # fmt: skip
RUDELTAKTIK = "rudeltaktik"

# Cards, counters and chart, from the data files (AW-GEN-02, AW-CMP-02)

Factor = Annotated[int, Meta(ge=1, le=100)]


@dataclass(frozen=True, slots=True)
class CardEvent:
    """One event of a card."""

    kind: str
    area: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """One of the forty cards."""

    events: tuple[CardEvent, ...]
    escorts: dict[str, Count]
    air: dict[str, Count]
    ata: Literal["", "Ultra", "Ultra+", "HF/DF", "HF/DF+", "ASW", "ASW+", "Radar", "Radar+"]
    production: Count
    link: Literal["", "AND", "OR"] = ""


@dataclass(frozen=True, slots=True)
class EventKind:
    """What an event is called, what it does, and whether it may be held."""

    name: str
    red: bool
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class CounterMix:
    """How many counters of each kind there are."""

    uboat: Annotated[int, Meta(ge=STARTING_BOATS, le=MOST_BOATS)]
    ace: Count
    condor: Annotated[int, Meta(ge=sum(CONDORS_AT_BASE.values()), le=100)]
    raider: Count
    tanker: Count
    doenitz: Count
    raeder: Count
    convoy: Annotated[int, Meta(ge=LIFELINE_CONVOYS, le=100)]
    scatter: Count
    escort_markers: dict[Factor, Count]
    air_markers: dict[Factor, Count]


@dataclass(frozen=True, slots=True)
class AtaTrack:
    """How far the track of Allied technology goes."""

    highest: Annotated[int, Meta(ge=TURNS + ALARM_ATA, le=100)]


@dataclass(frozen=True, slots=True)
class CardFile:
    """cards.toml."""

    card: dict[int, Card]


@dataclass(frozen=True, slots=True)
class EventFile:
    """events.toml."""

    event: dict[str, EventKind]


@dataclass(frozen=True, slots=True)
class CounterFile:
    """counters.toml."""

    counters: CounterMix
    ata_track: AtaTrack


@dataclass(frozen=True, slots=True)
class Map:
    """map.toml."""

    aspect: Aspect
    chart: dict[str, object]  # how tools/coastlines.py draws board.svg
    area: dict[str, Place]
    box: dict[str, Place]


def _read_cards() -> dict[int, Card]:
    """The deck; an area with 0 is as good as one that is not named."""
    cards = data.load(PACKAGE, "cards.toml", CardFile).card
    if sorted(cards) != list(range(1, CARDS_IN_DECK + 1)):
        raise data.defect(PACKAGE, "cards.toml", "card", f"expected the cards 1 to {CARDS_IN_DECK}, each once")
    data.check_rows(PACKAGE, "cards.toml", "card", cards, _card_defects)
    return {
        number: replace(card, escorts=_without_zeros(card.escorts), air=_without_zeros(card.air))
        for number, card in cards.items()
    }


def _card_defects(card: Card) -> Iterator[tuple[str, str]]:
    for part, factors in (("escorts", card.escorts), ("air", card.air)):
        for area in factors:
            if area not in AREAS:
                yield f"{part}.{area}", f"there is no such area; there are {', '.join(AREAS)}"
    if len(card.events) != (2 if card.link else 1):
        yield "events", "expected one event, or two with a link"
    for event in card.events:
        if event.kind not in EVENTS:
            yield "events", f"there is no event '{event.kind}'; there are {', '.join(EVENTS)}"
        if event.area not in (AREAS if event.kind in EVENTS_WITH_AREA else ("",)):
            yield "events", f"the area of {event.kind} cannot be '{event.area}'"


def _without_zeros(factors: dict[str, int]) -> dict[str, int]:
    return {area: number for area, number in factors.items() if number}


def _read_event_kinds() -> dict[str, EventKind]:
    kinds = data.load(PACKAGE, "events.toml", EventFile).event
    data.check_keys(PACKAGE, "events.toml", "event", kinds, EVENTS)
    return kinds


def _read_map() -> Map:
    loaded = data.load(PACKAGE, "map.toml", Map)
    data.check_keys(PACKAGE, "map.toml", "area", loaded.area, AREAS)
    return loaded


CARDS_IN_DECK = 40
CARDS = _read_cards()
EVENT_KINDS = _read_event_kinds()
_COUNTERS = data.load(PACKAGE, "counters.toml", CounterFile)
COUNTERS = _COUNTERS.counters
HIGHEST_ATA = _COUNTERS.ata_track.highest
MAP = _read_map()

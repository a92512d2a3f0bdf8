"""Atlantic Wolves as a row of figures, for programs that learn to play it."""

from __future__ import annotations

from flagplot.engine import About, Observation
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves.state import Boat, State

RED_CARDS = tuple(kind for kind in t.EVENTS if t.EVENT_KINDS[kind].red)
AREA = (
    *(f"boats, {square}" for square in t.SQUARES),
    "aces",
    "escorts",
    "air patrols",
    "condors",
    "tons sunk this month",
    "scattered",
    "attacks are over",
    "Wolfpack cards played",
    "Happy Hunting waits",
    "Reduced Routes",
    "the Raider is here",
)
PARTS = {
    "campaign": (
        "month",
        "months left",
        "ATA",
        "ATA 6 or more",
        "convoys",
        "Ultra results",
        "the lifeline alarm was raised",
        "Dönitz is in HQ",
        "Raeder is in HQ",
        "the Raider is in harbour",
        "the Raider is at sea",
        "the Raider is sunk",
        "boats in the pens",
        "aces in the pens",
        "boats in play as the month began",
        "counters in reserve",
        "counters lost",
        "tankers",
        "tankers used this month",
        "condors for Iceland",
        "condors for the Bay of Biscay",
        "condors in reserve",
        "a convoy was sunk this month",
        "tons this month",
        "boats sunk this month",
        "tons in all",
        "tons still needed for the average",
        "good months in a row up to the last",
        "cards in the deck",
    ),
    "hand": tuple(f"cards of {kind}" for kind in RED_CARDS),
    "areas": tuple(f"{area}: {name}" for area in t.AREAS for name in AREA),
    "asked about": (
        "a boat that is an ace",
        "a boat that was built this year",
        "the number of the boat",
        "questions left of the row",
        "counters that wait to attack",
        "the roll",
        "tons of the roll",
        "tankers built",
        *(f"in {area}" for area in t.AREAS),
    ),
}
IN_AREA = {area: [float(area == one) for one in t.AREAS] for area in t.AREAS}
TENTHS = tuple(count / 10 for count in range(1024))  # to look them up takes a tenth of the time of a division
NO_CARDS = [0.0] * len(RED_CARDS)
NOWHERE = [0.0] * len(t.AREAS)
NO_QUESTION = [0.0] * len(PARTS["asked about"])


def read(state: State, seat: str, about: About) -> list[float]:
    """The figures of a position: nothing is hidden from the German but the coming dice and draws."""
    tally, condors, raider = state.tally, state.condors, state.raider
    tons, good = 0, 0
    for month in tally:
        tons += month.tons
        good = good + 1 if month.tons >= t.GOOD_MONTH else 0
    needed = t.AVERAGE_NEEDED[state.convoys] * t.TURNS - tons - state.tons
    figures = [
        state.turn / t.TURNS,
        (t.TURNS - state.turn) / t.TURNS,
        state.ata / 10,
        1.0 if state.ata >= t.ATA_OF_ORDER_C else 0.0,
        state.convoys / t.LIFELINE_CONVOYS,
        state.ultras / 8,
        state.lifeline_alarm,
        state.doenitz == t.HQ,
        state.raeder,
        raider == t.HARBOUR,
        raider == t.AT_SEA,
        raider == t.SUNK,
        len(state.pens) / 20,
        _aces(state.pens) / 8 if state.aces else 0.0,
        state.fleet / 20,
        len(state.reserve) / 20,
        state.counters_lost / 40,
        state.tankers / 10,
        state.tankers_used / 10,
        condors[t.ICELAND] / 4,
        condors[t.BAY_OF_BISCAY] / 4,
        state.condor_reserve / 4,
        state.convoy_sunk,
        state.tons / 2_000_000,
        state.sunk / 20,
        tons / 12_000_000,
        needed / 10_000_000,
        min(good, t.GOOD_MONTHS_IN_A_ROW) / t.GOOD_MONTHS_IN_A_ROW,
        len(state.deck) / 40,
    ]
    held = [card.kind for card in state.hand]
    figures += [held.count(kind) / 4 for kind in RED_CARDS] if held else NO_CARDS
    has_aces, happy, reduced = state.aces > 0, state.happy_hunting, state.reduced_routes
    for name, area in state.areas.items():
        aggressive, normal, shadow = area.boats.values()
        figures += (
            TENTHS[len(aggressive)],
            TENTHS[len(normal)],
            TENTHS[len(shadow)],
            _aces([*aggressive, *normal, *shadow]) / 8 if has_aces else 0.0,
            TENTHS[area.escorts],
            TENTHS[area.air],
            TENTHS[area.condors],
            area.tons / 1_000_000,
            area.scatter,
            area.attacked,
            TENTHS[area.wolfpacks],
            name in happy,
            name in reduced,
            name == raider,
        )
    figures += _question(about) if about else NO_QUESTION
    return figures


def _aces(boats: list[Boat]) -> int:
    return sum([boat.ace for boat in boats])


def _question(about: About) -> list[float]:
    what = about.get("what")
    boat = what if isinstance(what, Boat) else None
    return [
        boat.ace if boat else 0.0,
        boat.built >= t.FIRST_TURN_OF_1943 if boat else 0.0,
        boat.number / 20 if boat else 0.0,
        about.get("left", 0) / 20,
        len(about.get("waiting", ())) / 20,
        about.get("roll", 0) / 12,
        about.get("tons", 0) / 500_000,
        about.get("built", 0) / 8,
        *IN_AREA.get(about.get("area", ""), NOWHERE),
    ]


OBSERVATION = Observation(PARTS, read)

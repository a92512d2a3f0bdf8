"""How likely the German wins Atlantic Wolves, by what stands on the table and the tally when a month begins."""

from __future__ import annotations

from flagplot.engine import Appraisal, fitted
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves.state import Options, State

RED_CARDS = tuple(kind for kind in t.EVENTS if t.EVENT_KINDS[kind].red)
MILLION = 1_000_000
FIGURES = (
    "millions of tons that the average lacks",
    "their share of a month that is left",
    "this share squared",
    "good months in a row have been had",
    "this share where they have been had",
    "convoys where they have been had",
    "good months in a row up to the last",
    "good months in a row squared",
    "good months in a row times boats",
    "millions of tons of the last month",
    "ATA",
    "ATA 6 or more",
    "convoys",
    "convoys squared",
    "Ultra results",
    "the lifeline alarm was raised",
    "Raeder is in HQ",
    "the Raider is in harbour",
    "the Raider is at sea",
    "boats",
    "boats squared",
    "aces",
    "tankers",
    "condors",
    "counters in reserve",
    *(f"cards of {kind}" for kind in RED_CARDS),
    *(f"escorts in {area}" for area in t.AREAS),
    *(f"air patrols in {area}" for area in t.AREAS),
)


def stage(state: State) -> str:
    """The month."""
    return str(state.turn)


def read(state: State) -> list[float]:
    """What the tally lacks, the fleet, the defence, and the cards in hand."""
    tons = [month.tons for month in state.tally]
    good = 0
    has_had_good = False
    for one in tons:
        good = good + 1 if one >= t.GOOD_MONTH else 0
        has_had_good = has_had_good or good >= t.GOOD_MONTHS_IN_A_ROW
    if has_had_good:
        good = 0  # there is nothing more to win by them
    lacking = (t.AVERAGE_NEEDED[state.convoys] * t.TURNS - sum(tons)) / MILLION
    share = lacking / (t.TURNS - state.turn + 1)
    at_sea = [boat for area in state.areas.values() for boats in area.boats.values() for boat in boats]
    boats = [*state.pens, *at_sea]
    held = [card.kind for card in state.hand]
    areas = state.areas
    return [
        lacking,
        share,
        share**2,
        has_had_good,
        share * has_had_good,
        state.convoys * has_had_good,
        good,
        good**2,
        good * len(boats),
        tons[-1] / MILLION if tons else 0,
        state.ata,
        state.ata >= t.ATA_OF_ORDER_C,
        state.convoys,
        state.convoys**2,
        state.ultras,
        state.lifeline_alarm,
        state.raeder,
        state.raider == t.HARBOUR,
        state.raider == t.AT_SEA,
        len(boats),
        len(boats) ** 2,
        sum([boat.ace for boat in boats]),
        state.tankers,
        sum(state.condors.values()),
        len(state.reserve),
        *[held.count(kind) for kind in RED_CARDS],
        *[areas[name].escorts for name in t.AREAS],
        *[areas[name].air for name in t.AREAS],
    ]


APPRAISAL = Appraisal(t.GERMAN, "strategic", 0, FIGURES, read, stage, Options(), fitted(t.PACKAGE, FIGURES))

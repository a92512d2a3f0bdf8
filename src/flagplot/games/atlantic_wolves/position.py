"""Positions of Atlantic Wolves seen from outside: what they hold, what is wrong with them, what they are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from flagplot.games.atlantic_wolves.fleet import AT_SEA, HARBOUR, all_boats
from flagplot.games.atlantic_wolves.state import State
from flagplot.games.atlantic_wolves.tables import (
    AREAS,
    BAY_OF_BISCAY,
    CARDS,
    COUNTERS,
    HIGHEST_ATA,
    HQ,
    ICELAND,
    PENS,
    SQUARES,
    SUNK,
    TURNS,
)
from flagplot.games.atlantic_wolves.tally import total_tons


def sample(state: State, seat: str, rng: Random) -> State:
    """The state as the German knows it: nothing is hidden from him but the coming dice and draws."""
    return state


def inventory(state: State) -> dict[str, int]:
    """Counters and cards that no play may change in number."""
    condors = sum(state.condors.values()) + sum(area.condors for area in state.areas.values())
    in_hand = {held.card for held in state.hand}
    return {
        "U-boat counters": len(all_boats(state)) + len(state.reserve),
        "different U-boat counters": len({boat.number for boat in all_boats(state)} | set(state.reserve)),
        "cards": len(state.deck) + len(state.discards) + len(in_hand),
        "different cards": len({*state.deck, *state.discards} | in_hand),
        "Condors": condors + state.condor_reserve,
        "Aces too many": max(0, sum(boat.ace for boat in all_boats(state)) - state.aces),
        "areas": len(state.areas),
        "squares": sum(len(area.boats) for area in state.areas.values()),
    }


def defects(state: State) -> list[str]:
    """What is wrong with a position, each defect in one sentence."""
    return list(_defects(state))


def _defects(state: State) -> Iterator[str]:
    if not 1 <= state.turn <= TURNS:
        yield f"The turn is {state.turn}; it must be from 1 to {TURNS}."
    if state.doenitz not in (HQ, PENS):
        yield f"Dönitz is in '{state.doenitz}'; he must be in '{HQ}' or '{PENS}'."
    if tuple(state.areas) != AREAS:
        yield f"The areas must be {', '.join(AREAS)}, in this order."
        return
    for area in state.areas.values():
        if tuple(area.boats) != SQUARES:
            yield f"The squares of {area.name} must be {', '.join(SQUARES)}, in this order."
            return
    if state.raider not in (HARBOUR, AT_SEA, SUNK, *AREAS):
        yield f"The Raider is in '{state.raider}'; it must be in '{HARBOUR}', '{AT_SEA}', '{SUNK}' or an area."
    numbers = Counter([boat.number for boat in all_boats(state)] + state.reserve)
    if sorted(numbers.elements()) != list(range(1, COUNTERS.uboat + 1)):
        yield f"U-boats in play and in reserve must be the counters 1 to {COUNTERS.uboat}, each once."
    cards = Counter([*state.deck, *state.discards, *{held.card for held in state.hand}])
    if sorted(cards.elements()) != sorted(CARDS):
        yield f"Deck, discards and hand must be the cards 1 to {len(CARDS)}, each once."
    if tuple(state.condors) != (ICELAND, BAY_OF_BISCAY):
        yield f"There must be Condor boxes for {ICELAND} and {BAY_OF_BISCAY}."
    if inventory(state)["Condors"] != COUNTERS.condor:
        yield f"There must be {COUNTERS.condor} Condors in boxes, areas and reserve."
    for name, count, most in (
        ("tankers", state.tankers, COUNTERS.tanker),
        ("Convoys", state.convoys, COUNTERS.convoy),
        ("Aces created", state.aces, COUNTERS.ace),
        ("ATA", state.ata, HIGHEST_ATA),
    ):
        if not 0 <= count <= most:
            yield f"{name}: {count}; it must be from 0 to {most}."
    if sum(boat.ace for boat in all_boats(state)) > state.aces:
        yield f"More boats have Aces than the {state.aces} that were created."


def metrics(state: State) -> dict[str, float]:
    """What a simulation reports of a finished game."""
    return {
        "tons_per_month": total_tons(state) / len(state.tally),
        "uboats_lost": float(state.counters_lost),
        "convoys_at_end": float(state.convoys),
    }

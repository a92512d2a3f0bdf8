"""Positions of Atlantic Wolves seen from outside: what they hold, what is wrong with them, what they are worth."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from flagplot.common.checks import frames_of, out_of_bounds, unknown
from flagplot.common.pieces import counted
from flagplot.engine import Occasion
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves.model.fleet import all_boats, total_tons
from flagplot.games.atlantic_wolves.state import State

MOST_FACTORS = 99  # of Escorts or Air Patrols in one area of a position made by hand


def sample(state: State, seat: str, rng: Random) -> State:
    """The state as the German knows it: nothing is hidden from him but the coming dice and draws."""
    return state


def occasion(state: State) -> Occasion:
    """The month, and the battle in an area: all attacks and ASW there in that month, also if they come side by side."""
    month = str(state.turn)
    return Occasion(month, f"{month} {state.args[0]}" if state.phase == "area" else "")


def inventory(state: State) -> dict[str, int]:
    """Counters and cards that no play may change in number."""
    condors = sum(state.condors.values()) + sum(area.condors for area in state.areas.values())
    in_hand = {held.card for held in state.hand}
    return {
        **counted("U-boat counters", [*(boat.number for boat in all_boats(state)), *state.reserve]),
        **counted("cards", [*state.deck, *state.discards, *in_hand]),
        "Condors": condors + state.condor_reserve,
        "Aces too many": max(0, sum(boat.ace for boat in all_boats(state)) - state.aces),
        "areas": len(state.areas),
        "squares": sum(len(area.boats) for area in state.areas.values()),
    }


def defects(state: State) -> list[str]:
    """What is wrong with a position, each defect in one sentence."""
    return list(_board_defects(state)) or [*_fleet_defects(state), *_figure_defects(state), *_card_defects(state)]


def _board_defects(state: State) -> Iterator[str]:
    """Without its areas and squares nothing else of a position can be judged."""
    if tuple(state.areas) != t.AREAS or any(area.name != name for name, area in state.areas.items()):
        yield f"The areas must be {', '.join(t.AREAS)}, in this order."
    for area in state.areas.values():
        if tuple(area.boats) != t.SQUARES:
            yield f"The squares of {area.name} must be {', '.join(t.SQUARES)}, in this order."
    if tuple(state.condors) != tuple(t.CONDORS_AT_BASE):
        yield f"There must be Condor boxes for {t.ICELAND} and {t.BAY_OF_BISCAY}, in this order."


def _fleet_defects(state: State) -> Iterator[str]:
    if state.doenitz not in (t.HQ, t.PENS):
        yield f"Dönitz is in '{state.doenitz}'; he must be in '{t.HQ}' or '{t.PENS}'."
    if state.raider not in (t.HARBOUR, t.AT_SEA, t.SUNK, *t.AREAS):
        yield f"The Raider is in '{state.raider}'; it must be in '{t.HARBOUR}', '{t.AT_SEA}', '{t.SUNK}' or an area."
    boats = all_boats(state)
    if sorted([boat.number for boat in boats] + state.reserve) != list(range(1, t.COUNTERS.uboat + 1)):
        yield f"U-boats in play and in reserve must be the counters 1 to {t.COUNTERS.uboat}, each once."
    if sum(boat.ace for boat in boats) > state.aces:
        yield f"More boats have Aces than the {state.aces} that were created."
    if inventory(state)["Condors"] != t.COUNTERS.condor:
        yield f"There must be {t.COUNTERS.condor} Condors in boxes, areas and reserve."
    for name, area in state.areas.items():
        if area.condors and name not in state.condors:
            yield f"A Condor is over {name}; it can only be over {t.ICELAND} or {t.BAY_OF_BISCAY}."


def _figure_defects(state: State) -> Iterator[str]:
    figures = [
        ("turn", state.turn, 1, t.TURNS),
        ("ATA", state.ata, 0, t.HIGHEST_ATA),
        ("tankers", state.tankers, 0, t.COUNTERS.tanker),
        ("Convoys", state.convoys, 0, t.COUNTERS.convoy),
        ("Aces created", state.aces, 0, t.COUNTERS.ace),
        ("Condors in the Northern box", state.condors[t.ICELAND], 0, t.COUNTERS.condor),
        ("Condors in the Biscay box", state.condors[t.BAY_OF_BISCAY], 0, t.CONDORS_AT_BASE[t.BAY_OF_BISCAY]),
    ]
    for name, area in state.areas.items():
        figures.append((f"Escorts in {name}", area.escorts, 0, MOST_FACTORS))
        figures.append((f"Air Patrols in {name}", area.air, 0, MOST_FACTORS))
    yield from out_of_bounds(figures)
    yield from unknown("area", [*state.happy_hunting, *state.reduced_routes, *areas_in_frames(state)], t.AREAS)


def areas_in_frames(state: State) -> Iterator[str]:
    """The areas that are being resolved, or wait for it."""
    for frame in frames_of(state):
        if frame.phase in ("area", "areas"):
            first, *others = frame.args
            for argument in (first, *others[1:]):
                yield from map(str, argument if isinstance(argument, tuple) else [argument])


def _card_defects(state: State) -> Iterator[str]:
    cards = [*state.deck, *state.discards, *{held.card for held in state.hand}]
    if sorted(cards) != sorted(t.CARDS):
        yield f"Deck, discards and hand must be the cards 1 to {len(t.CARDS)}, each once."
    for held in state.hand:
        if held.kind not in t.EVENT_KINDS or not t.EVENT_KINDS[held.kind].red:
            yield f"'{held.kind}' is no Red event that can be held."


def metrics(state: State) -> dict[str, float]:
    """What a simulation reports of a finished game."""
    return {
        "tons_per_month": total_tons(state) / len(state.tally),
        "uboats_lost": float(state.counters_lost),
        "convoys_at_end": float(state.convoys),
        "months": float(len(state.tally)),
    }

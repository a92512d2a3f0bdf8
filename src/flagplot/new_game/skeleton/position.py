"""Positions of Skeleton: what is wrong with one made by hand, what no play may change, what a simulation reports."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.common.checks import unknown
from flagplot.engine import Occasion
from flagplot.new_game.skeleton import tables as t
from flagplot.new_game.skeleton.state import State


def inventory(state: State) -> dict[str, int]:
    """Merchant ships, afloat or sunk."""
    return {"ships": state.ships + state.sunk}


def defects(state: State) -> list[str]:
    """What is wrong with a position, each in one sentence."""
    return list(_defects(state))


def _defects(state: State) -> Iterator[str]:
    yield from unknown("place", [state.at], t.PLACES)
    if state.ships + state.sunk != t.MAP.ships:
        yield f"There are {state.ships + state.sunk} ships, not {t.MAP.ships}."
    yield from unknown("quarter", state.guards, t.QUARTERS)


def metrics(state: State) -> dict[str, float]:
    """Ships that arrive."""
    return {"ships": float(state.ships)}


def occasion(state: State) -> Occasion:
    """Each day is a turn."""
    return Occasion(str(state.day), "")

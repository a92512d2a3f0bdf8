"""Where the counters of the Royal Navy lie."""

from __future__ import annotations

from flagplot.games.graf_spee.state import State


def is_held(state: State, space: str) -> bool:
    """Whether any Allied ship is in a space, face up or face down."""
    return bool(state.stations.get(space) or state.face_down.get(space))


def cup_of(state: State, space: str) -> list[str]:
    """The ships of which those face down in a space may be any."""
    return state.cups.get(space, state.unseen)

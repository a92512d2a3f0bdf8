"""The Royal Navy's counters: where they lie, how they are turned up, and their redeployment (section 15)."""

from __future__ import annotations

import functools

from flagplot.engine import Table
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.royal_navy import cup_of
from flagplot.games.graf_spee.state import State


def turn_up(table: Table[State], space: str) -> list[str]:
    """The Allied ships in a space, all face up now (GS-AMB-29)."""
    state = table.state
    ships = state.stations.setdefault(space, [])
    face_down = state.face_down.pop(space, 0)
    if face_down:
        turned = [
            table.draw(cup_of(state, space), say.COUNTER_TURNED, alike=t.CARRIERS.__contains__, space=space)
            for _ in range(face_down)
        ]
        ships += turned
        table.tell(say.TURNED_UP, space=space, ships=tuple(turned))
    return ships


def redeploy(table: Table[State]) -> None:
    """All surviving ships are mixed and dealt out face down, in the order of the list (GS-RED-01, GS-AMB-14)."""
    state = table.state
    for ships in (*state.stations.values(), *state.cups.values()):
        state.unseen += ships
    state.stations, state.cups = {}, {}
    state.face_down = _dealt(len(state.unseen)).copy()
    if state.quiet_aside and state.draw is None:
        return_quiet_seas(state)
    table.tell(say.REDEPLOYED)


@functools.cache
def _dealt(ships: int) -> dict[str, int]:
    """How many of so many ships each zone gets; who comes late in the list may get fewer."""
    dealt: dict[str, int] = {}
    for zone, quota in t.REDEPLOYMENT:
        dealt[zone] = min(quota, ships - sum(dealt.values()))
    return {zone: count for zone, count in dealt.items() if count}


def return_quiet_seas(state: State) -> None:
    """The Quiet Seas that were not drawn at the set-up join the pool (GS-AMB-14)."""
    state.incidents += [t.QUIET_SEAS] * state.quiet_aside
    state.quiet_aside = 0

"""How a captain gives the orders of a plan: voyage by voyage, in groups where a whole group goes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from flagplot.games.sea_control.captain_sight import Sight
from flagplot.games.sea_control.orders import (
    ALL,
    DONE,
    GROUP_OF,
    MOST_AT_ONCE,
    NO_MORE,
    SAME_AGAIN,
    UNDAMAGED,
    strongest_first,
    undamaged,
)
from flagplot.games.sea_control.state import State

# Each ship that was looked at, with where it is and where it shall go; nowhere if it stays.
Voyages = Mapping[str, tuple[str, str]]
STAYS = ""
UNPLANNED = ("", "")

# Places with the ships that can be given orders there
Musters = Iterable[tuple[str, frozenset[str]]]


class Plan(NamedTuple):
    """The voyages of a step, and what they were planned for: what the seat saw, and how strong its ships were."""

    situation: tuple[Any, ...]
    voyages: Voyages
    strength: Mapping[str, int]


NO_PLAN = Plan((), {}, {})


def situation(state: State, sight: Sight) -> tuple[Any, ...]:
    """What a seat makes its plans by; it does not change while the seat gives its orders."""
    return (state.turn, state.phase, state.marker, *state.control.items(), *sight.blocks_at_sea_and_in_port())


def planned(state: State, sight: Sight, voyages: Voyages) -> Plan:
    """A plan for this situation."""
    return Plan(situation(state, sight), voyages, {ship: state.sp[ship] for ship in voyages})


def still_to_sail(state: State, plan: Plan, musters: Musters) -> dict[tuple[str, str], int] | None:
    """The voyages of a plan that are still to be ordered, each with its ships; None if the plan does not fit."""
    waiting: dict[tuple[str, str], int] = {}
    spent, sp = state.spent, state.sp
    voyages, strength = plan.voyages, plan.strength
    for place, movers in musters:
        for ship in state.at[place]:
            if spent and ship in spent:
                continue
            voyage = voyages.get(ship, UNPLANNED)
            if voyage[0] == place and strength[ship] == sp[ship]:
                if voyage[1]:
                    waiting[voyage] = waiting.get(voyage, 0) + 1
            elif ship in movers:
                return None
    return waiting


def next_voyage(state: State, voyages: Voyages, waiting: Mapping[tuple[str, str], int], options: Sequence[Any]) -> Any:
    """The next voyage of a plan; the one with most ships last, because then all who are left can go at once."""
    if SAME_AGAIN in options and DONE not in options and is_the_same_again(state, voyages):
        return SAME_AGAIN
    for voyage in sorted(waiting, key=waiting.__getitem__) if len(waiting) > 1 else waiting:
        if voyage in options:
            return voyage
    return DONE if DONE in options else options[0]


def is_the_same_again(state: State, voyages: Voyages) -> bool:
    """Whether a plan for the way home takes every ship back to where it came from."""
    return all(
        state.voyages.get(ship, UNPLANNED)[0] == port
        for ship, (area, port) in voyages.items()
        if ship in state.at[area]
    )


def next_ships(
    state: State, voyages: Voyages, origin: str, destination: str, options: Sequence[Any]
) -> str | tuple[str, int] | None:
    """The next ship or the largest group for a voyage; None if the plan does not speak of these ships."""
    able: list[str] = [option for option in options if option in GROUP_OF]
    voyage = (origin, destination)
    wanted = [ship for ship in able if voyages.get(ship) == voyage]
    if not wanted:
        is_known = all(voyages.get(ship, UNPLANNED)[0] == origin for ship in able)
        return (NO_MORE if NO_MORE in options else able[0]) if is_known else None
    if len(wanted) == 1:
        return wanted[0]
    if len(wanted) == len(able):
        return ALL
    best: str | tuple[str, int] = wanted[0]
    most = 1
    fit = undamaged(state, able) if UNDAMAGED in options else []
    if fit and all(ship in wanted for ship in fit):
        best, most = UNDAMAGED, len(fit)
    for group in dict.fromkeys(GROUP_OF[ship] for ship in wanted):
        of_kind = [ship for ship in able if GROUP_OF[ship] == group]
        going = list(itertools.takewhile(wanted.__contains__, strongest_first(state, of_kind)))
        if len(going) == len(of_kind) > most and group in options:
            best, most = group, len(going)
        some = (group, min(len(going), MOST_AT_ONCE))
        if some[1] > most and some in options:
            best, most = some, some[1]
    return best

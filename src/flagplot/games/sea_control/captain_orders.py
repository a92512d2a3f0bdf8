"""How a captain gives the orders of a plan: voyage by voyage, all ships of a place at once where most of them go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from flagplot.games.sea_control.captain_sight import Sight
from flagplot.games.sea_control.fleet import SHIPS
from flagplot.games.sea_control.orders import ALL, SAME_AGAIN, WITHOUT
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.words import DONE

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


def next_order(state: State, voyages: Voyages, waiting: Mapping[tuple[str, str], int], options: Sequence[Any]) -> Any:
    """The first ship of the next voyage of a plan, or its place; the largest voyage last, because then all can go."""
    if SAME_AGAIN in options and DONE not in options and is_the_same_again(state, voyages):
        return SAME_AGAIN
    for voyage in sorted(waiting, key=waiting.__getitem__) if len(waiting) > 1 else waiting:
        able = [ship for ship in state.at[voyage[0]] if ship in options]
        wanted = [ship for ship in able if voyages.get(ship) == voyage]
        if wanted:
            return voyage[0] if is_most(wanted, able) else wanted[0]
    return DONE if DONE in options else options[0]


def is_most(wanted: Sequence[str], able: Sequence[str]) -> bool:
    """Whether it is quicker to pick all ships and leave some behind than to pick them one by one."""
    return len(wanted) > 1 + len(able) - len(wanted)


def is_the_same_again(state: State, voyages: Voyages) -> bool:
    """Whether a plan for the way home takes every ship back to where it came from."""
    return all(
        state.voyages.get(ship, UNPLANNED)[0] == port
        for ship, (area, port) in voyages.items()
        if ship in state.at[area]
    )


def next_pick(voyages: Voyages, origin: str, going: Sequence[str], options: Sequence[Any]) -> Any:
    """Who goes next from a place, who does not, or where to; None if the plan does not speak of these ships."""
    able = [option for option in options if option in SHIPS]
    destination = common_destination(voyages, origin, going or able, most=bool(going))
    if not destination:
        return None
    voyage = (origin, destination)
    missing = [ship for ship in able if voyages.get(ship) == voyage]
    if missing:
        return ALL if is_most(missing, able) else missing[0]
    for ship in going:
        if voyages.get(ship) != voyage and WITHOUT[ship] in options:
            return WITHOUT[ship]
    return destination if destination in options else None


def common_destination(voyages: Voyages, origin: str, ships: Sequence[str], most: bool) -> str:
    """Where most of these ships shall go, or fewest: they go first, then all who are left can go at once."""
    planned = [voyages[ship][1] for ship in ships if voyages.get(ship, UNPLANNED)[0] == origin]
    counts = {place: planned.count(place) for place in planned if place}
    best = max if most else min
    return best(counts, key=counts.__getitem__, default=STAYS)

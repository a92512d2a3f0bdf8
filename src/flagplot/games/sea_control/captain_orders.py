"""How a captain gives the orders of a plan: voyage by voyage, all ships of a place at once where most of them go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from flagplot.engine import Advice
from flagplot.games.sea_control.captain_sight import Sight
from flagplot.games.sea_control.fleet import SHIPS
from flagplot.games.sea_control.orders import ALL, SAME_AGAIN, WITHOUT
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.words import DONE

# Each ship that was looked at, with where it is and where it shall go; nowhere if it stays.
Voyages = Mapping[str, tuple[str, str]]
STAYS = ""
UNPLANNED = ("", "")


class Why(NamedTuple):
    """Why a ship goes where it goes, and the next best place for it; nowhere if it would stay."""

    reason: str
    figures: Mapping[str, Any]
    second: str


Telling = Callable[[], Why]  # tells why when somebody asks: in a playout nobody does


class Course(NamedTuple):
    """What a planner decided for each ship, and why."""

    voyages: Voyages
    whys: Mapping[str, Telling]


# Places with the ships that can be given orders there
Musters = Iterable[tuple[str, frozenset[str]]]


class Plan(NamedTuple):
    """The voyages of a step, and what they were planned for: what the seat saw, and how strong its ships were."""

    situation: tuple[Any, ...]
    voyages: Voyages
    whys: Mapping[str, Telling]
    strength: Mapping[str, int]


NO_PLAN = Plan((), {}, {}, {})


class Order(NamedTuple):
    """An answer that is explained only when somebody asks."""

    choice: Any
    why: Telling
    others: Sequence[Any] | None = ()  # runners-up, the better ones first; None for the next best place of the ship


BACK_AGAIN = "Every ship at sea goes back to the port from which it came, where the plan wants it for the next turn."
NOBODY_LEFT = "Every ship that the plan sends anywhere has its orders."
NO_GOAL = "The plan has no other goal for these ships: {place} is the first that is open to them."
GO_BACK = partial(Why, BACK_AGAIN, {}, STAYS)
ALL_ORDERED = partial(Why, NOBODY_LEFT, {}, STAYS)


def situation(state: State, sight: Sight) -> tuple[Any, ...]:
    """What a seat makes its plans by; it does not change while the seat gives its orders."""
    return (state.turn, state.phase, state.marker, *state.control.items(), *sight.blocks_at_sea_and_in_port())


def planned(state: State, here: tuple[Any, ...], course: Course) -> Plan:
    """A plan for a situation."""
    sp = state.sp
    return Plan(here, course.voyages, course.whys, {ship: sp[ship] for ship in course.voyages})


def runner_up(options: Sequence[Any], choice: Any, *wanted: Any) -> Any:
    """The first of those wanted that is offered beside the choice, or else any other option."""
    for option in wanted:
        if option != choice and option in options:
            return option
    return next((option for option in options if option != choice), None)


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


def next_order(state: State, plan: Plan, waiting: Mapping[tuple[str, str], int], options: Sequence[Any]) -> Order:
    """The first ship of the next voyage of a plan, or its place; the largest voyage last, because then all can go."""
    voyages, whys = plan.voyages, plan.whys
    offered = set(options)
    if SAME_AGAIN in offered and DONE not in offered and is_the_same_again(state, voyages):
        return Order(SAME_AGAIN, GO_BACK)
    for voyage in sorted(waiting, key=waiting.__getitem__) if len(waiting) > 1 else waiting:
        able = [ship for ship in state.at[voyage[0]] if ship in offered]
        wanted = [ship for ship in able if voyages.get(ship) == voyage]
        if wanted:
            why = whys[wanted[0]]
            if is_most(wanted, able):
                return Order(voyage[0], why, wanted[:1])
            return Order(wanted[0], why, (*wanted[1:2], voyage[0]))
    if DONE not in offered:
        return first_goal(options)
    for ship in options:
        if ship in whys and not voyages[ship][1]:
            return Order(DONE, whys[ship], (ship,))
    return Order(DONE, ALL_ORDERED)


def first_goal(options: Sequence[Any]) -> Order:
    """The first option, where a plan cannot say more."""
    return Order(options[0], no_other_goal(options[0]))


def no_other_goal(place: Any) -> Telling:
    """Why ships go to a place of which the plan says nothing."""
    return partial(Why, NO_GOAL, {"place": place}, STAYS)


def explained(order: Order, options: Sequence[Any]) -> Advice:
    """An order with its reason and the runner-up."""
    why = order.why()
    others = (why.second,) if order.others is None else order.others
    return Advice(order.choice, why.reason, why.figures, runner_up(options, order.choice, *others))


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


def next_pick(plan: Plan, origin: str, going: Sequence[str], options: Sequence[Any]) -> Order | None:
    """The next ship to go from a place, to stay, or the goal; None if the plan does not speak of these ships."""
    voyages, whys = plan.voyages, plan.whys
    ships = going or [option for option in options if option in SHIPS]
    destination = common_destination(voyages, origin, ships, most=bool(going))
    if not destination:
        return None
    voyage = (origin, destination)
    missing = [option for option in options if voyages.get(option) == voyage]
    if missing:
        first = missing[0]
        able = [option for option in options if option in SHIPS] if len(missing) > 1 else missing
        return Order(ALL if is_most(missing, able) else first, whys[first], (*missing[:2], destination))
    for ship in going:
        if voyages.get(ship) != voyage and WITHOUT[ship] in options and ship in whys:
            return Order(WITHOUT[ship], whys[ship], (destination,))
    if destination not in options:
        return None
    return Order(destination, whys[going[0]] if going and going[0] in whys else no_other_goal(destination), None)


def common_destination(voyages: Voyages, origin: str, ships: Sequence[str], most: bool) -> str:
    """Where most of these ships shall go, or fewest: they go first, then all who are left can go at once."""
    planned = [voyages[ship][1] for ship in ships if voyages.get(ship, UNPLANNED)[0] == origin]
    if len(set(planned)) == 1:  # mostly so, and quickly seen
        return planned[0]
    counts = {place: planned.count(place) for place in planned if place}
    best = max if most else min
    return best(counts, key=counts.__getitem__, default=STAYS)

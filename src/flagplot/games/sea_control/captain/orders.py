"""How a captain gives the orders of a plan: voyage by voyage, ship by ship."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from flagplot.engine import Advice
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.captain.sight import Sight
from flagplot.games.sea_control.model.fleet import SHIPS
from flagplot.games.sea_control.model.known import Known

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


NOBODY_LEFT = "Every ship that the plan sends anywhere has its orders."
NO_GOAL = "The plan has no other goal for these ships: {place} is the first that is open to them."
ALL_ORDERED = partial(Why, NOBODY_LEFT, {}, STAYS)


def situation(known: Known, sight: Sight) -> tuple[Any, ...]:
    """What a seat makes its plans by; it does not change while the seat gives its orders."""
    return (known.turn, known.phase, known.marker, *known.control.items(), *known.blocks_at_sea_and_in_port())


def planned(known: Known, here: tuple[Any, ...], course: Course) -> Plan:
    """A plan for a situation."""
    sp = known.strengths
    return Plan(here, course.voyages, course.whys, {ship: sp[ship] for ship in course.voyages})


def runner_up(options: Sequence[Any], choice: Any, *wanted: Any) -> Any:
    """The first of those wanted that is offered beside the choice, or else any other option."""
    for option in wanted:
        if option != choice and option in options:
            return option
    return next((option for option in options if option != choice), None)


def still_to_sail(known: Known, plan: Plan, musters: Musters) -> dict[tuple[str, str], None] | None:
    """The voyages of a plan that are still to be ordered; None if the plan does not fit."""
    waiting: dict[tuple[str, str], None] = {}
    spent, sp = known.spent, known.strengths
    voyages, strength = plan.voyages, plan.strength
    for place, movers in musters:
        for ship in known.own(place):
            if spent and ship in spent:
                continue
            voyage = voyages.get(ship, UNPLANNED)
            if voyage[0] == place and strength[ship] == sp[ship]:
                if voyage[1]:
                    waiting[voyage] = None
            elif ship in movers:
                return None
    return waiting


def next_order(known: Known, plan: Plan, waiting: Iterable[tuple[str, str]], options: Sequence[Any]) -> Order:
    """The first ship of the next voyage of a plan."""
    voyages, whys = plan.voyages, plan.whys
    for voyage in waiting:
        for ship in known.own(voyage[0]):
            if voyages.get(ship) == voyage and ship in options:
                return Order(ship, whys[ship], (voyage[0],))
    if say.DONE not in options:
        return first_goal(options)
    for ship in options:
        if ship in whys and not voyages[ship][1]:
            return Order(say.DONE, whys[ship], (ship,))
    return Order(say.DONE, ALL_ORDERED)


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


def next_pick(plan: Plan, origin: str, going: Sequence[str], options: Sequence[Any]) -> Order | None:
    """The next ship to go from a place, to stay, or the goal; None if the plan does not speak of these ships."""
    voyages, whys = plan.voyages, plan.whys
    destination = common_destination(voyages, origin, going or [option for option in options if option in SHIPS])
    if not destination:
        return None
    voyage = (origin, destination)
    for option in options:
        if voyages.get(option) == voyage:
            return Order(option, whys[option], (destination,))
    for ship in going:
        if voyages.get(ship) != voyage and say.WITHOUT[ship] in options and ship in whys:
            return Order(say.WITHOUT[ship], whys[ship], (destination,))
    if destination not in options:
        return None
    return Order(destination, whys[going[0]] if going and going[0] in whys else no_other_goal(destination), None)


def common_destination(voyages: Voyages, origin: str, ships: Sequence[str]) -> str:
    """Where most of these ships shall go."""
    planned = [voyages[ship][1] for ship in ships if voyages.get(ship, UNPLANNED)[0] == origin]
    if len(set(planned)) == 1:  # mostly so, and quickly seen
        return planned[0]
    return max(filter(None, planned), key=planned.count, default=STAYS)

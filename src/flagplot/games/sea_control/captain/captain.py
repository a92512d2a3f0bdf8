"""The captains of Sea Control: one for the Axis, one for the Allies.

A captain makes a plan at the beginning of a step and then gives its orders; in battle he judges each shot by itself.
He is given what his seat knows, and never the state (Known).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple

from flagplot.engine import About, Advice, Ask, Option
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.captain import allied, axis, uboats
from flagplot.games.sea_control.captain.battle import best_target, best_torpedo, pursue, stay_or_withdraw
from flagplot.games.sea_control.captain.orders import (
    NO_PLAN,
    Course,
    Musters,
    Order,
    explained,
    first_goal,
    next_order,
    next_pick,
    planned,
    situation,
    still_to_sail,
)
from flagplot.games.sea_control.captain.repair import next_repair
from flagplot.games.sea_control.captain.sight import Sight
from flagplot.games.sea_control.captain.tempers import TEMPERS, USUAL, Temper
from flagplot.games.sea_control.captain.uboats import NO_PATROLS, Patrols, next_patrol, patrols
from flagplot.games.sea_control.captain.waters import SWING
from flagplot.games.sea_control.model.fleet import CONVOYS, SURFACE_SHIPS, WARSHIPS
from flagplot.games.sea_control.model.known import Known

Answer = Callable[["Captain", Known, Sequence[Any], About], Advice | Order]

SMALL_FIRST = "The {area}, with {swing:point}, is the smallest battle: what it brings is known before the great ones."
BEST_YARD = "{port} repairs {repair} SP a turn, the most among the ports that {ship} can choose."


class Step(NamedTuple):
    """A step in which ships get orders: its planner, and the ships that wait for orders in each place."""

    plan: Callable[[Known, Sight, Temper], Course]
    musters: Musters


# The steps by their phases. In a withdrawal only the ships in the battle can get orders.
STEPS = {
    "allied_bases": Step(allied.bases, [(t.ARRIVALS, SURFACE_SHIPS[t.ALLIED])]),
    "allied_movement": Step(
        allied.stations,
        [(port, SURFACE_SHIPS[t.ALLIED]) for port in t.PORTS_OF[t.ALLIED]] + [(area, CONVOYS) for area in t.AREAS],
    ),
    "axis_movement": Step(axis.sorties, [(port, SURFACE_SHIPS[t.AXIS]) for port in t.PORTS_OF[t.AXIS]]),
    "allied_return": Step(allied.harbours, [(area, WARSHIPS[t.ALLIED]) for area in t.AREAS]),
    "axis_return": Step(axis.harbours, [(area, WARSHIPS[t.AXIS]) for area in t.AREAS]),
}


def step_of(known: Known, seat: str) -> Step:
    """The step in which a seat is asked for orders."""
    if known.battle is None:
        return STEPS[known.phase]
    return Step(STEPS[f"{seat}_return"].plan, [(known.battle.area, WARSHIPS[seat])])


class Captain:
    """Answers every question to a seat."""

    seat: ClassVar[str]

    def __init__(self, temper: Temper = USUAL) -> None:
        self._temper = temper
        self._plan = NO_PLAN
        self._walk: tuple[Known | None, tuple[Any, ...]] = (None, ())  # whose orders are at hand, and in which step
        self._waiting: dict[tuple[str, str], None] = {}  # voyages of the plan that are still to be ordered
        self._patrols: tuple[tuple[Any, ...], Patrols] = ((), NO_PATROLS)

    def __call__(self, state: Known, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Option:
        return ANSWERS[ask.key](self, state, options, about)[0]

    def advise(self, state: Known, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Advice:
        """The answer with its reason and the runner-up."""
        answer = ANSWERS[ask.key](self, state, options, about)
        return explained(answer, options) if isinstance(answer, Order) else answer

    # Orders

    def order(self, known: Known, options: Sequence[Any], about: About) -> Order:
        """The next order of the plan: of the one at hand if it was made for this situation and fits."""
        if self._is_elsewhere(known):
            self._take_up_plan(known)
        return next_order(known, self._plan, self._waiting, options)

    def pick(self, known: Known, options: Sequence[Any], about: About) -> Order:
        """The next ship to go along, or the goal; without a plan for these ships the captain makes one."""
        origin, going = about["origin"], about["going"]
        order = next_pick(self._plan, origin, going, options)
        if order is None:
            sight = Sight(known)
            self._make_plan(known, sight, situation(known, sight))
            order = next_pick(self._plan, origin, going, options) or first_goal(options)
        self._waiting.pop((origin, order.choice), None)
        return order

    def _is_elsewhere(self, known: Known) -> bool:
        """Whether this is another step than last time: a playout goes on with what is known, and only forward."""
        here = (known.turn, known.phase, known.battle.area if known.battle else "")
        walked, last = self._walk
        self._walk = (known, here)
        return known is not walked or here != last

    def _take_up_plan(self, known: Known) -> None:
        """Find out what is still to be ordered by the plan at hand; if it does not fit, make another."""
        musters = step_of(known, self.seat).musters
        sight = Sight(known)
        here = situation(known, sight)
        waiting = still_to_sail(known, self._plan, musters) if self._plan.situation == here else None
        if waiting is None:
            self._make_plan(known, sight, here)
            waiting = still_to_sail(known, self._plan, musters)
        self._waiting = waiting or {}

    def _make_plan(self, known: Known, sight: Sight, here: tuple[Any, ...]) -> None:
        self._plan = planned(known, here, step_of(known, self.seat).plan(known, sight, self._temper))

    # Placing, repairing

    def place_submarine(self, known: Known, options: Sequence[Any], about: About) -> Advice:
        if self._is_elsewhere(known):
            sight = Sight(known)
            here = situation(known, sight)
            if self._patrols[0] != here:
                self._patrols = (here, patrols(known, sight, self._temper))
        return next_patrol(known, self._patrols[1], options)

    def place_land_air(self, known: Known, options: Sequence[Any], about: About) -> Advice:
        planner = uboats.air_support if self.seat == t.AXIS else allied.air_support
        return planner(known, Sight(known), options)

    def repair(self, known: Known, options: Sequence[Any], about: About) -> Advice:
        return next_repair(known, options)

    # Battles

    def next_battle(self, known: Known, options: Sequence[Any], about: About) -> Advice:
        """The small ones first: what they brought is known when it comes to the great ones."""
        ranked = sorted(options, key=SWING.__getitem__)
        second = ranked[1] if len(ranked) > 1 else None
        return Advice(ranked[0], SMALL_FIRST, {"area": ranked[0], "swing": SWING[ranked[0]]}, second)

    def torpedo(self, known: Known, options: Sequence[Any], about: About) -> Order:
        return best_torpedo(known, options)

    def target(self, known: Known, options: Sequence[Any], about: About) -> Order:
        return best_target(known, about["firer"], options)

    def stay_or_withdraw(self, known: Known, options: Sequence[Any], about: About) -> Advice:
        return stay_or_withdraw(known, self.seat)

    def pursue(self, known: Known, options: Sequence[Any], about: About) -> Advice | Order:
        return pursue(known, self.seat, about["firer"], about["rest"], options)

    def retire_to(self, known: Known, options: Sequence[Any], about: About) -> Advice:
        """The port with the best yard."""
        ranked = sorted(options, key=lambda port: -t.MAP.port[port].repair)
        figures = {"ship": about["ship"], "port": ranked[0], "repair": t.MAP.port[ranked[0]].repair}
        return Advice(ranked[0], BEST_YARD, figures, ranked[1] if len(ranked) > 1 else None)


class AxisCaptain(Captain):
    """Leads the Germans and the Italians."""

    seat = t.AXIS


class AlliedCaptain(Captain):
    """Leads the British, the Americans and the Russians."""

    seat = t.ALLIED


def tempers(seat: str, phase: str) -> Mapping[str, Callable[[], Captain]]:
    """Makers of captains who would give the orders of a phase otherwise, by name."""
    captain = AxisCaptain if seat == t.AXIS else AlliedCaptain
    return {name: partial(captain, temper) for name, temper in TEMPERS[seat].get(phase, {}).items()}


ANSWERS: dict[str, Answer] = {
    say.SAIL.key: Captain.order,
    say.CHOOSE_PORT.key: Captain.order,
    say.RETURN_TO.key: Captain.order,
    say.WITHDRAW_TO.key: Captain.order,
    say.WHO_GOES.key: Captain.pick,
    say.WHERE_TO.key: Captain.pick,
    say.PLACE_SUBMARINE.key: Captain.place_submarine,
    say.PLACE_LAND_AIR.key: Captain.place_land_air,
    say.REPAIR.key: Captain.repair,
    say.NEXT_BATTLE.key: Captain.next_battle,
    say.TORPEDO.key: Captain.torpedo,
    say.AIR_TARGET.key: Captain.target,
    say.SURFACE_TARGET.key: Captain.target,
    say.STAY_OR_WITHDRAW.key: Captain.stay_or_withdraw,
    say.PURSUE.key: Captain.pursue,
    say.RETURN_TARGET.key: Captain.target,
    say.RETIRE_TO.key: Captain.retire_to,
}

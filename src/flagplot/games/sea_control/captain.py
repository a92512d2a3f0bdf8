"""The captains of Sea Control: one for the Axis, one for the Allies.

A captain makes a plan at the beginning of a step and then gives its orders; in battle he judges each shot by itself.
He knows of the enemy what his seat can see, and no more (captain_sight).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

from flagplot.engine import About, Advice, Ask, Option
from flagplot.games.sea_control import captain_allied, captain_axis, captain_uboats
from flagplot.games.sea_control.captain_battle import best_aim, best_target, best_torpedo, pursue, stay_or_withdraw
from flagplot.games.sea_control.captain_orders import (
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
from flagplot.games.sea_control.captain_repair import next_repair
from flagplot.games.sea_control.captain_sight import Sight
from flagplot.games.sea_control.captain_uboats import NO_PATROLS, Patrols, next_patrol, patrols
from flagplot.games.sea_control.captain_waters import SWING
from flagplot.games.sea_control.fleet import CONVOYS, SURFACE_SHIPS, WARSHIPS
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import ALLIED, AREAS, ARRIVALS, AXIS, MAP, PORTS_OF
from flagplot.games.sea_control.words import (
    AIR_TARGET,
    CHOOSE_PORT,
    NEXT_BATTLE,
    PLACE_LAND_AIR,
    PLACE_SUBMARINE,
    PURSUE,
    REPAIR,
    RETIRE_TO,
    RETURN_TARGET,
    RETURN_TO,
    SAIL,
    STAY_OR_WITHDRAW,
    SURFACE_TARGET,
    TORPEDO,
    WHERE_TO,
    WHO_GOES,
    WITHDRAW_TO,
)

Answer = Callable[["Captain", State, Sequence[Any], About], Advice | Order]

SMALL_FIRST = "The {area}, with {swing:point}, is the smallest battle: what it brings is known before the great ones."
BEST_YARD = "{port} repairs {repair} SP a turn, the most among the ports that {ship} can choose."


class Step(NamedTuple):
    """A step in which ships get orders: its planner, and the ships that wait for orders in each place."""

    plan: Callable[[State, Sight], Course]
    musters: Musters


# The steps by their phases. In a withdrawal only the ships in the battle can get orders.
STEPS = {
    "allied_bases": Step(captain_allied.bases, [(ARRIVALS, SURFACE_SHIPS[ALLIED])]),
    "allied_movement": Step(
        captain_allied.stations,
        [(port, SURFACE_SHIPS[ALLIED]) for port in PORTS_OF[ALLIED]] + [(area, CONVOYS) for area in AREAS],
    ),
    "axis_movement": Step(captain_axis.sorties, [(port, SURFACE_SHIPS[AXIS]) for port in PORTS_OF[AXIS]]),
    "allied_return": Step(captain_allied.harbours, [(area, WARSHIPS[ALLIED]) for area in AREAS]),
    "axis_return": Step(captain_axis.harbours, [(area, WARSHIPS[AXIS]) for area in AREAS]),
}


def step_of(state: State, seat: str) -> Step:
    """The step in which a seat is asked for orders."""
    if state.battle is None:
        return STEPS[state.phase]
    return Step(STEPS[f"{seat}_return"].plan, [(state.battle.area, WARSHIPS[seat])])


class Captain:
    """Answers every question to a seat."""

    seat: ClassVar[str]

    def __init__(self) -> None:
        self._plan = NO_PLAN
        self._walk: tuple[State | None, tuple[Any, ...]] = (None, ())  # the state and the step of the orders at hand
        self._waiting: dict[tuple[str, str], int] = {}  # voyages of the plan that are still to be ordered
        self._patrols: tuple[tuple[Any, ...], Patrols] = ((), NO_PATROLS)

    def __call__(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Option:
        return ANSWERS[ask.key](self, state, options, about)[0]

    def advise(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Advice:
        """The answer with its reason and the runner-up."""
        answer = ANSWERS[ask.key](self, state, options, about)
        return explained(answer, options) if isinstance(answer, Order) else answer

    # Orders

    def order(self, state: State, options: Sequence[Any], about: About) -> Order:
        """The next order of the plan: of the one at hand if it was made for this situation and fits."""
        if self._is_elsewhere(state):
            self._take_up_plan(state)
        return next_order(state, self._plan, self._waiting, options)

    def pick(self, state: State, options: Sequence[Any], about: About) -> Order:
        """The next ship to go along, or the goal; without a plan for these ships the captain makes one."""
        origin, going = about["origin"], about["going"]
        order = next_pick(self._plan, origin, going, options)
        if order is None:
            sight = Sight(state, self.seat)
            self._make_plan(state, sight, situation(state, sight))
            order = next_pick(self._plan, origin, going, options) or first_goal(options)
        self._waiting.pop((origin, order.choice), None)
        return order

    def _is_elsewhere(self, state: State) -> bool:
        """Whether this is another step than last time: a playout goes on with one state object, and only forward."""
        here = (state.turn, state.phase, state.battle.area if state.battle else "")
        walked, last = self._walk
        self._walk = (state, here)
        return state is not walked or here != last

    def _take_up_plan(self, state: State) -> None:
        """Find out what is still to be ordered by the plan at hand; if it does not fit, make another."""
        musters = step_of(state, self.seat).musters
        sight = Sight(state, self.seat)
        here = situation(state, sight)
        waiting = still_to_sail(state, self._plan, musters) if self._plan.situation == here else None
        if waiting is None:
            self._make_plan(state, sight, here)
            waiting = still_to_sail(state, self._plan, musters)
        self._waiting = waiting or {}

    def _make_plan(self, state: State, sight: Sight, here: tuple[Any, ...]) -> None:
        self._plan = planned(state, here, step_of(state, self.seat).plan(state, sight))

    # Placing, repairing

    def place_submarine(self, state: State, options: Sequence[Any], about: About) -> Advice:
        if self._is_elsewhere(state):
            sight = Sight(state, self.seat)
            here = situation(state, sight)
            if self._patrols[0] != here:
                self._patrols = (here, patrols(state, sight))
        return next_patrol(state, self._patrols[1], options)

    def place_land_air(self, state: State, options: Sequence[Any], about: About) -> Advice:
        planner = captain_uboats.air_support if self.seat == AXIS else captain_allied.air_support
        return planner(state, Sight(state, self.seat), options)

    def repair(self, state: State, options: Sequence[Any], about: About) -> Advice:
        return next_repair(state, options)

    # Battles

    def next_battle(self, state: State, options: Sequence[Any], about: About) -> Advice:
        """The small ones first: what they brought is known when it comes to the great ones."""
        ranked = sorted(options, key=SWING.__getitem__)
        second = ranked[1] if len(ranked) > 1 else None
        return Advice(ranked[0], SMALL_FIRST, {"area": ranked[0], "swing": SWING[ranked[0]]}, second)

    def torpedo(self, state: State, options: Sequence[Any], about: About) -> Order:
        return best_torpedo(state, options)

    def target(self, state: State, options: Sequence[Any], about: About) -> Order:
        return best_target(state, about["firer"], options)

    def aim(self, state: State, options: Sequence[Any], about: About) -> Order:
        firer, firers = about["firer"], about["firers"]
        return best_aim(state, firer, firers[firers.index(firer) + 1 :], options)

    def stay_or_withdraw(self, state: State, options: Sequence[Any], about: About) -> Advice:
        return stay_or_withdraw(state, self.seat)

    def pursue(self, state: State, options: Sequence[Any], about: About) -> Advice | Order:
        return pursue(state, self.seat, about["firer"], about["rest"], options)

    def retire_to(self, state: State, options: Sequence[Any], about: About) -> Advice:
        """The port with the best yard."""
        ranked = sorted(options, key=lambda port: -MAP.port[port].repair)
        figures = {"ship": about["ship"], "port": ranked[0], "repair": MAP.port[ranked[0]].repair}
        return Advice(ranked[0], BEST_YARD, figures, ranked[1] if len(ranked) > 1 else None)


class AxisCaptain(Captain):
    """Leads the Germans and the Italians."""

    seat = AXIS


class AlliedCaptain(Captain):
    """Leads the British, the Americans and the Russians."""

    seat = ALLIED


ANSWERS: dict[str, Answer] = {
    SAIL.key: Captain.order,
    CHOOSE_PORT.key: Captain.order,
    RETURN_TO.key: Captain.order,
    WITHDRAW_TO.key: Captain.order,
    WHO_GOES.key: Captain.pick,
    WHERE_TO.key: Captain.pick,
    PLACE_SUBMARINE.key: Captain.place_submarine,
    PLACE_LAND_AIR.key: Captain.place_land_air,
    REPAIR.key: Captain.repair,
    NEXT_BATTLE.key: Captain.next_battle,
    TORPEDO.key: Captain.torpedo,
    AIR_TARGET.key: Captain.target,
    SURFACE_TARGET.key: Captain.aim,
    STAY_OR_WITHDRAW.key: Captain.stay_or_withdraw,
    PURSUE.key: Captain.pursue,
    RETURN_TARGET.key: Captain.target,
    RETIRE_TO.key: Captain.retire_to,
}

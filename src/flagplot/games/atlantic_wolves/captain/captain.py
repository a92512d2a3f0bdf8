"""The captain of Atlantic Wolves: how Dönitz plays well.

He builds the fleet first, with cheap sinkings where few hunt. When the boats at hand promise a good month he pushes,
three months in a row. All the time boats in the North Atlantic keep the Convoys in port.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.engine import About, Advice, Ask
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.captain.answers import ANSWERS
from flagplot.games.atlantic_wolves.captain.month import DOCTRINE, Doctrine, MonthPlan, next_berths, plan_month
from flagplot.games.atlantic_wolves.captain.plan import at_sea, berths_of, best_plan, waters_ahead
from flagplot.games.atlantic_wolves.model.fleet import uboats_in_play
from flagplot.games.atlantic_wolves.state import State

NEXT_IN_PLAN = (
    "The plan of the month promises {tons:,} tons for {sunk:.1f} U-boats lost; it wants a boat in {area}, {square}."
)
ENOUGH_AT_SEA = (
    "The plan of the month is complete with {tons:,} tons for {sunk:.1f} U-boats lost: where a boat is worth {worth:,} "
    "tons, one boat more at sea would cost more than it sinks."
)


class Captain:
    """Answers every question to the German; the plan of the month follows a doctrine, the usual one or another.

    He remembers one thing, the plan of the month, and makes it anew when the situation is no longer the same.
    """

    def __init__(self, doctrine: Doctrine = DOCTRINE) -> None:
        self._doctrine = doctrine
        self._month: MonthPlan | None = None

    def __call__(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        return self.advise(state, seat, ask, options, about).choice

    def advise(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Advice:
        """The answer with its reason and the runner-up."""
        if ask is say.PLACE_BOAT:
            return self.place_boat(state, options, about["left"])
        return ANSWERS[ask](state, options, about)

    def place_boat(self, state: State, options: Sequence[Any], left: int) -> Advice:
        """Fill the berths of the plan one by one. The game asks for Aces first, and the best berths come first."""
        month = self.plan_of_the_month(state)
        sailed = uboats_in_play(state) - len(state.pens)
        plan, berthed, free = month.plan, *next_berths(state, month.berths)
        if berthed < sailed:  # someone else has sent boats elsewhere: make the best of it
            plan = best_plan(state, month.waters, month.prices, sailed + left, at_sea(state))
            _, free = next_berths(state, berths_of(plan, month.waters))
        figures = {"tons": round(plan.tons), "sunk": plan.sunk, "worth": month.prices.boat}
        if not free:
            return Advice(t.PENS, ENOUGH_AT_SEA, figures, month.last_berth)
        area, square = free[0]
        second = free[1] if len(free) > 1 else t.PENS
        return Advice(free[0], NEXT_IN_PLAN, {**figures, "area": area, "square": square}, second)

    def plan_of_the_month(self, state: State) -> MonthPlan:
        situation = (
            state.turn,
            state.ata,
            state.convoys,
            state.fleet,
            uboats_in_play(state),
            [(area.escorts, area.air) for area in state.areas.values()],
            state.happy_hunting[:],
            state.reduced_routes[:],
            state.tally[:],
            state.options,
        )
        if self._month is None or self._month.situation != situation:
            waters = waters_ahead(state)
            prices, plan = plan_month(state, waters, self._doctrine)
            self._month = MonthPlan(situation, waters, prices, plan, berths_of(plan, waters))
        return self._month

"""The plan of a month: when to build up the fleet, when to push, and how much a boat is worth meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from flagplot.engine import Option
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves.captain.odds import Waters
from flagplot.games.atlantic_wolves.captain.plan import ALL_AT_HOME, Berths, Plan, Prices, best_plan
from flagplot.games.atlantic_wolves.model.fleet import uboats_in_play
from flagplot.games.atlantic_wolves.rules.tally import had_good_months
from flagplot.games.atlantic_wolves.state import State


@dataclass(frozen=True, slots=True)
class Doctrine:
    """The numbers by which the captain plays, found by playing; in tons where nothing else is said."""

    # What a boat is worth: while building up, all that it would still sink; in a push it is there to be spent.
    boat: int = 30_000
    boat_per_month_left: int = 25_000
    boat_in_push: int = 20_000
    boat_in_push_per_month_left: int = 18_000
    less_per_good_month: int = 15_000  # the nearer the third good month, the more it may cost

    # Push when the boats at hand can expect as much; a push that can wait must promise more.
    push_from: int = 540_000
    push_from_per_month_left: int = 20_000

    bearable_losses: float = 0.5  # expect at most this share of the losses that would end the game
    more_caution: int = 40_000  # a boat's worth rises by this until the losses are bearable
    most_caution: int = 400_000  # from here on the plan is as safe as it gets

    # By Convoys on the map: what it is worth to sink one, and to keep a boat in the North Atlantic against the next.
    # A Convoy raises the tonnage needed for victory by up to 500,000 in all, and the fourth one ends the game.
    convoy: tuple[int, ...] = (0, 120_000, 120_000, 500_000, 500_000)
    guard: tuple[int, ...] = (20_000, 20_000, 20_000, 50_000, 50_000)

    months_in_hq: int = 7  # what is produced later comes too late to fight
    ata_for_pens: int = 4  # from here on Dönitz holds off order C, which ruins attacks where the tons are

    card_gain: int = 40_000  # a Red card waits for a roll that it can better by so much
    wolfpack_gain: int = 25_000  # Wolfpack Tactics seldom better an area by much more, because of its limit
    last_gain: int = 5_000  # in the last month there is nothing to wait for


DOCTRINE = Doctrine()


class MonthPlan(NamedTuple):
    """Where the boats sail in a month, and the situation in which that was decided."""

    situation: tuple[Any, ...]
    waters: tuple[Waters, ...]
    prices: Prices
    plan: Plan
    berths: Berths

    @property
    def last_berth(self) -> Option:
        """Where one boat more would sail: to the berth that the plan fills last."""
        return self.berths[-1][:2] if self.berths else (t.NORTH_ATLANTIC, t.SHADOW)


def plan_month(state: State, waters: tuple[Waters, ...], doctrine: Doctrine) -> tuple[Prices, Plan]:
    """Push when it is time, else build up; but never so boldly that half the fleet is at stake (AW-VIC-01)."""
    prices, plan = plan_at(state, waters, boat_in_push(state, doctrine), doctrine)
    if is_building_up(state, plan, doctrine):
        prices, plan = plan_at(state, waters, boat_in_build_up(state, doctrine), doctrine)
    bearable = doctrine.bearable_losses * ((state.fleet + 1) // 2)
    while plan.sunk > bearable and prices.boat < doctrine.most_caution:
        prices, plan = plan_at(state, waters, prices.boat + doctrine.more_caution, doctrine)
    return prices, plan


def plan_at(state: State, waters: tuple[Waters, ...], boat: int, doctrine: Doctrine) -> tuple[Prices, Plan]:
    """The best plan when a boat is worth so much."""
    danger = danger_of_convoys(state)
    prices = Prices(boat, doctrine.guard[danger], doctrine.convoy[danger])
    return prices, best_plan(state, waters, prices, uboats_in_play(state), ALL_AT_HOME)


def is_building_up(state: State, push: Plan, doctrine: Doctrine) -> bool:
    """Whether it is too early for a push: none is under way, and it would promise too little."""
    if state.turn == t.TURNS or good_months_running(state):
        return False
    if state.options.tonnage_target or state.options.zero_convoys:
        return True  # good months count for nothing
    left = t.TURNS - state.turn
    if had_good_months(state) or left + 1 < t.GOOD_MONTHS_IN_A_ROW:
        return False  # all that is left to win is tons
    return push.tons < doctrine.push_from + doctrine.push_from_per_month_left * left


def boat_in_build_up(state: State, doctrine: Doctrine) -> int:
    return doctrine.boat + doctrine.boat_per_month_left * (t.TURNS - state.turn)


def boat_in_push(state: State, doctrine: Doctrine) -> int:
    if state.turn == t.TURNS:
        return 0
    worth = doctrine.boat_in_push + doctrine.boat_in_push_per_month_left * (t.TURNS - state.turn)
    return max(0, worth - doctrine.less_per_good_month * good_months_running(state))


def good_months_running(state: State) -> int:
    """How many of the last months, without a break, were good ones."""
    running = 0
    for month in reversed(state.tally):
        if month.tons < t.GOOD_MONTH:
            break
        running += 1
    return running


def danger_of_convoys(state: State) -> int:
    """How many Convoys stand; where a single one loses the game, each is as bad as the third (AW-OPT-12)."""
    return t.ALARM_CONVOYS if state.options.zero_convoys else state.convoys


def next_berths(state: State, berths: Berths) -> tuple[int, list[Option]]:
    """How many boats are in their berths, and the first two berths that still want one."""
    berthed = 0
    free: list[Option] = []
    for area, square, wanted in berths:
        there = len(state.areas[area].boats[square])
        if there < wanted:
            if len(free) < 2:
                free.append((area, square))
            berthed += there
        else:
            berthed += wanted
    return berthed, free

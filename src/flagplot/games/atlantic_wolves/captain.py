"""The captain of Atlantic Wolves: how Dönitz plays well.

He builds the fleet first, with cheap sinkings where few hunt. When the boats at hand promise a good month he pushes,
three months in a row. All the time boats in the North Atlantic keep the Convoys in port.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flagplot.engine import About, Ask, Option
from flagplot.engine.words import total
from flagplot.games.atlantic_wolves.attacks import attack_modifiers, tonnage_limit
from flagplot.games.atlantic_wolves.captain_odds import EXPENDABLE, FACES, Formation, Waters, expected_tons
from flagplot.games.atlantic_wolves.captain_plan import (
    ALL_AT_HOME,
    Berths,
    Plan,
    Prices,
    at_sea,
    berths_of,
    best_plan,
    modifier_of_the_month,
    waters_ahead,
)
from flagplot.games.atlantic_wolves.fleet import all_boats, find, is_1943, is_green, is_type_xxi
from flagplot.games.atlantic_wolves.state import Area, State
from flagplot.games.atlantic_wolves.tables import (
    ADD_UBOAT,
    ALARM_CONVOYS,
    ATTACK_TABLE,
    B_DIENST,
    CONVOY_TONS,
    FEDER_APPARATE,
    GERMANS,
    GOOD_MONTH,
    GOOD_MONTHS_IN_A_ROW,
    HAPPY_HUNTING,
    HIGH_COLUMN,
    HIT,
    HQ,
    NA_CONVOY_1943,
    NORTH_ATLANTIC,
    ORDER_BY_ATA,
    PENS,
    REDUCED_ROUTES,
    RESOLUTION_ORDER,
    RUDELTAKTIK,
    SQUARES,
    TURNS,
    WOLFPACK,
    WOLFPACK_TACTICS,
    Attack,
)
from flagplot.games.atlantic_wolves.tally import had_good_months, uboats_in_play
from flagplot.games.atlantic_wolves.words import (
    ATTEMPT,
    BREAK_OUT,
    CHOOSE_EVENT,
    GO_BACK,
    KEEP_ROLL,
    LET_IT_STAND,
    LOSE_BOAT,
    MAKE_ACE,
    NEXT_AREA,
    NEXT_ATTACK,
    PLACE_BOAT,
    PLACE_CONDORS,
    PLACE_DOENITZ,
    PLACE_RAIDER,
    REFUEL,
    REROLL,
    REROLL_ASW,
    RESOLVE_BY,
    SEND_BACK,
    TANKERS,
    USE_TANKER,
)


@dataclass(frozen=True, slots=True)
class Doctrine:
    """The numbers by which the captain plays, found by playing; in tons where nothing else is said."""

    # What a boat is worth: while building up, all that it would still sink; in a push it is there to be spent.
    boat: int = 40_000
    boat_per_month_left: int = 17_500
    boat_in_push: int = 30_000
    boat_in_push_per_month_left: int = 12_500
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

# Of the two events of a card, take the one that stands first here.
EVENTS_BY_WORTH = (ADD_UBOAT, WOLFPACK_TACTICS, B_DIENST, FEDER_APPARATE, HAPPY_HUNTING, REDUCED_ROUTES)

# The plan of a month


class MonthPlan(NamedTuple):
    """Where the boats sail in a month, and the situation in which that was decided."""

    situation: tuple[Any, ...]
    waters: tuple[Waters, ...]
    prices: Prices
    berths: Berths


def plan_month(state: State, waters: tuple[Waters, ...]) -> tuple[Prices, Plan]:
    """Push when it is time, else build up; but never so boldly that half the fleet is at stake (AW-VIC-01)."""
    prices, plan = plan_at(state, waters, boat_in_push(state))
    if is_building_up(state, plan):
        prices, plan = plan_at(state, waters, boat_in_build_up(state))
    bearable = DOCTRINE.bearable_losses * ((state.fleet + 1) // 2)
    while plan.sunk > bearable and prices.boat < DOCTRINE.most_caution:
        prices, plan = plan_at(state, waters, prices.boat + DOCTRINE.more_caution)
    return prices, plan


def plan_at(state: State, waters: tuple[Waters, ...], boat: int) -> tuple[Prices, Plan]:
    """The best plan when a boat is worth so much."""
    danger = danger_of_convoys(state)
    prices = Prices(boat, DOCTRINE.guard[danger], DOCTRINE.convoy[danger])
    return prices, best_plan(state, waters, prices, uboats_in_play(state), ALL_AT_HOME)


def is_building_up(state: State, push: Plan) -> bool:
    """Whether it is too early for a push: none is under way, and it would promise too little."""
    if state.turn == TURNS or good_months_running(state):
        return False
    if state.options.tonnage_target or state.options.zero_convoys:
        return True  # good months count for nothing
    left = TURNS - state.turn
    if had_good_months(state) or left + 1 < GOOD_MONTHS_IN_A_ROW:
        return False  # all that is left to win is tons
    return push.tons < DOCTRINE.push_from + DOCTRINE.push_from_per_month_left * left


def boat_in_build_up(state: State) -> int:
    return DOCTRINE.boat + DOCTRINE.boat_per_month_left * (TURNS - state.turn)


def boat_in_push(state: State) -> int:
    if state.turn == TURNS:
        return 0
    worth = DOCTRINE.boat_in_push + DOCTRINE.boat_in_push_per_month_left * (TURNS - state.turn)
    return max(0, worth - DOCTRINE.less_per_good_month * good_months_running(state))


def good_months_running(state: State) -> int:
    """How many of the last months, without a break, were good ones."""
    running = 0
    for month in reversed(state.tally):
        if month.tons < GOOD_MONTH:
            break
        running += 1
    return running


def danger_of_convoys(state: State) -> int:
    """How many Convoys stand; where a single one loses the game, each is as bad as the third (AW-OPT-12)."""
    return ALARM_CONVOYS if state.options.zero_convoys else state.convoys


def next_berth(state: State, berths: Berths) -> tuple[int, Option]:
    """How many boats are in their berths, and the first berth that still wants one."""
    berthed, free = 0, None
    for area, square, wanted in berths:
        there = len(state.areas[area].boats[square])
        if there < wanted:
            free = free or (area, square)
            berthed += there
        else:
            berthed += wanted
    return berthed, free or PENS


class Captain:
    """Answers every question to the German.

    He remembers one thing, the plan of the month, and makes it anew when the situation is no longer the same.
    """

    def __init__(self) -> None:
        self._month: MonthPlan | None = None

    def __call__(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        if ask is PLACE_BOAT:
            return self.place_boat(state, about["left"])
        return ANSWERS[ask](state, options, about)

    def place_boat(self, state: State, left: int) -> Option:
        """Fill the berths of the plan one by one. The game asks for Aces first, and the best berths come first."""
        month = self.plan_of_the_month(state)
        sailed = uboats_in_play(state) - len(state.pens)
        berthed, berth = next_berth(state, month.berths)
        if berthed < sailed:  # someone else has sent boats elsewhere: make the best of it
            plan = best_plan(state, month.waters, month.prices, sailed + left, at_sea(state))
            _, berth = next_berth(state, berths_of(plan, month.waters))
        return berth

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
            prices, plan = plan_month(state, waters)
            self._month = MonthPlan(situation, waters, prices, berths_of(plan, waters))
        return self._month


# Strategic and event phases, placement


def place_doenitz(state: State, options: Sequence[Any], about: About) -> Option:
    """HQ for more boats, until it is late or the ATA comes near order C; no use sharing it with Raeder."""
    late = state.turn > DOCTRINE.months_in_hq or state.ata >= DOCTRINE.ata_for_pens
    return PENS if late or state.raeder else HQ


def choose_event(state: State, options: Sequence[Any], about: About) -> Option:
    if NA_CONVOY_1943 in options and not is_1943(state):
        return NA_CONVOY_1943  # nothing happens
    return next((kind for kind in EVENTS_BY_WORTH if kind in options), options[0])


def place_condors(state: State, options: Sequence[Any], about: About) -> Option:
    """All that can fly: they cost nothing."""
    return max(options)


def break_out(state: State, options: Sequence[Any], about: About) -> Option:
    """Out he goes: even the loss of the Raider has its good side, Raeder leaves HQ."""
    return ATTEMPT


def place_raider(state: State, options: Sequence[Any], about: About) -> Option:
    """Where he sinks most, and counts as a guard against Convoys."""
    return NORTH_ATLANTIC


# Attacks


def first_offered(state: State, options: Sequence[Any], about: About) -> Option:
    """The sequence of areas and steps has no bearing on his plan: area by area, as they come."""
    return options[0]


def next_attack(state: State, options: Sequence[Any], about: About) -> Option:
    """Aggressive boats first, who may scatter the shipping, then normal, then shadow; Condors and Raider last."""
    area = state.areas[about["area"]]
    waiting = [[boat.number for boat in area.boats[square] if boat.number in options] for square in SQUARES]
    formation = (len(waiting[0]), len(waiting[1]), len(waiting[2]))
    if (
        state.hand
        and WOLFPACK_TACTICS in options
        and wolfpack_gain(state, area, formation) >= gain_wanted(state, DOCTRINE.wolfpack_gain)
    ):
        return WOLFPACK_TACTICS
    first = next((boats[0] for boats in waiting if boats), None)
    if first is None:
        return options[0]
    lucky = (HAPPY_HUNTING, first)
    # With +2 an aggressive boat scatters less often, so the last of them has it.
    return lucky if formation[0] < 2 and lucky in options else first


def wolfpack_gain(state: State, area: Area, formation: Formation) -> float:
    """How many more tons the boats of an area sink with +1 each."""
    high = ATTACK_TABLE[area.name] is HIGH_COLUMN
    room = tonnage_limit(state, area) - area.tons
    modifier = modifier_of_the_month(state, area) + WOLFPACK.value * area.wolfpacks
    with_pack = expected_tons(high, formation, area.scatter, room, modifier + WOLFPACK.value)
    return with_pack - expected_tons(high, formation, area.scatter, room, modifier)


def gain_wanted(state: State, usual: int) -> int:
    """What a Red card must bring to be played now."""
    return DOCTRINE.last_gain if state.turn == TURNS else usual


def reroll(state: State, options: Sequence[Any], about: About) -> Option:
    """Roll again what falls short of the average: freely as a pack, with a Red card when it is worth the card."""
    area = state.areas[about["area"]]
    square, boat = find(area, about["what"].number)
    chart = ATTACK_TABLE[area.name]
    modifier = total(attack_modifiers(state, area, square, boat)) + WOLFPACK.value * area.wolfpacks
    average = sum(worth(state, area, chart[face + modifier]) for face in FACES) / len(FACES)
    gain = average - worth(state, area, chart[about["roll"]])
    if RUDELTAKTIK in options and gain > 0:
        return RUDELTAKTIK
    if gain >= gain_wanted(state, DOCTRINE.card_gain):
        # B-Dienst can also save a boat, so it is kept longer.
        return next((card for card in (FEDER_APPARATE, B_DIENST) if card in options), LET_IT_STAND)
    return LET_IT_STAND


def keep_roll(state: State, options: Sequence[Any], about: About) -> Option:
    area = state.areas[state.resolving]
    return max(options, key=lambda roll: (worth(state, area, ATTACK_TABLE[area.name][roll]), roll))


def worth(state: State, area: Area, row: Attack) -> int:
    """What a result brings: tons within the limit, and a Convoy sunk."""
    tons = min(row.tons, tonnage_limit(state, area) - area.tons)
    if row.sinks_convoy and area.name == NORTH_ATLANTIC and state.convoys and not state.convoy_sunk:
        tons += CONVOY_TONS + DOCTRINE.convoy[danger_of_convoys(state)]
    return tons


# ASW


def reroll_asw(state: State, options: Sequence[Any], about: About) -> Option:
    """B-Dienst saves the fleet when two more losses would be half of it."""
    in_danger = 2 * (state.sunk + 2) >= state.fleet
    return B_DIENST if in_danger and about["result"] == HIT else LET_IT_STAND


def has_attacked(state: State) -> bool:
    """Whether the boats that are hunted now have had their attack this month."""
    return RESOLUTION_ORDER[ORDER_BY_ATA[state.ata]].index(GERMANS) < state.step


def use_tanker(state: State, options: Sequence[Any], about: About) -> Option:
    """Stay at sea to attack, or to guard the North Atlantic; otherwise the Pens are the safest place."""
    return GO_BACK if has_attacked(state) and about["area"] != NORTH_ATLANTIC else REFUEL


def send_back(state: State, options: Sequence[Any], about: About) -> Option:
    """Before the attack the boat that will sink least; after it the most exposed boat is brought to safety."""
    area = state.areas[about["area"]]
    attacked = has_attacked(state)

    def order(number: int) -> tuple[Any, ...]:
        square, boat = find(area, number)
        exposure = EXPENDABLE[attacked].index(square)
        return (exposure, not boat.ace) if attacked else (boat.ace, not is_green(state, boat), exposure)

    return min(options, key=order)


def lose_boat(state: State, options: Sequence[Any], about: About) -> Option:
    """An Ace last; a Type XXI first, because it may escape; else the boat that is missed least."""
    area = state.areas[about["area"]]
    attacked = has_attacked(state)

    def order(number: int) -> tuple[Any, ...]:
        square, boat = find(area, number)
        return boat.ace, not is_type_xxi(state, boat), EXPENDABLE[attacked].index(square)

    return min(options, key=order)


# The end of the month


def tankers(state: State, options: Sequence[Any], about: About) -> Option:
    """A boat sinks ships and a tanker does not: tankers only when no U-boat counter is left."""
    return min(max(0, about["built"] - len(state.reserve)), options[-1])


def make_ace(state: State, options: Sequence[Any], about: About) -> Option:
    """A boat that is hard to sink."""
    boats = [boat for boat in all_boats(state) if boat.number in options]
    return max(boats, key=lambda boat: is_type_xxi(state, boat)).number


ANSWERS: dict[Ask, Callable[[State, Sequence[Any], About], Any]] = {
    PLACE_DOENITZ: place_doenitz,
    CHOOSE_EVENT: choose_event,
    PLACE_CONDORS: place_condors,
    BREAK_OUT: break_out,
    PLACE_RAIDER: place_raider,
    RESOLVE_BY: first_offered,
    NEXT_AREA: first_offered,
    NEXT_ATTACK: next_attack,
    REROLL: reroll,
    KEEP_ROLL: keep_roll,
    REROLL_ASW: reroll_asw,
    USE_TANKER: use_tanker,
    SEND_BACK: send_back,
    LOSE_BOAT: lose_boat,
    TANKERS: tankers,
    MAKE_ACE: make_ace,
}

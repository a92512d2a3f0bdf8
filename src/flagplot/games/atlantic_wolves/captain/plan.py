"""Where the fleet sails: the best distribution of boats over areas and squares, at given prices for what may follow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from flagplot.engine.words import total
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves.captain.odds import NOBODY, Formation, Waters, prospect
from flagplot.games.atlantic_wolves.rules.attacks import attack_modifiers, tonnage_limit
from flagplot.games.atlantic_wolves.rules.combat import escort_dice
from flagplot.games.atlantic_wolves.state import Area, Boat, State

# What an area can expect when its card is still to be drawn: the average of the deck.
USUAL_ESCORTS = {
    name: round(sum(card.escorts.get(name, 0) for card in t.CARDS.values()) / len(t.CARDS)) for name in t.AREAS
}
USUAL_AIR = {name: round(sum(card.air.get(name, 0) for card in t.CARDS.values()) / len(t.CARDS)) for name in t.AREAS}

# More boats than this sink nothing more: they reach the limit of the area, or die of their own crowding.
MOST_AGGRESSIVE, MOST_NORMAL = 4, 2
MOST_IN_LOW_COLUMN, MOST_IN_HIGH_COLUMN, MOST_GUARDS = 4, 5, 7
FORMATIONS: tuple[tuple[Formation, ...], ...] = tuple(
    tuple(
        (aggressive, normal, boats - aggressive - normal)
        for aggressive in range(min(boats, MOST_AGGRESSIVE), -1, -1)
        for normal in range(min(boats - aggressive, MOST_NORMAL) + 1)
    )
    for boats in range(MOST_GUARDS + 1)
)

IMPOSSIBLE = float("-inf")
PLAIN_BOAT = Boat(0)
ALL_AT_HOME = (NOBODY,) * len(t.AREAS)

# Area, square, and how many boats are wanted there.
Berths = list[tuple[str, str, int]]


class Prices(NamedTuple):
    """What things are worth, in tons."""

    boat: int  # that is not lost
    guard: int = 0  # a boat that is still in the North Atlantic when the month ends
    convoy: int = 0  # a Convoy sunk, beyond its own tons


class Step(NamedTuple):
    """The best formation of a number of boats in one area."""

    value: float
    formation: Formation
    tons: float
    sunk: float


# The steps of an area, by number of boats; None where no formation will do.
Ladder = tuple[Step | None, ...]


class Plan(NamedTuple):
    """A distribution of the fleet, with the tons and the losses to expect of it."""

    formations: tuple[Formation, ...]  # in the order of AREAS
    tons: float
    sunk: float


def waters_ahead(state: State) -> tuple[Waters, ...]:
    """What each area holds in store this month, as far as it can be known when the boats sail (AW-ALL-01)."""
    placement = t.PLACEMENT_ORDER[t.ORDER_BY_ATA[state.ata]]
    shown = placement[: placement.index(t.GERMANS)]
    return tuple(
        [
            waters_of(
                state,
                area,
                area.escorts if t.ESCORTS in shown else USUAL_ESCORTS[name],
                area.air if t.AIR in shown else USUAL_AIR[name],
            )
            for name, area in state.areas.items()
        ]
    )


def waters_of(state: State, area: Area, escorts: int, air: int) -> Waters:
    """What an area holds in store this month with so many Escorts and Air factors (AW-ORD-01)."""
    resolution = t.RESOLUTION_ORDER[t.ORDER_BY_ATA[state.ata]]
    before = resolution[: resolution.index(t.GERMANS)]
    expected = Area(area.name, area.boats, escorts, air)
    hunters = escort_dice(state, expected)
    hunters_before = (hunters if t.ESCORTS in before else 0) + (air if t.AIR in before else 0)
    return Waters(
        high=t.ATTACK_TABLE[area.name] is t.HIGH_COLUMN,
        limit=tonnage_limit(state, expected),
        modifier=modifier_of_the_month(state, area),
        happy_hunting=area.name in state.happy_hunting,
        hunters_before=hunters_before,
        hunters_after=hunters + air - hunters_before,
        superior=state.ata >= t.ATA_OF_ORDER_C,
        crowding_cap=state.options.crowding_cap,
    )


def modifier_of_the_month(state: State, area: Area) -> int:
    """What the month and the optional rules add to every attack in an area, from whatever square."""
    return total(attack_modifiers(state, area, t.AGGRESSIVE, PLAIN_BOAT)) - total(t.IN_SQUARE[t.AGGRESSIVE])


def best_plan(state: State, waters: Sequence[Waters], prices: Prices, boats: int, out: Sequence[Formation]) -> Plan:
    """The most valuable distribution of up to so many boats; those that are out already stay where they are."""
    ladders = []
    for name, there, placed in zip(t.AREAS, waters, out, strict=True):
        if name == t.NORTH_ATLANTIC:
            ladders.append(ladder(there, MOST_GUARDS, prices, state.convoys > 0, placed))
        else:
            most = MOST_IN_HIGH_COLUMN if there.high else MOST_IN_LOW_COLUMN
            ladders.append(ladder(there, most, Prices(prices.boat), False, placed))
    steps = knapsack(ladders, boats)
    return Plan(
        tuple(step.formation for step in steps), sum(step.tons for step in steps), sum(step.sunk for step in steps)
    )


@lru_cache(maxsize=1 << 14)
def ladder(waters: Waters, most: int, prices: Prices, convoys: bool, placed: Formation) -> Ladder:
    """The best steps of an area that contain the boats placed already, by number of boats; None where none does."""
    steps = [_best_step(waters, prices, convoys, fitting(boats, placed)) for boats in range(most + 1)]
    if not any(steps):  # someone has crowded this area beyond reason: leave it at that
        return (None,) * sum(placed) + (_best_step(waters, prices, convoys, (placed,)),)
    return tuple(steps)


@lru_cache(maxsize=1 << 12)
def fitting(boats: int, placed: Formation) -> tuple[Formation, ...]:
    """The formations of so many boats that contain those placed already."""
    bold, normal, shadow = placed
    return tuple([one for one in FORMATIONS[boats] if one[0] >= bold and one[1] >= normal and one[2] >= shadow])


def _best_step(waters: Waters, prices: Prices, convoys: bool, formations: Sequence[Formation]) -> Step | None:
    best, most = None, IMPOSSIBLE
    for formation in formations:
        tons, sunk, convoy, guards = prospect(waters, formation)
        if not convoys:
            convoy = 0.0
        tons += t.CONVOY_TONS * convoy
        value = tons - prices.boat * sunk + prices.convoy * convoy + prices.guard * guards
        if value > most:
            best, most = (value, formation, tons, sunk), value
    return Step(*best) if best else None


def knapsack(ladders: Sequence[Ladder], boats: int) -> list[Step]:
    """One step of each ladder, of so many boats together at most, and of the highest value."""
    # By number of boats: the best value in the ladders so far, and how many boats the last ladder has of them.
    values = [0.0] * (boats + 1)
    shares: list[list[int]] = []
    for steps in ladders:
        best_values, best_shares = [IMPOSSIBLE] * (boats + 1), [0] * (boats + 1)
        for share, step in enumerate(steps[: boats + 1]):
            if step is None:
                continue
            gain = step.value
            for number, value in enumerate(values[: boats + 1 - share], share):
                value += gain
                if value > best_values[number]:
                    best_values[number], best_shares[number] = value, share
        values = best_values
        shares.append(best_shares)
    chosen: list[Step] = []
    for steps, best_shares in zip(reversed(ladders), reversed(shares), strict=True):
        step = steps[best_shares[boats]]
        assert step is not None
        chosen.append(step)
        boats -= best_shares[boats]
    return chosen[::-1]


def at_sea(state: State) -> tuple[Formation, ...]:
    """The formations that are out already."""
    return tuple(
        (len(area.boats[t.AGGRESSIVE]), len(area.boats[t.NORMAL]), len(area.boats[t.SHADOW]))
        for area in state.areas.values()
    )


def berths_of(plan: Plan, waters: Sequence[Waters]) -> Berths:
    """The berths of a plan, those first where the +1 of an Ace sinks most."""
    gains = {
        name: _gain_of_an_ace(there, formation)
        for name, there, formation in zip(t.AREAS, waters, plan.formations, strict=True)
        if formation != NOBODY
    }
    formations = dict(zip(t.AREAS, plan.formations, strict=True))
    areas = sorted(gains, key=lambda name: -gains[name])
    return [
        (name, square, formations[name][index])
        for index, square in enumerate(t.SQUARES)
        for name in areas
        if formations[name][index]
    ]


def _gain_of_an_ace(waters: Waters, formation: Formation) -> float:
    better = waters._replace(modifier=waters.modifier + 1)
    return (prospect(better, formation).tons - prospect(waters, formation).tons) / sum(formation)

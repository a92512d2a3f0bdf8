"""What a U-boat may sink and how likely it is to be lost, for each square that it can sail to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from flagplot.engine import About, Option
from flagplot.engine.view import Figure
from flagplot.engine.words import total
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.captain.odds import Formation, Waters, prospect
from flagplot.games.atlantic_wolves.captain.plan import PLAIN_BOAT, waters_of
from flagplot.games.atlantic_wolves.model.fleet import is_type_xxi
from flagplot.games.atlantic_wolves.rules.attacks import attack_modifiers
from flagplot.games.atlantic_wolves.rules.placement import on_patrol
from flagplot.games.atlantic_wolves.state import Area, Boat, State

ALONE: Mapping[str, Formation] = {t.AGGRESSIVE: (1, 0, 0), t.NORMAL: (0, 1, 0), t.SHADOW: (0, 0, 1)}

# What an area may hold in store, each with its chance.
Chances = tuple[tuple[Waters, float], ...]


@say.PLACE_BOAT.forecast
def berths_ahead(state: State, about: About, options: Sequence[Option]) -> Sequence[tuple[Figure, ...]]:
    """Tons on average and the chance of a loss, by square; none for a boat that stays in the Pens."""
    boat = on_patrol(state, about["what"])
    survives = chance_to_survive_a_hit(state, boat)
    ahead = {name: waters_by_chance(state, area) for name, area in state.areas.items()}
    figures: list[tuple[Figure, ...]] = []
    for option in options:
        if option == t.PENS:
            figures.append(())
            continue
        name, square = option
        area = state.areas[name]
        convoy_tons = t.CONVOY_TONS if name == t.NORTH_ATLANTIC and state.convoys and not state.convoy_sunk else 0
        tons, lost = one_boat_more(
            ahead[name], formation_of(area), square, gain(state, area, square, boat), convoy_tons
        )
        figures.append(
            (
                Figure("sunk on average", round(tons, -2), "t"),
                Figure("chance to lose a boat", lost * (1 - survives), "%", is_danger=True),
            )
        )
    return figures


def formation_of(area: Area) -> Formation:
    """How many boats are in each square of an area."""
    return len(area.boats[t.AGGRESSIVE]), len(area.boats[t.NORMAL]), len(area.boats[t.SHADOW])


def gain(state: State, area: Area, square: str, boat: Boat) -> int:
    """What a boat adds to its attack beyond a plain one: an Ace more, a green crew less."""
    own = total(attack_modifiers(state, area, square, boat))
    return own - total(attack_modifiers(state, area, square, PLAIN_BOAT))


def chance_to_survive_a_hit(state: State, boat: Boat) -> float:
    """How likely a boat that is hit escapes, as an Ace or as a Type XXI (AW-ACE-03, AW-OPT-09)."""
    sunk = 1.0
    if boat.ace:
        sunk *= t.ACE_SAVE.rows.count(t.SUNK) / len(t.ACE_SAVE.rows)
    if is_type_xxi(state, boat):
        sunk *= t.TYPE_XXI_SAVE.rows.count(t.SUNK) / len(t.TYPE_XXI_SAVE.rows)
    return 1 - sunk


@lru_cache(maxsize=1 << 13)
def one_boat_more(
    ahead: Chances, formation: Formation, square: str, gain: int, convoy_tons: int
) -> tuple[float, float]:
    """The tons that one boat more sinks on average, and the boats that it costs, at most one."""
    alone = ALONE[square]
    joined = formation[0] + alone[0], formation[1] + alone[1], formation[2] + alone[2]
    tons = lost = 0.0
    for waters, chance in ahead:
        before, after = prospect(waters, formation), prospect(waters, joined)
        tons += chance * (after.tons - before.tons + convoy_tons * (after.convoy - before.convoy))
        lost += chance * (after.sunk - before.sunk)
        if gain:
            better = prospect(waters._replace(modifier=waters.modifier + gain), alone)
            plain = prospect(waters, alone)
            tons += chance * (better.tons - plain.tons + convoy_tons * (better.convoy - plain.convoy))
    return max(0.0, tons), min(1.0, max(0.0, lost))


def waters_by_chance(state: State, area: Area) -> Chances:
    """What an area holds in store, over the cards that may still be drawn for it (AW-ALL-01, AW-ALL-02)."""
    placement = t.PLACEMENT_ORDER[t.ORDER_BY_ATA[state.ata]]
    to_come = placement[placement.index(t.GERMANS) + 1 :]
    if not to_come:
        return ((waters_of(state, area, area.escorts, area.air), 1.0),)
    pairs = hunters(area.name, tuple(state.deck or t.CARDS), None if t.ESCORTS in to_come else area.escorts)
    return tuple([(waters_of(state, area, escorts, air), chance) for escorts, air, chance in pairs])


@lru_cache(maxsize=256)
def hunters(name: str, deck: Sequence[int], known_escorts: int | None) -> Sequence[tuple[int, int, float]]:
    """Escorts, Air factors and their chance, by a card for each, or by one for the Air if the Escorts are known."""
    cards = [t.CARDS[number] for number in deck]
    flying = Counter(card.air.get(name, 0) for card in cards)
    if known_escorts is not None:
        return [(known_escorts, air, count / len(cards)) for air, count in flying.items()]
    sailing = Counter(card.escorts.get(name, 0) for card in cards)
    on_one_card = Counter((card.escorts.get(name, 0), card.air.get(name, 0)) for card in cards)
    return [  # the two cards are never the same
        (escorts, air, (n * m - on_one_card[escorts, air]) / (len(cards) * (len(cards) - 1)))
        for escorts, n in sailing.items()
        for air, m in flying.items()
    ]

"""A campaign as it stands: operations won, margins, and what must hold of its ships from one operation to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from flagplot.common.checks import unknown
from flagplot.engine.state import OVER
from flagplot.games.atlantic_chase.campaign import LINKED
from flagplot.games.atlantic_chase.hexes import BRITISH, GERMAN
from flagplot.games.atlantic_chase.scenarios import LEADERS, SCENARIOS, ships_of, type_of
from flagplot.games.atlantic_chase.ships import TYPES
from flagplot.games.atlantic_chase.state import Campaign, Ship, State

SINGLE = {key: kind for key, kind in TYPES.items() if not kind.is_many}  # ships, and not Convoys or Squadrons


def the_campaign(state: State) -> Campaign:
    """The campaign that is played."""
    assert state.campaign
    return state.campaign


def wins(campaign: Campaign, side: str) -> int:
    """How many operations a side has won."""
    return sum(one.winner == side for one in campaign.over)


def margin(campaign: Campaign) -> int:
    """By how many points the Germans lead over all operations that are over; below 0 the British do (AC-CA-02)."""
    return sum(one.german - one.british for one in campaign.over)


def metrics_of(campaign: Campaign) -> dict[str, float]:
    """What a simulation reports of a campaign."""
    return {
        "operations": float(len(campaign.over)),
        "german_operations": float(wins(campaign, GERMAN)),
        "british_operations": float(wins(campaign, BRITISH)),
        "german_margin": float(margin(campaign)),
    }


def inventory_of(state: State, campaign: Campaign, ships: list[Ship]) -> dict[str, int]:
    """How often each ship of the file is there, and who of an operation's Convoys and Squadrons has gone astray.

    A ship sails in the present operation, has sunk in an earlier one, is in the yards, or else waits ashore: always
    once. What an operation has of Convoys and Squadrons stays until it is over.
    """
    is_counted = not campaign.over or campaign.over[-1].key != state.scenario  # else its sunk ships are noted twice
    places = Counter(ship.type for ship in ships if not ship.kind.is_many)
    if is_counted:
        places.update((*campaign.sunk, *campaign.in_yards))
    given = [type_of(ship) for ship in ships_of(SCENARIOS[state.scenario]).values()]
    many = sum(TYPES[key].is_many for key in given) - sum(ship.kind.is_many for ship in ships)
    return {**{key: max(1, places[key]) for key in SINGLE}, "convoys and squadrons astray": many}


def defects_of(state: State, campaign: Campaign, ships: list[Ship]) -> Iterator[str]:
    """What is wrong with the campaign of a position made by hand, each in one sentence."""
    keys = [one.key for one in campaign.over]
    done = len(keys) - 1 if state.phase == OVER else len(keys)
    if keys != list(LINKED.operations[: len(keys)]) or LINKED.operations[done : done + 1] != (state.scenario,):
        yield f"The operations of the campaign are {', '.join(LINKED.operations)}, one after the other."
    groups = {
        "sunk": campaign.sunk,
        "damaged": campaign.damaged,
        "in_yards": campaign.in_yards,
        "repaired": campaign.repaired,
    }
    for name, named in groups.items():
        yield from unknown("ship", named, SINGLE)
        if len(set(named)) != len(named):
            yield f"A ship is there more than once among '{name}' of the campaign."
    yield from unknown("leader", campaign.lost_leaders, LEADERS)
    if set(campaign.damaged) & {*campaign.sunk, *campaign.repaired} or set(campaign.in_yards) - set(campaign.damaged):
        yield "In a campaign only damaged ships are in the yards, and none of them is sunk or repaired."
    if state.phase != OVER:
        for ship in ships:
            if ship.type in campaign.sunk or ship.type in campaign.in_yards:
                yield f"{ship.id} is out of this operation of the campaign."
    if set(campaign.lost_leaders) & set(state.leaders):
        yield "A leader who was lost with his ship is not in play."

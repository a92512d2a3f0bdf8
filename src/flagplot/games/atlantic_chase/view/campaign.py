"""What is seen of a campaign: how it stands, and what the operations so far have left to the present one."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from flagplot.engine.view import Goal, Sheet
from flagplot.games.atlantic_chase.campaign import LINKED, stand_ins
from flagplot.games.atlantic_chase.hexes import BRITISH, GERMAN, SIDES
from flagplot.games.atlantic_chase.model.campaign import margin, wins
from flagplot.games.atlantic_chase.rules.set_up import out_of
from flagplot.games.atlantic_chase.scenarios import LEADERS, SCENARIOS, ships_of, type_of
from flagplot.games.atlantic_chase.ships import TYPES
from flagplot.games.atlantic_chase.state import Campaign
from flagplot.games.atlantic_chase.view.names import NAMES, SIDE_NAMES

Row = tuple[str, str, str]  # a ship or a leader, the side, and what has become of them


def campaign_goals(campaign: Campaign) -> Iterator[Goal]:
    """The operations that each side has won, and by how much it leads."""
    for side in reversed(SIDES):
        lead = margin(campaign) if side == GERMAN else -margin(campaign)
        standing = f"{lead} points ahead" if lead > 0 else f"{-lead} points behind" if lead else "even on points"
        yield Goal("Won", f"operations; {standing}", wins(campaign, side), LINKED.wins, side)


@functools.lru_cache(maxsize=1024)
def campaign_sheets(campaign: Campaign, operation: str) -> tuple[Sheet, ...]:
    """What carries over into the present operation, and the operations with their results."""
    carried, results = tuple(_carried(campaign, operation)), tuple(_results(campaign))
    sheets = [Sheet("carried", "Carried over", ("Name", "Side", "In this operation"), carried)] if carried else []
    return *sheets, Sheet("campaign", "The campaign", ("Operation", "German", "British", "Won by"), results)


def _results(campaign: Campaign) -> Iterator[tuple[str, str, str, str]]:
    for one in campaign.over:
        winner = SIDE_NAMES[one.winner] if one.winner else "nobody"
        yield SCENARIOS[one.key].title, str(one.german), str(one.british), winner
    for key in LINKED.operations[len(campaign.over) :]:
        yield SCENARIOS[key].title, "-", "-", "-"
    sums = {GERMAN: sum(one.german for one in campaign.over), BRITISH: sum(one.british for one in campaign.over)}
    yield "All together", str(sums[GERMAN]), str(sums[BRITISH]), ""


def _carried(campaign: Campaign, operation: str) -> Iterator[Row]:
    """Who stands in for whom first, then what has become of ships and leaders."""
    given, places = ships_of(SCENARIOS[operation]), stand_ins(operation, out_of(campaign))
    sailing = {*map(type_of, given.values()), *places.values()}
    for absent, other in places.items():
        if other:
            yield _row(other, f"in place of {NAMES[absent]}")
        else:
            yield _row(type_of(given[absent]), "missing: no ship of her class is left")
    for ship in campaign.in_yards:
        yield _row(ship, "out: in the yards, damaged")
    for ship in campaign.damaged:
        if ship not in campaign.in_yards:
            yield _row(ship, "damaged" if ship in sailing else "not needed, damaged")
    for ship in campaign.repaired:
        yield _row(ship, "whole again" if ship in sailing else "not needed, whole again")
    for ship in campaign.sunk:
        yield _row(ship, "sunk, out for good")
    for leader in campaign.lost_leaders:
        yield NAMES[leader], SIDE_NAMES[LEADERS[leader]], "lost with his ship"


def _row(ship: str, what: str) -> Row:
    return NAMES[ship], SIDE_NAMES[TYPES[ship].side], what

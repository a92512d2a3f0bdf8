"""The campaign (section 6.5 of our clauses): what an operation leaves to the next, and who wins them all."""

from __future__ import annotations

from dataclasses import fields

from msgspec.structs import replace

from flagplot.engine import Next, Table
from flagplot.engine import State as EngineState
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.campaign import DAMAGED, LINKED, OUT, REPAIR, WHOLE, stand_ins
from flagplot.games.atlantic_chase.hexes import BRITISH, ENEMY, GERMAN, SIDES
from flagplot.games.atlantic_chase.model.campaign import margin, the_campaign, wins
from flagplot.games.atlantic_chase.model.forces import every_ship, forces_of, scenario_of
from flagplot.games.atlantic_chase.model.scoring import SUNK, points
from flagplot.games.atlantic_chase.rules.seats import has_player
from flagplot.games.atlantic_chase.rules.set_up import begun, out_of
from flagplot.games.atlantic_chase.rules.victory import verdict
from flagplot.games.atlantic_chase.scenarios import PRIEN
from flagplot.games.atlantic_chase.ships import TYPES
from flagplot.games.atlantic_chase.state import Campaign, OperationOver, State

KEPT = {field.name for field in fields(EngineState)} | {"options", "campaign"}
OF_AN_OPERATION = [field.name for field in fields(State) if field.name not in KEPT]


def operation_over(table: Table[State]) -> Next:
    """An operation is over: it is counted, ships are repaired, and the next is set up (AC-CA-01)."""
    state = table.state
    event, winner = verdict(state)
    table.tell(event, winner=winner)
    state.campaign = aftermath(state, winner or "")
    over = state.campaign.over[-1]
    table.tell(say.OPERATION_OVER, operation=scenario_of(state).title, german=over.german, british=over.british)
    end_if_decided(table)
    repair(table)
    set_up_next(table)
    return "next_operation"


def aftermath(state: State, winner: str) -> Campaign:
    """What an operation leaves: its points, who has sunk, and who is damaged, whole otherwise (AC-CA-03)."""
    campaign, score = the_campaign(state), points(state)
    over = OperationOver(state.scenario, winner, score[GERMAN], score[BRITISH])  # type: ignore[arg-type]
    ships = every_ship(state)
    sunk = {*campaign.sunk, *(fate.ship.type for fate in state.fates if fate.how == SUNK)}
    ashore = set(campaign.damaged).difference(ship.type for ship in ships)  # they took no part
    damaged = ashore.union(ship.type for ship in ships if ship.is_damaged) - sunk
    return replace(
        campaign,
        over=(*campaign.over, over),
        sunk=tuple(key for key, kind in TYPES.items() if key in sunk and not kind.is_many),
        damaged=tuple(key for key in TYPES if key in damaged),
        in_yards=(),
        repaired=(),
    )


def end_if_decided(table: Table[State]) -> None:
    """So many operations win at once; after the last the margins decide, then a side by right (AC-CA-01, AC-CA-02)."""
    campaign = the_campaign(table.state)
    won = {side: wins(campaign, side) for side in SIDES}
    for side in SIDES:
        if won[side] >= LINKED.wins:
            table.end(say.CAMPAIGN_WON[side], side, won)
    if len(campaign.over) < len(LINKED.operations):
        return
    if margin(campaign) == 0:
        table.end(say.CAMPAIGN_TIED[LINKED.tie], LINKED.tie, won)
    winner = GERMAN if margin(campaign) > 0 else BRITISH
    table.end(say.CAMPAIGN_WON_BY_MARGIN[winner], winner, won)


def repair(table: Table[State]) -> None:
    """Each damaged ship rolls before the next operation, be she needed in it or not (AC-CA-04, AC-CA-05)."""
    state = table.state
    campaign = the_campaign(state)
    result: dict[str, str] = {}
    for ship in campaign.damaged:
        result[ship] = table.consult(REPAIR, say.REPAIR_ROLL, ship=ship)
        table.tell(say.AFTER_REPAIRS[result[ship]], ship=ship)
    state.campaign = replace(
        campaign,
        damaged=tuple(ship for ship in campaign.damaged if result[ship] in (OUT, DAMAGED)),
        in_yards=tuple(ship for ship in campaign.damaged if result[ship] == OUT),
        repaired=tuple(ship for ship in campaign.damaged if result[ship] == WHOLE),
    )


def set_up_next(table: Table[State]) -> None:
    """The next operation is set up, with others in the places of those who are out (AC-CA-06, AC-CA-08, AC-CA-09)."""
    state = table.state
    campaign = the_campaign(state)
    fresh = begun(LINKED.operations[len(campaign.over)], state.options, campaign)
    for name in OF_AN_OPERATION:
        setattr(state, name, getattr(fresh, name))
    given = scenario_of(state)
    table.tell(say.OPERATION_SET_UP, operation=given.title, dates=given.dates)
    for absent, other in stand_ins(state.scenario, out_of(campaign)).items():
        if other:
            table.tell(say.STANDS_IN, ship=other, absent=absent)
        else:
            table.tell(say.IS_MISSING, ship=absent)
    for key in (*given.task_force, *given.group):
        if key not in state.forces and key not in state.groups:
            table.tell(say.NOT_SET_UP, force=key)
    for leader, where in given.leader.items():
        if leader not in state.leaders:
            table.tell(say.LEADER_STAYS_AWAY, leader=leader)
        elif leader != PRIEN and state.leaders[leader].at != where:
            table.tell(say.LEADER_SAILS_IN, leader=leader, ship=state.leaders[leader].at)


def next_operation(table: Table[State]) -> Next:
    """The player who acts first says when it begins; nobody can sail against nobody (AC-CA-09, AC-CA-10)."""
    state = table.state
    seat = state.active if has_player(state, state.active) else ENEMY[state.active]
    title, number = scenario_of(state).title, len(the_campaign(state).over) + 1
    answers, count = say.NEXT_OPERATION.answers, len(LINKED.operations)
    table.choose(seat, say.NEXT_OPERATION, answers, operation=title, number=number, count=count)
    for side in SIDES:
        if not forces_of(state, side):
            table.tell(say.NOBODY_SAILS, side=side)
            return "operation_over"
    return "order"

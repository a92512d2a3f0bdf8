"""Completion (section 1.17): a task force comes home and leaves the map; with troops aboard it lands them."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from msgspec.structs import replace

from flagplot.engine import Next, Table
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import PORT_MASK, PORTS, PORTS_OF_BOX
from flagplot.games.atlantic_chase.model.forces import manned, put, scenario_of, side_of, waters_in
from flagplot.games.atlantic_chase.rules.initiative import initiative_changes, seize
from flagplot.games.atlantic_chase.rules.time_lapse import time_lapse
from flagplot.games.atlantic_chase.rules.victory import end_if_over
from flagplot.games.atlantic_chase.scenarios import Scenario, friendly_ports_at, waters
from flagplot.games.atlantic_chase.state import Fate, State, TaskForce


def completion_orders(state: State, side: str, own: Sequence[TaskForce]) -> list[tuple[str, str, str]]:
    """Who of a side can complete, and at which port (AC-CP-01)."""
    found = []
    scenario, friendly = scenario_of(state), waters_in(state).port_mask[side]
    for force in own:
        if len(force.line) > t.LONGEST_TO_COMPLETE or force.must_lapse or force.intel_at:  # AC-AMB-08, AC-AMB-27
            continue
        if force.box or force.mask & friendly or scenario.landing_ports:
            for port in ports_for(state, scenario, force, side, friendly):
                found.append((say.COMPLETE, force.key, port))
    return found


def ports_for(state: State, scenario: Scenario, force: TaskForce, side: str, friendly: int) -> Sequence[str]:
    """The ports at which a task force is that may complete (AC-CP-01); `friendly` are the port hexes of its side."""
    if force.box:
        found: Sequence[str] = port_of_box(state.scenario, side, force.box)
    else:
        found = friendly_ports_at(state.scenario, side, force.mask & friendly)
        if scenario.landing_ports and force.is_laden:
            found = [*found, *landing_ports(state, force)]
    if not found:
        return ()
    if scenario.closed_to_convoys and force.has_convoy:
        found = [port for port in found if port not in scenario.closed_to_convoys]
    if scenario.completion_ports:
        for ship in force.ships:
            if allowed := scenario.completion_ports.get(ship.part):
                found = [port for port in found if port in allowed]
    return found


@functools.cache
def port_of_box(scenario: str, side: str, box: str) -> tuple[str, ...]:
    """The first friendly port of a box, which stands for all of them; none where there is none."""
    return tuple(port for port in PORTS_OF_BOX[box] if waters(scenario).control[port] == side)[:1]


def landing_ports(state: State, force: TaskForce) -> list[str]:
    """Where a laden task force can land, each port once (AC-AMB-54)."""
    return [
        port
        for port in scenario_of(state).landing_ports
        if port not in state.landed
        and force.mask & PORT_MASK[port]
        and side_of(force.key) != waters_in(state).control[port]
    ]


def completion(table: Table[State], key: str, port: str) -> Next:
    """The Inactive player may seize the Initiative; if he does not, the task force is home (AC-CP-02, AC-CP-03)."""
    state = table.state
    table.tell(say.ORDER_GIVEN[say.COMPLETE], active=key, port=port)
    if seize(table):
        table.tell(say.COMPLETION_FAILS, force=key)
        time_lapse(table, key)
        initiative_changes(table)
    elif port in scenario_of(state).landing_ports and port not in state.landed and state.forces[key].is_laden:
        land(table, key, port)
    else:
        come_home(table, key, port)
    end_if_over(table)
    return "order"


def come_home(table: Table[State], key: str, port: str) -> None:
    """Task force and ships leave the map for good (AC-CP-03)."""
    state = table.state
    table.tell(say.COMPLETED, force=key, port=port)
    force = state.forces.pop(key)
    is_destination = not force.destination or PORTS[force.destination].box == PORTS[port].box
    state.fates += [Fate(ship, "completed", port, is_destination) for ship in force.ships]
    gone = {ship.id for ship in force.ships}
    state.leaders = {name: leader for name, leader in state.leaders.items() if leader.at not in gone}


def land(table: Table[State], key: str, port: str) -> None:
    """Troops go ashore: the task force stays, is no longer laden, and lapses (AC-AMB-54)."""
    state = table.state
    force = state.forces[key]
    put(state, manned(force, tuple(replace(ship, is_laden=False) for ship in force.ships)))
    state.landed.append(port)
    table.tell(say.LANDED, force=key, port=port)
    time_lapse(table, key)

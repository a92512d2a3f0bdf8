"""Set-up: a scenario's task forces, groups, stealth forces and leaders come into play (section 6.3 of our clauses)."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from flagplot.games.atlantic_chase.campaign import CAMPAIGN, LINKED, stand_ins
from flagplot.games.atlantic_chase.hexes import HEX, NO_HEX
from flagplot.games.atlantic_chase.model.forces import along, boxed, stationed
from flagplot.games.atlantic_chase.scenarios import (
    BATTLE,
    MINES,
    PRIEN,
    SCENARIOS,
    SUBMARINE,
    UBOAT,
    USES,
    OwnShip,
    Scenario,
    TaskForceAtStart,
    own_id,
    type_of,
)
from flagplot.games.atlantic_chase.state import Campaign, Group, Leader, Options, Ship, State, StealthForce, TaskForce

LETTERS = {UBOAT: "U", SUBMARINE: "S", MINES: "M"}


Crews = Mapping[str, tuple[Ship, ...]]  # the ships of each task force and group


def set_up(scenario: str, options: Options) -> State:
    """The position in which a scenario begins; a campaign begins with its first operation (AC-CA-01)."""
    if scenario == CAMPAIGN:
        return begun(LINKED.operations[0], options, Campaign())
    return begun(scenario, options)


def begun(scenario: str, options: Options, campaign: Campaign | None = None) -> State:
    """A scenario as it begins, in a campaign with whom that has left; segments carry no Intel (AC-AMB-21)."""
    given = SCENARIOS[scenario]
    crews = crews_of(scenario, campaign)
    return State(
        phase="battle_alone" if given.kind == BATTLE else "order",
        options=options,
        scenario=scenario,
        active=given.initiative,
        weather=given.weather,
        tally=given.tally,
        forces={key: task_force(key, one, given, crews[key]) for key, one in given.task_force.items() if crews[key]},
        groups={
            key: Group(key, group.port, crews[key], group.name) for key, group in given.group.items() if crews[key]
        },
        stealth={force.key: force for force in stealth_forces(given)},
        leaders=leaders(given, crews, campaign.lost_leaders if campaign else ()),
        refuel=[HEX[name] for name in given.refuel_points],
        free_intel=list(given.free_intel),
        campaign=campaign,
    )


def crews_of(scenario: str, campaign: Campaign | None) -> dict[str, tuple[Ship, ...]]:
    """The ships of each task force and group that are there, or that take the places of others (AC-CA-06)."""
    given = SCENARIOS[scenario]
    places = stand_ins(scenario, out_of(campaign)) if campaign else {}
    damaged = campaign.damaged if campaign else ()
    at_sea = {key: crew(one.ships, places, damaged, one.box or "") for key, one in given.task_force.items()}
    return at_sea | {key: crew(one.ships, places, damaged) for key, one in given.group.items()}


def out_of(campaign: Campaign) -> frozenset[str]:
    """The ships that cannot sail in the present operation (AC-CA-03, AC-CA-04)."""
    return frozenset((*campaign.sunk, *campaign.in_yards))


def crew(
    given: Sequence[str | OwnShip], places: Mapping[str, str], damaged: Sequence[str], origin: str = ""
) -> tuple[Ship, ...]:
    """The ships of a task force or group; Convoys and Squadrons are always there (AC-CA-06)."""
    ships = [ship_of(one, origin) for one in given]
    ships = [_in_place_of(ship, places[ship.id]) if ship.id in places else ship for ship in ships]
    return tuple(replace(ship, is_damaged=True) if ship.type in damaged else ship for ship in ships if ship.type)


def _in_place_of(absent: Ship, other: str) -> Ship:
    return replace(absent, id=other, type=other, stands_for=absent.id)


def task_force(key: str, given: TaskForceAtStart, scenario: Scenario, ships: tuple[Ship, ...]) -> TaskForce:
    """A task force where the scenario puts it (AC-AMB-29)."""
    force = TaskForce(
        key=key,
        name=given.name,
        ships=ships,
        destination=given.destination,
        must_lapse=key in scenario.lapse_before_completion,
    )
    if given.trajectory:
        return along(force, tuple(HEX[name] for name in given.trajectory))
    if given.box:
        return boxed(force, given.box)
    return stationed(force, HEX[given.station]) if given.station else force


@functools.cache
def ship_of(given: str | OwnShip, origin: str = "") -> Ship:
    """A ship as she begins; all games share her."""
    if isinstance(given, str):
        return Ship(id=given, type=given, origin=origin)
    return Ship(
        id=own_id(given),
        type=type_of(given),
        may_disperse=given.dispersal,
        is_laden=given.laden,
        smokes_at_start=given.smoke,
        limit=given.hits or 0,
        origin=origin,
    )


def stealth_forces(given: Scenario) -> list[StealthForce]:
    """U-boats, submarines and mines, numbered by kind."""
    found: list[StealthForce] = []
    for kind, letter in LETTERS.items():
        number = 0
        for one in given.stealth:
            for _ in range(one.count if one.kind == kind else 0):
                number += 1
                found.append(StealthForce(f"{letter}{number}", one.kind, one.side, HEX[one.hex] if one.hex else NO_HEX))
    return found


def leaders(given: Scenario, crews: Crews, lost: Sequence[str]) -> dict[str, Leader]:
    """Leaders on their ships; Prien leads the first U-boat. Some are lost, some have no ship to go to (AC-CA-08)."""
    at = {name: flagship(given, crews, where) for name, where in given.leader.items() if name not in lost}
    return {
        name: Leader(at=f"{LETTERS[UBOAT]}1" if name == PRIEN else where, left=USES.get(name, 1))
        for name, where in at.items()
        if where
    }


def flagship(given: Scenario, crews: Crews, where: str) -> str:
    """Where a leader goes: to his ship, her stand-in, or the first of his task force; else nowhere (AC-CA-08)."""
    units = {key: one.ships for key, one in given.task_force.items()}
    units |= {key: one.ships for key, one in given.group.items()}
    for key, ships in units.items():
        if where in map(own_id, ships):
            first = crews[key][0].id if crews[key] else ""
            return next((ship.id for ship in crews[key] if ship.part == where), first)
    return where  # a port box, or a boat

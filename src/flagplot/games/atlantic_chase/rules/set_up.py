"""Set-up: a scenario's task forces, groups, stealth forces and leaders come into play (section 6.3 of our clauses)."""

from __future__ import annotations

from flagplot.games.atlantic_chase.hexes import HEX, NO_HEX
from flagplot.games.atlantic_chase.model.forces import (
    along,
    boxed,
    stationed,
)
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
from flagplot.games.atlantic_chase.state import Group, Leader, Options, Ship, State, StealthForce, TaskForce

LETTERS = {UBOAT: "U", SUBMARINE: "S", MINES: "M"}


def set_up(scenario: str, options: Options) -> State:
    """The position in which a scenario begins; its segments carry no Intel (AC-AMB-21)."""
    given = SCENARIOS[scenario]
    return State(
        phase="battle_alone" if given.kind == BATTLE else "order",
        options=options,
        scenario=scenario,
        active=given.initiative,
        weather=given.weather,
        tally=given.tally,
        forces={key: task_force(key, force, given) for key, force in given.task_force.items()},
        groups={
            key: Group(key, group.port, tuple(ship_of(ship) for ship in group.ships), group.name)
            for key, group in given.group.items()
        },
        stealth={force.key: force for force in stealth_forces(given)},
        leaders=leaders(given),
        refuel=[HEX[name] for name in given.refuel_points],
        free_intel=list(given.free_intel),
    )


def task_force(key: str, given: TaskForceAtStart, scenario: Scenario) -> TaskForce:
    """A task force where the scenario puts it (AC-AMB-29)."""
    ships = tuple(ship_of(ship, given.box or "") for ship in given.ships)
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


def ship_of(given: str | OwnShip, origin: str = "") -> Ship:
    """A ship as she begins."""
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


def leaders(given: Scenario) -> dict[str, Leader]:
    """Leaders on their ships; Prien leads the first U-boat."""
    return {
        name: Leader(at=f"{LETTERS[UBOAT]}1" if name == PRIEN else where, left=USES.get(name, 1))
        for name, where in given.leader.items()
    }

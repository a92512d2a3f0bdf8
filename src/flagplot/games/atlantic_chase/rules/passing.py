"""Pass and All Pass (section 1.20): time goes by, and the Initiative goes over."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import Next, Option, Table
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.model.forces import forces_of
from flagplot.games.atlantic_chase.rules import leaders
from flagplot.games.atlantic_chase.rules.initiative import initiative_changes
from flagplot.games.atlantic_chase.rules.time_lapse import time_lapse
from flagplot.games.atlantic_chase.state import State, TaskForce


def pass_orders(state: State, side: str, own: Sequence[TaskForce]) -> list[tuple[Option, ...]]:
    """With whom a side can pass; without a Trajectory it passes with nobody (AC-PA-01, AC-AMB-07)."""
    found: list[tuple[Option, ...]] = [(say.PASS, force.key) for force in own if force.line]
    if found and leaders.who_passes_all(state, side):
        found.append((say.ALL_PASS,))
    return found or [(say.PASS, "")]


def passing(table: Table[State], key: str) -> Next:
    """One Trajectory lapses and the Initiative goes over; a new Station stays in its hex (AC-PA-01, AC-PT-03)."""
    table.tell(say.PASSED, side=table.state.active)
    time_lapse(table, key)
    initiative_changes(table)
    return "order"


def all_pass(table: Table[State]) -> Next:
    """All own Trajectories lapse, one after the other (AC-PA-02, AC-LD-06)."""
    state = table.state
    leader = leaders.who_passes_all(state, state.active)
    leaders.spend(table, leader, "a Pass becomes an All Pass.")
    for force in forces_of(state, state.active):
        time_lapse(table, force.key)
    initiative_changes(table)
    return "order"

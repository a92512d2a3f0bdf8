"""Signals and Recon (sections 1.22, 1.23): the enemy's signals are read, and boats go out to look."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from flagplot.engine import About, Next, Option, Table
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import ALL_HEXES, BIT, HEXES, listed
from flagplot.games.atlantic_chase.model.forces import enemies_of, forces_of, put, waters_in, with_intel
from flagplot.games.atlantic_chase.rules import leaders
from flagplot.games.atlantic_chase.rules.attacks import SEIZE, VIE, test_initiative
from flagplot.games.atlantic_chase.rules.interruption import signal
from flagplot.games.atlantic_chase.rules.seats import choose
from flagplot.games.atlantic_chase.rules.time_lapse import time_lapse
from flagplot.games.atlantic_chase.scenarios import MINES, PRIEN
from flagplot.games.atlantic_chase.state import State, TaskForce


def signals_orders(enemies: Sequence[TaskForce]) -> list[tuple[str, str, int]]:
    """Every Intel marker of the enemy can be used for Signals (AC-SG-01)."""
    found = []
    for enemy in enemies:
        if enemy.intel_at:
            for number in listed(enemy.intel):
                found.append((say.SIGNALS, enemy.key, number))
    return found


def signals(table: Table[State], target: str, number: int) -> Next:
    """A Trajectory becomes a Station; one own Trajectory in the hex may lapse; then Seize (AC-SG-01, AC-SG-03)."""
    state = table.state
    signal(table, target, number)
    there = [force.key for force in forces_of(state, state.active) if force.line and force.mask & BIT[number]]
    lapsing = choose(table, state.active, say.SIGNALS_LAPSE, [say.NONE, *there], hex=HEXES[number])
    if lapsing != say.NONE:
        time_lapse(table, lapsing)
    return test_initiative(table, SEIZE)  # AC-SG-04


def recon_orders(state: State, side: str) -> list[tuple[str, str]]:
    """Boats can go out; mines stay where they are (AC-SE-02)."""
    found = []
    for boat in state.stealth.values():
        if boat.side == side and boat.kind != MINES:
            found.append((say.RECON, boat.key))
    return found


def recon(table: Table[State], key: str) -> Next:
    """A boat goes to any hex without an enemy port or base, and Intel comes on every enemy segment there (AC-SE-02)."""
    state = table.state
    side = state.active
    hexes = waters_in(state).recon[side]
    prien = state.leaders.get(PRIEN)
    with_prien = bool(prien and prien.at == key)
    number = choose(table, side, say.RECON_TO, tuple(ALL_HEXES) if with_prien else hexes, force=key)
    if with_prien and number not in hexes:
        leaders.spend(table, PRIEN, "a boat enters enemy waters.")  # AC-LD-08
    state.stealth[key] = replace(state.stealth[key], hex=number)
    table.tell(say.WENT, force=key, hex=HEXES[number])
    for enemy in enemies_of(state, side):
        if enemy.line and enemy.mask & BIT[number]:
            put(state, with_intel(enemy, enemy.intel | BIT[number]))
            table.tell(say.INTEL_FOUND, force=enemy.key, hex=HEXES[number])  # AC-SE-03
    return test_initiative(table, VIE)  # AC-SE-01


@say.RECON_TO.why_not
def hex_barred(state: State, about: About, option: Option) -> say.Barred:
    if isinstance(option, int) and option in ALL_HEXES and option not in waters_in(state).recon[state.active]:
        return say.ENEMY_PORT_THERE, {"hex": HEXES[option]}
    return None

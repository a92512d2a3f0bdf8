"""Leaders (section 1.6): eleven men, each of whom can be used once, Raeder and Pound twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from flagplot.engine import Chart, Modifier, Option, Roll, Table
from flagplot.engine.dice import counted
from flagplot.engine.words import total as added
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import HEXES, hexes_in
from flagplot.games.atlantic_chase.model.forces import all_ships, leader_at, own_participants, put, side_of, with_intel
from flagplot.games.atlantic_chase.rules.seats import choose
from flagplot.games.atlantic_chase.scenarios import (
    FORBES,
    GENSOUL,
    KRANCKE,
    LEADERS,
    LUTJENS,
    MARSCHALL,
    POUND,
    RAEDER,
    SOMERVILLE,
    TOVEY,
    WALKER,
)
from flagplot.games.atlantic_chase.state import Attack, State

R = TypeVar("R")

TURN_TO_SIX = (MARSCHALL, FORBES)
SHIFT_TOTAL = (KRANCKE, TOVEY)
ALL_PASS = (RAEDER, POUND)


def spend(table: Table[State], name: str, what: str) -> None:
    """A leader is used; after the last time he is gone (AC-LD-02)."""
    state = table.state
    leader = state.leaders.pop(name)
    if leader.left > 1:
        state.leaders[name] = replace(leader, left=leader.left - 1)
    table.tell(say.LEADER_USED, leader=name, what=what)


def force_of(state: State, name: str) -> str:
    """The task force that a leader is with; empty if he is with none."""
    leader = state.leaders.get(name)
    if not leader:
        return ""
    return next((force.key for force, ship in all_ships(state) if ship.id == leader.at), "")


def wants(table: Table[State], name: str, what: str, use: str = "", saves: bool = True) -> bool:
    """Whether the player of a leader uses him now: for which roll, and whether that would turn the scale."""
    side, answers = LEADERS[name], say.USE_LEADER.answers
    answer = choose(table, side, say.USE_LEADER, answers, leader=name, what=what, use=use, saves=saves)
    return bool(answer == say.YES)


# Lütjens (AC-LD-04)


def can_seize_at_once(state: State, side: str) -> bool:
    """Whether a Seize attempt can succeed without dice (AC-AMB-38)."""
    return LEADERS[LUTJENS] == side and bool(force_of(state, LUTJENS))


def seize_at_once(table: Table[State]) -> None:
    """His task force takes Evasive Maneuvers, and must be the Active TF of the next action."""
    state = table.state
    key = force_of(state, LUTJENS)
    put(state, replace(state.forces[key], is_evasive=True))
    spend(table, LUTJENS, "the Initiative is seized at once.")
    state.bound, state.bound_by = key, LUTJENS


# Marschall and Forbes (AC-LD-07)


def six_for_initiative(state: State, side: str) -> str:
    """Who of a side can turn a die of a Weather or Initiative roll to 6; empty if nobody can."""
    for name in TURN_TO_SIX:
        if name in state.leaders and LEADERS[name] == side and force_of(state, name):
            return name
    return ""


def six_with(state: State, keys: Sequence[str]) -> str:
    """Who of these task forces can turn a die to 6; empty if nobody can."""
    for name in TURN_TO_SIX:
        if name in state.leaders and any(leader_at(state, name, key) for key in keys):
            return name
    return ""


def read(
    table: Table[State],
    side: str,
    chart: Chart[R],
    roll: Roll,
    modifiers: Sequence[Modifier],
    leader: str,
    /,
    **about: Any,
) -> R:
    """Throw and read a chart; a leader who turns a die to 6 is asked if that changes the row (AC-AMB-40)."""
    if not leader:
        return table.consult(chart, roll, modifiers, **about)
    return chart[throw_for(table, chart, roll, modifiers, leader, **about) + added(modifiers)]


def throw_for(
    table: Table[State],
    chart: Chart[Any],
    roll: Roll,
    modifiers: Sequence[Modifier],
    leader: str,
    /,
    **about: Any,
) -> int:
    """The sum of a throw for a chart, with a die that a leader has turned to 6, without the modifiers."""
    throw = table.roll(chart.dice, roll, modifiers, **about)
    if not leader:
        return throw.sum
    plus, faces = added(modifiers), throw.faces
    turned = max(counted(chart.dice, *faces[:at], 6, *faces[at + 1 :]).sum for at in range(len(faces)))
    row, better = chart[throw.sum + plus], chart[turned + plus]
    saves = _fails(row) and not _fails(better)
    if better == row or not wants(table, leader, "A die is turned to 6.", roll.key, saves):
        return throw.sum
    if roll in (say.WEATHER_ROLL, say.SEIZE_ROLL):
        table.state.bound, table.state.bound_by = force_of(table.state, leader), leader
    spend(table, leader, "a die is turned to 6.")
    return turned


def _fails(row: object) -> bool:
    """Whether a row of a table is a failure: no Hit, no change, or a Miss."""
    return not row or (isinstance(row, tuple) and t.MISS in row)


def turns_to_six(table: Table[State], side: str, face: int) -> bool:
    """Whether a leader turns the one die of a Vie to 6."""
    state = table.state
    leader = six_for_initiative(state, side)
    if not leader or face == 6 or not wants(table, leader, "The die is turned to 6."):
        return False
    state.bound, state.bound_by = force_of(state, leader), leader
    spend(table, leader, "the die is turned to 6.")
    return True


# Krancke and Tovey (AC-LD-05)


def shift_total(table: Table[State], attack: Attack, total: int) -> int:
    """Each may roll 2d6 and add it to the total or take it off, or be kept for later (AC-AMB-39)."""
    state = table.state
    for name in [name for name in SHIFT_TOTAL if name in state.leaders]:
        if not (leader_at(state, name, attack.active) or leader_at(state, name, attack.target)):
            continue
        if not wants(table, name, f"2d6 can be added to the total {total} or taken off."):
            continue
        thrown = table.roll("2d6", say.LEADER_ROLL, leader=name).sum
        answers = say.LEADER_TOTAL.answers
        answer = choose(table, LEADERS[name], say.LEADER_TOTAL, answers, leader=name, sum=thrown, total=total)
        if answer == say.KEEP:
            continue
        total = min(3 * t.LONGEST, total + thrown) if answer == say.ADD else max(0, total - thrown)
        spend(table, name, f"the total is now {total}.")
    return total


# Somerville, Walker, Gensoul


def somerville(table: Table[State], keys: Sequence[str]) -> list[Modifier]:
    """+2 to a roll in which his task force is designated (AC-LD-11, AC-AMB-41)."""
    if SOMERVILLE not in table.state.leaders:
        return []
    if any(leader_at(table.state, SOMERVILLE, key) for key in keys) and wants(table, SOMERVILLE, "+2 to this roll."):
        spend(table, SOMERVILLE, "+2.")
        return [Modifier(t.SOMERVILLE, "Somerville")]
    return []


def walker(table: Table[State], key: str) -> bool:
    """Whether Walker is used where his task force coordinates (AC-LD-09, AC-AMB-42)."""
    what = f"Coordination is +{t.WALKER_COORDINATION}."
    if leader_at(table.state, WALKER, key) and wants(table, WALKER, what):
        spend(table, WALKER, what)
        return True
    return False


def gensoul(table: Table[State], attack: Attack) -> None:
    """When his task force is the Active TF, one Intel marker of a designated one goes (AC-LD-10, AC-AMB-42)."""
    state = table.state
    if not leader_at(state, GENSOUL, attack.active):
        return
    keys = [key for key in own_participants(attack) if key in state.forces]
    markers: list[Option] = [(key, number) for key in keys for number in hexes_in(state.forces[key].intel)]
    if not markers:
        return
    choice = choose(table, LEADERS[GENSOUL], say.GENSOUL_AT, [say.NONE, *markers])
    if choice == say.NONE:
        return
    key, number = choice
    force = state.forces[key]
    put(state, with_intel(force, force.intel & ~(1 << number)))
    spend(table, GENSOUL, "an Intel marker goes.")
    table.tell(say.INTEL_REMOVED, leader=GENSOUL, force=key, hex=HEXES[number])


# Who passes (AC-LD-06)


def who_passes_all(state: State, side: str) -> str:
    """Who of a side can turn a Pass into an All Pass; empty if nobody can."""
    for name in ALL_PASS:
        if name in state.leaders and LEADERS[name] == side:
            return name
    return ""


# What becomes of a leader when his ship is sunk or damaged (AC-LD-03)


def leave_ship(table: Table[State], ship_id: str, others: Sequence[str], is_sunk: bool) -> None:
    """Leaders of a ship that was sunk or newly damaged go to another of their task force, if there is one."""
    state = table.state
    for name in [name for name, leader in state.leaders.items() if leader.at == ship_id]:
        if others:
            to = choose(table, LEADERS[name], say.LEADER_MOVES, list(others), leader=name)
            state.leaders[name] = replace(state.leaders[name], at=to)
            table.tell(say.LEADER_MOVED, leader=name, ship=to)
        elif is_sunk:
            del state.leaders[name]
            if state.campaign:
                state.campaign = replace(state.campaign, lost_leaders=(*state.campaign.lost_leaders, name))  # AC-CA-08
            table.tell(say.LEADER_LOST, leader=name)


def is_bound(state: State) -> bool:
    """Whether the Active player's next action must be with a certain task force (AC-AMB-38, AC-AMB-40)."""
    return bool(state.bound) and state.bound in state.forces and side_of(state.bound) == state.active

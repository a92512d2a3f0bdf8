"""Interruption (section 1.12): Intel on those who attack may warn the enemy before the dice are thrown."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.engine import Option, Table
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import ENEMY, HEXES, hexes_in
from flagplot.games.atlantic_chase.model.forces import intel_on, own_participants, put, stationed
from flagplot.games.atlantic_chase.rules.initiative import gain_evasive, initiative_changes, vie
from flagplot.games.atlantic_chase.rules.modifiers import keep, the_attack
from flagplot.games.atlantic_chase.rules.seats import choose
from flagplot.games.atlantic_chase.state import Attack, State


def is_interrupted(table: Table[State]) -> bool:
    """Whether Intel on the Active player's designated task forces stops the action (AC-IR-01 to AC-IR-03).

    A cancelled action throws no dice, lapses nobody and spends nothing (AC-AMB-32).
    """
    state = table.state
    attack = the_attack(state)
    markers = intel_on(state, own_participants(attack))
    if not markers:
        return False
    charts = t.INTERRUPTION_BOARD if state.options.interruption_as_on_board else t.INTERRUPTION
    result = table.consult(charts[min(markers, t.MOST_MARKERS) - 1], say.INTERRUPTION_ROLL, (), markers=markers)
    table.tell(say.INTERRUPTED[result])
    if result in t.ALERTS:
        keep(state, replace(attack, alert=t.ALERTS[result]))
        return False
    if result == t.SLIP:
        slip(table, attack)
        if vie(table):
            initiative_changes(table)
        return True
    if result == t.VIE:
        if vie(table):
            table.tell(say.CANCELLED)
            initiative_changes(table)
            return True
        if state.options.interruption_vie_cancels:  # AC-AMB-05
            table.tell(say.CANCELLED)
            return True
        return False
    initiative_changes(table)
    return True


def slip(table: Table[State], attack: Attack) -> None:
    """The Inactive player makes Signals against one of them, or his target takes Evasive Maneuvers (AC-CR-16)."""
    state = table.state
    keys = [key for key in (attack.active, attack.coordinating) if key in state.forces]
    options: list[Option] = [
        (say.SIGNALS, key, number) for key in dict.fromkeys(keys) for number in hexes_in(state.forces[key].intel)
    ]
    options.append(say.EVADE)
    answer = choose(table, ENEMY[state.active], say.SLIP, options, target=attack.target)
    if answer == say.EVADE:
        gain_evasive(table, attack.target)
    else:
        signal(table, answer[1], answer[2])  # without a Seize: the Vie takes its place (AC-AMB-18)


def signal(table: Table[State], key: str, number: int) -> None:
    """A Trajectory becomes a Station where it carries Intel (AC-SG-01, AC-SG-02)."""
    put(table.state, stationed(table.state.forces[key], number))
    table.tell(say.SIGNALLED, target=key, hex=HEXES[number])

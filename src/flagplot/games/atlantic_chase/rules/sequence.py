"""The sequence of play: which procedures there are, and which of them call others.

The Active player performs actions (AC-AC-01). Attacks call a battle, and everything comes back to the next order.
"""

from __future__ import annotations

from flagplot.engine.table import Phase
from flagplot.games.atlantic_chase.rules import solitaire_answers  # noqa: F401  they register themselves
from flagplot.games.atlantic_chase.rules.attacks import after_attack, attack
from flagplot.games.atlantic_chase.rules.battle import battle, battle_alone, break_away, next_round
from flagplot.games.atlantic_chase.rules.campaign import next_operation, operation_over
from flagplot.games.atlantic_chase.rules.completion import completion
from flagplot.games.atlantic_chase.rules.gunnery import gunnery, torpedoes
from flagplot.games.atlantic_chase.rules.maneuver import maneuver
from flagplot.games.atlantic_chase.rules.orders import order
from flagplot.games.atlantic_chase.rules.passing import all_pass, passing
from flagplot.games.atlantic_chase.rules.reorganize import reorganize, reorganize_on
from flagplot.games.atlantic_chase.rules.solitaire import imaginary_action
from flagplot.games.atlantic_chase.rules.stealth import recon, signals
from flagplot.games.atlantic_chase.rules.trajectories import course

# The nine actions (AC-AC-02); each ends with the next order.
ACTIONS: dict[str, Phase] = {
    "order": order,
    "imaginary_action": imaginary_action,
    "attack": attack,
    "after_attack": after_attack,
    "completion": completion,
    "passing": passing,
    "all_pass": all_pass,
    "reorganize": reorganize,
    "reorganize_on": reorganize_on,
    "signals": signals,
    "recon": recon,
    "course": course,
}

# A battle, which an attack calls, or of which a scenario consists (AC-BT-05)
BATTLE: dict[str, Phase] = {
    "battle": battle,
    "battle_alone": battle_alone,
    "round": next_round,
    "gunnery": gunnery,
    "torpedoes": torpedoes,
    "maneuver": maneuver,
    "break_away": break_away,
}

# Between the operations of a campaign (AC-CA-01)
CAMPAIGN: dict[str, Phase] = {"operation_over": operation_over, "next_operation": next_operation}

PHASES = ACTIONS | BATTLE | CAMPAIGN

"""The rules of Night Action, a module a chapter; here the turn sequence (NA-SEQ-01), phase by phase."""

from __future__ import annotations

from flagplot.engine.table import Phase
from flagplot.games.night_action.rules import torpedo_outlook  # noqa: F401  it tells the odds of a salvo
from flagplot.games.night_action.rules.aircraft import air_attacks, aircraft
from flagplot.games.night_action.rules.contact_movement import contacts
from flagplot.games.night_action.rules.contacts import turn_over_to_fire, turn_over_to_launch, turn_over_to_move
from flagplot.games.night_action.rules.damage_control import repairs, repairs_begin
from flagplot.games.night_action.rules.end import end
from flagplot.games.night_action.rules.free_battle import deploy, muster
from flagplot.games.night_action.rules.guns import fire, guns
from flagplot.games.night_action.rules.initiative import initiative
from flagplot.games.night_action.rules.movement import class_1, class_2, class_3, drifting, held_back
from flagplot.games.night_action.rules.set_up import deal, set_up
from flagplot.games.night_action.rules.shore import bombardment
from flagplot.games.night_action.rules.spotting import look_out, spotting
from flagplot.games.night_action.rules.torpedoes import attacks, launch_first, launch_second, strike, tracks

__all__ = ["PHASES", "set_up"]

# Before the first turn: a scenario is dealt; for a free battle ships are picked and deployed.
BEGINNING: dict[str, Phase] = {"set_up": deal, "muster": muster, "deploy": deploy}

# A turn. Phases in which units, ships or markers are played one by one come back to themselves; at the start of phases
# 2, 5 and 6 contacts can be turned over.
TURN: dict[str, Phase] = {
    "initiative": initiative,
    "turn_over_to_move": turn_over_to_move,
    "drifting": drifting,
    "class_3": class_3,
    "class_2": class_2,
    "class_1": class_1,
    "held_back": held_back,
    "aircraft": aircraft,
    "spotting": spotting,
    "look_out": look_out,
    "repairs_begin": repairs_begin,
    "repairs": repairs,
    "turn_over_to_fire": turn_over_to_fire,
    "air_attacks": air_attacks,
    "guns": guns,
    "fire": fire,
    "bombardment": bombardment,
    "turn_over_to_launch": turn_over_to_launch,
    "tracks": tracks,
    "launch_first": launch_first,
    "launch_second": launch_second,
    "attacks": attacks,
    "strike": strike,
    "contacts": contacts,
    "end": end,
}

PHASES = BEGINNING | TURN

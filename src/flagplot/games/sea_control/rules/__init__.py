"""The rules of Sea Control, a module a chapter; here the sequence of play (section 4.1), step by step."""

from __future__ import annotations

from flagplot.engine.table import Phase
from flagplot.games.sea_control.rules import orders_barred  # noqa: F401  it tells the asks why an order is barred
from flagplot.games.sea_control.rules.air_combat import air_combat
from flagplot.games.sea_control.rules.combat import battles, combat
from flagplot.games.sea_control.rules.movement import air_placement, allied_movement, axis_movement, submarine_placement
from flagplot.games.sea_control.rules.pursuit import pursuit, withdrawal
from flagplot.games.sea_control.rules.reinforcements import allied_bases, reinforcements, set_up
from flagplot.games.sea_control.rules.repair import allied_repair, axis_repair
from flagplot.games.sea_control.rules.submarine_combat import submarine_combat
from flagplot.games.sea_control.rules.surface_combat import surface_combat
from flagplot.games.sea_control.rules.turn_end import allied_return, axis_return, control, next_turn
from flagplot.games.sea_control.rules.voyages import fortress_fire

__all__ = ["PHASES", "set_up"]

# The steps of a turn (SC-SEQ-01); those in which orders are given come back to themselves order by order.
STEPS: dict[str, Phase] = {
    "reinforcements": reinforcements,
    "allied_bases": allied_bases,
    "allied_movement": allied_movement,
    "axis_movement": axis_movement,
    "submarine_placement": submarine_placement,
    "air_placement": air_placement,
    "allied_repair": allied_repair,
    "axis_repair": axis_repair,
    "combat": combat,
    "battles": battles,
    "control": control,
    "axis_return": axis_return,
    "allied_return": allied_return,
    "next_turn": next_turn,
}

# A battle, which the step of battles calls; only surface rounds come again (SC-AMB-25), and there is no combat on land
# (SC-AMB-04).
BATTLE: dict[str, Phase] = {
    "submarine_combat": submarine_combat,
    "air_combat": air_combat,
    "surface_combat": surface_combat,
    "pursuit": pursuit,
    "withdrawal": withdrawal,
}

# Ships pass a guarded strait, called by the steps in which ships sail or go home (SC-GIB-01).
PASSAGE: dict[str, Phase] = {"fortress_fire": fortress_fire}

PHASES = STEPS | BATTLE | PASSAGE

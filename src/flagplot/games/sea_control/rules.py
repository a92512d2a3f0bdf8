"""The rules of Sea Control: the sequence of play (section 4.1), step by step."""

from __future__ import annotations

from collections.abc import Callable

from flagplot.engine import Table
from flagplot.games.sea_control.air_round import air_combat
from flagplot.games.sea_control.battle import battle_over, battles, combat, stay_or_withdraw
from flagplot.games.sea_control.movement import (
    allied_air,
    allied_movement,
    axis_air,
    axis_movement,
    submarine_placement,
)
from flagplot.games.sea_control.passage import fortress_fire, passage
from flagplot.games.sea_control.pursuit import pursuit, withdrawal
from flagplot.games.sea_control.reinforcements import allied_bases, reinforcements
from flagplot.games.sea_control.repair import air_raids, allied_repair, axis_repair
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.submarine_round import submarine_combat
from flagplot.games.sea_control.surface_round import surface_combat
from flagplot.games.sea_control.turn_end import allied_return, axis_return, control, next_turn

# The sequence of play (SC-SEQ-01). Steps in which orders are given come back to themselves order by order; in a battle
# only surface rounds come again (SC-AMB-25), and there is no combat on land (SC-AMB-04).
PHASES: dict[str, Callable[[Table[State]], str | None]] = {
    "reinforcements": reinforcements,
    "allied_bases": allied_bases,
    "allied_movement": allied_movement,
    "axis_movement": axis_movement,
    "passage": passage,
    "fortress_fire": fortress_fire,
    "submarine_placement": submarine_placement,
    "allied_air": allied_air,
    "axis_air": axis_air,
    "air_raids": air_raids,
    "allied_repair": allied_repair,
    "axis_repair": axis_repair,
    "combat": combat,
    "battles": battles,
    "submarine_combat": submarine_combat,
    "air_combat": air_combat,
    "surface_combat": surface_combat,
    "stay_or_withdraw": stay_or_withdraw,
    "pursuit": pursuit,
    "withdrawal": withdrawal,
    "battle_over": battle_over,
    "control": control,
    "axis_return": axis_return,
    "allied_return": allied_return,
    "next_turn": next_turn,
}

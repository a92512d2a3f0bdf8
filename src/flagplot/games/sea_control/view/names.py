"""How the ids of Sea Control read, and its phases."""

from __future__ import annotations

from flagplot.common.places import names_of
from flagplot.engine.state import OVER
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say

NAMES: dict[str, str] = {
    **names_of(t.MAP.area, t.MAP.port, t.MAP.box, t.UNITS),
    **{name: f"Task force {number}" for number, name in enumerate(t.TASK_FORCES, 1)},
    t.ARRIVALS: "the arrivals",
    t.DOCKED: "the docks",
    t.AXIS: "Axis",
    t.ALLIED: "Allies",
    t.NEUTRAL: "nobody",
    say.KEEP: "off board",
    say.DONE: "no more",
    say.STAY: "stay and fight on",
    say.WITHDRAW: "withdraw with all ships",
    say.LET_GO: "let them go",
    t.HIT: "hit",
    t.MISS: "miss",
    t.DISABLED: "disabled",
    t.SUNK: "sunk",
    t.DRIVEN_OFF: "driven off",
}
# A cruiser has the name of a port.
NAMES["norfolk_ca"] = "Norfolk (cruiser)"

PHASE_NAMES = {
    "reinforcements": "Reinforcements",
    "allied_bases": "Reinforcements",
    "allied_movement": "Allied movement",
    "axis_movement": "Axis movement",
    "fortress_fire": "Under the guns",
    "submarine_placement": "Axis submarines",
    "air_placement": "Land air",
    "allied_repair": "Allied repairs",
    "axis_repair": "Axis repairs",
    "combat": "Combat",
    "battles": "Combat",
    "submarine_combat": "Submarine combat",
    "air_combat": "Air combat",
    "surface_combat": "Surface combat",
    "pursuit": "Pursuit",
    "withdrawal": "Withdrawal",
    "control": "Control",
    "axis_return": "The Axis returns to port",
    "allied_return": "The Allies return to port",
    "next_turn": "End of the turn",
    OVER: "The war at sea is over",
}

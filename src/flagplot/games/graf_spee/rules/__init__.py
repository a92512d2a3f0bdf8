"""The rules of The Cruise of the Graf Spee, a module a chapter; here the sequence of play (section 4)."""

from __future__ import annotations

from flagplot.engine.table import Phase
from flagplot.games.graf_spee.rules.achievement import orders_achievement_phase
from flagplot.games.graf_spee.rules.auxiliaries import auxiliary_cruiser_movement_phase
from flagplot.games.graf_spee.rules.bombardment import shore_bombardment_phase
from flagplot.games.graf_spee.rules.campaign import basing_phase
from flagplot.games.graf_spee.rules.combat import battle_phase, combat_step
from flagplot.games.graf_spee.rules.incidents import draw_phase, incidents_phase
from flagplot.games.graf_spee.rules.intelligence import intelligence_phase
from flagplot.games.graf_spee.rules.movement import movement_phase
from flagplot.games.graf_spee.rules.outfitting import outfitting_phase
from flagplot.games.graf_spee.rules.set_up import deployment_phase, fitting_out_phase

# The set-up (section 3)
SET_UP: dict[str, Phase] = {"deployment": deployment_phase, "fitting_out": fitting_out_phase}

# The phases of a day (GS-SEQ-01), and what lies between two missions of a campaign
DAY: dict[str, Phase] = {
    "outfitting": outfitting_phase,
    "intelligence": intelligence_phase,
    "movement": movement_phase,
    "incidents": incidents_phase,
    "bombardment": shore_bombardment_phase,
    "auxiliaries": auxiliary_cruiser_movement_phase,
    "achievement": orders_achievement_phase,
    "basing": basing_phase,
}

# The draw of incidents in a space, which a combat may interrupt
INCIDENTS: dict[str, Phase] = {"draw": draw_phase}

# A naval combat, which movement and draws call
COMBAT: dict[str, Phase] = {
    "battle": battle_phase,
    "combat_step": combat_step,
}

PHASES = SET_UP | DAY | INCIDENTS | COMBAT

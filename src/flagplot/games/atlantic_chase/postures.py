"""Postures of the imaginary player (section 6.2 of our clauses): what each does by the die, and how far it goes."""

from __future__ import annotations

from flagplot.engine import Chart
from flagplot.games.atlantic_chase.hexes import BRITISH, GERMAN
from flagplot.games.atlantic_chase.ships import AC, AO, BB, BC, CA, CL, CONVOY, CV, DD, LINER, PB

AIR, HUNT, CONVOYS, SLIP_OUT, HOME = "air", "hunt", "convoy", "slip", "home"
HUNTER, ESCORT, RAIDER, RUNNER = "hunter", "escort", "raider", "runner"
POSTURES = {
    HUNTER: Chart("Hunter", (AIR, AIR, HUNT, HUNT, CONVOYS, CONVOYS)),
    ESCORT: Chart("Escort", (AIR, HUNT, HUNT, HUNT, CONVOYS, CONVOYS)),
    RAIDER: Chart("Raider", (AIR, HUNT, HUNT, HUNT, SLIP_OUT, SLIP_OUT)),
    RUNNER: Chart("Runner", (SLIP_OUT, HOME, HOME, HOME, HOME, HOME)),
}
ENOUGH = {GERMAN: 3, BRITISH: 2}  # quarters of the enemy's worth with which one is fit to fight
ESCORTS_WITHIN = 3  # hexes between a German and a Convoy (AC-IP-03)
MOST_NEW_SEGMENTS = 9  # of a hunter (AC-IP-06)
MOST_SLIP_SEGMENTS = 6  # of a raider (AC-IP-09)
HALF, THIRD = 18, 12  # of 36
RANK = {kind: number for number, kind in enumerate((CONVOY, BB, BC, CV, PB, CA, CL, DD, AC, AO, LINER))}  # ties

"""How the ids of Atlantic Chase read: task forces, ships, ports, leaders, and what goes on in each phase."""

from __future__ import annotations

from flagplot.common.places import names_of
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import BOXES, BRITISH, GERMAN, HEXES, MAP, PORTS, hex_name
from flagplot.games.atlantic_chase.scenarios import (
    LEADERS,
    LUTJENS,
    SCENARIOS,
    OwnShip,
    base_key,
    own_id,
    ships_of,
    word,
)
from flagplot.games.atlantic_chase.ships import TYPES

SIDE_NAMES = {GERMAN: "German", BRITISH: "British"}
ZONE_NAMES = {t.FAR: "Far", t.NEAR: "Near", t.CLOSE: "Close"}
STEALTH_NAMES = {"U": "U-boat", "S": "Submarine", "M": "Mines"}
MOST_BOATS = 9

# The zones of the battle board, from the German side to the British
ZONES = (
    ("german_far", GERMAN, t.FAR, "German Far"),
    ("german_near", GERMAN, t.NEAR, "German Near"),
    ("close", "", t.CLOSE, "Close"),
    ("british_near", BRITISH, t.NEAR, "British Near"),
    ("british_far", BRITISH, t.FAR, "British Far"),
)


def sign_of(key: str) -> str:
    """The number of a task force as it stands on the chart: 3, G1."""
    return key if key.startswith("G") else key[1:]


def _own_ships() -> dict[str, str]:
    """The ships that scenarios give names of their own."""
    ships = [ship for scenario in SCENARIOS.values() for ship in ships_of(scenario).values()]
    return {own_id(ship): ship.name for ship in ships if isinstance(ship, OwnShip) and ship.name}


def _bases() -> dict[str, str]:
    """The air bases of the chart, and those that scenarios add."""
    added = [base.name for scenario in SCENARIOS.values() for base in scenario.airbase]
    return {base_key(key): base.name for key, base in MAP.base.items()} | {base_key(word(name)): name for name in added}


BASES = _bases()

NAMES = {
    **names_of(PORTS, BOXES),
    **{key: f"the air base {name}" for key, name in BASES.items()},
    **{key: ship.name for key, ship in TYPES.items()},
    **_own_ships(),
    **{key: f"TF {sign_of(key)}" for keys in t.SETS.values() for key in keys},
    **{f"{side}{letter}": f"group {letter}" for side in "GB" for letter in "ABCDEFGHIJ"},
    **{f"{kind}{n}": f"{name} {n}" for kind, name in STEALTH_NAMES.items() for n in range(1, MOST_BOATS + 1)},
    **{leader: leader.capitalize() for leader in LEADERS},
    LUTJENS: "Lütjens",
    **SIDE_NAMES,
    **{name: hex_name(number) for number, name in enumerate(HEXES)},
    t.FAR: "Far",
    t.NEAR: "Near",
    t.CLOSE: "Close",
    t.GOOD: "Good",
    t.BAD: "Bad",
}

WORDS = {
    say.YES: "Yes",
    say.NO: "No",
    say.NONE: "None",
    say.DONE: "Done",
    say.KEEP: "Keep him",
    say.DIE: "By the die",
    say.TABLE: "By the table",
    say.TRY: "Try to seize it",
    say.DECLINE: "Do not try",
    say.LUTJENS: "Lütjens seizes it at once",
    say.ADD: "Add it",
    say.SUBTRACT: "Subtract it",
    say.EVADE: "Evasive Maneuvers",
    say.NEW: "A task force of its own",
    say.READY: "Begin the operation",
    t.FAR: "In Far",
    t.NEAR: "In Near",
}

PHASE_NAMES = {
    "order": "Orders",
    "imaginary_action": "The imaginary player acts",
    "attack": "Attack",
    "after_attack": "After the attack",
    "completion": "Completion",
    "passing": "Pass",
    "all_pass": "Pass",
    "reorganize": "Reorganize",
    "reorganize_on": "Reorganize",
    "signals": "Signals",
    "recon": "Recon",
    "course": "Course",
    "battle": "Battle",
    "battle_alone": "Battle",
    "round": "Battle",
    "gunnery": "Gunnery",
    "torpedoes": "Torpedoes",
    "maneuver": "Maneuver",
    "break_away": "Break away",
    "operation_over": "The operation is over",
    "next_operation": "Between operations",
}

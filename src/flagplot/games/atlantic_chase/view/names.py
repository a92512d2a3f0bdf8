"""How the ids of Atlantic Chase read: task forces, ships, ports, leaders, and what goes on in each phase."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from flagplot.common.places import names_of
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import BOXES, BRITISH, GERMAN, HEXES, MAP, PORTS, hex_name
from flagplot.games.atlantic_chase.scenarios import (
    LEADERS,
    LUTJENS,
    MINES,
    SCENARIOS,
    SUBMARINE,
    UBOAT,
    OwnShip,
    base_key,
    own_id,
    ships_of,
    word,
)
from flagplot.games.atlantic_chase.ships import AC, AO, BB, BC, CA, CL, CONVOY, CV, DD, LINER, PB, TYPES
from flagplot.games.atlantic_chase.state import Group, Ship, State, TaskForce

# The silhouette of each kind of ship and boat
FIGURES = {
    BB: "battleship", BC: "battlecruiser", PB: "pocket_battleship", CA: "cruiser", CL: "light_cruiser", CV: "carrier",
    AC: "auxiliary", AO: "tanker", DD: "destroyer", CONVOY: "convoy", LINER: "liner",
    UBOAT: "uboat", SUBMARINE: "submarine", MINES: "mines",
}  # fmt: skip
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
    """The number of a task force, or the letter of a group, as it stands on the chart: 3, G1, A."""
    return key if key in t.SIDE_OF and key.startswith("G") else key[1:]


def name_in(state: State, key: str) -> str | None:
    """How a task force or a group reads now, with its number where another reads alike (AC-AMB-57); None: as always."""
    return names_in_play(state)[key] if key in state.forces or key in state.groups else None


def names_in_play(state: State) -> Mapping[str, str]:
    """How all task forces and groups read now."""
    return _names_of((*state.forces.values(), *state.groups.values()))


@functools.lru_cache(maxsize=1024)  # every line of the log and every option asks for them
def _names_of(in_play: tuple[TaskForce | Group, ...]) -> dict[str, str]:
    names = {one.key: name_of(one) for one in in_play}
    given = list(names.values())
    return {key: name if given.count(name) == 1 else f"{name} ({sign_of(key)})" for key, name in names.items()}


def name_of(named: TaskForce | Group) -> str:
    """The name that the scenario gives it, else that of the ship after which it is called (AC-AMB-57)."""
    if named.name:
        return named.name
    ship = named.namesake if isinstance(named, TaskForce) else named.ships[0]
    return ship_name(ship) if ship else sign_of(named.key)


def ship_name(ship: Ship) -> str:
    """How a ship reads."""
    return NAMES.get(ship.id, ship.kind.name)


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
    t.INITIATIVE_CHANGE: "the Initiative changes hands",
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

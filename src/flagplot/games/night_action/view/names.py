"""How the ids of Night Action read in texts."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.games.night_action import programmes as prog
from flagplot.games.night_action.model.fleet import marker_id
from flagplot.games.night_action.ships import AIRCRAFT, ALLIED, AXIS, KINDS, WEAPONS
from flagplot.games.night_action.state import State

SPEEDS = ("stopped", "¼", "½", "¾", "full")  # by setting
SIDES_IN_WORDS = {ALLIED: "Allies", AXIS: "Axis"}
MOST_MARKERS = 100  # of a side that are named
MOST_STEPS = 12  # of 15 degrees in a move


def programme_in_words(code: str) -> str:
    """A programme in words."""
    if code == prog.STRAIGHT:
        return "Straight on"
    side = "port" if code[0] in "Pp" else "starboard"
    degrees = 15 * prog.steps_of(code)
    if code.endswith(prog.SIDESTEP):
        return f"{degrees}° to {side} and back"
    return f"{degrees}° to {side} {'at once' if code[0].isupper() else 'at the end'}"


def _codes() -> Iterator[str]:
    """All programmes that there can be."""
    yield prog.STRAIGHT
    for side in (prog.PORT_SIDE, prog.STARBOARD_SIDE):
        for steps in range(1, MOST_STEPS + 1):
            yield from (f"{side}{steps}", f"{side.lower()}{steps}", f"{side}{steps}{prog.SIDESTEP}")


NAMES = {
    ALLIED: "Allied",
    AXIS: "Axis",
    **{key: weapon.name for key, weapon in WEAPONS.items()},
    **{key: kind.name for key, kind in KINDS.items()},
    **{key: kind.name for key, kind in AIRCRAFT.items()},
    **{
        marker_id(side, number): f"{number} of the {name}"
        for side, name in SIDES_IN_WORDS.items()
        for number in range(1, MOST_MARKERS)
    },
    **{code: programme_in_words(code).lower() for code in _codes()},
    **{f"speed_{setting}": name for setting, name in enumerate(SPEEDS)},
    "suppressed": "silent to the end of the next turn",
    "suppressed_2": "silent to the end of the turn after next",
    "out": "out of action",
    "out_fire": "out of action, and on fire",
    "destroyed": "destroyed",
    "lookouts": "lookouts hit",
    "helmsman": "helmsman down, straight on in the next move",
    "captain": "captain hit",
    "command": "command lost",
    "acceleration": "acceleration damage",
    "frozen": "acceleration damage, setting frozen",
    "engine_1": "engine damage, one setting",
    "engine_2": "engine damage, two settings",
    "engine_room": "engine room hit",
    "straight_next": "straight on in the next move",
    "slow_gear": "steering gear slow",
    "rudder_amidships": "rudder jammed amidships",
    "rudder_hard_over": "rudder jammed hard over",
    "rudder_lost": "rudder lost",
    "rudder_lost_flood": "rudder lost, flooding",
}

PHASE_NAMES = {
    "set_up": "Set-up",
    "muster": "Ships are picked",
    "deploy": "Ships are deployed",
    "initiative": "Initiative",
    "turn_over_to_move": "Contacts may be turned over to move",
    "turn_over_to_fire": "Contacts may be turned over to fire",
    "turn_over_to_launch": "Contacts may be turned over to launch",
    "drifting": "Drifting vessels",
    "class_3": "Class 3 moves",
    "class_2": "Class 2 moves",
    "class_1": "Class 1 moves",
    "held_back": "The unit held back moves",
    "aircraft": "Aircraft",
    "spotting": "Spotting",
    "look_out": "Spotting",
    "repairs_begin": "Damage control",
    "repairs": "Damage control",
    "air_attacks": "Air attacks",
    "guns": "Guns",
    "fire": "A ship fires",
    "bombardment": "Bombardment",
    "tracks": "Tracks run on",
    "launch_first": "Torpedoes",
    "launch_second": "Torpedoes",
    "attacks": "Torpedo attacks",
    "strike": "Torpedo attacks",
    "contacts": "Contacts move",
    "end": "End of the turn",
}


def name_in(state: State, key: str) -> str | None:
    """How the id of a ship or an aircraft reads in a state."""
    if key in state.ships:
        return state.ships[key].name
    for number, one in enumerate(state.aircraft, 1):
        if one.id == key:
            return f"{AIRCRAFT[one.type].name} {number}"
    return None

"""Atlantic Chase as a row of figures, for programs that learn to play it."""

from __future__ import annotations

from collections import Counter

from flagplot.engine import About, Observation
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.hexes import AXIAL, BOXES, ENEMY, HEX, NO_HEX
from flagplot.games.atlantic_chase.model.scoring import points
from flagplot.games.atlantic_chase.scenarios import LEADERS, SCENARIOS
from flagplot.games.atlantic_chase.ships import TYPES
from flagplot.games.atlantic_chase.state import Battle, State, TaskForce

FORCES = tuple(t.SIDE_OF)
FORCE = (
    "in play",
    "ours",
    "in a box",
    "at a station",
    "length of its string",
    "x of its first hex",
    "y of its first hex",
    "x of its last hex",
    "y of its last hex",
    "Intel",
    "Contact",
    "Evasive Maneuvers",
    "speed",
    "ships",
    "guns",
    "has a convoy",
    "has a carrier",
    "has a damaged ship",
    "carries troops",
    "can disperse",
    "must lapse",
    "must be designated next",
    "was shifted",
)
SHIP = ("in play", "damaged", "sunk", "zone of the battle", "makes smoke")
STEALTH_FORCES = tuple(f"{letter}{number}" for letter in "USM" for number in (1, 2, 3))  # no scenario has others
STEALTH_FORCE = ("in play", "ours", "x", "y")
ATTACKS = ("strike", "engage", "search", "attack")
ZONES = {"far": 0.3, "near": 0.6, "close": 1.0}
ASKED_OF = ("force", "target", "active", "other")
PARTS = {
    "operation": (
        "we have the Initiative",
        "good weather",
        "tally",
        "tally left",
        "turns",
        "our points",
        "their points",
        "our groups that wait",
        "their groups that wait",
        "we can still read a signal",
        "reorganized in this tenure",
    ),
    "forces": tuple(f"{force}: {name}" for force in FORCES for name in FORCE),
    "stealth": tuple(f"{force}: {name}" for force in STEALTH_FORCES for name in STEALTH_FORCE),
    "leaders": tuple(f"{leader}: uses left" for leader in LEADERS),
    "boxes": tuple(f"{box}: {name}" for box in BOXES for name in ("our forces", "their forces")),
    "attack": (*ATTACKS, "ours", "x", "y", "alert", "evaded", "air support", "coordination"),
    "battle": (
        "is fought",
        "we are active",
        "round",
        "rounds left",
        "good weather",
        "surprise",
        "our forces",
        "their forces",
        "salvos of this round",
    ),
    "ships": tuple(f"{ship}: {name}" for ship in TYPES for name in SHIP),
    "asked about": (
        *(f"the {role} is {force}" for role in ASKED_OF for force in FORCES),
        *(f"the ship is {ship}" for ship in TYPES),
        "x of the hex",
        "y of the hex",
        "amount",
        "needed",
        "questions left of the row",
    ),
}
NO_FORCE, NO_STEALTH = [0.0] * len(FORCE), [0.0] * len(STEALTH_FORCE)
NO_ATTACK, NO_BATTLE = [0.0] * len(PARTS["attack"]), [0.0] * len(PARTS["battle"])
NO_QUESTION = [0.0] * len(PARTS["asked about"])
_FARTHEST = [max(abs(at[axis]) for at in AXIAL) for axis in (0, 1)]
PLACES = (*[(x / _FARTHEST[0], y / _FARTHEST[1]) for x, y in AXIAL], (0.0, 0.0))  # the last is that of NO_HEX


def read(state: State, seat: str, about: About) -> list[float]:
    """The figures of a position, as a seat looks at it; the game hides nothing."""
    score = points(state)
    waiting: Counter[str] = Counter(TYPES[group.ships[0].type].side for group in state.groups.values())
    limit = SCENARIOS[state.scenario].limit
    enemy = ENEMY[seat]
    figures: list[float] = [
        state.active == seat,
        state.weather == "good",
        state.tally / 20,
        (limit - state.tally) / 20,
        state.turns / 20,
        score[seat] / 80,
        score[enemy] / 80,
        waiting[seat] / 4,
        waiting[enemy] / 4,
        seat in state.free_intel,
        state.has_reorganized,
    ]
    for key in FORCES:
        force = state.forces.get(key)
        figures += _force(state, force, seat) if force else NO_FORCE
    figures += _stealth(state, seat)
    figures += [state.leaders[leader].left / 2 if leader in state.leaders else 0.0 for leader in LEADERS]
    boxes = Counter((force.box, t.SIDE_OF[force.key]) for force in state.forces.values())
    figures += [boxes[box, side] / 4 for box in BOXES for side in (seat, enemy)]
    figures += _attack(state, seat) if state.attack else NO_ATTACK
    figures += _battle(state.battle, seat) if state.battle else NO_BATTLE
    figures += _ships(state)
    figures += _question(state, about) if about else NO_QUESTION
    return figures


def _force(state: State, force: TaskForce, seat: str) -> list[float]:
    first, last = (force.line[0], force.line[-1]) if force.line else (force.station, force.station)
    return [
        1.0,
        t.SIDE_OF[force.key] == seat,
        bool(force.box),
        force.station != NO_HEX,
        len(force.line) / t.LONGEST,
        *PLACES[first],
        *PLACES[last],
        len(force.intel_at) / t.LONGEST,
        len(force.contact_at) / t.LONGEST,
        force.is_evasive,
        force.speed / 4,
        len(force.ships) / 10,
        sum([ship.face.short or 0 for ship in force.ships]) / 20,
        force.has_convoy,
        force.has_carrier,
        force.is_damaged,
        force.is_laden,
        force.can_disperse,
        force.must_lapse,
        state.bound == force.key,
        force.key in state.shifted,
    ]


def _stealth(state: State, seat: str) -> list[float]:
    figures: list[float] = []
    for key in STEALTH_FORCES:
        force = state.stealth.get(key)
        figures += (1.0, force.side == seat, *PLACES[force.hex]) if force else NO_STEALTH
    return figures


def _attack(state: State, seat: str) -> list[float]:
    attack = state.attack
    assert attack
    return [
        *[attack.kind == kind for kind in ATTACKS],
        state.active == seat,
        *PLACES[attack.hex],
        attack.alert / 2,
        attack.is_evaded,
        bool(attack.support),
        bool(attack.coordinating),
    ]


def _battle(battle: Battle, seat: str) -> list[float]:
    sides = Counter(t.SIDE_OF[force] for forces in battle.forces.values() for force in forces)
    return [
        1.0,
        battle.active == seat,
        battle.round / 8,
        (battle.rounds - battle.round) / 8,
        battle.weather == "good",
        battle.is_surprise,
        sides[seat] / 10,
        sides[ENEMY[seat]] / 10,
        len(battle.fired) / 20,
    ]


def _ships(state: State) -> list[float]:
    """For each type the ships of it; of convoys, of which there may be several, the worst of what befell one."""
    at = dict.fromkeys(TYPES, (0.0, 0.0, 0.0, 0.0, 0.0))
    battle = state.battle
    for force in state.forces.values():
        for ship in force.ships:
            zone = ZONES[battle.zones[ship.id]] if battle and ship.id in battle.zones else 0.0
            smokes = battle is not None and ship.id in battle.smoke
            at[ship.type] = (1.0, ship.is_damaged, at[ship.type][2], zone, smokes)
    for fate in state.fates:
        if fate.how == "sunk":
            at[fate.ship.type] = (*at[fate.ship.type][:2], 1.0, *at[fate.ship.type][3:])
    return [figure for figures in at.values() for figure in figures]


def _question(state: State, about: About) -> list[float]:
    roles = [about.get(role) for role in ASKED_OF]
    ship = about.get("ship")
    kind = next((one.type for force in state.forces.values() for one in force.ships if one.id == ship), "")
    return [
        *[force == role for role in roles for force in FORCES],
        *[kind == one for one in TYPES],
        *PLACES[HEX.get(about.get("hex", ""), NO_HEX)],
        about.get("amount", 0) / 8,
        about.get("needed", 0) / 12,
        about.get("left", 0) / 20,
    ]


OBSERVATION = Observation(PARTS, read)

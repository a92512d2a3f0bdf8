"""How likely the German wins an operation of Atlantic Chase, by the points, the Initiative, and where everybody is."""

from __future__ import annotations

from collections import Counter

from flagplot.engine import Appraisal, fitted
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.hexes import AXIAL, BRITISH, GERMAN, NO_HEX, PACKAGE, SIDES
from flagplot.games.atlantic_chase.model.scoring import points
from flagplot.games.atlantic_chase.ships import TYPES
from flagplot.games.atlantic_chase.state import Options, State, TaskForce

ORDERS_AHEAD = 2
TURNS_OF_A_STAGE = 2
LAST_STAGE = 5  # later ones are as this
FORCES = tuple(t.SIDE_OF)
OF_A_FORCE = (
    "in play",
    "in a box",
    "at a station",
    "length of its string",
    "x",
    "y",
    "Intel",
    "Contact",
    "Evasive Maneuvers",
    "damaged",
    "ships",
)
FIGURES = (
    "lead in points",
    "the German has the Initiative",
    "good weather",
    "tally",
    "turns",
    *(f"{side} groups that wait" for side in SIDES),
    *(f"{side} stealth forces" for side in SIDES),
    *(f"{force}: {name}" for force in FORCES for name in OF_A_FORCE),
)
GONE = [0.0] * len(OF_A_FORCE)


def stage(state: State) -> str:
    """The operation, and about how far it has come; battles and campaigns are not appraised."""
    if state.campaign or state.battle:
        return ""
    return f"{state.scenario} {min(state.turns // TURNS_OF_A_STAGE, LAST_STAGE)}"


def read(state: State) -> list[float]:
    """The lead, what is still to come, and each task force."""
    score = points(state)
    waiting: Counter[str] = Counter(TYPES[group.ships[0].type].side for group in state.groups.values())
    stealth: Counter[str] = Counter(force.side for force in state.stealth.values())
    figures: list[float] = [
        score[GERMAN] - score[BRITISH],
        state.active == GERMAN,
        state.weather == "good",
        state.tally,
        state.turns,
        *[waiting[side] for side in SIDES],
        *[stealth[side] for side in SIDES],
    ]
    for key in FORCES:
        force = state.forces.get(key)
        figures += _force(force) if force else GONE
    return figures


def _force(force: TaskForce) -> list[float]:
    first, last = (force.line[0], force.line[-1]) if force.line else (force.station, force.station)
    x, y = (0.0, 0.0) if first == NO_HEX else _middle(first, last)
    return [
        1.0,
        bool(force.box),
        force.station != NO_HEX,
        len(force.line),
        x,
        y,
        len(force.intel_at),
        len(force.contact_at),
        force.is_evasive,
        force.is_damaged,
        len(force.ships),
    ]


def _middle(first: int, last: int) -> tuple[float, float]:
    (x, y), (other_x, other_y) = AXIAL[first], AXIAL[last]
    return (x + other_x) / 2, (y + other_y) / 2


APPRAISAL = Appraisal(GERMAN, "order", ORDERS_AHEAD, FIGURES, read, stage, Options(), fitted(PACKAGE, FIGURES))

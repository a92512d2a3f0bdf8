"""How likely the Axis wins a game of Sea Control, by what a position shows at the beginning of a turn."""

from __future__ import annotations

from flagplot.engine import Appraisal, fitted
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.state import Options, State

WARSHIPS = (t.BATTLESHIP, t.CRUISER, t.CARRIER)
OF_KIND = {
    (unit.nation, unit.kind): f"{unit.nation} {unit.kind}s"
    for unit in t.UNITS.values()
    if unit.kind in WARSHIPS and not unit.option
}
FIGURES = (
    "marker",
    "convoys at sea",
    "convoys in port",
    "submarines",
    "submarines due",
    *OF_KIND.values(),
    *(f"damage of the {side}" for side in t.ENEMY),
    *(f"control of {area}" for area in t.AREAS),
    *(f"strength in {port}" for port in t.PORTS),
)


def stage(state: State) -> str:
    """The turn."""
    return str(state.turn)


def read(state: State) -> list[float]:
    """The lead, the strength points of each kind of ships, in all and in each port, and what they have lost."""
    sp, units, at = state.sp, t.UNITS, state.at
    strength = dict.fromkeys(OF_KIND, 0)
    damage = dict.fromkeys(t.ENEMY, 0)
    in_port = dict.fromkeys(t.PORTS, 0)
    convoys = [0, 0]
    for place in (*t.AREAS, *t.PORTS):
        for key in at[place]:
            unit = units[key]
            if unit.kind in WARSHIPS:
                left = sp[key]
                if (unit.nation, unit.kind) in strength:
                    strength[unit.nation, unit.kind] += left
                damage[unit.side] += unit.sp - left
                if place in in_port:
                    in_port[place] += left
            elif unit.kind == t.CONVOY:
                convoys[place in in_port] += 1
    control = state.control
    return [
        state.marker,
        *convoys,
        _submarines(at[t.OFF_BOARD]),
        _submarines(at[t.REINFORCEMENTS]),
        *strength.values(),
        *damage.values(),
        *[(control.get(area) == t.AXIS) - (control.get(area) == t.ALLIED) for area in t.AREAS],
        *in_port.values(),
    ]


def _submarines(units: list[str]) -> int:
    return sum([t.UNITS[key].kind == t.SUBMARINE for key in units])


APPRAISAL = Appraisal(
    side=t.AXIS,
    phase="reinforcements",
    ahead=0,
    figures=FIGURES,
    read=read,
    stage=stage,
    options=Options(),
    weights=fitted(t.PACKAGE, FIGURES),
    too_soon=frozenset({"axis_return", "allied_return"}),  # the way home shows its worth in the next turn
)

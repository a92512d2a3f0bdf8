"""How likely the Axis wins a game of Sea Control, by what a position shows at the beginning of a turn."""

from __future__ import annotations

from flagplot.engine import Appraisal, fitted
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.state import Options, State

ON_MAP = (*t.AREAS, *t.PORTS)
WARSHIPS = (t.BATTLESHIP, t.CRUISER, t.CARRIER)
OF_KIND = {(side, kind): f"{side} {kind}s on the map" for side in t.ENEMY for kind in WARSHIPS}
NATIONS = (t.ITALIAN, t.BRITISH, t.RUSSIAN)  # the others follow from those of their side
FIGURES = (
    "marker",
    "convoys on the map",
    "convoys docked",
    "convoys lost",
    "submarines",
    "submarines due",
    *OF_KIND.values(),
    *(f"{nation} ships on the map" for nation in NATIONS),
    *(f"control of {area}" for area in t.AREAS),
    *(f"strength in {port}" for port in t.PORTS),
)


def stage(state: State) -> str:
    """The turn."""
    return str(state.turn)


def read(state: State) -> list[float]:
    """The lead, and the strength points of each kind and nation, in all and in each port."""
    sp, units = state.sp, t.UNITS
    by_kind = dict.fromkeys([*OF_KIND, (t.ALLIED, t.CONVOY), (t.AXIS, t.SUBMARINE)], 0)
    by_nation = dict.fromkeys((*NATIONS, t.GERMAN, t.AMERICAN, t.CONVOY), 0)
    for place in ON_MAP:
        for key in state.at[place]:
            unit = units[key]
            if unit.is_surface:
                by_kind[unit.side, unit.kind] += sp[key]
                by_nation[unit.nation] += sp[key]
    control = state.control
    return [
        state.marker,
        by_kind[t.ALLIED, t.CONVOY],
        len(state.at[t.DOCKED]),
        _count(state.at[t.LOST], t.CONVOY),
        _count(state.at[t.OFF_BOARD], t.SUBMARINE),
        _count(state.at[t.REINFORCEMENTS], t.SUBMARINE),
        *[by_kind[key] for key in OF_KIND],
        *[by_nation[nation] for nation in NATIONS],
        *[(control.get(area) == t.AXIS) - (control.get(area) == t.ALLIED) for area in t.AREAS],
        *[sum([sp[key] for key in state.at[port]]) for port in t.PORTS],
    ]


def _count(units: list[str], kind: str) -> int:
    return sum([t.UNITS[key].kind == kind for key in units])


APPRAISAL = Appraisal(t.AXIS, "reinforcements", 0, FIGURES, read, stage, Options(), fitted(t.PACKAGE, FIGURES))

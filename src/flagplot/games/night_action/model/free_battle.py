"""What is agreed for a free battle (NA-FRE-01): who may pick what, dummies, and the places of deployment."""

from __future__ import annotations

from flagplot.games.night_action import tables as t
from flagplot.games.night_action.scenarios import FREE, Side, UnitAtStart
from flagplot.games.night_action.ships import ALLIED, KINDS, Kind
from flagplot.games.night_action.state import State

DUMMY = 0  # the number of ships in a dummy


def other_side(side: Side) -> Side:
    """The enemy of a side."""
    return "axis" if side == ALLIED else "allied"


def is_of_side(kind: Kind, side: str) -> bool:
    """Whether a type is of a side's nations, or of any."""
    return not kind.is_battery and (kind.nation in FREE.nations[side] or kind.nation == "any")


def may_pick(kind: Kind, side: str, year: int) -> bool:
    """Whether a side can pick a type at all."""
    return is_of_side(kind, side) and kind.year <= year


def dummies_of(units: int) -> int:
    """How many dummies go with so many units (NA-CON-01)."""
    return -(-units // t.REAL_MARKERS_A_DUMMY)


def free_places(state: State, side: str) -> list[tuple[int, int]]:
    """The places of a side's end of the table, in cm, where none of its units lies."""
    taken = {(ship.x // 100, ship.y // 100) for ship in state.ships.values() if ship.side == side}
    width = FREE.table[0]
    columns = FREE.columns if side == ALLIED else [width - column for column in FREE.columns]
    return [(x, y) for x in columns for y in FREE.rows if (x, y) not in taken]


def deployed_unit(side: Side, type_: str, number: int, place: tuple[int, int]) -> UnitAtStart:
    """A unit, or a dummy of a type, at a place in cm."""
    return UnitAtStart(
        side=side,
        ships=(type_,) * number,
        dummy="" if number else type_,
        x=place[0],
        y=place[1],
        heading=90 if side == ALLIED else 270,
        setting=FREE.setting,
        interval=FREE.interval[KINDS[type_].handling],
        hidden=True,
        pool=side,
        enter=1,
    )

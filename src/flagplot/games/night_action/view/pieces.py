"""Ships, contacts and aircraft of Night Action as a seat sees them."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from flagplot.engine.view import EVERYTHING, Piece, Placed, Pose, Sector, Spot, piece
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import CM, SECTOR_BITS, degrees_of
from flagplot.games.night_action.model.fleet import SIZE, is_drifting, marker_id, maximum_setting
from flagplot.games.night_action.model.sight import has_fired_lately, is_lit
from flagplot.games.night_action.ships import AIRCRAFT, KINDS, Kind, mounts, tubes
from flagplot.games.night_action.state import AFLOAT, SINKING, Aircraft, Ship, State, Unit
from flagplot.games.night_action.view.decks import deck_of, troubles
from flagplot.games.night_action.view.names import SPEEDS

QUARTERS = ("", "¼", "½", "¾")
AIRCRAFT_LENGTH = 4  # cm
BATTERY_LENGTH = 3
# Where the sectors of a ship begin, clockwise from the bow, in the order in which they join
SECTORS = (("F", -45.0), ("S", 45.0), ("A", 135.0), ("P", 225.0))
TUBE_ARCS = {
    "F": ((-10.0, 10.0),),
    "A": ((170.0, 190.0),),
    "P": ((225.0, 315.0),),
    "S": ((45.0, 135.0),),
    "PS": ((225.0, 315.0), (45.0, 135.0)),
}
CAPITAL_HULL = 60  # boxes from which on a warship is drawn as a capital ship


REMEMBERED = 8192  # things that look as they did before: they need not be drawn or compared again


class Sheet:
    """Turns lengths of the table into fractions of the board."""

    def __init__(self, scenario: str) -> None:
        self.width, self.height = SIZE[scenario]

    def spot(self, x: int, y: int) -> Spot:
        return round(x / self.width, 5), round(y / self.height, 5)

    def path(self, path: tuple[int, ...]) -> tuple[Spot, ...]:
        """A way that is kept as x, y, x, y, ..."""
        return tuple(self.spot(path[i], path[i + 1]) for i in range(0, len(path), 2))

    def pose(self, x: int, y: int, heading: int | None, length: int) -> Pose:
        east, south = self.spot(x, y)
        return Pose(east, south, None if heading is None else degrees_of(heading), round(length / self.width, 5))


sheet_of = functools.cache(Sheet)  # one for each scenario


class Looks(NamedTuple):
    """A ship as it is drawn, and for its owner its row in the roster."""

    piece: Piece
    row: tuple[str, ...] = ()


def ships_seen(state: State, seat: str) -> list[tuple[Ship, Looks]]:
    """The ships on the sea that a seat may know of, and how it sees them."""
    sheet = sheet_of(state.scenario)
    found = []
    for ship in state.ships.values():
        is_own = seat in (ship.side, EVERYTHING)
        if ship.status in (AFLOAT, SINKING) and (is_own or not ship.marker):
            found.append((ship, _looks(state, sheet, ship, is_own)))
    return found


def other_pieces(state: State, seat: str) -> Iterator[Piece]:
    """What lies on the sea besides ships, as far as a seat may know."""
    sheet = sheet_of(state.scenario)
    for unit in sorted(state.units.values(), key=lambda unit: (unit.side, unit.marker)):
        if unit.marker and seat not in (unit.side, EVERYTHING):
            yield _contact(state, sheet, unit)
    for one in state.aircraft:
        if one.status == "here":
            yield _aircraft(sheet, one)


# All figures of a ship that its looks follow from, but for its lists
_figures = attrgetter(
    *("id", "type", "side", "name", "is_dummy", "status", "marker", "x", "y", "heading", "path", "setting", "hull"),
    *("fires", "floods", "engine", "acceleration", "rudder", "slow_gear", "lookouts_hit", "captain_hit"),
    *("guns", "torpedoes", "reloads", "fired", "smokes"),
)
_known: dict[tuple[Any, ...], Looks] = {}  # by all that looks follow from: most ships look as they did before


def _looks(state: State, sheet: Sheet, ship: Ship, is_own: bool) -> Looks:
    """How a ship looks, to its owner or to others; worked out once for the same figures."""
    lists = (*ship.silent, *ship.tubes_silent, *ship.loaded) if is_own else ()  # as long as `guns` and `torpedoes`
    light = is_lit(state, ship), has_fired_lately(state, ship)
    key = (sheet, is_own, state.turn, state.sea, light, lists, _figures(ship))
    looks = _known.get(key)
    if looks is None:
        if len(_known) >= REMEMBERED:
            _known.clear()
        looks = _known[key] = _drawn(state, sheet, ship, is_own)
    return looks


def _drawn(state: State, sheet: Sheet, ship: Ship, is_own: bool) -> Looks:
    """A ship by what is seen of it; what reads more of the ship must be added to `_figures`."""
    kind = KINDS[ship.type]
    words = _state_in_words(state, ship, kind, is_own)
    length = BATTERY_LENGTH * CM if kind.is_battery else kind.base
    pose = sheet.pose(ship.x, ship.y, ship.heading, length)
    badges = _badges(ship)
    if ship.is_dummy:
        placed = Placed(pose, text=words)
        return Looks(piece(ship.id, "dummy", ship.side, "", "Our dummy", badges=badges, placed=placed))
    pips = (ship.hull, kind.hull) if is_own else (quarters(ship, kind), 4)
    sectors = sectors_of(*_weapons_left(ship)) if is_own else ()
    placed = Placed(pose, sheet.path(ship.path), sectors, words, deck_of(state, ship) if is_own else None)
    drawn = piece(ship.id, form_of(kind), ship.side, "", ship.name, badges=badges, pips=pips, placed=placed)
    return Looks(drawn, _row(state, ship) if is_own else ())


def _badges(ship: Ship) -> tuple[str, ...]:
    number = f"contact {ship.marker}" if ship.marker else ""
    return tuple(filter(None, (number, "fire" if ship.fires else "", "sinking" if ship.status == SINKING else "")))


def quarters(ship: Ship, kind: Kind) -> int:
    """How much of a hull is left, in quarters, as the enemy sees it."""
    return -(-4 * ship.hull // kind.hull)


def _state_in_words(state: State, ship: Ship, kind: Kind, is_own: bool) -> str:
    """What can be seen of a ship at a glance."""
    if ship.is_dummy:
        return "a contact to the enemy"
    if ship.status == SINKING:
        return "sinking"
    words = []
    if ship.marker:
        words.append("unseen")
    if not kind.is_battery:
        words.append("drifting" if is_drifting(state, ship) else SPEEDS[ship.setting])
    if ship.fires:
        words.append("on fire")
    elif is_lit(state, ship):
        words.append("lit")
    elif has_fired_lately(state, ship):
        words.append("has fired")
    if ship.hull < kind.hull:
        left = quarters(ship, kind)
        if is_own or left < len(QUARTERS):
            words.append(f"hull {ship.hull} of {kind.hull}" if is_own else f"hull {QUARTERS[left]}")
    return ", ".join(words)


def _contact(state: State, sheet: Sheet, unit: Unit) -> Piece:
    """A marker as the enemy sees it: its place and number, and the names last seen (NA-CON-06)."""
    leader = state.ships[unit.ships[0]]
    names = ", ".join(state.ships[key].name for key in unit.ships) if unit.is_known else ""
    placed = Placed(sheet.pose(leader.x, leader.y, None, 0), text=names)
    key = marker_id(unit.side, unit.marker)
    return piece(key, "contact", unit.side, "", str(unit.marker), hidden=True, placed=placed)


def _aircraft(sheet: Sheet, one: Aircraft) -> Piece:
    placed = Placed(sheet.pose(one.x, one.y, None, AIRCRAFT_LENGTH * CM), text=AIRCRAFT[one.type].name)
    return piece(one.id, "aircraft", one.side, "", AIRCRAFT[one.type].name, placed=placed)


def form_of(kind: Kind) -> str:
    """The kind of hull under which a ship is drawn."""
    if kind.is_battery:
        return "battery"
    if kind.is_submarine:
        return "submarine"
    if kind.is_merchant:
        return "tanker" if "tanker" in kind.key else "merchant"
    if kind.class_ == 1:
        return "boat" if kind.torpedoes else "gunboat"
    if kind.class_ == 2:
        return "escort"
    return "capital" if kind.hull >= CAPITAL_HULL else "warship"


def _row(state: State, ship: Ship) -> tuple[str, ...]:
    """What a ship has left of speed, hull, guns and torpedoes, and what is wrong with her, in words."""
    ready = len([silent for silent in ship.silent if silent < state.turn])
    most = maximum_setting(state, ship)
    kind = KINDS[ship.type]
    fitted = sum(tubes(text).number for text in ship.torpedoes)
    speed = SPEEDS[ship.setting] + (f", at most {SPEEDS[most]}" if most < 4 and not kind.is_battery else "")
    return (
        ship.name,
        "–" if kind.is_battery else speed,
        f"{ship.hull}/{kind.hull}",
        f"{ready}/{len(ship.guns)}" if ship.guns else "–",
        f"{sum(ship.loaded)}/{fitted}" if fitted else "–",
        ", ".join(troubles(ship)) or "none",
    )


def _weapons_left(ship: Ship) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The mounts that are left to a ship, and the groups of tubes of which one is loaded."""
    guns, torpedoes = ship.guns, ship.torpedoes
    if max(ship.silent, default=0) >= t.OUT:
        guns = tuple([gun for gun, silent in zip(guns, ship.silent, strict=True) if silent < t.OUT])
    if torpedoes and not all(ship.loaded):
        torpedoes = tuple([group for group, loaded in zip(torpedoes, ship.loaded, strict=True) if loaded])
    return guns, torpedoes


@functools.cache
def sectors_of(guns: tuple[str, ...], torpedoes: tuple[str, ...]) -> tuple[Sector, ...]:
    """The arcs in which the mounts and tubes of a ship bear."""
    found: dict[tuple[float, float], Sector] = {}
    for mount in mounts(guns):
        reach = math.isqrt(mount.reach) // CM
        for start, end in _joined(mount.arcs):
            known = found.get((start, end))
            if known is None or known.reach < reach:
                found[start, end] = Sector("gun", _guns_of(start, end), start, end, float(reach))
    tube_sectors = [
        Sector("tube", "tubes", start, end, float((t.ARMING + t.ARMED) // CM))
        for group in dict.fromkeys(tubes(text).arcs for text in torpedoes)
        for start, end in TUBE_ARCS[group]
    ]
    return (*found.values(), *tube_sectors)


def _guns_of(start: float, end: float) -> str:
    """What the guns of a sector are called, by where its middle lies."""
    if end - start == 360.0:
        return "guns"
    middle = round((start + end) / 2) % 360
    return {0: "fore guns", 90: "starboard guns", 180: "aft guns", 270: "port guns"}.get(middle, "guns")


@functools.cache
def _joined(arcs: int) -> tuple[tuple[float, float], ...]:
    """The sectors of a mount, neighbours joined."""
    bears = [bool(arcs & SECTOR_BITS[name]) for name, _ in SECTORS]
    if all(bears):
        return ((0.0, 360.0),)
    found: list[tuple[float, float]] = []
    for at, (_, start) in enumerate(SECTORS):
        if bears[at] and not bears[at - 1]:
            wide = next(n for n in range(1, len(SECTORS) + 1) if not bears[(at + n) % len(SECTORS)])
            found.append((start, start + 90.0 * wide))
    return tuple(found)

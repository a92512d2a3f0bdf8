"""What is counted and checked in a position of Night Action, and what it is an occasion of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flagplot.common.checks import out_of_bounds, strayed, unknown
from flagplot.engine import Occasion
from flagplot.engine.state import Argument
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import DIRECTIONS
from flagplot.games.night_action.model.fleet import scenario_of
from flagplot.games.night_action.model.scoring import scores
from flagplot.games.night_action.model.torpedoes import ships_touched
from flagplot.games.night_action.scenarios import FREE_BATTLE, SCENARIOS
from flagplot.games.night_action.ships import AIRCRAFT, ALLIED, AXIS, KINDS, SIDES, WEAPONS, tubes
from flagplot.games.night_action.state import AFLOAT, COMING, SINKING, SUNK, Ship, State, Unit

PHASES_OF_A_SIDE = (
    "muster", "deploy", "turn_over_to_move", "class_3", "class_2", "class_1", "turn_over_to_fire", "guns",
    "turn_over_to_launch", "contacts", "look_out",
)  # fmt: skip


def occasion(state: State) -> Occasion:
    """The turn that is played; no battle is fought apart from the game itself."""
    return Occasion(str(state.turn), "")


def inventory(state: State) -> Mapping[str, int]:
    """Ships and aircraft, which no play may change in number; in a free battle they are still being picked."""
    if state.phase in ("muster", "deploy"):
        return {}
    counted = {"aircraft": len(state.aircraft)}
    for side in SIDES:
        counted[f"{side} ships"] = sum(ship.side == side and not ship.is_dummy for ship in state.ships.values())
    return counted


def metrics(state: State) -> Mapping[str, float]:
    """What a simulation reports of a finished game."""
    points = scores(state)
    found: dict[str, float] = {"turns": state.turn, "allied points": points[ALLIED], "axis points": points[AXIS]}
    for side in SIDES:
        found[f"{side} ships sunk"] = sum(
            ship.side == side and ship.status in (SUNK, SINKING) for ship in state.ships.values()
        )
    return found


def defects(state: State) -> Sequence[str]:
    """What is wrong with a position, each in one sentence."""
    return [
        *_frame_defects(state),
        *_ship_defects(state),
        *_unit_defects(state),
        *_path_defects(state),
        *_other_defects(state),
    ]


def _frame_defects(state: State) -> Iterator[str]:
    yield from strayed(state, lambda phase: ())
    if state.scenario not in SCENARIOS:
        yield f"There is no scenario '{state.scenario}'."
    elif state.phase in ("muster", "deploy") and state.scenario != FREE_BATTLE:
        yield "Ships are picked and deployed in a free battle only."
    args = state.args
    if state.phase in PHASES_OF_A_SIDE and args:
        yield from unknown("side", [args[0]], SIDES)
    if state.phase == "fire" and args and args[0] not in state.ships:
        yield f"There is no ship '{args[0]}' that could fire."
    if state.phase == "strike" and len(args) == 3 and not _can_strike(state, *args):
        yield "In the phase 'strike' a torpedo must touch a ship."
    begun = state.phase not in ("set_up", "muster", "deploy", "initiative", "over")
    if begun and not (state.winner and state.first):
        yield "A side must have the initiative, and one must move first."


def _can_strike(state: State, sighting: Argument, track: Argument, ship: Argument) -> bool:
    """Whether there is such an attack."""
    found = next((salvo for salvo in state.salvos if salvo.sighting == sighting), None)
    if found is None or not isinstance(track, int) or not 0 <= track < len(found.tracks) or not isinstance(ship, int):
        return False
    return 0 <= ship < len(ships_touched(state, found, found.tracks[track]))


def _ship_defects(state: State) -> Iterator[str]:
    yield from unknown("type of ship", [ship.type for ship in state.ships.values()], KINDS)
    for key, ship in state.ships.items():
        if ship.type not in KINDS:
            continue
        if ship.id != key:
            yield f"The ship '{key}' calls itself '{ship.id}'."
        yield from _sheet_defects(ship)


def _sheet_defects(ship: Ship) -> Iterator[str]:
    """What does not agree with the data sheet of a ship."""
    yield from unknown("weapon", [gun.partition(":")[0] for gun in ship.guns], WEAPONS)
    if len(ship.silent) != len(ship.guns):
        yield f"{ship.name} must have a figure for each of her mounts."
    if not len(ship.loaded) == len(ship.tubes_silent) == len(ship.torpedoes):
        yield f"{ship.name} must have figures for each of her groups of tubes."
        return
    most = [tubes(text).number for text in ship.torpedoes]
    figures = [
        (f"{ship.name}, torpedoes loaded", loaded, 0, room) for loaded, room in zip(ship.loaded, most, strict=True)
    ]
    least = 0 if ship.status in (SINKING, SUNK) else 1
    yield from out_of_bounds([*figures, (f"{ship.name}, boxes", ship.hull, least, max(30, KINDS[ship.type].hull))])
    if ship.heading % 6:
        yield f"{ship.name} must lie on a heading of 15 degrees or a multiple of it."


def _unit_defects(state: State) -> Iterator[str]:
    in_units: list[str] = []
    for key, unit in state.units.items():
        in_units += unit.ships
        if not unit.ships or unit.ships[0] != key or len(unit.behind) != len(unit.ships):
            yield f"The unit '{key}' must be led by that ship, with a distance for each of its ships."
            continue
        if any(one not in state.ships for one in unit.ships):
            yield f"The unit '{key}' has a ship that is not there."
            continue
        if any(state.ships[one].marker != unit.marker or state.ships[one].side != unit.side for one in unit.ships):
            yield f"The ships of the unit '{key}' must be of its side and under its marker."
        if len(unit.ships) > 1 and unit.together < 0 and not is_sound_track(unit):
            yield f"The column '{key}' must have a track of sound parts, at least as long as the column."
    expected = [
        key
        for key, ship in state.ships.items()
        if ship.status in (AFLOAT, COMING) and ship.type in KINDS and not KINDS[ship.type].is_battery
    ]
    if sorted(in_units) != sorted(expected):
        yield "Every ship afloat or to come must be in exactly one unit, and no other ship in any."


def _is_track(figures: Sequence[int]) -> bool:
    """Whether figures can be a track: x, y, direction and length of each part."""
    return len(figures) % 4 == 0 and all(
        0 <= figures[i + 2] < DIRECTIONS and figures[i + 3] >= 0 for i in range(0, len(figures), 4)
    )


def _is_course(figures: Sequence[int]) -> bool:
    """Whether figures can tell how a marker lay: heading, setting, carried run, whether it was raised."""
    if not figures:
        return True
    return len(figures) == 4 and 0 <= figures[0] < DIRECTIONS and 0 <= figures[1] <= t.FULL and figures[2] >= 0


def _path_defects(state: State) -> Iterator[str]:
    """What cannot be where something lay or went."""
    for key, unit in state.units.items():
        if not _is_track(unit.trail) or not _is_track(unit.trail_seen) or any(behind < 0 for behind in unit.behind):
            yield f"The track of the unit '{key}' cannot be."
        if not _is_course(unit.as_seen) or bool(unit.as_seen) != bool(unit.marker) or len(unit.sighted) % 2:
            yield f"How the marker of the unit '{key}' lay cannot be."
        if unit.marker and (not unit.sighted or not unit.marker <= state.markers.get(unit.side, 0)):
            yield f"The marker of the unit '{key}' must have a number and a place."
    for ship in state.ships.values():
        history = ship.history
        if len(history) % 6 or any(not 0 <= history[i + 3] < DIRECTIONS for i in range(0, len(history), 6)):
            yield f"{ship.name} cannot have lain so."
        if len(ship.path) % 2 or ship.carried < 0 or ship.moved < 0:
            yield f"{ship.name} cannot have moved so."
    for smoke in state.smoke:
        if len(smoke.path) % 2 or not smoke.path:
            yield "Smoke lies along a path."


def is_sound_track(unit: Unit) -> bool:
    """Whether the track of a column has a place for each of its ships."""
    directions, lengths = unit.trail[2::4], unit.trail[3::4]
    return (
        len(unit.trail) % 4 == 0
        and all(0 <= direction < DIRECTIONS for direction in directions)
        and all(length > 0 for length in lengths)
        and 0 == unit.behind[0] < unit.behind[-1] <= sum(lengths)
        and sorted(unit.behind) == list(unit.behind)
    )


def _other_defects(state: State) -> Iterator[str]:
    yield from unknown("type of aircraft", [one.type for one in state.aircraft], AIRCRAFT)
    if state.scenario in SCENARIOS:
        yield from out_of_bounds([("turn", state.turn, 1, scenario_of(state).turns)])
    sides = {unit.side for unit in state.units.values()}
    if not sides <= set(SIDES):
        yield "A unit is of the allied or of the axis side."

"""What is seen on the sea of Night Action besides ships: tracks, fire, light, beams and smoke."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from flagplot.engine.view import EVERYTHING, Area, Knot, Line
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import displacement, square
from flagplot.games.night_action.model.fleet import is_model
from flagplot.games.night_action.state import Light, Ship, Smoke, State, Track
from flagplot.games.night_action.view.pieces import REMEMBERED, Sheet, sheet_of

SMOKE_BREADTH = 120  # half of it, as it is drawn
BEAM_BREADTH = 250
LIGHT_NAMES = {"starshell": "Starshell", "rocket": "Rocket flare", "flare": "Flare"}


def lines(state: State, seat: str) -> Iterator[Line]:
    """Torpedo tracks that a seat knows of, where they run next, and the fire of this turn."""
    sheet = sheet_of(state.scenario)
    for salvo in state.salvos:
        if seat in (salvo.side, EVERYTHING):
            for number, track in enumerate(salvo.tracks):
                yield from _own_track(sheet, salvo.id, salvo.side, t.TRACKS[salvo.size], salvo.run, number, track)
    # The id of a salvo would tell how many were launched unseen.
    seen = [salvo for salvo in state.salvos if salvo.is_seen and seat not in (salvo.side, EVERYTHING)]
    for number, (side, track) in enumerate((salvo.side, track) for salvo in seen for track in salvo.tracks):
        yield from _seen_track(sheet, side, number, track)
    for number, shot in enumerate(state.shots):
        by, at = state.ships.get(shot.by), state.ships.get(shot.at)
        if by and at and is_model(by):
            names = (by.name, at.name)
            yield _fire(sheet, number, by.side, *names, shot.hits, by.x, by.y, at.x, at.y)


@functools.lru_cache(maxsize=REMEMBERED)
def _fire(
    sheet: Sheet, number: int, side: str, by: str, at: str, hits: int, x1: int, y1: int, x2: int, y2: int
) -> Line:
    """Fire from one place at another."""
    found = f"{hits} hit{'' if hits == 1 else 's'}" if hits else "no hit"
    through = (sheet.spot(x1, y1), sheet.spot(x2, y2))
    badges = ("hit",) if hits else ()
    return Line(f"fire/{number}", "fire", side, f"{by} fired at {at}: {found}", through, badges=badges)


@functools.lru_cache(maxsize=REMEMBERED)
def _own_track(
    sheet: Sheet, salvo: str, side: str, turns: int, run: int, number: int, track: Track
) -> tuple[Line, ...]:
    """A track from its tube on, with the place where it is armed, and the course of its next turn."""
    id_ = f"track/{salvo}/{number}"
    dx, dy = displacement(track.direction, t.ARMING + t.ARMED * run)
    tube = (track.x - dx, track.y - dy)
    ax, ay = displacement(track.direction, t.ARMING)
    armed = (tube[0] + ax, tube[1] + ay)
    through = (sheet.spot(*tube), sheet.spot(*armed)) + ((sheet.spot(track.x, track.y),) if run else ())
    name = f"Own torpedo, {turns - run} more turns"
    line = Line(id_, "track", side, name, through, knots=(Knot(1, "arming", "armed here"),))
    return (line, _course(sheet, id_, side, track)) if run < turns else (line,)


@functools.lru_cache(maxsize=REMEMBERED)
def _seen_track(sheet: Sheet, side: str, number: int, track: Track) -> tuple[Line, ...]:
    """Of an enemy track its head, its wake and its course are seen, and nothing of its size."""
    id_ = f"track/seen/{number}"
    through = (sheet.spot(track.from_x, track.from_y), sheet.spot(track.x, track.y))
    return Line(id_, "track", side, "Torpedo track", through), _course(sheet, id_, side, track)


def _course(sheet: Sheet, id_: str, side: str, track: Track) -> Line:
    dx, dy = displacement(track.direction, t.ARMED)
    through = (sheet.spot(track.x, track.y), sheet.spot(track.x + dx, track.y + dy))
    return Line(f"{id_}/course", "course", side, "Where it runs next", through)


def areas(state: State) -> Iterator[Area]:
    """Light over the water, searchlights and smoke, which everybody sees."""
    sheet = sheet_of(state.scenario)
    for number, light in enumerate(state.lights):
        yield _light(sheet, number, light)
    for ship in state.ships.values():
        if ship.lit_to != state.turn + 1:
            continue
        if target := _in_the_beam_of(state, ship):
            points = (sheet.spot(ship.x, ship.y), sheet.spot(target.x, target.y))
            name = f"Searchlight of {ship.name} on {target.name}"
            yield Area(f"beam/{ship.id}", "beam", name, points=points, radius=round(BEAM_BREADTH / sheet.width, 5))
    for number, smoke in enumerate(state.smoke):
        yield _smoke(sheet, number, smoke)


@functools.lru_cache(maxsize=REMEMBERED)
def _light(sheet: Sheet, number: int, light: Light) -> Area:
    name = f"{LIGHT_NAMES[light.kind]}, burns to the end of turn {light.until}"
    spot, radius = sheet.spot(light.x, light.y), round(light.radius / sheet.width, 5)
    return Area(f"light/{number}", "light", name, points=(spot,), radius=radius)


@functools.lru_cache(maxsize=REMEMBERED)
def _smoke(sheet: Sheet, number: int, smoke: Smoke) -> Area:
    name = f"Smoke, to the end of turn {smoke.until}"
    radius = round(SMOKE_BREADTH / sheet.width, 5)
    return Area(f"smoke/{number}", "smoke", name, points=sheet.path(smoke.path), radius=radius)


def _in_the_beam_of(state: State, ship: Ship) -> Ship | None:
    """The ship on which another that uses her searchlight has it: of those in a beam the nearest within reach."""
    if not is_model(ship):
        return None
    lit = [one for one in state.ships.values() if one.side != ship.side and one.beam_in == state.turn and is_model(one)]
    near = [one for one in lit if square(ship.x, ship.y, one.x, one.y) <= t.SEARCHLIGHT_RANGE]
    return min(near, key=lambda one: square(ship.x, ship.y, one.x, one.y), default=None)

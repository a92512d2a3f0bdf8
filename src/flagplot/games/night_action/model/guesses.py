"""What a seat may imagine of the enemy's fleet in a free battle (NA-FRE-01), of which it sees only markers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from flagplot.engine.errors import RulesError
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.model.courses import Build, Course, courses
from flagplot.games.night_action.model.fleet import MOST_IN_SEA
from flagplot.games.night_action.model.free_battle import DUMMY, deployed_unit, dummies_of, free_places, may_pick
from flagplot.games.night_action.model.shipyard import add_unit, short_name
from flagplot.games.night_action.scenarios import FREE, Side
from flagplot.games.night_action.ships import KINDS
from flagplot.games.night_action.state import AFLOAT, State

TRIES = 200
STOPS = 0.25  # how likely a side that could pick another unit does not

Pick = tuple[str, int]  # a type and how many of it


class Marker(NamedTuple):
    """A marker that nobody has looked under."""

    number: int
    sighted: tuple[int, ...]
    heading: int


def guess_muster(state: State, enemy: Side, rng: Random) -> None:
    """While ships are picked and deployed, the enemy may have picked anything and put it anywhere."""
    own = state.musters[enemy]
    out = [key for key, unit in state.units.items() if unit.side == enemy]
    for key in out:
        for one in state.units[key].ships:
            del state.ships[one]
        del state.units[key]
    is_picking = state.phase == "muster" and state.args == (enemy,)
    for _ in range(TRIES):
        units = _any_fleet(state, enemy, rng)
        all_units = units + [(units[0][0], DUMMY)] * dummies_of(len(units))
        if len(all_units) == len(out) or (own.to_deploy and len(all_units) > len(out)) or not out:
            break
    else:
        raise RulesError("No fleet of a free battle has as many units as were deployed.")
    has_picked = state.phase == "deploy" or (not is_picking and bool(own.to_deploy))
    own.units = units if has_picked else []
    own.points = state.options.points - cost_of(own.units)
    own.to_deploy = all_units[len(out) :] if has_picked else []
    for type_, number in all_units[: len(out)]:
        place = rng.choice(free_places(state, enemy))
        add_unit(state, deployed_unit(enemy, type_, number, place))


def cost_of(units: Sequence[Pick]) -> int:
    """The points of units."""
    return sum(KINDS[type_].points * number for type_, number in units)


def _any_fleet(state: State, side: str, rng: Random) -> list[Pick]:
    """A fleet that a side could pick."""
    units: list[Pick] = []
    left, room = state.options.points, FREE.most_ships
    types = [key for key, kind in KINDS.items() if may_pick(kind, side, state.options.year)]
    while picks := _picks(types, left, room):
        if units and rng.random() < STOPS:
            break
        units.append(rng.choice(picks))
        left -= cost_of(units[-1:])
        room -= units[-1][1]
    return units


def _picks(types: Sequence[str], left: int, room: int) -> list[Pick]:
    """The units that points and room allow."""
    return [
        (type_, number)
        for type_ in types
        for number in range(1, min(t.MOST_IN_COLUMN, room) + 1)
        if KINDS[type_].points * number <= left
    ]


def guess_fleet(state: State, enemy: Side, rng: Random) -> None:
    """In the battle, the enemy's markers may be whatever could have moved as they did, for the points that are left."""
    unknown = [key for key, unit in state.units.items() if unit.side == enemy and unit.marker and not unit.is_known]
    if not unknown:
        return
    dummies = sum(state.ships[key].is_dummy for key in unknown)  # both sides can count them (NA-CON-01)
    markers = sorted(
        Marker(unit.marker, unit.sighted, unit.as_seen[0]) for unit in map(state.units.__getitem__, unknown)
    )
    for key in unknown:
        for one in state.units[key].ships:
            del state.ships[one]
        del state.units[key]
    known = [ship for ship in state.ships.values() if ship.side == enemy]
    left = state.options.points - sum(KINDS[ship.type].points for ship in known)
    fits = [_types_of(state, enemy, marker) for marker in markers]
    picks = _dealt(fits, dummies, left, FREE.most_ships - len(known), rng)
    for marker, (type_, number) in zip(markers, picks, strict=True):
        _put_under(state, enemy, marker, type_, number)
    own = state.musters[enemy]
    hidden = [pick for pick in picks if pick[1]]
    own.units = [(ship.type, 1) for ship in known] + hidden
    own.points = left - cost_of(hidden)


def build_of_type(state: State, type_: str, behind: int = 0) -> Build:
    """What sets the moves of sound ships of a type."""
    kind = KINDS[type_]
    most = MOST_IN_SEA[type_][state.sea]
    return Build(kind.distance, t.STRETCH[kind.handling], t.MOST_STEPS[kind.handling], kind.handling, most, behind)


def _types_of(state: State, side: str, marker: Marker) -> list[str]:
    """The types that could have moved as a marker did."""
    return [
        key
        for key, kind in KINDS.items()
        if may_pick(kind, side, state.options.year) and courses(*_started(state, key, marker), marker.sighted)
    ]


def _started(state: State, type_: str, marker: Marker) -> tuple[Build, Course]:
    build = build_of_type(state, type_)
    return build, Course(marker.heading, min(FREE.setting, build.most), build.stretch, False, ())


def _dealt(fits: list[list[str]], dummies: int, left: int, room: int, rng: Random) -> list[Pick]:
    """A unit or a dummy for each marker, for the points and ships that are left."""
    for _ in range(TRIES):
        false = set(rng.sample(range(len(fits)), dummies))
        picks: dict[int, Pick] = {}
        points, ships, real = left, room, len(fits) - dummies
        for place in rng.sample(range(len(fits)), len(fits)):
            if place in false:
                picks[place] = (rng.choice(fits[place]), DUMMY) if fits[place] else ("", DUMMY)
                continue
            real -= 1
            options = _picks(fits[place], points - real * _CHEAPEST, ships - real)
            if not options:
                break
            picks[place] = rng.choice(options)
            points, ships = points - cost_of([picks[place]]), ships - picks[place][1]
        if len(picks) == len(fits) and all(type_ for type_, _ in picks.values()):
            return [picks[place] for place in range(len(fits))]
    raise RulesError("No fleet of a free battle could have moved as its markers did.")


_CHEAPEST = min(kind.points for kind in KINDS.values() if kind.points)


def _put_under(state: State, side: Side, marker: Marker, type_: str, number: int) -> None:
    """Put a unit that was guessed under its marker."""
    x, y = marker.sighted[0] // 100, marker.sighted[1] // 100
    key = add_unit(state, deployed_unit(side, type_, number, (x, y)))
    unit, leader = state.units[key], state.ships[key]
    unit.marker, unit.sighted = marker.number, marker.sighted
    unit.as_seen = (leader.heading, leader.setting, leader.carried, 0)
    unit.trail_seen = unit.trail
    for place, one in enumerate(unit.ships, 1):
        ship = state.ships[one]
        ship.status, ship.arrives, ship.marker = AFLOAT, 0, marker.number
        ship.name = f"{short_name(type_)} {place}" if number > 1 else short_name(type_)
        if ship.is_dummy:
            ship.name = "a dummy"

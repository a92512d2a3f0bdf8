"""What a seat knows (section 8.4 of the digest): its own ships, the enemy ships in sight, markers, seen tracks, lights.

Captains are given this and never the state, so that nothing hidden can tell them what to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from flagplot.engine.words import total
from flagplot.games.night_action.geometry import displacement
from flagplot.games.night_action.model import guns, helm
from flagplot.games.night_action.model.fleet import (
    distance_at,
    is_heading_seen,
    marker_id,
    markers_of,
    maximum_setting,
    models,
    scenario_of,
    unit_of,
)
from flagplot.games.night_action.model.scoring import scores
from flagplot.games.night_action.model.sight import is_unlit_for
from flagplot.games.night_action.model.torpedoes import Solution, groups_ready, solution
from flagplot.games.night_action.scenarios import Scenario
from flagplot.games.night_action.ships import ENEMY, KINDS, Mount
from flagplot.games.night_action.state import (
    AFLOAT,
    COMING,
    Aircraft,
    Light,
    Muster,
    Options,
    Salvo,
    Ship,
    Smoke,
    State,
    Unit,
)

QUICK_GUN = Mount("", 0, 0, 0, "", 0, 0, False)


class Sighting(msgspec.Struct, frozen=True, gc=False):
    """An enemy ship in sight: what lookouts can tell of it."""

    id: str
    type: str
    x: int
    y: int
    heading: int
    setting: int
    dx: int  # how far east it goes in a turn that it runs straight on
    dy: int  # how far south
    has_moved: bool  # in this turn
    quarters: int  # of its hull that are left, rounded up


class Target(msgspec.Struct, frozen=True, gc=False):
    """An enemy ship in sight that a ship can fire at."""

    id: str
    type: str
    quarters: int  # of its hull that are left, rounded up
    bearing: int  # the mounts that bear on it, a bit for each
    modifier: int  # what is added to the dice of a quick gun


class Contact(msgspec.Struct, frozen=True, gc=False):
    """An enemy marker: its place and number, and the names and heading where they were seen."""

    id: str
    number: int
    x: int
    y: int
    sighted: tuple[int, ...]  # where it has been, turn by turn
    types: tuple[str, ...]  # last seen; empty where nobody knows
    heading: int | None


class SeenTrack(msgspec.Struct, frozen=True, gc=False):
    """The head and course of a torpedo that the seat sees."""

    x: int
    y: int
    direction: int
    is_own: bool


def _sighting(ship: Ship, has_moved: bool) -> Sighting:
    dx, dy = displacement(ship.heading, distance_at(ship, ship.setting))
    return Sighting(
        ship.id,
        ship.type,
        ship.x,
        ship.y,
        ship.heading,
        ship.setting,
        dx,
        dy,
        has_moved,
        -(-4 * ship.hull // KINDS[ship.type].hull),
    )


class Known:
    """What a seat knows at every moment of a game; it follows the state as that goes on."""

    __slots__ = ("_state", "enemy", "options", "scenario", "scenario_key", "seat")

    def __init__(self, state: State, seat: str) -> None:
        self._state = state
        self.seat = seat
        self.enemy = ENEMY[seat]
        self.options: Options = state.options
        self.scenario_key: str = state.scenario
        self.scenario: Scenario = scenario_of(state)

    # What both sides see

    @property
    def turn(self) -> int:
        return self._state.turn

    @property
    def phase(self) -> str:
        return self._state.phase

    @property
    def light(self) -> str:
        return self._state.light

    @property
    def sea(self) -> int:
        return self._state.sea

    @property
    def has_initiative(self) -> bool:
        return self._state.winner == self.seat

    @property
    def lights(self) -> Sequence[Light]:
        return self._state.lights

    @property
    def smoke(self) -> Sequence[Smoke]:
        return self._state.smoke

    @property
    def scores(self) -> dict[str, int]:
        """The points of both sides, as far as ships in sight go: what is hidden was never damaged unseen."""
        return scores(self._state)

    @property
    def aircraft(self) -> Sequence[Aircraft]:
        return self._state.aircraft

    # Its own side

    @property
    def muster(self) -> Muster:
        """Its own choice for a free battle."""
        return self._state.musters[self.seat]

    def own(self) -> list[Ship]:
        """Its own ships on the table, under markers too."""
        return [
            ship
            for ship in self._state.ships.values()
            if ship.side == self.seat and ship.status == AFLOAT and not ship.is_dummy
        ]

    def models_near(self, x: int, y: int, reach: int) -> list[Ship]:
        """Its own ships that both sides see, as far as they are less than `reach` east or west, north or south."""
        found = []
        for ship in self._state.ships.values():
            if ship.side != self.seat or ship.marker or ship.status != AFLOAT:
                continue
            if -reach < ship.x - x < reach and -reach < ship.y - y < reach:
                found.append(ship)
        return found

    def to_come(self) -> list[Ship]:
        """Its own ships that are still to come."""
        return [ship for ship in self._state.ships.values() if ship.side == self.seat and ship.status == COMING]

    def ship(self, key: str) -> Ship:
        """A ship or dummy of its own."""
        ship = self._state.ships[key]
        assert ship.side == self.seat, f"{key} is not of the {self.seat} side"
        return ship

    def unit(self, key: str) -> Unit:
        """A unit of its own, by its leader."""
        unit = self._state.units[key]
        assert unit.side == self.seat, f"{key} is not of the {self.seat} side"
        return unit

    def units(self) -> dict[str, Unit]:
        """Its own units, by their leaders."""
        return {key: unit for key, unit in self._state.units.items() if unit.side == self.seat}

    def maximum_setting(self, ship: Ship) -> int:
        """The highest setting that a ship of its own can do."""
        return maximum_setting(self._state, self.ship(ship.id))

    def settings(self, key: str) -> tuple[int, int]:
        """The lowest and highest setting that a unit of its own can take in this turn."""
        return helm.settings_in_reach(self._state, self.unit(key))

    def codes(self, key: str, how: helm.Handling, far: int) -> tuple[str, ...]:
        """The programmes that a unit of its own, which turns in a way, can run over a distance."""
        return helm.codes_of(self.ship(key), how, far)

    def handling(self, key: str) -> helm.Handling:
        """How a unit of its own turns."""
        return helm.handling(self._state, self.unit(key))

    def distance(self, key: str, setting: int) -> int:
        """How far a unit of its own goes at a setting."""
        return helm.distance(self._state, self.unit(key), setting)

    # The enemy

    def in_sight(self) -> list[Sighting]:
        """The enemy ships in sight."""
        state, enemy = self._state, self.enemy
        waiting = {
            key
            for unit in state.units.values()
            if unit.side == enemy and not unit.has_moved and not unit.marker
            for key in unit.ships
        }
        return [_sighting(ship, ship.id not in waiting) for ship in models(state, enemy)]

    def sighting(self, key: str) -> Sighting:
        """An enemy ship in sight."""
        unit = unit_of(self._state, key)
        return _sighting(self._seen(key), unit is None or unit.has_moved)

    def _seen(self, key: str) -> Ship:
        ship = self._state.ships[key]
        assert ship.side == self.seat or not ship.marker, f"{key} is hidden"
        return ship

    def is_marker(self, key: str) -> bool:
        """Whether a name is that of a marker."""
        return key not in self._state.ships

    def contacts(self) -> list[Contact]:
        """The enemy's markers, by their numbers."""
        return [self._contact(self._state.units[key]) for key in markers_of(self._state, self.enemy)]

    def _contact(self, unit: Unit) -> Contact:
        leader = self._state.ships[unit.ships[0]]
        types = tuple(self._state.ships[key].type for key in unit.ships) if unit.is_known else ()
        heading = leader.heading if is_heading_seen(self._state, unit) else None
        name = marker_id(unit.side, unit.marker)
        return Contact(name, unit.marker, leader.x, leader.y, unit.sighted, types, heading)

    # Tracks and guns

    def own_salvos(self) -> list[Salvo]:
        """Its own torpedoes in the water."""
        return [salvo for salvo in self._state.salvos if salvo.side == self.seat]

    def tracks_near(self, x: int, y: int, reach: int) -> list[SeenTrack]:
        """The heads of the torpedoes that it sees, as far as they are near a place."""
        if not self._state.salvos:
            return []
        return [
            SeenTrack(track.x, track.y, track.direction, salvo.side == self.seat)
            for salvo in self._state.salvos
            if salvo.side == self.seat or salvo.is_seen
            for track in salvo.tracks
            if abs(track.x - x) + abs(track.y - y) < reach
        ]

    def solution(self, ship: Ship, target: str, tracks: int) -> Solution | None:
        """The aim at an enemy ship in sight; None where no torpedo with so many tracks meets it."""
        return solution(ship.x, ship.y, self._seen(target), tracks)

    def groups_ready(self, ship: Ship) -> list[int]:
        """The groups of tubes of a ship of its own that can be used in this turn."""
        return groups_ready(self._state, self.ship(ship.id))

    def ready_mounts(self, ship: Ship) -> int:
        """The mounts of a ship of its own that can fire, a bit for each."""
        return guns.ready_mounts(self._state, self.ship(ship.id))

    def targets(self, ship: Ship) -> Iterator[Target]:
        """The enemy ships in sight on which mounts of a ship of its own bear that can still fire."""
        state = self._state
        ready = guns.ready_mounts(state, self.ship(ship.id))
        if ready:
            for one in guns.targets_of(state, self.seat):
                found = self._target(ship, ready, one)
                if found:
                    yield found

    def target(self, ship: Ship, key: str) -> Target | None:
        """An enemy ship in sight as a target of a ship of its own; None where no mount bears on it."""
        return self._target(ship, guns.ready_mounts(self._state, self.ship(ship.id)), self._seen(key))

    def _target(self, ship: Ship, ready: int, one: Ship) -> Target | None:
        state = self._state
        which = guns.bearing(state, ship, ready, one.x, one.y)
        if not which:
            return None
        quarters = -(-4 * one.hull // KINDS[one.type].hull)
        return Target(one.id, one.type, quarters, which, total(guns.gun_modifiers(state, ship, QUICK_GUN, one)))

    def is_dark(self, ship: Ship, target: str) -> bool:
        """Whether fire of its own ship at an enemy ship in sight suffers from darkness."""
        return is_unlit_for(self._state, ship.x, ship.y, self._seen(target))

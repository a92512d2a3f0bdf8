"""What a seat knows (section 8.4 of the digest): its own ships, the enemy ships in sight, markers, seen tracks, lights.

Captains are given this and never the state, so that nothing hidden can tell them what to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flagplot.engine import Modifier
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.model import guns, helm
from flagplot.games.night_action.model.fleet import (
    distance_at,
    is_heading_seen,
    marker_id,
    markers_of,
    maximum_setting,
    models,
    scenario_of,
)
from flagplot.games.night_action.model.scoring import scores
from flagplot.games.night_action.model.sight import has_fired_lately, is_lit
from flagplot.games.night_action.model.torpedoes import Solution, groups_ready, solution, tube_arc
from flagplot.games.night_action.programmes import Run
from flagplot.games.night_action.scenarios import Scenario
from flagplot.games.night_action.ships import ENEMY, KINDS, Mount, tubes
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


class Sighting(NamedTuple):
    """An enemy ship in sight: what lookouts can tell of it."""

    id: str
    type: str
    x: int
    y: int
    heading: int
    setting: int
    distance: int  # that it goes in a turn at this setting
    moved: int
    turned: int
    fires: int
    is_listing: bool
    quarters: int  # of its hull that are left, rounded up
    is_lit: bool
    has_fired: bool


class Contact(NamedTuple):
    """An enemy marker: its place and number, and the names and heading where they were seen."""

    id: str
    number: int
    x: int
    y: int
    sighted: tuple[int, ...]  # where it has been, turn by turn
    types: tuple[str, ...]  # last seen; empty where nobody knows
    heading: int | None


class SeenTrack(NamedTuple):
    """The head and course of a torpedo that the seat sees."""

    x: int
    y: int
    direction: int
    is_own: bool


class Known:
    """What a seat knows at every moment of a game; it follows the state as that goes on."""

    __slots__ = ("_state", "enemy", "options", "seat")

    def __init__(self, state: State, seat: str) -> None:
        self._state = state
        self.seat = seat
        self.enemy = ENEMY[seat]
        self.options: Options = state.options

    # What both sides see

    @property
    def turn(self) -> int:
        return self._state.turn

    @property
    def phase(self) -> str:
        return self._state.phase

    @property
    def scenario(self) -> Scenario:
        return scenario_of(self._state)

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

    def codes(self, key: str, setting: int) -> tuple[str, ...]:
        """The programmes that a unit of its own can run at a setting."""
        return helm.codes(self._state, self.unit(key), setting)

    def run(self, key: str, code: str, setting: int) -> Run:
        """Where a programme leads the leader of a unit of its own."""
        return helm.run_of(self._state, self.unit(key), code, setting)

    # The enemy

    def in_sight(self) -> list[Sighting]:
        """The enemy ships in sight."""
        return [self._sighting(ship) for ship in models(self._state, self.enemy)]

    def sighting(self, key: str) -> Sighting:
        """An enemy ship in sight."""
        return self._sighting(self._seen(key))

    def _seen(self, key: str) -> Ship:
        ship = self._state.ships[key]
        assert ship.side == self.seat or not ship.marker, f"{key} is hidden"
        return ship

    def _sighting(self, ship: Ship) -> Sighting:
        state = self._state
        return Sighting(
            ship.id,
            ship.type,
            ship.x,
            ship.y,
            ship.heading,
            ship.setting,
            distance_at(ship, ship.setting),
            ship.moved,
            ship.turned,
            ship.fires,
            ship.floods > 0,
            -(-4 * ship.hull // KINDS[ship.type].hull),
            is_lit(state, ship),
            has_fired_lately(state, ship),
        )

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

    def tracks(self) -> list[SeenTrack]:
        """The heads of all torpedoes that it sees."""
        return [
            SeenTrack(track.x, track.y, track.direction, salvo.side == self.seat)
            for salvo in self._state.salvos
            if salvo.side == self.seat or salvo.is_seen
            for track in salvo.tracks
        ]

    def solution(self, ship: Ship, target: str, tracks: int) -> Solution | None:
        """The aim at an enemy ship in sight; None where no torpedo with so many tracks meets it."""
        return solution(ship.x, ship.y, self._seen(target), tracks)

    def groups_ready(self, ship: Ship) -> list[int]:
        """The groups of tubes of a ship of its own that can be used in this turn."""
        return groups_ready(self._state, self.ship(ship.id))

    def can_aim(self, ship: Ship, group: int, target: str) -> bool:
        """Whether a group of tubes of a ship of its own bears on where it would meet an enemy ship in sight."""
        fitted = tubes(ship.torpedoes[group])
        found = self.solution(ship, target, t.TRACKS[fitted.size])
        return found is not None and found.direction in tube_arc(fitted.arcs, ship.heading)

    def bearing(self, ship: Ship, target: str, battery: str) -> list[tuple[int, Mount]]:
        """The mounts of a battery of its own ship that bear on an enemy ship in sight, with their numbers."""
        state, seen = self._state, self._seen(target)
        ready = guns.ready_mounts(state, self.ship(ship.id))
        which = guns.of_battery(ship, guns.bearing(state, ship, ready, seen.x, seen.y), battery)
        return guns.numbered(ship, which)

    def gun_modifiers(self, ship: Ship, mount: Mount, target: str) -> list[Modifier]:
        """What is added to the dice of a mount of its own that fires at an enemy ship in sight."""
        return guns.gun_modifiers(self._state, self.ship(ship.id), mount, self._seen(target))

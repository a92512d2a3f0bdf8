"""Night Action as a row of figures of what a seat knows, for programs that learn to play it."""

from __future__ import annotations

from flagplot.engine import About, Observation
from flagplot.games.night_action.geometry import UNIT
from flagplot.games.night_action.model.fleet import SIZE
from flagplot.games.night_action.model.known import Contact, Known, SeenTrack, Sighting
from flagplot.games.night_action.scenarios import SIDE_LETTER
from flagplot.games.night_action.ships import KINDS
from flagplot.games.night_action.state import Ship

SHIPS = 16  # by the numbers of their ids, from 1 on; no scenario and no free battle has more on a side
CONTACTS = 16  # by the numbers of their markers
TRACKS = 16  # from west to east
SHIP = (
    "afloat",
    "under a marker",
    "x",
    "y",
    "heading east",
    "heading south",
    "speed setting",
    "highest setting",
    "hull",
    "size",
    "fires",
    "floods",
    "rudder out of order",
    "mounts that can fire",
    "torpedoes loaded",
    "smoke screens left",
    "a merchant",
    "depth",
    "leads a unit",
    "has moved",
)
SIGHTING = (
    "in sight",
    "x",
    "y",
    "heading east",
    "heading south",
    "speed setting",
    "hull",
    "size",
    "torpedoes",
    "a merchant",
    "has moved",
)
CONTACT = ("on the table", "number", "x", "y", "ships last seen", "heading east", "heading south")
TRACK = ("in the water", "ours", "x", "y", "east", "south")
LIGHTS = ("night", "dusk", "day")
PARTS = {
    "action": (
        "turn",
        "turns left",
        *LIGHTS,
        "sea state",
        "we have the initiative",
        "our points",
        "their points",
        "our ships that are still to come",
        "lights over the water",
        "smoke screens",
        "our aircraft",
        "their aircraft",
        "width of the table",
        "height of the table",
    ),
    "own": tuple(f"ship {number}: {name}" for number in range(1, SHIPS + 1) for name in SHIP),
    "sighted": tuple(f"enemy {number}: {name}" for number in range(1, SHIPS + 1) for name in SIGHTING),
    "contacts": tuple(f"contact {number}: {name}" for number in range(1, CONTACTS + 1) for name in CONTACT),
    "tracks": tuple(f"track {number}: {name}" for number in range(1, TRACKS + 1) for name in TRACK),
    "asked about": (
        *(f"our ship {number}" for number in range(1, SHIPS + 1)),
        *(f"enemy {number}" for number in range(1, SHIPS + 1)),
        "number of the marker",
        "speed setting",
        "points left",
        "group of tubes",
        "aim east",
        "aim south",
    ),
}
NO_QUESTION = [0.0] * len(PARTS["asked about"])
LARGEST_TABLE = 60_000
EVERYWHERE = 10**9


def read(known: Known, seat: str, about: About) -> list[float]:
    """The figures of what a seat knows: its own ships, the enemy ships in sight, markers, tracks that it sees."""
    width, height = SIZE[known.scenario_key]
    scores = known.scores
    here = [craft.side == seat for craft in known.aircraft if craft.status == "here"]
    turns = known.scenario.turns
    figures: list[float] = [
        known.turn / 40,
        (turns - known.turn) / 40,
        *[known.light == light for light in LIGHTS],
        known.sea / 6,
        known.has_initiative,
        scores[seat] / 150,
        scores[known.enemy] / 150,
        len(known.to_come()) / SHIPS,
        len(known.lights) / 16,
        len(known.smoke) / 40,
        sum(here) / 8,
        (len(here) - sum(here)) / 8,
        width / LARGEST_TABLE,
        height / LARGEST_TABLE,
    ]
    across, down = 1.8 / width, 1.8 / height  # so that ships just beyond an edge have their places, too
    moved = {key: unit.has_moved for key, unit in known.units().items()}
    own = {number_of(ship.id): _own(known, ship, moved, across, down) for ship in known.own()}
    sighted = {number_of(ship.id): _sighted(ship, across, down) for ship in known.in_sight()}
    contacts = [_contact(contact, across, down) for contact in known.contacts()]
    tracks = [_track(one, across, down) for one in sorted(known.tracks_near(0, 0, EVERYWHERE), key=_from_west)]
    figures += _in_slots(own, SHIPS, len(SHIP))
    figures += _in_slots(sighted, SHIPS, len(SIGHTING))
    figures += _in_slots(dict(enumerate(contacts, 1)), CONTACTS, len(CONTACT))
    figures += _in_slots(dict(enumerate(tracks, 1)), TRACKS, len(TRACK))
    figures += _question(known, about) if about else NO_QUESTION
    return figures


def number_of(key: str) -> int:
    """The number in the id of a ship, a marker or an aircraft: 12 of "xm12"."""
    return int(key.lstrip("abcdefghijklmnopqrstuvwxyz") or 0)


def _in_slots(rows: dict[int, list[float]], slots: int, width: int) -> list[float]:
    """The rows in the order of their numbers, from 1 on, with zeros where there is none."""
    empty = [0.0] * width
    return [figure for number in range(1, slots + 1) for figure in rows.get(number, empty)]


def _towards(direction: int) -> tuple[float, float]:
    east, south = UNIT[direction]
    return east / 1_000_000, south / 1_000_000


def _own(known: Known, ship: Ship, moved: dict[str, bool], across: float, down: float) -> list[float]:
    kind = KINDS[ship.type]
    return [
        1.0,
        ship.marker > 0,
        ship.x * across - 0.9,
        ship.y * down - 0.9,
        *_towards(ship.heading),
        ship.setting / 4,
        known.maximum_setting(ship) / 4,
        ship.hull / kind.hull,
        kind.hull / 150,
        ship.fires / 4,
        ship.floods / 4,
        ship.rudder > 0,
        known.ready_mounts(ship).bit_count() / 24,
        sum(ship.loaded) / 16,
        ship.smokes / 4,
        kind.is_merchant,
        ship.depth / 4,
        ship.id in moved,
        moved.get(ship.id, False),
    ]


def _sighted(ship: Sighting, across: float, down: float) -> list[float]:
    kind = KINDS[ship.type]
    return [
        1.0,
        ship.x * across - 0.9,
        ship.y * down - 0.9,
        *_towards(ship.heading),
        ship.setting / 4,
        ship.quarters / 4,
        kind.hull / 150,
        len(kind.torpedoes) / 4,
        kind.is_merchant,
        ship.has_moved,
    ]


def _contact(contact: Contact, across: float, down: float) -> list[float]:
    heading = (0.0, 0.0) if contact.heading is None else _towards(contact.heading)
    types = len(contact.types) / 4
    return [1.0, contact.number / 60, contact.x * across - 0.9, contact.y * down - 0.9, types, *heading]


def _from_west(track: SeenTrack) -> tuple[int, int, int, bool]:
    """An order that tells nothing of when and by whom a torpedo was launched."""
    return track.x, track.y, track.direction, track.is_own


def _track(track: SeenTrack, across: float, down: float) -> list[float]:
    x, y = (track.x * across - 0.9) / 3, (track.y * down - 0.9) / 3  # a torpedo runs far beyond the edges
    return [1.0, track.is_own, x, y, *_towards(track.direction)]


def _question(known: Known, about: About) -> list[float]:
    named = [key for key in (about.get("unit"), about.get("ship"), about.get("other")) if key and key[1:].isdigit()]
    letter = SIDE_LETTER[known.seat]
    own = {number_of(key) for key in named if key[:1] == letter}
    enemies = {number_of(key) for key in named if key[:1] != letter}
    marker, aim = about.get("marker", ""), about.get("at")
    return [
        *[number in own for number in range(1, SHIPS + 1)],
        *[number in enemies for number in range(1, SHIPS + 1)],
        number_of(marker) / 60 if marker else 0.0,
        about.get("setting", 0) / 4,
        about.get("left_points", 0) / 600,
        about.get("group", 0) / 4,
        *(_towards(aim) if isinstance(aim, int) else (0.0, 0.0)),
    ]


OBSERVATION = Observation(PARTS, read)

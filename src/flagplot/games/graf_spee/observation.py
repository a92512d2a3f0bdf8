"""The Cruise of the Graf Spee as a row of figures, for programs that learn to play it."""

from __future__ import annotations

from collections import Counter

from flagplot.engine import About, Observation
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee.spaces import PLACES, SPACES
from flagplot.games.graf_spee.state import Ship, State

SHIPS = (t.GRAF_SPEE, t.DEUTSCHLAND)
SHIP = (
    "afloat",
    "x",
    "y",
    *t.DEPARTMENTS,
    "torpedo reloads",
    "outfitted today",
    "repaired today",
    "fought today",
    "broke off today",
    "raided from the air today",
    *(f"cargo of {cargo}" for cargo in t.CARGO),
)
SPACE = (
    "a German ship is here",
    "auxiliaries",
    "Allied ships face up",
    "counters face down",
    "closed or held",
    "mines",
)
ALLIED = ("in the battle", "crippled", "lost")
PARTS = {
    "cruise": (
        "day",
        "victory points",
        "alert level",
        "a campaign of several orders",
        "orders achieved",
        "orders failed",
        "the equator was crossed",
        "night",
        "Allied ships sunk in this mission",
        "a battle is being fought",
        "the Germans have the first salvo",
        "naval aircraft in the battle",
        "incidents are being drawn",
        "incidents of this draw",
        "incidents drawn so far",
    ),
    "order": tuple(t.ORDERS),
    "ships": tuple(f"{ship}: {name}" for ship in SHIPS for name in SHIP),
    "spaces": tuple(f"{space}: {name}" for space in SPACES for name in SPACE),
    "Allied ships": tuple(f"{ship}: {name}" for ship in t.ALLIED_SHIPS for name in ALLIED),
    "asked about": (
        *(f"the ship is {ship}" for ship in SHIPS),
        *(f"the guns are {step}" for step in t.STEPS),
        "x of the space",
        "y of the space",
        "left of the row",
        "points to share",
        "spaces that can be sailed",
        "spaces sailed",
        "hull space",
    ),
}
AT = {space: (2 * x - 1, 2 * y - 1) for space, (x, y) in PLACES.space.items()}
SUNK_SHIP = [0.0] * len(SHIP)
NO_QUESTION = [0.0] * len(PARTS["asked about"])


def read(state: State, seat: str, about: About) -> list[float]:
    """The figures of a position: the captains share all that they know."""
    battle, draw = state.battle, state.draw
    figures: list[float] = [
        state.day / 100,
        state.vp / 500,
        state.alert / 12,
        state.campaign,
        len(state.achieved) / 8,
        len(state.failed) / 8,
        state.crossed,
        state.night,
        state.sunk_this_mission / 8,
        battle is not None,
        battle is not None and battle.first == t.GERMAN,
        len(battle.air) / 4 if battle else 0.0,
        draw is not None,
        draw.size / 12 if draw else 0.0,
        len(draw.drawn) / 12 if draw else 0.0,
        *[state.order == order for order in t.ORDERS],
    ]
    for key in SHIPS:
        ship = state.ships.get(key)
        figures += _ship(ship) if ship and ship.space else SUNK_SHIP
    figures += _spaces(state)
    for name in t.ALLIED_SHIPS:
        in_battle = battle is not None and name in battle.allied
        figures += (in_battle, battle is not None and name in battle.crippled, name in state.lost)
    figures += _question(about) if about else NO_QUESTION
    return figures


def _ship(ship: Ship) -> list[float]:
    most = t.GERMAN_SHIPS[ship.id].most
    return [
        1.0,
        *AT[ship.space],
        *[getattr(ship, name) / (getattr(most, name) or 1) for name in t.DEPARTMENTS],
        ship.reloads,
        ship.outfitted,
        ship.repaired,
        ship.fought,
        ship.broke_off,
        ship.raided,
        *[ship.cargo.count(cargo) / 3 for cargo in t.CARGO],
    ]


def _spaces(state: State) -> list[float]:
    german = {ship.space for ship in state.ships.values()}
    auxiliaries = Counter(state.auxiliaries)
    held = {*state.silenced, *state.captured, *state.visited}
    figures: list[float] = []
    for space in SPACES:
        face_up = state.stations.get(space)
        figures += (
            space in german,
            auxiliaries[space] / 4,
            len(face_up) / 8 if face_up else 0.0,
            state.face_down.get(space, 0) / 8,
            space in held,
            space in state.mines,
        )
    return figures


def _question(about: About) -> list[float]:
    ships = (about.get("ship"), *about.get("ships", ()))
    step = about.get("step")
    return [
        *[ship in ships for ship in SHIPS],
        *[step == one for one in t.STEPS],
        *AT.get(about.get("space", ""), (0.0, 0.0)),
        about.get("left", 0) / 8,
        about.get("points", 0) / 8,
        about.get("spaces", 0) / 8,
        about.get("sailed", 0) / 8,
        about.get("hull", 0) / 8,
    ]


OBSERVATION = Observation(PARTS, read)

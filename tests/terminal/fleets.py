"""A crowded board of blocks in the toy's clothes: seven seas, ten ports, three boxes, 45 ships, and a battle."""

from __future__ import annotations

from typing import Any

from flagplot.engine import Match, Seat
from flagplot.engine.view import (
    Board,
    Description,
    Fact,
    Lineup,
    Link,
    Piece,
    Section,
    Side,
    Space,
    SpaceKind,
    Track,
    View,
)
from tests.engine.toy import BLUE, RED, toy_match

PLACES: dict[SpaceKind, dict[str, tuple[float, float]]] = {
    "sea": {
        "North Atlantic": (0.22, 0.40),
        "South Atlantic": (0.29, 0.86),
        "North Sea": (0.50, 0.39),
        "Baltic Sea": (0.82, 0.35),
        "Barents Sea": (0.70, 0.09),
        "Western Mediterranean": (0.61, 0.80),
        "Eastern Mediterranean": (0.87, 0.80),
    },
    "port": {
        "Scapa Flow": (0.36, 0.18),
        "Gibraltar": (0.48, 0.66),
        "Alexandria": (0.89, 0.945),
        "Norfolk": (0.09, 0.58),
        "Leningrad": (0.90, 0.53),
        "Archangel": (0.91, 0.10),
        "Kiel/Narvik": (0.66, 0.53),
        "Brest": (0.33, 0.56),
        "Taranto": (0.74, 0.65),
        "Neutral port (South America)": (0.09, 0.92),
    },
    "box": {"Off board": (0.09, 0.07), "Reinforcements": (0.09, 0.19), "Lost": (0.09, 0.75)},
}
LINKS = (Link("Scapa Flow", "North Sea"), Link("Scapa Flow", "North Atlantic"), Link("North Sea", "North Atlantic"))
BOARD = Board(
    "Seas",
    1.45,
    (Side("axis", "Axis"), Side("allied", "Allies")),
    tuple(
        Space(name, name, kind, x, y, 0.1, 0.1) for kind, places in PLACES.items() for name, (x, y) in places.items()
    ),
    LINKS,
)

BATTLESHIPS = (
    "Nelson", "Rodney", "Hood", "Warspite", "Queen Elizabeth", "Valiant", "Barham", "Malaya", "Royal Oak",
    "Royal Sovereign", "Ramillies", "Resolution", "Revenge", "Renown", "Repulse",
)  # fmt: skip
CRUISERS = ("Norfolk", "Suffolk", "Kent", "Sussex", "Devonshire", "Dorsetshire", "Cumberland", "Exeter")
CARRIERS = ("Ark Royal", "Courageous", "Glorious", "Eagle")
GERMANS = ("Scharnhorst", "Gneisenau", "Bismarck", "Graf Spee", "Admiral Scheer", "Lutzow", "Admiral Hipper")


def ship(name: str, space: str, side: str = RED, pips: tuple[int, int] = (3, 3), *badges: str) -> Piece:
    """A ship of the kind that its name tells."""
    kind = "carrier" if name in CARRIERS else "cruiser" if name in CRUISERS or name in GERMANS[3:] else "battleship"
    return Piece(name, kind, side, space, name, 1, badges, pips)


def blocks(number: int, space: str, side: str = BLUE) -> Piece:
    """Enemy blocks, seen from behind."""
    return Piece(f"{side}/{space}", "block", side, space, "", number, hidden=True)


PIECES = (
    *(ship(name, "Scapa Flow") for name in (*BATTLESHIPS[3:], *CRUISERS[2:], *CARRIERS[2:])),
    ship("Nelson", "North Sea", RED, (4, 4)),
    ship("Hood", "North Sea", RED, (2, 3)),
    ship("Ark Royal", "North Sea"),
    blocks(5, "North Sea"),
    ship("Rodney", "North Atlantic", RED, (4, 4)),
    blocks(1, "South Atlantic"),
    ship("Norfolk", "Gibraltar", RED, (1, 2)),
    ship("Courageous", "Gibraltar"),
    ship("Suffolk", "Western Mediterranean", RED, (2, 2)),
    blocks(12, "Taranto"),
    blocks(8, "Kiel/Narvik"),
    Piece("pack", "submarine", BLUE, "North Atlantic", "Submarines", 2),
)
FACTS = (
    Fact("Resources", "8"),
    Fact("Ships at sea", "6"),
    *(Fact("control", "Allied" if n % 2 else "none", name) for n, name in enumerate(PLACES["sea"])),
    *(Fact("points", "3/1", name) for name in PLACES["sea"]),
    *(Fact("repair", "2", name) for name in PLACES["port"]),
)
POINTS = Track(
    "Points", "Points", (*(f"{n} Allied" for n in range(12, 0, -1)), "0", *(f"{n} Axis" for n in range(1, 13))), 14
)
TURNS = Track("Turn", "Turn", tuple("12345678"), 2)
AT_SEA = View("1941, turn 3: Allied movement", PIECES, tracks=(TURNS, POINTS), facts=FACTS)

AXIS_LINE = (
    "Scharnhorst", "Gneisenau", "Bismarck", "Tirpitz", "Littorio", "Vittorio Veneto",
    "Graf Spee", "Lutzow", "Admiral Hipper", "Blucher", "Admiral Scheer", "Prinz Eugen",
)  # fmt: skip
BATTLE = Lineup(
    "battle",
    "Battle of the North Sea, surface round 2",
    (
        Section(RED, "Battle line", tuple(ship(n, "", RED, (3, 4), "4 dice", "hit on 6") for n in BATTLESHIPS[:7])),
        Section(RED, "Cruisers", tuple(ship(n, "", RED, (2, 2), "1 die", "hit on 5") for n in CRUISERS[:4])),
        Section(RED, "Carriers", (ship("Ark Royal", "", RED, (1, 3), "hit on 4", "disabled"),)),
        Section(BLUE, "Battle line", tuple(ship(n, "", BLUE, (4, 4), "5 dice", "hit on 6") for n in AXIS_LINE[:6])),
        Section(BLUE, "Cruisers", tuple(ship(n, "", BLUE, (2, 3), "1 die", "hit on 5") for n in AXIS_LINE[6:])),
    ),
    (("Nelson", "Bismarck"), ("Rodney", "Bismarck"), ("Queen Elizabeth", "Vittorio Veneto"), ("Scharnhorst", "Hood")),
)
IN_BATTLE = View("1941, turn 3: Combat", PIECES, (BATTLE,), (TURNS, POINTS), facts=FACTS)


def fleets(view: View = AT_SEA, **changes: Any) -> Match[Any]:
    """The toy with this view for both seats; each card is a ship that can be chosen."""

    def describe(state: Any, ask: Any, about: Any, option: Any) -> Description:
        if isinstance(option, int):
            name = AXIS_LINE[option % len(AXIS_LINE)]
            return Description(name, ("North Sea",) if option % 2 else ("Scapa Flow",), (name,))
        return Description(str(option))

    settings = {
        "seats": (Seat(RED, "Allied"), Seat(BLUE, "Axis")),
        "names": {RED: "Allied", BLUE: "Axis"},
        "board": lambda scenario: BOARD,
        "view": lambda state, seat: view,
        "describe": describe,
    }
    return toy_match(**{**settings, **changes})

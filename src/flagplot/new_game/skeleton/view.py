"""How Skeleton shows itself: the chart, the ships, the figures, and what an option looks like."""

from __future__ import annotations

import functools

from flagplot.engine import About, Ask, Option, Roll
from flagplot.engine.view import Board, Description, Link, Side, Space, View, fact, piece
from flagplot.new_game.skeleton import tables as t
from flagplot.new_game.skeleton.state import State

AREA_SIZE, PORT_SIZE = (0.2, 0.24), (0.12, 0.14)

NAMES = {
    **{key: place.name for key, place in t.MAP.place.items()},
    t.CONVOY: "the convoy",
    t.WOLVES: "the wolves",
    t.COMMODORE: "the commodore",
    t.THE_VAN: "the van",
    t.THE_REAR: "the rear",
}
PHASE_NAMES = {"sailing": "The convoy sails", "night": "The wolves attack"}


@functools.cache
def board() -> Board:
    """The chart with its places and the lines between them."""
    spaces = []
    for key, place in t.MAP.place.items():
        width, height = PORT_SIZE if place.is_port else AREA_SIZE
        name = place.name.removeprefix("the ")
        spaces.append(Space(key, name, "port" if place.is_port else "sea", place.x, place.y, width, height))
    links = [Link(key, other) for key, place in t.MAP.place.items() for other in place.to]
    sides = (Side(t.CONVOY, "Convoy"), Side(t.WOLVES, "Wolves"))
    return Board("Skeleton", t.MAP.aspect, sides, tuple(spaces), tuple(links))


def view(state: State, seat: str) -> View:
    """What a seat sees: everything."""
    pieces = [piece("ships", "convoy", t.CONVOY, state.at, "Merchant ship", state.ships)] if state.ships else []
    for quarter in t.QUARTERS:
        if guards := state.guards.count(quarter):
            pieces.append(piece(quarter, "escort", t.CONVOY, state.at, f"Escort in {NAMES[quarter]}", guards))
    facts = (
        fact("Ships", str(state.ships)),
        fact("Sunk", str(state.sunk)),
        fact("Needed in port", str(t.MAP.needed)),
    )
    return View(f"Day {state.day}", tuple(pieces), facts=facts)


def describe(state: State, ask: Ask | Roll, about: About, option: Option) -> Description:
    """How an option looks."""
    return Description(NAMES[option], (option,) if option in t.MAP.place else ())

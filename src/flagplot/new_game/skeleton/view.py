"""How Skeleton shows itself: the chart, the ships, the figures, and what an option looks like."""

from __future__ import annotations

import functools

from flagplot.common.places import links_of, names_of, spaces_of
from flagplot.engine import About, Ask, Option, Roll
from flagplot.engine.view import Board, Description, Side, View, fact, piece
from flagplot.new_game.skeleton import tables as t
from flagplot.new_game.skeleton.state import State

NAMES = {
    **names_of(t.PLACES),
    t.CONVOY: "the convoy",
    t.WOLVES: "the wolves",
    t.COMMODORE: "the commodore",
    t.THE_VAN: "the van",
    t.THE_REAR: "the rear",
}
PHASE_NAMES = {"sailing": "The convoy sails", "night": "The wolves attack"}


@functools.cache
def board(scenario: str) -> Board:
    """The chart with its places and the lines between them."""
    spaces = [*spaces_of("sea", t.MAP.sea), *spaces_of("port", t.MAP.port)]
    sides = (Side(t.CONVOY, "Convoy"), Side(t.WOLVES, "Wolves"))
    return Board("Skeleton", t.MAP.aspect, sides, tuple(spaces), tuple(links_of(t.TO)))


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
    return Description(NAMES[option], (option,) if option in t.PLACES else ())

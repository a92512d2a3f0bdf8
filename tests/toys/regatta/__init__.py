"""Regatta, a toy: two boats race through a grid of squares round two rocks, and everything lies open.

Each boat can be left to the rules, so that one person sails alone. It is found by FLAGPLOT_GAMES, too.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from flagplot.common.links import reach, way
from flagplot.engine import (
    About,
    Advice,
    Ask,
    Bar,
    Event,
    Game,
    Next,
    Occasion,
    Option,
    Roll,
    Seat,
    State,
    Table,
    asks_in,
    go_to,
    rule_option,
)
from flagplot.engine.view import Board, Description, Side, Space, View, fact, piece

RED, BLUE = BOATS = "red", "blue"
SWITCH = {RED: "red_sails", BLUE: "blue_sails"}
COLUMNS, ROWS = "abcdef", "1234"
SQUARES = [column + row for row in ROWS for column in COLUMNS]
ROCKS = ("c2", "c3")
GOAL = COLUMNS[-1]
STEPS = 4  # a boat sails up to so many squares in a turn
TURNS = 6
HEAVE_TO = "heave_to"

COURSE = Ask(
    "course",
    "Where does {boat} sail next? ({left} to go)",
    "RG-SEA-01",
    log="{boat}: {choice}.",
    row="course",
    topic="The course of a boat",
    answers=(HEAVE_TO,),
    first="Click on a square that the boat can reach.",
)
ROCK = Bar("There is a rock in {there}.", "RG-SEA-01")
TOO_FAR = Bar("{there} is too far away for this turn.", "RG-SEA-01")
GUST = Roll("gust", "A gust for {boat}", "RG-SEA-02")
STRUCK = Event("struck", "{boat} loses a sail.", "RG-SEA-02", outcome="a sail is lost")
HELD = Event("held", "{boat} holds her course.", "RG-SEA-02", outcome="all sails hold")
FIRST = Event("first", "The first boat has reached the goal.", "RG-SEA-03")
NOBODY = Event("nobody", "The wind has died down.", "RG-SEA-03")


@dataclass(frozen=True, slots=True)
class Options:
    """Which boats have somebody at the helm."""

    red_sails: Annotated[bool, rule_option("The red boat", "Somebody sails the red boat.", "RG-SEA-04")] = True
    blue_sails: Annotated[bool, rule_option("The blue boat", "Somebody sails the blue boat.", "RG-SEA-04")] = True


@dataclass(slots=True, kw_only=True)
class Race(State):
    """Where the boats are."""

    options: Options
    at: Annotated[dict[str, Annotated[str, Meta(max_length=2)]], Meta(max_length=2)]
    sails: Annotated[dict[str, Annotated[int, Meta(ge=-20, le=9)]], Meta(max_length=2)]
    turn: Annotated[int, Meta(ge=1, le=20)] = 1


def set_up(scenario: str, options: Options) -> Race:
    """Both boats lie at the start."""
    return Race(phase="sail", args=(RED,), options=options, at={RED: "a2", BLUE: "a3"}, sails={RED: 9, BLUE: 9})


def sail(table: Table[Race], boat: str) -> Next:
    """A boat sails square by square, or as the rules have it (RG-SEA-01, RG-SEA-04), then a gust comes (RG-SEA-02)."""
    state = table.state
    if getattr(state.options, SWITCH[boat]):
        follow_course(table, boat)
    else:
        state.at[boat] = max(beside(state, boat, state.at[boat]), default=state.at[boat])
    if table.roll("3d6l2", GUST, boat=boat).sum >= 7:
        state.sails[boat] -= 1
        table.tell(STRUCK, boat=boat)
    else:
        table.tell(HELD, boat=boat)
    score = {one: COLUMNS.index(state.at[one][0]) for one in BOATS}
    if state.at[boat][0] == GOAL:
        table.end(FIRST, boat, score)
    if boat == RED:
        return go_to("sail", BLUE)
    state.turn += 1
    if state.turn > TURNS:
        table.end(NOBODY, None, score)
    return go_to("sail", RED)


def follow_course(table: Table[Race], boat: str) -> None:
    """The helmsman names one square after the other, or heaves to."""
    state = table.state
    for left in range(STEPS, 0, -1):
        options = (*beside(state, boat, state.at[boat]), HEAVE_TO)
        chosen = table.choose(boat, COURSE, options, left=left, boat=boat)
        if chosen == HEAVE_TO:
            return
        state.at[boat] = chosen


def beside(state: Race, boat: str, square: str) -> list[str]:
    """The squares next to one that are free of rocks and of the other boat."""
    column, row = COLUMNS.index(square[0]), ROWS.index(square[1])
    near = [(column + 1, row), (column, row - 1), (column, row + 1), (column - 1, row)]
    found = [COLUMNS[x] + ROWS[y] for x, y in near if 0 <= x < len(COLUMNS) and 0 <= y < len(ROWS)]
    other = state.at[BLUE if boat == RED else RED]
    return [one for one in found if one not in (*ROCKS, other)]


@COURSE.why_not
def square_barred(state: Race, about: About, option: Option) -> tuple[Bar, About] | None:
    if option in ROCKS:
        return ROCK, {"there": option}
    if option in SQUARES and option not in beside(state, about["boat"], state.at[about["boat"]]):
        return TOO_FAR, {"there": option}
    return None


@COURSE.way
def course_to(state: Race, about: About, options: Sequence[Option], target: str) -> Sequence[Option]:
    """The squares of the shortest course to a square, or to the square of a boat."""
    boat = about["boat"]
    goal = {f"boat_{one}": state.at[one] for one in BOATS}.get(target, target)
    reached = reach(state.at[boat], lambda square: beside(state, boat, square), about["left"])
    return way(reached, goal)[1:] if goal in reached else ()


@functools.cache
def board(scenario: str) -> Board:
    """The grid."""
    width, height = 1 / len(COLUMNS), 1 / len(ROWS)
    spaces = [
        Space(square, NAMES[square], "box", (x + 0.5) * width, (y + 0.5) * height, width * 0.9, height * 0.9)
        for square in SQUARES
        for x, y in [(COLUMNS.index(square[0]), ROWS.index(square[1]))]
    ]
    return Board("Regatta", 1.6, (Side(RED, "Red"), Side(BLUE, "Blue")), tuple(spaces))


NAMES = {**{square: square.upper() for square in SQUARES}, RED: "Red", BLUE: "Blue", HEAVE_TO: "heave to"}


def view(state: Race, seat: str) -> View:
    """Everybody sees everything."""
    pieces = [piece(f"boat_{boat}", "escort", boat, state.at[boat], f"{NAMES[boat]} boat") for boat in BOATS]
    return View(f"Turn {state.turn}", tuple(pieces), facts=tuple(fact(NAMES[b], str(state.sails[b])) for b in BOATS))


def describe(state: Race, ask: Ask | Roll, about: About, option: Option) -> Description:
    """How an option looks."""
    if isinstance(option, tuple):
        return Description(" ".join(map(str, option)))  # dice that are typed in
    return Description(NAMES[option], (option,) if option in SQUARES else ())


def defects(state: Race) -> list[str]:
    """What is wrong with a position."""
    strays = [square for square in state.at.values() if square not in SQUARES or square in ROCKS]
    return [f"No boat can lie in {strays[0]!r}."] if strays or set(state.at) != set(BOATS) else []


class Helmsman:
    """He sails towards the goal, or heaves to."""

    def __call__(self, state: Race, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        return self.advise(state, seat, ask, options, about).choice

    def advise(self, state: Race, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Advice:
        ranked = sorted(options, key=lambda one: one[0] if one in SQUARES else "a", reverse=True)
        return Advice(ranked[0], "{choice} is nearest to the goal.", {"choice": ranked[0]}, ranked[1])


def regatta(**changes: Any) -> Game[Race]:
    """The race, or a variant of it."""
    settings: Mapping[str, Any] = {
        "slug": "regatta",
        "title": "Regatta",
        "summary": "Two boats race round the rocks.",
        "length": "five minutes",
        "seats": (Seat(RED, "Red", option=SWITCH[RED]), Seat(BLUE, "Blue", option=SWITCH[BLUE])),
        "options_type": Options,
        "package": Path(__file__).parent,
        "is_open": True,
        "state_type": Race,
        "phases": {"sail": sail},
        "setup": set_up,
        "asks": asks_in(sys.modules[__name__]),
        "board": board,
        "view": view,
        "describe": describe,
        "names": NAMES,
        "phase_names": {"sail": "A boat sails"},
        "subjects": lambda about: (f"boat_{about['boat']}",) if "boat" in about else (),
        "occasion": lambda state: Occasion(str(state.turn), ""),
        "captains": dict.fromkeys(BOATS, Helmsman),
        "inventory": lambda state: {"boats": len(state.at)},
        "defects": defects,
    }
    return Game[Race](**{**settings, **changes})


GAME = regatta()

"""Tempers: captains of other doctrines, whose plans of a month an admiral compares with the captain's."""

from __future__ import annotations

import flagplot
from flagplot import players
from flagplot.engine.match import Match
from flagplot.games import find
from flagplot.games.atlantic_wolves.captain.month import DOCTRINE
from flagplot.games.atlantic_wolves.captain.tempers import DOCTRINES
from flagplot.games.atlantic_wolves.rules import PHASES
from flagplot.games.atlantic_wolves.state import State
from flagplot.games.atlantic_wolves.tables import AGGRESSIVE, GERMAN, NORTH_ATLANTIC
from flagplot.players.admiral import Admiral
from flagplot.players.search import Budget, Search

GAME = find("atlantic-wolves")
PLACEMENT = "allotment_and_placement"
FEW = Budget(16)


def before_placement(turn: int = 1) -> Match[State]:
    """A campaign of a captain, in which boats are to sail in a month."""
    match = flagplot.new("atlantic-wolves", seed=3)
    while (match.state.turn, match.state.phase) != (turn, PLACEMENT):
        match.choose(match.hint().option)
    return match


def led(temper: str = "", turn: int = 1) -> Match[State]:
    """The match after a captain of a temper has placed the boats."""
    match = before_placement(turn)
    captain = GAME.tempers(GERMAN, PLACEMENT)[temper]() if temper else GAME.captains[GERMAN]()
    while match.question and match.state.phase == PLACEMENT:
        match.choose(players.answer(match, {GERMAN: captain}))
    return match


def boats_at_sea(match: Match[State], *squares: str) -> int:
    """How many boats sail in these squares, or in all."""
    return sum(
        len(boats)
        for area in match.state.areas.values()
        for square, boats in area.boats.items()
        if not squares or square in squares
    )


def test_tempers_are_other_doctrines_by_which_boats_are_placed() -> None:
    assert len({*DOCTRINES.values(), DOCTRINE}) == len(DOCTRINES) + 1
    assert GAME.tempers(GERMAN, PLACEMENT).keys() == DOCTRINES.keys()
    assert PLACEMENT in PHASES
    assert not any(GAME.tempers(GERMAN, phase) for phase in PHASES if phase != PLACEMENT)


def test_a_captain_to_whom_boats_are_worth_nothing_attacks_and_one_who_hides_spares_them() -> None:
    usual, all_out, hiding = (led(temper, turn=4) for temper in ("", "push with all", "hide"))
    assert boats_at_sea(hiding, AGGRESSIVE) < boats_at_sea(usual, AGGRESSIVE) < boats_at_sea(all_out, AGGRESSIVE)


def test_a_captain_who_fears_convoys_keeps_more_boats_in_the_north_atlantic() -> None:
    usual, guarded = (led(temper) for temper in ("", "guarded and careful"))
    here, there = (
        sum(map(len, match.state.areas[NORTH_ATLANTIC].boats.values())) / boats_at_sea(match)
        for match in (usual, guarded)
    )
    assert there > here


def test_an_admiral_places_the_boats_of_a_month_by_one_plan() -> None:
    match = before_placement()
    search = Admiral(FEW, "seed").begin(match)
    assert isinstance(search, Search)
    assert search.is_of_plans
    assert search.candidates[0].option == match.hint().option
    players.play(match, Admiral(FEW, "seed").think(match))
    assert match.state.phase != PLACEMENT

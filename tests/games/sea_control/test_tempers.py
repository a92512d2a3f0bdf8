"""Tempers: captains who plan otherwise, whose plans an admiral compares with the captain's."""

from __future__ import annotations

import pytest

from flagplot import players
from flagplot.engine.match import Match
from flagplot.games import find
from flagplot.games.sea_control.captain.tempers import TEMPERS, USUAL
from flagplot.games.sea_control.rules import PHASES
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import ALLIED, AXIS
from flagplot.players.admiral import Admiral, Thought
from flagplot.players.search import Budget, Search
from tests.games.sea_control.builder import place, start

GAME = find("sea-control")
PACKS = ["uboat_1", "uboat_2", "uboat_3"]
# One battleship guards the North Sea; the whole German fleet could take it
WEAKLY_GUARDED = {"north_sea": ["kent"], "kiel_narvik": ["bismarck", "tirpitz", "scharnhorst"], "scapa_flow": ["hood"]}


def led(match: Match[State], temper: str = "") -> Match[State]:
    """The match after a captain of a temper has given the orders of the phase."""
    question, phase = match.question, match.state.phase
    assert question
    captain = GAME.tempers(question.seat, phase)[temper]() if temper else GAME.captains[question.seat]()
    while match.question and (match.question.seat, match.state.phase) == (question.seat, phase):
        match.choose(players.answer(match, {question.seat: captain}))
    return match


@pytest.mark.parametrize("seat", [AXIS, ALLIED])
def test_tempers_are_others_than_the_captains_and_of_phases_in_which_the_seat_gives_orders(seat: str) -> None:
    other = AXIS if seat == ALLIED else ALLIED
    for phase, tempers in TEMPERS[seat].items():
        assert phase in PHASES
        assert len({repr(temper) for temper in tempers.values()} | {repr(USUAL)}) == len(tempers) + 1
        assert GAME.tempers(seat, phase).keys() == tempers.keys()
        assert not GAME.tempers(other, phase)
    assert not GAME.tempers(seat, "surface_combat")


def test_who_is_set_against_a_sea_does_not_attack_there() -> None:
    usual, other = (led(start("axis_movement", WEAKLY_GUARDED), temper) for temper in ("", "against north_sea"))
    assert "north_sea" in {place(usual, ship) for ship in WEAKLY_GUARDED["kiel_narvik"]}
    assert "north_sea" not in {place(other, ship) for ship in WEAKLY_GUARDED["kiel_narvik"]}


def test_who_holds_a_sea_dear_guards_it_with_more_ships() -> None:
    fleet = ["hood", "nelson", "rodney", "barham", "kent", "exeter", "devonshire", "sussex"]
    at = {"scapa_flow": fleet, "kiel_narvik": ["bismarck", "lutzow"], "taranto": ["zara", "pola"]}
    usual, other = (led(start("allied_movement", at), temper) for temper in ("", "for north_atlantic"))
    assert len(other.state.at["north_atlantic"]) > len(usual.state.at["north_atlantic"])


def test_who_holds_a_sea_dear_sends_his_packs_there() -> None:
    at = {"off_board": PACKS, "north_sea": ["kent"], "south_atlantic": ["exeter"], "barents_sea": ["sussex"]}
    usual, other = (led(start("submarine_placement", at, turn=4), temper) for temper in ("", "all for barents_sea"))
    assert sum(place(other, pack) == "barents_sea" for pack in PACKS) == 2  # more would find no more targets
    assert sum(place(usual, pack) == "barents_sea" for pack in PACKS) < 2


def test_convoys_of_a_cautious_captain_stay_in_port() -> None:
    at = {"norfolk": ["convoy_1"], "scapa_flow": ["hood"], "kiel_narvik": ["lutzow"]}
    usual, other = (led(start("allied_movement", at, turn=4), temper) for temper in ("", "in port"))
    assert (place(usual, "convoy_1"), place(other, "convoy_1")) == ("north_atlantic", "norfolk")


def test_an_admiral_plays_the_orders_of_a_phase_by_one_plan() -> None:
    match = start("axis_movement", WEAKLY_GUARDED)
    search = Admiral(Budget(8), "seed").begin(match)
    assert isinstance(search, Search)
    assert search.is_of_plans
    assert search.candidates[0].option == match.hint().option
    players.play(match, Admiral(Budget(8), "seed").think(match))
    assert match.state.phase != "axis_movement"


def test_where_all_captains_would_do_the_same_an_admiral_does_not_search() -> None:
    returning = start(
        "axis_return", {"north_sea": ["blucher"], "barents_sea": ["admiral_hipper"], "scapa_flow": ["hood"]}
    )
    thought = Admiral(Budget(8), "seed").begin(returning)
    assert isinstance(thought, Thought)
    assert thought.follow_up
    players.play(returning, thought)
    assert returning.state.phase != "axis_return"

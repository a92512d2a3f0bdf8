"""Seats of one side, and seats that are in play only with an option."""

from __future__ import annotations

from dataclasses import replace

import pytest

from flagplot import players
from flagplot.engine import Hint, Seat
from flagplot.engine.errors import IllegalChoice, UnknownGame
from flagplot.engine.start import load_match, new_match
from flagplot.engine.view import EVERYTHING, ONLOOKER
from tests.engine.toy import AFT, BLUE, CREW, FORE, RED, SEA, CrewOptions, CrewState, crew_game, crew_match, toy_match


def test_a_seat_is_a_side_of_its_own_unless_told_otherwise() -> None:
    assert Seat("red", "Red") == Seat("red", "Red", "red")
    assert (Seat("red", "Red").side, Seat("red", "Red").option) == ("red", "")
    assert Seat("fore", "Fore", "crew").side == "crew"
    assert replace(Seat("fore", "Fore", "crew"), id="aft").side == "crew"


def test_a_match_has_the_seats_that_its_options_bring_into_play() -> None:
    assert toy_match().seats == (RED, BLUE)
    assert crew_match(both=False).seats == (FORE,)
    assert crew_match(both=True).seats == (FORE, AFT)


def test_a_position_made_by_hand_has_the_seats_of_its_own_options() -> None:
    position = CrewState(phase="row", options=CrewOptions(aft_oar=True), strokes=1)
    match = new_match(crew_game(), None, 1, {}, None, position)
    assert match.seats == (FORE, AFT)
    again = load_match(match.choose("row").save(), lambda _: match.game)
    assert again.seats == (FORE, AFT)
    assert again.decision
    assert again.decision.seat == AFT
    assert again.fork(AFT, 1).seats == again.branch(FORE, 1).seats == again.at(0).seats == (FORE, AFT)


def test_a_seat_that_is_not_in_play_is_refused_with_the_option_that_it_needs() -> None:
    needs = "The seat 'aft' of Boat needs the option 'aft_oar'."
    match = crew_match(both=False)
    for look in (match.view, match.log, match.log_length):
        with pytest.raises(IllegalChoice, match=f"^{needs}$"):
            look(AFT)
    with pytest.raises(UnknownGame, match=f"^{needs}$"):
        players.seated(match, {AFT: "captain"}, "")
    with pytest.raises(IllegalChoice, match=r"^Boat has no seat 'stern'; it has fore\.$"):
        match.view("stern")
    assert crew_match().view(AFT) == crew_match().view(FORE) == match.view(ONLOOKER) == match.view(EVERYTHING)


@pytest.mark.parametrize(("player", "winner"), [("row", CREW), ("rest", SEA)])
def test_those_of_one_side_win_or_lose_together(player: str, winner: str) -> None:
    match = crew_match().playout(dict.fromkeys([FORE, AFT], lambda state, seat, ask, options, about: player))
    assert match.result
    assert match.result.winner == winner
    assert set(match.result.score) == {CREW}


def test_sides_are_named_by_the_game_or_by_their_seats() -> None:
    game = crew_game()
    assert game.sides_of([FORE, AFT]) == game.sides_of([AFT]) == (CREW,)
    assert [game.side_name(side) for side in (CREW, SEA)] == ["The crew", "The sea"]
    assert toy_match().game.sides_of([BLUE, RED]) == (BLUE, RED)
    assert [crew_game(names={}).side_name(side) for side in (CREW, "fore")] == ["Crew", "Fore oar"]


def test_the_captain_of_each_seat_in_play_decides_and_advises() -> None:
    match = crew_match(seed=2)
    assert match.hint() == Hint("row", "3 strokes to the shore, Fore rows.", "rest")
    players.play_out(match, players.seated(match, dict.fromkeys(match.seats, "captain"), ""))
    assert len(match.record.choices) == 4
    alone = crew_match(both=False)
    assert list(players.seated(alone, {}, "")) == [FORE]


def test_a_game_without_options_has_all_its_seats() -> None:
    game = crew_game(seats=(Seat(FORE, "Fore oar", CREW), Seat(AFT, "Aft oar", CREW)))
    assert game.seats_of(object()) == (FORE, AFT)

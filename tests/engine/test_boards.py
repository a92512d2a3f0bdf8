"""The board that lies on the table: that of the match, or the one that the state names."""

from __future__ import annotations

from flagplot.engine.game import NoOptions
from flagplot.engine.match import Match
from flagplot.engine.start import load_match, new_match
from tests.engine.toy import toy_match
from tests.toys import open_water as toy


def played(choices: int) -> Match[toy.State]:
    """A match of the toy after so many choices."""
    match: Match[toy.State] = new_match(toy.GAME, None, 1, {}, None, None)
    for _ in range(choices):
        assert match.decision
        match.choose(match.decision.options[-1])
    return match


A_DAY = next(choices for choices in range(40) if played(choices).state.turn == toy.FIRST_TURN[toy.EVENING])


def test_a_board_follows_the_state_back_and_forth() -> None:
    match = played(A_DAY)
    assert (match.board_key, match.board) == (toy.EVENING, toy.board(toy.EVENING))
    assert (match.at(A_DAY - 1).board_key, match.at(A_DAY - 1).board) == (toy.DAY, toy.board(toy.DAY))
    assert match.take_back(0).board_key == toy.DAY


def test_saves_forks_and_branches_have_the_board_of_their_moment() -> None:
    for choices, expected in ((A_DAY - 1, toy.DAY), (A_DAY, toy.EVENING)):
        match = played(choices)
        seat = match.decision.seat if match.decision else ""
        others = (load_match(match.save(), lambda slug: toy.GAME), match.fork(seat, 1), match.branch(seat, 1))
        assert [other.board_key for other in others] == [expected] * 3


def test_a_position_made_by_hand_has_its_own_board_whatever_the_scenario() -> None:
    state = toy.set_up(toy.EVENING, NoOptions())
    match: Match[toy.State] = new_match(toy.GAME, toy.DAY, 1, {}, None, state)
    assert match.board == toy.board(toy.EVENING)


def test_without_a_word_from_the_state_it_is_the_board_of_the_scenario() -> None:
    match = toy_match()
    assert match.board_key == match.record.scenario == "short"
    assert match.board == match.game.board("short")

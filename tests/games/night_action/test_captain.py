"""The captain of Night Action: what he does with contacts, torpedoes and guns, from what his side sees."""

from __future__ import annotations

import flagplot
from flagplot.games.night_action import words as say

SEEDS = range(1, 13)


def turned_over(scenario: str, phase: str) -> int:
    """How often captains show a contact of theirs in a phase, in a dozen games."""
    count = 0
    for seed in SEEDS:
        match = flagplot.new("night-action", scenario=scenario, seed=seed)
        captains = {seat: make() for seat, make in match.game.captains.items()}
        while (question := match.question) and match.state.turn < 8:
            seat, state = question.seat, match.state
            known = match.game.known_to(state, seat)
            assert isinstance(question.ask, flagplot.engine.Ask)
            choice = captains[seat](known, seat, question.ask, question.options, question.about)
            count += question.ask is say.TURN_OVER and state.phase == phase and choice != say.NONE
            match.choose(choice)
    return count


def test_a_hidden_boat_shows_itself_to_launch() -> None:
    assert turned_over("coal_scuttle", "turn_over_to_launch") > 0


def test_a_hidden_escort_shows_itself_to_fire() -> None:
    assert turned_over("eboat_alley", "turn_over_to_fire") > 0


def test_no_contact_shows_itself_before_it_can_strike() -> None:
    assert turned_over("coal_scuttle", "turn_over_to_move") == 0

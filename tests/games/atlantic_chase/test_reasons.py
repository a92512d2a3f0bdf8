"""Why an order is not offered, and why a course cannot go on: every reason where its own condition holds."""

from __future__ import annotations

from tests.games.atlantic_chase.builder import ROW, at, do, line, play, position, tf
from tests.rules import rule

FIFTEEN = "0809 0810 0811 0812 0813 0713 0712 0711 0710 0709 0708 0608 0609 0610 0611"


def reason(state: object, option: object) -> str:
    """Why something is not offered at the first question."""
    refusal = play(state).why_not(option)  # type: ignore[arg-type]
    assert refusal
    return refusal.reason


@rule("AC-PT-04")
def test_an_enemy_in_port_cannot_be_attacked() -> None:
    state = position(tf("B1", "hood", "1507"), tf("G1", "bismarck", "bergen"))
    assert reason(state, ("trajectory", "G1")) == "Bismarck lies in port and cannot be attacked."


@rule("AC-CO-06")
def test_an_enemy_with_whom_nobody_shares_a_hex_is_out_of_reach() -> None:
    state = position(tf("B1", "hood", ROW[0]), tf("G1", "bismarck", ROW[3]))
    assert reason(state, ("trajectory", "G1")) == "No task force of yours that could attack shares a hex with Bismarck."


@rule("AC-CV-05")
def test_who_guards_a_convoy_does_not_attack() -> None:
    state = position(tf("B1", "british_convoy", ROW[0]), tf("G1", "bismarck", ROW[0]))
    told = "Convoy guards a Convoy: it does not search, engage or strike."
    assert reason(state, ("trajectory", "G1")) == told


@rule("AC-ST-04")
def test_fifteen_segments_are_the_most() -> None:
    state = position(line("B1", "hood", FIFTEEN), tf("G1", "bismarck", "0909"))
    assert reason(state, ("trajectory", "B1")) == "Hood has 15 segments already."


@rule("AC-ST-04", "AC-ST-05")
def test_a_course_goes_on_beside_its_ends_and_through_no_hex_twice() -> None:
    match = do(play(position(line("B1", "hood", "0609 0610"), tf("G1", "bismarck", "0909"))), ("trajectory", "B1"))
    taken, far = match.why_not((1, at("0609"))), match.why_not((1, at("0909")))
    assert taken
    assert taken.reason == "The course goes through 0609 already."
    assert far
    assert far.reason == "0909 is not beside an end of the course."

"""Pass (section 1.20)."""

from __future__ import annotations

from tests.games.atlantic_chase.builder import asked, do, held, line, offered, orders, play, position, tf, told, where
from tests.rules import rule


@rule("AC-PA-01", "AC-IV-05", "AC-WX-01", "AC-AC-03")
def test_who_passes_lapses_and_the_enemy_checks_the_weather_and_acts() -> None:
    state = position(
        line("B1", "norfolk", "0809 0810 0811 0812 0813"),
        line("B2", "rodney", "0909 0910"),
        tf("G1", "bismarck", "1010"),
        tally=3,
    )
    match = play(state, 6)
    assert orders(match, "pass") == [("B1",), ("B2",)]
    do(match, ("pass", "B1"), (4, 0, 0))
    assert (where(match, "B1"), where(match, "B2")) == ("0813 ", "0909 0910 ")
    assert (held(match), asked(match)) == (("german", 0, "bad"), ("german", "order"))
    assert told(match) == ["passed", "lapsed", "initiative", "weather_turns"]


@rule("AC-AMB-07")
def test_who_has_no_trajectory_passes_with_nobody() -> None:
    state = position(tf("B1", "norfolk", "0809"), tf("G1", "bismarck", "1010"))
    match = play(state, 1)
    assert orders(match, "pass") == [("",)]
    do(match, ("pass", ""))
    assert (told(match), held(match)) == (["passed", "initiative"], ("german", 0, "good"))


@rule("AC-PA-02", "AC-LD-06", "AC-LD-02", "AC-LD-01")
def test_pound_lets_all_trajectories_pass_twice() -> None:
    state = position(
        line("B1", "norfolk", "0809 0810 0811 0812 0813"),
        line("B2", "rodney", "0909 0910 0911"),
        tf("G1", "bismarck", "1010"),
        leaders={"pound": "clyde_liverpool"},
    )
    match = do(play(state, 1, 1, 1, 1), ("all pass",))
    assert (asked(match), offered(match)[0]) == (("british", "lapse"), (0, 4, 0))
    do(match, (0, 4, 0))
    assert asked(match) == ("british", "lapse")
    do(match, (2, 0, 0))
    assert (where(match, "B1"), where(match, "B2")) == ("0809 ", "0911 ")
    assert (held(match)[0], match.state.leaders["pound"].left) == ("german", 1)
    do(match, ("pass", ""), ("all pass",))
    assert (where(match, "B1"), where(match, "B2"), match.state.leaders) == ("0809", "0911", {})
    do(match, ("pass", ""))
    assert ("all pass",) not in offered(match)


@rule("AC-LD-06")
def test_pound_passes_nothing_where_there_is_no_trajectory() -> None:
    state = position(tf("B1", "norfolk", "0809"), tf("G1", "bismarck", "1010"), leaders={"pound": "clyde_liverpool"})
    assert orders(play(state), "all pass") == []

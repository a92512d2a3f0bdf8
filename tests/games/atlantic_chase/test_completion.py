"""Completion (section 1.17): a task force comes home."""

from __future__ import annotations

import pytest

from flagplot.games.atlantic_chase.model.scoring import points
from flagplot.games.atlantic_chase.state import TaskForce
from tests.games.atlantic_chase.builder import (
    asked,
    do,
    held,
    line,
    marked,
    offered,
    orders,
    play,
    position,
    tf,
    told,
    where,
)
from tests.rules import rule

GERMAN = tf("G1", "bismarck", "0909")
HOMEWARD = "1309 1208 1108 1008"


@rule("AC-CP-01", "AC-CP-02", "AC-AC-03")
def test_completion_fails_where_the_enemy_seizes_the_initiative() -> None:
    """V-17: tally 3 and a roll of 7 are 10; the Convoy lapses by two, and the German checks the weather."""
    state = position(line("B1", "british_convoy", HOMEWARD), GERMAN, tally=3)
    match = do(play(state, 3, 4, 6), ("complete", "B1", "clyde"))
    assert (asked(match), offered(match)) == (("german", "seize"), ["try", ("evade", "G1")])
    do(match, "try")
    assert (asked(match), offered(match)) == (("british", "lapse"), [(0, 2, 0), (1, 1, 0), (2, 0, 0)])
    do(match, (0, 2, 0))
    assert (where(match, "B1"), held(match)) == ("1309 1208 ", ("german", 0, "bad"))
    assert told(match)[:3] == ["order_complete", "seized", "completion_fails"]
    assert asked(match) == ("german", "order")


@rule("AC-CP-01", "AC-CP-03")
def test_a_station_completes_where_the_enemy_fails_to_seize() -> None:
    """V-18: the tally is 1, the task force has left and its set is free."""
    state = position(tf("B1", "suffolk", "1308"), tf("B2", "hood", "0809"), GERMAN)
    match = do(play(state, 2, 4), ("complete", "B1", "scapa_flow"), "try")
    assert (set(match.state.forces), held(match)) == ({"B2", "G1"}, ("british", 1, "good"))
    assert [(fate.ship.id, fate.how, fate.port) for fate in match.state.fates] == [
        ("suffolk", "completed", "scapa_flow")
    ]
    assert asked(match) == ("british", "order")


@rule("AC-CP-03", "AC-IV-03", "AC-EM-01")
def test_completion_succeeds_where_the_enemy_declines() -> None:
    state = position(line("B1", "british_convoy", HOMEWARD), tf("B2", "hood", "0809"), GERMAN, tally=2)
    match = do(play(state), ("complete", "B1", "clyde"), ("evade", "G1"))
    assert (set(match.state.forces), held(match)) == ({"B2", "G1"}, ("british", 2, "good"))
    assert marked(match, "G1") == {"evasive": "yes"}


@rule("AC-CP-01", "AC-IN-05")
def test_a_trajectory_with_intel_cannot_complete() -> None:
    """V-19."""
    known = position(line("B1", "british_convoy", HOMEWARD, intel="1008"), GERMAN)
    unknown = position(line("B1", "british_convoy", HOMEWARD), GERMAN)
    assert orders(play(known), "complete") == []
    assert orders(play(unknown), "complete") == [("B1", "clyde")]


@rule("AC-CP-01")
def test_six_segments_can_complete_and_seven_cannot() -> None:
    """V-20."""
    six = position(line("B1", "british_convoy", f"{HOMEWARD} 0909 0809"), GERMAN)
    seven = position(line("B1", "british_convoy", f"{HOMEWARD} 0909 0809 0709"), GERMAN)
    assert orders(play(six), "complete") == [("B1", "clyde")]
    assert orders(play(seven), "complete") == []


@rule("AC-CP-01", "AC-AMB-08", "AC-AMB-27")
@pytest.mark.parametrize(
    ("force", "ports"),
    [
        (tf("B1", "suffolk", "clyde_liverpool"), ["clyde"]),
        (line("B1", "suffolk", "1309 1208 1308 1407"), ["scapa_flow", "clyde"]),
        (line("B1", "suffolk", "1208 1308 1407"), ["scapa_flow"]),
        (tf("B1", "suffolk", "1310"), []),
        (tf("B1", "suffolk", "0909"), []),
    ],
)
def test_a_port_is_named_where_a_segment_or_a_station_is_in_it(force: TaskForce, ports: list[str]) -> None:
    match = play(position(force, GERMAN, tf("B2", "hood", "0809")))
    assert orders(match, "complete") == [("B1", port) for port in ports]


@rule("AC-CP-04")
@pytest.mark.parametrize(("destination", "vp"), [("liverpool", 2), ("halifax", 0)])
def test_a_convoy_scores_at_its_destination(destination: str, vp: int) -> None:
    convoy = line("B1", "british_convoy", HOMEWARD, destination=destination)
    state = position(convoy, tf("B2", "hood", "0809"), tf("G1", "bismarck", "0909"))
    match = do(play(state, 1, 1), ("complete", "B1", "clyde"), "try")
    assert points(match.state)["british"] == vp

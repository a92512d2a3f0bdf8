"""What a seat imagines of the enemy: ships lie where captains usually keep such ships."""

from __future__ import annotations

from collections import Counter

import pytest

from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.model import habits
from flagplot.games.sea_control.rules import PHASES
from tests.games.sea_control.builder import place, start

WORLDS = 200
TWO_AT_SEA = {"north_sea": ["hood"], "north_atlantic": ["kent"], "kiel_narvik": ["bismarck"]}


def test_a_ship_is_imagined_where_captains_keep_such_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine battleships of ten are kept in the North Sea, and nine cruisers in the Atlantic: odds of 81 to 1."""

    def shares(phase: str, kind: str) -> dict[str, float]:
        usual, rare = ("north_sea 1", "north_atlantic 1")
        if "cruiser" in kind:
            usual, rare = rare, usual
        return {usual: 0.9, rare: 0.1}

    monkeypatch.setattr(habits, "shares", shares)
    match = start("axis_movement", TWO_AT_SEA)
    found = Counter(place(match.fork(t.AXIS, seed), "hood") for seed in range(WORLDS))
    assert found["north_sea"] > 0.8 * WORLDS
    assert found["north_atlantic"]  # nothing is impossible


def test_a_kind_that_nobody_has_seen_is_imagined_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(habits, "shares", lambda phase, kind: {})
    match = start("axis_movement", TWO_AT_SEA)
    found = Counter(place(match.fork(t.AXIS, seed), "hood") for seed in range(WORLDS))
    assert 0.35 * WORLDS < found["north_sea"] < 0.65 * WORLDS


def test_habits_are_known_of_ships_at_every_moment_of_a_turn() -> None:
    spots = {habits.spot(place, crowd) for place in (*t.AREAS, *t.PORTS, t.ARRIVALS) for crowd in habits.CROWDS}
    for phase in PHASES:
        shares = habits.shares(phase, habits.kind_of("bismarck", t.UNITS["bismarck"].sp))
        assert 0.98 < sum(shares.values()) < 1.01  # rare ones are left out
        assert shares.keys() <= spots


def test_how_crowded_a_place_is_tells_something_of_who_is_there() -> None:
    assert [habits.spot("north_sea", blocks) for blocks in (1, 2, 3, 4, 6, 7, 30)] == [
        "north_sea 1", "north_sea 2", "north_sea 2", "north_sea 4", "north_sea 4", "north_sea 7", "north_sea 7",
    ]  # fmt: skip


def test_a_kind_is_what_an_enemy_can_tell_apart_and_whether_it_is_sound() -> None:
    assert habits.kind_of("hood", 1) == habits.kind_of("hood", 2) == "british battleship 4 damaged"
    assert habits.kind_of("hood", t.UNITS["hood"].sp) == "british battleship 4 sound"

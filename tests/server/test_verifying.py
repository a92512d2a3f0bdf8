"""Games that are kept are played again by other rules: those that go another way are found, and where."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import msgspec
import pytest

import flagplot
from flagplot.engine import Chart
from flagplot.engine.proof import Difference, saved
from flagplot.games.sea_control import GAME, tables
from flagplot.games.sea_control.tables import ALLIED, AXIS
from flagplot.payloads import as_option
from flagplot.server.operating.verifying import difference
from flagplot.server.storage import match_queries
from flagplot.server.storage.match_queries import Stored
from flagplot.server.storage.migrations import migrate
from flagplot.server.storage.opening import opened
from flagplot.server.tables.course import Course
from tests.server.first_release import ANN, BOB, keep, played, put

ID = "eeeeeeeeeeee"
CHOICES = 330  # so that the second turn is being played when the game is saved for the last time


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """A game of Sea Control as a server keeps it."""
    engine = opened(f"sqlite:///{tmp_path_factory.mktemp('verifying')}/games.db")
    migrate(engine, "0001")
    with engine.begin() as connection:
        put(connection, "guests", {"id": ANN, "name": "Ann"}, {"id": BOB, "name": "Bob"})
        keep(connection, played(ID, "sea-control", {AXIS: ("guest", BOB), ALLIED: ("guest", ANN)}, CHOICES))
    migrate(engine)
    with engine.connect() as connection:
        stored = match_queries.match_stored(connection, ID)
    engine.dispose()
    assert stored
    return stored


def present_rules(monkeypatch: pytest.MonkeyPatch, newer: bool) -> None:
    """Have other rules under the same version, or under a newer one while the old are not played any more."""
    if newer:
        later = replace(GAME, rules_version=GAME.rules_version + 1)
        monkeypatch.setattr(sys.modules["flagplot.games"], "find", lambda slug: later)


def turn_and_mark(stored: Stored) -> tuple[int, int]:
    """The turn that was played when the game was last saved, and after how many choices its phase began."""
    save = saved(stored.snapshot)
    return msgspec.json.decode(save.state)["turn"], save.mark


def with_points(turn: int, points: int) -> Chart[Any]:
    """The points of the Allies, other ones in one turn."""
    return Chart("Allied RP", tuple(points if one == turn else tables.RP[ALLIED][one] for one in range(1, 11)))


@pytest.mark.parametrize("newer", [False, True], ids=["the same version", "a newer version"])
def test_rules_that_change_nothing_are_found_to_change_nothing(
    monkeypatch: pytest.MonkeyPatch, game: Stored, newer: bool
) -> None:
    present_rules(monkeypatch, newer)
    assert difference(game) is None


@pytest.mark.parametrize("newer", [False, True], ids=["the same version", "a newer version"])
def test_a_chart_that_changes_the_position_only_is_found(
    monkeypatch: pytest.MonkeyPatch, game: Stored, newer: bool
) -> None:
    turn, mark = turn_and_mark(game)
    monkeypatch.setitem(tables.RP, ALLIED, with_points(turn, 60))
    present_rules(monkeypatch, newer)
    found = difference(game)
    assert found
    assert found.choice == mark
    assert found.what.startswith("By now the position is another one: rp.allied is ")


@pytest.mark.parametrize("newer", [False, True], ids=["the same version", "a newer version"])
def test_a_chart_that_changes_what_is_told_is_found_at_the_very_choice(
    monkeypatch: pytest.MonkeyPatch, game: Stored, newer: bool
) -> None:
    before = story(game)
    for unit in list(tables.FIRE_AT):
        monkeypatch.setitem(tables.FIRE_AT, unit, Chart("Fire", (tables.HIT,) * 6))
    present_rules(monkeypatch, newer)
    after = story(game)
    first = next(number for number, (one, other) in enumerate(zip(before, after, strict=False)) if one != other)
    found = difference(game)
    assert found
    assert 0 < first < turn_and_mark(game)[1]
    assert found.choice in (first, first + 1)  # what is told, or what is not offered thereafter


def story(stored: Stored) -> list[tuple[int, str]]:
    """What is seen at the beginning and after each choice that can be made: how long the log is, and the headline."""
    match = flagplot.new("sea-control", seed=3)
    told = [(match.log_length(), match.view(AXIS).headline)]
    for step in Course((), stored.moves).steps[1:]:
        try:
            match.choose(as_option(step.option))
        except flagplot.FlagplotError:
            break
        told.append((match.log_length(), match.view(AXIS).headline))
    return told


def test_a_game_whose_old_rules_are_gone_is_compared_with_its_moves_and_its_last_save(
    monkeypatch: pytest.MonkeyPatch, game: Stored
) -> None:
    assert game.snapshot_moves > 0
    present_rules(monkeypatch, newer=True)
    assert difference(replace(game, record=b'{"not": "to be read"}')) is None
    unreadable = replace(game, snapshot=b"{}")
    assert difference(unreadable) is None
    seen = game.moves[100].shown
    seat = next(iter(seen))
    told = msgspec.structs.replace(game.moves[100], shown={seat: ("Turn 99", seen[seat][1])})
    found = difference(replace(game, moves=[*game.moves[:100], told, *game.moves[101:]]))
    assert isinstance(found, Difference)
    assert "not 'Turn 99'" in found.what
    assert found.choice == 98  # one choice was taken back

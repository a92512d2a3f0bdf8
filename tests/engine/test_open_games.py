"""Open games: opponents who hide nothing from each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot.cli import main
from flagplot.engine import Game, Match
from flagplot.engine.start import new_match
from flagplot.engine.view import EVERYTHING, ONLOOKER, View
from flagplot.server.routes.games import _info
from flagplot.server.tables.showing import shown_to
from flagplot.server.tables.work import UNKNOWN
from tests.engine.toy import BLUE, RED, crew_game, toy_game
from tests.terminal.evening import evening
from tests.toys import regatta
from tests.toys.regatta import HEAVE_TO, Race
from tests.toys.regatta import regatta as regatta_game


def race(*dice: int, **changes: Any) -> Match[Race]:
    scripted = flagplot.dice.scripted(*dice) if dice else None
    return new_match(regatta_game(**changes), None, 1, {}, scripted, None)


def test_opponents_who_hide_nothing_are_not_of_one_side() -> None:
    game = regatta_game()
    assert game.hides_nothing
    assert not game.shares_everything
    assert game.sides_of(game.seat_ids()) == (RED, BLUE)
    assert crew_game().hides_nothing
    assert not toy_game(Path()).hides_nothing


def test_one_view_is_worked_out_for_all_seats_and_spectators() -> None:
    asked: list[str] = []

    def view(state: Race, seat: str) -> View:
        asked.append(seat)
        return regatta.view(state, seat)

    match = race(view=view)
    views = [match.view(seat) for seat in (RED, BLUE, ONLOOKER, EVERYTHING)]
    views += [shown_to(match, seat, UNKNOWN).view for seat in (RED, BLUE, ONLOOKER)]
    assert all(one is views[0] for one in views)
    assert asked == [ONLOOKER]
    match.choose("b2")
    assert match.view(RED) is match.view(BLUE) is match.twin().view(BLUE)
    assert match.view(RED) != views[0]
    assert asked == [ONLOOKER] * 2
    match.undo()
    assert match.view(RED) == views[0]
    with pytest.raises(flagplot.IllegalChoice, match="has no seat 'green'"):
        match.view("green")


def test_everybody_reads_the_same_log() -> None:
    match = race(1, 2, 3).choose(HEAVE_TO)
    assert match.log(RED) == match.log(BLUE) == match.log(ONLOOKER) == match.log()
    assert [entry.text for entry in match.log()] == [
        "Red: heave to.",
        "A gust for Red: 1 + 2 (dropped 3) = 3",
        "Red holds her course.",
    ]


def test_a_sample_is_a_copy_and_a_policy_is_given_the_state_itself() -> None:
    match = race(1, 2, 3).choose("b2").choose(HEAVE_TO).choose("b3")
    for seat in (RED, BLUE):
        fork = match.fork(seat, 7)
        assert fork.state == match.state
        assert fork.state is not match.state
        assert match.game.known_to(match.state, seat) is match.state
        assert match.branch(seat, 7).state.at == match.state.at


def test_sides_stay_opponents_when_something_is_taken_back() -> None:
    match = race(1, 2, 3).choose("b2").choose(HEAVE_TO)
    assert not match.can_undo
    match.choose("b3")
    assert match.undo().decision
    assert not match.can_undo


def test_the_page_is_told_that_nothing_is_hidden() -> None:
    info = _info(regatta_game())
    assert (info.is_open, info.shares_everything) == (True, False)
    assert not _info(crew_game()).is_open


def test_the_desk_is_not_passed_between_opponents_who_hide_nothing(tmp_path: Path) -> None:
    match: Match[Any] = race(1, 2, 3, 4, 5, 6)
    after = evening(tmp_path, "b2", "heave", "b3", "heave", match=match, seats=[RED, BLUE])
    assert after.match.state.at == {RED: "b2", BLUE: "b3"}
    assert "Pass the desk" not in after.screen
    assert "Red: Where does Red sail next?" in after.screen
    assert "Blue: Where does Blue sail next?" in after.screen


def test_a_running_game_can_be_read_without_naming_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game: Game[Any] = regatta_game()
    monkeypatch.setattr(flagplot._games, "find", lambda slug: game)
    (tmp_path / "race.json").write_bytes(race().choose("b2").save())
    assert main(["replay", str(tmp_path / "race.json")]) == 0
    assert "Red: B2." in capsys.readouterr().out

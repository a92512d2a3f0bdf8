"""One person, or two, at seats that share everything: nobody looks away, and all that was chosen there is theirs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flagplot import players
from flagplot.engine import Match
from flagplot.terminal.catalogue import catalogue
from flagplot.terminal.desk import Desk
from flagplot.terminal.play import Session
from tests.engine.toy import AFT, CREW, FORE, crew_game, crew_match
from tests.terminal.evening import Evening, desk, evening, plain_console

BOTH = [FORE, AFT]


def with_captain(folder: Path, *lines: str) -> Evening:
    """An evening at the fore oar with a captain at the other."""
    match: Match[Any] = crew_match()
    table, screen = desk(*lines)
    others = players.seated(match, {AFT: "captain"}, "")
    path = folder / "kept.json"
    code = Session(match, [FORE], table, path, others, "flagplot play boat").play()
    return Evening(code, screen.getvalue(), match, path)


def test_the_desk_is_never_passed_between_seats_that_share_everything(tmp_path: Path) -> None:
    after = evening(tmp_path, "row", "rest", "row", "row", match=crew_match(), seats=BOTH)
    assert after.match.result
    assert after.match.record.choices == ["row", "rest", "row", "row"]
    assert "Pass the desk" not in after.screen
    assert "look" not in after.screen
    for question in ("Fore oar: Does Fore row or rest?", "Aft oar: Does Aft row or rest?"):
        assert question in after.screen
    assert "Winner: The crew   Score: The crew 3" in after.last_screen


def test_what_was_told_at_one_seat_is_no_news_at_the_next(tmp_path: Path) -> None:
    after = evening(tmp_path, "row", "rest", "rest", match=crew_match(), seats=BOTH)
    *_, last = after.screen.rpartition("\f")
    assert "Aft oar: Does Aft row or rest?" in last
    assert "Fore: rest." in last
    assert "Fore: row." not in last


def test_the_last_choice_is_taken_back_at_whichever_seat_it_was_made(tmp_path: Path) -> None:
    after = evening(tmp_path, "row", "u", "rest", "u", "u", match=crew_match(), seats=BOTH)
    assert after.match.record.choices == []
    assert after.screen.count("Taken back.") == 2
    assert "That cannot be taken back." in after.screen


def test_whoever_leaves_keeps_the_screen(tmp_path: Path) -> None:
    after = evening(tmp_path, "row", "q", match=crew_match(), seats=BOTH)
    assert "Aft oar: Does Aft row or rest?" in after.last_screen
    assert "The game is saved." in after.last_screen


def test_a_computer_player_at_the_other_seat_decides_by_itself(tmp_path: Path) -> None:
    after = with_captain(tmp_path, "rest", "row", "row")
    assert after.match.record.choices == ["rest", "row", "row", "row"]
    assert after.match.result
    assert after.match.result.winner == CREW


def test_what_a_computer_player_chose_at_the_other_seat_is_not_taken_back() -> None:
    match = crew_match().choose("row")
    table, _ = desk("u")
    session = Session(match, [AFT], table, Path("unused"), {}, "")
    assert session._taken_back() == "That cannot be taken back. The last choice was Fore oar's."
    assert match.record.choices == ["row"]


def test_the_list_of_games_says_which_seat_needs_which_option() -> None:
    console = plain_console()
    Desk(console).say(*catalogue([crew_game()]))
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert "fore (Fore oar), aft (Aft oar, with the option aft_oar)" in told

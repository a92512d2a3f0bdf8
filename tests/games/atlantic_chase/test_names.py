"""How task forces and groups are called, in questions, options, the log, reasons and on the chart."""

from __future__ import annotations

from msgspec.structs import replace

import flagplot
from flagplot.engine.match import Match
from flagplot.engine.view import ONLOOKER
from flagplot.games.atlantic_chase.state import State
from tests.games.atlantic_chase.builder import do, fight, line, play, position, tf
from tests.rules import rule

GERMAN = tf("G1", "bismarck", "1010")


def trays(match: Match[State]) -> dict[str, tuple[str, str]]:
    """The sign and the name of every tray."""
    return {tray.id: (tray.sign, tray.name) for tray in match.view(ONLOOKER).trays}


def names(match: Match[State]) -> dict[str, str]:
    """How the lines of the chart are called."""
    return {line.id: line.name for line in match.view(ONLOOKER).lines}


def prompt(match: Match[State]) -> str:
    assert match.decision
    return match.decision.prompt


def log(match: Match[State], key: str) -> list[str]:
    """The lines of one kind."""
    return [entry.text for entry in match.log() if entry.key == key]


def labels(match: Match[State]) -> list[str]:
    assert match.decision
    return [match.describe(option).label for option in match.decision.options]


@rule("AC-AMB-57")
def test_task_forces_are_called_after_their_first_ship_their_convoy_or_as_the_scenario_says() -> None:
    rhine = trays(flagplot.new("atlantic-chase", scenario="rheinubung", seed=1))
    assert rhine["tray/G1"] == ("G1", "Bismarck")
    assert rhine["tray/B3"] == ("3", "Hood")
    assert rhine["tray/B8"] == ("8", "HX 127")
    assert rhine["group/BA"] == ("A", "Force H")
    assert trays(flagplot.new("atlantic-chase", scenario="northern_patrol", seed=1))["tray/G1"] == ("G1", "Deutschland")
    regenbogen = trays(flagplot.new("atlantic-chase", scenario="regenbogen", seed=1))
    assert (regenbogen["tray/B1"], regenbogen["tray/B2"]) == (("1", "JW 51B"), ("2", "Force R"))


@rule("AC-AMB-57")
def test_a_convoy_gives_its_name_even_when_it_is_not_the_first_ship() -> None:
    match = play(position(tf("B1", "ramillies british_convoy", "0909"), GERMAN))
    assert names(match)["B1"] == "Convoy"


@rule("AC-AMB-57")
def test_no_text_of_a_game_speaks_of_a_number_without_a_name() -> None:
    match = flagplot.play("atlantic-chase", dict.fromkeys(("german", "british"), "captain"), seed=4)
    texts = [entry.text for entry in match.log()]
    assert [text for text in texts if "TF " in text or "group " in text] == []
    assert any("HX 126" in text for text in texts)


@rule("AC-AMB-57")
def test_questions_options_and_reasons_use_the_name() -> None:
    match = play(position(tf("B1", "hood prince_of_wales", "0909"), line("G1", "bismarck", "0909 0908")))
    assert "Hood: search for Bismarck, total 2" in labels(match)
    do(match, ("trajectory", "B1"))
    assert prompt(match) == "Course of Hood: where next?"


@rule("AC-AMB-57", "AC-RO-03")
def test_a_merged_task_force_keeps_the_name_of_the_one_that_is_kept() -> None:
    force_h = tf("B1", "renown", "0909", name="Force H")
    state = position(force_h, tf("B2", "hood", "0909"), GERMAN)
    kept = do(play(state), ("reorganize",), ("merge", "B1", "B2"))
    assert (names(kept)["B1"], log(kept, "merged")) == ("Force H", ["Hood joins Force H."])
    given_up = do(play(state), ("reorganize",), ("merge", "B2", "B1"))
    assert (names(given_up)["B2"], log(given_up, "merged")) == ("Hood", ["Force H joins Hood."])


@rule("AC-AMB-57", "AC-RO-02")
def test_ships_that_are_split_off_are_called_after_the_first_of_them() -> None:
    state = position(tf("B1", "renown ark_royal sheffield", "0909", name="Force H"), GERMAN)
    match = do(play(state), ("reorganize",), ("split", "B1"), "sheffield", "ark_royal")
    assert names(match) == {"B1": "Force H", "B2": "Ark Royal", "G1": "Bismarck"}
    assert log(match, "split_done") == ["Force H splits. On their own now: Sheffield, Ark Royal."]


@rule("AC-AMB-57", "AC-RO-02")
def test_a_task_force_whose_namesake_leaves_is_called_after_the_next() -> None:
    match = do(play(position(tf("B1", "hood norfolk", "0909"), GERMAN)), ("reorganize",), ("split", "B1"), "hood")
    assert names(match) == {"B1": "Norfolk", "B2": "Hood", "G1": "Bismarck"}


@rule("AC-AMB-57", "AC-RO-02")
def test_the_question_whose_marker_it_is_names_both_parts() -> None:
    state = position(tf("B1", "hood norfolk", "0909", is_evasive=True), GERMAN)
    match = do(play(state), ("reorganize",), ("split", "B1"), "norfolk")
    assert prompt(match) == "Evasive Maneuvers: does it stay with Hood, or go with Norfolk?"
    assert labels(match) == ["Hood", "Norfolk"]


@rule("AC-AMB-57", "AC-RO-04")
def test_a_group_keeps_its_name_when_it_comes_into_play() -> None:
    state = position(tf("B1", "hood", "0909"), GERMAN, groups={"BA": ("gibraltar", "renown ark_royal")})
    state.groups["BA"] = replace(state.groups["BA"], name="Force H")
    match = do(play(state, 6, 1), ("reorganize",))
    assert labels(match) == ["Call up Force H: Renown, Ark Royal"]
    do(match, ("reinforce", "BA"))
    assert names(match)["B2"] == "Force H"
    assert log(match, "reinforced") == ["Force H comes into play at Gibraltar: Renown, Ark Royal."]


@rule("AC-AMB-57")
def test_two_that_read_alike_are_told_apart_by_their_numbers() -> None:
    match = play(
        position(tf("B1", "british_convoy", "0909"), tf("G1", "german_convoy", "0909"), tf("B2", "hood", "0809"))
    )
    assert names(match) == {"B1": "Convoy (1)", "G1": "Convoy (G1)", "B2": "Hood"}


@rule("AC-AMB-57", "AC-TF-05")
def test_the_log_keeps_the_name_that_a_task_force_had() -> None:
    match = fight("bismarck", "hood*+2 norfolk", 1, 1, 1, 1, 1, 6, 6, 6, zones="hood:close bismarck:close")
    assert names(match)["B1"] == "Hood"
    do(match, "hood")
    assert names(match)["B1"] == "Norfolk"
    assert "Hood sinks." in [entry.text for entry in match.log()]

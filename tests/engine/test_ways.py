"""Ways: the answers of a row that lead to a place that was pointed at."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot.engine import About, Ask, Match, Option, Table
from flagplot.engine.decision import OfferedWay
from flagplot.engine.errors import IllegalChoice
from flagplot.engine.start import new_match
from tests.engine.toy import BLUE, RED, ToyState, toy_match
from tests.terminal.evening import evening
from tests.toys.regatta import HEAVE_TO, Race, regatta


def race(*dice: int, **changes: Any) -> Match[Race]:
    return new_match(regatta(**changes), None, 1, {}, flagplot.dice.scripted(*dice) if dice else None, None)


def test_a_way_is_the_answers_that_lead_to_a_place_round_what_is_closed() -> None:
    assert race().way("c1") == OfferedWay(("b2", "b1", "c1"), ("b2", "b1", "c1"), False)
    assert race().way("d1") == OfferedWay(("b2", "b1", "c1", "d1"), ("b2", "b1", "c1", "d1"), True)


def test_a_place_that_is_an_option_is_one_step_away() -> None:
    assert race().way("b2") == OfferedWay(("b2",), ("b2",), False)


@pytest.mark.parametrize("target", ["f4", "c2", "a2", "boat_red", "boat_blue"])
def test_no_way_leads_to_what_cannot_be_reached(target: str) -> None:
    assert race().way(target) is None


def test_a_way_goes_through_all_places_that_are_named_in_their_order() -> None:
    assert race().way("a1", "b1", "c1") == OfferedWay(("a1", "b1", "c1"), ("a1", "b1", "c1"), False)
    assert race().way("b2", "c1") == race().way("c1")
    assert race().way("a1", "c1", "d1") == OfferedWay(("a1", "b1", "c1", "d1"), ("a1", "b1", "c1", "d1"), True)
    assert race().way("d1", "d2") is None  # the row is over before
    assert race().way("c1", "f4") is None
    assert race().way() is None


def test_a_way_begins_where_the_row_has_come_to() -> None:
    match = race().choose("b2").choose("b1")
    assert match.way("d1") == OfferedWay(("c1", "d1"), ("c1", "d1"), True)
    assert match.way("f1") is None


def test_a_way_is_chosen_in_one_gesture_and_taken_back_in_one() -> None:
    match, by_hand = race(), race()
    before = match.save()
    way = match.way("c1")
    assert way
    assert match.save() == before
    match.choose_all(way.answers)
    for square in way.answers:
        by_hand.choose(square)
    assert match.state == by_hand.state
    assert match.log() == by_hand.log()
    assert match.undo().record.choices == []


@pytest.mark.parametrize("target", ["the_moon", "", "boat_green", "x" * 10_000])
def test_a_target_that_is_not_on_the_board_is_refused_in_one_sentence(target: str) -> None:
    with pytest.raises(IllegalChoice, match=r"^There is no place or piece '.{0,80} to which a way could lead\.$"):
        race().way(target)


def test_a_question_without_ways_has_none() -> None:
    match = toy_match()
    assert not match.has_ways
    assert match.way("table") is None
    asked = new_match(regatta(), None, 1, {}, flagplot.dice.asked(), None).choose(HEAVE_TO)
    assert not asked.has_ways
    assert asked.way("b2") is None


def test_answers_that_the_rules_do_not_take_are_no_way() -> None:
    def astray(state: Any, about: About, options: Sequence[Option], target: str) -> Sequence[Option]:
        return ["b2", "f4"]

    ask = Ask("course", "Where to?", "TY-GEN-02", row="course")
    ask.way(astray)

    def sail(table: Table[Race]) -> None:
        for _ in range(3):
            table.choose(RED, ask, ("b2", "b1"))

    match = race(phases={"sail": lambda table, boat: sail(table)}, asks={"course": ask})
    assert match.has_ways
    assert match.way("d4") is None
    assert match.way("b2") == OfferedWay(("b2",), ("b2",), False)


SPY = Ask("spy", "Whom to follow?", "TY-GEN-02", row="spy")
seen: list[Any] = []


@SPY.way
def spied(known: Any, about: About, options: Sequence[Option], target: str) -> Sequence[Option]:
    seen.append(list(known.hands[BLUE]))
    return ["on"] * 2


def test_a_way_is_found_in_a_world_that_knows_no_secrets() -> None:
    def deal(table: Table[ToyState]) -> str:
        state = table.state
        state.hands = {RED: [1, 2], BLUE: [11, 12]}
        state.pile = list(range(3, 11))
        return "spy"

    def spy(table: Table[ToyState]) -> None:
        for _ in range(3):
            table.choose(RED, SPY, ("on", "off"))

    seen.clear()
    match = toy_match(phases={"deal": deal, "spy": spy}, pointed_at=lambda ask, target: target)
    assert match.way("table") == OfferedWay(("on", "on"), (), False)
    assert match.state.hands[BLUE] == [11, 12]
    assert seen == [seen[0]]
    assert seen[0] != [11, 12]


def test_a_place_is_typed_in_the_terminal_and_its_way_is_shown_and_taken(tmp_path: Path) -> None:
    after = evening(tmp_path, "c1", "", "heave", "", "q", match=race(1, 1, 1), seats=[RED, BLUE])
    assert "The way to C1, 3 steps: B2, B1, C1." in after.screen
    assert after.match.record.choices == ["b2", "b1", "c1", HEAVE_TO]


def test_a_way_that_is_not_wanted_is_left_and_one_that_was_taken_is_undone_in_one(tmp_path: Path) -> None:
    after = evening(tmp_path, "c1", "no", "C1", "", "u", "q", match=race(), seats=[RED, BLUE])
    assert "The way was not taken." in after.screen
    assert "Taken back." in after.screen
    assert after.match.record.choices == []


def test_the_terminal_says_why_no_way_leads_to_a_place(tmp_path: Path) -> None:
    after = evening(tmp_path, "f4", "c2", "d1", "", "q", match=race(1, 1, 1), seats=[RED, BLUE])
    assert "No way leads there. F4 is too far away for this turn." in after.screen
    assert "No way leads there. There is a rock in C2." in after.screen
    assert "Dice may follow." in after.screen
    assert after.match.state.at[RED] == "d1"

"""The options: their defaults and limits, and those that no chapter of its own tests both ways."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

import flagplot
from flagplot.engine.errors import BadOption
from flagplot.games.sea_control.state import Options
from tests.games.sea_control.builder import battle, faces, place
from tests.rules import rule


@rule(
    "SC-OPT-01", "SC-OPT-02", "SC-OPT-03", "SC-AMB-01", "SC-AMB-02", "SC-AMB-03", "SC-AMB-05", "SC-AMB-06",
    "SC-AMB-09", "SC-AMB-12", "SC-GIB-01", "SC-AMB-17", "SC-AMB-23", "SC-AMB-39",
)  # fmt: skip
def test_the_rulings_of_the_book_are_the_defaults() -> None:
    assert asdict(Options()) == {
        "baltic": False,
        "air_raid": False,
        "task_force": False,
        "neutral_transit": False,
        "allies_fire_first": False,
        "uboat_return_delay": 2,
        "uboat_returns_a_turn": 1,
        "land_air_targetable": False,
        "convoy_asw_dice": 3,
        "convoy_rearward": False,
        "pursuit_simultaneous": True,
        "gibraltar_dice": 3,
        "russian_leave_baltic": True,
        "vp_cap": 12,
        "texas_and_new_york": False,
        "graf_zeppelin": False,
    }


def test_every_option_names_a_clause_of_the_book() -> None:
    game = flagplot.game("sea-control")
    assert {option.name for option in game.options} == set(asdict(Options()))
    assert all(option.rule in game.rulebook.clauses for option in game.options)


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        ("uboat_return_delay", [1, 7], [0, 8]),
        ("uboat_returns_a_turn", [0, 7], [-1, 8]),
        ("convoy_asw_dice", [2, 3], [1, 4]),
        ("gibraltar_dice", [0, 6], [-1, 7]),
        ("vp_cap", [1, 40], [0, 41]),
        ("baltic", [True], ["perhaps", 2]),
    ],
)
def test_options_keep_to_their_limits(option: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        assert getattr(flagplot.new("sea-control", seed=1, options={option: value}).state.options, option) == value
    for value in bad:
        with pytest.raises(BadOption):
            flagplot.new("sea-control", seed=1, options={option: value})


@rule("SC-AMB-06")
@pytest.mark.parametrize(("dice", "thrown"), [(3, 3 + 3 + 1), (2, 2 + 2 + 1)])
def test_a_convoy_may_be_worth_two_dice_in_the_hunt(dice: int, thrown: int) -> None:
    units = ["convoy_1", "convoy_2", "kent", "uboat_1"]
    match = battle("north_sea", units, *[3] * thrown, options={"convoy_asw_dice": dice}, turn=4)
    assert faces(match, "asw") == [(3,) * thrown]


@rule("SC-AMB-03")
@pytest.mark.parametrize(
    ("turn", "delay", "slot"),
    [(3, 1, 5), (4, 1, 5), (5, 1, 6), (7, 1, 8), (8, 1, 0), (1, 7, 8), (2, 7, 0), (3, 3, 6), (4, 2, 6)],
)
def test_the_delay_of_returning_packs_can_be_changed(turn: int, delay: int, slot: int) -> None:
    options = {"uboat_return_delay": delay}
    match = battle("eastern_med", ["air_allied", "uboat_1"], 6, 2, 2, turn=turn, options=options)
    assert match.state.due.get("uboat_1", 0) == slot or (turn + 1 == slot and place(match, "uboat_1") == "off_board")
    if not slot:
        assert turn == 8 or place(match, "uboat_1") == "lost"


@rule("SC-AMB-03")
@pytest.mark.parametrize(("a_turn", "due"), [(0, []), (1, [5, 6, 7]), (2, [5, 5, 6]), (7, [5, 5, 5])])
def test_the_number_of_packs_that_return_in_a_turn_can_be_changed(a_turn: int, due: list[int]) -> None:
    units = ["air_allied", "uboat_1", "uboat_2", "uboat_3"]
    match = battle("eastern_med", units, 6, 6, 6, turn=2, options={"uboat_returns_a_turn": a_turn})
    assert sorted(match.state.due.values()) == due
    assert [place(match, f"uboat_{n}") for n in (1, 2, 3)].count("lost") == 3 - len(due)

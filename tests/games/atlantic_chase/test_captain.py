"""The captain: he beats a midshipman, gives reasons, and keeps the scenarios even."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import flagplot
from flagplot.engine import About, Ask
from flagplot.games.atlantic_chase import GAME
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.captain.battle import zone_values
from flagplot.games.atlantic_chase.captain.captain import Captain
from flagplot.games.atlantic_chase.captain.orders import (
    FOUND_IS_FOUGHT,
    MOST_HITS,
    most_of_attack,
    nerve,
    plans,
    progress,
)
from flagplot.games.atlantic_chase.captain.worth import battle_value, hit_value
from flagplot.games.atlantic_chase.hexes import SIDES
from flagplot.games.atlantic_chase.judgement.chances import HITS, cells
from flagplot.games.atlantic_chase.model.forces import (
    find_ship,
)
from flagplot.games.atlantic_chase.rules.attacks import KINDS
from flagplot.games.atlantic_chase.scenarios import SCENARIOS
from flagplot.games.atlantic_chase.state import State
from tests.games.atlantic_chase.builder import asked, do, line, play, position, ship, tf

OPERATIONS = [key for key, scenario in SCENARIOS.items() if scenario.kind == "operation"]
BATTLES = [key for key, scenario in SCENARIOS.items() if scenario.kind == "battle"]


@pytest.mark.parametrize("seat", ["german", "british"])
def test_the_captain_beats_a_midshipman(seat: str) -> None:
    other = "british" if seat == "german" else "german"
    winners = [
        flagplot.play("atlantic-chase", {seat: "captain", other: "midshipman"}, seed=seed, scenario=scenario).result
        for scenario in OPERATIONS
        for seed in (1, 2)
    ]
    won = sum(result is not None and result.winner == seat for result in winners)
    assert won >= 18, f"{won} of {len(winners)}"


@pytest.mark.parametrize("seat", ["german", "british"])
def test_the_captain_beats_a_midshipman_in_a_battle(seat: str) -> None:
    """In 9 of 10 battles; three standard deviations of 80 games below."""
    results = [
        flagplot.play("atlantic-chase", {seat: "captain"}, scenario, seed).result
        for scenario in BATTLES
        for seed in range(20)
    ]
    won = sum(result is not None and result.winner == seat for result in results)
    assert won >= 64, f"{won} of {len(results)}"


@pytest.mark.parametrize("scenario", OPERATIONS)
def test_the_captain_does_what_he_advises(scenario: str) -> None:
    """He weighs no attack that cannot be the best, and who asks for his advice gets all of them weighed."""

    class Adviser(Captain):
        def __call__(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
            choice = super().__call__(state, seat, ask, options, about)
            assert choice == self.advise(state, seat, ask, options, about).choice
            if ask is say.ORDER:
                daring = nerve(state, seat)
                for one in plans(state, seat, options):
                    if one.order[0] in KINDS:
                        assert one.value <= most_of_attack(state, one.order, daring)
            return choice

    for seed in range(3):
        flagplot.play("atlantic-chase", dict.fromkeys(SIDES, Adviser()), scenario, seed)


def test_no_attack_does_more_than_the_captain_thinks_possible() -> None:
    totals, plus = range(2 * t.LONGEST + 1), range(-9, 10)
    for kind, most in MOST_HITS.items():
        found = {cell for total in totals for one in plus for cell, _ in cells(kind, total, one)}
        hits = [sum(t.HITS_OF_DAMAGE if one == t.DAMAGE else one in HITS for one in cell) for cell in found]
        assert max(hits) == most
    assert max(progress(total, one, True) for total in totals for one in plus) <= FOUND_IS_FOUGHT


def test_the_captain_leaves_a_battle_that_leaving_wins_and_no_other() -> None:
    """Graf Spee need only get away; the cruisers must sink her."""
    match = flagplot.new("atlantic-chase", "river_plate", seed=1)
    asked_for: dict[str, tuple[Any, str]] = {}
    while len(asked_for) < len(SIDES):
        hint = match.hint()
        if asked(match)[1] == "break_away":
            asked_for[asked(match)[0]] = (hint.option, hint.reason)
        match.choose(hint.option)
    assert asked_for == {
        "german": ("yes", "The battle would be won."),
        "british": ("no", "The battle would be lost."),
    }


def test_a_hit_on_a_convoy_is_worth_its_point() -> None:
    assert hit_value("rheinubung", ship("british_convoy")) == 1
    assert hit_value("rheinubung", ship("bismarck")) > hit_value("rheinubung", ship("emden"))


def test_a_fight_with_a_stronger_force_is_worth_nothing() -> None:
    strong = (ship("king_george_v"), ship("rodney"))
    assert battle_value("rheinubung", (ship("norfolk"),), (ship("bismarck"),), 3) < 0
    assert battle_value("rheinubung", strong, (ship("bismarck"),), 3) > 0


def test_the_captain_draws_a_course_before_he_searches_and_says_why() -> None:
    """A course costs nothing, so it comes first; the reason names target and force."""
    match = play(
        position(tf("B1", "king_george_v rodney", "0909"), line("G1", "bismarck", "0907 0807 0707"), weather="bad")
    )
    assert asked(match) == ("british", "order")
    hint = match.hint()
    assert hint.option == ("trajectory", "B1")
    assert hint.reason == "King George V can look for Bismarck at no cost."


def test_the_captain_brings_a_convoy_home_before_anything_else() -> None:
    match = play(
        position(
            line("B1", "british_convoy", "1108 1208 1309", destination="clyde"),
            tf("B2", "king_george_v", "0909"),
            tf("G1", "bismarck", "0909"),
        )
    )
    assert match.hint().option == ("complete", "B1", "clyde")


def test_a_torpedo_ship_is_drawn_to_close_only_where_torpedoes_can_reach() -> None:
    match = play(
        position(tf("B1", "norfolk", "0909"), tf("G1", "lutzow", "0909"), weather="bad"), *(4, 4, 1, 1, 1, 1, 1, 1)
    )
    do(match, ("engage", "B1", "G1"), "no", "no")
    norfolk = find_ship(match.state, "norfolk")[1]
    battle = match.state.battle
    assert battle is not None
    battle.zones["lutzow"] = "far"
    out_of_reach = zone_values(match.state, norfolk, [("close", False)])
    battle.zones["lutzow"] = "near"
    assert zone_values(match.state, norfolk, [("close", False)]) > out_of_reach


@pytest.mark.long
@pytest.mark.parametrize("scenario", [*OPERATIONS, *BATTLES])
def test_captains_keep_a_scenario_even(scenario: str) -> None:
    """Within 38 to 62 of a hundred, and three standard deviations of 60 games."""
    captains = {"german": "captain", "british": "captain"}
    results = [flagplot.play("atlantic-chase", captains, scenario, seed).result for seed in range(60)]
    share = sum(0.5 if result.winner is None else result.winner == "german" for result in results if result) / 60
    assert 0.38 - 0.19 <= share <= 0.62 + 0.19


@pytest.mark.long
@pytest.mark.parametrize("scenario", OPERATIONS)
def test_no_operation_is_won_in_the_first_tenure(scenario: str) -> None:
    first = SCENARIOS[scenario].initiative
    for seed in range(20):
        state = flagplot.play("atlantic-chase", dict.fromkeys(SIDES, "captain"), scenario, seed).state
        assert (state.turns, state.active) != (0, first), f"seed {seed}"


def idle(known: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
    """Who passes wherever he can, and wants nothing else."""
    passes = [option for option in options if isinstance(option, tuple) and option[:1] == ("pass",)]
    refusals = [word for word in ("decline", "none", "no") if word in options]
    return next(iter([*passes, *refusals, options[-1]]))


@pytest.mark.long
@pytest.mark.parametrize("scenario", OPERATIONS)
@pytest.mark.parametrize("seat", SIDES)
def test_no_operation_is_won_by_doing_nothing(scenario: str, seat: str) -> None:
    seats = {side: idle if side == seat else "captain" for side in SIDES}
    results = [flagplot.play("atlantic-chase", seats, scenario, seed).result for seed in range(8)]
    assert seat not in [result.winner for result in results if result]


def test_every_scenario_is_listed_with_its_dates() -> None:
    assert next(iter(GAME.scenarios)) == "rheinubung"
    assert len(GAME.scenarios) == 15
    assert list(GAME.scenarios)[-1] == "campaign"

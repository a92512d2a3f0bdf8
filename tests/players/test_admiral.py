"""The admiral: finds what the captain does not, sees nothing that his seat does not know, and says why."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot import players
from flagplot.engine import Appraisal, Table
from flagplot.engine.errors import IllegalChoice, UnknownGame
from flagplot.engine.match import Match
from flagplot.engine.words import About, Ask, Option
from flagplot.players.admiral import Admiral, Thought, budget_in, concluded
from flagplot.players.search import (
    MOST_WEIGHT,
    WORLDS_TO_BE_SURE,
    WORLDS_TO_DIFFER,
    Answer,
    Budget,
    Candidate,
    Search,
    led_by,
)
from tests.engine.toy import BLUE, PUSH, RED, LeadsHigh, ToyOptions, ToyState, crew_match, push, toy_game, toy_match

CAPTAINS = {RED: LeadsHigh, BLUE: LeadsHigh}  # they always stop, and never push
FEW = Budget(40)
# Where the second turn begins: one point makes it one to one, two make it e to one
POINTS = Appraisal(
    RED,
    "lead",
    0,
    ("points of red",),
    lambda state: [min(state.scores[RED], 2)],
    lambda state: str(state.turn),
    ToyOptions(),
    {"2": (-1.0, 1.0)},
)


def pushing(seed: int = 1, turn: int = 2, **changes: Any) -> Match[ToyState]:
    """A match in which red decides whether to push, in the last of two turns: without it, red cannot win."""
    match = toy_match(seed, captains=CAPTAINS, **changes)
    while match.state.turn < turn or match.decision.key != "push":
        match.choose(match.decision.options[-1])
    return match


def compare(match: Match[ToyState], options: Sequence[Option], budget: Budget, seed: str) -> list[Candidate]:
    """What a search finds of options of the present decision; the best of them come first."""
    search = Search.of(options, budget, seed)
    search.go_on(match)
    return search.ranked


def test_he_finds_what_wins_where_the_captain_does_not() -> None:
    match = pushing()
    assert match.hint().option == "stop"
    thought = Admiral(FEW, "seed").think(match)
    assert thought.option == "push"
    assert {one.option for one in thought.compared} == {"push", "peek", "stop"}
    push, stop = (next(one for one in thought.compared if one.option == wanted) for wanted in ("push", "stop"))
    assert push.mean == 1.0
    assert stop.mean == 0.0


def test_he_keeps_to_the_captain_where_nothing_is_clearly_better() -> None:
    match = crew_match(both=False)
    while match.state.turn < 4:
        match.choose("rest")
    thought = Admiral(FEW, "seed").think(match)  # one stroke of three is possible: nothing wins any more
    assert thought.option == match.hint().option == "row"


def test_nothing_more_is_spent_where_no_option_makes_a_difference() -> None:
    match = crew_match(both=False)
    while match.state.turn < 4:
        match.choose("rest")
    assert Admiral(Budget(1000), "seed").think(match).playouts == 2 * WORLDS_TO_DIFFER


@pytest.mark.parametrize("playouts", [1, 7, 40, 99])
def test_he_keeps_to_his_budget(playouts: int) -> None:
    spent = Admiral(Budget(playouts), "seed").think(pushing()).playouts
    assert spent <= max(playouts, 3)  # one world, with all options in it, is the least that tells anything


def test_a_budget_of_time_is_spent_and_no_more_than_one_world_beyond() -> None:
    assert Admiral(Budget(seconds=0.05), "seed").think(pushing()).playouts >= 3


def test_the_same_seed_and_playouts_give_the_same_thought() -> None:
    first, second = (Admiral(FEW, "seed").think(pushing()) for _ in range(2))
    assert first == second
    other = Admiral(FEW, "another").think(pushing())
    assert [one.scores for one in first.compared] != [one.scores for one in other.compared]


def test_he_does_not_see_what_is_hidden() -> None:
    """Red thinks alike whatever blue holds."""
    match = toy_match(captains=CAPTAINS)
    assert match.decision.key == "lead"
    state = match.game.copy(match.state)
    thought = Admiral(FEW, "seed").think(match)
    for swap in range(3):
        state.hands[BLUE][0], state.pile[swap] = state.pile[swap], state.hands[BLUE][0]
        twin = flagplot.Match(match.game, match.record, match.game.copy(state))
        assert twin.view(RED) == match.view(RED)
        assert Admiral(FEW, "seed").think(twin) == thought


def test_he_does_not_see_the_coming_dice() -> None:
    """Matches that look alike and will throw other dice are thought about alike."""
    first, second = (Admiral(FEW, "seed").think(crew_match(both=False, seed=seed)) for seed in (1, 2))
    assert first == second


def test_where_the_same_is_asked_again_he_looks_at_other_worlds() -> None:
    """So no circle of decisions, each of which looked best in its worlds, can hold him for ever."""

    def wait_and_push(table: Table[ToyState]) -> str | None:
        while table.choose(RED, PUSH, ("wait", "on")) == "wait":
            pass
        return push(table)

    match = pushing(phases={**toy_game(Path()).phases, "push": wait_and_push})
    first = compare(match, ["on", "wait"], FEW, "seed")
    assert compare(match, ["on", "wait"], FEW, "seed") == first
    again = compare(match.choose("wait"), ["on", "wait"], FEW, "seed")
    assert [one.scores for one in again] != [one.scores for one in first]


def test_thinking_changes_nothing() -> None:
    match = flagplot.new("graf-spee", seed=1)
    before = match.save()
    Admiral(Budget(16), "seed").think(match)
    assert match.save() == before


def test_what_is_trivial_is_left_to_the_captain() -> None:
    match = flagplot.new("atlantic-wolves", seed=3)
    while match.question and match.question.ask.key != "resolve_by":
        match.choose(match.hint().option)
    thought = Admiral(FEW, "seed").think(match)
    assert thought.option == match.hint().option
    assert thought.playouts == 0
    assert thought.reason == match.hint().reason


def test_what_the_captain_lets_stand_is_searched_too() -> None:
    match = flagplot.new("atlantic-wolves", seed=3)
    while match.question and match.question.ask.key != "reroll":
        match.choose(match.hint().option)
    assert match.question
    assert match.hint().option in match.question.ask.passes
    assert Admiral(FEW, "seed").think(match).playouts > 0


@pytest.mark.parametrize(
    ("pushed", "of_options", "of_plans"),
    [
        ([0.58] * 20, "push", "push"),  # a lead of 0.08 where luck alone gives 0.06
        ([0.52] * 20, "stop", "push"),
        ([1.0, 0.0, 1.0, 0.08] * 5, "stop", "stop"),  # a lead of 0.02 with a standard error of 0.1
        ([0.5] * 20, "stop", "stop"),
    ],
)
def test_a_lead_counts_from_what_luck_gives_and_of_plans_a_smaller_one(
    pushed: list[float], of_options: str, of_plans: str
) -> None:
    for temper, chosen in (("", of_options), ("bold", of_plans)):
        candidates = [Candidate("stop", [0.5] * 20, [{}] * 20), Candidate("push", pushed, [{}] * 20, temper)]
        assert concluded(pushing(), Search(candidates, FEW, "seed", candidates)).option == chosen


def test_his_reason_names_the_best_three_and_how_sure_he_is() -> None:
    reason = Admiral(FEW, "seed").think(pushing()).reason
    assert reason == (
        "It wins 100 % of 16 games played out from here, give or take 6 %; stop 0 %, peek 0 %. "
        "Expected score: Red 6.7, Blue 0.1."
    )


def test_where_games_are_cut_off_his_reason_tells_chances_and_no_score() -> None:
    thought = Admiral(FEW, "seed").think(pushing(turn=1, appraisal=lambda: POINTS))
    assert thought.option == "push"
    assert thought.reason == (
        "Its chances are 73 %, give or take 6 %, after 16 games played on from here for a while; stop 27 %, peek 27 %."
    )


def test_where_nothing_is_to_be_decided_he_does_not_think() -> None:
    finished = flagplot.play("graf-spee", seed=1)
    with pytest.raises(IllegalChoice, match="nothing here for a computer player"):
        Admiral(FEW, "seed").think(finished)


# The search


def test_the_worse_half_is_dropped_in_stages_and_the_first_never() -> None:
    match = flagplot.new("atlantic-wolves", seed=3).choose("pens")
    assert match.decision.key == "place_boat"
    options = match.decision.options[:8]
    compared = compare(match, options, Budget(64), "seed")
    played = {one.option: len(one.values) for one in compared}
    assert sorted(played.values()) == [3, 3, 3, 3, 8, 8, 18, 18]
    assert played[options[0]] == 18
    assert sum(played.values()) == 64


def test_fewer_options_are_compared_where_the_budget_has_too_few_games_for_all() -> None:
    match = flagplot.new("atlantic-wolves", seed=3).choose("pens")
    options = match.decision.options
    assert [len(compare(match, options, Budget(playouts), "seed")) for playouts in (4, 24, 40)] == [2, 3, 5]
    short = compare(match, options, Budget(seconds=1e-6), "seed")
    assert (len(short), short[0].values) == (2, [])  # there was not even time for one world


def test_where_there_was_no_time_the_captains_option_stands() -> None:
    thought = Admiral(Budget(seconds=1e-9), "seed").think(pushing())
    assert (thought.option, thought.playouts) == ("stop", 0)
    assert thought.reason.startswith("There was no time to play out a game")


def test_a_search_that_is_put_aside_and_pickled_goes_on_as_if_nothing_had_been() -> None:
    match = pushing()
    in_one = Search.of(match.decision.options, FEW, "seed")
    in_one.go_on(match)
    in_parts = Search.of(match.decision.options, FEW, "seed")
    while not in_parts.is_over:
        in_parts.go_on(pushing(), seconds=1e-9)
        in_parts = pickle.loads(pickle.dumps(in_parts))
    assert in_parts.ranked == in_one.ranked


def test_what_is_certain_costs_no_more_games() -> None:
    match = pushing()
    compared = compare(match, ["stop", "push"], Budget(2000), "seed")
    assert [(one.option, len(one.values)) for one in compared] == [
        ("push", WORLDS_TO_BE_SURE),
        ("stop", WORLDS_TO_BE_SURE),
    ]


@pytest.mark.parametrize(("usual", "other", "goes_on"), [("better", "worse", False), ("worse", "better", True)])
def test_a_lead_of_the_captains_choice_needs_less_proof(usual: str, other: str, goes_on: bool) -> None:
    """The better one leads by 2.5 standard errors."""
    won = {"better": [1.0, 0.0, 1.0, 1.0] * 5, "worse": [1.0, 0.0, 1.0, 0.0] * 5}
    candidates = [Candidate("stop", won[usual]), Candidate("push", won[other])]
    search = Search(candidates, Budget(100), "seed", candidates[:])
    search.go_on(pushing())
    assert (search.playouts > 2 * WORLDS_TO_BE_SURE) == goes_on


def test_a_lead_is_counted_in_the_worlds_that_both_were_played_in() -> None:
    best, other = Candidate("best", [1.0, 1.0, 0.0, 1.0]), Candidate("other", [0.0, 1.0])
    assert best.lead_over(other) == (0.5, 0.5)
    lead, error = best.lead_over(Candidate("new", [0.0]))
    assert (lead, error) == (1.0, float("inf"))
    assert Candidate("unknown").mean == 0.5


# In matches


def test_an_admiral_plays_a_whole_match_and_the_same_one_again() -> None:
    first, second = (flagplot.play("graf-spee", {"graf_spee": "admiral:8"}, seed=4) for _ in range(2))
    assert first.result is not None
    assert first.save() == second.save()


def test_an_admiral_needs_captains_for_all_seats() -> None:
    game = toy_game(Path(), captains={RED: LeadsHigh})
    with pytest.raises(UnknownGame, match="Toy has no captain for the seat 'blue', whom an admiral needs"):
        players.make("admiral", game, RED, "seed")


def test_a_budget_is_read_from_the_name() -> None:
    assert budget_in("admiral") == Budget(200)
    assert budget_in("admiral:35") == Budget(35)
    assert budget_in("admiral:250ms") == Budget(seconds=0.25)


@pytest.mark.parametrize("budget", ["", "0", "-3", "1e9", "9999999", "ms", "٣"])
def test_a_budget_out_of_bounds_is_refused(budget: str) -> None:
    name = f"admiral:{budget}"
    with pytest.raises(UnknownGame, match=r"There is no player 'admiral:.*'\. Expected admiral, admiral:PLAYOUTS"):
        flagplot.play("graf-spee", {"graf_spee": name})


def test_options_beyond_the_favourites_are_spread_over_all() -> None:
    match = flagplot.new("graf-spee", seed=3)
    while len(match.decision.options) < 20:
        match.choose(match.hint().option)
    thought = Admiral(Budget(64), "seed").think(match)
    places = sorted(match.decision.options.index(one.option) for one in thought.compared)
    assert len(places) == 8
    assert places[0] < 3
    assert places[-1] > 0.6 * len(match.decision.options)


def test_a_match_keeps_the_reasons_of_what_an_admiral_searched_and_of_nothing_else() -> None:
    match = toy_match(captains=CAPTAINS)
    thoughts = {}

    class Noting(Admiral):
        def think(self, match: Match[ToyState]) -> Thought:
            thoughts[len(match.record.choices) + 1] = super().think(match)
            return thoughts[len(match.record.choices) + 1]

    players.play_out(match, players.seated(match, {RED: Noting(FEW, "seed"), BLUE: "captain"}, "seed"))
    assert match.result
    assert 0 < len(thoughts) < len(match.record.choices)
    assert match.record.reasons == {number: one.reason for number, one in thoughts.items() if one.compared}
    assert match.record.reasons


def test_where_there_was_no_time_no_reason_is_kept() -> None:
    match = pushing()
    hurried = Admiral(Budget(seconds=1e-9), "seed")
    players.play_out(match, {RED: hurried, BLUE: hurried})
    assert match.result
    assert match.record.reasons == {}


# Whole plans


class Pushes(LeadsHigh):
    """A captain who takes the first option: he pushes, and then he peeks."""

    def __call__(self, state: ToyState, seat: str, ask: Ask, options: Any, about: About) -> Any:
        return options[0]


class ThenStops(Pushes):
    """A captain who pushes, and then he stops."""

    def __call__(self, state: ToyState, seat: str, ask: Ask, options: Any, about: About) -> Any:
        return options[-1] if len(options) == 2 else options[0]


def push_twice(table: Table[ToyState]) -> str | None:
    """Red is asked again after he has pushed, or has not."""
    if table.choose(RED, PUSH, ("push", "peek", "stop")) == "push":
        table.state.scores[RED] += 5
    if table.choose(RED, PUSH, ("peek", "stop")) == "peek":
        table.state.scores[RED] += 5
    return push(table)


def planning(seed: int = 1, turn: int = 2, **tempers: type[LeadsHigh]) -> Match[ToyState]:
    """A match in which red answers three questions in a phase, for which he has captains of several tempers."""
    phases = {**toy_game(Path()).phases, "push": push_twice}
    return pushing(seed, turn, phases=phases, tempers=lambda seat, phase: tempers if phase == "push" else {})


def test_the_plans_of_captains_of_all_tempers_are_compared_and_the_best_is_played_to_its_end() -> None:
    match = planning(bold=Pushes, half=ThenStops)
    thought = Admiral(FEW, "seed").think(match)
    assert {one.temper for one in thought.compared} == {"", "bold", "half"}
    assert thought.compared[0].temper == "bold"
    assert (thought.option, [one.option for one in thought.follow_up]) == ("push", ["peek", "push"])
    assert players.play(match, thought) == ["push", "peek", "push"]
    assert match.result
    assert match.record.reasons == {len(match.record.choices) - 2: thought.reason}


def test_the_reason_of_a_plan_tells_its_chances_and_those_of_the_captains() -> None:
    reason = Admiral(FEW, "seed").think(planning(bold=Pushes)).reason
    assert reason.startswith("A plan of his own, which begins with push, wins 100 % of 20 games played out from here")
    assert "the captain's plan, which begins with stop, 0 %; 2 plans were compared." in reason


def test_a_plan_is_left_where_another_question_comes_than_it_foresaw() -> None:
    match = planning(bold=Pushes)
    thought = Admiral(FEW, "seed").think(match)
    other = pushing(phases={**toy_game(Path()).phases, "push": push})
    assert players.play(other, thought) == ["push"]


def test_tempers_that_lead_to_the_same_position_are_one_plan() -> None:
    thought = Admiral(FEW, "seed").begin(planning(alike=LeadsHigh))
    assert isinstance(thought, Thought)  # nothing to compare: the captain's own plan
    assert (thought.option, [one.option for one in thought.follow_up]) == ("stop", ["stop", "stop"])


def test_in_phases_without_tempers_options_are_compared() -> None:
    match = toy_match(captains=CAPTAINS, tempers=lambda seat, phase: {"bold": Pushes} if phase == "push" else {})
    assert match.state.phase != "push"
    assert {one.temper for one in Admiral(FEW, "seed").think(match).compared} == {""}


def test_a_plan_may_cost_as_much_as_the_decisions_that_it_makes() -> None:
    match = planning(bold=Pushes, half=ThenStops)
    spent = Admiral(Budget(12), "seed").think(match).playouts
    assert 2 * 12 < spent <= 3 * 12
    assert Search.between([Candidate("x", follow_up=[Answer("push", (), "x")] * 90)], FEW, "").weight == MOST_WEIGHT


def test_another_captain_leads_a_seat_to_the_end_of_his_plan_or_until_somebody_else_decides() -> None:
    def says(name: str) -> Any:
        return lambda *question: name

    def asked(most: int, *seats: str) -> list[str]:
        policies = led_by(says("leader"), RED, {RED: says("red"), BLUE: says("blue")}, most)
        return [policies[seat](None, seat, PUSH, (), {}) for seat in seats]

    assert asked(9, RED, RED, BLUE, RED, RED) == ["leader", "leader", "blue", "red", "red"]
    assert asked(2, RED, RED, RED, BLUE, RED) == ["leader", "leader", "red", "blue", "red"]

"""The captain of Atlantic Wolves: he answers everything, remembers nothing that matters, and plays well."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import mean
from typing import Any

import pytest

import flagplot
from flagplot.engine.match import Match
from flagplot.engine.words import About, Ask, offered
from flagplot.games.atlantic_wolves import words
from flagplot.games.atlantic_wolves.captain.captain import Captain
from flagplot.games.atlantic_wolves.captain.odds import Waters, asw_die, convoy_chance, expected_tons, prospect
from flagplot.games.atlantic_wolves.state import State
from flagplot.games.atlantic_wolves.tables import AGGRESSIVE, NORMAL, SHADOW
from tests.games.atlantic_wolves.builder import QUIET, play, position

SLUG = "atlantic-wolves"
ALL_ON = {
    option.name: True for option in flagplot.game(SLUG).options if option.kind is bool and option.name != "zero_convoys"
} | {"tonnage_target": 5_000_000}
VARIANTS: list[dict[str, Any]] = [{}, ALL_ON, {"zero_convoys": True, "set_maximums": True, "starting_boats": 20}]
variants = pytest.mark.parametrize("options", VARIANTS, ids=["standard", "all options", "zero convoys"])


class Watched:
    """A captain whose every answer is compared with what he says again, and with what a fresh captain says."""

    def __init__(self) -> None:
        self.captain = Captain()
        self.asked: set[str] = set()

    def __call__(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        answer = self.captain(state, seat, ask, options, about)
        assert offered(answer, options)
        assert self.captain(state, seat, ask, options, about) == answer
        assert Captain()(state, seat, ask, options, about) == answer
        self.asked.add(ask.key)
        return answer


def advice(match: Match[State]) -> Any:
    """What the captain would choose, asked once in the middle of the game."""
    return match.hint().option


# He answers everything, and always the same


@variants
def test_every_answer_is_offered_and_the_same_from_a_fresh_captain(options: dict[str, Any]) -> None:
    for seed in range(4):
        assert flagplot.play(SLUG, {"german": Watched()}, seed=seed, options=options).result


@variants
def test_he_has_advice_in_positions_that_he_would_never_play_into(options: dict[str, Any]) -> None:
    watched, by_chance = Watched(), Random(1)

    def midshipman(state: State, seat: str, ask: Ask, choices: Sequence[Any], about: About) -> Any:
        watched(state, seat, ask, choices, about)
        return by_chance.choice(choices)

    for seed in range(4):
        assert flagplot.play(SLUG, {"german": midshipman}, seed=seed, options=options).result


def test_he_knows_an_answer_to_every_question_of_the_game() -> None:
    questions = {ask.key for ask in vars(words).values() if isinstance(ask, Ask)}
    watched = Watched()
    for seed in range(100):
        if watched.asked == questions:
            break
        flagplot.play(SLUG, {"german": watched}, seed=seed, options=VARIANTS[seed % 2])
    assert watched.asked == questions


def test_hints_lead_to_the_game_that_he_plays() -> None:
    played = flagplot.play(SLUG, {"german": "captain"}, seed=3)
    match = flagplot.new(SLUG, seed=3)
    for choice in played.record.choices[:40]:
        assert advice(match) == choice
        match.choose(choice)


def test_boats_that_others_have_placed_stay_part_of_his_plan() -> None:
    match = play(position(pens=range(1, 13), phase="allotment_and_placement"), 1, 2)
    for _ in range(9):
        match.choose(("bay_of_biscay", "aggressive"))
    assert advice(match)[0] != "bay_of_biscay"
    match.undo().undo()
    for _ in range(5):
        match.choose(advice(match))
    assert sum(len(boats) for area in match.state.areas.values() for boats in area.boats.values()) == 12


# He plays well


@pytest.fixture(scope="module")
def games() -> list[Match[Any]]:
    return [flagplot.play(SLUG, {"german": "captain"}, seed=seed) for seed in range(9_000, 9_150)]


def tons_per_month(match: Match[Any]) -> float:
    return match.game.metrics(match.state)["tons_per_month"]


def test_he_sinks_more_than_430_000_tons_a_month_and_wins_one_game_in_eight(games: list[Match[Any]]) -> None:
    assert mean(map(tons_per_month, games)) > 430_000
    assert sum(match.result.winner == "german" for match in games if match.result) > len(games) / 8


def test_he_sinks_more_than_twice_what_a_midshipman_sinks(games: list[Match[Any]]) -> None:
    midshipmen = [flagplot.play(SLUG, seed=seed) for seed in range(9_000, 9_150)]
    assert mean(map(tons_per_month, games)) > 2 * mean(map(tons_per_month, midshipmen))


# What he thinks of dice


def test_an_aggressive_boat_sinks_52_500_tons_on_average() -> None:
    assert expected_tons(False, (1, 0, 0), False, 200_000, 0) == pytest.approx(52_500)
    assert expected_tons(True, (1, 0, 0), False, 200_000, 0) == pytest.approx(87_500)


def test_a_limit_caps_what_is_expected() -> None:
    assert expected_tons(True, (5, 0, 0), False, 100_000, 0) <= 100_000


def test_a_shadow_lives_on_scatter() -> None:
    alone = expected_tons(False, (0, 0, 1), False, 200_000, 0)
    scattered = expected_tons(False, (0, 0, 1), True, 200_000, 0)
    behind_another = expected_tons(False, (1, 0, 1), False, 400_000, 0) - 52_500
    assert behind_another == pytest.approx(scattered / 3 + alone * 2 / 3)


def test_the_chance_to_sink_a_convoy_grows_with_every_boat() -> None:
    assert convoy_chance((1, 0, 0), 0) == pytest.approx(1 / 6)
    assert convoy_chance((2, 0, 0), 0) == pytest.approx(11 / 36)
    assert convoy_chance((0, 1, 0), 0) == 0


def test_an_asw_die_finds_a_lone_aggressive_boat_one_time_in_six() -> None:
    die = asw_die((1, 0, 0), False, False, True)
    assert sum(chance for chance, _, _ in die) == pytest.approx(1)
    assert sum(chance * sunk for chance, _, sunk in die) == pytest.approx(5 / 36)
    shadow = asw_die((0, 0, 1), False, False, True)
    assert sum(chance * sunk for chance, _, sunk in shadow) == pytest.approx(1 / 36)


def test_hunters_before_the_attack_cost_tons_and_hunters_after_it_do_not() -> None:
    quiet = Waters(True, 180_000, 0, False, 0, 0, False, False)
    before = prospect(quiet._replace(hunters_before=6), (2, 0, 0))
    after = prospect(quiet._replace(hunters_after=6), (2, 0, 0))
    assert before.tons < after.tons == prospect(quiet, (2, 0, 0)).tons
    assert before.sunk > 0.5
    assert after.sunk > 0.5
    assert prospect(quiet, (2, 0, 0)).sunk == 0


# How he plays


def placed(match: Match[State]) -> dict[tuple[str, str], int]:
    """Where his boats are when all have sailed."""
    while match.decision and match.decision.key == "place_boat":
        match.choose(advice(match))
    return {
        (name, square): len(boats)
        for name, area in match.state.areas.items()
        for square, boats in area.boats.items()
        if boats
    }


def test_the_first_six_boats_hunt_in_pairs_where_few_hunt_them() -> None:
    berths = placed(play(position(phase="allotment_and_placement", doenitz="hq"), 34, 39))
    assert berths == {(area, AGGRESSIVE): 2 for area in ("african_coast", "eastern_seaboard", "mid_atlantic")}


def test_three_convoys_call_the_fleet_to_the_north_atlantic() -> None:
    def boats_there(convoys: int) -> int:
        state = position(pens=range(1, 9), phase="allotment_and_placement", turn=5, convoys=convoys)
        return sum(count for (area, _), count in placed(play(state, 34, 39)).items() if area == "north_atlantic")

    assert boats_there(0) < boats_there(1) < boats_there(3)


def test_in_the_third_month_of_a_push_he_dares_more_than_in_build_up() -> None:
    def boats_in_danger(tally: list[int]) -> int:
        state = position(pens=range(1, 13), phase="allotment_and_placement", turn=6, tally=tally)
        dangerous = ("iceland", "newfoundland", "north_atlantic")
        berths = placed(play(state, 34, 39))
        return sum(berths.get((area, AGGRESSIVE), 0) for area in dangerous)

    assert boats_in_danger([300_000] * 3 + [650_000] * 2) > boats_in_danger([300_000] * 5)


def test_aces_sail_where_their_bonus_is_not_wasted_on_a_limit() -> None:
    state = position(pens=range(1, 7), aces=[6], phase="allotment_and_placement")
    match = play(state, 34, 39)
    assert match.decision is not None
    assert match.decision.about["boat"] == 6
    area, square = advice(match)
    assert square == AGGRESSIVE
    assert area != "african_coast"


def test_aggressive_boats_attack_first_and_shadows_last() -> None:
    boats = {"newfoundland": {SHADOW: [1], NORMAL: [2], AGGRESSIVE: [3, 4]}}
    match = play(position(boats), 1, 1, 1, 1, *QUIET)
    order = []
    while match.decision and match.decision.key == "next_attack":
        order.append(advice(match))
        match.choose(order[-1])
    assert order == [3, 4, 2, 1]


def test_happy_hunting_is_for_the_last_aggressive_boat() -> None:
    boats = {"newfoundland": {SHADOW: [1], AGGRESSIVE: [3, 4]}}
    match = play(position(boats, happy_hunting=["newfoundland"]), 1)
    assert advice(match) == 3
    assert advice(match.choose(3)) == ("happy_hunting", 4)


@pytest.mark.parametrize(("die", "answer"), [(1, "feder_apparate"), (5, "let_it_stand")])
def test_he_rolls_a_1_again_and_lets_a_5_stand(die: int, answer: str) -> None:
    boats = {"newfoundland": {AGGRESSIVE: [1]}}
    match = play(position(boats, hand=["feder_apparate", "b_dienst"]), die).choose(1)
    assert advice(match) == answer


def test_no_card_is_wasted_where_the_limit_is_reached() -> None:
    boats = {"newfoundland": {AGGRESSIVE: [1]}}
    match = play(position(boats, hand=["feder_apparate"], sunk_in={"newfoundland": 95_000}), 1).choose(1)
    assert advice(match) == "let_it_stand"


@pytest.mark.parametrize(("air", "answer"), [(9, "wolfpack_tactics"), (0, 1)])
def test_wolfpack_tactics_are_played_where_the_limit_leaves_room_for_them(air: int, answer: Any) -> None:
    boats = {"newfoundland": {AGGRESSIVE: [1], NORMAL: [2]}}
    match = play(position(boats, hand=["wolfpack_tactics"], air={"newfoundland": air}))
    assert advice(match) == answer


def test_no_ace_is_lost_when_a_plain_boat_can_take_the_hit() -> None:
    boats = {"iceland": {AGGRESSIVE: [1, 2], SHADOW: [3]}}
    state = position(boats, pens=range(4, 12), aces=[1, 3], escorts={"iceland": 1}, ata=2)
    match = play(state, 6 - 1, 4)  # two aggressive boats add 1 to the die: a Hit, on aggressive or normal
    assert match.decision is not None
    assert match.decision.key == "lose_boat"
    assert advice(match) == 2


@pytest.mark.parametrize("pens", [range(2, 5), range(2, 12)])
def test_b_dienst_saves_boats_that_have_still_to_attack(pens: range) -> None:
    """In order B the escorts come first."""
    boats = {"iceland": {AGGRESSIVE: [1]}}
    match = play(position(boats, pens=pens, hand=["b_dienst"], escorts={"iceland": 1}, ata=2), 6)
    assert advice(match) == "b_dienst"


@pytest.mark.parametrize(("pens", "answer"), [(range(2, 5), "b_dienst"), (range(2, 12), "let_it_stand")])
def test_after_the_attack_b_dienst_saves_only_a_fleet_in_danger(pens: range, answer: str) -> None:
    """In order A the boats attack first."""
    boats = {"iceland": {AGGRESSIVE: [1]}}
    match = play(position(boats, pens=pens, hand=["b_dienst"], escorts={"iceland": 1}, ata=0), 5, 6)
    assert match.decision
    assert match.decision.key == "next_attack"
    match.choose(1).choose("let_it_stand")
    assert match.decision
    assert match.decision.key == "reroll_asw"
    assert advice(match) == answer


def test_before_the_attack_a_shadow_is_sent_back_and_after_it_an_aggressive_ace() -> None:
    boats = {"iceland": {AGGRESSIVE: [1, 2], SHADOW: [3]}}
    before = play(position(boats, aces=[2], escorts={"iceland": 1}, ata=2), 6)
    assert advice(before) == 3
    after = play(position(boats, aces=[2], escorts={"iceland": 1}), 1, 1, 1, 6)
    while after.decision and after.decision.key == "next_attack":
        after.choose(advice(after))
    assert after.decision is not None
    assert after.decision.key == "send_back"
    assert advice(after) == 2


def test_a_tanker_keeps_boats_at_sea_only_where_they_are_needed() -> None:
    for area, ata, answer in (("iceland", 2, "refuel"), ("iceland", 0, "go_back"), ("north_atlantic", 0, "refuel")):
        match = play(position({area: {AGGRESSIVE: [1, 2]}}, escorts={area: 1}, ata=ata, tankers=1), *(1, 1, 6)[ata:])
        while match.decision and match.decision.key == "next_attack":
            match.choose(advice(match))
        assert match.decision is not None
        assert match.decision.key == "use_tanker"
        assert advice(match) == answer


@pytest.mark.parametrize(
    ("figures", "box"),
    [({}, "hq"), ({"turn": 8}, "pens"), ({"ata": 4}, "pens"), ({"raeder": True}, "pens")],
    ids=["at first", "when it is late", "before order C", "when Raeder is there"],
)
def test_doenitz_is_in_hq_to_build_the_fleet(figures: dict[str, Any], box: str) -> None:
    assert advice(play(position(phase="strategic", **figures))) == box


def test_tankers_are_built_only_when_no_uboat_counter_is_left() -> None:
    match = play(position(pens=range(1, 21), phase="uboat_production"), 9)
    assert advice(match) == 2
    match = play(position(pens=range(1, 20), phase="uboat_production"), 9)
    assert advice(match) == 1
    match = play(position(phase="uboat_production"), 9)
    assert advice(match) == 0

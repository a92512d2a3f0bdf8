"""The captain of Night Action: what he does with contacts, torpedoes and guns, from what his side sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import flagplot
from flagplot.engine import Advice, Ask
from flagplot.games.night_action import GAME
from flagplot.games.night_action import words as say
from flagplot.games.night_action.captain import Captain, torpedoes
from flagplot.games.night_action.model.helm import codes
from flagplot.games.night_action.model.known import Known
from flagplot.games.night_action.rules.contacts import marker_options
from flagplot.games.night_action.rules.guns import fire_options
from flagplot.games.night_action.rules.movement import helm_options, run_programme
from flagplot.games.night_action.rules.torpedoes import aims
from flagplot.games.night_action.state import State
from tests.games.night_action.builder import ALLIED, AXIS, position, unit

SEEDS = range(1, 13)
SEATS = (ALLIED, AXIS)
FEW, MANY = 3, 20  # games of a scenario and a seat against midshipmen


def advice(state: State, seat: str, ask: Ask, options: Sequence[Any], **about: Any) -> Advice:
    """What a captain who knows what a seat knows answers."""
    return Captain().advise(Known(state, seat), seat, ask, options, about)


def at_the_helm(state: State, seat: str, key: str) -> Advice:
    return advice(state, seat, say.HELM, helm_options(state, state.units[key]), unit=key)


def told(found: Advice) -> tuple[object, str]:
    """An answer, and its reason in words."""
    return found.choice, found.reason.format(**found.figures)


def turned_over(scenario: str, phase: str) -> int:
    """How often captains show a contact of theirs in a phase, in a dozen games."""
    count = 0
    for seed in SEEDS:
        match = flagplot.new("night-action", scenario=scenario, seed=seed)
        captains = {seat: make() for seat, make in match.game.captains.items()}
        while (question := match.question) and match.state.turn < 8:
            seat, state = question.seat, match.state
            known = match.game.known_to(state, seat)
            assert isinstance(question.ask, flagplot.engine.Ask)
            choice = captains[seat](known, seat, question.ask, question.options, question.about)
            count += question.ask is say.TURN_OVER and state.phase == phase and choice != say.NONE
            match.choose(choice)
    return count


def test_a_hidden_boat_shows_itself_to_launch() -> None:
    assert turned_over("coal_scuttle", "turn_over_to_launch") > 0


def test_a_hidden_escort_shows_itself_to_fire() -> None:
    assert turned_over("eboat_alley", "turn_over_to_fire") > 0


def test_no_contact_shows_itself_before_it_can_strike() -> None:
    assert turned_over("coal_scuttle", "turn_over_to_move") == 0


# What he is known for


def test_he_closes_an_enemy_out_of_range() -> None:
    state = position(
        unit(ALLIED, "mgb715", x=30, y=60, heading=0, setting=3),
        unit(AXIS, "s38", x=100, y=60, heading=0, setting=2),
        phase="class_1",
    )
    assert told(at_the_helm(state, ALLIED, "a1")) == (("speed", 4), "She closes x1 and keeps her guns bearing.")
    at_full = advice(state, ALLIED, say.HELM_AT, codes(state, state.units["a1"], 4), unit="a1", setting=4)
    assert told(at_full) == ("S6", "She closes x1 and keeps her guns bearing.")


def test_he_keeps_the_arcs_of_his_guns_open() -> None:
    """In range of an enemy ahead he turns until the guns aft bear as well."""
    state = position(
        unit(ALLIED, "hunt2", x=60, y=60, heading=90, setting=2),
        unit(AXIS, "vp", x=95, y=60, heading=90, setting=1),
        phase="class_3",
    )
    state.units["x1"].has_moved = True
    assert told(at_the_helm(state, ALLIED, "a1")) == (("speed", 3), "She closes x1 and keeps her guns bearing.")
    at_it = advice(state, ALLIED, say.HELM_AT, codes(state, state.units["a1"], 3), unit="a1", setting=3)
    assert told(at_it) == ("P2", "She closes x1 and keeps her guns bearing.")
    assert [mounts_that_bear(state, code) for code in ("=", "P2")] == [1, 5]


def mounts_that_bear(state: State, code: str) -> int:
    """The mounts of a ship that bear on the enemy after a programme at three quarters."""
    after = GAME.copy(state)
    run_programme(after, after.units["a1"], code, 3)
    target = Known(after, ALLIED).target(after.ships["a1"], "x1")
    return target.bearing.bit_count() if target else 0


def test_a_hidden_boat_lies_in_wait_with_quiet_engines() -> None:
    state = position(
        unit(ALLIED, "mgb70", x=60, y=90, heading=0, setting=1, hidden=True),
        unit(AXIS, "s38", x=20, y=60, heading=90, setting=2, hidden=True),
        scenario="hook",
        phase="contacts",
    )
    state.units["x1"].sighted = (0, 6000, 2000, 6000)
    options = marker_options(state, state.units["a1"])
    found = advice(state, ALLIED, say.CONTACT, options, unit="a1", marker="am1")
    assert told(found) == (("speed", 0), "She lies in wait with quiet engines, for xm1 comes nearer.")
    state.units["x1"].sighted = (4000, 6000, 2000, 6000)
    away = advice(state, ALLIED, say.CONTACT, options, unit="a1", marker="am1")
    assert away.reason == "She closes to where the enemy may be, unseen if she can."


def test_he_fires_a_spread_across_the_bow_and_none_from_astern() -> None:
    state = position(
        unit(AXIS, "s38", x=52, y=90, heading=0, setting=2),
        unit(ALLIED, "coaster", x=60, y=60, heading=270, setting=4),
        phase="launch_first",
    )
    assert told(advice(state, AXIS, say.LAUNCH_FROM, ("x1", say.DONE))) == ("x1", "Her torpedoes have a target.")
    aim = advice(state, AXIS, say.AIM, (*aims(state, state.ships["x1"]), say.BACK), ship="x1")
    assert told(aim) == ((0, "a1"), "A salvo across the bow of a1 promises most.")
    salvo = advice(state, AXIS, say.SALVO_OF, ((2, 5), (2, 10), (1, 0)), ship="x1", group=0, at="a1")
    assert told(salvo) == ((2, 5), "A spread covers the errors of the launch.")
    state.ships["x1"].x, state.ships["x1"].y, state.ships["x1"].heading = 11000, 6000, 108
    assert told(advice(state, AXIS, say.LAUNCH_FROM, ("x1", say.DONE))) == (say.DONE, "No salvo promises enough.")


def test_he_illuminates_when_it_pays_and_not_otherwise() -> None:
    state = position(
        unit(ALLIED, "hunt2", x=60, y=60),
        unit(ALLIED, "hunt2", x=60, y=70),
        unit(ALLIED, "vw", x=50, y=60),
        unit(AXIS, "z34a", x=100, y=62),
    )
    dark = advice(state, ALLIED, say.FIRE_AT, fire_options(state, state.ships["a1"]), ship="a1")
    assert told(dark) == (("starshell", "x1", "over"), "Light on x1 is worth more than the fire that it costs.")
    state.ships["x1"].fired_in = 3
    seen = advice(state, ALLIED, say.FIRE_AT, fire_options(state, state.ships["a1"]), ship="a1")
    assert told(seen) == (("all", "x1"), "Fire at x1 is worth most.")


def test_he_breaks_off_when_beaten() -> None:
    state = position(
        unit(ALLIED, "mgb715", x=60, y=100, heading=90, setting=2),
        unit(AXIS, "s38", x=70, y=60, heading=0, setting=2),
        phase="class_1",
    )
    assert at_the_helm(state, ALLIED, "a1").reason == "She closes {target} and keeps her guns bearing."
    state.ships["a1"].hull = 2
    assert told(at_the_helm(state, ALLIED, "a1")) == ("S6", "She has done or suffered enough, and breaks off.")


def test_a_beaten_ship_leaves_her_column() -> None:
    state = position(
        unit(ALLIED, "hunt1", "hunt1", x=60, y=60, heading=90, interval=8),
        unit(AXIS, "z34a", x=110, y=60, heading=0),
        phase="class_3",
    )
    state.ships["a1"].hull = 7
    found = at_the_helm(state, ALLIED, "a1")
    assert told(found) == (("alone", "a1"), "a1 is beaten, and the others can do without her.")


def test_the_programme_planned_with_an_order_for_speed_is_that_of_a_captain_who_plans_anew() -> None:
    asked = 0
    for scenario in ("hook", "marettimo", "cerberus_boats"):
        match = flagplot.new("night-action", scenario=scenario, seed=3)
        captains = {seat: Captain() for seat in SEATS}
        while (question := match.question) and match.state.turn < 7:
            seat, known = question.seat, Known(match.state, question.seat)
            assert isinstance(question.ask, Ask)
            given = known, seat, question.ask, question.options, question.about
            choice = captains[seat](*given)
            if question.ask in (say.HELM_AT, say.CONTACT_AT):
                assert choice == Captain()(*given)
                asked += 1
            match.choose(choice)
    assert asked > 20


# How strong he is


def games_won(scenario: str, seat: str, games: int) -> float:
    """The games that a captain wins against a midshipman, draws counted half."""
    won = 0.0
    for seed in range(games):
        match = flagplot.play("night-action", {seat: "captain"}, seed=seed, scenario=scenario)
        assert match.result
        won += 1.0 if match.result.winner == seat else 0.0 if match.result.winner else 0.5
    return won


def test_he_beats_a_midshipman() -> None:
    won = sum(games_won(scenario, seat, FEW) for scenario in GAME.scenarios for seat in SEATS)
    assert won >= 0.9 * FEW * len(SEATS) * len(GAME.scenarios)


@pytest.mark.long
def test_he_beats_a_midshipman_in_over_95_per_cent_of_400_games() -> None:
    won = {(scenario, seat): games_won(scenario, seat, MANY) for scenario in GAME.scenarios for seat in SEATS}
    assert sum(won.values()) > 0.95 * MANY * len(won)
    assert min(won.values()) >= 0.7 * MANY


@pytest.mark.long
@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_captains_are_about_even_in_every_scenario_whose_card_does_not_say_otherwise(scenario: str) -> None:
    points = 0.0
    for seed in range(9000, 9100):
        match = flagplot.new("night-action", scenario=scenario, seed=seed)
        match.playout({seat: match.game.captains[seat]() for seat in SEATS})
        assert match.result
        points += {ALLIED: 1.0, AXIS: 0.0, None: 0.5}[match.result.winner]
    # A hundred games know a share to about ten per cent
    least, most = (50, 75) if scenario in ("tutorial", "free_battle") else (33, 67)
    assert least <= points <= most


def test_salvos_that_promise_alike_are_compared_whatever_they_are_aimed_at() -> None:
    at_ship = torpedoes.Salvo(2.0, 0.5, 0, "a2", "a2", 2, 5)
    at_other = at_ship._replace(at="a1", target="a1")
    at_contact = at_ship._replace(at=12, target="am1")
    assert at_ship.promise > at_other.promise
    assert max(at_ship, at_contact, key=lambda one: one.promise) is at_contact

"""The captain's advice: the same answer as in play, a reason filled with figures, and the runner-up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import flagplot
from flagplot.engine import Advice
from flagplot.engine.words import About, Ask, Phrasebook, offered
from flagplot.games.graf_spee import GAME, words
from flagplot.games.graf_spee.captain.captain import Captain
from flagplot.games.graf_spee.model.royal_navy import is_held
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.tables import ORDERS
from tests.games.graf_spee.builder import as_set_up, combat, play, position

BOTH = ("graf_spee", "deutschland")
ALL_ON = {option.name: True for option in flagplot.game("graf-spee").options}
PHRASES = Phrasebook(GAME.names)


class Advised:
    """A captain of whom every answer is compared with his advice, and every reason is read."""

    def __init__(self) -> None:
        self.captain = Captain()
        self.reasons: dict[str, set[str]] = {}

    def __call__(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        advice = self.captain.advise(state, seat, ask, options, about)
        assert isinstance(advice, Advice)
        assert self.captain(state, seat, ask, options, about) == advice.choice
        assert offered(advice.choice, options), (ask.key, advice)
        if len(options) > 1:
            assert offered(advice.second, options), (ask.key, advice)
            assert advice.second != advice.choice
        reason = PHRASES.fill(advice.reason, advice.figures)
        assert reason.endswith("."), reason
        assert reason.count(".") == 1, reason  # one sentence
        assert "{" not in reason
        assert reason[0].isupper() or reason[0].isdigit(), reason
        assert len(reason) < 160, reason
        self.reasons.setdefault(ask.key, set()).add(advice.reason)
        return advice.choice


@pytest.mark.parametrize(("scenario", "options"), [("mission", {}), ("campaign", {}), ("campaign", ALL_ON)])
def test_advice_agrees_with_play_at_every_decision(scenario: str, options: dict[str, bool]) -> None:
    for seed in range(4):
        policies = dict.fromkeys(BOTH if options else BOTH[:1], Advised())
        assert flagplot.play("graf-spee", policies, seed=seed, scenario=scenario, options=options).result


@pytest.mark.parametrize("order", ORDERS)
def test_advice_agrees_with_play_in_every_order(order: str) -> None:
    for seed in range(3):
        assert flagplot.play("graf-spee", {"graf_spee": Advised()}, seed=seed, scenario=order).result


def test_every_question_has_advice_wherever_chance_leads() -> None:
    advised, by_chance = Advised(), Random(5)

    def midshipman(state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        advised(state, seat, ask, options, about)
        return by_chance.choice(options)

    variants: list[tuple[str, dict[str, bool]]] = [("mission", {}), ("mission", ALL_ON), ("campaign", ALL_ON)]
    for seed in range(45):
        scenario, options = variants[seed % 3]
        policies = dict.fromkeys(BOTH if options else BOTH[:1], midshipman)
        flagplot.play("graf-spee", policies, seed=seed, scenario=scenario, options=options)
        in_one_port = position("outfitting", "altm", cargo=["radar"], deutschland={"cargo": ["enigma"]})
        flagplot.new("graf-spee", state=in_one_port, seed=seed).playout(dict.fromkeys(BOTH, midshipman))
    report = position("achievement", "l2", campaign=True, order="ceylon", vp=80, day=3)
    flagplot.new("graf-spee", state=report, seed=1).playout(dict.fromkeys(BOTH[:1], midshipman))
    assert set(advised.reasons) == set(GAME.asks)


def advice(state: State, *dice: Any) -> tuple[Advice, str]:
    """The captain's advice on the first question of a position, and its reason in words."""
    match = play(state, *dice)
    decision = match.decision
    assert decision
    found = Captain().advise(match.state, decision.seat, GAME.asks[decision.key], decision.options, decision.about)
    return found, PHRASES.fill(found.reason, found.figures)


def test_a_fight_is_advised_with_its_points_and_its_risk() -> None:
    found, reason = advice(as_set_up("sailing", "c1", order="south-atlantic-raid", cargo=SENSORS))
    assert found.choice == "pzy"
    assert found.figures["points"] >= 12
    assert found.figures["lost"] <= 2
    assert f"promises {found.figures['points']} points of 75 missing" in reason


def test_breaking_off_is_advised_with_the_odds_of_the_fight() -> None:
    strong = {"pzg": ["renown", "exeter", "sussex", "ajax", "achilles"]}
    found, reason = advice(position("incidents", "c8", stations=strong), "rn_flotilla", 6)
    assert (found.choice, found.second) == ("break_off", "fight")
    assert f"{found.figures['lost']} % chance" in reason


def test_a_fire_is_advised_with_its_dice() -> None:
    found, reason = advice(combat("pzg", ["exeter", "ajax"], cargo=["range_finder"]))
    assert found.choice[0] == "maximum_fire"
    assert reason.startswith(f"{found.figures['dice']} dice hit ")


def test_a_worn_ship_is_advised_to_make_for_a_port() -> None:
    wreck = {"hull": 2, "engines": 4, "ammo": 1}
    found, reason = advice(position("sailing", "c6", order="indian-ocean-raid", day=5, vp=30, spee=wreck))
    assert found.choice == "altm"
    assert reason.startswith("Hull 2, engines 4, ammunition 1:")


def test_success_is_reported_for_the_ship_that_is_left() -> None:
    sunk, left = {"space": "", "hull": 0}, {"space": "k4", "hull": 2}
    found, reason = advice(
        position("achievement", campaign=True, order="indian-ocean-raid", vp=120, day=3, spee=sunk, deutschland=left)
    )
    assert (found.choice, found.second) == ("report", "stay_out")
    assert "20 points to spare, hull 2" in reason


def test_no_occupied_zone_is_entered_on_the_first_day_unless_the_odds_shown_are_for_it() -> None:
    entered = 0
    captain = Captain()

    def watched(state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        nonlocal entered
        found = captain.advise(state, seat, ask, options, about)
        if ask is words.SAIL and state.day == 1 and found.choice != about["space"] and is_held(state, found.choice):
            entered += 1
            assert found.figures["points"] >= 10, found
            assert found.figures["lost"] <= 3, found
        return found.choice

    for seed in range(40):
        flagplot.play("graf-spee", {"graf_spee": watched}, seed=seed)
    assert entered


SENSORS = ("radar", "float_plane", "decoders", "dummy_funnels", "reserve_crew", "range_finder")

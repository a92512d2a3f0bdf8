"""The captain of The Cruise of the Graf Spee: he answers everything, always the same, and plays well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import mean
from typing import Any

import pytest

import flagplot
from flagplot.engine.match import Match
from flagplot.engine.words import About, Ask, offered
from flagplot.games.graf_spee.captain.captain import Captain
from flagplot.games.graf_spee.spaces import DISTANCE, SPACES
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.tables import ORDERS
from flagplot.lab.simulate import simulate
from tests.games.graf_spee.builder import as_set_up, asked, combat, play, position

SLUG = "graf-spee"
BOTH = ("graf_spee", "deutschland")
ALL_ON = {option.name: True for option in flagplot.game(SLUG).options}
VARIANTS: list[tuple[str, dict[str, bool]]] = [("mission", {}), ("mission", ALL_ON), ("campaign", ALL_ON)]
variants = pytest.mark.parametrize(
    ("scenario", "options"), VARIANTS, ids=["mission", "all options", "campaign with all options"]
)


def seats(options: dict[str, bool]) -> tuple[str, ...]:
    """The seats that are in play with these options."""
    return BOTH if options.get("deutschland") else BOTH[:1]


class Watched:
    """A captain whose every answer is compared with what he says again, and with what a fresh captain says."""

    def __init__(self) -> None:
        self.captain = Captain()
        self.asked: set[str] = set()

    def __call__(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        answer = self.captain(state, seat, ask, options, about)
        assert offered(answer, options)
        assert Captain()(state, seat, ask, options, about) == answer
        self.asked.add(ask.key)
        return answer


def advice(match: Match[State]) -> Any:
    """What the captain would choose, asked once in the middle of the game."""
    return match.hint().option


# He answers everything, and always the same


@variants
def test_every_answer_is_offered_and_the_same_from_a_fresh_captain(scenario: str, options: dict[str, bool]) -> None:
    for seed in range(2):
        watched = Watched()
        policies = dict.fromkeys(seats(options), watched)
        assert flagplot.play(SLUG, policies, seed=seed, scenario=scenario, options=options).result


@variants
def test_he_has_advice_in_positions_that_he_would_never_play_into(scenario: str, options: dict[str, bool]) -> None:
    watched, by_chance = Watched(), Random(1)

    def midshipman(state: State, seat: str, ask: Ask, choices: Sequence[Any], about: About) -> Any:
        watched(state, seat, ask, choices, about)
        return by_chance.choice(choices)

    for seed in range(4):
        policies = dict.fromkeys(seats(options), midshipman)
        assert flagplot.play(SLUG, policies, seed=seed, scenario=scenario, options=options).result


def test_hints_lead_to_the_game_that_he_plays() -> None:
    played = flagplot.play(SLUG, {"graf_spee": "captain"}, seed=3)
    match = flagplot.new(SLUG, seed=3)
    for choice in played.record.choices[:40]:
        assert advice(match) == choice
        match.choose(choice)


# He plays well: the figures of his games, with fixed seeds, so that they are the same in every run


def shares(scenario: str, games: int, player: str = "captain") -> tuple[float, float]:
    """How often a player wins, and how often his ship is sunk."""
    report = simulate(SLUG, games, scenario, seats={"graf_spee": player}, seed=7)
    return report.wins["german"], report.metrics["german_ships_sunk"].mean


@pytest.mark.parametrize("order", ORDERS)
def test_he_fulfils_every_order_more_often_than_not(order: str) -> None:
    won, sunk = shares(order, 60)
    assert won >= 0.5
    assert sunk <= 0.3


def test_he_seldom_loses_the_ship_and_wins_some_campaigns() -> None:
    won, sunk = shares("mission", 240)
    assert won >= 0.62
    assert sunk <= 0.15
    won, _ = shares("campaign", 60)
    assert won >= 0.3


def test_a_midshipman_hardly_ever_fulfils_an_order_and_wins_no_campaign() -> None:
    assert shares("mission", 300, "midshipman")[0] <= 0.03
    assert shares("campaign", 60, "midshipman")[0] == 0.0


@pytest.mark.long
def test_his_figures_over_many_games() -> None:
    figures = [shares(order, 1000) for order in ORDERS]
    assert min(won for won, _ in figures) >= 0.5
    assert mean(won for won, _ in figures) >= 0.62
    assert mean(sunk for _, sunk in figures) <= 0.15
    assert shares("campaign", 600)[0] >= 0.3


def test_he_uses_ports_and_intelligence_and_spares_a_weak_hull() -> None:
    used: Counter[str] = Counter()
    for seed in range(60):
        match = flagplot.play(SLUG, {"graf_spee": "captain"}, seed=seed)
        hull = 6
        seen: set[str] = set()
        for entry in match.log():
            if entry.key in ("lowered", "raised") and entry.about["department"] == "hull":
                hull = entry.about["now"]
            elif entry.key == "arrives":
                kind = SPACES[entry.about["space"]].kind
                seen.add("weak" if kind in ("port", "base") and hull <= 3 else kind)
            elif entry.key in ("intelligence_roll", "repair_roll"):
                seen.add(entry.key)
        used.update(seen)
    assert used["neutral"] >= 6
    assert used["intelligence_roll"] >= 20
    assert used["repair_roll"] >= 20
    assert used["weak"] <= 4  # only where the order leads there


@pytest.mark.parametrize("options", [{}, {"deutschland": True}], ids=["alone", "with the Deutschland"])
def test_he_plays_a_campaign_to_its_end(options: dict[str, bool]) -> None:
    match = flagplot.play(SLUG, dict.fromkeys(seats(options), "captain"), scenario="campaign", seed=11, options=options)
    assert match.result is not None
    state = match.state
    afloat = [ship for ship in state.ships.values() if ship.space]
    assert len(state.achieved) + len(state.failed) == len(ORDERS) or not afloat
    assert match.result.score == {"german": len(state.achieved)}


# How he plays


def test_he_fits_out_with_what_sees_first_and_with_marines_where_a_port_must_be_seized() -> None:
    match = play(position("fitting_out", order="ceylon")).choose("no_reloads")
    first = []
    while match.decision and match.decision.key == "fit_out":
        first.append(advice(match))
        match.choose(first[-1])
    assert len(first) == 7
    assert {"radar", "decoders", "float_plane", "prize_crew"} <= set(first)
    assert "marine_kompanie" not in first
    match = play(position("fitting_out", order="base")).choose("no_reloads")
    assert advice(match) == "marine_kompanie"


@pytest.mark.parametrize("marker", ["intel_berlin", "limited_visibility", "good_luck"])
@pytest.mark.parametrize(("alert", "vp", "takes"), [(1, 0, True), (4, 0, True), (5, 0, False), (1, 60, False)])
def test_he_takes_a_convoy_while_the_alert_is_low_and_points_are_missing(
    marker: str, alert: int, vp: int, takes: bool
) -> None:
    match = play(position("incidents", "c8", alert=alert, vp=vp), marker)
    assert (advice(match) == "convoy") == takes


def test_he_breaks_off_from_a_strong_squadron_and_fights_a_weak_one() -> None:
    strong = position("incidents", "c8", stations={"pzg": ["renown", "exeter", "sussex", "ajax", "achilles"]})
    match = play(strong, "rn_flotilla", 6)
    assert asked(match) == ("graf_spee", "break_off_or_fight")
    assert advice(match) == "break_off"
    weak = position("incidents", "c8", stations={"pzg": ["hermes"]}, cargo=["radar", "decoders", "dummy_funnels"])
    match = play(weak, "rn_flotilla", 6)
    assert asked(match) == ("graf_spee", "break_off_or_fight")
    assert advice(match) == "fight"


def test_he_refits_a_damaged_ship_when_there_is_time_and_not_when_there_is_none() -> None:
    wreck = {"hull": 2, "engines": 4, "oil": 2, "ammo": 2}
    match = play(position("outfitting", "altm", order="south-atlantic-raid", spee=wreck, day=3))
    assert advice(match) == "repair"
    match = play(position("outfitting", "altm", order="ceylon", spee={"hull": 3}, day=9))
    assert advice(match) == "done"


def test_a_ship_that_lies_to_does_all_that_is_of_use() -> None:
    spee = {"hull": 6, "oil": 1, "ammo": 1, "outfitted": True}
    match = play(position("outfitting", "altm", order="south-atlantic-raid", spee=spee, day=2), *[3] * 20)
    done = []
    while match.decision and match.decision.key != "seek_intelligence":
        if match.decision.key == "outfit":
            done.append(advice(match))
        match.choose(advice(match))
    assert {"refuel", "rearm"} <= set(done)


def test_a_sound_ship_does_not_lie_to() -> None:
    state = position("outfitting", "natl", spee={"oil": 5})
    assert advice(play(state)) == "done"


def test_he_listens_only_when_the_table_is_in_his_favour() -> None:
    devices = ["decoders", "enigma", "float_plane", "radar"]
    assert advice(play(position("intelligence", "c8", cargo=devices, spee={"leadership": 4}))) == "listen"
    assert advice(play(position("intelligence", "c8"))) == "keep_silent"


def test_with_points_enough_he_makes_for_the_place_of_his_order() -> None:
    match = play(position("sailing", "altm", order="return", vp=50, day=8, crossed=True))
    assert DISTANCE["natl"][advice(match)] <= 5  # within reach on the last day


def test_on_the_last_day_he_ends_it_in_the_place_of_his_order() -> None:
    match = play(position("sailing", "c2", order="return", vp=50, day=9, crossed=True))
    assert advice(match) == "natl"


def test_he_stays_away_from_great_squadrons() -> None:
    match = play(as_set_up("sailing", "e2", order="south-atlantic-raid", day=2))
    assert advice(match) != "pzk"


def test_he_fires_with_whatever_he_has_left() -> None:
    match = play(combat("pzg", ["ajax"], spee={"ammo": 0}), *[1] * 20)
    assert advice(match) == ("fire", "ajax")


def test_he_lets_the_sounder_ship_draw_the_fire() -> None:
    quiet = {"ammo": 0, "tertiary": 0, "torpedo": 0}
    match = play(combat("pzg", ["exeter"], "allied", spee=quiet | {"hull": 2}, deutschland=quiet))
    assert asked(match) == ("graf_spee", "assign_fire")
    assert advice(match) == "deutschland"


@pytest.mark.parametrize(("hull", "points", "least"), [(2, 3, 2), (1, 6, 6), (2, 6, 5)])
def test_he_shares_a_critical_hit_so_that_the_ship_stays_afloat(hull: int, points: int, least: int) -> None:
    match = play(position("incidents", "c8", spee={"hull": hull}), "allied_sub", 5, 6, points)
    assert asked(match) == ("graf_spee", "engine_share")
    assert advice(match) >= least


def test_he_bombards_and_lands_where_a_port_must_be_seized() -> None:
    match = play(position("bombardment", "a5", order="base", guns={"a5": 1}, cargo=["marine_kompanie"]), 6, 1, 1)
    assert advice(match) == "bombard"
    match.choose("bombard")
    assert advice(match) == "land"


def test_between_missions_a_wreck_goes_to_the_altmark() -> None:
    wreck = {"hull": 1, "engines": 3, "ammo": 0, "oil": 0}
    state = position("basing", "k4", campaign=True, order="cape", achieved=["cape"], spee=wreck)
    assert advice(play(state, "ceylon")) == "altm"

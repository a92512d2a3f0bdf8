"""The imaginary player (sections 1.27 and 6.2): what it does with the Initiative."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import flagplot
from flagplot.engine.errors import FlagplotError
from flagplot.games.atlantic_chase.hexes import HEXES
from flagplot.games.atlantic_chase.judgement.ways import route
from flagplot.games.atlantic_chase.model.forces import (
    forces_of,
    worth,
)
from flagplot.games.atlantic_chase.postures import POSTURES
from flagplot.games.atlantic_chase.rules.orders import orders as legal_orders
from flagplot.games.atlantic_chase.rules.solitaire import (
    hunting_pairs,
    is_fit,
    is_runner,
    pass_with,
    posture,
    prey,
)
from flagplot.games.atlantic_chase.scenarios import SCENARIOS
from flagplot.games.atlantic_chase.state import State
from tests.games.atlantic_chase.builder import (
    altered,
    asked,
    at,
    boat,
    held,
    hexes,
    line,
    marked,
    play,
    position,
    rolled,
    tf,
    the_roll,
    told,
    where,
)
from tests.rules import rule

CONVOY_IN_PORT = tf("B9", "british_convoy", "halifax")  # keeps the scenario from ending
IN_KIEL = altered(tf("G2", "koln", "kiel"), "koln", origin="kiel")


def led_by_nobody(side: str, *forces: Any, **fields: Any) -> State:
    """A position in which a side has the Initiative and no player."""
    return position(*forces, active=side, options={f"{side}_player": False}, **fields)


# What it looks at


@rule("AC-IP-02", "AC-SO-07")
@pytest.mark.parametrize(
    ("own", "target", "fit"),
    [
        ("G bismarck", "hood", True),
        ("G hipper", "hood", False),
        ("G scharnhorst", "king_george_v", True),
        ("G scheer", "hood", False),
        ("G bismarck*", "kent", False),
        ("G tanker", "british_convoy", False),
        ("B king_george_v", "bismarck", True),
        ("B kent", "hipper", True),
        ("B kent york", "bismarck", True),
        ("B kent", "bismarck", False),
        ("B hood british_convoy", "hipper", False),
        ("B hood*", "hipper", False),
    ],
)
def test_who_is_fit_to_fight_whom(own: str, target: str, fit: bool) -> None:
    """Half of the enemy's worth for the British, three quarters for the German; no Convoy, nobody damaged."""
    side, _, ships = own.partition(" ")
    keys = ("G1", "B1") if side == "G" else ("B1", "G1")
    assert is_fit(tf(keys[0], ships, "0909"), tf(keys[1], target, "0909")) == fit


@rule("AC-IP-02")
def test_worth_of_ships() -> None:
    """In half points: BB 4, BC 3, PB 2, CA and CL 1, others nothing; a damaged ship half."""
    ships = ["bismarck", "scharnhorst", "scheer", "hipper", "koln", "graf_zeppelin", "tanker", "bismarck*"]
    assert [worth(tf("G1", one, "0909").ships) for one in ships] == [8, 6, 4, 2, 2, 0, 0, 4]


@rule("AC-IP-03", "AC-IP-08")
def test_who_is_a_runner() -> None:
    """A damaged ship, nobody it is fit for, or three quarters of the limit used up."""
    convoy, hunter = tf("B1", "british_convoy", "0909"), tf("B2", "king_george_v", "0809")
    fit, damaged = tf("G1", "bismarck", "0513"), tf("G2", "scheer*", "0512")
    state = position(fit, damaged, convoy, hunter)
    assert [is_runner(state, one) for one in (fit, damaged, hunter)] == [False, True, False]
    assert is_runner(position(fit, convoy, turns=12), fit)
    assert not is_runner(position(fit, convoy, turns=11), fit)
    weak = tf("G1", "hipper", "0513")
    assert is_runner(position(weak, hunter), weak)
    patrol = position(line("G1", "lutzow", "0909 0910"), tf("B1", "hood", "1010"), scenario="northern_patrol")
    assert is_runner(patrol, patrol.forces["G1"])


@rule("AC-IP-06")
def test_the_german_hunts_convoys_and_carriers_while_there_are_convoys() -> None:
    enemies = [tf("B1", "british_convoy", "0909"), tf("B2", "victorious", "0809"), tf("B3", "kent", "0709")]
    german = tf("G1", "bismarck", "0513")
    assert [enemy.key for enemy in prey(position(german, *enemies), "german")] == ["B1", "B2"]
    assert [enemy.key for enemy in prey(position(german, *enemies[1:]), "german")] == ["B2", "B3"]
    waiting = position(german, *enemies[1:], CONVOY_IN_PORT)
    assert [enemy.key for enemy in prey(waiting, "german")] == ["B2"]


@rule("AC-SO-05", "AC-IP-06")
def test_a_route_avoids_what_would_see_it_before_it_is_short() -> None:
    straight = route("german", [at("0909")], hexes("0911"), 0, 0)
    assert [HEXES[one] for one in straight] == ["0910", "0911"]
    around = [HEXES[one] for one in route("german", [at("0909")], hexes("0911"), 0, hexes("0910"))]
    assert (len(around), "0910" in around, around[-1]) == (3, False, "0911")
    assert [HEXES[one] for one in route("german", [at("0707")], hexes("0907"), 0, 0)] == ["0807", "0907"]  # not 0806
    assert route("german", [at("0909")], hexes("0909"), 0, 0) == ()


# AC-IP-01 and AC-IP-02


@rule("AC-IP-01", "AC-IP-02")
def test_a_damaged_station_goes_into_port_and_completes_there() -> None:
    state = led_by_nobody("german", tf("G1", "scheer*", "1310"), tf("B1", "hood", "0909"), tf("G2", "koln", "0513"))
    match = play(state)
    assert (told(match), where(match, "G1")) == (["shifted_in", "order_complete"], "brest")
    assert asked(match) == ("british", "seize")


@rule("AC-IP-01")
def test_it_does_not_go_into_port_from_an_enemy() -> None:
    state = led_by_nobody("german", tf("G1", "scheer*", "1310"), tf("B1", "hood", "1310"), tf("G2", "koln", "0513"))
    match = play(state)
    assert (told(match), where(match, "G1")) == (["order_complete"], "1310")


@rule("AC-IP-02", "AC-CP-03")
def test_a_convoy_completes_at_its_destination_and_nowhere_else() -> None:
    convoy = line("B1", "british_convoy", "1309 1208 1108", destination="liverpool")
    match = play(led_by_nobody("british", convoy, tf("G1", "bismarck", "0513")))
    assert (told(match), asked(match)) == (["order_complete"], ("german", "seize"))
    elsewhere = line("B1", "british_convoy", "1309 1208 1108", destination="halifax")
    match = play(led_by_nobody("british", elsewhere, tf("G1", "bismarck", "0513")), 5, *[1] * 30)
    assert "order_complete" not in told(match)


@rule("AC-IP-02", "AC-AMB-54")
def test_a_laden_force_lands_where_it_can() -> None:
    laden = altered(tf("G1", "hipper", "1506"), "hipper", is_laden=True)
    state = led_by_nobody("german", laden, tf("B1", "hood", "0909"), scenario="weserubung")
    match = play(state)
    assert (told(match), asked(match)) == (["order_complete"], ("british", "seize"))


@rule("AC-IP-02")
def test_a_runner_completes_in_another_box_than_it_set_out_from() -> None:
    """Undamaged, it does not go back to where it came from."""
    for origin, completes in (("kiel", True), ("brest", False)):
        runner = altered(tf("G1", "hipper", "1310"), "hipper", origin=origin)
        state = led_by_nobody("german", runner, tf("B1", "king_george_v", "0909"), IN_KIEL)
        match = play(state, *[1] * 9)
        assert ("order_complete" in told(match)) == completes


@rule("AC-IP-02")
def test_the_attack_with_the_best_chance_above_one_half_is_made_at_once() -> None:
    """Hood is faster than Scheer: every result of an Engage is a battle."""
    state = led_by_nobody("british", tf("B1", "hood", "0909"), tf("G1", "scheer", "0909"), CONVOY_IN_PORT)
    match = play(state, 4, 4)
    assert (told(match)[0], rolled(match)) == ("order_engage", ["engage_roll"])
    weak = led_by_nobody("british", tf("B1", "kent", "0909"), tf("G1", "bismarck", "0909"), CONVOY_IN_PORT)
    match = play(weak, 1, 1)
    assert rolled(match)[0] == "posture"


@rule("AC-IP-02")
def test_of_equal_chances_the_better_target_is_taken() -> None:
    """A battlecruiser before a light cruiser, both with Contact."""
    state = led_by_nobody(
        "british",
        tf("B1", "renown", "0909"),
        tf("G1", "koln", "0909", contact="0909"),
        tf("G2", "scharnhorst", "0909", contact="0909"),
        CONVOY_IN_PORT,
    )
    match = play(state, 1, 1, 1, 6, 1)
    order = next(entry for entry in match.log() if entry.key == "order_engage")
    assert order.about["target"] == "G2"


# Plans


@rule("AC-IP-03", "AC-SO-04")
def test_the_table_of_postures() -> None:
    assert {name: [chart[die] for die in range(1, 7)] for name, chart in POSTURES.items()} == {
        "hunter": ["air", "air", "hunt", "hunt", "convoy", "convoy"],
        "escort": ["air", "hunt", "hunt", "hunt", "convoy", "convoy"],
        "raider": ["air", "hunt", "hunt", "hunt", "slip", "slip"],
        "runner": ["slip", "home", "home", "home", "home", "home"],
    }


@rule("AC-IP-03")
def test_the_posture_is_by_what_is_near() -> None:
    convoy = line("B1", "british_convoy", "0909 0910")
    assert posture(position(convoy, tf("G1", "bismarck", "0811")), "british") == "escort"
    assert posture(position(convoy, tf("G1", "bismarck", "0814")), "british") == "hunter"
    assert posture(position(convoy, tf("G1", "bismarck", "0814")), "german") == "raider"
    assert posture(position(convoy, tf("G1", "bismarck*", "0814")), "german") == "runner"


@rule("AC-IP-04", "AC-IP-10", "AC-SO-04")
def test_a_plan_that_yields_nothing_ends_in_a_reinforcement_and_then_in_a_pass() -> None:
    """It rolls again while it keeps the Initiative."""
    state = led_by_nobody(
        "british",
        tf("B1", "hood", "clyde_liverpool"),
        CONVOY_IN_PORT,
        tf("G1", "bismarck", "brest"),
        groups={"BA": ("scapa_flow", "kent")},
    )
    match = play(state, 3, 3, 4, 3, 1)
    assert rolled(match) == ["posture", "reinforce_roll", "posture", "weather"]
    assert (told(match), where(match, "B2")) == (["reinforced", "passed", "initiative"], "scapa_flow_methil")
    assert asked(match) == ("german", "order")


@rule("AC-IP-04", "AC-IP-06", "AC-SO-07")
def test_a_hunter_goes_to_its_target_once_in_a_tenure_with_nine_segments_at_most() -> None:
    state = led_by_nobody("british", tf("B1", "hood", "0510"), tf("G1", "scheer", "0812"), CONVOY_IN_PORT)
    match = play(state, 3, 4, *[1] * 20)
    course = next(entry for entry in match.log() if entry.key == "course_set")
    assert (course.about["hex"], course.about["segments"]) == ("0812", 5)
    assert told(match)[:3] == ["intel_drawn", "course_set", "order_engage"]
    far = led_by_nobody("british", tf("B1", "hood", "0111"), tf("G1", "scheer", "1112"), CONVOY_IN_PORT)
    match = play(far, 3, 3, 1)
    assert (rolled(match), told(match)) == (
        ["posture", "posture", "weather"],
        ["course_set", "passed", "lapsed", "initiative"],
    )
    assert next(entry for entry in match.log() if entry.key == "course_set").about["segments"] == 9


@rule("AC-IP-05")
def test_air_is_the_best_strike_of_one_in_three() -> None:
    """Newfoundland at two hexes: +1, a Hit on 9 or more, 15 of 36."""
    forces = tf("G1", "scheer", "0609"), tf("B1", "british_dd_squadron", "clyde_liverpool"), CONVOY_IN_PORT
    match = play(led_by_nobody("british", *forces), 1, 1, 1, 1, 6, 1)
    assert (rolled(match)[:2], told(match)[0]) == (["posture", "strike_roll"], "order_strike")
    match = play(led_by_nobody("british", *forces), 6, 1)
    assert (rolled(match), told(match)[0]) == (["posture", "weather"], "passed")


@rule("AC-IP-05", "AC-SE-02")
def test_without_a_strike_a_boat_in_its_box_goes_to_look() -> None:
    """To the hex of an enemy Trajectory without Intel that is nearest to an own warship."""
    state = led_by_nobody(
        "british",
        tf("B1", "hood", "0808"),
        line("G1", "scheer", "0812 0811 0810"),
        line("G2", "koln", "0809 0909", intel="0909"),
        CONVOY_IN_PORT,
        boats=(boat("S1"), boat("S2", "0513")),
    )
    match = play(state, 1, 1, 6, 1)
    assert (told(match)[:2], match.state.stealth["S1"].hex) == (["went", "intel_found"], at("0810"))
    assert (marked(match, "G1"), held(match)[0]) == ({"intel": "0810"}, "german")


@rule("AC-IP-05")
def test_the_german_looks_for_convoys_only() -> None:
    state = led_by_nobody(
        "german",
        tf("G1", "bismarck", "0813"),
        line("B1", "hood", "0812 0811"),
        line("B2", "british_convoy", "0709 0710"),
        boats=(boat("U1"),),
    )
    match = play(state, 1, 1, 6, 1)
    assert (match.state.stealth["U1"].hex, marked(match, "B2"), marked(match, "B1")) == (
        at("0710"),
        {"intel": "0710"},
        {},
    )


@rule("AC-IP-06", "AC-SO-07")
def test_in_a_shared_hex_it_reads_signals_before_it_searches() -> None:
    target = line("G1", "scheer", "0909 0910 0911", intel="0909 0910")
    state = led_by_nobody("british", line("B1", "hood", "0911 0912", intel=""), target, CONVOY_IN_PORT)
    match = play(state, 3)
    assert (told(match)[0], where(match, "G1")) == ("signalled", "0909")
    nearer = led_by_nobody("british", line("B1", "hood", "0910 0810"), target, CONVOY_IN_PORT)
    assert where(play(nearer, 3), "G1") == "0910"
    unknown = line("G1", "scheer", "0909 0910 0911")
    match = play(led_by_nobody("british", line("B1", "hood", "0911 0912"), unknown, CONVOY_IN_PORT), 3, 3, 3)
    assert (told(match)[0], the_roll(match, "search_roll")["total"]) == ("order_search", 5)


@rule("AC-IP-06")
def test_the_nearest_pair_hunts_then_the_shortest_target_then_the_best() -> None:
    state = position(
        tf("B1", "hood", "0709"),
        tf("B2", "king_george_v", "0709"),
        tf("G1", "koln", "0909"),
        tf("G2", "scharnhorst", "0909"),
        line("G3", "hipper", "0809 0909"),
        tf("G4", "scheer", "0913"),
    )
    pairs = hunting_pairs(state, "british", forces_of(state, "british"))
    found = [(hunter.key, target.key) for hunter, target in pairs]
    assert found == [
        ("B1", "G3"),
        ("B2", "G3"),
        ("B1", "G2"),
        ("B2", "G2"),
        ("B1", "G1"),
        ("B2", "G1"),
        ("B1", "G4"),
        ("B2", "G4"),
    ]


@rule("AC-IP-07")
def test_a_convoy_is_extended_to_its_destination_or_passes() -> None:
    convoy = line("B1", "british_convoy", "0809 0909", destination="clyde")
    state = led_by_nobody("british", convoy, tf("G1", "bismarck", "brest"))
    match = play(state, 5, 5, 1)
    assert told(match)[0] == "course_set"
    course = next(entry for entry in match.log() if entry.key == "course_set")
    assert (course.about["hex"], course.about["segments"]) == ("1309", 6)
    assert told(match)[1] == "order_complete"


@rule("AC-IP-07")
def test_a_convoy_that_reaches_its_port_passes_with_the_fewest_segments() -> None:
    long = line("B1", "british_convoy", "1309 1208 1108 1008 0909 0809 0709 0609", destination="clyde")
    state = led_by_nobody("british", long, tf("G1", "bismarck", "brest"))
    match = play(state, 5, 1)
    assert (rolled(match), told(match)[0], len(where(match, "B1").split())) == (["posture", "weather"], "passed", 6)
    assert where(match, "B1").split()[0] == "1309"


@rule("AC-IP-08")
def test_a_runner_goes_home_or_passes_if_its_line_holds_a_port() -> None:
    hunter = tf("B1", "king_george_v", "0909")
    state = led_by_nobody("german", line("G1", "scheer*", "0912 1012"), hunter, IN_KIEL)
    match = play(state, 2, 2, *[1] * 9)
    course = next(entry for entry in match.log() if entry.key == "course_set")
    assert course.about["hex"] == "1310"
    home = led_by_nobody("german", line("G1", "scheer*", "1310 1210 1110 1010 0911 0811 0711"), hunter, IN_KIEL)
    match = play(home, 2, 1)
    assert (told(match)[0], where(match, "G1")) == ("passed", "1310 1210 1110 1010 0911 ")


@rule("AC-IP-09")
def test_a_raider_slips_towards_a_convoy_out_of_air_range() -> None:
    """Six segments at most; the hexes of the Convoy that Newfoundland covers are not what it makes for."""
    convoy = line("B1", "british_convoy", "0609 0709 0809 0909")
    state = led_by_nobody("german", tf("G1", "bismarck", "0612"), convoy)
    match = play(state, 5, *[1] * 30)
    course = next(entry for entry in match.log() if entry.key == "course_set")
    assert course.about["hex"] in ("0809", "0909")
    assert course.about["segments"] <= 6
    far = led_by_nobody("german", tf("G1", "bismarck", "1114"), line("B1", "british_convoy", "0709 0809"))
    match = play(far, 5, *[1] * 30)
    assert next(entry for entry in match.log() if entry.key == "course_set").about["segments"] == 6


@rule("AC-IP-10")
def test_with_whom_it_passes() -> None:
    short = altered(line("B1", "british_convoy", "0809 0810"), "british_convoy", id="hx_126")
    long = altered(line("B2", "british_convoy", "0909 0910 0911"), "british_convoy", id="hx_127")
    state = position(short, long, line("B3", "british_dd_squadron", "0809"), tf("G1", "bismarck", "0513"))
    assert pass_with(state, "british", legal_orders(state, "british")) == ("pass", "B2")
    german = position(
        line("G1", "bismarck", "0909 0910"),
        line("G2", "scheer*", "0809 0810 0811"),
        tf("B1", "king_george_v", "0513"),
        active="german",
    )
    assert pass_with(german, "german", legal_orders(german, "german")) == ("pass", "G2")
    hunters = position(
        line("B1", "hood", "0909 0910 0911"), line("B2", "kent", "0809 0810"), tf("G1", "bismarck", "0513")
    )
    assert pass_with(hunters, "british", legal_orders(hunters, "british")) == ("pass", "B2")


@rule("AC-IP-10", "AC-LD-06")
@pytest.mark.parametrize(("lines", "expected"), [(3, ("all pass",)), (2, ("pass", "B1"))])
def test_it_lets_all_pass_with_three_trajectories(lines: int, expected: tuple[str, ...]) -> None:
    forces = [
        line("B1", "hood", "0909 0910"),
        line("B2", "kent", "0809 0810 0811"),
        line("B3", "york", "0709 0710 0711"),
    ]
    state = position(*forces[:lines], tf("G1", "bismarck", "0513"), leaders={"pound": "clyde_liverpool"})
    assert pass_with(state, "british", legal_orders(state, "british")) == expected


# Whole games


@rule("AC-IP-01", "AC-IP-03", "AC-SO-04")
@pytest.mark.parametrize("side", ["german", "british"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_that_one_player_plays_alone_comes_to_its_end(scenario: str, side: str) -> None:
    options = {f"{side}_player": False}
    match = flagplot.new("atlantic-chase", scenario, 7, options)
    player = Random(7)
    while match.decision:
        assert match.decision.seat != side
        match.choose(player.choice(list(match.decision.options)))
    assert match.result is not None


@rule("AC-IP-01")
def test_somebody_must_sit_at_the_table() -> None:
    with pytest.raises(FlagplotError):
        flagplot.new("atlantic-chase", options={"german_player": False, "british_player": False})

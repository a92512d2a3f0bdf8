"""How Atlantic Chase shows itself: chart, strings and pins, displays, battle board, goals, and what options touch."""

from __future__ import annotations

import math

from flagplot.engine.view import Knot, View
from flagplot.games.atlantic_chase import GAME
from flagplot.games.atlantic_chase.hexes import BOXES, HEX, HEXES
from flagplot.games.atlantic_chase.model.forces import manned
from flagplot.games.atlantic_chase.state import Battle, Salvo, State
from flagplot.games.atlantic_chase.view.board import board
from flagplot.games.atlantic_chase.view.view import view
from tests.games.atlantic_chase.builder import at, boat, line, offered, play, position, ship, tf
from tests.rules import rule


def seen(state: State) -> View:
    return view(state, "german")


def test_the_chart_has_all_hexes_boxes_closed_sides_and_areas() -> None:
    chart = board("rheinubung")
    kinds = [space.kind for space in chart.spaces]
    assert kinds.count("hex") == len(HEXES) == 123
    assert {space.id for space in chart.spaces if space.kind == "box"} >= {f"box/{key}" for key in BOXES}
    assert not any(link.drawn for link in chart.links)
    assert [one.kind for one in chart.lines].count("bar") == 11
    assert {area.id: len(area.spaces) for area in chart.areas if area.spaces} == {"arctic": 10, "uboat_zone": 11}


def test_neighbouring_hexes_lie_a_breadth_apart_and_even_columns_half_a_hex_lower() -> None:
    chart = board("rheinubung")
    spaces = {space.id: space for space in chart.spaces}
    for link in chart.links:
        one, other = spaces[link.one], spaces[link.other]
        apart = math.hypot(one.x - other.x, (one.y - other.y) / chart.aspect)
        assert math.isclose(apart, 0.054, abs_tol=0.0005)
    assert math.isclose(spaces["0809"].y - spaces["0709"].y, spaces["0809"].height / 2, abs_tol=1e-6)


def test_ports_and_bases_are_marked_by_who_uses_them_in_the_scenario() -> None:
    def control(scenario: str, port: str) -> tuple[str, str]:
        space = next(one for one in board(scenario).spaces if one.id == port)
        return space.mark, space.side

    assert control("rheinubung", "brest") == ("port", "german")
    assert control("northern_patrol", "brest") == ("port", "british")
    assert control("rheinubung", "murmansk") == ("neutral", "")


def test_a_trajectory_is_a_string_a_station_a_pin_and_a_force_in_port_lies_in_its_box() -> None:
    state = position(
        line("G1", "bismarck", "0609 0709 0809", intel="0709", contact="0709"),
        tf("B1", "norfolk", "0909"),
        tf("B2", "hood", "scapa_flow_methil"),
        line("B3", "rodney", "1009"),
    )
    lines = {one.id: one for one in seen(state).lines}
    assert (lines["G1"].kind, lines["G1"].through, lines["G1"].sign) == ("string", ("0609", "0709", "0809"), "G1")
    assert lines["G1"].knots == (Knot(1, "intel", "Intel"), Knot(1, "contact", "Contact"))
    assert (lines["B1"].kind, lines["B1"].through, lines["B1"].sign) == ("pin", ("0909",), "1")
    assert (lines["B2"].kind, lines["B2"].through) == ("pin", ("box/scapa_flow_methil",))
    assert (lines["B3"].kind, lines["B3"].through, lines["B3"].pattern) == ("string", ("1009",), 3)


def test_a_display_shows_ships_with_guns_speed_and_hits_and_names_its_string() -> None:
    state = position(tf("G1", "bismarck*+1 prinz_eugen", "0909"), leaders={"lutjens": "bismarck"})
    tray = next(tray for tray in seen(state).trays if tray.of == "G1")
    bismarck, eugen = tray.pieces
    assert [fact.name for fact in tray.facts] == ["Speed", "Worth"]
    assert bismarck.damage is not None
    taken, to_damage, to_sink = bismarck.damage
    assert (taken, to_sink > to_damage) == (to_damage + 1, True)
    assert eugen.damage is not None
    assert eugen.damage[0] == 0
    assert "damaged" in bismarck.badges
    string = next(one for one in seen(state).lines if one.id == "G1")
    assert string.badges == ("leader Lütjens",)


def test_what_did_not_change_between_two_views_is_the_same_object() -> None:
    still, moves = tf("B1", "hood", "0909"), tf("G1", "bismarck", "0609")
    before = seen(position(still, moves))
    after = seen(position(tf("B1", "hood", "0909"), line("G1", "bismarck", "0609 0709")))
    trays = {tray.id: tray for tray in before.trays}
    assert all(trays[tray.id] is tray for tray in after.trays)  # ships and their figures are as they were
    lines = {one.id: one for one in before.lines}
    assert [lines[one.id] is one for one in after.lines] == [one.id == "B1" for one in after.lines]


def test_boats_lie_in_their_hex_or_wait_in_their_box() -> None:
    state = position(tf("G1", "bismarck", "0909"), boats=(boat("U1", "0809"), boat("U2")))
    assert {piece.id: piece.space for piece in seen(state).pieces} == {"U1": "0809", "U2": "boats_german"}


def test_the_battle_board_has_five_zones_with_ranges_smoke_and_shots() -> None:
    state = position(tf("G1", "bismarck prinz_eugen", "0909"), tf("B1", "hood prince_of_wales", "0909"))
    state.battle = Battle(
        hex=at("0909"), active="british", forces={"german": ("G1",), "british": ("B1",)}, weather="good", rounds=3
    )
    fight = state.battle
    fight.round = 2
    fight.zones = {"bismarck": "near", "prinz_eugen": "far", "hood": "close", "prince_of_wales": "far"}
    fight.smoke, fight.fired = ["prinz_eugen"], [Salvo("hood", "bismarck", 1, 7, 4)]
    state.phase = "gunnery"
    (shown,) = seen(state).lineups
    zones = {section.id: [piece.id for piece in section.pieces] for section in shown.sections}
    assert zones == {
        "german_far": ["prinz_eugen"],
        "german_near": ["bismarck"],
        "close": ["hood"],
        "british_near": [],
        "british_far": ["prince_of_wales"],
    }
    assert [section.zone for section in shown.sections] == [0, 1, 2, 3, 4]
    texts = {section.id: section.text for section in shown.sections}
    assert texts["british_far"] == "Prince of Wales fires from here"
    assert texts["german_near"] == "Long, 2 dice"
    assert texts["german_far"] == "Extreme, worst 2 of 3"
    assert [(cover.kind, cover.pieces) for cover in shown.covers] == [("smoke", ("prinz_eugen",))]
    (shot,) = shown.shots
    assert (shot.by, shot.at, shot.text, shot.is_hit) == ("hood", "bismarck", "7 + 4 = 11, a hit", True)
    assert [(track.name, track.cells[track.at]) for track in shown.tracks] == [("Round", "2"), ("Step", "Gunnery")]


def test_the_goals_tell_the_score_of_both_sides_and_what_the_scenario_rewards() -> None:
    goals = GAME.view(GAME.setup("rheinubung", GAME.default_options), "german").goals
    assert [goal.side for goal in goals if goal.is_score] == ["british", "german"]
    assert [(goal.name, goal.value, goal.target) for goal in goals if goal.target] == [("Convoys home", 0, 3)]
    named = {goal.name: (goal.side, goal.is_met) for goal in goals if goal.is_met is not None}
    assert named["Bismarck sunk"] == ("british", False)
    assert named["Bismarck home in France"] == ("german", False)


WON_WITHOUT_POINTS = ("northern_patrol", "river_plate", "glorious", "north_cape", "regenbogen")


@rule("AC-EX-02")
def test_where_points_do_not_decide_the_goals_say_what_wins_and_no_score_is_shown() -> None:
    goals = {
        name: [
            (goal.side, goal.name, goal.text) for goal in GAME.view(GAME.setup(name, GAME.default_options), "").goals
        ]
        for name in WON_WITHOUT_POINTS
    }
    assert goals == {
        "northern_patrol": [
            ("british", "Deutschland damaged", "the British win"),
            ("german", "Deutschland home", "the Germans win"),
        ],
        "river_plate": [("british", "Graf Spee sunk", "the British win")],
        "glorious": [("german", "Glorious sunk", "the Germans win")],
        "north_cape": [("british", "Scharnhorst sunk", "the British win")],
        "regenbogen": [
            ("british", "Hipper sunk", "the British win"),
            ("british", "Lützow sunk", "the British win"),
            ("german", "Hits on convoys", "the Germans win"),
        ],
    }


@rule("AC-EX-02")
def test_a_goal_without_points_is_reached_when_its_condition_holds() -> None:
    state = GAME.setup("northern_patrol", GAME.default_options)
    state.forces["G1"] = manned(state.forces["G1"], (ship("deutschland*"),))
    assert [goal.is_met for goal in GAME.view(state, "german").goals] == [True, False]


@rule("AC-EX-11")
def test_jervis_bay_counts_the_hits_of_a_decisive_victory() -> None:
    goals = GAME.view(GAME.setup("jervis_bay", GAME.default_options), "german").goals
    found = [(goal.text, goal.value, goal.target, goal.is_met) for goal in goals if goal.name == "Hits on convoys"]
    assert found == [("a victory is decisive", 0, 6, False)]


def test_orders_touch_the_task_forces_and_hexes_that_they_name() -> None:
    state = position(line("G1", "bismarck", "0609 0709 0809"), line("B1", "norfolk", "0809 0909"), active="british")
    match = play(state)
    looks = {option: match.describe(option) for option in offered(match)}
    search = looks["search", "B1", "G1"]
    assert (search.label, search.lines) == ("Norfolk: search for Bismarck, total 5", ("B1", "G1"))
    assert looks["trajectory", "B1"].lines == ("B1",)
    match.choose(("trajectory", "B1"))
    steps = {match.describe(option).spaces for option in offered(match)} - {()}
    assert steps == {(HEXES[option[1]],) for option in offered(match) if isinstance(option, tuple)}
    assert match.decision
    assert match.decision.subjects == ("B1",)
    assert match.pointed_at("0907") == (1, HEX["0907"])


def test_a_hex_beside_both_ends_of_a_course_is_offered_from_either() -> None:
    match = play(position(line("B1", "norfolk", "0809 0909"), line("G1", "bismarck", "1209 1109"), active="british"))
    match.choose(("trajectory", "B1"))
    labels = [match.describe(option).label for option in offered(match)]
    assert len(labels) == len(set(labels))
    both = [label for label in labels if " from " in label]
    assert both
    assert len(both) % 2 == 0


def test_an_attack_shows_its_total_and_every_modifier_before_it_is_ordered_and_with_each_help() -> None:
    state = position(
        tf("B1", "norfolk", "0809"),
        tf("B2", "suffolk", "0809"),
        tf("B3", "victorious", "0909"),
        tf("G1", "bismarck", "0809", contact="0809"),
    )
    match = play(state)
    assert match.describe(("engage", "B1", "G1")).label == "Norfolk: engage Bismarck, total 0, Contact +2"
    match.choose(("engage", "B1", "G1"))
    assert [match.describe(option).label for option in offered(match)] == [
        "None: total 0, Contact +2",
        "Suffolk: total 0, Contact +2, Coordination +2",
    ]
    match.choose("B2")
    labels = [match.describe(option).label for option in offered(match)]
    assert labels[0] == "None: total 0, Contact +2, Coordination +2"
    assert "Victorious from 0909: total 0, Air Support +2, Contact +2, Coordination +2" in labels

"""Why an option is not offered: every answer with its clause, and nothing in it about the enemy's blocks."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.decision import Refusal
from flagplot.engine.match import Match
from flagplot.games.sea_control.state import Battle, State
from tests.games.sea_control.builder import battle, offered, order, start, walk
from tests.rules import rule


def clause(match: Match[State], option: Any) -> str:
    """The clause in the answer; the reason must be a whole sentence."""
    assert option not in offered(match)
    refusal = match.why_not(option)
    assert refusal
    assert refusal.reason.endswith(".")
    assert refusal.rule in match.game.rulebook.clauses
    assert "{" not in refusal.reason
    return refusal.rule


def reason(match: Match[State], option: Any) -> str:
    refusal = match.why_not(option)
    assert refusal
    return refusal.reason


def test_what_is_offered_is_not_refused() -> None:
    match = start("allied_movement", {"scapa_flow": ["hood"]})
    assert all(match.why_not(option) is None for option in offered(match))


# Voyages


@rule("SC-MOV-02", "SC-MOV-03", "SC-MOV-05", "SC-BAL-01", "SC-AMB-17")
@pytest.mark.parametrize(
    ("ship", "area", "rule_id"),
    [
        pytest.param("hood", "eastern_med", "SC-MOV-03", id="too far"),
        pytest.param("kent", "north_atlantic", "SC-MOV-05", id="not controlled"),
        pytest.param("hood", "baltic_sea", "SC-BAL-01", id="closed sea"),
        pytest.param("convoy_1", "north_sea", "SC-MOV-03", id="a convoy"),
        pytest.param("marat", "north_sea", "SC-AMB-17", id="Russians stay"),
    ],
)
def test_why_a_ship_cannot_go_somewhere(ship: str, area: str, rule_id: str) -> None:
    at = {
        "scapa_flow": ["hood", "rodney"], "norfolk": ["convoy_1", "convoy_2"], "leningrad": ["marat", "gangut"],
        "archangel": ["kent", "exeter"],
    }  # fmt: skip
    control = {"north_sea": "allied", "north_atlantic": "allied", "baltic_sea": "allied"}
    match = start("allied_movement", at, control=control, options={"russian_leave_baltic": False}, turn=5)
    assert clause(match.choose(ship), area) == rule_id


@rule("SC-MOV-02", "SC-MOV-03")
@pytest.mark.parametrize(
    ("option", "rule_id", "words"),
    [
        pytest.param("gibraltar", "SC-MOV-02", "Gibraltar", id="no ship there"),
        pytest.param("kiel_narvik", "SC-MOV-02", "Kiel", id="the enemy's port"),
        pytest.param("bismarck", "SC-MOV-02", "Bismarck", id="the enemy's ship"),
        pytest.param("nelson", "SC-MOV-03", "Nelson", id="at sea already"),
        pytest.param("convoy_1", "SC-MOV-03", "Convoy 1", id="has moved"),
        pytest.param("revenge", "SC-MOV-02", "Revenge", id="sunk"),
    ],
)
def test_why_a_ship_or_a_place_has_no_order_to_wait_for(option: str, rule_id: str, words: str) -> None:
    at = {
        "scapa_flow": ["hood"], "kiel_narvik": ["bismarck"], "north_sea": ["nelson"], "north_atlantic": ["convoy_1"],
    }  # fmt: skip
    match = start("allied_movement", at, spent=["convoy_1"], turn=5)
    assert clause(match, option) == rule_id
    assert words in reason(match, option)


@rule("SC-MAP-04", "SC-MAP-05", "SC-END-01")
@pytest.mark.parametrize(
    ("port", "rule_id"),
    [("alexandria", "SC-END-01"), ("norfolk", "SC-MAP-05"), ("brest", "SC-MAP-04"), ("south_america", "SC-MAP-04")],
)
def test_why_a_ship_cannot_go_home_to_a_port(port: str, rule_id: str) -> None:
    match = start("allied_return", {"north_sea": ["hood", "kent"]}, turn=2).choose("hood")
    assert clause(match, port) == rule_id


@rule("SC-CNV-02", "SC-UNI-02")
def test_convoys_stay_at_sea_and_nobody_asks_for_the_enemys_units_in_the_same_area() -> None:
    at = {"north_sea": ["hood", "kent", "convoy_1", "uboat_1"], "off_board": ["uboat_2"]}
    match = start("allied_return", at)
    assert clause(match, "convoy_1") == "SC-CNV-02"
    match.choose("hood")
    assert clause(match, "convoy_1") == "SC-CNV-02"
    assert reason(match, "uboat_1") == "U-boats 1 is not a ship of yours."
    assert reason(match, "uboat_2") == "U-boats 2 is not a ship of yours."


@rule("SC-REI-01")
def test_why_a_newcomer_cannot_be_given_another_port() -> None:
    match = start("reinforcements", {}, turn=5, due={"howe": 5})
    assert clause(match, "norfolk") == "SC-REI-01"


@rule("SC-MOV-05")
def test_the_answer_names_the_areas_that_would_have_to_be_controlled() -> None:
    match = start("allied_movement", {"scapa_flow": ["hood"]}).choose("hood")
    assert "North Sea" in reason(match, "barents_sea")
    assert "North Atlantic" in reason(match, "barents_sea")


@rule("SC-BAL-01")
def test_an_italian_in_kiel_is_told_of_the_baltic() -> None:
    match = start("axis_movement", {"kiel_narvik": ["littorio", "bismarck"]})
    assert clause(walk(match, "bismarck", "littorio"), "baltic_sea") == "SC-BAL-01"


@rule("SC-OPT-03")
def test_a_task_force_without_the_option_is_not_refused_for_a_wrong_reason() -> None:
    match = start("allied_movement", {"scapa_flow": ["hood"]}).choose("hood")
    assert clause(match, ("north_sea", "task_force_1")) not in ("SC-MOV-05", "SC-BAL-01")


@rule("SC-MOV-02", "SC-AMB-43")
def test_why_a_ship_cannot_join_those_who_are_picked() -> None:
    at = {"norfolk": ["washington", "wichita", "wasp"], "scapa_flow": ["hood"], "kiel_narvik": ["bismarck"]}
    match = walk(start("allied_movement", at, turn=4), "norfolk", "all", ("without", "wasp"))
    assert clause(match, "hood") == "SC-MOV-02"
    assert clause(match, "bismarck") == "SC-MOV-02"
    assert "Kiel" not in reason(match, "bismarck")
    assert clause(match, "washington") == "SC-AMB-43"
    assert "goes already" in reason(match, "washington")
    assert clause(match, "wasp") == "SC-AMB-43"
    assert "left behind" in reason(match, "wasp")


@rule("SC-MOV-03")
def test_a_convoy_or_a_ship_turned_back_has_had_its_move() -> None:
    at = {"norfolk": ["convoy_3"], "north_atlantic": ["convoy_1", "convoy_2"]}
    match = walk(start("allied_movement", at, turn=5), order("norfolk", "north_atlantic", "convoy_3"))
    assert clause(match.choose("convoy_1"), "convoy_3") == "SC-MOV-03"
    assert (clause(match, "south_america"), clause(match, "eastern_med")) == ("SC-CNV-03", "SC-MOV-03")
    match = start("axis_movement", {"taranto": ["zara", "pola", "fiume"]}, 1, 2, 2, control={"western_med": "axis"})
    walk(match, order("taranto", "south_atlantic", "zara"), "pola")
    assert clause(match, "zara") == "SC-MOV-03"


@rule("SC-MAP-07")
def test_why_land_air_cannot_fly_somewhere() -> None:
    match = start("air_placement", {})
    assert clause(match, "north_sea") == "SC-MAP-07"
    assert clause(match, "baltic_sea") == "SC-MAP-07"
    assert clause(match.choose("keep"), "north_sea") == "SC-MAP-07"


@rule("SC-MOV-02")
def test_a_port_with_none_but_ships_turned_back_has_no_ship_that_can_sail() -> None:
    at = {"taranto": ["zara"], "kiel_narvik": ["bismarck"]}
    match = walk(
        start("axis_movement", at, 1, 2, 2, control={"western_med": "axis"}), order("taranto", "south_atlantic", "zara")
    )
    assert clause(match, "taranto") == "SC-MOV-02"


# Repair


@rule("SC-RP-02", "SC-RP-03")
@pytest.mark.parametrize(
    ("option", "rule_id", "words"),
    [
        (("kent", 1), "SC-RP-03", "Kent"),  # at sea
        (("rodney", 1), "SC-RP-03", "Rodney"),  # undamaged
        (("nelson", 2), "SC-RP-03", "Nelson"),  # more than it lacks
        (("hood", 2), "SC-RP-02", "1 RP"),  # more than there is
        (("exeter", 1), "SC-RP-03", "Exeter"),  # has moved
    ],
)
def test_why_a_ship_cannot_be_repaired(option: tuple[str, int], rule_id: str, words: str) -> None:
    at = {"scapa_flow": ["hood", "nelson", "rodney", "exeter"], "north_sea": ["kent"]}
    sp = {"hood": 1, "nelson": 3, "exeter": 1, "kent": 1}
    match = start("allied_repair", at, sp=sp, rp={"allied": 1, "axis": 7}, spent=["exeter"])
    assert clause(match, option) == rule_id
    assert words in reason(match, option)


@rule("SC-RP-03", "SC-MAP-05")
def test_repairs_beyond_the_capacity_or_in_a_closed_port_are_refused() -> None:
    at = {"alexandria": ["hood"], "scapa_flow": ["nelson"]}
    match = start("allied_repair", at, sp={"hood": 1, "nelson": 1})
    assert clause(match, ("hood", 2)) == "SC-RP-03"
    assert reason(match, ("hood", 2)) == "Repairs left at Alexandria in this turn: 1."
    match.choose(("hood", 1))
    assert reason(match, "hood") == "Repairs left at Alexandria in this turn: 0."
    at = {"south_america": ["bismarck"], "brest": ["lutzow"], "kiel_narvik": ["tirpitz"]}
    match = start("axis_repair", at, sp={"bismarck": 1, "lutzow": 1, "tirpitz": 1}, turn=7)
    assert reason(match, ("bismarck", 1)) == "Repairs left at South America in this turn: 0."
    assert reason(match, ("lutzow", 1)) == "Brest is closed in this turn."


@rule("SC-UNI-02", "SC-AMB-38")
def test_no_answer_about_repairs_tells_where_or_how_strong_an_enemy_ship_is() -> None:
    at = {"scapa_flow": ["hood"], "kiel_narvik": ["bismarck"], "taranto": ["littorio"], "north_sea": ["lutzow"]}
    match = start("allied_repair", at, sp={"hood": 1, "bismarck": 1, "lutzow": 1})
    answers = {
        reason(match, (ship, 1)).replace(name, "X")
        for ship, name in (
            ("bismarck", "Bismarck"), ("littorio", "Littorio"), ("lutzow", "Lutzow"), ("tirpitz", "Tirpitz"),
        )
    }  # fmt: skip
    assert len(answers) == 1


# Targets


@rule("SC-TGT-01", "SC-TGT-02", "SC-COM-01")
def test_why_a_ship_cannot_be_fired_at() -> None:
    units = ["bismarck", "tirpitz", "hood", "nelson", "rodney", "convoy_1", "eagle"]
    match = battle("north_sea", units, 2, turn=4, elsewhere={"scapa_flow": ["kent"]}).choose("bismarck")
    assert clause(match, "convoy_1") == "SC-TGT-02"
    assert clause(match, "eagle") == "SC-TGT-02"
    assert clause(match, "kent") == "SC-COM-01"
    assert clause(match, "tirpitz") == "SC-COM-01"
    match.choose("hood")
    assert clause(match, "hood") == "SC-TGT-01"


@rule("SC-WDR-01", "SC-WDR-02", "SC-WDR-03", "SC-COM-01")
def test_why_a_ship_cannot_be_pursued() -> None:
    units = ["bismarck", "tirpitz", "hood", "nelson", "kent", "convoy_1"]
    fight = Battle(area="north_sea", rounds=1, withdrawing="allied")
    match = start("pursuit", {"north_sea": units, "scapa_flow": ["rodney"]}, battle=fight, turn=4)
    assert clause(match, "kent") == "SC-WDR-01"
    assert clause(match, "convoy_1") == "SC-WDR-03"
    assert clause(match, "rodney") == "SC-COM-01"
    match.choose("hood")
    assert clause(match, "hood") in ("SC-TGT-01", "SC-WDR-02")


@rule("SC-WDR-01", "SC-WDR-03")
def test_a_carrier_is_no_match_for_a_convoy_even_without_a_station() -> None:
    fight = Battle(area="north_sea", rounds=1, withdrawing="allied")
    at = {"north_sea": ["graf_zeppelin", "eagle", "convoy_1"]}
    match = start("pursuit", at, battle=fight, turn=5, options={"graf_zeppelin": True})
    assert clause(match, "convoy_1") == "SC-WDR-01"


@rule("SC-COM-01", "SC-SUB-05", "SC-AIR-02", "SC-WDR-04")
def test_why_a_ship_is_no_target_of_torpedoes_planes_or_return_fire() -> None:
    at = {"western_med": ["uboat_1", "air_axis", "hood", "nelson"], "scapa_flow": ["kent"], "kiel_narvik": ["bismarck"]}
    match = start("submarine_combat", at, 2, 2, battle=Battle(area="western_med"))
    assert match.decision
    assert match.decision.key == "torpedo"
    assert {clause(match, ship) for ship in ("kent", "bismarck", "uboat_1")} == {"SC-COM-01"}
    match = start("air_combat", at, battle=Battle(area="western_med"))
    assert match.decision
    assert match.decision.key == "air_target"
    assert {clause(match, ship) for ship in ("kent", "bismarck")} == {"SC-COM-01"}


@rule("SC-COM-01", "SC-MOV-08")
def test_why_there_is_no_battle_or_no_u_boat_in_a_place() -> None:
    at = {"north_sea": ["bismarck", "hood"], "western_med": ["littorio", "valiant"], "north_atlantic": ["nelson"]}
    match = start("combat", at)
    assert match.decision
    assert match.decision.key == "next_battle"
    assert match.why_not("north_atlantic") == Refusal(
        "No battle waits in North Atlantic: there must be units of both sides.", "SC-COM-01"
    )
    assert match.why_not("scapa_flow") == Refusal("Choose the area in which the next battle is fought.", "SC-SEQ-01")
    match = start("submarine_placement", {"off_board": ["uboat_1"]})
    assert clause(match, "scapa_flow") == "SC-MOV-08"


@rule("SC-COM-01")
def test_where_a_battle_has_been_fought_no_other_is_fought_in_the_turn() -> None:
    at = {"north_sea": ["uboat_1", "hood"], "western_med": ["littorio", "valiant"], "eastern_med": ["zara", "kent"]}
    match = start("combat", at, 2, 2, 2).choose("north_sea")  # the pack stays where the Allies are
    assert match.why_not("north_sea") == Refusal("The battle in North Sea has been fought in this turn.", "SC-COM-01")


@rule("SC-MOV-01", "SC-AMB-43")
def test_who_points_at_a_goal_first_is_told_to_choose_a_ship() -> None:
    match = start("allied_movement", {"scapa_flow": ["hood", "nelson"], "gibraltar": ["kent"]})
    assert reason(match, "north_sea") == "Choose a ship, then where it goes."
    assert reason(match, "gibraltar") == "In Gibraltar only Kent can be ordered now: choose the ship itself."
    assert reason(match.choose("scapa_flow"), "north_sea") == "Choose a ship, then where it goes."


@rule("SC-BAL-01", "SC-OPT-01", "SC-AMB-01")
def test_the_answers_know_the_options() -> None:
    at = {"scapa_flow": ["hood", "washington"]}
    match = start("allied_movement", at, options={"baltic": True}, control={"north_sea": "allied"}, turn=5)
    assert (
        reason(match.choose("washington"), "baltic_sea")
        == "Only Russian, German and British ships may be in the Baltic."
    )
    control = dict.fromkeys(("north_sea", "north_atlantic"), "axis")
    match = start("allied_movement", at, options={"neutral_transit": True}, control=control, turn=5)
    assert "that the enemy does not control: North Sea, North Atlantic" in reason(
        match.choose("washington"), "barents_sea"
    )


@rule("SC-WDR-04")
def test_why_a_ship_is_not_answered_in_pursuit() -> None:
    fight = Battle(area="north_sea", rounds=1, withdrawing="allied")
    at = {"north_sea": ["bismarck", "tirpitz", "lutzow", "blucher", "hood", "kent", "exeter"]}
    match = start("pursuit", at, *[2] * 20, battle=fight, turn=4)
    walk(match, "hood", "hood", "kent", "let_go")
    assert match.decision
    assert (match.decision.key, match.decision.about["firer"]) == ("return_target", "hood")
    assert reason(match, "lutzow") == "Lutzow does not pursue."
    assert reason(match, "blucher") == "Hood cannot fire back at Blucher: it answers pursuers of its own kind."
    assert clause(match, "exeter") == "SC-COM-01"


@rule("SC-UNI-02")
def test_an_answer_about_a_hidden_ship_is_the_same_wherever_it_is() -> None:
    one = battle("north_sea", ["bismarck", "hood", "nelson"], elsewhere={"scapa_flow": ["kent", "exeter"]})
    other = battle(
        "north_sea", ["bismarck", "hood", "nelson"], elsewhere={"gibraltar": ["kent"], "western_med": ["exeter"]}
    )
    assert [one.why_not(ship) for ship in ("kent", "exeter")] == [other.why_not(ship) for ship in ("kent", "exeter")]


def test_nonsense_is_refused_in_words() -> None:
    at = {"scapa_flow": ["hood", "nelson"]}
    match = start("allied_movement", at)
    for nonsense in ("atlantis", ("scapa_flow",), ("atlantis", "north_sea"), 7, ("scapa_flow", "north_sea", "x", "y")):
        assert clause(match, nonsense) == "SC-MOV-01"
    match.choose("hood")
    assert clause(match, "atlantis") == "SC-AMB-43"
    assert clause(battle("north_sea", ["bismarck", "hood", "nelson"]), "atlantis") == "SC-TGT-01"
    match = start("allied_repair", at, sp={"hood": 1})
    for other in ("atlantis", ("hood", 0), ("hood", 99), ("hood", "x"), ("hood",), ()):
        assert clause(match, other)

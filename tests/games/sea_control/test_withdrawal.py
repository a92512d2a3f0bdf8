"""Withdrawal and pursuit (section 8.2): who may fire at whom, and where ships go afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.engine.state import Frame
from flagplot.games.sea_control.state import Battle, State
from tests.games.sea_control.builder import (
    aims,
    asked,
    battle,
    faces,
    harm,
    keys,
    offered,
    order,
    place,
    places,
    position,
    shots,
    strength,
    told,
    voyages,
    walk,
)
from tests.games.sea_control.builder import play as play_state
from tests.rules import rule

ZEPPELIN = {"graf_zeppelin": True}


def flight(withdrawing: str, area: str, units: Sequence[str], *dice: int, **more: Any) -> Match[State]:
    """One side has just decided to withdraw from a battle."""
    fight = Battle(area=area, rounds=1, withdrawing=withdrawing)
    return play_state(
        position("pursuit", at={area: list(units), **more.pop("elsewhere", {})}, battle=fight, **more), *dice
    )


@rule("SC-WDR-01", "SC-WDR-02", "SC-AMB-32")
def test_the_published_example_of_a_pursuit() -> None:
    """V21: two battleships pursue the one that withdraws; the cruiser gets away."""
    units = ["bismarck", "tirpitz", "hood", "norfolk_ca"]
    match = battle("barents_sea", units, *[2] * 12, *[2] * 5, *[6, 2, 2, 2, 2, 2], *[3] * 6, *[6, 3, 3, 3], turn=4)
    walk(match, "hood", "bismarck", "withdraw")
    assert (asked(match), offered(match)) == (("axis", "pursue"), {"hood", "let_go"})
    match.choose("hood")
    assert (asked(match), offered(match)) == (("axis", "pursue"), {"hood", "let_go"})
    match.choose("hood")
    assert shots(match, "pursuit_fire") == ["bismarck, tirpitz > hood: 6 2 2 2 2 2 3 3 3 3 3 3"]
    assert (asked(match), offered(match)) == (("allied", "return_target"), {"bismarck", "tirpitz"})
    match.choose("tirpitz")
    assert shots(match, "return_fire") == ["hood > tirpitz: 6 3 3 3"]
    assert strength(match, "hood", "norfolk_ca", "bismarck", "tirpitz") == [2, 2, 4, 3]
    assert aims(match) == {}
    assert asked(match) == ("allied", "withdraw_to")


@rule("SC-WDR-01", "SC-AMB-05")
@pytest.mark.parametrize(
    ("pursuer", "fleeing", "options"),
    [
        ("bismarck", ["hood", "norfolk_ca", "eagle", "convoy_1"], {"hood", "let_go"}),
        ("lutzow", ["hood", "norfolk_ca", "eagle", "convoy_1"], {"norfolk_ca", "let_go"}),
        ("graf_zeppelin", ["hood", "norfolk_ca", "eagle", "convoy_1"], {"eagle", "let_go"}),
        ("bismarck", ["norfolk_ca", "eagle", "convoy_1"], set()),
        ("lutzow", ["hood", "eagle", "convoy_1"], set()),
        ("graf_zeppelin", ["hood", "convoy_1"], set()),
        ("graf_zeppelin", ["convoy_1"], set()),
        ("bismarck", ["eagle"], set()),
        ("bismarck", ["eagle", "convoy_1"], {"convoy_1", "let_go"}),
        ("lutzow", ["eagle", "convoy_1", "convoy_2"], {"convoy_1", "convoy_2", "let_go"}),
    ],
)
def test_like_pursues_like_and_convoys_only_without_a_station_before_them(
    pursuer: str, fleeing: list[str], options: set[str]
) -> None:
    match = flight("allied", "north_sea", [pursuer, *fleeing], options=ZEPPELIN, turn=5)
    if options:
        assert (asked(match), offered(match)) == (("axis", "pursue"), options)
    else:
        assert asked(match) != ("axis", "pursue")
        assert keys(match, "pursuit_fire", "return_fire") == []


@rule("SC-WDR-01", "SC-UNI-08", "SC-WDR-04")
def test_carriers_pursue_carriers_with_their_air_values() -> None:
    match = flight("axis", "north_sea", ["graf_zeppelin", "ark_royal"], 4, 3, 2, 5, 3, options=ZEPPELIN, turn=5)
    match.choose("graf_zeppelin")
    assert shots(match, "pursuit_fire", "return_fire") == [
        "ark_royal > graf_zeppelin: 4 3 2",
        "graf_zeppelin > ark_royal: 5 3",
    ]
    assert strength(match, "graf_zeppelin", "ark_royal") == [2, 2]


@rule("SC-WDR-02")
def test_a_second_pursuer_cannot_join_before_every_ship_of_the_kind_has_one() -> None:
    match = flight("allied", "north_sea", ["bismarck", "tirpitz", "hood", "nelson"], turn=4)
    assert offered(match) == {"hood", "nelson", "let_go"}
    match.choose("hood")
    assert offered(match) == {"nelson", "let_go"}


@rule("SC-WDR-02", "SC-WDR-06")
def test_who_lets_go_leaves_the_choice_of_targets_to_the_others() -> None:
    match = flight("allied", "north_sea", ["bismarck", "tirpitz", "hood", "nelson"], *[2] * 15, turn=4)
    match.choose("let_go")
    assert offered(match) == {"hood", "nelson", "let_go"}
    match.choose("nelson")
    assert shots(match, "pursuit_fire") == ["tirpitz > nelson: 2 2 2 2 2 2"]


@rule("SC-WDR-02", "SC-AMB-42")
def test_after_an_early_second_pursuer_the_last_one_must_take_the_ship_that_has_none() -> None:
    units = ["bismarck", "tirpitz", "scharnhorst", "hood", "nelson"]
    match = flight("allied", "north_sea", units, *[2] * 16, *[2] * 9, turn=4)
    match.choose("hood")
    assert offered(match) == {"hood", "nelson", "let_go"}
    match.choose("hood")
    assert shots(match, "pursuit_fire") == [
        "bismarck, tirpitz > hood: " + "2 " * 11 + "2",
        "scharnhorst > nelson: 2 2 2 2",
    ]


@rule("SC-WDR-02")
def test_with_a_pursuer_on_every_ship_more_may_join_where_they_like() -> None:
    units = ["bismarck", "tirpitz", "scharnhorst", "hood", "nelson"]
    match = flight("allied", "north_sea", units, turn=4)
    walk(match, "hood", "nelson")
    assert offered(match) == {"hood", "nelson", "let_go"}


@rule("SC-WDR-06", "SC-WDR-02")
def test_pursuers_of_one_kind_bind_no_other_kind() -> None:
    match = flight("allied", "north_sea", ["bismarck", "tirpitz", "lutzow", "hood", "kent"], turn=4)
    walk(match, "hood", "hood")
    assert offered(match) == {"kent", "let_go"}


@rule("SC-WDR-06", "SC-WDR-02")
def test_after_an_early_second_pursuer_one_may_let_go_while_another_is_left_for_the_bare_ship() -> None:
    units = ["bismarck", "tirpitz", "scharnhorst", "gneisenau", "hood", "nelson"]
    match = flight("allied", "north_sea", units, *[2] * 16, *[2] * 9, turn=4)
    walk(match, "hood", "hood")
    assert offered(match) == {"hood", "nelson", "let_go"}
    match.choose("let_go")
    assert shots(match, "pursuit_fire")[1].split(":")[0] in ("gneisenau > nelson", "scharnhorst > nelson")


@rule("SC-WDR-03", "SC-WDR-02")
def test_battleships_and_cruisers_share_the_convoys_out_among_them() -> None:
    units = ["bismarck", "lutzow", "convoy_1", "convoy_2"]
    match = flight("allied", "north_sea", units, *[4, 4, 4], *[2] * 3, 1, 6, 6, turn=4)
    match.choose("convoy_1")
    assert offered(match) == {"convoy_2", "let_go"}
    match.choose("convoy_2")
    assert shots(match, "pursuit_fire", "return_fire") == [
        "bismarck > convoy_1: 4 4 4 2 2 2",
        "lutzow > convoy_2: 1",
        "convoy_1 > bismarck: 6",
        "convoy_2 > lutzow: 6",
    ]
    assert harm(match) == [
        "convoy_1 hit 3", "convoy_1 sunk", "convoy_2 disabled", "bismarck hit 1", "lutzow hit 1",
    ]  # fmt: skip
    assert places(match, "convoy_1", "convoy_2") == ["lost", "scapa_flow"]
    assert (match.state.scores[0].axis, match.state.control) == (2 + 3, {"north_sea": "axis"})


# Return fire


@rule("SC-AMB-32", "SC-WDR-04")
def test_every_withdrawing_ship_of_the_pursuers_kind_fires_back_whether_pursued_or_not() -> None:
    units = ["bismarck", "hood", "nelson", "norfolk_ca", "eagle"]
    match = flight("allied", "north_sea", units, *[2] * 6, *[6] * 5, *[2] * 4, turn=4)
    match.choose("hood")
    assert shots(match, "return_fire") == ["nelson, hood > bismarck: 6 6 6 6 6 2 2 2 2"]
    assert (place(match, "bismarck"), match.state.control) == ("lost", {})


@rule("SC-AMB-32")
def test_a_convoy_fires_back_only_if_it_was_pursued_and_at_one_of_its_pursuers() -> None:
    units = ["bismarck", "tirpitz", "lutzow", "convoy_1", "convoy_2"]
    match = flight("allied", "north_sea", units, *[2] * 13, 3, 3, turn=4)
    walk(match, "convoy_1", "convoy_2", "convoy_1")
    assert (asked(match), offered(match)) == (("allied", "return_target"), {"bismarck", "lutzow"})
    match.choose("lutzow")
    assert shots(match, "return_fire") == ["convoy_1 > lutzow: 3", "convoy_2 > tirpitz: 3"]


@rule("SC-AMB-32")
def test_a_convoy_that_nobody_pursues_is_silent() -> None:
    match = flight("allied", "north_sea", ["bismarck", "convoy_1", "convoy_2"], *[2] * 6, 3, turn=4)
    match.choose("convoy_1")
    assert shots(match, "return_fire") == ["convoy_1 > bismarck: 3"]


@rule("SC-AMB-12", "SC-COM-05")
@pytest.mark.parametrize(("simultaneous", "answer"), [(True, ["hood > bismarck: 1 2 2 2"]), (False, [])])
def test_a_ship_sunk_in_pursuit_fires_back_unless_the_option_is_off(simultaneous: bool, answer: list[str]) -> None:
    options = {"pursuit_simultaneous": simultaneous}
    match = flight("allied", "barents_sea", ["bismarck", "hood"], *[6] * 3, *[2] * 3, 1, 2, 2, 2, options=options)
    match.choose("hood")
    assert (place(match, "hood"), shots(match, "return_fire")) == ("lost", answer)
    # a pursuer that is disabled leaves before control is settled
    assert match.state.control == ({} if simultaneous else {"barents_sea": "axis"})
    assert place(match, "bismarck") == ("kiel_narvik" if simultaneous else "barents_sea")


@rule("SC-AMB-12")
def test_a_ship_disabled_in_pursuit_fires_back_and_then_makes_for_the_nearest_port() -> None:
    match = flight("allied", "barents_sea", ["bismarck", "hood"], 1, *[2] * 5, *[6] * 4)
    match.choose("hood")
    assert (place(match, "hood"), shots(match, "return_fire")) == ("archangel", ["hood > bismarck: 6 6 6 6"])
    assert (place(match, "bismarck"), match.state.control) == ("lost", {})


@rule("SC-AMB-12")
def test_without_the_option_a_ship_that_is_only_disabled_in_pursuit_still_fires_back() -> None:
    options = {"pursuit_simultaneous": False}
    match = flight("allied", "barents_sea", ["bismarck", "hood"], 1, *[2] * 5, *[2] * 4, options=options)
    match.choose("hood")
    assert shots(match, "return_fire") == ["hood > bismarck: 2 2 2 2"]


# Nobody has to pursue; the way home


@rule("SC-WDR-06", "SC-WDR-05")
def test_nobody_has_to_pursue_and_the_side_that_stays_keeps_the_area() -> None:
    match = flight("axis", "north_sea", ["bismarck", "lutzow", "hood", "norfolk_ca"], control={"north_sea": "axis"})
    assert offered(match) == {"bismarck", "let_go"}
    match.choose("let_go")
    assert offered(match) == {"lutzow", "let_go"}
    match.choose("let_go")
    assert keys(match, "pursuit_fire", "return_fire") == []
    assert (asked(match), voyages(match)) == (
        ("axis", "withdraw_to"),
        {("north_sea", "kiel_narvik"), ("north_sea", "brest")},
    )
    walk(match, order("north_sea", "brest"))
    assert places(match, "bismarck", "lutzow", "hood", "norfolk_ca") == ["brest", "brest", "north_sea", "north_sea"]
    assert match.state.control == {"north_sea": "allied"}
    assert keys(match, "returned", "battle_over", "controlled") == ["returned", "battle_over", "controlled"]


@rule("SC-WDR-05", "SC-AMB-26", "SC-AMB-29")
def test_ships_withdraw_to_any_port_in_reach_whoever_controls_the_way_before_the_next_battle() -> None:
    control = dict.fromkeys(("north_sea", "north_atlantic", "barents_sea"), "axis")
    elsewhere = {"western_med": ["zara", "kent"]}
    match = flight(
        "allied", "barents_sea", ["lutzow", "hood", "eagle"],
        control=control, elsewhere=elsewhere, callers=[Frame("battles", (("western_med",),))],
    )  # fmt: skip
    assert (asked(match), voyages(match)) == (
        ("allied", "withdraw_to"),
        {("barents_sea", "archangel"), ("barents_sea", "scapa_flow"), ("barents_sea", "norfolk")},
    )
    walk(match, order("barents_sea", "scapa_flow", "hood"))
    assert (asked(match), match.state.battle is not None) == (("allied", "where_to"), True)
    with pytest.raises(Exception, match="scripted dice ran out"):  # the battle in the Mediterranean begins
        walk(match, order("barents_sea", "norfolk", "eagle"))


@rule("SC-GIB-01", "SC-WDR-05")
def test_gibraltar_fires_at_axis_ships_that_withdraw_past_it() -> None:
    match = flight("axis", "south_atlantic", ["zara", "pola", "hood"], 5, 2, 2, 1, 2, 2, turn=7)
    assert voyages(match) == {("south_atlantic", "kiel_narvik"), ("south_atlantic", "taranto")}
    walk(match, order("south_atlantic", "taranto"))
    assert faces(match, "fortress_fire") == [(5, 2, 2), (1, 2, 2)]
    assert (places(match, "zara", "pola"), strength(match, "zara", "pola")) == (["taranto", "south_america"], [1, 2])


@rule("SC-AMB-09", "SC-WDR-05")
@pytest.mark.parametrize(
    ("area", "rearward", "ports"),
    [
        ("north_atlantic", False, ["norfolk", "scapa_flow"]),
        ("north_atlantic", True, ["norfolk"]),
        ("south_atlantic", False, ["gibraltar"]),
        ("south_atlantic", True, ["norfolk"]),
        ("north_sea", False, ["scapa_flow"]),
        ("north_sea", True, ["scapa_flow"]),
        ("barents_sea", False, ["archangel"]),
        ("barents_sea", True, ["scapa_flow"]),
        ("western_med", False, ["gibraltar"]),
        ("western_med", True, ["gibraltar"]),
        ("eastern_med", True, ["alexandria"]),
    ],
)
@pytest.mark.parametrize("disabled", [True, False])
def test_a_beaten_convoy_goes_to_the_nearest_port_or_with_the_option_back(
    area: str, rearward: bool, ports: list[str], disabled: bool
) -> None:
    dice = [1, *[2] * 5, 2] if disabled else []
    match = flight("allied", area, ["bismarck", "convoy_1"], *dice, options={"convoy_rearward": rearward}, turn=4)
    match.choose("convoy_1" if disabled else "let_go")
    if len(ports) > 1:
        assert (asked(match), sorted(offered(match))) == (("allied", "retire_to"), ports)
        match.choose(ports[0])
    assert place(match, "convoy_1") == ports[0]
    assert (told(match, "convoy_docks"), match.state.scores[0].allied) == ([], 0)


@rule("SC-AMB-09", "SC-AMB-08")
def test_the_option_for_beaten_convoys_leaves_warships_alone() -> None:
    match = battle("barents_sea", ["lutzow", "kent"], 1, 2, options={"convoy_rearward": True})
    assert place(match, "kent") == "archangel"


@rule("SC-WDR-05")
def test_withdrawing_ships_with_one_way_home_take_it_without_a_question() -> None:
    match = flight("axis", "eastern_med", ["zara", "pola", "hood"])
    assert places(match, "zara", "pola") == ["taranto", "taranto"]
    assert (asked(match), match.state.control) == (("allied", "where_to"), {"eastern_med": "allied"})


@rule("SC-WDR-05", "SC-AMB-18")
def test_a_withdrawing_ship_that_can_reach_no_port_is_lost() -> None:
    options = {"russian_leave_baltic": False}
    match = flight("allied", "baltic_sea", ["lutzow", "marat"], options=options, turn=2)
    assert (place(match, "marat"), match.state.control) == ("lost", {"baltic_sea": "axis"})

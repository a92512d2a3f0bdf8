"""The end of the turn (section 11): which ports ships may return to, and the closing of Brest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from flagplot.games.sea_control.model import routes
from flagplot.games.sea_control.tables import MAP
from tests.games.sea_control.builder import (
    asked,
    battle,
    faces,
    keys,
    offered,
    order,
    place,
    places,
    start,
    told,
    voyages,
    walk,
)
from tests.rules import rule


@rule("SC-END-01", "SC-END-02", "SC-MAP-05")
@pytest.mark.parametrize("turn", [2, 3, 4, 5, 6])
def test_an_axis_ship_in_the_south_atlantic_may_go_to_any_of_three_ports(turn: int) -> None:
    """V25, with the guns of Gibraltar before Taranto; V33, Brest open in the homeward step of turn 6."""
    match = start("axis_return", {"south_atlantic": ["scharnhorst"]}, 2, 2, 6, turn=turn)
    ports = {"kiel_narvik", "brest", "taranto"}
    assert (asked(match), voyages(match)) == (("axis", "where_to"), {("south_atlantic", port) for port in ports})
    walk(match, order("south_atlantic", "taranto", "scharnhorst"))
    assert (faces(match, "fortress_fire"), place(match, "scharnhorst")) == ([(2, 2, 6)], "taranto")
    assert match.state.sp["scharnhorst"] == 3


@rule("SC-MAP-05", "SC-AMB-16", "SC-END-02")
@pytest.mark.parametrize("turn", [1, 7])
def test_brest_is_closed_to_ships_on_the_way_home_in_turns_one_and_seven(turn: int) -> None:
    """V33."""
    match = start("axis_return", {"south_atlantic": ["scharnhorst"]}, turn=turn)
    assert voyages(match) == {("south_atlantic", "kiel_narvik"), ("south_atlantic", "taranto")}


@rule("SC-END-01", "SC-END-02", "SC-AMB-26")
@pytest.mark.parametrize(
    ("side", "ship", "area", "ports"),
    [
        ("axis", "bismarck", "north_atlantic", {"kiel_narvik", "brest"}),
        ("axis", "bismarck", "north_sea", {"kiel_narvik", "brest"}),
        ("axis", "bismarck", "barents_sea", {"kiel_narvik", "brest"}),
        ("axis", "bismarck", "western_med", {"taranto", "brest"}),
        ("axis", "littorio", "north_sea", {"kiel_narvik", "brest"}),
        ("allied", "hood", "north_atlantic", {"scapa_flow", "norfolk", "gibraltar", "archangel"}),
        ("allied", "hood", "south_atlantic", {"gibraltar", "scapa_flow", "norfolk"}),
        ("allied", "hood", "north_sea", {"scapa_flow", "norfolk", "gibraltar", "archangel"}),
        ("allied", "washington", "barents_sea", {"archangel", "scapa_flow", "norfolk"}),
        ("allied", "hood", "western_med", {"gibraltar", "alexandria"}),
        ("allied", "hood", "eastern_med", {"alexandria", "gibraltar"}),
        ("allied", "marat", "baltic_sea", {"leningrad", "scapa_flow"}),
        ("allied", "marat", "north_sea", {"scapa_flow", "norfolk", "gibraltar", "archangel", "leningrad"}),
    ],
)
def test_a_ship_reaches_ports_on_its_area_or_one_area_further_whoever_controls_it(
    side: str, ship: str, area: str, ports: set[str]
) -> None:
    enemy = "allied" if side == "axis" else "axis"
    control = dict.fromkeys(MAP.area, enemy)
    match = start(f"{side}_return", {area: [ship]}, control=control, turn=4)
    assert (asked(match), voyages(match)) == ((side, "where_to"), {(area, port) for port in ports})


@rule("SC-BAL-01", "SC-END-02")
@pytest.mark.parametrize(("ship", "through"), [("bismarck", True), ("littorio", False)])
def test_nobody_crosses_the_baltic_on_the_way_home_who_may_not_enter_it(ship: str, through: bool) -> None:
    match = start("axis_return", {"north_sea": [ship]}, turn=4)
    assert ("north_sea", "kiel_narvik") in voyages(match)  # Kiel/Narvik lies on the North Sea as well
    match = start("allied_return", {"north_sea": ["hood"]}, turn=4)
    assert ("north_sea", "leningrad") not in voyages(match)


@rule("SC-MAP-05", "SC-END-02")
def test_ports_that_open_in_turn_three_take_nobody_before() -> None:
    match = start("allied_return", {"barents_sea": ["hood"], "north_sea": ["nelson"]}, turn=2)
    assert place(match, "hood") == "scapa_flow"  # the only way
    assert voyages(match) == {("north_sea", "scapa_flow"), ("north_sea", "gibraltar")}


@rule("SC-END-01", "SC-SUB-06")
def test_ships_with_one_way_home_take_it_and_submarines_and_land_air_go_off_board() -> None:
    at = {"eastern_med": ["zara", "air_axis"], "baltic_sea": ["lutzow"], "north_sea": ["uboat_1", "uboat_2"]}
    match = start("control", at, turn=7)
    assert places(match, "zara", "lutzow") == ["taranto", "kiel_narvik"]
    assert places(match, "air_axis", "uboat_1", "uboat_2") == ["off_board"] * 3
    assert match.state.turn == 8


@rule("SC-AMB-29", "SC-SEQ-01")
def test_the_axis_sends_its_ships_home_before_the_allies_do() -> None:
    match = start("control", {"north_sea": ["bismarck"], "north_atlantic": ["hood"]}, turn=4)
    assert asked(match) == ("axis", "where_to")
    walk(match, order("north_sea", "brest", "bismarck"))
    assert asked(match) == ("allied", "where_to")
    walk(match, order("north_atlantic", "scapa_flow", "hood"))
    assert (match.state.turn, places(match, "bismarck", "hood")) == (5, ["brest", "scapa_flow"])


@rule("SC-END-02")
def test_a_ship_need_not_go_back_to_the_port_from_which_it_came() -> None:
    match = start("allied_movement", {"scapa_flow": ["hood"]})
    walk(
        match, order("scapa_flow", "north_atlantic", "hood"), "keep", "keep", order("north_atlantic", "norfolk", "hood")
    )
    assert place(match, "hood") == "norfolk"


@rule("SC-END-02")
def test_italians_and_germans_use_each_others_ports() -> None:
    match = start("axis_return", {"north_sea": ["littorio"]}, turn=7)
    assert place(match, "littorio") == "kiel_narvik"


# The nearest port


@rule("SC-AMB-08", "SC-COM-05", "SC-MAP-04")
@pytest.mark.parametrize(
    ("turn", "area", "ship", "ports"),
    [
        (1, "north_atlantic", "lutzow", {"kiel_narvik", "south_america"}),
        (2, "north_atlantic", "lutzow", {"brest"}),
        (7, "north_atlantic", "lutzow", {"kiel_narvik", "south_america"}),
        (1, "south_atlantic", "lutzow", {"south_america"}),
        (4, "south_atlantic", "lutzow", {"brest", "south_america"}),
        (4, "north_sea", "lutzow", {"kiel_narvik"}),
        (4, "western_med", "lutzow", {"taranto"}),
        (1, "north_atlantic", "kent", {"scapa_flow"}),
        (3, "north_atlantic", "kent", {"scapa_flow", "norfolk"}),
        (1, "barents_sea", "kent", {"scapa_flow"}),
        (3, "barents_sea", "kent", {"archangel"}),
        (3, "south_atlantic", "kent", {"gibraltar"}),
        (3, "eastern_med", "kent", {"alexandria"}),
        (3, "western_med", "kent", {"gibraltar"}),
        (3, "baltic_sea", "marat", {"leningrad"}),
        (2, "baltic_sea", "marat", {"scapa_flow"}),
    ],
)
def test_a_disabled_ship_goes_to_the_open_port_with_the_fewest_areas_to_cross(
    turn: int, area: str, ship: str, ports: set[str]
) -> None:
    enemy = "hood" if ship == "lutzow" else "lutzow"
    dice = {"lutzow": (2, 1, 2, 2, 2), "kent": (1, 2), "marat": (1, 2, 2, 2)}[ship]
    match = battle(area, [enemy, ship], *dice, turn=turn)
    assert [entry.about["ship"] for entry in told(match, "ship_disabled")] == [ship]
    if len(ports) > 1:
        side = "axis" if ship == "lutzow" else "allied"
        assert (asked(match), offered(match)) == ((side, "retire_to"), ports)
        match.choose(min(ports))
    assert told(match, "gone_to_port")[0].about["port"] == min(ports)


# Brest closes


@rule("SC-AMB-16", "SC-MAP-05")
def test_a_ship_in_brest_in_turn_seven_sails_or_is_lost() -> None:
    at = {"brest": ["bismarck", "lutzow"], "scapa_flow": ["hood"]}
    match = start("allied_movement", at, turn=7).choose("done")
    assert (asked(match), voyages(match)) == (
        ("axis", "sail"),
        {("brest", "north_atlantic"), ("brest", "south_atlantic")},
    )
    walk(match, order("brest", "north_atlantic", "lutzow"), "done")
    assert places(match, "bismarck", "lutzow") == ["lost", "north_atlantic"]
    assert [entry.about["ship"] for entry in told(match, "port_lost", "allied")] == ["bismarck"]


@rule("SC-AMB-16")
@pytest.mark.parametrize("turn", [2, 6])
def test_a_ship_may_stay_in_brest_while_it_is_open(turn: int) -> None:
    match = start("axis_movement", {"brest": ["bismarck"]}, turn=turn).choose("done")
    assert (place(match, "bismarck"), told(match, "port_lost")) == ("brest", [])


@rule("SC-AMB-16")
def test_the_axis_alone_is_warned_before_brest_closes_and_when_it_has() -> None:
    match = start("control", {"south_atlantic": ["bismarck"]}, turn=6)
    assert (len(told(match, "brest_closes", "axis")), told(match, "brest_closes", "allied")) == (1, [])
    walk(match, order("south_atlantic", "brest", "bismarck"))
    assert (match.state.turn, place(match, "bismarck")) == (7, "brest")
    assert [entry.about["ships"] for entry in told(match, "brest_closed", "axis")] == [("bismarck",)]
    assert told(match, "brest_closed", "allied") == []
    match = start("control", {"eastern_med": ["zara"]}, turn=6)
    assert (match.state.turn, told(match, "brest_closed")) == (7, [])  # nobody is there
    match = start("control", {"south_atlantic": ["bismarck"]}, turn=5)
    assert keys(match, "brest_closes") == []


# No port in reach


@rule("SC-AMB-18")
def test_a_ship_that_can_reach_no_port_is_lost() -> None:
    options = {"russian_leave_baltic": False}
    match = start("allied_return", {"baltic_sea": ["marat"]}, turn=2, options=options)
    assert (place(match, "marat"), [entry.about["ship"] for entry in told(match, "no_port", "axis")]) == (
        "lost",
        ["marat"],
    )


@rule("SC-AMB-18")
def test_a_disabled_ship_that_can_reach_no_port_is_lost() -> None:
    options = {"russian_leave_baltic": False}
    match = battle("baltic_sea", ["marat", "lutzow"], 1, 2, 2, 2, turn=2, options=options)
    assert (place(match, "marat"), match.state.control) == ("lost", {"baltic_sea": "axis"})
    assert [entry.about["ship"] for entry in told(match, "no_port", "axis")] == ["marat"]


@rule("SC-AMB-18")
def test_an_axis_ship_in_the_south_atlantic_would_go_to_south_america(monkeypatch: pytest.MonkeyPatch) -> None:
    for port in ("kiel_narvik", "taranto"):
        monkeypatch.setitem(MAP.port, port, replace(MAP.port[port], turns=(9, 9)))
    caches = [found for found in vars(routes).values() if hasattr(found, "cache_clear")]
    try:
        for cache in caches:
            cache.cache_clear()
        match = start("axis_return", {"south_atlantic": ["bismarck"], "north_sea": ["lutzow"]}, turn=7)
        assert places(match, "bismarck", "lutzow") == ["south_america", "lost"]
    finally:
        monkeypatch.undo()
        for cache in caches:
            cache.cache_clear()

"""Auxiliary cruisers (sections 4.1, 7.2 and 14.11): where they go, what they are good for, how they are lost."""

from __future__ import annotations

import pytest

from flagplot.games.graf_spee.spaces import HIGH_SEAS
from tests.games.graf_spee.builder import (
    asked,
    barred_by,
    choose,
    combat,
    figures,
    keys,
    offered,
    play,
    position,
    run,
    told,
    vp,
)
from tests.rules import rule


@rule("GS-SEQ-03")
def test_each_may_move_once_to_any_high_seas_space() -> None:
    match = play(position("auxiliaries"))
    assert offered(match) == {"stay", "altm", "k4"}
    choose(match, "k4")
    assert asked(match) == ("graf_spee", "send_auxiliary")
    assert offered(match) == set(HIGH_SEAS) - {"k4"}
    choose(match, "w9")
    assert match.state.auxiliaries == ["altm", "w9"]
    assert offered(match) == {"stay", "altm"}
    choose(match, "altm", "l2")
    assert match.state.auxiliaries == ["l2", "w9"]
    assert match.state.day == 2


@rule("GS-SEQ-03")
def test_the_altmark_area_takes_one_when_none_is_there() -> None:
    match = choose(play(position("auxiliaries", auxiliaries=("w9", "k4"))), "w9")
    assert "altm" in offered(match)
    choose(match, "altm", "k4")
    assert barred_by(match, "altm") == "GS-SEQ-03"


@rule("GS-SEQ-03")
@pytest.mark.parametrize("space", ["natl", "pzg", "p4", "a5", "b3"])
def test_they_go_nowhere_else(space: str) -> None:
    match = choose(play(position("auxiliaries")), "k4")
    assert space not in offered(match)
    assert barred_by(match, space) == "GS-SEQ-03"


@rule("GS-SEQ-03", "GS-DEF-02")
def test_they_draw_no_incidents() -> None:
    match = choose(play(position("auxiliaries", "p4", auxiliaries=("w9", "k4"))), "w9", "w8", "stay")
    assert told(match, "incident_draw") == []


@rule("GS-SEQ-03")
def test_when_both_are_sunk_nobody_is_asked() -> None:
    match = play(position("auxiliaries", "w5", auxiliaries=("", ""), spee={"torpedo": 4, "oil": 3}))
    assert (asked(match), match.state.day) == (("graf_spee", "outfit"), 2)


@rule("GS-AUX-01", "GS-OUT-01")
def test_one_in_the_space_softens_the_penalty_at_sea() -> None:
    alone = choose(play(position("outfitting", "w5", spee={"oil": 0}), 4), "refuel")
    helped = choose(play(position("outfitting", "w5", spee={"oil": 0}, auxiliaries=("altm", "w5")), 4), "refuel")
    assert (figures(alone, "oil"), figures(helped, "oil")) == ((1,), (3,))


# How they are lost


@rule("GS-AUX-01", "GS-AMB-18")
@pytest.mark.parametrize("space", ["altm", "k4", "w5"])
def test_one_is_lost_when_allied_ships_survive_a_combat_in_its_space(space: str) -> None:
    state = combat(space, ["exeter"], first="allied", station="pzg")
    match = run(state, ["hold_fire"] * 4, [*[1] * 7, "morale"])
    assert match.state.auxiliaries == {"altm": ["", "k4"], "k4": ["altm", ""], "w5": ["altm", "k4"]}[space]


@rule("GS-AUX-01")
def test_it_is_safe_when_every_allied_ship_is_sunk() -> None:
    # Primary guns at maximum: nine dice less armour 2; one hit sinks her.
    state = combat("k4", ["exeter"], station="pzs")
    match = run(state, [("maximum_fire", "exeter")], [6, *[1] * 6, "sunk", "merchant", 1])
    assert match.state.auxiliaries == ["altm", "k4"]
    assert (match.state.lost, vp(match)) == (["exeter"], 13)


@rule("GS-AMB-18", "GS-AUX-01")
def test_a_ship_that_retreated_has_survived() -> None:
    state = combat("k4", ["exeter"], station="pzs")
    match = run(state, [("maximum_fire", "exeter")], [6, *[1] * 6, "retreats", "morale"])
    assert match.state.auxiliaries == ["altm", ""]


@rule("GS-AUX-01", "GS-DMG-02")
def test_it_is_lost_with_a_german_ship_that_sinks_beside_it() -> None:
    state = position("incidents", "k4", deutschland={"space": "w5", "hull": 6}, spee={"hull": 1})
    match = run(state, [], ["allied_sub", 5, 2])
    assert keys(match, "ship_sunk", "auxiliary_lost") == ["ship_sunk", "auxiliary_lost"]
    assert match.state.auxiliaries == ["altm", ""]


@rule("GS-AUX-01", "GS-AMB-24", "GS-MRK-06")
def test_the_reported_marker_may_sink_each_of_them() -> None:
    match = run(position("incidents", "w5", vp=10), [], ["aux_reported", 6, 4, 5])
    assert (match.state.auxiliaries, vp(match)) == (["", "k4"], 6)


@rule("GS-DEF-02", "GS-AUX-01", "GS-SEQ-04")
def test_an_auxiliary_cruiser_achieves_no_order() -> None:
    state = position("auxiliaries", "w5", order="south-atlantic-raid", vp=200, spee={"torpedo": 4})
    match = choose(play(state), "stay")  # she is in the Altmark area, the Graf Spee is not
    assert (match.result, match.state.day) == (None, 2)

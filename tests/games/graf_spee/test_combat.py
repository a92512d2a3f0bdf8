"""Naval combat: its steps, the First Salvo, Allied fire, how it ends and what it brings (section 14)."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.games.graf_spee.tables import ALLIED_SHIPS, REDEPLOYMENT
from tests.games.graf_spee.builder import (
    asked,
    combat,
    dice_left,
    draw_at,
    figures,
    harm,
    keys,
    offered,
    play,
    position,
    run,
    ship,
    shots,
    texts,
    told,
    vp,
)
from tests.rules import rule

# After a combat the incidents of alert level 1 are drawn; this marker does nothing outside ports
QUIET = "mines_sighted"


def misses(dice: int) -> list[int]:
    """So many dice without a six."""
    return [1] * dice


# The steps


@rule("GS-COM-01", "GS-GUN-01", "GS-ALG-01")
def test_the_side_with_the_first_salvo_fires_first_in_each_of_the_four_steps() -> None:
    answers = [("fire", "malaya"), ("fire", "malaya"), ("launch", "malaya")]
    dice = [*misses(1), *misses(5), *misses(1), *misses(2), *misses(5), *misses(4), QUIET]
    match = run(combat("pza", ["malaya"], "german"), answers, dice)
    assert shots(match) == [
        "graf_spee primary 1",
        "malaya primary 5",
        "graf_spee secondary 1",
        "malaya tertiary 2",
        "graf_spee torpedo 5",
        "malaya torpedo 4",
    ]
    assert texts(match, "combat_begins") == ["Battle at Ascension Patrol Zone with Malaya; German First Salvo."]


@rule("GS-COM-01", "GS-ALG-01")
def test_with_the_allied_first_salvo_every_step_begins_with_the_allied_ships() -> None:
    answers = [("fire", "exeter"), ("fire", "exeter"), ("fire", "exeter"), ("launch", "exeter")]
    dice = [*misses(4), *misses(3), *misses(4), *misses(1), *misses(2), *misses(3), *misses(5), QUIET]
    match = run(combat("pzg", ["exeter"], "allied"), answers, dice)
    assert shots(match) == [
        "graf_spee primary 4",
        "exeter secondary 3",
        "graf_spee secondary 4",
        "exeter tertiary 1",
        "graf_spee tertiary 2",
        "exeter torpedo 3",
        "graf_spee torpedo 5",
    ]


@rule("GS-COM-01", "GS-ALG-01")
def test_all_allied_ships_fire_in_each_step_in_which_they_have_a_number() -> None:
    answers = ["hold_fire"] * 4
    state = combat("pzg", ["exeter", "ajax", "renown"], "german")
    dice = [*misses(4), *misses(3), *misses(1 + 3 + 3), *misses(3 + 4 + 4), QUIET]
    match = run(state, answers, dice)
    assert shots(match) == [
        "renown primary 4",
        "exeter secondary 3",
        "exeter tertiary 1",
        "ajax tertiary 3",
        "renown tertiary 3",
        "exeter torpedo 3",
        "ajax torpedo 4",
        "renown torpedo 4",
    ]


@rule("GS-COM-01", "GS-DMG-01")
def test_a_ship_sunk_by_the_first_salvo_does_not_fire_any_more_and_the_combat_is_over() -> None:
    match = run(combat("pzg", ["exeter"]), [("fire", "exeter")], [6, 1, 1, 1, "sunk", QUIET])
    assert shots(match) == ["graf_spee primary 4"]
    assert match.state.lost == ["exeter"]
    assert match.state.battle is None
    assert vp(match) == 12


@rule("GS-COM-01", "GS-DMG-01")
def test_a_ship_sunk_by_the_second_salvo_of_a_step_has_fired_in_it() -> None:
    match = run(
        combat("pza", ["malaya"], "allied"),
        [("maximum_fire", "malaya")],
        [*misses(5), 6, 1, 1, 1, "sunk", QUIET],
    )
    assert shots(match) == ["malaya primary 5", "graf_spee primary 4"]
    assert match.state.lost == ["malaya"]


@rule("GS-COM-01", "GS-DMG-02", "GS-WIN-01")
def test_the_loss_of_the_only_german_ship_ends_the_combat_and_the_game() -> None:
    state = combat("pza", ["malaya", "renown"], "allied", spee={"hull": 1}, vp=30)
    match = run(state, dice=[6, 6, 1, 1, 1, 3])
    assert shots(match) == ["malaya primary 5"]
    assert harm(match) == ["graf_spee hull -1", "graf_spee sinks"]
    assert vp(match) == -20
    assert match.result is not None
    assert (match.result.winner, match.result.score, match.result.rule) == ("allied", {"german": -20}, "GS-WIN-01")


@rule("GS-MRK-13", "GS-COM-01")
@pytest.mark.parametrize("first", ["german", "allied"])
def test_with_limited_visibility_neither_side_fires_primary_guns(first: str) -> None:
    state = combat("pza", ["malaya"], first, limited_in=["pza"])
    german, allied = [*misses(1)], [*misses(2)]
    torpedoes = [misses(5), misses(4)]
    if first == "allied":
        torpedoes.reverse()
    dice = [*german, *allied, *torpedoes[0], *torpedoes[1], QUIET]
    match = run(state, [("fire", "malaya"), ("launch", "malaya")], dice)
    assert {shot.rsplit(" ", 1)[0] for shot in shots(match)} == {
        "graf_spee secondary",
        "malaya tertiary",
        "graf_spee torpedo",
        "malaya torpedo",
    }


@rule("GS-MRK-13")
def test_limited_visibility_elsewhere_leaves_the_primary_guns_alone() -> None:
    match = play(combat("pzg", ["exeter"], limited_in=["c8"]))
    assert match.decision is not None
    assert (match.decision.key, match.decision.about["step"]) == ("aim", "primary")


@rule("GS-AMB-37", "GS-COM-01", "GS-END-01")
def test_german_guns_may_be_silent_all_through_a_combat_and_the_captain_learns_from_it() -> None:
    answers = ["hold_fire"] * 4
    match = run(combat("pzg", ["ajax"]), answers, [*misses(3), *misses(4), QUIET])
    assert figures(match, "leadership", "ammo", "torpedo") == (4, 6, 2)
    assert vp(match) == 0


@rule("GS-AMM-01", "GS-GUN-01")
def test_without_ammunition_only_the_tertiary_battery_and_the_torpedoes_are_asked_for() -> None:
    match = play(combat("pzg", ["ajax"], spee={"ammo": 0}), *misses(3), *misses(4), QUIET)
    steps = []
    while match.decision and match.decision.key in ("aim", "launch_torpedoes"):
        steps.append((match.decision.key, match.decision.about["step"], offered(match)))
        match.choose("hold_fire")
    assert steps == [
        ("aim", "tertiary", {("fire", "ajax"), "hold_fire"}),
        ("launch_torpedoes", "torpedo", {("launch", "ajax"), "hold_fire"}),
    ]


# Two German ships


@rule("GS-ALG-01", "GS-AMB-46")
def test_the_captain_of_the_graf_spee_says_at_whom_each_allied_ship_fires() -> None:
    state = combat("pzg", ["exeter", "ajax"], "allied", spee={"ammo": 0, "tertiary": 0, "torpedo": 0},
                   deutschland={"ammo": 0, "tertiary": 0, "torpedo": 0})  # fmt: skip
    match = play(state, *misses(3), *misses(1 + 3), *misses(3 + 4), QUIET)
    asks = []
    for answer in ("graf_spee", "deutschland", "deutschland", "graf_spee", "graf_spee"):
        assert asked(match) == ("graf_spee", "assign_fire")
        assert offered(match) == {"graf_spee", "deutschland"}
        assert match.decision is not None
        asks.append(match.decision.about["allied"])
        match.choose(answer)
    assert asks == ["exeter", "exeter", "ajax", "exeter", "ajax"]
    assert [entry.about["ship"] for entry in told(match, "allied_fire")] == [
        "graf_spee", "deutschland", "deutschland", "graf_spee", "graf_spee",
    ]  # fmt: skip


@rule("GS-ALG-01", "GS-DMG-02", "GS-END-01")
def test_when_one_ship_is_sunk_all_fire_is_at_the_other_without_a_question() -> None:
    state = combat("pza", ["malaya"], "allied", spee={"ammo": 0, "tertiary": 0, "torpedo": 0, "hull": 1},
                   deutschland={"ammo": 0, "tertiary": 0, "torpedo": 0})  # fmt: skip
    match = run(state, ["graf_spee"], [6, 1, 1, 1, 1, 3, *misses(2), *misses(4), QUIET])
    assert [entry.about["ship"] for entry in told(match, "allied_fire")] == ["graf_spee", "deutschland", "deutschland"]
    assert ship(match).space == ""
    assert ship(match, "deutschland").leadership == 5
    assert ship(match).leadership == 3
    assert vp(match) == -50
    assert match.result is None


@rule("GS-ALG-01")
def test_hits_of_one_fire_on_a_ship_that_one_of_them_has_sunk_are_of_no_more_use() -> None:
    quiet = {"ammo": 0, "tertiary": 0, "torpedo": 0}
    state = combat("pza", ["malaya"], "allied", spee=quiet | {"hull": 1}, deutschland=quiet)
    match = run(state, ["graf_spee"], [6, 6, 6, 1, 1, 3, *misses(2), *misses(4), QUIET])
    assert len(told(match, "gunnery_hit_roll")) == 1
    assert figures(match, name="deutschland") == (5, 3, 3, 0, 0, 5, 6, 0, 3)


@rule("GS-GUN-01", "GS-COM-01")
def test_each_german_ship_fires_its_own_guns_by_its_own_captain() -> None:
    state = combat("pzg", ["exeter", "ajax"], deutschland={}, spee={"torpedo": 0})
    answers = [("fire", "exeter"), ("maximum_fire", "ajax")]
    match = play(state, *misses(4), *misses(9))
    for seat, answer in zip(("graf_spee", "deutschland"), answers, strict=True):
        assert asked(match) == (seat, "aim")
        match.choose(answer)
    assert shots(match) == ["graf_spee primary 4", "deutschland primary 9"]
    assert (ship(match).ammo, ship(match, "deutschland").ammo) == (5, 4)


@rule("GS-END-01", "GS-BRK-01")
def test_a_ship_that_took_no_part_learns_nothing() -> None:
    state = combat("pzg", ["ajax"], german=["graf_spee"], deutschland={}, by_flotilla=True)
    match = run(state, ["hold_fire"] * 4, [*misses(3), *misses(4)])
    assert (ship(match).leadership, ship(match, "deutschland").leadership) == (4, 4)
    assert (ship(match).fought, ship(match, "deutschland").fought) == (True, False)


# The end of a combat


WORTH = {"BB": (25, 8), "CV": (25, 8), "CA": (12, 4), "CL": (8, 3), "DD": (4, 1)}


@rule("GS-END-01")
@pytest.mark.parametrize("name", ["renown", "ark_royal", "exeter", "ajax", "hardy"])
@pytest.mark.parametrize("marker", ["sunk", "crippled"])
def test_ships_sunk_and_crippled_are_worth_points_by_their_type(name: str, marker: str) -> None:
    state = combat("c8", [name], fields_of_battle={"air": []}, station="pzg", by_flotilla=True,
                   spee={"leadership": 5, "torpedo": 0})  # fmt: skip
    match = play(state, 6, *misses(30))
    assert match.decision is not None
    dice = int(match.describe(("fire", name)).label.split("(")[1].split(" ")[0])
    answers: list[Any] = [("fire", name), *(["hold_fire"] * 2 if marker == "crippled" else [])]
    script = [6, *misses(dice - 1), marker]
    if marker == "crippled":
        script += misses(sum(number // 2 for number in ALLIED_SHIPS[name].ratings))
    match = run(state, answers, script)
    sunk, crippled = WORTH[ALLIED_SHIPS[name].type]
    assert vp(match) == (sunk if marker == "sunk" else crippled)
    assert (name in match.state.lost) == (marker == "sunk")
    assert match.state.sunk_this_mission == (marker == "sunk")


@rule("GS-END-01", "GS-DMG-01")
def test_a_ship_crippled_and_then_sunk_scores_as_sunk_only() -> None:
    state = combat("pzg", ["exeter"])
    dice = [6, 1, 1, 1, "crippled", 6, *misses(4), "sunk", QUIET]
    match = run(state, [("fire", "exeter"), ("fire", "exeter")], dice)
    assert shots(match) == ["graf_spee primary 4", "graf_spee secondary 5"]
    assert vp(match) == 12
    assert texts(match, "ships_damaged") == ["Allied ships sunk: 1; crippled: 0."]


@rule("GS-END-01", "GS-DMG-01")
def test_points_are_counted_when_the_combat_is_over() -> None:
    state = combat("pzg", ["exeter", "ajax"])
    match = play(state, 6, 1, 1, 1, "sunk").choose(("fire", "exeter"))
    assert vp(match) == 0
    match = run(state, [("fire", "exeter"), *["hold_fire"] * 3], [6, 1, 1, 1, "sunk", *misses(3), *misses(4), QUIET])
    assert vp(match) == 12
    assert keys(match, "combat_ends", "points") == ["combat_ends", "points"]


@rule("GS-END-01", "GS-RED-01", "GS-SEQ-05")
def test_after_a_combat_the_survivors_redeploy_before_incidents_go_on() -> None:
    state = combat("pzg", ["exeter", "ajax"], alert=2)
    match = run(state, ["hold_fire"] * 4, [*misses(3), *misses(4), *misses(7), QUIET, "morale"])
    assert match.state.stations == {}
    assert match.state.face_down == dict(REDEPLOYMENT)
    assert set(match.state.unseen) == set(ALLIED_SHIPS)
    found = keys(match, "combat_ends", "redeployed", "raised", "incident_draw")
    assert found == ["combat_ends", "redeployed", "raised", "incident_draw", "incident_draw"]


@rule("GS-END-01", "GS-TRK-03")
def test_leadership_rises_by_one_and_never_beyond_six() -> None:
    for before, after in ((3, 4), (6, 6)):
        state = combat("pzg", ["ajax"], spee={"leadership": before}, by_flotilla=True)
        match = run(state, ["hold_fire"] * 4, [*misses(3), *misses(4)])
        assert ship(match).leadership == after


@rule("GS-END-01")
def test_the_ship_stays_where_she_has_fought() -> None:
    match = run(combat("pzg", ["ajax"]), ["hold_fire"] * 4, [*misses(3), *misses(4), QUIET])
    assert ship(match).space == "pzg"
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-END-01", "GS-SHP-01")
def test_a_ship_drawn_into_her_sisters_combat_does_not_sail_afterwards() -> None:
    state = position("incidents", "c8", deutschland={}, group=["graf_spee"],
                     stations={"pzg": ["ajax"]}, alert=1)  # fmt: skip
    match = play(state, "rn_flotilla", 1, *misses(3), *misses(4), QUIET)
    while match.decision and match.decision.key in ("aim", "launch_torpedoes", "assign_fire"):
        match.choose("hold_fire" if "hold_fire" in offered(match) else "graf_spee")
    assert ship(match, "deutschland").fought
    assert asked(match) == ("graf_spee", "move_auxiliary")
    assert ship(match, "deutschland").space == "c8"


@rule("GS-BRK-01", "GS-SHP-01")
def test_a_ship_that_broke_off_in_her_sisters_draw_does_not_sail_afterwards() -> None:
    state = position("incidents", "c8", deutschland={"engines": 5}, group=["graf_spee"],
                     stations={"pzg": ["malaya"]}, alert=1)  # fmt: skip
    match = play(state, "rn_flotilla", 6, QUIET)
    for seat in ("graf_spee", "deutschland"):
        assert asked(match) == (seat, "break_off_or_fight")
        match.choose("break_off")
    assert asked(match) == ("graf_spee", "move_auxiliary")
    assert [ship(match, name).space for name in ("graf_spee", "deutschland")] == ["c8", "c8"]


# Auxiliary cruisers


@rule("GS-AUX-01", "GS-AMB-18")
@pytest.mark.parametrize(("marker", "is_lost"), [("sunk", False), ("retreats", True), ("crippled", True), ("", True)])
def test_an_auxiliary_cruiser_is_lost_where_any_allied_ship_survives(marker: str, is_lost: bool) -> None:
    state = combat("c8", ["exeter"], station="pzg", auxiliaries=("altm", "c8"), by_flotilla=True,
                   spee={"torpedo": 0})  # fmt: skip
    if marker:
        dice: list[Any] = [6, 1, 1, 1, marker]
    else:
        dice = misses(4)
    dice += {"crippled": misses(2), "": misses(7)}.get(marker, [])
    answers: list[Any] = [("fire", "exeter")]
    if marker in ("crippled", ""):
        answers += ["hold_fire"] * 2
    match = run(state, answers, dice)
    assert match.state.auxiliaries == ["altm", "" if is_lost else "c8"]
    assert texts(match, "auxiliary_lost") == ["The auxiliary cruiser at Mid-Atlantic Forties is lost."] * is_lost


@rule("GS-AUX-01")
def test_an_auxiliary_cruiser_elsewhere_is_not_touched_by_a_combat() -> None:
    state = combat("c8", ["ajax"], station="pzg", by_flotilla=True)
    match = run(state, ["hold_fire"] * 4, [*misses(3), *misses(4)])
    assert match.state.auxiliaries == ["altm", "k4"]


@rule("GS-AUX-01")
def test_an_auxiliary_cruiser_is_lost_with_a_german_ship_sunk_beside_her_even_if_no_enemy_is_left() -> None:
    quiet = {"ammo": 0, "tertiary": 0}
    state = combat("c8", ["exeter"], "allied", station="pzg", auxiliaries=("altm", "c8"), by_flotilla=True,
                   spee=quiet | {"torpedo": 0, "hull": 1}, deutschland=quiet)  # fmt: skip
    answers = ["graf_spee", ("launch", "exeter")]
    match = run(state, answers, [6, 1, 1, 3, 1, *misses(3), 6, *misses(5), "sunk"])
    assert match.state.lost == ["exeter"]
    assert match.state.auxiliaries == ["altm", ""]
    assert vp(match) == 12 - 50


# A combat in the midst of a draw


@rule("GS-MRK-18", "GS-END-01", "GS-SEQ-05")
def test_a_flotilla_is_fought_where_the_ship_is_and_then_the_draw_goes_on() -> None:
    dice = ["rn_flotilla", 6, 6, 1, 1, 1, 1, "sunk", "merchant", 4]
    match = draw_at("c8", dice, ["fight", ("fire", "ajax")], alert=2, stations={"pzg": ["ajax"]})
    assert ship(match).space == "c8"
    assert match.state.lost == ["ajax"]
    assert vp(match) == 8 + 4
    assert keys(match, "incident_draw", "combat_begins", "redeployed") == [
        "incident_draw", "combat_begins", "redeployed", "incident_draw",
    ]  # fmt: skip
    assert dice_left(match) == ()


@rule("GS-AMB-28", "GS-RED-01")
def test_ships_redeployed_onto_the_ships_space_cause_no_second_contact() -> None:
    match = run(combat("pzh", ["ajax"]), ["hold_fire"] * 4, [*misses(3), *misses(4), QUIET])
    assert match.state.face_down["pzh"] == 6
    assert keys(match, "contact") == []

"""Damage: the two Allied hit tables on German displays, and damaged markers on Allied ships (14.4, 14.6, 14.10)."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.games.graf_spee.model.battle import armor, rating
from flagplot.games.graf_spee.state import Battle
from flagplot.games.graf_spee.tables import ALLIED_SHIPS, MARKERS, STEPS
from tests.games.graf_spee.builder import (
    aboard,
    asked,
    choose,
    combat,
    figures,
    harm,
    keys,
    offered,
    play,
    run,
    ship,
    shots,
    told,
    vp,
)
from tests.rules import rule

CARGO = ["radar", "decoders", "enigma", "prize_crew", "float_plane", "range_finder", "reserve_crew"]
SILENT = {"ammo": 0, "tertiary": 0, "torpedo": 0}


def hit_by_guns(*dice: Any, **more: Any) -> Any:
    """The Graf Spee, who cannot fire, is hit once by the tertiary guns of the Hardy; then nothing more happens."""
    spee = SILENT | more.pop("spee", {})
    state = combat("c8", ["hardy"], "allied", station="pzg", by_flotilla=True, cargo=CARGO, spee=spee, **more)
    return play(state, 6, *dice, 1, 1, 1, 1)


def hit_by_torpedo(*dice: Any, **more: Any) -> Any:
    """The same with one of her torpedoes."""
    spee = SILENT | more.pop("spee", {})
    state = combat("c8", ["hardy"], "allied", station="pzg", by_flotilla=True, cargo=CARGO, spee=spee, **more)
    return play(state, 1, 6, 1, 1, 1, *dice)


# The hit tables


@rule("GS-ALG-01", "GS-ALG-02", "GS-CGO-01")
@pytest.mark.parametrize(
    ("die", "damage"),
    [
        (1, ["graf_spee primary -1"]),
        (2, ["graf_spee secondary -1"]),
        (3, ["graf_spee hull -1", "graf_spee loses reserve_crew"]),
        (4, ["graf_spee engines -1"]),
        (5, ["graf_spee leadership -1"]),
    ],
)
def test_the_allied_gunnery_hit_table(die: int, damage: list[str]) -> None:
    match = hit_by_guns(die)
    assert harm(match)[:-1] == damage  # then she learns from the combat
    assert harm(match)[-1] == "graf_spee leadership +1"


@rule("GS-ALG-01", "GS-ALG-03", "GS-CGO-01")
@pytest.mark.parametrize(
    ("die", "damage"),
    [
        (1, []),
        (2, ["graf_spee hull -1", "graf_spee loses reserve_crew"]),
        (3, ["graf_spee hull -2", "graf_spee loses reserve_crew", "graf_spee loses range_finder"]),
        (4, ["graf_spee engines -1"]),
        (5, ["graf_spee engines -2"]),
    ],
)
def test_the_allied_torpedo_hit_table(die: int, damage: list[str]) -> None:
    match = hit_by_torpedo(die)
    assert harm(match)[:-1] == damage
    assert keys(match, "hit_is_dud") == ["hit_is_dud"] * (die == 1)


@rule("GS-ALG-02", "GS-AMB-17")
def test_a_critical_gunnery_hit_is_split_between_hull_and_engines_by_the_captain() -> None:
    match = hit_by_guns(6, 5)
    assert asked(match) == ("graf_spee", "engine_share")
    assert offered(match) == {0, 1, 2, 3, 4, 5}
    assert match.describe(3).label == "engines -3, hull -2"
    match.choose(3)
    assert figures(match, "hull", "engines") == (4, 3)
    assert aboard(match) == [*CARGO[:5], "", ""]


@rule("GS-ALG-03", "GS-AMB-17")
def test_a_critical_torpedo_hit_is_split_alike() -> None:
    match = choose(hit_by_torpedo(6, 4), 0)
    assert figures(match, "hull", "engines") == (2, 6)
    assert aboard(match) == [*CARGO[:3], "", "", "", ""]


@rule("GS-AMB-17", "GS-TRK-03")
def test_the_engines_take_no_more_than_they_have_left_and_the_rest_is_hull() -> None:
    match = hit_by_guns(6, 5, spee={"engines": 2})
    assert offered(match) == {0, 1, 2}
    refusal = match.why_not(3)
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == (
        "The engines take no more than they have, and no more than was rolled.",
        "GS-AMB-17",
    )
    match.choose(2)
    assert figures(match, "hull", "engines") == (3, 0)


@rule("GS-AMB-17", "GS-DMG-02")
def test_without_engines_a_critical_hit_is_all_hull_and_may_sink_her() -> None:
    match = hit_by_guns(6, 6, spee={"engines": 0})
    assert harm(match)[0] == "graf_spee hull -6"
    assert ship(match).space == ""
    assert match.result is not None
    assert match.result.winner == "allied"


@rule("GS-TRK-03")
@pytest.mark.parametrize(("die", "department"), [(1, "primary"), (2, "secondary"), (4, "engines"), (5, "leadership")])
def test_damage_to_a_department_at_zero_is_ignored(die: int, department: str) -> None:
    match = hit_by_guns(die, spee={department: 0})
    assert harm(match) == ["graf_spee leadership +1"]


@rule("GS-CGO-01", "GS-SET-07")
def test_an_empty_hull_space_is_lost_without_cargo_and_the_highest_goes_first() -> None:
    match = hit_by_torpedo(3, spee={"cargo": [*CARGO[:5], "", "reserve_crew"]})
    assert harm(match)[:2] == ["graf_spee hull -2", "graf_spee loses reserve_crew"]
    assert aboard(match) == [*CARGO[:5], "", ""]


@rule("GS-DMG-02", "GS-CGO-01")
def test_a_sunk_ship_takes_her_cargo_along_and_its_markers_are_back_in_the_box() -> None:
    state = combat("c8", ["hardy"], "allied", station="pzg", cargo=CARGO, spee=SILENT | {"hull": 1},
                   deutschland=SILENT | {"cargo": CARGO}, by_flotilla=True)  # fmt: skip
    match = run(state, ["graf_spee"], [6, 3, 1, 1, 1, 1])
    assert aboard(match) == [""] * 7
    assert aboard(match, "deutschland") == CARGO


# Damaged markers


@rule("GS-DMG-01")
def test_a_sunk_marker_among_the_hits_of_one_salvo_sinks_a_ship_that_would_retreat() -> None:
    match = run(combat("pzg", ["exeter"], by_flotilla=True), [("fire", "exeter")], [6, 6, 1, 1, "retreats", "sunk"])
    assert match.state.lost == ["exeter"]
    assert vp(match) == 12


@rule("GS-DMG-01", "GS-CMP-02", "GS-AMB-21")
def test_a_crippled_ship_has_half_of_all_its_numbers_and_no_less_by_repetition() -> None:
    battle = Battle(space="pza", station="pza", german=["graf_spee"], first="german", allied=["malaya"])
    assert [rating(battle, "malaya", step) for step in STEPS] == [5, 0, 2, 4]
    assert armor(battle, "malaya") == 5
    state = combat("pza", ["malaya"])
    match = play(state, 6, 6, 1, 1, "crippled", "crippled", 1, 1).choose(("maximum_fire", "malaya"))
    assert match.state.battle is not None
    assert match.state.battle.crippled == ["malaya"]
    assert [rating(match.state.battle, "malaya", step) for step in STEPS] == [2, 0, 1, 2]
    assert armor(match.state.battle, "malaya") == 2
    assert shots(match)[-1] == "malaya primary 2"


@rule("GS-DMG-01")
def test_a_crippled_ship_fires_fewer_dice_from_then_on() -> None:
    state = combat("pza", ["malaya"], "allied", spee={"secondary": 0, "tertiary": 0, "torpedo": 0}, by_flotilla=True)
    match = run(state, [("maximum_fire", "malaya")], [*[1] * 5, 6, 1, 1, 1, "crippled", 1, 1, 1])
    assert shots(match) == ["malaya primary 5", "graf_spee primary 4", "malaya tertiary 1", "malaya torpedo 2"]


@rule("GS-DMG-01")
def test_a_ship_that_retreats_fires_no_more_and_comes_back_at_full_value() -> None:
    state = combat("pza", ["malaya", "hardy"], spee={"secondary": 0, "tertiary": 0, "torpedo": 0}, by_flotilla=True)
    match = run(state, [("maximum_fire", "malaya")], [6, 1, 1, 1, "retreats", 1, 1, 1, 1, 1])
    assert shots(match) == ["graf_spee primary 4", "hardy tertiary 1", "hardy torpedo 4"]
    assert match.state.lost == []
    assert "malaya" in match.state.unseen
    assert vp(match) == 0


@rule("GS-DMG-01", "GS-COM-01")
def test_when_the_last_allied_ship_has_retreated_the_combat_is_over() -> None:
    match = run(combat("pzg", ["exeter"], by_flotilla=True), [("fire", "exeter")], [6, 1, 1, 1, "retreats"])
    assert shots(match) == ["graf_spee primary 4"]
    assert ship(match).leadership == 4
    assert match.state.battle is None


@rule("GS-DMG-01", "GS-END-01")
def test_a_ship_crippled_and_put_to_flight_is_worth_the_points_of_a_crippled_one() -> None:
    state = combat("pzg", ["exeter"], by_flotilla=True)
    match = run(state, [("fire", "exeter")], [6, 6, 1, 1, "crippled", "retreats"])
    assert vp(match) == 4
    assert "exeter" in match.state.unseen


@rule("GS-DMG-01", "GS-DEF-02")
def test_the_clyde_retreats_by_any_hit_and_draws_no_marker() -> None:
    state = combat("pzk", ["clyde"], by_flotilla=True)
    match = run(state, [("fire", "clyde")], [6, 6, 6, 1, 1, 1])
    assert keys(match, "damaged_draw") == []
    assert match.state.lost == []
    assert "clyde" in match.state.unseen
    assert vp(match) == 0
    assert len(match.state.damaged) == 18


@rule("GS-CMP-02", "GS-DMG-01")
def test_damaged_markers_go_back_into_the_pool_when_the_combat_is_over() -> None:
    state = combat("pzg", ["exeter", "ajax"])
    match = play(state, 6, 6, 1, 1, "crippled", "sunk", *[1] * 30).choose(("fire", "exeter"))
    assert sorted(match.state.damaged) == sorted(["sunk"] * 3 + ["crippled"] * 7 + ["retreats"] * 6)
    state = combat("pzg", ["exeter"], by_flotilla=True)
    match = run(state, [("fire", "exeter")], [6, 6, 1, 1, "crippled", "sunk"])
    counts = {kind: match.state.damaged.count(kind) for kind in MARKERS.damaged}
    assert counts == MARKERS.damaged == {"sunk": 4, "crippled": 8, "retreats": 6}


@rule("GS-AMB-45")
def test_an_empty_pool_is_filled_with_the_markers_drawn_so_far() -> None:
    out = ["sunk"] * 4 + ["crippled"] * 8 + ["retreats"] * 5
    state = combat("pzg", ["exeter", "ajax"], fields_of_battle={"drawn": out})
    match = play(state, 6, 6, 1, 1, "retreats", "sunk").choose(("fire", "exeter"))
    assert match.state.battle is not None
    assert match.state.lost == ["exeter"]
    assert match.state.battle.drawn == ["sunk"]
    assert len(match.state.damaged) == 17


@rule("GS-CMP-02", "GS-DMG-01")
def test_every_allied_ship_has_half_of_each_number_rounded_down_when_crippled() -> None:
    for name, counter in ALLIED_SHIPS.items():
        battle = Battle(space="c8", station="pzg", german=[], first="german", allied=[name], crippled=[name])
        assert [rating(battle, name, step) for step in STEPS] == [number // 2 for number in counter.ratings]
        assert armor(battle, name) == counter.armor // 2


@rule("GS-ALG-01", "GS-ALG-02")
def test_each_six_of_a_salvo_is_a_roll_on_the_hit_table_of_its_own() -> None:
    state = combat("pza", ["malaya"], "allied", spee=SILENT, by_flotilla=True)
    match = run(state, dice=[6, 1, 6, 6, 2, 1, 2, 4, 1, 1, 6, 1, 1, 6, 2, 5])
    assert [entry.faces for entry in told(match, "gunnery_hit_roll")] == [(1,), (2,), (4,)]
    assert [entry.faces for entry in told(match, "torpedo_hit_roll")] == [(2,), (5,)]
    assert figures(match, "primary", "secondary", "engines", "hull") == (2, 2, 3, 5)

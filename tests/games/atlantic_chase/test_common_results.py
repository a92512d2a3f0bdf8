"""Common results (section 1.24): what an attack finds, and what Hits do."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.atlantic_chase.state import State, TaskForce
from tests.games.atlantic_chase.builder import (
    afloat,
    altered,
    asked,
    at,
    boat,
    do,
    fight,
    held,
    line,
    marked,
    offered,
    play,
    position,
    rolled,
    tf,
    the_roll,
    told,
    where,
)
from tests.rules import rule

SEVEN = "0808 0809 0810 0811 0812 0813 0814"


def strike(target: TaskForce, *dice: int, **fields: Any) -> Match[State]:
    """A carrier in the next hex strikes a Station in 0909; 9 or 10 is a Hit, 11 or more Damage."""
    state = position(tf("B9", "victorious", "0809"), tf("G5", "koln", "0513"), target, **fields)
    return do(play(state, *dice, 6, 1), ("strike", "B9", target.key))


def german_strike(target: TaskForce, *dice: int) -> Match[State]:
    """The same by the German."""
    state = position(tf("G1", "graf_zeppelin", "0809"), target, active="german")
    return do(play(state, *dice, 6, 1), ("strike", "G1", target.key))


@rule("AC-CR-02", "AC-BT-01", "AC-BT-02", "AC-BT-04")
def test_a_battle_begins_with_all_ships_in_far() -> None:
    """Total 0 and 8: a battle of three rounds, in which ships may begin in smoke."""
    state = position(tf("B1", "hood kent", "0909"), tf("G1", "bismarck hipper", "0909"))
    match = do(play(state, 4, 4), ("engage", "B1", "G1"))
    battle = match.state.battle
    assert battle
    assert set(battle.zones.values()) == {"far"}
    assert battle.rounds == 3
    assert (told(match)[-2:], asked(match)) == (["battle_comes", "battle_begins"], ("german", "start_smoke"))


@rule("AC-CR-03", "AC-AMB-14")
def test_a_faster_force_closes_in() -> None:
    """V-31: a damaged King George V makes her task force slow."""
    target = tf("B1", "king_george_v* hood", "0909")
    state = position(tf("G1", "scharnhorst", "0909"), target, active="german")
    match = do(play(state, 3, 4), ("engage", "G1", "B1"))
    assert (told(match)[1:3], asked(match)) == (["closed_in", "battle_begins"], ("british", "start_smoke"))


@rule("AC-CR-03", "AC-CR-04", "AC-CT-02")
def test_who_is_not_faster_only_makes_contact() -> None:
    state = position(tf("G1", "scheer", "0909"), tf("B1", "king_george_v", "0909"), active="german")
    match = do(play(state, 3, 4, 6, 1), ("engage", "G1", "B1"))
    assert (told(match)[1], marked(match, "B1"), held(match)) == (
        "contact_made",
        {"contact": "0909"},
        ("german", 1, "good"),
    )


@rule("AC-CR-05", "AC-GN-07")
def test_damage_flips_a_ship_and_sinks_a_damaged_one() -> None:
    """V-32."""
    first = german_strike(tf("B1", "repulse", "0909"), 6, 6)
    ship = first.state.forces["B1"].ships[0]
    assert (afloat(first, "B1"), ship.face.speed, ship.face.short, ship.face.long, ship.face.hits) == (
        {"repulse": "*"}, "slow", 1, 0, 2,
    )  # fmt: skip
    second = german_strike(altered(tf("B1", "repulse* kent", "0909"), "repulse"), 6, 6)
    do(second, "repulse")
    assert (afloat(second, "B1"), [fate.ship.id for fate in second.state.fates]) == ({"kent": ""}, ["repulse"])


@rule("AC-CR-05", "AC-CV-01", "AC-DD-01")
@pytest.mark.parametrize("many", ["british_convoy", "british_dd_squadron"])
def test_damage_is_two_hits_on_what_stands_for_many(many: str) -> None:
    """V-33."""
    match = german_strike(tf("B1", many, "0909"), 6, 6)
    assert afloat(match, "B1") == {many: "+2"}


@rule("AC-CV-04", "AC-CR-05")
def test_a_scattered_convoy_takes_one_hit_from_damage() -> None:
    """V-48."""
    convoy = altered(tf("B1", "british_convoy", "0909"), "british_convoy", is_dispersed=True)
    assert afloat(german_strike(convoy, 6, 6), "B1") == {"british_convoy": "+1"}
    assert afloat(german_strike(tf("B1", "british_convoy", "0909"), 6, 6), "B1") == {"british_convoy": "+2"}


@rule("AC-CR-05", "AC-AMB-35")
@pytest.mark.parametrize(("ship", "after"), [("repulse", "*"), ("repulse+1", "*+1"), ("hood+1", "*+1")])
def test_a_flip_by_damage_keeps_the_hits(ship: str, after: str) -> None:
    name = ship.partition("+")[0]
    assert afloat(german_strike(tf("B1", ship, "0909"), 6, 6), "B1") == {name: after}


@rule("AC-AMB-35", "AC-TF-05")
def test_a_flip_by_damage_with_hits_enough_for_the_back_sinks_at_once() -> None:
    """A light cruiser of one and one, in a test's position with a Hit already."""
    match = german_strike(tf("B1", "neptune+1", "0909"), 6, 6)
    assert ("B1" in match.state.forces, [fate.ship.id for fate in match.state.fates]) == (False, ["neptune"])


@rule("AC-CR-05", "AC-AMB-20", "AC-SH-08")
@pytest.mark.parametrize("ship", ["orion", "tanker"])
def test_damage_and_a_hit_sink_what_has_no_damaged_side(ship: str) -> None:
    damage = strike(tf("G1", ship, "0909"), 6, 6)
    hit = strike(tf("G1", ship, "0909"), 4, 4)
    assert [[fate.ship.id for fate in match.state.fates] for match in (damage, hit)] == [[ship], [ship]]


@rule("AC-CR-07")
@pytest.mark.parametrize(("ship", "hits", "after"), [("kent", 1, "*"), ("hood", 2, "*"), ("rodney", 1, "+1")])
def test_hits_mark_a_ship_or_damage_her(ship: str, hits: int, after: str) -> None:
    """V-34, by guns at Short range."""
    dice = {1: (4, 4), 2: (6, 6)}[hits]
    fight_ = fight("prinz_eugen", ship, *dice, *[1] * 20, zones=f"prinz_eugen:near {ship}:near", active="german")
    while asked(fight_)[1] == "fire_at":
        do(fight_, offered(fight_)[0])
    assert afloat(fight_, "B1") == {ship: after}


@rule("AC-CR-07", "AC-GN-07")
def test_excess_hits_carry_over_to_the_damaged_side() -> None:
    """V-35: two Hits sink Neptune, who has one on either side. V-47: one Hit sinks her damaged."""
    dice = (6, 6, *[1] * 20)
    for british, first in (("neptune", dice), ("neptune*", (4, 4, *dice[2:]))):
        match = fight("prinz_eugen", british, *first, zones="prinz_eugen:near neptune:near", active="german")
        assert [fate.ship.id for fate in match.state.fates] == ["neptune"]
    marked_only = fight("prinz_eugen", "hood*", 4, 4, *[1] * 20, zones="prinz_eugen:near hood:near", active="german")
    assert afloat(marked_only, "B1") == {"hood": "*+1"}


@rule("AC-CR-07", "AC-CR-08")
def test_the_active_player_chooses_who_is_hit() -> None:
    """Total 0 and 9: Contact and a Hit."""
    match = strike(tf("G1", "bismarck hipper", "0909"), 3, 4)
    assert (asked(match), offered(match)) == (("british", "hit_ship"), ["bismarck", "hipper"])
    do(match, "hipper")
    assert (afloat(match, "G1"), marked(match, "G1")) == ({"bismarck": "", "hipper": "*"}, {"contact": "0909"})


@rule("AC-CR-08")
@pytest.mark.parametrize(
    ("ships", "sum", "hit"),
    [
        ("leipzig hipper", 8, "leipzig"),
        ("hipper", 8, ""),
        ("tanker leipzig hipper", 8, "tanker leipzig"),
        ("scheer", 8, ""),
    ],
)
def test_a_hit_on_slow_ships_needs_a_slow_force_and_a_slow_ship(ships: str, sum: int, hit: str) -> None:
    """Air Strike, total 0 and 8 (6 and +2): Contact and a Hit (slow)."""
    match = strike(tf("G1", ships, "0909"), 3, 3)
    assert the_roll(match, "strike_roll") == {"total": 0, "sum": sum}
    if len(hit.split()) > 1:
        assert (asked(match), offered(match)) == (("british", "hit_ship"), hit.split())
    elif hit:
        assert afloat(match, "G1") == {"leipzig": "*", "hipper": ""}
    else:
        assert set(afloat(match, "G1").values()) == {""}
        assert "no_effect" in told(match)


@rule("AC-CR-08")
@pytest.mark.parametrize(
    ("ships", "hit"), [("british_convoy", True), ("rodney", False), ("british_convoy rodney", True)]
)
def test_a_hit_on_very_slow_ships_needs_a_very_slow_one(ships: str, hit: bool) -> None:
    """Stealth Attack, total 0 and 8: Hit (very slow)."""
    state = position(tf("B1", ships, "0909"), tf("G1", "koln", "0513"), active="german", boats=(boat("U1", "0909"),))
    match = do(play(state, 4, 4, 6, 1), ("attack", "U1", "B1"))
    assert ("no_effect" in told(match), afloat(match, "B1").get("british_convoy", "")) == (not hit, "+1" if hit else "")


# The target's segments


def search(target: TaskForce, hex: str, *dice: int) -> Match[State]:
    """A Station searches for a Trajectory in a hex, so that its length is the total."""
    state = position(tf("B1", "norfolk", hex), target)
    return do(play(state, *dice, 1, 1), ("search", "B1", target.key))


@rule("AC-CR-06", "AC-EM-01")
def test_early_or_late_at_an_end_leaves_no_hole() -> None:
    """V-36: the segment goes, and the target takes Evasive Maneuvers."""
    match = search(line("G1", "scheer", SEVEN), "0814", 2, 3)
    assert (where(match, "G1"), marked(match, "G1")) == ("0808 0809 0810 0811 0812 0813 ", {"evasive": "yes"})
    assert asked(match) == ("german", "seize")


@rule("AC-CR-06")
@pytest.mark.parametrize(("kept", "left"), [(0, "0808 0809 "), (1, "0811 0812 0813 0814 ")])
def test_early_or_late_in_the_middle_leaves_one_side_of_the_hole(kept: int, left: str) -> None:
    """V-55: the third of seven."""
    match = search(line("G1", "scheer", SEVEN), "0810", 2, 3)
    assert (asked(match), offered(match)) == (("british", "hole"), [0, 1])
    do(match, kept)
    assert (where(match, "G1"), marked(match, "G1")) == (left, {})


@rule("AC-CR-06", "AC-EM-04", "AC-EM-03")
def test_the_target_may_spend_its_marker_to_choose_what_stays() -> None:
    spent = search(line("G1", "scheer", SEVEN, is_evasive=True), "0810", 3, 3)
    assert asked(spent) == ("german", "spend_em")
    do(spent, "no")
    assert the_roll(spent, "search_roll") == {"total": 7, "sum": 6}
    late = search(line("G1", "scheer", SEVEN, is_evasive=True), "0810", 2, 3)
    do(late, "no", "yes")
    assert (asked(late), marked(late, "G1")) == (("german", "hole"), {})
    do(late, 1)
    assert where(late, "G1") == "0811 0812 0813 0814 "
    declined = search(line("G1", "scheer", SEVEN, is_evasive=True), "0810", 2, 3)
    do(declined, "no", "no")
    assert (asked(declined), marked(declined, "G1")) == (("british", "hole"), {"evasive": "yes"})


@rule("AC-CR-06", "AC-ST-07", "AC-CT-03")
def test_early_or_late_on_a_lone_segment_makes_a_station_there() -> None:
    """V-49: Contact stays, and the target takes Evasive Maneuvers."""
    target = line("G1", "scheer", "0909", contact="0909", intel="0909")
    state = position(line("B1", "norfolk", "0909 0809 0810 0811 0812"), target)
    match = do(play(state, 1, 2, 1, 1), ("search", "B1", "G1"))
    assert the_roll(match, "search_roll") == {"total": 6, "sum": 5}
    assert (where(match, "G1"), marked(match, "G1")) == ("0909", {"contact": "0909", "evasive": "yes"})


@rule("AC-CR-13")
@pytest.mark.parametrize(
    ("hex", "firsts", "chosen", "left"),
    [
        ("0811", [1, 2, 3], 2, "0810 0811 0812 "),
        ("0808", [], 0, "0808 0809 0810 "),
        ("0809", [0, 1], 1, "0809 0810 0811 "),
    ],
)
def test_shadow_leaves_three_segments_with_the_target_hex(hex: str, firsts: list[int], chosen: int, left: str) -> None:
    """V-54: the fourth of seven, the first, the second."""
    match = search(line("G1", "scheer", SEVEN), hex, 3, 3)
    if firsts:
        assert (asked(match), offered(match)) == (("british", "shadow"), firsts)
        do(match, chosen)
    assert (where(match, "G1"), marked(match, "G1"), asked(match)) == (left, {}, ("german", "seize"))


@rule("AC-CR-13", "AC-EM-04")
def test_the_target_may_spend_its_marker_to_choose_its_shadow() -> None:
    match = search(line("G1", "scheer", SEVEN, is_evasive=True), "0811", 3, 3)
    do(match, "no", "yes")
    assert (asked(match), offered(match), marked(match, "G1")) == (("german", "shadow"), [1, 2, 3], {})


@rule("AC-CR-14", "AC-CT-03", "AC-IN-06")
@pytest.mark.parametrize(("contact", "left"), [("0810", "0810"), ("0809", "0810"), ("", "0810")])
def test_sighted_makes_a_station_in_the_target_hex(contact: str, left: str) -> None:
    """Total 7 and 10 or more: Contact and Sighted."""
    target = line("G1", "scheer", SEVEN, contact=contact, intel="0808 0810")
    match = search(target, "0810", 5, 6)
    assert (where(match, "G1"), marked(match, "G1")) == ("0810", {"contact": left})


@rule("AC-AMB-34", "AC-CR-14")
def test_sighted_comes_first_in_a_cell() -> None:
    match = search(line("G1", "scheer", SEVEN), "0810", 5, 6)
    assert told(match)[1:3] == ["sighted", "contact_made"]


@rule("AC-AMB-34")
def test_contact_comes_before_a_hit() -> None:
    match = strike(tf("G1", "hipper", "0909"), 4, 4)
    assert told(match)[1:4] == ["contact_made", "ship_hit", "ship_damaged"]


# Miss, Slip, Vie, Surprise


@rule("AC-CR-11", "AC-AMB-06", "AC-AMB-33")
def test_a_miss_by_who_carries_intel_costs_the_initiative_after_the_lapse() -> None:
    """The Intel segment goes in Time Lapse, and the Initiative all the same."""
    state = position(line("B1", "norfolk", "0909 0809", intel="0809"), tf("G1", "scheer", "0909"))
    match = do(play(state, 1, 1, 1, 1, 5), ("engage", "B1", "G1"), (0, 1, 1))
    assert told(match) == [
        "order_engage", "alerted_0", "missed", "miss_costs", "intel_limit", "lapsed", "initiative",
    ]  # fmt: skip
    assert (rolled(match), held(match)) == (["interruption", "engage_roll", "weather"], ("german", 0, "good"))
    assert (where(match, "B1"), marked(match, "B1")) == ("0909 ", {})


@rule("AC-CR-11", "AC-IN-05")
def test_intel_costs_nothing_where_there_is_no_miss() -> None:
    """Total 2 and 8: a Skirmish, which is Contact for who is not faster; then both vie."""
    state = position(line("B1", "king_george_v", "0909 0809", intel="0809"), tf("G1", "scheer", "0909"))
    match = do(play(state, 1, 1, 4, 4, 6, 1), ("engage", "B1", "G1"), (0, 1, 1))
    assert (marked(match, "G1"), held(match)) == ({"contact": "0909"}, ("british", 1, "good"))
    assert rolled(match) == ["interruption", "engage_roll", "vie_active", "vie_inactive"]


@rule("AC-CR-11")
def test_a_miss_by_others_is_nothing() -> None:
    state = position(line("B1", "norfolk", "0909 0809"), tf("G1", "scheer", "0909"))
    match = do(play(state, 1, 1, 6, 1), ("engage", "B1", "G1"), at("0909"))
    assert (told(match)[1], rolled(match)[1:], held(match)) == (
        "missed",
        ["vie_active", "vie_inactive"],
        ("british", 1, "good"),
    )


KNOWN = line("B1", "norfolk", "0909 0809 0810", intel="0809 0810")


@rule("AC-CR-16", "AC-AMB-18", "AC-SG-01")
def test_a_target_that_slips_reads_signals() -> None:
    """Two markers and 7: Slip; the action is cancelled and both vie, nobody seizes."""
    state = position(KNOWN, line("B2", "kent", "0909 0910", intel="0910"), tf("G1", "scheer", "0909"))
    match = do(play(state, 3, 2, 6, 1), ("engage", "B1", "G1"), "B2")
    signals = [("signals", "B1", at("0809")), ("signals", "B1", at("0810")), ("signals", "B2", at("0910"))]
    assert (asked(match), offered(match)) == (("german", "slip"), [*signals, "evade"])
    do(match, ("signals", "B1", at("0809")))
    assert (where(match, "B1"), marked(match, "B1"), where(match, "B2")) == ("0809", {}, "0909 0910 ")
    assert rolled(match) == ["interruption", "vie_active", "vie_inactive"]
    assert (held(match), asked(match), match.state.attack) == (("british", 1, "good"), ("british", "order"), None)


@rule("AC-CR-16", "AC-EM-01", "AC-AMB-32")
def test_a_target_that_slips_may_take_evasive_maneuvers() -> None:
    state = position(KNOWN, tf("G1", "scheer", "0909"))
    match = do(play(state, 3, 4, 1, 6, 5), ("engage", "B1", "G1"), "evade", "none")
    assert (marked(match, "G1"), where(match, "B1")) == ({"evasive": "yes"}, "0909 0809 0810 ")
    assert (held(match), "engage_roll" in rolled(match)) == (("german", 0, "good"), False)


@rule("AC-CR-16")
def test_where_only_the_air_support_carries_intel_there_is_nothing_to_read() -> None:
    carrier = line("B2", "victorious", "0809 0810", intel="0809")
    state = position(tf("B1", "norfolk", "0909"), carrier, tf("G1", "scheer", "0909"))
    match = do(play(state, 4, 4, 6, 1), ("engage", "B1", "G1"), ("B2", at("0809")), "none")
    assert (told(match)[2:4], marked(match, "G1")) == (["slips", "em_gained"], {"evasive": "yes"})


@rule("AC-CR-09", "AC-AMB-32")
def test_initiative_change_cancels_the_action() -> None:
    """Two markers and 10."""
    state = position(KNOWN, tf("G1", "scheer", "0909", is_evasive=True), tally=3)
    match = do(play(state, 5, 5, 6), ("engage", "B1", "G1"))
    assert (held(match), rolled(match)) == (("german", 0, "bad"), ["interruption", "weather"])
    assert (where(match, "B1"), marked(match, "G1"), asked(match)) == (
        "0909 0809 0810 ", {"evasive": "yes"}, ("german", "order"),
    )  # fmt: skip


@rule("AC-CR-19", "AC-AMB-05")
def test_who_keeps_the_initiative_in_an_interruption_goes_on() -> None:
    """Two markers and 8: Vie."""
    state = position(KNOWN, tf("G1", "scheer", "0909"))
    kept = do(play(state, 4, 4, 6, 1, 1, 1, 5), ("engage", "B1", "G1"))
    assert rolled(kept)[:4] == ["interruption", "vie_active", "vie_inactive", "engage_roll"]
    assert kept.state.tally == 1
    lost = do(play(state, 4, 4, 1, 6, 5), ("engage", "B1", "G1"))
    assert (rolled(lost), held(lost)) == (
        ["interruption", "vie_active", "vie_inactive", "weather"],
        ("german", 0, "good"),
    )
    assert where(lost, "B1") == "0909 0809 0810 "


@rule("AC-AMB-05")
def test_with_the_switch_a_vie_cancels_the_action_whoever_wins() -> None:
    state = position(KNOWN, tf("G1", "scheer", "0909"), options={"interruption_vie_cancels": True})
    match = do(play(state, 4, 4, 6, 1), ("engage", "B1", "G1"))
    assert (rolled(match), held(match)) == (["interruption", "vie_active", "vie_inactive"], ("british", 1, "good"))
    assert (asked(match), where(match, "B1")) == (("british", "order"), "0909 0809 0810 ")


@rule("AC-IR-02")
@pytest.mark.parametrize(
    ("sum", "as_printed", "on_board"), [(7, "slips", "alerted_2"), (8, "interruption_vie", "slips")]
)
def test_with_the_switch_the_rows_of_interruption_are_those_of_the_board(
    sum: int, as_printed: str, on_board: str
) -> None:
    """Two markers."""
    for is_on, result in ((False, as_printed), (True, on_board)):
        state = position(KNOWN, tf("G1", "scheer", "0909"), options={"interruption_as_on_board": is_on})
        match = do(play(state, sum - 4, 4, 6, 1, 1, 1, 1, 1), ("engage", "B1", "G1"))
        assert told(match)[1] == result


@rule("AC-CR-18", "AC-BT-04")
def test_a_faster_force_that_surprises_places_the_enemy_and_fires_first() -> None:
    """Total 0 and 10: nobody has smoke, and a ship that is sunk does not fire back."""
    state = position(tf("B1", "hood", "0909"), tf("G1", "leipzig koln", "0909"))
    match = do(play(state, 5, 5, 6, 6, 6, *[1] * 30), ("engage", "B1", "G1"))
    assert (asked(match), offered(match)) == (("british", "set_up_enemy"), ["far", "near"])
    do(match, "near", "far")
    assert match.state.battle
    assert match.state.battle.zones == {"leipzig": "near", "koln": "far", "hood": "far"}
    assert (asked(match), offered(match)) == (("british", "fire_at"), ["leipzig", "koln"])
    do(match, "leipzig")
    assert [fate.ship.id for fate in match.state.fates] == ["leipzig"]
    fired = [entry.about["ship"] for entry in match.log() if entry.key == "gunfire"]
    assert fired[:2] == ["hood", "koln"]


@rule("AC-CR-18")
def test_a_surprise_by_who_is_not_faster_is_a_battle() -> None:
    state = position(tf("B1", "king_george_v", "0909"), tf("G1", "scheer", "0909"))
    match = do(play(state, 5, 5), ("engage", "B1", "G1"))
    assert (told(match)[1], asked(match)) == ("surprised", ("german", "start_smoke"))


@rule("AC-CR-17")
def test_a_splash_is_no_hit() -> None:
    match = fight("scheer", "hood", 1, 1, 1, *[1] * 10)
    assert (told(match)[0], afloat(match, "G1")) == ("splash", {"scheer": ""})

"""Gunnery, smoke and torpedoes (section 1.25)."""

from __future__ import annotations

import pytest

from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.model.forces import (
    find_ship,
)
from flagplot.games.atlantic_chase.rules.gunnery import gun_modifiers, gun_value, range_to
from tests.games.atlantic_chase.builder import afloat, asked, do, fight, marked, offered, rolled, the_roll, told
from tests.rules import rule


@rule("AC-GN-01")
@pytest.mark.parametrize(
    ("one", "other", "band"),
    [
        ("far", "far", "extreme"),
        ("far", "near", "long"),
        ("near", "far", "long"),
        ("far", "close", "long"),
        ("close", "far", "long"),
        ("near", "near", "short"),
        ("near", "close", "point blank"),
        ("close", "near", "point blank"),
        ("close", "close", "point blank"),
    ],
)
def test_the_zones_are_the_range(one: str, other: str, band: str) -> None:
    match = fight("bismarck", "hood", *[1] * 20, zones=f"bismarck:{one} hood:{other}", phase="break_away")
    assert match.state.battle
    assert range_to(match.state.battle, "bismarck", "hood") == band


@rule("AC-GN-01", "AC-SH-04")
def test_gneisenau_has_two_at_long_and_at_extreme_range() -> None:
    """V-38."""
    match = fight("gneisenau", "rodney kent", zones="rodney:near", phase="break_away")
    battle = match.state.battle
    assert battle
    ship = find_ship(match.state, "gneisenau")[1]
    assert [range_to(battle, "gneisenau", one) for one in ("rodney", "kent")] == ["long", "extreme"]
    assert [gun_value(battle, ship, one) for one in ("rodney", "kent")] == [2, 2]


@rule("AC-GN-04", "AC-SM-04", "AC-GN-05", "AC-CR-17")
def test_glasgow_fires_out_of_her_own_smoke() -> None:
    """V-39: 6 -1 +1 is 6: a splash."""
    match = fight("gneisenau", "glasgow", 3, 3, *[1] * 10, zones="gneisenau:near glasgow:near", smoke="glasgow")
    assert (the_roll(match, "gunfire")["ship"], told(match)[0]) == ("gneisenau", "splash")
    shots = [entry.about["sum"] for entry in match.log() if entry.key == "gunfire"]
    assert (shots[0], afloat(match, "G1")) == (6, {"gneisenau": ""})


@rule("AC-GN-04", "AC-SM-04", "AC-GN-05", "AC-GN-07")
def test_gneisenau_hits_glasgow_in_smoke() -> None:
    """V-40: 10 +3 -1 is 12: one Hit, and Glasgow is damaged."""
    zones = "gneisenau:near glasgow:near"
    match = fight("gneisenau", "glasgow", 5, 5, 1, 1, zones=zones, smoke="glasgow", active="german")
    shots = [entry.about["sum"] for entry in match.log() if entry.key == "gunfire"]
    assert (shots[0], afloat(match, "B1")) == (12, {"glasgow": "*"})


@rule("AC-SM-04", "AC-GN-04")
@pytest.mark.parametrize(
    ("smoke", "cover", "lost"),
    [
        ("", {}, 0),
        ("hood", {}, 1),
        ("bismarck", {}, 1),
        ("hood bismarck", {}, 2),
        ("kent", {"hood": "kent"}, 1),
        ("hipper", {"bismarck": "hipper"}, 1),
    ],
)
def test_smoke_costs_one_for_who_fires_and_one_for_who_is_fired_at(
    smoke: str, cover: dict[str, str], lost: int
) -> None:
    match = fight("bismarck hipper", "hood kent", smoke=smoke, cover=cover, phase="break_away")
    found = gun_modifiers(match.state, find_ship(match.state, "bismarck")[1], "hood")
    assert sum(modifier.value for modifier in found) == 2 - lost


@rule("AC-GN-04")
@pytest.mark.parametrize(
    ("target", "bonus"), [("british_convoy", 2), ("rodney", 1), ("king_george_v", 0), ("hood*", 1)]
)
def test_slow_targets_are_easier_to_hit(target: str, bonus: int) -> None:
    match = fight("bismarck", target, phase="break_away")
    found = gun_modifiers(match.state, find_ship(match.state, "bismarck")[1], target.rstrip("*"))
    assert sum(modifier.value for modifier in found) == 2 + bonus


@rule("AC-GN-03", "AC-CO-02")
@pytest.mark.parametrize(("zones", "sum"), [("", 6), ("bismarck:close hood:close", 11)])
def test_three_dice_of_which_two_count(zones: str, sum: int) -> None:
    """V-45: Extreme 6, 5, 1 is 6; Point Blank 6, 5, 1 is 11."""
    match = fight("bismarck", "hood", 6, 5, 1, *[1] * 20, zones=zones)
    guns = 1 if not zones else 3
    shots = [entry.about["sum"] for entry in match.log() if entry.key == "gunfire"]
    assert shots[0] == sum + guns


@rule("AC-GN-03")
@pytest.mark.parametrize("zones", ["hood:near", "bismarck:near hood:near"])
def test_two_dice_at_long_and_short_range(zones: str) -> None:
    match = fight("bismarck", "hood", 1, 2, 2, 2, zones=zones)
    assert [len(entry.faces) for entry in match.log() if entry.key == "gunfire"] == [2, 2]


@rule("AC-GN-05")
@pytest.mark.parametrize(("sum", "hits"), [(2, 0), (8, 0), (9, 1), (12, 1), (13, 2), (16, 2)])
def test_the_gunnery_table(sum: int, hits: int) -> None:
    assert {chart[sum] for chart in t.GUNNERY.values()} == {hits}


@rule("AC-GN-02", "AC-SH-04", "AC-SH-07", "AC-CV-06")
def test_every_ship_that_can_fires_once_at_any_enemy_on_the_board() -> None:
    """A carrier has no guns, and a Convoy none at Extreme range."""
    match = fight("bismarck hipper", "hood victorious british_convoy", *[1] * 30, zones="hipper:near")
    assert (asked(match), offered(match)) == (("british", "fire_at"), ["bismarck", "hipper"])
    do(match, "bismarck")
    assert (asked(match), offered(match)) == (("german", "fire_at"), ["hood", "victorious", "british_convoy"])
    do(match, "hood", "victorious")
    assert [entry.about["ship"] for entry in match.log() if entry.key == "gunfire"] == ["hood", "bismarck", "hipper"]


@rule("AC-GN-06", "AC-AMB-46")
def test_fire_is_simultaneous_and_the_active_player_rolls_first() -> None:
    """Both cruisers sink each other."""
    zones = "leipzig:near neptune:near"
    match = fight("leipzig", "neptune", 6, 6, 6, 6, zones=zones)
    assert [entry.about["ship"] for entry in match.log() if entry.key == "gunfire"] == ["neptune", "leipzig"]
    assert [fate.ship.id for fate in match.state.fates] == ["leipzig", "neptune"]


@rule("AC-AMB-46")
def test_ships_fire_as_listed_and_who_has_sunk_is_not_hit_again() -> None:
    zones = "neptune:near koln:near scheer:near"
    match = do(fight("koln scheer", "neptune", 6, 6, 6, 6, *[1] * 10, zones=zones, active="german"), "koln")
    assert [entry.about["ship"] for entry in match.log() if entry.key == "gunfire"][:2] == ["koln", "scheer"]
    assert [fate.ship.id for fate in match.state.fates] == ["neptune"]
    assert told(match).count("ship_sunk") == 1


@rule("AC-CV-04", "AC-GN-06")
def test_a_scattered_convoy_takes_one_hit_from_each_shot() -> None:
    """V-44: two ships with two Hits each: two in all, not four."""
    for is_dispersed, hits in ((True, "+2"), (False, "+4")):
        match = fight(
            "scheer lutzow",
            "british_convoy",
            6,
            6,
            6,
            6,
            *[1] * 9,
            zones="scheer:near lutzow:near british_convoy:near",
            active="german",
            convoy={"is_dispersed": is_dispersed},
        )
        if not is_dispersed:
            do(match, "scheer")
        assert afloat(match, "B1") == {"british_convoy": hits}


@rule("AC-CR-18", "AC-GN-06")
def test_a_surprise_is_over_after_the_first_round() -> None:
    for round, sunk in ((1, ["leipzig"]), (2, ["leipzig", "neptune"])):
        zones = "leipzig:near neptune:near"
        match = fight("leipzig", "neptune", 6, 6, 6, 6, 6, 1, zones=zones, round=round, is_surprise=True)
        assert [fate.ship.id for fate in match.state.fates] == sunk


# Smoke


@rule("AC-SM-01", "AC-SM-03", "AC-SH-06")
def test_smoke_starts_and_stops_in_maneuver_and_a_damaged_maker_must_stop() -> None:
    match = fight("bismarck hipper*", "hood+1 kent", *[1] * 40, phase="maneuver", smoke="hipper hood")
    assert (asked(match), offered(match)) == (("german", "maneuver"), [("hipper", "far", 0), ("hipper", "near", 0)])
    do(match, ("hipper", "far", 0))
    assert offered(match) == [(("bismarck"), zone, smoke) for zone in ("far", "near") for smoke in (0, 1)]
    do(match, ("bismarck", "far", 1))
    assert (asked(match), ("hood", "far", 1) in offered(match), ("hood", "far", 0) in offered(match)) == (
        ("british", "maneuver"),
        True,
        True,
    )
    do(match, ("hood", "far", 0), ("kent", "near", 1))
    battle = match.state.battle
    assert battle
    assert battle.smoke == ["bismarck", "kent"]
    assert told(match) == ["smoke_ends", "smoke_begins", "smoke_ends", "moved", "smoke_begins"]


@rule("AC-SM-03")
def test_a_maker_who_is_damaged_smokes_on_until_she_maneuvers() -> None:
    match = fight(
        "bismarck",
        "kent york",
        3,
        3,
        *[1] * 30,
        zones="kent:near york:near bismarck:near",
        smoke="kent",
        active="german",
    )
    do(match, "kent")
    battle = match.state.battle
    assert battle
    assert (afloat(match, "B1")["kent"], battle.smoke) == ("*", ["kent"])


@rule("AC-SM-02", "AC-AMB-44")
def test_smoke_covers_two_others_of_the_zone_once() -> None:
    """Screens do not add up: who is covered is no longer offered to the next maker."""
    match = fight(
        "bismarck",
        "hood renown kent york norfolk",
        *[1] * 60,
        phase="maneuver",
        zones="norfolk:near",
        smoke="hood renown",
    )
    do(match, ("bismarck", "far", 0))
    while asked(match)[1] == "maneuver":
        ship = offered(match)[0][0]
        zone = "near" if ship == "norfolk" else "far"
        do(match, (ship, zone, int(ship in ("hood", "renown"))))
    assert (asked(match), offered(match)) == (("british", "cover"), [("kent", "york"), ("kent",), ("york",), ()])
    do(match, ("kent",))
    assert offered(match) == [("york",), ()]


@rule("AC-AMB-44")
def test_cover_goes_with_its_maker() -> None:
    match = fight(
        "bismarck hipper",
        "neptune kent",
        6,
        6,
        6,
        *[1] * 30,
        zones="neptune:close kent:close bismarck:close hipper:close",
        smoke="neptune",
        cover={"kent": "neptune"},
        active="german",
    )
    do(match, "neptune", "neptune", "bismarck", "bismarck")
    battle = match.state.battle
    assert battle
    assert (battle.smoke, battle.cover, "neptune" in battle.zones) == ([], {}, False)


# Torpedoes


@rule("AC-TP-01", "AC-TP-03", "AC-GN-07")
def test_torpedoes_at_a_slow_ship() -> None:
    """V-41: 10 +1 is 11: two Hits."""
    match = fight("bismarck*", "kenya rodney", 5, 5, zones="kenya:close bismarck:near", phase="torpedoes")
    assert (asked(match), offered(match)) == (("british", "torpedo_at"), ["none", "bismarck"])
    do(match, "bismarck")
    assert (the_roll(match, "torpedoes")["sum"], afloat(match, "G1")) == (11, {"bismarck": "*+2"})


@rule("AC-TP-03")
@pytest.mark.parametrize(
    ("target", "dice", "hits"),
    [
        ("bismarck*", (5, 5), 2),
        ("bismarck*", (4, 5), 0),
        ("tanker", (4, 5), 2),
        ("tanker", (4, 4), 0),
        ("scharnhorst", (5, 5), 0),
        ("scharnhorst", (5, 6), 2),
    ],
)
def test_eleven_is_two_hits(target: str, dice: tuple[int, int], hits: int) -> None:
    name = target.rstrip("*")
    match = fight(target, "kenya", *dice, *[1] * 20, zones=f"kenya:close {name}:near", phase="torpedoes")
    do(match, name)
    event = next(entry for entry in match.log() if entry.key in ("torpedo_hits", "torpedoes_miss"))
    assert event.about["hits"] == hits


@rule("AC-TP-01", "AC-SH-05")
@pytest.mark.parametrize(
    ("german", "british", "zones", "targets"),
    [
        ("bismarck hipper", "kenya", "kenya:close hipper:close", ["hipper"]),
        ("bismarck scheer", "kenya", "kenya:close scheer:near", ["scheer"]),
        ("bismarck hipper", "kenya", "kenya:near hipper:near", []),
        ("hipper", "kent", "kent:close hipper:near", []),
        ("scharnhorst", "kenya*", "kenya:close scharnhorst:near", []),
    ],
)
def test_a_capable_ship_in_close_attacks_who_is_in_close_or_near(
    german: str, british: str, zones: str, targets: list[str]
) -> None:
    match = fight(german, british, *[1] * 20, zones=zones, phase="torpedoes")
    found = offered(match)[1:] if asked(match) == ("british", "torpedo_at") else []
    assert found == targets


@rule("AC-TP-01")
def test_torpedoes_are_fired_once_in_a_game() -> None:
    match = fight("scharnhorst", "kenya", 1, 1, *[1] * 40, zones="kenya:close scharnhorst:near", phase="torpedoes")
    do(match, "scharnhorst")
    assert find_ship(match.state, "kenya")[1].has_fired_torpedoes
    do(match, ("scharnhorst", "near", 0), ("kenya", "close", 0), "no", "no")
    assert (match.state.battle and match.state.battle.round, rolled(match).count("torpedoes")) == (2, 1)
    assert asked(match)[1] != "torpedo_at"


@rule("AC-TP-02", "AC-SM-04")
def test_no_torpedoes_out_of_smoke_but_into_it() -> None:
    maker = fight(
        "scharnhorst", "kenya", *[1] * 9, zones="kenya:close scharnhorst:near", smoke="kenya", phase="torpedoes"
    )
    covered = fight(
        "scharnhorst",
        "kenya kent",
        *[1] * 9,
        zones="kenya:close kent:close scharnhorst:near",
        smoke="kent",
        cover={"kenya": "kent"},
        phase="torpedoes",
    )
    assert asked(maker)[1] == asked(covered)[1] == "maneuver"
    target = fight(
        "scharnhorst", "kenya", 5, 6, zones="kenya:close scharnhorst:near", smoke="scharnhorst", phase="torpedoes"
    )
    do(target, "scharnhorst")
    assert (the_roll(target, "torpedoes")["sum"], afloat(target, "G1")) == (11, {"scharnhorst": "*"})


@rule("AC-TP-04", "AC-AMB-46")
def test_torpedoes_are_simultaneous() -> None:
    match = fight("koln", "neptune", 6, 6, 6, 6, zones="koln:close neptune:close", phase="torpedoes")
    do(match, "koln")
    assert asked(match) == ("german", "torpedo_at")
    do(match, "neptune")
    assert [fate.ship.id for fate in match.state.fates] == ["koln", "neptune"]


@rule("AC-TP-04")
def test_who_was_damaged_by_guns_does_not_attack_any_more() -> None:
    zones = "koln:close neptune:close"
    match = fight("koln", "neptune", 4, 5, 1, 1, 1, 1, *[1] * 9, zones=zones)
    assert (afloat(match, "G1"), asked(match)) == ({"koln": "*"}, ("british", "torpedo_at"))
    do(match, "none")
    assert asked(match) == ("german", "maneuver")
    assert marked(match, "G1") == {}

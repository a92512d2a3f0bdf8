"""Components, ships and task forces (AC-CO, AC-SH, AC-TF)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import flagplot
from flagplot.games.atlantic_chase import GAME
from flagplot.games.atlantic_chase.hexes import HEX, MAP
from flagplot.games.atlantic_chase.scenarios import SCENARIOS
from flagplot.games.atlantic_chase.ships import TYPES
from flagplot.games.atlantic_chase.tables import SETS
from tests.games.atlantic_chase.builder import (
    asked,
    at,
    boat,
    crewed,
    do,
    force,
    guns,
    in_battle,
    line,
    offered,
    orders,
    play,
    position,
    rolled,
    ship,
    tf,
    told,
    where,
)
from tests.rules import rule

# Components


@rule("AC-CO-01")
def test_there_are_two_sides_and_the_british_lead_french_and_american_ships() -> None:
    assert [seat.id for seat in flagplot.game("atlantic-chase").seats] == ["german", "british"]
    nations = Counter((kind.side, kind.nation) for kind in TYPES.values())
    assert set(nations) == {("german", "german"), ("british", "british"), ("british", "french"), ("british", "us")}
    match = play(position(tf("B1", "hood", "0909"), tf("G1", "scheer", "0909")))
    assert (match.state.active, asked(match)[0]) == ("british", "british")


@rule("AC-CO-02")
def test_all_dice_have_six_sides_and_at_most_three_are_thrown() -> None:
    thrown = set[tuple[int, bool]]()
    for scenario in ("rheinubung", "river_plate"):
        match = flagplot.play(
            "atlantic-chase", {"german": "midshipman", "british": "midshipman"}, seed=3, scenario=scenario
        )
        for entry in match.log():
            if entry.kind == "roll":
                faces = entry.faces
                thrown.add((len(faces), all(1 <= face <= 6 for face in faces)))
    assert thrown == {(1, True), (2, True), (3, True)}


@rule("AC-CO-03", "AC-CO-04")
def test_both_players_see_all_ships_on_the_display_and_pins_and_strings_on_the_chart() -> None:
    match = flagplot.new("atlantic-chase", scenario="rheinubung", seed=1)
    views = [match.view(seat) for seat in ("german", "british")]
    german, british = (msgspec.json.encode((view.lines, view.pieces, view.trays, view.sheets)) for view in views)
    assert german == british
    shown = {shown.id: (shown.kind, len(shown.through)) for shown in views[0].lines}
    assert (shown["G1"], shown["B6"], shown["B7"], len(shown)) == (("pin", 1), ("pin", 1), ("string", 10), 10)
    on_chart = {piece.name for piece in views[0].pieces if piece.space in HEX}
    names = {one.kind.name for held in match.state.forces.values() for one in held.ships} - {"Convoy"}
    names |= {"HX 126", "HX 127", "SL 74"}
    assert on_chart.isdisjoint(names)
    display = msgspec.json.encode((views[0].trays, views[0].sheets, views[0].pieces)).decode()
    assert all(name in display for name in names), [name for name in names if name not in display]


@rule("AC-CO-05")
def test_there_are_five_german_and_ten_british_sets_and_without_one_nobody_splits() -> None:
    assert (SETS["german"], SETS["british"]) == (
        ("G1", "G2", "G3", "G4", "G5"), tuple(f"B{number}" for number in range(1, 11)),
    )  # fmt: skip
    places = ("0909", "0908", "0907", "1007", "1006")
    names = ("scheer hipper", "lutzow", "prinz_eugen", "nurnberg", "koln")
    five = [tf(f"G{number}", ships, place) for number, (ships, place) in enumerate(zip(names, places, strict=True), 1)]
    british = tf("B1", "hood", "0609")
    for count, splits in ((4, True), (5, False)):
        match = play(position(*five[:count], british, active="german"))
        assert (("reorganize",) in offered(match)) == splits
    merged = tf("G5", "koln", "1006")
    match = play(position(*five[:3], tf("G4", "nurnberg", "1006"), merged, british, active="german"))
    do(match, ("reorganize",), ("merge", "G4", "G5"), ("split", "G1"), "hipper")
    assert [ship.id for ship in force(match, "G5").ships] == ["hipper"]  # the set that the merger set free


@rule("AC-CO-06")
def test_task_forces_meet_where_a_station_or_segment_of_both_is() -> None:
    for own, meets in (("0909", True), ("0910", False)):
        match = play(position(tf("B1", "hood", own), line("G1", "scheer", "0808 0909 1009")))
        assert orders(match, "search") == ([("B1", "G1")] if meets else [])
    match = play(position(line("B1", "hood", "0709 0808"), line("G1", "scheer", "0808 0909 1009")))
    assert orders(match, "search") == [("B1", "G1")]


@rule("AC-CO-07")
def test_boats_are_no_ships_and_lie_in_a_hex_or_in_their_box() -> None:
    match = flagplot.new("atlantic-chase", scenario="rosselsprung")
    boats = {key: (one.kind, one.side, one.hex) for key, one in match.state.stealth.items()}
    assert boats == {
        "U1": ("u-boat", "german", HEX["1304"]), "U2": ("u-boat", "german", -1),
        "S1": ("submarine", "british", HEX["1504"]), "M1": ("mines", "british", HEX["1505"]),
    }  # fmt: skip
    assert {kind.kind for kind in TYPES.values()}.isdisjoint({"u-boat", "submarine", "mines"})
    assert not any(len(option) > 2 and option[2] in boats for option in offered(match))  # nobody's target


@rule("AC-CO-08")
def test_a_position_with_every_marker_can_be_saved_and_loaded() -> None:
    state = position(
        line("B1", "hood+1 british_dd_squadron", "0909 0808", intel="0808", contact="0909", is_evasive=True),
        crewed(tf("G1", "scheer", "0909"), ship("scheer", has_fired_torpedoes=True)),
        tf("G2", "hipper", "0712"),
        weather="bad",
        tally=2,
        groups={"BA": ("gibraltar", "renown")},
    )
    again = flagplot.load(play(state).save()).state
    assert (again.forces, again.groups, again.tally, again.weather) == (state.forces, state.groups, 2, "bad")


@rule("AC-CO-09")
def test_names_on_the_chart_have_no_effect() -> None:
    """The Azores (0812) are a hex as any other: no Intel, and an attack has no modifier there."""
    assert MAP.name["0812"] == "Azores"
    state = position(line("B1", "hood", "0811"), tf("G1", "scheer", "0812"))
    match = do(play(state, 1, 1, 3, 3), ("trajectory", "B1"), (1, at("0812")), "done")
    assert force(match, "B1").intel == 1 << HEX["0812"]  # the Station's doing, not the islands'
    empty = do(play(position(line("B1", "hood", "0811"), tf("G1", "scheer", "0909"))),
               ("trajectory", "B1"), (1, at("0812")), "done")  # fmt: skip
    assert force(empty, "B1").intel == 0


# Ships


@rule("AC-SH-01")
def test_the_classes_of_ships() -> None:
    kinds = {kind.kind for kind in TYPES.values()}
    assert kinds - {"liner"} == {"BB", "BC", "PB", "CA", "CL", "CV", "AC", "AO", "DD", "convoy"}
    named = {"bismarck": "BB", "hood": "BC", "scheer": "PB", "hipper": "CA", "koln": "CL", "ark_royal": "CV"}
    named |= {"widder": "AC", "rawalpindi": "AC", "british_dd_squadron": "DD", "british_convoy": "convoy"}
    assert {name: TYPES[name].kind for name in named} == named


@pytest.mark.parametrize(
    ("name", "front", "back", "torpedoes"),
    [
        ("bismarck", (2, "medium", 4, 2), (4, "slow", 3, 1), False),
        ("scharnhorst", (2, "fast", 3, 2), (3, "slow", 2, 0), False),
        ("scheer", (1, "medium", 2, 1), (2, "slow", 1, 0), True),
        ("leipzig", (1, "slow", 1, 0), (1, "very slow", 0, -1), True),
        ("king_george_v", (2, "medium", 4, 2), (3, "slow", 2, 0), False),
        ("rodney", (2, "slow", 3, 2), (2, "very slow", 1, 0), False),
        ("renown", (2, "fast", 3, 1), (2, "slow", 1, 0), False),
        ("kent", (1, "fast", 1, 0), (1, "slow", 0, -1), False),
        ("norfolk", (1, "fast", 1, 0), (1, "slow", 0, -1), True),
        ("neptune", (1, "fast", 0, 0), (1, "slow", -1, -2), True),
        ("arethusa", (1, "fast", 0, -1), (1, "very slow", None, None), True),
        ("british_convoy", (None, "very slow", -2, None), (None, "very slow", None, None), False),
        ("british_dd_squadron", (None, "slow", 0, None), None, True),
    ],
)  # fmt: skip
@rule("AC-SH-02", "AC-SH-03", "AC-SH-04", "AC-SH-05", "AC-AMB-23", "AC-AMB-52")
def test_the_figures_of_a_counter(
    name: str, front: tuple[Any, ...], back: tuple[Any, ...] | None, torpedoes: bool
) -> None:
    kind = TYPES[name]
    faces = [face and (face.hits, face.speed, face.short, face.long) for face in (kind.front, kind.back)]
    assert (faces, kind.torpedoes) == ([front, back], torpedoes)


@rule("AC-SH-04")
def test_a_ship_without_a_value_does_not_fire_and_one_below_zero_does() -> None:
    """Arethusa has 0/-1 and fires at Extreme range; damaged she has none."""
    fires = play(in_battle("hipper", "arethusa", {}), *(1,) * 40)
    silent = play(in_battle("hipper", "arethusa*", {}), *(1,) * 40)
    assert "Arethusa" in guns(fires)[0]
    assert not any(text.startswith("Arethusa") for text in guns(silent))


@rule("AC-SH-05", "AC-TP-01")
def test_torpedoes_are_for_undamaged_ships_with_the_sign() -> None:
    for british, may in (("norfolk", True), ("kent", False), ("norfolk*", False)):
        zones = {british.rstrip("*"): "close", "hipper": "near"}
        match = play(in_battle("hipper", british, zones, "torpedoes"), *(1,) * 40)
        assert (asked(match)[1] == "torpedo_at") == may, british


@rule("AC-SH-06", "AC-SM-01")
def test_a_damaged_ship_makes_no_smoke() -> None:
    for british, smokes in (("norfolk", {0, 1}), ("norfolk*", {0})):
        match = play(in_battle("bismarck", british, {}, "maneuver"), *(1,) * 40)
        while asked(match)[0] == "german":
            do(match, offered(match)[0])
        assert {option[2] for option in offered(match)} == smokes


@rule("AC-SH-07", "AC-AS-01")
def test_only_an_undamaged_carrier_flies_and_she_never_fires() -> None:
    for carrier, flies in (("victorious", True), ("victorious*", False)):
        match = play(position(tf("B1", carrier, "0811"), tf("G1", "scheer", "0812")))
        assert orders(match, "strike") == ([("B1", "G1")] if flies else [])
        helped = do(
            play(position(tf("B1", carrier, "0811"), tf("B2", "hood", "0812"), tf("G1", "scheer", "0812")), *(3,) * 9),
            ("engage", "B2", "G1"),
        )
        assert (asked(helped)[1] == "air_support") == flies
    fight = play(in_battle("scheer", "victorious", {"victorious": "near", "scheer": "near"}), *(1,) * 40)
    assert not any(text.startswith("Victorious") for text in guns(fight))


@pytest.mark.parametrize("name", ["widder", "tanker"])
@rule("AC-SH-08", "AC-AMB-20")
def test_ships_without_a_back_are_sunk_by_one_hit(name: str) -> None:
    """An Air Strike at total 0: 9 with +3 from the same hex is Contact and a Damage result, 6 with it a Hit."""
    for dice in ((2, 4), (4, 5)):
        state = position(tf("B1", "victorious", "0909"), tf("G1", name, "0909"), tf("G2", "scheer", "0712"))
        match = do(play(state, *dice, 3, 3), ("strike", "B1", "G1"))
        assert "G1" not in match.state.forces
        assert [(fate.ship.id, fate.how) for fate in match.state.fates] == [(name, "sunk")]


@rule("AC-SH-09")
def test_no_scenario_lets_a_german_convoy_disperse() -> None:
    assert TYPES["german_convoy"].back is None
    ships = [
        one for scenario in SCENARIOS for held in GAME.setup(scenario, GAME.read_options({})).forces.values()
        for one in held.ships if one.kind.kind == "convoy"
    ]  # fmt: skip
    assert {one.kind.side for one in ships if one.may_disperse} == {"british"}


@rule("AC-SH-10")
def test_a_convoy_is_a_ship_of_its_task_force() -> None:
    """It can be hit as any ship, and makes the whole task force very slow."""
    state = position(tf("G1", "german_convoy koln", "0909"), tf("B1", "victorious", "0909"))
    assert state.forces["G1"].speed == 0
    match = do(play(state, 1, 5, 3, 3), ("strike", "B1", "G1"))
    assert (asked(match), offered(match)) == (("british", "hit_ship"), ["german_convoy", "koln"])


# Task forces


@rule("AC-TF-01")
def test_a_task_force_has_one_ship_or_many() -> None:
    state = position(tf("B1", "hood", "0909"), tf("G1", "scheer hipper lutzow koln nurnberg leipzig", "0712"))
    assert [len(one.ships) for one in state.forces.values()] == [1, 6]
    state.forces["B1"] = replace(state.forces["B1"], ships=())
    assert GAME.defects(state)


@pytest.mark.parametrize(
    ("ships", "speed"),
    [
        ("hood", 3),
        ("hood prince_of_wales", 2),
        ("hood* prince_of_wales", 1),
        ("hood british_convoy", 0),
        ("rodney*", 0),
    ],
)
@rule("AC-TF-02", "AC-SH-02", "AC-SH-10")
def test_a_task_force_is_as_fast_as_its_slowest_ship(ships: str, speed: int) -> None:
    assert tf("B1", ships, "0909").speed == speed


@rule("AC-TF-03", "AC-RO-02", "AC-RO-03")
def test_only_stations_split_and_merge() -> None:
    german = tf("G1", "scheer", "0712")
    match = play(position(line("B1", "hood kent", "0909 0808"), tf("B2", "norfolk", "0909"), german))
    assert ("reorganize",) not in offered(match)
    match = do(play(position(tf("B1", "hood kent", "0909"), tf("B2", "norfolk", "0909"), german)), ("reorganize",))
    assert offered(match) == [("split", "B1"), ("merge", "B1", "B2"), ("merge", "B2", "B1")]


@rule("AC-TF-04", "AC-PT-09", "AC-AMB-29")
def test_a_group_is_out_of_play_until_it_is_called() -> None:
    state = position(tf("B1", "hood", "0909"), tf("G1", "scheer", "0712"), groups={"BA": ("gibraltar", "renown")})
    match = play(state, 4, 4)
    assert not any("BA" in option for option in offered(match))
    do(match, ("reorganize",), ("reinforce", "BA"), "done")
    assert (where(match, "B2"), orders(match, "trajectory")) == ("gibraltar", [("B1",), ("B2",)])
    assert rolled(match) == ["reinforce_roll"]


@rule("AC-TF-05", "AC-CO-05")
def test_a_task_force_that_loses_its_last_ship_leaves_the_chart_and_its_set_is_free() -> None:
    state = position(
        tf("G1", "widder", "0909"), tf("B1", "victorious", "0909"), tf("G2", "scheer hipper", "0712"),
        boats=(boat("U1", "0609"),),
    )  # fmt: skip
    match = do(play(state, 4, 5, 1, 6, 1), ("strike", "B1", "G1"))
    assert told(match)[-3:] == ["force_gone", "vie_lost", "initiative"]
    do(match, ("reorganize",), ("split", "G2"), "hipper", "done")
    assert (where(match, "G1"), [one.id for one in force(match, "G1").ships]) == ("0712", ["hipper"])

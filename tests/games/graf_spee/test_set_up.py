"""Components, set-up and the tracks (sections 1 to 3): what is on the table when the cruise begins."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import flagplot
from flagplot.engine.match import Match
from flagplot.games.graf_spee import GAME
from flagplot.games.graf_spee.spaces import DISTANCE, HIGH_SEAS, NEIGHBOURS, SPACES, ZONES
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.tables import (
    ALLIED_SHIPS,
    CARGO,
    CARRIERS,
    CUPS,
    DEPARTMENTS,
    GERMAN_SHIPS,
    INCIDENTS,
    MARKERS,
    ORDERS,
    STATIONS,
)
from tests.games.graf_spee.builder import (
    aboard,
    alert,
    as_set_up,
    asked,
    barred_by,
    choose,
    drawn,
    figures,
    offered,
    play,
    position,
    ship,
    start,
    texts,
    told,
    vp,
)
from tests.rules import rule

SHIP, QUIET = "ship_counter", "quiet_counter"
# Four ships for Ascension and one for Mozambique; the second order
DRAWS = (SHIP, SHIP, QUIET, SHIP, QUIET, SHIP, QUIET, SHIP, QUIET, "breakout")
SEVEN = ("radar", "float_plane", "decoders", "dummy_funnels", "prize_crew", "damage_control", "enigma")


def begun(*answers: Any, dice: tuple[Any, ...] = DRAWS, options: tuple[str, ...] = ()) -> Match[State]:
    """A mission whose draws have been made, up to some of the answers of fitting out."""
    return choose(start("mission", *dice, options=options), *answers)


def fitted_out() -> Match[State]:
    return begun("no_reloads", *SEVEN, "k4")


# The game and its parts


@rule("GS-GEN-01")
def test_one_captain_plays_alone_and_a_second_may_join_with_the_deutschland() -> None:
    assert [seat.id for seat in GAME.seats] == ["graf_spee", "deutschland"]
    assert {seat.side for seat in GAME.seats} == {"german"}
    assert begun().seats == ("graf_spee",)
    assert begun(options=("deutschland",)).seats == ("graf_spee", "deutschland")


@rule("GS-GEN-02", "GS-SET-04")
def test_an_order_is_drawn_at_random_from_all_eight() -> None:
    orders = Counter(flagplot.new("graf-spee", seed=seed).state.order for seed in range(200))
    assert set(orders) == set(ORDERS)
    assert all(10 <= count <= 45 for count in orders.values())


@rule("GS-GEN-02", "GS-CAM-01")
@pytest.mark.parametrize("order", ORDERS)
def test_a_mission_can_be_played_by_itself(order: str) -> None:
    match = flagplot.new("graf-spee", order, seed=1)
    assert (match.state.order, match.state.orders, match.state.campaign) == (order, [], False)


@rule("GS-DEF-01", "GS-CMP-02")
def test_the_pools_hold_their_markers() -> None:
    state = GAME.setup("mission", GAME.read_options({}))
    pool = Counter(state.incidents)
    assert pool == {kind: count for kind, count in MARKERS.incident.items() if kind != "quiet_seas"}
    assert (len(state.incidents), state.quiet_aside) == (32, 8)
    assert Counter(state.damaged) == {"sunk": 4, "crippled": 8, "retreats": 6}
    assert sorted(state.defences) == [1, 1, 2, 2, 2, 3, 3, 4, 5]
    assert sorted(state.orders) == sorted(ORDERS)


@rule("GS-CMP-01", "GS-AMB-23")
def test_there_are_21_kinds_of_incidents_and_176_counters_in_all() -> None:
    assert (len(INCIDENTS), sum(MARKERS.incident.values())) == (21, 40)
    allied, spare, air, auxiliaries = len(ALLIED_SHIPS), 1, len(CARRIERS), 2
    displays, battle_markers, visited, others = 10 * len(GERMAN_SHIPS), 2, 6, 6
    cargo = MARKERS.cargo_copies * len(CARGO)
    markers = sum(MARKERS.incident.values()) + sum(MARKERS.damaged.values()) + len(MARKERS.port_defences)
    ships = len(GERMAN_SHIPS) + allied + spare + air + auxiliaries
    assert (allied, cargo, markers) == (28, 22, 67)
    assert ships + displays + cargo + MARKERS.mines + battle_markers + len(ORDERS) + markers + visited + others == 176


@rule("GS-DEF-02")
def test_the_types_of_allied_ships() -> None:
    types = Counter(ship.type for ship in ALLIED_SHIPS.values())
    assert types == {"BB": 4, "CV": 5, "CA": 8, "CL": 6, "DD": 4, "SS": 1}
    assert [name for name, ship in ALLIED_SHIPS.items() if ship.type == "SS"] == ["clyde"]
    assert {name for name, ship in ALLIED_SHIPS.items() if ship.air} == set(CARRIERS)


@rule("GS-MAP-01")
def test_the_map_has_its_kinds_of_spaces_joined_by_lines() -> None:
    assert Counter(place.kind for place in SPACES.values()) == {
        "start": 1, "sea": 63, "zone": 7, "haven": 1, "neutral": 9, "port": 8, "base": 6,
    }  # fmt: skip
    assert sum(map(len, NEIGHBOURS.values())) == 2 * 148
    distances = [DISTANCE["natl"][space] for space in ("altm", "pzh", "i3", "pzs", "b6")]
    assert distances == [7, 11, 13, 18, 21]
    assert {SPACES[zone].force for zone in ZONES} == {
        "Y", "K", "G", "H", "Ascension", "Seychelles", "Mozambique Channel",
    }  # fmt: skip


# The tracks


@rule("GS-TRK-01")
def test_victory_points_may_be_negative_and_the_game_goes_on() -> None:
    match = choose(play(position("auxiliaries", vp=-30)), "stay")
    assert (vp(match), match.result, match.state.day) == (-30, None, 2)


@rule("GS-TRK-02", "GS-AMB-08")
def test_a_display_has_nine_departments() -> None:
    assert DEPARTMENTS == (
        "leadership", "primary", "secondary", "tertiary", "torpedo", "engines", "hull", "ammo", "oil",
    )  # fmt: skip
    (display,) = begun().view("graf_spee").displays
    assert len(display.tracks) == 9


@rule("GS-TRK-03", "GS-AMB-38")
def test_the_tops_of_the_tracks() -> None:
    tops = {name: [getattr(german.most, part) for part in DEPARTMENTS] for name, german in GERMAN_SHIPS.items()}
    assert tops == {"graf_spee": [6, 3, 3, 1, 4, 6, 6, 6, 6], "deutschland": [6, 3, 3, 1, 4, 5, 6, 6, 6]}


@rule("GS-TRK-03")
def test_a_marker_stops_at_the_top_of_its_track() -> None:
    match = play(position("outfitting", "p1", spee={"oil": 4}), 6)
    choose(match, "refuel")
    assert figures(match, "oil") == (6,)
    assert texts(match, "raised") == ["Graf Spee: oil +2, now 6."]


@rule("GS-TRK-03")
def test_damage_to_a_department_at_0_is_ignored() -> None:
    # Simonstown hits, but the primary guns are already out.
    state = position("bombardment", "b3", spee={"primary": 0}, guns={"b3": 5})
    match = play(state, 5, 1)
    assert figures(match, "primary") == (0,)
    assert told(match, "lowered") == []


# Set-up


@rule("GS-SET-01")
def test_the_alert_level_begins_at_1_and_five_carriers_have_aircraft() -> None:
    assert alert(begun()) == 1
    assert {name: ALLIED_SHIPS[name].air for name in CARRIERS} == {
        "ark_royal": 5, "glorious": 4, "furious": 3, "eagle": 2, "hermes": 2,
    }  # fmt: skip


@rule("GS-SET-02")
def test_the_allied_ships_that_lie_face_up() -> None:
    match = begun()
    assert match.state.stations == {
        "pzy": ["hermes", "strasbourg"],
        "pzk": ["ark_royal", "clyde", "hostile", "neptune", "hereward", "hero", "hardy", "renown"],
        "pzg": ["exeter", "ajax", "achilles"],
        "pzh": ["shropshire", "sussex", "dorsetshire"],
        "pzs": ["eagle", "cornwall"],
        "a1": ["cumberland"],
    }
    assert "indefatigable" not in ALLIED_SHIPS


@rule("GS-SET-03")
def test_counters_are_drawn_face_down_and_quiet_seas_among_them_go_into_the_pool() -> None:
    match = begun()
    assert match.state.face_down == {"pza": 4, "pzm": 1}
    assert (match.state.incidents.count("quiet_seas"), match.state.quiet_aside) == (4, 4)
    assert match.state.cups == {zone: list(cup.ships) for zone, cup in CUPS.items()}
    assert texts(match, "counters_placed") == [
        "Ascension Patrol Zone: 4 ships face down; 2 Quiet Seas into the pool.",
        "Mozambique Channel Patrol Zone: 1 ship face down; 2 Quiet Seas into the pool.",
    ]


@rule("GS-SET-03")
def test_a_zone_whose_counters_are_all_quiet_seas_is_empty() -> None:
    dice = (*[QUIET] * 5, SHIP, *[QUIET] * 3, "cape")
    match = begun(dice=dice)
    assert match.state.face_down == {"pza": 1}
    assert (match.state.incidents.count("quiet_seas"), match.state.quiet_aside) == (8, 0)


@rule("GS-SET-03", "GS-AMB-29")
def test_what_was_drawn_is_told_only_by_number() -> None:
    match = begun()
    assert set(drawn(match, "cup_draw")) == {SHIP, QUIET}
    names = {ALLIED_SHIPS[name].name for cup in CUPS.values() for name in cup.ships}
    assert not any(name in text for text in texts(match) for name in names)


@rule("GS-SET-04")
@pytest.mark.parametrize(("order", "days", "points"), [("breakout", 6, 25), ("indian-ocean-raid", 19, 100)])
def test_the_order_gives_its_days_and_the_first_day_begins(order: str, days: int, points: int) -> None:
    match = begun(dice=(*DRAWS[:-1], order))
    assert (match.state.order, match.state.day) == (order, 1)
    (given,) = texts(match, "order_given")
    assert given.endswith(f"within {days} days.")
    assert f" {points} victory points" in given


@rule("GS-SET-05")
def test_the_displays_begin_at_their_values() -> None:
    match = begun(options=("deutschland",))
    assert figures(match) == (3, 3, 3, 1, 2, 6, 6, 6, 6)
    assert figures(match, name="deutschland") == (4, 3, 3, 1, 2, 5, 6, 6, 3)


@rule("GS-SET-06")
@pytest.mark.parametrize(("answer", "ammo", "reloads"), [("reloads", 5, True), ("no_reloads", 6, False)])
def test_torpedo_reloads_cost_one_ammunition(answer: str, ammo: int, reloads: bool) -> None:
    match = begun(answer)
    assert (figures(match, "ammo"), ship(match).reloads) == ((ammo,), reloads)


@rule("GS-SET-07", "GS-CGO-01")
def test_seven_different_markers_are_chosen_from_hull_space_0_on() -> None:
    match = begun("no_reloads")
    assert offered(match) == set(CARGO)
    choose(match, *SEVEN[:3])
    assert match.decision.about["hull"] == 3
    assert offered(match) == set(CARGO) - set(SEVEN[:3])
    assert barred_by(match, "radar") == "GS-CGO-01"
    choose(match, *SEVEN[3:])
    assert aboard(match) == list(SEVEN)
    assert asked(match) == ("graf_spee", "auxiliary_start")


@rule("GS-SET-07")
def test_both_ships_can_carry_the_same_kinds() -> None:
    match = begun("no_reloads", *SEVEN, "no_reloads", *SEVEN, options=("deutschland",))
    assert aboard(match) == aboard(match, "deutschland") == list(SEVEN)


@rule("GS-SET-08")
def test_one_auxiliary_cruiser_is_in_the_altmark_area_and_the_other_anywhere_on_the_high_seas() -> None:
    match = begun("no_reloads", *SEVEN)
    assert offered(match) == set(HIGH_SEAS)
    assert [barred_by(match, space) for space in ("altm", "pzg", "p4")] == ["GS-SEQ-03"] * 3
    choose(match, "k4")
    assert match.state.auxiliaries == match.state.auxiliary_starts == ["altm", "k4"]


@rule("GS-SET-08")
def test_the_german_ships_begin_in_the_north_atlantic_and_the_first_day_with_outfitting() -> None:
    match = fitted_out()
    assert ship(match).space == "natl"
    assert (asked(match), match.state.day) == (("graf_spee", "seek_intelligence"), 1)  # nothing to outfit yet
    assert GAME.defects(match.state) == []


@rule("GS-SET-02", "GS-SET-03")
def test_all_28_named_ships_have_a_place() -> None:
    placed = [name for names in STATIONS.values() for name in names] + [n for cup in CUPS.values() for n in cup.ships]
    assert sorted(placed) == sorted(ALLIED_SHIPS)
    assert GAME.inventory(fitted_out().state)["Allied ships"] == 28


@rule("GS-AMB-51", "GS-RED-01")
def test_after_a_redeployment_any_ship_may_lie_anywhere() -> None:
    seen: Counter[str] = Counter()
    for zone, entered_from in (("pzg", "w8"), ("pzm", "i4")):
        state = position("sailing", entered_from, face_down={"pzg": 4, "pzm": 4})
        for seed in range(350):
            (turned,) = told(flagplot.new("graf-spee", state=state, seed=seed).choose(zone), "turned_up")
            seen.update(turned.about["ships"])
    # 2,800 counters of 28 ships: each is expected 100 times, with a deviation of about 9.
    assert set(seen) == set(ALLIED_SHIPS)
    assert all(60 <= count <= 140 for count in seen.values())


@rule("GS-AMB-29", "GS-AMB-51", "GS-SET-03")
def test_counters_turned_up_are_drawn_uniformly_from_their_cup() -> None:
    seen: Counter[str] = Counter()
    state = as_set_up("sailing", "c4", face_down={"pza": 3, "pzm": 1})
    for seed in range(600):
        match = flagplot.new("graf-spee", state=state, seed=seed).choose("pza")
        (turned,) = told(match, "turned_up")
        assert len(set(turned.about["ships"])) == 3
        seen.update(turned.about["ships"])
    assert set(seen) == set(CUPS["pza"].ships)
    # Each of six is expected 300 times, with a deviation of about 12.
    assert all(250 <= count <= 350 for count in seen.values())

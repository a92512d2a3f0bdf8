"""Ports, air bases and the chart (AC-PT, AC-AB, AC-MP)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from flagplot.games.atlantic_chase import GAME
from flagplot.games.atlantic_chase.hexes import (
    AIR_DISTANCE,
    ALL_HEXES,
    ARCTIC,
    BOX_HEXES,
    HEX,
    HEXES,
    MAP,
    NEIGHBOURS,
    PORTS,
    UBOAT_ZONE,
    hexes_in,
)
from flagplot.games.atlantic_chase.judgement.ways import distances
from flagplot.games.atlantic_chase.scenarios import waters
from tests.games.atlantic_chase.builder import (
    asked,
    at,
    boat,
    do,
    line,
    marked,
    offered,
    orders,
    play,
    position,
    rolled,
    tf,
    where,
)
from tests.rules import rule

RAIDER = line("G1", "scheer", "0712 0713")
RAIDER_TWO = line("G2", "lutzow", "0712 0713")

# Ports


@rule("AC-PT-01", "AC-PT-10")
def test_ports_belong_to_hexes_and_boxes() -> None:
    hexes = {key: (port.box, port.hexes) for key, port in PORTS.items()}
    assert hexes["scapa_flow"] == hexes["methil"] == ("scapa_flow_methil", ("1308",))
    assert hexes["clyde"] == hexes["liverpool"] == ("clyde_liverpool", ("1309",))
    assert hexes["st_nazaire"] == hexes["bordeaux"] == ("st_nazaire_bordeaux", ("1410",))
    assert hexes["south_america"] == ("south_america", ("0312", "0412"))
    assert len({box for box, _ in hexes.values()}) == 19


@rule("AC-PT-10", "AC-RO-03")
def test_stations_of_two_ports_that_share_a_box_lie_together() -> None:
    """One came in from the hex of Clyde and Liverpool, the other was set up there."""
    state = position(tf("B1", "hood", "1309"), tf("B2", "kent", "clyde_liverpool"), RAIDER)
    match = do(play(state), ("shift", "B1"), ("reorganize",))
    assert offered(match) == [("merge", "B1", "B2"), ("merge", "B2", "B1")]


@rule("AC-PT-02", "AC-AMB-25", "AC-AMB-28", "AC-CT-03")
def test_a_station_goes_in_or_out_of_port_free_of_cost_once_in_a_tenure() -> None:
    state = position(
        tf("B1", "hood", "1308", contact="1308", is_evasive=True), tf("B2", "kent", "scapa_flow_methil"), RAIDER
    )
    match = play(state, 1, 1)
    assert orders(match, "shift") == [("B1",), ("B2",)]
    do(match, ("shift", "B1"), ("shift", "B2"))
    assert (where(match, "B1"), where(match, "B2")) == ("scapa_flow_methil", "1308")
    assert marked(match, "B1") == {"evasive": "yes"}  # Contact is gone
    assert (asked(match), orders(match, "shift"), rolled(match)) == (("british", "order"), [], [])
    do(match, ("pass", ""), ("pass", "G1"), at("0712"))
    assert orders(match, "shift") == [("B1",), ("B2",)]  # a new tenure


@rule("AC-PT-02", "AC-EX-05")
def test_only_friendly_ports_take_a_station_in() -> None:
    """Bergen is German in 1941; Murmansk is still neutral; a Trajectory does not go in at all."""
    for place in ("1507", "1704", "0909", "1308 1307"):
        assert orders(play(position(tf("B1", "hood", place), RAIDER)), "shift") == []
    match = play(position(tf("G1", "scheer", "1507"), tf("B1", "hood", "0909"), active="german"))
    assert orders(match, "shift") == [("G1",)]


@rule("AC-PT-03", "AC-PA-01")
def test_a_trajectory_that_becomes_a_station_in_a_pass_stays_in_the_hex() -> None:
    match = do(play(position(line("B1", "hood", "1208 1308"), RAIDER), 1), ("pass", "B1"), at("1308"))
    assert (where(match, "B1"), asked(match)) == ("1308", ("german", "order"))


@rule("AC-PT-04", "AC-AS-03", "AC-EN-01", "AC-SE-04")
def test_a_station_in_a_box_is_no_target() -> None:
    """In its port's hex the same task force is the target of a carrier, a cruiser and a submarine."""
    for place, targets in (("1507", 1), ("bergen", 0)):
        state = position(
            tf("B1", "victorious", "1507"), tf("B2", "norfolk", "1507"), tf("G1", "bismarck", place), RAIDER_TWO,
            boats=(boat("S1", "1507"),),
        )  # fmt: skip
        match = play(state)
        found = [orders(match, kind) for kind in ("engage", "attack")]
        assert [len([one for one in orders if one[1] == "G1"]) for orders in found] == [2 * targets, targets]
        assert (("B1", "G1") in orders(match, "strike")) == bool(targets)


@rule("AC-PT-05", "AC-CM-05", "AC-CM-01")
def test_a_task_force_in_a_box_neither_attacks_nor_helps() -> None:
    """The Home Fleet with a carrier at Scapa Flow, in the box and out of it, while the enemy lies in the hex."""
    for place, can in (("1308", True), ("scapa_flow_methil", False)):
        state = position(
            tf("B1", "victorious hood", place), tf("B2", "norfolk", "1308"), tf("G1", "scheer", "1308"), RAIDER_TWO
        )
        match = play(state, *(3,) * 12)
        assert (("B1", "G1") in orders(match, "engage")) == can
        assert (("B1", "G1") in orders(match, "strike")) == can
        do(match, ("engage", "B2", "G1"))
        if can:
            assert (asked(match), offered(match)) == (("british", "coordinate"), ["none", "B1"])
            do(match, "none")
        assert asked(match) == ("british", "air_support")
        assert ("B1" in [option[0] for option in offered(match)]) == can


@rule("AC-PT-06")
def test_a_course_out_of_port_begins_in_the_port_hex() -> None:
    match = do(play(position(tf("B1", "hood", "clyde_liverpool"), RAIDER)), ("trajectory", "B1"), "done")
    assert where(match, "B1") == "1309 "
    state = position(line("B1", "hood", "1308 1307"), RAIDER)
    state.forces["B1"] = replace(state.forces["B1"], box="scapa_flow_methil")
    assert GAME.defects(state)


@rule("AC-PT-07", "AC-EX-05")
def test_a_neutral_port_is_nobodys() -> None:
    """Nobody completes at Narvik in Juno; the Germans do at Trondheim, which they hold."""
    for place, ports in (("1505", []), ("1506", [("G1", "trondheim")])):
        state = position(tf("G1", "hipper", place), tf("B1", "hood", "0909"), scenario="juno", active="german")
        assert orders(play(state), "complete") == ports
    state = position(tf("B1", "hood", "1505"), line("G1", "hipper", "0712 0713"), scenario="juno")
    assert orders(play(state), "complete") == []


@rule("AC-PT-09", "AC-AMB-29", "AC-AMB-50")
def test_a_group_comes_into_play_in_the_box_of_its_port() -> None:
    state = position(tf("B1", "hood", "1308"), RAIDER, groups={"BA": ("methil", "kent")})
    match = do(play(state, 4, 3), ("reorganize",), ("reinforce", "BA"))
    assert (asked(match), offered(match)) == (("british", "join"), ["new", "B1"])
    do(match, "new", "done")
    assert where(match, "B2") == "scapa_flow_methil"


@pytest.mark.parametrize(
    ("box", "names"), [("new_york", "0108 0109"), ("africa", "1014 1114"), ("archangel", "1804"), ("kiel", "1608")]
)
@rule("AC-PT-11", "AC-PT-01", "AC-AMB-30")
def test_ports_at_the_edge_work_as_ports_and_open_to_each_of_their_hexes(box: str, names: str) -> None:
    scenario = "rosselsprung"  # in 1942, when all of them are somebody's
    side = "german" if box == "kiel" else "british"
    own, other = ("G1", "B1") if side == "german" else ("B1", "G1")
    ships = {"G1": "hipper", "B1": "kent"}
    state = position(tf(own, ships[own], box), line(other, ships[other], "0909 0910"), scenario=scenario, active=side)
    match = play(state)
    several = len(names.split()) > 1
    expected = [(own, at(name)) for name in names.split()] if several else [(own,)]
    assert orders(match, "shift") == expected
    assert len(orders(match, "complete")) == 1
    do(match, ("shift", *expected[-1]))
    assert where(match, own) == names.split()[-1]
    if several:
        course = do(play(state), ("trajectory", own))
        assert [HEXES[number] for _, number in offered(course)] == names.split()


# Air bases


@rule("AC-AB-01")
def test_air_bases_are_in_play_by_year_and_by_scenario() -> None:
    in_play = {name: set(waters(name).bases) for name in ("rawalpindi", "jervis_bay", "rheinubung", "sportpalast")}
    assert "air_biscay_french" in in_play["rawalpindi"]
    assert "air_biscay_french" not in in_play["jervis_bay"] | in_play["rheinubung"]
    assert ["air_newfoundland" in in_play[name] for name in in_play] == [False, True, True, True]
    assert ["air_new_england" in in_play[name] for name in in_play] == [False, False, True, True]
    assert ["air_north_cape" in in_play[name] for name in in_play] == [False, False, False, True]
    assert waters("rheinubung").bases["air_bergen"] == ("german", HEX["1507"])  # the scenario's marker


@rule("AC-AB-01", "AC-AS-01", "AC-CM-01")
def test_the_marker_of_a_scenario_works_as_any_air_base() -> None:
    """Bergen in Rheinübung: it strikes, supports, and sees a British course."""
    state = position(tf("G1", "hipper", "1406"), tf("B1", "kent", "1406"), line("B2", "hood", "1407"), active="german")
    match = play(state, *(3,) * 12)
    assert ("air_bergen", "B1") in orders(match, "strike")
    do(match, ("engage", "G1", "B1"))
    assert ("air_bergen", at("1507")) in offered(match)
    state.active = "british"
    match = do(play(state), ("trajectory", "B2"), (1, at("1507")), "done")
    assert marked(match, "B2") == {"intel": "1507"}


@rule("AC-AB-02", "AC-AS-03")
def test_nobody_attacks_an_air_base() -> None:
    """A carrier, a cruiser and a submarine in the hex of the Kattegat base have nothing to attack."""
    state = position(
        tf("B1", "victorious", "1607"), tf("B2", "kent", "1607"), line("G1", "scheer", "0712 0713"),
        boats=(boat("S1", "1607"),),
    )  # fmt: skip
    match = play(state)
    assert [orders(match, kind) for kind in ("strike", "engage", "search", "attack")] == [[], [], [], []]


# The chart


@rule("AC-MP-01")
def test_hexes_out_of_play_take_nobody() -> None:
    assert len(HEXES) == 123
    assert "1604" not in HEXES
    match = do(play(position(line("B1", "hood", "1405"), RAIDER)), ("trajectory", "B1"))
    assert sorted(HEXES[number] for _, number in offered(match)) == ["1305", "1306", "1404", "1406", "1505", "1506"]
    match = do(play(position(line("B1", "hood", "1603"), RAIDER)), ("trajectory", "B1"))
    assert sorted(HEXES[number] for _, number in offered(match)) == ["1503", "1504", "1602", "1703", "1704"]


@rule("AC-MP-02", "AC-AMB-24")
def test_no_trajectory_crosses_a_closed_side_but_aircraft_do() -> None:
    for one, other in MAP.closed:
        for side in ("german", "british"):
            assert HEX[other] not in NEIGHBOURS[side][HEX[one]]
            assert HEX[one] not in NEIGHBOURS[side][HEX[other]]
        assert AIR_DISTANCE[HEX[one]][HEX[other]] == 1
    match = do(play(position(line("B1", "hood", "1308"), RAIDER)), ("trajectory", "B1"))
    assert "1309" not in [HEXES[number] for _, number in offered(match)]
    state = position(tf("B1", "victorious", "1205"), tf("B2", "kent", "1106"), tf("G1", "scheer", "1106"))
    match = do(play(state, *(3,) * 9), ("engage", "B2", "G1"))
    assert ("B1", at("1205")) in offered(match)


@rule("AC-MP-03", "AC-AMB-22")
def test_only_german_courses_use_the_canal_and_aircraft_of_both_sides_count_it() -> None:
    ((one, other),) = MAP.canal
    assert {one, other} == {"1509", "1608"}
    assert HEX["1608"] in NEIGHBOURS["german"][HEX["1509"]]
    assert HEX["1608"] not in NEIGHBOURS["british"][HEX["1509"]]
    for side, key, ships in (("german", "G1", "scheer"), ("british", "B1", "kent")):
        forces = [tf("G1", "scheer", "0909"), tf("B1", "kent", "0910")]
        forces = [force for force in forces if force.key != key] + [line(key, ships, "1509")]
        match = do(play(position(*forces, active=side)), ("trajectory", key))
        assert (at("1608") in [number for _, number in offered(match)]) == (side == "german")
    assert AIR_DISTANCE[HEX["1509"]][HEX["1608"]] == 1


@rule("AC-MP-04", "AC-AMB-01")
def test_the_arctic_line_has_bad_weather_always() -> None:
    """Coordination gives 1 there in Good Weather, and no carrier flies there."""
    assert sorted(HEXES[number] for number in hexes_in(ARCTIC)) == sorted(MAP.arctic)
    for place, plus in (("1105", "+1 Coordination"), ("1205", "+2 Coordination")):
        state = position(
            tf("B1", "norfolk", place), tf("B2", "suffolk", place), tf("B3", "victorious", "1205"),
            tf("G1", "bismarck", place), weather="good",
        )  # fmt: skip
        match = play(state, 1, 1, *(3,) * 12)
        assert (("B3", "G1") in orders(match, "strike")) == (place == "1205")
        do(match, ("engage", "B1", "G1"), "B2")
        if asked(match)[1] == "air_support":
            do(match, "none")
        assert plus in next(entry.text for entry in match.log() if entry.kind == "roll")


@rule("AC-MP-05", "AC-SE-06")
def test_boats_of_both_sides_attack_better_in_the_uboat_zone() -> None:
    assert sorted(HEXES[number] for number in hexes_in(UBOAT_ZONE)) == sorted(MAP.uboat_zone)
    for place, bonus in (("1406", True), ("1405", False)):
        for side, boats, own, target in (
            ("british", boat("S1", place), "B1", "G1"),
            ("german", boat("U1", place), "G1", "B1"),
        ):
            ships = {"B1": "kent", "G1": "hipper"}
            state = position(
                tf(own, ships[own], "0909"), tf(target, ships[target], place), boats=(boats,), active=side,
                weather="bad",
            )  # fmt: skip
            match = do(play(state, 1, 1, 3, 3), ("attack", boats.key, target))
            text = next(entry.text for entry in match.log() if entry.kind == "roll")
            assert ("+3 U-boat zone" in text) == bonus


@pytest.mark.parametrize(
    ("one", "other", "side", "segments"),
    [
        ("halifax", "clyde", "british", 12), ("new_york", "clyde", "british", 13), ("st_johns", "clyde", "british", 10),
        ("clyde", "gibraltar", "british", 7), ("africa", "clyde", "british", 7), ("africa", "portsmouth", "british", 7),
        ("hvalfjordur", "murmansk", "british", 8), ("hvalfjordur", "archangel", "british", 10),
        ("brest", "gibraltar", "german", 6), ("scapa_flow", "hvalfjordur", "british", 4),
        ("scapa_flow", "bergen", "british", 3), ("scapa_flow", "narvik", "british", 5),
        ("scapa_flow", "clyde", "british", 3), ("kiel", "bergen", "german", 4), ("kiel", "brest", "german", 4),
        ("kiel", "south_america", "german", 13), ("brest", "south_america", "german", 10),
        ("murmansk", "archangel", "british", 3),
    ],
)  # fmt: skip
@rule("AC-MP-01", "AC-MP-02", "AC-MP-03")
def test_the_routes_between_ports_are_as_long_as_they_should_be(one: str, other: str, side: str, segments: int) -> None:
    """Both ends counted."""
    table = distances(side)
    steps = min(table[a][b] for a in BOX_HEXES[PORTS[one].box] for b in BOX_HEXES[PORTS[other].box])
    assert steps + 1 == segments


@rule("AC-MP-02", "AC-ST-05")
def test_neighbours_are_mutual_and_one_hex_apart_by_air() -> None:
    for side in ("german", "british"):
        for number in ALL_HEXES:
            for other in NEIGHBOURS[side][number]:
                assert number in NEIGHBOURS[side][other]
                assert AIR_DISTANCE[number][other] == 1

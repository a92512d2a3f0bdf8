"""Common modifiers (section 1.24) and the rulings on who helps."""

from __future__ import annotations

import pytest

from flagplot.games.atlantic_chase.hexes import AIR_DISTANCE, NEIGHBOURS
from flagplot.games.atlantic_chase.rules.modifiers import modifiers_of
from flagplot.games.atlantic_chase.rules.trajectories import trajectory_total
from flagplot.games.atlantic_chase.state import Attack
from tests.games.atlantic_chase.builder import (
    asked,
    at,
    boat,
    do,
    force,
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


def plus(state: object, **changes: object) -> dict[str, int]:
    """The modifiers of an Engage by B1 against G1 in 0909."""
    attack = Attack("engage", "B1", "G1", at("0909"), **changes)  # type: ignore[arg-type]
    return {modifier.label: modifier.value for modifier in modifiers_of(state, attack)}  # type: ignore[arg-type]


@rule("AC-CM-01")
@pytest.mark.parametrize(("launch", "own", "cover"), [("0909", 3, -2), ("0809", 2, -1), ("0810", 1, 0)])
def test_aircraft_help_by_distance(launch: str, own: int, cover: int) -> None:
    state = position(
        tf("B1", "hood", "0909"),
        tf("B2", "victorious", launch),
        tf("G1", "scheer", "0909"),
        tf("G2", "graf_zeppelin", launch),
    )
    assert plus(state, support="B2", launch=at(launch)) == {"Air Support": own}
    assert plus(state, enemy_support="G2", enemy_launch=at(launch)) == {"enemy Air Support": cover}


@rule("AC-CM-01", "AC-TT-04")
def test_aircraft_two_hexes_away_do_not_change_the_roll_of_the_enemy_but_shorten_the_total() -> None:
    """V-58: a modifier of 0, and a base number of 9 becomes 5."""
    state = position(
        line("B1", "hood", "0909 0808 0807 0707"),
        line("G1", "scheer", "0909 1009 1010 1011 1012"),
        line("G2", "graf_zeppelin", "0810 0811 0812 0813"),
    )
    match = do(play(state, 3, 4, 6, 6), ("search", "B1", "G1"))
    assert (asked(match), offered(match)) == (("german", "air_support"), ["none", ("G2", at("0810"))])
    do(match, ("G2", at("0810")))
    assert the_roll(match, "search_roll") == {"total": 5, "sum": 7}


@rule("AC-CM-01", "AC-AMB-01")
@pytest.mark.parametrize(
    ("hex", "launch", "weather", "sources"),
    [
        ("0909", "0908", "good", ["B2"]),
        ("0909", "0908", "bad", []),
        ("0807", "0806", "good", []),
        ("0906", "0907", "good", []),
    ],
)
def test_aircraft_fly_in_good_weather_off_the_arctic_line(
    hex: str, launch: str, weather: str, sources: list[str]
) -> None:
    state = position(tf("B1", "hood", hex), tf("B2", "victorious", launch), tf("G1", "scheer", hex), weather=weather)
    match = do(play(state, 1, 1, 6, 1), ("engage", "B1", "G1"))
    found = [option[0] for option in offered(match)[1:]] if asked(match)[1] == "air_support" else []
    assert found == sources


@rule("AC-CM-01", "AC-CV-05", "AC-SH-07", "AC-PT-05")
def test_who_gives_air_support_has_an_undamaged_carrier_at_sea_and_may_guard_a_convoy() -> None:
    state = position(
        tf("B1", "hood", "1210"),
        tf("B2", "victorious british_convoy", "1110"),
        tf("B3", "ark_royal*", "1210"),
        tf("B4", "furious", "portsmouth"),
        tf("G1", "scheer", "1210"),
    )
    match = do(play(state), ("engage", "B1", "G1"), "none")
    assert asked(match) == ("british", "air_support")
    sources = {option[0] for option in offered(match)[1:]}
    assert sources == {"air_irish_sea", "air_northern_ireland", "air_south_coast", "B2"}


@rule("AC-CM-01", "AC-AMB-12", "AC-AMB-17")
def test_the_active_force_and_the_target_may_be_their_own_air_support() -> None:
    state = position(line("B1", "victorious", "0909 0809"), line("G1", "graf_zeppelin", "0909 1009 1010"))
    match = do(play(state, 3, 3, 6, 6), ("search", "B1", "G1"))
    assert (asked(match), offered(match)) == (
        ("british", "air_support"),
        ["none", ("B1", at("0809")), ("B1", at("0909"))],
    )
    do(match, ("B1", at("0909")))
    assert asked(match) == ("german", "air_support")
    do(match, ("G1", at("0909")))
    assert the_roll(match, "search_roll") == {"total": 5, "sum": 6 + 3 - 2}
    assert (where(match, "B1"), len(force(match, "G1").line)) == ("0909", 3)


@rule("AC-AMB-17", "AC-AMB-31")
def test_one_force_may_coordinate_and_support_and_lapses_once() -> None:
    state = position(
        tf("B1", "rodney", "0909"),
        tf("G1", "scheer", "0909"),
        line("G2", "graf_zeppelin hipper", "0909 1009 1010 1011 1012 1013"),
    )
    match = do(play(state, 3, 3, 6, 1), ("engage", "B1", "G1"), "G2", ("G2", at("0909")))
    assert the_roll(match, "engage_roll") == {"total": 0, "sum": 6 - 1 - 2}
    assert (where(match, "G2"), told(match).count("lapsed")) == ("0909 1009 1010 ", 1)
    attack = Attack(
        "engage", "B1", "G1", at("0909"), enemy_coordinating="G2", enemy_support="G2", enemy_launch=at("0909")
    )
    longer = position(
        line("B1", "hood", "0909 0809 0810 0811 0812 0813 0814 0714"), tf("G1", "scheer", "0909"), force(match, "G2")
    )
    assert trajectory_total(longer, attack) == 8 - 3


@rule("AC-CM-03", "AC-CT-04")
@pytest.mark.parametrize(("target", "bonus"), [("tanker", 4), ("leipzig", 3), ("scheer", 2), ("hipper", 2)])
def test_contact_helps_by_the_speed_of_the_target(target: str, bonus: int) -> None:
    hunter = tf("B1", "hood", "0909")
    assert plus(position(hunter, tf("G1", target, "0909", contact="0909"))) == {"Contact": bonus}
    assert plus(position(hunter, line("G1", target, "0909 1009", contact="1009"))) == {}


@rule("AC-CM-04", "AC-AMB-01")
@pytest.mark.parametrize(
    ("weather", "hex", "modifier"), [("good", "0909", -1), ("bad", "0909", -2), ("good", "0906", -2)]
)
def test_evasive_maneuvers_are_worth_more_in_bad_weather(weather: str, hex: str, modifier: int) -> None:
    state = position(tf("B1", "hood", hex), tf("G1", "scheer", hex, is_evasive=True), weather=weather)
    spent = do(play(state, 2, 2, 6, 1), ("engage", "B1", "G1"), "yes")
    assert (the_roll(spent, "engage_roll")["sum"], marked(spent, "G1")) == (4 + modifier, {})
    kept = do(play(state, 2, 2, 6, 1), ("engage", "B1", "G1"), "no", "no")
    assert (the_roll(kept, "engage_roll")["sum"], marked(kept, "G1")["evasive"]) == (4, "yes")


@rule("AC-CM-05", "AC-AMB-01", "AC-AMB-12")
@pytest.mark.parametrize(("weather", "hex", "own"), [("good", "0909", 2), ("bad", "0909", 1), ("good", "0906", 1)])
def test_coordination_is_worth_less_in_bad_weather(weather: str, hex: str, own: int) -> None:
    state = position(
        tf("B1", "hood", hex),
        tf("B2", "kent", hex),
        tf("B3", "york", "clyde_liverpool"),
        tf("G1", "scheer", hex),
        tf("G2", "koln", hex),
        weather=weather,
        boats=(boat("S1", hex),),
    )
    match = do(play(state, 1, 1, 6, 1), ("engage", "B1", "G1"))
    assert (asked(match), offered(match)) == (("british", "coordinate"), ["none", "B2", "S1"])
    do(match, "S1")
    assert (asked(match), offered(match)) == (("german", "coordinate"), ["none", "G2"])
    do(match, "G2")
    assert the_roll(match, "engage_roll")["sum"] == 2 + own - 1


@rule("AC-CM-05")
def test_a_target_alone_in_the_hex_does_not_coordinate() -> None:
    """V-46."""
    state = position(
        line("B1", "norfolk", "0909 0809"), line("B2", "kent", "0909 0910"), line("G1", "scheer", "0909 1009")
    )
    match = do(play(state, 3, 3, 1, 1), ("search", "B1", "G1"), "B2")
    assert rolled(match) == ["search_roll"]


@rule("AC-CM-06", "AC-AMB-31")
def test_helpers_of_both_sides_lapse() -> None:
    state = position(
        tf("B1", "rodney", "0909"),
        line("B2", "king_george_v", "0909 0809 0810"),
        tf("G1", "scheer", "0909"),
        line("G2", "bismarck", "0909 1009 1010"),
    )
    match = do(play(state, 1, 1, 6, 1), ("engage", "B1", "G1"), "B2", "G2", at("0809"), at("1010"))
    assert (where(match, "B2"), where(match, "G2"), held(match)) == ("0809", "1010", ("british", 1, "good"))


@rule("AC-CM-07", "AC-CR-01", "AC-IR-03")
@pytest.mark.parametrize(("dice", "alert"), [((1, 1), 0), ((3, 3), -1), ((3, 4), -2)])
def test_everything_adds_up_with_an_alert(dice: tuple[int, int], alert: int) -> None:
    state = position(
        line("B1", "victorious", "0909 0809", intel="0809"),
        tf("B2", "kent", "0909"),
        tf("G1", "leipzig", "0909", contact="0909", is_evasive=True),
        tf("G2", "graf_zeppelin", "0909"),
    )
    answers = ("engage", "B1", "G1"), "B2", ("B1", at("0909")), "G2", ("G2", at("0909")), "yes"
    match = do(play(state, *dice, 1, 1, 6, 6, 1), *answers)
    assert the_roll(match, "engage_roll")["sum"] == 2 + 2 + 3 + 3 - 1 - 2 - 1 + alert
    assert rolled(match)[:2] == ["interruption", "engage_roll"]


@rule("AC-AMB-11")
def test_boats_and_bases_neither_lapse_nor_carry_intel() -> None:
    state = position(
        tf("B1", "rodney", "0709"),
        tf("G1", "scheer", "0709"),
        tf("G2", "koln", "0513"),
        boats=(boat("S1", "0709"), boat("U1", "0709")),
    )
    match = do(play(state, 1, 1, 6, 1), ("engage", "B1", "G1"), "S1", ("air_newfoundland", at("0508")), "U1")
    assert (rolled(match), told(match).count("lapsed")) == (["engage_roll", "vie_active", "vie_inactive"], 0)
    assert set(match.state.stealth) == {"S1", "U1"}


@rule("AC-AMB-03")
def test_the_order_is_designations_interruption_evasive_maneuvers_dice() -> None:
    state = position(
        line("B1", "hood", "0909 0809", intel="0809"),
        tf("B2", "kent", "0909"),
        tf("G1", "scheer", "0909", is_evasive=True),
        tf("G2", "koln", "0909"),
    )
    match = do(play(state, 1, 1, 1, 1, 6, 1), ("engage", "B1", "G1"))
    keys = []
    for answer in ("B2", "G2", "yes"):
        keys.append((*asked(match), len(rolled(match))))
        do(match, answer)
    assert keys == [("british", "coordinate", 0), ("german", "coordinate", 0), ("german", "spend_em", 1)]
    assert rolled(match)[:2] == ["interruption", "engage_roll"]


@rule("AC-AMB-22", "AC-MP-03")
def test_the_canal_is_one_hex_by_air_for_both_sides() -> None:
    kiel, wilhelmshaven = at("1608"), at("1509")
    assert (AIR_DISTANCE[kiel][wilhelmshaven], AIR_DISTANCE[wilhelmshaven][kiel]) == (1, 1)
    assert (wilhelmshaven in NEIGHBOURS["german"][kiel], wilhelmshaven in NEIGHBOURS["british"][kiel]) == (True, False)

"""Odds, counted exactly: before an order, while help is chosen, and of a shot; and the tables they are read from."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from flagplot.engine.match import Match
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.state import State
from tests.games.atlantic_chase.builder import asked, at, boat, do, fight, line, offered, play, position, tf
from tests.rules import rule

# The tables as printed: least totals of the columns, least sums of the rows, cells
PRINTED = {
    "search": (t.NAVAL_SEARCH, (0, 5, 10, 16), (-9, 5, 6, 8, 10, 12, 13), """
        C EL EL M / C+SI EL EL M / C+SI SH EL EL / C+SI C+SH SH EL / C+SI C+SI C+SH EL / SK+SI C+SI C+SI SH
        / SK+SI SK+SI SK+SI C+SH"""),
    "engage": (t.ENGAGE, (0, 1, 5, 10, 14), (-9, 7, 8, 9, 10, 12, 13), """
        SK M M M M / CL M M M M / B SK M M M / B CL M M M / SU B SK C M / SU B CL C C / SU SU B SK SK"""),
    "strike": (t.AIR_STRIKE, (0, 1, 5, 10, 16), (-9, 7, 8, 9, 11, 13, 15), """
        M M M M M / C+S C+S V V M / C+S C+S C+S C+V V / C+H C+S C+S C+S C+V / C+D C+H C+S C+S C+S
        / C+D C+D C+H C+S C+S / C+D C+D C+D C+H C+H"""),
    "attack": (t.STEALTH_ATTACK, (0, 1, 2, 4, 7), (-9, 8, 10, 12, 13, 14), """
        M LC LC LC LC / V M M LC LC / S M M M LC / H S S M M / H+H H H S S / D+D D H+H H H"""),
}  # fmt: skip
TWO_DICE = [one + other for one, other in product(range(1, 7), repeat=2)]


def printed(kind: str, total: int, sum: int) -> list[str]:
    """The codes of a cell of a printed table, in any order."""
    _, columns, rows, text = PRINTED[kind]
    cells = [line.split() for line in text.split("/")]
    row = max(number for number, least in enumerate(rows) if least <= sum)
    return sorted(cells[row][max(number for number, least in enumerate(columns) if least <= total)].split("+"))


@rule("AC-AS-05", "AC-EN-03", "AC-NS-03", "AC-SE-06", "AC-TT-01")
@pytest.mark.parametrize("kind", PRINTED)
def test_every_cell_of_the_action_tables(kind: str) -> None:
    codes = {name: code for code, name in t.CODES.items()}
    for total, sum in product(range(46), range(-4, 25)):
        found = PRINTED[kind][0].by_total[total][sum]
        assert sorted(codes[name] for name in found) == printed(kind, total, sum), (total, sum)


@rule("AC-IR-02", "AC-IR-03", "AC-CR-01")
def test_every_cell_of_the_interruption_tables() -> None:
    cells = ["alert 0", "alert 1", "alert 2", "slip", "vie", *["initiative_change"] * 3]
    for charts, starts in ((t.INTERRUPTION, (2, 5, 7, 8, 10)), (t.INTERRUPTION_BOARD, (2, 5, 8, 9, 10))):
        for markers, sum in product(range(1, 5), range(2, 13)):
            row = max(number for number, least in enumerate(starts) if least <= sum)
            assert charts[markers - 1][sum] == cells[row + markers - 1], (markers, sum)


def of_36(match: Match[State], option: object) -> dict[str, int]:
    """The odds of an option in thirty-sixths; they are exact and add up to 1."""
    odds = match.odds(option)
    assert odds.exact
    assert sum(odds.values()) == 1
    return {outcome: int(share * 36) for outcome, share in odds.items()}


@rule("AC-NS-03", "AC-TT-03", "AC-CR-06", "AC-CR-13")
def test_the_odds_of_a_search_before_it_is_ordered() -> None:
    """V-60: total 9, no modifier."""
    state = position(line("B1", "norfolk", "0808 0909"), line("G1", "scheer", "0909 0910 0911 0912 0913 1013 1114"))
    assert of_36(play(state), ("search", "B1", "G1")) == {
        "Early or Late": 10, "Shadow": 11, "Contact; Shadow": 9, "Contact; Sighted": 6,
    }  # fmt: skip


@rule("AC-EN-03", "AC-CR-02", "AC-CR-03", "AC-CR-15", "AC-CR-18")
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("hipper", {"Contact": 6 + 4, "Battle": 11, "Surprise": 15}),
        ("scheer", {"Skirmish": 6, "Battle": 4 + 11, "Surprise": 15}),
    ],
)
def test_the_odds_of_an_engage_before_it_is_ordered(target: str, expected: dict[str, int]) -> None:
    """V-60: total 0, +2 for Contact; Skirmish and Closing In by who is as fast, and by who is faster."""
    state = position(tf("B1", "hood", "0909"), tf("G1", target, "0909", contact="0909"))
    assert of_36(play(state), ("engage", "B1", "G1")) == expected


@rule("AC-AS-05", "AC-CM-07", "AC-CR-08")
def test_the_odds_of_an_air_strike_before_it_is_ordered() -> None:
    """V-60: total 0, +2 from the next hex and +2 for Contact."""
    state = position(tf("B1", "victorious", "0809"), tf("G1", "scheer", "0909", contact="0909"))
    assert of_36(play(state), ("strike", "B1", "G1")) == {
        "miss": 1, "Contact; no hit": 5, "1 Hit; Contact; Scheer damaged": 9, "Contact; Scheer damaged": 21,
    }  # fmt: skip


@rule("AC-AS-02", "AC-CM-01")
def test_the_odds_of_an_air_strike_are_those_from_the_nearest_hex() -> None:
    """A line that begins two hexes away and comes beside the target: +2, not +1."""
    state = position(line("B1", "victorious", "0710 0809 0810"), tf("G1", "scheer", "0909"))
    match = play(state)
    before = of_36(match, ("strike", "B1", "G1"))
    assert before["miss"] == sum(thrown + 2 <= 6 for thrown in TWO_DICE)


@rule("AC-SE-06", "AC-CR-07")
def test_the_odds_of_a_stealth_attack() -> None:
    """Total 0: 7 or less a Miss, 8 to 11 too fast, 12 a Hit, whose ship is chosen later."""
    state = position(
        tf("B1", "hood kent", "0909"), tf("G1", "koln", "0513"), active="german", boats=(boat("U1", "0909"),)
    )
    assert of_36(play(state), ("attack", "U1", "B1")) == {"miss": 21, "no hit": 14, "Hit": 1}


@rule("AC-CM-01", "AC-CM-05")
def test_the_odds_while_help_is_chosen() -> None:
    """Each option shows the attack with that help: +2, +3, -1, -2 at total 0."""
    state = position(
        tf("B1", "hood", "0909"),
        tf("B2", "victorious", "0909"),
        tf("G1", "scheer", "0909"),
        tf("G2", "graf_zeppelin", "0909"),
    )

    def expected(plus: int) -> dict[str, int]:
        codes = [printed("engage", 0, thrown + plus)[0] for thrown in TWO_DICE]
        found = {
            "Skirmish": codes.count("SK"),
            "Battle": codes.count("CL") + codes.count("B"),
            "Surprise": codes.count("SU"),
        }
        return {outcome: ways for outcome, ways in found.items() if ways}

    match = play(state)
    assert of_36(match, ("engage", "B1", "G1")) == expected(0)
    do(match, ("engage", "B1", "G1"))
    air, cover = ("B2", at("0909")), ("G2", at("0909"))
    steps: list[tuple[str, str, dict[object, int], object]] = [
        ("british", "coordinate", {"none": 0, "B2": 2}, "B2"),
        ("british", "air_support", {"none": 2, air: 2 + 3}, air),
        ("german", "coordinate", {"none": 5, "G2": 5 - 1}, "G2"),
        ("german", "air_support", {"none": 4, cover: 4 - 2}, "none"),
    ]
    for seat, key, plus, chosen in steps:
        assert asked(match) == (seat, key)
        assert {option: of_36(match, option) for option in offered(match)} == {
            option: expected(value) for option, value in plus.items()
        }
        if key != "air_support" or seat == "british":
            do(match, chosen)


@rule("AC-GN-03", "AC-GN-05", "AC-GN-04")
@pytest.mark.parametrize(
    ("firer", "zones", "hit"),
    [
        ("bismarck", "", Fraction(69, 216)),
        ("bismarck", "hood:near kent:near", Fraction(21, 36)),
        ("scheer", "scheer:near hood:near kent:near", Fraction(21, 36)),
        ("scheer", "scheer:close hood:close kent:close", Fraction(174, 216)),
    ],
)
def test_the_odds_of_a_shot(firer: str, zones: str, hit: Fraction) -> None:
    """V-59: +2, so that 7 or more hits: Extreme, Long, Short, Point Blank."""
    match = fight(firer, "hood kent", active="german", zones=zones)
    for target in ("hood", "kent"):
        odds = match.odds(target)
        assert odds.exact
        assert sum(odds.values()) == 1
        assert 1 - odds["splash"] == hit


@rule("AC-GN-05", "AC-GN-07")
def test_the_odds_of_a_shot_say_what_it_does() -> None:
    """Long range, +2 at Kent: 7 to 10 damages her, 11 and more sinks her."""
    match = fight("bismarck", "hood kent", active="german", zones="hood:near kent:near")
    assert of_36(match, "kent") == {"splash": 15, "1 Hit; Kent damaged": 18, "2 Hits; Kent sunk": 3}
    assert of_36(match, "hood") == {"splash": 15, "1 Hit": 18, "2 Hits; Hood damaged": 3}


@rule("AC-NS-03", "AC-CM-05", "AC-CM-01")
def test_while_a_course_is_drawn_the_searches_that_could_follow_are_told_with_each_help() -> None:
    state = position(
        line("B1", "hood", "0809 0909"),
        tf("B2", "norfolk", "0909"),
        tf("B3", "victorious", "1009"),
        line("G1", "bismarck", "0909 0908 0907"),
    )
    match = do(play(state), ("trajectory", "B1"))
    outlook = match.outlook()
    assert list(outlook) == [
        "Hood: search for Bismarck in 0909, total 5",
        "with Norfolk beside: total 5, Coordination +2",
        "with Victorious from 1009: total 5, Air Support +2",
        "Bismarck: search for Hood in 0909, total 5",
    ]
    sighted = [sum(share for how, share in odds.items() if "Sighted" in how) for odds in outlook.values()]
    assert sighted[0] < sighted[1]
    assert all(sum(odds.values()) == 1 for odds in outlook.values())
    assert next(iter(do(match, (1, at("1009"))).outlook())) == "Hood: search for Bismarck in 0909, total 6"


@rule("AC-CV-05")
def test_a_course_that_meets_nobody_or_guards_a_convoy_has_no_search_of_its_own() -> None:
    convoy = position(line("B1", "british_convoy", "0809 0909"), line("G1", "bismarck", "0909 0908"))
    match = do(play(convoy), ("trajectory", "B1"))
    assert list(match.outlook()) == ["Bismarck: search for Convoy in 0909, total 4"]
    alone = position(line("B1", "hood", "0609 0709"), line("G1", "bismarck", "0909 0908"))
    assert do(play(alone), ("trajectory", "B1")).outlook() == {}

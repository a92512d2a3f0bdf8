"""Contact (AC-CT): how it is made, what it does, and when it goes."""

from __future__ import annotations

import pytest

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
    tf,
    told,
    where,
)
from tests.rules import rule


@rule("AC-CT-01", "AC-CT-02", "AC-CR-04")
def test_a_search_puts_contact_on_the_segment_in_the_target_hex() -> None:
    """Total 5: 8 is Contact and Shadow; the target has three segments, all of which stay."""
    state = position(line("B1", "norfolk", "0909 0809"), line("G1", "scheer", "0909 1009 1010", contact="1010"))
    match = do(play(state, 4, 4), ("search", "B1", "G1"))
    assert marked(match, "G1") == {"contact": "0909 1010", "evasive": "yes"}
    assert where(match, "G1") == "0909 1009 1010 "


@rule("AC-CT-01", "AC-CT-02")
def test_a_second_contact_in_the_hex_changes_nothing() -> None:
    """+2 for Contact with a medium target: 6 is read as 8."""
    state = position(line("B1", "norfolk", "0909 0809"), line("G1", "scheer", "0909 1009 1010", contact="0909"))
    match = do(play(state, 3, 3), ("search", "B1", "G1"))
    assert "contact_made" in told(match)
    assert match.state.forces["G1"].contact.bit_count() == 1


@rule("AC-CT-01")
def test_an_engage_action_makes_contact_where_nobody_closes_in() -> None:
    """Total 0 and 7 is Closing In; a medium task force is not faster than a medium one."""
    state = position(tf("B1", "king_george_v", "0909"), tf("G1", "scheer", "0909"))
    match = do(play(state, 3, 4, 3, 3), ("engage", "B1", "G1"))
    assert marked(match, "G1") == {"contact": "0909"}
    assert marked(match, "B1") == {}


@rule("AC-CT-01")
def test_an_air_strike_makes_contact() -> None:
    """From the next hex +2, total 0: 5 is read as 7, Contact and a Hit on slow ships; Scheer is medium."""
    state = position(tf("B1", "victorious", "0909"), tf("G1", "scheer", "1009"))
    match = do(play(state, 2, 3, 3, 3), ("strike", "B1", "G1"))
    assert marked(match, "G1") == {"contact": "1009"}
    assert "no_effect" in told(match)


@rule("AC-CT-01", "AC-BE-02", "AC-EN-04", "AC-AMB-04")
def test_after_a_battle_both_are_stations_with_contact() -> None:
    """Total 3 and 10 is a Battle; two rounds in Bad Weather, nobody hits anything, and both vie."""
    state = position(line("B1", "norfolk", "0909 0908 0907"), tf("G1", "hipper", "0909"), weather="bad")
    match = do(play(state, 4, 6, *(1,) * 40), ("engage", "B1", "G1"))
    while asked(match)[1] != "order":
        answers = offered(match)
        do(match, "no" if "no" in answers else answers[0])
    assert "battle_ends" in told(match)
    assert [(where(match, key), marked(match, key)) for key in ("B1", "G1")] == [("0909", {"contact": "0909"})] * 2


@rule("AC-CT-03", "AC-TR-03", "AC-CR-14")
def test_contact_survives_the_change_between_station_and_segment() -> None:
    state = position(tf("G1", "scheer", "0909", contact="0909"), tf("B1", "norfolk", "0709"), active="german")
    match = do(play(state, 1, 1), ("trajectory", "G1"), (1, at("1009")), "done")
    assert (where(match, "G1"), marked(match, "G1")) == ("0909 1009 ", {"contact": "0909"})
    do(match, ("pass", "G1"))
    do(match, at("0909"))
    assert (where(match, "G1"), marked(match, "G1")) == ("0909", {"contact": "0909"})


@rule("AC-CT-03")
def test_contact_goes_when_the_task_force_is_no_longer_in_the_hex() -> None:
    state = position(line("G1", "scheer", "0909 1009", contact="0909"), tf("B1", "norfolk", "0709"), active="german")
    match = do(play(state, 1), ("pass", "G1"), at("1009"))
    assert (where(match, "G1"), marked(match, "G1")) == ("1009", {})


@pytest.mark.parametrize(
    ("ships", "plus"), [("german_convoy", 4), ("leipzig", 3), ("scheer", 2), ("hipper", 2), ("hipper leipzig", 3)]
)
@rule("AC-CT-04", "AC-CM-03")
def test_contact_helps_more_against_slower_targets(ships: str, plus: int) -> None:
    state = position(tf("B1", "norfolk", "0909"), tf("G1", ships, "0909", contact="0909"))
    match = do(play(state, 1, 1, *(3,) * 9), ("engage", "B1", "G1"))
    roll = next(entry for entry in match.log() if entry.kind == "roll")
    assert "Contact" in str(roll.text)
    assert f"+{plus}" in str(roll.text)


@rule("AC-CT-04", "AC-SE-04")
def test_contact_makes_a_segment_a_target_for_boats() -> None:
    for contact, targets in (("", []), ("1009", []), ("0909", [("S1", "G1")])):
        state = position(
            line("G1", "scheer", "0909 1009", contact=contact), tf("B1", "norfolk", "0609"), boats=(boat("S1", "0909"),)
        )
        assert orders(play(state), "attack") == targets


@rule("AC-CT-05", "AC-CR-10")
def test_lose_contact_clears_the_markers_of_the_target_hex_only() -> None:
    """Total 2, 2 + 2 for Contact: Lose Contact."""
    state = position(
        line("G1", "scheer", "0909 1009", contact="0909 1009", intel="0909 1009"),
        tf("B1", "norfolk", "0609"),
        boats=(boat("S1", "0909"),),
    )
    match = do(play(state, 1, 1, 3, 3), ("attack", "S1", "G1"))
    assert marked(match, "G1") == {"contact": "1009", "intel": "1009"}
    assert (told(match)[-3:], asked(match)) == (["contact_lost", "stealth_spent", "vie_kept"], ("british", "order"))

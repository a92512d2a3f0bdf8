"""Maneuver (section 1.25): the slowest first, players in turn."""

from __future__ import annotations

from flagplot.engine.match import Match
from flagplot.games.atlantic_chase.state import State
from tests.games.atlantic_chase.builder import afloat, asked, do, fight, offered, told
from tests.rules import rule


def movers(match: Match[State]) -> list[tuple[str, str]]:
    """Who moves, in turn, if each takes the first ship and the first zone that is offered."""
    found = []
    while asked(match)[1] == "maneuver":
        found.append((asked(match)[0], offered(match)[0][0]))
        do(match, offered(match)[0])
    return found


@rule("AC-MV-01", "AC-SH-02")
def test_slow_ships_move_first_and_the_inactive_player_before_the_active() -> None:
    """V-43: BC (slow, Inactive), BB (slow, Active), CA (fast)."""
    match = fight("scharnhorst*", "rodney kent", *[1] * 30, phase="maneuver")
    assert movers(match) == [("german", "scharnhorst"), ("british", "rodney"), ("british", "kent")]


@rule("AC-MV-01", "AC-AMB-45")
def test_players_alternate_and_each_picks_his_next_ship() -> None:
    match = fight("hipper koln", "kent york norfolk", *[1] * 60, phase="maneuver")
    assert {option[0] for option in offered(match)} == {"hipper", "koln"}
    do(match, ("koln", "near", 0))
    assert (asked(match)[0], {option[0] for option in offered(match)}) == ("british", {"kent", "york", "norfolk"})
    do(match, ("norfolk", "far", 0))
    assert (asked(match)[0], {option[0] for option in offered(match)}) == ("german", {"hipper"})
    do(match, ("hipper", "far", 0))
    assert {option[0] for option in offered(match)} == {"kent", "york"}


@rule("AC-MV-01", "AC-MV-03", "AC-BT-01")
def test_a_ship_moves_one_zone_and_never_to_the_enemys_side() -> None:
    zones = "hood:near renown:close"
    match = fight("bismarck", "king_george_v hood renown", *[1] * 40, phase="maneuver", zones=zones)
    do(match, ("bismarck", "far", 0))
    found = {ship: {option[1] for option in offered(match) if option[0] == ship} for ship in ("king_george_v",)}
    do(match, ("king_george_v", "near", 0))
    found |= {ship: {option[1] for option in offered(match) if option[0] == ship} for ship in ("hood", "renown")}
    assert found == {"king_george_v": {"far", "near"}, "hood": {"far", "near", "close"}, "renown": {"close", "near"}}


@rule("AC-MV-02", "AC-CV-03")
def test_a_convoy_disperses_instead_of_moving_where_it_may() -> None:
    match = fight("bismarck", "british_convoy kent", *[1] * 40, phase="maneuver", convoy={"may_disperse": True})
    assert (asked(match), offered(match)) == (
        ("british", "maneuver"),
        [("british_convoy", "far", 0), ("british_convoy", "near", 0), ("disperse", "british_convoy")],
    )
    do(match, ("disperse", "british_convoy"))
    assert match.state.forces["B1"].ships[0].is_dispersed
    assert (told(match), afloat(match, "B1")) == (["dispersed"], {"british_convoy": "", "kent": ""})
    kept = fight("bismarck", "british_convoy kent", *[1] * 40, phase="maneuver")
    assert offered(kept) == [("british_convoy", "far", 0), ("british_convoy", "near", 0)]


@rule("AC-MV-02")
def test_a_convoy_may_disperse_after_the_last_round_too() -> None:
    match = fight("bismarck", "british_convoy", 6, 1, phase="maneuver", round=3, convoy={"may_disperse": True})
    assert (asked(match), ("disperse", "british_convoy") in offered(match)) == (("british", "maneuver"), True)
    others = fight("bismarck", "hood", 6, 1, phase="maneuver", round=3)
    assert asked(others) == ("british", "order")

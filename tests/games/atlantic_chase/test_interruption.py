"""Interruption (AC-IR): who must check, the table, and what it leads to."""

from __future__ import annotations

import pytest

from flagplot.engine.match import Match
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.state import State
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
    told,
    where,
)
from tests.rules import rule

HUNTER = "0909 0809 0709 0609 0509"
CALM = (3, 3, 3, 3, 3, 3)  # for whatever follows


def searched(markers: int, dice: int, *more: int, **options: bool) -> Match[State]:
    """A search by a task force with Intel on so many segments; two dice fall with this sum."""
    intel = " ".join(HUNTER.split()[:markers])
    state = position(
        line("B1", "norfolk", HUNTER, intel=intel), line("G1", "scheer", "0909 1009", intel="1009"), options=options
    )
    first = min(6, dice - 1)
    return do(play(state, first, dice - first, *(more or CALM)), ("search", "B1", "G1"))


@pytest.mark.parametrize(
    ("markers", "dice", "result"),
    [
        (1, 7, "alerted_2"), (1, 8, "slips"),
        (3, 5, "slips"), (3, 7, "interruption_vie"), (3, 8, "initiative_change"),
        (5, 4, "slips"), (5, 5, "interruption_vie"), (5, 7, "initiative_change"),
    ],
)  # fmt: skip
@rule("AC-IR-02", "AC-IR-03", "AC-CR-01")
def test_each_marker_moves_the_result_one_step_on(markers: int, dice: int, result: str) -> None:
    """V-57. The Intel of the target does not count."""
    match = searched(markers, dice)
    assert told(match)[:2] == ["order_search", result]
    assert rolled(match)[0] == "interruption"


A0, A1, A2, SL, VI, IC = "alert 0", "alert 1", "alert 2", t.SLIP, t.VIE, t.INITIATIVE_CHANGE
STEPS = {
    "rule book": ([(2, 4), (5, 6), (7, 7), (8, 9), (10, 12)], t.INTERRUPTION),
    "board": ([(2, 4), (5, 7), (8, 8), (9, 9), (10, 12)], t.INTERRUPTION_BOARD),
}


@pytest.mark.parametrize("printing", STEPS)
@rule("AC-IR-02", "AC-OP-05")
def test_all_rows_of_both_printings(printing: str) -> None:
    bands, charts = STEPS[printing]
    cells = [[A0, A1, A2, SL], [A1, A2, SL, VI], [A2, SL, VI, IC], [SL, VI, IC, IC], [VI, IC, IC, IC]]
    for (low, high), row in zip(bands, cells, strict=True):
        for dice in range(low, high + 1):
            assert [chart[dice] for chart in charts] == row, dice


@rule("AC-OP-05")
def test_with_the_option_the_rows_are_those_of_the_board() -> None:
    assert told(searched(1, 7))[1] == "alerted_2"
    assert told(searched(1, 7, interruption_as_on_board=True))[1] == "alerted_1"


@rule("AC-IR-01", "AC-CM-06", "AC-IR-02")
def test_intel_on_a_coordinating_task_force_counts() -> None:
    """V-27; the Inactive player, who has only the target in the hex, is not asked for help (V-46)."""
    state = position(
        line("B1", "norfolk", "0909 0809"),
        line("B2", "suffolk", "0909 0910", intel="0910"),
        line("G1", "scheer", "0909 1009"),
    )
    match = do(play(state, 1, 1, *CALM), ("search", "B1", "G1"))
    assert (asked(match), offered(match)) == (("british", "coordinate"), ["none", "B2"])
    do(match, "B2")
    assert rolled(match)[:2] == ["interruption", "search_roll"]
    assert told(match)[:3] == ["order_search", "helped", "alerted_0"]
    alone = do(play(state, *CALM), ("search", "B1", "G1"), "none")
    assert rolled(alone)[0] == "search_roll"


@rule("AC-CM-05", "AC-IR-01")
def test_a_target_alone_in_its_hex_cannot_coordinate() -> None:
    """V-46: with another task force in the hex the Inactive player is asked, and the target is not a choice."""
    state = position(
        line("B1", "norfolk", "0909 0809"), line("G1", "scheer", "0909 1009"), line("G2", "hipper", "0909 0908")
    )
    match = do(play(state, *CALM), ("search", "B1", "G1"))
    assert (asked(match), offered(match)) == (("german", "coordinate"), ["none", "G2"])


@rule("AC-IR-01")
def test_intel_on_the_task_force_that_gives_air_support_counts() -> None:
    state = position(
        line("B1", "norfolk", "0909 0809"),
        line("B2", "victorious", "0910 0911", intel="0911"),
        line("G1", "scheer", "0909 1009"),
    )
    match = do(play(state, 1, 1, *CALM), ("search", "B1", "G1"), ("B2", at("0910")))
    assert rolled(match)[:2] == ["interruption", "search_roll"]


@pytest.mark.parametrize("kind", ["strike", "engage", "search", "attack"])
@rule("AC-IR-01", "AC-SE-05", "AC-EN-02", "AC-NS-02", "AC-AS-04")
def test_all_four_attacks_can_be_interrupted(kind: str) -> None:
    target = line("G1", "scheer", "0909 1009") if kind == "search" else tf("G1", "scheer", "0909")
    state = position(
        line("B1", "victorious", "0909 0809", intel="0809"),
        line("B2", "norfolk", "0909 0910", intel="0910"),
        target,
        boats=(boat("S1", "0909"),),
    )
    active = "S1" if kind == "attack" else "B1"
    match = do(play(state, 1, 1, *CALM), (kind, active, "G1"))
    if kind == "strike":
        do(match, at("0909"))
    do(match, "B2")
    if kind != "strike":
        do(match, "none")
    assert rolled(match)[0] == "interruption"
    markers = 1 if kind == "attack" else 2
    assert told(match)[2] == f"alerted_{markers - 1}"


@rule("AC-IR-01", "AC-IN-05")
def test_nobody_checks_without_intel_of_the_active_player() -> None:
    match = searched(0, 7)
    assert rolled(match)[0] == "search_roll"


@rule("AC-CR-01", "AC-CM-07", "AC-IR-03")
def test_an_alert_is_taken_off_the_roll_of_the_action() -> None:
    """Alert -2, total 7: 9 becomes 7, which is Shadow and not Contact with it; three segments or fewer, so a marker."""
    match = searched(1, 7, 4, 5)
    assert [str(entry.text) for entry in match.log() if entry.kind == "roll"][1].count("Alert") == 1
    assert "shadowed" in told(match)
    assert "contact_made" not in told(match)


@rule("AC-CR-16", "AC-IR-03", "AC-AMB-18", "AC-AMB-32", "AC-EM-01")
def test_a_slip_lets_the_target_evade_or_read_signals_and_then_both_vie() -> None:
    match = searched(1, 8, 2, 2)
    assert (asked(match), offered(match)) == (("german", "slip"), [("signals", "B1", at("0909")), "evade"])
    do(match, "evade", "none")  # the new marker could be spent on the Vie
    assert marked(match, "G1") == {"intel": "1009", "evasive": "yes"}
    assert rolled(match) == ["interruption", "vie_active", "vie_inactive"]
    assert (where(match, "B1"), asked(match), match.state.tally) == (f"{HUNTER} ", ("british", "order"), 1)
    signalled = do(searched(1, 8, 1, 2, 1), ("signals", "B1", at("0909")))
    assert (where(signalled, "B1"), marked(signalled, "B1")) == ("0909", {})
    assert (asked(signalled), signalled.state.attack) == (("german", "order"), None)


@rule("AC-CR-16")
def test_where_only_the_air_support_carries_intel_there_is_nothing_to_read() -> None:
    state = position(
        line("B1", "norfolk", "0909 0809"),
        line("B2", "victorious", "0910 0911", intel="0911"),
        line("G1", "scheer", "0909 1009"),
    )
    match = do(play(state, 2, 6, 2, 2), ("search", "B1", "G1"), ("B2", at("0910")))
    assert (asked(match), marked(match, "G1")) == (("german", "em_for_initiative"), {"evasive": "yes"})
    do(match, "none")
    assert (asked(match), where(match, "B2")) == (("british", "order"), "0910 0911 ")


@rule("AC-CR-19", "AC-AMB-05", "AC-IR-03")
def test_after_a_vie_the_action_goes_on_only_if_the_initiative_is_kept() -> None:
    kept = searched(1, 10, 3, 3, 3, 3)
    assert rolled(kept) == ["interruption", "vie_active", "vie_inactive", "search_roll"]
    assert kept.state.tally == 1
    lost = searched(1, 10, 3, 4, 1)
    assert rolled(lost) == ["interruption", "vie_active", "vie_inactive", "weather"]
    assert told(lost)[1:] == ["interruption_vie", "vie_lost", "cancelled", "initiative"]
    assert (asked(lost), where(lost, "B1"), lost.state.tally) == (("german", "order"), f"{HUNTER} ", 0)


@rule("AC-AMB-05")
def test_with_the_option_a_vie_cancels_the_action_in_either_case() -> None:
    match = searched(1, 10, 3, 3, interruption_vie_cancels=True)
    assert rolled(match) == ["interruption", "vie_active", "vie_inactive"]
    assert (asked(match), where(match, "B1"), match.state.attack) == (("british", "order"), f"{HUNTER} ", None)


@rule("AC-CR-09", "AC-IR-03", "AC-AMB-32")
def test_an_initiative_change_cancels_the_action_at_once() -> None:
    state = position(
        line("B2", "norfolk", "0909 0809 0709", intel="0909 0809 0709"),
        tf("G1", "scheer", "0909", is_evasive=True),
        boats=(boat("S1", "0909"),),
    )
    match = do(play(state, 4, 4, 6), ("attack", "S1", "G1"), "B2")
    assert rolled(match) == ["interruption", "weather"]
    assert (asked(match), match.state.weather, match.state.tally) == (("german", "order"), "bad", 0)
    assert ("S1" in match.state.stealth, marked(match, "G1")) == (True, {"evasive": "yes"})
    assert where(match, "B2") == "0909 0809 0709 "
    assert orders(match, "attack") == []

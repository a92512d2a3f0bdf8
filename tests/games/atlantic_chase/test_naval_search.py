"""Naval Search (section 1.19): a Trajectory is looked for."""

from __future__ import annotations

from tests.games.atlantic_chase.builder import (
    asked,
    at,
    do,
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


@rule("AC-NS-01", "AC-NS-03", "AC-CR-06", "AC-AC-03")
def test_a_search_finds_a_trajectory_early_or_late() -> None:
    """V-16: total 10; a hole appears, the Active player leaves two segments, and becomes a Station; Seize."""
    state = position(
        line("B1", "norfolk", "0808 0809 0810"),
        line("G1", "scheer", "0709 0710 0810 0811 0812 0912 0913"),
    )
    match = do(play(state, 3, 4, 1, 1), ("search", "B1", "G1"))
    assert the_roll(match, "search_roll") == {"total": 10, "sum": 7}
    assert (asked(match), offered(match)) == (("british", "hole"), [0, 1])
    do(match, 0)
    assert (where(match, "G1"), marked(match, "G1")) == ("0709 0710 ", {})
    assert (asked(match), offered(match)) == (("british", "station_at"), [at("0808"), at("0809"), at("0810")])
    do(match, at("0809"))
    assert (where(match, "B1"), asked(match)) == ("0809", ("german", "seize"))
    do(match, "try")
    assert (held(match), asked(match)) == (("british", 1, "good"), ("british", "order"))


@rule("AC-NS-02", "AC-IR-01", "AC-CM-06")
def test_a_helper_with_intel_is_a_matter_of_interruption() -> None:
    """V-27: the Coordinating TF carries Intel."""
    state = position(
        line("B1", "norfolk", "0909 0809"),
        line("B2", "suffolk", "0909 0910", intel="0910"),
        line("G1", "scheer", "0909 1009"),
    )
    match = do(play(state, 1, 1, 3, 4, 1, 1), ("search", "B1", "G1"), "B2")
    assert rolled(match) == ["interruption", "search_roll"]
    alone = do(play(state, 3, 4, 1, 1), ("search", "B1", "G1"), "none")
    assert rolled(alone) == ["search_roll"]


@rule("AC-NS-01")
def test_the_hex_of_a_search_is_chosen_where_several_are_shared() -> None:
    state = position(line("B1", "norfolk", "0809 0909 1009"), line("G1", "scheer", "0909 1009 1010"))
    match = do(play(state, 6, 6), ("search", "B1", "G1"))
    assert (asked(match), offered(match)) == (("british", "search_at"), [at("0909"), at("1009")])


@rule("AC-NS-04", "AC-CR-15", "AC-CR-14", "AC-AMB-04", "AC-AMB-48", "AC-BT-02")
def test_a_skirmish_after_a_search_is_one_round_and_then_both_vie() -> None:
    """The target is sighted first; the supporting task force lapses; nobody seizes."""
    state = position(
        line("B1", "hood", "0909 0809"),
        line("B2", "suffolk", "0909 0910 0911 0912 0913", contact="0909"),
        line("G1", "scheer", "0909 1009", intel="1009", contact="0909 1009"),
    )
    dice = (6, 5, *[1] * 6, 6, 1)
    match = do(play(state, *dice), ("search", "B1", "G1"), "B2")
    assert (asked(match), where(match, "G1")) == (("british", "skirmish"), "0909")
    assert marked(match, "G1") == {"contact": "0909"}
    do(match, "yes")
    assert asked(match) == ("german", "start_smoke")
    fight = match.state.battle
    assert fight
    assert (fight.rounds, fight.zones) == (1, {"scheer": "far", "hood": "far"})
    do(match, "no", "no")
    assert (where(match, "B1"), where(match, "G1")) == ("0909", "0909")
    assert (marked(match, "B1"), marked(match, "G1")) == ({"contact": "0909"}, {"contact": "0909"})
    assert asked(match) == ("british", "lapse")
    do(match, (0, 4, 0))
    assert rolled(match)[-2:] == ["vie_active", "vie_inactive"]
    assert "seize_roll" not in rolled(match)
    assert (where(match, "B2"), held(match)) == ("0909 ", ("british", 1, "good"))


@rule("AC-CR-15")
def test_a_skirmish_that_is_declined_or_out_of_reach_is_contact() -> None:
    fast = position(line("B1", "hood", "0909 0809"), line("G1", "scheer", "0909 1009", contact="0909"))
    match = do(play(fast, 6, 6, 1, 1), ("search", "B1", "G1"), "no")
    assert (told(match)[1:4], marked(match, "G1")) == (
        ["sighted", "skirmish_offered", "contact_made"],
        {"contact": "0909"},
    )
    as_fast = position(line("B1", "king_george_v", "0909 0809"), line("G1", "scheer", "0909 1009"))
    match = do(play(as_fast, 6, 6, 1, 1), ("search", "B1", "G1"))
    assert (told(match)[:3], where(match, "G1"), asked(match)[1]) == (
        ["order_search", "sighted", "contact_made"],
        "0909",
        "station_at",
    )


@rule("AC-NS-03", "AC-AMB-16", "AC-CR-12", "AC-CR-13")
def test_shadow_and_the_end_of_a_search_are_one_attempt_to_seize() -> None:
    state = position(tf("B1", "norfolk", "0909"), line("G1", "scheer", "0808 0909 1009 1010 1011"))
    match = do(play(state, 3, 3, 1, 1), ("search", "B1", "G1"), 1)
    assert (where(match, "G1"), asked(match)) == ("0909 1009 1010 ", ("german", "seize"))
    do(match, "try")
    assert (rolled(match), held(match)) == (["search_roll", "seize_roll"], ("british", 1, "good"))
    assert asked(match) == ("british", "order")


@rule("AC-CR-12", "AC-IV-02")
def test_who_seizes_after_a_search_has_the_initiative() -> None:
    state = position(line("B1", "norfolk", "0909 0910"), line("G1", "scheer", "0808 0909 1009"))
    match = do(play(state, 3, 3, 4, 5, 5), ("search", "B1", "G1"), at("0909"), "try", "none")
    assert (held(match), asked(match), marked(match, "G1")) == (
        ("german", 0, "good"),
        ("german", "order"),
        {"evasive": "yes"},
    )

"""Intelligence (section 11): the second phase of a day."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.graf_spee.spaces import ZONES
from flagplot.games.graf_spee.state import State
from tests.games.graf_spee.builder import (
    alert,
    as_set_up,
    asked,
    choose,
    figures,
    harm,
    offered,
    play,
    position,
    sums,
    texts,
    told,
)
from tests.rules import rule

DEVICES = ("decoders", "enigma", "float_plane", "radar")


def reason(match: Match[State], option: str) -> str:
    """Why an option is not offered."""
    refusal = match.why_not(option)
    assert refusal is not None
    assert refusal.rule == "GS-INT-01"
    return refusal.reason


def listening(*dice: Any, cargo: tuple[str, ...] = DEVICES, **more: Any) -> Match[State]:
    """A ship of leadership 4 with all devices tries to gather intelligence."""
    more = {"spee": {"leadership": 4}, "alert": 3, **more}
    return choose(play(position("intelligence", "w5", cargo=cargo, **more), *dice), "listen")


@rule("GS-INT-01")
def test_intelligence_is_optional() -> None:
    match = play(position("intelligence", "w5"))
    assert offered(match) == {"listen", "keep_silent"}
    choose(match, "keep_silent")
    assert (told(match, "intelligence_roll"), asked(match)) == ([], ("graf_spee", "sail"))


@rule("GS-INT-01")
@pytest.mark.parametrize(("die", "level", "leadership"), [(1, 3, 4), (3, 3, 4), (5, 2, 4), (6, 2, 5)])
def test_the_intelligence_table(die: int, level: int, leadership: int) -> None:
    match = listening(die)
    assert (alert(match), figures(match, "leadership")) == (level, (leadership,))
    assert sums(match, "intelligence_roll") == [die]


@rule("GS-INT-01", "GS-CGO-03")
@pytest.mark.parametrize("missing", DEVICES)
def test_each_missing_device_costs_1(missing: str) -> None:
    match = listening(1, cargo=tuple(device for device in DEVICES if device != missing))
    assert sums(match, "intelligence_roll") == [0]
    assert alert(match) == 4  # deceived


@rule("GS-INT-01")
@pytest.mark.parametrize(("leadership", "total"), [(1, 5), (3, 5), (4, 6), (6, 6)])
def test_a_leadership_of_3_or_less_costs_1(leadership: int, total: int) -> None:
    match = listening(6, spee={"leadership": leadership})
    assert sums(match, "intelligence_roll") == [total]


@rule("GS-INT-01", "GS-ALR-01")
def test_without_any_device_a_low_roll_deceives_and_the_alert_stops_at_6() -> None:
    match = listening(1, cargo=(), spee={"leadership": 3}, alert=6)
    assert (sums(match, "intelligence_roll"), alert(match)) == ([-4], 6)


@rule("GS-INT-01", "GS-TRK-03")
def test_leadership_stops_at_6() -> None:
    assert figures(listening(6, spee={"leadership": 6}), "leadership") == (6,)


@rule("GS-INT-01", "GS-AMB-29", "GS-AMB-54")
def test_a_sighting_turns_up_the_counters_of_a_zone_of_your_choice() -> None:
    state = as_set_up("intelligence", "w5", cargo=DEVICES, spee={"leadership": 4})
    match = choose(play(state, 4, "malaya", "foch", "glorious", "repulse"), "listen")
    assert asked(match) == ("graf_spee", "look_at_zone")
    assert offered(match) == {"pza", "pzm"}
    assert [reason(match, space) for space in ("pzg", "w5")] == [
        "No counter lies face down there.", "Intelligence tells of patrol zones only.",
    ]  # fmt: skip
    choose(match, "pza")
    assert match.state.stations["pza"] == ["malaya", "foch", "glorious", "repulse"]
    assert (match.state.face_down, alert(match)) == ({"pzm": 1}, 1)
    assert match.state.cups["pza"] == ["furious", "dupleix"]
    assert texts(match, "turned_up") == ["Ascension Patrol Zone: Malaya, Foch, Glorious, Repulse."]


@rule("GS-INT-01")
def test_after_a_redeployment_any_zone_can_be_looked_at() -> None:
    down = dict(zip(ZONES, (3, 3, 6, 4, 6, 2, 4), strict=True))
    match = listening(4, face_down=down)
    assert offered(match) == set(ZONES)


@rule("GS-INT-01", "GS-AMB-54")
def test_a_sighting_when_nothing_lies_face_down_tells_nothing() -> None:
    match = listening(4)
    assert (asked(match), harm(match), alert(match)) == (("graf_spee", "sail"), [], 3)


@rule("GS-INT-01")
def test_each_ship_tries_once_with_its_own_devices() -> None:
    state = position("intelligence", "w5", cargo=DEVICES, deutschland={"space": "w6", "cargo": ["radar"]}, alert=3)
    match = choose(play(state, 6, 6), "listen")
    assert asked(match) == ("deutschland", "seek_intelligence")
    choose(match, "listen")
    assert sums(match, "intelligence_roll") == [5, 3]  # leadership 3; three devices missing
    assert alert(match) == 2


@rule("GS-INT-01", "GS-SEQ-02")
def test_intelligence_does_not_keep_a_ship_from_moving() -> None:
    match = listening(3)
    assert asked(match) == ("graf_spee", "sail")
    assert "w6" in offered(match)

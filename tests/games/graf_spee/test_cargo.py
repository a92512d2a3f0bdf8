"""Cargo (section 8): what it is good for, how it is lost, loaded and traded."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.graf_spee.model.fleet import in_box
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.tables import CARGO
from tests.games.graf_spee.builder import (
    aboard,
    asked,
    barred_by,
    choose,
    harm,
    keys,
    offered,
    play,
    position,
    ship,
)
from tests.rules import rule

THREE = ("radar", "enigma", "prize_crew")


def in_port(*answers: Any, space: str = "p4", **more: Any) -> Match[State]:
    """The outfitting phase in a neutral port, cargo being changed."""
    state = position("outfitting", space, **{"cargo": THREE, **more})
    return choose(play(state), "cargo", *answers)


@rule("GS-CGO-01", "GS-CGO-02")
@pytest.mark.parametrize("space", ["p4", "altm", "a5"])
def test_cargo_is_free_in_a_friendly_or_neutral_port(space: str) -> None:
    match = in_port(space=space, captured=["a5"])
    assert asked(match) == ("graf_spee", "hull_space")
    assert offered(match) == set(range(7))
    choose(match, 3)
    assert {*offered(match)} >= set(CARGO) - {*THREE, "marine_kompanie"}
    choose(match, "decoders")
    assert aboard(match) == [*THREE, "decoders", "", "", ""]
    assert ship(match).outfitted


@rule("GS-CGO-02", "GS-AMB-07")
@pytest.mark.parametrize("space", ["natl", "w5", "k4"])
def test_cargo_never_changes_at_sea_not_even_beside_an_auxiliary_cruiser(space: str) -> None:
    match = play(position("outfitting", space, cargo=THREE, spee={"oil": 5}))
    assert barred_by(match, "cargo") == "GS-CGO-02"


@rule("GS-CGO-01")
def test_never_two_alike_on_a_ship() -> None:
    match = in_port(3)
    assert barred_by(match, "radar") == "GS-CGO-01"


@rule("GS-CGO-02")
def test_cargo_put_ashore_goes_into_the_box() -> None:
    match = in_port(0, "empty")
    assert aboard(match) == ["", "enigma", "prize_crew", "", "", "", ""]
    assert in_box(match.state, "radar") == 2
    assert keys(match, "cargo_ashore", "cargo_taken") == ["cargo_ashore"]


@rule("GS-CGO-02", "GS-AMB-40")
def test_cargo_does_not_shift_between_hull_spaces() -> None:
    match = in_port(0, "decoders", "cargo", 5)
    assert aboard(match)[0] == "decoders"
    assert barred_by(match, "radar") == "GS-AMB-40"


@rule("GS-CGO-02", "GS-AMB-40")
def test_what_was_put_ashore_may_come_back_another_day() -> None:
    match = in_port(0, "empty", "done", "keep_silent", "stay", "cargo", 5)
    assert "radar" in offered(match)


@rule("GS-CGO-02")
def test_only_hull_spaces_that_are_left_take_cargo() -> None:
    match = in_port(spee={"hull": 4})
    assert offered(match) == set(range(5))
    assert barred_by(match, 5) == "GS-CGO-02"


@rule("GS-CGO-01", "GS-CGO-02", "GS-DMG-02")
def test_lost_cargo_is_back_in_the_box_and_can_come_aboard_when_the_hull_is_repaired() -> None:
    cargo = (*THREE, "decoders", "dummy_funnels", "float_plane", "damage_control")
    # Durban hits the hull; the ship is moved by hand to a neutral port, as if days had passed.
    match = choose(play(position("bombardment", "a5", cargo=cargo, guns={"a5": 5}), 5, 3), "spare")
    assert harm(match) == ["graf_spee hull -1", "graf_spee loses damage_control"]
    assert (aboard(match)[6], in_box(match.state, "damage_control")) == ("", 2)
    match = play(position("outfitting", "p4", spee={"hull": 5}, cargo=cargo[:6]), 6, 1, 1, 1)
    choose(match, "cargo", 0)
    assert "damage_control" in offered(match)
    choose(match, "empty", "repair", "cargo", 6, "damage_control")
    assert aboard(match) == ["", *cargo[1:]]


@rule("GS-CGO-01")
def test_two_markers_of_a_kind_are_all_there_are() -> None:
    match = in_port(3, deutschland={"space": "w5", "cargo": ["marine_kompanie"]}, captured=["a4"])
    assert barred_by(match, "marine_kompanie") == "GS-CGO-02"


# Trading with the sister ship


def both_in_port(*answers: Any, space: str = "p4", **more: Any) -> Match[State]:
    """Both ships in a neutral port, the Graf Spee changing cargo."""
    deutschland = {"cargo": ["radar", "decoders"], "space": space, **more.pop("deutschland", {})}
    return in_port(*answers, space=space, deutschland=deutschland, **more)


@rule("GS-CGO-02", "GS-SEQ-02", "GS-AMB-42", "GS-AMB-52")
def test_ships_in_one_port_trade_cargo_if_the_other_captain_agrees() -> None:
    match = both_in_port(1)
    # Never two alike: their radar cannot come aboard, but their decoders or nothing.
    assert {option for option in offered(match) if isinstance(option, tuple)} == {
        ("exchange", 1), ("exchange", 2), ("exchange", 3), ("exchange", 4), ("exchange", 5), ("exchange", 6),
    }  # fmt: skip
    choose(match, ("exchange", 1))
    assert asked(match) == ("deutschland", "exchange_cargo")
    assert (match.decision.about["cargo"], match.decision.about["own"]) == ("enigma", "decoders")
    choose(match, "agree")
    assert aboard(match) == ["radar", "decoders", "prize_crew", "", "", "", ""]
    assert aboard(match, "deutschland") == ["radar", "enigma", "", "", "", "", ""]
    assert ship(match, "deutschland").outfitted
    assert ship(match).outfitted


@rule("GS-CGO-02")
def test_a_transfer_into_an_empty_hull_space() -> None:
    match = both_in_port(2, ("exchange", 6))
    assert (match.decision.about["cargo"], match.decision.about["own"]) == ("prize_crew", "empty")
    choose(match, "agree")
    assert aboard(match)[2] == ""
    assert aboard(match, "deutschland")[6] == "prize_crew"


@rule("GS-CGO-02")
def test_a_trade_that_the_other_captain_declines_changes_nothing() -> None:
    match = both_in_port(1, ("exchange", 1), "decline")
    assert aboard(match) == [*THREE, "", "", "", ""]
    assert aboard(match, "deutschland") == ["radar", "decoders", "", "", "", "", ""]
    assert not ship(match, "deutschland").outfitted


@rule("GS-CGO-02")
def test_a_trade_is_limited_to_the_hull_spaces_that_both_have() -> None:
    match = both_in_port(2, spee={"hull": 4}, deutschland={"hull": 3})
    trades = {option[1] for option in offered(match) if isinstance(option, tuple)}
    assert trades == {1, 2, 3}  # in space 0 is a radar, which the Graf Spee has


@rule("GS-CGO-02", "GS-CGO-01")
def test_no_trade_gives_a_ship_two_alike() -> None:
    # The radar in space 0 is aboard the sister too, so it cannot be given to her at all.
    assert not {option for option in offered(both_in_port(0)) if isinstance(option, tuple)}


@rule("GS-CGO-02", "GS-AMB-40")
def test_cargo_traded_away_does_not_come_back_in_the_same_phase() -> None:
    match = both_in_port(1, ("exchange", 1), "agree", "cargo", 3)
    assert ("exchange", 1) not in offered(match)
    assert "enigma" in offered(match)  # the other marker of the kind, which is in the box


@rule("GS-AMB-40", "GS-AMB-52")
def test_what_was_put_ashore_does_not_come_back_by_way_of_the_sister() -> None:
    match = both_in_port(0, "empty", "cargo", 3)
    trades = {option[1] for option in offered(match) if isinstance(option, tuple)}
    assert trades == {1}  # her decoders, and not her radar


@rule("GS-CGO-02", "GS-AMB-52")
def test_a_trade_that_was_declined_is_not_offered_again_but_every_other_is() -> None:
    match = both_in_port(1, ("exchange", 1), "decline", "cargo", 1)
    trades = {option[1] for option in offered(match) if isinstance(option, tuple)}
    assert trades == {2, 3, 4, 5, 6}
    assert "decoders" in offered(match)  # from the box
    choose(match, "empty", "cargo", 2)
    assert ("exchange", 1) in offered(match)  # for something else


@rule("GS-CGO-02")
@pytest.mark.parametrize(("space", "theirs"), [("w5", "w5"), ("p4", "w5")])
def test_no_trade_at_sea_or_apart(space: str, theirs: str) -> None:
    match = play(position("outfitting", space, cargo=THREE, deutschland={"space": theirs, "cargo": ["decoders"]}))
    if space == "w5":
        assert barred_by(match, "cargo") == "GS-CGO-02"
    else:
        choose(match, "cargo", 3)
        assert not {option for option in offered(match) if isinstance(option, tuple)}

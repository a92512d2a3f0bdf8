"""Odds of The Cruise of the Graf Spee: counted exactly where that can be, and agreeing with the rules played out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import comb
from typing import Any

import pytest

from flagplot.engine.dice import Tape
from flagplot.engine.state import copier
from flagplot.engine.table import Playout
from flagplot.games.graf_spee.rules.contact import contact
from flagplot.games.graf_spee.rules.gunnery import shoot
from flagplot.games.graf_spee.rules.movement import sail
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.tables import CUPS
from tests.games.graf_spee.builder import combat, play, position
from tests.rules import rule

COPY = copier(State)
OUTCOMES = {
    "german": "contact, German First Salvo",
    "allied": "contact, Allied First Salvo",
    "none": "no contact",
}


def chance_of_hits(dice: int, hits: int) -> Fraction:
    """The chance of so many sixes among so many dice."""
    return comb(dice, hits) * Fraction(1, 6) ** hits * Fraction(5, 6) ** (dice - hits)


def fates(dice: int, pool: Sequence[str], before: tuple[str, ...] = ()) -> dict[str, Fraction]:
    """What a salvo makes of its target: for each number of hits all the draws from a small pool of markers."""
    found: dict[str, Fraction] = {}
    for hits in range(dice + 1):
        drawn = min(hits, len(pool))
        ways = list(permutations(pool, drawn))
        for markers in ways:
            fate = set(markers) | set(before) if hits else set()
            label = "sunk" if "sunk" in fate else "; ".join(sorted(fate)) or "no hit"
            found[label] = found.get(label, Fraction(0)) + chance_of_hits(dice, hits) / len(ways)
    return found


# Guns


@rule("GS-GUN-01", "GS-DMG-01")
@pytest.mark.parametrize("left", [["sunk", "crippled", "retreats"], ["crippled", "crippled", "sunk", "retreats"]])
def test_the_odds_of_a_salvo_are_those_of_its_dice_and_of_the_markers_that_are_left(left: list[str]) -> None:
    out = ["sunk"] * 4 + ["crippled"] * 8 + ["retreats"] * 6
    for marker in left:
        out.remove(marker)
    match = play(combat("pzg", ["ajax"], fields_of_battle={"drawn": out}, spee={"primary": 1, "leadership": 3}))
    odds = match.odds(("fire", "ajax"))
    assert odds.exact
    assert odds == fates(3, left)


@rule("GS-GUN-01", "GS-DMG-01")
def test_the_odds_of_a_first_salvo_at_the_exeter() -> None:
    odds = play(combat("pzg", ["exeter"])).odds(("fire", "exeter"))
    assert odds.exact
    assert sum(odds.values()) == 1
    assert odds["no hit"] == Fraction(5, 6) ** 4
    unsunk = sum(chance_of_hits(4, hits) * Fraction(comb(14, hits), comb(18, hits)) for hits in range(5))
    assert odds["sunk"] == 1 - unsunk


@rule("GS-DMG-01", "GS-AMB-21")
def test_a_target_already_crippled_can_only_be_sunk_or_put_to_flight() -> None:
    out = ["sunk"] * 3 + ["crippled"] * 7 + ["retreats"] * 5
    match = play(combat("pzg", ["ajax"], fields_of_battle={"drawn": out, "crippled": ["ajax"]},
                        spee={"primary": 1, "leadership": 2}))  # fmt: skip
    assert match.odds(("fire", "ajax")) == fates(3, ["sunk", "crippled", "retreats"], ("crippled",))


@rule("GS-DMG-01")
def test_the_clyde_can_only_be_put_to_flight() -> None:
    odds = play(combat("pzk", ["clyde"])).odds(("fire", "clyde"))
    assert odds == {"no hit": Fraction(5, 6) ** 6, "retreats": 1 - Fraction(5, 6) ** 6}


@rule("GS-TRP-01")
def test_torpedoes_have_odds_too() -> None:
    odds = play(combat("pza", ["malaya"], at_step="torpedo")).odds(("launch", "malaya"))
    assert odds.exact
    assert odds["no hit"] == Fraction(5, 6) ** 5


@rule("GS-AMB-37")
def test_to_hold_fire_has_no_effect() -> None:
    assert play(combat("pzg", ["exeter"])).odds("hold_fire") == {"no effect": 1}


def fired(state: State, step: str, mode: str, target: str, times: int) -> Counter[str]:
    """What becomes of a target when the rules themselves fire at it so often."""
    dice, count = Tape(bytes(32)), Counter[str]()
    for _ in range(times):
        trial = COPY(state)
        battle = trial.battle
        assert battle is not None
        shoot(Playout(trial, {}, dice), battle, trial.ships["graf_spee"], step, mode, target)
        fate = [
            name for name, ships in (("crippled", battle.crippled), ("retreats", battle.retreated)) if target in ships
        ]
        count["sunk" if target in battle.sunk else "; ".join(fate) or "no hit"] += 1
    return count


@rule("GS-GUN-01", "GS-TRP-01", "GS-DMG-01", "GS-AMB-45")
@pytest.mark.parametrize(
    ("step", "mode", "target", "out"),
    [
        ("primary", "maximum_fire", "exeter", []),
        ("secondary", "fire", "hardy", ["sunk"] * 4 + ["crippled"] * 3),
        ("torpedo", "launch", "malaya", ["retreats"] * 6),
        ("primary", "maximum_fire", "ajax", ["sunk"] * 3 + ["crippled"] * 8 + ["retreats"] * 5),
        ("tertiary", "fire", "clyde", []),
    ],
)
def test_the_odds_of_a_fire_agree_with_ten_thousand_of_them(step: str, mode: str, target: str, out: list[str]) -> None:
    state = combat("pzg", [target], at_step=step, fields_of_battle={"drawn": out})
    odds = play(state).odds((mode, target))
    assert odds.exact
    assert sum(odds.values()) == 1
    times = 10_000
    count = fired(state, step, mode, target, times)
    assert set(count) <= set(odds)
    for outcome, chance in odds.items():
        spread = (times * float(chance) * float(1 - chance)) ** 0.5
        assert abs(count[outcome] - times * float(chance)) <= 4 * spread, outcome


# Sailing


@rule("GS-CON-01", "GS-AMB-29", "GS-MOV-02")
def test_the_odds_of_a_known_squadron_are_those_of_the_contact_chart() -> None:
    cargo = ["radar", "float_plane", "decoders", "dummy_funnels"]
    match = play(position("sailing", "w8", stations={"pzg": ["exeter", "ajax"]}, cargo=cargo))
    assert match.odds("pzg") == {OUTCOMES["german"]: Fraction(5, 6), OUTCOMES["none"]: Fraction(1, 6)}
    match = play(position("sailing", "w8", stations={"pzg": ["exeter", "hermes"]}, cargo=cargo))
    assert match.odds("pzg") == {
        OUTCOMES["allied"]: Fraction(3, 6),
        OUTCOMES["none"]: Fraction(2, 6),
        OUTCOMES["german"]: Fraction(1, 6),
    }


def played_out(state: State, goal: str, times: int) -> Counter[str]:
    """How often the rules themselves end a leg of one space with each result of the contact roll."""
    dice, count = Tape(bytes(32)), Counter[str]()
    for _ in range(times):
        trial = COPY(state)
        table = Playout(trial, {}, dice)
        ships = [trial.ships["graf_spee"]]
        sail(table, ships, goal, 0, 1)
        count[contact(table, ships, goal, goal)] += 1
    return count


@rule("GS-CON-01", "GS-AMB-29", "GS-AMB-51")
@pytest.mark.parametrize(
    "more",
    [
        {"cups": {"pza": CUPS["pza"].ships}, "face_down": {"pza": 4}},
        {"cups": {"pza": CUPS["pza"].ships}, "face_down": {"pza": 1}},
        {"face_down": {"pza": 6}},
        {"face_down": {"pza": 2, "pzg": 4}, "lost": ["ark_royal", "eagle", "exeter"]},
        {"face_down": {"pza": 2}, "stations": {"pza": ["foch"], "pzh": ["hermes"]}},
    ],
    ids=["the cup", "one of the cup", "redeployed", "after losses", "some known"],
)
def test_the_odds_of_a_leg_among_counters_face_down_agree_with_ten_thousand_playouts(more: dict[str, Any]) -> None:
    cargo = ["radar", "float_plane", "decoders", "dummy_funnels"]
    state = position("sailing", "c4", cargo=cargo, **more)
    odds = play(state).odds("pza")
    assert odds.exact
    assert sum(odds.values()) == 1
    times = 10_000
    count = played_out(state, "pza", times)
    assert {OUTCOMES[first] for first in count} <= set(odds)
    for first, outcome in OUTCOMES.items():
        share = float(odds.get(outcome, Fraction(0)))
        spread = (times * share * (1 - share)) ** 0.5
        assert abs(count[first] - times * share) <= 4 * spread, outcome


@rule("GS-CON-01", "GS-SET-03")
def test_the_odds_of_the_ascension_cup_follow_from_the_chance_of_a_carrier() -> None:
    state = position("sailing", "c4", cups={"pza": CUPS["pza"].ships}, face_down={"pza": 4})
    carrier = 1 - Fraction(comb(4, 4), comb(6, 4))  # Glorious and Furious among six
    assert play(state).odds("pza") == {
        OUTCOMES["allied"]: carrier + (1 - carrier) * Fraction(3, 6),
        OUTCOMES["none"]: (1 - carrier) * Fraction(2, 6),
        OUTCOMES["german"]: (1 - carrier) * Fraction(1, 6),
    }


@rule("GS-MOV-01", "GS-INC-01")
def test_a_leg_tells_its_oil_and_the_markers_to_be_drawn() -> None:
    match = play(position("sailing", "natl", alert=3))
    assert match.odds("natl") == {"3 incidents drawn": 1}
    assert match.odds("c4") == {"3 incidents drawn": 1}
    assert match.odds("c5") == {"3 incidents drawn; oil -1": 1}


@rule("GS-MOV-01", "GS-AMB-20")
def test_emergency_speed_tells_what_may_become_of_the_engines() -> None:
    match = play(position("sailing", "natl"))
    assert match.odds("c6") == {
        "1 incident drawn; oil -2; the engines hold": Fraction(4, 6),
        "1 incident drawn; engines -1; oil -2": Fraction(1, 6),
        "1 incident drawn; engines -2; oil -2": Fraction(1, 6),
    }


@rule("GS-MOV-03", "GS-INC-01")
def test_a_port_tells_of_the_alert_that_it_raises() -> None:
    match = play(position("sailing", "w9"))
    assert match.odds("a1") == {"2 incidents drawn; alert 2": 1}
    match = play(position("sailing", "c6"))
    assert match.odds("altm") == {"no incidents": 1}


# Incidents


def convoy_worth(prize_crew: bool, bonus: int = 0) -> dict[str, float]:
    """The distribution of what a convoy brings, in bands of five."""
    die = {face: Fraction(1, 6) for face in range(1, 7)}

    def add(one: dict[int, Fraction], other: dict[int, Fraction]) -> dict[int, Fraction]:
        found: dict[int, Fraction] = {}
        for a, p in one.items():
            for b, q in other.items():
                found[a + b] = found.get(a + b, Fraction(0)) + p * q
        return found

    captured = {face * (2 if prize_crew else 1) + bonus: share for face, share in die.items()}
    ship = {face: share for face, share in die.items() if face < 6}
    for points, share in captured.items():
        ship[6 + points] = ship.get(6 + points, Fraction(0)) + share / 6
    total: dict[int, Fraction] = {}
    for ships in (1, 2, 3):
        worth = add(add(die, die), die)
        for _ in range(ships):
            worth = add(worth, ship)
        for points, share in worth.items():
            total[points] = total.get(points, Fraction(0)) + share / 3
    bands: dict[str, float] = {}
    for points, share in total.items():
        least = points - points % 5
        label = f"{least} to {least + 4} points"
        bands[label] = bands.get(label, 0.0) + float(share)
    return bands


@rule("GS-MRK-03", "GS-INC-03")
@pytest.mark.parametrize("marker", ["intel_berlin", "limited_visibility", "good_luck"])
@pytest.mark.parametrize("prize_crew", [False, True])
def test_a_convoy_is_foreseen_in_bands_of_five_points(marker: str, prize_crew: bool) -> None:
    state = position("incidents", "c8", cargo=["prize_crew"] if prize_crew else [])
    odds = play(state, marker).odds("convoy")
    assert not odds.exact
    assert sum(odds.values()) == 1
    expected = convoy_worth(prize_crew)
    assert set(odds) <= set(expected)
    for band, share in expected.items():
        assert abs(float(odds.get(band, Fraction(0))) - share) <= odds.margin * 1.5


@rule("GS-MRK-03", "GS-MRK-04")
def test_a_convoy_tells_of_the_oil_of_captured_ships() -> None:
    odds = play(position("incidents", "c8", spee={"oil": 2}), "intel_berlin").odds("convoy")
    captured = {ships: 1 - Fraction(5, 6) ** ships for ships in (1, 2, 3)}
    with_oil = sum(share for outcome, share in odds.items() if "oil +1" in outcome)
    assert abs(float(with_oil - sum(captured.values()) / 3)) <= odds.margin * 1.5


@rule("GS-MRK-03", "GS-AMB-44")
def test_the_odds_of_a_convoy_end_where_two_captains_share_its_oil() -> None:
    state = position("incidents", "c8", deutschland={})
    odds = play(state, "intel_berlin").odds("convoy")
    unfinished = sum(share for outcome, share in odds.items() if outcome.endswith(" and more"))
    expected = sum(1 - Fraction(5, 6) ** ships for ships in (1, 2, 3)) / 3
    assert abs(float(unfinished - expected)) <= odds.margin * 1.5


@rule("GS-MRK-03", "GS-ORD-01")
def test_the_bonus_for_merchant_ships_is_foreseen() -> None:
    state = position("incidents", "c8", campaign=True, achieved=["indian-ocean-raid"])
    odds = play(state, "intel_berlin").odds("convoy")
    for band, share in convoy_worth(False, bonus=1).items():
        assert abs(float(odds.get(band, Fraction(0))) - share) <= odds.margin * 1.5


@rule("GS-MRK-12", "GS-MRK-13")
def test_what_the_marker_itself_would_do_is_foreseen_too() -> None:
    assert play(position("incidents", "c8", alert=2), "intel_berlin").odds("take_as_it_is") == {"alert 1": 1}
    match = play(position("incidents", "c8", alert=2), "limited_visibility")
    assert match.odds("take_as_it_is") == {"limited visibility": 1}


# Elsewhere


@rule("GS-REP-01")
def test_the_odds_of_repairs_are_those_of_their_dice() -> None:
    odds = play(position("outfitting", "altm", spee={"hull": 3, "engines": 3})).odds("repair")
    assert odds.exact
    expected = {hits: comb(4, hits) * Fraction(1, 3) ** hits * Fraction(2, 3) ** (4 - hits) for hits in range(5)}
    assert odds == {
        ("nothing repaired" if not hits else f"{hits} repair{'s' * (hits > 1)}"): share
        for hits, share in expected.items()
    }


@rule("GS-BOM-01")
def test_the_odds_of_a_bombardment() -> None:
    match = play(position("bombardment", "a5", guns={"a5": 3}, spee={"secondary": 1}), 6)
    assert match.odds("bombard") == {
        "+5 VP; ammunition -1; defences destroyed": 1 - Fraction(3, 6) * Fraction(5, 6),
        "ammunition -1; the defences stand": Fraction(3, 6) * Fraction(5, 6),
    }


@rule("GS-INT-01")
def test_the_odds_of_a_look_at_a_zone_are_those_of_a_carrier() -> None:
    cargo = ["decoders", "enigma", "float_plane", "radar"]
    match = play(position("intelligence", "c8", cargo=cargo, face_down={"pzg": 4, "pzh": 6}), 5).choose("listen")
    none = Fraction(comb(23, 4), comb(28, 4))
    assert match.odds("pzg") == {"a carrier is there": 1 - none, "no carrier is there": none}


@rule("GS-BRK-01")
def test_to_break_off_is_certain() -> None:
    match = play(position("incidents", "c8", stations={"pzg": ["exeter"]}), "rn_flotilla", 6)
    assert match.odds("break_off") == {"broken off": 1}


@rule("GS-AMB-45", "GS-DMG-01")
def test_the_odds_know_that_an_empty_pool_is_filled_again() -> None:
    out = ["sunk"] * 4 + ["crippled"] * 8 + ["retreats"] * 5
    match = play(combat("pzg", ["ajax"], fields_of_battle={"drawn": out}, spee={"primary": 1, "leadership": 2}))
    odds = match.odds(("fire", "ajax"))  # two dice, and one marker is left: a second hit draws from all again
    assert odds == {
        "no hit": Fraction(25, 36),
        "retreats": Fraction(10, 36) + Fraction(1, 36) * Fraction(6, 18),
        "crippled; retreats": Fraction(1, 36) * Fraction(8, 18),
        "sunk": Fraction(1, 36) * Fraction(4, 18),
    }

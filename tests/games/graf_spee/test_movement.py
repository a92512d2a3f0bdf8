"""Ship movement (section 12): speeds, oil, halts, and what entering a space does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flagplot
from flagplot.engine import Ask, Event
from flagplot.engine.dice import Tape, seed_bytes
from flagplot.engine.match import Match
from flagplot.engine.table import Playout
from flagplot.games.graf_spee import GAME
from flagplot.games.graf_spee.spaces import DISTANCE, NEIGHBOURS, SPACES, ZONES
from flagplot.games.graf_spee.state import State
from tests.games.graf_spee.builder import (
    alert,
    as_set_up,
    asked,
    barred_by,
    choose,
    faces,
    figures,
    keys,
    offered,
    play,
    position,
    run,
    ship,
    sums,
    told,
)
from tests.rules import rule


def sailing(space: str = "natl", *dice: Any, **more: Any) -> Match[State]:
    """The movement of the Graf Spee on an empty sea, unless Allied ships are named."""
    return play(position("sailing", space, **more), *dice)


def furthest(match: Match[State], start: str) -> int:
    """How many spaces away the furthest space on offer is."""
    return max(DISTANCE[start][space] for space in offered(match))


# Speeds


@rule("GS-MOV-01", "GS-MAP-01")
def test_ships_move_along_the_lines_only() -> None:
    match = sailing("natl", spee={"engines": 1})
    assert offered(match) == {"natl", *NEIGHBOURS["natl"]}
    assert barred_by(match, "w2") == "GS-MOV-01"


@rule("GS-MOV-01")
@pytest.mark.parametrize(
    ("engines", "oil", "spaces"),
    [(6, 6, 6), (6, 2, 6), (6, 1, 5), (6, 0, 4), (5, 6, 5), (5, 1, 5), (5, 0, 4), (4, 0, 4), (2, 6, 2), (0, 6, 0)],
)
def test_how_far_the_graf_spee_sails(engines: int, oil: int, spaces: int) -> None:
    if spaces:
        assert furthest(sailing("f4", spee={"engines": engines, "oil": oil}), "f4") == spaces
    else:
        match = sailing("f4", "morale", spee={"engines": engines, "oil": oil})
        assert (ship(match).space, asked(match)) == ("f4", ("graf_spee", "move_auxiliary"))


@rule("GS-MOV-01")
@pytest.mark.parametrize(("engines", "oil", "spaces"), [(5, 6, 5), (5, 3, 5), (5, 0, 4), (3, 3, 3)])
def test_the_deutschland_never_sails_more_than_five(engines: int, oil: int, spaces: int) -> None:
    state = position(
        "sailing", "natl", deutschland={"space": "f4", "engines": engines, "oil": oil}, group=["deutschland"]
    )
    match = play(state)
    assert asked(match) == ("deutschland", "sail")
    assert furthest(match, "f4") == spaces


@rule("GS-MOV-01")
@pytest.mark.parametrize(("goal", "dice", "oil"), [("c4", (), 6), ("c5", (), 5), ("c6", (3,), 4)])
def test_cruise_speed_burns_no_oil_maximum_speed_one_and_emergency_speed_two(
    goal: str, dice: tuple[int, ...], oil: int
) -> None:
    match = run(position("sailing", "natl"), [goal], [*dice, "morale"])
    assert (ship(match).space, figures(match, "oil", "engines")) == (goal, (oil, 6))


@rule("GS-MOV-01")
@pytest.mark.parametrize(("die", "engines"), [(1, 5), (2, 4), (3, 6), (4, 6), (5, 6), (6, 6)])
def test_emergency_speed_may_damage_the_engines(die: int, engines: int) -> None:
    match = run(position("sailing", "natl"), ["c6"], [die, "morale"])
    assert figures(match, "engines", "oil") == (engines, 4)
    assert faces(match, "engine_check_roll") == [(die,)]
    assert keys(match, "engines_hold") == (["engines_hold"] if die > 2 else [])


@rule("GS-MOV-01", "GS-SEQ-01")
def test_a_ship_may_stay_where_it_is_and_still_draws_incidents() -> None:
    match = run(position("sailing", "w5"), ["w5"], ["morale"])
    assert (ship(match).space, told(match, "arrives")) == ("w5", [])
    assert keys(match, "incident_draw") == ["incident_draw"]


@rule("GS-MOV-01", "GS-AMB-20")
def test_the_engines_are_checked_on_entering_the_sixth_space_before_a_contact_roll_there() -> None:
    assert DISTANCE["pzh"]["pza"] == 6
    state = position("sailing", "pzh", stations={"pza": ["exeter"]}, spee={"leadership": 6})
    match = run(state, ["pza"], [2, 4, "morale"])
    assert keys(match, "engine_check_roll", "contact_roll") == ["engine_check_roll", "contact_roll"]
    assert (figures(match, "engines", "oil"), ship(match).space) == ((4, 4), "pza")
    assert asked(match) == ("graf_spee", "move_auxiliary")  # the sixth space ends the move


# Halts


@rule("GS-MOV-02")
def test_a_ship_halts_in_a_patrol_zone_with_allied_ships_and_sails_on_without_contact() -> None:
    state = position("sailing", "c4", stations={"pza": ["exeter"]}, spee={"engines": 2})
    match = play(state, 4, "morale")
    assert barred_by(match, "a2") == "GS-MOV-02"
    choose(match, "pza")
    assert sums(match, "contact_roll") == [3]  # leadership above the alert +1, zone -2
    assert asked(match) == ("graf_spee", "sail")
    assert match.decision.about["spaces"] == 1
    assert offered(match) == {"pza", *NEIGHBOURS["pza"]}
    choose(match, "e3")
    assert keys(match, "incident_draw") == ["incident_draw"]  # only where the ship ends
    assert ship(match).space == "e3"


@rule("GS-MOV-02", "GS-INC-02")
def test_a_ship_that_ends_its_move_in_the_zone_draws_incidents_there() -> None:
    match = run(position("sailing", "c4", stations={"pza": ["exeter"]}), ["pza", "pza"], [4, "morale"])
    assert (ship(match).space, len(told(match, "contact_roll"))) == ("pza", 1)
    assert keys(match, "incident_draw") == ["incident_draw"]


@rule("GS-MOV-02")
def test_oil_is_counted_over_all_legs_of_a_day() -> None:
    state = position("sailing", "c1", stations={"pzy": ["exeter"], "pzk": ["ajax"]}, spee={"oil": 1})
    match = run(state, ["pzy", "pzk", "e3"], [4, 4, "morale"])
    assert [entry.about["moved"] for entry in told(match, "arrives")] == [1, 3, 5]
    assert figures(match, "oil") == (0,)


@rule("GS-MOV-01", "GS-MOV-02")
@pytest.mark.parametrize(("oil", "left"), [(2, 1), (6, 1), (1, 0)])
def test_a_halt_at_the_fifth_space_does_not_cost_the_sixth(oil: int, left: int) -> None:
    """Two oil are enough for six spaces, whether they are sailed in one leg or in two."""
    assert DISTANCE["natl"]["pza"] == 5
    state = position("sailing", "natl", stations={"pza": ["exeter"]}, spee={"oil": oil})
    match = choose(play(state, 4, *(["morale"] if not left else [3, "morale"])), "pza")
    assert figures(match, "oil") == (oil - 1,)
    if left:
        assert (asked(match), match.decision.about["spaces"]) == (("graf_spee", "sail"), 1)
        choose(match, "e3")
        assert figures(match, "oil") == (oil - 2,)
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-MOV-02")
def test_contact_ends_movement() -> None:
    match = play(position("sailing", "c4", stations={"pza": ["exeter"]}), 6)
    choose(match, "pza")
    assert asked(match) == ("graf_spee", "break_off_or_fight")


@rule("GS-MOV-02", "GS-MAP-01")
def test_an_empty_patrol_zone_does_not_halt_anybody() -> None:
    match = run(position("sailing", "c4"), ["e3"], ["morale"])
    assert (ship(match).space, told(match, "contact_roll")) == ("e3", [])
    assert told(match, "arrives")[0].about["moved"] == 2


@rule("GS-AMB-28", "GS-MOV-02")
def test_a_ship_that_leaves_a_zone_rolls_for_no_contact_and_one_that_stays_is_searched_for_in_the_evening() -> None:
    state = position("sailing", "pza", stations={"pza": ["exeter"]})
    assert told(run(state, ["c4"], ["morale"]), "contact_roll") == []
    match = run(state, ["pza"], [4, "morale"])
    assert keys(match, "patrol_comes", "contact_roll", "incident_draw") == [
        "patrol_comes", "contact_roll", "incident_draw",
    ]  # fmt: skip


# Out and back


@rule("GS-MOV-04", "GS-MOV-02")
def test_a_ship_may_sail_out_and_back_to_enter_its_own_zone_anew() -> None:
    state = position("sailing", "pza", stations={"pza": ["exeter"]})
    match = choose(play(state, 1), "out_and_back")
    assert [entry.about["moved"] for entry in told(match, "arrives")] == [2]
    assert ship(match).space == "pza"
    assert sums(match, "contact_roll") == [0]  # leadership +1, zone -2
    assert match.state.battle.space == "pza"


@rule("GS-MOV-04", "GS-MOV-01")
def test_out_and_back_costs_two_spaces_of_the_day() -> None:
    state = position("sailing", "pza", stations={"pza": ["exeter"]}, spee={"oil": 0})
    match = play(state, 4, 4, "morale")
    choose(match, "out_and_back", "out_and_back")
    assert [entry.about["moved"] for entry in told(match, "arrives")] == [2, 4]
    assert len(told(match, "contact_roll")) == 2
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-MOV-04")
@pytest.mark.parametrize(
    ("space", "more"),
    [
        ("pza", {}),  # nobody to meet
        ("w5", {}),
        ("pza", {"stations": {"pza": ["exeter"]}, "spee": {"engines": 1}}),  # too few spaces
        ("p4", {"stations": {"pzg": ["exeter"]}}),  # the way would halt in a zone
    ],
)
def test_out_and_back_is_offered_only_where_it_leads_to_somebody(space: str, more: dict[str, Any]) -> None:
    match = play(position("sailing", space, **more))
    assert "out_and_back" not in offered(match)
    assert barred_by(match, "out_and_back") == "GS-MOV-04"


@rule("GS-AMB-28", "GS-RED-01")
def test_no_contact_roll_when_ships_are_redeployed_onto_a_german_ship() -> None:
    state = position("sailing", "pza", spee={"outfitted": True, "repaired": True})
    match = play(state, "morale")
    assert match.state.face_down["pza"] == 6
    assert (told(match, "contact_roll"), asked(match)) == ([], ("graf_spee", "move_auxiliary"))


@rule("GS-AMB-12", "GS-MOV-02", "GS-CON-01")
def test_entering_a_port_with_an_allied_ship_rolls_contact_and_ends_the_move() -> None:
    state = position("sailing", "w9", stations={"a1": ["cumberland"]})
    match = choose(play(state, 4, "morale", "mines_sighted", 1, 2, 6), "a1")
    # Leadership 3 is still above the alert of 2: +1; an Allied port: -1
    assert (sums(match, "contact_roll"), alert(match)) == ([4], 2)
    assert asked(match) == ("graf_spee", "bombard_port")
    assert ship(match).space == "a1"


def by_every_way(start: str, spaces: int, halting: set[str], closed: set[str]) -> set[str]:
    """Every space that some way of so many lines reaches, tried one by one, none going on from where ships halt."""
    found = {start}
    ways: list[tuple[str, ...]] = [(start,)]
    for _ in range(spaces):
        ways = [
            (*way, other)
            for way in ways
            if len(way) == 1 or way[-1] not in halting
            for other in NEIGHBOURS[way[-1]]
            if other not in way and other not in closed
        ]
        found |= {way[-1] for way in ways}
    return found


@rule("GS-MOV-01", "GS-MOV-02", "GS-PRT-01", "GS-NEU-01")
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_the_spaces_on_offer_are_those_that_some_way_reaches(data: st.DataObject) -> None:
    engines = data.draw(st.integers(1, 6))
    start = data.draw(st.sampled_from(sorted(SPACES)))
    held = data.draw(st.sets(st.sampled_from(ZONES), max_size=7))
    visited = data.draw(st.sets(st.sampled_from([f"p{number}" for number in range(1, 10)]), max_size=4))
    state = position(
        "sailing", start, spee={"engines": engines}, face_down=dict.fromkeys(sorted(held), 1), visited=sorted(visited)
    )
    ports = {space for space, place in SPACES.items() if place.kind in ("neutral", "port", "base", "haven")}
    assert offered(play(state)) == by_every_way(start, engines, held | ports, visited - {start})


# Entering


@rule("GS-MOV-03", "GS-MAP-02", "GS-ALR-01")
@pytest.mark.parametrize(
    ("start", "goal", "before", "after"),
    [("i2", "a5", 1, 2), ("pzh", "b3", 1, 3), ("pzh", "b3", 5, 6), ("i2", "i3", 2, 2), ("w7", "p3", 2, 2)],
)
def test_entering_an_allied_port_or_base_raises_the_alert_at_once(
    start: str, goal: str, before: int, after: int
) -> None:
    match = choose(flagplot.new("graf-spee", state=position("sailing", start, alert=before), seed=1), goal)
    log = match.log()
    kinds = [*keys(match), "incident_draw"]
    before_incidents = log[: kinds.index("incident_draw")]
    rises = [entry.about["alert"] for entry in before_incidents if entry.key == "alert_rises"]
    assert rises == ([after] if after > before else [])


@rule("GS-MOV-03", "GS-ALR-02")
def test_the_risen_alert_counts_for_the_incidents_of_that_space() -> None:
    match = run(position("sailing", "pzh"), ["b3"], ["morale", "swordfish", "merchant", 2, 1, 3])
    assert (alert(match), len(told(match, "incident_draw"))) == (3, 3)


@rule("GS-SEQ-01", "GS-MOV-01")
def test_the_day_goes_on_with_incidents_bombardment_and_auxiliary_cruisers() -> None:
    match = run(position("sailing", "i2"), ["a5", "spare", "stay"], ["morale", "merchant", 2, 1, 3])
    assert keys(match, "arrives", "incident_draw", "defence_roll", "day_breaks") == [
        "arrives", "incident_draw", "incident_draw", "defence_roll", "day_breaks",
    ]  # fmt: skip


# Odds


@rule("GS-CON-01", "GS-AMB-29")
def test_the_odds_of_a_leg_agree_with_ten_thousand_playouts() -> None:
    """Into a zone with four counters face down, of which any may be a carrier."""
    state = as_set_up("sailing", "c4", cargo=["radar", "float_plane", "decoders", "dummy_funnels"])
    foreseen = flagplot.new("graf-spee", state=state, seed=0).odds("pza")
    seen: Counter[str] = Counter()
    for seed in range(10_000):
        seen[contact_of(state, seed)] += 1
    assert foreseen.exact
    assert set(foreseen) == set(seen)
    assert all(abs(seen[outcome] / 10_000 - float(chance)) < 0.02 for outcome, chance in foreseen.items())


class Outcomes(Playout[State]):
    """A playout that notes what came of a contact roll."""

    contact = ""

    def tell(self, event: Event, /, to: Sequence[str] | None = None, **about: Any) -> None:
        if event.key == "contact":
            self.contact = event.outcome or ""


def contact_of(state: State, seed: int) -> str:
    """What comes of sailing into the Ascension zone with the dice of a seed."""

    def captain(state: State, seat: str, ask: Ask, options: Sequence[Any], about: Any) -> Any:
        return "pza" if ask.key == "sail" else options[0]

    trial = GAME.copy(state)
    table = Outcomes(trial, {"graf_spee": (captain, trial)}, Tape(seed_bytes(seed)))
    GAME.phases["movement"](table, *trial.args)
    return table.contact


@rule("GS-CON-01")
@pytest.mark.parametrize(("allied", "chance"), [(["exeter"], 1 / 2), (["exeter", "eagle"], 1)])
def test_the_odds_of_a_leg_know_the_carriers_that_lie_face_up(allied: list[str], chance: float) -> None:
    match = play(position("sailing", "w8", stations={"pzg": allied}))
    assert float(match.odds("pzg")["contact, Allied First Salvo"]) == pytest.approx(chance)

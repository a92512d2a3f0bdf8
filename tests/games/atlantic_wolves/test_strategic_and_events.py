"""The Strategic phase and the Event phase (sections 6, 7 and 16)."""

from __future__ import annotations

from dataclasses import replace
from itertools import starmap
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flagplot
from flagplot import players
from flagplot.engine.match import Match
from flagplot.games.atlantic_wolves.state import Boat, Held, State
from flagplot.games.atlantic_wolves.tables import AREAS, CARDS, EVENTS, EVENTS_WITH_AREA, CardEvent, _card_defects
from tests.games.atlantic_wolves.builder import QUIET, UNEVENTFUL, in_pens, play, position, told
from tests.rules import rule


def drawn(card: int, **figures: Any) -> Match[State]:
    """The event of a card; in order C nothing else is drawn before the first boat is placed."""
    return play(position(phase="event", ata=6, **figures), card)


# Strategic phase


@rule("AW-STR-01")
@pytest.mark.parametrize("place", ["hq", "pens"])
def test_doenitz_goes_to_hq_or_to_the_pens_and_stays_for_the_turn(place: str) -> None:
    match = play(position(phase="strategic", ata=6, pens=[1]), 4, 11, 12, 2, 26, *UNEVENTFUL)
    assert match.decision.options == ("hq", "pens")
    match.choose(place).choose("pens").choose((0, 0))
    assert (match.decision.key, match.state.turn, match.state.doenitz) == ("place_doenitz", 2, place)
    assert len(told(match, "place_doenitz")) == 1


@rule("AW-STR-02", "AW-PRO-01", "AW-AMB-16")
@pytest.mark.parametrize(("card", "shown"), [(2, 0), (11, 1), (9, 2), (13, 3)])
@pytest.mark.parametrize(
    ("doenitz", "raeder", "extra"), [("pens", False, 0), ("hq", False, 1), ("hq", True, 0), ("pens", True, 0)]
)
def test_doenitz_alone_at_hq_adds_a_boat_to_a_card_that_is_not_blank(
    card: int, shown: int, doenitz: str, raeder: bool, extra: int
) -> None:
    built = shown + extra if shown else 0
    match = play(position(phase="uboat_production", doenitz=doenitz, raeder=raeder), card, *UNEVENTFUL)
    if built:
        assert match.decision.options == tuple(range(built + 1))
        match.choose(0)
    assert in_pens(match) == list(range(1, 7 + built))
    assert told(match, "produced")[0].about["built"] == built


@rule("AW-STR-03", "AW-ATA-01")
@pytest.mark.parametrize(("doenitz", "rise"), [("pens", 0), ("hq", 1)])
@pytest.mark.parametrize("card", [21, 14, 19, 12])
def test_from_the_pens_doenitz_stops_technology_with_a_plus_sign(card: int, doenitz: str, rise: int) -> None:
    assert CARDS[card].ata.endswith("+")
    match = play(position(phase="ata", ata=3, doenitz=doenitz), card, 9)
    assert match.state.ata == 3 + rise


@rule("AW-STR-03", "AW-EVT-03")
def test_from_the_pens_doenitz_lets_any_boat_use_a_red_card() -> None:
    match = play(position({"iceland": {"normal": [1, 2]}}, hand=["feder_apparate"]), 1)
    match.choose(1)
    assert match.decision.options == ("let_it_stand", "feder_apparate")


@rule("AW-STR-03", "AW-TNK-02")
@pytest.mark.parametrize(("doenitz", "key"), [("pens", "use_tanker"), ("hq", "next_attack")])
def test_only_from_the_pens_can_doenitz_turn_a_tanker_down(doenitz: str, key: str) -> None:
    state = position({"iceland": {"aggressive": [1, 2]}}, doenitz=doenitz, ata=2, escorts={"iceland": 1}, tankers=1)
    assert play(state, 6).decision.key == key


@rule("AW-STR-04")
def test_raeder_is_not_yours_to_move() -> None:
    match = play(position(phase="strategic", raeder=True))
    assert match.decision.options == ("hq", "pens")
    refusal = match.why_not("raeder")
    assert (refusal.reason, refusal.rule) == ("Only Dönitz is yours to place; Raeder stays in HQ.", "AW-STR-04")
    refusal = match.why_not("iceland")
    assert (refusal.reason, refusal.rule) == ("Dönitz spends the month in HQ or in the Sub Pens.", "AW-STR-01")


@rule("AW-STR-04")
def test_there_is_room_for_both_admirals_at_hq() -> None:
    match = play(position(phase="strategic", raeder=True, ata=6, doenitz="pens"), 4).choose("hq")
    where = {piece.id: piece.space for piece in match.view("german").pieces if piece.kind == "admiral"}
    assert where == {"doenitz": "hq", "raeder": "hq"}


# Event phase


@rule("AW-EVT-01", "AW-CMP-04")
def test_an_ordinary_event_happens_at_once_and_its_card_is_discarded() -> None:
    match = drawn(2)
    assert match.state.convoys == 1
    assert (match.state.discards, match.state.hand) == ([2], [])
    assert 2 not in match.state.deck


@rule("AW-EVT-01")
def test_of_two_events_joined_by_and_both_happen() -> None:
    match = drawn(17)
    assert match.decision.key == "place_boat"
    assert match.state.convoys == 1
    assert in_pens(match) == [1, 2, 3, 4, 5, 6, 7]
    assert drawn(38).state.happy_hunting == ["eastern_seaboard", "african_coast"]


@rule("AW-EVT-01")
@pytest.mark.parametrize(("event", "boats", "tankers"), [("add_uboat", 7, 0), ("add_tanker", 6, 1)])
def test_of_two_events_joined_by_or_you_take_one(event: str, boats: int, tankers: int) -> None:
    match = drawn(34)
    assert match.decision.options == ("add_uboat", "add_tanker")
    match.choose(event)
    assert (len(match.state.pens), match.state.tankers) == (boats, tankers)
    assert match.state.discards == [34]


@rule("AW-EVT-01", "AW-EVT-02")
def test_a_card_of_which_you_keep_a_red_event_is_not_discarded() -> None:
    match = drawn(16).choose("b_dienst")
    assert (match.state.hand, match.state.discards, match.state.happy_hunting) == ([Held(16, "b_dienst")], [], [])
    match = drawn(16).choose("happy_hunting")
    assert (match.state.hand, match.state.discards, match.state.happy_hunting) == ([], [16], ["newfoundland"])


@rule("AW-EVT-02", "AW-AMB-02")
@pytest.mark.parametrize(("card", "kind"), [(1, "wolfpack_tactics"), (5, "b_dienst"), (12, "feder_apparate")])
def test_a_red_event_goes_to_your_hand(card: int, kind: str) -> None:
    match = drawn(card)
    assert match.state.hand == [Held(card, kind)]
    assert card not in match.state.deck + match.state.discards
    assert told(match, "red_card_kept")[0].rule == "AW-EVT-02"


@rule("AW-EVT-02", "AW-CMP-04")
def test_a_red_card_can_be_held_from_turn_to_turn_and_is_discarded_when_played() -> None:
    state = position(phase="clean_up", turn=2, pens=[1], hand=["feder_apparate"])
    match = play(state, 26, 4, 2, 1, 3, 30, 11)
    match.choose("pens")
    assert match.state.hand == [Held(10, "feder_apparate")]
    match.choose(("african_coast", "normal")).choose((0, 0)).choose(1)
    match.choose("feder_apparate")
    assert match.state.hand == []
    assert 10 in match.state.discards
    assert [entry.text for entry in told(match, "card_played")] == ["You play Feder-Apparate torpedoes."]
    assert match.state.tons == 15_000


@rule("AW-EVT-02")
def test_several_red_cards_can_be_spent_on_the_same_attack() -> None:
    state = position({"iceland": {"normal": [1, 2]}}, hand=["wolfpack_tactics", "wolfpack_tactics", "feder_apparate"])
    match = play(state, 1, 5)
    match.choose("wolfpack_tactics").choose("wolfpack_tactics").choose(1).choose("feder_apparate")
    assert match.state.hand == []
    assert match.state.tons == 75_000


@rule("AW-EVT-04")
def test_cards_drawn_for_other_parts_bring_no_event() -> None:
    state = position(phase="allotment_and_placement", pens=[1], turn=6)
    match = play(state, 17, 2, 29, 30)
    match.choose("pens").choose((0, 0))
    assert match.decision.key == "tankers"
    assert (match.state.convoys, match.state.raeder, match.state.hand) == (0, False, [])
    assert in_pens(match) == [1]
    assert match.state.discards == [17, 2, 29, 30]


# Counters gained by event


@rule("AW-EVT-05", "AW-CRD-09")
def test_a_uboat_gained_by_event_waits_in_the_pens_and_can_sail_in_the_same_turn() -> None:
    match = drawn(6, pens=[1], turn=3)
    assert match.state.pens == [Boat(1), Boat(2)]  # it was not produced
    match.choose("pens")
    assert (match.decision.key, match.decision.about["boat"]) == ("place_boat", 2)


@rule("AW-EVT-05", "AW-CRD-09")
def test_a_tanker_gained_by_event_goes_to_refueling() -> None:
    match = drawn(19, tankers=2)
    assert match.state.tankers == 3
    assert len(told(match, "tanker_added")) == 1
    (piece,) = [piece for piece in match.view("german").pieces if piece.kind == "tanker"]
    assert (piece.space, piece.count) == ("refueling", 3)


@rule("AW-EVT-05", "AW-CRD-09", "AW-PLC-02")
def test_a_condor_gained_by_event_goes_to_the_northern_box() -> None:
    match = drawn(25)
    assert match.state.condors == {"iceland": 2, "bay_of_biscay": 1}
    assert match.state.condor_reserve == 0
    assert told(match, "condor_added")[0].rule == "AW-CRD-09"


@rule("AW-EVT-05", "AW-CMP-02", "AW-AMB-37")
@pytest.mark.parametrize(
    ("card", "figures"),
    [
        (6, {"pens": range(1, 21)}),
        (19, {"tankers": 4}),
        (25, {"boxes": {"iceland": 2}}),
        (2, {"convoys": 4}),
    ],
)
def test_when_a_kind_of_counter_is_used_up_an_event_adds_none(card: int, figures: dict[str, Any]) -> None:
    before = play(position(phase="allotment_and_placement", ata=6, **figures)).state
    match = drawn(card, **figures)
    assert told(match, "none_left")[0].rule == "AW-AMB-37"
    after = match.state
    assert (after.pens, after.tankers, after.condors, after.convoys) == (
        before.pens, before.tankers, before.condors, before.convoys,
    )  # fmt: skip


# The events


@rule("AW-CRD-03", "AW-CVY-01")
@pytest.mark.parametrize("turn", [1, 5, 6, 10])
def test_a_north_atlantic_convoy_comes_in_any_year(turn: int) -> None:
    match = drawn(2, turn=turn, convoys=1)
    assert match.state.convoys == 2
    assert told(match, "convoy_appears")[0].about["convoys"] == 2
    (piece,) = [piece for piece in match.view("german").pieces if piece.kind == "convoy"]
    assert (piece.space, piece.count) == ("north_atlantic", 2)


@rule("AW-CRD-04")
@pytest.mark.parametrize(("turn", "convoys"), [(1, 0), (5, 0), (6, 1), (10, 1)])
def test_a_convoy_if_1943_does_nothing_in_1942(turn: int, convoys: int) -> None:
    match = drawn(9, turn=turn)
    assert match.state.convoys == convoys
    assert len(told(match, "no_event")) == 1 - convoys


@rule("AW-CRD-06", "AW-STR-04")
def test_raeder_takes_his_seat_in_hq() -> None:
    match = drawn(15)
    assert match.state.raeder
    assert match.state.doenitz == "pens"


@rule("AW-CRD-06", "AW-PLC-03")
@pytest.mark.parametrize(("card", "asked"), [(15, "break_out"), (4, "place_doenitz")])
def test_the_raider_can_break_out_in_the_turn_in_which_raeder_comes(card: int, asked: str) -> None:
    match = play(position(phase="event", ata=6, pens=[1]), card, 11, 12, 2, 26, *UNEVENTFUL)
    match.choose("pens").choose((0, 0))
    assert match.decision.key == asked


@rule("AW-AMB-27", "AW-PLC-05")
@pytest.mark.parametrize(("raeder", "raider"), [(True, "harbour"), (True, "at_sea"), (False, "sunk")])
def test_a_raeder_event_is_ignored_while_he_is_there_and_after_the_raider_was_sunk(raeder: bool, raider: str) -> None:
    match = drawn(15, raeder=raeder, raider=raider)
    assert match.state.raeder == raeder
    assert [entry.text for entry in told(match, "no_event")] == ["Raeder to HQ has no effect."]


@rule("AW-AMB-18", "AW-STR-04")
def test_no_event_of_the_deck_removes_raeder() -> None:
    for number, card in CARDS.items():
        match = drawn(number, raeder=True)
        outcomes = [match]
        if card.link == "OR":
            outcomes = [drawn(number, raeder=True).choose(event.kind) for event in card.events]
        assert all(outcome.state.raeder for outcome in outcomes)


@rule("AW-CRD-02", "AW-CRD-05")
@pytest.mark.parametrize("card", [n for n, card in CARDS.items() if not card.link and card.events[0].area])
def test_a_card_that_names_an_area_marks_that_area(card: int) -> None:
    (event,) = CARDS[card].events
    match = drawn(card)
    hunting = [event.area] if event.kind == "happy_hunting" else []
    reduced = [event.area] if event.kind == "reduced_routes" else []
    assert (match.state.happy_hunting, match.state.reduced_routes) == (hunting, reduced)
    assert [entry.rule for entry in told(match, "happy_hunting_declared")] == ["AW-CRD-02"] * len(hunting)
    assert [entry.rule for entry in told(match, "routes_reduced_in")] == ["AW-CRD-05"] * len(reduced)


@rule("AW-CRD-05")
@pytest.mark.parametrize(("area", "tons"), [("iceland", 15_000), ("mid_atlantic", 30_000)])
def test_reduced_routes_cost_every_uboat_in_the_area_one(area: str, tons: int) -> None:
    match = play(position({area: {"normal": [1, 2]}}, reduced_routes=["iceland"]), 4, 4, *QUIET)
    match.choose(1).choose(2)
    assert match.state.tons == 2 * tons


@rule("AW-CRD-05", "AW-CRD-02")
def test_the_bonus_and_malus_of_an_area_end_with_the_turn() -> None:
    state = position(phase="clean_up", happy_hunting=["iceland"], reduced_routes=["mid_atlantic"])
    match = play(state)
    assert (match.state.happy_hunting, match.state.reduced_routes) == ([], [])


# Cards as an owner may have them


def owners_card(monkeypatch: pytest.MonkeyPatch, link: Literal["", "AND", "OR"], *events: tuple[str, str]) -> None:
    """Card 1 has these events, each a kind and an area."""
    card = replace(CARDS[1], link=link, events=tuple(CardEvent(kind, area) for kind, area in events))
    assert not list(_card_defects(card))
    monkeypatch.setitem(CARDS, 1, card)


@rule("AW-EVT-01", "AW-EVT-02", "AW-CMP-04")
def test_a_card_with_two_red_events_is_held_until_both_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    owners_card(monkeypatch, "AND", ("b_dienst", ""), ("feder_apparate", ""))
    match = drawn(1, pens=[1])
    assert match.state.hand == [Held(1, "b_dienst"), Held(1, "feder_apparate")]
    assert match.game.inventory(match.state)["cards"] == 40
    state = position({"iceland": {"normal": [1, 2]}})
    state.deck.remove(1)
    state.hand = [Held(1, "b_dienst"), Held(1, "feder_apparate")]
    match = play(state, 1, 1, 1).choose(1)
    match.choose("feder_apparate")
    assert (match.state.hand, match.state.discards) == ([Held(1, "b_dienst")], [])
    match.choose("b_dienst")
    assert (match.state.hand, match.state.discards) == ([], [1])


@rule("AW-EVT-01")
def test_a_card_with_one_kind_of_event_in_two_areas_offers_both(monkeypatch: pytest.MonkeyPatch) -> None:
    owners_card(monkeypatch, "OR", ("happy_hunting", "iceland"), ("happy_hunting", "newfoundland"))
    match = drawn(1, pens=[1])
    assert match.decision.options == (("happy_hunting", "iceland"), ("happy_hunting", "newfoundland"))
    labels = [match.describe(option).label for option in match.decision.options]
    assert labels == ["Happy Hunting in Iceland", "Happy Hunting in Newfoundland"]
    match.choose(("happy_hunting", "newfoundland"))
    assert match.state.happy_hunting == ["newfoundland"]
    assert told(match, "choose_event")[0].text == "You choose Happy Hunting, Newfoundland."


SOME_EVENT = st.sampled_from(
    [(kind, area) for kind in EVENTS for area in (AREAS if kind in EVENTS_WITH_AREA else ("",))]
)


@rule("AW-EVT-01")
@settings(max_examples=80, deadline=None)
@given(link=st.sampled_from(["", "AND", "OR"]), one=SOME_EVENT, other=SOME_EVENT, seed=st.integers(0, 1000))
def test_every_combination_of_events_that_a_card_can_have_is_played(
    link: Literal["", "AND", "OR"], one: tuple[str, str], other: tuple[str, str], seed: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for number in CARDS:
            card = replace(CARDS[number], link=link, events=tuple(starmap(CardEvent, (one, other) if link else (one,))))
            assert not list(_card_defects(card))
            patch.setitem(CARDS, number, card)
        match = flagplot.new("atlantic-wolves", seed=seed)
        chance = Random(seed)
        for _ in range(60):
            if match.decision is None:
                break
            options = match.decision.options
            assert len({match.describe(option).label for option in options}) == len(set(options)) == len(options)
            assert match.hint().option in options
            match.choose(chance.choice(options))
            assert match.game.inventory(match.state)["cards"] == 40
        players.play_out(match, players.seated(match, {"german": "captain"}, ""))
        assert match.result

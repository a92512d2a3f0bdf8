"""Dice, cards, counters and map of Atlantic Wolves (sections 2 and 16)."""

from __future__ import annotations

from collections import Counter

import pytest

import flagplot
from flagplot.engine.sources import RULES, sources
from flagplot.games.atlantic_wolves import GAME
from flagplot.games.atlantic_wolves.tables import AREAS, CARDS, COUNTERS, EVENT_KINDS, HIGHEST_ATA, SQUARES
from tests.games.atlantic_wolves.builder import play, position, told
from tests.rules import rule

PRINTED_IN_THE_RULES = [
    source.path for source in sources(GAME.package) if source.file == "cards.toml" and source.mark == RULES
]
TECHNOLOGIES = {"Ultra", "HF/DF", "ASW", "Radar"}


@rule("AW-GEN-02")
def test_all_chance_comes_from_six_sided_dice_and_the_forty_cards() -> None:
    rolls = [entry for entry in flagplot.play("atlantic-wolves", seed=4).log() if entry.kind == "roll"]
    drawn = [entry.about["drawn"] for entry in rolls if not entry.faces]
    assert len(drawn) > 5
    assert set(drawn) <= set(range(1, 41))
    assert {face for entry in rolls for face in entry.faces} == {1, 2, 3, 4, 5, 6}


@rule("AW-GEN-02", "AW-TAL-01")
def test_the_tally_has_a_line_for_each_month_played() -> None:
    match = flagplot.play("atlantic-wolves", seed=4)
    assert len(match.state.tally) == match.state.turn == len(told(match, "month_ends"))


@rule("AW-GEN-02")
def test_there_are_forty_cards_and_each_part_is_well_formed() -> None:
    assert list(CARDS) == list(range(1, 41))
    for card in CARDS.values():
        assert (card.link in ("AND", "OR")) == (len(card.events) == 2)
        assert {event.kind for event in card.events} <= set(EVENT_KINDS)
        assert set(card.escorts) | set(card.air) <= set(AREAS)
        assert min([*card.escorts.values(), *card.air.values()]) >= 1
        assert card.ata.removesuffix("+") in TECHNOLOGIES | {""}
        assert not card.ata.startswith("+")
        assert 0 <= card.production <= 3


@rule("AW-CRD-02", "AW-CRD-05")
def test_the_cards_that_name_an_area_are_happy_hunting_and_reduced_routes() -> None:
    for card in CARDS.values():
        for event in card.events:
            assert (event.area in AREAS) == (event.kind in ("happy_hunting", "reduced_routes"))


def test_every_kind_of_event_is_on_some_card_and_names_its_clause() -> None:
    assert {event.kind for card in CARDS.values() for event in card.events} == set(EVENT_KINDS)
    assert {kind: event.rule for kind, event in EVENT_KINDS.items()} == {
        "wolfpack_tactics": "AW-CRD-01",
        "happy_hunting": "AW-CRD-02",
        "na_convoy": "AW-CRD-03",
        "na_convoy_1943": "AW-CRD-04",
        "reduced_routes": "AW-CRD-05",
        "raeder_hq": "AW-CRD-06",
        "b_dienst": "AW-CRD-07",
        "feder_apparate": "AW-CRD-08",
        "add_uboat": "AW-CRD-09",
        "add_condor": "AW-CRD-09",
        "add_tanker": "AW-CRD-09",
    }


@pytest.mark.parametrize(
    ("number", "part", "content"),
    [
        (2, "events", ["na_convoy"]),
        (8, "air", {"bay_of_biscay": 2, "eastern_seaboard": 1, "iceland": 7, "north_atlantic": 5, "newfoundland": 6}),
        (11, "production", 1),
        (12, "events", ["feder_apparate"]),
        (14, "escorts", {"eastern_seaboard": 1, "mid_atlantic": 2, "north_atlantic": 2, "newfoundland": 2}),
        (15, "ata", "HF/DF"),
        (34, "escorts", {"bay_of_biscay": 2, "iceland": 1, "north_atlantic": 3, "newfoundland": 3}),
        (39, "air", {"bay_of_biscay": 2, "eastern_seaboard": 1, "iceland": 5, "north_atlantic": 8, "newfoundland": 4}),
    ],
)
@rule("AW-GEN-02")
def test_the_eight_parts_that_the_rules_print_are_on_their_cards(number: int, part: str, content: object) -> None:
    card = CARDS[number]
    found = [event.kind for event in card.events] if part == "events" else getattr(card, part)
    assert found == content
    assert f"card.{number}.{part}" in PRINTED_IN_THE_RULES


def test_no_other_card_claims_to_be_printed_in_the_rules() -> None:
    assert len(PRINTED_IN_THE_RULES) == 8


@rule("AW-AMB-02")
def test_wolfpack_tactics_b_dienst_and_feder_apparate_are_the_red_events() -> None:
    assert {kind for kind, event in EVENT_KINDS.items() if event.red} == {
        "wolfpack_tactics",
        "b_dienst",
        "feder_apparate",
    }


@rule("AW-CMP-02", "AW-AMB-37")
def test_the_counter_mix_is_twenty_uboats_four_tankers_three_condors_and_four_convoys() -> None:
    assert (COUNTERS.uboat, COUNTERS.tanker, COUNTERS.condor, COUNTERS.convoy) == (20, 4, 3, 4)
    assert (COUNTERS.ace, COUNTERS.raider, COUNTERS.doenitz, COUNTERS.raeder) == (4, 1, 1, 1)
    assert COUNTERS.scatter == len(AREAS)


def can_be_laid_out(factors: list[int], markers: Counter[int]) -> bool:
    """Whether markers can be put together to make up the factors of every area."""
    if not factors:
        return True
    first, *others = sorted(factors, reverse=True)
    for value in sorted(markers, reverse=True):
        if value <= first and markers[value]:
            rest = [first - value] if first > value else []
            if can_be_laid_out(others + rest, markers - Counter([value])):
                return True
    return False


@rule("AW-CMP-02")
def test_any_card_can_be_laid_out_with_the_markers_in_the_box() -> None:
    escorts = Counter(COUNTERS.escort_markers)
    air = Counter(COUNTERS.air_markers)
    for number, card in CARDS.items():
        assert can_be_laid_out(list(card.escorts.values()), escorts), number
        assert can_be_laid_out(list(card.air.values()), air), number
    assert not can_be_laid_out([3, 2], Counter({2: 3}))


@rule("AW-CMP-03")
def test_the_map_has_seven_areas_of_three_squares_and_five_boxes() -> None:
    spaces = GAME.board("").spaces
    assert {space.name for space in spaces if space.kind == "sea"} == {
        "Iceland",
        "Newfoundland",
        "North Atlantic",
        "Eastern Seaboard",
        "Mid-Atlantic",
        "Bay of Biscay",
        "African Coast",
    }
    squares = {(space.within, space.name) for space in spaces if space.kind == "square"}
    assert squares == {(area, square.capitalize()) for area in AREAS for square in SQUARES}
    assert [space.name for space in spaces if space.kind == "box"] == [
        "HQ",
        "Sub Pens",
        "Refueling",
        "Northern Condors",
        "Biscay Condors",
    ]


@rule("AW-CMP-03")
def test_the_ata_track_shows_the_index_and_has_room_for_ten_draws_and_the_jump() -> None:
    match = play(position(phase="strategic", ata=5))
    (track,) = [track for track in match.view("german").tracks if track.id == "ata"]
    assert (track.cells[0], track.cells[-1], track.at) == ("0", str(HIGHEST_ATA), 5)
    assert HIGHEST_ATA == 10 + 3


@rule("AW-CMP-01", "AW-TAL-02")
def test_a_uboat_counter_is_lost_as_one_piece_and_counts_as_five_boats() -> None:
    boats = {"iceland": {"normal": [1, 2]}}
    match = play(position(boats, pens=range(3, 9), ata=2, escorts={"iceland": 1}), 6, 4)
    match.choose(2)
    assert [boat.number for boat in match.state.areas["iceland"].boats["normal"]] == [1]
    assert (match.state.sunk, match.state.boats_lost) == (1, 5)

"""What the page asks of every game: a branch from any moment, any moment again, and what a click means."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flagplot
from flagplot import players
from flagplot.engine import Match
from flagplot.engine.proof import verified
from flagplot.engine.table import DICE
from flagplot.engine.view import EVERYTHING, ONLOOKER, Board, Description, Piece, Section, View
from tests.contract.playing import SLUGS, at_decision, plain

SEEDS = st.integers(0, 2**64)
every_game = pytest.mark.parametrize("slug", SLUGS)


@every_game
@settings(max_examples=12)
@given(seed=SEEDS, number=st.integers(0, 250))
def test_a_branch_looks_the_same_to_its_seat_and_goes_on_by_dice_of_its_own(slug: str, seed: int, number: int) -> None:
    match = at_decision(slug, seed, number)
    data = match.save()
    for seat in match.seats:
        branch = match.branch(seat)
        assert plain(branch.view(seat)) == plain(match.view(seat))
        if match.decision and match.decision.seat == seat:
            assert branch.decision == match.decision
        assert branch.record.seed != match.record.seed
        kept = flagplot.load(branch.save())
        assert plain(kept.state) == plain(branch.state)
        players.play_out(kept, players.seated(kept, {}, "after the branch"))
        assert "The position is the same" in list(verified(flagplot.load(kept.save())))[-1]
    assert match.save() == data


@every_game
@settings(max_examples=8)
@given(seed=st.integers(0, 1000), number=st.integers(0, 120))
def test_a_branch_of_a_game_with_real_dice_goes_on_with_real_dice(slug: str, seed: int, number: int) -> None:
    chance = Random(seed)
    match = flagplot.new(slug, seed=seed, dice=flagplot.dice.asked())
    while match.decision and len(match.record.choices) < number:
        match.choose(chance.choice(match.decision.options))
    if match.decision is None:
        match = match.at(len(match.record.choices) - 1)
    assert match.decision
    for seat in match.seats:
        branch = match.branch(seat)
        assert branch.record.typed
        assert branch.decision
        assert plain(branch.view(seat)) == plain(match.view(seat))
        if match.decision.seat in (seat, DICE):
            assert branch.decision.options == match.decision.options
        assert plain(flagplot.load(branch.save()).state) == plain(branch.state)


@every_game
def test_two_branches_throw_different_dice(slug: str) -> None:
    match = at_decision(slug, 3, 20)
    assert match.decision
    branches = [match.branch(match.decision.seat) for _ in range(2)]
    assert len({branch.seed_hash for branch in [match, *branches]}) == 3
    assert match.branch(match.decision.seat, 5).save() == match.branch(match.decision.seat, 5).save()


@every_game
@settings(max_examples=6)
@given(seed=SEEDS, number=st.integers(0, 200), back=st.integers(0, 200))
def test_a_match_can_be_seen_as_it_stood_at_any_choice(slug: str, seed: int, number: int, back: int) -> None:
    match = at_decision(slug, seed, number)
    made = len(match.record.choices)
    before = match.at(max(made - back, 0))
    for choice in match.record.choices[len(before.record.choices) :]:
        before.choose(choice)
    assert before.save() == match.save()
    assert before.log() == match.log()
    for nowhere in (-1, made + 1):
        with pytest.raises(flagplot.IllegalChoice, match=f"it cannot stand at {nowhere}"):
            match.at(nowhere)


@every_game
@settings(max_examples=6)
@given(seed=SEEDS, number=st.integers(0, 200))
def test_a_click_on_anything_on_the_board_is_an_offer_or_has_its_reason(slug: str, seed: int, number: int) -> None:
    match = at_decision(slug, seed, number)
    assert match.decision
    answers = [match.describe(option) for option in match.decision.options]
    touched = {target for looks in answers for target in touched_by(looks)}
    for target in on_the_board(match, match.decision.seat) - touched:
        refusal = match.why_not(match.pointed_at(target))
        assert refusal is None or refusal.reason.endswith(".")
        assert refusal is None or refusal.rule in match.game.rulebook.clauses


@every_game
@settings(max_examples=6)
@given(seed=SEEDS, number=st.integers(0, 200))
def test_an_option_touches_only_what_its_seat_sees(slug: str, seed: int, number: int) -> None:
    match = at_decision(slug, seed, number)
    assert match.decision
    seen = on_the_board(match, match.decision.seat)
    assert set(match.decision.subjects) <= seen
    for option in match.decision.options:
        looks = match.describe(option)
        assert touched_by(looks) <= seen, (match.decision.key, looks)


def touched_by(looks: Description) -> set[str]:
    """The ids of all that an option touches."""
    return {*looks.spaces, *looks.pieces, *looks.lines, *looks.areas, *looks.trays, *looks.sections}


def on_the_board(match: Match[Any], seat: str) -> set[str]:
    """The ids of all spaces, and of all that a seat sees and may click."""
    board, view = match.board, match.view(seat)
    sections = [section for lineup in view.lineups for section in lineup.sections]
    pieces = [*view.pieces, *(one for tray in view.trays for one in tray.pieces), *pieces_of(sections)]
    things: list[Any] = [*board.spaces, *board.areas, *pieces, *view.lines, *view.areas, *view.trays]
    return {thing.id for thing in things} | {section.id for section in sections if section.id}


def pieces_of(sections: Sequence[Section]) -> list[Piece]:
    return [piece for section in sections for piece in section.pieces]


@every_game
@settings(max_examples=6)
@given(seed=SEEDS, number=st.integers(0, 200))
def test_who_sees_everything_sees_each_seats_pieces_and_no_backs(slug: str, seed: int, number: int) -> None:
    match = at_decision(slug, seed, number)
    everything = match.view(EVERYTHING)
    assert not [piece for piece in everything.pieces if piece.hidden]
    shown = {piece.id for piece in everything.pieces}
    for seat in match.seats:
        assert {piece.id for piece in match.view(seat).pieces if not piece.hidden} <= shown


@every_game
def test_the_board_holds_its_spaces_and_names_the_sides_of_all_pieces(slug: str) -> None:
    match = at_decision(slug, 1, 60)
    board = match.board
    spaces = {space.id: space for space in board.spaces}
    assert len(spaces) == len(board.spaces)
    for space in board.spaces:
        has_size = space.width > 0 and space.height > 0
        assert has_size != (space.kind == "point"), space.id
        assert space.width / 2 <= space.x <= 1 - space.width / 2, space.id
        assert space.height / 2 <= space.y <= 1 - space.height / 2, space.id
        assert space.within is None or space.within in spaces
    assert {end for link in board.links for end in (link.one, link.other)} <= set(spaces)
    for seat in match.seats:
        assert {piece.side for piece in match.view(seat).pieces} <= {side.id for side in board.sides}
        assert {piece.space for piece in match.view(seat).pieces if not piece.placed} <= set(spaces)
        assert not any(piece.placed for piece in match.view(seat).pieces) or board.scale


@every_game
@settings(max_examples=6)
@given(seed=SEEDS, number=st.integers(0, 200))
def test_lines_areas_trays_and_line_ups_name_only_what_exists(slug: str, seed: int, number: int) -> None:
    match = at_decision(slug, seed, number)
    for seat in (*match.seats, ONLOOKER):
        check_names(match.board, match.view(seat))


def check_names(board: Board, view: View) -> None:
    """Ids are unique, and every space, piece, line and side that something names is there."""
    spaces, sides = {space.id for space in board.spaces}, {side.id for side in board.sides} | {""}
    lines, areas = (*board.lines, *view.lines), (*board.areas, *view.areas)
    for things in (board.spaces, view.pieces, lines, areas, view.trays, view.lineups):
        ids = [thing.id for thing in things]
        assert len(ids) == len(set(ids)), ids
        assert "" not in ids
    owned: list[Any] = [*lines, *areas, *view.trays, *view.goals, *board.spaces]
    for thing in owned:
        assert thing.side in sides, thing
        assert thing.name
    for line in lines:
        assert {place for place in line.through if isinstance(place, str)} <= spaces, line
        assert line.through
        assert all(0 <= knot.at < len(line.through) for knot in line.knots), line
    for area in areas:
        assert set(area.spaces) <= spaces, area
    for tray in view.trays:
        assert tray.of in {"", *(line.id for line in view.lines)}, tray
    for lineup in view.lineups:
        stands = {piece.id: section for section in lineup.sections for piece in section.pieces}
        sections = [section.id for section in lineup.sections if section.id]
        assert len(sections) == len(set(sections))
        assert {end for aim in lineup.aims for end in aim} <= set(stands)
        assert {end for shot in lineup.shots for end in (shot.by, shot.at)} <= set(stands)
        for cover in lineup.covers:
            assert len({id(stands[one]) for one in cover.pieces}) == 1, cover

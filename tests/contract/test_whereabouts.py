"""The search plot of every game with secrets: the same in twin worlds, whole, and never surer than it may be."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import flagplot
from flagplot import players
from flagplot.engine.match import Match
from flagplot.engine.whereabouts import Grid, Spread, Whereabouts
from tests.contract.playing import SLUGS
from tests.contract.twins import HIDDEN, hides_something, played, twin_of

WITH_SECRETS = [slug for slug in SLUGS if hides_something(slug)]
every_game_with_secrets = pytest.mark.parametrize("slug", WITH_SECRETS)
WORLDS = 40
MOST_LOOKS = 8
STRIDE = 43  # decisions between two looks at a game


def looks(slug: str, seed: int) -> Iterator[Match[Any]]:
    """A game of midshipmen, with more that is hidden than usual, now and then."""
    match = flagplot.new(slug, seed=seed, options=dict(HIDDEN[slug].options))
    policies = players.seated(match, dict.fromkeys(match.seats, "midshipman"), str(seed))
    for _ in range(MOST_LOOKS):
        for _ in range(STRIDE):
            if match.decision is None:
                return
            match.choose(players.answer(match, policies))
        yield match


def test_exactly_the_games_with_secrets_have_a_search_plot() -> None:
    assert [game.slug for game in flagplot.games() if game.has_search_plot] == WITH_SECRETS


@every_game_with_secrets
def test_twin_worlds_give_the_same_search_plot(slug: str) -> None:
    rng = Random(7)
    compared = 0
    for story in played(slug, "midshipman", 20, HIDDEN[slug].options):
        if len(story.match.record.choices) % HIDDEN[slug].stride == 0:
            for seat in story.match.seats:
                if twin := twin_of(story, seat, rng):
                    compared += 1
                    assert story.match.whereabouts(seat, WORLDS) == twin.whereabouts(seat, WORLDS)
        if compared == 4:
            break
    assert compared >= 3


@every_game_with_secrets
def test_the_shares_of_a_search_plot_add_up(slug: str) -> None:
    spreads = 0
    for match in looks(slug, seed=3):
        for seat in match.seats:
            plot = match.whereabouts(seat, WORLDS)
            check_places(match, seat, plot)
            for spread in plot.spreads:
                spreads += 1
                check_sums(spread)
    assert spreads > 5


def check_sums(spread: Spread) -> None:
    """The means add up to the amount, and a single ship is in one place at a time."""
    assert sum(one.mean for one in spread.shares) == pytest.approx(spread.amount)
    for one in spread.shares:
        assert 0 < one.share <= 1
        assert 0 < one.margin <= 1
        assert one.share <= one.mean + 1e-9
    if spread.group == "By name":
        assert spread.amount == pytest.approx(1)
        assert sum(one.share for one in spread.shares) == pytest.approx(1)


def check_places(match: Match[Any], seat: str, plot: Whereabouts) -> None:
    """Every place is a space, a piece that the seat sees, or a cell of the plot."""
    known = {space.id for space in match.board.spaces} | {piece.id for piece in match.view(seat).pieces}
    known |= {cell.id for cell in plot.cells}
    assert {one.at for spread in plot.spreads for one in spread.shares} <= known
    own = {piece.id for piece in match.view(seat).pieces if piece.side == match.game.seat(seat).side}
    assert own.isdisjoint(spread.id for spread in plot.spreads)


@every_game_with_secrets
def test_asking_again_tells_nothing_more(slug: str) -> None:
    for match in looks(slug, seed=5):
        seat = match.seats[0]
        plot = match.whereabouts(seat, WORLDS)
        assert match.whereabouts(seat, WORLDS) == plot
        assert flagplot.load(match.save()).whereabouts(seat, WORLDS) == plot
        break


@every_game_with_secrets
def test_a_search_plot_changes_nothing_in_the_match(slug: str) -> None:
    for match in looks(slug, seed=6):
        before = match.save()
        match.whereabouts(match.seats[1], WORLDS)
        assert match.save() == before
        break


@every_game_with_secrets
def test_what_a_search_plot_is_certain_of_is_true(slug: str) -> None:
    certain = uncertain = 0
    for match in looks(slug, seed=9):
        for seat in match.seats:
            truth = true_places(match, seat)
            for spread in match.whereabouts(seat, 2 * WORLDS).spreads:
                likeliest = spread.shares[0]
                if likeliest.share < 1 or likeliest.mean < spread.amount or likeliest.mean_margin > 0:
                    uncertain += 1
                    continue
                certain += 1
                assert truth[spread.id] == {likeliest.at: spread.amount}, (seat, spread)
    assert certain
    assert uncertain


def true_places(match: Match[Any], seat: str) -> dict[str, dict[str, int]]:
    """Where all that a seat does not see truly is, told in the words of the plot."""
    plot = match.game.unseen_by(match.state, seat)
    found: dict[str, dict[str, int]] = {}
    for one in plot:
        at = one.at if isinstance(one.at, str) else grid_of(match).cell(one.at)
        places = found.setdefault(one.what.id, {})
        places[at] = places.get(at, 0) + one.amount
    return found


def grid_of(match: Match[Any]) -> Grid:
    """The cells of a measured board."""
    assert match.board.scale
    return Grid(match.board.scale, match.board.aspect)


@every_game_with_secrets
def test_at_the_end_nothing_is_hidden_any_more(slug: str) -> None:
    over = flagplot.play(slug, {}, seed=2)
    assert over.whereabouts(over.seats[0]) == Whereabouts(over.seats[0], 0)
    before = over.at(len(over.record.choices) // 2)
    assert before.whereabouts(over.seats[0], WORLDS).worlds == WORLDS

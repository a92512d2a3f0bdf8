"""What a seat may not know is in no world that it can open: forks, branches, hints, odds.

Each test compares a game with a twin that differs only in what the seat cannot know (`twins`).
"""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import Any, NamedTuple

import pytest

import flagplot
from flagplot.engine.match import Match
from tests.contract.playing import SLUGS, plain, walk
from tests.contract.twins import HIDDEN, hides_something, looks_the_same, played, twin_of, twins_of

WITH_SECRETS = [slug for slug in SLUGS if hides_something(slug)]
every_game_with_secrets = pytest.mark.parametrize("slug", WITH_SECRETS)
every_player = pytest.mark.parametrize("player", ["captain", "midshipman"])

FORKS = 200  # of each twin
TOO_FAR = 5.0  # standard errors; among ten thousand comparisons chance goes as far in one run of 170


class Twins(NamedTuple):
    """A match, its twin, and the seat that cannot tell them apart."""

    match: Match[Any]
    twin: Match[Any]
    seat: str


def some_twins(slug: str, player: str, seed: int, count: int) -> list[Twins]:
    """At most so many twins for each seat, from all over a game."""
    rng = Random(seed)
    seats = flagplot.new(slug).seats
    length = len(flagplot.play(slug, dict.fromkeys(seats, player), seed=seed).record.choices)
    looked_at = {seat: {*rng.sample(range(length // 8, length), 4 * count)} for seat in seats}
    found: dict[str, list[Twins]] = {seat: [] for seat in seats}
    for story in played(slug, player, seed):
        match = story.match
        for seat in seats:
            if len(match.record.choices) in looked_at[seat] and len(found[seat]) < count:
                twin = twin_of(story, seat, rng)
                if twin:
                    found[seat].append(Twins(flagplot.load(match.save()), twin, seat))
    return [twins for several in found.values() for twins in several]


def places_in_forks(twins: Twins, match: Match[Any], first_seed: int) -> list[dict[str, str]]:
    """Where forks of one of the twins put the hidden units."""
    places = HIDDEN[match.game.slug].places
    return [places(match.fork(twins.seat, first_seed + n).state, twins.seat) for n in range(FORKS)]


def standard_errors(one: int, other: int, number: int) -> float:
    """By how many standard errors two counts, each of `number` trials, differ."""
    spread = math.sqrt(max(1, one + other) * max(1, 2 * number - one - other) / (2 * number))
    return abs(one - other) / spread


def check_forks(twins: Twins) -> float:
    """Compare 200 forks of a match with 200 of its twin, and return by how much the true places are preferred.

    For every hidden unit and place, the shares of forks that put it there may differ by 5 standard errors, at most a
    quarter. So a sampler that puts a unit in its true place by 37 per cent more often than in the twin's is found in 99
    of 100 cases, and one that leaves the truth as it is in all.
    """
    mine, others = [places_in_forks(twins, match, seed) for match, seed in ((twins.match, 0), (twins.twin, FORKS))]
    counts = [Counter(item for fork in forks for item in fork.items()) for forks in (mine, others)]
    for cell in counts[0].keys() | counts[1].keys():
        assert standard_errors(counts[0][cell], counts[1][cell], FORKS) < TOO_FAR, (
            cell,
            counts[0][cell],
            counts[1][cell],
        )
    truth = HIDDEN[twins.match.game.slug].places(twins.match.state, twins.seat).items()
    return sum(counts[0][cell] - counts[1][cell] for cell in truth) / FORKS


def check_twins(slug: str, player: str, seed: int, count: int) -> None:
    """Compare twins of a game, pair by pair; over all of them the truth must not be preferred either."""
    found = some_twins(slug, player, seed, count)
    assert len(found) >= count  # of the pairs that were looked for, half at least
    preferred = [check_forks(twins) for twins in found]
    mean = sum(preferred) / len(preferred)
    spread = math.sqrt(sum((share - mean) ** 2 for share in preferred) / max(1, len(preferred) - 1))
    assert mean < 0.3 + 4 * spread / math.sqrt(len(preferred)), preferred


def test_every_game_with_secrets_can_be_given_twins() -> None:
    assert set(WITH_SECRETS) == set(HIDDEN)


def check_looks(slug: str, player: str, seed: int, every: int) -> None:
    """Twins of a game look the same to the seat for which they were made, at one decision of so many."""
    for options in HIDDEN[slug].options:
        looked_at = 0
        rng = Random(seed)
        for story in played(slug, player, seed, options):
            if len(story.match.record.choices) % every == 0:
                for seat in story.match.seats:
                    for twin, parted in twins_of(story, seat, rng):
                        looked_at += 1
                        assert looks_the_same(seat, story.match, twin, parted), (options, seat, parted.choices)
        assert looked_at > 20


@every_game_with_secrets
@every_player
def test_what_a_seat_cannot_know_changes_nothing_that_it_sees(slug: str, player: str) -> None:
    check_looks(slug, player, seed=20, every=60)


@pytest.mark.long
@every_game_with_secrets
@every_player
@pytest.mark.parametrize("seed", range(21, 31))
def test_what_a_seat_cannot_know_changes_nothing_that_it_sees_in_many_games(slug: str, player: str, seed: int) -> None:
    check_looks(slug, player, seed, every=7)


@every_game_with_secrets
@every_player
def test_twin_worlds_give_the_same_distribution_of_forks(slug: str, player: str) -> None:
    check_twins(slug, player, seed=1, count=3)


@pytest.mark.long
@every_game_with_secrets
@every_player
@pytest.mark.parametrize("seed", range(2, 12))
def test_twin_worlds_give_the_same_distribution_of_forks_all_over_many_games(slug: str, player: str, seed: int) -> None:
    check_twins(slug, player, seed, count=8)


@every_game_with_secrets
@every_player
def test_twin_worlds_open_the_same_branches_and_get_the_same_answers(slug: str, player: str) -> None:
    for match, twin, seat in some_twins(slug, player, seed=3, count=4):
        for seed in range(10):
            assert match.branch(seat, seed).save() == twin.branch(seat, seed).save()
            assert plain(match.fork(seat, seed).state) == plain(twin.fork(seat, seed).state)
        if match.decision and match.decision.seat == seat:
            assert match.hint() == twin.hint()
            assert match.outlook() == twin.outlook()
            for option in match.decision.options[:4]:
                assert match.odds(option) == twin.odds(option)
                assert match.describe(option) == twin.describe(option)


@every_game_with_secrets
@pytest.mark.parametrize("seed", [4, 5])
def test_what_another_seat_has_chosen_in_secret_is_in_no_fork_and_no_branch(slug: str, seed: int) -> None:
    secrets = 0
    for match, option in walk(slug, seed):
        assert match.decision
        before = {seat: (match.view(seat), match.log(seat)) for seat in match.seats if seat != match.decision.seat}
        after = flagplot.load(match.save()).choose(option)
        for seat, seen in before.items():
            asked = after.decision and after.decision.seat
            if asked != match.decision.seat or (after.view(seat), after.log(seat)) != seen:
                continue
            secrets += 1
            assert match.branch(seat, 1).save() == after.branch(seat, 1).save(), (match.decision.key, option)
        if secrets > 40:
            break
    assert secrets > 20

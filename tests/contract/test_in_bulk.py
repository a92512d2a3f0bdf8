"""The integrity of every game in bulk: thousands of games and of illegal choices (`make test-long`)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import flagplot
from flagplot.engine.errors import IllegalChoice
from flagplot.engine.proof import verified
from tests.contract.playing import SLUGS, walk

pytestmark = [pytest.mark.long, pytest.mark.parametrize("slug", SLUGS)]


def test_a_thousand_random_games_come_to_an_end(slug: str) -> None:
    for seed in range(1000):
        assert flagplot.play(slug, seed=seed).result is not None


def test_two_hundred_games_can_be_proved(slug: str) -> None:
    for seed in range(200):
        assert "byte for byte" in list(verified(flagplot.load(flagplot.play(slug, seed=seed).save())))[-1]


def test_ten_thousand_illegal_choices_are_refused_and_change_nothing(slug: str) -> None:
    rng = Random(1)
    refused = 0
    seed = 0
    while refused < 10_000:
        seed += 1
        seen: list[Any] = ["nonsense", None, -1, True, 2.0, ()]
        for match, option in walk(slug, seed):
            decision = match.decision
            assert decision is not None
            data = match.save()
            for stranger in rng.sample(seen, min(8, len(seen))):
                if not any(type(stranger) is type(one) and stranger == one for one in decision.options):
                    with pytest.raises(IllegalChoice):
                        match.choose(stranger)
                    refused += 1
            with pytest.raises(IllegalChoice):
                match.choose(option, seat="nobody")
            assert match.save() == data
            seen += [one for one in decision.options if one not in seen]

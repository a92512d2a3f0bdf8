"""A game that has neither figures nor a catalogue of its own can be learned, too."""

from __future__ import annotations

from random import Random

import pytest

from flagplot.env import aec, base
from flagplot.env.actions import SPARES
from tests.toys.regatta import GAME


def test_a_game_without_figures_and_catalogue_is_played_by_spare_indices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "find", lambda slug: GAME)
    env, rng = aec("regatta"), Random(0)
    assert list(env.feature_parts) == ["options", "scenario", "seat", "question"]
    assert env.action_masks().size == SPARES
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        allowed = observation["action_mask"].nonzero()[0]
        assert list(allowed) == list(range(len(allowed)))
        assert observation["observation"].shape == (len(env.feature_names),)
        env.step(rng.choice(allowed))
    assert not env.agents

"""PettingZoo: a game for all its seats, one decision after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from flagplot.engine.errors import FlagplotError
from flagplot.env.base import RENDER_MODES, GameEnvironment, Settings

LOST = -1.0  # the reward of an agent that takes an action which is not allowed


class SeatsEnv(GameEnvironment, AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # it has no types
    """A game whose agents are the seats in play."""

    def __init__(self, slug: str, scenario: str | None, options: Mapping[str, Any] | None, settings: Settings) -> None:
        super().__init__(slug, scenario, options, settings)
        self.metadata = {
            "name": f"flagplot_{slug.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 4,
            "is_parallelizable": False,
        }
        self.possible_agents = list(self.seats)
        self.agents: list[str] = []
        self.observation_spaces = {seat: self._encoder.new_space() for seat in self.seats}
        self.action_spaces = {seat: self._new_action_space() for seat in self.seats}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a seat's observations; it is the same for all seats."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The indices of options; it is the same for all seats."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; `options` is not used, because scenario and rules belong to the environment."""
        episode = self._begin(seed, {})
        self.agents = list(self.seats)
        self.rewards = dict.fromkeys(self.seats, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.seats, 0.0)
        self.terminations = dict.fromkeys(self.seats, False)
        self.truncations = dict.fromkeys(self.seats, False)
        self.infos: dict[str, dict[str, Any]] = {seat: {} for seat in self.seats}
        assert episode.question
        self.agent_selection = episode.question.seat

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat knows, and the actions that it may take: none while another seat is asked."""
        if agent not in self.seats:
            raise FlagplotError(self.game.why_no_seat(agent, self.seats))
        return self._observed_by(agent)

    def step(self, action: int | None) -> None:
        """Let the seat that is asked choose the option of an index."""
        episode = self._played()
        if not self.agents:
            raise FlagplotError("The game is over: reset the environment first.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise FlagplotError(f"The game is over for '{agent}'. Expected None as the last action of each seat.")
            self._was_dead_step(None)
            return
        self._cumulative_rewards[agent] = 0.0
        option = self._chosen(action)
        if option is None:
            self._end({seat: LOST if seat == agent else 0.0 for seat in self.seats})
            self.infos[agent]["illegal"] = True
            return
        episode.choose(option)
        self._number_options()
        if episode.question is None:
            self._end({seat: self._reward_of(seat) for seat in self.seats})
        else:
            self.agent_selection = episode.question.seat
            if episode.decisions == self.settings.max_decisions:
                self.truncations = dict.fromkeys(self.seats, True)
                self._deads_step_first()

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.seats, True)
        self.infos = {seat: self._ending() for seat in self.seats}
        self._deads_step_first()

    def render(self) -> str | NDArray[np.uint8] | None:
        """What the seat sees that is asked, as text or as a sketch; None without a `render_mode`."""
        return self._rendered(self.agent_selection if self.agents else self.seats[0])

    def close(self) -> None:
        """Forget the game."""
        self._episode = None

"""Gymnasium: a game for one seat, with computer players in the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from flagplot.engine.errors import FlagplotError
from flagplot.engine.table import Policy
from flagplot.env.base import RENDER_MODES, GameEnvironment, Settings
from flagplot.players.ranks import AT_ONCE

LOST = -1.0  # the reward of an action that is not allowed

Opponents = str | Mapping[str, str | Policy]


class SoloEnv(GameEnvironment, gymnasium.Env[dict[str, Any], Any]):
    """A game for the agent of one seat."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012  Gymnasium declares it so

    def __init__(
        self,
        slug: str,
        scenario: str | None,
        options: Mapping[str, Any] | None,
        seat: str | None,
        opponents: Opponents,
        settings: Settings,
    ) -> None:
        super().__init__(slug, scenario, options, settings)
        self.seat = self.seats[0] if seat is None else seat
        if self.seat not in self.seats:
            raise FlagplotError(self.game.why_no_seat(str(self.seat), self.seats))
        self.opponents = self._players_of(opponents)
        self.observation_space = self._encoder.new_space()
        self.action_space = self._new_action_space()
        self._is_over = True

    def _players_of(self, opponents: Opponents) -> dict[str, str | Policy]:
        """The player of each other seat; UnknownGame when there is no such player."""
        others = [seat for seat in self.seats if seat != self.seat]
        if isinstance(opponents, str):
            found: dict[str, str | Policy] = dict.fromkeys(others, opponents)
            if opponents not in AT_ONCE:
                raise FlagplotError(f"There is no player '{opponents:.80}'. Expected one of {', '.join(AT_ONCE)}.")
        elif not isinstance(opponents, Mapping) or not all(
            isinstance(one, str) or callable(one) for one in opponents.values()
        ):
            raise FlagplotError(
                f"{opponents!r:.80} are not opponents. Expected a rank, or a rank or policy for each seat."
            )
        else:
            found = dict(opponents)
            if set(found) != set(others):
                raise FlagplotError(f"The opponents of '{self.seat}' have the seats {', '.join(others) or 'none'}.")
        for seat, player in found.items():
            self._computer(seat, player, b"")
        return found

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game; `options` is not used, because scenario and rules belong to the environment."""
        super().reset(seed=seed)
        episode = self._begin(seed, self.opponents)
        self._is_over = episode.question is None
        return self._observed_by(self.seat), self._ending()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Choose the option of an index, and let the other seats play until this one is asked again."""
        episode = self._played()
        if self._is_over:
            raise FlagplotError("The game is over: reset the environment first.")
        option = self._chosen(action)
        if option is None:
            self._is_over = True
            return self._observed_by(self.seat), LOST, True, False, {"illegal": True}
        episode.choose(option)
        self._number_options()
        if episode.question is None:
            self._is_over = True
            return self._observed_by(self.seat), self._reward_of(self.seat), True, False, self._ending()
        self._is_over = is_truncated = episode.decisions == self.settings.max_decisions
        return self._observed_by(self.seat), 0.0, False, is_truncated, {}

    def render(self) -> str | NDArray[np.uint8] | None:
        """What the seat sees, as text or as a sketch; None without a `render_mode`."""
        return self._rendered(self.seat)

    def close(self) -> None:
        """Forget the game."""
        self._episode = None

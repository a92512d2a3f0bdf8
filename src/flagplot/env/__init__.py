"""Environments for learning: PettingZoo for all seats of a game, Gymnasium for one seat against computer players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from flagplot.engine.errors import FlagplotError
from flagplot.games import slugs

try:
    import gymnasium

    from flagplot.env.base import Illegal, Reward, Settings
    from flagplot.env.encoding import Kind
    from flagplot.env.multi import SeatsEnv
    from flagplot.env.single import SoloEnv
except ModuleNotFoundError as error:
    raise FlagplotError(
        f"The environments need more packages ({error}). Install them with pip install 'flagplot[env]'."
    ) from None

if TYPE_CHECKING:
    from flagplot.env.single import Opponents

__all__ = ["SeatsEnv", "SoloEnv", "aec", "gymnasium_id", "solo"]


def aec(
    slug: str,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    observation: Kind = "vector",
    reward: Reward = "result",
    illegal: Illegal = "lose",
    max_decisions: int | None = None,
    render_mode: str | None = None,
) -> SeatsEnv:
    """A PettingZoo environment of a game whose agents are the seats in play.

    `observation` is "vector" or "dict", `reward` "result" (+1, 0, -1) or "score" (the difference of the scores), each
    given when the game is over. An action that is not allowed ends the game with -1 ("lose") or is an "error". After
    `max_decisions` the game is cut off. `render_mode` is "ansi" or "rgb_array".
    """
    return SeatsEnv(slug, scenario, options, Settings(observation, reward, illegal, max_decisions, render_mode))


def solo(
    slug: str,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    seat: str | None = None,
    opponents: Opponents = "captain",
    observation: Kind = "vector",
    reward: Reward = "result",
    illegal: Illegal = "lose",
    max_decisions: int | None = None,
    render_mode: str | None = None,
) -> SoloEnv:
    """A Gymnasium environment of one seat of a game, the first unless told otherwise.

    `opponents` names the computer players of all other seats ("captain", "midshipman", ...), or is a mapping of each
    other seat to such a name or to a policy. All else is as for `aec`.
    """
    settings = Settings(observation, reward, illegal, max_decisions, render_mode)
    return SoloEnv(slug, scenario, options, seat, opponents, settings)


def gymnasium_id(slug: str) -> str:
    """The id by which `gymnasium.make` knows a game: "flagplot/AtlanticWolves-v0"."""
    return f"flagplot/{slug.replace('-', ' ').title().replace(' ', '')}-v0"


for _slug in slugs():
    if gymnasium_id(_slug) not in gymnasium.registry:
        gymnasium.register(gymnasium_id(_slug), entry_point="flagplot.env:solo", kwargs={"slug": _slug})

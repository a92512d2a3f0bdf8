"""What the environments of both kinds have in common: a game, its actions and observations, and the present episode."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from flagplot import players
from flagplot.engine.dice import derived_seed, new_seed, seed_bytes
from flagplot.engine.errors import FlagplotError, IllegalChoice
from flagplot.engine.match import Match
from flagplot.engine.start import new_match
from flagplot.engine.table import Policy
from flagplot.engine.view import Description
from flagplot.engine.words import Option
from flagplot.env.actions import SPARES, catalogue_of
from flagplot.env.encoding import Encoder, Kind
from flagplot.env.episode import Episode
from flagplot.env.sketch import drawn
from flagplot.env.words import in_words
from flagplot.games import find
from flagplot.players.admiral import Admiral

Reward = Literal["result", "score"]
Illegal = Literal["lose", "error"]
RENDER_MODES = ("ansi", "rgb_array")
MOST_DECISIONS = 10**9


@dataclass(frozen=True, slots=True)
class Settings:
    """How an environment is made; FlagplotError in one sentence where a setting is none of those that there are."""

    observation: Kind = "vector"
    reward: Reward = "result"
    illegal: Illegal = "lose"
    max_decisions: int | None = None
    render_mode: str | None = None

    def __post_init__(self) -> None:
        for name, value, known in (
            ("observation", self.observation, get_args(Kind)),
            ("reward", self.reward, get_args(Reward)),
            ("illegal", self.illegal, get_args(Illegal)),
            ("render_mode", self.render_mode, (None, *RENDER_MODES)),
        ):
            if value not in known:
                raise FlagplotError(f"{value!r:.80} is not a value of '{name}'. Expected one of {known}.")
        most = self.max_decisions
        if most is not None and (type(most) is not int or not 1 <= most <= MOST_DECISIONS):
            raise FlagplotError(f"{most!r:.80} is not a number of decisions. Expected 1 to {MOST_DECISIONS}.")


class GameEnvironment:
    """A game as an environment: indices of options, observations, rewards, pictures, and the seeds of episodes."""

    _episode: Episode | None = None

    def __init__(self, slug: str, scenario: str | None, options: Mapping[str, Any] | None, settings: Settings) -> None:
        if options is not None and not isinstance(options, Mapping):
            raise FlagplotError(f"{options!r:.80} are not optional rules. Expected a mapping of names to values.")
        game = find(slug)
        self.game = game
        self.settings = settings
        self.render_mode = settings.render_mode
        self._first = new_match(game, scenario, 0, dict(options or {}), None, None)  # what every episode starts from
        self.seats = self._first.seats
        self._catalogue = catalogue_of(game)
        self._numbered: dict[int, Option] = {}
        scenario_key = self._first.record.scenario
        read_options = game.read_options(self._first.record.options)
        self._encoder = Encoder(game, scenario_key, read_options, settings.observation, self._catalogue.size)
        self._seed: bytes | None = None  # from which the seeds of episodes come that are given none
        self._episodes = 0  # since then
        self._episode_seed = b""
        self._asking: set[str] = set()  # phases of the rules that ask something

    # Spaces

    @property
    def feature_names(self) -> tuple[str, ...]:
        """What each figure of a vector is, in order."""
        return self._encoder.names

    @property
    def feature_parts(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the figures of each part of an observation."""
        return self._encoder.parts

    def _new_action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self._catalogue.size)

    # Actions

    def option_of(self, index: int) -> Option:
        """The option of the present question that has an index; IllegalChoice where none has."""
        try:
            return self._numbered[operator.index(index)]
        except (KeyError, TypeError):
            raise IllegalChoice(self._why_illegal(index)) from None

    def index_of(self, option: Option) -> int:
        """The index of an option of the present question; IllegalChoice where it is not offered."""
        for index, one in self._numbered.items():
            if one == option:
                return index
        raise IllegalChoice(f"{option!r:.80} is not offered here; {len(self._numbered)} options are.")

    def describe(self, index: int) -> Description:
        """How the option of an index looks: its label, and what it touches on the board."""
        option, episode = self.option_of(index), self._played()
        assert episode.question
        return self.game.describe(episode.state, episode.question.ask, episode.question.about, option)

    def meaning_of(self, index: int) -> tuple[str, Option] | None:
        """The question and the option that an index always stands for; None for a spare one."""
        if not 0 <= index < self._catalogue.size:
            raise IllegalChoice(f"There is no action {index!r:.80}; there are {self._catalogue.size}, counted from 0.")
        return self._catalogue.entries[index - SPARES] if index >= SPARES else None

    def action_masks(self) -> NDArray[np.bool_]:
        """The actions that are allowed now, for learners that ask for them apart from the observation."""
        allowed = np.zeros(self._catalogue.size, np.bool_)
        allowed[list(self._numbered)] = True
        return allowed

    def _why_illegal(self, index: object) -> str:
        question = self._episode.question if self._episode else None
        if question is None:
            return "There is nothing to decide: reset the environment first."
        return f"Action {index!r:.80} is not allowed; '{question.ask.key}' allows {len(self._numbered)} of them."

    def _chosen(self, action: object) -> Option | None:
        """The option of an action; None where it is not allowed and that loses; IllegalChoice for anything else."""
        try:
            index = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            index = -1
        if not 0 <= index < self._catalogue.size:
            raise IllegalChoice(f"{action!r:.80} is not an action. Expected 0 to {self._catalogue.size - 1}.")
        option = self._numbered.get(index)
        if option is None and self.settings.illegal == "error":
            raise IllegalChoice(self._why_illegal(index))
        return option

    # Episodes

    def _begin(self, seed: int | None, computers: Mapping[str, str | Policy]) -> Episode:
        """Begin an episode: with a seed its dice are those of `flagplot.new(..., seed=seed)`."""
        if seed is not None:
            self._seed, self._episodes = seed_bytes(int(seed) if isinstance(seed, np.integer) else seed), 0
        elif self._seed is None:
            self._seed = new_seed()
        own = derived_seed(self._seed, "episode", self._episodes) if self._episodes else self._seed
        self._episodes += 1
        first, record = self._first, self._first.record
        match = new_match(first.game, record.scenario, own, record.options, None, None)
        self._episode_seed = own
        policies = {seat: self._computer(seat, player, own) for seat, player in computers.items()}
        self._episode = Episode(self.game, match.start, own, policies, self._asking)
        self._number_options()
        return self._episode

    def _computer(self, seat: str, player: str | Policy, seed: bytes) -> Policy:
        if not isinstance(player, str):
            return player
        made = players.make(player, self.game, seat, seed.hex())
        if isinstance(made, Admiral):
            raise FlagplotError("An admiral searches in a match and cannot sit in an environment. Expected a captain.")
        return made

    def _number_options(self) -> None:
        assert self._episode
        question = self._episode.question
        self._numbered = self._catalogue.numbered(question.ask.key, question.options) if question else {}

    def _played(self) -> Episode:
        if self._episode is None:
            raise FlagplotError("Reset the environment before anything else.")
        return self._episode

    def _observed_by(self, seat: str) -> dict[str, Any]:
        episode = self._played()
        return self._encoder.observe(episode.state, seat, episode.question, self._numbered)

    @property
    def match(self) -> Match[Any]:
        """The episode as a match that can be looked at, saved and played on; it knows nothing of what comes after."""
        episode, record = self._played(), self._first.record
        match = new_match(self.game, record.scenario, self._episode_seed, record.options, None, None)
        for choice in episode.all_choices:
            match.choose(choice)
        return match

    # Rewards

    def _reward_of(self, seat: str) -> float:
        """What a finished game is worth for a seat."""
        result = self._played().result
        assert result
        side = self.game.seat(seat).side
        if self.settings.reward == "score":
            return float(sum(points if one == side else -points for one, points in result.score.items()))
        return 0.0 if result.winner is None else 1.0 if result.winner == side else -1.0

    def _ending(self) -> dict[str, Any]:
        """How a finished game ended, for `info`."""
        episode = self._played()
        result = episode.result
        if result is None:
            return {}
        metrics = dict(self.game.metrics(episode.state))
        return {"winner": result.winner, "reason": result.reason, "score": dict(result.score), "metrics": metrics}

    # Pictures

    def _rendered(self, seat: str) -> str | NDArray[np.uint8] | None:
        """What a seat sees, in words or as a sketch."""
        if self.render_mode is None:
            return None
        episode = self._played()
        view = self.game.view(episode.state, seat)
        if self.render_mode == "ansi":
            return in_words(self.game, episode.state, seat, view, episode.question, self._numbered)
        board_of = self.game.board_of
        return drawn(self.game.board(board_of(episode.state) if board_of else self._first.record.scenario), view)

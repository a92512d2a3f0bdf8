"""Search: the options of a decision, compared by playouts of captains in worlds that its seat could be in.

Every world is drawn from what the seat knows, with fresh dice (`Match.fork`), so no search can see what is hidden or
what will fall. In each world all candidates are played, so that they are compared on the same ground; in stages the
worse half of them is dropped, and what remains of the budget goes to the better ones.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean, pvariance
from typing import Any

from flagplot.engine.appraisal import Appraisal
from flagplot.engine.dice import SEED_BYTES, derived_seed
from flagplot.engine.match import Match
from flagplot.engine.odds import Z95
from flagplot.engine.state import Result
from flagplot.engine.table import Policy
from flagplot.engine.words import Option

MOST_CANDIDATES = 8  # options that are compared at most: of more of them the one that is judged most wrongly looks best
MOST_PLANS = 24  # whole plans are compared with more games, for they decide more
MOST_WEIGHT = 6  # a plan may cost as much as so many decisions, if it makes as many
WORLDS_EACH = 8  # that a budget should have for each option; where it has less, fewer options are compared
WORLDS_TO_DIFFER = 12  # after so many worlds in which no candidate did better than another, nothing more is spent
WORLDS_TO_BE_SURE = 20  # after so many worlds a lead of SURE standard errors over all others is enough, too
SURE = 4.0
SURE_OF_USUAL = 1.0  # the same for the captain's choice, which comes first: it needs less proof


@dataclass(frozen=True, slots=True)
class Budget:
    """What a decision may cost: playouts or, where seconds are named, as many as fit into them."""

    playouts: int = 200
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that a plan gives to a question that comes later, and by what that question is known."""

    ask: str
    options: Sequence[Option]
    option: Option


@dataclass(slots=True)
class Candidate:
    """An option, and what came of it in each world: 1 won, 0 lost, one half drawn, or the chance where games are cut.

    Games that were played to their end have the score of each side; others an empty one.
    """

    option: Option
    values: list[float] = field(default_factory=list)
    scores: list[Mapping[str, int]] = field(default_factory=list)
    temper: str = ""  # of the captain who gives the answers of the plan; empty: the usual one
    follow_up: Sequence[Answer] = ()  # what he answers after the option, until the phase is over

    @property
    def mean(self) -> float:
        """The share of games won, draws as halves; a half before the first."""
        return fmean(self.values) if self.values else 0.5

    @property
    def margin(self) -> float:
        """The half width of the 95 per cent interval of that share."""
        n = len(self.values)
        return Z95 * math.sqrt((pvariance(self.values) + 1 / (4 * n)) / n) if n else 1.0

    @property
    def expected_score(self) -> dict[str, float]:
        """The mean score of each side at the end; empty unless all games were played to it."""
        if not all(self.scores):
            return {}
        return {side: fmean(score.get(side, 0) for score in self.scores) for side in (self.scores or [{}])[0]}

    def lead_over(self, other: Candidate) -> tuple[float, float]:
        """By how much it did better in the worlds in which both were played, and the standard error of that."""
        pairs = [mine - theirs for mine, theirs in zip(self.values, other.values, strict=False)]
        n = len(pairs)
        lead = fmean(pairs) if pairs else 0.0
        if n < 2:
            return lead, math.inf
        return lead, math.sqrt(math.fsum((pair - lead) ** 2 for pair in pairs) / (n - 1) / n)


@dataclass(slots=True)
class Search:
    """A comparison under way: plain data, so that it can be put aside and go on later, in another process too."""

    candidates: list[Candidate]
    budget: Budget
    seed: str
    kept: list[Candidate]  # that are still played; the first is never dropped
    stage: int = 0
    seconds: float = 0.0  # spent so far
    is_over: bool = False
    weight: int = 1  # so many times the budget is spent

    @classmethod
    def between(cls, plans: Sequence[Candidate], budget: Budget, seed: str) -> Search:
        """A comparison of whole plans, the usual one first, before its first playout."""
        weight = min(MOST_WEIGHT, 1 + max(len(one.follow_up) for one in plans))
        most = MOST_PLANS if budget.seconds is not None else _affordable(weight * budget.playouts, MOST_PLANS)
        return cls([*plans[:most]], budget, seed, [*plans[:most]], weight=weight)

    @classmethod
    def of(cls, options: Sequence[Option], budget: Budget, seed: str) -> Search:
        """A comparison of these options of the present decision, before its first playout."""
        most = MOST_CANDIDATES if budget.seconds is not None else _affordable(budget.playouts, MOST_CANDIDATES)
        candidates = [Candidate(option) for option in options[:most]]
        return cls(candidates, budget, seed, candidates[:])

    @property
    def is_of_plans(self) -> bool:
        """Whether whole plans are compared."""
        return any(one.temper for one in self.candidates)

    @property
    def has_time(self) -> bool:
        """Whether the seconds of the budget are not spent yet; so it is where none are named."""
        return self.budget.seconds is None or self.seconds < self.weight * self.budget.seconds

    @property
    def worlds(self) -> int:
        """In how many worlds all candidates that are left were played."""
        return len(self.kept[-1].values)  # the last of them is played last

    @property
    def playouts(self) -> int:
        """How many games were played out."""
        return sum(len(one.values) for one in self.candidates)

    @property
    def ranked(self) -> list[Candidate]:
        """All candidates, those that were played longest first, among these the best first."""
        return sorted(self.candidates, key=lambda one: (-len(one.values), -one.mean))

    def go_on(self, match: Match[Any], seconds: float = math.inf) -> None:
        """Play out games until the budget is spent; after so many seconds leave the rest for later."""
        question = match.question
        assert question
        appraisal = match.appraisal
        began, before = time.monotonic(), self.seconds
        world = None
        while not self.is_over and self.seconds - before < seconds:
            number = self.worlds
            if len(self.kept[0].values) == number:
                world = None
                if not self._begins_world():
                    break
            world = world or match.fork(question.seat, self._seed_of(number, match))
            candidate = next(one for one in self.kept if len(one.values) == number)
            value, score = _played_out(world, candidate, appraisal)
            candidate.values.append(value)
            candidate.scores.append(score)
            self.seconds = before + time.monotonic() - began
            if self.budget.seconds is not None:
                if self.playouts == 1:
                    self._narrow(self.weight * self.budget.seconds / self.seconds)
                if not self.has_time:
                    self.stop()

    def _seed_of(self, world: int, match: Match[Any]) -> bytes:
        """A seed that differs where the same is asked again, so that no search can go round in a circle for ever."""
        return derived_seed(bytes(SEED_BYTES), "search", self.seed, match.answers_in_phase, world)

    def _narrow(self, playouts: float) -> None:
        """Compare as many options as make sense where there is time for so many games."""
        most = _affordable(playouts, MOST_PLANS if self.is_of_plans else MOST_CANDIDATES)
        del self.candidates[most:], self.kept[most:]

    def stop(self) -> None:
        """End here; what was played of an unfinished world is left out, so that all are compared on the same ground."""
        self.is_over = True
        whole = self.worlds
        for one in self.kept:
            del one.values[whole:], one.scores[whole:]

    def _begins_world(self) -> bool:
        """Whether there is another world: candidates are dropped as the budget shrinks, and nothing is wasted."""
        budget, played = self.budget, self.playouts
        stages = math.ceil(math.log2(len(self.candidates)))
        most = self.weight * budget.playouts
        spent = played / most if budget.seconds is None else self.seconds / budget.seconds / self.weight
        while self.stage < stages - 1 and spent * stages >= self.stage + 1:
            self.kept[:] = _better_half(self.kept)
            self.stage += 1
        has_more = budget.seconds is not None or played == 0 or played + len(self.kept) <= most
        if not has_more or _is_all_one(self.candidates) or _is_settled(self.kept):
            self.stop()
        return not self.is_over


def _affordable(playouts: float, most: int) -> int:
    """How many options or plans can be told apart by so many games, `most` of them at most."""
    return max(2, min(most, int(playouts / WORLDS_EACH)))


def _better_half(kept: Sequence[Candidate]) -> list[Candidate]:
    """The better half, and the first of all, which the others are compared with."""
    first, *others = kept
    better = sorted(others, key=lambda one: -one.mean)[: max(1, math.ceil(len(kept) / 2) - 1)]
    return [first, *better]


def _is_all_one(candidates: Sequence[Candidate]) -> bool:
    """Whether nothing has made a difference in any world so far."""
    first = candidates[0].values
    return len(first) == WORLDS_TO_DIFFER and all(one.values == first for one in candidates)


def _is_settled(kept: Sequence[Candidate]) -> bool:
    """Whether one is so far ahead of all others that are left that more games would hardly change that."""
    if len(kept[0].values) < WORLDS_TO_BE_SURE:
        return False
    best = max(kept, key=lambda one: one.mean)
    enough = SURE_OF_USUAL if best is kept[0] else SURE
    leads = [best.lead_over(other) for other in kept if other is not best]
    return all(lead > enough * error for lead, error in leads)


def _played_out(
    world: Match[Any], candidate: Candidate, appraisal: Appraisal | None
) -> tuple[float, Mapping[str, int]]:
    """What a candidate is worth in a world if captains go on in all seats, and the scores, if they end the game."""
    question, game = world.question, world.game
    assert question
    side = game.seat(question.seat).side
    policies: dict[str, Policy] = {seat: game.captains[seat]() for seat in world.seats}
    if candidate.temper:
        leader = game.tempers(question.seat, world.state.phase)[candidate.temper]()
        policies = led_by(leader, question.seat, policies, len(candidate.follow_up))
    state = world.prospect(candidate.option, policies, appraisal)
    result: Result | None = state.result
    if result is None:
        assert appraisal
        return appraisal.chance(state, side), {}
    return (0.5 if result.winner is None else float(result.winner == side)), result.score


def led_by(leader: Policy, seat: str, captains: Mapping[str, Policy], most: int) -> dict[str, Policy]:
    """The players of a world in which another captain leads a seat for some answers, or until somebody else decides."""
    left = most

    def lead(*question: Any) -> Any:
        nonlocal left
        left -= 1
        return (leader if left >= 0 else captains[seat])(*question)

    def stop_leading(captain: Policy, *question: Any) -> Any:
        nonlocal left
        left = 0
        return captain(*question)

    return {one: lead if one == seat else partial(stop_leading, captain) for one, captain in captains.items()}

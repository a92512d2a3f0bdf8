"""The admiral: searches where options differ, and leaves to the captain what is trivial."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flagplot.engine.errors import IllegalChoice, UnknownGame
from flagplot.engine.match import Match
from flagplot.engine.view import percent
from flagplot.engine.words import Ask, Option
from flagplot.players.ranks import ADMIRAL
from flagplot.players.search import Budget, Candidate, Search

MOST_PLAYOUTS = 100_000
MOST_MILLISECONDS = 600_000
CERTAINTY = 1.0  # by how much more than luck gives the best of so many options must lead the captain's
SHOWN = 3  # options of which the reason tells
IN_A_GAME = f"{ADMIRAL}:1000ms"  # how he is seated where a person waits for him
ROUND_FROM = 100  # scores from here on are told without tenths


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer, and what the search found: every option that was compared, the best first; none where none was."""

    option: Option
    compared: Sequence[Candidate]
    reason: str  # one sentence

    @property
    def playouts(self) -> int:
        """How many games were played out for it."""
        return sum(len(one.values) for one in self.compared)

    @property
    def found(self) -> str:
        """The reason of a choice that was searched; empty where no games were played out for it."""
        return self.reason if self.compared else ""


class Admiral:
    """A player who looks at the match from a seat, and never beyond what that seat knows.

    The same seed and number of playouts lead to the same answers.
    """

    def __init__(self, budget: Budget, seed: str) -> None:
        self.budget = budget
        self._seed = seed

    def think(self, match: Match[Any]) -> Thought:
        """What to answer to the present question, and why."""
        begun = self.begin(match)
        if isinstance(begun, Thought):
            return begun
        begun.go_on(match)
        return concluded(match, begun)

    def begin(self, match: Match[Any]) -> Thought | Search:
        """What to answer where that is plain; else a search that is still to go on, for `concluded`."""
        question = match.question
        if question is None or not isinstance(question.ask, Ask):
            raise IllegalChoice("There is nothing here for a computer player to decide.")
        advice = match.hint()
        is_plain = len(question.options) == 1 or question.ask.is_usual_answer(advice.option)
        if is_plain or match.first_will_do:
            return Thought(advice.option, (), advice.reason)
        favourites = [one for one in (advice.option, advice.second) if one is not None]
        others = [one for one in question.options if one not in favourites]
        return Search.of([*favourites, *_spread(others)], self.budget, self._seed)


def concluded(match: Match[Any], search: Search) -> Thought:
    """The answer to which a search has led, so far or at its end."""
    search.stop()
    captains = search.candidates[0].option
    if not search.worlds:
        return Thought(captains, (), "There was no time to play out a game, so this is what the captain would do.")
    option = _preferred(search, captains)
    return Thought(option, search.ranked, _reason(match, option, search.ranked))


def is_admiral(name: str) -> bool:
    """Whether a player's name is that of an admiral, with or without a budget."""
    return name.partition(":")[0] == ADMIRAL


def budget_in(name: str) -> Budget:
    """The budget in a name: `admiral`, `admiral:400` for playouts, `admiral:800ms` for time; UnknownGame if wrong."""
    _, colon, text = name.partition(":")
    number = text.removesuffix("ms")
    most = MOST_MILLISECONDS if text.endswith("ms") else MOST_PLAYOUTS
    if not colon:
        return Budget()
    if not (number.isascii() and number.isdecimal() and len(number) < 10 and 0 < int(number) <= most):
        raise UnknownGame(
            f"There is no player '{name:.40}'. Expected {ADMIRAL}, {ADMIRAL}:PLAYOUTS with 1 to {MOST_PLAYOUTS:,} "
            f"playouts a decision, or {ADMIRAL}:TIMEms with 1 to {MOST_MILLISECONDS:,} milliseconds."
        )
    return Budget(seconds=int(number) / 1000) if text.endswith("ms") else Budget(int(number))


def _spread(options: Sequence[Option]) -> list[Option]:
    """The options in an order whose beginning is spread over all of them: first, middle, quarters, and so on."""
    ordered: list[Option] = []
    step = 1
    while step < len(options):
        step *= 2
    seen: set[int] = set()
    while step:
        for place in range(0, len(options), step):
            if place not in seen:
                seen.add(place)
                ordered.append(options[place])
        step //= 2
    return ordered


def _preferred(search: Search, captains: Option) -> Option:
    """The captain's option, unless another did better by more than chance explains."""
    usual, best = search.kept[0], max(search.kept, key=lambda one: one.mean)
    lead, error = best.lead_over(usual)
    luck = math.sqrt(2 * math.log(len(search.candidates))) * max(error, 1 / search.worlds)  # of the luckiest of them
    return best.option if lead > CERTAINTY * luck else captains


def _reason(match: Match[Any], option: Option, compared: Sequence[Candidate]) -> str:
    """How the preferred option did, how sure that is, and what others came to."""
    chosen = next(one for one in compared if one.option == option)
    others = [one for one in compared if one is not chosen][: SHOWN - 1]
    told = ", ".join(f"{match.describe(one.option).label} {percent(one.mean)}" for one in others)
    games = f"{len(chosen.values)} game" + "s" * (len(chosen.values) != 1)
    share, margin = percent(chosen.mean), percent(chosen.margin)
    if all(chosen.scores):
        found = f"It wins {share} of {games} played out from here, give or take {margin}"
    else:
        found = f"Its chances are {share}, give or take {margin}, after {games} played on from here for a while"
    return f"{found}; {told}.{_expected(match, chosen)}"


def _expected(match: Match[Any], chosen: Candidate) -> str:
    """What the score should be at the end, in the mean of the games that were played out; empty without scores."""
    scores = chosen.expected_score.items()
    told = [f"{match.game.side_name(side)} {score:,.{0 if abs(score) >= ROUND_FROM else 1}f}" for side, score in scores]
    return f" Expected score: {', '.join(told)}." if told else ""

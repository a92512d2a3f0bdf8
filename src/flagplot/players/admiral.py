"""The admiral: searches where options differ, and leaves to the captain what is trivial."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flagplot.engine.advice import Captain
from flagplot.engine.errors import IllegalChoice, UnknownGame
from flagplot.engine.match import Match
from flagplot.engine.view import percent
from flagplot.engine.words import Ask, Option
from flagplot.players.ranks import ADMIRAL
from flagplot.players.search import MOST_PLANS, Answer, Budget, Candidate, Search

MOST_PLAYOUTS = 100_000
MOST_MILLISECONDS = 600_000
CERTAINTY = 1.0  # by how much more than luck gives the best of so many options must lead the captain's
# A plan must lead the captain's by so many times the variance of its lead: what he leaves is worse on average
TRUST = 3.0
MOST_ANSWERS = 200  # of a plan; no phase has half as many
SHOWN = 3  # options of which the reason tells
IN_A_GAME = f"{ADMIRAL}:1000ms"  # how he is seated where a person waits for him
ROUND_FROM = 100  # scores from here on are told without tenths


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer, and what the search found: every option that was compared, the best first; none where none was."""

    option: Option
    compared: Sequence[Candidate]
    reason: str  # one sentence
    follow_up: Sequence[Answer] = ()  # the answers of a plan to the questions that come next, as long as they do

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
        if len(question.options) == 1 or question.ask.is_sequence(advice.option) or match.first_will_do:
            return Thought(advice.option, (), advice.reason)
        if plans := _plans(match):
            if len(plans) > 1:
                return Search.between(plans, self.budget, self._seed)
            return Thought(advice.option, (), advice.reason, plans[0].follow_up)
        favourites = [one for one in (advice.option, advice.second) if one is not None]
        others = [one for one in question.options if one not in favourites]
        return Search.of([*favourites, *_spread(others)], self.budget, self._seed)


def concluded(match: Match[Any], search: Search) -> Thought:
    """The answer to which a search has led, so far or at its end."""
    search.stop()
    captains = search.candidates[0].option
    if not search.worlds:
        return Thought(captains, (), "There was no time to play out a game, so this is what the captain would do.")
    chosen = _preferred(search)
    reason = _reason_of_plan(match, chosen, search) if search.is_of_plans else _reason(match, chosen, search.ranked)
    return Thought(chosen.option, search.ranked, reason, chosen.follow_up)


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


def _preferred(search: Search) -> Candidate:
    """What the captain would do, unless another did better by more than chance explains."""
    usual, best = search.kept[0], max(search.kept, key=lambda one: one.mean)
    lead, error = best.lead_over(usual)
    error = max(error, 1 / search.worlds)
    luck = CERTAINTY * math.sqrt(2 * math.log(len(search.candidates))) * error  # of the luckiest of them
    return best if lead > (TRUST * error**2 if search.is_of_plans else luck) else usual


def _plans(match: Match[Any]) -> list[Candidate]:
    """The plans of the deciding seat's captains of all tempers for the rest of the phase, the usual captain's first.

    Of those that lead to the same position there is one. A game without tempers has none.
    """
    question = match.question
    assert question
    seat, game = question.seat, match.game
    tempers = game.tempers(seat, match.state.phase)
    if not tempers:
        return []
    world = match.fork(seat, 0)
    plans: list[Candidate] = []
    positions: list[Any] = []
    for temper, make in {"": game.captains[seat], **tempers}.items():
        twin = world.twin()
        first, *others = _answers(twin, make())
        if twin.state not in positions:
            positions.append(twin.state)
            plans.append(Candidate(first.option, temper=temper, follow_up=others))
            if len(plans) == MOST_PLANS:
                break
    return plans


def _answers(match: Match[Any], captain: Captain) -> list[Answer]:
    """What a captain answers for the seat that must decide, until the phase is over or somebody else is asked."""
    answers: list[Answer] = []
    question = match.question
    assert question
    seat, phase = question.seat, (match.topic, match.occasion.turn)
    while question and question.seat == seat and (match.topic, match.occasion.turn) == phase:
        ask, options = question.ask, question.options
        if not isinstance(ask, Ask) or len(answers) == MOST_ANSWERS:
            break
        option = captain(match.game.known_to(match.state, seat), seat, ask, options, question.about)
        answers.append(Answer(ask.key, options, option))
        match.choose(option)
        question = match.question
    return answers


def _reason(match: Match[Any], chosen: Candidate, compared: Sequence[Candidate]) -> str:
    """How the preferred option did, how sure that is, and what others came to."""
    others = [one for one in compared if one is not chosen][: SHOWN - 1]
    told = ", ".join(f"{match.describe(one.option).label} {percent(one.mean)}" for one in others)
    games = f"{len(chosen.values)} game" + "s" * (len(chosen.values) != 1)
    share, margin = percent(chosen.mean), percent(chosen.margin)
    if all(chosen.scores):
        found = f"It wins {share} of {games} played out from here, give or take {margin}"
    else:
        found = f"Its chances are {share}, give or take {margin}, after {games} played on from here for a while"
    return f"{found}; {told}.{_expected(match, chosen)}"


def _reason_of_plan(match: Match[Any], chosen: Candidate, search: Search) -> str:
    """How the preferred plan did, how sure that is, and what the captain's plan or the next best came to."""
    usual = search.candidates[0]
    other = usual if chosen is not usual else next(one for one in search.ranked if one is not usual)
    mine, others = ("A plan of his own", "the captain's plan")
    if chosen is usual:
        mine, others = ("The captain's plan", "the next best")
    return (
        f"{mine}, which begins with {match.describe(chosen.option).label}, {_found(chosen)}; {others}, which begins "
        f"with {match.describe(other.option).label}, {percent(other.mean)}; {len(search.candidates)} plans were "
        f"compared.{_expected(match, chosen)}"
    )


def _found(chosen: Candidate) -> str:
    """What came of a candidate, and how sure that is."""
    games = f"{len(chosen.values)} game" + "s" * (len(chosen.values) != 1)
    share, margin = percent(chosen.mean), percent(chosen.margin)
    if all(chosen.scores):
        return f"wins {share} of {games} played out from here, give or take {margin}"
    return f"has chances of {share}, give or take {margin}, after {games} played on from here for a while"


def _expected(match: Match[Any], chosen: Candidate) -> str:
    """What the score should be at the end, in the mean of the games that were played out; empty without scores."""
    scores = chosen.expected_score.items()
    told = [f"{match.game.side_name(side)} {score:,.{0 if abs(score) >= ROUND_FROM else 1}f}" for side, score in scores]
    return f" Expected score: {', '.join(told)}." if told else ""

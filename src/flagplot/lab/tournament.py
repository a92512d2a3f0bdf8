"""Tournaments of computer players: round-robin or gauntlet, with a crosstable and OpenSkill ratings.

Two players meet in every way to share the sides out between them, on the same seeds. As on the ladder, a side is its
player together with its seat, and seats are rated too, so a win from the better seat counts less. Where all seats
are of one side, players are compared by what they make of the same seeds, and their opponent is the game itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from flagplot.engine.dice import derived_seed, seed_bytes
from flagplot.engine.errors import FlagplotError
from flagplot.engine.game import Game
from flagplot.games import find
from flagplot.lab.intervals import Interval, Metric, mean_with_interval, wilson
from flagplot.lab.plans import Outcome, Plan, planned
from flagplot.lab.runs import Run

THE_GAME = "the game"
RESAMPLES = 100  # of the bootstrap, or fewer, but not fewer than
FEWEST_RESAMPLES = 40
MOST_RATED = 50_000  # games that are rated in all resamples together: three or four seconds
MOST_PLAYERS = 32


@dataclass(frozen=True, slots=True)
class Standing:
    """A player of a tournament: the rating with its 95 per cent interval, and points; a draw is half a point."""

    player: str
    rating: Interval
    points: Interval  # the share of all points that could be had
    games: int
    metrics: dict[str, Metric]  # where all seats are of one side


@dataclass(frozen=True, slots=True)
class Meeting:
    """What a player got against another: the share of points with its 95 per cent interval."""

    player: str
    opponent: str
    points: Interval
    games: int


@dataclass(frozen=True, slots=True)
class TournamentReport:
    """What came of a tournament."""

    game: str
    scenario: str
    options: dict[str, Any]
    seed: int
    games: int
    standings: list[Standing]  # the best first
    crosstable: list[Meeting]
    beside: dict[str, Interval]  # the ratings of the seats, as "seat axis", or of the game itself


def entrants(text: str) -> list[str]:
    """The players of a tournament from a list with commas."""
    names = [name.strip() for name in text.split(",")]
    if "" in names or len(set(names)) < len(names):
        raise FlagplotError(f"'{text}' is not a list of different players, such as captain,midshipman.")
    if len(names) > MOST_PLAYERS:
        raise FlagplotError(f"A tournament has at most {MOST_PLAYERS} players, not {len(names)}.")
    return names


def pairings(names: Sequence[str], gauntlet: str | None) -> list[tuple[str, str]]:
    """Who meets whom: each the others, or in a gauntlet one all others."""
    if gauntlet is None:
        found = list(itertools.combinations(names, 2))
    else:
        found = [(gauntlet, name) for name in names if name != gauntlet]
    if not found:
        raise FlagplotError("A tournament needs at least two different players.")
    return found


def tournament_plans(
    slug: str,
    names: Sequence[str],
    gauntlet: str | None = None,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
) -> list[Plan]:
    """The plans of a tournament; each is played with the same seeds."""
    meetings = pairings(names, gauntlet)
    game, seats = find(slug), tuple(planned(slug, scenario, options, None, seed).players)
    if len(game.sides_of(seats)) == 1:
        alone = dict.fromkeys(player for pair in meetings for player in pair)
        return [planned(slug, scenario, options, dict.fromkeys(seats, player), seed) for player in alone]
    return [
        planned(slug, scenario, options, seated, seed) for pair in meetings for seated in _seatings(game, seats, pair)
    ]


def _seatings(game: Game[Any], seats: Sequence[str], pair: tuple[str, str]) -> Iterable[dict[str, str]]:
    """All ways to share the sides out between two players, so that each has one at least."""
    sides = game.sides_of(seats)
    for holders in itertools.product(pair, repeat=len(sides)):
        if len(set(holders)) == 2:
            holder_of = dict(zip(sides, holders, strict=True))
            yield {seat: holder_of[game.seat(seat).side] for seat in seats}


def tournament_report(run: Run) -> TournamentReport:
    """What came of a tournament so far; at least one game must be over."""
    game, first = run.game(), run.plans[0]
    rated = [_rated(game, run.plans[plan], outcome) for plan, outcome in _in_order(run)]
    ratings = _ratings_with_intervals(rated, first.seed)
    names = list(dict.fromkeys(player for plan in run.plans for player in plan.players.values()))
    is_alone = len(game.sides_of(first.players)) == 1
    standings = []
    for name in names:
        points = [_points(game, plan, outcome, name) for plan, outcome in _games_of(run, name)]
        if points:
            standings.append(
                Standing(
                    name, ratings[name], wilson(sum(points), len(points)), len(points), _metrics(run, name, is_alone)
                )
            )
    return TournamentReport(
        first.game,
        first.scenario,
        first.options,
        first.seed,
        run.finished,
        sorted(standings, key=lambda one: (-one.rating.estimate, one.player)),
        [] if is_alone else _crosstable(run, game, names),
        {who: rating for who, rating in ratings.items() if who not in names},
    )


def _in_order(run: Run) -> list[tuple[int, Outcome]]:
    """All games, those of the same number beside each other: nobody is rated when others are much further."""
    games = [
        (number, plan, outcome) for plan, outcomes in enumerate(run.outcomes) for number, outcome in enumerate(outcomes)
    ]
    return [(plan, outcome) for _, plan, outcome in sorted(games, key=lambda one: one[:2])]


def _games_of(run: Run, *names: str) -> Iterable[tuple[Plan, Outcome]]:
    """The games in which all these players took part."""
    for plan, outcomes in zip(run.plans, run.outcomes, strict=True):
        if set(names) <= set(plan.players.values()):
            for outcome in outcomes:
                yield plan, outcome


def _points(game: Game[Any], plan: Plan, outcome: Outcome, player: str) -> float:
    """1 for a win, a half for a draw."""
    if outcome.winner is None:
        return 0.5
    return float(any(game.seat(seat).side == outcome.winner for seat, one in plan.players.items() if one == player))


def _metrics(run: Run, player: str, is_alone: bool) -> dict[str, Metric]:
    games = [outcome for _, outcome in _games_of(run, player)] if is_alone else []
    names = games[0].metrics if games else ()
    return {name: mean_with_interval([outcome.metrics[name] for outcome in games]) for name in names}


def _crosstable(run: Run, game: Game[Any], names: Sequence[str]) -> list[Meeting]:
    found = []
    for player, opponent in itertools.permutations(names, 2):
        points = [_points(game, plan, outcome, player) for plan, outcome in _games_of(run, player, opponent)]
        if points:
            found.append(Meeting(player, opponent, wilson(sum(points), len(points)), len(points)))
    return found


# Ratings

Team = tuple[str, ...]  # a player and the seats that the player has, or the game itself
RatedGame = tuple[tuple[Team, ...], tuple[int, ...]]  # the teams, and which rank each came in


def _rated(game: Game[Any], plan: Plan, outcome: Outcome) -> RatedGame:
    """A game as the model rates it."""
    sides: dict[str, list[str]] = {}
    for seat, player in plan.players.items():
        sides.setdefault(game.seat(seat).side, []).extend([player, f"seat {seat}"])
    if len(sides) == 1:
        ((side, (player, *_)),) = sides.items()
        won = outcome.winner == side
        ranks = (1, 1) if outcome.winner is None else (1, 2) if won else (2, 1)
        return ((player,), (THE_GAME,)), ranks
    teams = tuple(tuple(dict.fromkeys(team)) for team in sides.values())
    return teams, tuple(1 if outcome.winner in (None, side) else 2 for side in sides)


def _ratings_with_intervals(games: Sequence[RatedGame], seed: int) -> dict[str, Interval]:
    """Ratings after all games; their intervals are the middle 95 per cent of ratings after games drawn from these.

    The draws follow from the seed of the run alone. They keep the order of the games, in which ratings settle.
    """
    rate = _model()
    ratings = rate(games)
    random = Random(derived_seed(seed_bytes(seed), "bootstrap"))
    resamples = max(FEWEST_RESAMPLES, min(RESAMPLES, MOST_RATED // len(games)))
    drawn: dict[str, list[float]] = {who: [] for who in ratings}
    for _ in range(resamples):
        picks = sorted(random.choices(range(len(games)), k=len(games)))
        for who, rating in rate([games[pick] for pick in picks]).items():
            drawn[who].append(rating)
    return {who: _middle(rating, drawn[who]) for who, rating in ratings.items()}


def _middle(rating: float, drawn: list[float]) -> Interval:
    """A rating with the range that holds the middle 95 per cent of those drawn, itself included."""
    drawn = sorted(drawn)
    outside = round(0.025 * (len(drawn) - 1))
    return Interval(rating, min(drawn[outside], rating), max(drawn[-1 - outside], rating))


def _model() -> Callable[[Sequence[RatedGame]], dict[str, float]]:
    """The function that rates games, in their order, by openskill's Plackett-Luce model."""
    check_openskill()
    from openskill.models import PlackettLuce

    model = PlackettLuce()

    def rate(games: Sequence[RatedGame]) -> dict[str, float]:
        known: dict[str, Any] = {}
        for teams, ranks in games:
            rated = [[known.get(who) or model.rating() for who in team] for team in teams]
            for team, after in zip(teams, model.rate(rated, ranks=list(ranks)), strict=True):
                known.update(zip(team, after, strict=True))
        return {who: rating.mu for who, rating in known.items()}

    return rate


def check_openskill() -> None:
    """FlagplotError, before a game is played, when there is nothing to rate players with."""
    try:
        import openskill  # noqa: F401
    except ImportError:
        raise FlagplotError(
            "A tournament needs openskill, which is not installed. Install it with pip install 'flagplot[lab]'."
        ) from None

"""What a rule change does: the same seeds played twice, and the paired differences with their intervals.

The run looks at its results after 100 pairs, 200, 400 and so on (`intervals.looks`). It stops when for each side the
difference of win shares is certain: its interval leaves out zero, or lies within the margin that counts as no
difference. The error of 5 per cent is shared out among the looks, so that each interval of the report covers the truth
with at least 95 per cent, however early the run stops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from flagplot.engine.errors import FlagplotError
from flagplot.games import find
from flagplot.lab.intervals import Interval, Look, looks, paired_means, paired_shares
from flagplot.lab.journal import Journal
from flagplot.lab.plans import Outcome, Plan, check_number, in_blocks, planned
from flagplot.lab.runs import Progress, Run
from flagplot.lab.workers import Processes, ThisProcess, Workers, workers

MARGIN = 0.02  # a difference of win shares that is as good as none
DECISIONS = "decisions"

Kind = Literal["share", "mean"]
Verdict = Literal["higher", "lower", "the same", "open"]
Ending = Literal["certain", "all games played", "stopped"]


@dataclass(frozen=True, slots=True)
class Difference:
    """A quantity in both variants, and its paired difference: the first variant's less the second's."""

    name: str
    kind: Kind
    first: float
    second: float
    difference: Interval
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class VariantReport:
    """What was played in one of the variants."""

    scenario: str
    options: dict[str, Any]
    figures: str
    players: dict[str, str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of a comparison."""

    game: str
    seed: int
    first: VariantReport
    second: VariantReport
    pairs: int
    most: int  # pairs that would have been played
    margin: float
    error: float  # with which each interval errs at this look
    ending: Ending
    shares: list[Difference]  # of wins, by side
    means: list[Difference]  # decisions, then the game's own metrics


class Comparing(Run):
    """Two plans that are played pair by pair until it is certain what differs."""

    def __init__(self, first: Plan, second: Plan, most: int, margin: float = MARGIN) -> None:
        check_number(2 * most)
        _check_comparable(first, second)
        if not 0 <= margin < 1:
            raise FlagplotError(f"A margin is a share from 0 to below 1, not {margin:g}.")
        super().__init__([first, second])
        self.most, self.margin = most, margin
        self._looks = looks(most)

    @property
    def pairs(self) -> int:
        """How many pairs are finished."""
        return min(map(len, self.outcomes))

    def play_pairs(self, workers: Workers, journal: Journal | None = None, progress: Progress | None = None) -> None:
        """Play from look to look until the answer is certain or all pairs are played."""
        for look in self._looks:
            tasks = in_blocks(self.plans, self.pairs, look.pairs)
            self.play(tasks, workers, journal, progress, 2 * self.most)
            if self._is_certain(look):
                return

    def report(self) -> Comparison:
        """What came of the pairs that are finished; at least one must be."""
        look = next(look for look in self._looks if look.pairs >= self.pairs)
        is_at_look = look.pairs == self.pairs
        ending: Ending = "stopped"
        if is_at_look and self._is_certain(look):
            ending = "certain"
        elif self.pairs == self.most:
            ending = "all games played"
        first, second = self.plans
        return Comparison(
            first.game,
            first.seed,
            _variant(first),
            _variant(second),
            self.pairs,
            self.most,
            self.margin,
            look.error,
            ending,
            self._shares(look),
            self._means(look),
        )

    def _is_certain(self, look: Look) -> bool:
        return all(share.verdict != "open" for share in self._shares(look))

    def _paired(self) -> list[tuple[Outcome, Outcome]]:
        return list(zip(*(outcomes[: self.pairs] for outcomes in self.outcomes), strict=True))

    def _shares(self, look: Look) -> list[Difference]:
        game, paired, found = self.game(), self._paired(), []
        for side in game.sides_of(self.plans[0].players):
            wins = [(first.winner == side, second.winner == side) for first, second in paired]
            interval = paired_shares(wins.count((True, False)), wins.count((False, True)), len(wins), look.error)
            first, second = (sum(won[index] for won in wins) / len(wins) for index in (0, 1))
            found.append(Difference(side, "share", first, second, interval, self._verdict(interval)))
        return found

    def _verdict(self, share: Interval) -> Verdict:
        return "the same" if share.lies_within(self.margin) else _verdict(share)

    def _means(self, look: Look) -> list[Difference]:
        paired = self._paired()
        names = [name for name in paired[0][0].metrics if name in paired[0][1].metrics]
        values = {DECISIONS: [(float(one.decisions), float(other.decisions)) for one, other in paired]}
        values |= {name: [(one.metrics[name], other.metrics[name]) for one, other in paired] for name in names}
        return [_difference_of_means(name, pairs, look.error) for name, pairs in values.items()]


def _difference_of_means(name: str, pairs: Sequence[tuple[float, float]], error: float) -> Difference:
    interval = paired_means([first - second for first, second in pairs], error)
    first, second = (sum(pair[index] for pair in pairs) / len(pairs) for index in (0, 1))
    return Difference(name, "mean", first, second, interval, _verdict(interval))


def _verdict(interval: Interval) -> Verdict:
    if not interval.excludes_zero:
        return "open"
    return "higher" if interval.low > 0 else "lower"


def _variant(plan: Plan) -> VariantReport:
    return VariantReport(plan.scenario, plan.options, plan.figures, plan.players)


def _check_comparable(first: Plan, second: Plan) -> None:
    """FlagplotError when two plans are alike, or have no question in common."""
    if msgspec.structs.replace(first, figures="") == msgspec.structs.replace(second, figures=""):
        raise FlagplotError("Both sides of the comparison are the same. Name an option, a scenario or figures.")
    game = find(first.game)
    sides = [game.sides_of(plan.players) for plan in (first, second)]
    if first.game != second.game or sides[0] != sides[1]:
        raise FlagplotError(
            f"Only variants with the same sides can be compared, and these have {', '.join(sides[0])} against "
            f"{', '.join(sides[1])}."
        )


def workers_for(plans: Sequence[Plan], jobs: int, ray: str | None) -> Workers:
    """Workers for plans that may need figures of different directories, which no single process can play with."""
    wanted = workers(jobs, ray)
    is_mixed = len({plan.figures for plan in plans}) > 1
    return Processes(1) if is_mixed and isinstance(wanted, ThisProcess) else wanted


def compare(
    slug: str,
    n: int,
    first: Mapping[str, Any],
    second: Mapping[str, Any] | None = None,
    seats: Mapping[str, str] | None = None,
    seed: int = 0,
    jobs: int = 1,
    margin: float = MARGIN,
) -> Comparison:
    """Compare two variants in at most n pairs; a variant is a mapping with `scenario`, `options`, or both."""
    plans = []
    for variant in (first, second or {}):
        if unknown := set(variant) - {"scenario", "options"}:
            raise FlagplotError(f"A variant has a scenario and options, not '{min(unknown)}'.")
        plans.append(planned(slug, variant.get("scenario"), variant.get("options"), seats, seed, "best"))
    comparing = Comparing(plans[0], plans[1], n, margin)
    with workers(jobs) as working:
        comparing.play_pairs(working)
    return comparing.report()

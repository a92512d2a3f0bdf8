"""The odds of a choice: the rules themselves, run with dice that show every outcome with its weight."""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from flagplot.engine.charts import Chart
from flagplot.engine.dice import Dice, Rolled, counted, sides_of
from flagplot.engine.errors import IllegalChoice
from flagplot.engine.frames import advance, leave_for, stays_inside
from flagplot.engine.journal import Journal, Line, Readers, Recorder
from flagplot.engine.state import OVER
from flagplot.engine.table import DICE, GameOver, LeftFor, Phase, Question, S, Suspend
from flagplot.engine.words import About, Alike, Event, Option, Phrasebook, Roll, offered

LEAF_LIMIT = 3000
HOPELESS = 100  # a path so many times wider than the limit shows that the whole tree is too large
Z95 = 1.96  # standard deviations to either side that hold 95 per cent
SAMPLES = 2000
NO_EFFECT = "no effect"

Faces = tuple[int, ...]
Outcomes = list[tuple[int, Faces]]  # weight and faces


class Judgement(NamedTuple):
    """How good an outcome is for the seat that asks, and what is counted in it, by name."""

    tone: float
    counted: Mapping[str, float]


# Whether a piece is an enemy's (1), one's own (-1), or nobody's (0).
Foe = Callable[[Any], int]


class Odds(dict[str, Fraction]):
    """How likely each outcome is: exactly, or from a sample with its 95 per cent margin of error.

    `judged` tells of each outcome how good it is, and what is counted in it, on average over all ways to come there.
    """

    def __init__(
        self, shares: Mapping[str, Fraction], judged: Mapping[str, Judgement] | None = None, samples: int = 0
    ) -> None:
        super().__init__(sorted(shares.items(), key=lambda item: (-item[1], item[0])))
        self.samples = samples
        self.judged: Mapping[str, Judgement] = judged or {}

    def tone(self, outcome: str) -> float:
        """How good an outcome is: above 0 for good, below 0 for bad."""
        return self.judged[outcome].tone if outcome in self.judged else 0.0

    @property
    def best_first(self) -> list[tuple[str, Fraction]]:
        """The outcomes from good to bad; of equals the likelier first."""
        return sorted(self.items(), key=lambda item: (-self.tone(item[0]), -item[1], item[0]))

    @property
    def mean(self) -> tuple[float, str] | None:
        """What is counted on average and its name, where outcomes count one thing: (31_200, "tons")."""
        names = {name for one in self.judged.values() for name in one.counted}
        if len(names) != 1 or len(self) < 2:
            return None
        (name,) = names
        return sum(float(share) * self.judged[key].counted.get(name, 0) for key, share in self.items()), name

    @property
    def exact(self) -> bool:
        return self.samples == 0

    @property
    def margin(self) -> float:
        """How far off a share may be: none when exact."""
        return 0.0 if self.exact else Z95 * math.sqrt(0.25 / self.samples)


class Hindsight(NamedTuple):
    """The odds of an option in the position as it truly was, and what came of it."""

    odds: Odds
    outcome: str
    judgement: Judgement


class FacesNeeded(BaseException):
    """The rules look at the single dice of this roll, so that its sums are not enough."""

    def __init__(self, roll: Roll) -> None:
        super().__init__(roll.key)
        self.roll = roll


class SumOnly(Rolled):
    """A throw of which only the sum is certain; whoever looks at its faces has them enumerated."""

    __slots__ = ("roll",)

    def __init__(self, roll: Roll, total: int) -> None:
        object.__setattr__(self, "sum", total)
        object.__setattr__(self, "roll", roll)

    def __getattribute__(self, name: str) -> Any:
        if name in ("faces", "dropped"):
            raise FacesNeeded(object.__getattribute__(self, "roll"))
        return object.__getattribute__(self, name)


class Given:
    """Answers that are given one after the other; the next question after them is left open.

    `typed` are the throws that follow them, where dice are typed in.
    """

    def __init__(
        self, options: Sequence[Option] = (), typed: Iterable[Option] = (), ignores_marks: bool = False
    ) -> None:
        self._options = options
        self._typed = iter(typed)
        self.ignores_marks = ignores_marks
        self.left = len(options)

    def __call__(self, table: Recorder[Any], question: Question) -> Option:
        if question.seat == DICE:
            for face in self._typed:
                return face
        if not self.left:
            raise Suspend(question)
        option = self._options[-self.left]
        if not offered(option, question.options):
            raise IllegalChoice(f"{option!r:.80} is not offered at '{question.ask.key}'.")
        self.left -= 1
        return option


class Reached(BaseException):
    """The rules have come to a mark: what comes after it is not counted."""


class Counting(Recorder[S]):
    """A table at which one way to go is counted, up to a mark after the last of the answers that are given."""

    def __init__(self, state: S, journal: Journal, dice: Dice, given: Given) -> None:
        super().__init__(state, journal, dice, given)
        self.given = given

    def mark(self) -> None:
        if not self.given.left and not self.given.ignores_marks:
            raise Reached


class Enumerator(Counting[S]):
    """A table whose dice follow a given path of outcomes and write down the ways they did not go."""

    def __init__(
        self,
        state: S,
        journal: Journal,
        dice: Dice,
        given: Given,
        path: list[tuple[int, Faces]],
        by_faces: set[Roll],
    ) -> None:
        super().__init__(state, journal, dice, given)
        self.path = path
        self.by_faces = by_faces
        self.taken: list[tuple[int, Faces]] = []
        self.others: list[list[tuple[int, Faces]]] = []
        self.denominator = 1
        self.width = 1  # the ways to go if every roll branched like those on this path

    def _fresh_faces(
        self,
        dice: str,
        roll: Roll,
        about: About,
        chart: Chart[Any] | None,
        modifier: int,
        to: Readers,
        of_volley: str,
    ) -> Faces:
        return self._follow(outcomes_of(dice, roll in self.by_faces, chart, modifier), math.prod(sides_of(dice)))

    def _fresh_volley(self, sides: Faces, chart: Chart[Any], roll: Roll, to: Readers) -> Faces:
        return self._follow(volley_outcomes(len(sides), chart), math.prod(sides))

    def _fresh_index(self, pool: Sequence[Any], roll: Roll, about: About, to: Readers, alike: Alike | None) -> int:
        keys = list(map(alike, pool)) if alike else pool
        outcomes: Outcomes = [(count, (keys.index(key),)) for key, count in Counter(keys).items()]
        return self._follow(outcomes, len(pool))[0]

    def _as_rolled(self, dice: str, roll: Roll, faces: Faces) -> Rolled:
        throw = counted(dice, *faces)
        if len(faces) == 1 or roll in self.by_faces or self.cursor < len(self.journal):
            return throw
        return SumOnly(roll, throw.sum)

    def _follow(self, outcomes: Outcomes, total: int) -> Faces:
        depth = len(self.taken)
        if depth < len(self.path):
            outcome = self.path[depth]
        else:
            outcome = outcomes[0]
            self.others += [[*self.taken, other] for other in outcomes[1:]]
        self.taken.append(outcome)
        self.width *= len(outcomes)
        self.denominator *= total
        return outcome[1]


@functools.cache
def sums_of(dice: str) -> dict[int, tuple[int, Faces]]:
    """Each sum of the dice that are kept of a throw, with the number of ways to it and the first of them."""
    ways: dict[int, tuple[int, Faces]] = {}
    for faces in all_faces(dice):
        total = counted(dice, *faces).sum
        count, first = ways.get(total, (0, faces))
        ways[total] = (count + 1, first)
    return ways


def all_faces(dice: str) -> Iterable[Faces]:
    """Every way in which the dice of a throw can fall."""
    return itertools.product(*(range(1, n + 1) for n in sides_of(dice)))


def outcomes_of(dice: str, by_faces: bool, chart: Chart[Any] | None, modifier: int) -> Outcomes:
    """The outcomes of a throw that the rules can tell apart."""
    if by_faces:
        return [(1, faces) for faces in all_faces(dice)]
    ways = sums_of(dice)
    if chart is None:
        return list(ways.values())
    rows: dict[Any, tuple[int, Faces]] = {}
    for total, (count, faces) in ways.items():
        row = chart[total + modifier]
        so_far, first = rows.get(row, (0, faces))
        rows[row] = (so_far + count, first)
    return list(rows.values())


def volley_outcomes(count: int, chart: Chart[Any]) -> Outcomes:
    """The ways in which so many dice, each read on the chart, can be shared out among its rows."""
    faces_of: dict[Any, list[int]] = {}
    for face, row in enumerate(chart.rows, chart.first):
        faces_of.setdefault(row, []).append(face)
    *others, last = faces_of.values()
    outcomes: Outcomes = [(1, ())]
    for faces in others:
        outcomes = [
            (weight * math.comb(count - len(so_far), n) * len(faces) ** n, so_far + (faces[0],) * n)
            for weight, so_far in outcomes
            for n in range(count - len(so_far) + 1)
        ]
    return [
        (weight * len(last) ** (count - len(so_far)), so_far + (last[0],) * (count - len(so_far)))
        for weight, so_far in outcomes
    ]


Run = Callable[[Callable[[S, Journal, Dice, Given], Counting[S]]], Counting[S]]
Told = Callable[[Counting[S]], tuple[str, Judgement]]  # the outcome of a way to go, and how good it is


def enumerated(run: Run[S], told: Told[S], limit: int = LEAF_LIMIT) -> Odds | None:
    """Exact odds, or None when there are more than `limit` ways to go.

    `run` plays the phase once at the table that it is given the maker of, up to the next decision or the end of the
    phase; `told` names the outcome and judges it.
    """
    by_faces: set[Roll] = set()
    while True:
        try:
            return _enumerated(run, told, limit, by_faces)
        except FacesNeeded as needed:
            by_faces.add(needed.roll)


def _enumerated(run: Run[S], told: Told[S], limit: int, by_faces: set[Roll]) -> Odds | None:
    tally = _Tally()
    paths: list[list[tuple[int, Faces]]] = [[]]
    leaves = 0
    while paths:
        path = paths.pop()
        table = run(lambda state, journal, dice, given: Enumerator(state, journal, dice, given, path, by_faces))  # noqa: B023
        assert isinstance(table, Enumerator)
        paths += table.others
        leaves += 1
        if leaves + len(paths) > limit or table.width > HOPELESS * limit:
            return None
        weight = math.prod(weight for weight, _ in table.taken)
        tally.add(*told(table), Fraction(weight, table.denominator))
    return Odds(tally.shares, tally.judged())


def sampled(run: Run[S], told: Told[S], samples: int = SAMPLES) -> Odds:
    """Odds counted in so many tries; `run` must throw other dice every time."""
    tally = _Tally()
    for _ in range(samples):
        tally.add(*told(run(Counting)), Fraction(1, samples))
    return Odds(tally.shares, tally.judged(), samples)


class _Tally:
    """The outcomes of single ways to go, added up: their shares, and the means of what they are judged by."""

    def __init__(self) -> None:
        self.shares: dict[str, Fraction] = {}
        self._tones: dict[str, float] = {}
        self._counted: dict[str, dict[str, float]] = {}

    def add(self, outcome: str, judgement: Judgement, share: Fraction) -> None:
        weight = share.numerator / share.denominator
        self.shares[outcome] = self.shares.get(outcome, Fraction(0)) + share
        self._tones[outcome] = self._tones.get(outcome, 0.0) + weight * judgement.tone
        counted = self._counted.setdefault(outcome, {})
        for name, amount in judgement.counted.items():
            counted[name] = counted.get(name, 0.0) + weight * amount

    def judged(self) -> dict[str, Judgement]:
        return {
            outcome: Judgement(
                self._tones[outcome] / float(share),
                {name: amount / float(share) for name, amount in self._counted[outcome].items()},
            )
            for outcome, share in self.shares.items()
        }


def outcome_of(lines: Iterable[Line], phrases: Phrasebook) -> str:
    """What was told, as one outcome: like events counted, in the order in which they are first told."""
    labels = Counter(
        phrases.fill(line.source.outcome, line.about)
        for line in lines
        if isinstance(line.source, Event) and line.source.outcome
    )
    return "; ".join(label if n == 1 else f"{label} x{n}" for label, n in sorted(labels.items())) or NO_EFFECT


def judgement_of(lines: Iterable[Line], foe: Foe) -> Judgement:
    """How good what was told is for a seat, and what was counted in it."""
    tone, counted = 0.0, Counter[str]()
    for line in lines:
        event, about = line.source, line.about
        if not isinstance(event, Event) or not event.outcome:
            continue
        amount = float(about[event.counts]) if event.counts else 1.0
        if event.counts:
            counted[event.counts] += amount  # type: ignore[assignment]
        tone += event.tone * amount + (foe(about[event.harms]) * amount if event.harms else 0)
    return Judgement(tone, counted)


def procedure_of(phases: Mapping[str, Phase]) -> Callable[[Counting[S]], None]:
    """What plays the phase in which the last answer is given, all that it calls, and what goes on after the call."""

    def play(table: Counting[S]) -> None:
        state = table.state
        depth = 0
        while True:
            if table.given.left:
                depth = len(state.callers)
            following = phases[state.phase](table, *state.args)
            if not table.given.left and not stays_inside(state, following, depth):
                return
            advance(state, following)

    return play


def until_decision(phases: Mapping[str, Phase]) -> Callable[[Counting[S]], None]:
    """What plays on through the phases until somebody must decide, or the game is over."""

    def play(table: Counting[S]) -> None:
        state = table.state
        while state.phase != OVER:
            try:
                following = phases[state.phase](table, *state.args)
            except LeftFor as left:
                leave_for(state, left.frame)
            else:
                advance(state, following)

    return play


def to_leaf(procedure: Callable[[Counting[S]], Any], table: Counting[S]) -> Counting[S]:
    """Play a procedure until somebody must decide, it comes to a mark, or it is over."""
    with contextlib.suppress(Suspend, GameOver, LeftFor, Reached):
        procedure(table)
    return table

"""The analysis of a finished match: a curve of winning chances, what decisions were worth, and what the dice gave.

The chances of a side in a position are the share of games that it wins when captains play on from there, with other
dice. From the first decision to the end they change for three reasons, and the changes add up to the result:

* skill: what a decision was worth against a captain's, in worlds that its seat could not tell from the true one;
* what was hidden: what the same decision was worth in truth, less that;
* dice: all else, because a captain's own decisions change nothing, by definition.

The first two are counted as far as they are sure (`estimates.as_far_as_sure`), moves that were not played out as the
others of their side are on average; what is not shown to be a decision's stays with the dice.

The game is over when it is analysed, so chances are those of the true position, with all that was hidden in it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flagplot.engine.errors import FlagplotError
from flagplot.engine.match import Match
from flagplot.engine.odds import Z95, Odds
from flagplot.engine.state import Result
from flagplot.engine.words import Option
from flagplot.players.analyst import Analyst, Change, Node, Stretch, worth
from flagplot.players.estimates import NOTHING, Estimate, change_of, share_of, together, total
from flagplot.players.retrace import Move, check_captains, rolls_between

SECONDS = 60.0  # that an analysis takes where nobody says otherwise
MOST_PLAYOUTS = 1_000_000
ENOUGH, FILLED = 0.6, 0.9  # of the time: when this much is used no more is begun, and how much is to be used
TIMED = 4  # playouts from which the speed is told
LATER = 1.6  # how many times faster playouts from the middle of a game are than from its start, about
SHOWN = 5  # worst and best decisions, and moments of luck for each side
ROLLS_SHOWN = 6
ODDS_LEAVES, ODDS_SAMPLES = 1000, 200  # to name the chance of what fell


class NotOver(FlagplotError):
    """A game that goes on cannot be analysed, because that would tell what is hidden."""


@dataclass(frozen=True, slots=True)
class Point:
    """The chances of the first side after a number of choices."""

    moment: int
    turn: str
    chance: Estimate


@dataclass(frozen=True, slots=True)
class Account:
    """How a side came to its result: from its chances at the start, what each thing added, as parts of one game."""

    side: str
    name: str
    start: Estimate
    skill: Estimate  # its own decisions
    others: Estimate  # those of its opponents
    hidden: Estimate
    dice: Estimate
    unplayed: Estimate  # what was left when people ended the game
    result: float  # 1 won, 0 lost, one half drawn; of a game that goes on, its chances now


@dataclass(frozen=True, slots=True)
class Judged:
    """A move in which a captain would have decided otherwise, and what it was worth to its side."""

    moment: int
    decisions: int
    seat: str
    turn: str
    skill: Estimate
    hidden: Estimate


@dataclass(frozen=True, slots=True)
class Compared:
    """An option, and the chances of its side with it, in the same worlds as the others."""

    label: str
    chance: Estimate


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that was looked at twice: what was chosen, what else there was, and what it cost or brought."""

    moment: int
    seat: str
    turn: str
    prompt: str
    chosen: Compared
    best: Compared  # the best option found, which can be the chosen one
    captains: Compared
    loss: Estimate  # against the best found
    gain: Estimate  # against the captain's
    options: tuple[Compared, ...]  # all that were compared, the best first
    worlds: int


@dataclass(frozen=True, slots=True)
class Luck:
    """What dice gave the first side between two moments of the curve."""

    moment: int
    until: int
    turn: str
    worth: Estimate
    cause: str  # the decision after which the dice fell, where it is one
    rolls: tuple[str, ...]  # the first of them, in words
    count: int  # of all rolls
    outcome: str = ""
    chance: float | None = None  # how likely that outcome was
    is_exact: bool = False  # whether that chance was counted, or sampled


@dataclass(frozen=True, slots=True)
class Effort:
    """How much was looked at."""

    playouts: int
    decisions: int  # of seats, in the whole game
    unlike: int  # of these: where a captain would have decided otherwise
    moves: int  # that hold such decisions
    judged: int  # of these moves: which were played out; the others are taken for their mean


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that was found; sides are told by their accounts, the first of which the curve and the luck are of."""

    game: str
    scenario: str
    accounts: tuple[Account, ...]
    curve: tuple[Point, ...]
    moves: tuple[Judged, ...]
    decisions: tuple[Decision, ...]
    worst: tuple[int, ...]  # moments of decisions, the worst first
    best: tuple[int, ...]
    luck: tuple[Luck, ...]  # what was worth most comes first
    effort: Effort
    hides: bool  # whether seats had secrets, so that skill and what was hidden are told apart

    def decision(self, moment: int) -> Decision:
        """The decision of that moment."""
        return next(one for one in self.decisions if one.moment == moment)


Progress = Callable[[float, Analyst], None]  # the share of the work that is done


def check_over(match: Match[Any]) -> None:
    """NotOver, in one sentence, for a game that goes on and whose seats have secrets."""
    if match.result is None and not match.game.hides_nothing:
        raise NotOver(
            "The game is not over, and its analysis would tell what is hidden. Play it to its end, then analyse it."
        )
    if not match.record.choices:
        raise NotOver("Nothing has been decided in this game yet, so there is nothing to analyse.")


def analyse(
    match: Match[Any],
    playouts: int | None = None,
    seconds: float | None = None,
    seed: str = "0",
    progress: Progress | None = None,
) -> Analysis:
    """Analyse a match by so many playouts or in so many seconds; the same seed and playouts find the same.

    NotOver for a game that goes on and whose seats have secrets. When `progress` raises, the work so far is lost,
    unless it has kept the analyst, whose findings `findings` tells at any moment.
    """
    check_over(match)
    began = time.monotonic()
    limit = math.inf if playouts else seconds or SECONDS
    analyst = whole = Analyst(match, playouts or playouts_in(match, limit), seed)
    while True:
        for _ in analyst.go_on():
            spent = time.monotonic() - began
            if progress:
                progress(min(1.0, analyst.share if playouts else spent / limit), whole)
            if spent > limit:
                return findings(whole)
        whole = analyst
        has_more_to_ask = not playouts and analyst.share >= 1
        more = playouts_more(analyst.playouts, time.monotonic() - began, limit) if has_more_to_ask else 0
        if not more:
            return findings(whole)
        analyst = Analyst(match, more, seed, whole.ledger)


def playouts_more(playouts: int, spent: float, limit: float) -> int:
    """How many playouts fit into a limit of time if so many took so long; 0 when it is not worth the while."""
    return int(playouts * FILLED * limit / spent) if spent < ENOUGH * limit else 0


def playouts_in(match: Match[Any], seconds: float) -> int:
    """About how many playouts of a match's positions fit into some seconds, from how long a few take now."""
    check_captains(match)
    start = match.at(0)
    captains = match.game.captains
    began = time.monotonic()
    played = 0
    while played < TIMED and (not played or time.monotonic() - began < seconds / 10):
        start.afresh(played).playout({seat: captains[seat]() for seat in start.seats})
        played += 1
    each = (time.monotonic() - began) / played
    return max(1, min(MOST_PLAYOUTS, int(seconds / each * LATER)))


def findings(analyst: Analyst, result: Result | None = None) -> Analysis:
    """What an analyst has found so far; `result` is that of a game which people ended."""
    match = analyst.match
    close = [one for at in sorted(analyst.close) if (one := _decision(analyst, at))]
    changes = analyst.changes()
    judged = [_judged(analyst, move, changes[move.number]) for move in analyst.judged]
    worst = sorted((one for one in close if _is_likely(one.loss)), key=lambda one: -one.loss.value)
    best = sorted((one for one in close if _is_likely(one.gain)), key=lambda one: -one.gain.value)
    ends = match.record.choices
    seats = sum(move.decided - move.first for move in analyst.past.moves if move.seat in match.seats)
    unlike = [move for move in analyst.past.moves if move.unlike]
    return Analysis(
        match.game.slug,
        match.record.scenario,
        tuple(_account(analyst, changes, side, result) for side in match.game.sides_of(match.seats)),
        tuple(_point(analyst, number, len(ends)) for number in analyst.curve),
        tuple(judged),
        tuple(close),
        tuple(one.moment for one in worst[:SHOWN]),
        tuple(one.moment for one in best[:SHOWN]),
        tuple(_lucks(analyst, changes)),
        Effort(
            sum(map(len, analyst.ledger.values())),
            seats,
            sum(len(move.unlike) for move in unlike),
            len(unlike),
            len(judged),
        ),
        analyst.hides,
    )


def _is_likely(change: Estimate) -> bool:
    """Whether a change is above zero by more than one standard error."""
    return change.value * Z95 > change.margin


# Chances and their changes


def _chance_for(estimate: Estimate, sign: int) -> Estimate:
    return estimate if sign > 0 else Estimate(1 - estimate.value, estimate.margin)


def _chance_at(analyst: Analyst, number: int) -> Estimate:
    """The chances of the first side before a move; past the last one it is where the game stands."""
    if number < len(analyst.past.moves):
        return share_of(analyst.played(analyst.start_of(number)))
    if analyst.past.end.result:
        return Estimate(analyst.chance_at(number))
    return share_of(analyst.played(analyst.broken_off))


def _account(analyst: Analyst, changes: Mapping[int, Change], side: str, ended: Result | None) -> Account:
    """How a side came to its result; what is not a decision's is the dice's, so that all adds up."""
    game, sign, moves = analyst.game, 1 if side == analyst.side else -1, analyst.past.moves
    start = _chance_for(_chance_at(analyst, analyst.curve[0]), sign)
    now = _chance_for(_chance_at(analyst, analyst.curve[-1]), sign)
    of_own = {number: game.seat(moves[number].seat).side == side for number in changes}
    own = total([one.skill.times(sign) for number, one in changes.items() if of_own[number]])
    others = total([one.skill.times(sign) for number, one in changes.items() if not of_own[number]])
    hidden = total([one.hidden.times(sign) for one in changes.values()])
    result = worth(ended.winner, side) if ended else now.value
    unplayed = Estimate(result - now.value, now.margin) if ended else NOTHING
    dice = now.value - start.value - own.value - others.value - hidden.value
    margin = together(start, now, own, others, hidden)
    return Account(side, game.side_name(side), start, own, others, hidden, Estimate(dice, margin), unplayed, result)


def _point(analyst: Analyst, number: int, choices: int) -> Point:
    moves = analyst.past.moves
    if number < len(moves):
        return Point(moves[number].first, moves[number].turn, _chance_at(analyst, number))
    return Point(choices, moves[-1].turn, _chance_at(analyst, number))


# Decisions


def _judged(analyst: Analyst, move: Move, change: Change) -> Judged:
    sign = analyst.sign_of(move.seat)
    return Judged(
        move.first, len(move.unlike), move.seat, move.turn, change.skill.times(sign), change.hidden.times(sign)
    )


def _decision(analyst: Analyst, at: int) -> Decision | None:
    """A decision that was looked at again; None where no option has been played out."""
    options = [option for option in analyst.close[at] if analyst.played(Node("again", at, (option,)))]
    captains, chosen = analyst.close[at][0], analyst.match.record.choices[at]
    if captains not in options or chosen not in options:
        return None
    position = analyst.past.at(at)
    asked = position.decision
    assert asked
    sign = analyst.sign_of(asked.seat)
    nodes = {option: Node("again", at, (option,)) for option in options}
    told = {
        option: Compared(_label(position, option), _chance_for(share_of(analyst.played(node)), sign))
        for option, node in nodes.items()
    }
    best = max(options, key=lambda option: (told[option].chance.value, option == chosen, option == captains))
    loss = change_of(analyst.pairs(nodes[chosen], nodes[best]))
    gain = change_of(analyst.pairs(nodes[captains], nodes[chosen]))
    return Decision(
        at,
        asked.seat,
        analyst.past.move_of(at).turn,
        asked.prompt,
        told[chosen],
        told[best],
        told[captains],
        loss.times(sign),
        gain.times(sign),
        tuple(sorted(told.values(), key=lambda one: -one.chance.value)),
        len(analyst.played(nodes[chosen])),
    )


def _label(position: Match[Any], option: Option) -> str:
    """What an option is called, to stand within a sentence."""
    return position.describe(option).label.removesuffix(".")


# Luck


def _lucks(analyst: Analyst, changes: Mapping[int, Change]) -> list[Luck]:
    """The stretches in which dice clearly did most for each side."""
    log = analyst.past.end.log()
    weighed = [(one, _luck_in(analyst, one, changes)) for one in analyst.stretches() if one.is_rolled]
    good = sorted((one for one in weighed if _is_likely(one[1])), key=lambda one: -one[1].value)[:SHOWN]
    bad = sorted((one for one in weighed if _is_likely(one[1].times(-1))), key=lambda one: one[1].value)[:SHOWN]
    return [_luck(analyst, log, *one) for one in sorted((*good, *bad), key=lambda one: -abs(one[1].value))]


def _luck_in(analyst: Analyst, stretch: Stretch, changes: Mapping[int, Change]) -> Estimate:
    inside = [one for number, one in changes.items() if stretch.first <= number < stretch.past]
    parts = [part for one in inside for part in (one.skill, one.hidden)]
    margin = together(_chance_at(analyst, stretch.first), _chance_at(analyst, stretch.past), *parts)
    return Estimate(analyst.luck_in(stretch, changes), margin)


def _luck(analyst: Analyst, log: Sequence[Any], stretch: Stretch, worth: Estimate) -> Luck:
    past = analyst.past
    moves = past.moves[stretch.first : stretch.past]
    rolling = [move for move in moves if move.is_rolled]
    rolls = rolls_between(log, past.lengths[moves[0].first], past.lengths[moves[-1].past])
    found = Luck(moves[0].first, moves[-1].past, moves[0].turn, worth, "", rolls[:ROLLS_SHOWN], len(rolls))
    if len(rolling) != 1 or rolling[0].decided == rolling[0].first:
        return found
    last = rolling[0].decided - 1
    position, option = past.at(last), analyst.match.record.choices[last]
    cause = _label(position, option)
    outcome = "" if analyst.match.record.typed else position.comes_to(option)
    odds = position.odds(option, ODDS_LEAVES, ODDS_SAMPLES) if outcome else Odds({})
    chance = float(odds[outcome]) if outcome in odds and len(odds) > 1 else None
    return Luck(
        last,
        moves[-1].past,
        rolling[0].turn,
        worth,
        cause,
        rolls[:ROLLS_SHOWN],
        len(rolls),
        outcome if chance is not None else "",
        chance,
        chance is not None and odds.exact,
    )

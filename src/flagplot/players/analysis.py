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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flagplot.engine.errors import FlagplotError
from flagplot.engine.match import Match
from flagplot.engine.state import Result
from flagplot.engine.words import Option
from flagplot.players.analyst import Analyst, Change, Node, Stretch, worth
from flagplot.players.estimates import NOTHING, Estimate, change_of, share_of, together, total
from flagplot.players.retrace import Move, check_captains, rolls_between
from flagplot.players.throws import Fall, Fortune, Throw, count_throws, fortune_of, share_out

SECONDS = 60.0  # that an analysis takes where nobody says otherwise
MOST_PLAYOUTS = 1_000_000
ENOUGH, FILLED = 0.6, 0.9  # of the time: when this much is used no more is begun, and how much is to be used
TIMED = 4  # playouts from which the speed is told
LATER = 1.6  # how many times faster playouts from the middle of a game are than from its start, about
COUNTING = 0.15  # of the time: for the odds of throws
SHOWN = 5  # worst and best decisions
ROLLS_SHOWN = 6


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
class Effort:
    """How much was looked at."""

    playouts: int
    decisions: int  # of seats, in the whole game
    unlike: int  # of these: where a captain would have decided otherwise
    moves: int  # that hold such decisions
    judged: int  # of these moves: which were played out; the others are taken for their mean
    throws: int  # in the whole game
    counted: int  # of these: whose odds were counted


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that was found; sides are told by their accounts, the first of which the curve and the throws are of."""

    game: str
    scenario: str
    accounts: tuple[Account, ...]
    curve: tuple[Point, ...]
    moves: tuple[Judged, ...]
    decisions: tuple[Decision, ...]
    worst: tuple[int, ...]  # moments of decisions, the worst first
    best: tuple[int, ...]
    throws: tuple[Throw, ...]  # all of the game; they add up to the dice of the accounts
    fortunes: tuple[Fortune, ...]  # by side, as the accounts are
    effort: Effort
    hides: bool  # whether seats had secrets, so that skill and what was hidden are told apart

    def decision(self, moment: int) -> Decision:
        """The decision of that moment."""
        return next(one for one in self.decisions if one.moment == moment)

    def throw(self, moment: int) -> Throw:
        """The throw of that moment."""
        return next(one for one in self.throws if one.moment == moment)


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
    analyst = whole = Analyst(match, playouts or playouts_in(match, limit * (1 - COUNTING)), seed)
    counting = time.monotonic()
    for _ in count_throws(analyst.past, analyst.counted, playouts):
        if progress:
            progress((time.monotonic() - began) / limit, whole)
        if time.monotonic() - counting > COUNTING * limit:
            break
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
        analyst = Analyst(match, more, seed, whole.ledger, whole.counted)


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
    worst = sorted((one for one in close if one.loss.is_clear), key=lambda one: -one.loss.value)
    best = sorted((one for one in close if one.gain.is_clear), key=lambda one: -one.gain.value)
    ends = match.record.choices
    seats = sum(move.decided - move.first for move in analyst.past.moves if move.seat in match.seats)
    unlike = [move for move in analyst.past.moves if move.unlike]
    throws = tuple(_throws(analyst, changes))
    sides = match.game.sides_of(match.seats)
    return Analysis(
        match.game.slug,
        match.record.scenario,
        tuple(_account(analyst, changes, side, result) for side in sides),
        tuple(_point(analyst, number, len(ends)) for number in analyst.curve),
        tuple(judged),
        tuple(close),
        tuple(one.moment for one in worst[:SHOWN]),
        tuple(one.moment for one in best[:SHOWN]),
        throws,
        tuple(_fortune(analyst, throws, side) for side in sides),
        Effort(
            sum(map(len, analyst.ledger.values())),
            seats,
            sum(len(move.unlike) for move in unlike),
            len(unlike),
            len(judged),
            len(throws),
            len(analyst.counted),
        ),
        analyst.hides,
    )


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


def _throws(analyst: Analyst, changes: Mapping[int, Change]) -> Iterator[Throw]:
    """All throws of the game, each with its part of the luck of its stretch."""
    log = analyst.past.end.log()
    for stretch in analyst.stretches_of_throws():
        moves = [move for move in analyst.past.moves[stretch.first : stretch.past] if move.is_rolled]
        falls = [analyst.counted.get(move.number) for move in moves]
        off = [
            (fall.deviation * analyst.sign_of(move.seat), fall.spread) if fall else (0.0, 0.0)
            for move, fall in zip(moves, falls, strict=True)
        ]
        parts = share_out(_luck_in(analyst, stretch, changes), off)
        for move, fall, part in zip(moves, falls, parts, strict=True):
            yield _throw(analyst, log, move, fall, part, len(moves))


def _luck_in(analyst: Analyst, stretch: Stretch, changes: Mapping[int, Change]) -> Estimate:
    inside = [one for number, one in changes.items() if stretch.first <= number < stretch.past]
    parts = [part for one in inside for part in (one.skill, one.hidden)]
    margin = together(_chance_at(analyst, stretch.first), _chance_at(analyst, stretch.past), *parts)
    return Estimate(analyst.luck_in(stretch, changes), margin)


def _throw(analyst: Analyst, log: Sequence[Any], move: Move, fall: Fall | None, worth: Estimate, among: int) -> Throw:
    past = analyst.past
    is_decided = move.decided > move.first
    at = move.decided - 1 if is_decided else move.first
    rolls = rolls_between(log, past.lengths[at], past.lengths[move.past])
    return Throw(
        at,
        move.past,
        move.seat if is_decided else "",
        move.turn,
        _label(past.at(at), past.end.record.choices[at]) if is_decided else "",
        rolls[:ROLLS_SHOWN],
        len(rolls),
        fall,
        worth,
        among,
        _helped(analyst, worth.value),
    )


def _helped(analyst: Analyst, worth: float) -> str:
    """The side for which a worth to the first side is good; empty where that is nobody's."""
    first, *others = analyst.game.sides_of(analyst.match.seats)
    return first if worth > 0 else others[0] if worth < 0 and others else ""


def _fortune(analyst: Analyst, throws: Sequence[Throw], side: str) -> Fortune:
    game = analyst.game
    own = [one for one in throws if one.seat and game.seat(one.seat).side == side]
    return fortune_of(side, game.side_name(side), own, 1 if side == analyst.side else -1)

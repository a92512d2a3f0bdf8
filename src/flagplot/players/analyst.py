"""The analyst plays positions of a finished match out, again and again, where it tells most.

He asks a ledger of playouts, which is plain data, as is what was counted of throws: the work can be interrupted after
any playout and go on from its ledger elsewhere. First he looks at the curve and at every move in which a captain would
have decided otherwise, then once more, in other worlds, at the decisions that seemed to matter, and at last where the
curve leaps without a decision, to find the dice that did it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from flagplot.engine.dice import SEED_BYTES, derived_seed
from flagplot.engine.errors import IllegalChoice, RulesError
from flagplot.engine.game import nothing_hidden
from flagplot.engine.match import Match
from flagplot.engine.words import Option
from flagplot.players.estimates import NOTHING, Estimate, as_far_as_sure, change_of, mean, total, towards_nothing
from flagplot.players.retrace import Move, retrace
from flagplot.players.throws import Counted

# The worlds in which a position is played out: the true one, those that its seat held possible, and others of these
Look = Literal["true", "known", "again"]

CURVE, MOVES, CLOSE, LUCK = 0.2, 0.6, 0.85, 1.0  # up to which share of the playouts each part may go
CURVE_POINTS = 16  # at which the curve is taken before the luck is followed up
FEWEST, MOST = 4, 64  # playouts of a position at a first look
WORLDS_TO_DIFFER = 8  # after so many worlds without any difference a move is left alone
WORLDS_TO_BE_OPEN = 24  # after so many games that all end alike a point of the curve is, too
SUSPECTS = 10  # decisions that are looked at again
OTHERS = 3  # options besides the chosen one, the captain's and his second
AGAIN, MOST_AGAIN = 24, 200  # worlds of a second look: at least, if there is room, and at most


class Node(NamedTuple):
    """A position: what a match was before a choice, and what is then answered."""

    look: Look
    at: int
    options: tuple[Option, ...] = ()


# For each position, by world: what the first side got (1 won, 0 lost, one half drawn); None where it could not be.
Ledger = dict[Node, list[float | None]]


class Analyst:
    """An analysis under way: the same match, seed and number of playouts lead to the same ledger."""

    def __init__(
        self,
        match: Match[Any],
        playouts: int,
        seed: str = "0",
        ledger: Ledger | None = None,
        counted: Counted | None = None,
    ) -> None:
        self.match = match
        self.playouts = playouts
        self.seed = seed
        self.ledger: Ledger = ledger if ledger is not None else {}
        self.counted: Counted = counted if counted is not None else {}
        self.past = retrace(match)
        self.game = match.game
        self.side = match.game.sides_of(match.seats)[0]  # whose chances are counted
        self.hides = match.game.sample is not nothing_hidden
        self.points: list[int] = self._first_points()
        self.close: dict[int, tuple[Option, ...]] = {}  # decisions looked at again: the options that are compared
        self._asked: dict[Node, int] = {}
        self._spent = 0
        self._world: tuple[tuple[Look, int, int], Match[Any]] | None = None

    @property
    def judged(self) -> list[Move]:
        """The moves in which a captain would have decided otherwise, and which have been played out."""
        return [move for move in self.past.moves if move.unlike and self.pairs_as_known(move)]

    @property
    def share(self) -> float:
        """Which share of the playouts has been used."""
        return self._spent / self.playouts

    def values(self, node: Node) -> list[float | None]:
        """What came of a position so far."""
        return self.ledger.get(node, [])[: self._asked.get(node, 0)]

    # Positions

    def start_of(self, number: int, look: Look = "true") -> Node:
        """The position before a move; where nothing has changed it, that before an earlier one."""
        moves = self.past.moves
        while look == "true" and number > 0 and not moves[number - 1].is_rolled and not moves[number - 1].unlike:
            number -= 1
        return Node(look, moves[number].first)

    def end_of(self, move: Move, look: Look) -> Node:
        """The position after a move, before its dice."""
        if look == "true" and not move.is_rolled and move.number + 1 < len(self.past.moves):
            return self.start_of(move.number + 1)
        return Node(look, move.first, tuple(self.match.record.choices[move.first : move.decided]))

    def _first_points(self) -> list[int]:
        """The moves before which the curve is taken: where turns begin, and evenly between, if there are few."""
        moves = self.past.moves
        turns = [move.number for move in moves if not move.number or move.turn != moves[move.number - 1].turn]
        if len(turns) > CURVE_POINTS:
            turns = turns[:: math.ceil(len(turns) / CURVE_POINTS)]
        missing = CURVE_POINTS - len(turns)
        evenly = [len(moves) * part // (missing + 1) for part in range(1, missing + 1)]
        return sorted({*turns, *evenly} if moves else ())

    @property
    def broken_off(self) -> Node:
        """The position in which a game stands that its rules have not ended."""
        return Node("true", len(self.match.record.choices))

    # Playing out

    def go_on(self) -> Iterator[None]:
        """Work, with a pause after each playout, until all playouts have been used or nothing is left to ask."""
        yield from self._take_curve()
        yield from self._look_at_moves()
        yield from self._look_again()
        yield from self._follow_luck()

    def _ask(self, node: Node, worlds: int) -> Iterator[None]:
        """See to it that a position has been played out in so many worlds."""
        values = self.ledger.setdefault(node, [])
        for world in range(self._asked.get(node, 0), worlds):
            if self._spent == self.playouts:
                return
            if world == len(values):
                values.append(self._played(node, world))
                yield
            self._asked[node] = world + 1
            self._spent += 1

    def _played(self, node: Node, number: int) -> float | None:
        try:
            world = self._world_of(node.look, node.at, number).twin()
            for option in node.options:
                world.choose(option)
        except (IllegalChoice, RulesError):
            return None  # the seat could not have decided so in this world, or there is none that fits
        world.playout({seat: self.game.captains[seat]() for seat in world.seats})
        result = world.result
        assert result
        return worth(result.winner, self.side)

    def _world_of(self, look: Look, at: int, number: int) -> Match[Any]:
        """A world at a moment, with dice of its own; the same number has the same dice in all positions there."""
        if self._world is None or self._world[0] != (look, at, number):
            position = self.past.at(at)
            key = derived_seed(bytes(SEED_BYTES), "analysis", self.seed, "again" if look == "again" else "", number)
            question = position.question
            assert question
            world = position.afresh(key) if look == "true" else position.fork(question.seat, key)
            self._world = (look, at, number), world
        return self._world[1]

    # The parts of the work

    def _take_curve(self) -> Iterator[None]:
        for worlds in range(1, MOST + 1):
            for number in self.points:
                if self.share >= CURVE:
                    return
                node = self.start_of(number)
                if worlds <= WORLDS_TO_BE_OPEN or not _is_all_one(self.played(node)):
                    yield from self._ask(node, worlds)
            if self.past.end.question:
                yield from self._ask(self.broken_off, worlds)

    def _look_at_moves(self) -> Iterator[None]:
        """Compare, at each move that can still matter, what was decided with a captain's decisions."""
        look: Look = "known" if self.hides else "true"
        unlike = [move for move in self.past.moves if move.unlike and self._is_open(move)]
        if not unlike:
            return
        room = max(1, int((MOVES - self.share) * self.playouts / (2 * FEWEST)))
        moves = unlike[:: math.ceil(len(unlike) / room)]
        for worlds in range(1, MOST + 1):
            for move in moves:
                before, after = self.start_of(move.number, look), self.end_of(move, look)
                if self.share >= MOVES:
                    return
                if worlds <= WORLDS_TO_DIFFER or any(self.pairs(before, after)):
                    yield from self._ask(before, worlds)
                    yield from self._ask(after, worlds)

    def _is_open(self, move: Move) -> bool:
        """Whether the game was still open around a move: a decision in a game that is decided is worth nothing."""
        past = next(number for number in self.curve if number > move.number)
        first = next((number for number in reversed(self.curve) if number <= move.number), past)
        ends = {self.chance_at(first), self.chance_at(past)}
        return ends not in ({0.0}, {1.0})

    def pairs(self, before: Node, after: Node) -> list[float]:
        """By how much a position is better than another for the first side, in each world in which both were played."""
        both = zip(self.values(before), self.values(after), strict=False)
        return [later - earlier for earlier, later in both if earlier is not None and later is not None]

    def _look_again(self) -> Iterator[None]:
        self.close = {at: self._compared(at) for at in self._suspects()}
        kept = dict(self.close)
        for worlds in range(1, MOST_AGAIN + 1):
            for at, options in kept.items():
                move = self.past.move_of(at)
                truth = [self.start_of(move.number), self.end_of(move, "true")] if self.hides else []
                for node in (*(Node("again", at, (option,)) for option in options), *truth):
                    if self.share >= CLOSE:
                        return
                    yield from self._ask(node, worlds)
                if worlds == AGAIN // 2:
                    kept[at] = self._better(at)

    def _better(self, at: int) -> tuple[Option, ...]:
        """The captain's option and the chosen one, and the best of the others: only that is worth more playouts."""
        sign = self.sign_of(self.past.move_of(at).seat)
        usual = tuple(dict.fromkeys((self.past.captains[at], self.match.record.choices[at])))
        others = [option for option in self.close[at] if option not in usual]
        others.sort(key=lambda option: -sign * mean(self.played(Node("again", at, (option,)))))
        return (*usual, *others[:1])

    def sign_of(self, seat: str) -> int:
        """What a gain of the first side is for a seat: others win what it loses."""
        return 1 if self.game.seat(seat).side == self.side else -1

    def _suspects(self) -> list[int]:
        """The decisions that seemed to change most, for good or ill, by the first look at their moves."""

        def change(move: Move) -> float:
            pairs = self.pairs_as_known(move)
            return abs(math.fsum(pairs)) / (len(pairs) + 1)  # what few pairs tell counts less

        room = max(OTHERS, min(SUSPECTS, int((CLOSE - self.share) * self.playouts / (AGAIN * OTHERS))))
        found: list[int] = []
        for move in sorted(self.judged, key=lambda one: (-change(one), one.number)):
            found += move.unlike[:: math.ceil(len(move.unlike) / OTHERS)]
            if len(found) >= room:
                break
        return sorted(found[:room])

    def _compared(self, at: int) -> tuple[Option, ...]:
        """The options that are compared at a decision: the captain's, the chosen one, his second, and some others."""
        position = self.past.at(at)
        question = position.question
        assert question
        second = position.hint().second
        first = (self.past.captains[at], self.match.record.choices[at], *(() if second is None else (second,)))
        others = [option for option in question.options if option not in first]
        some = others[:: math.ceil(len(others) / OTHERS)] if others else []
        return tuple(dict.fromkeys((*first, *some)))

    def _follow_luck(self) -> Iterator[None]:
        """Halve the stretches in which dice did most, and look longer at the ends of those that are left."""
        changes = self.changes()

        def swing(stretch: Stretch) -> float:
            return abs(self.luck_in(stretch, changes))

        worlds = max([FEWEST, *(len(self.values(self.start_of(number))) for number in self.points[:1])])
        while self.share < LUCK:
            stretch = max(self.stretches(), key=lambda one: swing(one) * one.can_be_cut, default=None)
            if stretch is None or not stretch.can_be_cut or self.share >= (CLOSE + LUCK) / 2:
                break
            rolling = [move.number for move in self.past.moves[stretch.first : stretch.past] if move.is_rolled]
            middle = rolling[(len(rolling) - 1) // 2] + 1
            self.points = sorted({*self.points, middle})
            yield from self._ask(self.start_of(middle), worlds)
        while self.share < LUCK:
            longer = worlds + FEWEST
            leaps = sorted(self.stretches(), key=lambda one: -swing(one))[:SUSPECTS]
            for node in dict.fromkeys(node for leap in leaps for node in self._ends(leap)):
                if self.share >= LUCK:
                    return
                yield from self._ask(node, longer)
            worlds = longer
            if not leaps or worlds > MOST_AGAIN:
                return

    def _ends(self, stretch: Stretch) -> Sequence[Node]:
        ends = (stretch.first, stretch.past) if stretch.past < len(self.past.moves) else (stretch.first,)
        return [self.start_of(number) for number in ends]

    # What was found, as far as the sums of the work itself need it

    @property
    def curve(self) -> list[int]:
        """The first move, those before which the chances are known, and the one that would follow the last."""
        known = [number for number in self.points[1:] if self.played(self.start_of(number))]
        return [*self.points[:1], *known, len(self.past.moves)]

    def played(self, node: Node) -> list[float]:
        """What came of a position in the worlds in which it could be played out."""
        return [value for value in self.values(node) if value is not None]

    def chance_at(self, number: int) -> float:
        """The chances of the first side before a move; past the last one it is where the game stands."""
        if number < len(self.past.moves):
            return mean(self.played(self.start_of(number)))
        result = self.past.end.result
        return worth(result.winner, self.side) if result else mean(self.played(self.broken_off))

    def pairs_in_truth(self, move: Move) -> list[float]:
        """What a move changed in truth against a captain's, world by world; where nothing is hidden the second look."""
        if not self.hides and (pairs := self.pairs_again(move)):
            return pairs
        return self.pairs(self.start_of(move.number), self.end_of(move, "true"))

    def pairs_as_known(self, move: Move) -> list[float]:
        """What a move changed against a captain's in worlds that its seat held possible: the second look, if any."""
        if not self.hides:
            return self.pairs_in_truth(move)
        return self.pairs_again(move) or self.pairs(self.start_of(move.number, "known"), self.end_of(move, "known"))

    def pairs_again(self, move: Move) -> list[float]:
        """The second look at a move with a single decision that was not a captain's; others need more than that."""
        if len(move.unlike) != 1 or move.unlike[0] not in self.close:
            return []
        (at,) = move.unlike
        captains, chosen = self.close[at][:2]
        return self.pairs(Node("again", at, (captains,)), Node("again", at, (chosen,)))

    def changes(self) -> dict[int, Change]:
        """What each move changed for the first side against a captain's, by its number.

        A move that was not judged is taken for the mean of its side's; what was hidden is told of the moves that were
        looked at again.
        """
        judged = {move.number: move for move in self.judged}
        open_moves = [move for move in self.past.moves if move.unlike and self._is_open(move)]
        skill: dict[int, Estimate] = {}
        for side in self.game.sides_of(self.match.seats):
            own = [move for move in judged.values() if self.game.seat(move.seat).side == side]
            found = {move.number: change_of(self.pairs_as_known(move)) for move in own}
            unknown = [
                move.number
                for move in open_moves
                if move.number not in judged and self.game.seat(move.seat).side == side
            ]
            skill |= as_far_as_sure(found, unknown)
        again = {self.past.move_of(at).number for at in self.close} if self.hides else set()
        truth = {number: self.pairs_in_truth(judged[number]) for number in judged if number in again}
        apart = {number: total([change_of(one), skill[number].times(-1)]) for number, one in truth.items() if one}
        hidden = towards_nothing(apart, max(len(open_moves), 1))
        return {number: Change(one, hidden.get(number, NOTHING)) for number, one in skill.items()}

    def stretches(self) -> list[Stretch]:
        """What lies between the points at which the curve was taken."""
        ends = self.curve
        found = []
        for first, past in itertools.pairwise(ends):
            rolls = sum(move.is_rolled for move in self.past.moves[first:past])
            found.append(Stretch(first, past, rolls > 0, rolls > 1))
        return found

    def stretches_of_throws(self) -> list[Stretch]:
        """The same, those without throws joined to the one that follows or else to the last, so that each has some."""
        found: list[Stretch] = []
        first = self.curve[0]
        for stretch in self.stretches():
            if stretch.is_rolled:
                found.append(stretch._replace(first=first))
                first = stretch.past
        return [*found[:-1], found[-1]._replace(past=self.curve[-1])] if found else []

    def luck_in(self, stretch: Stretch, changes: Mapping[int, Change]) -> float:
        """What is left of the change of chances in a stretch when that of its moves is taken away."""
        numbers = [number for number in changes if stretch.first <= number < stretch.past]
        moved = math.fsum(changes[number].in_truth for number in numbers)
        return self.chance_at(stretch.past) - self.chance_at(stretch.first) - moved


class Change(NamedTuple):
    """What a move changed: as far as its seat could know, and besides, because of what was hidden from it."""

    skill: Estimate
    hidden: Estimate

    @property
    def in_truth(self) -> float:
        """Both together."""
        return self.skill.value + self.hidden.value


def _is_all_one(values: Sequence[float]) -> bool:
    return len(set(values)) < 2


class Stretch(NamedTuple):
    """Moves between two points of the curve; it can be cut where dice fell more than once."""

    first: int
    past: int
    is_rolled: bool
    can_be_cut: bool


def worth(winner: str | None, side: str) -> float:
    """What an end is worth for a side."""
    return 0.5 if winner is None else float(winner == side)

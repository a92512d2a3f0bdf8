"""How the analysis of a game reads, in the terminal and on its page alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flagplot.engine.game import Game
from flagplot.engine.view import percent as in_percent
from flagplot.lab.wording import percent, plain, points
from flagplot.players.analysis import Account, Analysis, Compared, Decision
from flagplot.players.estimates import Estimate
from flagplot.players.throws import Fortune, Throw

RARE = 0.001  # what no sample came to is told as that rare
ROLLS = 2  # that are told of a throw without odds


def chance(one: Estimate) -> str:
    """A share with its margin, as "43 % ±8"."""
    return f"{percent(one.value)} ±{one.margin * 100:.0f}"


def change(one: Estimate) -> str:
    """A change in points with its margin, as "-12 ±8"."""
    return f"{points(one.value)} ±{one.margin * 100:.0f}"


def parts_of(account: Account, analysis: Analysis) -> Iterator[tuple[str, Estimate]]:
    """What added up to the result of a side, from its chances at the start, each with its name."""
    yield "Chances at the start", account.start
    yield "Own decisions (skill)", account.skill
    if len(analysis.accounts) > 1:
        yield "The opponent's decisions", account.others
    if analysis.hides:
        yield "What was hidden", account.hidden
    yield "Dice (luck)", account.dice
    if account.unplayed.margin or account.unplayed.value:
        yield "Not played any more", account.unplayed


def told(option: Compared) -> str:
    """An option with its chances."""
    return f"{option.label} {percent(option.chance.value)}"


def verdict(one: Decision, is_worst: bool) -> str:
    """What a decision cost or brought, and against what."""
    if is_worst:
        return f"better was {told(one.best)}: {change(one.loss.times(-1))} points"
    return f"the captain: {told(one.captains)}: {change(one.gain)} points"


def fell(one: Throw) -> str:
    """What fell, in words: the outcome with its chance, or else the first of the rolls."""
    fall = one.fall
    if fall is None or fall.chance is None:
        more = one.count - len(one.rolls[:ROLLS])
        return "; ".join(one.rolls[:ROLLS]) + (f"; and {more} more rolls" if more > 0 else "")
    return f"{fall.outcome}: {in_percent(max(fall.chance, RARE))}{'' if fall.is_exact else ' by a sample'}"


def against_odds(one: Throw) -> str:
    """How a throw compares with its odds: what was expected and came, and how lucky that was; empty if unknown."""
    if one.fall is None or one.fall.luck is None:
        return ""
    fall, told = one.fall, ""
    if fall.expected is not None and fall.came is not None:
        told = f"{plain(fall.expected)} {fall.counted} expected, {plain(fall.came)} came, "
    return f"{told}luck {one.fall.luck * 100:.0f} of 100"


def fortune(one: Fortune) -> str:
    """How lucky the throws of a side were, in a sentence."""
    if not one.judged:
        return f"{one.name}: none of {one.throws:,} throws can be judged by exact odds."
    low, high = one.fair
    return (
        f"{one.name}: {one.judged:,} of {one.throws:,} throws judged, luck {one.luck * 100:.0f} of 100 "
        f"(fair dice give {low} to {high}): the dice were {one.verdict}."
    )


def where(game: Game[Any], moment: int, turn: str, seat: str = "") -> str:
    """A moment in words."""
    who = f", {game.seat(seat).name}" if seat and len(game.seats) > 1 else ""
    return f"{turn}, choice {moment + 1}{who}"


def effort(analysis: Analysis) -> str:
    """How much was looked at, in a few sentences."""
    found = analysis.effort
    text = (
        f"{found.playouts:,} playouts. In {found.unlike:,} of {found.decisions:,} decisions the captain would have "
        f"decided otherwise; {len(analysis.decisions)} of them were looked at closely."
    )
    if left := found.moves - found.judged:
        text += (
            f" {left:,} of {found.moves:,} moves were not judged: each counts as the others of its side do on average, "
            "or nothing where the game was decided."
        )
    if uncounted := found.throws - found.counted:
        text += f" The odds of {uncounted:,} of {found.throws:,} throws were not counted."
    return text

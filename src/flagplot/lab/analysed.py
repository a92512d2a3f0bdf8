"""How the analysis of a game reads, in the terminal and on its page alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flagplot.engine.game import Game
from flagplot.lab.wording import percent, points
from flagplot.players.analysis import Account, Analysis, Compared, Decision, Luck
from flagplot.players.estimates import Estimate


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


def likelihood(one: Luck) -> str:
    """The outcome of dice with its chance; empty where there is none to tell."""
    if one.chance is None:
        return ""
    return f"{one.outcome}: {percent(one.chance)}{'' if one.is_exact else ' by a sample'}"


def where(game: Game[Any], moment: int, turn: str, seat: str = "") -> str:
    """A moment in words."""
    who = f", {game.seat(seat).name}" if seat and len(game.seats) > 1 else ""
    return f"{turn}, choice {moment + 1}{who}"


def effort(analysis: Analysis) -> str:
    """How much was looked at, in one or two sentences."""
    found = analysis.effort
    text = (
        f"{found.playouts:,} playouts. In {found.unlike:,} of {found.decisions:,} decisions the captain would have "
        f"decided otherwise; {len(analysis.decisions)} of them were looked at closely."
    )
    left = found.moves - found.judged
    if not left:
        return text
    return (
        f"{text} {left:,} of {found.moves:,} moves were not judged: each counts as the others of its side do on "
        "average, or nothing where the game was decided."
    )

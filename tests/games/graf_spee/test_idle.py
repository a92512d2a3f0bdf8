"""Doing nothing fulfils no order: a captain who never sails and declines whatever he can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import flagplot
from flagplot.engine.words import About, Ask
from flagplot.games.graf_spee import words
from flagplot.games.graf_spee.incident_words import CONVOY, LUCKY_MOVE, NO_MORE_POINTS, TAKE_AS_IT_IS
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.tables import ORDERS
from flagplot.games.graf_spee.words import (
    BREAK_OFF,
    DECLINE,
    DONE,
    HOLD_FIRE,
    KEEP_ABOARD,
    KEEP_MINES,
    KEEP_SILENT,
    NO_RELOADS_WANTED,
    SPARE,
    STAY,
)
from tests.rules import rule

DECLINED = (
    NO_RELOADS_WANTED, DONE, KEEP_SILENT, DECLINE, BREAK_OFF, HOLD_FIRE, TAKE_AS_IT_IS, NO_MORE_POINTS, SPARE,
    KEEP_ABOARD, STAY, KEEP_MINES,
)  # fmt: skip
SHARE = 0.10  # which doing nothing must not reach


def idle(state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
    """Stay, decline, and otherwise take the first option."""
    if ask in (words.SAIL, LUCKY_MOVE):
        return about["space"]
    return next((option for option in DECLINED if option in options), options[0])


def eager_to_hunt(state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
    """The same, but every convoy is taken."""
    return CONVOY if CONVOY in options else idle(state, seat, ask, options, about)


def share_won(order: str, games: int, policy: Any, **options: bool) -> float:
    """How often a policy fulfils an order."""
    won = 0
    for seed in range(games):
        match = flagplot.play("graf-spee", {"graf_spee": policy}, scenario=order, seed=seed, options=options)
        won += match.result is not None and match.result.winner == "german"
    return won / games


@rule("GS-ORD-01", "GS-ORD-02", "GS-ORD-03", "GS-ORD-04", "GS-ORD-05", "GS-ORD-06", "GS-ORD-07", "GS-ORD-08")
@pytest.mark.parametrize("policy", [idle, eager_to_hunt])
@pytest.mark.parametrize("order", ORDERS)
def test_a_ship_that_never_sails_fulfils_no_order(order: str, policy: Any) -> None:
    assert share_won(order, 40, policy) == 0.0


@rule("GS-OPT-18")
@pytest.mark.parametrize("order", ORDERS)
def test_nor_does_it_where_a_die_decides_where_she_begins(order: str) -> None:
    assert share_won(order, 40, eager_to_hunt, variable_deployment=True) < SHARE


@pytest.mark.long
@pytest.mark.parametrize("variable_deployment", [False, True])
@pytest.mark.parametrize("policy", [idle, eager_to_hunt])
@pytest.mark.parametrize("order", ORDERS)
def test_doing_nothing_wins_under_a_tenth_of_any_order(order: str, policy: Any, variable_deployment: bool) -> None:
    assert share_won(order, 1000, policy, variable_deployment=variable_deployment) < SHARE

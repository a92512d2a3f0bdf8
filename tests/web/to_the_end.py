"""Games clicked to their end in a real browser: the loop that people at their tables and newcomers share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import shot
from tests.web.player import Player
from tests.web.table import POLL_MS

Answer = Callable[[Player, int, Random], None]
AT_REST = "['deciding', 'waiting', 'over'].includes(document.getElementById('table')?.dataset.state)"


def questions(is_over: Callable[[], bool], most: int) -> Iterator[int]:
    """The numbers of the questions until a game is over; the test fails when it is not over after so many."""
    for number in range(most):
        if is_over():
            return
        yield number
    if not is_over():
        pytest.fail(f"The game is not over after {most} questions.")


def play_to_the_end(players: Mapping[str, Player], scenario: str, most: int, answer: Answer) -> Any:
    """Click through a game, each seat on its own page, and give its last position."""
    rng = Random(scenario)
    position: Any = None

    def is_over() -> bool:
        nonlocal position
        for player in players.values():
            player.page.wait_for_function(f"() => {AT_REST}", polling=POLL_MS)
        position = next(iter(players.values())).position
        return position["result"] is not None

    for number in questions(is_over, most):
        player = players[position["to_move"]].state("deciding")
        before = player.seq
        answer(player, number, rng)
        expect(player.page.locator("#table")).not_to_have_attribute("data-seq", str(before))
    return position


def check_verdict(player: Player, result: Any, picture: str, drawn: Any = "Nobody wins.") -> None:
    """The page says who has won."""
    player.state("over")
    shot(player.page, picture)
    words = f"You have {'won' if result['winner'] == player.seat else 'lost'}." if result["winner"] else drawn
    expect(player.page.locator("#decision .prompt")).to_contain_text(words)

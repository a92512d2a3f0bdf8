"""Counts the questions that a player of each game is asked in a turn, and how many are left with shortcuts.

    python tools/count_questions.py [games ...] [--seeds 5] [--turns 3]

Every seat is played by its captain. Questions of which the first answer will do are answered by the page and not
counted. "asked" counts each other question, "shortcuts" takes the shortcut that answers most
where one is offered, "usual order" also lets the captain see to sequences, "named buttons" also takes those by which he
places or loads the rest, "orders" also has a standing order that leaves sequences to him, and "captain" lets him finish
each phase. Each figure is the mean of all turns and, behind it, the most in any of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

import flagplot
from flagplot import players
from flagplot.engine.match import Match
from flagplot.engine.words import Ask, Option

Answer = Callable[[Match[Any]], Sequence[Option]]


def each_question(match: Match[Any]) -> Sequence[Option]:
    """One answer to one question."""
    assert match.question
    return [players.answer(match, {match.question.seat: match.game.captains[match.question.seat]()})]


def by_shortcut(match: Match[Any]) -> Sequence[Option]:
    """The shortcut that answers most, or one answer."""
    longest = max((one.answers for one in match.shortcuts), key=len, default=())
    return longest or each_question(match)


def in_usual_order(match: Match[Any]) -> Sequence[Option]:
    """What the captain sees to where only a sequence is asked for, else as by shortcuts."""
    question = match.question
    if question and isinstance(question.ask, Ask) and question.ask.has_usual_answer(question.options):
        return players.finish_phase(match.twin(), only_sequence=True) or by_shortcut(match)
    return by_shortcut(match)


def by_buttons(match: Match[Any]) -> Sequence[Option]:
    """What a button with a name of its own finishes, such as "Captain, place the rest", else in the usual order."""
    if match.state.phase in match.game.finish_names and players.can_finish(match):
        return players.finish_phase(match.twin())
    return in_usual_order(match)


def by_captain(match: Match[Any]) -> Sequence[Option]:
    """All that the captain answers until the phase ends."""
    return players.finish_phase(match.twin())


WAYS: dict[str, Answer] = {
    "asked": each_question,
    "shortcuts": by_shortcut,
    "usual order": in_usual_order,
    "named buttons": by_buttons,
    "orders": by_buttons,
    "captain": by_captain,
}
WITH_ORDERS = ("orders",)  # the ways in which a standing order answers where only a sequence is asked for


def is_ordered(match: Match[Any]) -> bool:
    """Whether a standing order that leaves sequences to the captain answers the present question."""
    question = match.question
    return question is not None and isinstance(question.ask, Ask) and question.ask.has_usual_answer(question.options)


def questions_per_turn(slug: str, way: str, seeds: int, turns: int) -> list[int]:
    """The questions that all seats together are asked in each of the first turns of some games."""
    counts: list[int] = []
    for seed in range(seeds):
        match = flagplot.new(slug, seed=seed)
        seen: dict[str, int] = {}
        while match.question:
            turn = match.occasion.turn
            if turn not in seen and len(seen) == turns:
                break
            if match.first_will_do:
                match.pick(0)
                continue
            if way in WITH_ORDERS and is_ordered(match):
                match.choose_in_turn(each_question(match))
                continue
            seen[turn] = seen.get(turn, 0) + 1
            match.choose_in_turn(WAYS[way](match))
        counts += seen.values()
    return counts


def main() -> None:
    """Print a table: games down, ways to answer across."""
    parser = argparse.ArgumentParser(description="Count the questions of a turn.")
    parser.add_argument("games", nargs="*", default=[game.slug for game in flagplot.games()])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--turns", type=int, default=3)
    wish = parser.parse_args()
    print(f"{'questions a turn':20}" + "".join(f"{way:>14}" for way in WAYS))
    for slug in wish.games:
        counted = [questions_per_turn(slug, way, wish.seeds, wish.turns) for way in WAYS]
        print(f"{slug:20}" + "".join(f"{fmean(counts):9.1f} {max(counts):4}" for counts in counted))


if __name__ == "__main__":
    main()

"""Write the catalogues of options by which environments number them (flagplot.env.actions).

    python tools/action_catalogue.py [GAME ...] [--games N]

Games between random players and between captains, of all scenarios and optional rules, show which options there are.
Some that they did not meet follow from those: the numbers between the least and the greatest, and combinations of the
parts of options that begin alike. What a catalogue lists already keeps its place; what is new comes after it.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Sequence
from random import Random
from typing import Any

from flagplot import players
from flagplot.engine.dice import derived_seed, seed_bytes
from flagplot.engine.errors import BadOption
from flagplot.engine.game import Game
from flagplot.engine.start import new_match
from flagplot.engine.table import Policy
from flagplot.engine.words import About, Ask, Option
from flagplot.env.actions import FILE, Block, catalogue_of, read
from flagplot.games import find, slugs
from flagplot.players.admiral import Admiral

RANDOM_GAMES = {"sea-control": 300}  # of which one takes long; of the others as many as are asked for
MOST_COMBINED = 2000  # combinations of parts that are all listed; of more, only those that were met
CAPTAINS = 8  # one game of so many is the captains'

Found = dict[str, dict[Option, None]]  # in the order in which they were met


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="*", help=f"all of them, or some of {', '.join(slugs())}")
    parser.add_argument("--games", type=int, default=3000)
    given = parser.parse_args()
    for slug in given.game or slugs():
        game = find(slug)
        found: Found = {key: dict.fromkeys(ask.answers) for key, ask in game.asks.items()}
        for number in range(min(given.games, RANDOM_GAMES.get(slug, given.games))):
            play(game, number, found)
        write(game, found)


def play(game: Game[Any], number: int, found: Found) -> None:
    """Play one game and note all options that were offered."""
    rng = Random(number)
    scenario = rng.choice(list(game.scenarios))
    match = new_match(game, scenario, derived_seed(seed_bytes(0), "options", number), some_rules(game, rng), None, None)
    rank = "captain" if number % CAPTAINS == 0 else "midshipman"
    seats = {seat: rank if players.can_sit(game, seat, rank) else "midshipman" for seat in match.seats}

    def noting(policy: Policy) -> Policy:
        def choose(known: Any, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
            found[ask.key].update(dict.fromkeys(options))
            return policy(known, seat, ask, options, about)

        return choose

    seated = players.seated(match, seats, match.record.seed)
    match.playout({seat: noting(player) for seat, player in seated.items() if not isinstance(player, Admiral)})


def some_rules(game: Game[Any], rng: Random) -> dict[str, bool]:
    """Some optional rules that go together."""
    chosen = {one.name: not one.default for one in game.options if one.kind is bool and rng.random() < 0.3}
    while True:
        try:
            game.read_options(chosen)
            return chosen
        except BadOption:  # two of them exclude each other
            chosen.pop(rng.choice(sorted(chosen)))


def write(game: Game[Any], found: Found) -> None:
    """Add what is new to the game's catalogue."""
    listed = catalogue_of(game)
    file = game.package / FILE
    blocks: list[Block] = read(file) if file.exists() else []
    for ask in sorted(found):
        new = [option for option in completed(list(found[ask])) if not listed.lists(ask, option)]
        if new:
            blocks.append((ask, new))
    lines = ",\n".join(json.dumps(block, ensure_ascii=False, separators=(",", ":")) for block in blocks)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{game.slug}: {sum(len(options) for _, options in blocks)} options of {len(found)} questions")


def completed(options: list[Option]) -> list[Option]:
    """The options of a question, sorted, with those that follow from them."""
    numbers = [option for option in options if isinstance(option, int)]
    every = {*options}
    if numbers:
        every |= set(range(min(numbers), max(numbers) + 1))
    alike: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for option in options:
        if isinstance(option, tuple) and len(option) > 1:
            alike.setdefault((len(option), *map(type, option), tag_of(option)), []).append(option)
    for group in alike.values():
        parts = [list(dict.fromkeys(part)) for part in zip(*group, strict=True)]
        count = 1
        for part in parts:
            count *= len(part)
        if count <= MOST_COMBINED:
            every |= set(itertools.product(*parts))
    return sorted(every, key=order)


def tag_of(option: tuple[Any, ...]) -> str:
    """The word with which an option begins, if that says what kind of option it is: the rest are names or numbers."""
    return str(option[0]) if len(option) > 2 and isinstance(option[0], str) else ""


def order(option: Option) -> tuple[Any, ...]:
    """Words come first, then numbers, then combinations by their parts."""
    if isinstance(option, tuple):
        return 2, "", 0, tuple(map(order, option))
    return (1, "", option, ()) if isinstance(option, int) else (0, option, 0, ())


if __name__ == "__main__":
    main()

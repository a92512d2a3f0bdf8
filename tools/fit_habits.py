"""Learn where captains of Sea Control keep their ships (model/habits.py), and write it down.

    python tools/fit_habits.py [--games N] [--jobs J]

Captains play, some of them with doubt; at each moment of a turn the place of every ship is noted.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from flagplot.engine.dice import derived_seed, seed_bytes
from flagplot.engine.start import new_match
from flagplot.engine.table import Policy
from flagplot.engine.words import Ask
from flagplot.games import find
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.model.fleet import SHIPS
from flagplot.games.sea_control.model.habits import BOTH_HAVE_SAILED, FILE, MOMENTS, RARE, kind_of, spot
from flagplot.players.lieutenant import Lieutenant

DOUBTERS = 0.4  # the share of captains that play with doubt
LEAST = 50  # ships of a kind that must have been seen at a moment
DIGITS = 3
WHERE_SHIPS_HIDE = (*t.AREAS, *t.PORTS, t.ARRIVALS)

Noted = list[tuple[str, str]]  # kind and spot of each ship


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    habits: dict[str, dict[str, dict[str, float]]] = {}
    for moment in sorted({*MOMENTS.values(), BOTH_HAVE_SAILED}):
        seen: dict[str, Counter[str]] = defaultdict(Counter)
        with ProcessPoolExecutor(given.jobs) as processes:
            for noted in processes.map(partial(places, moment), range(given.games), chunksize=20):
                for kind, where in noted:
                    seen[kind][where] += 1
        habits[moment] = {kind: shares(seen[kind]) for kind in sorted(seen) if seen[kind].total() >= LEAST}
        print(f"{moment}: {sum(count.total() for count in seen.values())} ships of {len(seen)} kinds", flush=True)
    FILE.write_text(json.dumps(habits, indent=0) + "\n", encoding="utf-8")


def shares(count: Counter[str]) -> dict[str, float]:
    """How likely each spot is; those that are not rare."""
    found = {where: number / count.total() for where, number in sorted(count.items())}
    return {where: float(f"{share:.{DIGITS}g}") for where, share in found.items() if share > RARE}


def places(moment: str, number: int) -> Noted:
    """The ships of a game of captains whenever a phase begins, and where they are."""
    game = find("sea-control")
    assert game.appraisal
    match = new_match(game, None, derived_seed(seed_bytes(0), "habits", number), {}, None, None)
    rng = Random(number)
    noted: Noted = []

    def note(state: Any) -> str:
        for place in WHERE_SHIPS_HIDE:
            ships = [ship for ship in state.at[place] if ship in SHIPS]
            for side in t.ENEMY:
                ours = [ship for ship in ships if t.UNITS[ship].side == side]
                noted.extend((kind_of(ship, state.sp[ship]), spot(place, len(ours))) for ship in ours)
        return ""

    captains: dict[str, Policy] = {seat: game.captains[seat]() for seat in match.seats}
    players = {
        seat: Lieutenant(captain, rng.random) if rng.random() < DOUBTERS else captain
        for seat, captain in captains.items()
    }
    question = match.question
    assert question
    assert isinstance(question.ask, Ask)
    known = game.known_to(match.state, question.seat)
    first = players[question.seat](known, question.seat, question.ask, question.options, question.about)
    match.prospect(first, players, replace(game.appraisal(), phase=moment, ahead=0, stage=note, weights={}))
    return noted


if __name__ == "__main__":
    main()

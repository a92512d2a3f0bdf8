"""`make instructions`: what a decision costs in instructions of the processor, where the clock cannot be trusted.

On a shared machine the same code is timed at rates that differ by half. Valgrind counts the same number of
instructions every time, so this shows whether a change made play slower.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from flagplot.engine.match import Match
from flagplot.games import find, slugs
from flagplot.lab import bench
from flagplot.lab.plans import no_search_for_cycles

ROOT = Path(__file__).parent.parent
RESUME = "resume"  # decisions at a match, which is suspended after each and shows both sides what came of it
GAMES = {"midshipman": 20, "captain": 6, RESUME: 3}  # that are counted
WARM_UP = {"midshipman": 80, "captain": 40, RESUME: 6}  # games before, which fill the tables that are worked out once
COUNTED = re.compile(r"Collected : (\d+)")


def instructions_a_decision(slug: str, player: str) -> float:
    """What valgrind counts in a process of its own."""
    with tempfile.TemporaryDirectory() as directory:
        log = Path(directory) / "log"
        valgrind = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=/dev/null"]
        program = [sys.executable, "-m", "bench.instructions", slug, player]
        done = subprocess.run(
            [*valgrind, f"--log-file={log}", *program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        found = COUNTED.search(log.read_text(encoding="utf-8"))
        assert found, "valgrind said nothing of what it counted"
        return int(found[1]) / int(done.stdout)


def counted(work: Callable[[], object]) -> None:
    """Do something while valgrind counts; set-up and warming up are left out."""
    _count("on")
    work()
    _count("off")


def _count(switch: str) -> None:
    subprocess.run(["callgrind_control", "-i", switch, str(os.getpid())], capture_output=True, check=True)


def play(slug: str, player: str) -> int:
    """What is counted, in the process that valgrind watches; returns how many decisions it was."""
    game = find(slug)
    play_all = play_step_by_step if player == RESUME else bench.play_out_all
    with no_search_for_cycles():
        play_all(bench.matches_of(game, WARM_UP[player], 1000), player)
        matches = bench.matches_of(game, GAMES[player], 0)
        counted(lambda: play_all(matches, player))
    return sum(len(match.record.choices) for match in matches)


def play_step_by_step(matches: list[Match[Any]], _: str) -> None:
    """Play matches at random as a server does: choose, and look at the position from every seat."""
    for number, match in enumerate(matches):
        rng = Random(number)
        while question := match.question:
            match.choose(rng.choice(question.options))
            for seat in match.seats:
                match.view(seat)


def main() -> int:
    """Count and print; 2 where valgrind is missing."""
    if not shutil.which("callgrind_control"):
        print("Valgrind is missing; on Debian `apt-get install valgrind` brings it.", file=sys.stderr)
        return 2
    table = Table(title="Instructions a decision", title_justify="left", box=SIMPLE_HEAD)
    table.add_column("game")
    for player in GAMES:
        table.add_column(player, justify="right")
    with Console(stderr=True).status("Counting ...") as status:
        for slug in slugs():
            status.update(f"Counting {slug} ...")
            table.add_row(slug, *(f"{instructions_a_decision(slug, player):,.0f}" for player in GAMES))
    Console().print(table)
    return 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(play(sys.argv[1], sys.argv[2]))
    else:
        sys.exit(main())

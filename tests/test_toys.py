"""The toy that is a package: what every game must hold to, for a game that is open and has ways."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from flagplot.games import MORE_GAMES

HERE = Path(__file__).parent
WHAT = "regatta and (open or onlooker or seats or way or playout_ends or branch or described)"


def test_an_open_game_with_ways_is_taken_up_by_the_contract() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(HERE / "contract"), "-k", WHAT]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, MORE_GAMES: str(HERE / "toys")}
    )
    assert done.returncode == 0, done.stdout

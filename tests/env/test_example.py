"""The example of training runs, and teaches the same player whatever the number of processes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_wolves.py"


def run_example(*arguments: str) -> str:
    """What the example prints, but for how long it took."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "--games", "1", "--evaluate", "8", *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    return re.sub(r"trained in \d+ s", "trained", done.stdout)


def test_the_example_trains_and_compares_a_player() -> None:
    told = run_example("--rounds", "1", "--processes", "1").splitlines()
    assert re.fullmatch(r"round    1 of 1: +[\d,]+ tons a campaign", told[0])
    assert told[1] == "trained"
    for name, line in zip(("midshipman", "trained"), told[2:], strict=True):
        assert re.fullmatch(rf" *{name}: +[\d,]+ ± [\d,]+ tons a campaign, \d of 8 won", line)


@pytest.mark.long
def test_the_example_learns_the_same_with_any_number_of_processes() -> None:
    assert run_example("--rounds", "3", "--processes", "1") == run_example("--rounds", "3", "--processes", "2")


@pytest.mark.long
def test_a_short_training_beats_a_midshipman() -> None:
    told = run_example("--rounds", "12", "--evaluate", "80", "--games", "4").splitlines()
    midshipman, trained = [float(line.split()[1].replace(",", "")) for line in told[-2:]]
    assert trained > 1.3 * midshipman

"""`flagplot analyse`: what decisions and dice made of a finished game."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from flagplot.cli_arguments import AddCommand, whole_number
from flagplot.engine import Match
from flagplot.lab import exports
from flagplot.lab.analysis_page import analysis_page
from flagplot.players.analysis import MOST_PLAYOUTS, SECONDS, Analysis, analyse, findings
from flagplot.players.analyst import Analyst
from flagplot.terminal import files, simulation
from flagplot.terminal.analysis import analysis_summary
from flagplot.terminal.desk import Desk, plain_console
from flagplot.terminal.play import INTERRUPTED

STEPS = 100  # of the progress bar


def add_analyse(commands: Any, add_command: AddCommand) -> argparse.ArgumentParser:
    """The command `flagplot analyse`."""
    parser = add_command(
        commands,
        "analyse",
        analyse_command,
        "tell skill from luck in a finished game",
        "flagplot analyse my-game.json",
        "flagplot analyse my-game.json --seconds 600 --html my-game.html",
        "flagplot analyse my-game.json --playouts 5000 --json",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a finished game saved by flagplot play or by a server")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument(
        "--seconds",
        metavar="S",
        type=_number,
        help=f"how long it may take; default: {SECONDS:.0f}; four times as long halves the margins",
    )
    effort.add_argument(
        "--playouts", metavar="N", type=_number, help="play so many games out, however long it takes: always the same"
    )
    parser.add_argument("--seed", metavar="X", type=whole_number, default=0, help="another number plays others out")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--html", metavar="FILE", type=Path, help="write a page with plots to FILE.html as well")
    return parser


def _number(text: str) -> int:
    number = whole_number(text)
    if not 0 < number <= MOST_PLAYOUTS:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 to {MOST_PLAYOUTS:,}")
    return number


def analyse_command(args: argparse.Namespace) -> int:
    """Analyse a game; Ctrl-C ends the work, and what was found by then is reported."""
    if args.html:
        exports.check_target(args.html, (exports.HTML,))
    match = files.opened(args.file)
    analysis, is_complete = _analysed(args, match)
    if args.html:
        files.write(args.html, analysis_page(analysis))
        args.html.chmod(0o644)  # a report is for others to read, a saved game is not
    if args.json:
        print(simulation.as_json(analysis))
    else:
        Desk().say(*analysis_summary(analysis))
    if is_complete:
        return 0
    playouts = analysis.effort.playouts
    print(f"flagplot: stopped after {playouts:,} playouts; the report is of these.", file=sys.stderr)
    return INTERRUPTED


def _analysed(args: argparse.Namespace, match: Match[Any]) -> tuple[Analysis, bool]:
    """The analysis, and whether it was not broken off."""
    under_way: list[Analyst] = []
    with simulation.progress_bar(plain_console(stderr=True), STEPS, "analysis") as bar:

        def progress(share: float, analyst: Analyst) -> None:
            under_way[:] = [analyst]
            if bar:
                bar(round(share * STEPS), STEPS)

        try:
            return analyse(match, args.playouts, args.seconds, str(args.seed), progress), True
        except KeyboardInterrupt:
            if not under_way:
                raise
            return findings(under_way[0]), False

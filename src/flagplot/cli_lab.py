"""The commands of the laboratory: flagplot sim | tournament | compare | balance | dataset."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import flagplot
from flagplot.cli_arguments import (
    AddCommand,
    UserError,
    add_game,
    add_variant,
    read_options,
    read_players,
    whole_number,
)
from flagplot.engine import Game
from flagplot.engine.data import OWNERS_DIRECTORY, put_in_force
from flagplot.games import packages, slugs
from flagplot.lab import exports, journal
from flagplot.lab.balance import balance_plans, balance_rows
from flagplot.lab.compare import MARGIN, Comparing, workers_for
from flagplot.lab.dataset import DatasetFile, is_compressed, write_dataset
from flagplot.lab.journal import Journal
from flagplot.lab.pages import balance_page, comparison_page
from flagplot.lab.plans import check_number, in_blocks, planned
from flagplot.lab.runs import Progress, Run
from flagplot.lab.simulate import report_of
from flagplot.lab.tournament import check_openskill, entrants, tournament_plans, tournament_report
from flagplot.lab.workers import Workers, workers
from flagplot.players.ranks import AT_ONCE, COMPUTERS
from flagplot.terminal import files, simulation
from flagplot.terminal.desk import Desk, plain_console
from flagplot.terminal.laboratory import balance_summary, comparison_summary, tournament_summary
from flagplot.terminal.play import INTERRUPTED

TABLES = (exports.JSON, exports.CSV, exports.PARQUET)
PAGES = (exports.HTML, *TABLES)
DEFAULT, OPTION, SCENARIO = "default", "option", "scenario"

Parser = argparse.ArgumentParser


def add_lab(commands: Any, add_command: AddCommand) -> list[Parser]:
    """The commands of the laboratory; those are returned that take --data as others do."""
    sim = _add_sim(commands, add_command)
    tournament = _add_tournament(commands, add_command)
    _add_compare(commands, add_command)
    return [sim, tournament, _add_balance(commands, add_command), _add_dataset(commands, add_command)]


def _add_running(parser: Parser, out: Sequence[str]) -> None:
    """The arguments of all commands that play many games and report on them."""
    _add_places(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        help=f"write the report to FILE{exports.JSON}{', the page FILE.html' if exports.HTML in out else ''}, "
        f"or one row a game to FILE{exports.CSV} or FILE{exports.PARQUET}",
    )
    parser.add_argument(
        "--resume", metavar="FILE", type=Path, help="keep a journal in FILE, and go on where it stopped"
    )


def _add_places(parser: Parser) -> None:
    parser.add_argument(
        "--seed", metavar="S", type=whole_number, default=0, help="the same number gives the same games"
    )
    parser.add_argument(
        "--jobs", metavar="J", type=whole_number, help="processes to use; 0 for all cores; default: 1, with --ray all"
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        nargs="?",
        const="",
        help="play on the Ray cluster at that address; without one, on a Ray of its own on this machine",
    )


def _add_number(parser: Parser, default: int, of_what: str) -> None:
    parser.add_argument("-n", metavar="N", type=whole_number, default=default, help=f"{of_what}; default: {default:,}")


def _add_seat(parser: Parser, default: str) -> None:
    parser.add_argument(
        "--seat",
        metavar="SEAT=PLAYER",
        action="append",
        default=[],
        help=f"who plays a seat: {', '.join(COMPUTERS)}; default: {default}",
    )


# Playing


def _play(
    args: argparse.Namespace,
    run: Run,
    total: int,
    play: Callable[[Workers, Journal | None, Progress | None], None] | None = None,
) -> bool:
    """Play a run where it was asked for; False when Ctrl-C ended it before all games were played."""

    def play_all(working: Workers, kept: Journal | None, progress: Progress | None) -> None:
        run.play(in_blocks(run.plans, 0, total // len(run.plans)), working, kept, progress)

    try:
        with (
            workers_for(run.plans, _jobs(args), args.ray) as working,  # forked before the journal is locked
            journal.maybe(args.resume, args.command_name, run.plans) as kept,
            simulation.progress_bar(plain_console(stderr=True), total) as progress,
        ):
            (play or play_all)(working, kept, progress)
    except KeyboardInterrupt:
        if not any(run.outcomes):
            raise
        return False
    return True


def _jobs(args: argparse.Namespace) -> int:
    if args.jobs is not None:
        return int(args.jobs)
    return 1 if args.ray is None else 0


def _report(
    args: argparse.Namespace,
    run: Run,
    report: Any,
    shown: Callable[[], list[Any]],
    page: Callable[[], bytes] | None = None,
) -> None:
    """Write the report to a file if one was named, and print it."""
    if args.out:
        suffix = args.out.suffix.lower()
        if suffix == exports.CSV:
            content = exports.as_csv(run)
        elif suffix == exports.PARQUET:
            content = exports.as_parquet(run)
        elif suffix == exports.HTML and page:
            content = page()
        else:
            content = simulation.as_json(report).encode() + b"\n"
        files.write(args.out, content)
        args.out.chmod(0o644)  # a report is for others to read, a saved game is not
    if args.json:
        print(simulation.as_json(report))
    else:
        Desk().say(*shown())


def _exit_code(is_complete: bool, run_finished: int, total: int) -> int:
    """0, or what stands for Ctrl-C, which is said too."""
    if is_complete:
        return 0
    print(f"flagplot: stopped after {run_finished:,} of {total:,} games; the report is of these.", file=sys.stderr)
    return INTERRUPTED


def _check_out(args: argparse.Namespace, suffixes: tuple[str, ...]) -> None:
    if args.out:
        exports.check_target(args.out, suffixes)


# sim


def _add_sim(commands: Any, add_command: AddCommand) -> Parser:
    parser = add_command(
        commands,
        "sim",
        sim_command,
        "let computer players play many games, and report the results",
        "flagplot sim atlantic-wolves -n 1000 --seat german=captain --jobs 0",
        "flagplot sim atlantic-wolves -n 200 --option german_torpedoes --json",
        "flagplot sim sea-control -n 500 --seat axis=captain --seat allied=midshipman",
        "flagplot sim sea-control -n 20000 --jobs 0 --resume long-run.jsonl --out games.csv",
        "flagplot sim sea-control -n 20000 --ray                 (a Ray of its own; --ray ADDRESS: a cluster)",
    )
    add_game(parser)
    _add_number(parser, 100, "how many games")
    add_variant(parser)
    _add_seat(parser, "a midshipman")
    _add_running(parser, TABLES)
    parser.set_defaults(command_name="sim")
    return parser


def sim_command(args: argparse.Namespace) -> int:
    """Play many games and report."""
    game = flagplot.game(args.game)
    _check_out(args, TABLES)
    check_number(args.n)
    seats = read_players(game, args.seat)
    run = Run([planned(game.slug, args.scenario, read_options(game, args.option), seats, args.seed)])
    began = time.perf_counter()
    is_complete = _play(args, run, args.n)
    seconds = time.perf_counter() - began
    report = report_of(run)
    _report(args, run, report, lambda: simulation.summary(report, seconds))
    return _exit_code(is_complete, run.finished, args.n)


# tournament


def _add_tournament(commands: Any, add_command: AddCommand) -> Parser:
    parser = add_command(
        commands,
        "tournament",
        tournament_command,
        "let computer players meet each other, and rate them",
        "flagplot tournament sea-control --players captain,lieutenant,midshipman -n 100 --jobs 0",
        "flagplot tournament night-action --players captain,lieutenant,midshipman --gauntlet captain",
        "flagplot tournament atlantic-wolves --players captain,midshipman   (one side: compared on the same seeds)",
    )
    add_game(parser)
    parser.add_argument(
        "--players",
        metavar="P,P,...",
        default=",".join(AT_ONCE),
        help=f"who takes part, admiral and admiral:PLAYOUTS too; default: {','.join(AT_ONCE)}",
    )
    parser.add_argument("--gauntlet", metavar="P", help="only this player meets the others; default: each meets each")
    _add_number(parser, 50, "seeds on which each pair plays, once in each seating")
    add_variant(parser)
    _add_running(parser, TABLES)
    parser.set_defaults(command_name="tournament")
    return parser


def tournament_command(args: argparse.Namespace) -> int:
    """Play a tournament and report."""
    game = flagplot.game(args.game)
    _check_out(args, TABLES)
    check_openskill()
    options = read_options(game, args.option)
    run = Run(tournament_plans(game.slug, entrants(args.players), args.gauntlet, args.scenario, options, args.seed))
    total = check_number(args.n * len(run.plans))
    is_complete = _play(args, run, total)
    report = tournament_report(run)
    _report(args, run, report, lambda: tournament_summary(report))
    return _exit_code(is_complete, run.finished, total)


# compare


def _add_compare(commands: Any, add_command: AddCommand) -> None:
    parser = add_command(
        commands,
        "compare",
        compare_command,
        "find out what a rule, a scenario or a figure changes",
        "flagplot compare atlantic-wolves --option german_torpedoes=on --against default",
        "flagplot compare sea-control --option vp_cap=8 --against option=vp_cap=10 --jobs 0",
        "flagplot compare graf-spee --scenario cape --against scenario=ceylon",
        "flagplot compare sea-control --data my-figures --jobs 0            (against the game's own figures)",
        "flagplot compare sea-control --data mine --data yours --out report.html",
    )
    add_game(parser)
    add_variant(parser)
    parser.add_argument(
        "--against",
        metavar="WHAT",
        action="append",
        default=[],
        help="default, option=NAME[=VALUE] or scenario=X; may be given several times; default: the game as it is",
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        dest="directories",
        type=Path,
        action="append",
        default=[],
        help="play with your own figures; given twice: the first against the second",
    )
    _add_number(parser, 2000, "pairs of games at most; it stops earlier when the answer is certain")
    parser.add_argument(
        "--margin",
        metavar="POINTS",
        type=_points,
        default=MARGIN,
        help=f"a difference of win shares that is as good as none, in points; default: {100 * MARGIN:g}",
    )
    _add_seat(parser, "the best that the game has without a budget")
    _add_running(parser, PAGES)
    parser.set_defaults(command_name="compare")


def _points(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 100:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of points from 0 to below 100")
    return value / 100


def compare_command(args: argparse.Namespace) -> int:
    """Play two variants on the same seeds and report what differs."""
    _check_out(args, PAGES)
    check_number(2 * args.n)
    directories = _figures(args)
    game = flagplot.game(args.game)
    seats = read_players(game, args.seat)
    scenario, options = _against(game, args)
    plans = [
        planned(game.slug, args.scenario, read_options(game, args.option), seats, args.seed, "best"),
        planned(game.slug, scenario, options, seats, args.seed, "best"),
    ]
    first, second = (plan.with_figures(directory) for plan, directory in zip(plans, directories, strict=True))
    comparing = Comparing(first, second, args.n, args.margin)
    is_complete = _play(args, comparing, 2 * args.n, comparing.play_pairs)
    if not comparing.pairs:
        raise KeyboardInterrupt
    report = comparing.report()
    _report(args, comparing, report, lambda: comparison_summary(report), lambda: comparison_page(report))
    return _exit_code(is_complete, comparing.finished, 2 * args.n)


def _figures(args: argparse.Namespace) -> tuple[str, str]:
    """The directories of figures of both variants, the first of which is put in force in this process."""
    given = args.directories
    if len(given) > 2:
        raise UserError(f"Two directories of figures can be compared, not {len(given)}. Leave out --data.")
    before = os.environ.get(OWNERS_DIRECTORY, "")
    if not given:
        return before, before
    found = []
    for directory in reversed(given):  # the first is put in force last
        put_in_force(directory, packages())
        found.append(os.environ[OWNERS_DIRECTORY])
    return found[-1], found[0] if len(found) == 2 else ""


def _against(game: Game[Any], args: argparse.Namespace) -> tuple[str | None, dict[str, bool | int]]:
    """Scenario and options of the second variant."""
    scenario, options = args.scenario, []
    for text in args.against:
        kind, _, value = text.partition("=")
        if kind == OPTION and value:
            options.append(value)
        elif kind == SCENARIO and value:
            scenario = value
        elif text != DEFAULT:
            raise UserError(f"'{text}' cannot be compared with. Expected default, option=NAME=VALUE or scenario=NAME.")
    return scenario, read_options(game, options)


# balance


def _add_balance(commands: Any, add_command: AddCommand) -> Parser:
    parser = add_command(
        commands,
        "balance",
        balance_command,
        "report how even the scenarios of games are",
        "flagplot balance --jobs 0 --out balance.html",
        "flagplot balance sea-control night-action -n 400 --jobs 0",
    )
    parser.add_argument("games", metavar="GAME", nargs="*", help="the slugs of games; default: all")
    _add_number(parser, 100, "games of each scenario and pair of players")
    _add_running(parser, PAGES)
    parser.set_defaults(command_name="balance")
    return parser


def balance_command(args: argparse.Namespace) -> int:
    """Play all scenarios and report how even they are."""
    wanted = list(dict.fromkeys(args.games)) or slugs()
    _check_out(args, PAGES)
    check_number(args.n)
    run = Run(balance_plans([flagplot.game(slug).slug for slug in wanted], args.seed))
    total = check_number(args.n * len(run.plans))
    is_complete = _play(args, run, total)
    rows = balance_rows(run)
    _report(args, run, rows, lambda: balance_summary(rows, args.seed), lambda: balance_page(rows, args.seed))
    return _exit_code(is_complete, run.finished, total)


# dataset


def _add_dataset(commands: Any, add_command: AddCommand) -> Parser:
    parser = add_command(
        commands,
        "dataset",
        dataset_command,
        "write games as JSON lines, with every decision, its options and the choice",
        "flagplot dataset atlantic-wolves -n 1000 --seat german=captain --out games.jsonl.gz --jobs 0",
        "flagplot dataset sea-control -n 100 --odds --out games.jsonl",
        "flagplot dataset sea-control -n 5000 --out games.jsonl --resume      (go on with a file)",
    )
    add_game(parser)
    _add_number(parser, 100, "how many games")
    add_variant(parser)
    _add_seat(parser, "a midshipman")
    _add_places(parser)
    parser.add_argument("--out", metavar="FILE", type=Path, required=True, help="FILE.jsonl or FILE.jsonl.gz")
    parser.add_argument("--odds", action="store_true", help="add the exact odds of each choice, where they are cheap")
    parser.add_argument("--resume", action="store_true", help="go on with a file that a run has left")
    return parser


def dataset_command(args: argparse.Namespace) -> int:
    """Write a dataset."""
    game = flagplot.game(args.game)
    is_compressed(args.out)
    check_number(args.n)
    seats = read_players(game, args.seat)
    plan = planned(game.slug, args.scenario, read_options(game, args.option), seats, args.seed)
    is_complete, games = True, 0
    with workers(_jobs(args), args.ray) as working, DatasetFile(args.out, plan, args.odds, args.resume) as file:
        try:
            with simulation.progress_bar(plain_console(stderr=True), args.n) as progress:
                write_dataset(file, plan, args.n, working, progress)
        except KeyboardInterrupt:
            is_complete = False
        games = file.games
    if is_complete:
        print(f"{args.out} has {games:,} games.")
        return 0
    print(f"flagplot: stopped; {args.out} has {games:,} of {args.n:,} games.", file=sys.stderr)
    return INTERRUPTED

"""The command line: flagplot serve | play | learn | replay | analyse | rules | games | new-game | bench | admin.

The commands of the laboratory (sim | tournament | compare | balance | dataset) are in `cli_lab`.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import flagplot
from flagplot import players
from flagplot.cli_admin import add_admin
from flagplot.cli_analyse import add_analyse
from flagplot.cli_arguments import UserError, add_figures, add_game, add_variant, read_options, whole_number
from flagplot.cli_lab import add_lab
from flagplot.cli_learn import add_learn, in_a_terminal
from flagplot.cli_new_game import add_new_game
from flagplot.cli_rules import add_rules
from flagplot.engine import Game, Match
from flagplot.engine.data import put_in_force
from flagplot.engine.errors import FlagplotError, UnknownGame
from flagplot.engine.proof import Differs, verified
from flagplot.games import all_that_load, packages
from flagplot.lab import bench
from flagplot.places import data_directory
from flagplot.players.admiral import IN_A_GAME, budget_in, is_admiral
from flagplot.players.ranks import ADMIRAL, COMPUTERS
from flagplot.terminal import files
from flagplot.terminal.catalogue import catalogue
from flagplot.terminal.desk import Desk
from flagplot.terminal.menu import is_number
from flagplot.terminal.play import INTERRUPTED, Session
from flagplot.terminal.replay import story

USER_ERROR, DIFFERS, READER_GONE = 2, 1, 1
LAST_PORT = 65_535


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; what the user did wrong is one sentence on stderr and exit code 2."""
    parser = make_parser()
    try:
        args = parser.parse_args(argv)
        if args.run is None:
            parser.print_help()
            return 0
        if getattr(args, "data", None):
            put_in_force(args.data, packages())
        run: Callable[[argparse.Namespace], int] = args.run
        return run(args)
    except FlagplotError as error:
        print(f"flagplot: {' '.join(str(error).split())}", file=sys.stderr)
        return USER_ERROR
    except KeyboardInterrupt:
        print("flagplot: stopped.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader, perhaps `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE


# The commands and their arguments


class Parser(argparse.ArgumentParser):
    """A parser that says in one sentence what is wrong, without a page of usage."""

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message[0].upper()}{message[1:]}; see {self.prog} --help.")


def make_parser() -> Parser:
    """The parser of all commands."""
    parser = Parser(
        prog="flagplot",
        description="Naval board wargames of 1939-45, every rule enforced.",
        epilog="Begin with: flagplot serve, or, in the terminal: flagplot play atlantic-wolves",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"flagplot {flagplot.__version__}")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)

    serve = add_command(
        commands,
        "serve",
        serve_command,
        "play in the browser",
        "flagplot serve",
        "flagplot serve --port 8080 --no-browser",
        "flagplot serve --db sqlite:////srv/flagplot/games.db",
        "flagplot serve --db postgresql://flagplot@localhost/flagplot --config /etc/flagplot.toml",
    )
    serve.add_argument(
        "--host",
        metavar="H",
        default="127.0.0.1",
        help="the address to listen at; default: 127.0.0.1, this machine only",
    )
    serve.add_argument(
        "--port", metavar="P", type=port_number, default=1939, help="the port to listen at; default: 1939"
    )
    serve.add_argument(
        "--db",
        metavar="URL",
        help="the database of games, as sqlite:////path/to/games.db or postgresql://user@host/name; "
        "default: a file in your data directory",
    )
    serve.add_argument(
        "--config",
        metavar="FILE",
        type=Path,
        help="a file with settings for a public server; see docs/server.md",
    )
    serve.add_argument("--no-browser", action="store_true", help="do not open the page in a browser")

    play = add_command(
        commands,
        "play",
        play_command,
        "play a game in the terminal",
        "flagplot play atlantic-wolves",
        "flagplot play atlantic-wolves --seed 7 --option green_crews --option starting_boats=8",
        "flagplot play atlantic-wolves --dice ask          (you throw the dice on your own table)",
        "flagplot play atlantic-wolves --load my-game.json",
        "flagplot play sea-control --seat axis             (a captain plays the Allies)",
        "flagplot play sea-control --seat axis --against midshipman",
        "flagplot play sea-control --against admiral:3000ms   (who thinks for three seconds a decision)",
        "flagplot play sea-control --hot-seat              (two people, who pass the desk)",
        "flagplot play sea-control --hot-seat --load evening.json",
    )
    add_game(play)
    play.add_argument("--seat", help="the seat that you play; default: the first one, or all of one side")
    play.add_argument(
        "--against",
        metavar="PLAYER",
        type=opponent,
        help=f"who plays the other seats: {', '.join(COMPUTERS)} (for a second a decision, or admiral:PLAYOUTS, or "
        "admiral:TIMEms); default: a captain where the game has one",
    )
    play.add_argument(
        "--hot-seat", action="store_true", help="people play all seats; the screen is hidden when the desk is passed"
    )
    play.add_argument(
        "--seed", metavar="S", type=seed, help="a whole number or 64 hexadecimal digits; random by default"
    )
    add_variant(play)
    play.add_argument("--load", metavar="FILE", type=Path, help="go on with a saved game")
    play.add_argument("--save", metavar="FILE", type=Path, help="save the game to this file after every choice")
    play.add_argument(
        "--dice", metavar="ask", choices=["ask"], help="ask: you type in what your own dice and cards show"
    )

    replay = add_command(
        commands,
        "replay",
        replay_command,
        "print a saved game from its start, or verify it",
        "flagplot replay my-game.json",
        "flagplot replay my-game.json --verify",
    )
    replay.add_argument("file", metavar="FILE", type=Path, help="a game saved by flagplot play")
    replay.add_argument(
        "--verify", action="store_true", help="check the seed, make every choice and roll again, compare"
    )
    replay.add_argument("--log", action="store_true", help="with --verify: print the game as well")
    replay.add_argument("--seat", help="print what this seat knows; a finished game is printed in full")

    book = add_rules(commands, add_command)

    games = add_command(
        commands, "games", games_command, "list the games with seats, scenarios and options", "flagplot games"
    )

    speed = add_command(
        commands, "bench", bench_command, "measure how fast the games run here", "flagplot bench --json"
    )
    speed.add_argument("--json", action="store_true", help="print one JSON object instead of a table")

    analysis = add_analyse(commands, add_command)
    learn = add_learn(commands, add_command)
    laboratory = add_lab(commands, add_command)
    for each in (serve, play, learn, *laboratory, replay, analysis, book, games, speed):
        add_figures(each)
    add_new_game(commands, add_command)
    add_admin(commands, add_command, whole_number)
    return parser


def add_command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], purpose: str, *examples: str
) -> Parser:
    """A command with its help and its examples."""
    parser: Parser = commands.add_parser(
        name,
        help=purpose,
        description=f"{purpose[0].upper()}{purpose[1:]}.",
        epilog="examples:\n" + "\n".join(f"  {example}" for example in examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser


def port_number(text: str) -> int:
    if not is_number(text) or not 0 < int(text) <= LAST_PORT:
        raise argparse.ArgumentTypeError(f"'{text}' is not a port; expected a number from 1 to {LAST_PORT}")
    return int(text)


def opponent(text: str) -> str:
    """The name of a computer player; an admiral may come with a budget."""
    if not is_admiral(text) and text not in COMPUTERS:
        raise argparse.ArgumentTypeError(f"there is no player '{text:.40}'; expected one of {', '.join(COMPUTERS)}")
    if is_admiral(text):
        budget_in(text)
    return text


def seed(text: str) -> int | str:
    """A seed: a number, or 64 hexadecimal digits."""
    return int(text) if text.isdecimal() and len(text) < 64 else text


# serve


def serve_command(args: argparse.Namespace) -> int:
    """Serve the pages until the user stops it."""
    try:
        from flagplot.server.run import serve
        from flagplot.server.settings import read_settings
    except ImportError as error:
        raise UserError(
            f"The web server needs more packages ({error}). Install them with pip install 'flagplot[web]'."
        ) from None
    serve(args.host, args.port, args.db, read_settings(args.config), open_browser=not args.no_browser)
    return 0


# play


def play_command(args: argparse.Namespace) -> int:
    """Play a seat, or all of them, in the terminal."""
    game = flagplot.game(args.game)
    if args.save and args.save.exists() and (args.load is None or args.save.resolve() != args.load.resolve()):
        raise UserError(f"{args.save} already exists. Load it with --load {args.save}, or name another file.")
    match = loaded(args, game) if args.load else started(args, game)
    seats = read_seats(args, match)
    opponents = read_opponents(args, match, seats)
    if not in_a_terminal():
        raise UserError(
            "flagplot play needs a terminal, but the input or the output is not one. Try flagplot sim instead."
        )
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  gives the line that is typed a history and an editor
    return Session(match, seats, Desk(), kept_in(args, game), opponents, again(args, match, seats)).play()


def read_seats(args: argparse.Namespace, match: Match[Any]) -> tuple[str, ...]:
    """The seats that people play: those that were asked for, or the first, or all where these share everything."""
    game = match.game
    if args.hot_seat:
        for name in ("seat", "against"):
            if getattr(args, name):
                raise UserError(f"With --hot-seat people play all seats. Leave out --{name} or --hot-seat.")
        if len(match.seats) == 1:
            raise UserError(f"{one_seat(match)}, so there is nobody to pass the desk to. Leave out --hot-seat.")
        return match.seats
    if args.seat is None and game.shares_everything:
        return match.seats
    seat = args.seat or match.seats[0]
    if seat not in match.seats:
        raise UnknownGame(game.why_no_seat(seat, match.seats))
    return (seat,)


def read_opponents(args: argparse.Namespace, match: Match[Any], people: Sequence[str]) -> dict[str, players.Player]:
    """The computer players of the other seats: as told, or captains where the game has them."""
    game = match.game
    if args.against and len(match.seats) == 1:
        raise UserError(f"{one_seat(match)}, so there is no opponent. Leave out --against.")
    if args.against and len(people) == len(match.seats):
        raise UserError(f"You have all seats. Choose yours with --seat; the {args.against} plays the others.")
    against = IN_A_GAME if args.against == ADMIRAL else args.against
    others = {seat: against or players.best(game, seat) for seat in match.seats if seat not in people}
    return players.seated(match, others, match.record.seed)


def one_seat(match: Match[Any]) -> str:
    """That there is nobody else to play with."""
    return f"{match.game.title} has one seat{'' if len(match.game.seats) == 1 else ' with these options'}"


def again(args: argparse.Namespace, match: Match[Any], people: Sequence[str]) -> str:
    """The command that goes on with a game like this, but for the file."""
    seats = " --hot-seat" if args.hot_seat else f" --seat {people[0]}" if len(people) < len(match.seats) else ""
    against = f" --against {args.against}" if args.against else ""
    figures = f" --data {shlex.quote(str(args.data))}" if args.data else ""
    return f"flagplot play {match.game.slug}{seats}{against}{figures}"


def started(args: argparse.Namespace, game: Game[Any]) -> Match[Any]:
    """A new match as the arguments want it."""
    dice = flagplot.dice.asked() if args.dice else None
    return flagplot.new(game.slug, args.scenario, args.seed, read_options(game, args.option), dice)


def loaded(args: argparse.Namespace, game: Game[Any]) -> Match[Any]:
    """A saved match of that game."""
    for name in ("seed", "scenario", "option", "dice"):
        if getattr(args, name) not in (None, []):
            raise UserError(f"A saved game has its own {name}. Leave out --{name} when you load one.")
    match = files.opened(args.load)
    if match.game.slug != game.slug:
        raise UserError(f"{args.load} is a game of {match.game.title}. Load it with flagplot play {match.game.slug}.")
    return match


def kept_in(args: argparse.Namespace, game: Game[Any]) -> Path:
    """The file in which the game is kept: as told, or where it was kept before, or a new one."""
    if args.save:
        return Path(args.save)
    if args.load and args.load.resolve().parent == data_directory().resolve():
        return Path(args.load)
    try:
        return files.in_data_directory(files.new_file(game.slug).name)
    except files.FileTrouble as trouble:
        raise UserError(f"{trouble} Name a file with --save FILE.") from None


# The other commands


def replay_command(args: argparse.Namespace) -> int:
    """Tell a game, or verify it."""
    match = files.opened(args.file)
    desk = Desk()
    if not args.verify or args.log:
        desk.say(*story(match, read_reader(args, match)))
    if args.verify:
        try:
            for sentence in verified(match):
                desk.console.print(sentence)
        except Differs as difference:
            print(f"flagplot: {args.file} is not verified: {difference}", file=sys.stderr)
            return DIFFERS
        desk.console.print(f"{args.file} is verified.")
    return 0


def read_reader(args: argparse.Namespace, match: Match[Any]) -> str:
    """The seat that reads a game: it must be named while the game is not over and the seats have secrets."""
    game = match.game
    if args.seat is not None and args.seat not in match.seats:
        raise UnknownGame(game.why_no_seat(args.seat, match.seats))
    if args.seat is None and len(match.seats) > 1 and not game.hides_nothing and match.result is None:
        seats = " or ".join(f"--seat {seat}" for seat in match.seats)
        raise UserError(f"The game is not over and its seats have secrets. Choose a seat with --seat: {seats}.")
    return args.seat or match.seats[0]


def games_command(args: argparse.Namespace) -> int:
    """Print what can be played."""
    found, troubles = all_that_load()
    Desk().say(*catalogue(found))
    for slug, trouble in troubles.items():
        print(f"flagplot: cannot load {slug}. {trouble}", file=sys.stderr)
    return 0


def bench_command(args: argparse.Namespace) -> int:
    """Measure."""
    return bench.main(args.json)


if __name__ == "__main__":
    sys.exit(main())

"""Games as a dataset: a line of JSON for each game, with every decision, its options and the choice.

Lines come in the order of the games' numbers and hold nothing but what follows from plan and number, so a file is the
same byte for byte wherever and in however many goes it was written. Compressed files are made of members of a fixed
number of games; what was written of the last one is written again when a run goes on. docs/researchers.md explains
the fields.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec

from flagplot import __version__, players
from flagplot.engine.dice import seed_bytes
from flagplot.engine.errors import FlagplotError
from flagplot.engine.match import Match
from flagplot.engine.table import Policy
from flagplot.engine.words import About, Ask
from flagplot.lab.journal import locked
from flagplot.lab.plans import Plan, Task, begun, outcome_of, seed_of
from flagplot.lab.runs import Progress
from flagplot.lab.workers import Workers
from flagplot.players.admiral import Admiral

VERSION = 1
FEW_LEAVES = 300  # ways for dice to fall that are counted for exact odds; with more a decision has none
MEMBER = 64  # games of a member of a compressed file
READ_AT_ONCE = 1 << 20
LONGEST_LINE = 1 << 24  # bytes; the longest games that we have seen take half a million
LARGEST_MEMBER = 1 << 28  # bytes, unpacked

JSON_LINES, COMPRESSED = ".jsonl", ".jsonl.gz"


class DatasetError(FlagplotError):
    """A dataset cannot be written, or not be gone on with."""


class DecisionLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision: who was asked what, about what, what was offered, and the index of the option that was chosen."""

    seat: str
    ask: str
    clause: str
    about: dict[str, Any]
    options: list[Any]
    choice: int
    odds: dict[str, str] | None = None  # exact fractions by outcome, as "5/36"
    reason: str | None = None  # of an admiral, where he searched


class Beginning(msgspec.Struct, frozen=True):
    """What the lines of a dataset have in common, and the number of the game."""

    version: int
    flagplot: str
    game: str
    rules: int
    scenario: str
    options: dict[str, bool | int]
    figures: str
    players: dict[str, str]
    run: str  # the seed of the run, from which the seed of each game follows
    has_odds: bool
    number: int


class GameLine(Beginning, frozen=True):
    """A game of a dataset."""

    seed: str
    result: dict[str, Any]
    metrics: dict[str, float]
    decisions: list[DecisionLine]


class Watched:
    """A policy that writes down what it is asked and what it chooses."""

    def __init__(self, policy: Policy, decisions: list[DecisionLine]) -> None:
        self._policy, self._decisions = policy, decisions

    def __call__(self, state: Any, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        choice = self._policy(state, seat, ask, options, about)
        about = {name: value for name, value in about.items() if name != "to"}  # which is for the table
        told, offered = msgspec.to_builtins([about, list(options)], str_keys=True)
        self._decisions.append(DecisionLine(seat, ask.key, ask.rule, told, offered, options.index(choice)))
        return choice


def game_line(plan: Plan, number: int) -> bytes:
    """A game of a plan as a line of a dataset."""
    return _line(plan, number, with_odds=False)


def game_line_with_odds(plan: Plan, number: int) -> bytes:
    """The same with the exact odds of the choices where they can be counted quickly."""
    return _line(plan, number, with_odds=True)


def _line(plan: Plan, number: int, with_odds: bool) -> bytes:
    match = begun(plan, number)
    decisions: list[DecisionLine] = []
    policies, reasons = _policies(plan, number)
    match.playout({seat: Watched(policy, decisions) for seat, policy in policies.items()})
    if reasons:
        decisions = [
            msgspec.structs.replace(decision, reason=reasons.get(choice))
            for choice, decision in enumerate(decisions, start=1)
        ]
    if with_odds:
        decisions = [
            msgspec.structs.replace(decision, odds=odds) for decision, odds in zip(decisions, _odds(match), strict=True)
        ]
    outcome, result = outcome_of(match), match.result
    assert result is not None
    told = {"winner": result.winner, "score": result.score, "reason": result.reason, "clause": result.rule}
    head = msgspec.structs.asdict(_beginning(plan, number, with_odds))
    line = GameLine(**head, seed=seed_of(plan, number).hex(), result=told, metrics=outcome.metrics, decisions=decisions)
    return msgspec.json.encode(line) + b"\n"


def _policies(plan: Plan, number: int) -> tuple[dict[str, Policy], dict[int, str]]:
    """The players of a game, and the reasons of admirals by the numbers of their choices.

    Where an admiral is among them, the game is played before, and they only play it again.
    """
    match = begun(plan, number)
    seated = players.seated(match, plan.players, match.record.seed)
    policies = {seat: player for seat, player in seated.items() if not isinstance(player, Admiral)}
    if len(policies) == len(seated):
        return policies, {}
    record = players.play_out(match, seated).record
    chosen = iter(record.choices)
    return dict.fromkeys(seated, lambda *question: next(chosen)), record.reasons


def _beginning(plan: Plan, number: int, with_odds: bool) -> Beginning:
    return Beginning(
        VERSION,
        __version__,
        plan.game,
        plan.rules,
        plan.scenario,
        plan.options,
        plan.figures_mark,
        plan.players,
        seed_bytes(plan.seed).hex(),
        with_odds,
        number,
    )


def _odds(match: Match[Any]) -> Iterator[dict[str, str] | None]:
    """The exact odds of each choice of a finished game, as its seat could know them; None where they are not."""
    again = match.at(0)
    for choice in match.record.choices:
        odds = again.odds(choice, FEW_LEAVES, samples=1)
        yield {outcome: str(share) for outcome, share in odds.items()} if odds.exact else None
        again.choose(choice)


# The file


def is_compressed(path: Path) -> bool:
    """Whether a dataset of that name is compressed; DatasetError when the name does not say what it is."""
    if path.name.endswith(COMPRESSED):
        return True
    if path.name.endswith(JSON_LINES):
        return False
    raise DatasetError(f"'{path.name}' is not the name of a dataset. Expected *{JSON_LINES} or *{COMPRESSED}.")


class DatasetFile:
    """A dataset that is being written: how many of its games are there, and room for more."""

    def __init__(self, path: Path, plan: Plan, has_odds: bool = False, go_on: bool = False) -> None:
        self._path, self._plan, self._compressed = path, plan, is_compressed(path)
        self.has_odds = has_odds
        if path.exists() and not go_on:
            raise DatasetError(f"{path} already exists. Go on with it by --resume, or name another file.")
        if path.exists() and not path.is_file():  # to read a pipe would wait for ever
            raise DatasetError(f"{path} is not a regular file. Choose another file.")
        self._member: list[bytes] = []  # lines that wait until a member of a compressed file is full
        try:
            self._file = path.open("r+b" if path.exists() else "x+b", buffering=0)
        except OSError as error:
            raise DatasetError(f"{path} cannot be written ({error.strerror}). Choose another file.") from None
        try:
            if not locked(self._file.fileno()):
                raise DatasetError(f"Another run is writing {path}. Wait for it, or name another file.")
            self.games, whole = self._read()
            self._file.truncate(whole)
            self._file.seek(whole)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Write what is left, also when the run was stopped."""
        try:
            self._write_member()
        finally:
            self._file.close()

    def add(self, line: bytes) -> None:
        """Write the next game."""
        self.games += 1
        if not self._compressed:
            self._write(line)
            return
        self._member.append(line)
        if len(self._member) == MEMBER:
            self._write_member()

    def _write_member(self) -> None:
        if self._member:
            self._write(gzip.compress(b"".join(self._member), mtime=0))
            self._member = []

    def _write(self, data: bytes) -> None:
        try:
            while data:
                data = data[self._file.write(data) or 0 :]
        except OSError as error:
            raise DatasetError(f"{self._path} cannot be written ({error.strerror}).") from None

    def _read(self) -> tuple[int, int]:
        """The number of games that can stay, and the bytes that they take; DatasetError when they are others.

        What can stay are whole lines, or the whole members of a compressed file. What follows them must be the
        beginning of more such games, because it is thrown away.
        """
        games = whole = 0
        parts = _members(self._file, self._path) if self._compressed else _lines(self._file, self._path)
        is_last = False
        for part in parts:
            if is_last:
                raise DatasetError(f"{self._path} is damaged: it goes on after {games:,} games that were its last.")
            for number, line in enumerate(part.lines, games):
                self._check(line, number)
            is_last = bool(part.torn) or (self._compressed and len(part.lines) < MEMBER)
            head = msgspec.json.encode(_beginning(self._plan, games + len(part.lines), self.has_odds))[:-1]
            if part.torn[: len(head)] != head[: len(part.torn)]:
                raise DatasetError(
                    f"{self._path} is damaged: what follows line {games + len(part.lines)} is not a game."
                )
            if not is_last:
                games, whole = games + len(part.lines), part.end
        return games, whole

    def _check(self, line: bytes, number: int) -> None:
        try:
            found = msgspec.json.decode(line, type=Beginning)
        except (msgspec.DecodeError, msgspec.ValidationError):
            raise DatasetError(f"{self._path} is damaged: line {number + 1} is not a game.") from None
        expected = _beginning(self._plan, number, self.has_odds)
        for name in Beginning.__struct_fields__:
            theirs, ours = getattr(found, name), getattr(expected, name)
            if theirs != ours:
                raise DatasetError(
                    f"{self._path} is the dataset of another run: the {name} of line {number + 1} is {theirs!s:.80}, "
                    f"not {ours!s:.80}."
                )


class _Part(NamedTuple):
    """A stretch of a dataset: its whole lines, what follows of a torn one, and where the stretch ends in the file."""

    lines: list[bytes]
    torn: bytes
    end: int


def _lines(file: Any, path: Path) -> Iterator[_Part]:
    """The lines of a file."""
    torn, end = b"", 0
    while data := file.read(READ_AT_ONCE):
        *lines, torn = (torn + data).split(b"\n")
        if len(torn) > LONGEST_LINE:
            raise DatasetError(f"{path} is not a dataset: it has a line of more than {LONGEST_LINE:,} bytes.")
        end += sum(len(line) + 1 for line in lines)
        yield _Part(lines, b"", end)
    if torn:
        yield _Part([], torn, end)


def _members(file: Any, path: Path) -> Iterator[_Part]:
    """The members of a compressed file; the last may be torn."""
    data, end = file.read(READ_AT_ONCE), 0
    while data:
        unpacker, content = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16), bytearray()
        while data and not unpacker.eof:
            try:
                content += unpacker.decompress(data, READ_AT_ONCE)
            except zlib.error:
                raise DatasetError(f"{path} is damaged: it is not a compressed dataset.") from None
            if len(content) > LARGEST_MEMBER:
                raise DatasetError(f"{path} is not a dataset: a part of it has more than {LARGEST_MEMBER:,} bytes.")
            left = len(unpacker.unconsumed_tail) + len(unpacker.unused_data)
            end += len(data) - left
            data = unpacker.unconsumed_tail or unpacker.unused_data or file.read(READ_AT_ONCE)
        *lines, torn = bytes(content).split(b"\n")
        yield _Part(lines, torn, end)


def write_dataset(
    file: DatasetFile, plan: Plan, games: int, workers: Workers, progress: Progress | None = None
) -> None:
    """Play the games that a dataset lacks, up to so many, and write them."""
    tasks = [Task(0, number) for number in range(file.games, games)]
    lines = workers.play(game_line_with_odds if file.has_odds else game_line, [plan], tasks)
    with closing(lines):
        for line in lines:
            file.add(line)
            if progress:
                progress(file.games, games)

"""Every integer of every state at its extremes: refused in one sentence, or a position that can be played.

What is loaded runs in a process with little memory, so that a state that makes a game build without bounds fails here.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import flagplot
from flagplot.engine.errors import SaveError
from flagplot.engine.saves import _digest
from flagplot.engine.view import ONLOOKER
from tests.contract.playing import SLUGS, at_decision

EXTREMES = (0, -1, -1_000, 1_000, 10_000_000, 2**31, 2**63 - 1, 10**30)
DECISIONS = (5, 90)  # of the games that are saved
MEMORY = 300_000_000  # bytes that loading and playing may take in all
SECONDS = 1.0  # of CPU that one save may take
CHOICES = 12  # with which it is seen whether a position can be played
Path = tuple[str | int, ...]


def integers(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where the integers of plain data are; of a table of numbers, only the first and the last."""
    if type(value) is int:
        yield path
    elif isinstance(value, dict):
        is_table = len(value) > 5 and all(type(item) is int for item in value.values())
        for key in [*value][:: len(value) - 1] if is_table else value:
            yield from integers(value[key], (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from integers(item, (*path, index))


def some_of_each_kind(paths: Iterator[Path], number: int, rng: Random) -> list[Path]:
    """Of the items of lists that are alike, any so many."""
    kinds: dict[Path, list[Path]] = {}
    for path in paths:
        kinds.setdefault(tuple(kind_of(part) for part in path), []).append(path)
    return [path for alike in kinds.values() for path in rng.sample(alike, min(number, len(alike)))]


def kind_of(part: str | int) -> str:
    """A part of a path without its number: the ships a1 and a2 are of one kind, as the items of a list are."""
    return "" if isinstance(part, int) else part.rstrip("0123456789")


def changed(data: bytes, path: Path, number: int) -> bytes:
    """A save with another number at a place of its content, and a digest that fits."""
    envelope = msgspec.json.decode(data)
    place = envelope["content"]
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = number
    content = msgspec.json.encode(envelope["content"])
    envelope |= {"digest": _digest(content), "content": msgspec.Raw(content)}
    return msgspec.json.encode(envelope)


def refused_or_playable(data: bytes) -> None:
    """A SaveError in one sentence, or a position that is looked at and played on."""
    match, refusal = None, ""
    try:
        match = flagplot.load(data)
    except SaveError as error:
        refusal = str(error)
    assert "\n" not in refusal
    assert len(refusal) < 400
    if match is None:
        return
    rng = Random(1)
    for _ in range(CHOICES):
        for seat in (*match.seats, ONLOOKER):
            match.view(seat)
        if match.decision is None:
            break
        for option in match.decision.options[:20]:
            match.describe(option)
        match.choose(rng.choice(match.decision.options))
    match.save()


def feed(slug: str, of_each_kind: int) -> None:
    """Feed every kind of integer in saves of a game its extremes; AssertionError with what went wrong first."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    for seed, number in enumerate(DECISIONS):
        data = at_decision(slug, seed, number).save()
        content = msgspec.json.decode(data)["content"]
        for path in some_of_each_kind(integers(content), of_each_kind, Random(seed)):
            for extreme in EXTREMES:
                began = time.process_time()
                try:
                    refused_or_playable(changed(data, path, extreme))
                except BaseException as error:
                    where = ".".join(map(str, path))
                    raise AssertionError(f"{where} = {extreme} in game {seed} of {slug}: {error!r}") from error
                assert time.process_time() - began < SECONDS, f"{path} = {extreme} in game {seed} of {slug} is slow"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by the Linux kernel")
@pytest.mark.parametrize("slug", SLUGS)
def test_every_integer_at_its_extremes_is_refused_or_can_be_played(slug: str, is_long_run: bool) -> None:
    of_each_kind = 2 if is_long_run else 1
    command = [sys.executable, "-c", f"from tests.contract.test_extremes import feed; feed({slug!r}, {of_each_kind})"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-600:]

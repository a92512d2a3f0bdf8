"""Where saved games lie, and how they are written: whole, or not at all."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import flagplot
from flagplot.engine import Match
from flagplot.engine.errors import FlagplotError, SaveError
from flagplot.places import data_directory


class FileTrouble(FlagplotError):
    """A file cannot be read or written, said in one sentence."""


def new_file(slug: str) -> Path:
    """A name for a game that begins now, in the data directory, that no other file has."""
    stem = f"{slug}-{datetime.now():%Y-%m-%d-%H%M%S}"
    names = (f"{stem}{'' if n == 1 else f'-{n}'}.json" for n in range(1, 1000))
    return next(path for name in names if not (path := data_directory() / name).exists())


def in_data_directory(name: str) -> Path:
    """The file of that name in the data directory, which is made if it is not there."""
    directory = data_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileTrouble(f"{directory} cannot be created ({error.strerror}).") from None
    return directory / name


def suggested_name(slug: str, headline: str) -> str:
    """A name for a save, from the game and from where it is: atlantic-wolves-august-1942.json."""
    moment = "-".join(re.findall(r"\w+", headline.partition(",")[0].casefold()))
    return f"{slug}-{moment}.json"


def read(path: Path) -> bytes:
    """The content of a save."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileTrouble(f"{path} cannot be read ({error.strerror}). Expected a game saved by Flagplot.") from None


def opened(path: Path) -> Match[Any]:
    """The match in a save."""
    data = read(path)
    try:
        return flagplot.load(data)
    except SaveError as error:
        raise SaveError(f"{path} cannot be loaded: {error}") from None


def write(path: Path, data: bytes) -> None:
    """Write a file so that at every moment it is there whole, as it was or as it will be."""
    path = path.resolve()
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
    except OSError as error:
        raise FileTrouble(f"{path} cannot be written ({error.strerror}). Choose another file.") from None

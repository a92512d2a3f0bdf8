"""Where the figures of a game come from: the published text, other public material, our reconstruction, or the owner.

A data file says it in its table [sources], by path: "card.*.production" = "reconstructed: calibrated by simulation".
A path covers what stands at it and below it; a part of it may be a pattern (`*`, `convoy_*`) or several of them
(`hood|lutzow`). The longest path wins, and of two as long the one that says more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from flagplot.engine import data
from flagplot.engine.data import Key

RULES, PUBLIC, RECONSTRUCTED, OWNER = "rules", "public", "reconstructed", "owner"
MARKS = (RULES, PUBLIC, RECONSTRUCTED)  # that a data file may give
FEW_KEYS = 6  # of an owner's, that are named; more would hide the table's name


@dataclass(frozen=True, slots=True)
class Source:
    """Where some figures of a data file come from."""

    file: str
    path: str
    mark: str
    how: str  # how it was reconstructed, which material it is, or the owner's file
    figures: int


def sources(package: Path) -> list[Source]:
    """Where all figures of a game come from: by file, and in it as the file has its paths."""
    return [source for name in data.files_of(package) for source in _of_file(package, name)]


def without_source(package: Path) -> list[str]:
    """What is wrong with the tables of sources: figures that no path covers, and paths that stand for no figure."""
    wrong = []
    for name in data.files_of(package):
        paths = _paths(package, name)
        keys = [key for key, _ in data.leaves(data.own_figures(package, name))]
        used = {_path_of(key, paths) for key in keys}
        wrong += [f"{name}, {'.'.join(key)}: no source." for key in keys if _path_of(key, paths) is None]
        wrong += [f"{name}, sources: '{path}' stands for no figure." for path in paths if path not in used]
    return wrong


def _of_file(package: Path, name: str) -> Iterator[Source]:
    paths = _paths(package, name)
    owners = dict(data.leaves(data.owners_figures(package, name)))
    own = Counter[str]()
    for key, value in data.leaves(data.in_force(package, name)):
        if key not in owners and (path := _path_of(key, paths)):
            own[path] += _size(value)
    for path, (mark, how) in paths.items():
        if own[path]:
            yield Source(name, path, mark, how, own[path])
    for path, figures in _put_in(owners):
        yield Source(name, path, OWNER, str(data.owners_file(package, name)), figures)


def _put_in(owners: Mapping[Key, Any]) -> Iterator[tuple[str, int]]:
    """The owner's figures of a file, by the table in which they stand: its path, with the keys where these are few."""
    tables: dict[Key, list[Key]] = {}
    for key in owners:
        tables.setdefault(key[:-1] or key, []).append(key)
    for table, keys in tables.items():
        is_named = table not in owners and len(keys) <= FEW_KEYS
        path = (*table, "|".join(key[-1] for key in keys)) if is_named else table
        yield ".".join(path), sum(_size(owners[key]) for key in keys)


def _paths(package: Path, name: str) -> dict[str, tuple[str, str]]:
    """The paths of a file's table of sources, each with its mark and what is said about it."""
    found = {}
    for path, said in data.read(package / "data" / name).get(data.SOURCES, {}).items():
        mark, _, how = said.partition(": ") if isinstance(said, str) else ("", "", "")
        if mark not in MARKS or (mark != RULES and not how):
            raise data.defect(
                package, name, f"{data.SOURCES}.{path}", "expected 'rules', 'public: which' or 'reconstructed: how'"
            )
        found[path] = (mark, how)
    return found


def _path_of(key: Key, paths: dict[str, tuple[str, str]]) -> str | None:
    """The path that says where a figure comes from."""
    matching = [path for path in paths if _covers(path.split("."), key)]
    return max(matching, key=_weight, default=None)


def _covers(path: list[str], key: Key) -> bool:
    return len(path) <= len(key) and all(
        any(fnmatchcase(part, pattern) for pattern in patterns.split("|"))
        for part, patterns in zip(key, path, strict=False)
    )


def _weight(path: str) -> tuple[int, int]:
    parts = path.split(".")
    return len(parts), sum(2 if "*" not in part else part != "*" for part in parts)


def _size(value: Any) -> int:
    """How many figures a value holds."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 1 if not inner else sum(map(_size, inner))

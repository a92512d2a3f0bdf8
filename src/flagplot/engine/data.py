"""The figures of a game: its own data files, and over them what an owner of the printed game puts in their place."""

from __future__ import annotations

import difflib
import functools
import os
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from flagplot.engine.errors import DataError

T = TypeVar("T")
Key = tuple[str, ...]  # the way to a figure: file.toml's [ship.exeter] armor is ("ship", "exeter", "armor")

OWNERS_DIRECTORY = (
    "FLAGPLOT_DATA"  # an environment variable, so that processes started later play with the same figures
)
SOURCES = "sources"  # the table of a data file that says where its figures come from
DEEPEST = 12  # tables and lists within each other that a data file may have
TOO_DEEP = "{} of {} has tables or lists nested too deeply."
STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a string",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


def load(package: Path, name: str, kind: type[T]) -> T:
    """A data file of a game, with the owner's figures over its own; DataError, naming file and key, when one is wrong.

    An owner's table is merged key by key, `false` takes a table of the game's away, and everything else is replaced.
    What the kind does not know is an error.
    """
    figures = in_force(package, name)
    try:
        loaded = msgspec.convert(figures, kind, str_keys=True)
    except msgspec.ValidationError as error:
        key = tuple(_key_of(error, figures, kind))
        what = _in_words(error) + _perhaps(key, own_figures(package, name))
        raise defect(package, name, ".".join(key), what) from None
    for key, known in _unknown(figures, msgspec.to_builtins(loaded, str_keys=True)):
        raise defect(package, name, ".".join(key), f"there is no such figure ({meant(key[-1], known)})")
    return loaded


def defect(package: Path, name: str, key: str, what: str) -> DataError:
    """What is wrong with a figure, to be raised: for what only the game's own tables can find out."""
    file = owners_file(package, name)
    where = f"{name} of {file.parent if file else slug_of(package)}"
    stop = "" if what.endswith("?") else "."
    return DataError(f"{where}, {key}: {what}{stop}" if key else f"{where}: {what}{stop}")


def check_rows(
    package: Path, name: str, table: str, rows: Mapping[Any, T], defects: Callable[[T], Iterable[tuple[str, str]]]
) -> None:
    """Raise the first thing that a game finds wrong with a row of a table: at which key of it, and what."""
    for key, row in rows.items():
        for part, what in defects(row):
            raise defect(package, name, f"{table}.{key}.{part}", what)


def check_keys(package: Path, name: str, table: str, given: Iterable[str], expected: Collection[str]) -> None:
    """Raise a defect unless a table has those keys that the rules name, and no others."""
    if set(given) != set(expected):
        raise defect(package, name, table, f"expected exactly {', '.join(expected)}")


# The figures in force


def in_force(package: Path, name: str) -> dict[str, Any]:
    """What a data file says with the owner's figures over it, as plain data."""
    return _merged(own_figures(package, name), owners_figures(package, name))


def own_figures(package: Path, name: str) -> dict[str, Any]:
    """What the game's own data file says."""
    return {key: value for key, value in read(package / "data" / name).items() if key != SOURCES}


def owners_figures(package: Path, name: str) -> dict[str, Any]:
    """What the owner's file of that name says; nothing when there is none."""
    directory = os.environ.get(OWNERS_DIRECTORY)
    return _all_of_owner(package, Path(directory)).get(name, {}) if directory else {}


def files_of(package: Path) -> list[str]:
    """The names of a game's data files."""
    return sorted(file.name for file in (package / "data").glob("*.toml"))


def slug_of(package: Path) -> str:
    return package.name.replace("_", "-")


def read(file: Path) -> dict[str, Any]:
    """The content of a TOML file."""
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"{file.name} of {file.parent} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{file.name} of {file.parent} is not TOML: {error}.") from None
    except ValueError:
        raise DataError(f"{file.name} of {file.parent} has a number of too many digits.") from None
    except RecursionError:
        raise DataError(TOO_DEEP.format(file.name, file.parent)) from None
    if _is_deeper(content, DEEPEST):
        raise DataError(TOO_DEEP.format(file.name, file.parent))
    return content


def read_as(kind: type[T], file: Path, where: str) -> T:
    """A TOML file that only makers of games write, such as a lesson; DataError, naming the key, when one is wrong.

    `where` names the file to whoever reads the error.
    """
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), kind)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{where} is not TOML: {error}.") from None
    except msgspec.ValidationError as error:
        raise DataError(f"{where}: {error}.") from None


def _is_deeper(value: Any, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(levels == 0 or _is_deeper(one, levels - 1) for one in inner)


def leaves(figures: Mapping[str, Any], above: Key = ()) -> Iterator[tuple[Key, Any]]:
    """Every figure with the way to it; a list is one figure, since it is replaced as a whole."""
    for key, value in figures.items():
        if isinstance(value, dict):
            yield from leaves(value, (*above, key))
        else:
            yield (*above, key), value


def _merged(own: dict[str, Any], owners: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(own)
    for key, value in owners.items():
        before = own.get(key)
        if isinstance(before, dict) and value is False:
            del merged[key]
        elif isinstance(before, dict) and isinstance(value, dict):
            merged[key] = _merged(before, value)
        else:
            merged[key] = value
    return merged


# The owner's directory


def owners_folder(package: Path) -> Path | None:
    """Where the owner's files of a game are; None when there are none."""
    directory = os.environ.get(OWNERS_DIRECTORY)
    folder = Path(directory) / slug_of(package) if directory else None
    return folder if folder and folder.is_dir() else None


def owners_file(package: Path, name: str) -> Path | None:
    """The owner's file of that name; None when there is none."""
    folder = owners_folder(package)
    return folder / name if folder and (folder / name).is_file() else None


def put_in_force(directory: Path, packages: Iterable[Path]) -> None:
    """Play with the figures of a directory from now on, before any game is loaded, or say what is wrong with it."""
    by_slug = {slug_of(package): package for package in packages}
    for slug in _folders_of_games(directory, list(by_slug)):
        _read_folder(directory / slug, files_of(by_slug[slug]))
    os.environ[OWNERS_DIRECTORY] = str(directory.resolve())


def _folders_of_games(directory: Path, slugs: list[str]) -> list[str]:
    """Which games have a folder in the owner's directory; DataError when it cannot be meant."""
    if not directory.is_dir():
        raise DataError(f"{directory} is not a directory. Expected one folder per game.")
    folders = [entry.name for entry in _visible(directory) if entry.is_dir()]
    for folder in folders:
        if folder not in slugs and (near := _near(folder, slugs)):
            raise DataError(f"{directory} has a folder {folder}, but there is no such game. Did you mean {near}?")
    if not set(folders) & set(slugs):
        raise DataError(f"{directory} has no folder of any game. Expected one of {', '.join(slugs)}.")
    return [folder for folder in folders if folder in slugs]


def _read_folder(folder: Path, names: list[str]) -> dict[str, dict[str, Any]]:
    """What the owner's files of a game say, by their names."""
    found = {}
    for file in _visible(folder):
        if file.name not in names:
            raise DataError(f"{file.name} of {folder} is not a data file of the game ({meant(file.name, names)}).")
        if not file.is_file():  # to read a pipe would wait for ever
            raise DataError(f"{file.name} of {folder} is not a regular file.")
        found[file.name] = {key: value for key, value in read(file).items() if key != SOURCES}
    return found


def _visible(directory: Path) -> list[Path]:
    try:
        return sorted(entry for entry in directory.iterdir() if not entry.name.startswith("."))
    except OSError as error:
        raise DataError(f"{directory} cannot be read: {error.strerror}.") from None


@functools.cache
def _all_of_owner(package: Path, directory: Path) -> dict[str, dict[str, Any]]:
    """The owner's files of a game, read once: a file that is changed later changes neither the tables nor the mark."""
    games = [entry for entry in sorted(package.parent.iterdir()) if (entry / "data").is_dir()]
    slug = slug_of(package)
    if slug not in _folders_of_games(directory, [slug_of(game) for game in games]):
        return {}
    return _read_folder(directory / slug, files_of(package))


@functools.cache
def _digest(package: Path, directory: Path) -> str:
    changed = {}
    for name in _all_of_owner(package, directory):
        own, now = dict(leaves(own_figures(package, name))), dict(leaves(in_force(package, name)))
        for key in own | now:
            if own.get(key) != now.get(key):
                changed[f"{name}: {'.'.join(key)}"] = now.get(key)
    return blake2b(msgspec.json.encode(changed, order="sorted"), digest_size=16).hexdigest() if changed else ""


def digest(package: Path) -> str:
    """A mark of the owner's figures in force; empty when they are all the game's own."""
    directory = os.environ.get(OWNERS_DIRECTORY)
    return _digest(package, Path(directory)) if directory else ""


# What is wrong with a figure


def _key_of(error: msgspec.ValidationError, figures: Any, kind: Any) -> Iterator[str]:
    """The way to the figure that does not fit. Msgspec names no key of a `dict`, so each is tried alone."""
    _, _, place = str(error).partition(" - at ")
    steps = [field or index for field, index in STEP.findall(place)] + ["..."] * place.startswith("`key` in")
    way: list[str | int] = []
    for step in steps:
        key: str | int = int(step) if step.isdecimal() else step
        if step == "...":
            narrowed = ((key, _only(figures, way, key)) for key in _at(figures, way))
            found = next((one for one in narrowed if _fails_alike(error, one[1], kind)), None)
            if found is None:
                return
            key, figures = found
        way.append(key)
        yield str(key)


def _at(tree: Any, way: list[str | int]) -> Any:
    return functools.reduce(lambda at, key: at[key], way, tree)


def _only(tree: Any, way: list[str | int], key: str) -> Any:
    """The figures, but with this key alone in the table to which the way leads."""
    if not way:
        return {key: tree[key]}
    copy = tree.copy()
    copy[way[0]] = _only(tree[way[0]], way[1:], key)
    return copy


def _fails_alike(error: msgspec.ValidationError, figures: Any, kind: Any) -> bool:
    try:
        msgspec.convert(figures, kind, str_keys=True)
    except msgspec.ValidationError as another:
        return str(another) == str(error)
    return False


def _in_words(error: msgspec.ValidationError) -> str:
    what, _, _ = str(error).partition(" - at ")
    if missing := re.fullmatch("Object missing required field `(.+)`", what):
        return f"{missing[1]} is missing"
    if word := re.fullmatch("Invalid enum value (.+)", what):
        return f"{word[1]} is not one of the words allowed here"
    kinds = re.sub(
        "`([^`]+)`", lambda found: " or ".join(KINDS.get(kind, kind) for kind in found[1].split(" | ")), what
    )
    return kinds[0].lower() + kinds[1:]


def _perhaps(key: Key, own: Any) -> str:
    """Which of the game's own keys may have been meant, where a table that is new lacks something."""
    for step in key[:-1]:
        own = own.get(step) if isinstance(own, dict) else None
    if not key or not isinstance(own, dict) or key[-1] in own:
        return ""
    near = _near(key[-1], list(own))
    return f"; did you mean {near}?" if near else ""


def _unknown(given: Any, known: Any, above: Key = ()) -> Iterator[tuple[Key, list[str]]]:
    """The keys that were not taken up, each with those that are known beside it."""
    if isinstance(given, dict) and isinstance(known, dict):
        for key, value in given.items():
            if key in known:
                yield from _unknown(value, known[key], (*above, key))
            else:
                yield (*above, key), list(known)
    elif isinstance(given, list) and isinstance(known, list | tuple):
        for index, (one, other) in enumerate(zip(given, known, strict=True)):
            yield from _unknown(one, other, (*above, str(index)))


def meant(name: str, known: list[str]) -> str:
    """Which of the known names somebody may have meant, or all of them."""
    near = _near(name, known)
    return f"did you mean {near}?" if near else f"there are {', '.join(known)}"


def _near(name: str, known: list[str]) -> str | None:
    """The known name that is most like one that is not known, in whatever letters."""
    by_folded = {one.casefold(): one for one in known}
    return next((by_folded[one] for one in difflib.get_close_matches(name.casefold(), by_folded, 1)), None)

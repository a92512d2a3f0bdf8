"""Begin a game: copy the skeleton, which is a small game that works, under another name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from flagplot.engine.errors import FlagplotError

HERE = Path(__file__).parent
SKELETON, SKELETON_TEST = HERE / "skeleton", HERE / "skeleton_test.py"
SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_SLUG = 40


class CannotBegin(FlagplotError):
    """A new game cannot be written there, or not under that name."""


def title_of(slug: str) -> str:
    """The title of a game until somebody finds a better one."""
    return " ".join(word.capitalize() for word in slug.split("-"))


def prefix_of(slug: str, taken: Iterable[str]) -> str:
    """The letters with which the clauses of a game begin: as few of its words as no other book has."""
    letters = re.sub(r"[^A-Z]", "", slug.upper())
    initials = "".join(word[0] for word in slug.upper().split("-") if word[0].isalpha())
    for prefix in (initials, *(letters[:size] for size in range(2, len(letters) + 1))):
        if len(prefix) > 1 and prefix not in taken:
            return prefix
    raise CannotBegin(f"Another game has taken all short names for the clauses of '{slug}'; choose another slug.")


def write(slug: str, into: Path, tests: Path, taken: Iterable[str]) -> list[Path]:
    """Write a game that works, and its first test; returns the files. Nothing is written over."""
    if not SLUG.fullmatch(slug) or len(slug) > LONGEST_SLUG:
        raise CannotBegin(
            f"'{slug:.60}' cannot be the slug of a game; expected at most {LONGEST_SLUG} small letters, digits "
            "and hyphens, as in 'arctic-run'."
        )
    name = slug.replace("-", "_")
    package, test = into / name, tests / name / "test_rules.py"
    for target in (package, test):
        if target.exists():
            raise CannotBegin(f"{target} is there already; choose another slug, or move it away.")
    renamed = (
        ("flagplot.new_game.skeleton", f"flagplot.games.{name}"),
        ("SK-", f"{prefix_of(slug, taken)}-"),
        ("skeleton", slug),
        ("Skeleton", title_of(slug)),
    )
    sources = [file for file in sorted(SKELETON.rglob("*")) if file.is_file() and "__pycache__" not in file.parts]
    texts = {package / file.relative_to(SKELETON): file.read_text(encoding="utf-8") for file in sources}
    texts |= {test.parent / "__init__.py": "", test: SKELETON_TEST.read_text(encoding="utf-8")}
    try:
        for path, text in texts.items():
            for old, new in renamed:
                text = text.replace(old, new)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CannotBegin(f"{path} cannot be written: {error.strerror}.") from None
    return list(texts)

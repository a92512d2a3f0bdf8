"""The numbered clauses of a game's rule book: loading, looking up, and who cites them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

import msgspec

from flagplot.engine.errors import FlagplotError

CLAUSE_ID = re.compile(r"([A-Z]+)-([A-Z]+)-\d\d")


class RuleBookError(FlagplotError):
    """A rule book is malformed, or has no such clause or chapter."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading of the rule book; its key is the middle part of its clauses' ids."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule, in our own words."""

    id: str
    chapter: str
    title: str
    section: str  # where the published rules say it; empty where they are silent
    kind: Literal["rule", "option", "ruling"]
    text: str
    source: Literal["", "rules", "public", "reconstructed"] = ""  # as for figures, where a book marks its clauses


@dataclass(frozen=True, slots=True)
class Term:
    """What a chip, a gauge or a figure of that name means, in plain words, and the clause that says more."""

    name: str
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class RuleBook:
    """All clauses of one game, in the order of the book."""

    title: str
    follows: str  # the published rules that the game follows
    chapters: tuple[Chapter, ...]
    clauses: dict[str, Clause]
    terms: tuple[Term, ...] = ()

    @property
    def prefix(self) -> str:
        """The letters with which every id of this book begins."""
        return next(iter(self.clauses)).partition("-")[0]

    def clause(self, clause_id: str) -> Clause:
        """The clause of that id, in upper or lower case."""
        found = self.clauses.get(clause_id.upper())
        if found is None:
            raise RuleBookError(f"{self.title} has no clause {clause_id}{_nearest(clause_id, self.clauses)}.")
        return found

    def search(self, words: str) -> list[Clause]:
        """The clauses whose id, title and text together contain every one of the words."""
        wanted = words.casefold().split()
        return [
            clause
            for clause in self.clauses.values()
            if all(word in f"{clause.id}\n{clause.title}\n{clause.text}".casefold() for word in wanted)
        ]

    def in_chapter(self, key: str) -> list[Clause]:
        """The clauses of one chapter, its key in upper or lower case."""
        keys = [chapter.key for chapter in self.chapters]
        if key.upper() not in keys:
            raise RuleBookError(f"{self.title} has no chapter {key}{_nearest(key, keys)}.")
        return [clause for clause in self.clauses.values() if clause.chapter == key.upper()]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """The shape of rulebook.toml."""

    title: str
    follows: str
    chapter: list[Chapter]
    clause: list[Clause]
    term: list[Term] = []


def load(path: Path) -> RuleBook:
    """Read and check a rulebook.toml."""
    try:
        file = msgspec.toml.decode(path.read_bytes(), type=_File)
    except OSError as error:
        raise RuleBookError(f"{path} cannot be read: {error.strerror}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RuleBookError(f"{path} is not a rule book: {error}.") from error
    if defect := _defect(file):
        raise RuleBookError(f"{path} is not a rule book: {defect}.")
    clauses = {clause.id: replace(clause, text=_unwrap(clause.text)) for clause in file.clause}
    return RuleBook(file.title, file.follows, tuple(file.chapter), clauses, tuple(file.term))


def term_of(terms: Sequence[Term], name: str) -> Term | None:
    """What something of that name means; "Axis RP" is an RP, and what follows a colon only explains the name."""
    short = name.partition(":")[0]
    exact = next((term for term in terms if term.name == short), None)
    return exact or next((term for term in terms if short.endswith(f" {term.name}")), None)


def citations(package: Path) -> dict[str, list[str]]:
    """Where the code and data of a game's package cite its rule book: clause id to `rules.py:41`, ...

    Ids that look like this book's but are none of its clauses are listed too.
    """
    cited = re.compile(rf"\b{load(package / 'rulebook.toml').prefix}-[A-Z]+-\w+")
    places: dict[str, list[str]] = {}
    for path in [*sorted(package.rglob("*.py")), *sorted((package / "data").glob("*.toml"))]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for clause_id in dict.fromkeys(cited.findall(line)):
                places.setdefault(clause_id, []).append(f"{path.relative_to(package).as_posix()}:{number}")
    return places


def _defect(file: _File) -> str | None:
    """What is wrong with a file of the right shape, if anything."""
    chapters = set[str]()
    for chapter in file.chapter:
        if chapter.key in chapters:
            return f"chapter {chapter.key} is there twice"
        chapters.add(chapter.key)
    if not file.clause:
        return "it has no clause"
    prefix = file.clause[0].id.partition("-")[0]
    clauses = set[str]()
    for clause in file.clause:
        form = CLAUSE_ID.fullmatch(clause.id)
        if form is None:
            return f"clause id {clause.id!r} is not of the form AW-ATK-05"
        if form[1] != prefix:
            return f"the id of clause {clause.id} does not begin with {prefix}, as the first one does"
        if clause.chapter not in chapters:
            return f"chapter {clause.chapter!r} of clause {clause.id} is unknown"
        if form[2] != clause.chapter:
            return f"the id of clause {clause.id} does not name its chapter, {clause.chapter}"
        if not clause.text.strip():
            return f"the text of clause {clause.id} is empty"
        if clause.id in clauses:
            return f"clause id {clause.id} is there twice"
        clauses.add(clause.id)
    names = [term.name for term in file.term]
    for term in file.term:
        if names.count(term.name) > 1:
            return f"the term {term.name} stands there twice"
        if term.rule not in clauses:
            return f"the term {term.name} cites {term.rule}, which is not a clause"
    return None


def _unwrap(text: str) -> str:
    """Each paragraph on one line, with one empty line between paragraphs."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text.strip()))


def _nearest(word: str, known: Iterable[str]) -> str:
    """The tail of an error message: which known words come near."""
    near = get_close_matches(word.upper(), known)
    return f"; near it are {', '.join(near)}" if near else ""

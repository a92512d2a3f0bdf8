"""The rule book: titles, kinds, pages and references."""

from __future__ import annotations

import re
from pathlib import Path

from flagplot.engine import rulebook

BOOK = rulebook.load(Path(__file__).parents[3] / "src/flagplot/games/atlantic_chase/rulebook.toml")
OURS = ("IP", "EX", "CA", "AMB")  # chapters that are rulings of ours


def test_titles_are_two_to_six_words_and_none_stands_twice() -> None:
    titles = [clause.title for clause in BOOK.clauses.values()]
    assert [title for title in titles if not 2 <= len(title.split()) <= 6] == []
    assert sorted({title for title in titles if titles.count(title) > 1}) == []


def test_kinds_follow_from_the_chapters() -> None:
    for clause in BOOK.clauses.values():
        expected = "option" if clause.chapter == "OP" else "ruling" if clause.chapter in OURS else "rule"
        assert clause.kind == expected, clause.id


def test_sections_are_pages_of_the_rule_book() -> None:
    for clause in BOOK.clauses.values():
        assert re.fullmatch(r"p\. \d+|solitaire book|", clause.section), clause.id
        assert clause.section or clause.chapter in OURS, clause.id


def test_texts_are_short_and_use_no_abbreviations() -> None:
    for clause in BOOK.clauses.values():
        assert not re.search(r"\b(TF|TFs|EM|EMs|CTF|VP|GV|vs|SEED|SOLO|BOARD|H\d+|R-\d+)\b", clause.text), clause.id
        assert len(re.findall(r"[.!?](?=\s|$)", clause.text)) <= 5, clause.id


def test_references_are_to_clauses_that_exist() -> None:
    for clause in BOOK.clauses.values():
        for other in re.findall(r"AC-[A-Z]+-\d\d", clause.text):
            assert other in BOOK.clauses, (clause.id, other)
            assert other != clause.id

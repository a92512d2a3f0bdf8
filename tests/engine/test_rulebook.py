"""The rule book: what it accepts, what it finds, and who cites it."""

from pathlib import Path
from textwrap import dedent

import pytest

from flagplot.engine.errors import FlagplotError
from flagplot.engine.rulebook import Chapter, RuleBook, RuleBookError, citations, load

BOOK = dedent('''\
    title = "Paper Boats"
    follows = "Paper Boats, second edition"

    [[chapter]]
    key = "MOV"
    title = "Movement"

    [[chapter]]
    key = "ATK"
    title = "Attacks"

    [[clause]]
    id = "PB-MOV-01"
    chapter = "MOV"
    title = "One square"
    section = "2.1"
    kind = "rule"
    text = """
    A boat moves one square,
      never   diagonally.

    The Königin may stay.
    """

    [[clause]]
    id = "PB-ATK-01"
    chapter = "ATK"
    title = "Splash"
    section = "3"
    kind = "option"
    text = "A boat attacks the square that it faces."

    [[clause]]
    id = "PB-ATK-02"
    chapter = "ATK"
    title = "Soaked"
    section = ""
    kind = "ruling"
    text = "A soaked boat is removed at once."
    ''')


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The package of a made-up game, so far with nothing but its rule book."""
    (tmp_path / "rulebook.toml").write_text(BOOK, encoding="utf-8")
    return tmp_path


@pytest.fixture
def book(package: Path) -> RuleBook:
    return load(package / "rulebook.toml")


def defect(package: Path, old: str, new: str) -> str:
    """The complaint about the book with one passage changed."""
    assert old in BOOK
    path = package / "rulebook.toml"
    path.write_text(BOOK.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RuleBookError) as caught:
        load(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert message.endswith(".")
    return message


def test_a_book_keeps_title_chapters_and_clauses_in_their_order(book: RuleBook) -> None:
    assert (book.title, book.follows) == ("Paper Boats", "Paper Boats, second edition")
    assert book.chapters == (Chapter("MOV", "Movement"), Chapter("ATK", "Attacks"))
    assert list(book.clauses) == ["PB-MOV-01", "PB-ATK-01", "PB-ATK-02"]
    assert book.prefix == "PB"


def test_a_clause_carries_its_section_and_kind(book: RuleBook) -> None:
    clause = book.clause("PB-ATK-01")
    assert (clause.chapter, clause.title, clause.section, clause.kind) == ("ATK", "Splash", "3", "option")


def test_the_paragraphs_of_a_text_are_unwrapped(book: RuleBook) -> None:
    text = book.clause("PB-MOV-01").text
    assert text == "A boat moves one square, never diagonally.\n\nThe Königin may stay."


@pytest.mark.parametrize("clause_id", ["PB-ATK-02", "pb-atk-02", "Pb-Atk-02"])
def test_a_clause_is_found_in_any_case(book: RuleBook, clause_id: str) -> None:
    assert book.clause(clause_id).title == "Soaked"


def test_an_unknown_clause_names_the_nearest_ones(book: RuleBook) -> None:
    with pytest.raises(RuleBookError, match=r"^Paper Boats has no clause pb-atk-03; near it are PB-ATK-0"):
        book.clause("pb-atk-03")


def test_an_unknown_clause_like_no_other_names_none(book: RuleBook) -> None:
    with pytest.raises(RuleBookError, match=r"^Paper Boats has no clause torpedo\.$"):
        book.clause("torpedo")


def test_a_rule_book_error_is_caught_with_the_others_of_flagplot() -> None:
    assert issubclass(RuleBookError, FlagplotError)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("soaked", ["PB-ATK-02"]),
        ("BOAT square", ["PB-MOV-01", "PB-ATK-01"]),
        ("königin", ["PB-MOV-01"]),
        ("atk boat faces", ["PB-ATK-01"]),
        ("boat submarine", []),
        ("", ["PB-MOV-01", "PB-ATK-01", "PB-ATK-02"]),
    ],
)
def test_a_search_finds_the_clauses_with_all_words(book: RuleBook, words: str, found: list[str]) -> None:
    assert [clause.id for clause in book.search(words)] == found


def test_a_chapter_lists_its_clauses_in_any_case(book: RuleBook) -> None:
    assert [clause.id for clause in book.in_chapter("atk")] == ["PB-ATK-01", "PB-ATK-02"]


def test_an_unknown_chapter_names_the_nearest_one(book: RuleBook) -> None:
    with pytest.raises(RuleBookError, match=r"^Paper Boats has no chapter ATC; near it are ATK\.$"):
        book.in_chapter("ATC")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"PB-ATK-02"', '"PB-ATK-01"', "clause id PB-ATK-01 is there twice"),
        ('key = "ATK"', 'key = "MOV"', "chapter MOV is there twice"),
        ('chapter = "ATK"', 'chapter = "AIR"', "chapter 'AIR' of clause PB-ATK-01 is unknown"),
        ('chapter = "ATK"', 'chapter = "MOV"', "clause PB-ATK-01 does not name its chapter, MOV"),
        ('"PB-ATK-02"', '"PB-ATK-2"', "clause id 'PB-ATK-2' is not of the form AW-ATK-05"),
        ('"PB-ATK-02"', '"pb-ATK-02"', "clause id 'pb-ATK-02' is not of the form AW-ATK-05"),
        ('"PB-ATK-02"', '"XY-ATK-02"', "clause XY-ATK-02 does not begin with PB"),
        ('text = "A soaked boat is removed at once."', 'text = " "', "text of clause PB-ATK-02 is empty"),
        ('title = "Soaked"\n', "", "missing required field `title` - at `$.clause[2]`"),
        ('title = "Movement"\n', "", "missing required field `title` - at `$.chapter[0]`"),
        ('follows = "Paper', 'fellows = "Paper', "unknown field `fellows`"),
        ('kind = "ruling"', 'kind = "guess"', "Invalid enum value 'guess' - at `$.clause[2].kind`"),
        ('section = "2.1"', "section = 2.1", "Expected `str`, got `float` - at `$.clause[0].section`"),
        ('key = "MOV"', "key = MOV", "Invalid value"),
    ],
)
def test_a_defect_of_the_book_is_named(package: Path, old: str, new: str, complaint: str) -> None:
    assert complaint in defect(package, old, new)


def test_a_book_without_clauses_is_refused(package: Path) -> None:
    assert "it has no clause" in defect(package, BOOK, 'title = ""\nfollows = ""\nchapter = []\nclause = []')


def test_a_book_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RuleBookError, match=r"rulebook\.toml cannot be read: No such file or directory\.$"):
        load(tmp_path / "rulebook.toml")


def test_a_book_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.toml"
    path.write_bytes(BOOK.encode("latin-1"))
    with pytest.raises(RuleBookError, match="is not a rule book"):
        load(path)


def test_citations_are_found_in_code_and_data_with_their_lines(package: Path) -> None:
    (package / "rules.py").write_text('"""Attacks (PB-ATK-01, PB-ATK-02)."""\n\nSOAK = Event("PB-ATK-02")\n')
    (package / "battle").mkdir()
    (package / "battle" / "night.py").write_text("# PB-ATK-01 or PB-ATK-01\n")
    (package / "data").mkdir()
    (package / "data" / "boats.toml").write_text('\nrule = "PB-MOV-01"\n')
    assert citations(package) == {
        "PB-ATK-01": ["battle/night.py:1", "rules.py:1"],
        "PB-ATK-02": ["rules.py:1", "rules.py:3"],
        "PB-MOV-01": ["data/boats.toml:2"],
    }


def test_the_rule_book_does_not_cite_itself(package: Path) -> None:
    assert citations(package) == {}


def test_a_citation_of_no_clause_is_listed_too(package: Path) -> None:
    (package / "rules.py").write_text("PB-ATK-99 PB-ATK-2 PB-ATK-01a\n")
    assert list(citations(package)) == ["PB-ATK-99", "PB-ATK-2", "PB-ATK-01a"]


def test_another_book_s_clauses_are_not_citations_of_this_one(package: Path) -> None:
    (package / "rules.py").write_text("XPB-ATK-01 XY-ATK-01 PB-class\n")
    assert citations(package) == {}

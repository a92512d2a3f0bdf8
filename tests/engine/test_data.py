"""Data files: read by schema, overridden by an owner's, and marked with where their figures come from."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from flagplot.engine import data
from flagplot.engine.errors import DataError, OtherFigures
from flagplot.engine.match import Match
from flagplot.engine.proof import verified
from flagplot.engine.sources import Source, sources, without_source
from flagplot.engine.start import load_match, new_match
from flagplot.games import packages
from tests.engine.toy import RED, toy_game

OWN = """
title = "Ships"

[sources]
"*" = "rules"
"ship.*.armor" = "reconstructed: our choice"
"ship.exeter|ajax.guns" = "public: a session report"

[ship.exeter]
armor = 3
guns = [8, 8]
kind = "heavy"

[ship.ajax]
armor = 1
guns = [6, 6, 6]

[ship.ajax.crew]
1 = 500
"""


@dataclass(frozen=True, slots=True)
class Ship:
    armor: Annotated[int, msgspec.Meta(ge=0)]
    guns: tuple[int, ...]
    kind: Literal["heavy", "light"] = "light"
    crew: dict[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Ships:
    title: str
    ship: dict[str, Ship]


EXETER, AJAX = Ship(3, (8, 8), "heavy"), Ship(1, (6, 6, 6), "light", {1: 500})

Put = Callable[[str], Path]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A game with one data file."""
    folder = tmp_path / "games" / "two_cruisers"
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "ships.toml").write_text(OWN, encoding="utf-8")
    return folder


@pytest.fixture
def put(tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch) -> Put:
    """Puts an owner's figures in force, and returns the folder where they are."""
    monkeypatch.delenv(data.OWNERS_DIRECTORY, raising=False)

    def write(text: str) -> Path:
        directory = tmp_path / blake2b(text.encode(), digest_size=4).hexdigest()
        folder = directory / "two-cruisers"
        folder.mkdir(parents=True)
        (folder / "ships.toml").write_text(text, encoding="utf-8")
        monkeypatch.setenv(data.OWNERS_DIRECTORY, str(directory))
        return folder

    return write


def ships(package: Path) -> Ships:
    return data.load(package, "ships.toml", Ships)


# Reading and merging


def test_without_an_owner_the_games_own_figures_are_read(package: Path, put: Put) -> None:
    assert ships(package) == Ships("Ships", {"exeter": EXETER, "ajax": AJAX})
    assert data.digest(package) == ""


def test_an_owner_writes_only_what_differs_and_lists_are_replaced_as_a_whole(package: Path, put: Put) -> None:
    put("[ship.exeter]\nguns = [6]\n[ship.ajax.crew]\n2 = 80\n[ship.achilles]\narmor = 1\nguns = []\n")
    assert ships(package) == Ships(
        "Ships",
        {
            "exeter": Ship(3, (6,), "heavy"),
            "ajax": Ship(1, (6, 6, 6), "light", {1: 500, 2: 80}),
            "achilles": Ship(1, ()),
        },
    )


def test_false_in_place_of_a_table_takes_it_away(package: Path, put: Put) -> None:
    put("[ship]\nexeter = false\n")
    assert ships(package) == Ships("Ships", {"ajax": AJAX})


def test_a_copied_file_may_keep_its_table_of_sources(package: Path, put: Put) -> None:
    put(OWN.replace("armor = 3", "armor = 4"))
    assert ships(package).ship["exeter"].armor == 4


def test_figures_of_other_games_leave_a_game_alone(
    tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "another-game").mkdir()
    (package.parent / "another_game" / "data").mkdir(parents=True)
    monkeypatch.setenv(data.OWNERS_DIRECTORY, str(tmp_path))
    assert ships(package).ship == {"exeter": EXETER, "ajax": AJAX}


# What is wrong


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        ('[ship.exeter]\narmor = "x"', ", ship.exeter.armor: expected a whole number, got a string."),
        ("[ship.exeter]\narmor = -1", ", ship.exeter.armor: expected a whole number >= 0."),
        ("[ship.exeter]\narmour = 3", ", ship.exeter.armour: there is no such figure (did you mean armor?)."),
        ("[ship.exeter]\nx = 3", ", ship.exeter.x: there is no such figure (there are armor, guns, kind, crew)."),
        ("[ship.hood]\narmor = 3", ", ship.hood: guns is missing."),
        ("[ship.AJAX]\narmor = 3", ", ship.AJAX: guns is missing; did you mean ajax?"),
        ('[ship.exeter]\nkind = "fat"', ", ship.exeter.kind: 'fat' is not one of the words allowed here."),
        ('[ship.ajax]\nguns = [6, "x"]', ", ship.ajax.guns.1: expected a whole number, got a string."),
        ('[ship.ajax.crew]\n7 = "x"', ", ship.ajax.crew.7: expected a whole number, got a string."),
        ("[ship.ajax.crew]\nmany = 7", ", ship.ajax.crew.many: expected a whole number, got a string."),
        ("ship = 3", ", ship: expected a table, got a whole number."),
        ("title = true", ", title: expected a string, got true or false."),
        ("= 3", " is not TOML: Invalid statement (at line 1, column 1)."),
        (f"title = {'9' * 5000}", " has a number of too many digits."),
        (f"title = {'[' * 5000}{']' * 5000}", " has tables or lists nested too deeply."),
        (f"title = {'[' * 100}{']' * 100}", " has tables or lists nested too deeply."),
        (f"{'.'.join('x' * 5000)} = 1", " has tables or lists nested too deeply."),
    ],
)
def test_a_wrong_figure_is_one_sentence_that_names_file_and_key(
    package: Path, put: Put, figures: str, sentence: str
) -> None:
    folder = put(figures)
    with pytest.raises(DataError) as raised:
        ships(package)
    assert str(raised.value) == f"ships.toml of {folder}{sentence}"


def test_what_only_the_game_can_find_out_is_said_in_the_same_way(package: Path, put: Put) -> None:
    assert str(data.defect(package, "ships.toml", "ship.ajax", "it is not a ship")) == (
        "ships.toml of two-cruisers, ship.ajax: it is not a ship."
    )
    folder = put("[ship.exeter]\narmor = 2")
    assert str(data.defect(package, "ships.toml", "", "too few ships")) == f"ships.toml of {folder}: too few ships."


# The directory


def files_in(directory: Path, **files: str) -> Path:
    for name, text in files.items():
        path = directory / name.replace("__", "/").replace("_toml", ".toml").replace("_", "-")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return directory


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"readme": ""}, "{} has no folder of any game. Expected one of two-cruisers."),
        (
            {"two_cruiser__ships_toml": ""},
            "{} has a folder two-cruiser, but there is no such game. Did you mean two-cruisers?",
        ),
        (
            {"two_cruisers__ship_toml": ""},
            "ship.toml of {}/two-cruisers is not a data file of the game (did you mean ships.toml?).",
        ),
        (
            {"two_cruisers__ships_toml": "ship = ["},
            "ships.toml of {}/two-cruisers is not TOML: Invalid value (at end of document).",
        ),
    ],
)
def test_a_directory_that_cannot_be_meant_is_refused_in_one_sentence(
    tmp_path: Path, package: Path, put: Put, files: dict[str, str], sentence: str
) -> None:
    directory = files_in(tmp_path / "owner", **files)
    with pytest.raises(DataError) as raised:
        data.put_in_force(directory, [package])
    assert str(raised.value) == sentence.format(directory)
    assert data.owners_folder(package) is None


def test_a_directory_that_is_none_is_refused(tmp_path: Path, package: Path) -> None:
    with pytest.raises(DataError, match=r"is not a directory\. Expected one folder per game"):
        data.put_in_force(tmp_path / "nowhere", [package])


def test_a_directory_is_put_in_force_by_its_full_path_with_whatever_else_is_in_it(
    tmp_path: Path, package: Path, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    files_in(tmp_path / "owner", notes="", two_cruisers__ships_toml='title = "Mine"')
    (tmp_path / "owner" / "two-cruisers" / ".hidden").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(data.OWNERS_DIRECTORY, "")
    data.put_in_force(Path("owner"), [package])
    monkeypatch.chdir("/")
    assert ships(package).title == "Mine"


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "{} is not a directory. Expected one folder per game."),
        ({"readme": ""}, "{} has no folder of any game. Expected one of two-cruisers."),
        (
            {"Two_Cruiser__ships_toml": ""},
            "{} has a folder Two-Cruiser, but there is no such game. Did you mean two-cruisers?",
        ),
        (
            {"two_cruisers__ship_toml": ""},
            "ship.toml of {}/two-cruisers is not a data file of the game (did you mean ships.toml?).",
        ),
    ],
)
def test_a_directory_named_by_the_variable_alone_is_checked_when_a_game_is_loaded(
    tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], sentence: str
) -> None:
    directory = files_in(tmp_path / "owner", **files)
    monkeypatch.setenv(data.OWNERS_DIRECTORY, str(directory))
    with pytest.raises(DataError) as raised:
        ships(package)
    assert str(raised.value) == sentence.format(directory)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_regular_file_is_refused_and_not_read(
    tmp_path: Path, package: Path, put: Put, make: Callable[[Path], None]
) -> None:
    folder = tmp_path / "owner" / "two-cruisers"
    folder.mkdir(parents=True)
    make(folder / "ships.toml")
    with pytest.raises(DataError) as raised:
        data.put_in_force(tmp_path / "owner", [package])
    assert str(raised.value) == f"ships.toml of {folder} is not a regular file."


# Records


def test_figures_and_their_mark_are_those_of_the_moment_when_the_game_was_loaded(package: Path, put: Put) -> None:
    file = put("[ship.exeter]\narmor = 4") / "ships.toml"
    assert ships(package).ship["exeter"].armor == 4
    file.write_text("[ship.exeter]\narmor = 5", encoding="utf-8")
    loaded = data.digest(package)
    file.unlink()
    file.parent.rmdir()
    assert ships(package).ship["exeter"].armor == 4
    assert loaded == data.digest(package) == mark(package, put, "[ship]\nexeter.armor = 4")


def mark(package: Path, put: Put, figures: str) -> str:
    put(figures)
    return data.digest(package)


def test_the_mark_depends_on_the_figures_that_differ_and_on_nothing_else(package: Path, put: Put) -> None:
    one = mark(package, put, "[ship.exeter]\narmor = 4")
    assert len(one) == 32
    assert mark(package, put, '# the same\ntitle = "Ships"\n[ship.exeter]\narmor = 4') == one
    assert mark(package, put, "[ship.exeter]\narmor = 5") not in (one, "")
    assert mark(package, put, "[ship]\nexeter = false") not in (one, "")
    assert mark(package, put, "[ship.exeter]\narmor = 3") == ""


def played(package: Path) -> Match[Any]:
    return new_match(toy_game(package), None, 1, {}, None, None).pick(0).pick(1)


def test_a_save_of_other_figures_is_refused_both_ways_and_opens_again_with_its_own(
    package: Path, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(save: bytes) -> Match[Any]:
        return load_match(save, lambda slug: toy_game(package))

    plain = played(package).save()
    put("[ship.exeter]\narmor = 4")
    directory = str(data.owners_folder(package).parent)
    match = played(package)
    assert match.record.data == data.digest(package)
    first, with_four = match.record.data[:8], match.save()
    with pytest.raises(OtherFigures) as raised:
        load(plain)
    assert str(raised.value) == (
        f"This game of Toy is played with the game's own figures, but an owner's figures ({first}) are in force. "
        "Start Flagplot without --data."
    )
    put("[ship.exeter]\narmor = 5")
    second = data.digest(package)[:8]
    with pytest.raises(OtherFigures) as raised:
        load(with_four)
    assert str(raised.value) == (
        f"This game of Toy is played with an owner's figures ({first}), but an owner's figures ({second}) are in "
        "force. Start Flagplot with --data and the directory that has them."
    )
    monkeypatch.delenv(data.OWNERS_DIRECTORY)
    with pytest.raises(OtherFigures, match=r"but the game's own figures are in force\. Start Flagplot with --data"):
        load(with_four)
    assert load(plain).record.data == ""
    monkeypatch.setenv(data.OWNERS_DIRECTORY, directory)
    again = load(with_four)
    assert again.record == match.record
    assert f"It was played with the figures of an owner of the printed game ({first})" in " ".join(verified(again))


def test_a_branch_and_a_match_that_is_looked_at_earlier_keep_the_mark(package: Path, put: Put) -> None:
    put("[ship.exeter]\narmor = 4")
    match = played(package)
    assert match.at(1).record.data == match.branch(RED).record.data == data.digest(package)


def test_a_save_from_before_there_were_marks_can_be_loaded(package: Path, put: Put) -> None:
    envelope = json.loads(played(package).save())
    del envelope["content"]["record"]["data"]
    envelope["digest"] = blake2b(msgspec.json.encode(envelope["content"]), digest_size=16).hexdigest()
    loaded = load_match(msgspec.json.encode(envelope), lambda slug: toy_game(package))
    assert loaded.record == played(package).record


# Sources


def test_every_figure_says_where_it_comes_from_and_the_longest_path_wins(package: Path, put: Put) -> None:
    assert without_source(package) == []
    assert sources(package) == [
        Source("ships.toml", "*", "rules", "", 3),
        Source("ships.toml", "ship.*.armor", "reconstructed", "our choice", 2),
        Source("ships.toml", "ship.exeter|ajax.guns", "public", "a session report", 5),
    ]


def test_an_owners_figures_are_listed_with_the_file(package: Path, put: Put) -> None:
    file = put("[ship.exeter]\narmor = 4\nguns = [6]") / "ships.toml"
    assert sources(package) == [
        Source("ships.toml", "*", "rules", "", 3),
        Source("ships.toml", "ship.*.armor", "reconstructed", "our choice", 1),
        Source("ships.toml", "ship.exeter|ajax.guns", "public", "a session report", 3),
        Source("ships.toml", "ship.exeter.armor|guns", "owner", str(file), 2),
    ]


def test_an_owners_figures_are_named_by_table_and_keys_or_by_the_table_alone_when_they_are_many(
    package: Path, put: Put
) -> None:
    put("title = 'Mine'\n[ship.exeter]\narmor = 4\n[ship.ajax.crew]\n" + "".join(f"{n} = 9\n" for n in range(1, 8)))
    theirs = [(source.path, source.figures) for source in sources(package) if source.mark == "owner"]
    assert theirs == [("title", 1), ("ship.exeter.armor", 1), ("ship.ajax.crew", 7)]


@pytest.mark.parametrize(
    ("marks", "wrong"),
    [
        ('"ship" = "rules"', ["ships.toml, title: no source."]),
        ('"*" = "rules"\n"ship.hood" = "rules"', ["ships.toml, sources: 'ship.hood' stands for no figure."]),
        ('"*" = "rules"\n"title|ship" = "rules"', ["ships.toml, sources: '*' stands for no figure."]),
    ],
)
def test_a_figure_without_source_and_a_path_without_figure_are_found(
    package: Path, marks: str, wrong: list[str]
) -> None:
    text = OWN[: OWN.index('"*"')] + marks + OWN[OWN.index("\n[ship.exeter]") :]
    (package / "data" / "ships.toml").write_text(text, encoding="utf-8")
    assert without_source(package) == wrong


@pytest.mark.parametrize("said", ['"guess"', '"public"', '"reconstructed"', "3"])
def test_a_source_is_the_rules_or_says_which_material_or_how(package: Path, said: str) -> None:
    (package / "data" / "ships.toml").write_text(f'[sources]\n"*" = {said}\n', encoding="utf-8")
    with pytest.raises(DataError) as raised:
        sources(package)
    assert str(raised.value) == (
        "ships.toml of two-cruisers, sources.*: expected 'rules', 'public: which' or 'reconstructed: how'."
    )


@pytest.mark.parametrize("game", packages(), ids=lambda package: package.name)
def test_every_figure_of_every_game_has_a_source_and_every_path_stands_for_some(game: Path) -> None:
    assert data.files_of(game)
    assert without_source(game) == []

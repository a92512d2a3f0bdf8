"""`flagplot admin`: backups that either kind of database takes back, people, games, and what they say."""

from __future__ import annotations

import gzip
import json
import re
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import MetaData, select, text
from sqlalchemy.engine import Engine

import flagplot
from flagplot.server.errors import ServerTrouble
from flagplot.server.storage import backup
from flagplot.server.storage.database import Database
from flagplot.server.storage.migrations import migrate
from flagplot.server.storage.opening import default_url, opened
from flagplot.server.storage.schema import accounts, matches, metadata, moves, tokens
from tests.server.commands import Run, refused, until
from tests.server.first_release import ANN, BOB, OldGame, filled
from tests.server.postgres import Cluster
from tests.server.running import RunningServer
from tests.server.tables import database_of

OF_COMMANDS = ("audit", "messages")  # the tables in which every command leaves something


@pytest.fixture
def urls(tmp_path: Path, postgres: Cluster) -> dict[str, str]:
    """An empty database of each kind."""
    return {"sqlite": f"sqlite:///{tmp_path}/games.db", "postgresql": postgres.new_database()}


def with_games(url: str, up_to_date: bool = True) -> list[OldGame]:
    engine = opened(url)
    games = filled(engine)
    if up_to_date:
        migrate(engine)
        with engine.begin() as connection:
            row = {"guest": ANN, "name_key": "ann", "password": "x", "created": "2025-06-01T00:00:00.000Z"}
            connection.execute(accounts.insert(), row)
    engine.dispose()
    return games


def content(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of a database, but for what the commands themselves leave there."""
    engine = opened(url)
    found = MetaData()
    found.reflect(engine)
    with engine.connect() as connection:
        rows = {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            if table.name not in OF_COMMANDS
            else []
            for table in found.sorted_tables
        }
    engine.dispose()
    return rows


# Backups


@pytest.mark.parametrize(("kind", "other"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_a_backup_of_one_kind_of_database_is_restored_into_the_other(
    run: Run, urls: dict[str, str], tmp_path: Path, kind: str, other: str
) -> None:
    with_games(urls[kind])
    file = tmp_path / "evening.backup"
    code, out, _ = run(urls[kind], "backup", file)
    assert (code, out) == (0, f"Wrote {sum(map(len, content(urls[kind]).values())) - 1} rows to {file}.\n")
    assert file.stat().st_mode & 0o077 == 0
    assert run(urls[other], "restore", file)[0] == 0
    assert content(urls[other]) == content(urls[kind])
    assert [path.name for path in tmp_path.glob("*.part")] == []


@pytest.mark.parametrize(("kind", "other"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_a_backup_of_the_first_layout_is_restored_and_brought_up_to_date(
    run: Run, urls: dict[str, str], tmp_path: Path, kind: str, other: str
) -> None:
    with_games(urls[kind], up_to_date=False)
    assert run(urls[kind], "backup", tmp_path / "old.backup")[0] == 0
    assert "accounts" not in content(urls[kind])
    assert run(urls[other], "restore", tmp_path / "old.backup")[0] == 0
    engine = opened(urls[kind])
    migrate(engine)
    engine.dispose()
    assert content(urls[other]) == content(urls[kind])


def test_a_backup_is_restored_into_a_database_that_a_server_has_only_opened(
    run: Run, urls: dict[str, str], tmp_path: Path
) -> None:
    with_games(urls["sqlite"])
    run(urls["sqlite"], "backup", tmp_path / "x.backup")
    Database(urls["postgresql"]).close()
    assert run(urls["postgresql"], "restore", tmp_path / "x.backup")[0] == 0
    assert content(urls["postgresql"]) == content(urls["sqlite"])


def test_a_database_in_use_is_not_restored_into(run: Run, urls: dict[str, str], tmp_path: Path) -> None:
    for url in urls.values():
        with_games(url)
        before = content(url)
        file = tmp_path / f"{url.partition(':')[0]}.backup"
        run(url, "backup", file)
        refused(run(url, "restore", file), "is not empty")
        assert content(url) == before


def test_a_damaged_backup_restores_nothing(run: Run, urls: dict[str, str], tmp_path: Path) -> None:
    with_games(urls["sqlite"])
    run(urls["sqlite"], "backup", tmp_path / "whole.backup")
    whole = (tmp_path / "whole.backup").read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    changed = [line.replace(b'"Ann"', b'"Eve"') for line in lines]
    header = json.loads(lines[0])
    file = tmp_path / "bad.backup"
    for data, says in (
        (whole[: len(whole) // 2], "damaged or not complete"),
        (whole[:-4], "damaged or not complete"),
        # A single bit would not do: what is packed can be unpacked to the same bytes from elsewhere.
        (whole[:2000] + bytes(100) + whole[2100:], "damaged or not complete"),
        (gzip.compress(b"".join(lines[:-1])), "damaged or not complete"),
        (gzip.compress(b"".join(lines[:-5] + lines[-1:])), "damaged or not complete"),
        (gzip.compress(b"".join([*lines, b"[]\n"])), "damaged or not complete"),
        (gzip.compress(b"".join(changed)), "damaged or not complete"),
        (gzip.compress(b""), "damaged or not complete"),
        (gzip.compress(b"hello\n"), "not a Flagplot backup"),
        (b"hello", "not a Flagplot backup"),
        (b"", "damaged or not complete"),
        (gzip.compress(json.dumps(header | {"flagplot_backup": 99}).encode()), "newer Flagplot"),
    ):
        file.write_bytes(data)
        for url in (urls["postgresql"], f"sqlite:///{tmp_path}/other.db"):
            refused(run(url, "restore", file), str(file), says)
            assert content(url) == {}
    refused(run(urls["postgresql"], "restore", tmp_path / "nothing"), "No such file")
    refused(run(urls["postgresql"], "restore", tmp_path), "cannot be read")


def test_what_does_not_fit_is_restored_not_at_all(run: Run, urls: dict[str, str], tmp_path: Path) -> None:
    with_games(urls["sqlite"])
    engine = opened(urls["sqlite"])
    with engine.begin() as connection:
        connection.execute(text("UPDATE accounts SET name_key = :long"), {"long": "a" * 61})  # SQLite lets it pass
    engine.dispose()
    run(urls["sqlite"], "backup", tmp_path / "x.backup")
    refused(run(urls["postgresql"], "restore", tmp_path / "x.backup"), "does not fit this database")
    assert content(urls["postgresql"]) == {}


def test_a_restore_that_fails_leaves_nothing_behind(run: Run, urls: dict[str, str], tmp_path: Path) -> None:
    with_games(urls["sqlite"])
    run(urls["sqlite"], "backup", tmp_path / "x.backup")
    lines = gzip.decompress((tmp_path / "x.backup").read_bytes()).splitlines(keepends=True)
    row = next(number for number, line in enumerate(lines) if line.startswith(b"["))
    twice = [*lines[:row], lines[row], *lines[row:-1]]  # the sum is right
    end = b'{"sha256":"' + sha256(b"".join(twice)).hexdigest().encode() + b'"}\n'
    (tmp_path / "odd.backup").write_bytes(gzip.compress(b"".join([*twice, end])))
    (tmp_path / "cut.backup").write_bytes((tmp_path / "x.backup").read_bytes()[:-4])
    before = sorted(path.name for path in tmp_path.iterdir())
    for name in ("nothing.backup", "cut.backup", "odd.backup"):
        refused(run(f"sqlite:///{tmp_path}/new.db", "restore", tmp_path / name), name)
        assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_two_backups_at_once_do_not_get_in_each_others_way(
    urls: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "ROWS_AT_ONCE", 10)
    with_games(urls["sqlite"])
    engine = opened(urls["sqlite"])
    file = tmp_path / "evening.backup"

    def meanwhile(done: int, total: int) -> None:
        if not file.exists():
            backup.back_up(engine, file, lambda done, total: None)

    with pytest.raises(ServerTrouble, match="was just created by another process"):
        backup.back_up(engine, file, meanwhile)
    engine.dispose()
    assert file.exists()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["games", "--game", "nonsense"], "There is no game 'nonsense'"),
        (["games", "--game", ""], "There is no game ''"),
        (["games", "--verify", "--game", "typo"], "There is no game 'typo'"),
        (["games", "--jobs", "2"], "--jobs works only with --verify"),
        (["users", "--reset", ""], "There is no account with the name ''"),
        (["users", "--delete", "", "--yes"], "There is no player with the name ''"),
        (["users", "--yes"], "--yes works only with --delete"),
        (["users", "--reset", "Ann", "--yes"], "--yes works only with --delete"),
        (["users", "--reset", "x" * 101], "A name must have 1 to 30"),
    ],
)
def test_no_argument_is_quietly_ignored(run: Run, urls: dict[str, str], arguments: list[str], says: str) -> None:
    with_games(urls["sqlite"])
    before = content(urls["sqlite"])
    refused(run(urls["sqlite"], *arguments), says)
    assert content(urls["sqlite"]) == before


def test_an_empty_database_url_is_not_the_default_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Database(default_url()).close()
    for command in (["users"], ["games"], ["backup", str(tmp_path / "x")]):
        refused(run("", *command), "not a database URL")


def test_a_backup_overwrites_nothing_and_says_where_it_cannot_write(
    run: Run, urls: dict[str, str], tmp_path: Path
) -> None:
    with_games(urls["sqlite"])
    (tmp_path / "there").write_text("precious", encoding="utf-8")
    refused(run(urls["sqlite"], "backup", tmp_path / "there"), "already exists")
    assert (tmp_path / "there").read_text(encoding="utf-8") == "precious"
    refused(run(urls["sqlite"], "backup", tmp_path / "no" / "place"), "cannot write")


def test_a_mistyped_database_is_named_and_not_made(run: Run, urls: dict[str, str], tmp_path: Path) -> None:
    for command in (["users"], ["games"], ["backup", str(tmp_path / "x.backup")]):
        refused(run(f"sqlite:///{tmp_path}/typo.db", *command), "There is no database")
        refused(run(urls["postgresql"], *command), "no server has used it")
        refused(run("nonsense", *command), "not a database URL")
    assert not (tmp_path / "typo.db").exists()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_made_while_people_play_is_of_one_moment(
    run: Run, urls: dict[str, str], tmp_path: Path, kind: str
) -> None:
    running = RunningServer(tmp_path, urls[kind])
    client = running.guest()
    match = client.create("atlantic-wolves", seed=1)
    known_as = client.guest
    kept = []
    for number in range(4):
        for _ in range(6):
            assert match.decision
            match.decide(match.decision.options[0].value)
        kept.append(len(match.moments()))
        assert run(urls[kind], "backup", tmp_path / f"{number}.backup")[0] == 0
    assert running.stop() == 0
    assert run(f"sqlite:///{tmp_path}/again.db", "restore", tmp_path / "2.backup")[0] == 0
    again = RunningServer(tmp_path, f"sqlite:///{tmp_path}/again.db")
    restored = again.guest(known_as).match(match.id)
    assert len(restored.moments()) == kept[2]
    assert restored.decision
    restored.decide(restored.decision.options[0].value)
    assert again.stop() == 0


# People


@pytest.mark.either_database
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_people_are_listed(run: Run, urls: dict[str, str], kind: str) -> None:
    with_games(urls[kind])
    code, out, _ = run(urls[kind], "users", "--json")
    assert code == 0
    ann, bob = sorted(json.loads(out), key=lambda user: user["name"])
    assert ann == {
        "id": ANN,
        "name": "Ann",
        "account": True,
        "games": 3,
        "open_games": 3,
        "created": "",
        "seen": None,
    }
    assert (bob["account"], bob["games"], bob["open_games"]) == (False, 2, 1)
    code, out, _ = run(urls[kind], "users")
    assert code == 0
    assert re.search(r"Ann +yes +3 +3 ", out)


def test_a_database_of_another_layout_is_left_alone(run: Run, urls: dict[str, str]) -> None:
    with_games(urls["sqlite"], up_to_date=False)
    before = content(urls["sqlite"])
    for command in (["users"], ["games"], ["users", "--reset", "Ann"], ["games", "--verify"]):
        refused(run(urls["sqlite"], *command), "layout of another version")
    assert content(urls["sqlite"]) == before


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_new_password_opens_the_account_and_signs_out_everywhere(
    run: Run, urls: dict[str, str], tmp_path: Path, kind: str
) -> None:
    running = RunningServer(tmp_path, urls[kind])
    with httpx.Client(base_url=running.url, timeout=30) as browser:
        wish = {"name": "Gräfin", "password": "once upon a time"}
        assert browser.post("/api/account", json=wish).status_code < 300
        if kind == "sqlite":
            assert running.stop() == 0  # with SQLite a server that runs does not hear of it
        refused(run(urls[kind], "users", "--reset", "Nobody"), "There is no account")
        code, out, _ = run(urls[kind], "users", "--reset", "gräfin")
        assert code == 0
        password = out.split()[-1]
        assert len(password) >= 16
        if kind == "sqlite":
            running.start()
            browser.base_url = httpx.URL(running.url)
        deadline = time.monotonic() + 120
        while browser.get("/api/me").json()["account"] is not None:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert browser.post("/api/session", json=wish).status_code in (401, 403)
        assert browser.post("/api/session", json=wish | {"password": password}).status_code < 300
        assert browser.get("/api/me").json()["name"] == "Gräfin"
    assert running.stop() == 0


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_new_password_opens_an_account_at_which_many_have_tried(
    run: Run, urls: dict[str, str], tmp_path: Path, kind: str
) -> None:
    settings = "[limits]\nlogins = { times = 3, minutes = 15 }\n"
    running = RunningServer(tmp_path, urls[kind], settings=settings)
    ann = {"name": "Ännchen", "password": "once upon a time"}
    assert httpx.post(f"{running.url}/api/account", json=ann).status_code == 201
    eve = {"name": "Eve", "password": "something else"}
    for wish in (ann, eve):
        for _ in range(4):
            answer = httpx.post(f"{running.url}/api/session", json=wish | {"password": "wrong horse"})
        assert answer.status_code == 429
    with database_of(running) as database:
        guest = database.scalar(select(accounts.c.guest))
        token = {"id": "x", "kind": "reset", "guest": guest, "value": "", "expires": "2999"}
        database.execute(tokens.insert(), token)
    if kind == "sqlite":
        assert running.stop() == 0
    password = run(urls[kind], "users", "--reset", "ännchen")[1].split()[-1]
    if kind == "sqlite":
        running.start()
    with database_of(running) as database:
        assert database.execute(select(tokens)).all() == []
    assert httpx.post(f"{running.url}/api/session", json=ann | {"password": password}).status_code == 200
    assert httpx.post(f"{running.url}/api/session", json=eve).status_code == 429
    assert running.stop() == 0


def test_beside_a_server_on_sqlite_all_can_be_done_but_to_restore(
    run: Run, urls: dict[str, str], tmp_path: Path
) -> None:
    running = RunningServer(tmp_path, urls["sqlite"])
    ann = running.guest()
    ann.claim("Ann", "once upon a time")
    for command in (["users"], ["games"], ["games", "--verify"], ["backup", str(tmp_path / "x.backup")]):
        assert run(urls["sqlite"], *command)[0] == 0
    told = run(urls["sqlite"], "restore", tmp_path / "x.backup")
    refused(told, "Another process is using the database", "Stop it first")
    password = run(urls["sqlite"], "users", "--reset", "Ann")[1].split()[-1]
    until(lambda: ann.me().account is None)  # the server has heard of it
    ann.sign_in("Ann", password)
    assert run(urls["sqlite"], "users", "--delete", "Ann", "--yes")[0] == 0
    until(lambda: not ann.me().known)
    assert running.stop() == 0
    assert not list(tmp_path.glob("*.lock"))


@pytest.mark.either_database
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_somebody_is_forgotten_only_when_it_is_meant(run: Run, urls: dict[str, str], kind: str) -> None:
    with_games(urls[kind])
    refused(run(urls[kind], "users", "--delete", "Nobody", "--yes"), "There is no player")
    refused(run(urls[kind], "users", "--delete", "Ann"), "--yes")
    assert len(json.loads(run(urls[kind], "users", "--json")[1])) == 2
    code, out, _ = run(urls[kind], "users", "--delete", "ANN", "--yes")
    assert (code, out) == (0, "Ann was deleted; 3 games were changed or deleted.\n")
    left = content(urls[kind])
    assert ANN not in repr(left)
    assert "Ann" not in repr(left["guests"])
    assert [row[0] for row in left["matches"]] == ["bbbbbbbbbbbb", "dddddddddddd"]


def test_guests_of_one_name_are_told_apart_by_their_ids(run: Run, urls: dict[str, str]) -> None:
    with_games(urls["sqlite"])
    engine = opened(urls["sqlite"])
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM accounts"))
        connection.execute(text("UPDATE guests SET name = 'Ann'"))
    engine.dispose()
    refused(run(urls["sqlite"], "users", "--delete", "Ann", "--yes"), ANN, BOB)
    assert run(urls["sqlite"], "users", "--delete", BOB, "--yes")[0] == 0


# Games


@pytest.mark.either_database
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_games_are_listed(run: Run, urls: dict[str, str], kind: str) -> None:
    with_games(urls[kind])
    games = json.loads(run(urls[kind], "games", "--json")[1])
    assert {game["id"] for game in games} == {letter * 12 for letter in "abcd"}
    game = next(game for game in games if game["id"] == "c" * 12)
    assert game["players"] == {"allied": "captain", "axis": "Ann"}
    assert game["over"] is False
    assert len(json.loads(run(urls[kind], "games", "--open", "--json")[1])) == 3
    assert len(json.loads(run(urls[kind], "games", "--game", "sea-control", "--json")[1])) == 2
    code, out, _ = run(urls[kind], "games", "dddddddddddd")
    assert code == 0
    assert "over" in out
    assert "aaaa" not in out
    refused(run(urls[kind], "games", "eeeeeeeeeeee"), "no such game: eeeeeeeeeeee")


@pytest.mark.either_database
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_games_that_go_the_same_way_are_verified(run: Run, urls: dict[str, str], kind: str) -> None:
    with_games(urls[kind])
    code, out, err = run(urls[kind], "games", "--verify")
    assert (code, out, err) == (0, "4 of 4 games replay without a difference under the present rules.\n", "")
    code, out, _ = run(urls[kind], "games", "--verify", "--json", "--jobs", "2", "--game", "atlantic-wolves")
    assert (code, json.loads(out)) == (0, {"games": 2, "differing": []})


UNREADABLE = {
    "sqlite": "UPDATE matches SET snapshot = X'7B7D' WHERE id = 'aaaaaaaaaaaa'",
    "postgresql": "UPDATE matches SET snapshot = '{}' WHERE id = 'aaaaaaaaaaaa'",
}


def changed(url: str, *statements: str) -> None:
    engine: Engine = opened(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


@pytest.mark.either_database
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_games_that_differ_are_listed_with_choice_and_clause(run: Run, urls: dict[str, str], kind: str) -> None:
    games = {game.id: game for game in with_games(urls[kind])}
    first = flagplot.new("atlantic-wolves", seed=3).decision
    assert first
    changed(
        urls[kind],
        # A choice that the rules do not offer, and a log that has become longer.
        "UPDATE moves SET option = '\"nowhere\"' WHERE match_id = 'aaaaaaaaaaaa' AND n = 1",
        UNREADABLE[kind],
        "UPDATE moves SET log_length = log_length + 1 WHERE match_id = 'dddddddddddd' AND n = 60",
    )
    code, out, _ = run(urls[kind], "games", "--verify")
    assert code == 1
    told = dict(line.split(" ", 1) for line in out.splitlines())
    assert f"differs at choice 1, {first.rule}: 'nowhere' is not offered any more." in told["aaaaaaaaaaaa"]
    assert re.search(r"differs at choice 5\d, [A-Z-]+\d+: The log has", told["dddddddddddd"])
    assert out.endswith("2 of 4 games replay without a difference under the present rules.\n")
    code, out, _ = run(urls[kind], "games", "--verify", "--json", "dddddddddddd", "bbbbbbbbbbbb")
    assert code == 1
    (differing,) = json.loads(out)["differing"]
    assert (differing["id"], differing["game"]) == ("dddddddddddd", games["dddddddddddd"].match.game.slug)


def test_what_is_wrong_with_a_save_is_found(run: Run, urls: dict[str, str]) -> None:
    with_games(urls["sqlite"])
    other = flagplot.new("atlantic-wolves", seed=3)
    while other.decision and len(other.record.choices) < 20:
        other.pick(0)
    engine = opened(urls["sqlite"])
    with engine.begin() as connection:
        connection.execute(matches.update().where(matches.c.id == "a" * 12).values(snapshot=other.save()))
        connection.execute(moves.delete().where(moves.c.match_id == "a" * 12, moves.c.n > 25))
    engine.dispose()
    code, out, _ = run(urls["sqlite"], "games", "--verify", "a" * 12)
    assert code == 1
    assert "differs at choice" in out


def test_every_table_is_in_the_metadata_that_tests_compare_with(urls: dict[str, str]) -> None:
    with_games(urls["sqlite"])
    assert set(content(urls["sqlite"])) == {*metadata.tables, "alembic_version"}

"""The audit log: every admin command stands in it, with who gave it and what came of it, and without secrets."""

from __future__ import annotations

import json
import os
import pwd
from pathlib import Path
from typing import Any

import pytest

from flagplot.server.storage.opening import opened
from flagplot.server.storage.schema import audit
from tests.server.commands import Run, refused, until
from tests.server.postgres import Cluster
from tests.server.running import RunningServer
from tests.server.tables import rows_with
from tests.server.test_admin import with_games

PASSWORD = "correct horse"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    postgres: Cluster = request.getfixturevalue("postgres")
    return postgres.new_database()


def logged(run: Run, url: str, *arguments: str) -> list[dict[str, Any]]:
    code, out, _ = run(url, "audit", "--json", *arguments)
    assert code == 0
    entries: list[dict[str, Any]] = json.loads(out)
    return entries


def test_commands_are_written_down_newest_last(
    run: Run, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SUDO_USER", raising=False)
    with_games(url)
    run(url, "users")
    run(url, "block", "address", "203.0.113.0/24", "--note", "spam")
    refused(run(url, "unblock", "name", "Eve"), "is not blocked")
    run(url, "backup", tmp_path / "x.backup")
    password = run(url, "users", "--reset", "Ann")[1].split()[-1]
    run(url, "prune", "--days", "3650", "--yes")
    found = logged(run, url)
    assert [(one["command"], one["arguments"], one["outcome"]) for one in found] == [
        ("users", "", "done"),
        ("block", "note=spam kind=address value=203.0.113.0/24", "done"),
        ("unblock", "kind=name value=Eve", "refused: The name Eve is not blocked."),
        ("backup", f"file={tmp_path / 'x.backup'}", "done"),
        ("users", "reset=Ann", "done"),
        ("prune", "days=3650", "0 games and 0 guests were deleted."),
    ]
    assert {one["who"] for one in found} == {pwd.getpwuid(os.getuid()).pw_name}
    assert [one["at"] for one in found] == sorted(one["at"] for one in found)
    assert password not in json.dumps(found)
    assert url not in json.dumps(found)  # it may hold a password
    assert [one["command"] for one in logged(run, url, "--limit", "2")] == ["users", "prune"]
    table = run(url, "audit")[1]
    assert table.index("unblock") < table.index("backup")
    # Who is behind sudo is told.
    monkeypatch.setenv("SUDO_USER", "ann")
    run(url, "blocks")
    assert logged(run, url)[-1]["who"].endswith(" (ann)")


def test_the_log_goes_with_a_backup_and_a_restore_is_written_down(run: Run, url: str, tmp_path: Path) -> None:
    with_games(url)
    run(url, "block", "name", "Eve")
    assert run(url, "backup", tmp_path / "x.backup")[0] == 0
    other = f"sqlite:///{tmp_path}/again.db"
    refused(run(other, "restore", tmp_path / "nothing.backup"), "cannot be read")
    assert run(other, "restore", tmp_path / "x.backup")[0] == 0
    assert [one["command"] for one in logged(run, other)] == ["block", "restore"]
    assert [one["value"] for one in json.loads(run(other, "blocks", "--json")[1])] == ["Eve"]


@pytest.mark.parametrize("limit", ["0", "-1", "many", "100001"])
def test_a_count_that_is_none_is_refused_in_one_sentence(run: Run, tmp_path: Path, limit: str) -> None:
    told = run(f"sqlite:///{tmp_path}/x.db", "audit", f"--limit={limit}")
    refused(told, f"'{limit}' is not a number of entries; expected a whole number from 1 to 100000")


def test_whoever_is_forgotten_is_not_named_in_the_log(run: Run, server: RunningServer) -> None:
    client = server.guest()
    client.claim("Zenobia", PASSWORD)
    run(server.db, "sessions", "Zenobia")
    password = run(server.db, "users", "--reset", "Zenobia")[1].split()[-1]
    assert rows_with(server, "Zenobia")
    until(lambda: client.me().account is None)
    client.sign_in("Zenobia", password)
    client.be_forgotten(password)
    assert rows_with(server, "Zenobia") == []
    client.claim("Zenobia", PASSWORD)
    refused(run(server.db, "users", "--delete", "Zenobia"), "--yes")
    assert run(server.db, "users", "--delete", "Zenobia", "--yes")[0] == 0
    assert rows_with(server, "Zenobia") == []


def test_a_log_that_cannot_be_written_is_complained_of(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    with_games(url)
    engine = opened(url)
    with engine.begin() as connection:
        connection.exec_driver_sql(
            f"CREATE TRIGGER full BEFORE INSERT ON {audit.name} BEGIN SELECT RAISE(FAIL, 'full'); END"
        )
    engine.dispose()
    code, out, err = run(url, "games")
    assert code == 0
    assert "sea-control" in out
    assert err == "flagplot: Could not write this command to the audit log: full.\n"

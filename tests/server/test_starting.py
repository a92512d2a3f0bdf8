"""Starting the server: its database, its port, and what it says when that does not work."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from flagplot.server.errors import ServerTrouble
from flagplot.server.storage import people_queries
from flagplot.server.storage.database import WRITES_BEFORE_TIDYING, Database
from flagplot.server.storage.migrations import migrate
from flagplot.server.storage.opening import default_url, opened
from flagplot.server.storage.people_queries import NewSession
from flagplot.server.storage.schema import metadata
from flagplot.server.tables.thinking import LEAST
from tests.server.commands import until
from tests.server.forks import fork
from tests.server.running import SECONDS_TO_END, RunningServer, free_port


def started(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """How a server ended that cannot start, and what it said."""
    with tempfile.TemporaryFile() as log:
        process = fork(["serve", "--no-browser", *arguments], log.fileno(), environment or None)
        code = process.wait(SECONDS_TO_END)
        log.seek(0)
        return subprocess.CompletedProcess(arguments, code, stderr=log.read().decode())


def test_migrations_make_the_tables_that_the_code_expects(tmp_path: Path) -> None:
    engine = opened(f"sqlite:///{tmp_path}/new/games.db")
    migrate(engine)
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "not a database URL"),
        ("", "not a database URL"),
        ("oracle+nothing://x", "kept in SQLite or PostgreSQL, not in oracle"),
        ("mysql://x/y", "kept in SQLite or PostgreSQL, not in mysql"),
        ("sqlite://relative.db", "not a database URL"),
        ("sqlite:///", "does not name a file"),
        ("sqlite:///:memory:", "does not name a file"),
        ("sqlite:///file:x?uri=true", "does not name a file"),
        ("postgresql+nothing://x", "not installed"),
        ("sqlite:////proc/nothing/games.db", "cannot be"),
        ("sqlite:////etc/hostname/games.db", "cannot be"),
        ("sqlite:////", "cannot be opened"),
    ],
)
def test_a_bad_database_is_named_in_one_sentence(url: str, says: str) -> None:
    with pytest.raises(ServerTrouble, match=says) as trouble:
        opened(url)
    assert "\n" not in str(trouble.value)


def test_a_file_that_is_no_database_is_named_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, " * 1000, encoding="utf-8")
    with pytest.raises(ServerTrouble, match="cannot be opened: file is not a database"):
        opened(f"sqlite:///{path}")


def test_a_file_that_cannot_be_made_is_not_taken_for_a_directory(tmp_path: Path) -> None:
    (tmp_path / "x.db").symlink_to(tmp_path / "nowhere" / "x.db")
    with pytest.raises(ServerTrouble, match=r"The file of 'sqlite:///.*/x\.db' cannot be created: No such file"):
        opened(f"sqlite:///{tmp_path}/x.db")


def test_opening_a_database_leaves_its_file_alone(tmp_path: Path) -> None:
    opened(f"sqlite:///{tmp_path}/x.db").dispose()
    os.utime(tmp_path / "x.db", (1, 1))
    opened(f"sqlite:///{tmp_path}/x.db").dispose()
    assert (tmp_path / "x.db").stat().st_mtime == 1


def test_a_second_server_on_a_sqlite_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    running = RunningServer(tmp_path)
    (tmp_path / "link.db").symlink_to(running.database)
    for name in ("server.db", "link.db"):
        second = started("--port", str(free_port()), "--db", f"sqlite:///{tmp_path}/{name}")
        assert second.returncode == 2
        assert second.stderr == (
            f"flagplot: Another process is using the database {tmp_path}/{name}, perhaps a server. Stop it first: "
            "only one process can use an SQLite database.\n"
        )
    running.kill()
    running.start()  # who dies leaves nothing locked
    assert running.stop() == 0
    assert not (tmp_path / "server.db.lock").exists()


def test_an_empty_database_url_is_not_the_default_one(tmp_path: Path) -> None:
    done = started("--port", str(free_port()), "--db", "", XDG_DATA_HOME=str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_taken_is_named_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = started("--port", str(port), "--db", f"sqlite:///{tmp_path}/x.db")
    assert done.returncode == 2
    assert done.stderr.startswith(f"flagplot: The server cannot listen at 127.0.0.1 port {port} (")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--port", "99999"], ["--host", "nowhere.invalid"], ["--host", "192.0.2.1"]])
def test_an_address_that_is_none_is_named_in_one_sentence(tmp_path: Path, arguments: list[str]) -> None:
    done = started(*arguments, "--db", f"sqlite:///{tmp_path}/x.db")
    assert done.returncode == 2
    assert done.stderr.startswith("flagplot: ")
    assert done.stderr.count("\n") == 1


def test_a_bad_database_url_ends_the_program_with_2() -> None:
    done = started("--port", str(free_port()), "--db", "nonsense")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_games_are_kept_in_the_data_directory_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_url() == f"sqlite:///{tmp_path}/flagplot/server.db"


def test_the_database_is_readable_for_its_owner_alone(tmp_path: Path) -> None:
    opened(f"sqlite:///{tmp_path}/games.db").dispose()
    assert (tmp_path / "games.db").stat().st_mode & 0o077 == 0


def test_the_address_is_printed(tmp_path: Path) -> None:
    running = RunningServer(tmp_path, in_earnest=True)
    assert running.told() == f"Flagplot is at {running.url}/ (Ctrl-C ends it).\n"
    assert running.stop() == 0


def test_workers_start_before_they_are_needed(tmp_path: Path) -> None:
    running = RunningServer(tmp_path, in_earnest=True)
    until(lambda: len(running.children()) >= LEAST)
    assert running.stop() == 0


def test_the_write_ahead_log_does_not_grow_without_end(tmp_path: Path) -> None:
    async def write_much() -> None:
        database = Database(f"sqlite:///{tmp_path}/x.db")
        for number in range(50):
            session = NewSession(f"session {number}", "", "")
            await database.write(people_queries.add_guest, f"guest {number}", "x", session)

        async def go_on() -> None:  # somebody always waits to write
            for number in range(4 * WRITES_BEFORE_TIDYING):
                await database.write(people_queries.name_guest, f"guest {number % 50}", "x" * 30)

        await asyncio.gather(go_on(), go_on())
        size = (tmp_path / "x.db-wal").stat().st_size
        assert size < 3 * WRITES_BEFORE_TIDYING * 4200
        database.close()
        assert not (tmp_path / "x.db-wal").exists()

    asyncio.run(write_much())

"""PostgreSQL as the database: how it is opened, what happens when it goes away, how processes hear of each other."""

from __future__ import annotations

import asyncio
import os
import resource
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import URL, Connection, bindparam, text
from sqlalchemy.exc import IntegrityError

import flagplot
from flagplot.server.errors import NotNow, Refused, ServerTrouble
from flagplot.server.storage import match_queries
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.database import Database
from flagplot.server.storage.frequent import Frequent
from flagplot.server.storage.match_queries import Holder, Move, News, now
from flagplot.server.storage.migrations import migrate
from flagplot.server.storage.opening import opened
from flagplot.server.storage.schema import guests, metadata
from flagplot.server.tables.company import Company
from flagplot.server.tables.registry import _stored
from flagplot.server.tables.showing import start_of
from tests.server.postgres import PASSWORD, Cluster
from tests.server.running import free_port

PAGE, MOVES = 4096, 40  # bytes of a page of SQLite; moves that are written
NOBODYS = Company(None)


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.new_database()


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A cluster that a test may stop."""
    cluster = Cluster()
    yield cluster
    cluster.close()


def add_guest(connection: Connection, name: str) -> None:
    connection.execute(guests.insert(), {"id": name, "name": name})


def names(connection: Connection) -> list[str]:
    return sorted(connection.scalars(guests.select().with_only_columns(guests.c.name)))


def test_migrations_make_the_tables_that_the_code_expects(url: str) -> None:
    engine = opened(url)
    migrate(engine)
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_both_ways_to_write_the_url_are_understood(url: str) -> None:
    for written in (url, url.replace("postgresql:", "postgres:"), url.replace("postgresql:", "postgresql+psycopg:")):
        engine = opened(written)
        assert engine.driver == "psycopg"
        engine.dispose()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda url, _: url.replace("postgres@", "guarded:Secret@"), "refused the password of 'guarded'"),
        (lambda url, _: url.replace("postgres@", "guarded@"), "needs a password of 'guarded'"),
        (lambda url, _: url.rpartition("/")[0] + "/nothing", "There is no database 'nothing' at 127.0.0.1 port"),
        (lambda url, port: url.replace(f":{port}", f":{free_port()}"), "cannot be reached: Connection refused"),
        (lambda url, _: "postgresql://x:Secret@nowhere.invalid/x", "The PostgreSQL server at nowhere.invalid cannot"),
        (lambda url, _: "postgresql:///x?host=/nowhere&password=Secret", "The PostgreSQL server at /nowhere cannot"),
        (lambda url, _: url + "?nonsense=Secret", "cannot be opened"),
        (lambda url, _: "postgresql://x:Secret@y:port/x", "not a database URL"),
        (lambda url, _: "mysql+nothing://x:Secret@y/x", "not in mysql"),
    ],
)
def test_what_is_wrong_with_a_database_is_one_sentence_without_the_password(
    postgres: Cluster, url: str, change: Callable[[str, int], str], says: str
) -> None:
    with pytest.raises(ServerTrouble, match=says) as trouble:
        opened(change(url, postgres.port))
    assert "\n" not in str(trouble.value)
    assert "Secret" not in str(trouble.value)


def test_a_password_opens_the_database(postgres: Cluster, url: str) -> None:
    opened(url.replace("postgres@", f"guarded:{PASSWORD}@")).dispose()


def test_processes_that_start_at_once_do_not_disturb_each_other(url: str) -> None:
    with ThreadPoolExecutor(5) as threads:
        started = list(threads.map(Database, [url] * 5))
    assert len({database.secret for database in started}) == 1
    for database in started:
        database.close()


def test_a_database_of_a_newer_flagplot_is_left_alone(url: str, tmp_path: Path) -> None:
    for each in (url, f"sqlite:///{tmp_path}/x.db"):
        engine = opened(each)
        migrate(engine)
        with engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        engine.dispose()
        with pytest.raises(ServerTrouble, match="newer Flagplot"):
            Database(each)


def test_many_write_at_once_and_a_mistake_of_one_harms_nobody(url: str) -> None:
    async def crowd() -> None:
        database = Database(url)
        await asyncio.gather(*(database.write(add_guest, f"g{number}") for number in range(50)))
        with pytest.raises(IntegrityError):
            await database.write(add_guest, "g7")
        with pytest.raises(Refused) as refusal:
            await database.write(add_guest, "nul\0")
        assert refusal.value.status == 400
        with pytest.raises(Refused):
            await database.write(add_guest, "x" * 33)
        with pytest.raises(Refused):
            await database.read(lambda connection: connection.scalar(text("SELECT :x"), {"x": "\0"}))
        await database.write(add_guest, "last")
        assert len(await database.read(names)) == 51
        database.close()

    asyncio.run(crowd())


def test_a_statement_that_takes_too_long_is_given_up(url: str) -> None:
    def slow(connection: Connection) -> None:
        connection.execute(text("SET LOCAL statement_timeout = '50ms'"))
        connection.execute(text("SELECT pg_sleep(5)"))

    async def wait() -> None:
        database = Database(url)
        with pytest.raises(NotNow):
            await database.write(slow)
        assert await database.answers()
        timeout = await database.read(lambda connection: connection.scalar(text("SHOW statement_timeout")))
        assert timeout == "15s"
        database.close()

    asyncio.run(wait())


def test_a_restart_of_postgresql_is_survived(own_cluster: Cluster) -> None:
    async def through_a_restart() -> None:
        database = Database(own_cluster.new_database())
        gaps: list[int] = []
        bulletin = Bulletin(database.engine)
        bulletin.on_gap(lambda: gaps.append(1))
        bulletin.listen()
        await asyncio.gather(*(database.write(add_guest, f"g{number}") for number in range(8)))
        own_cluster.stop()
        with pytest.raises(NotNow):
            await database.write(add_guest, "lost")
        with pytest.raises(NotNow):
            await database.read(names)
        assert not await database.answers()
        assert gaps == []
        own_cluster.start()
        for number in range(8, 16):
            await database.write(add_guest, f"g{number}")
        assert await database.read(names) == sorted(f"g{number}" for number in range(16))
        await until(lambda: gaps == [1])
        bulletin.close()
        database.close()

    asyncio.run(through_a_restart())


def test_after_a_restart_that_nobody_noticed_at_most_one_write_fails(own_cluster: Cluster) -> None:
    async def through_a_restart() -> None:
        database = Database(own_cluster.new_database())
        await asyncio.gather(*(database.write(add_guest, f"g{number}") for number in range(8)))
        own_cluster.stop()
        own_cluster.start()
        failures = 0
        for number in range(8, 16):
            try:
                await database.write(add_guest, f"g{number}")
            except NotNow:
                failures += 1
        assert failures <= 1
        database.close()

    asyncio.run(through_a_restart())


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something."""
    for _ in range(200):
        if holds():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("It did not come to that.")


def hear(heard: list[str], name: str, message: str) -> None:
    heard.append(f"{name} {message}")


def test_processes_hear_what_others_pinned_and_what_was_written(url: str) -> None:
    async def two() -> None:
        database = Database(url)
        here, there = Bulletin(database.engine), Bulletin(database.engine)
        heard: list[str] = []
        for name, bulletin in (("here", here), ("there", there)):
            bulletin.subscribe("match", partial(hear, heard, name))
            bulletin.listen()

        def write(connection: Connection, name: str) -> None:
            here.pin(connection, "match", name)
            here.pin(connection, "another topic", name)
            add_guest(connection, name)

        await database.write(write, "a b c")
        with pytest.raises(IntegrityError):
            await database.write(write, "a b c")
        await database.write(write, "d")
        await until(lambda: len(heard) >= 2)
        await asyncio.sleep(0.1)
        assert heard == ["there a b c", "there d"]
        here.close()
        there.close()
        database.close()

    asyncio.run(two())


def test_with_sqlite_there_is_nobody_to_tell(tmp_path: Path) -> None:
    async def alone() -> None:
        database = Database(f"sqlite:///{tmp_path}/x.db")
        bulletin = Bulletin(database.engine)
        bulletin.listen()
        await database.write(lambda connection: bulletin.pin(connection, "match", "x"))
        bulletin.close()
        database.close()

    asyncio.run(alone())


def full_of_files(number: int) -> list[int]:
    """So many open files, so that the next one has a high number."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, number + 500)), hard))
    first = os.open(os.devnull, os.O_RDONLY)
    return [first, *(os.dup(first) for _ in range(number))]


def test_processes_hear_each_other_however_many_files_are_open(url: str) -> None:
    async def play() -> None:
        files = full_of_files(1100)  # select() knows 1,024
        database = Database(url)
        here, there = Bulletin(database.engine), Bulletin(database.engine)
        heard: list[str] = []
        here.subscribe("match", heard.append)
        here.listen()
        assert here._waker > 1024
        assert here.hears
        assert not there.hears
        await database.write(lambda connection: there.pin(connection, "match", "x"))
        await until(lambda: heard == ["x"])
        here.close()
        database.close()
        for file in files:
            os.close(file)

    asyncio.run(play())


def test_whatever_happens_to_a_process_that_listens_it_listens_again(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    troubles = iter([ValueError("filedescriptor out of range"), RuntimeError("anything"), MemoryError()])

    def breaks(bulletin: Bulletin, seconds: float, source: int) -> bool:
        assert not bulletin._closing.wait(0.01)
        if (trouble := next(troubles, None)) is None:
            monkeypatch.undo()
            return False
        raise trouble

    async def play() -> None:
        database = Database(url)
        here, there = Bulletin(database.engine), Bulletin(database.engine)
        heard: list[str] = []
        gaps: list[int] = []
        here.subscribe("match", heard.append)
        here.on_gap(lambda: gaps.append(1))
        monkeypatch.setattr(Bulletin, "_woken", breaks)
        here.listen()
        await until(lambda: len(gaps) == 3)
        await until(lambda: here.hears)
        await database.write(lambda connection: there.pin(connection, "match", "x"))
        await database.write(lambda connection: connection.execute(text("SELECT pg_notify('flagplot', 'nonsense')")))
        await until(lambda: heard == ["x"] and len(gaps) == 4)
        here.close()
        database.close()

    asyncio.run(play())
    told = [record.getMessage() for record in caplog.records if "Cannot listen" in record.getMessage()]
    assert told[0] == "Cannot listen to other processes: filedescriptor out of range"
    assert len(told) == 4


def test_a_process_that_has_not_heard_for_long_is_taken_for_deaf(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        database = Database(url)
        bulletin = Bulletin(database.engine)
        bulletin.listen()
        assert bulletin.hears
        monkeypatch.setattr("flagplot.server.storage.bulletin.SECONDS_DEAF", 0)
        assert not bulletin.hears
        bulletin.close()
        database.close()

    asyncio.run(play())


def test_whoever_asks_a_closed_database_is_told_to_come_back(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/x.db")
    database.close()
    for ask in (database.read, database.write):
        with pytest.raises(NotNow, match="The server is shutting down"):
            asyncio.run(ask(match_queries.match_stored, "none"))
    assert not asyncio.run(database.answers())


def test_what_is_being_written_is_finished_before_a_database_closes(tmp_path: Path) -> None:
    async def play() -> list[str]:
        database = Database(f"sqlite:///{tmp_path}/x.db")
        writing = [asyncio.ensure_future(database.write(add_guest, name)) for name in "abc"]
        await asyncio.sleep(0)  # all three wait for their turn
        database.close()
        await asyncio.gather(*writing)
        return names_in(database.engine.url)

    assert asyncio.run(play()) == ["a", "b", "c"]


def names_in(url: URL) -> list[str]:
    engine = opened(url.render_as_string(hide_password=False))
    with engine.connect() as connection:
        return names(connection)


def test_a_frequent_statement_fails_as_any_other_and_leaves_a_connection_that_works(url: str, tmp_path: Path) -> None:
    adding = Frequent(guests.insert().values(id=bindparam("id"), name=bindparam("name")))
    for one in (url, f"sqlite:///{tmp_path}/x.db"):
        engine = opened(one)
        migrate(engine)
        row = {"id": "a", "name": "A", "legacy": False, "created": ""}
        with engine.connect() as connection:
            for _ in range(2):
                with pytest.raises(IntegrityError), connection.begin():
                    adding.execute(connection, row, row)
            with connection.begin():
                adding.execute(connection, row, {**row, "id": "b", "name": "B"})
            assert names(connection) == ["A", "B"]
        engine.dispose()


def test_the_pages_of_many_games_stay_in_the_memory_of_a_connection(tmp_path: Path) -> None:
    engine = opened(f"sqlite:///{tmp_path}/x.db")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA cache_size").scalar() == -16000
    engine.dispose()


def test_a_move_writes_the_page_of_its_match_and_not_the_snapshot_behind_it(tmp_path: Path) -> None:
    async def written_by_moves() -> int:
        database = Database(f"sqlite:///{tmp_path / 'games.db'}")
        match = flagplot.new("night-action", seed=1)
        stored = _stored(match, [start_of(match, now())], {seat: Holder("captain") for seat in match.seats}, NOBODYS)
        await database.write(match_queries.add_match, stored)
        assert len(stored.snapshot) > 3 * PAGE
        before = (await database.sizes())["write_ahead_log"]
        for n in range(1, MOVES + 1):
            stored.listed.summary.headlines[match.seats[0]] = "Turn 1 of 12" + n % 9 * "!"
            move = Move(n, "choice", match.seats[0], n, {match.seats[0]: ("Turn 1 of 12", n)}, n, now())
            await database.write(match_queries.keep, News(stored.listed, [move]))
        after = (await database.sizes())["write_ahead_log"]
        database.close()
        return after - before

    most = 5  # the row, the move, and their indexes; now and then a page is split
    assert asyncio.run(written_by_moves()) / (PAGE + 24) < most * MOVES


def test_a_summary_is_read_as_it_was_written() -> None:
    match = flagplot.new("atlantic-chase", seed=1)
    stored = _stored(match, [start_of(match, now())], {seat: Holder("captain") for seat in match.seats}, NOBODYS)
    written = match_queries._summary_text(stored.listed)
    assert match_queries._summary(written) == stored.listed.summary

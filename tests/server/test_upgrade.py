"""A database of the first release is brought up to date, and its games go on as if nothing had been."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select, text, update

from flagplot.server.storage.database import Database
from flagplot.server.storage.migrations import migrate
from flagplot.server.storage.opening import opened
from flagplot.server.storage.schema import guests, matches, metadata
from tests.engine.test_saves import edited
from tests.server.first_release import ANN, BOB, OldGame, filled, old_cookie
from tests.server.running import RunningServer


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/old.db"
    url: str = request.getfixturevalue("postgres").new_database()
    return url


@pytest.fixture
def old_games(db: str) -> list[OldGame]:
    engine = opened(db)
    games = filled(engine)
    engine.dispose()
    return games


@pytest.fixture
def upgraded(db: str, old_games: list[OldGame], tmp_path: Path) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path, db)
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.told()


def as_guest(server: RunningServer, guest: str) -> httpx.Client:
    """A browser that was last here in the days of the first release."""
    return httpx.Client(base_url=server.url, cookies={"flagplot_guest": old_cookie(guest)}, timeout=30)


def test_guests_and_matches_get_what_they_did_not_have(db: str, old_games: list[OldGame]) -> None:
    engine = opened(db)
    migrate(engine)
    with engine.connect() as connection:
        assert set(connection.scalars(select(guests.c.legacy))) == {True}
        rows = connection.execute(select(matches.c.id, matches.c.owner, matches.c.access, matches.c.rules)).all()
    engine.dispose()
    owners = {"aaaaaaaaaaaa": ANN, "bbbbbbbbbbbb": ANN, "cccccccccccc": ANN, "dddddddddddd": BOB}
    assert {row.id: row.owner for row in rows} == owners
    assert {row.id: row.rules for row in rows} == {game.id: game.match.game.rules_version for game in old_games}
    assert {row.access for row in rows} == {"private"}


def test_a_database_of_the_layout_before_this_one_opens_and_has_all_tables_and_indexes(db: str) -> None:
    engine = opened(db)
    migrate(engine, "0002")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO guests (id, name, legacy, created) VALUES ('g', 'Ann', false, '')"))
    engine.dispose()
    Database(db).close()
    engine = opened(db)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.scalars(select(guests.c.name)).all() == ["Ann"]
    engine.dispose()


def test_games_of_the_first_release_go_on_with_their_moments_and_logs(
    upgraded: RunningServer, old_games: list[OldGame]
) -> None:
    with as_guest(upgraded, ANN) as ann, as_guest(upgraded, BOB) as bob:
        for check in (is_as_it_was, goes_on):  # what one guest chooses, the other may see
            for guest, browser in ((ANN, ann), (BOB, bob)):
                theirs = {game.id: game for game in old_games if ("guest", guest) in game.players.values()}
                assert {info["id"] for info in browser.get("/api/matches").json()} == set(theirs)
                for game in theirs.values():
                    if "captain" not in [player for player, _ in game.players.values()]:
                        check(browser, game, next(seat for seat, held in game.players.items() if held[1] == guest))


def is_as_it_was(browser: httpx.Client, game: OldGame, seat: str) -> None:
    path = f"/api/matches/{game.id}"
    position = browser.get(path, params={"seat": seat}).json()
    assert position["view"]["headline"] == game.match.view(seat).headline
    assert position["seed_hash"] == game.match.seed_hash
    assert [line["text"] for line in position["log"]] == [entry.text for entry in game.match.log(seat)]
    standing = without_undone(game.moves)
    seen = standing if game.decides is None else [move for move in standing if f'"{seat}"' in move["shown"]]
    moments = browser.get(f"{path}/moments", params={"seat": seat}).json()
    assert position["moments"] == len(moments) == len(seen)
    last = browser.get(f"{path}/moments/{len(moments) - 1}", params={"seat": seat}).json()
    assert last["view"]["headline"] == position["view"]["headline"]


def goes_on(browser: httpx.Client, game: OldGame, seat: str) -> None:
    path = f"/api/matches/{game.id}"
    position = browser.get(path, params={"seat": seat}).json()
    if game.decides == seat:
        plays_on(browser, path, position)
    else:
        assert position["decision"] is None


def without_undone(moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    standing: list[dict[str, Any]] = []
    for move in moves:
        if move["kind"] == "undo":
            standing.pop()
        else:
            standing.append(move)
    return standing


def plays_on(browser: httpx.Client, path: str, position: dict[str, Any]) -> None:
    choice = {"seat": position["seat"], "seq": position["seq"], "option": position["decision"]["options"][0]["value"]}
    answer = browser.post(f"{path}/choices", json=choice)
    assert answer.status_code == 200, answer.text
    assert answer.json()["seq"] == position["seq"] + 1
    assert answer.json()["moments"] == position["moments"] + 1


def test_a_captain_who_was_thinking_goes_on(upgraded: RunningServer, old_games: list[OldGame]) -> None:
    with as_guest(upgraded, ANN) as browser:
        position = browser.get("/api/matches/cccccccccccc").json()
        while position["to_move"] != "axis":
            news = browser.get(
                "/api/matches/cccccccccccc/changes", params={"since": position["seq"], "wait": 10, "seat": "axis"}
            )
            if news.status_code != 204:
                position |= news.json()
        position = browser.get("/api/matches/cccccccccccc").json()
        assert position["decision"]


@pytest.mark.parametrize("db", ["postgresql"], indirect=True)
def test_an_upgrade_is_made_once_however_many_processes_start(
    db: str, old_games: list[OldGame], upgraded: RunningServer, tmp_path: Path
) -> None:
    (tmp_path / "second").mkdir()
    second = RunningServer(tmp_path / "second", db)
    with as_guest(second, ANN) as browser:
        assert len(browser.get("/api/matches").json()) == 3
    assert second.stop() == 0


def by_first_rules(envelope: dict[str, Any]) -> None:
    envelope["rules"] = envelope["content"]["record"]["rules"] = 1


def test_running_games_by_rules_that_are_gone_are_held_with_one_sentence(
    db: str, old_games: list[OldGame], tmp_path: Path
) -> None:
    engine = opened(db)
    migrate(engine)
    with engine.begin() as connection:
        for match_id, snapshot, record in connection.execute(
            select(matches.c.id, matches.c.snapshot, matches.c.record)
        ):
            older = edited(bytes(snapshot), by_first_rules)
            begun = msgspec.json.encode({**msgspec.json.decode(record), "rules": 1}).decode()
            changed = update(matches).where(matches.c.id == match_id).values(snapshot=older, record=begun, rules=1)
            connection.execute(changed)
    engine.dispose()
    running = RunningServer(tmp_path, db)
    with as_guest(running, ANN) as browser:
        assert len(browser.get("/api/matches").json()) == 3
        wolves = browser.get("/api/matches/aaaaaaaaaaaa")
        assert wolves.status_code == 409
        assert wolves.json()["error"].startswith(
            "This game was begun by rules of Atlantic Wolves that are not played any more (version 1; this program"
        )
        assert browser.post("/api/matches", json={"game": "atlantic-wolves"}).status_code == 201
    assert running.stop() == 0
    assert "Traceback" not in running.told()

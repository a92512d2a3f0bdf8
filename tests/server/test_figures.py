"""A server with an owner's figures: what it shows of them, and that games of other figures wait for theirs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from flagplot.client import Client
from flagplot.engine.data import OWNERS_DIRECTORY
from tests.server.running import RunningServer

SLUG = "atlantic-wolves"


@pytest.fixture
def owner(tmp_path: Path) -> Path:
    folder = tmp_path / "mine" / SLUG
    folder.mkdir(parents=True)
    (folder / "counters.toml").write_text("[counters]\nuboat = 19\n", encoding="utf-8")
    return folder.parent


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path)
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.told()


def start_anew(server: RunningServer, **environment: str) -> None:
    assert server.stop() == 0
    server.environment = environment or None
    server.start()


def wire(server: RunningServer, guest: str) -> httpx.Client:
    """A plain connection of a guest, to see the answers as they are."""
    return httpx.Client(base_url=server.url, cookies={"flagplot_session": guest}, timeout=30)


def known(client: Client) -> str:
    client.rename("Ann")
    assert client.guest
    return client.guest


def test_the_sources_are_told_without_where_the_files_lie(server: RunningServer, owner: Path) -> None:
    url = f"{server.url}/api/games/{SLUG}/sources"
    theirs = {"file": "counters.toml", "path": "counters.uboat", "mark": "owner", "how": "", "figures": 1}
    before = httpx.get(url).json()
    assert theirs not in before
    assert [game["owners_figures"] for game in httpx.get(f"{server.url}/api/games").json()][:2] == [False, False]
    start_anew(server, **{OWNERS_DIRECTORY: str(owner)})
    answer = httpx.get(url)
    assert theirs in answer.json()
    assert str(owner) not in answer.text
    games = {game["slug"]: game["owners_figures"] for game in httpx.get(f"{server.url}/api/games").json()}
    assert games[SLUG]
    assert not games["sea-control"]
    assert httpx.get(f"{server.url}/api/games/nothing/sources").status_code == 404


def test_a_match_of_other_figures_is_listed_but_waits_for_its_own(server: RunningServer, owner: Path) -> None:
    client = server.guest()
    guest = known(client)
    match = client.create(SLUG, seed=4)
    match.decide(match.hint().option)
    with wire(server, guest) as browser:
        save = browser.get(f"/api/matches/{match.id}/save").content
        position = browser.get(f"/api/matches/{match.id}").json()

    start_anew(server, **{OWNERS_DIRECTORY: str(owner)})
    with wire(server, guest) as browser:
        assert [one["id"] for one in browser.get("/api/matches").json()] == [match.id]
        refused = browser.get(f"/api/matches/{match.id}")
        uploaded = browser.post("/api/matches/upload", content=save, headers={"Content-Type": "application/json"})
    sentence = "This game of Atlantic Wolves is played with the game's own figures, but an owner's figures ("
    assert refused.status_code == 409
    assert 400 <= uploaded.status_code < 500
    for answer in (refused, uploaded):
        assert sentence in answer.text
        assert answer.json()["error"].endswith(") are in force. Start Flagplot without --data.")

    start_anew(server)
    with wire(server, guest) as browser:
        assert browser.get(f"/api/matches/{match.id}").json() == position


def test_a_match_of_an_owners_figures_is_refused_without_them(server: RunningServer, owner: Path) -> None:
    start_anew(server, **{OWNERS_DIRECTORY: str(owner)})
    client = server.guest()
    guest = known(client)
    match = client.create(SLUG, seed=4)
    match.decide(match.hint().option)

    start_anew(server)
    with wire(server, guest) as browser:
        refused = browser.get(f"/api/matches/{match.id}")
        assert [one["id"] for one in browser.get("/api/matches").json()] == [match.id]
    assert refused.status_code == 409
    assert refused.json()["error"].endswith(
        ", but the game's own figures are in force. Start Flagplot with --data and the directory that has them."
    )

    start_anew(server, **{OWNERS_DIRECTORY: str(owner)})
    with wire(server, guest) as browser:
        assert browser.get(f"/api/matches/{match.id}").status_code == 200

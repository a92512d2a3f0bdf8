"""`bench/server.py`: what a move costs the server, how long it takes, and what a thousand games weigh.

CPU time is that of the server process, read from the kernel, and told in yards (see flagplot.lab.bench).
"""

from __future__ import annotations

import asyncio
import http.client
import json
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import sync_playwright
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection as AsyncConnection
from websockets.asyncio.client import connect as connect_async
from websockets.sync.client import ClientConnection, connect

from flagplot.client import Client
from flagplot.lab.bench import percentile, yard_seconds

ROUNDS = 5
MOVES = 200  # to a round
GAMES_AT_ONCE = 10
MOVES_EACH = 60
OPEN_GAMES = 1000
WATCHED = 50
PAGES_OPENED = 5
SEATS: Mapping[str, list[str]] = {"atlantic-wolves": ["german"], "sea-control": ["axis", "allied"]}


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement; `per_yard` where it is a time."""

    group: str
    key: str
    name: str
    value: float
    unit: str
    per_yard: float | None = None


class Server:
    """A server in a process of its own."""

    def __init__(self, directory: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        command = [
            "-m",
            "flagplot.cli",
            "serve",
            "--no-browser",
            "--port",
            str(self.port),
            "--db",
            f"sqlite:///{directory}/bench.db",
        ]
        self.process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL)
        while not self._answers():
            time.sleep(0.05)
        time.sleep(1)  # its workers start

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def guest(self) -> Client:
        """Somebody who plays."""
        client = Client(f"http://127.0.0.1:{self.port}")
        client.rename("Bench")
        return client

    def cpu_seconds(self) -> float:
        """The CPU time that the process has used."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in threads) / 1e9

    def megabytes(self) -> float:
        """The memory of the server with its workers, shared pages counted once."""
        pids = [self.process.pid]
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        pids += map(int, children.split())
        return sum(map(_proportional_kilobytes, pids)) / 1024

    def stop(self) -> None:
        """End it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


def _proportional_kilobytes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


@contextmanager
def watching(server: Server, client: Client, match_id: str, seat: str) -> Iterator[ClientConnection]:
    """A page that shows a seat."""
    url = f"ws://127.0.0.1:{server.port}/api/matches/{match_id}/live?seat={seat}"
    with connect(url, additional_headers={"Cookie": f"flagplot_guest={client.guest}"}, max_queue=None) as page:
        yield page


class Player:
    """A guest at a seat who follows the game by its changes and sends choices as a page does."""

    def __init__(self, server: Server, client: Client, match_id: str, seat: str, rng: Random) -> None:
        self.seat = seat
        self.seq = 0
        self._rng = rng
        self._path = f"/api/matches/{match_id}/choices"
        self._headers = {"Cookie": f"flagplot_guest={client.guest}", "Content-Type": "application/json"}
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port)
        position = json.loads(client.request("GET", f"/api/matches/{match_id}", params={"seat": seat}).content)
        self.hear(position)

    def hear(self, news: dict[str, Any]) -> None:
        """Take note of a position or a change."""
        if news["seq"] >= self.seq:
            self.seq, self.decision, self.over = news["seq"], news["decision"], news["result"] is not None

    def move(self) -> float:
        """Choose anything; how many seconds the answer took."""
        option = self._rng.choice(self.decision["options"])["value"]
        body = json.dumps({"seat": self.seat, "seq": self.seq, "option": option})
        began = time.perf_counter()
        self._connection.request("POST", self._path, body, self._headers)
        response = self._connection.getresponse()
        answer = response.read()
        seconds = time.perf_counter() - began
        assert response.status == 200, answer
        self.hear(json.loads(answer))
        return seconds

    def close(self) -> None:
        """Leave."""
        self._connection.close()


class Game:
    """A game for as many guests as it has seats, each with a page, and one page more that looks on."""

    def __init__(self, server: Server, slug: str, seed: int, stack: ExitStack, pages: bool = True) -> None:
        first, *others = SEATS[slug]
        owner = server.guest()
        wishes = {first: "me", **dict.fromkeys(others, "open")}
        match = owner.create(slug, wishes, seed=None if others else seed)
        guests = {first: owner}
        for seat in others:
            guests[seat] = server.guest()
            guests[seat].join(match.id, seat)
        self.pages: dict[str, ClientConnection] = {}
        if pages:
            # Atlantic Wolves has one seat, so both players' pages and the observer's show that one.
            for client, seat in [*((guests[seat], seat) for seat in (SEATS[slug] * 2)[:2]), (owner, first)]:
                page = stack.enter_context(watching(server, client, match.id, seat))
                page.recv()
                self.pages[seat] = page
        rng = Random(seed)
        self.players = {seat: Player(server, client, match.id, seat, rng) for seat, client in guests.items()}
        for client in guests.values():
            client.close()

    def move(self) -> float | None:
        """One move of whoever must decide; None when the game is over."""
        for player in self.players.values():
            if player.decision is not None:
                seconds = player.move()
                self._pass_on(player)
                return seconds
        return None

    def _pass_on(self, mover: Player) -> None:
        """When the next decision is another player's, he learns of it from his page."""
        if mover.decision is not None or mover.over:
            return
        for seat, player in self.players.items():
            while seat != mover.seat and player.decision is None and not player.over:
                player.hear(json.loads(self.pages[seat].recv(timeout=10)))

    def close(self) -> None:
        """Everybody leaves."""
        for player in self.players.values():
            player.close()


def cpu_per_move(server: Server, slug: str, yard: float) -> Figure:
    """What a move costs, two players and an observer watching; the best of some rounds, as other work only slows it."""
    cost = min(_cpu_of_a_round(server, slug, round_) for round_ in range(ROUNDS))
    return Figure(slug, "server_cpu", "CPU per move", cost * 1e6, "us", cost / yard)


def _cpu_of_a_round(server: Server, slug: str, round_: int) -> float:
    made, cpu, seed = 0, 0.0, 1000 * round_
    while made < MOVES:
        with ExitStack() as stack:
            game = Game(server, slug, seed, stack)
            seed += 1
            before, moves = server.cpu_seconds(), 0
            while made + moves < MOVES and game.move() is not None:
                moves += 1
            time.sleep(0.02)  # the pages are told
            cpu += server.cpu_seconds() - before
            made += moves
            game.close()
    return cpu / made


def round_trip(server: Server, slug: str) -> Figure:
    """How long the answer to a choice takes while several games are played as fast as they can be."""
    times = asyncio.run(_played_at_once(server, slug))
    name = f"round trip, p99, {GAMES_AT_ONCE} games at once"
    return Figure(slug, "server_round_trip_p99", name, percentile(times, 99) * 1e3, "ms")


async def _played_at_once(server: Server, slug: str) -> list[float]:
    with server.guest() as client:
        tables = [_table(server, client, slug, number) for number in range(GAMES_AT_ONCE)]
        return [seconds for times in await asyncio.gather(*tables) for seconds in times]


async def _table(server: Server, client: Client, slug: str, number: int) -> list[float]:
    """The times of the moves at one table, where one guest plays all seats and a page watches each."""
    times: list[float] = []
    rng = Random(number)
    wire = await asyncio.open_connection("127.0.0.1", server.port)
    while len(times) < MOVES_EACH:
        seats = dict.fromkeys(SEATS[slug], "me")
        wish = json.dumps({"game": slug, "seats": seats, "seed": number * 1000 + len(times)})
        path = f"/api/matches/{json.loads(await _answer(wire, 'POST', '/api/matches', client.guest, wish))['id']}"
        url = f"ws://127.0.0.1:{server.port}{path}/live?seat="
        async with AsyncExitStack() as stack:
            for seat in seats:
                page = connect_async(url + seat, additional_headers={"Cookie": f"flagplot_guest={client.guest}"})
                stack.callback(asyncio.create_task(_read_all(await stack.enter_async_context(page))).cancel)
            news = json.loads(await _answer(wire, "GET", path, client.guest))
            while len(times) < MOVES_EACH and news["result"] is None:
                if news["decision"] is None:
                    news = json.loads(await _answer(wire, "GET", f"{path}?seat={news['to_move']}", client.guest))
                decision = news["decision"]
                option = rng.choice(decision["options"])["value"]
                body = json.dumps({"seat": decision["seat"], "seq": news["seq"], "option": option})
                began = time.perf_counter()
                answer = await _answer(wire, "POST", f"{path}/choices", client.guest, body)
                times.append(time.perf_counter() - began)
                news = json.loads(answer)
    wire[1].close()
    return times


async def _read_all(page: AsyncConnection) -> None:
    async for _ in page:
        pass


Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _answer(wire: Wire, method: str, path: str, guest: str | None, body: str = "") -> bytes:
    """The body of an answer over a connection that stays open; as little as possible is done on this side."""
    head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\nCookie: flagplot_guest={guest}\r\n"
    kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    wire[1].write((head + kind).encode())
    headers = (await wire[0].readuntil(b"\r\n\r\n")).lower()
    length = int(headers.partition(b"content-length:")[2].split()[0])
    content = await wire[0].readexactly(length)
    assert headers.split()[1] in (b"200", b"201"), content
    return content


def memory(server: Server) -> Figure:
    """What the server weighs with many games open and some of them watched."""
    with ExitStack() as stack:
        for number in range(OPEN_GAMES):
            slug = list(SEATS)[number % len(SEATS)]
            game = Game(server, slug, number, stack, pages=number % (OPEN_GAMES // WATCHED) < len(SEATS) // 2)
            game.close()
        return Figure(
            "all games", "server_memory", f"{OPEN_GAMES} games open, {WATCHED} watched", server.megabytes(), "MB"
        )


def first_board(server: Server, slug: str, chromium: str) -> Figure:
    """How long after opening the page of a game its pieces are drawn, in a browser that has seen nothing of it."""
    times = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for number in range(PAGES_OPENED):
            with browser.new_context(base_url=f"http://127.0.0.1:{server.port}") as context:
                match = context.request.post("/api/matches", data={"game": slug, "seed": number}).json()
                page = context.new_page()
                began = time.perf_counter()
                page.goto(f"/g/{match['id']}", wait_until="commit")
                page.wait_for_selector("#plot [data-piece]")
                times.append(time.perf_counter() - began)
        browser.close()
    return Figure(slug, "first_board", "first board on screen, cold", percentile(times, 50) * 1e3, "ms")


def measured(work: Callable[[Server], Figure]) -> Figure:
    """A figure of a fresh server."""
    with tempfile.TemporaryDirectory() as directory:
        server = Server(Path(directory))
        try:
            return work(server)
        finally:
            server.stop()


def verdict(figure: Figure, targets: Mapping[str, Any]) -> tuple[str, bool]:
    """The target of a figure in words, and whether it is met."""
    most = targets.get(figure.group, {}).get(figure.key, {}).get("at_most")
    if most is None:
        return "", True
    is_met = (figure.value if figure.per_yard is None else figure.per_yard) <= most
    unit = figure.unit if figure.per_yard is None else "yards"
    return f"at most {most:g} {unit}, {'met' if is_met else 'MISSED'}", is_met


def main() -> int:
    """Measure and print; 1 when a target is missed."""
    targets = tomllib.loads((Path(__file__).parent / "targets.toml").read_text(encoding="utf-8"))
    yard = yard_seconds()
    figures = [measured(lambda server, slug=slug: cpu_per_move(server, slug, yard)) for slug in SEATS]  # type: ignore[misc]
    figures += [measured(lambda server, slug=slug: round_trip(server, slug)) for slug in SEATS]  # type: ignore[misc]
    figures.append(measured(memory))
    if chromium := shutil.which("chromium"):
        figures += [measured(lambda server, slug=slug: first_board(server, slug, chromium)) for slug in SEATS]  # type: ignore[misc]
    table = Table(title="server", title_justify="left", box=SIMPLE_HEAD)
    for column in ("game", "what", "figure", "in yards", "target"):
        table.add_column(column, justify="right" if column in ("figure", "in yards") else "left")
    for figure in figures:
        yards = "" if figure.per_yard is None else f"{figure.per_yard:,.1f}"
        amount = f"{figure.value:,.1f} {figure.unit}"
        table.add_row(figure.group, figure.name, amount, yards, verdict(figure, targets)[0])
    console = Console()
    console.print(f"One yard is {yard * 1e6:.1f} us of plain Python on this machine.")
    console.print(table)
    return 0 if all(verdict(figure, targets)[1] for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())

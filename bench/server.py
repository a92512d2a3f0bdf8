"""`bench/server.py`: what a move costs the server, how long it takes among many, and what a thousand games weigh.

CPU time is that of the server process, read from the kernel, and told in yards (see flagplot.lab.bench).
"""

from __future__ import annotations

import asyncio
import http.client
import json
import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import sync_playwright
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from websockets.asyncio.client import ClientConnection as AsyncConnection
from websockets.asyncio.client import connect as connect_async
from websockets.sync.client import ClientConnection, connect

from flagplot.client import Client
from flagplot.lab.bench import percentile, yard_seconds
from tests.server.postgres import Cluster
from tests.server.running import RunningServer

ROUNDS = 5
MOVES = 200  # to a round
CROWDS = (1, 10, 100, 1000)  # games at once
MOST_MOVES, FEWEST_MOVES = 1500, 4  # in all, and of each game
OPEN_GAMES = 1000
WATCHED = 50
PAGES_OPENED = 5
SEATS: Mapping[str, list[str]] = {
    "atlantic-wolves": ["german"],
    "graf-spee": ["graf_spee"],
    "sea-control": ["axis", "allied"],
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement; `per_yard` where it is a time."""

    group: str
    key: str
    name: str
    value: float
    unit: str
    per_yard: float | None = None


@dataclass(frozen=True, slots=True)
class Crowd:
    """How the server does when so many games are played at once, each as fast as it can be."""

    database: str
    games: int
    moves_a_second: float
    p50: float  # seconds
    p99: float
    cpu: float  # seconds of the server process for a move


class Server(RunningServer):
    """A server in a process of its own."""

    def start(self) -> None:
        """Start it, and wait until its workers are there, too."""
        super().start()
        time.sleep(1)

    def somebody(self) -> Client:
        """Somebody who plays."""
        client = Client(self.url)
        client.rename("Bench")
        return client

    def cpu_seconds(self) -> float:
        """The CPU time that the process has used."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in threads) / 1e9

    def megabytes(self) -> float:
        """The memory of the server with its workers, shared pages counted once."""
        return sum(map(_proportional_kilobytes, [self.process.pid, *self.children()])) / 1024


def _proportional_kilobytes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


@contextmanager
def watching(server: Server, client: Client, match_id: str, seat: str) -> Iterator[ClientConnection]:
    """A page that shows a seat."""
    url = f"ws://127.0.0.1:{server.port}/api/matches/{match_id}/live?seat={seat}"
    with connect(url, additional_headers={"Cookie": f"flagplot_session={client.guest}"}, max_queue=None) as page:
        yield page


class Player:
    """A guest at a seat who follows the game by its changes and sends choices as a page does."""

    def __init__(self, server: Server, client: Client, match_id: str, seat: str, rng: Random) -> None:
        self.seat = seat
        self.seq = 0
        self._rng = rng
        self._path = f"/api/matches/{match_id}/choices"
        self._headers = {"Cookie": f"flagplot_session={client.guest}", "Content-Type": "application/json"}
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port)
        position = json.loads(client.request("GET", f"/api/matches/{match_id}", params={"seat": seat}).content)
        self.hear(position)

    def hear(self, news: dict[str, Any]) -> None:
        """Take note of a position or a change; news of the company are no matter here."""
        if news.get("seq", -1) >= self.seq:
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
        owner = server.somebody()
        wishes = {first: "me", **dict.fromkeys(others, "open")}
        match = owner.create(slug, wishes, seed=None if others else seed)
        guests = {first: owner}
        for seat in others:
            guests[seat] = server.somebody()
            guests[seat].join(match.invite, seat)
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


def crowds(kind: str, db: str | None) -> list[Crowd]:
    """Ever more games at once, with a page for each, on a database."""
    with tempfile.TemporaryDirectory() as directory:
        server = Server(Path(directory), db)
        try:
            return [asyncio.run(_crowd(server, kind, games)) for games in CROWDS]
        finally:
            server.stop()


async def _crowd(server: Server, kind: str, games: int) -> Crowd:
    with server.somebody() as client:
        tables = [Table(server, client, number) for number in range(games)]
        for table in tables:
            await table.open()
        cpu, began = server.cpu_seconds(), time.perf_counter()
        times = await asyncio.gather(*(table.play(max(FEWEST_MOVES, MOST_MOVES // games)) for table in tables))
        seconds, cpu = time.perf_counter() - began, server.cpu_seconds() - cpu
        for table in tables:
            await table.close()
    moves = [seconds for one in times for seconds in one]
    p50, p99 = percentile(moves, 50), percentile(moves, 99)
    return Crowd(kind, games, len(moves) / seconds, p50, p99, cpu / len(moves))


class Table:
    """A game of one guest who plays all seats, with a page that watches."""

    def __init__(self, server: Server, client: Client, number: int) -> None:
        self._slug = list(SEATS)[number % len(SEATS)]
        self._port = server.port
        self._guest = client.guest
        self._number = number
        self._rng = Random(number)

    async def open(self) -> None:
        """Begin the game and open its page."""
        self._wire = await asyncio.open_connection("127.0.0.1", self._port)
        seats = dict.fromkeys(SEATS[self._slug], "me")
        wish = json.dumps({"game": self._slug, "seats": seats, "seed": self._number})
        self._path = f"/api/matches/{json.loads(await self._ask('POST', '/api/matches', wish))['id']}"
        url = f"ws://127.0.0.1:{self._port}{self._path}/live?seat={SEATS[self._slug][0]}"
        cookie = {"Cookie": f"flagplot_session={self._guest}"}
        self._page = await connect_async(url, additional_headers=cookie)
        self._reader = asyncio.create_task(_read_all(self._page))
        self._news = json.loads(await self._ask("GET", self._path))

    async def play(self, moves: int) -> list[float]:
        """How long each of so many moves took, or fewer if the game ends."""
        times: list[float] = []
        while len(times) < moves and self._news["result"] is None:
            if self._news["decision"] is None:
                self._news = json.loads(await self._ask("GET", f"{self._path}?seat={self._news['to_move']}"))
            decision = self._news["decision"]
            option = self._rng.choice(decision["options"])["value"]
            body = json.dumps({"seat": decision["seat"], "seq": self._news["seq"], "option": option})
            began = time.perf_counter()
            answer = await self._ask("POST", f"{self._path}/choices", body)
            times.append(time.perf_counter() - began)
            self._news = json.loads(answer)
        return times

    async def _ask(self, method: str, path: str, body: str = "") -> bytes:
        return await _answer(self._wire, method, path, self._guest, body)

    async def close(self) -> None:
        """Leave."""
        self._reader.cancel()
        await self._page.close()
        self._wire[1].close()


async def _read_all(page: AsyncConnection) -> None:
    async for _ in page:
        pass


Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _answer(wire: Wire, method: str, path: str, guest: str | None, body: str = "") -> bytes:
    """The body of an answer over a connection that stays open; as little as possible is done on this side."""
    head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\nCookie: flagplot_session={guest}\r\n"
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


def shown(many: list[Crowd]) -> Grid:
    """How the server does among many games, as a table."""
    grid = Grid(title="games at once, each as fast as it can be", title_justify="left", box=SIMPLE_HEAD)
    for column in ("database", "games", "moves a second", "round trip, p50", "p99", "CPU per move"):
        grid.add_column(column, justify="left" if column == "database" else "right")
    for one in many:
        trips = [f"{seconds * 1e3:,.1f} ms" for seconds in (one.p50, one.p99)]
        grid.add_row(one.database, f"{one.games:,}", f"{one.moves_a_second:,.0f}", *trips, f"{one.cpu * 1e6:,.0f} us")
    return grid


def main() -> int:
    """Measure and print; 1 when a target is missed."""
    targets = tomllib.loads((Path(__file__).parent / "targets.toml").read_text(encoding="utf-8"))
    yard = yard_seconds()
    figures = [measured(lambda server, slug=slug: cpu_per_move(server, slug, yard)) for slug in SEATS]  # type: ignore[misc]
    figures.append(measured(memory))
    if chromium := shutil.which("chromium"):
        figures += [measured(lambda server, slug=slug: first_board(server, slug, chromium)) for slug in SEATS]  # type: ignore[misc]
    table = Grid(title="server", title_justify="left", box=SIMPLE_HEAD)
    for column in ("game", "what", "figure", "in yards", "target"):
        table.add_column(column, justify="right" if column in ("figure", "in yards") else "left")
    for figure in figures:
        yards = "" if figure.per_yard is None else f"{figure.per_yard:,.1f}"
        amount = f"{figure.value:,.1f} {figure.unit}"
        table.add_row(figure.group, figure.name, amount, yards, verdict(figure, targets)[0])
    cluster = Cluster(durable=True)
    try:
        many = [*crowds("SQLite", None), *crowds("PostgreSQL", cluster.new_database())]
    finally:
        cluster.close()
    console = Console()
    console.print(f"One yard is {yard * 1e6:.1f} us of plain Python on this machine.")
    console.print(table)
    console.print(shown(many))
    return 0 if all(verdict(figure, targets)[1] for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())

"""`bench/server.py`: what a move costs the server, how long it takes among many, and what a thousand games weigh.

CPU time is that of the server process with all its threads, as the kernel accounts it, and told in yards (see
flagplot.lab.bench). Rounds of all games take turns, and each is compared with yards that were measured between its
moves, while the server rests, so that other work on the machine and the rate of its clock weigh on both; told are the
median of the ratios and their quartiles.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles
from typing import Any

from playwright.sync_api import sync_playwright
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from websockets.asyncio.client import ClientConnection as AsyncConnection
from websockets.asyncio.client import connect as connect_async
from websockets.sync.client import ClientConnection, connect

from flagplot.client import Client, RemoteMatch
from flagplot.lab.bench import percentile, yard_seconds
from tests.server.postgres import Cluster
from tests.server.running import RunningServer
from tests.web.chromium import find_chromium

ROUNDS = 7
MOVES = 60  # of the player, to a round
MOVES_TO_A_YARD = 5  # after so many moves a yard is measured
SECONDS_FOR_A_REPLY = 60
SECONDS_OF_REST = 0.005  # for the server to finish a move, before a yard is measured
CPU_OF_PROCESS = 2  # with the number of a process, the clock that Linux keeps of its CPU time to the nanosecond
CROWDS = (1, 10, 100, 1000)  # games at once
MOST_MOVES, FEWEST_MOVES = 1500, 4  # in all, and of each game
OPEN_GAMES = 1000
FEW, MANY = 100, 500  # games without pages, whose rates are compared
WATCHED = 50
PAGES_OPENED = 5
SEATS: Mapping[str, list[str]] = {
    "atlantic-chase": ["german", "british"],
    "atlantic-wolves": ["german"],
    "graf-spee": ["graf_spee"],
    "night-action": ["allied", "axis"],
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
    spread: tuple[float, float] | None = None  # the quartiles of what was measured per yard


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
        """The CPU time that the process has used, by threads that have ended, too; its workers are other processes."""
        return time.clock_gettime(~self.process.pid << 3 | CPU_OF_PROCESS)

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


def open_game(server: Server, slug: str, seed: int, stack: ExitStack, pages: bool) -> None:
    """A game for as many guests as it has seats, each with a page, and one page more that looks on, or with none."""
    first, *others = SEATS[slug]
    owner = server.somebody()
    match = owner.create(slug, {first: "me", **dict.fromkeys(others, "open")}, seed=None if others else seed)
    guests = {first: owner}
    for seat in others:
        guests[seat] = server.somebody()
        guests[seat].join(match.invite, seat)
    if pages:
        # A game for one has one seat, so both players' pages and the observer's show that one.
        for client, seat in [*((guests[seat], seat) for seat in (SEATS[slug] * 2)[:2]), (owner, first)]:
            stack.enter_context(watching(server, client, match.id, seat)).recv()
    for client in guests.values():
        client.close()


def cpu_per_move() -> list[Figure]:
    """What a move costs in all to somebody who plays alone: its answer, its page, and what computer players reply."""
    with ExitStack() as stack:
        directories = {slug: Path(stack.enter_context(tempfile.TemporaryDirectory())) for slug in SEATS}
        servers = {slug: Server(directory) for slug, directory in directories.items()}
        ratios: dict[str, list[float]] = {slug: [] for slug in SEATS}
        costs: dict[str, list[float]] = {slug: [] for slug in SEATS}
        try:
            for round_ in range(ROUNDS):
                for slug, server in servers.items():
                    cost, yard = _cpu_of_a_round(server, slug, round_)
                    ratios[slug].append(cost / yard)
                    costs[slug].append(cost)
        finally:
            for server in servers.values():
                server.stop()
    return [
        Figure(
            slug,
            "server_cpu",
            "CPU of a player's move",
            median(costs[slug]) * 1e6,
            "us",
            median(ratios[slug]),
            tuple(quantiles(ratios[slug], n=4)[::2]),  # type: ignore[arg-type]
        )
        for slug in SEATS
    ]


def yard_now(times: int = 15) -> float:
    """The CPU time of a yard at this moment: the median of some."""
    return median(yard_seconds() for _ in range(times))


def _cpu_of_a_round(server: Server, slug: str, round_: int) -> tuple[float, float]:
    """The CPU time of a move, and that of a yard, measured every few moves."""
    made, cpu, seed = 0, 0.0, 1000 * round_
    yards: list[float] = []
    with server.somebody() as client:
        while made < MOVES:
            first, *others = SEATS[slug]
            match = client.create(slug, {first: "me", **dict.fromkeys(others, "captain")}, seed=seed)
            rng = Random(seed)
            seed += 1
            with watching(server, client, match.id, first) as page:
                _wait_for_turn(match, page)
                before = server.cpu_seconds()
                while made < MOVES and match.decision is not None:
                    match.decide(rng.choice(match.decision.options).value)
                    made += 1
                    _wait_for_turn(match, page)
                    if made % MOVES_TO_A_YARD == 0:
                        time.sleep(SECONDS_OF_REST)
                        yards.append(yard_now(3))
                cpu += server.cpu_seconds() - before
    return cpu / made, mean(yards)


def _wait_for_turn(match: RemoteMatch, page: ClientConnection) -> None:
    """Hear what the others reply, by the page's own connection, as a browser does."""
    while match.decision is None and not match.position.result:
        match.take(page.recv(timeout=SECONDS_FOR_A_REPLY))


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

    def __init__(self, server: Server, client: Client, number: int, has_page: bool = True) -> None:
        self._has_page = has_page
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
        if self._has_page:
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
        try:
            return await _answer(self._wire, method, path, self._guest, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server closes a connection that was idle while other games were opened, unread; a browser asks again.
            self._wire = await asyncio.open_connection("127.0.0.1", self._port)
            return await _answer(self._wire, method, path, self._guest, body)

    async def close(self) -> None:
        """Leave."""
        if self._has_page:
            self._reader.cancel()
            await self._page.close()
        self._wire[1].close()


def many_to_few(server: Server) -> Figure:
    """How fast many games without pages move compared with few, in rounds that take turns."""
    return asyncio.run(_many_to_few(server))


async def _many_to_few(server: Server) -> Figure:
    """The few move by turns with equal parts of the many, so that other work on the machine weighs on both.

    In every round others of the many are the few, so that all games are about equally long.
    """
    ratios = []
    with server.somebody() as client:
        tables = [Table(server, client, number, has_page=False) for number in range(MANY)]
        for table in tables:
            await table.open()
        parts = [tables[first : first + FEW] for first in range(0, MANY, FEW)]
        for round_ in range(ROUNDS):
            few, many = Pace(), Pace()
            for part in parts:
                await few.play(parts[round_ % len(parts)])
                await many.play(part)
            ratios.append(many.rate / few.rate)
        for table in tables:
            await table.close()
    lower, _, upper = quantiles(ratios, n=4)
    name = f"rate of {MANY} games to that of {FEW} ({lower:.2f} to {upper:.2f})"
    return Figure("all games", "many_to_few", name, median(ratios), "times")


class Pace:
    """How fast games move that are played a move at a time."""

    def __init__(self) -> None:
        self._moves, self._seconds = 0, 0.0

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self._moves / self._seconds

    async def play(self, tables: list[Table]) -> None:
        """Make a move at each table, twenty players at a time."""
        at_once = asyncio.Semaphore(20)

        async def play(table: Table) -> int:
            async with at_once:
                return len(await table.play(1))

        began = time.perf_counter()
        self._moves += sum(await asyncio.gather(*map(play, tables)))
        self._seconds += time.perf_counter() - began


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
            open_game(server, slug, number, stack, pages=number % (OPEN_GAMES // WATCHED) < len(SEATS) // 2)
        return Figure(
            "all games", "server_memory", f"{OPEN_GAMES} games open, {WATCHED} watched", server.megabytes(), "MB"
        )


def first_board(server: Server, slug: str) -> Figure:
    """How long after opening the page of a game its pieces are drawn, in a browser that has seen nothing of it."""
    times = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
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
    target = targets.get(figure.group, {}).get(figure.key)
    if target is None:
        return "", True
    ((bound, limit),) = target.items()
    value = figure.value if figure.per_yard is None else figure.per_yard
    is_met = value <= limit if bound == "at_most" else value >= limit
    unit = figure.unit if figure.per_yard is None else "yards"
    return f"{bound.replace('_', ' ')} {limit:g} {unit}, {'met' if is_met else 'MISSED'}", is_met


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
    yard = yard_now()
    figures = cpu_per_move()
    figures += [measured(memory), measured(many_to_few)]
    figures += [measured(lambda server, slug=slug: first_board(server, slug)) for slug in SEATS]  # type: ignore[misc]
    table = Grid(title="server", title_justify="left", box=SIMPLE_HEAD)
    for column in ("game", "what", "figure", "in yards", "target"):
        table.add_column(column, justify="right" if column in ("figure", "in yards") else "left")
    for figure in figures:
        yards = "" if figure.per_yard is None else f"{figure.per_yard:,.1f}"
        if figure.spread:
            yards += f" ({figure.spread[0]:,.0f} to {figure.spread[1]:,.0f})"
        amount = f"{figure.value:,.2f} {figure.unit}" if figure.value < 10 else f"{figure.value:,.1f} {figure.unit}"
        table.add_row(figure.group, figure.name, amount, yards, verdict(figure, targets)[0])
    console = Console()
    console.print(
        f"One yard is {yard * 1e6:.1f} us of plain Python on this machine, as the median of some. The CPU of a move is "
        f"told in yards measured between its moves: the median of {ROUNDS} rounds in turns, and their quartiles."
    )
    console.print(table)
    cluster = Cluster(durable=True)
    try:
        many = [*crowds("SQLite", None), *crowds("PostgreSQL", cluster.new_database())]
    finally:
        cluster.close()
    console.print(shown(many))
    return 0 if all(verdict(figure, targets)[1] for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())

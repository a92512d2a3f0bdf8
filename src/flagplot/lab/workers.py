"""Where games are played: in this process, in several processes, or on a Ray cluster (`on_ray`).

All of them are `Workers`: numbered games go in, and what came of them comes out in the same order. Games are handed
out in chunks of about half a second, so that handing them out costs next to nothing; results never depend on it.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, NamedTuple, Self, TypeVar

from flagplot.engine.data import OWNERS_DIRECTORY
from flagplot.engine.errors import FlagplotError
from flagplot.lab.plans import Plan, Task, figures_in_force, no_search_for_cycles

T = TypeVar("T")
Play = Callable[[Plan, int], T]  # plays a game of a plan; a function of a module, so that others can find it

SECONDS_OF_CHUNK = 0.5
LARGEST_CHUNK = 5000
FASTEST_GROWTH = 8  # times the chunk before: the first games of a process are slower than the others
BACKLOG = 8  # chunks for each that is under way that may wait for a slow one before them
MOST_PROCESSES = 256
PATIENCE = 5.0  # seconds for a process to end by itself


class WorkerLost(FlagplotError):
    """A process or a machine that was playing is gone."""


class Chunk(NamedTuple):
    """Games that one worker plays in one go."""

    play: Play[Any]
    games: list[tuple[Plan, int]]


class Played(NamedTuple):
    """What came of a chunk, and how long it took."""

    results: list[Any]
    seconds: float


def play_chunk(chunk: Chunk) -> Played:
    """Play the games of a chunk one after the other."""
    began = time.perf_counter()
    with no_search_for_cycles():
        results = [chunk.play(plan, number) for plan, number in chunk.games]
    return Played(results, time.perf_counter() - began)


class Workers(ABC):
    """Plays games somewhere."""

    @abstractmethod
    def play(self, play: Play[T], plans: Sequence[Plan], tasks: Sequence[Task]) -> Generator[T, None, None]:
        """What `play` makes of each task, in the order of the tasks."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of what was started."""
        return


class ThisProcess(Workers):
    """Plays one game after the other, here."""

    def play(self, play: Play[T], plans: Sequence[Plan], tasks: Sequence[Task]) -> Generator[T, None, None]:
        with no_search_for_cycles():
            for task in tasks:
                if plans[task.plan].figures != figures_in_force():
                    raise FlagplotError("Games with other figures than those in force need a process of their own.")
                yield play(plans[task.plan], task.number)


Handle = TypeVar("Handle")


class Elsewhere(Workers, Generic[Handle]):
    """Workers that play several chunks at a time."""

    at_once: int  # chunks that may be under way

    @abstractmethod
    def _start(self, chunk: Chunk) -> Handle:
        """Have a chunk played."""

    @abstractmethod
    def _wait(self, under_way: Mapping[Handle, int]) -> list[tuple[Handle, Played]]:
        """Wait until chunks are finished, and return them."""

    @abstractmethod
    def _stop(self) -> None:
        """Drop what is under way; nothing can be played any more."""

    def play(self, play: Play[T], plans: Sequence[Plan], tasks: Sequence[Task]) -> Generator[T, None, None]:
        chunks = _Chunks(play, plans, tasks, self.at_once)
        under_way: dict[Handle, int] = {}
        finished: dict[int, list[T]] = {}
        started = given_out = 0
        try:
            while True:
                while len(under_way) < self.at_once and started - given_out < BACKLOG * self.at_once:
                    chunk = chunks.next()
                    if chunk is None:
                        break
                    under_way[self._start(chunk)] = started
                    started += 1
                if not under_way:
                    return
                for handle, played in self._wait(under_way):
                    finished[under_way.pop(handle)] = played.results
                    chunks.took(len(played.results), played.seconds)
                while given_out in finished:
                    yield from finished.pop(given_out)
                    given_out += 1
        finally:
            if under_way:
                self._stop()


class _Chunks:
    """Cuts tasks into chunks that take about half a second, by how long the games before them took."""

    def __init__(self, play: Play[Any], plans: Sequence[Plan], tasks: Sequence[Task], lanes: int) -> None:
        self._play, self._plans, self._tasks, self._lanes = play, plans, tasks, lanes
        self._cut = 0  # tasks that are in chunks
        self._size = 1
        self._seconds = 0.0  # for a game

    def took(self, games: int, seconds: float) -> None:
        """Learn how long games take."""
        latest = seconds / games
        self._seconds = (self._seconds + latest) / 2 if self._seconds else latest
        wanted = int(SECONDS_OF_CHUNK / max(self._seconds, 1e-6))
        self._size = max(1, min(wanted, self._size * FASTEST_GROWTH, LARGEST_CHUNK))

    def next(self) -> Chunk | None:
        """The next games of one directory of figures; None when there are no more."""
        tasks, first = self._tasks, self._cut
        if first == len(tasks):
            return None
        share = -(-(len(tasks) - first) // self._lanes)  # no worker has all that is left while others are idle
        past, figures = first, self._figures(first)
        while past < min(first + min(self._size, share), len(tasks)) and self._figures(past) == figures:
            past += 1
        self._cut = past
        return Chunk(self._play, [(self._plans[task.plan], task.number) for task in tasks[first:past]])

    def _figures(self, index: int) -> str:
        return self._plans[self._tasks[index].plan].figures


# Processes of this machine


class _Lane(NamedTuple):
    """A process that plays chunks with the figures of one directory, and the pipe to it."""

    process: BaseProcess
    connection: Connection
    figures: str


class Processes(Elsewhere[Connection]):
    """Plays in so many processes of this machine."""

    def __init__(self, number: int) -> None:
        if not 1 <= number <= MOST_PROCESSES:
            raise FlagplotError(f"Games can be played in 1 to {MOST_PROCESSES} processes, not in {number:,}.")
        self.at_once = number
        self._lanes: list[_Lane] = []
        self._idle: list[_Lane] = []

    def __enter__(self) -> Self:
        """Start the processes now, before a progress bar has a thread that they would be forked beside."""
        try:
            self._idle += [self._new_lane(figures_in_force()) for _ in range(self.at_once)]
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for lane in self._lanes:
            lane.connection.close()  # upon which the process ends
        for lane in self._lanes:
            lane.process.join(PATIENCE)
        self._stop()

    def _stop(self) -> None:
        for lane in self._lanes:
            lane.process.terminate()
        for lane in self._lanes:
            lane.process.join()
            lane.connection.close()
        self._lanes, self._idle = [], []

    def _new_lane(self, figures: str) -> _Lane:
        # A game is loaded once, so a process for other figures must not be a copy of this one.
        context = multiprocessing.get_context(None if figures == figures_in_force() else "spawn")
        ours, theirs = context.Pipe()
        is_copy = context.get_start_method() == "fork"
        inherited = [lane.connection for lane in self._lanes] + [ours] if is_copy else []
        process = context.Process(target=_serve, args=(theirs, figures, inherited), daemon=True)
        process.start()
        theirs.close()
        lane = _Lane(process, ours, figures)
        self._lanes.append(lane)
        return lane

    def _start(self, chunk: Chunk) -> Connection:
        figures = chunk.games[0][0].figures
        lane = next((one for one in self._idle if one.figures == figures), None)
        if lane is None:
            lane = self._new_lane(figures)
        else:
            self._idle.remove(lane)
        try:
            lane.connection.send(chunk)
        except OSError:
            raise _lost(lane) from None
        return lane.connection

    def _wait(self, under_way: Mapping[Connection, int]) -> list[tuple[Connection, Played]]:
        finished = []
        for connection in wait(list(under_way)):
            lane = next(one for one in self._lanes if one.connection is connection)
            try:
                answer = lane.connection.recv()
            except (EOFError, OSError):
                raise _lost(lane) from None
            if isinstance(answer, Exception):
                raise answer
            self._idle.append(lane)
            finished.append((lane.connection, answer))
        return finished


def _lost(lane: _Lane) -> WorkerLost:
    lane.process.join(PATIENCE)
    return WorkerLost(
        f"A process that played games was ended from outside (exit code {lane.process.exitcode}); perhaps memory ran "
        "out. Try fewer processes with --jobs."
    )


def _serve(connection: Connection, figures: str, inherited: Sequence[Connection]) -> None:
    """Play chunks until nobody is at the other end of the pipe."""
    for other in inherited:
        other.close()  # or this process would never learn that the one which started it is gone
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that reports
    if figures:
        os.environ[OWNERS_DIRECTORY] = figures
    else:
        os.environ.pop(OWNERS_DIRECTORY, None)
    with contextlib.suppress(EOFError, OSError):
        while True:
            chunk: Chunk = connection.recv()
            try:
                answer: Played | Exception = play_chunk(chunk)
            except FlagplotError as error:
                answer = error
            except Exception:
                answer = RuntimeError(f"A game failed in another process.\n{traceback.format_exc()}")
            connection.send(answer)


def workers(jobs: int = 1, ray: str | None = None) -> Workers:
    """Workers as they are asked for: so many processes (0 for all cores), or those of a Ray cluster.

    `ray` is the address of a cluster; empty stands for a Ray of our own on this machine, None for no Ray.
    """
    if jobs < 0:
        raise FlagplotError("Games are played in 0 (all cores) or more jobs.")
    if ray is not None:
        from flagplot.lab.on_ray import OnRay

        return OnRay(ray, jobs)
    number = jobs or os.cpu_count() or 1
    return ThisProcess() if number == 1 else Processes(number)

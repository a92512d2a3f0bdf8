"""Games played on a Ray cluster, or on a Ray of our own that is started for the run and shut down after it."""

from __future__ import annotations

import importlib
import os
import re
import socket
from collections.abc import Mapping
from typing import Any, Self

from flagplot import __version__
from flagplot.engine.data import OWNERS_DIRECTORY
from flagplot.engine.errors import FlagplotError
from flagplot.games import MORE_GAMES
from flagplot.lab.plans import figures_in_force, mark_of
from flagplot.lab.workers import Chunk, Elsewhere, Played, WorkerLost, play_chunk

QUEUE = 2  # chunks for each core that are handed out, so that no core waits for the next one
OBJECT_STORE = 100 * 1024 * 1024  # bytes; outcomes are small, and Ray would take a third of the memory
STARTS = 2  # of a Ray of our own, which gives itself half a minute: too little on a busy machine
PATIENCE = 10.0  # seconds for a cluster to answer
QUIETLY = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DEDUP_LOGS": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DISABLE_IMPORT_WARNING": "1",
}


class OnRay(Elsewhere[Any]):
    """Plays on the cluster at an address, or in so many processes of a Ray of our own (0: on all cores)."""

    def __init__(self, address: str = "", jobs: int = 0) -> None:
        self._address, self._jobs = address, jobs
        self._functions: dict[str, Any] = {}  # by directory of figures
        for name, value in QUIETLY.items():
            os.environ.setdefault(name, value)  # before Ray is loaded, which reads them
        try:
            self._ray: Any = importlib.import_module("ray")
        except ImportError:
            raise FlagplotError("Ray is not installed. Install it with pip install 'flagplot[lab]'.") from None

    def __enter__(self) -> Self:
        ray = self._ray
        if ray.is_initialized():
            raise FlagplotError("This process uses Ray already. Shut it down first, or play without --ray.")
        wanted: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False, "include_dashboard": False}
        if self._address:
            wanted = {"address": self._address, "logging_level": "ERROR", "log_to_driver": False}
        else:
            wanted |= {"address": "local", "num_cpus": self._jobs or os.cpu_count() or 1}
            wanted["object_store_memory"] = OBJECT_STORE
        for tries_left in reversed(range(1 if self._address else STARTS)):
            try:
                _knock(self._address)
                ray.init(**wanted)
                break
            except Exception as error:  # Ray raises everything, down to Exception itself
                ray.shutdown()
                if not tries_left:
                    what = f"No Ray cluster answers at {self._address}" if self._address else "Ray does not start here"
                    raise FlagplotError(f"{what}: {_first_sentence(error)}") from None
        cores = int(ray.cluster_resources().get("CPU", 1))
        self.at_once = QUEUE * (min(cores, self._jobs) if self._jobs else cores)
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def _stop(self) -> None:
        self._ray.shutdown()

    def _start(self, chunk: Chunk) -> Any:
        figures = chunk.games[0][0].figures
        if figures not in self._functions:
            self._functions[figures] = self._remote_function(figures)
        return self._functions[figures].remote(chunk, __version__)

    def _remote_function(self, figures: str) -> Any:
        """The function that plays chunks on the cluster with the figures of a directory."""
        if not self._address and figures == figures_in_force():
            return self._ray.remote(play_on_node)  # the workers of a Ray of our own have our environment
        variables = {MORE_GAMES: os.environ.get(MORE_GAMES, ""), OWNERS_DIRECTORY: figures}
        return self._ray.remote(runtime_env={"env_vars": variables})(play_on_node)

    def _wait(self, under_way: Mapping[Any, int]) -> list[tuple[Any, Played]]:
        errors = self._ray.exceptions
        ready, _ = self._ray.wait(list(under_way), num_returns=1)
        try:
            return [(reference, self._ray.get(reference)) for reference in ready]
        except errors.RayTaskError as error:
            cause = error.cause
            if isinstance(cause, FlagplotError):
                raise cause from None
            raise
        except errors.RayError as error:
            raise WorkerLost(f"Ray lost a worker: {_first_sentence(error)}") from None


def _knock(address: str) -> None:
    """Connect to an address with a port, because Ray itself would try for minutes."""
    if found := re.fullmatch(r"(?:ray://)?\[?([^/]+?)\]?:(\d{1,5})", address):
        socket.create_connection((found[1], int(found[2])), PATIENCE).close()


def play_on_node(chunk: Chunk, version: str) -> Played:
    """Play a chunk on a machine of the cluster, if it has the same Flagplot and the same figures."""
    if __version__ != version:
        raise FlagplotError(f"A machine of the cluster has Flagplot {__version__}, but the run needs {version}.")
    plan = chunk.games[0][0]
    if mark_of(figures_in_force(), plan.game) != plan.figures_mark:
        raise FlagplotError(
            f"A machine of the cluster has other figures of {plan.game} than this one; all need {plan.figures}."
        )
    return play_chunk(chunk)


def _first_sentence(error: Exception) -> str:
    """What an error of Ray says first, with a full stop."""
    line = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
    return f"{line.partition('. ')[0].rstrip('.')}."

"""What the server counts, as Prometheus reads it: plain numbers, put into words only when somebody asks."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector, CollectorRegistry

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"})
ANY_OTHER = "other"  # whatever else was sent as a method: nobody shall make up figures
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds

SIZES = {"database": "The database.", "write_ahead_log": "The write-ahead log of SQLite."}


class Durations:
    """How long something took, in buckets."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def add(self, seconds: float) -> None:
        """Count one more."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    def add_to(self, family: HistogramMetricFamily, *labels: str) -> None:
        """Put them into words."""
        buckets, so_far = [], 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._counts, strict=True):
            so_far += count
            buckets.append((bound, float(so_far)))
        family.add_metric(labels, buckets, self._seconds)


def method_of(sent: str) -> str:
    """A method as it is counted and noted."""
    return sent if sent in METHODS else ANY_OTHER


class Metrics(Collector):
    """The figures of a server process."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()  # by method, route and status
        self.latency: defaultdict[str, Durations] = defaultdict(Durations)  # by route
        self.refusals: Counter[tuple[str, int]] = Counter()  # by reason and status
        self.moves: Counter[str] = Counter()  # by game
        self.pages = 0  # WebSockets that are open
        self._gauges: list[tuple[str, str, Callable[[], float]]] = []
        self._durations: list[tuple[str, str, Durations]] = []
        self.sizes: dict[str, int] = {}  # bytes of the database, by part

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self.requests[method, route, status] += 1
        self.latency[route].add(seconds)

    def read_from(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Have a figure told that somebody else keeps."""
        self._gauges.append((name, meaning, value))

    def times_of(self, name: str, meaning: str, durations: Durations) -> None:
        """Have durations told that somebody else measures."""
        self._durations.append((name, meaning, durations))

    def collect(self) -> Iterator[Metric]:
        """The figures as Prometheus wants them."""
        requests = CounterMetricFamily("flagplot_requests", "Requests.", labels=["method", "route", "status"])
        for (method, route, status), count in list(self.requests.items()):
            requests.add_metric([method, route, str(status)], count)
        yield requests
        latency = HistogramMetricFamily("flagplot_request_seconds", "How long requests took.", labels=["route"])
        for route, durations in list(self.latency.items()):
            durations.add_to(latency, route)
        yield latency
        refusals = CounterMetricFamily("flagplot_refusals", "What was refused.", labels=["reason", "status"])
        for (reason, status), count in list(self.refusals.items()):
            refusals.add_metric([reason, str(status)], count)
        yield refusals
        for part, size in self.sizes.items():
            yield GaugeMetricFamily(f"flagplot_{part}_bytes", SIZES[part], value=size)
        moves = CounterMetricFamily("flagplot_moves", "Moves that were kept.", labels=["game"])
        for game, count in list(self.moves.items()):
            moves.add_metric([game], count)
        yield moves
        yield GaugeMetricFamily("flagplot_pages_connected", "Pages that are told of changes.", value=self.pages)
        for name, meaning, value in self._gauges:
            yield GaugeMetricFamily(name, meaning, value=value())
        for name, meaning, durations in self._durations:
            family = HistogramMetricFamily(name, meaning, labels=[])
            durations.add_to(family)
            yield family

    def text(self) -> bytes:
        """All figures, those of the process too, as Prometheus reads them."""
        registry = CollectorRegistry(auto_describe=False)
        registry.register(self)
        ProcessCollector(registry=registry)
        return generate_latest(registry)

"""Small plots as inline SVG: intervals on a common axis, and spreads. No script; colours are those of the page."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from flagplot.lab.intervals import Interval, Spread
from flagplot.lab.wording import plain

WIDTH, LABELS, RIGHT = 760, 250, 24
ROW, HEAD, FOOT = 26, 12, 34
CURVE_HEIGHT = 10 * ROW
TICKS = 6
LETTERS = 34  # of a label that fit

Say = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Dot:
    """A row of a plot: an estimate with its interval; rows of one series have one colour."""

    label: str
    interval: Interval
    series: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A row of a plot: how values are spread."""

    label: str
    spread: Spread


def interval_plot(
    title: str, description: str, dots: Sequence[Dot], say: Say, low: float, high: float, mark: float | None = None
) -> str:
    """Estimates as dots with their intervals as lines, one below the other; `mark` is a value to compare with."""
    axis = _Axis(low, high)
    parts = [axis.drawn(len(dots), say, mark)]
    for index, dot in enumerate(dots):
        y = _middle(index)
        left, right = axis.x(dot.interval.low), axis.x(dot.interval.high)
        parts.append(
            _label(dot.label, y) + f'<g class="s{dot.series % 3}"><line x1="{left:.1f}" x2="{right:.1f}" y1="{y}" '
            f'y2="{y}" class="range"/><circle cx="{axis.x(dot.interval.estimate):.1f}" cy="{y}" r="4.5"/>'
            f"<title>{_told(dot, say)}</title></g>"
        )
    return _figure(title, description, len(dots), parts)


def spread_plot(title: str, description: str, boxes: Sequence[Box], say: Say = plain) -> str:
    """Spreads as boxes from the first to the third quarter, with a line for the median and whiskers for 90 per cent."""
    axis = _Axis(0, max((box.spread.p95 for box in boxes), default=1) or 1)
    parts = [axis.drawn(len(boxes), say, None)]
    for index, box in enumerate(boxes):
        y, spread = _middle(index), box.spread
        p5, p25, p50, p75, p95 = map(axis.x, (spread.p5, spread.p25, spread.p50, spread.p75, spread.p95))
        parts.append(
            _label(box.label, y) + f'<g class="s0"><line x1="{p5:.1f}" x2="{p95:.1f}" y1="{y}" y2="{y}" class="range"/>'
            f'<rect x="{p25:.1f}" y="{y - 6}" width="{max(p75 - p25, 1):.1f}" height="12" class="box"/>'
            f'<line x1="{p50:.1f}" x2="{p50:.1f}" y1="{y - 8}" y2="{y + 8}" class="median"/>'
            f"<title>{escape(box.label)}: median {say(spread.p50)}, half of all games {say(spread.p25)} to "
            f"{say(spread.p75)}</title></g>"
        )
    return _figure(title, description, len(boxes), parts)


def curve_plot(
    title: str,
    description: str,
    places: Sequence[float],
    values: Sequence[Interval],
    say: Say,
    low: float = 0,
    high: float = 1,
) -> str:
    """Values along a course as a line, with a band for their intervals; places are shares of the course."""
    left, right, top, bottom = 56, WIDTH - RIGHT, HEAD, HEAD + CURVE_HEIGHT

    def at(place: float, value: float) -> str:
        share = (min(max(value, low), high) - low) / (high - low)
        return f"{left + place * (right - left):.1f},{bottom - share * (bottom - top):.1f}"

    lines = []
    for tick in ticks(low, high):
        y = at(0, tick).partition(",")[2]
        lines.append(
            f'<line x1="{left}" x2="{right}" y1="{y}" y2="{y}" class="grid"/>'
            f'<text x="{left - 8}" y="{float(y) + 4:.1f}" text-anchor="end" class="tick">{escape(say(tick))}</text>'
        )
    along = list(zip(places, values, strict=True))
    band = [at(place, one.high) for place, one in along] + [at(place, one.low) for place, one in reversed(along)]
    line = [at(place, one.estimate) for place, one in along]
    lines.append(f'<g class="s0"><polygon points="{" ".join(band)}" class="band"/>')
    lines.append(f'<polyline points="{" ".join(line)}" class="line"/></g>')
    return _figure(title, description, CURVE_HEIGHT // ROW, lines)


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from low to high, about six of them."""
    if not low < high:
        return [low]
    rough = (high - low) / (TICKS - 1)
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * size for factor in (1, 2, 2.5, 5, 10) if factor * size >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


class _Axis:
    """Where values lie between the labels and the right edge."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high if high > low else low + 1

    def x(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return LABELS + share * (WIDTH - RIGHT - LABELS)

    def drawn(self, rows: int, say: Say, mark: float | None) -> str:
        bottom = HEAD + rows * ROW
        lines = []
        for tick in ticks(self.low, self.high):
            at = f"{self.x(tick):.1f}"
            lines.append(
                f'<line x1="{at}" x2="{at}" y1="{HEAD}" y2="{bottom}" class="grid"/>'
                f'<text x="{at}" y="{bottom + 18}" text-anchor="middle" class="tick">{escape(say(tick))}</text>'
            )
        if mark is not None:
            at = f"{self.x(mark):.1f}"
            lines.append(f'<line x1="{at}" x2="{at}" y1="{HEAD}" y2="{bottom}" class="mark"/>')
        return "".join(lines)


def _middle(index: int) -> int:
    return HEAD + index * ROW + ROW // 2


def _label(text: str, y: int) -> str:
    short = text if len(text) <= LETTERS else f"{text[: LETTERS - 1]}…"
    return f'<text x="{LABELS - 12}" y="{y + 4}" text-anchor="end">{escape(short)}</text>'


def _told(dot: Dot, say: Say) -> str:
    low, high = say(dot.interval.low), say(dot.interval.high)
    return escape(f"{dot.label}: {say(dot.interval.estimate)}, 95 per cent interval {low} to {high}")


def _figure(title: str, description: str, rows: int, parts: Sequence[str]) -> str:
    height = HEAD + rows * ROW + FOOT
    return (
        f'<figure><svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}. {escape(description)}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{''.join(parts)}</svg>"
        f"<figcaption>{escape(title)}. {escape(description)}</figcaption></figure>"
    )

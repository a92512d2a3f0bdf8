"""Draws the charts of all games from real coastlines: writes board.svg into every game that has a [chart].

A game with plotting spaces gets data/places.toml beside it: where they lie on the chart, and where lines bend.

Run as `python tools/coastlines.py LAND_JSON`, where LAND_JSON is land-50m.json of the npm package world-atlas: the
coasts of Natural Earth as TopoJSON, in the public domain. How a game's chart is projected stands in the [chart] table
of its data/map.toml or, where a game keeps what is only drawn apart, of its data/chart.toml:

    kind         "equal area" (azimuthal), "mercator", or "fisheye": Mercator's, drawn together far from the centre
    centre       longitude and latitude of the point around which the chart is drawn
    at           where that point lies, as fractions of the chart's width and height
    rotation     for "equal area": degrees by which the chart is turned clockwise around it
    scale        how much of the chart's width 1,000 km take up at the centre
    grain        for "fisheye": west, east, north and south of the centre, at how many degrees (of longitude, or the
                 like on Mercator's chart) distances begin to be drawn together
    rose         where a compass rose stands, as fractions; left out: nowhere
    scale_bar    where a scale bar stands, as fractions; left out: nowhere
    sea          names of seas, each with the place `at` which it stands, as fractions, and the `size` of its letters
    leads        the places that a card stands for, each a latitude and a longitude, by the id of its space; written
                 into data/leads.toml as fractions of the chart

Plotting spaces are the tables [space.ID] with a `lat` and a `lon`; a [[bend]] has a `line` of two of them and its
`points`, each a latitude and a longitude.

The drawing has class names only; the style sheet of the page gives it its colours. It goes on beyond its view box, so
that a window of another shape shows more sea instead of a margin.
"""

from __future__ import annotations

import itertools
import json
import math
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parent.parent / "src" / "flagplot" / "games"
WIDTH = 1600.0
BLEED = 520.0  # how far the drawing goes on beyond the view box
EARTH = 6371.0  # km
FARTHEST = math.radians(125)  # what lies beyond is drawn at this distance, outside every chart
TOLERANCE = 0.55  # how far a simplified coast may lie from the true one
DEPTHS = (7.0, 4.0, 2.0)  # the same for the depth tints along it, wide ones first: they are costly to paint
SMALLEST = 3.0  # islands with less area are left out
ANTARCTIC = -60  # no game goes there, and a ring around a pole has no inside on a chart
STEP = 10  # degrees between the lines of the graticule
NARROWEST_STEP = 30.0  # of a scale bar, so that its figures find room
NEAREST = 42.0  # plotting spaces do not lie closer together, so that a pointer finds each of them

Point = tuple[float, float]
Line = list[Point]


# The coasts as they come


def rings_of(topology: dict[str, Any]) -> list[Line]:
    """All rings of land, islands and inland seas alike, in degrees."""
    scale_x, scale_y = topology["transform"]["scale"]
    move_x, move_y = topology["transform"]["translate"]
    arcs: list[Line] = []
    for deltas in topology["arcs"]:
        x = y = 0
        arc: Line = []
        for dx, dy in deltas:
            x, y = x + dx, y + dy
            arc.append((x * scale_x + move_x, y * scale_y + move_y))
        arcs.append(arc)
    rings = [_joined(arcs, ring) for ring in _ring_indices(topology["objects"]["land"])]
    return [ring for ring in rings if max(latitude for _, latitude in ring) > ANTARCTIC]


def _ring_indices(geometry: dict[str, Any]) -> Iterator[list[int]]:
    if geometry["type"] == "GeometryCollection":
        for part in geometry["geometries"]:
            yield from _ring_indices(part)
    elif geometry["type"] == "Polygon":
        yield from geometry["arcs"]
    else:
        for polygon in geometry["arcs"]:
            yield from polygon


def _joined(arcs: list[Line], ring: list[int]) -> Line:
    points: Line = []
    for index in ring:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        points.extend(arc[1:] if points else arc)
    return _unbroken(points)


def _unbroken(ring: Line) -> Line:
    """The ring with longitudes that go on beyond 180 degrees instead of jumping to the other end of the world."""
    turn, before = 0, ring[0][0]
    unbroken: Line = []
    for longitude, latitude in ring:
        if abs(longitude - before) > 180:
            turn += 360 if before > longitude else -360
        before = longitude
        unbroken.append((longitude + turn, latitude))
    middle = (min(x for x, _ in unbroken) + max(x for x, _ in unbroken)) / 2
    home = 360 * round(middle / 360)
    return [(x - home, y) for x, y in unbroken]


# Projection


def mercator(latitude: float) -> float:
    """How far a parallel lies from the equator on Mercator's chart, in degrees of longitude."""
    phi = math.radians(max(-85.0, min(85.0, latitude)))
    return math.degrees(math.asinh(math.tan(phi)))


def drawn_together(distance: float, grain: float) -> float:
    """A distance, as it is near the centre and ever shorter far from it."""
    return grain * math.asinh(distance / grain)


@dataclass(frozen=True)
class Projection:
    """From longitude and latitude to the units of the chart."""

    kind: str
    longitude: float
    latitude: float
    x: float
    y: float
    rotation: float
    scale: float  # units of the chart for a km at the centre
    grain: tuple[float, ...]

    @classmethod
    def of(cls, chart: dict[str, Any], height: float) -> Projection:
        """As the [chart] table of a game says."""
        if chart["kind"] not in ("equal area", "mercator", "fisheye"):
            raise SystemExit(f"The kind of a chart is 'equal area', 'mercator' or 'fisheye', not {chart['kind']!r}.")
        longitude, latitude = chart["centre"]
        x, y = chart["at"]
        return cls(
            chart["kind"], math.radians(longitude), math.radians(latitude), x * WIDTH, y * height,
            math.radians(chart.get("rotation", 0)), chart["scale"] * WIDTH / 1000, tuple(chart.get("grain", ())),
        )  # fmt: skip

    def __call__(self, longitude: float, latitude: float) -> Point:
        """The point of the chart where a place lies."""
        if self.kind != "equal area":
            return self._on_mercators_chart(longitude, latitude)
        turn, phi = math.radians(longitude) - self.longitude, math.radians(latitude)
        cosine = math.sin(self.latitude) * math.sin(phi) + math.cos(self.latitude) * math.cos(phi) * math.cos(turn)
        distance = min(math.acos(max(-1.0, min(1.0, cosine))), FARTHEST)
        east = math.cos(phi) * math.sin(turn)
        north = math.cos(self.latitude) * math.sin(phi) - math.sin(self.latitude) * math.cos(phi) * math.cos(turn)
        bearing = math.atan2(east, north) + self.rotation
        radius = self.scale * EARTH * 2 * math.sin(distance / 2)
        return self.x + radius * math.sin(bearing), self.y - radius * math.cos(bearing)

    def is_far(self, longitude: float, latitude: float) -> bool:
        """Whether a place lies towards the other side of the globe, where an azimuthal chart turns inside out."""
        turn, phi = math.radians(longitude) - self.longitude, math.radians(latitude)
        cosine = math.sin(self.latitude) * math.sin(phi) + math.cos(self.latitude) * math.cos(phi) * math.cos(turn)
        return self.kind == "equal area" and cosine < math.cos(FARTHEST)

    def _on_mercators_chart(self, longitude: float, latitude: float) -> Point:
        degree = self.scale * math.radians(1) * EARTH * math.cos(self.latitude)
        dx = longitude - math.degrees(self.longitude)
        dy = mercator(latitude) - mercator(math.degrees(self.latitude))
        if self.kind == "fisheye":
            west, east, north, south = self.grain
            dx = drawn_together(dx, east if dx > 0 else west)
            dy = drawn_together(dy, north if dy > 0 else south)
        return self.x + degree * dx, self.y - degree * dy

    def km_per_unit(self, longitude: float, latitude: float) -> float:
        """How many km a unit of the chart stands for, east and west of a place."""
        x1, y1 = self(longitude, latitude)
        x2, y2 = self(longitude + 0.5, latitude)
        km = math.radians(0.5) * EARTH * math.cos(math.radians(latitude))
        return km / math.hypot(x2 - x1, y2 - y1)


# Clipping and simplifying, in units of the chart


def clipped(ring: Line, left: float, top: float, right: float, bottom: float) -> Line:
    """A ring cut off at the edges of a rectangle (Sutherland and Hodgman)."""
    for axis, limit, sign in ((0, left, 1), (0, right, -1), (1, top, 1), (1, bottom, -1)):
        if not ring:
            return []
        kept: Line = []
        before = ring[-1]
        for point in ring:
            is_in, was_in = (point[axis] - limit) * sign >= 0, (before[axis] - limit) * sign >= 0
            if is_in != was_in:
                part = (limit - before[axis]) / (point[axis] - before[axis])
                kept.append((before[0] + part * (point[0] - before[0]), before[1] + part * (point[1] - before[1])))
            if is_in:
                kept.append(point)
            before = point
        ring = kept
    return ring


def simplified(line: Line, tolerance: float) -> Line:
    """A line with fewer points that stays within the tolerance (Douglas and Peucker, without recursion)."""
    keep = [False] * len(line)
    keep[0] = keep[-1] = True
    spans = [(0, len(line) - 1)]
    while spans:
        first, last = spans.pop()
        farthest, worst = 0, tolerance
        for at in range(first + 1, last):
            away = _distance(line[at], line[first], line[last])
            if away > worst:
                farthest, worst = at, away
        if farthest:
            keep[farthest] = True
            spans += [(first, farthest), (farthest, last)]
    return [point for point, is_kept in zip(line, keep, strict=True) if is_kept]


def _distance(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    if not length:
        return math.hypot(point[0] - start[0], point[1] - start[1])
    part = max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length))
    return math.hypot(point[0] - start[0] - part * dx, point[1] - start[1] - part * dy)


def area_of(ring: Line) -> float:
    """The area that a ring encloses."""
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True))) / 2


# Writing


def path_data(line: Sequence[Point], is_closed: bool) -> str:
    """Path data in relative coordinates of one decimal, rounded so that errors do not add up."""
    x, y = round(line[0][0] * 10), round(line[0][1] * 10)
    parts = [f"M{_tenths(x)} {_tenths(y)}l"]
    for point in line[1:]:
        to_x, to_y = round(point[0] * 10), round(point[1] * 10)
        if (to_x, to_y) == (x, y):
            continue
        dx, dy = _tenths(to_x - x), _tenths(to_y - y)
        parts.append(
            f"{'' if parts[-1].endswith('l') or dx.startswith('-') else ' '}{dx}{'' if dy[0] == '-' else ' '}{dy}"
        )
        x, y = to_x, to_y
    return "".join(parts) + ("z" if is_closed else "")


def _tenths(value: int) -> str:
    whole, tenth = divmod(abs(value), 10)
    sign = "-" if value < 0 else ""
    if not tenth:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{tenth}"


@dataclass(frozen=True)
class Sheet:
    """One chart: its projection and its size."""

    slug: str
    projection: Projection
    height: float
    table: dict[str, Any]

    def svg(self, rings: list[Line]) -> str:
        """The whole drawing."""
        land = self._land(rings, TOLERANCE)
        coast = f"coast-{self.slug}"
        whole = (
            f'x="{-BLEED:.0f}" y="{-BLEED:.0f}" width="{WIDTH + 2 * BLEED:.0f}" height="{self.height + 2 * BLEED:.0f}"'
        )
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {_tenths(round(self.height * 10))}">',
            f'<defs><path id="{coast}" d="{land}"/></defs>',
            f'<rect class="sea" {whole}/>',
            *(
                f'<path class="depth depth-{step}" d="{self._land(rings, tolerance)}"/>'
                for step, tolerance in enumerate(DEPTHS, start=1)
            ),
            self._graticule(),
            f'<use class="land" href="#{coast}"/>',
            f'<use class="coast" href="#{coast}"/>',
            self._labels(),
            self._seas(),
            self._rose(),
            self._scale_bar(),
            "</svg>",
        ]
        return "\n".join(part for part in parts if part) + "\n"

    def _land(self, rings: list[Line], tolerance: float) -> str:
        """All land as the data of one path."""
        return "".join(path_data(ring, is_closed=True) for ring in self._shores(rings, tolerance))

    def _shores(self, rings: list[Line], tolerance: float) -> Iterator[Line]:
        for ring in rings:
            if all(self.projection.is_far(*place) for place in ring):
                continue
            projected = [self.projection(*place) for place in _dense(ring)]
            inside = clipped(projected, -BLEED, -BLEED, WIDTH + BLEED, self.height + BLEED)
            if len(inside) < 3 or area_of(inside) < SMALLEST:
                continue
            # Halved first, so that a ring whose ends meet keeps its shape.
            half = max(range(len(inside)), key=lambda at: math.dist(inside[0], inside[at]))
            smooth = simplified(inside[: half + 1], tolerance)[:-1]
            smooth += simplified([*inside[half:], inside[0]], tolerance)[:-1]
            if len(smooth) >= 3:
                yield smooth

    def _lines(self) -> Iterator[tuple[str, Line]]:
        """The meridians and parallels with their names."""
        for longitude in range(-180, 180, STEP):
            letter = "" if longitude in (0, -180) else "W" if longitude < 0 else "E"
            points = [self.projection(longitude, step / 2) for step in range(-170, 161)]
            yield f"{abs(longitude)}°{letter}", points
        for latitude in range(-80, 90, STEP):
            letter = "" if not latitude else "S" if latitude < 0 else "N"
            points = [self.projection(step / 2, latitude) for step in range(-360, 361)]
            yield f"{abs(latitude)}°{letter}", points

    def _graticule(self) -> str:
        paths = []
        for _, line in self._lines():
            for part in self._inside(line):
                paths.append(path_data(simplified(part, 0.2), is_closed=False))
        return f'<g class="graticule"><path d="{"".join(paths)}"/></g>'

    def _inside(self, line: Line) -> Iterator[Line]:
        part: Line = []
        for x, y in line:
            if -BLEED <= x <= WIDTH + BLEED and -BLEED <= y <= self.height + BLEED:
                part.append((x, y))
            elif part:
                if len(part) > 1:
                    yield part
                part = []
        if len(part) > 1:
            yield part

    def _labels(self) -> str:
        """Degrees where lines leave the view box, as far as they do not crowd each other."""
        inset = 14.0
        placed: list[Point] = []
        texts = []
        for name, line in self._lines():
            for start, end in itertools.pairwise(line):
                spot = self._crossing(start, end, inset)
                if spot and all(math.dist(spot, other) > 60 for other in placed):
                    placed.append(spot)
                    texts.append(f'<text x="{spot[0]:.0f}" y="{spot[1] + 5:.0f}">{name}</text>')
        return f'<g class="degrees">{"".join(texts)}</g>'

    def _crossing(self, start: Point, end: Point, inset: float) -> Point | None:
        def is_in(point: Point) -> bool:
            return inset < point[0] < WIDTH - inset and inset < point[1] < self.height - inset

        if is_in(start) == is_in(end) or math.dist(start, end) > 100:
            return None
        inner, outer = (start, end) if is_in(start) else (end, start)
        for _ in range(12):
            middle = ((inner[0] + outer[0]) / 2, (inner[1] + outer[1]) / 2)
            inner, outer = (middle, outer) if is_in(middle) else (inner, middle)
        return min(max(inner[0], 26.0), WIDTH - 26), min(max(inner[1], inset), self.height - inset)

    def _seas(self) -> str:
        """The names of seas."""
        texts = []
        for sea in self.table.get("sea", ()):
            x, y = sea["at"][0] * WIDTH, sea["at"][1] * self.height
            texts.append(f'<g font-size="{sea["size"]}"><text x="{x:.0f}" y="{y:.0f}">{sea["name"]}</text></g>')
        return f'<g class="seas">{"".join(texts)}</g>' if texts else ""

    def _rose(self) -> str:
        if "rose" not in self.table:
            return ""
        x, y = self.table["rose"][0] * WIDTH, self.table["rose"][1] * self.height
        ticks = []
        for degrees in range(0, 360, 5):
            inner = 66 if degrees % 30 == 0 else 70 if degrees % 10 == 0 else 72.5
            ticks.append(path_data([_polar(degrees, inner), _polar(degrees, 76)], is_closed=False))
        points, dark = [], []
        for turn, reach in [(step * 45, 58 if step % 2 == 0 else 38) for step in range(8)]:
            tip = _polar(turn, reach)
            points.append(path_data([(0, 0), _polar(turn - 22.5, 13), tip], is_closed=True))
            dark.append(path_data([(0, 0), _polar(turn + 22.5, 13), tip], is_closed=True))
        north = self._north_at(x, y)
        return (
            f'<g class="rose" transform="translate({x:.0f} {y:.0f}) rotate({north:.0f})">'
            f'<circle r="76"/><circle r="62"/><path d="{"".join(ticks)}"/>'
            f'<path d="{"".join(points)}"/><path class="dark" d="{"".join(dark)}"/><text y="-83">N</text></g>'
        )

    def _north_at(self, x: float, y: float) -> float:
        """Degrees clockwise from the top of the chart to true north at a point of it, found by search."""
        places = ((lon, lat) for lon in range(-90, 61, 2) for lat in range(-40, 81, 2))
        nearest = min(places, key=lambda place: math.dist(self.projection(*place), (x, y)))
        x1, y1 = self.projection(*nearest)
        x2, y2 = self.projection(nearest[0], nearest[1] + 0.5)
        return math.degrees(math.atan2(x2 - x1, y1 - y2))

    def _scale_bar(self) -> str:
        if "scale_bar" not in self.table:
            return ""
        x, y = self.table["scale_bar"][0] * WIDTH, self.table["scale_bar"][1] * self.height
        longitude, latitude = self.table["centre"]
        mile = 1.852 / self.projection.km_per_unit(longitude, latitude)
        miles = next(miles for miles in (100, 200, 500) if miles * mile >= NARROWEST_STEP)
        step = miles * mile
        boxes = "".join(f"M{_tenths(round(step * at * 10))} 0h{_tenths(round(step * 10))}v6h-"
                        f"{_tenths(round(step * 10))}z" for at in range(5))  # fmt: skip
        dark = "".join(f"M{_tenths(round(step * at * 10))} 0h{_tenths(round(step * 10))}v6h-"
                       f"{_tenths(round(step * 10))}z" for at in (0, 2, 4))  # fmt: skip
        labels = "".join(f'<text x="{step * at:.0f}" y="-6">{at * miles}</text>' for at in (0, 1, 3, 5))
        return (
            f'<g class="scale" transform="translate({x:.0f} {y:.0f})"><path d="{boxes}"/>'
            f'<path class="dark" d="{dark}"/>'
            f'{labels}<text x="{step * 2.5:.0f}" y="22">Nautical miles</text></g>'
        )


# Plotting spaces


def places_of(table: dict[str, Any], projection: Projection, height: float, source: str) -> str:
    """The text of places.toml: x and y of each space, and the bends of lines, as fractions of the chart."""
    spaces = {key: projection(space["lon"], space["lat"]) for key, space in table["space"].items()}
    lines = [
        "# Where the spaces lie on the chart and where lines bend, as fractions of its width and height.",
        f"# Written by tools/coastlines.py (make charts) from {source}; change that instead.",
        "",
        "[sources]",
        f'"*" = "reconstructed: computed from {source}"',
        "",
        "[space]",
        *(f"{key} = {_fractions(point, height)}" for key, point in apart(spaces).items()),
    ]
    for bend in table.get("bend", ()):
        points = ", ".join(_fractions(projection(lon, lat), height) for lat, lon in bend["points"])
        ends = ", ".join(f'"{end}"' for end in bend["line"])
        lines += ["", "[[bend]]", f"line = [{ends}]", f"points = [{points}]"]
    return "\n".join(lines) + "\n"


def leads_of(leads: dict[str, list[Point]], projection: Projection, height: float, source: str) -> str:
    """The text of leads.toml: where the places of cards lie, as fractions of the chart; outside it beyond 0 and 1."""
    lines = [
        "# Where the places lie that cards stand for, as fractions of the chart's width and height.",
        f"# Written by tools/coastlines.py (make charts) from {source}; change that instead.",
        "",
        "[sources]",
        f'"*" = "reconstructed: computed from {source}"',
        "",
        "[lead]",
    ]
    for key, places in leads.items():
        points = ", ".join(_fractions(projection(lon, lat), height) for lat, lon in places)
        lines.append(f"{key} = [{points}]")
    return "\n".join(lines) + "\n"


def apart(points: dict[str, Point]) -> dict[str, Point]:
    """Points of which those that lie too close to be told apart by a finger are moved from each other."""
    moved = dict(points)
    for _ in range(20):
        for one, other in itertools.combinations(moved, 2):
            distance = math.dist(moved[one], moved[other])
            if distance < NEAREST - 0.05:
                part = (NEAREST - distance) / 2 / distance
                (x1, y1), (x2, y2) = moved[one], moved[other]
                dx, dy = (x2 - x1) * part, (y2 - y1) * part
                moved[one], moved[other] = (x1 - dx, y1 - dy), (x2 + dx, y2 + dy)
    return moved


def _fractions(point: Point, height: float) -> str:
    return f"[{point[0] / WIDTH:.4f}, {point[1] / height:.4f}]"


def _polar(degrees: float, radius: float) -> Point:
    return radius * math.sin(math.radians(degrees)), -radius * math.cos(math.radians(degrees))


def _dense(ring: Line) -> Iterator[Point]:
    """The ring with points between those that lie far apart, so that long straight edges bend with the chart."""
    for (x1, y1), (x2, y2) in itertools.pairwise(ring):
        steps = max(1, int(max(abs(x2 - x1), abs(y2 - y1)) / 2))
        for step in range(steps):
            yield x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
    yield ring[-1]


def main(arguments: list[str]) -> None:
    """Writes the chart of every game that has one."""
    if len(arguments) != 1:
        raise SystemExit("Usage: python tools/coastlines.py LAND_JSON")
    rings = rings_of(json.loads(Path(arguments[0]).read_text(encoding="utf-8")))
    for source in sorted([*GAMES.glob("*/data/map.toml"), *GAMES.glob("*/data/chart.toml")]):
        table = tomllib.loads(source.read_text(encoding="utf-8"))
        if "chart" not in table:
            continue
        height = WIDTH / table["aspect"]
        game = source.parent.parent
        sheet = Sheet(game.name, Projection.of(table["chart"], height), height, table["chart"])
        (game / "board.svg").write_text(sheet.svg(rings), encoding="utf-8")
        if "space" in table:
            places = places_of(table, sheet.projection, height, source.name)
            (source.parent / "places.toml").write_text(places, encoding="utf-8")
        if "leads" in table["chart"]:
            leads = leads_of(table["chart"]["leads"], sheet.projection, height, source.name)
            (source.parent / "leads.toml").write_text(leads, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

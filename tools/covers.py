"""Draws the covers of the games: a piece of each chart with ships on it, for the cards of the front page.

Run as `python tools/covers.py`. A game that has a `cover.toml` gets a `cover.svg` beside its `board.svg`. The file says
which window of the board is shown, which ships lie in it, their ways, and a few words; places are told in the units of
the board. A ship on land, or too near to an edge, is refused.
"""

from __future__ import annotations

import itertools
import math
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

import msgspec

import flagplot
from flagplot.games import packages

SHEET = Path(__file__).parent.parent / "src" / "flagplot" / "web" / "art" / "silhouettes.svg"
WIDTH, HEIGHT = 816.0, 360.0  # of a cover, twice as large as it is shown
MARGIN = 40.0  # how far coasts go on beyond the edges, so that no clipped edge is seen
EDGE = 6.0  # what lies on a cover keeps this far from its edges
FINEST = 0.9  # the shortest piece of coast that is kept
LONGEST = 160.0  # the width of the longest ship on the sheet of silhouettes
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?\d*\.?\d+")

Point = tuple[float, float]
Box = tuple[float, float, float, float]


class Ship(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ship or aircraft: its kind on the sheet of silhouettes, its side, and where its middle is."""

    kind: str
    side: Literal[0, 1]
    at: Point
    size: float = 1.0


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line that was sailed or is feared."""

    side: Literal[0, 1]
    points: tuple[Point, ...]
    is_dashed: bool = False
    is_string: bool = False  # strong, with a pin at its end


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a sea."""

    text: str
    at: Point


class Cover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a `cover.toml` holds."""

    window: tuple[float, float, float]  # left, top and width
    ship: float  # how wide the longest ship is on the cover
    ships: tuple[Ship, ...]
    ways: tuple[Way, ...] = ()
    words: tuple[Word, ...] = ()
    shows: Literal["", "hexes", "lanes"] = ""  # what is drawn of the spaces of the board


class Drawing:
    """A cover in the making."""

    def __init__(self, package: Path) -> None:
        self.package = package
        self.cover = msgspec.convert(tomllib.loads((package / "cover.toml").read_text("utf-8")), Cover)
        self.board = ElementTree.parse(package / "board.svg").getroot()
        self.symbols = {one.attrib["id"]: one for one in ElementTree.parse(SHEET).getroot()}
        left, top, width = self.cover.window
        self.left, self.top, self.scale = left, top, WIDTH / width

    def svg(self) -> str:
        """The finished cover; ValueError, in one sentence, when a ship lies where none can be."""
        parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}">']
        parts.append(f'<rect class="sea" width="{WIDTH:g}" height="{HEIGHT:g}"/>')
        for name in ("depth depth-1", "depth depth-2", "depth depth-3"):
            parts.append(f'<path class="{name}" d="{_d(self._rings(name))}"/>')
        lines = [line for line in self._lines() if _overlaps(line)]
        parts.append(f'<g class="graticule"><path d="{_d(lines, "")}"/></g>')
        land = list(self._rings("coast"))
        parts += [f'<path class="land" d="{_d(land)}"/>', f'<path class="coast" d="{_d(land)}"/>']
        parts += self._spaces()
        parts += [self._way(way) for way in self.cover.ways]
        parts += [self._ship(ship, land) for ship in self.cover.ships]
        parts += [self._word(word) for word in self.cover.words]
        return "\n".join([*parts, "</svg>"]) + "\n"

    def placed(self, x: float, y: float) -> Point:
        """Where a point of the board lies on the cover."""
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def _rings(self, name: str) -> Iterator[list[Point]]:
        """The closed shapes of a class of the board, as far as they are on the cover."""
        if name == "coast":
            path = next(one for one in self.board.iter(f"{SVG}path") if one.get("id", "").startswith("coast-"))
        else:
            path = next(one for one in self.board.iter(f"{SVG}path") if one.get("class") == name)
        for ring in _parsed(path.attrib["d"]):
            clipped = _coarser(_clipped([self.placed(*point) for point in ring]))
            if len(clipped) > 2:
                yield clipped

    def _lines(self) -> Iterator[list[Point]]:
        for group in self.board.iter(f"{SVG}g"):
            for path in group.iter(f"{SVG}path") if group.get("class") == "graticule" else ():
                for line in _parsed(path.attrib["d"]):
                    points = [self.placed(*point) for point in line]
                    yield from ([one, other] for one, other in itertools.pairwise(points))

    def _spaces(self) -> Iterator[str]:
        """The hexes, or the plotting spaces and the lanes between them."""
        if not self.cover.shows:
            return
        game = flagplot.game(self.package.name.replace("_", "-"))
        board = game.board(game.read_scenario(None))
        _, _, width, height = (float(part) for part in self.board.attrib["viewBox"].split())
        at = {space.id: self.placed(space.x * width, space.y * height) for space in board.spaces}
        if self.cover.shows == "hexes":
            for space in board.spaces:
                if space.kind == "hex":
                    half = space.width * width * self.scale / 2, space.height * height * self.scale / 2
                    corners = HEX if half[0] >= half[1] else tuple((dy, dx) for dx, dy in HEX)
                    ring = [(at[space.id][0] + dx * half[0], at[space.id][1] + dy * half[1]) for dx, dy in corners]
                    if _overlaps(ring):
                        yield f'<path class="hex" d="{_d([ring])}"/>'
            return
        points = {space.id: space for space in board.spaces if space.kind == "point"}
        for link in board.links:
            if link.one in points and link.other in points:
                bends = [self.placed(x * width, y * height) for x, y in link.via]
                line = [at[link.one], *bends, at[link.other]]
                if _overlaps(line):
                    yield f'<path class="lane" d="{_d([line], "")}"/>'
        for key in points:
            if _overlaps([at[key]]):
                yield f'<circle class="point" cx="{at[key][0]:.0f}" cy="{at[key][1]:.0f}" r="6"/>'

    def _way(self, way: Way) -> str:
        points = [self.placed(*point) for point in way.points]
        name = "string" if way.is_string else "way"
        dashed = ' data-dashed="true"' if way.is_dashed else ""
        line = f'<path class="{name}" data-accent="{way.side}"{dashed} d="{_d([points], "")}"/>'
        if not way.is_string:
            return line
        knots = [f'<circle class="knot" cx="{x:.0f}" cy="{y:.0f}" r="6"/>' for x, y in points[1:-1]]
        pins = [
            f'<path class="pin" data-accent="{way.side}" d="M{x:.0f} {y:.0f}l-3 -22h6z"/>'
            f'<circle class="pin" data-accent="{way.side}" cx="{x:.0f}" cy="{y - 26:.0f}" r="10"/>'
            for x, y in (points[0], points[-1])
        ]
        return "".join([line, *knots, *pins])

    def _ship(self, ship: Ship, land: list[list[Point]]) -> str:
        symbol = self.symbols[f"figure-{ship.kind}"]
        _, _, width, height = (float(part) for part in symbol.attrib["viewBox"].split())
        scale = self.cover.ship * ship.size / LONGEST
        x, y = self.placed(*ship.at)
        box = (x - width * scale / 2, y - height * scale / 2, x + width * scale / 2, y + height * scale / 2)
        self._check(ship, box, land, is_afloat="data-ensign" in symbol.attrib)
        turned = f"translate({box[2]:.1f} {box[1]:.1f}) scale({-scale:.3f} {scale:.3f})"
        straight = f"translate({box[0]:.1f} {box[1]:.1f}) scale({scale:.3f})"
        shapes = "".join(f'<path class="{part.attrib["class"]}" d="{part.attrib["d"]}"/>' for part in symbol)
        return (
            f'<g class="figure" data-accent="{ship.side}" data-kind="{ship.kind}"'
            f' transform="{turned if ship.side else straight}">{shapes}</g>'
        )

    def _check(self, ship: Ship, box: Box, land: list[list[Point]], is_afloat: bool) -> None:
        left, top, right, bottom = box
        if left < EDGE or top < EDGE or right > WIDTH - EDGE or bottom > HEIGHT - EDGE:
            raise ValueError(f"{self.package.name}: the {ship.kind} at {ship.at} is cut by the edge of the cover.")
        hull = [(left + (right - left) * part / 6, bottom) for part in range(7)]
        if is_afloat and any(sum(_is_inside(point, ring) for ring in land) % 2 for point in hull):
            raise ValueError(f"{self.package.name}: the {ship.kind} at {ship.at} is on land.")

    def _word(self, word: Word) -> str:
        x, y = self.placed(*word.at)
        return f'<text class="cover-word" x="{x:.0f}" y="{y:.0f}">{word.text}</text>'


HEX = ((-0.5, -1.0), (0.5, -1.0), (1.0, 0.0), (0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0))  # corners of a flat-topped hex


def _parsed(d: str) -> Iterator[list[Point]]:
    """The shapes of a path of the form M x y l dx dy ..., as the tool that draws charts writes them."""
    for shape in d.split("M")[1:]:
        figures = [float(number) for number in NUMBER.findall(shape)]
        x, y = figures[0], figures[1]
        points = [(x, y)]
        for dx, dy in zip(figures[2::2], figures[3::2], strict=True):
            x, y = x + dx, y + dy
            points.append((x, y))
        yield points


def _clipped(ring: list[Point]) -> list[Point]:
    """A closed shape cut off a little beyond the edges of the cover."""
    for axis, bound, sign in ((0, -MARGIN, 1), (0, WIDTH + MARGIN, -1), (1, -MARGIN, 1), (1, HEIGHT + MARGIN, -1)):
        kept: list[Point] = []
        for one, other in zip(ring, [*ring[1:], *ring[:1]], strict=True):
            is_in, goes_in = (sign * (point[axis] - bound) >= 0 for point in (one, other))
            if is_in:
                kept.append(one)
            if is_in != goes_in:
                part = (bound - one[axis]) / (other[axis] - one[axis])
                kept.append((one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])))
        ring = kept
    return ring


def _coarser(ring: list[Point]) -> list[Point]:
    """A shape without points that are too near to the one before to be seen."""
    kept: list[Point] = []
    for point in ring:
        if not kept or math.dist(kept[-1], point) >= FINEST:
            kept.append(point)
    return kept


def _overlaps(points: Iterable[Point]) -> bool:
    """Whether the box around some points has a part on the cover."""
    xs, ys = zip(*points, strict=True)
    return bool(max(xs) >= 0 and min(xs) <= WIDTH and max(ys) >= 0 and min(ys) <= HEIGHT)


def _is_inside(point: Point, ring: list[Point]) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], *ring[:1]], strict=True):
        if (y1 > point[1]) != (y2 > point[1]) and point[0] < (x2 - x1) * (point[1] - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def _d(shapes: Iterable[list[Point]], end: str = "z") -> str:
    """A path of whole numbers, told by steps."""
    told = []
    for shape in shapes:
        rounded = [(round(x), round(y)) for x, y in shape]
        steps = [(x - was_x, y - was_y) for (was_x, was_y), (x, y) in itertools.pairwise(rounded)]
        moved = "".join(f"{dx}{' ' if dy >= 0 else ''}{dy}{' '}" for dx, dy in steps if dx or dy).strip()
        told.append(f"M{rounded[0][0]} {rounded[0][1]}{'l' + moved if moved else ''}{end}")
    return "".join(told)


def drawn(package: Path) -> str | None:
    """The cover of a game; None for a game whose cover is not drawn from its chart."""
    return Drawing(package).svg() if (package / "cover.toml").is_file() else None


def main(argv: list[str]) -> int:
    """Draws the covers of all games, or of those that are named."""
    for package in packages():
        if argv and package.name not in argv:
            continue
        text = drawn(package)
        if text is not None:
            (package / "cover.svg").write_text(text, encoding="utf-8")
            print(f"{package.name}: {len(text):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

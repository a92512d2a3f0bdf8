"""Parts of which silhouettes are made, as SVG path data: plain shapes, and the turrets, funnels and masts of ships."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

Point = tuple[float, float]


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def polygon(*points: Point) -> str:
    """A closed shape as path data, always turning the same way so that parts that overlap add up."""
    pairs = zip(points, points[1:] + points[:1], strict=True)
    if sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) < 0:
        points = points[::-1]
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def box(x: float, y: float, width: float, height: float) -> str:
    """An upright rectangle as path data."""
    return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}Z"


def disc(x: float, y: float, radius: float, hole: bool = False) -> str:
    """A circle as path data, or a hole in what lies under it."""
    r, d, turn = number(radius), number(2 * radius), 0 if hole else 1
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 {turn} {d} 0a{r} {r} 0 1 {turn} -{d} 0Z"


def spar(x1: float, y1: float, x2: float, y2: float, width: float = 1.0) -> str:
    """A thin bar from point to point: a gun barrel, a derrick, a stay."""
    dx, dy = x2 - x1, y2 - y1
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    nx, ny = -dy / length * width / 2, dx / length * width / 2
    return polygon((x1 + nx, y1 + ny), (x2 + nx, y2 + ny), (x2 - nx, y2 - ny), (x1 - nx, y1 - ny))


# The parts of ships


def turret(x: float, deck: float, size: float, ahead: bool = True, guns: float = 1.15) -> str:
    """A gun house whose centre stands at x on the deck, with its barrels slightly raised."""
    turn = 1 if ahead else -1
    high, half = size * 0.46, size / 2
    house = polygon(
        (x - turn * half, deck), (x - turn * half * 0.95, deck - high * 0.85), (x - turn * half * 0.5, deck - high),
        (x + turn * half * 0.45, deck - high), (x + turn * half, deck - high * 0.35), (x + turn * half, deck),
    )  # fmt: skip
    muzzle = x + turn * (half + size * guns)
    barrel = spar(x + turn * half * 0.6, deck - high * 0.55, muzzle, deck - high * 0.95, size * 0.13)
    return house + barrel


def superfiring(x: float, deck: float, size: float, ahead: bool = True) -> str:
    """A turret on a barbette that fires over the one before it."""
    lift = size * 0.5
    return box(x - size * 0.36, deck - lift, size * 0.72, lift) + turret(x, deck - lift, size, ahead)


def funnel(x: float, deck: float, width: float, height: float, rake: float = 0.0, cap: bool = True) -> str:
    """A funnel with its after edge at x, leaning aft by `rake`."""
    shape = polygon((x, deck), (x - rake, deck - height), (x - rake + width * 0.92, deck - height), (x + width, deck))
    return shape + (box(x - rake - 0.8, deck - height - 0.2, width * 0.92 + 1.6, 1.8) if cap else "")


def mast(x: float, deck: float, height: float, yard: float = 5.0, rake: float = 0.0) -> str:
    """A pole mast with a yard and a lookout."""
    top = deck - height
    return (
        spar(x, deck, x - rake, top, 1.1)
        + box(x - rake * 0.7 - yard / 2, top + height * 0.28, yard, 0.9)
        + box(x - rake * 0.5 - 1.6, top + height * 0.5, 3.2, 1.6)
    )


def tripod(x: float, deck: float, height: float, spread: float = 7.0) -> str:
    """A tripod mast with its fighting top."""
    top = deck - height
    return (
        spar(x, deck, x, top, 1.3)
        + spar(x - spread, deck, x, top + height * 0.42, 1.0)
        + box(x - 3.0, top + height * 0.36, 6.0, 2.6)
        + box(x - 4.0, top + height * 0.14, 8.0, 0.9)
    )


def tiers(x: float, deck: float, *steps: tuple[float, float]) -> str:
    """A bridge of tiers, each given by its width and height, the forward edges stepping aft."""
    shape, y, right = "", deck, x
    for width, height in steps:
        y -= height
        shape += box(right - width, y, width, height + 0.2)
        right -= 1.2
    return shape


def portholes(x: float, y: float, count: int, step: float, size: float = 0.7) -> str:
    """A row of scuttles."""
    return "".join(disc(x + at * step, y, size) for at in range(count))


def boat(x: float, y: float, length: float = 7.0) -> str:
    """A lifeboat in its davits."""
    return polygon((x, y), (x + length, y), (x + length - 1.4, y + 2.2), (x + 1.4, y + 2.2))


# Emblems


def star(x: float, y: float, outer: float, inner: float, points: int = 5) -> str:
    """A star with one point up."""
    corners = [
        (x + (outer, inner)[turn % 2] * sin(pi * turn / points), y - (outer, inner)[turn % 2] * cos(pi * turn / points))
        for turn in range(2 * points)
    ]
    return polygon(*corners)


def anchor(x: float, y: float, size: float) -> str:
    """A stocked anchor centred at x, y."""
    u = size / 24
    ring = disc(x, y - 9 * u, 3 * u) + disc(x, y - 9 * u, 1.5 * u, hole=True)
    shank = box(x - 1.1 * u, y - 6.5 * u, 2.2 * u, 17 * u) + box(x - 5.5 * u, y - 5 * u, 11 * u, 2 * u)
    arms = (
        f"M{number(x - 9.5 * u)} {number(y + 2 * u)}C{number(x - 8 * u)} {number(y + 9 * u)} {number(x - 4 * u)} "
        f"{number(y + 11 * u)} {number(x)} {number(y + 11.5 * u)}C{number(x + 4 * u)} {number(y + 11 * u)} "
        f"{number(x + 8 * u)} {number(y + 9 * u)} {number(x + 9.5 * u)} {number(y + 2 * u)}"
        f"L{number(x + 5 * u)} {number(y + 5 * u)}C{number(x + 4 * u)} {number(y + 8 * u)} {number(x + 2 * u)} "
        f"{number(y + 8.6 * u)} {number(x)} {number(y + 8.8 * u)}C{number(x - 2 * u)} {number(y + 8.6 * u)} "
        f"{number(x - 4 * u)} {number(y + 8 * u)} {number(x - 5 * u)} {number(y + 5 * u)}Z"
    )
    return ring + shank + arms


# Putting parts elsewhere


def moved(path: str, dx: float, dy: float, scale: float = 1.0) -> str:
    """Path data of our own making (absolute M, L, C; relative h, v, a), scaled and then moved."""
    out: list[str] = []
    for command, values in _segments(path):
        if command in "MLC":
            pairs = zip(values[::2], values[1::2], strict=True)
            out.append(command + " ".join(f"{number(x * scale + dx)} {number(y * scale + dy)}" for x, y in pairs))
        elif command == "a":
            rx, ry, turn, large, sweep, x, y = values
            sized = [rx * scale, ry * scale, turn, large, sweep, x * scale, y * scale]
            out.append("a" + " ".join(number(value) for value in sized))
        else:
            out.append(command + "".join(number(value * scale) for value in values))
    return "".join(out)


def _segments(path: str) -> Iterator[tuple[str, list[float]]]:
    command, rest = "", ""
    for sign in path + "M":
        if sign in "MLChvaZ":
            if command:
                yield command, [float(value) for value in rest.replace("-", " -").split()]
            command, rest = sign, ""
        else:
            rest += sign

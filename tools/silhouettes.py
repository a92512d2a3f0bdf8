"""Draws the pieces of all games: composes src/flagplot/web/art/silhouettes.svg from the parts of ships.

Run as `python tools/silhouettes.py`. Each kind of piece is one <symbol>: ships from the side with the bow to the
right, aircraft from above with the nose to the right. Shapes take the colour of the text around them; what has the
class `figure-cut` takes the colour of the paper, so that both themes and both sides use one drawing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from silhouette_parts import (
    Point,
    anchor,
    boat,
    box,
    disc,
    funnel,
    mast,
    moved,
    number,
    polygon,
    portholes,
    spar,
    star,
    superfiring,
    tiers,
    tripod,
    turret,
)

TARGET = Path(__file__).parent.parent / "src" / "flagplot" / "web" / "art" / "silhouettes.svg"


@dataclass
class Drawing:
    """One symbol: its size, its shape, what is cut out of it, and where its ensign is flown."""

    width: float
    height: float
    solid: str
    cut: str = ""
    faint: str = ""  # what stands behind, at half strength
    ensign: Point | None = None  # the foot of the flagstaff
    extra: list[str] = field(default_factory=list)  # ready elements

    def markup(self, name: str) -> str:
        """The <symbol>, with the staff's foot kept for whoever hoists the flag."""
        staff = f' data-ensign="{number(self.ensign[0])} {number(self.ensign[1])}"' if self.ensign else ""
        parts = [f'<path class="figure-faint" d="{self.faint}"/>'] if self.faint else []
        parts += [f'<path class="figure-solid" d="{self.solid}"/>'] if self.solid else []
        parts += [f'<path class="figure-cut" d="{self.cut}"/>'] if self.cut else []
        size = f"0 0 {number(self.width)} {number(self.height)}"
        return f'<symbol id="figure-{name}" viewBox="{size}"{staff}>{"".join(parts + self.extra)}</symbol>'


# Warships


def battleship() -> Drawing:
    """A fast battleship: four twin turrets, a tower bridge, one broad funnel."""
    hull = polygon(
        (2, 39), (4, 43), (9, 50), (149, 50), (154, 43), (159, 33.5), (150, 34.6), (112, 36.6), (110, 38.4), (40, 38.4),
    )  # fmt: skip
    house = box(44, 32, 62, 7) + box(50, 27.5, 15, 5) + box(67, 28.5, 20, 4)
    tower = tiers(104, 32.2, (16, 4), (14, 4), (11, 4), (9, 4), (7, 3), (5, 2.4)) + box(94.5, 8.6, 7.5, 2)
    return Drawing(
        160, 52,
        hull + house + tower + funnel(70, 29, 13, 13, 1.6) + tripod(55, 28, 22) + mast(98, 12, 10, 7)
        + turret(127, 36.2, 13.5) + superfiring(112.5, 36.6, 13.5)
        + turret(24, 38.6, 13.5, False) + superfiring(38.5, 38.6, 13.5, False)
        + turret(88, 33, 5) + turret(61, 32.5, 5, False) + box(57, 24.6, 6, 3),
        cut=box(5, 44.8, 147, 0.9) + portholes(52, 41.6, 12, 7.6, 0.75) + box(70, 20, 11.4, 0.9),
        ensign=(3.5, 39),
    )  # fmt: skip


def battlecruiser() -> Drawing:
    """A long lean ship: two funnels, two turrets forward and one aft."""
    hull = polygon(
        (2, 40), (4, 44), (9, 50), (156, 50), (161, 44), (167, 34.5), (157, 35.4), (118, 37), (60, 37), (58, 40),
    )  # fmt: skip
    house = box(62, 33, 52, 5) + box(40, 36, 22, 4.4)
    tower = tiers(112, 33.2, (13, 4), (11, 4), (9, 4), (7, 3)) + box(103.5, 15.6, 7, 2.4)
    return Drawing(
        168, 52,
        hull + house + tower + tripod(105, 18, 13, 4) + mast(51, 37, 26, 7)
        + funnel(86, 33.4, 10, 15, 1) + funnel(66, 33.4, 10, 13, 1)
        + turret(138, 36.2, 13) + superfiring(124, 36.8, 13) + turret(27, 40, 13, False)
        + box(45, 32.5, 12, 4) + boat(75, 31.2) + boat(97, 31.4, 6),
        cut=box(5, 44.8, 154, 0.9) + portholes(66, 40.4, 11, 7.6, 0.75) + box(85.4, 22, 9, 0.9) + box(65.4, 24, 9, 0.9),
        ensign=(3.5, 40),
    )  # fmt: skip


def pocket_battleship() -> Drawing:
    """Two triple turrets far apart, a tall tower, one raked and capped funnel."""
    hull = polygon(
        (2, 38.5), (4, 43), (9, 50), (141, 50), (146, 43), (151, 34), (143, 35), (106, 37), (44, 37), (42, 38.5),
    )  # fmt: skip
    tower = box(88, 22, 9, 15.2) + box(85.5, 16, 12, 6.2) + box(88.5, 10, 7, 6.2) + box(86.5, 8.5, 10.5, 2)
    return Drawing(
        152, 52,
        hull + box(48, 33, 54, 4.6) + box(52, 28.6, 13, 5) + tower + box(96, 27, 7, 6.2)
        + funnel(68, 33.4, 11.5, 14, 2) + polygon((65, 20.6), (67, 17.6), (79.5, 17.6), (77.5, 20.6))
        + mast(92, 10, 9, 6) + mast(62, 29, 24, 6) + spar(58, 33, 70, 25, 1)
        + turret(119, 36.8, 17, guns=1.0) + turret(28, 38.6, 17, False, 1.0)
        + turret(104, 33, 5) + turret(47, 33.4, 5, False),
        cut=box(5, 44.8, 139, 0.9) + portholes(50, 40.6, 10, 7.6, 0.75) + box(87, 18.4, 9.5, 0.9),
        ensign=(3.5, 38.5),
    )  # fmt: skip


def cruiser() -> Drawing:
    """A heavy cruiser with three upright funnels and a high freeboard."""
    hull = polygon(
        (3, 38), (4.5, 42), (8, 48), (133, 48), (138, 41), (142, 33), (134, 34), (100, 36), (34, 36), (32, 38),
    )  # fmt: skip
    bridge = tiers(99, 36, (14, 4), (12, 4), (9, 4), (7, 2.6)) + box(90, 20, 6, 2)
    return Drawing(
        144, 50,
        hull + box(40, 32.6, 48, 4) + bridge
        + funnel(77, 33, 6, 16, 2.2) + funnel(65, 33, 7.4, 16, 2.2) + funnel(52, 33, 6, 16, 2.2)
        + mast(92, 22, 17, 6, 1.6) + mast(46, 33, 24, 6, 1.6)
        + turret(116, 35.4, 9.5) + superfiring(105, 36, 9.5) + turret(21, 38, 9.5, False)
        + superfiring(32, 38, 9.5, False) + boat(58, 31) + boat(71, 31, 5),
        cut=box(6, 43.4, 130, 0.8) + portholes(42, 39.8, 12, 7, 0.7)
        + box(50.6, 20, 5, 0.9) + box(63.6, 20, 6.4, 0.9) + box(75.6, 20, 5, 0.9),
        ensign=(4, 38),
    )  # fmt: skip


def light_cruiser() -> Drawing:
    """A light cruiser: two raked funnels, low and fast."""
    hull = polygon((3, 38), (5, 42), (9, 47), (126, 47), (131, 40), (135, 33), (127, 34), (98, 36), (96, 38))
    return Drawing(
        136, 48,
        hull + box(42, 35, 46, 3.4) + tiers(96, 37, (13, 4), (10, 4), (8, 4)) + box(86, 22, 6, 3)
        + funnel(71, 35.4, 7, 15, 3) + funnel(52, 35.4, 7, 14, 3) + mast(90, 23, 17, 6, 2) + mast(44, 36, 22, 6, 2)
        + turret(110, 35.4, 8.5) + superfiring(100, 36.6, 8) + turret(20, 38, 8.5, False)
        + superfiring(30, 38, 8, False) + boat(62, 33),
        cut=box(7, 42.6, 122, 0.8) + portholes(46, 40.4, 11, 6.6, 0.65) + box(68, 23, 6, 0.8) + box(49, 24, 6, 0.8),
        ensign=(4, 38),
    )  # fmt: skip


def destroyer() -> Drawing:
    """A destroyer: a high forecastle, a low deck aft, two raked funnels, torpedo tubes."""
    hull = polygon((2, 36.5), (4, 40), (7, 44), (103, 44), (109, 37), (115, 28.5), (107, 29.6), (84, 31.5), (82, 36.5))
    return Drawing(
        116, 46,
        hull + tiers(88, 32, (11, 4.4), (8, 4), (6, 3)) + box(81, 19, 4.5, 2)
        + funnel(66, 36.8, 6.5, 14.5, 3) + funnel(48, 36.8, 5.5, 12.5, 3) + mast(80, 30, 26, 5, 2.6)
        + turret(98, 30.6, 7) + box(89.5, 28.4, 5, 3) + turret(91.6, 28.6, 6)
        + turret(16, 36.6, 7, False) + box(23, 33.4, 5, 3.2) + turret(26, 33.6, 6, False)
        + spar(33, 34.6, 44, 33.4, 1.8) + box(37, 34.6, 3, 2) + spar(56, 34.6, 66, 33.6, 1.6) + box(60, 34.6, 3, 2)
        + boat(73, 32.6, 6) + spar(3, 33.4, 8, 33.4, 2),
        cut=box(5, 40.2, 101, 0.7) + portholes(86, 35.4, 4, 4.8, 0.65) + box(62.6, 24, 5.6, 0.8),
        ensign=(3, 36.5),
    )  # fmt: skip


def escort() -> Drawing:
    """A corvette: short and stout, one gun forward, one funnel, depth charges aft."""
    hull = polygon((3, 33), (5, 39), (9, 44), (80, 44), (87, 36), (93, 24), (86, 26), (62, 29.5), (60, 33))
    return Drawing(
        94, 46,
        hull + tiers(66, 30, (13, 5), (9, 4.4)) + box(56, 18.6, 9, 2.4) + funnel(41, 33.2, 9, 14.5, 1.4)
        + mast(69, 29, 27, 5) + box(72, 24.4, 5, 4) + turret(76, 25.4, 6.5, guns=1.3)
        + box(31, 28.6, 8, 4.8) + spar(26, 33, 26, 22, 0.9) + spar(32, 29, 40, 22, 0.9)
        + disc(8, 31.6, 1.7) + disc(12, 31.6, 1.7) + disc(16, 31.6, 1.7) + boat(45, 30.4, 6),
        cut=box(8, 39.4, 74, 0.8) + portholes(46, 36.6, 6, 5.6, 0.75) + box(40.4, 21.4, 8, 1),
        ensign=(4, 33),
    )  # fmt: skip


def carrier() -> Drawing:
    """A fleet carrier: a flat deck with rounded ends, the island with its funnel, aircraft ranged aft."""
    hull = polygon((10, 40), (12, 45), (17, 50), (150, 50), (157, 43), (161, 36), (140, 34), (14, 34))
    deck = polygon((2, 31.4), (6, 30), (162, 30), (168, 32), (166, 34), (4, 34))
    aircraft = "".join(
        spar(x, 28.4, x + 7.4, 27, 1.5) + spar(x - 0.4, 28.6, x - 1.2, 25.4, 1) + box(x + 4.6, 28, 0.9, 2.2)
        for x in (15, 26, 37)
    )
    return Drawing(
        170, 52,
        hull + deck + aircraft + box(90, 23, 34, 7.4) + box(104, 17.6, 16, 6) + box(108, 13.4, 9, 4.6)
        + funnel(91, 24, 12, 12, 0.4) + tripod(112, 14, 13, 3.6) + turret(130, 30.2, 5.5) + turret(84, 30.2, 5.5, False)
        + spar(60, 36, 60, 41, 1) + spar(140, 36, 138, 41, 1),
        cut=box(24, 36.4, 22, 2.4) + box(52, 36.4, 26, 2.4) + box(84, 36.4, 26, 2.4) + box(116, 36.4, 18, 2.4)
        + box(13, 45, 142, 0.8) + portholes(28, 42, 16, 7.4, 0.7) + box(91.6, 15, 10.4, 0.9) + box(107, 20, 12, 1),
        ensign=(4, 31),
    )  # fmt: skip


def submarine() -> Drawing:
    """A large submarine on the surface: a long casing, a broad conning tower, a deck gun."""
    hull = polygon(
        (2, 28.6), (10, 26.4), (96, 26), (118, 24), (127, 25), (124, 29.4), (112, 33), (22, 33.4), (8, 31.6),
    )  # fmt: skip
    tower = polygon((50, 26.4), (51.5, 17), (55, 14.6), (71, 14.6), (74, 18), (76, 26.4))
    return Drawing(
        130, 36,
        hull + tower + box(57, 11.4, 9, 3.4) + spar(60, 12, 60, 3, 1.3) + spar(64, 12, 64, 5.4, 1.0)
        + box(84, 23.4, 5, 3) + spar(86, 23.4, 97, 21.4, 1.4) + spar(74, 17, 120, 24.4, 0.5) + spar(52, 17, 6, 27, 0.5)
        + box(8, 22.6, 1.4, 5),
        cut=box(14, 29.2, 104, 0.8) + portholes(24, 27.7, 13, 6.6, 0.6) + box(54, 18.6, 18, 0.9),
        ensign=(45, 26),
    )  # fmt: skip


def uboat() -> Drawing:
    """A Type VII boat: saddle tanks, the small conning tower with its railing, the saw at the bow."""
    hull = "M3 26.4C14 24.6 24 24.4 34 24.4L96 24.2C106 23.8 113 22.4 119 21.2C120 24 118 26 115 27.4"
    hull += "C104 32.6 90 34.4 62 34.4C34 34.4 16 32.4 6 29.2Z"
    tower = polygon((50, 24.6), (49, 19), (44.6, 18.6), (44.4, 17), (53, 16.6), (54, 13), (63.4, 13), (65.4, 24.6))
    rail = spar(44.6, 17.4, 44.6, 13.4, 0.7) + spar(44.6, 13.7, 53, 13.2, 0.7) + spar(48.6, 17, 48.6, 13.4, 0.6)
    return Drawing(
        122, 37,
        hull + tower + rail + spar(57, 13.4, 57, 3.6, 1.3) + spar(61, 13.4, 61, 7, 1.0) + spar(46, 17, 41, 13.4, 1.0)
        + box(76, 21.6, 4, 3) + spar(77, 21.4, 88, 19.6, 1.5) + spar(64, 13.8, 117, 21.6, 0.55)
        + spar(50, 18, 7, 26, 0.55) + polygon((112, 22.6), (115, 18.4), (118.6, 21.4)) + box(8, 20.4, 1.3, 6),
        cut="M16 28.6C40 31 84 30.8 108 27.2L108 28C84 31.7 40 31.9 16 29.5Z" + portholes(68, 26.4, 6, 5.4, 0.6)
        + box(54.4, 15.4, 8.4, 0.8),
        ensign=(40, 24.4),
    )  # fmt: skip


def torpedo_boat() -> Drawing:
    """A motor torpedo boat."""
    hull = polygon((3, 28), (6, 34), (66, 34), (72, 28), (77, 21), (64, 22.6), (34, 25.4))
    return Drawing(
        80, 36,
        hull + polygon((32, 26), (34, 19), (47, 19), (51, 24.6)) + mast(38, 20, 14, 4) + spar(50, 23, 68, 20.4, 2.6)
        + box(14, 24, 5, 4) + spar(16, 24, 9, 21.6, 1.2),
        cut=box(6, 31, 62, 0.7) + box(36, 21, 11, 1),
        ensign=(5, 28),
    )  # fmt: skip


# Ships of trade


def merchant_hull(length: float, shift: float = 0.0) -> str:
    """Forecastle, well deck, bridge deck, well deck and poop: the three-island freighter."""
    x = shift
    return polygon(
        (x + 3, 28), (x + 4, 34), (x + 10, 42), (x + length - 10, 42), (x + length - 5, 34), (x + length - 2, 25),
        (x + length - 20, 27), (x + length - 20, 32), (x + length * 0.62, 32), (x + length * 0.62, 28.6),
        (x + length * 0.36, 28.6), (x + length * 0.36, 32), (x + 20, 32), (x + 20, 28),
    )  # fmt: skip


def derricks(x: float, deck: float, height: float) -> str:
    """A cargo mast with two booms."""
    top = deck - height
    return (
        spar(x, deck, x, top, 1.2)
        + spar(x, deck - 3, x - 11, top + 7, 0.9)
        + spar(x, deck - 3, x + 11, top + 7, 0.9)
        + box(x - 2.4, top + 3, 4.8, 1)
    )


def merchant() -> Drawing:
    """A tramp steamer."""
    return Drawing(
        112, 44,
        merchant_hull(112) + box(45, 22, 22, 7) + box(57, 17.6, 10, 5) + funnel(48, 22.4, 6.4, 13.5, 0.6)
        + derricks(31, 32, 25) + derricks(81, 32, 26) + boat(47, 25, 6) + box(6, 24.4, 9, 4),
        cut=box(8, 37, 95, 0.8) + portholes(43, 34.4, 5, 5.6, 0.75) + box(47.8, 12, 5.4, 1.6) + box(58, 19.4, 8, 1),
        ensign=(4, 28),
    )  # fmt: skip


def tanker() -> Drawing:
    """A tanker: bridge amidships, funnel right aft, pipes along the deck."""
    hull = polygon(
        (3, 27), (4, 34), (10, 42), (124, 42), (130, 34), (134, 24), (117, 26.6), (116, 31.6), (34, 31.6), (33, 27.6),
    )  # fmt: skip
    return Drawing(
        136, 44,
        hull + box(13, 21, 19, 7) + funnel(16, 21.4, 8, 12.5, 0.6) + box(66, 22.6, 17, 9.2) + box(70, 18, 12, 5)
        + box(33, 28.6, 34, 1.1) + box(82, 28.6, 36, 1.1)
        + "".join(box(x, 29, 0.9, 3) for x in (38, 46, 54, 62, 88, 96, 104, 112))
        + mast(52, 31.6, 24, 5) + mast(100, 31.6, 24, 5) + boat(68, 24.6, 6),
        cut=box(8, 37, 117, 0.8) + box(15.8, 11.8, 6.6, 1.6) + box(71, 20, 10, 1) + portholes(15, 24.4, 3, 5, 0.75),
        ensign=(4, 27),
    )  # fmt: skip


def supply_ship() -> Drawing:
    """A fleet supply ship: a tanker's hull with guns and cranes."""
    base = tanker()
    return Drawing(
        base.width, base.height,
        base.solid + turret(122, 26, 6) + spar(44, 31.6, 58, 16, 1.1) + spar(92, 31.6, 108, 16, 1.1),
        base.cut, ensign=base.ensign,
    )  # fmt: skip


def raider() -> Drawing:
    """A merchant cruiser: a freighter's lines, guns behind dropped bulwarks, a float plane on deck."""
    base = merchant_hull(122)
    return Drawing(
        124, 44,
        base + box(49, 21, 26, 8) + box(62, 16, 12, 5.4) + funnel(52, 21.4, 8, 12.5, 0.8) + mast(36, 32, 29, 6)
        + mast(86, 32, 29, 6) + turret(107, 26, 7.5) + turret(14, 28.2, 7.5, False) + turret(93, 32.2, 6.5)
        + turret(30, 32.2, 6.5, False) + spar(40, 30, 47, 28.4, 1.4),
        cut=box(8, 37, 104, 0.8) + portholes(48, 34.4, 5, 5.8, 0.75) + box(63, 18, 10, 1) + box(51.6, 12, 6.8, 1.6),
        ensign=(4, 28),
    )  # fmt: skip


def liner() -> Drawing:
    """A troop transport or liner with two funnels."""
    hull = polygon((3, 31), (6, 38), (11, 44), (139, 44), (145, 37), (149, 28), (138, 30), (20, 31.4))
    return Drawing(
        150, 46,
        hull + box(26, 26, 98, 6) + box(36, 21, 80, 5.4) + box(98, 16.4, 14, 5)
        + funnel(56, 21.4, 10, 14, 1.4) + funnel(80, 21.4, 10, 14, 1.4) + mast(124, 31, 27, 6, 1)
        + mast(26, 31, 25, 6, 1) + boat(40, 18.6) + boat(50, 18.6, 5) + boat(68, 18.6) + boat(92, 18.6, 5),
        cut=box(8, 38.6, 133, 0.8) + portholes(22, 35, 19, 6, 0.75) + portholes(32, 28.8, 15, 6, 0.75)
        + box(55.4, 11, 8.6, 1.4) + box(79.4, 11, 8.6, 1.4),
        ensign=(4, 31),
    )  # fmt: skip


def convoy() -> Drawing:
    """Merchantmen in two columns."""
    lead = merchant()
    return Drawing(
        140, 52,
        moved(lead.solid, 0, 10, 0.98),
        moved(lead.cut, 0, 10, 0.98),
        faint=moved(lead.solid, 72, 4, 0.6) + moved(lead.solid, 8, 0, 0.46),
        ensign=(4, 37.4),
    )  # fmt: skip


def task_force() -> Drawing:
    """A flagship with two consorts astern of her."""
    return Drawing(
        150, 54,
        moved(battleship().solid, 0, 10, 0.86),
        moved(battleship().cut, 0, 10, 0.86),
        faint=moved(destroyer().solid, 82, 0, 0.58) + moved(destroyer().solid, 4, 0, 0.54),
        ensign=(3, 43.6),
    )  # fmt: skip


# Aircraft, from above


def airplane(
    length: float, span: float, chord: float, engines: tuple[float, ...], tail: float, fat: float
) -> tuple[str, str]:
    """The plan of an aircraft with its nose to the right, and what is cut out of it; engines by their distance."""
    middle, nose = span / 2, length
    wing_at = length * 0.56
    body = (
        f"M2 {number(middle)}C{number(length * 0.3)} {number(middle - fat)} {number(length * 0.6)} "
        f"{number(middle - fat)} {number(nose - 4)} {number(middle - fat * 0.8)}"
        f"C{number(nose)} {number(middle - fat * 0.6)} {number(nose)} {number(middle + fat * 0.6)} "
        f"{number(nose - 4)} {number(middle + fat * 0.8)}"
        f"C{number(length * 0.6)} {number(middle + fat)} {number(length * 0.3)} {number(middle + fat)} "
        f"2 {number(middle)}Z"
    )
    wings = "".join(
        polygon(
            (wing_at - chord / 2, middle), (wing_at - chord * 0.18, middle + turn * (middle - 1.5)),
            (wing_at + chord * 0.02, middle + turn * (middle - 0.5)),
            (wing_at + chord * 0.2, middle + turn * (middle - 2)),
            (wing_at + chord / 2, middle),
        )
        for turn in (-1, 1)
    )  # fmt: skip
    tailplane = polygon(
        (2, middle - tail), (7, middle - tail + 0.4), (11, middle), (7, middle + tail - 0.4), (2, middle + tail),
        (3.6, middle),
    )  # fmt: skip
    nacelles = cuts = ""
    for distance in engines:
        for turn in (-1, 1):
            y = middle + turn * distance
            nacelles += polygon(
                (wing_at - chord * 0.3, y), (wing_at, y - 1.9), (wing_at + chord * 0.5 + 3.4, y - 1.9),
                (wing_at + chord * 0.5 + 5, y), (wing_at + chord * 0.5 + 3.4, y + 1.9), (wing_at, y + 1.9),
            ) + box(wing_at + chord * 0.5 + 4.4, y - 4.2, 0.9, 8.4)  # fmt: skip
    cuts += polygon((nose - 10, middle - fat * 0.5), (nose - 5.5, middle - fat * 0.5), (nose - 5.5, middle + fat * 0.5),
                    (nose - 10, middle + fat * 0.5))  # fmt: skip
    return body + wings + tailplane + nacelles, cuts


def plane(length: float, span: float, chord: float, engines: tuple[float, ...], tail: float, fat: float) -> Drawing:
    """An aircraft as a symbol."""
    solid, cut = airplane(length, span, chord, engines, tail, fat)
    return Drawing(length + 2, span, solid, cut)


# Emblems


def admiral() -> Drawing:
    """An officer's head and shoulders under a peaked cap."""
    shoulders = "M3 52C4 41 12 37.4 20 36L26 42L32 36C40 37.4 48 41 49 52Z"
    head = "M17.4 20C17 32 20.6 37 26 37C31.4 37 35 32 34.6 20Z"
    cap = "M8.6 12.6C14 5 38 5 43.4 12.6C41.6 15.6 38.4 16.8 36 17.2L36.6 21.4C30 18.8 22 18.8 15.4 21.4L16 17.2"
    cap += "C13.6 16.8 10.4 15.6 8.6 12.6Z"
    badge = disc(26, 12.2, 2.3)
    trim = "M15.8 18.6C22 16.4 30 16.4 36.2 18.6L36.3 19.9C30 17.6 22 17.6 15.7 19.9Z"
    lapels = polygon((26, 43), (23.4, 52), (28.6, 52)) + box(7, 43.4, 8, 1.3) + box(7, 46, 8, 1.3)
    lapels += box(37, 43.4, 8, 1.3) + box(37, 46, 8, 1.3)
    return Drawing(52, 54, shoulders + head + cap, badge + trim + lapels)


def block(emblem: str) -> Drawing:
    """The back of a wooden block with its emblem."""
    front = '<rect class="block-front" x="1.5" y="6.5" width="42" height="42" rx="3.5"/>'
    top = f'<path class="block-top" d="{polygon((2.6, 7), (8, 1.8), (49, 1.8), (43.4, 7))}"/>'
    side = f'<path class="block-side" d="{polygon((43.4, 7), (49, 1.8), (49, 43), (43.4, 48))}"/>'
    frame = '<rect class="block-frame" x="5" y="10" width="35" height="35" rx="2"/>'
    mark = f'<path class="block-mark" d="{emblem}"/>'
    return Drawing(50, 50, "", extra=[top, side, front, frame, mark])


def lighthouse() -> Drawing:
    """A light on its rock."""
    tower = polygon((15, 40), (17.6, 14), (24.4, 14), (27, 40)) + box(15.6, 12, 10.8, 2) + box(18, 6.6, 6, 5.6)
    roof = polygon((17, 6.8), (21, 2), (25, 6.8))
    beams = polygon((27, 8.6), (40, 4), (40, 13)) + polygon((15, 8.6), (2, 4), (2, 13))
    rock = "M4 46C8 41 12 40 21 40C30 40 34 41 38 46Z"
    return Drawing(42, 48, tower + roof + rock, box(16.6, 22, 8.8, 4) + box(15.8, 31, 10.4, 4), faint=beams)


def marker() -> Drawing:
    """A buoy: where the chart marks a thing that has no ship."""
    return Drawing(
        36, 44,
        polygon((10, 34), (15, 12), (21, 12), (26, 34)) + disc(18, 7.6, 4.6) + "M4 34C8 41 28 41 32 34Z",
        box(12.6, 20, 10.8, 4.4),
    )  # fmt: skip


def torpedo() -> Drawing:
    """A torpedo running to the right."""
    body = "M14 12C14 9 18 8 24 8L82 8C90 8 95 10 95 13C95 16 90 18 82 18L24 18C18 18 14 17 14 14Z"
    fins = polygon((8, 5), (17, 9.4), (17, 16.6), (8, 21)) + box(4, 8, 2, 10)
    return Drawing(98, 26, body + fins, box(70, 8.6, 1, 8.8) + box(30, 8.6, 1, 8.8))


def card_back() -> Drawing:
    """The back of a card with a compass rose."""
    frame = '<rect class="block-front" x="1" y="1" width="38" height="54" rx="4"/>'
    line = '<rect class="block-frame" x="4.5" y="4.5" width="31" height="47" rx="2"/>'
    rose = f'<path class="block-mark" d="{star(20, 28, 13, 3, 4)}{star(20, 28, 8, 3.4, 8)}"/>'
    return Drawing(40, 56, "", extra=[frame, line, rose])


def contact() -> Drawing:
    """An unknown contact: a lozenge with a question in it."""
    return Drawing(
        48, 48, polygon((24, 2), (46, 24), (24, 46), (2, 24)),
        "M17.6 19C17.6 10 31 10 31 19C31 24.6 26 24.4 26 29.6L22.4 29.6C22.4 22.6 27 23 27 19"
        "C27 14.6 21.4 14.6 21.4 19Z"
        + disc(24.2, 34, 2.4),
    )  # fmt: skip


def mine() -> Drawing:
    """A horned mine on its cable."""
    horns = "".join(
        spar(22, 20, 22 + dx, 20 + dy, 3) for dx, dy in ((0, -17), (12, -12), (-12, -12), (17, 0), (-17, 0))
    )
    return Drawing(44, 46, disc(22, 20, 12) + horns + box(21, 30, 2, 15))


def mines() -> Drawing:
    """A minefield: a horned mine before two others."""
    front = mine()
    behind = moved(mine().solid, -15, 8) + moved(mine().solid, 15, 8)
    return Drawing(74, 54, moved(front.solid, 15, 0), faint=moved(behind, 15, 0))


def defence() -> Drawing:
    """A coastal battery: a heavy gun that looks out to sea over its parapet."""
    parapet = polygon((2, 46), (6, 35), (46, 35), (50, 46))
    shield = polygon((13, 35), (13, 22), (20, 16), (31, 16), (36, 23), (36, 35))
    return Drawing(
        66, 48, parapet + shield + spar(30, 24, 63, 11, 4.2) + spar(30, 24, 46, 17.7, 6), box(8, 39.6, 36, 1.4)
    )


def flag() -> Drawing:
    """A flag hoisted over a captured port."""
    cloth = "M10 5C18 1 26 9 38 4L38 25C26 30 18 22 10 26Z"
    return Drawing(42, 48, box(6.6, 3, 3, 42) + disc(8.1, 3, 2.6) + box(2, 44, 12, 3) + cloth)


PENNANT = polygon((11, 16), (36, 27.5), (11, 39))
ROUNDEL = disc(22.5, 27.5, 11) + disc(22.5, 27.5, 4.6, hole=True)

DRAWINGS = {
    "battleship": battleship(),
    "battlecruiser": battlecruiser(),
    "pocket_battleship": pocket_battleship(),
    "carrier": carrier(),
    "cruiser": cruiser(),
    "light_cruiser": light_cruiser(),
    "destroyer": destroyer(),
    "escort": escort(),
    "torpedo_boat": torpedo_boat(),
    "submarine": submarine(),
    "uboat": uboat(),
    "convoy": convoy(),
    "merchant": merchant(),
    "tanker": tanker(),
    "supply_ship": supply_ship(),
    "liner": liner(),
    "raider": raider(),
    "auxiliary": raider(),
    "task_force": task_force(),
    "air": plane(56, 58, 13, (9.5,), 10, 3.2),
    "condor": plane(74, 74, 12, (10, 21), 12, 2.9),
    "fighter": plane(44, 46, 13, (), 9, 2.8),
    "bomber": plane(62, 66, 15, (10.5,), 12, 3.6),
    "admiral": admiral(),
    "marker": marker(),
    "torpedo": torpedo(),
    "contact": contact(),
    "mine": mine(),
    "mines": mines(),
    "defence": defence(),
    "flag": flag(),
    "block": block(anchor(22.5, 27, 25)),
    "block_0": block(PENNANT),
    "block_1": block(ROUNDEL),
    "card_back": card_back(),
    "anchor": Drawing(28, 28, anchor(14, 13, 24)),
    "lighthouse": lighthouse(),
    "star": Drawing(24, 24, star(12, 13, 11.5, 4.8)),
}


def main() -> None:
    """Writes the file of symbols."""
    symbols = "\n".join(drawing.markup(name) for name, drawing in DRAWINGS.items())
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n', encoding="utf-8")


if __name__ == "__main__":
    main()

/** The geometry of hexes: corners, sides, rims, and which hex a point lies in. */

/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./layout.js").Rect} Rect */

const SAME = 2; // corners that lie closer together are one

/** The corners of a hex, clockwise; wider than high it is flat-topped. @param {Rect} card @returns {Point[]} */
export function corners({ x, y, width, height }) {
  const parts = [
    [0.25, 0],
    [0.75, 0],
    [1, 0.5],
    [0.75, 1],
    [0.25, 1],
    [0, 0.5],
  ];
  const isFlat = width >= height;
  return parts.map(([along, across]) => ({
    x: x + (isFlat ? along : 1 - across) * width,
    y: y + (isFlat ? across : along) * height,
  }));
}

/** How far it is between two opposite sides. @param {Rect} card */
export function breadth({ width, height }) {
  return Math.min(width, height);
}

/** @param {Rect} card @param {Point} point */
export function isInHex(card, point) {
  const ring = corners(card);
  return ring.every((from, at) => {
    const to = ring[(at + 1) % ring.length];
    return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x) >= -0.01;
  });
}

/** The side that two hexes have in common; null for hexes that are not neighbours. @param {Rect} one @param {Rect} other @returns {[Point, Point] | null} */
export function sharedSide(one, other) {
  const theirs = corners(other);
  const shared = corners(one).filter((corner) => theirs.some((their) => near(corner, their)));
  return shared.length === 2 ? [shared[0], shared[1]] : null;
}

/** The sides of hexes that no other of them has: the rim. @param {Rect[]} cards @returns {[Point, Point][]} */
export function rimOf(cards) {
  /** @type {Map<string, { count: number, side: [Point, Point] }>} */
  const sides = new Map();
  for (const card of cards) {
    const ring = corners(card);
    ring.forEach((from, at) => {
      const to = ring[(at + 1) % ring.length];
      const key = `${Math.round((from.x + to.x) / SAME / 2)} ${Math.round((from.y + to.y) / SAME / 2)}`;
      const known = sides.get(key);
      if (known) known.count += 1;
      else sides.set(key, { count: 1, side: [from, to] });
    });
  }
  return [...sides.values()].filter(({ count }) => count === 1).map(({ side }) => side);
}

/** A ring drawn together towards the middle of its hex by so many units. @param {Rect} card @param {number} by @returns {Point[]} */
export function inset(card, by) {
  const part = 1 - (2 * by) / breadth(card);
  const [x, y] = [card.x + card.width / 2, card.y + card.height / 2];
  return corners(card).map((corner) => ({ x: x + (corner.x - x) * part, y: y + (corner.y - y) * part }));
}

/** @param {Point[]} ring */
export function ringPath(ring) {
  return `M${ring.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/** @param {[Point, Point][]} sides */
export function sidesPath(sides) {
  return sides.map(([from, to]) => `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`).join("");
}

/** @param {Point} one @param {Point} other */
function near(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y) < SAME;
}

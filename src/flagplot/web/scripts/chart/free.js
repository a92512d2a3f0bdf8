/** Free places: for pins and pieces within a hex, for numbers that would touch, and for what hangs from a string. */

import { lengthOf, pointAlong } from "./curves.js";
import { centreOf } from "./layout.js";

/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./layout.js").Rect} Rect */
/** @typedef {{ x: number, y: number, r: number }} Disc */

const RINGS = [0, 0.34, 0.58, 0.8]; // of half the breadth of a hex, where a free place is looked for
const TURNS = 12;
const THREADS = [1, 1.6, 2.2]; // how far things hang, in lengths of a thread
const ENOUGH = 0.45; // the free space around them, in the same
const STEPS = 10;
/** What a place costs: to lie over something, to stand out of the hex, to be far from its middle. */
const COST = { overlap: 3, outside: 0.8, ring: 4 };

/**
 * The place in a hex that is farthest from all that is taken, for something whose parts lie at these offsets.
 * @param {Rect} card @param {Disc[]} taken @param {Disc[]} parts @returns {Point}
 */
export function freePlace(card, taken, parts) {
  const centre = centreOf(card);
  const half = Math.min(card.width, card.height) / 2;
  let [best, least] = [centre, Infinity];
  RINGS.forEach((ring, at) => {
    for (let turn = 0; turn < (at ? TURNS : 1); turn += 1) {
      const angle = (turn * 2 * Math.PI) / TURNS;
      const spot = { x: centre.x + Math.cos(angle) * half * ring, y: centre.y + Math.sin(angle) * half * ring };
      const cost = parts.reduce((sum, part) => {
        const point = { x: spot.x + part.x, y: spot.y + part.y };
        const room = clearance(point, taken) - part.r;
        const outside = Math.max(0, Math.hypot(point.x - centre.x, point.y - centre.y) - half);
        return sum + Math.max(0, -room) * COST.overlap - Math.min(room, half) * 0.3 + outside * COST.outside;
      }, ring * COST.ring);
      if (cost < least - 0.01) [best, least] = [spot, cost];
    }
  });
  return best;
}

/**
 * Where the number at the end of a string stands: at the end, or so far along the string that it touches no other.
 * @param {Point[]} beads  from this end on @param {Disc[]} taken @param {number} r  of the number @returns {Point}
 */
export function endPlace(beads, taken, r) {
  if (beads.length < 2) return beads[0];
  const farthest = Math.min(lengthOf(beads) * 0.6, STEPS * r);
  let [best, most] = [beads[0], -Infinity];
  for (let step = 0; step <= STEPS; step += 1) {
    const spot = pointAlong(beads, (farthest * step) / STEPS);
    const room = clearance(spot, taken) - r;
    if (room >= 1) return spot;
    if (room > most) [best, most] = [spot, room];
  }
  return best;
}

/**
 * On which side of a bead things hang: where most is free, below where it is all the same; farther out where that is
 * not enough.
 * @param {Point} bead @param {Disc[]} taken @param {number} far @param {number} wide  of all that hangs there @returns {Point}
 */
export function hangingPlace(bead, taken, far, wide) {
  const ways = [
    { x: 0, y: 1 },
    { x: 0, y: -1 },
    { x: 0.8, y: 0.7 },
    { x: -0.8, y: 0.7 },
    { x: 0.8, y: -0.7 },
    { x: -0.8, y: -0.7 },
  ];
  const room = (/** @type {Point} */ spot) =>
    Math.min(...[-wide / 2, 0, wide / 2].map((aside) => clearance({ x: spot.x + aside, y: spot.y }, taken)), far * 1.5);
  const best = THREADS.map((times) => {
    const spots = ways.map((way) => ({ x: bead.x + way.x * (far * times + (way.x ? wide / 2 : 0)), y: bead.y + way.y * far * times }));
    return spots.reduce((best, spot) => (room(spot) > room(best) + 1 ? spot : best));
  });
  return best.find((spot) => room(spot) >= far * ENOUGH) ?? best.reduce((best, spot) => (room(spot) > room(best) ? spot : best));
}

/**
 * Where a name stands beside one of several points: to the right or left, above or below, touching nothing that is taken;
 * null where there is no such place.
 * @param {Point[]} points @param {import("./layout.js").Size} size @param {number} away  from a point @param {Disc[]} taken
 * @returns {Rect | null}
 */
export function namePlace(points, { width, height }, away, taken) {
  const places = points.flatMap(({ x, y }) => [
    { x: x + away, y: y - height / 2 },
    { x: x - away - width, y: y - height / 2 },
    { x: x - width / 2, y: y + away },
    { x: x - width / 2, y: y - away - height },
    { x: x + away * 0.7, y: y + away * 0.6 },
    { x: x - away * 0.7 - width, y: y + away * 0.6 },
    { x: x + away * 0.7, y: y - away * 0.6 - height },
    { x: x - away * 0.7 - width, y: y - away * 0.6 - height },
  ]);
  const isFree = (/** @type {Point} */ place) => taken.every((disc) => apart({ ...place, width, height }, disc) >= disc.r);
  const found = places.find(isFree);
  return found ? { ...found, width, height } : null;
}

/** How far a point is from a rectangle. @param {Rect} rect @param {Point} point */
function apart(rect, point) {
  const x = Math.max(rect.x - point.x, 0, point.x - rect.x - rect.width);
  const y = Math.max(rect.y - point.y, 0, point.y - rect.y - rect.height);
  return Math.hypot(x, y);
}

/** How far a point is from all that is taken. @param {Point} point @param {Disc[]} taken */
export function clearance(point, taken) {
  return taken.reduce((least, disc) => Math.min(least, Math.hypot(point.x - disc.x, point.y - disc.y) - disc.r), 400);
}

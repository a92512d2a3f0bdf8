/** Free places: for pins and pieces within a hex, for numbers that would touch, and for what hangs from a string. */

import { lengthOf, pointAlong } from "./curves.js";
import { centreOf } from "./layout.js";

/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./layout.js").Rect} Rect */
/** @typedef {{ x: number, y: number, r: number }} Disc */

const RINGS = [0, 0.34, 0.58]; // of the breadth of a hex, where a free place is looked for
const TURNS = 12;
const STEPS = 10;

/**
 * The place in a hex that is farthest from all that is taken, for something whose parts lie at these offsets.
 * @param {Rect} card @param {Disc[]} taken @param {Point[]} parts @returns {Point}
 */
export function freePlace(card, taken, parts) {
  const centre = centreOf(card);
  const half = Math.min(card.width, card.height) / 2;
  let [best, most] = [centre, -Infinity];
  RINGS.forEach((ring, at) => {
    for (let turn = 0; turn < (at ? TURNS : 1); turn += 1) {
      const angle = (turn * 2 * Math.PI) / TURNS;
      const spot = { x: centre.x + Math.cos(angle) * half * ring * 1.25, y: centre.y + Math.sin(angle) * half * ring * 1.25 };
      const room = Math.min(...parts.map((part) => clearance({ x: spot.x + part.x, y: spot.y + part.y }, taken)), half);
      const outside = Math.max(0, ...parts.map((part) => Math.hypot(spot.x + part.x - centre.x, spot.y + part.y - centre.y) - half));
      const score = room - ring * 3 - outside * 0.9;
      if (score > most + 0.01) [best, most] = [spot, score];
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
 * On which side of a bead things hang: where most is free, below where it is all the same.
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
  const spots = ways.map((way) => ({ x: bead.x + way.x * (far + (way.x ? wide / 2 : 0)), y: bead.y + way.y * far }));
  const room = (/** @type {Point} */ spot) =>
    Math.min(...[-wide / 2, 0, wide / 2].map((aside) => clearance({ x: spot.x + aside, y: spot.y }, taken)), far * 1.5);
  return spots.reduce((best, spot) => (room(spot) > room(best) + 1 ? spot : best));
}

/** How far a point is from all that is taken. @param {Point} point @param {Disc[]} taken */
function clearance(point, taken) {
  return taken.reduce((least, disc) => Math.min(least, Math.hypot(point.x - disc.x, point.y - disc.y) - disc.r), 400);
}

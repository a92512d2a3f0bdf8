/** Smooth curves through given points, and places along them. */

/** @typedef {import("./layout.js").Point} Point */
/** @typedef {[Point, Point, Point, Point]} Bend  a cubic curve: start, two controls, end */

const TENSION = 0.38;
const SAMPLES = 8; // points by which each bend is measured

/** The bends of a curve through points (Catmull-Rom). @param {Point[]} points @returns {Bend[]} */
export function bends(points) {
  return points.slice(1).map((to, at) => {
    const from = points[at];
    const before = points[at - 1] ?? from;
    const after = points[at + 2] ?? to;
    const half = TENSION / 2;
    return [
      from,
      { x: from.x + (to.x - before.x) * half, y: from.y + (to.y - before.y) * half },
      { x: to.x - (after.x - from.x) * half, y: to.y - (after.y - from.y) * half },
      to,
    ];
  });
}

/** The data of a path through points. @param {Point[]} points */
export function curve(points) {
  const [start] = points;
  const parts = bends(points).map(([, one, other, to]) => `C${pair(one)} ${pair(other)} ${pair(to)}`);
  return `M${pair(start)}${parts.join("")}`;
}

/** Points along a curve, close together. @param {Point[]} points @returns {Point[]} */
export function samples(points) {
  const along = bends(points).flatMap((bend) => Array.from({ length: SAMPLES }, (_, at) => onBend(bend, at / SAMPLES)));
  return [...along, points[points.length - 1]];
}

/** The point of a curve so far from its beginning, or its end if it is shorter. @param {Point[]} points @param {number} distance @returns {Point} */
export function pointAlong(points, distance) {
  const line = samples(points);
  let left = distance;
  for (let at = 1; at < line.length; at += 1) {
    const [from, to] = [line[at - 1], line[at]];
    const step = Math.hypot(to.x - from.x, to.y - from.y);
    if (step >= left && step > 0)
      return { x: from.x + ((to.x - from.x) * left) / step, y: from.y + ((to.y - from.y) * left) / step };
    left -= step;
  }
  return line[line.length - 1];
}

/** @param {Point[]} points */
export function lengthOf(points) {
  const line = samples(points);
  return line.slice(1).reduce((sum, to, at) => sum + Math.hypot(to.x - line[at].x, to.y - line[at].y), 0);
}

/** @param {Bend} bend @param {number} t @returns {Point} */
function onBend([a, b, c, d], t) {
  const u = 1 - t;
  const mix = (/** @type {"x" | "y"} */ way) =>
    u ** 3 * a[way] + 3 * u * u * t * b[way] + 3 * u * t * t * c[way] + t ** 3 * d[way];
  return { x: mix("x"), y: mix("y") };
}

/** @param {Point} point */
function pair({ x, y }) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

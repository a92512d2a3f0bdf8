/** Measures on a board without spaces: from fractions to the chart's own units, headings, circles and sectors. */

import { WIDTH } from "../chart/layout.js";

/** @typedef {import("../chart/layout.js").Point} Point */
/** @typedef {import("../chart/layout.js").Rect} Rect */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Pose} Pose */
/** @typedef {import("../types.js").Spot} Spot */

const DRAWN = 0.45; // of the shorter side of the board
const POINTS_TO_A_PART = 4; // of a way, so that its parts follow its turns

export class Measures {
  /** @param {Board} board */
  constructor(board) {
    this.width = WIDTH;
    this.height = WIDTH / board.aspect;
    /** How long one unit of the board's scale is drawn. */
    this.unit = WIDTH / (board.scale?.across ?? 100);
  }

  /** @param {Spot} spot @returns {Point} */
  point([x, y]) {
    return { x: x * this.width, y: y * this.height };
  }

  /** @param {Pose} pose @returns {Point} */
  middle({ x, y }) {
    return { x: x * this.width, y: y * this.height };
  }

  /** How far a reach is drawn at most, so that it does not cover the board. @param {number} reach  in units of the scale */
  drawnReach(reach) {
    return Math.min(reach * this.unit, DRAWN * Math.min(this.width, this.height));
  }

  /** How far two points are apart, in units of the scale. @param {Point} one @param {Point} other */
  apart(one, other) {
    return Math.hypot(one.x - other.x, one.y - other.y) / this.unit;
  }
}

/** The point so far away in a direction. @param {Point} from @param {number} degrees  clockwise from the top @param {number} far @returns {Point} */
export function towards({ x, y }, degrees, far) {
  const angle = (degrees * Math.PI) / 180;
  return { x: x + Math.sin(angle) * far, y: y - Math.cos(angle) * far };
}

/** The direction from one point to another, in degrees clockwise from the top. @param {Point} from @param {Point} to */
export function bearing(from, to) {
  return ((Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI + 360) % 360;
}

/** @param {Point[]} points */
export function pathOf(points) {
  return points.map(({ x, y }, at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** The outline of a sector, or a circle where it goes all round. @param {Point} centre @param {number} radius @param {number} start @param {number} end */
export function sectorPath(centre, radius, start, end) {
  const wide = end - start;
  if (wide >= 360) {
    const { x, y } = centre;
    const r = radius.toFixed(1);
    return `M${(x - radius).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 1 ${(2 * radius).toFixed(1)} 0a${r} ${r} 0 1 1 ${(-2 * radius).toFixed(1)} 0Z`;
  }
  const [from, to] = [towards(centre, start, radius), towards(centre, end, radius)];
  const large = wide > 180 ? 1 : 0;
  return `M${centre.x.toFixed(1)} ${centre.y.toFixed(1)}L${from.x.toFixed(1)} ${from.y.toFixed(1)}A${radius.toFixed(1)} ${radius.toFixed(1)} 0 ${large} 1 ${to.x.toFixed(1)} ${to.y.toFixed(1)}Z`;
}

/** An arc round a point. @param {Point} centre @param {number} radius @param {number} start @param {number} end */
export function arcPath(centre, radius, start, end) {
  const [from, to] = [towards(centre, start, radius), towards(centre, end, radius)];
  return `M${from.x.toFixed(1)} ${from.y.toFixed(1)}A${radius.toFixed(1)} ${radius.toFixed(1)} 0 ${end - start > 180 ? 1 : 0} 1 ${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
}

/** Where somebody is who has gone a share of a way, and whither it leads there. @param {Point[]} way @param {number} share  from 0 to 1 */
export function along(way, share) {
  const lengths = way.slice(1).map((point, at) => Math.hypot(point.x - way[at].x, point.y - way[at].y));
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  for (const [at, length] of lengths.entries()) {
    if (left <= length || at === lengths.length - 1) {
      const part = length ? Math.min(1, left / length) : 1;
      const [from, to] = [way[at], way[at + 1]];
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, heading: bearing(from, to) };
    }
    left -= length;
  }
  return { ...way[0], heading: 0 };
}

/** The paths of a way in so many parts of equal length, the oldest first. @param {Point[]} way @param {number} parts */
export function partsOf(way, parts) {
  const points = Array.from({ length: parts * POINTS_TO_A_PART + 1 }, (_, at) => along(way, at / (parts * POINTS_TO_A_PART)));
  return Array.from({ length: parts }, (_, at) => pathOf(points.slice(at * POINTS_TO_A_PART, (at + 1) * POINTS_TO_A_PART + 1)));
}

/** The same direction, less than half a turn from another. @param {number} heading @param {number} from */
export function turnedFrom(heading, from) {
  return from + ((((heading - from) % 360) + 540) % 360) - 180;
}

/** Whether two rectangles have a part in common. @param {Rect} one @param {Rect} other */
export function meet(one, other) {
  return (
    one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height
  );
}

/** Whether a rectangle lies wholly in another. @param {Rect} inner @param {Rect} outer */
export function isWithin(inner, outer) {
  const isWide = inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
  return isWide && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
}

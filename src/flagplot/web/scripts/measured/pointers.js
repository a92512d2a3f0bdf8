/** Pointers on the frame of a measured board to what lies outside it. */

import { el, refill } from "../elements.js";
import { bearing, meet } from "./geometry.js";

/** @typedef {import("../chart/layout.js").Point} Point */
/** @typedef {import("../chart/layout.js").Rect} Rect */
/** @typedef {{ name: string, accent: number | string, at: Point }} Outlier */

const INSET = 11; // pixels from the frame to the middle of an arrow
const ARROW = 16; // pixels of an arrow, and of a row of letters
const LETTER = 7;
const MOST = 14;

export class FramePointers {
  /** @param {(at: Point) => void} look  the player wants to see what is there */
  constructor(look) {
    this.look = look;
    this.element = el("div", { class: "frame-pointers", "aria-hidden": "true" }); // ships are told by themselves
  }

  /**
   * @param {Outlier[]} outliers
   * @param {Rect} seen  the part of the chart that is seen
   * @param {number} zoom
   * @param {Rect[]} covered  where keys and instruments lie on the window, in pixels
   */
  show(outliers, seen, zoom, covered) {
    const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
    const wide = seen.width * zoom;
    /** @type {Rect[]} */
    const taken = [];
    const pointers = outliers
      .sort((one, other) => far(one.at, middle) - far(other.at, middle))
      .flatMap((outlier) => {
        const place = besides(onFrame(outlier.at, seen, zoom), covered, seen.height * zoom);
        const rooms = [outlier.name, ""].map((name) => roomOf(place, name, wide));
        const at = rooms.findIndex((room) => !taken.some((other) => meet(room, other)));
        if (taken.length >= MOST || at < 0) return [];
        taken.push(rooms[at]);
        return [this.#pointer({ ...outlier, name: at ? "" : outlier.name }, place, bearing(middle, outlier.at), wide)];
      });
    refill(this.element, ...pointers);
  }

  /** @param {Outlier} outlier @param {Point} place @param {number} course @param {number} wide */
  #pointer({ name, accent, at }, { x, y }, course, wide) {
    const arrow = el("i");
    arrow.style.rotate = `${course.toFixed(0)}deg`;
    const className = x > wide / 2 ? "frame-pointer is-right" : "frame-pointer";
    const pointer = el(
      "div",
      { class: className, data: { accent }, on: { click: () => this.look(at) } },
      arrow,
      el("span", null, name),
    );
    Object.assign(pointer.style, { left: `${x.toFixed(0)}px`, top: `${y.toFixed(0)}px` });
    return pointer;
  }
}

/** The room of an arrow and a name beside it. @param {Point} place @param {string} name @param {number} wide @returns {Rect} */
function roomOf({ x, y }, name, wide) {
  const width = ARROW + LETTER * name.length;
  return { x: x > wide / 2 ? x + ARROW / 2 - width : x - ARROW / 2, y: y - ARROW / 2, width, height: ARROW };
}

/** A place on the frame, moved up or down from under what lies there. @param {Point} place @param {Rect[]} covered @param {number} high @returns {Point} */
function besides({ x, y }, covered, high) {
  const over = covered.find((rect) => meet(roomOf({ x, y }, "", Infinity), rect));
  if (!over) return { x, y };
  return { x, y: y < high / 2 ? over.y + over.height + INSET : over.y - INSET };
}

/** @param {Point} one @param {Point} other */
function far(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Where the line from the middle of the window to a point leaves it, in pixels. @param {Point} at @param {Rect} seen @param {number} zoom @returns {Point} */
function onFrame(at, seen, zoom) {
  const [wide, high] = [seen.width * zoom, seen.height * zoom];
  const [dx, dy] = [(at.x - seen.x) * zoom - wide / 2, (at.y - seen.y) * zoom - high / 2];
  const share = Math.min((wide / 2 - INSET) / Math.abs(dx || 1e-6), (high / 2 - INSET) / Math.abs(dy || 1e-6));
  return { x: wide / 2 + dx * share, y: high / 2 + dy * share };
}

/** Wakes of a measured board: the way that a ship has come, wider and fainter the older it is. */

import { svg } from "../chart/figures.js";
import { partsOf } from "./geometry.js";

/** @typedef {import("../chart/layout.js").Point} Point */

const PARTS = 10;
const WIDTHS = [16, 4]; // pixels, of the oldest part and at the ship
const OPACITIES = [0.05, 0.3];

/** @param {Point[]} way  the place where the ship is now comes last @returns {SVGElement[]} */
export function wakeOf(way) {
  return partsOf(way, PARTS).map((d, at) => {
    const part = svg("path", { d, opacity: between(OPACITIES, at / (PARTS - 1)).toFixed(3) });
    part.style.setProperty("--wide", between(WIDTHS, at / (PARTS - 1)).toFixed(1));
    return part;
  });
}

/** @param {number[]} ends @param {number} share */
function between([from, to], share) {
  return from + (to - from) * share;
}

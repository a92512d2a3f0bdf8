/** Which positions are played out together: on a measured board those that follow each other in one phase. */

/** @import { Position } from "../types.js" */

import { freshLines } from "../store.js";

/**
 * Whether a position is seen together with the one before it: on a measured board, where each piece glides by itself,
 * others moved in the same phase, and no dice fell.
 * @param {Position} before
 * @param {Position} after
 */
export function goesOn(before, after) {
  const isSamePhase =
    before.board === after.board &&
    before.view.headline === after.view.headline &&
    JSON.stringify(before.view.facts) === JSON.stringify(after.view.facts);
  const isMeasured = after.view.pieces.some((piece) => piece.placed);
  return isMeasured && isSamePhase && !freshLines(before.log, after.log).fresh.some((entry) => entry.faces.length);
}

/** How many times the chart comes to rest until all of these positions are shown, after the first. @param {Position[]} positions */
export function stepsIn(positions) {
  return positions.slice(1).filter((position, at) => !goesOn(positions[at], position)).length;
}

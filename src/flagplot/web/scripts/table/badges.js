/** Small signs that say whose something is. */

/** @import { Board } from "../types.js" */

import { el } from "../elements.js";

/**
 * The name of a seat in its colour and with its own sign.
 * @param {Board} board
 * @param {{ side: string, name: string }} seat
 */
export function seatBadge(board, seat) {
  const side = board.sides.findIndex((candidate) => candidate.id === seat.side);
  return el("span", { class: "seat-badge", data: { side: Math.max(0, side) } }, seat.name);
}

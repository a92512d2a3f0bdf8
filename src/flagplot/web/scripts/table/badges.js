/** Small signs that say whose something is. */

/** @import { Board } from "../types.js" */

import { el } from "../elements.js";
import { flagsOf } from "../flags.js";

/**
 * The name of a seat in its colour and with its own sign.
 * @param {Board} board
 * @param {{ side: string, name: string }} seat
 */
export function seatBadge(board, seat) {
  const side = board.sides.findIndex((candidate) => candidate.id === seat.side);
  const flags = flagsOf(board.sides[side]?.flags);
  return el("span", { class: flags ? "seat-badge has-flags" : "seat-badge", data: { side: Math.max(0, side) } }, flags, seat.name);
}

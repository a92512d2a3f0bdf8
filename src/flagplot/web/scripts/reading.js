/** How many lines of talk this browser has shown to each seat of a game. */

/** @param {string} match @param {string} seat */
const keptAs = (match, seat) => `flagplot.read.${match}.${seat}`;

/** @param {string} match @param {string} seat */
export function readLines(match, seat) {
  return Number(localStorage.getItem(keptAs(match, seat)) ?? 0);
}

/** @param {string} match @param {string} seat @param {number} lines */
export function keepReadLines(match, seat, lines) {
  if (lines !== readLines(match, seat)) localStorage.setItem(keptAs(match, seat), String(lines));
}

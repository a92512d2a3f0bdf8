/** The search plot as a chart shades it: how dark each place is, and its figure in words. */

import { percent, shortFigure } from "../chances.js";

/** @import { PlotCell, PlotShare, Spread } from "../types.js" */

/**
 * @typedef {object} Shade
 * @property {number} part  0 is bare, 1 is darkest
 * @property {string} words
 *
 * @typedef {object} Shades  what a chart shades
 * @property {Map<string, Shade>} places  by the ids of spaces, pieces and cells
 * @property {PlotCell[]} cells  of a measured board
 */

const LEAST_MARGIN = 0.01;
const LEAST_AMOUNT = 0.1;

/** Whether there is more than one of a thing, so that places are compared by how much of it they hold. @param {Spread} spread */
export function isCounted({ unit, amount }) {
  return unit !== "" || amount > 1;
}

/**
 * How a thing is spread over places: by the share of worlds or, where there is more of it, against the fullest place.
 * @param {Spread} spread
 * @param {PlotCell[]} cells
 * @returns {Shades}
 */
export function shadesOf(spread, cells) {
  const most = Math.max(...spread.shares.map(({ mean }) => mean), 0);
  const places = new Map(
    spread.shares.map((share) => [
      share.at,
      { part: isCounted(spread) ? share.mean / most : share.share, words: shareWords(spread, share) },
    ]),
  );
  return { places, cells: cells.filter(({ id }) => places.has(id)) };
}

/** "Cruisers: 1.4 on average, give or take 0.1; at least one: 82 %, give or take 5 %". @param {Spread} spread @param {PlotShare} share */
export function shareWords(spread, { share, margin, mean, mean_margin }) {
  const { name, unit } = spread;
  const chance = share === 1 ? "in all worlds" : percent(share) + giveOrTake(margin, (off) => percent(Math.max(LEAST_MARGIN, off)));
  if (!isCounted(spread)) return `${name}: ${chance}`;
  const figure = shortFigure({ name, value: mean, unit, is_danger: false });
  const average = `${figure} on average${giveOrTake(mean_margin, (off) => Math.max(LEAST_AMOUNT, off).toFixed(1))}`;
  if (unit) return `${name}: ${average}`;
  return `${name}: ${average}; at least one${share === 1 ? "" : ":"} ${chance}`;
}

/** @param {number} margin @param {(margin: number) => string} written */
function giveOrTake(margin, written) {
  return margin > 0 ? `, give or take ${written(margin)}` : "";
}

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

/**
 * How a thing is spread over places: by the share of worlds or, where it is measured, against the place that has most.
 * @param {Spread} spread
 * @param {PlotCell[]} cells
 * @returns {Shades}
 */
export function shadesOf(spread, cells) {
  const most = Math.max(...spread.shares.map(({ mean }) => mean), 0);
  const partOf = (/** @type {PlotShare} */ { share, mean }) => (spread.unit ? mean / most : share);
  const places = spread.shares.map((share) => /** @type {const} */ ([share.at, { part: partOf(share), words: shareWords(spread, share) }]));
  const shaded = new Set(spread.shares.map(({ at }) => at));
  return { places: new Map(places), cells: cells.filter(({ id }) => shaded.has(id)) };
}

/** "Cruisers: 82 %, give or take 5 %; 1.4 on average". @param {Spread} spread @param {PlotShare} share */
export function shareWords({ name, unit, amount }, { share, margin, mean, mean_margin }) {
  const average = `${shortFigure({ name, value: mean, unit, is_danger: false })}${giveOrTake(mean_margin, (off) => Math.max(LEAST_AMOUNT, off).toFixed(1))} on average`;
  if (unit) return `${name}: ${average}`;
  const chance = share === 1 ? "in all worlds" : `${percent(share)}${giveOrTake(margin, (off) => percent(Math.max(LEAST_MARGIN, off)))}`;
  return amount > 1 ? `${name}: ${chance}; ${average}` : `${name}: ${chance}`;
}

/** @param {number} margin @param {(margin: number) => string} written */
function giveOrTake(margin, written) {
  return margin > 0 ? `, give or take ${written(margin)}` : "";
}

/** What this device prefers: theme, size of the text, palette, and whether answers are confirmed. */

import { keep, kept } from "./kept.js";

/**
 * A preference is kept under a name, and shown as an attribute of the page where style sheets need it. The first value
 * is what holds for who has chosen nothing; `early-theme.js` sets the attributes before anything is drawn.
 * @typedef {{ name: string, attribute: string | null, values: string[] }} Preference
 */

/** @type {Preference} */
export const THEME = { name: "flagplot.theme", attribute: "theme", values: ["system", "light", "dark"] };
/** @type {Preference} */
export const TEXT_SIZE = { name: "flagplot.text", attribute: "text", values: ["normal", "large", "larger"] };
/** @type {Preference} */
export const PALETTE = { name: "flagplot.palette", attribute: "palette", values: ["standard", "safe"] };
/** @type {Preference} */
export const CONFIRMATIONS = { name: "flagplot.confirmations", attribute: null, values: ["on", "off"] };
/** @type {Preference} */
export const SEARCH_PLOT = { name: "flagplot.plot", attribute: null, values: ["off", "on"] };

/**
 * @param {Preference} preference
 * @returns {string}
 */
export function preferred({ name, values }) {
  const chosen = kept(name);
  return chosen !== null && values.includes(chosen) ? chosen : /** @type {string} */ (values[0]);
}

/**
 * Keeps a preference, and shows what it means.
 * @param {Preference} preference
 * @param {string} value
 */
export function prefer({ name, attribute, values }, value) {
  const isUsual = value === values[0];
  keep(name, isUsual ? null : value);
  if (!attribute) return;
  if (isUsual) delete document.documentElement.dataset[attribute];
  else document.documentElement.dataset[attribute] = value;
}

/** What an option of a fan of ghosts would do: its words and what would bear; on a phone a card with which it is taken. */

/** @import { Decision, Option } from "../types.js" */
/** @import { Bearing } from "../measured/bearings.js" */

import { el } from "../elements.js";

const MOST_LINES = 3; // under the name of a place; the style sheet gives them as much room

/** Whether options lead ships to places, so that a fan of ghosts shows them. @param {Decision} decision */
export function hasFan({ options }) {
  return options.some(isOfFan);
}

/** @param {Option} option */
export function isOfFan({ poses }) {
  return poses?.some((pose) => pose.length > 0) ?? false;
}

/** @param {Option | null} option @param {Bearing[]} bearings */
export function proposalWords(option, bearings) {
  if (!option) return el("p", { class: "proposal is-empty" }, "Point at a place of the fan to see what would bear from there.");
  return el("div", { class: "proposal" }, el("p", null, el("b", null, option.label)), bearingList(foremost(bearings)));
}

/**
 * As many bearings as the panel has room for without growing over the list; the last line counts the others.
 * @param {Bearing[]} bearings
 * @returns {Bearing[]}
 */
export function foremost(bearings) {
  if (bearings.length <= MOST_LINES) return bearings;
  const others = bearings.length - MOST_LINES + 1;
  return [...bearings.slice(0, MOST_LINES - 1), { kind: "more", text: `and ${others} more`, apart: "" }];
}

/** @param {Bearing[]} bearings */
export function bearingList(bearings) {
  return el(
    "ul",
    { class: "bearings" },
    bearings.length
      ? bearings.map(({ kind, text, apart }) => el("li", { class: `is-${kind}` }, el("span", null, text), el("b", null, apart)))
      : el("li", null, "Nothing would bear on a ship in sight."),
  );
}

/**
 * @typedef {object} Stepping
 * @property {(step: 1 | -1) => void} step  to the next place of the fan
 * @property {() => void} unfold  shows the list of all options
 * @property {(option: Option) => void} take
 */

/** Buttons to go round the fan with the one that confirms between them. @param {HTMLElement} confirm @param {Stepping} stepping */
export function steppingButtons(confirm, { step }) {
  const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {1 | -1} */ by) =>
    el("button", { type: "button", class: "button step", "aria-label": name, on: { click: () => step(by) } }, text);
  return el(
    "div",
    { class: "actions is-stepping" },
    button("‹", "Next place to port", -1),
    confirm,
    button("›", "Next place to starboard", 1),
  );
}

/** Buttons for the options that have no place in the fan or on a dial, and for the list of all. @param {Decision} decision @param {Stepping} stepping */
export function otherButtons({ options }, { unfold, take }) {
  const others = options.filter((option) => !option.poses && !option.cells);
  return el(
    "div",
    { class: "other-options" },
    others.map((option) =>
      el("button", { type: "button", class: "button small", on: { click: () => take(option) } }, option.label),
    ),
    el("button", { type: "button", class: "button small all-options", on: { click: unfold } }, `All ${options.length}`),
  );
}

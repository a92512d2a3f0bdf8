/** A table of players in the order of their rank. */

import { el } from "../elements.js";

/**
 * @param {string} name  for those who do not see it
 * @param {HTMLElement[]} columns  what stands over the cells after the player
 * @param {HTMLElement[]} rows
 */
export function ranking(name, columns, rows) {
  const heads = el("tr", null, amount("Rank"), el("th", { scope: "col" }, "Player"), columns);
  return el(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": name },
    el("table", { class: "form-table ladder" }, el("thead", null, heads), el("tbody", null, rows)),
  );
}

/** The head of a column of figures. @param {string} name */
export function amount(name) {
  return el("th", { scope: "col", class: "amount" }, name);
}

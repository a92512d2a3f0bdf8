/** A game on one screen: goal, turn and tips with pictures; and the guide that opens with it beside the chart. */

/** @import { Glance, GlancePart } from "../types.js" */

import * as api from "../api.js";
import { figureOf } from "../chart/figures.js";
import { openDialog } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { linkCitations } from "./book.js";

const SHIP = 72; // how long the longest ships are, in pixels
const SIDES = ["0", "1"].map((id) => ({ id, name: "", flags: [] }));

/** @param {Glance} glance @returns {HTMLElement} */
export function glanceOf({ goal, turn, steps, tips }) {
  return el(
    "div",
    { class: "glance" },
    el("section", { class: "glance-goal" }, el("h2", null, "Your goal"), el("p", null, goal)),
    el("section", null, el("h2", null, turn), el("ol", { class: "glance-parts is-steps" }, steps.map(partOf))),
    el("section", null, el("h2", null, "Three tips"), el("ul", { class: "glance-parts" }, tips.map(partOf))),
  );
}

/** @param {GlancePart} part */
function partOf({ name, text, picture, side }) {
  /** @type {import("../types.js").Piece} */
  const piece = { id: "", kind: picture, side: String(side), space: "", name, count: 1, badges: [], pips: null, damage: null, placed: null, hidden: false };
  return el(
    "li",
    { class: "glance-part" },
    el("span", { class: "glance-picture" }, figureOf(piece, { size: SHIP, sides: SIDES })),
    el("span", null, el("b", null, name), " ", text),
  );
}

/**
 * Fills a part of a page with a guide: the first screen, then the long part.
 * @param {HTMLElement} host @param {string} slug
 */
export async function showGuide(host, slug) {
  const guide = await api.guide(slug);
  const prose = el("div", { class: "prose" });
  // The only markup that comes as text: the server renders it from the game's own guide.
  prose.innerHTML = guide.html;
  linkCitations(slug, prose);
  // A wide table scrolls by itself, also by the keyboard.
  for (const table of prose.querySelectorAll("table")) table.tabIndex = 0;
  const title = prose.querySelector("h1");
  refill(host, title, guide.glance && glanceOf(guide.glance), prose);
  return guide;
}

/** Opens the guide beside the chart. @param {string} slug */
export async function openGuide(slug) {
  if (document.querySelector("dialog.drawer")) return;
  const host = el("div", { class: "guide-drawer" }, el("p", { class: "soft" }, "Loading the guide ..."));
  openDialog("Guide", [host], { className: "drawer is-beside" });
  try {
    await showGuide(host, slug);
  } catch (error) {
    refill(host, el("p", { class: "sorry" }, api.sentence(error)));
  }
}

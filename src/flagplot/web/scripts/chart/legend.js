/** The legend of a chart of plotting spaces: what its marks, pennants, rings and numbers mean. */

import { openDialog } from "../dialogs.js";
import { el, svg } from "../elements.js";
import { KINDS } from "./words.js";

/** @import { Child } from "../elements.js" */

/** What is drawn in all such charts besides marks and pennants: how, and what it means. @type {[string, string, string][]} */
const SIGNS = [
  ["legend-ring", "", "a ring around a ring: can be chosen"],
  ["legend-pile", "3", "pieces in one pile; point at it or touch it to see them all"],
  ["legend-leader", "", "a fine line: these pieces lie at the mark where it begins"],
];

/** What is drawn on a chart of hexes: where a sample of it is found, and what it means. @type {[string, string][]} */
const OPEN_SIGNS = [
  [".string-sample", "a string: a force that may be anywhere along it"],
  [".knot.is-intel", "Intel on that part of a string"],
  [".knot.is-contact", "Contact with a force"],
  [".emblem-sign.is-leader", "a leader"],
  [".emblem-sign.is-evasive", "evasive"],
];

/** Makes the legend of the chart on this page. */
let makeLegend = legendOfSpaces;

/** The legend of the chart on this page; null where it has none. @returns {HTMLElement | null} */
export function legend() {
  return makeLegend();
}

/** The legend of plotting spaces and hexes; null where there are none. @returns {HTMLElement | null} */
function legendOfSpaces() {
  const chart = document.querySelector(".spaces.has-points");
  if (!chart) return null;
  const marks = Object.entries(KINDS).flatMap(([kind, words]) => {
    const drawn = chart.querySelector(`.mark[data-mark="${kind}"]`);
    return drawn ? [legendRow(drawn.cloneNode(true), words)] : [];
  });
  /** @type {Map<string, Element>} */
  const flown = new Map();
  for (const pennant of chart.querySelectorAll(".pennant")) flown.set(pennant.querySelector("title")?.textContent ?? "", pennant);
  const pennants = [...flown].map(([words, pennant]) => legendRow(pennant.cloneNode(true), words));
  const isOpen = chart.classList.contains("has-hexes");
  const signs = isOpen ? openSigns() : SIGNS.map(([name, text, words]) => legendRow(el("span", { class: name }, text), words));
  return el("dl", { class: "legend" }, ...marks, ...pennants, ...signs);
}

/** Samples of what lies on a chart of hexes now. */
function openSigns() {
  return OPEN_SIGNS.flatMap(([where, words]) => {
    const drawn = document.querySelector(`.chart ${where}`);
    if (!drawn) return [];
    const sample = /** @type {Element} */ (drawn.cloneNode(true));
    if (sample.localName === "svg") return [legendRow(sample, words)];
    sample.removeAttribute("transform");
    return [legendRow(el("span", { class: "legend-sample" }, framed(sample)), words)];
  });
}

/** A part of a drawing in a drawing of its own. @param {Element} part */
function framed(part) {
  const drawing = svg("svg", { viewBox: "-10 -10 20 20", width: 24, height: 24 });
  drawing.append(part);
  return drawing;
}

/** A button that opens a legend. @param {() => HTMLElement | null} [content] */
export function legendButton(content = legendOfSpaces) {
  makeLegend = content;
  const open = () => openDialog("Legend", [legend()], { className: "small" });
  const title = "What the marks on the chart mean";
  return el("button", { type: "button", class: "button legend-button", title, on: { click: open } }, "Legend");
}

/** @param {Child} sign @param {string} words */
export function legendRow(sign, words) {
  return el("div", null, el("dt", { "aria-hidden": "true" }, sign), el("dd", null, words));
}

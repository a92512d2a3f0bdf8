/** The drawing of the coasts under a chart. */

import { covered, isPoint } from "./points.js";

/** @typedef {import("./layout.js").Place} Place */

const LABEL = { width: 48, height: 20 }; // of the degrees at the edges of the chart

/** The drawing, without anything that could run and without the degrees on which cards lie. @param {string} text @param {Iterable<Place>} places */
export function coastsOf(text, places) {
  const sheet = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (sheet.localName !== "svg") return [];
  for (const element of sheet.querySelectorAll("script, foreignObject")) element.remove();
  const cards = [...places].filter((place) => !isPoint(place) && place.space.kind !== "hex").map(({ card }) => card);
  for (const label of sheet.querySelectorAll(".degrees text")) {
    const [x, y] = [Number(label.getAttribute("x")), Number(label.getAttribute("y"))];
    if (covered(cards, { x: x - LABEL.width / 2, y: y - LABEL.height, ...LABEL }) > 0) label.remove();
  }
  sheet.setAttribute("aria-hidden", "true");
  sheet.classList.add("board");
  return [document.adoptNode(sheet)];
}

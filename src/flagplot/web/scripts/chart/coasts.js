/** The drawing of the coasts under a chart. */

import { svg } from "../elements.js";
import { covered, isPoint } from "./points.js";

/** @typedef {import("./layout.js").Place} Place */

const LABEL = { width: 48, height: 20 }; // of the degrees at the edges of the chart
const CELL = 160; // the side of a square into which lines are cut
const ROWS = 1000; // more than there are squares from top to bottom
const STRAIGHT = /^(?:M[-\d. ]+l[-\d. ]+z?)+$/; // path data of polygons, as tools/coastlines.py writes them
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;

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
  cutLines(sheet);
  sheet.setAttribute("aria-hidden", "true");
  sheet.classList.add("board");
  return [document.adoptNode(sheet)];
}

/** Cuts the lines along the coasts into squares: a browser paints the chart in tiles, and would draw all of a line for each. @param {Element} sheet */
function cutLines(sheet) {
  for (const line of sheet.querySelectorAll(".depth, .coast")) {
    const drawn = line.localName === "use" ? sheet.querySelector(`[id="${line.getAttribute("href")?.slice(1)}"]`) : line;
    const data = drawn?.getAttribute("d") ?? "";
    if (!STRAIGHT.test(data)) continue;
    line.replaceWith(svg("g", { class: line.getAttribute("class") }, squaresOf(data).map((d) => svg("path", { d }))));
  }
}

/**
 * The data of polygons as that of open lines, one for each square of the chart; a step is not cut.
 * @param {string} data @returns {string[]}
 */
export function squaresOf(data) {
  /** @type {Map<number, string>} */
  const squares = new Map();
  for (const polygon of data.split("M").slice(1)) {
    const figures = polygon.match(NUMBER) ?? [];
    const [left, top] = [Number(figures[0]), Number(figures[1])];
    let [x, y, square, line] = [left, top, NaN, ""];
    const go = (/** @type {string} */ right, /** @type {string} */ down) => {
      const [dx, dy] = [Number(right), Number(down)];
      const next = Math.floor((x + dx / 2) / CELL) * ROWS + Math.floor((y + dy / 2) / CELL);
      if (next !== square) {
        if (line) squares.set(square, (squares.get(square) ?? "") + line);
        line = `M${tenths(x)} ${tenths(y)}l${right} ${down}`;
        square = next;
      } else line += ` ${right} ${down}`;
      x += dx;
      y += dy;
    };
    for (let at = 3; at < figures.length; at += 2) go(figures[at - 1] ?? "", figures[at] ?? "");
    if (polygon.endsWith("z")) go(tenths(left - x), tenths(top - y));
    squares.set(square, (squares.get(square) ?? "") + line);
  }
  return [...squares.values()];
}

/** @param {number} value */
function tenths(value) {
  return String(Math.round(value * 10) / 10);
}

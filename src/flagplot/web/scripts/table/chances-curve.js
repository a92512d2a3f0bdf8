/** Draws a side's chances over a game as a line in a band of their margins; every stretch leads to its moment. */

/** @import { ChancePoint } from "../types-analysis.js" */

import { svg } from "../elements.js";
import { ON_PAGE } from "./curve.js";
import { chanceIn, percent } from "./analysis-words.js";

const [WIDE, NARROW, HIGH] = [720, 380, 250];
const FRAME = { left: 46, right: 14, top: 12, bottom: 34 };
const LINES = [0, 0.25, 0.5, 0.75, 1];
const LETTER = 7.3; // about how wide one is

/**
 * @param {ChancePoint[]} points
 * @param {string} colour
 * @param {string} name  whose chances they are
 * @param {(moment: number) => void} jump
 * @param {boolean} isNarrow
 */
export function drawChances(points, colour, name, jump, isNarrow) {
  const wide = isNarrow ? NARROW : WIDE;
  const last = Math.max(1, points.at(-1)?.moment ?? 1);
  const x = (/** @type {number} */ moment) => FRAME.left + ((wide - FRAME.left - FRAME.right) * moment) / last;
  const y = (/** @type {number} */ share) => FRAME.top + (HIGH - FRAME.top - FRAME.bottom) * (1 - Math.min(1, Math.max(0, share)));
  const place = (/** @type {ChancePoint} */ { moment }, /** @type {number} */ share) => `${x(moment)},${y(share)}`;
  const upper = points.map((one) => place(one, one.chance.value + one.chance.margin));
  const lower = points.map((one) => place(one, one.chance.value - one.chance.margin));
  return svg(
    "svg",
    { class: "curve chances", viewBox: `0 0 ${wide} ${HIGH}`, role: "group", "aria-label": `Chances of the ${name} side, by moment`, "font-family": "inherit" },
    LINES.map((share) => svg("line", { x1: FRAME.left, x2: wide - FRAME.right, y1: y(share), y2: y(share), stroke: ON_PAGE.line })),
    LINES.map((share) => svg("text", { x: FRAME.left - 8, y: y(share) + 4, "text-anchor": "end", "font-size": 11, fill: ON_PAGE.soft, "aria-hidden": "true" }, percent(share))),
    svg("polygon", { points: [...upper, ...lower.reverse()].join(" "), fill: colour, "fill-opacity": 0.2 }),
    svg("polyline", { points: points.map((one) => place(one, one.chance.value)).join(" "), fill: "none", stroke: colour, "stroke-width": 2.4, "stroke-linejoin": "round" }),
    namesOfTurns(points, x, wide - FRAME.right),
    points.map((one, at) => {
      const before = points[at - 1] ?? one;
      const after = points[at + 1] ?? one;
      const [left, right] = [x((before.moment + one.moment) / 2), x((one.moment + after.moment) / 2)];
      const words = `${one.turn}, ${chanceIn(one.chance)}: show this moment`;
      const go = () => jump(one.moment);
      return svg(
        "g",
        {
          class: "chance-point",
          role: "button",
          tabindex: 0,
          "aria-label": words,
          on: {
            click: go,
            keydown: (/** @type {KeyboardEvent} */ event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              event.stopPropagation();
              go();
            },
          },
        },
        svg("title", null, words),
        svg("rect", { x: left, y: FRAME.top, width: Math.max(1, right - left), height: HIGH - FRAME.top - FRAME.bottom, fill: "transparent" }),
        svg("circle", { cx: x(one.moment), cy: y(one.chance.value), r: 4, fill: colour, stroke: ON_PAGE.paper, "stroke-width": 1.5 }),
      );
    }),
  );
}

/**
 * The turns below their beginnings, as many as have room.
 * @param {ChancePoint[]} points @param {(moment: number) => number} x @param {number} end
 */
function namesOfTurns(points, x, end) {
  let free = 0;
  let turn = "";
  return points.flatMap((one) => {
    const left = x(one.moment);
    const width = one.turn.length * LETTER;
    if (one.turn === turn || left < free || left + width > end) return [];
    turn = one.turn;
    free = left + width + LETTER;
    return [svg("text", { x: left, y: HIGH - FRAME.bottom + 20, "font-size": 11, fill: ON_PAGE.soft, "aria-hidden": "true" }, one.turn)];
  });
}

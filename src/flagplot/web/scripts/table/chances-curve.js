/** Draws a side's chances over a game, in a band of their margins, and its luck below; every stretch leads to its moment. */

/** @import { ChancePoint } from "../types-analysis.js" */

import { percent } from "../chances.js";
import { svg } from "../elements.js";
import { ON_PAGE } from "./curve.js";
import { chanceIn, pointsIn } from "./analysis-words.js";

const [WIDE, NARROW, HIGH] = [720, 380, 250];
const FRAME = { left: 46, right: 14, top: 12, bottom: 34 };
const LINES = [0, 0.25, 0.5, 0.75, 1];
const LUCK = { high: 110, top: 12, bottom: 12 };
const LEAST_LUCK = 0.1; // a smaller one does not fill the drawing
const LETTER = 7.3; // about how wide one is

/**
 * Where moments lie across a drawing, the last of them at its right edge.
 * @param {number} wide @param {number} last @returns {(moment: number) => number}
 */
function across(wide, last) {
  return (moment) => FRAME.left + ((wide - FRAME.left - FRAME.right) * moment) / Math.max(1, last);
}

/** A line of the grid with its figure. @param {string} words @param {number} y @param {number} wide */
function gridLine(words, y, wide) {
  return [
    svg("line", { x1: FRAME.left, x2: wide - FRAME.right, y1: y, y2: y, stroke: ON_PAGE.line }),
    svg("text", { x: FRAME.left - 8, y: y + 4, "text-anchor": "end", "font-size": 11, fill: ON_PAGE.soft, "aria-hidden": "true" }, words),
  ];
}

/**
 * What the dice had given a side by each moment, below its chances and as wide as they.
 * @param {{ moment: number, sum: number }[]} sums
 * @param {number} last  moment
 * @param {string} colour
 * @param {string} name  whose luck it is
 * @param {boolean} isNarrow
 */
export function drawLuck(sums, last, colour, name, isNarrow) {
  const wide = isNarrow ? NARROW : WIDE;
  const x = across(wide, last);
  const most = Math.max(LEAST_LUCK, ...sums.map(({ sum }) => Math.abs(sum)));
  const y = (/** @type {number} */ sum) => LUCK.top + ((LUCK.high - LUCK.top - LUCK.bottom) * (1 - sum / most)) / 2;
  const end = sums.at(-1)?.sum ?? 0;
  const steps = sums.flatMap(({ moment, sum }, at) => [`${x(moment)},${y(sums[at - 1]?.sum ?? 0)}`, `${x(moment)},${y(sum)}`]);
  return svg(
    "svg",
    { class: "curve", viewBox: `0 0 ${wide} ${LUCK.high}`, role: "img", "aria-label": `What the dice had given the ${name} side by each moment: ${pointsIn(end)} in the end`, "font-family": "inherit" },
    [most, 0, -most].flatMap((value) => gridLine(pointsIn(value), y(value), wide)),
    svg("polyline", { points: [...steps, `${x(last)},${y(end)}`].join(" "), fill: "none", stroke: colour, "stroke-width": 2, "stroke-linejoin": "round" }),
  );
}

/**
 * @param {ChancePoint[]} points
 * @param {string} colour
 * @param {string} name  whose chances they are
 * @param {(moment: number) => void} jump
 * @param {boolean} isNarrow
 */
export function drawChances(points, colour, name, jump, isNarrow) {
  const wide = isNarrow ? NARROW : WIDE;
  const x = across(wide, points.at(-1)?.moment ?? 1);
  const y = (/** @type {number} */ share) => FRAME.top + (HIGH - FRAME.top - FRAME.bottom) * (1 - Math.min(1, Math.max(0, share)));
  const place = (/** @type {ChancePoint} */ { moment }, /** @type {number} */ share) => `${x(moment)},${y(share)}`;
  const upper = points.map((one) => place(one, one.chance.value + one.chance.margin));
  const lower = points.map((one) => place(one, one.chance.value - one.chance.margin));
  return svg(
    "svg",
    { class: "curve chances", viewBox: `0 0 ${wide} ${HIGH}`, role: "group", "aria-label": `Chances of the ${name} side, by moment`, "font-family": "inherit" },
    LINES.flatMap((share) => gridLine(percent(share), y(share), wide)),
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

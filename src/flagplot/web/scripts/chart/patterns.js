/** How strings are told apart without colour: ten patterns for one side, five for the other, each on a thread. */

import { svg } from "./figures.js";

/**
 * @typedef {object} Stroke
 * @property {"side" | "paper"} ink
 * @property {number} width
 * @property {string} [dash]
 * @property {boolean} [isRound]
 */

const LINE = 4.2;
export const HALO = LINE + 3.4;
/** Every broken pattern has a thread below it, so that it stays one string. @type {Stroke} */
const THREAD = { ink: "side", width: 1.3 };

/** @type {Stroke[][][]} by accent, then by pattern from 1 on */
const PATTERNS = [
  [
    [side(5.8), { ink: "paper", width: 2.4, dash: "0 7.5", isRound: true }],
    [side(5.8), { ink: "paper", width: 2, dash: "7 4" }],
    [side(2.6), { ink: "side", width: 7, dash: "8 5" }],
    [side(5.8), { ink: "paper", width: 6.2, dash: "1.8 6" }],
    [side(8.4), { ink: "paper", width: 5.8 }, side(2.6)],
  ],
  [
    [THREAD, side(LINE, "16 4")],
    [THREAD, side(LINE, "7 4")],
    [side(6.4), { ink: "paper", width: 2.8 }],
    [THREAD, side(LINE, "13 4 3 4")],
    [THREAD, side(LINE, "3 3.5")],
    [THREAD, side(LINE, "13 4 3 4 3 4")],
    [side(LINE)],
    [THREAD, { ink: "side", width: LINE + 0.6, dash: "0 7.2", isRound: true }],
    [
      { ink: "side", width: 1.6 },
      { ink: "side", width: 8.5, dash: "2.4 5" },
    ],
    [side(6.4), { ink: "paper", width: 2.8, dash: "6 3" }],
  ],
];

/** @param {number} width @param {string} [dash] @returns {Stroke} */
function side(width, dash) {
  return { ink: "side", width, dash };
}

/** The strokes of a pattern, from below; a string without a pattern is solid. @param {number} accent @param {number} pattern @returns {Stroke[]} */
export function strokesOf(accent, pattern) {
  const own = PATTERNS[accent === 0 ? 0 : 1];
  return pattern > 0 ? own[(pattern - 1) % own.length] : [side(LINE)];
}

/** The paths of a string. @param {string} d @param {number} accent @param {number} pattern @param {number} unit  of lengths */
export function pathsOf(d, accent, pattern, unit) {
  return strokesOf(accent, pattern).map(({ ink, width, dash, isRound }) => {
    const path = svg("path", { class: `string-${ink}`, d, "stroke-width": (width * unit).toFixed(2) });
    if (dash)
      path.setAttribute(
        "stroke-dasharray",
        dash
          .split(" ")
          .map((part) => (Number(part) * unit).toFixed(2))
          .join(" "),
      );
    if (isRound) path.setAttribute("stroke-linecap", "round");
    return path;
  });
}

/** A short piece of a string, for lists. @param {number} accent @param {number} pattern */
export function sampleOf(accent, pattern) {
  const drawing = svg("svg", {
    class: "string-sample",
    viewBox: "0 0 30 10",
    width: 30,
    height: 10,
    "aria-hidden": "true",
    "data-accent": accent,
  });
  drawing.append(...pathsOf("M1 5H29", accent, pattern, 1));
  return drawing;
}

/** The number of a string: a square for the first side, a disc for others. @param {string} sign @param {number} accent @param {number} r */
export function numberOf(sign, accent, r) {
  const group = svg("g", { class: "string-number", "data-accent": accent });
  const width = Math.max(2 * r, sign.length * r * 0.95 + r * 0.5);
  const shape =
    accent === 0
      ? svg("rect", { x: -width / 2, y: -r * 0.94, width, height: 2 * r * 0.94, rx: r * 0.3 })
      : svg("rect", { x: -width / 2, y: -r, width, height: 2 * r, rx: r });
  const text = svg("text", { y: r * 0.4, "text-anchor": "middle", "font-size": (r * 1.14).toFixed(1) });
  text.textContent = sign;
  group.append(shape, text);
  return group;
}

/** The signs that stand for badges. @type {[RegExp, string, string][]} */
const EMBLEMS = [
  [/^leader/i, "leader", "M0 -9L2.6 -3.2L9 -2.6L4.2 1.8L5.6 8.2L0 4.8L-5.6 8.2L-4.2 1.8L-9 -2.6L-2.6 -3.2Z"],
  [/^evasive/i, "evasive", "M-5 2.6L-2 -3L1.6 3L5 -2.6"],
];

/** The emblems of badges, each with its words. @param {string[]} badges @param {number} size */
export function emblemsOf(badges, size) {
  return badges.flatMap((badge) => {
    const found = EMBLEMS.find(([words]) => words.test(badge));
    if (!found) return [];
    const drawing = svg("svg", { class: `emblem-sign is-${found[1]}`, viewBox: "-10 -10 20 20", width: size, height: size });
    const words = svg("title");
    words.textContent = badge;
    drawing.append(words, ...(found[1] === "evasive" ? [svg("circle", { r: 9 })] : []), svg("path", { d: found[2] }));
    return [drawing];
  });
}

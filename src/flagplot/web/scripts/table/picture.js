/** The end sheet as a picture to share: drawn here, by this browser alone. */

/** @import { Board, Goal, Position, Report, Result } from "../types.js" */

import { notice } from "../dialogs.js";
import { svg } from "../elements.js";
import { flagOf } from "../flags.js";
import { drawCurve } from "./curve.js";
import { WHOLE, amountIn } from "./goals.js";
import { isReached, lostByTurn, ownSide, verdictOf } from "./results.js";
import { sideIndex } from "./names.js";

const [WIDE, HIGH] = [1200, 675];
const SERIF = "Georgia, 'DejaVu Serif', serif";
const SANS = "'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif";
/** @type {import("./curve.js").Palette} */
const COLOURS = {
  ink: "#1a2631",
  soft: "#46545f",
  line: "#d8ccb4",
  columns: "#7ba0b6",
  good: "#2c6a41",
  bad: "#a3261c",
  aim: "#b97a06",
  sides: ["#23435e", "#9b3222"],
  paper: "#fffdf6",
};
const MOST_GOALS = 4;
const FLAG_WIDTH = 30;

/**
 * @param {string} title  of the game
 * @param {Board} board
 * @param {Position} position
 * @param {Result} result
 * @param {Report} report
 */
export function drawPicture(title, board, position, result, report) {
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ words, /** @type {object} */ how = {}) =>
    svg("text", { x, y, "font-size": size, "font-family": SANS, fill: COLOURS.ink, ...how }, words);
  const { totals, curve } = report.summary;
  const side = ownSide(position);
  const flags = (board.sides.find(({ id }) => id === side)?.flags ?? []).flatMap((key) => flagOf(key, FLAG_WIDTH) ?? []);
  const goals = position.view.goals.filter((goal) => !goal.is_score).slice(0, MOST_GOALS);
  const drawn = curve && drawCurve(curve, lostByTurn(report.losses, curve.turns.length, side), (id) => sideIndex(board, id), { palette: COLOURS });
  for (const [name, value] of Object.entries({ x: 40, y: 220, width: 780, height: 360, "font-family": SANS })) drawn?.setAttribute(name, String(value));
  return svg(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${WIDE} ${HIGH}`, width: WIDE, height: HIGH },
    svg("rect", { width: WIDE, height: HIGH, fill: "#f6efe2" }),
    svg("rect", { x: 20, y: 20, width: WIDE - 40, height: HIGH - 40, rx: 12, fill: COLOURS.paper, stroke: "#a8987a" }),
    flags.map((flag, at) => placed(flag, 50 + at * (FLAG_WIDTH + 6), 53)),
    text(50 + flags.length * (FLAG_WIDTH + 6) + (flags.length && 6), 70, 22, title, { fill: COLOURS.soft }),
    text(50, 122, 42, verdictOf(board, position, result), { "font-family": SERIF, "font-weight": 700 }),
    text(50, 158, 19, result.reason, { fill: COLOURS.soft }),
    totals.map(({ value, name }, at) => [
      text(860, 260 + at * 72, 30, value, { "font-family": SERIF, "font-weight": 700 }),
      text(860, 284 + at * 72, 16, name, { fill: COLOURS.soft }),
    ]).flat(),
    drawn,
    goals.map((goal, at) => text(50 + (at % 2) * 560, 606 + Math.floor(at / 2) * 26, 17, goalLine(goal))),
    text(WIDE - 50, 70, 20, "Flagplot", { "text-anchor": "end", fill: COLOURS.soft, "font-family": SERIF }),
  );
}

/** A flag at its place, with an edge of its own: the page's style sheets do not reach a picture. @param {SVGElement} flag @param {number} x @param {number} y */
function placed(flag, x, y) {
  flag.setAttribute("x", String(x));
  flag.setAttribute("y", String(y));
  for (const edge of flag.querySelectorAll(".nation-edge")) {
    edge.setAttribute("fill", "none");
    edge.setAttribute("stroke", COLOURS.soft);
  }
  return flag;
}

/** @param {Goal} goal */
function goalLine(goal) {
  const reached = isReached(goal);
  const sign = reached === null ? "·" : reached ? "✓" : "✕";
  const amount = goal.value === null ? "" : `: ${amountIn(WHOLE, goal.value, goal.target, goal.unit)}`;
  return `${sign} ${goal.name}${amount}`;
}

/** @param {SVGSVGElement} drawing @returns {Promise<Blob>} */
async function asPng(drawing) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDE, HIGH];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

/**
 * Shares a drawing by the system's own way, or else downloads it.
 * @param {SVGSVGElement} drawing @param {string} name  of the file
 */
export async function sharePicture(drawing, name) {
  try {
    const file = new File([await asPng(drawing)], `${name}.png`, { type: "image/png" });
    if (typeof navigator.canShare === "function" && navigator.canShare({ files: [file] })) {
      await navigator.share({ files: [file] });
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    notice("The picture was saved to your downloads.");
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return; // the player closed the system's dialog
    notice("This browser could not make the picture.");
  }
}

/** Draws figures by turn: columns and lines, the values that were to be reached, and what was lost below each turn. */

/** @import { Curve, Series } from "../types.js" */

import { svg } from "../elements.js";

/**
 * The colours of a drawing: names of variables on a page, plain colours in a picture that leaves it.
 * @typedef {{ ink: string, soft: string, line: string, columns: string, good: string, bad: string, aim: string, sides: string[], paper: string }} Palette
 */

/** @type {Palette} */
export const ON_PAGE = {
  ink: "var(--ink)",
  soft: "var(--ink-soft)",
  line: "var(--line)",
  columns: "var(--chance-3)",
  good: "var(--good)",
  bad: "var(--danger)",
  aim: "var(--brass)",
  sides: ["var(--side-0)", "var(--side-1)"],
  paper: "var(--paper-raised)",
};

const [WIDE, HIGH] = [720, 330];
const NARROW = 380; // how wide it is drawn on a phone, so that its texts can be read
const FRAME = { left: 46, top: 22, bottom: 62 };
const LETTER = 7.3; // about how wide a bold one is
const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const MOST_FIGURES = 14; // columns that have room for their figures
const STEPS = [1, 2, 2.5, 5, 10];
const LINES = 4; // about so many lines of the grid
const APART = 13; // between two texts at the right
const FIGURE = { high: 12, half: 20 }; // about how high a figure above a column is, and half its width

/**
 * The step between the lines of a grid up to a value: 1, 2, 2.5 or 5 times a power of ten.
 * @param {number} most
 */
export function stepFor(most) {
  const rough = Math.max(most, 1) / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  return (STEPS.find((step) => step * power >= rough) ?? 10) * power;
}

/**
 * Texts that stand at these heights, moved apart as far as needed.
 * @param {number[]} heights
 * @returns {number[]} in the same order
 */
export function spread(heights) {
  const order = heights.map((_, at) => at).sort((one, other) => (heights[one] ?? 0) - (heights[other] ?? 0));
  const moved = [...heights];
  for (const [place, at] of order.entries()) {
    const before = order[place - 1];
    if (before !== undefined) moved[at] = Math.max(heights[at] ?? 0, (moved[before] ?? 0) + APART);
  }
  return moved;
}

/**
 * Where a figure stands above its column: so high that no line crosses it.
 * @param {number} top  of the column
 * @param {[number, number][]} crossed  from where to where lines run over the column
 * @returns {number} the height of its foot
 */
export function footAbove(top, crossed) {
  let foot = top - 5;
  for (const [from, to] of crossed.toSorted((one, other) => other[1] - one[1])) {
    if (to > foot - FIGURE.high && from < foot + 2) foot = from - 5;
  }
  return foot;
}

/**
 * A value between two turns, on the straight line from one to the other.
 * @param {number[]} values
 * @param {number} at
 */
function between(values, at) {
  const place = Math.max(0, Math.min(values.length - 1, at));
  const [before, after] = [values[Math.floor(place)] ?? 0, values[Math.ceil(place)] ?? 0];
  return before + (after - before) * (place % 1);
}

/**
 * @param {Curve} curve
 * @param {number[]} lost  by turn, of whoever looks
 * @param {(side: string) => number | null} accentOf
 * @param {{ palette?: Palette, isNarrow?: boolean }} [how]
 */
export function drawCurve(curve, lost, accentOf, { palette = ON_PAGE, isNarrow = false } = {}) {
  const { turns, series, aims } = curve;
  const wide = isNarrow ? NARROW : WIDE;
  const lines = series.filter(({ kind }) => kind === "line");
  const colourOf = (/** @type {Series} */ one) => palette.sides[accentOf(one.side) ?? -1];
  const named = [
    ...aims.map(({ value, text }) => ({ value, words: text, fill: palette.aim })),
    ...lines.map((one) => ({ value: one.values.at(-1) ?? 0, words: one.name, fill: colourOf(one) ?? palette.ink })),
  ];
  const right = wide - Math.max(16, ...named.map(({ words }) => words.length * LETTER + 8));
  const all = [...series.flatMap(({ values }) => values), ...aims.map(({ value }) => value), 0];
  const step = stepFor(Math.max(...all, -Math.min(...all)));
  const [least, most] = [Math.floor(Math.min(...all) / step) * step, Math.ceil(Math.max(...all, 1) / step) * step];
  const plot = { wide: right - FRAME.left, high: HIGH - FRAME.top - FRAME.bottom };
  const y = (/** @type {number} */ value) => FRAME.top + plot.high * (1 - (value - least) / (most - least));
  const room = plot.wide / Math.max(1, turns.length);
  const x = (/** @type {number} */ at) => FRAME.left + room * (at + 0.5);
  const text = (/** @type {number} */ left, /** @type {number} */ top, /** @type {string} */ words, /** @type {object} */ how = {}) =>
    svg("text", { x: left, y: top, "font-size": 11, fill: palette.soft, ...how }, words);
  const grid = [];
  for (let value = least; value <= most + step / 2; value += step) {
    grid.push(
      svg("line", { x1: FRAME.left, x2: right, y1: y(value), y2: y(value), stroke: palette.line }),
      text(FRAME.left - 8, y(value) + 4, COMPACT.format(value), { "text-anchor": "end" }),
    );
  }
  const columns = series.filter(({ kind }) => kind === "columns");
  const width = Math.min(34, (room * 0.72) / Math.max(1, columns.length));
  const bars = columns.flatMap((one, place) =>
    one.values.map((value, at) => {
      const isGood = one.good_from !== null && value >= one.good_from;
      const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))];
      return svg("rect", {
        x: x(at) + (place - columns.length / 2) * width,
        y: top,
        width: width - 1,
        height: Math.max(1, bottom - top),
        rx: 2,
        fill: isGood ? palette.good : (colourOf(one) ?? palette.columns),
      });
    }),
  );
  const figures = columns.length === 1 && turns.length <= MOST_FIGURES && !isNarrow ? (columns[0]?.values ?? []) : [];
  const crossed = (/** @type {number} */ at) =>
    [...lines.map(({ values }) => values), ...aims.map(({ value }) => [value])].map((values) => {
      const heights = [-1, 0, 1].map((side) => y(between(values, at + (side * FIGURE.half) / room)));
      return /** @type {[number, number]} */ ([Math.min(...heights), Math.max(...heights)]);
    });
  const paths = lines.flatMap((one) => {
    const points = one.values.map((value, at) => `${x(at)},${y(value)}`).join(" ");
    const stroke = colourOf(one) ?? palette.ink;
    const last = one.values.length - 1;
    return [
      svg("polyline", { points, fill: "none", stroke: palette.paper, "stroke-width": 5, "stroke-linejoin": "round" }),
      svg("polyline", { points, fill: "none", stroke, "stroke-width": 2.4, "stroke-linejoin": "round" }),
      svg("circle", { cx: x(last), cy: y(one.values[last] ?? 0), r: 4, fill: stroke, stroke: palette.paper, "stroke-width": 2 }),
    ];
  });
  const marks = aims.map(({ value }) =>
    svg("line", { x1: FRAME.left, x2: right, y1: y(value), y2: y(value), stroke: palette.aim, "stroke-width": 1.6, "stroke-dasharray": "6 4" }),
  );
  const heights = spread(named.map(({ value }) => y(value) + 4));
  const every = Math.ceil((Math.max(...turns.map((turn) => turn.length)) * LETTER) / room);
  const names = turns.map((turn, at) => (at % every ? null : text(x(at), HIGH - FRAME.bottom + 18, turn, { "text-anchor": "middle" })));
  const crosses = lost.map((count, at) =>
    count ? text(x(at), HIGH - FRAME.bottom + 36, count > 3 ? `✕${count}` : "✕".repeat(count), { "text-anchor": "middle", fill: palette.bad, "font-weight": 700 }) : null,
  );
  const legend = [
    ...columns.map((one) => ({ fill: colourOf(one) ?? palette.columns, words: one.name })),
    ...(columns.some(({ good_from }) => good_from !== null) ? [{ fill: palette.good, words: "goal of the turn reached" }] : []),
  ]; // the lines have their names at their ends
  let left = FRAME.left;
  const key = legend.flatMap(({ fill, words }) => {
    const parts = [svg("rect", { x: left, y: HIGH - 14, width: 10, height: 10, rx: 2, fill }), text(left + 15, HIGH - 5, words)];
    left += 34 + words.length * 6.2;
    return parts;
  });
  const crossKey = lost.some(Boolean) ? [text(left, HIGH - 5, "✕", { fill: palette.bad, "font-weight": 700 }), text(left + 13, HIGH - 5, "lost")] : [];
  return svg(
    "svg",
    { class: "curve", viewBox: `0 0 ${wide} ${HIGH}`, role: "img", "aria-label": inWords(curve), "font-family": "inherit" },
    grid,
    bars,
    marks,
    paths,
    figures.map((value, at) =>
      text(x(at), footAbove(Math.min(y(value), y(0)), crossed(at)), COMPACT.format(value), { "text-anchor": "middle", "font-weight": 700, fill: palette.ink }),
    ),
    named.map(({ words, fill }, at) => text(right + 6, heights[at] ?? 0, words, { fill, "font-weight": 700 })),
    names,
    crosses,
    key,
    crossKey,
  );
}

/**
 * The figures for those who cannot see the drawing.
 * @param {Curve} curve
 */
export function inWords({ name, turns, series, unit }) {
  const rows = series.map((one) => `${one.name}: ${turns.map((turn, at) => `${turn} ${COMPACT.format(one.values[at] ?? 0)}`).join(", ")}`);
  return `${name}, in ${unit}. ${rows.join(". ")}`;
}

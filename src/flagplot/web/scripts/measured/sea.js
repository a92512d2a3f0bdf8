/** The sea of a measured board: graticule, edges, wind rose, and a bar of distances. */

import { svg } from "../chart/figures.js";
import { towards } from "./geometry.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("./geometry.js").Measures} Measures */

const BEYOND = 1200; // how far the dark reaches outside the edges
const SWELL = { rows: 26, columns: 34, length: 22 };
const GLITTER = { strokes: 420, at: 0.62, lean: 0.16, breadth: 0.045 }; // of the moon: a band from the top down, as parts of the width

/** Everything that lies under all else and never changes. @param {Board} board @param {Measures} measures */
export function seaOf(board, measures) {
  const { width, height } = measures;
  const group = svg("g", { class: "sea" });
  group.append(
    depths(),
    svg("rect", { class: "sea-beyond", x: -BEYOND, y: -BEYOND, width: width + 2 * BEYOND, height: height + 2 * BEYOND }),
    svg("rect", { class: "sea-water", x: 0, y: 0, width, height }),
    svg("path", { class: "sea-swell", d: swell(measures, board.scale?.wind ?? 0) }),
  );
  group.append(svg("path", { class: "sea-glitter", d: glitter(measures) }));
  if (board.scale?.grid) group.append(svg("path", { class: "sea-grid", d: grid(measures, board.scale.grid) }));
  group.append(
    svg("rect", { class: "sea-edge", x: -5, y: -5, width: width + 10, height: height + 10 }),
    svg("rect", { class: "sea-edge is-inner", x: 0, y: 0, width, height }),
  );
  return group;
}

/** The sea is lighter in the middle; style sheets give the colours. */
function depths() {
  const gradient = svg("radialGradient", { id: "sea-depths", cx: "50%", cy: "42%", r: "78%" });
  for (const [at, name] of [
    ["0%", "near"],
    ["55%", "middle"],
    ["100%", "far"],
  ]) {
    gradient.append(svg("stop", { offset: at, class: `sea-${name}` }));
  }
  return svg("defs", {}, gradient);
}

/** @param {Measures} measures @param {number} step */
function grid({ width, height, unit }, step) {
  const parts = [];
  for (let x = step * unit; x < width - 1; x += step * unit) parts.push(`M${x.toFixed(1)} 0V${height.toFixed(1)}`);
  for (let y = step * unit; y < height - 1; y += step * unit) parts.push(`M0 ${y.toFixed(1)}H${width}`);
  return parts.join("");
}

/** Short strokes across the wind, spread without a pattern that the eye would find. @param {Measures} measures @param {number} wind */
function swell({ width, height }, wind) {
  const parts = [];
  for (let row = 0; row < SWELL.rows; row += 1) {
    for (let column = 0; column < SWELL.columns; column += 1) {
      const [one, other] = [scattered(row * 57 + column), scattered(row * 31 + column * 7 + 5)];
      const start = { x: ((column + one) * width) / SWELL.columns, y: ((row + other) * height) / SWELL.rows };
      const end = towards(start, wind + 90 + (one - 0.5) * 24, SWELL.length * (0.5 + other));
      if (end.x > 0 && end.x < width && end.y > 0 && end.y < height) {
        parts.push(`M${start.x.toFixed(0)} ${start.y.toFixed(0)}L${end.x.toFixed(0)} ${end.y.toFixed(0)}`);
      }
    }
  }
  return parts.join("");
}

/** A band of short strokes where the moon lies on the water, dense in its middle. @param {Measures} measures */
function glitter({ width, height }) {
  return Array.from({ length: GLITTER.strokes }, (_, number) => {
    const [one, other, third] = [scattered(number * 3 + 1), scattered(number * 5 + 2), scattered(number * 7 + 3)];
    const y = one * height;
    const off = (other + third + scattered(number * 11 + 4) - 1.5) * 2 * GLITTER.breadth;
    const x = width * (GLITTER.at - GLITTER.lean * one + off * (0.6 + one));
    return `M${x.toFixed(0)} ${y.toFixed(0)}h${(4 + 10 * third).toFixed(0)}`;
  }).join("");
}

/** A number from 0 to 1 that looks like chance and is always the same. @param {number} seed */
function scattered(seed) {
  const value = Math.sin(seed * 12.9898) * 43758.5453;
  return value - Math.floor(value);
}

/** The rose and the bar, which keep their size on the screen. @param {Board} board @returns {HTMLElement} */
export function instruments(board) {
  const host = document.createElement("div");
  host.className = "instruments";
  host.setAttribute("aria-hidden", "true");
  const { wind, bar } = /** @type {import("../types.js").Scale} */ (board.scale);
  host.append(roseOf(wind));
  if (bar) {
    const cells = document.createElement("div");
    cells.className = "distance-bar";
    for (let at = 0; at <= 3; at += 1) {
      const mark = document.createElement("span");
      mark.textContent = String(at);
      cells.append(mark);
    }
    const words = document.createElement("small");
    words.textContent = `${bar[0]} (${bar[1]} ${board.scale?.unit} each)`;
    const frame = document.createElement("div");
    frame.className = "distance";
    frame.append(cells, words);
    host.append(frame);
  }
  return host;
}

/** @param {number | null} wind  whence it blows */
function roseOf(wind) {
  const rose = svg("svg", { class: "rose", viewBox: "-40 -46 80 86", width: 64, height: 69 });
  const spikes = [0, 90, 180, 270].map((angle) => {
    const [tip, left, right] = [
      towards({ x: 0, y: 0 }, angle, 24),
      towards({ x: 0, y: 0 }, angle - 45, 7),
      towards({ x: 0, y: 0 }, angle + 45, 7),
    ];
    return `M${tip.x.toFixed(1)} ${tip.y.toFixed(1)}L${left.x.toFixed(1)} ${left.y.toFixed(1)}L0 0L${right.x.toFixed(1)} ${right.y.toFixed(1)}Z`;
  });
  const north = svg("text", { x: 0, y: -32, "text-anchor": "middle", class: "rose-north" });
  north.textContent = "N";
  rose.append(svg("circle", { class: "rose-ring", r: 28 }), svg("path", { class: "rose-spikes", d: spikes.join("") }), north);
  if (wind !== null) {
    const [tail, head] = [towards({ x: 0, y: 0 }, wind, 42), towards({ x: 0, y: 0 }, wind, 30)];
    const [left, right] = [towards(head, wind - 35, 6), towards(head, wind + 35, 6)];
    rose.append(
      svg("path", {
        class: "rose-wind",
        d: `M${tail.x.toFixed(1)} ${tail.y.toFixed(1)}L${head.x.toFixed(1)} ${head.y.toFixed(1)}M${left.x.toFixed(1)} ${left.y.toFixed(1)}L${head.x.toFixed(1)} ${head.y.toFixed(1)}L${right.x.toFixed(1)} ${right.y.toFixed(1)}`,
      }),
    );
  }
  return rose;
}

/** The search plot on a measured board: squares of the sea tinted by their share, and rings round contacts. */

import { svg } from "../chart/figures.js";

/** @typedef {import("../types.js").PlotCell} PlotCell */
/** @typedef {import("../chart/layout.js").Point} Point */
/** @typedef {import("../chart/shades.js").Shades} Shades */
/** @typedef {import("./geometry.js").Measures} Measures */

const RING = 24; // pixels from the middle of a contact
const BAR = 9; // how high the bar at the foot of a square is

export class ShadeLayer {
  /** @type {Shades | null} */
  #shades = null;

  /** @param {Measures} measures */
  constructor(measures) {
    this.measures = measures;
    this.cells = svg("g", { class: "plot-cells", "aria-hidden": "true" });
    this.rings = svg("g", { class: "plot-rings", "aria-hidden": "true" });
  }

  /** @param {Shades | null} shades @param {(piece: string) => Point | undefined} centreOf */
  show(shades, centreOf) {
    this.#shades = shades;
    this.cells.replaceChildren(...(shades?.cells ?? []).map((cell) => this.#cell(cell, shades?.places.get(cell.id)?.part ?? 0)));
    const rings = [...(shades?.places ?? [])].flatMap(([id, { part }]) => {
      const at = centreOf(id);
      return at ? [ringOf(at, part)] : [];
    });
    this.rings.replaceChildren(...rings);
  }

  /** The cell at a point of the chart in which something may lie. @param {Point} point */
  at({ x, y }) {
    const [east, south] = [x / this.measures.width, y / this.measures.height];
    return this.#shades?.cells.find((cell) => east >= cell.x && east < cell.x + cell.width && south >= cell.y && south < cell.y + cell.height)?.id;
  }

  /** @param {string} id */
  words(id) {
    return this.#shades?.places.get(id)?.words ?? "";
  }

  /** @param {PlotCell} cell @param {number} part */
  #cell(cell, part) {
    const { x, y } = this.measures.point([cell.x, cell.y]);
    const { x: width, y: height } = this.measures.point([cell.width, cell.height]);
    const group = svg("g", { class: "plot-cell" });
    const tint = svg("rect", { class: "plot-tint", x, y, width, height });
    tint.style.setProperty("--part", part.toFixed(3));
    group.append(tint, svg("rect", { class: "plot-bar", x, y: y + height - BAR, width: width * part, height: BAR }));
    return group;
  }
}

/** A ring that is closed as far as the share goes. @param {Point} at @param {number} part */
function ringOf({ x, y }, part) {
  return svg(
    "g",
    { class: "steady", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    svg("circle", { class: "plot-ring", r: RING }),
    svg("circle", { class: "plot-ring is-share", r: RING, pathLength: 1, "stroke-dasharray": `${part.toFixed(3)} 1`, transform: "rotate(-90)" }),
  );
}

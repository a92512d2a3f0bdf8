/** The open chart: hexes with their areas and closed sides, strings and pins over them, trays beside. Loaded where a board needs it. */

import { accentOf, svg } from "./figures.js";
import { freePlace } from "./free.js";
import { breadth, corners, isInHex, ringPath, rimOf, sidesPath } from "./hexes.js";
import { centreOf, WIDTH } from "./layout.js";
import { LineLayer, sheet } from "./strings.js";
import { numberOf } from "./patterns.js";
import { TrayLayer } from "./trays.js";

/** @typedef {import("../types.js").Area} Area */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Point} Point */

const SNOWFLAKE =
  "M0 -9V9M-7.8 -4.5L7.8 4.5M-7.8 4.5L7.8 -4.5M-3 -8L0 -5L3 -8M-3 8L0 5L3 8M-8.6 -1.6L-4.4 -2.4L-5.4 -6.6M8.6 1.6L4.4 2.4L5.4 6.6M-8.6 1.6L-4.4 2.4L-5.4 6.6M8.6 -1.6L4.4 -2.4L5.4 -6.6";

export { inOrder, openTray } from "./trays.js";

export class OpenChart {
  #areas = "";

  /** @param {Board} board @param {Map<string, Place>} places */
  constructor(board, places) {
    this.board = board;
    this.places = places;
    this.hexes = [...places.values()].filter(({ space }) => space.kind === "hex");
    this.lines = new LineLayer(board, places);
    this.trays = new TrayLayer(board, this.lines.unit);
    this.tints = svg("g", { class: "tints" });
    this.under = sheet("open-sea", WIDTH / board.aspect);
    this.under.append(hatch(this.lines.unit), this.tints, this.#rim(), ...this.lines.fixed);
    this.#tint([]);
  }

  /** @param {View} view */
  show(view) {
    if (JSON.stringify(view.areas) !== this.#areas) this.#tint(view.areas);
    this.lines.show(view.lines);
    this.trays.show(view.trays, view.lines);
    const inhabited = new Set(view.pieces.map((piece) => piece.space));
    for (const place of this.hexes) if (inhabited.has(place.space.id)) this.#makeRoom(place);
  }

  /** @param {string} mark @param {Iterable<string>} ids  of lines and of trays */
  mark(mark, ids) {
    const marked = new Set(ids);
    this.lines.mark(mark, marked);
    this.trays.mark(mark, marked);
    this.trays.element.classList.toggle(`has-${mark}`, marked.size > 0);
    this.lines.element.classList.toggle(`has-${mark}`, marked.size > 0);
  }

  /** @param {Option[] | null} options */
  offer(options) {
    const offered = new Set(options?.flatMap((option) => [...(option.lines ?? []), ...(option.trays ?? [])]));
    this.offered = offered;
    this.mark("is-offered", offered);
    this.lines.describe(offered);
    this.trays.describe(offered);
  }

  /** The ids of lines and trays that can be chosen. @type {Set<string>} */
  offered = new Set();

  /** The line or tray under a pointer. @param {MouseEvent} event @returns {import("./chart.js").Target | null} */
  lineAt(event) {
    const { tray = "", line = "" } =
      /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-line], [data-tray]"))?.dataset ??
      {};
    if (tray) return line && !this.offered.has(tray) ? { kind: "line", id: line } : { kind: "tray", id: tray };
    return line ? { kind: "line", id: line } : null;
  }

  /** What a tip says of a hex: its name, and who passes through it. @param {string} id @param {Map<string, import("../types.js").Fact[]>} facts */
  hexWords(id, facts) {
    const place = this.places.get(id)?.space;
    if (place?.kind !== "hex") return "";
    const passing = this.lines.through(id).map(({ sign, name }) => `${sign} ${name}`.trim());
    const around = this.board.areas.filter((area) => area.kind !== "trays" && area.spaces.includes(id)).map(({ name }) => name);
    return [place.name, ...around, ...passing, ...(facts.get(id) ?? []).map(({ name, value }) => `${name} ${value}`)].join(" · ");
  }

  /** Draws the way of an option that is considered, from the line that is asked about. @param {string[]} spaces @param {string[]} subjects @returns {boolean} whether there is one */
  draft(spaces, subjects) {
    return this.lines.draft(
      spaces.filter((id) => this.places.get(id)?.space.kind === "hex"),
      subjects,
    );
  }

  /** What follows a pointer that drags a line: its number. @param {string} id @returns {HTMLElement | null} */
  ghost(id) {
    const line = this.lines.line(id);
    if (!line) return null;
    const ghost = document.createElement("div");
    const drawing = svg("svg", { viewBox: "-20 -20 40 40", width: 40, height: 40 });
    drawing.append(numberOf(line.sign, accentOf(this.board.sides, line.side), 10));
    ghost.style.transform = "translate(-50%, -50%)";
    ghost.append(drawing);
    return ghost;
  }

  /** The hex at a point of the chart. @param {Point} point */
  hexAt(point) {
    return this.hexes.find(({ card }) => isInHex(card, point))?.space.id;
  }

  /** Pieces lie in a free part of their hex. @param {Place} place */
  #makeRoom(place) {
    const size = breadth(place.card);
    const half = size * 0.26;
    const spot = freePlace(place.card, this.lines.taken(place), [
      { x: -half * 0.6, y: 0, r: half * 0.4 },
      { x: half * 0.6, y: 0, r: half * 0.4 },
    ]);
    place.zone = { x: spot.x - half, y: spot.y - half * 0.5, width: 2 * half, height: half };
  }

  #rim() {
    return svg("path", { class: "rim", d: sidesPath(rimOf(this.hexes.map(({ card }) => card))) });
  }

  /** @param {Area[]} changing */
  #tint(changing) {
    this.#areas = JSON.stringify(changing);
    const areas = [...this.board.areas, ...changing].filter((area) => area.kind !== "trays");
    this.tints.replaceChildren(...areas.map((area) => this.#area(area)));
  }

  /** @param {Area} area */
  #area(area) {
    const cards = area.spaces.flatMap((id) => this.places.get(id)?.card ?? []);
    const height = WIDTH / this.board.aspect;
    const free = area.points.length > 2 ? [area.points.map(([x, y]) => ({ x: x * WIDTH, y: y * height }))] : [];
    const group = svg("g", { class: `area is-${area.kind}`, role: "img", "aria-label": area.name });
    group.append(svg("path", { d: [...cards.map(corners), ...free].map(ringPath).join("") }));
    if (area.sign) group.append(...cards.map((card) => this.#sign(area.sign, card)));
    return group;
  }

  /** A sign in a part of a hex where no mark lies. @param {string} sign @param {import("./layout.js").Rect} card */
  #sign(sign, card) {
    const { unit } = this.lines;
    const centre = centreOf(card);
    const marks = [...this.places.values()]
      .filter(({ space }) => space.kind === "point")
      .map((place) => ({ ...centreOf(place.card), r: 10 * unit }));
    const spot = freePlace(card, [...marks, { ...centre, r: 12 * unit }], [{ x: 0, y: 0, r: 7 * unit }]);
    if (sign === "snowflake") {
      return svg("path", {
        class: "area-sign",
        d: SNOWFLAKE,
        transform: `translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)}) scale(${(unit * 0.66).toFixed(2)})`,
      });
    }
    const wide = 20 * unit;
    return svg("use", {
      class: "area-sign is-figure",
      href: `#figure-${sign}`,
      x: spot.x - wide / 2,
      y: spot.y - wide / 4,
      width: wide,
      height: wide / 2,
    });
  }
}

/** Lines at 45 degrees. @param {number} unit */
function hatch(unit) {
  const pattern = svg("pattern", {
    id: "hatch",
    patternUnits: "userSpaceOnUse",
    width: 5 * unit,
    height: 5 * unit,
    patternTransform: "rotate(45)",
  });
  pattern.append(svg("path", { class: "hatching", d: `M0 0V${5 * unit}` }));
  return svg("defs", {}, pattern);
}

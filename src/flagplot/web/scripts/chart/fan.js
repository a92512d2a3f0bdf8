/** A stack spread out over the chart, so that every piece of it can be seen, named and picked. */

import { centreOf, holds } from "./layout.js";
import { isPoint } from "./points.js";
import { pointWords } from "./words.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./layout.js").Rect} Rect */
/** @typedef {import("./layout.js").Spot} Spot */
/** @typedef {import("./pieces.js").PieceLayer} PieceLayer */
/** @typedef {import("./spaces.js").SpaceLayer} SpaceLayer */

const NAME = 20;
const BADGES = 17;
const HEAD = 42;
const NARROWEST = 124;
const NEAR = 4; // how far the pointer may leave a mark and its piles

export class Fan {
  /** The space whose stack is spread. @type {string | null} */
  space = null;
  /** @type {Rect} */
  #rect = { x: 0, y: 0, width: 0, height: 0 };
  /** What it keeps clear of, where it can. @type {Rect[]} */
  #clear = [];

  /** @param {PieceLayer} pieces @param {SpaceLayer} spaces @param {Map<string, Place>} places @param {Camera} camera */
  constructor(pieces, spaces, places, camera) {
    this.pieces = pieces;
    this.spaces = spaces;
    this.places = places;
    this.camera = camera;
    this.element = document.createElement("div");
    this.element.className = "fan";
    this.element.hidden = true;
    this.title = document.createElement("span");
    this.title.className = "title";
    this.note = document.createElement("span");
    this.note.className = "kind";
    const head = document.createElement("span");
    head.className = "fan-head";
    head.append(this.title, this.note);
    this.element.append(head);
  }

  /** @param {string} space @param {Rect[]} [clear]  what it shall not lie over, if there is room elsewhere */
  open(space, clear = []) {
    if (this.space === space) return;
    this.close();
    if (!this.pieces.in(space).length) return;
    this.space = space;
    this.#clear = clear;
    this.#spread();
    this.element.hidden = false;
    this.spaces.mark("is-spread", [space]);
  }

  close() {
    if (!this.space) return;
    const space = this.space;
    this.space = null;
    this.element.hidden = true;
    this.spaces.mark("is-spread", []);
    this.pieces.fan(space, null);
  }

  /** Spreads anew what is open, after pieces came or went. */
  renew() {
    if (!this.space) return;
    if (this.pieces.in(this.space).length) this.#spread();
    else this.close();
  }

  /** @param {Point} point */
  holds(point) {
    return this.space !== null && holds(this.#rect, point, 10 / this.camera.zoom);
  }

  /** Whether a point of the chart belongs to the plotting space whose pile is spread. @param {Point} point */
  keeps(point) {
    const place = this.space ? this.places.get(this.space) : undefined;
    if (!place || !isPoint(place)) return false;
    return [place.card, ...this.pieces.piledAt(place.space.id)].some((rect) => holds(rect, point, NEAR));
  }

  /** Whether it lies over the card of another space. @param {Place | undefined} place */
  covers(place) {
    return place !== undefined && this.space !== null && place.space.id !== this.space && meet(place.card, this.#rect);
  }

  /** Whether a pile can be spread beside its mark without lying over any of these. @param {string} space @param {Rect[]} clear */
  hasRoom(space, clear) {
    const place = /** @type {Place} */ (this.places.get(space));
    const rect = this.#rectFor(place, this.#grid(space), clear);
    return !clear.some((other) => meet(other, rect));
  }

  /** How the pieces of a stack are set out in rows, as large as there is room for. @param {string} space */
  #grid(space) {
    const sizes = this.pieces.sizes(space);
    const words = NAME + (this.pieces.in(space).some((piece) => piece.badges.length) ? BADGES : 0) + 12;
    const seen = this.camera.seen();
    // On a small screen the pieces of a fan stay as large as a finger needs, if all of them can be seen so.
    const room = Math.sqrt((seen.width * seen.height) / (sizes.length * NARROWEST * (sizes[0].height + words) * 1.5));
    const scale = Math.min(Math.max(1, 0.66 / this.camera.zoom), Math.max(0.5, room));
    const width = Math.max(NARROWEST, Math.max(...sizes.map((size) => size.width)) + 16) * scale;
    const height = (Math.max(...sizes.map((size) => size.height)) + words) * scale;
    const most = Math.max(1, Math.floor((seen.width * 0.94) / width));
    const least = Math.ceil((sizes.length * height) / Math.max(height, seen.height * 0.9 - HEAD * scale));
    const wide = Math.max(2, least, Math.ceil(Math.sqrt((sizes.length * height * 2) / width)));
    const columns = Math.min(most, wide, sizes.length);
    const rows = Math.ceil(sizes.length / columns);
    const pad = 10 * scale;
    const total = { width: columns * width + 2 * pad, height: rows * height + HEAD * scale + pad };
    return { sizes, scale, width, height, columns, pad, total };
  }

  /**
   * Where a fan lies: over the card of its space, or beside the mark of a point.
   * @param {Place} place @param {{ total: import("./layout.js").Size }} grid @param {Rect[]} clear
   * @returns {Rect}
   */
  #rectFor(place, { total }, clear) {
    const seen = this.camera.seen();
    const edge = 6 / this.camera.zoom;
    const middle = centreOf(place.card);
    const { x: left, y: top, width, height } = place.card;
    const over = { x: middle.x - total.width / 2, y: middle.y - total.height / 2 };
    const beside = [
      { x: over.x, y: top - total.height - edge },
      { x: over.x, y: top + height + edge },
      { x: left + width + edge, y: over.y },
      { x: left - total.width - edge, y: over.y },
    ];
    const rects = (isPoint(place) ? beside : [over]).map(({ x, y }) => ({
      x: Math.min(Math.max(x, seen.x + edge), seen.x + seen.width - total.width - edge),
      y: Math.min(Math.max(y, seen.y + edge), seen.y + seen.height - total.height - edge),
      ...total,
    }));
    // The mark of a point stays in sight, because it may be what is to be clicked.
    const apart = rects.filter((rect) => !meet(rect, place.card));
    return apart.find((rect) => !clear.some((other) => meet(other, rect))) ?? apart[0] ?? rects[0];
  }

  /** What the name of a point says besides, which the fan takes the place of. @param {Place} place */
  #noteOn(place) {
    const { id } = place.space;
    const facts = this.spaces.factsOf.get(id) ?? [];
    return [pointWords(place, this.pieces.in(id)), ...facts.map((fact) => `${fact.name} ${fact.value}`)].join(", ");
  }

  #spread() {
    const space = /** @type {string} */ (this.space);
    const place = /** @type {Place} */ (this.places.get(space));
    const grid = this.#grid(space);
    const { sizes, scale, width, height, columns, pad, total } = grid;
    this.#rect = this.#rectFor(place, grid, this.#clear);
    const { x, y } = this.#rect;
    this.element.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    this.element.style.width = `${total.width / scale}px`;
    this.element.style.height = `${total.height / scale}px`;
    this.title.textContent = place.space.within ? `${this.places.get(place.space.within)?.space.name}, ${place.space.name}` : place.space.name;
    this.note.textContent = isPoint(place) ? this.#noteOn(place) : "";
    const tallest = Math.max(...sizes.map((size) => size.height)) * scale;
    /** @type {Spot[]} */
    const spots = sizes.map((size, at) => ({
      x: x + pad + (at % columns) * width + (width - size.width * scale) / 2,
      y: y + HEAD * scale + Math.floor(at / columns) * height + tallest - size.height * scale,
      scale,
    }));
    this.pieces.fan(space, spots);
  }
}

/** Whether two rectangles have something in common. @param {Rect} one @param {Rect} other */
function meet(one, other) {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
}

/** Ghosts: where a unit could be after each of its options; the nearest to the pointer is meant. */

import { svg } from "../chart/figures.js";
import { pathOf, sectorPath } from "./geometry.js";
import { formOf, ghostOf } from "./hulls.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Pose} Pose */
/** @typedef {import("../chart/layout.js").Point} Point */
/** @typedef {import("../chart/layout.js").Rect} Rect */
/** @typedef {import("./geometry.js").Measures} Measures */
/** @typedef {{ option: Option, at: Point, pose: Pose, element: SVGElement }} Ghost */

const SIZES = [25, 19, 13]; // pixels of a ghost, by how many others lie near it
const CROWDED = 14; // pixels within which ghosts crowd each other

export class GhostLayer {
  /** @type {Ghost[]} */
  #ghosts = [];
  #zoom = 1;
  #kind = "escort";
  /** @type {Option | null} */
  #previewed = null;
  /** @type {Piece | null} */
  #subject = null;

  /** @param {Measures} measures */
  constructor(measures) {
    this.measures = measures;
    this.element = svg("g", { class: "ghosts" });
    this.chosen = svg("g", { class: "ghost-chosen" });
  }

  get isEmpty() {
    return this.#ghosts.length === 0;
  }

  /** The room that all ghosts take. @returns {Rect[]} */
  get rooms() {
    return this.#ghosts.map(({ at }) => ({ x: at.x - 30, y: at.y - 30, width: 60, height: 60 }));
  }

  /** @param {Option[]} options  those with poses have ghosts @param {Piece | null} subject  who goes there */
  offer(options, subject) {
    this.#subject = subject;
    this.#kind = subject?.kind ?? "escort";
    this.#ghosts = options.flatMap((option) => {
      const [pose] = option.poses ?? [];
      if (!pose) return [];
      const element = svg("g", { class: "ghost" }, ghostOf(this.#kind));
      return [{ option, pose, at: this.measures.middle(pose), element }];
    });
    this.element.replaceChildren(...this.#ghosts.map(({ element }) => element));
    this.zoomed(this.#zoom);
    this.preview(null);
  }

  /** @param {number} zoom */
  zoomed(zoom) {
    this.#zoom = zoom;
    const near = CROWDED / zoom;
    for (const [place, ghost] of this.#ghosts.entries()) {
      const crowd = this.#ghosts.slice(0, place).filter(({ at }) => Math.hypot(at.x - ghost.at.x, at.y - ghost.at.y) < near).length;
      const size = SIZES[Math.min(crowd, SIZES.length - 1)] / zoom;
      ghost.element.setAttribute("transform", transformOf(ghost.at, ghost.pose.heading, size));
    }
    if (this.#previewed) this.preview(this.#previewed);
  }

  /** The option whose ghost is nearest to a point; of several at one place the next after the one that is shown. @param {Point} point @returns {Option | null} */
  nearest(point) {
    const apart = (/** @type {Ghost} */ { at }) => Math.hypot(at.x - point.x, at.y - point.y);
    const reach = 2.2 * this.#reach();
    const [best] = [...this.#ghosts].sort((one, other) => apart(one) - apart(other));
    return best && apart(best) <= reach ? best.option : null;
  }

  /** How far the fan is spread. */
  #reach() {
    const centre = this.#subject?.placed ? this.measures.middle(this.#subject.placed.pose) : this.#ghosts[0].at;
    return Math.max(60 / this.#zoom, ...this.#ghosts.map(({ at }) => Math.hypot(at.x - centre.x, at.y - centre.y)));
  }

  /**
   * The next option by the heading of its ghost, or another with the same heading.
   * @param {Option | null} from @param {1 | -1} step @param {boolean} isTurn  to another heading @returns {Option | null}
   */
  next(from, step, isTurn) {
    if (!this.#ghosts.length) return null;
    const own = this.#subject?.placed?.pose.heading ?? 0;
    const turn = (/** @type {Ghost} */ { pose }) => Math.round(((((pose.heading ?? 0) - own) % 360) + 540) % 360);
    const now = this.#ghosts.find(({ option }) => option === from);
    if (!now) return (this.#ghosts.find((ghost) => turn(ghost) === 180) ?? this.#ghosts[0]).option;
    if (!isTurn) {
      const alike = this.#ghosts.filter((ghost) => turn(ghost) === turn(now));
      return alike[(alike.indexOf(now) + step + alike.length) % alike.length].option;
    }
    const turns = [...new Set(this.#ghosts.map(turn))].sort((one, other) => one - other);
    const wanted = turns[(turns.indexOf(turn(now)) + step + turns.length) % turns.length];
    return this.#ghosts.find((ghost) => turn(ghost) === wanted)?.option ?? null;
  }

  /** Draws the way of an option, its ghosts and what bears from there; a ghost without a length is not a ship. @param {Option | null} option */
  preview(option) {
    this.#previewed = option;
    for (const ghost of this.#ghosts) ghost.element.classList.toggle("is-meant", ghost.option === option);
    const [first, ...others] = option?.poses ?? [];
    if (!option || !first) return this.chosen.replaceChildren();
    const at = this.measures.middle(first);
    const way = (option.way ?? []).map((spot) => this.measures.point(spot));
    const size = formOf(this.#kind).least / this.#zoom;
    const parts = [svg("path", { class: "ghost-way", d: pathOf(way) })];
    parts.push(...way.slice(1, -1).map(({ x, y }) => svg("circle", { class: "ghost-knot", cx: x, cy: y, r: 2.4 / this.#zoom })));
    for (const sector of first.length ? (this.#subject?.placed?.sectors ?? []) : []) {
      const heading = first.heading ?? 0;
      parts.push(svg("path", { class: `sector is-${sector.kind}`, d: sectorPath(at, sector.reach * this.measures.unit, heading + sector.start, heading + sector.end) }));
    }
    parts.push(svg("circle", { class: "ghost-ring", cx: at.x, cy: at.y, r: 24 / this.#zoom }));
    for (const pose of others) parts.push(svg("g", { class: "ghost is-follower", transform: transformOf(this.measures.middle(pose), pose.heading, size) }, ghostOf(this.#kind)));
    parts.push(svg("g", { class: "ghost is-chosen", transform: transformOf(at, first.heading, size) }, ghostOf(this.#kind)));
    return this.chosen.replaceChildren(...parts);
  }
}

/** @param {Point} at @param {number | null} heading @param {number} size */
function transformOf({ x, y }, heading, size) {
  return `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(heading ?? 0).toFixed(1)}) scale(${(size / 100).toFixed(4)})`;
}

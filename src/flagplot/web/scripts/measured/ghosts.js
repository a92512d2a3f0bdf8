/** Ghosts: where a unit could be after each of its options; the nearest to the pointer is meant. */

import { svg } from "../chart/figures.js";
import { arcPath, bearing, pathOf, sectorPath, towards, turnedFrom } from "./geometry.js";
import { formOf, ghostOf } from "./hulls.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Pose} Pose */
/** @typedef {import("../chart/layout.js").Point} Point */
/** @typedef {import("../chart/layout.js").Rect} Rect */
/** @typedef {import("./geometry.js").Measures} Measures */
/** @typedef {{ option: Option, at: Point, pose: Pose, turn: number, element: SVGElement }} Ghost */

const SIZES = [25, 19, 13]; // pixels of a ghost, by how many others lie near it; more are left out
const SMALL = 0.72; // how much smaller they are on a phone
const CROWDED = 14; // pixels within which ghosts crowd each other
const SAME = 2; // pixels within which they lie at one place
const RING = 22; // pixels round the ghost that is meant
const LABELLED = 45; // degrees: every so many a turn is told
const LEAST_LABELLED = 8; // a fan of fewer ghosts needs no figures
const OUTSIDE = 22; // pixels from a ghost to the figure of its turn

export class GhostLayer {
  /** @type {Ghost[]} */
  #ghosts = [];
  #zoom = 1;
  #kind = "escort";
  /** @type {Option | null} */
  #previewed = null;
  /** @type {Piece | null} */
  #subject = null;
  /** @type {Point[]} */
  #hulls = [];

  /** @param {Measures} measures */
  constructor(measures) {
    this.measures = measures;
    this.element = svg("g", { class: "ghosts" });
    this.chosen = svg("g", { class: "ghost-chosen" });
    this.fan = svg("g", { class: "fan-lines" });
    /** Whether the chart is seen on a phone. */
    this.isSmall = false;
  }

  get isEmpty() {
    return this.#ghosts.length === 0;
  }

  /** The room that all ghosts take. @returns {Rect[]} */
  get rooms() {
    return this.#ghosts.map(({ at }) => ({ x: at.x - 30, y: at.y - 30, width: 60, height: 60 }));
  }

  /** @param {Option[]} options  those with poses have ghosts @param {Piece | null} subject  who goes there @param {Point[]} hulls  where figures give way */
  offer(options, subject, hulls) {
    this.#subject = subject;
    this.#hulls = hulls;
    this.#kind = subject?.kind ?? "escort";
    this.#ghosts = options.flatMap((option) => {
      const [pose] = option.poses ?? [];
      if (!pose) return [];
      const element = svg("g", { class: "ghost" }, ghostOf(this.#kind));
      const turn = Math.round(
        turnedFrom(pose.heading ?? 0, subject?.placed?.pose.heading ?? 0) - (subject?.placed?.pose.heading ?? 0),
      );
      return [{ option, pose, turn, at: this.measures.middle(pose), element }];
    });
    this.element.replaceChildren(this.fan, ...this.#ghosts.map(({ element }) => element));
    this.zoomed(this.#zoom);
    this.preview(null);
  }

  /** @param {number} zoom */
  zoomed(zoom) {
    this.#zoom = zoom;
    const near = CROWDED / zoom;
    for (const [place, ghost] of this.#ghosts.entries()) {
      const crowd = this.#ghosts
        .slice(0, place)
        .filter(({ at }) => Math.hypot(at.x - ghost.at.x, at.y - ghost.at.y) < near).length;
      const size = (SIZES[Math.min(crowd, SIZES.length - 1)] * (this.isSmall ? SMALL : 1)) / zoom;
      ghost.element.setAttribute("transform", transformOf(ghost.at, ghost.pose.heading, size));
      ghost.element.classList.toggle("is-left-out", crowd >= SIZES.length || this.#hasTwin(ghost, place));
    }
    this.#drawFan();
    if (this.#previewed) this.preview(this.#previewed);
  }

  /** Whether a former ghost lies at the same place on the same heading. @param {Ghost} ghost @param {number} place */
  #hasTwin({ at, turn }, place) {
    const near = SAME / this.#zoom;
    return this.#ghosts
      .slice(0, place)
      .some((other) => other.turn === turn && Math.hypot(other.at.x - at.x, other.at.y - at.y) < near);
  }

  /** Thin lines through the ends of each kind of turn, and the degrees outside the first of them. */
  #drawFan() {
    const ships = this.#ghosts.filter(({ pose }) => pose.length);
    const middle = this.#subject?.placed && this.measures.middle(this.#subject.placed.pose);
    if (ships.length < LEAST_LABELLED || !middle) return this.fan.replaceChildren();
    const kinds = [...new Set(ships.map(({ option }) => option.kind ?? ""))];
    const distinct = ships.filter((ghost) => !this.#hasTwin(ghost, this.#ghosts.indexOf(ghost)));
    const lines = kinds.map((kind) => {
      const ends = distinct.filter(({ option }) => (option.kind ?? "") === kind);
      return svg("path", { class: "fan-line", d: pathOf(ends.map(({ at }) => at)) });
    });
    const centre = { x: sum(ships.map(({ at }) => at.x)) / ships.length, y: sum(ships.map(({ at }) => at.y)) / ships.length };
    /** @type {Map<number, Ghost>} */
    const first = new Map();
    for (const ghost of ships)
      if (ghost.turn && ghost.turn % LABELLED === 0 && !first.has(ghost.turn)) first.set(ghost.turn, ghost);
    const figures = [...first].flatMap(([turn, { at }]) => {
      const spot = towards(at, bearing(centre, at), OUTSIDE / this.#zoom);
      if (this.#hulls.some(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < OUTSIDE / this.#zoom)) return [];
      const words = svg("text", { class: "fan-degrees", "text-anchor": "middle", y: 4 });
      words.textContent = `${Math.abs(turn)}°`;
      return [
        svg(
          "g",
          { transform: `translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)}) scale(${(1 / this.#zoom).toFixed(4)})` },
          words,
        ),
      ];
    });
    return this.fan.replaceChildren(...lines, ...figures);
  }

  /** The option whose ghost is nearest to a point; of several at one place the next after the one that is shown. @param {Point} point @returns {Option | null} */
  nearest(point) {
    const apart = (/** @type {Ghost} */ { at }) => Math.hypot(at.x - point.x, at.y - point.y);
    const reach = 2.2 * this.reach;
    const [best] = [...this.#ghosts].sort((one, other) => apart(one) - apart(other));
    return best && apart(best) <= reach ? best.option : null;
  }

  /** How far the fan is spread. */
  get reach() {
    const centre = this.#subject?.placed ? this.measures.middle(this.#subject.placed.pose) : this.#ghosts[0].at;
    return Math.max(60 / this.#zoom, ...this.#ghosts.map(({ at }) => Math.hypot(at.x - centre.x, at.y - centre.y)));
  }

  /**
   * The next option by the heading of its ghost, or another with the same heading.
   * @param {Option | null} from @param {1 | -1} step @param {boolean} isTurn  to another heading @returns {Option | null}
   */
  next(from, step, isTurn) {
    if (!this.#ghosts.length) return null;
    const now = this.#ghosts.find(({ option }) => option === from);
    if (!now) return (this.#ghosts.find(({ turn }) => turn === 0) ?? this.#ghosts[0]).option;
    if (!isTurn) {
      const alike = this.#ghosts.filter(({ turn }) => turn === now.turn);
      return alike[(alike.indexOf(now) + step + alike.length) % alike.length].option;
    }
    const turns = [...new Set(this.#ghosts.map(({ turn }) => turn))].sort((one, other) => one - other);
    const wanted = turns[(turns.indexOf(now.turn) + step + turns.length) % turns.length];
    return this.#ghosts.find(({ turn }) => turn === wanted)?.option ?? null;
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
      parts.push(
        svg("path", {
          class: `sector is-${sector.kind}`,
          d: sectorPath(at, this.measures.drawnReach(sector.reach), heading + sector.start, heading + sector.end),
        }),
      );
    }
    parts.push(svg("circle", { class: "ghost-ring", cx: at.x, cy: at.y, r: RING / this.#zoom }), ...this.#gunArcs(at, first));
    for (const pose of others)
      parts.push(
        svg(
          "g",
          { class: "ghost is-follower", transform: transformOf(this.measures.middle(pose), pose.heading, size) },
          ghostOf(this.#kind),
        ),
      );
    parts.push(
      svg("g", { class: "ghost is-chosen", transform: transformOf(at, first.heading, size) }, ghostOf(this.#kind)),
      this.#words(option, at),
    );
    return this.chosen.replaceChildren(...parts);
  }
  /** Where the guns would bear, as arcs around a ghost, each kind of guns farther out. @param {Point} at @param {Pose} pose */
  #gunArcs(at, { heading, length }) {
    const guns = length
      ? (this.#subject?.placed?.sectors ?? []).filter(({ kind, start, end }) => kind === "gun" && end - start < 360)
      : [];
    return guns.map(({ start, end }, number) => {
      const radius = (RING + 5 * (number + 1)) / this.#zoom;
      return svg("path", { class: "gun-arc", d: arcPath(at, radius, (heading ?? 0) + start, (heading ?? 0) + end) });
    });
  }

  /** What an option is, beside its ghost: to the left of one that lies to the left of the ship. @param {Option} option @param {Point} at */
  #words({ label }, at) {
    const from = this.#subject?.placed && this.measures.middle(this.#subject.placed.pose);
    const isLeft = from !== undefined && from !== null && at.x < from.x;
    const [first, ...rest] = label.split(", ");
    const place = { x: isLeft ? -RING - 18 : RING + 18, "text-anchor": isLeft ? "end" : "start" };
    const [name, more] = [
      svg("text", { class: "ghost-name", ...place, y: -2 }),
      svg("text", { class: "ghost-more", ...place, y: 13 }),
    ];
    name.textContent = first;
    more.textContent = rest.join(", ");
    return svg(
      "g",
      {
        class: "ghost-words",
        transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)}) scale(${(1 / this.#zoom).toFixed(4)})`,
      },
      name,
      more,
    );
  }
}

/** @param {number[]} figures */
function sum(figures) {
  return figures.reduce((all, one) => all + one, 0);
}

/** @param {Point} at @param {number | null} heading @param {number} size */
function transformOf({ x, y }, heading, size) {
  return `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(heading ?? 0).toFixed(1)}) scale(${(size / 100).toFixed(4)})`;
}
